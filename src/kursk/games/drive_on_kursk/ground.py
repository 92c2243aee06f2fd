"""10.8–10.18: what the ground costs."""

from functools import cache

from kursk.core.board import Board
from kursk.core.hexes import Hex, Hexes
from kursk.core.paths import Going
from kursk.games.drive_on_kursk.state import foe
from kursk.games.drive_on_kursk.tables import TERRAIN

NATURAL = ("forest", "hills", "swamp")
BUILT = ("city", "town")
DEEP = ("major river", "lake")
WATER = ("river", *DEEP)


def ground_of(board: Board, side: str, hex: Hex) -> list[str]:
    """10.8, 10.16, 12.1: the lines of the terrain chart that a hex means to a side.

    A fort keeps the side it was built for, whoever holds it.
    """
    kinds = [kind for kind in (*NATURAL, *BUILT) if board.hexes[kind] >> hex & 1]
    if board.hexes[f"fort {side}"] >> hex & 1:
        kinds.append("own fort")
    if board.hexes[f"fort {foe(side)}"] >> hex & 1:
        kinds.append("enemy fort")
    return kinds


def entry_cost(board: Board, side: str, mobility: str, hex: Hex) -> int:
    """10.10, 10.11, 10.12, 10.13, 10.15, 10.16, 10.17, 10.18: what a hex costs a side's unit.

    Natural and manmade ground add up (A-04); clear ground counts only where it is alone.
    Towns cost nothing (A-03).
    """
    ground = [kind for kind in ground_of(board, side, hex) if kind != "town"]
    return sum(TERRAIN[kind].cost(mobility) for kind in ground or ("clear",))


def step_cost(board: Board, side: str, mobility: str, hex: Hex, way: int) -> int:
    """8.3, 10.9, 10.14, 10.15: the cost of a step over one of the six sides; zones cost nothing."""
    water = [kind for kind in board.on_side(hex, way) if kind in WATER]
    there = board.grid.beyond(hex, way)
    crossing = sum(TERRAIN[kind].cost(mobility) for kind in water)
    return entry_cost(board, side, mobility, there) + crossing


@cache
def going(board: Board, side: str, mobility: str) -> Going:
    """10.8: all steps of the map, for one side's units of one class."""
    return Going(board.grid, lambda hex, way: step_cost(board, side, mobility, hex, way))


def across_deep_water(board: Board, hex: Hex) -> Hexes:
    """8.6, 11.14: the neighbours beyond a major river or a lake."""
    across = 0
    for kind in DEEP:
        for side in range(6):
            if board.sides[kind][side] >> hex & 1:
                across |= board.grid.shift(1 << hex, side)
    return across
