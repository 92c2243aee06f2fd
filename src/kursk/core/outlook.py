"""How a unit stands, and how it would stand at the end of a way: points, zones, supply, targets.

Ask it of the match as a side knows it.
"""

from collections.abc import Sequence

import msgspec

from kursk.core.flow import Refusal
from kursk.core.game import Supply
from kursk.core.hexes import Hex
from kursk.core.match import Match
from kursk.core.orders import hexes_in, way
from kursk.core.paths import Reach, told, walk
from kursk.core.why import kinds, marching, moved, whose


class Traced(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit's supply, with its way by the names of hexes."""

    supplied: bool
    rule: str
    says: str
    path: tuple[str, ...] = ()


class Kind(msgspec.Struct, frozen=True, omit_defaults=True):
    """A kind of movement: how far it leads, or why it leads nowhere."""

    verb: str
    hexes: int = 0
    points: str = ""
    refusal: Refusal | None = None


class Condition(msgspec.Struct, frozen=True, omit_defaults=True):
    """How units stand that are taken up together."""

    kinds: tuple[Kind, ...] = ()
    supply: Traced | None = None  # of the first of them that lacks it, else of the first


class Shot(msgspec.Struct, frozen=True):
    """A hex that could be attacked, and on which column."""

    hex: str
    column: str


class Ending(msgspec.Struct, frozen=True, omit_defaults=True):
    """What awaits units at the end of a way."""

    cost: str = ""
    points: str = ""
    left: str = ""
    stop: Refusal | None = None  # why they go no further, whatever is left
    whose: str = ""  # the zone that stops them
    supply: Traced | None = None
    shots: tuple[Shot, ...] = ()  # what they could attack from there, as things stand


def condition(match: Match, ids: Sequence[str]) -> Condition:
    """The kinds of movement open to units, and their supply."""
    g = match.g
    units = [g.roster.find(id) for id in ids]
    placed = [unit for unit in units if g.at[unit] >= 0]
    supplies = [match.game.supply(g, unit) for unit in placed]
    short = [each for each in supplies if each and not each.supplied]
    supply = next(iter(short or supplies), None)
    mine = bool(placed) and g.side_of(placed[0]) == match.actor
    found = marching(match, units) if mine else {}
    verbs = [verb for verb in match.game.kinds if verb in kinds(match)] if found else []
    return Condition(tuple(_kind(match, ids, verb, found) for verb in verbs), traced(match, supply))


def _kind(match: Match, ids: Sequence[str], verb: str, found: dict[str, Reach]) -> Kind:
    reach = found.get(verb)
    if reach is not None and reach.hexes:
        return Kind(verb, reach.hexes.bit_count(), told(reach.points))
    g = match.g
    start = g.at[g.roster.find(ids[0])]
    said = (match.why_not(f"{verb} {','.join(ids)} {g.grid.name[hex]}") for hex in
            g.grid.neighbours(start))  # fmt: skip
    refusals = [each for each in said if each is not None]
    plain = [each for each in refusals if not each.hexes]  # of the unit, not of a hex
    points = told(reach.points) if reach is not None else ""
    return Kind(verb, 0, points, next(iter(plain or refusals), None))


def ending(match: Match, ids: Sequence[str], kind: str, names: Sequence[str]) -> Ending:
    """What a way costs units, what stops them at its end, and how they would stand there."""
    g = match.g
    units = [g.roster.find(id) for id in ids]
    known = names and all(name in g.grid.cell for name in names)
    if not known or not units or any(g.at[unit] < 0 for unit in units):
        return Ending()
    path, reach = hexes_in(g, names), marching(match, units).get(kind)
    end = path[-1]
    twin = moved(match, units, end)
    supply = twin.game.supply(twin.g, units[0])
    cost = left = points = ""
    stop = None
    if reach is not None:
        points = told(reach.points)
        paid = (
            reach.cost(end)
            if reach.hexes >> end & 1 and tuple(path) == reach.path(end)
            else (walk(reach.going, [g.at[units[0]], *path], reach.points, first=reach.sets[4]))
        )
        if paid is not None:
            cost, left = told(paid), told(max(0, reach.points - paid))
        if reach.halts >> end & 1:
            stop = _further(match, ids, kind, path, reach)
    return Ending(
        cost, points, left, stop, whose(match, end) if stop else "", traced(twin, supply),
        shots(twin, ids, end),
    )  # fmt: skip


def _further(
    match: Match, ids: Sequence[str], kind: str, path: list[Hex], reach: Reach
) -> Refusal | None:
    """Why not one step more?"""
    g, closed = match.g, reach.sets[0]
    for hex in g.grid.neighbours(path[-1]):
        if not closed >> hex & 1 and hex not in path and hex != reach.start:
            return match.why_not(f"{kind} {','.join(ids)} {way(g, [*path, hex])}")
    return None


def shots(match: Match, ids: Sequence[str], end: Hex) -> tuple[Shot, ...]:
    """The enemies next to a hex that units there could attack, by themselves."""
    g, side, found = match.g, match.actor, []
    for hex in g.grid.neighbours(end):
        if any(g.side_of(unit) != side for unit in g.pile(hex)):
            order = f"attack {g.grid.name[hex]} with {','.join(ids)}"
            if odds := match.game.receipt(g, order, side):
                found.append(Shot(g.grid.name[hex], odds.column))
    return tuple(found)


def traced(match: Match, supply: Supply | None) -> Traced | None:
    if supply is None:
        return None
    path = tuple(match.g.grid.name[hex] for hex in supply.path)
    return Traced(supply.supplied, supply.rule, supply.says, path)
