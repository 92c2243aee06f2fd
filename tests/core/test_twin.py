"""The compiled twin answers every question as Python does, which is the reference."""

import copy
import os
import pickle
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kursk.core import hexes, twin
from kursk.core.hexes import NO_SIDES, Grid, Hex, Hexes, Numbering, Sides
from kursk.core.paths import Going, Points, Reach, reach, walk

HERE = Path(__file__).parent
BUILT = pytest.mark.skipif(not twin.IN_USE, reason="no twin: no C compiler, or KURSK_TWIN=off")
PRICES: tuple[Points | None, ...] = (1, 1, 1, 2, 2, 3, 7, None, Fraction(1, 2), Fraction(2, 3))


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    """Maps of up to 200 hexes: wide, tall, with holes."""
    rows, columns = draw(st.integers(1, 20)), draw(st.integers(1, 10))
    numbering = Numbering(
        (1, rows),
        (3, 2 + columns),
        straight=draw(st.sampled_from(("rows", "columns"))),
        shoved=draw(st.sampled_from(("odd", "even"))),
        north=draw(st.sampled_from(("low", "high"))),
        missing=tuple(f"{n:02}{n % columns + 3:02}" for n in range(3, rows, 3)),
    )
    return Grid(numbering)


def some(grid: Grid, chance: Random, share: float) -> Hexes:
    """A set by chance; now and then with much that is not on the map."""
    found = sum(1 << hex for hex in grid.name if chance.random() < share)
    return chance.choice((found, found, found, ~found, found | 1 << 9999))


def country(grid: Grid, chance: Random) -> Going:
    """Ground that costs by the hex, and sides where a step costs otherwise, or is no way."""
    ground = {hex: chance.choice(PRICES) for hex in grid.name}
    odd = {(hex, side): chance.choice(PRICES) for hex in grid.name for side in range(6)}
    share = chance.choice((0, 0.1, 0.5))

    def step(hex: Hex, side: int) -> Points | None:
        rough = chance.random() < share
        return odd[hex, side] if rough else ground[grid.beyond(hex, side)]

    return Going(grid, step)


def plain(going: Going) -> Going:
    """The same, without its twin."""
    alone = copy.copy(going)
    alone.twin = None
    return alone


def answers(found: Reach) -> list[object]:
    """All that a reach can tell, in the order in which it tells it."""
    ways = [(hex, found.cost(hex), found.path(hex)) for hex in hexes.scan(found.hexes)]
    beyond = []
    for hex in sorted(found.going.grid.name):
        try:
            beyond.append((hex, found.cost(hex), found.path(hex)))  # where it may only pass, too
        except KeyError as error:
            beyond.append((hex, error.args[0], ()))
    return [found.start, found.hexes, found.halts, ways, list(found.costs().items()), beyond]


@BUILT
@given(grids(), st.integers(0, 10**9))
def test_reach_is_the_same(grid: Grid, seed: int) -> None:
    chance = Random(seed)
    going = country(grid, chance)
    assert going.twin is not None and plain(going).twin is None
    everywhere: Sides = grid.sides_of(grid.all)
    for _ in range(6):
        start = chance.choice(sorted(grid.name))
        points = chance.choice((-1, 0, 1, 2, 5, 9, 40, Fraction(5, 2), Fraction(7, 5)))
        closed, halts, passing, later = (
            some(grid, chance, share) if (share := chance.choice((0, 0, 0.1, 0.3))) else 0
            for _ in range(4)
        )
        sides = some(grid, chance, 0.5), 0, grid.all, -1, some(grid, chance, 0.2), 1 << start
        first = chance.choice((NO_SIDES, everywhere, sides))
        both = [
            reach(
                way, start, points,
                closed=closed, halts=halts, passing=passing, later=later, first=first,
            )
            for way in (going, plain(going))
        ]  # fmt: skip
        assert answers(both[0]) == answers(both[1])


@BUILT
@given(grids(), st.integers(0, 10**9))
def test_walk_is_the_same(grid: Grid, seed: int) -> None:
    chance = Random(seed)
    going = country(grid, chance)
    for _ in range(12):
        path = [chance.choice(sorted(grid.name))]
        for _ in range(chance.randrange(6)):
            path.append(chance.choice(grid.neighbours(path[-1]) or path))
        if chance.random() < 0.1:
            path.append(chance.choice(sorted(grid.name)))  # most likely far away
        points = chance.choice((-1, 0, 1, 2, 5, 9, 40, Fraction(5, 2), Fraction(7, 5)))
        sides = some(grid, chance, 0.5), 0, grid.all, -1, some(grid, chance, 0.2), 1 << path[0]
        first = chance.choice((NO_SIDES, grid.sides_of(grid.all), sides))
        told: list[Points | str | None] = []
        for way in (going, plain(going)):
            try:
                told.append(walk(way, path, points, first=first))
            except ValueError as error:
                told.append(str(error))
        assert told[0] == told[1]


@BUILT
@given(grids(), st.integers(0, 10**9), st.sampled_from((0.05, 0.4, 0.7, 0.95)))
def test_floods_and_layers_are_the_same(grid: Grid, seed: int, share: float) -> None:
    chance, alone = Random(seed), copy.copy(grid)
    assert grid.twin is not None
    alone.__dict__ |= grid.__dict__ | {"twin": None}
    for _ in range(6):
        start, through = some(grid, chance, 0.1), some(grid, chance, share)
        assert grid.flood(start, through) == alone.flood(start, through)
        for most in (0, 2, hexes.FAR):
            layers = grid.layers(start, through, most)
            assert layers == alone.layers(start, through, most)
        assert sum(layers) == grid.flood(start, through)


@BUILT
@given(
    st.integers(0, 1 << 700) | st.sets(st.integers(0, 9000)).map(lambda s: sum(1 << n for n in s))
)
def test_members_are_the_same(members: Hexes) -> None:
    wanted = list(twin.REFERENCE["scan"](members))
    assert list(hexes.scan(members)) == hexes.members(members) == wanted
    assert twin.REFERENCE["members"](members) == wanted
    for n in range(-1, len(wanted) + 2):
        told = []
        for nth in (hexes.nth, twin.REFERENCE["nth"]):
            try:
                told.append(nth(members, n))
            except IndexError as error:
                told.append(str(error))
        assert told[0] == told[1]


@BUILT
@given(st.lists(st.integers(-1, 300) | st.just(9_999), max_size=150), st.data())
def test_places_are_the_same(at: list[Hex], data: st.DataObject) -> None:
    units = data.draw(st.integers(0, (1 << len(at)) - 1))
    assert hexes.places(at, units) == twin.REFERENCE["places"](at, units)
    for places in (hexes.places, twin.REFERENCE["places"]):
        with pytest.raises(IndexError):
            places(at, 1 << len(at))


def test_the_nth_member_has_n_lower_ones() -> None:
    for nth in (hexes.nth, twin.REFERENCE["nth"]):
        assert [nth(0b1011 << 70, n) for n in range(3)] == [70, 71, 73]
        for n in (-1, 3):
            with pytest.raises(IndexError, match="has not so many members"):
                nth(0b1011 << 70, n)
        with pytest.raises(IndexError):
            nth(0, 0)


@BUILT
def test_what_the_twin_cannot_be_asked() -> None:
    grid = Grid(Numbering((1, 3), (1, 3)))
    going = Going(grid, lambda hex, side: 1)
    with pytest.raises(KeyError):
        reach(going, 9_999, 3)
    with pytest.raises(KeyError):
        reach(going, min(grid.name), 3).path(-1)
    with pytest.raises(OverflowError):
        reach(going, min(grid.name), 10**12)
    for wrong in ("0101", None):
        with pytest.raises(TypeError):
            grid.flood(wrong, grid.all)  # type: ignore[arg-type]


def test_what_is_too_large_for_the_twin_is_left_to_python() -> None:
    vast = Grid(Numbering((1, 99), (1, 95)))
    assert vast.twin is None
    assert vast.flood(1 << vast.find("0101"), vast.all) == vast.all
    small = Grid(Numbering((1, 2), (1, 2)))
    fine = Going(small, lambda hex, side: Fraction(1, 4096) if hex % 2 else 2)
    assert fine.twin is None
    assert reach(fine, small.find("0101"), 2).hexes.bit_count() == 3


def test_a_reach_is_pickled_with_or_without_a_twin() -> None:
    grid = Grid(Numbering((1, 6), (1, 6)))
    going = Going(grid, lambda hex, side: 1 if side else Fraction(1, 2))
    for way in (going, plain(going)):
        found = reach(way, grid.find("0303"), 3, halts=1 << grid.find("0304"), closed=1)
        again = pickle.loads(pickle.dumps(found))
        assert answers(again) == answers(found)
        assert (again.going.twin is not None) == twin.IN_USE


def test_a_twin_of_another_source_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "twin.c").write_text("/* changed since */")
    monkeypatch.setattr(twin, "SOURCE", tmp_path / "twin.c")
    assert twin._built() is None


@BUILT
def test_core_stands_without_the_twin_too() -> None:
    tests = [str(HERE / f"test_{name}.py") for name in ("paths", "passing", "later")]
    tests += [f"{HERE / 'test_hexes.py'}::test_flood_is_every_hex_joined_to_the_start"]
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests],
        env=os.environ | {"KURSK_TWIN": "off"},
        cwd=HERE.parent.parent,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stdout
