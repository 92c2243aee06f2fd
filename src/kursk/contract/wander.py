"""Random play of any game, a unit at a time, as people play; and what was met in it."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from kursk import library
from kursk.core.flow import DICE, deciding
from kursk.core.match import Match

RUNAWAY = 5_000  # orders; no game is nearly as long
KEPT = 600  # moments of a game that went wrong


class Trouble(AssertionError):
    """What went wrong, after which order of which game."""

    def __init__(self, match: Match, says: str) -> None:
        self.number, self.says = len(match.log), says
        last = match.log[-1].order if match.log else "the start"
        super().__init__(f"after order {self.number} ({last}): {says}")


class Wanderer:
    """A player by chance. Some are hasty and end their phases early, some move everything."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.haste = self.chance.choice((0.05, 0.15, 0.4))

    def order(self, match: Match) -> str:
        if match.actor != DICE and (able := match.able()):
            if self.chance.random() < self.haste and match.why_not("end") is None:
                return "end"
            if menu := match.orders(self.chance.choice(able)):
                return self.chance.choice(menu)
        menu = match.orders()
        if not menu:
            raise Trouble(match, f"{match.actor} has no order to give: {match.where()}")
        return self.chance.choice(menu)


def begin(title: str, seed: int, usual: bool = False) -> Match:
    """A match for a seed: the usual scenario first, then all of them with any options."""
    game, chance = library.game(title), random.Random(seed)
    scenarios = list(game.scenarios)
    if usual:
        return library.start(title, scenarios[0])
    options = {
        key: chance.choice(values) if seed else values[0] for key, values in game.options.items()
    }
    return library.start(title, scenarios[seed % len(scenarios)], options)


def play_out(title: str, seed: int) -> Iterator[tuple[Match, str]]:
    """A whole game by chance: the match before each order, and the order that it is to play.

    Whoever iterates may look at the match, but not change it.
    """
    match, wanderer = begin(title, seed), Wanderer(seed)
    while not match.over:
        if len(match.log) > RUNAWAY:
            raise Trouble(match, f"the game does not end: {match.where()}")
        order = wanderer.order(match)
        yield match, order
        match.play(order)
        if faults := match.check():
            raise Trouble(match, faults[0])
    yield match, ""


class Moment(NamedTuple):
    """A moment of a game by chance: the match as it stood, and the order that was given then."""

    seed: int
    match: Match
    order: str  # "" when the game is over
    fingerprint: str  # of the position

    def fault(self, says: str) -> str:
        order = self.order or "the end"
        return f"game {self.seed}, order {len(self.match.log) + 1} ({order}): {says}"


class Played(NamedTuple):
    """A game by chance: its moments, and what went wrong after the last of them."""

    moments: tuple[Moment, ...]
    last: Moment
    trouble: Exception | None


@lru_cache(maxsize=4)
def game_by_chance(title: str, seed: int) -> Played:
    """A whole game by chance. Nobody changes the matches."""
    kept: list[Moment] = []
    try:
        for match, order in play_out(title, seed):
            twin = match.copy()
            twin.g.known = {}  # it would keep much alive, and can be found again
            kept.append(Moment(seed, twin, order, twin.g.fingerprint()))
    except Exception as error:
        if not kept:
            raise  # it cannot even begin
        return Played(tuple(kept[:KEPT]), kept[-1], error)
    return Played(tuple(kept), kept[-1], None)


@lru_cache(maxsize=1)
def moments(title: str, games: int, each: int) -> tuple[Moment, ...]:
    """Decisions that come up in so many games by chance."""
    return picked((game_by_chance(title, seed) for seed in range(games)), each)


def picked(games: Iterable[Played], each: int) -> tuple[Moment, ...]:
    """Decisions that come up in some games: so many of each kind, and of each answer to it."""
    chance = random.Random(1943)
    found: dict[str, list[Moment]] = {}
    met: Counter[str] = Counter()
    for game in games:
        for moment in game.moments:
            if moment.match.over:
                continue
            kind = f"{type(deciding(moment.match.g)).__name__} {moment.order.split()[0]}"
            kept, place = found.setdefault(kind, []), chance.randrange(met[kind] + 1)
            met[kind] += 1
            if len(kept) < each:
                kept.append(moment)
            elif place < each:  # so that each moment is as likely kept as another
                kept[place] = moment
    return tuple(moment for kept in found.values() for moment in kept)
