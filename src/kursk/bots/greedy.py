"""A bot that scores each order by a few readable features and gives the best.

What the features are is a game's own advice: `advice/<game>.py` holds a class Advice, made for
one decision, whose `score` says what an order is worth. Nothing, or ending the phase, is worth
nothing. Equal orders are chosen between by the bot's own dice.
"""

import random
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from typing import Protocol

from kursk.bots.seat import Seat

FEW = 400  # menus up to this size are scored whole; larger ones unit by unit


class Advice(Protocol):
    def __init__(self, seat: Seat) -> None: ...

    def score(self, order: str) -> float:
        """What an order is worth; 0 is as good as doing nothing."""
        ...


def advised(title: str) -> bool:
    return find_spec(f"kursk.bots.advice.{title}") is not None


class GreedyBot:
    def __init__(self, seed: str) -> None:
        self.chance = random.Random(seed)

    def choose(self, seat: Seat) -> str:
        advice: Advice = import_module(f"kursk.bots.advice.{seat.title}").Advice(seat)
        menu = list(islice(seat.orders(), FEW + 1))
        if len(menu) <= FEW:
            return self._best(advice, menu)
        for unit in seat.able():
            orders = list(seat.orders(unit))
            if orders and advice.score(best := self._best(advice, orders)) > 0:
                return best
        return self._best(advice, [order for order in seat.orders() if " " not in order])

    def _best(self, advice: Advice, orders: list[str]) -> str:
        worth = {order: advice.score(order) for order in orders}
        top = max(worth.values())
        return self.chance.choice([order for order in orders if worth[order] == top])
