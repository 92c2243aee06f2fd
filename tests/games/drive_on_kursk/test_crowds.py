"""11.12, 11.13: crowded retreats, compared with a search that leaves nothing untried.

`KURSK_CROWDS=20000` looks at more of them.
"""

import os
import random
from functools import cache

import pytest

from kursk.core.flow import play as go_on
from kursk.core.flow import refusal, run
from kursk.core.hexes import OFF, Hex, only, scan
from kursk.games.drive_on_kursk.displacement import Entering, displacements, open_to
from kursk.games.drive_on_kursk.retreat import Retreats
from kursk.games.drive_on_kursk.stacking import LIMIT, overfull, size
from kursk.games.drive_on_kursk.state import State, foe, zone
from tests.games.drive_on_kursk.helpers import position, state

CROWDS = int(os.environ.get("KURSK_CROWDS", "400"))

Pile = tuple[int, int]  # how many corps, and how many smaller units, can be moved
World = tuple[tuple[Hex, Pile], ...]  # by hex, in order


class Book:
    """The rule, without regard for the time it takes.

    Units of a size in one hex are alike; `fixed` is what lies in a hex and cannot be moved.
    """

    def __init__(self, g: State, side: str, fixed: int) -> None:
        self.g, self.side = g, side
        self.fixed = {h: 0 for h in range(-1, max(g.grid.name) + 1)}
        self.closed = g.held[foe(side)]
        self.danger = zone(g, foe(side))
        world: dict[Hex, Pile] = {}
        for hex in scan(g.held[side]):
            sizes = [size(g, unit) for unit in g.pile(hex) if not fixed >> unit & 1]
            self.fixed[hex] = sum(size(g, unit) for unit in g.pile(hex) if fixed >> unit & 1)
            world[hex] = (sizes.count(3), sizes.count(1))
        self.world: World = tuple(sorted(world.items()))

    def room(self, world: World, hex: Hex) -> int:
        corps, others = dict(world).get(hex, (0, 0))
        return LIMIT[self.side] - self.fixed[hex] - 3 * corps - others

    def moved(self, world: World, each: int, here: Hex | None, there: Hex) -> World:
        piles = dict(world)
        for hex, more in ((here, -1), (there, 1)):
            if hex is not None:
                corps, others = piles.get(hex, (0, 0))
                piles[hex] = (corps + more, others) if each == 3 else (corps, others + more)
        return tuple(sorted(piles.items()))

    def ways(
        self, world: World, each: int, here: Hex, stays: bool, barred: frozenset[Hex]
    ) -> dict[Hex, set[World]]:
        """Where a unit of a size may go, with all that may then be.

        11.12: to a hex with room, out of enemy zones, and for Germans else in one; 11.13: else
        to a hex where room can be made.
        """
        near = [h for h in self.g.grid.neighbours(here) if h not in barred]
        near = [h for h in near if not self.closed >> h & 1]
        steps = [[h for h in near if not self.danger >> h & 1]]
        if self.side == "german":
            steps.append([h for h in near if self.danger >> h & 1])
        leaves = None if stays else here
        for hexes in steps:
            free = [h for h in hexes if self.room(world, h) >= each]
            if free:
                return {h: {self.moved(world, each, leaves, h)} for h in free}
        for hexes in steps:
            made = {h: self.made(world, each, leaves, h, barred) for h in hexes}
            if any(made.values()):
                return {h: worlds for h, worlds in made.items() if worlds}
        return {}

    def made(
        self, world: World, each: int, leaves: Hex | None, hex: Hex, barred: frozenset[Hex]
    ) -> set[World]:
        """11.13: all that may be once as few as can be have made room (A-39)."""
        reached = {world}
        for _ in range(3):
            reached = {w for before in reached for w in self.fewer(before, hex, barred)}
            fit = {self.moved(w, each, leaves, hex) for w in reached if self.room(w, hex) >= each}
            if fit:
                return fit
        return set()

    def fewer(self, world: World, hex: Hex, barred: frozenset[Hex]) -> set[World]:
        """All that may be once one unit has been displaced from a hex."""
        corps, others = dict(world).get(hex, (0, 0))
        sizes = [3] * bool(corps) + [1] * bool(others)
        found: set[World] = set()
        for other in sizes:
            for worlds in self.ways(world, other, hex, False, barred | {hex}).values():
                found |= worlds
        return found


# -- crowds --------------------------------------------------------------------------------------

FULL = {  # corps and smaller units in a hex: most of them leave no room, or not much
    "soviet": (
        (3, 0),
        (3, 0),
        (2, 3),
        (2, 3),
        (2, 2),
        (2, 2),
        (2, 1),
        (1, 6),
        (1, 5),
        (0, 9),
        (2, 0),
    ),
    "german": ((0, 3), (0, 3), (0, 3), (0, 3), (0, 3), (0, 3), (0, 2)),
}
MANY = 60


@cache
def empty() -> State:
    """A blank map, and counters enough for any crowd."""
    lines = [f"xs{n} dead rifle\nxk{n} dead tank-corps\nxg{n} dead infantry" for n in range(MANY)]
    return state(position("\n".join(lines)))


class Counters:
    """Counters to be set down, one after the other."""

    def __init__(self, g: State) -> None:
        self.g, self.taken = g, {"s": 0, "k": 0, "g": 0}

    def set_down(self, kind: str, hex: Hex) -> int:
        unit = self.g.roster.find(f"x{kind}{self.taken[kind]}")
        self.taken[kind] += 1
        self.g.place(unit, hex)
        return unit


def crowd(seed: int) -> tuple[State, int]:
    """A pocket of a few full hexes in a ring of enemies with gaps, and a unit that retreats."""
    chance = random.Random(seed)
    g = empty().copy()
    side = chance.choice(("soviet", "soviet", "german"))
    target = g.grid.find(chance.choice(("3010", "3026", "5926", "1125", "4003")))
    pocket, most = [target], chance.randint(2, 8)
    while len(pocket) < most:
        near = g.grid.neighbours(chance.choice(pocket))
        pocket += [hex for hex in [chance.choice(near)] if hex not in pocket]
    counters = Counters(g)
    own, other = ("s", "g") if side == "soviet" else ("g", "s")
    unit = counters.set_down(chance.choice((own, "k")) if side == "soviet" else own, target)
    for hex in pocket[1:]:
        corps, others = chance.choice(FULL[side])
        units = [counters.set_down("k", hex) for _ in range(corps)]
        units += [counters.set_down(own, hex) for _ in range(others)]
        if side == "soviet" and chance.random() < 0.1:
            g.reserve |= sum(1 << each for each in units)
    inside = sum(1 << hex for hex in pocket)
    rim = g.grid.around(inside) & ~inside
    ring = g.grid.around(rim) & ~rim & ~inside if side == "soviet" else rim
    tight = chance.choice((0.9, 0.97, 1.0))
    for hex in scan(ring):
        if chance.random() < tight:
            counters.set_down(other, hex)
    return g, unit


@pytest.mark.parametrize("part", range(8))
def test_11_13_no_way_out_of_a_crowd_is_missed(part: int) -> None:
    displaced = lost = 0
    for seed in range(part, CROWDS, 8):
        g, unit = crowd(seed)
        target, fixed = g.at[unit], g.reserve | 1 << unit
        book = Book(g, g.side_of(unit), fixed)
        ways = book.ways(book.world, size(g, unit), target, True, frozenset((target,)))
        assert set(scan(open_to(g, unit, only(target), fixed))) == set(ways), seed
        for hex in ways:
            if book.room(book.world, hex) < size(g, unit):
                offered = displacements(g, unit, hex, only(target), fixed)
                sizes = {(size(g, other), there) for other, there in offered}
                assert sizes == by_the_book(book, size(g, unit), hex, target), seed
                displaced += 1
        assert retreated(g, unit, seed) == bool(ways), seed
        lost += not ways
    assert displaced and lost


def retreated(g: State, unit: int, seed: int) -> bool:
    """Let the unit retreat, all choices being made by chance: does it live? All others must."""
    chance, after = random.Random(seed), g.copy()
    after.stack, after.vp = [Retreats(g.at[unit], (unit,))], 10_000
    run(after)
    while after.stack:
        order = chance.choice(list(after.stack[-1].orders(after)))
        assert refusal(after, order) is None
        go_on(after, order)
    assert not overfull(after)
    assert {*g.on_map()} - {unit} == {*after.on_map()} - {unit}
    return after.at[unit] != OFF


def by_the_book(book: Book, each: int, hex: Hex, target: Hex) -> set[tuple[int, Hex]]:
    """11.13: who may be displaced first, and where to, so that as few as can be are displaced."""
    barred = frozenset((target,))
    corps, others = dict(book.world)[hex]
    first = {
        (other, there): worlds
        for other, count in ((3, corps), (1, others))
        if count
        for there, worlds in book.ways(book.world, other, hex, False, barred | {hex}).items()
    }
    for more in range(3):
        found = set()
        for choice, worlds in first.items():
            reached = worlds
            for _ in range(more):
                reached = {w for before in reached for w in book.fewer(before, hex, barred)}
            if any(book.room(w, hex) >= each for w in reached):
                found.add(choice)
        if found:
            return found
    return set()


def test_11_13_who_finds_no_room_after_all_is_lost_and_nobody_else() -> None:
    """Room was promised him, but those before him have taken it."""
    g = empty().copy()
    counters, hex = Counters(g), g.grid.find("3010")
    for _ in range(3):
        counters.set_down("k", hex)
    for ring in g.grid.neighbours(hex)[1:]:
        counters.set_down("g", ring)
    unit = counters.set_down("s", g.grid.neighbours(hex)[0])
    g.stack = [Entering(unit, hex, only(g.at[unit]), g.reserve)]
    run(g)
    assert g.at[unit] == OFF and len(g.pile(hex)) == 3
