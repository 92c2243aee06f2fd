"""A beginner: he judges as greedy does, and overlooks a part of what could be done.

What he does not see in a phase he does not see until it ends: a unit that stays where it is, a
battle that is not fought, a choice that does not come to his mind.
"""

import random

from kursk.bots.doctrine import STEADY, Doctrine
from kursk.bots.greedy import GreedyBot, Scores, advice_for
from kursk.bots.seat import Seat

OVERLOOKED = 0.35  # of all that could be ordered


class Recruit(GreedyBot):
    def __init__(self, seed: str, doctrine: Doctrine = STEADY) -> None:
        super().__init__(seed, doctrine)
        self.seed = self._eyes = seed

    @property
    def note(self) -> str:
        """How he looks: what he overlooks follows from it."""
        return self._eyes

    @note.setter
    def note(self, note: str) -> None:
        self._eyes = note or self.seed

    def choose(self, seat: Seat) -> str:
        advice = advice_for(seat, self.weighs)
        if self.before is not None and self.before.seat.moment == seat.moment:
            advice.recall(self.before)
        self.before = advice
        all_of_them: Scores = {}
        seen: Scores = {}
        for lot in advice.options():
            all_of_them |= lot
            found = {order: worth for order, worth in lot.items() if self.sees(seat, order)}
            seen |= found
            if found and max(found.values()) > 0:
                return self._best(found)
        order = self._best(seen or all_of_them)
        if seat.why_not(order) is None:
            return order
        # What the rules oblige to he is told.
        owed = {each: worth for each, worth in all_of_them.items() if seat.why_not(each) is None}
        return self._best(owed or dict.fromkeys(seat.orders(), 0.0))

    def sees(self, seat: Seat, order: str) -> bool:
        """Does it come to his mind? A word that ends or settles something always does."""
        what = order.split()[:2]
        if len(what) < 2:
            return True
        about = " ".join((self._eyes, *seat.moment, *what))
        return random.Random(about).random() >= OVERLOOKED
