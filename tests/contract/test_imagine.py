"""Worlds that a side imagines: drawn from what it knows, whole, and never at odds with it."""

import random
from collections.abc import Callable

from kursk.core import playout
from kursk.core.match import Match
from kursk.core.state import State
from kursk.core.view import COVERED
from tests.contract.test_contract import every_game, moments
from tests.contract.test_secrets import otherwise

SHARE = 3  # every third moment is looked at


def asked(title: str) -> list[tuple[Match, str]]:
    found = moments(title)
    return [(match, side) for match in found[::SHARE] for side in match.game.sides]


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


def after(turn: int) -> Callable[[State], bool]:
    return lambda g: g.turn != turn


@every_game
def test_a_world_can_be_played_to_the_end_of_its_turn(title: str) -> None:
    for number, (match, side) in enumerate(asked(title)[::2]):
        chance = random.Random(number)
        world = match.imagined(side, chance).g
        turn, before = world.turn, match.g.fingerprint()
        playout.play_on(world, chance, until=after(turn))
        assert not world.stack or world.turn != turn
        assert match.game.check(world) == []
        assert match.g.fingerprint() == before, "the match was changed"
