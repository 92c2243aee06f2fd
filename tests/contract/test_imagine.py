"""Worlds that a side imagines: drawn from what it knows, whole, and never at odds with it."""

import random
from collections.abc import Callable
from itertools import count

from kursk.contract.secrets import otherwise
from kursk.contract.wander import moments
from kursk.core import playout
from kursk.core.match import Match
from kursk.core.state import State
from kursk.core.view import COVERED
from tests.contract.test_contract import EACH, GAMES, every_game

MOST = 100  # orders that a world is played on for, if its turn lasts so long


def asked(title: str, most: int = 30) -> list[tuple[Match, str]]:
    """So many moments of every kind, for either side by turns."""
    found = [moment.match for moment in moments(title, GAMES, EACH)]
    some = found[:: len(found) // most + 1]
    return [(match, match.game.sides[n % 2]) for n, match in enumerate(some)]


@every_game
def test_a_world_depends_on_nothing_hidden(title: str) -> None:
    chance = random.Random(9)
    for number, (match, side) in enumerate(asked(title)):
        twin = otherwise(match, side, chance)
        first, second = (each.imagined(side, random.Random(number)) for each in (match, twin))
        assert first.g == second.g


@every_game
def test_a_world_is_legal_whole_and_agrees_with_all_that_the_side_knows(title: str) -> None:
    covered = differs = False
    for number, (match, side) in enumerate(asked(title)):
        known = match.known_to(side)
        world = match.imagined(side, random.Random(number))
        assert world.check() == []
        assert all(counter.id for counter in world.g.roster) and COVERED not in world.g.box
        facts, again = known.g.facts(), world.known_to(side).g.facts()
        assert {name for name in facts if facts[name] != again[name]} == set()
        assert world.view(side) == match.view(side)
        covered |= known.g != match.g
        differs |= world.g != match.g
    assert differs or not covered, "what was hidden was always guessed right"


def later(turn: int) -> Callable[[State], bool]:
    """At the end of the turn, or when so many orders have been given."""
    orders = count(1)
    return lambda g: g.turn != turn or next(orders) > MOST


@every_game
def test_a_world_can_be_played_on(title: str) -> None:
    for number, (match, side) in enumerate(asked(title, 8)):
        chance = random.Random(number)
        world = match.imagined(side, chance).g
        before = match.g.fingerprint()
        playout.play_on(world, chance, until=later(world.turn))
        assert match.game.check(world) == []
        assert match.g.fingerprint() == before, "the match was changed"
