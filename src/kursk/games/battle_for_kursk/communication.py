"""10.0: control of cities, and who is in communication."""

from kursk.core.game import Supply
from kursk.core.hexes import Hex, Hexes
from kursk.core.paths import trace
from kursk.core.state import derived
from kursk.core.words import nearest
from kursk.games.battle_for_kursk.state import GERMAN, State, cities, enemy_zone, foe


def border(g: State, side: str) -> Hexes:
    """10.2, 10.3: red is north and east, for the Russian; blue is west and south, German."""
    return g.board.hexes[f"{side} border"]


def passable(g: State, side: str) -> Hexes:
    """7.3, 10.0: where a path may run: no enemy unit, no enemy zone, no enemy city.

    A friendly unit does not open a hex that lies in an enemy zone.
    """
    barred = g.held[foe(side)] | enemy_zone(g, side) | cities(g) & g.control[foe(side)]
    return g.grid.all & ~barred & ~g.board.hexes["sea"]


@derived
def communicating(g: State, side: str) -> Hexes:
    """10.0: every hex from which a path leads to the side's border.

    The hex it starts from is exempt; a border hex needs no path at all.
    """
    edge = border(g, side)
    linked = g.grid.flood(edge, passable(g, side))
    return edge | linked | g.grid.around(linked)


def communication(g: State, unit: int) -> Supply:
    """10.0: the unit's path to its border, or what there is in its way."""
    side = g.side_of(unit)
    colour = "blue" if side == GERMAN else "red"
    path = trace(g.grid, 1 << g.at[unit], border(g, side), passable(g, side))
    if path:
        return Supply(True, "10.0", f"In communication with the {colour} border.", path)
    return Supply(False, "10.0", f"Closed towards the {colour} border: {_bars(g, unit)}.")


def _bars(g: State, unit: int) -> str:
    """10.0: the nearest hexes that close a unit in, and why each does."""
    side, hex = g.side_of(unit), g.at[unit]
    pocket = g.grid.flood(1 << hex, passable(g, side) | 1 << hex)
    rim = g.grid.around(pocket) & ~pocket & ~g.board.hexes["sea"]
    return nearest(g, hex, rim, lambda there: _bar(g, side, there))


def _bar(g: State, side: str, hex: Hex) -> str:
    if g.held[foe(side)] >> hex & 1:
        return "enemy unit"
    return "enemy zone" if enemy_zone(g, side) >> hex & 1 else "enemy city"
