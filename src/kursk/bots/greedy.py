"""A bot that scores each order by a few readable features and gives the best.

What the features are is a game's own advice: `advice/<game>.py` holds a class Advice, made for
one decision. Nothing, or ending the phase, is worth nothing. Equal orders are chosen between by
the bot's own dice.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from typing import ClassVar

from kursk.bots.doctrine import DOCTRINES, STEADY, Doctrine
from kursk.bots.seat import Seat
from kursk.core.hexes import Hexes

NEAR = 4  # hexes: whoever is so near to a change thinks again
FEW = 400  # menus up to this size are scored whole; larger ones unit by unit

Scores = dict[str, float]  # orders, and what each is worth; 0 is as good as doing nothing


class Advice:
    """What a player of one game looks at when he decides."""

    weights: Mapping[str, float] = {}  # what each thing that he looks at is worth
    swing: ClassVar[float] = 10.0  # points of the game that one good turn brings
    # What a level may try, for an order that opens a turn and for the turn itself.
    trials: ClassVar[Mapping[str, tuple[int, int]]] = {"captain": (5, 10), "marshal": (20, 40)}
    doctrines: tuple[str, ...] = tuple(DOCTRINES)[1:]  # to try, the likeliest first
    mixes: ClassVar[bool] = False  # is an opening that nobody sees drawn from a mixture?
    judge: ClassVar[Mapping[str, float]] = {}  # what each of the features promises, in points

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.number = 0  # of the order in its phase
        self.content: dict[str, int] = {}  # who found nothing to do, and before which order
        self.settled: set[str] = set()  # those of them who have been asked again

    def recall(self, before: "Advice") -> Hexes:
        """Keep what was thought before the last order of this phase, as far as it still holds.

        Whoever was content stays so, unless something near him has changed. Returns where.
        """
        self.number = before.number + 1
        old, new = before.seat.piles, self.seat.piles
        changed = near = sum(1 << h for h in old.keys() | new.keys() if old.get(h) != new.get(h))
        for _ in range(NEAR):
            near |= self.seat.grid.around(near)
        where = self.seat.where
        kept = {id for id in before.content if id in where}
        stay = {id for id in kept if not near >> self.seat.grid.cell[where[id]] & 1}
        self.content = {id: before.content[id] for id in before.content if id in stay}
        self.settled = before.settled & stay
        return changed

    def each(self, units: Iterable[str], ways: Callable[[str], Scores]) -> Iterator[Scores]:
        """What each unit can do, by turns. Who is content is asked once more before the end."""
        units = list(units)
        for again in (False, True):
            for unit in units:
                asked = self.content.get(unit)
                if again and (asked == self.number or unit in self.settled):
                    continue
                if not again and asked is not None:
                    continue
                found = ways(unit)
                if not found:
                    self.content[unit] = self.number
                    self.settled |= {unit} if again else set()
                yield found

    def suited(self, weights: Mapping[str, float]) -> Mapping[str, float]:
        """The weights as they are for this side at this moment."""
        return weights

    def score(self, order: str) -> float:
        """What an order is worth; 0 is as good as doing nothing."""
        raise NotImplementedError

    def standing(self) -> float:
        """What a position promises beyond the points, in the game's points."""
        return sum(self.judge.get(name, 0.0) * value for name, value in self.features().items())

    def features(self) -> Mapping[str, float]:
        """What can be counted in a position, by name, from this side: `judge` weighs it."""
        return {}

    def openings(self) -> list[str]:
        """The orders that open a turn, where this is such a decision: who plans weighs them all
        by playing them out."""
        return []

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


Weights = Mapping[str, float]


def advice_for(seat: Seat, weighs: Callable[[str, Weights], Weights] | None = None) -> Advice:
    """What a player of the seat's game looks at; he may weigh some of it otherwise."""
    found: Advice = import_module(f"kursk.bots.advice.{seat.title}").Advice(seat)
    found.weights = found.suited(weighs(seat.title, found.weights) if weighs else found.weights)
    return found


class GreedyBot:
    """Gives the order that is worth most; between equals its dice choose."""

    note = ""

    def __init__(self, seed: str, doctrine: Doctrine = STEADY) -> None:
        self.chance, self.doctrine = random.Random(seed), doctrine
        self.before: Advice | None = None  # what it thought when it decided last

    def weighs(self, title: str, weights: Weights) -> Weights:
        """How much this player cares for each thing in a game."""
        return self.doctrine.applied(weights) if self.doctrine.factors else weights

    def choose(self, seat: Seat) -> str:
        advice = advice_for(seat, self.weighs)
        if self.before is not None and self.before.seat.moment == seat.moment:
            advice.recall(self.before)
        self.before = advice
        seen: Scores = {}
        for lot in advice.options():
            seen |= lot
            if lot and max(lot.values()) > 0:
                return self._best(lot)
        return self._best(seen)

    def _best(self, scores: Scores) -> str:
        top = max(scores.values())
        return self.chance.choice([order for order, worth in scores.items() if worth == top])
