"""A bot without a plan: every order offered is as likely as another."""

import random
from collections.abc import Iterable

from kursk.core.view import View


class RandomBot:
    def __init__(self, seed: str) -> None:
        self.chance = random.Random(seed)

    def choose(self, view: View, orders: Iterable[str]) -> str:
        return self.chance.choice(list(orders))
