"""Players that are programs. They decide from what their side may see, like everybody."""

import logging
from collections.abc import Callable
from functools import partial
from typing import NamedTuple, Protocol

from kursk.bots.doctrine import Doctrine
from kursk.bots.former import FORMER
from kursk.bots.greedy import GreedyBot, advised
from kursk.bots.marshal import Marshal
from kursk.bots.random import RandomBot
from kursk.bots.recruit import Recruit
from kursk.bots.search import never
from kursk.bots.seat import Seat
from kursk.bots.temper import temperament, temperaments
from kursk.bots.thoughts import Thoughts
from kursk.core.match import Match


class Bot(Protocol):
    note: str  # what it wants to be told again when it decides next; it may be lost

    def choose(self, seat: Seat) -> str:
        """One of the orders open to the side, from what it may know."""
        ...


LEVELS: dict[str, Callable[[str, Doctrine], Bot]] = {  # the weakest first
    "recruit": Recruit,
    "sergeant": GreedyBot,
    "captain": partial(Marshal, level="captain"),
    "marshal": partial(Marshal, level="marshal"),
}
log = logging.getLogger(__name__)
USUAL, CHANCE, GREEDY = "sergeant", "random", "greedy"
SAYS = {  # for whoever chooses an opponent
    "recruit": "Overlooks a good deal. For your first games.",
    "sergeant": "Sees what is at hand, and does it at once.",
    "captain": "Plays a few plans out before it moves; it takes seconds.",
    "marshal": "Plays more plans out, and thinks longest.",
    CHANCE: "Any order that is legal. To try things out.",
}
BOTS = (*LEVELS, GREEDY, CHANCE)  # greedy is what a sergeant does, by the name it has for us


def bot(name: str, seed: str) -> Bot:
    """A bot by its name; the same seed plays the same way. `captain-bold` has a temperament."""
    if name in FORMER:
        return FORMER[name][0](seed)
    if name == CHANCE:
        return RandomBot(seed)
    level, nature = _read(name)
    return LEVELS[level](seed, temperament(nature))


def _read(name: str) -> tuple[str, str]:
    """Level and temperament."""
    level, dash, nature = name.partition("-")
    level = USUAL if level == GREEDY else level
    try:
        if level not in LEVELS or (dash and not nature):
            raise KeyError
        temperament(nature)
    except KeyError:
        raise ValueError(f"no bot {name!r}; there are {', '.join(BOTS)}") from None
    return level, nature


def names(title: str) -> tuple[str, ...]:
    """The bots that are offered for a game, the weakest first and chance last."""
    return (*LEVELS, CHANCE) if advised(title) else (CHANCE,)


def described(title: str) -> dict[str, str]:
    """The same, each with what it is like."""
    return {name: SAYS[name] for name in names(title)}


def usual(title: str) -> str:
    """The one that whoever does not choose plays against."""
    return USUAL if advised(title) else CHANCE


def plays(title: str, name: str) -> bool:
    """Can it play a game?"""
    if name == CHANCE or not advised(title):
        return name == CHANCE
    try:
        _, nature = _read(name)
    except ValueError:
        return False
    return not nature or nature in temperaments(title)


def decide(match: Match, side: str, name: str, seed: str) -> str:
    """The order a bot gives for the side that decides; a forced one needs no thought."""
    return decided(match, side, name, seed).order


class Decided(NamedTuple):
    """What a bot orders, its note, and what it had in mind if it made a plan."""

    order: str
    note: str = ""
    thoughts: Thoughts | None = None


def decided(
    match: Match, side: str, name: str, seed: str, note: str = "",
    enough: Callable[[], bool] = never,
) -> Decided:  # fmt: skip
    """The order of a bot that is told its last note again. One that plans stops when it is
    enough, and takes the best of what it has."""
    if match.forced:
        return Decided(match.forced, note)
    player, seat = bot(name, seed), Seat(match, side)
    player.note = note
    if not isinstance(player, Marshal):
        return Decided(player.choose(seat), player.note)
    player.enough = enough
    try:
        order = player.choose(seat)
    except Exception:  # what cannot be played out stops no game
        log.exception("%s, %s: %s cannot plan", match.game.title, seed, name)
        return Decided(bot(USUAL, seed).choose(seat), note)
    return Decided(order, player.note, player.told(seat))
