"""Hexes that a unit may enter, but not by its first step."""

from kursk.core.hexes import Grid, Numbering
from kursk.core.paths import Going, reach

GRID = Grid(Numbering((1, 2), (1, 4), provenance="rulebook"))
EVEN = Going(GRID, lambda hex, side: 1)
START, NEXT = GRID.find("0202"), GRID.find("0203")
ANYWHERE = GRID.sides_of(GRID.all)


def test_the_first_step_goes_round() -> None:
    found = reach(EVEN, START, 2, later=1 << NEXT)
    assert found.cost(NEXT) == 2
    assert found.path(NEXT) == (GRID.find("0102"), NEXT)


def test_with_one_point_there_is_no_going_round() -> None:
    assert not reach(EVEN, START, 1, later=1 << NEXT).hexes >> NEXT & 1


def test_nor_may_a_guaranteed_first_step_lead_there() -> None:
    dear = Going(GRID, lambda hex, side: 5)
    found = reach(dear, START, 2, later=1 << NEXT, first=ANYWHERE)
    assert found.hexes >> GRID.find("0102") & 1
    assert not found.hexes >> NEXT & 1


def test_a_way_round_is_told_even_where_the_straight_one_costs_the_same() -> None:
    side = GRID.side(START, NEXT)
    going = Going(GRID, lambda hex, way: 2 if (hex, way) == (START, side) else 1)
    assert reach(going, START, 3, later=1 << NEXT).path(NEXT)[0] != NEXT
