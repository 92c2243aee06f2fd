"""Players that are programs. They decide from what their side may see, like everybody."""

from collections.abc import Callable, Iterable
from typing import Protocol

from kursk.bots.random import RandomBot
from kursk.core.match import Match
from kursk.core.view import View


class Bot(Protocol):
    def choose(self, view: View, orders: Iterable[str]) -> str:
        """One of the orders offered, given what the side that decides may know."""
        ...


BOTS: dict[str, Callable[[str], Bot]] = {"random": RandomBot}


def bot(name: str, seed: str) -> Bot:
    """A bot by its name; the same seed plays the same way."""
    if name not in BOTS:
        raise ValueError(f"no bot {name!r}; there are {', '.join(BOTS)}")
    return BOTS[name](seed)


def names(title: str) -> tuple[str, ...]:
    """The bots that can play a game, the best first."""
    return tuple(BOTS)


def decide(match: Match, side: str, name: str, seed: str) -> str:
    """The order a bot gives for the side that decides."""
    return bot(name, seed).choose(match.view(side), match.orders())
