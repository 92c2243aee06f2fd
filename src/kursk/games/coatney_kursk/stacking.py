"""§Stacking: how many units a hex holds; more may stay, but whoever comes is disrupted."""

from collections.abc import Iterable

from kursk.core.counters import Unit
from kursk.core.hexes import Hex
from kursk.games.coatney_kursk.state import GERMAN, State, bits, flagged


def crowded(g: State, units: Iterable[Unit]) -> bool:
    """§Stacking: Germans three, two of them korps, one of those a panzerkorps; Russians any two
    units and an artillery korps.
    """
    units = tuple(units)
    if len(units) < 2:
        return False
    if g.side_of(units[0]) == GERMAN:
        korps = bits(units) & flagged(g.roster, "korps")
        panzers = korps & flagged(g.roster, "panzer")
        return len(units) > 3 or korps.bit_count() > 2 or panzers.bit_count() > 1
    others = bits(units) & ~flagged(g.roster, "artillery")
    return len(units) > 3 or others.bit_count() > 2


def full_for(g: State, unit: Unit, hex: Hex) -> bool:
    """Would a unit be one too many in a hex?"""
    return crowded(g, {*g.pile(hex), unit})
