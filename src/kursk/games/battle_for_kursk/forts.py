"""4.0: fortifications, and the turn in which their lines become active."""

from functools import cache

from kursk.core.board import Board
from kursk.core.hexes import Hexes
from kursk.games.battle_for_kursk.state import State
from kursk.games.battle_for_kursk.tables import TURNS


def active(g: State, side: str) -> Hexes:
    """4.0: the hexes in which a side's fort counts now; it counts for that side alone."""
    return g.board.hexes[f"fort {side}"] & ~_to_come(g.board, side, g.turn)


@cache
def _to_come(board: Board, side: str, turn: int) -> Hexes:
    """The lines of later turns. A fort of no line, set up by hand, is active."""
    hexes = 0
    for later in TURNS[turn:]:
        for line in later.forts:
            hexes |= board.groups.get((f"fort {side}", line), 0)
    return hexes
