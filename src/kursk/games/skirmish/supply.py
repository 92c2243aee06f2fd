"""4: supply."""

from kursk.core.game import Supply
from kursk.core.hexes import Hexes
from kursk.core.paths import trace
from kursk.games.skirmish.state import State, foe, zone


def passable(g: State, side: str) -> Hexes:
    """4.1: where a supply path may run."""
    other = foe(side)
    return g.grid.all & ~g.held[other] & ~(zone(g, other) & ~g.held[side])


def supplied(g: State, side: str) -> Hexes:
    """4.1: every hex in which a unit of the side is supplied."""
    home = g.board.hexes[f"{side} home"]
    return g.grid.flood(home, passable(g, side))


def supply_of(g: State, unit: int) -> Supply:
    """4.1: the unit's path home, or the hexes that close it in."""
    side, hex = g.side_of(unit), g.at[unit]
    path = trace(g.grid, 1 << hex, g.board.hexes[f"{side} home"], passable(g, side))
    if path:
        return Supply(True, "4.1", "A path leads home.", path)
    pocket = g.grid.flood(1 << hex, passable(g, side) | 1 << hex)
    closed = ", ".join(g.grid.names(g.grid.around(pocket) & ~pocket))
    return Supply(False, "4.1", f"Enemies or their zones close every way home: {closed}.")
