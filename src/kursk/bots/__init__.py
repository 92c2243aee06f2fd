"""Players that are programs. They decide from what their side may see, like everybody."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple, Protocol

from kursk.bots.former import FORMER
from kursk.bots.greedy import GreedyBot, advised
from kursk.bots.marshal import Marshal
from kursk.bots.random import RandomBot
from kursk.bots.seat import Seat
from kursk.core.match import Match


class Bot(Protocol):
    note: str  # what it wants to be told again when it decides next; it may be lost

    def choose(self, seat: Seat) -> str:
        """One of the orders open to the side, from what it may know."""
        ...


BOTS: dict[str, Callable[[str], Bot]] = {
    "greedy": GreedyBot,
    "captain": partial(Marshal, level="captain"),
    "marshal": partial(Marshal, level="marshal"),
    "random": RandomBot,
}


def bot(name: str, seed: str) -> Bot:
    """A bot by its name; the same seed plays the same way."""
    if name in FORMER:
        return FORMER[name][0](seed)
    if name not in BOTS:
        raise ValueError(f"no bot {name!r}; there are {', '.join(BOTS)}")
    return BOTS[name](seed)


def names(title: str) -> tuple[str, ...]:
    """The bots that can play a game, the usual one first."""
    return tuple(BOTS) if advised(title) else ("random",)


def decide(match: Match, side: str, name: str, seed: str) -> str:
    """The order a bot gives for the side that decides; a forced one needs no thought."""
    return decided(match, side, name, seed).order


class Decided(NamedTuple):
    """What a bot orders, its note, and what it weighed before, in words."""

    order: str
    note: str = ""
    thoughts: tuple[str, ...] = ()


def decided(match: Match, side: str, name: str, seed: str, note: str = "") -> Decided:
    """The order of a bot that is told its last note again."""
    if match.forced:
        return Decided(match.forced, note)
    player = bot(name, seed)
    player.note = note
    order = player.choose(Seat(match, side))
    weighed = player.thoughts if isinstance(player, Marshal) else ()
    return Decided(order, player.note, tuple(map(str, weighed)))
