"""Former players: they give the very orders that they gave in their day."""

import hashlib
from importlib import import_module

import pytest

from kursk import bots, library
from kursk.bots.former import GREEDY_1, formers
from kursk.bots.seat import Seat

OPENING = 120  # orders: the first turn and more

# Orders of greedy as it was when it became greedy-1. A change of a game's rules may change them:
# then these are to be taken anew, from the commit of the change, with no change of a bot in it.
GAVE = {
    ("drive_on_kursk", "tune 1"): "2ca68c4591f06e5f",
    ("drive_on_kursk", "tune 2"): "066bff7d43ace330",
    ("battle_for_kursk", "tune 1"): "6d9ed3f95a108129",
    ("battle_for_kursk", "tune 2"): "aec73aaed570e7c1",
}


@pytest.mark.parametrize(("title", "seed"), GAVE)
def test_greedy_1_plays_as_it_did(title: str, seed: str) -> None:
    match = library.start(title, secret=seed)
    players = {side: bots.bot("greedy-1", f"{seed} {side}") for side in match.game.sides}
    while len(match.log) < OPENING:
        match.roll()
        match.play(match.forced or players[match.actor].choose(Seat(match, match.actor)))
    orders = "\n".join(entry.order for entry in match.log[:OPENING])
    assert hashlib.sha256(orders.encode()).hexdigest()[:16] == GAVE[title, seed]


@pytest.mark.parametrize("title", GREEDY_1)
def test_a_former_player_weighs_nothing_that_is_not_weighed_today(title: str) -> None:
    advice = import_module(f"kursk.bots.advice.{title}")
    assert GREEDY_1[title].keys() <= advice.WEIGHTS.keys()
    assert formers(title) == ("greedy-1",)


def test_other_games_have_none() -> None:
    assert formers("skirmish") == ()
