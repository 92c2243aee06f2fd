"""Grids of every numbering, and sets of hexes, against plain geometry and plain search."""

from collections import deque
from itertools import product

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kursk.core.hexes import NO_SIDES, OFF, Grid, HexSet, Numbering, only, picture, row_number, scan

Neighbours = dict[str, set[str]]


def numbering(
    rows: tuple[int | str, int | str] = (1, 5),
    columns: tuple[int, int] = (1, 5),
    straight: str = "rows",
    shoved: str = "odd",
    north: str = "low",
    ids: str = "RRCC",
    missing: tuple[str, ...] = (),
) -> Numbering:
    return Numbering(rows, columns, straight, shoved, north, ids, "rulebook", missing)


def centres(number: Numbering) -> dict[str, tuple[int, int]]:
    """Where each hex lies on paper, in half hexes along a line and whole lines across it."""
    first, last = row_number(number.rows[0]), row_number(number.rows[1])
    spots = {}
    for row in range(first, last + 1):
        for column in range(number.columns[0], number.columns[1] + 1):
            down = row if number.north == "low" else -row
            if number.straight == "rows":
                spot = (2 * column + (row % 2 == (number.shoved == "odd")), down)
            else:
                spot = (2 * down + (column % 2 == (number.shoved == "odd")), column)
            spots[number.name(row, column)] = spot
    return {name: spot for name, spot in spots.items() if name not in number.missing}


def touching(number: Numbering) -> Neighbours:
    """Hexes touch when their centres are one hex apart; lines are √3/2 of a hex apart."""
    spots = centres(number)
    return {
        a: {b for b, (u, v) in spots.items() if (x - u) ** 2 + 3 * (y - v) ** 2 == 4}
        for a, (x, y) in spots.items()
    }


def apart(near: Neighbours, start: str) -> dict[str, int]:
    """Breadth-first distances."""
    far, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for there in near[here] - far.keys():
            far[there] = far[here] + 1
            queue.append(there)
    return far


VARIANTS = [
    numbering(rows, columns, *shape)
    for (rows, columns, ids) in (
        ((1, 5), (1, 6), "RRCC"),
        ((10, 14), (0, 5), "RRCC"),
        ((2, 7), (3, 7), "CCRR"),
        (("A", "E"), (1, 6), "AC"),
        (("Y", "AC"), (1, 4), "AC"),
    )
    for shape in product(("rows", "columns"), ("odd", "even"), ("low", "high"), (ids,))
]


@st.composite
def grids(draw: st.DrawFn) -> Numbering:
    top, left = draw(st.integers(0, 30)), draw(st.integers(0, 30))
    ids = draw(st.sampled_from(("RRCC", "CCRR")))
    return numbering(
        (top, top + draw(st.integers(0, 6))),
        (left, left + draw(st.integers(0, 6))),
        draw(st.sampled_from(("rows", "columns"))),
        draw(st.sampled_from(("odd", "even"))),
        draw(st.sampled_from(("low", "high"))),
        ids,
    )


@st.composite
def grids_with_sets(draw: st.DrawFn) -> tuple[Numbering, set[str], set[str]]:
    number = draw(grids())
    names = sorted(centres(number))
    some = st.sets(st.sampled_from(names))
    return number, draw(some), draw(some)


@pytest.mark.parametrize("number", VARIANTS, ids=str)
def test_neighbours_of_every_numbering(number: Numbering) -> None:
    grid, near = Grid(number), touching(number)
    for name, hex in grid.cell.items():
        assert {grid.name[there] for there in grid.neighbours(hex)} == near[name]


@pytest.mark.parametrize("number", VARIANTS, ids=str)
def test_directions_are_named_as_they_lie_on_paper(number: Numbering) -> None:
    grid, spots = Grid(number), centres(number)
    for hex, side in product(grid.name, range(6)):
        there = grid.beyond(hex, side)
        if there == OFF:
            continue
        (x, y), (u, v) = spots[grid.name[hex]], spots[grid.name[there]]
        along, across = u - x, v - y
        east, south = (along, across) if grid.pointed else (across, along)
        named = grid.directions[side]
        assert ("E" in named) == (east > 0) and ("W" in named) == (east < 0)
        assert ("S" in named) == (south > 0) and ("N" in named) == (south < 0)


@given(grids())
def test_neighbours_and_distances_of_any_grid(number: Numbering) -> None:
    grid, near = Grid(number), touching(number)
    assert set(grid.cell) == set(near)
    start = min(near)
    assert {grid.name[hex] for hex in grid.neighbours(grid.find(start))} == near[start]
    for name, far in apart(near, start).items():
        assert grid.distance(grid.find(start), grid.find(name)) == far
        assert grid.touch(grid.find(start), grid.find(name)) == (far == 1)


@given(grids_with_sets())
def test_around_is_every_neighbour_of_a_member(case: tuple[Numbering, set[str], set[str]]) -> None:
    number, some, _ = case
    grid, near = Grid(number), touching(number)
    found = grid.around(grid.set(some))
    assert set(grid.names(found)) == set().union(*(near[name] for name in some))


@given(grids_with_sets())
def test_flood_is_every_hex_joined_to_the_start(case: tuple[Numbering, set[str], set[str]]) -> None:
    number, start, through = case
    grid, near = Grid(number), touching(number)
    inside = {name: near[name] & through for name in near}
    joined = set().union(*(apart(inside, name) for name in start & through))
    assert set(grid.names(grid.flood(grid.set(start), grid.set(through)))) == joined


@given(grids(), st.integers(0, 5))
def test_ring_and_within_by_distance(number: Numbering, radius: int) -> None:
    grid, near = Grid(number), touching(number)
    start = sorted(near)[len(near) // 2]
    far = apart(near, start)
    hex = grid.find(start)
    assert set(grid.names(grid.ring(hex, radius))) == {n for n in far if far[n] == radius}
    assert set(grid.names(grid.within(hex, radius))) == {n for n in far if far[n] <= radius}


@given(grids_with_sets())
def test_shift_moves_every_member_across_the_same_side(
    case: tuple[Numbering, set[str], set[str]],
) -> None:
    number, some, _ = case
    grid = Grid(number)
    for side in range(6):
        beyond = {grid.beyond(grid.find(name), side) for name in some} - {OFF}
        assert set(scan(grid.shift(grid.set(some), side))) == beyond


@given(grids_with_sets())
def test_sides_seen_from_either_hex(case: tuple[Numbering, set[str], set[str]]) -> None:
    number, some, _ = case
    grid = Grid(number)
    inside = grid.set(some)
    sides = grid.both((inside, 0, 0, 0, 0, 0))
    assert sides == (inside, 0, 0, grid.shift(inside, 0), 0, 0)
    assert grid.both(sides) == sides
    assert grid.sides_of(inside) == (inside,) * 6


def test_a_hex_that_is_missing_touches_nothing() -> None:
    grid = Grid(numbering(missing=("0303",)))
    assert "0303" not in grid.cell
    near = grid.around(only(grid.find("0302")))
    assert grid.names(near) == ["0202", "0203", "0301", "0402", "0403"]


def test_opposite_directions_are_three_apart() -> None:
    grid = Grid(numbering())
    middle = grid.find("0303")
    for side in range(6):
        there = grid.beyond(middle, side)
        assert grid.beyond(there, (side + 3) % 6) == middle
        assert grid.side(middle, there) == side


def test_off_the_map_is_off() -> None:
    grid = Grid(numbering())
    assert grid.beyond(grid.find("0101"), grid.directions.index("W")) == OFF


@pytest.mark.parametrize(
    ("straight", "where", "hexes"),
    [
        ("rows", "north", "0101 0102 0103"),
        ("rows", "south", "0301 0302 0303"),
        ("rows", "west", "0101 0201 0301"),
        ("rows", "east", "0103 0203 0303"),
        ("columns", "north", "0101 0102 0103"),
        ("columns", "south", "0301 0302 0303"),
        ("columns", "west", "0101 0201 0301"),
        ("columns", "east", "0103 0203 0303"),
    ],
)
def test_edges(straight: str, where: str, hexes: str) -> None:
    grid = Grid(numbering((1, 3), (1, 3), straight))
    assert grid.names(grid.edge(where)) == hexes.split()


def test_north_high_puts_the_highest_row_on_top() -> None:
    grid = Grid(numbering((10, 12), (0, 1), north="high"))
    assert grid.names(grid.edge("north")) == ["1200", "1201"]


def test_letters_go_on_after_z() -> None:
    assert [row_number(row) for row in ("A", "z", "AA", "BC", 7)] == [1, 26, 27, 55, 7]
    assert set(Grid(numbering(("Z", "AA"), (1, 1), ids="AC")).cell) == {"Z1", "AA1"}


def test_unknown_hexes_and_strangers_are_named() -> None:
    grid = Grid(numbering())
    with pytest.raises(ValueError, match="no hex 9999 on this map"):
        grid.find("9999")
    with pytest.raises(ValueError, match="0101 and 0505 do not touch"):
        grid.side(grid.find("0101"), grid.find("0505"))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"straight": "hexes"}, "grid: straight is 'hexes'; it must be one of rows, columns"),
        ({"shoved": "both"}, "grid: shoved is 'both'"),
        ({"north": "up"}, "grid: north is 'up'"),
        ({"ids": "CR"}, "grid: ids is 'CR'"),
        ({"ids": "AC"}, "grid: ids AC need lettered rows"),
        ({"rows": (5, 1)}, "grid: rows and columns are given as"),
        ({"columns": (5, 1)}, "grid: rows and columns are given as"),
    ],
)
def test_a_bad_numbering_says_what_is_wrong(change: dict[str, str], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        msgspec.structs.replace(numbering(), **change)


def test_scan_yields_members_lowest_first() -> None:
    assert list(scan(0b101001)) == [0, 3, 5]
    assert list(scan(0)) == []
    assert NO_SIDES == (0,) * 6


def test_a_printed_set_reads_as_ids_and_as_a_map() -> None:
    grid = Grid(numbering((1, 3), (1, 3), shoved="even"))
    some = grid.printed(grid.set(["0102", "0201"]))
    assert list(some) == ["0102", "0201"]
    assert len(some) == 2
    assert "0102" in some and "0101" not in some
    assert some == HexSet(grid, some.hexes) and some != "0102 0201"
    assert hash(some) == hash(HexSet(grid, some.hexes))
    assert repr(some) == "HexSet(0102 0201)"
    assert str(some) == ". # .\n # . .\n. . ."


def test_a_map_of_straight_columns_prints_column_by_column() -> None:
    grid = Grid(numbering((1, 2), (1, 3), "columns", "even"))
    text = picture(grid, lambda hex: grid.name[hex], cell_width=5)
    assert text == "0101      0103\n     0102\n0201      0203\n     0202"
