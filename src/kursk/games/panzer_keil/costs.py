"""8.2, A7.1, A8.3: what a step costs."""

from functools import cache

from kursk.core.board import Board
from kursk.core.counters import Unit
from kursk.core.hexes import Hex, Hexes
from kursk.core.paths import Going, Points
from kursk.games.panzer_keil.positions import positions
from kursk.games.panzer_keil.state import GERMAN, State, mech, special_turn
from kursk.games.panzer_keil.tables import COST

GROUND = ("forest", "hills", "swamp", "city", "town")


def step_cost(
    board: Board, by: str, slow_roads: bool, dug: Hexes, hex: Hex, side: int
) -> Points | None:
    """2.1.2, 8.2.2, 8.2.3, 8.2.4, 8.5.2: the hex entered, a river on top; a road in place of both.

    A7.1: where the road crosses a river, the river's price in place of the road's. A14.3: on
    turns 1 and 2 every hexside of road costs one. A8.3: a position comes on top of everything.
    """
    sides, there = board.on_side(hex, side), board.grid.beyond(hex, side)
    if "lake" in sides:
        return None
    if "road" in board.along(hex, side):
        cost = 1 if slow_roads else COST["road"][by]
        if "river" in sides:
            cost = COST["road across a river"][by]
    else:
        kind = next((kind for kind in GROUND if board.hexes[kind] >> there & 1), "clear")
        cost = COST[kind][by] + (COST["river"][by] if "river" in sides else 0)
    return cost + (COST["position"][by] if dug >> there & 1 else 0)


@cache
def _going(board: Board, by: str, slow_roads: bool, dug: Hexes) -> Going:
    return Going(board.grid, lambda hex, s: step_cost(board, by, slow_roads, dug, hex, s))


def going(g: State, unit: Unit) -> Going:
    """8.2, A8.3: the costs of a unit. Soviets pay nothing for positions."""
    dug = positions(g) if g.side_of(unit) == GERMAN else 0
    return _going(g.board, "mech" if mech(g, unit) else "foot", special_turn(g), dug)
