"""What a position is worth to a side, in the points by which its game is decided."""

from kursk.bots.greedy import advice_for
from kursk.bots.seat import Seat
from kursk.core.match import Match

WON = 2.0  # a game won or lost, in swings: what one good turn brings


def worth(match: Match, side: str) -> float:
    """Points as they stand, and what the armies and the line promise beyond them."""
    game = match.game
    advice = advice_for(Seat(match, side))
    sign = 1 if side == game.sides[0] else -1
    value = sign * float(game.points(match.g))
    if match.over:
        winner = game.winner(match.g)
        return value + (WON * advice.swing * (1 if winner == side else -1) if winner else 0.0)
    return value + advice.standing()
