"""What one side may know. Everything that leaves the engine for a side is made from this.

First comes the position as the side knows it, which is a position like any other, and so can be
asked all that a position can be asked; then the view, which is that position put into words.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import compress
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from kursk.core import flow
from kursk.core.counters import Roster, Unit
from kursk.core.hexes import OFF, Grid, Hex, Hexes
from kursk.core.state import State, units

if TYPE_CHECKING:
    from kursk.core.game import Game

S = TypeVar("S", bound=State)

COVERED = "covered"  # the box of units that lie on the map, nobody on the other side knows where


class Seen(msgspec.Struct, frozen=True, omit_defaults=True):
    """A counter as one side sees it. A covered counter has no unit, only its side."""

    side: str
    unit: str = ""  # the id, or empty where the counter is covered
    step: int = 0  # 0 = full strength
    marks: tuple[str, ...] = ()  # moved, attacked, out of supply, reserve, …


class View(msgspec.Struct, frozen=True):
    """A position as one side sees it, or as both do (side "")."""

    game: str
    side: str
    turn: str
    phase: str
    actor: str  # who decides now; "dice" while a die is out, "" when the game is over
    prompt: str
    rule: str
    stacks: dict[str, tuple[Seen, ...]]  # by hex, top counter first
    boxes: dict[str, tuple[Seen, ...]]  # off the map: turn boxes, pools, the dead
    control: dict[str, tuple[str, ...]]  # by side, the hexes it controls
    tracks: dict[str, Any]  # victory points, plans, markers: by the game's own names
    result: str = ""  # how the game ended


# -- the position as a side knows it -----------------------------------------------------------


def unsealed(g: S, side: str) -> S:
    """A copy without what others have chosen unseen."""
    twin = g.copy()
    twin.stack = [
        frame.known_to(side) if isinstance(frame, flow.Sealed) else frame for frame in g.stack
    ]
    return twin


def cover(
    game: "Game",
    g: S,
    nameless: Iterable[Unit],
    gone: Iterable[Unit] = (),
    public: Iterable[str] = (),
) -> S:
    """A copy in which some counters are nameless, and others cannot be seen to be there.

    Where a nameless counter lies is another of its side, without id or strength, that has only
    its `public` marks. The unit itself is in the box COVERED: that it lies covered somewhere,
    and the steps it has lost, everybody knows. Nameless counters are numbered by where they
    lie, so that their numbers tell nothing either.
    """
    counters = g.roster.counters
    hidden = {unit for unit in nameless if counters[unit].id and g.box[unit] != COVERED}
    away = hidden.union(gone)
    if not away:
        return g
    at, box, sides = g.at, g.box, g.roster.sides
    hexes = sorted({at[unit] for unit in away} - {OFF})
    places = [unit for hex in hexes for unit in g.piles[hex] if unit in hidden]
    boxed = [unit for unit in hidden if at[unit] == OFF]
    places += sorted(boxed, key=lambda unit: (box[unit], sides[unit]))
    number = dict(zip(places, range(len(at), len(at) + len(places)), strict=True))
    twin = g.copy()
    twin.roster = g.roster.with_nameless([sides[unit] for unit in places])
    twin.at += [at[unit] for unit in places]
    twin.box += [box[unit] for unit in places]
    twin.lost += [0] * len(places)
    for unit in away:
        twin.at[unit], twin.box[unit] = OFF, COVERED
    for hex in hexes:
        pile = [unit for unit in g.piles[hex] if unit in hidden or unit not in away]
        twin.piles[hex] = tuple([number.get(unit, unit) for unit in pile])
    for hex in {g.at[unit] for unit in away - hidden} - {OFF}:
        left = {twin.side_of(unit) for unit in twin.piles[hex]}
        if not left:
            del twin.piles[hex]
        for side in twin.held.keys() - left:
            twin.held[side] &= ~(1 << hex)
    lifted = sum(1 << unit for unit in away)
    _muster(twin, lifted, len(g.roster), hexes)
    for mark in game.marks:
        if (marked := getattr(g, mark)) & lifted:
            kept = [number[u] for u in places if marked >> u & 1] if mark in public else []
            setattr(twin, mark, marked & ~lifted | sum(1 << unit for unit in kept))
    return twin


def _muster(g: State, lifted: int, first: Unit, hexes: Iterable[Hex]) -> None:
    """Who is on the map without the units lifted, and with the nameless, from `first` on. What
    was known of piles stands but for those hexes; all else has to be worked out anew."""
    g.known, g.touched = {}, g.touched | sum(1 << hex for hex in hexes)
    for side in g.afield:
        g.afield[side] &= ~lifted
    for unit in range(first, len(g.roster)):
        if g.at[unit] != OFF:
            g.afield[g.side_of(unit)] |= 1 << unit


def covered(g: State, side: str) -> list[Unit]:
    """The units of a side of which only that is known: they lie covered somewhere."""
    return g.boxed(COVERED, side)


# -- the view ----------------------------------------------------------------------------------


def look(game: "Game", g: State, side: str, tracks: dict[str, Any]) -> View:
    """A position as a side sees it, who knows no more than what is in it."""
    faces, decision = _faces(game, g), flow.deciding(g)
    actor = decision.actor(g) if decision else ""
    return View(
        game=game.title,
        side=side,
        turn=game.turn_name(g.turn),
        phase=next((frame.title for frame in reversed(g.stack) if frame.title), ""),
        actor=actor,
        prompt=decision.prompt(g) if decision and actor == side else "",
        rule=flow.rule(g),
        stacks=_stacks(g, faces),
        boxes=_boxes(g, faces),
        control={owner: named(g.grid, hexes) for owner, hexes in g.control.items()},
        tracks=tracks,
        result=g.result,
    )


def _stacks(g: State, faces: list[Seen]) -> dict[str, tuple[Seen, ...]]:
    """What lies in each hex, top counter first; in the order of the hexes, which tells nothing."""
    names, piles, stacks = g.grid.name, g.piles, dict[str, tuple[Seen, ...]]()
    for hex in sorted(piles):
        pile = piles[hex]
        alone = len(pile) == 1  # as most are
        stacks[names[hex]] = (
            (faces[pile[0]],) if alone else tuple([faces[unit] for unit in pile[::-1]])
        )
    return stacks


def _boxes(g: State, faces: list[Seen]) -> dict[str, tuple[Seen, ...]]:
    """What lies off the map, by side and id."""
    boxes: dict[str, list[Seen]] = {}
    boxed = compress(range(len(g.box)), g.box)
    for unit in sorted(boxed, key=_places(g.roster).__getitem__):
        box = g.box[unit]
        if box != COVERED and g.at[unit] == OFF:
            boxes.setdefault(box, []).append(faces[unit])
    return {box: tuple(boxes[box]) for box in sorted(boxes)}


def _faces(game: "Game", g: State) -> list[Seen]:
    """Every unit as it is seen. Most are as they were printed; a nameless one shows no mark."""
    printed = g.roster.named
    faces = list(_printed(printed))
    for marks, marked in _marked(game, g, (1 << len(printed)) - 1).items():
        alike = _printed(printed, marks)
        for unit in units(marked):
            faces[unit] = alike[unit]
    for unit in compress(range(len(printed)), g.lost):
        face = faces[unit]
        faces[unit] = _seen(face.side, face.unit, g.lost[unit], face.marks)
    return faces + [_seen(side) for side in g.roster.sides[len(printed) :]]


def _marked(game: "Game", g: State, among: int) -> dict[tuple[str, ...], int]:
    """Sets of units, by all the marks that each of them has."""
    found: dict[tuple[str, ...], int] = {}
    for mark in game.marks:
        rest = getattr(g, mark) & among
        if not rest:
            continue
        for marks, marked in list(found.items()):
            if both := marked & rest:
                found[marks] ^= both
                found[*marks, mark] = both
                rest ^= both
        found[mark,] = rest
    return found


# A view is made after every order, and hardly differs from the last: what it is made of is kept.


@lru_cache(256)
def _printed(roster: Roster, marks: tuple[str, ...] = ()) -> tuple[Seen, ...]:
    """The counters of a roster, all with these marks."""
    return tuple([_seen(counter.side, counter.id, 0, marks) for counter in roster.counters])


@lru_cache(256)
def _places(roster: Roster) -> tuple[int, ...]:
    """By unit: its place in the order of sides and ids, which tells nothing either."""
    order = sorted(range(len(roster)), key=lambda unit: (roster[unit].side, roster[unit].id))
    return tuple([place for _, place in sorted(zip(order, range(len(order)), strict=True))])


@lru_cache(4096)
def _seen(side: str, unit: str = "", step: int = 0, marks: tuple[str, ...] = ()) -> Seen:
    return Seen(side, unit, step, marks)


@lru_cache(256)
def named(grid: Grid, hexes: Hexes) -> tuple[str, ...]:
    """The names of a set of hexes that is told again and again."""
    return tuple(grid.names(hexes))
