"""A bot that scores each order by a few readable features and gives the best.

What the features are is a game's own advice: `advice/<game>.py` holds a class Advice, made for
one decision. Nothing, or ending the phase, is worth nothing. Equal orders are chosen between by
the bot's own dice.
"""

import random
from collections.abc import Iterable, Iterator
from importlib import import_module
from importlib.util import find_spec
from itertools import islice

from kursk.bots.seat import Seat

FEW = 400  # menus up to this size are scored whole; larger ones unit by unit

Scores = dict[str, float]  # orders, and what each is worth; 0 is as good as doing nothing


class Advice:
    """What a player of one game looks at when he decides."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat

    def score(self, order: str) -> float:
        """What an order is worth; 0 is as good as doing nothing."""
        raise NotImplementedError

    def options(self) -> Iterator[Scores]:
        """Orders in lots. Later lots are looked at only if nothing before is worth doing."""
        menu = list(islice(self.seat.orders(), FEW + 1))
        if len(menu) <= FEW:
            yield self.scored(menu)
            return
        for unit in self.seat.able():
            yield self.scored(self.seat.orders(unit))
        yield self.scored(order for order in self.seat.orders() if " " not in order)

    def scored(self, orders: Iterable[str]) -> Scores:
        """Orders with what each is worth."""
        return {order: self.score(order) for order in orders}


def advised(title: str) -> bool:
    """Is there advice for a game?"""
    return find_spec(f"kursk.bots.advice.{title}") is not None


class GreedyBot:
    """Gives the order that is worth most; between equals its dice choose."""

    def __init__(self, seed: str) -> None:
        self.chance = random.Random(seed)

    def choose(self, seat: Seat) -> str:
        advice: Advice = import_module(f"kursk.bots.advice.{seat.title}").Advice(seat)
        seen: Scores = {}
        for lot in advice.options():
            seen |= lot
            if lot and max(lot.values()) > 0:
                return self._best(lot)
        return self._best(seen)

    def _best(self, scores: Scores) -> str:
        top = max(scores.values())
        return self.chance.choice([order for order, worth in scores.items() if worth == top])
