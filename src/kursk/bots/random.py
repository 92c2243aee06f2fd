"""A bot without a plan: it leaves everything to chance."""

import random
from itertools import islice

from kursk.bots.seat import Seat

FEW = 200  # a larger menu is not listed: a unit is drawn, then one of its orders


class RandomBot:
    note = ""

    def __init__(self, seed: str) -> None:
        self.chance = random.Random(seed)

    def choose(self, seat: Seat) -> str:
        menu = list(islice(seat.orders(), FEW + 1))
        if len(menu) <= FEW:
            return self.chance.choice(menu)
        units = seat.able()
        self.chance.shuffle(units)
        if not self.chance.randrange(len(units) + 1) and seat.why_not("end") is None:
            return "end"
        for unit in units:
            if orders := list(seat.orders(unit)):
                return self.chance.choice(orders)
        return self.chance.choice(list(seat.orders()))
