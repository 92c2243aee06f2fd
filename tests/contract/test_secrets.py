"""Hidden means hidden: nothing that a side is shown or answered depends on what it may not know.

Everything that the server answers is asked here, for either side and for a stranger, of the true
position and of others that the side cannot tell from it.
"""

import random
from itertools import islice
from typing import Any

import msgspec

from kursk.core.flow import Sealed, deciding
from kursk.core.match import Match
from kursk.server.answers import overlay, targets, visible, ways
from kursk.server.replay import Played
from kursk.server.room import Room
from kursk.server.scene import past, scene
from tests.contract.test_contract import every_game, menu, moments, mutated, sample

OVERLAYS = ("zones", "control", "supply", "threat")


def otherwise(match: Match, side: str, chance: random.Random) -> Match:
    """The match as it might be, for all that a side knows."""
    twin = match.copy()
    twin.g = match.game.shuffled(match.g, side, chance)
    assert twin.check() == []
    return twin


def everyone(match: Match) -> tuple[str, ...]:
    return (*match.game.sides, "")


@every_game
def test_a_side_knows_the_same_whatever_is_hidden(title: str) -> None:
    """All that it is answered is worked out from the position it knows, which is the same."""
    chance = random.Random(5)
    covered = changed = False
    for match in moments(title):
        for side in everyone(match):
            known = match.known_to(side)
            covered |= not all(counter.id for counter in known.g.roster)
            for _ in range(3):
                twin = otherwise(match, side, chance)
                changed |= twin.g != match.g
                other = twin.known_to(side)
                assert other.g == known.g
                assert other.g.roster.counters == known.g.roster.counters
                assert twin.told(side) == match.told(side)
    assert changed or not covered, "nothing was shuffled, so nothing was tested"


@every_game
def test_what_is_known_is_no_more_when_it_is_asked_again(title: str) -> None:
    for match in moments(title):
        for side in everyone(match):
            known = match.known_to(side)
            assert known.known_to(side).g == known.g
            assert known.view(side) == match.view(side)


@every_game
def test_no_answer_depends_on_what_is_hidden(title: str) -> None:
    chance = random.Random(6)
    for match in moments(title)[::5]:
        for side in everyone(match):
            orders = sample(menu(match), 3, chance)
            orders += mutated(match, orders[:1], chance)
            expected = answers(match, side, orders)
            twin = otherwise(match, side, chance)
            for question, answer in answers(twin, side, orders).items():
                assert answer == expected[question], (side, question)


def answers(match: Match, side: str, orders: list[str]) -> dict[str, Any]:
    """What `server.api` answers to a side, question by question."""
    known = match.known_to(side)
    nobody: Any = None
    played = Played({}, [], [], [], [], "")
    room = Room(nobody, "", match, played, {}, {}, nobody, nobody)
    found: dict[str, Any] = {
        "the match": msgspec.json.encode(scene(room, side, (side,))),
        "its past": msgspec.json.encode(past(room, side, (side,), match, 0)),
    }
    for unit in visible(known)[::9]:  # of all of them the threat knows
        found[f"reach {unit}"] = ways(known, unit)
    for kind in OVERLAYS:
        found[kind] = overlay(known, kind, side)
    for order in orders:
        found[f"odds {order}"] = known.receipt(order, side)
    if match.actor != side:
        return found
    found["targets"] = targets(known, side)
    for unit in known.able()[:3]:
        found[f"orders {unit}"] = list(known.orders(unit))
    for order in orders:
        found[f"why {order}"] = known.why_not(order)
    return found


@every_game
def test_what_may_be_ordered_follows_from_what_is_known(title: str) -> None:
    """The law is the true position's; whoever decides can tell it from what he knows."""
    chance = random.Random(7)
    for match in moments(title):
        if match.actor not in match.game.sides:
            continue
        known, offered = match.known_to(match.actor), menu(match)
        assert list(islice(known.orders(), 500)) == offered[:500]
        assert known.able() == match.able() and known.prompt == match.prompt
        for unit in sample(match.able(), 3, chance):
            assert list(known.orders(unit)) == list(match.orders(unit))
        orders = sample(offered, 6, chance)
        for order in (*orders, *mutated(match, orders, chance)):
            assert known.why_not(order) == match.why_not(order), order


@every_game
def test_what_an_order_brings_is_told_the_same_unless_something_is_learned(title: str) -> None:
    chance = random.Random(8)
    for match in moments(title):
        side = match.actor
        if side not in match.game.sides:
            continue
        twin = otherwise(match, side, chance)
        for order in sample(menu(match), 2, chance):
            after, after_twin = match.copy(), twin.copy()
            after.play(order)
            after_twin.play(order)
            if match.g.learned == after.g.learned == after_twin.g.learned:
                assert after_twin.told(side)[-1] == after.told(side)[-1], order
                assert after_twin.view(side) == after.view(side), order


@every_game
def test_a_sealed_choice_is_told_to_nobody_before_it_is_revealed(title: str) -> None:
    for match in moments(title):
        decision = deciding(match.g)
        if not isinstance(decision, Sealed) or len(decision.chosen) + 1 == len(decision.sides):
            continue
        for order in menu(match):
            twin = match.copy()
            twin.play(order)
            for side in {"", *match.game.sides} - {match.actor}:
                assert twin.told(side)[-1][2:] == ("", ())
                other = match.copy()
                other.play(menu(match)[0])
                assert twin.view(side) == other.view(side)
                assert twin.known_to(side).g == other.known_to(side).g
