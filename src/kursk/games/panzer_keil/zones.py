"""5.2: zones of control."""

from functools import cache

from kursk.core.hexes import Grid, Hex, Hexes
from kursk.core.state import derived
from kursk.games.panzer_keil.state import State, foe, steady


def around(g: State, hexes: Hexes) -> Hexes:
    """5.2.1, 8.5.2: the hexes next to these that no lake parts from them."""
    lakes = g.board.sides["lake"]
    if not any(lakes):
        return g.grid.around(hexes)
    found = 0
    for side in range(6):
        found |= g.grid.shift(hexes & ~lakes[side], side)
    return found


@cache
def border(grid: Grid) -> Hexes:
    """8.6.4, 8.8: the hexes on the edges of the map."""
    hexes = 0
    for side in ("north", "south", "west", "east"):
        hexes |= grid.edge(side)
    return hexes


def lake_between(g: State, a: Hex, b: Hex) -> bool:
    """5.2.1: sea and lake part hexes for every purpose."""
    return "lake" in g.board.between(a, b)


def flood(g: State, start: Hexes, through: Hexes) -> Hexes:
    """6.1: every hex joined to `start` by hexes of `through`, round the lakes."""
    if not any(g.board.sides["lake"]):
        return g.grid.flood(start, through)
    found = front = start & through
    while front:
        front = around(g, front) & through & ~found
        found |= front
    return found


@derived
def zone(g: State, side: str) -> Hexes:
    """5.2: a unit's own hex and the six round it, whatever its kind, size and state.

    The option that takes the zones of disrupted units away leaves them their own hex (8.4).
    """
    held = g.held[side]
    return held | around(g, held if g.disrupted_zones else steady(g, side))


def enemy_zone(g: State, side: str) -> Hexes:
    """5.2.2: where supply is cut, movement ends and no retreat leads."""
    return zone(g, foe(side))
