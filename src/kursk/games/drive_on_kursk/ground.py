"""10.8–10.18: what the ground costs."""

from functools import cache

from kursk.core.board import Board
from kursk.core.hexes import Hex
from kursk.core.paths import Going
from kursk.games.drive_on_kursk.state import GERMAN
from kursk.games.drive_on_kursk.tables import TERRAIN

NATURAL = ("forest", "hills", "swamp")
WATER = ("river", "major river", "lake")


def entry_cost(board: Board, side: str, mobility: str, hex: Hex) -> int:
    """10.10, 10.11, 10.12, 10.13, 10.15, 10.16, 10.17, 10.18: what a hex costs a side's unit.

    Natural and manmade ground add up (A-04); clear ground counts only where it is alone.
    Towns cost nothing (A-03). A fort keeps the side it was built for (10.16).
    """
    own, enemy = ("fort german", "fort soviet")[:: 1 if side == GERMAN else -1]
    ground = [kind for kind in (*NATURAL, "city") if board.hexes[kind] >> hex & 1]
    if board.hexes[own] >> hex & 1:
        ground.append("own fort")
    if board.hexes[enemy] >> hex & 1:
        ground.append("enemy fort")
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
