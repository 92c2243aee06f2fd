"""Games in the middle, played up to a moment by the bots: the same every time."""

from collections.abc import Callable
from functools import cache

from kursk import bots, library
from kursk.core import record
from kursk.core.flow import DICE
from kursk.core.match import Match

Moment = Callable[[Match], bool]


def heading(*texts: str) -> Moment:
    return lambda match: match.heading().startswith(texts)


def never(match: Match) -> bool:
    return False


@cache
def played(game: str, scenario: str, until: Moment, bot: str = "greedy", most: int = 2000) -> str:
    """The record of a game up to a moment, or to its end."""
    match = library.start(game, scenario, secret="citadel")
    for n in range(most):
        if match.over or until(match):
            break
        if match.actor == DICE:
            match.roll()
        else:
            match.play(bots.decide(match, match.actor, bot, str(n)))
    return record.write(match)


AGAINST_CHANCE = {"blue": "human", "red": "random"}


@cache
def blue_moves() -> str:
    """Skirmish: blue presses, and is about to move."""
    match = library.start("skirmish", "meeting", secret="citadel")
    match.play("press")
    match.play("hold")
    while match.actor == DICE:
        match.roll()
    assert match.heading().startswith("Turn 1. Blue: Movement"), match.heading()
    return record.write(match)


@cache
def opening(plan: str = "fight-move") -> str:
    """5 July: both sides have planned, and 9th Army stands before Ponyri."""
    match = library.start("drive_on_kursk", "quick", secret="citadel")
    match.play("plan fight-move")
    match.play(f"plan {plan}")
    return record.write(match)


@cache
def breach() -> str:
    """5 July: Grossdeutschland has won 2411, and somebody must advance into it."""
    match = library.start("drive_on_kursk", "quick", secret="citadel")
    for order in ("plan fight-move", "plan fight-move", "attack 2411 with 11pz,gd,167", "pass"):
        match.play(order)
    match.play("pass")
    match.roll()
    assert match.heading().startswith("Turn 1. German: Advance"), match.heading()
    return record.write(match)


SECOND_TURN = heading("Turn 2. German: Combat", "Turn 2. German: Movement")
LAST_PHASE = heading("Turn 1. German: Combat, second phase")
THEIRS_IS_DONE = heading("Turn 2.")
RUSSIAN_MOVES = heading("Turn 1. Russian: Movement")
POSTURES = heading("Turn 2. Posture selection")
