"""Random play of any game, a unit at a time, as people play."""

import random
from collections.abc import Iterator

from kursk import library
from kursk.core.flow import DICE
from kursk.core.match import Match

RUNAWAY = 50_000  # orders; no game is as long


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
