"""Hexes that a unit may pass through, but not stop in."""

from kursk.core.hexes import Grid, Numbering
from kursk.core.paths import Going, reach

GRID = Grid(Numbering((1, 1), (1, 5), provenance="rulebook"))
ROAD = Going(GRID, lambda hex, side: 1)
START, NEAR, NEXT, FAR = (GRID.find(f"010{column}") for column in range(1, 5))


def test_a_unit_passes_but_does_not_stop() -> None:
    found = reach(ROAD, START, 3, passing=1 << NEAR)
    assert found.costs() == {NEXT: 2, FAR: 3}
    assert GRID.names(found.hexes) == ["0103", "0104"]
    assert found.path(FAR) == (NEAR, NEXT, FAR)


def test_where_it_would_have_to_stop_it_cannot_pass() -> None:
    found = reach(ROAD, START, 3, passing=1 << NEAR, halts=1 << NEAR)
    assert found.costs() == {}
