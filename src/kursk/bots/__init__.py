"""Players that are programs. They decide from what their side may see, like everybody."""

from collections.abc import Callable
from typing import Protocol

from kursk.bots.greedy import GreedyBot, advised
from kursk.bots.random import RandomBot
from kursk.bots.seat import Seat
from kursk.core.match import Match


class Bot(Protocol):
    def choose(self, seat: Seat) -> str:
        """One of the orders open to the side, from what it may know."""
        ...


BOTS: dict[str, Callable[[str], Bot]] = {"greedy": GreedyBot, "random": RandomBot}


def bot(name: str, seed: str) -> Bot:
    """A bot by its name; the same seed plays the same way."""
    if name not in BOTS:
        raise ValueError(f"no bot {name!r}; there are {', '.join(BOTS)}")
    return BOTS[name](seed)


def names(title: str) -> tuple[str, ...]:
    """The bots that can play a game, the best first."""
    return tuple(name for name in BOTS if name != "greedy" or advised(title))


def decide(match: Match, side: str, name: str, seed: str) -> str:
    """The order a bot gives for the side that decides; a forced one needs no thought."""
    return match.forced or bot(name, seed).choose(Seat(match, side))
