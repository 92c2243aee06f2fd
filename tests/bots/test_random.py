"""The bot that leaves everything to chance."""

import pytest

from kursk import bots, library
from kursk.bots import random
from kursk.core.match import Match


@pytest.fixture
def moving() -> Match:
    """Blue moves."""
    match = library.start("skirmish")
    match.play("press")
    match.play("hold")
    return match


def chosen(match: Match, seeds: int = 200) -> list[str]:
    return [bots.decide(match, match.actor, "random", str(seed)) for seed in range(seeds)]


def test_it_gives_orders_that_are_open_and_the_same_for_the_same_seed(moving: Match) -> None:
    orders = chosen(moving)
    assert all(moving.why_not(order) is None for order in orders)
    assert orders == chosen(moving)
    assert len(set(orders)) > 50


def test_a_large_menu_is_not_listed(moving: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random, "FEW", 5)
    orders = chosen(moving)
    assert all(moving.why_not(order) is None for order in orders)
    assert 5 < orders.count("end") < 80  # one in seven: six units can move
    assert {order.split()[1] for order in orders if order != "end"} == set(moving.able())


def test_a_large_menu_of_which_no_unit_is_the_subject(
    moving: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(random, "FEW", 1)
    match = library.start("skirmish")
    assert set(chosen(match)) == {"press", "hold"}


def test_a_bot_that_is_none() -> None:
    with pytest.raises(ValueError, match="no bot 'deep'; there are recruit, sergeant, captain"):
        bots.bot("deep", "1")


def test_every_game_has_a_bot_and_the_weakest_comes_first() -> None:
    assert bots.names("skirmish") == ("recruit", "sergeant", "captain", "marshal", "random")
    assert all(bots.names(title)[-1] == "random" for title in library.titles())
