"""Choices made unseen: each is played out against each of the other side's, and chance draws.

Who always chooses the same is found out. So the choices are mixed as in a small game of its own,
whose table holds what each pair of choices came to in the same worlds with the same dice.
"""

import random
import statistics
from collections.abc import Callable, Sequence

from kursk.bots import judge, trial
from kursk.bots.greedy import GreedyBot
from kursk.bots.plan import Plan
from kursk.bots.search import Thought, never
from kursk.bots.seat import Seat

ROUNDS = 2_000  # of fictitious play: shares come out within a few hundredths
SLIGHT = 0.05  # a smaller share is what the rounds have left over


def mixed(
    seat: Seat, orders: Sequence[str], trials: int, seed: str,
    enough: Callable[[], bool] = never,
) -> list[Thought]:  # fmt: skip
    """Each order with its share, the likeliest first; [] where that is too much to try."""
    replies = seat.replies
    worlds = trials // (len(orders) * len(replies)) if replies else 0
    if not worlds:
        return []
    table: list[list[list[float]]] = [[[] for _ in replies] for _ in orders]
    for number in range(worlds):
        for row, order in zip(table, orders, strict=True):
            for cell, reply in zip(row, replies, strict=True):
                if enough():
                    return []
                cell.append(_value(seat, order, reply, f"{seed} {number}"))
    payoff = [[statistics.fmean(cell) for cell in row] for row in table]
    mine, theirs = solved(payoff)
    against = [sum(p * v for p, v in zip(theirs, row, strict=True)) for row in payoff]
    value = sum(p * v for p, v in zip(mine, against, strict=True))
    found = [
        Thought(Plan(order), [gain - value] * worlds, share)
        for order, gain, share in zip(orders, against, mine, strict=True)
    ]
    return sorted(found, key=lambda thought: -(thought.share or 0.0))


def drawn(thoughts: Sequence[Thought], seed: str) -> Plan:
    """One of them, each as often as its share says."""
    shares = [thought.share or 0.0 for thought in thoughts]
    return random.Random(f"{seed} drawn").choices(thoughts, shares)[0].plan


def solved(payoff: Sequence[Sequence[float]]) -> tuple[list[float], list[float]]:
    """The shares of both sides when neither can do better by changing his own: each in turn
    answers best what the other has done so far. The rows gain what the columns lose."""
    rows, columns = len(payoff), len(payoff[0])
    played, answered = [0] * rows, [0] * columns
    gains, losses = [0.0] * rows, [0.0] * columns
    for _ in range(ROUNDS):
        row = gains.index(max(gains))
        played[row] += 1
        losses = [loss + payoff[row][n] for n, loss in enumerate(losses)]
        column = losses.index(min(losses))
        answered[column] += 1
        gains = [gain + payoff[n][column] for n, gain in enumerate(gains)]
    return _shares(played), _shares(answered)


def _shares(counts: Sequence[int]) -> list[float]:
    kept = [count if count >= SLIGHT * ROUNDS else 0 for count in counts]
    return [count / sum(kept) for count in kept]


def _value(seat: Seat, order: str, reply: str, sample: str) -> float:
    world = seat.sealed(random.Random(sample), order, reply)
    players = {side: GreedyBot(f"{sample} {side}") for side in world.game.sides}
    return judge.worth(trial.play_on(world, seat.side, players, sample), seat.side)
