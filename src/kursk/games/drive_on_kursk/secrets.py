"""3.5, 4.10, 5.4, 7.3: the position as a side knows it, and others it could not tell from it."""

import random

from kursk.core.counters import Unit
from kursk.core.game import Game
from kursk.core.hexes import members, scan
from kursk.core.state import exchange
from kursk.core.view import COVERED, cover, covered, unsealed
from kursk.core.worlds import resealed, uncover, unnamed
from kursk.games.drive_on_kursk.deployment import own_side, quick_start
from kursk.games.drive_on_kursk.reserves import stacks
from kursk.games.drive_on_kursk.sequence import PLANS, GameTurn, Plan
from kursk.games.drive_on_kursk.stacking import room, seen_by, size
from kursk.games.drive_on_kursk.state import GERMAN, RESERVE, SIDES, SOVIET, State
from kursk.games.drive_on_kursk.victory import reckoned

PUBLIC = ("reserve", "defended", "retreated")  # marks of which everybody knows which hex has them


def hidden_from(g: State, side: str) -> list[Unit]:
    """7.3: the counters that a side cannot name."""
    sides = g.roster.sides
    deep = [pile for pile in g.piles.values() if len(pile) > 1]
    maybe = {unit for pile in deep for unit in pile[:-1]} | {*members(g.reserve)}
    maybe.update(g.boxed(RESERVE))
    theirs = sorted([unit for unit in maybe if sides[unit] != side])  # all others lie open
    return [unit for unit in theirs if not seen_by(g, unit, side)]


def away_from(g: State, side: str) -> set[Unit]:
    """3.5: while the Soviet deploys the German has turned away, and sees only reserves lie."""
    if g.deploying != SOVIET or side == SOVIET:
        return set()
    spread = {unit for unit in g.on_map(SOVIET) if not g.reserve >> unit & 1}
    return spread.union(g.boxed(RESERVE))


def known_to(game: Game, g: State, side: str) -> State:
    """5.4, 7.3: covered counters are nameless, and a plan that is not revealed is not there.

    Of a nameless counter nobody knows the size; it counts as the smallest, so that a stack is
    full only if it must be. Which counters are reserves everybody has seen (9.1).
    """
    away = away_from(g, side)
    nameless = [unit for unit in hidden_from(g, side) if unit not in away]
    twin = cover(game, unsealed(g, side), nameless, away, PUBLIC)
    twin.reserve |= g.reserve
    if away:  # 3.10: he knows whose the hexes were, not who has come to stand there
        line = own_side(g, SOVIET) & ~g.held[GERMAN]
        twin.control = {GERMAN: g.control[GERMAN] & ~line, SOVIET: g.control[SOVIET] | line}
        twin.vp = twin.sundry + reckoned(twin)
    if side != SOVIET and not g.revealed:
        twin.plan.pop(SOVIET, None)
    if g.spent or g.group or g.parent:
        _forget_covered(twin)
    return twin


def _forget_covered(g: State) -> None:
    """What is on record of units that lie covered, by their ids."""
    ids = {*g.spent, *g.group, *(id for group in g.parent for id in group)}
    open_ = {id for id in ids if g.box[g.roster.number[id]] != COVERED}
    g.spent = {id: points for id, points in g.spent.items() if id in open_}
    g.group = {id: pile for id, pile in g.group.items() if id in open_}
    parent = (tuple(id for id in group if id in open_) for group in g.parent)
    g.parent = tuple(group for group in parent if group)


# -- worlds ------------------------------------------------------------------------------------


def imagined(game: Game, known: State, side: str, chance: random.Random) -> State:
    """5.4, 7.3, 9.1: any units that lie covered, where they have room; any covered plan."""
    who: dict[Unit, Unit] = {}
    for owner in SIDES:
        for asleep in (0, 1):  # everybody has seen which counters are reserves
            lie = [unit for unit in unnamed(known) if known.side_of(unit) == owner]
            places, units = (
                [unit for unit in among if known.reserve >> unit & 1 == asleep]
                for among in (lie, covered(known, owner))
            )
            who |= _with_room(known, places, units, chance)
    world = resealed(uncover(game, known, who), chance)
    _set_up(world, covered(world, SOVIET))
    if side != SOVIET and _planned(world):
        world.plan[SOVIET] = chance.choice(PLANS)
    return world


def _with_room(
    g: State, places: list[Unit], units: list[Unit], chance: random.Random
) -> dict[Unit, Unit]:
    """7.2: who lies where. Large units go first, each where there is room for it."""
    chance.shuffle(places)
    chance.shuffle(units)
    space = {g.at[place]: room(g, g.side_of(place), g.at[place]) for place in places}
    who: dict[Unit, Unit] = {}
    for unit in sorted(units[: len(places)], key=lambda unit: -size(g, unit)):
        more = size(g, unit) - 1
        fits = (place for place in places if more <= space[g.at[place]])
        place = next(fits, places[-1])
        places.remove(place)
        who[place] = unit
        space[g.at[place]] -= more
    return who


def _set_up(g: State, unseen: list[Unit]) -> None:
    """3.5, 3.7: unseen units are thought where the quick start has them; lifted reserves wait."""
    for unit in unseen:
        counter = g.unit(unit)
        if counter.setup.endswith("-R"):
            g.remove(unit, RESERVE)
        else:
            printed = counter.setup.partition("-")[0]
            g.place(unit, g.grid.find(quick_start().get(counter.id, printed)))


def _planned(g: State) -> bool:
    """5.4: does a covered plan of the Soviet lie on the table?"""
    turn = any(isinstance(frame, GameTurn) for frame in g.stack)
    asked = any(isinstance(frame, Plan) and frame.side == SOVIET for frame in g.stack)
    return turn and not asked and not g.revealed


# -- what might be otherwise -------------------------------------------------------------------


def shuffled(game: Game, g: State, side: str, chance: random.Random) -> State:
    """A position that a side cannot tell from the true one."""
    who: dict[Unit, Unit] = {}
    away, named = away_from(g, side), _named(g)
    alike: dict[tuple[str, int, str], list[Unit]] = {}
    for unit in hidden_from(g, side):
        if unit not in named and unit not in away:
            kind = (g.side_of(unit), g.reserve >> unit & 1, g.box[unit])
            alike.setdefault(kind, []).append(unit)
    for units in alike.values():
        who |= _dealt(g, units, chance)
    twin = exchange(g, who, game.marks)
    twin.lost = g.lost[:]  # 2.11: steps are lost openly
    back = {g.unit(other).id: g.unit(unit).id for unit, other in who.items()}
    twin.spent = {back.get(id, id): cost for id, cost in g.spent.items()}
    twin.parent = tuple(tuple(back.get(id, id) for id in group) for group in g.parent)
    _spread(twin, away, chance)
    if SOVIET in g.plan and not g.revealed and side != SOVIET:
        twin.plan[SOVIET] = chance.choice(PLANS)
    return resealed(unsealed(twin, side), chance)


def _dealt(g: State, units: list[Unit], chance: random.Random) -> dict[Unit, Unit]:
    """Who stands where another stood. Large and small change places, but no hex holds too much."""
    place = {unit: unit for unit in units}
    space = {g.at[unit]: room(g, g.side_of(unit), g.at[unit]) for unit in units}
    for one in units * 3:
        other = chance.choice(units)
        here, there = g.at[place[one]], g.at[place[other]]
        more = size(g, other) - size(g, one)
        if here == there or (more <= space[here] and -more <= space[there]):
            place[one], place[other] = place[other], place[one]
            space[here] -= more
            space[there] += more
    return place


def _spread(g: State, away: set[Unit], chance: random.Random) -> None:
    """3.5: units that deploy unseen stand anywhere on their side."""
    free = own_side(g, SOVIET) & g.control[SOVIET] & ~stacks(g)
    hexes = list(scan(free)) if away else []
    for unit in sorted(away):
        g.place(unit, chance.choice(hexes))


def _named(g: State) -> set[int]:
    """The counters that a frame names: they lie open, or were told."""
    fields = [getattr(frame, name) for frame in g.stack for name in frame.__struct_fields__]
    several = [number for field in fields if isinstance(field, tuple) for number in field]
    return {number for number in (*fields, *several) if isinstance(number, int)}
