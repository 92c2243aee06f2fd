"""A position played on by chance, in place: for search, and for play without a record.

No log, no undo, no second look at an order that was drawn. Play on a copy.
"""

import random
from collections.abc import Callable
from typing import TypeVar

from kursk.core import flow
from kursk.core.state import State

S = TypeVar("S", bound=State)


def play_on(g: S, chance: random.Random, until: Callable[[S], bool] | None = None) -> S:
    """Any legal orders, dice and all, until the game is over or `until` is true."""
    while g.stack and not (until and until(g)):
        g.news.clear()
        flow.play(g, g.stack[-1].draw(g, chance))
    return g
