"""§Stacking: how many units a hex holds; more may stay, but whoever comes is disrupted."""

from collections.abc import Iterable

from kursk.core.counters import Unit
from kursk.core.hexes import Hex
from kursk.games.coatney_kursk.state import GERMAN, State, has, panzerkorps


def crowded(g: State, units: Iterable[Unit]) -> bool:
    """§Stacking: Germans three, two of them korps, one of those a panzerkorps; Russians any two
    units and an artillery korps.
    """
    units = tuple(units)
    if not units:
        return False
    if g.side_of(units[0]) == GERMAN:
        korps = sum(has(g, unit, "korps") for unit in units)
        return len(units) > 3 or korps > 2 or sum(panzerkorps(g, u) for u in units) > 1
    return len(units) > 3 or sum(not has(g, unit, "artillery") for unit in units) > 2


def full_for(g: State, unit: Unit, hex: Hex) -> bool:
    """Would a unit be one too many in a hex?"""
    return crowded(g, {*g.pile(hex), unit})
