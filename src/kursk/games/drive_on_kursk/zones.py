"""8: zones of control. Infiltration, 8.6, is with the movement it is part of."""

from kursk.core.hexes import Hex, Hexes, beside
from kursk.games.drive_on_kursk.state import State, foe


def zone(g: State, side: str) -> Hexes:
    """8.1, 8.2, 8.5: the hexes next to a side's units, whatever the ground, supply or phase.

    Units of both sides may have their zones in one hex, and several count as one.
    """
    return beside(g.grid, g.held[side])


def in_enemy_zone(g: State, side: str, hex: Hex) -> bool:
    """8.2: a unit of the side in the hex does not cancel the zone, except for supply."""
    return bool(zone(g, foe(side)) >> hex & 1)
