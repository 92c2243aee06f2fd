"""What a package answers, and what stands where it says nothing."""

import random

import pytest

from kursk import library
from kursk.core.game import Game


class Named(Game):
    turns = ("4 July", "5 July")


def test_turns_by_number_and_by_name() -> None:
    assert (Game().turn_name(3), Game().turn_number("3")) == ("3", 3)
    assert (Named().turn_name(2), Named().turn_number("5 July")) == ("5 July", 2)
    with pytest.raises(ValueError, match="the game has no turn '3'; it has 4 July, 5 July"):
        Named().turn_number("3")
    with pytest.raises(ValueError, match="the game has no turn 'May'$"):
        Game().turn_number("May")


def test_a_package_has_to_set_up_and_show_its_game() -> None:
    game, g = Game(), library.start("skirmish").g
    for unsaid in (
        lambda: game.blank(g.board, g.roster),
        lambda: game.setup("", {}),
        lambda: game.view(g, "blue"),
    ):
        with pytest.raises(NotImplementedError):
            unsaid()


def test_what_a_package_need_not_answer() -> None:
    game, g = Game(), library.start("skirmish").g
    game.sides = ("blue", "red")
    assert game.check(g) == []
    assert game.concede(g, "blue") == "Red wins: the Blue gives up"
    assert game.reach(g, 0) == {} and game.supply(g, 0) is None
    assert game.zones(g, "blue") == 0 and game.receipt(g, "attack", "blue") is None
    twin = game.shuffled(g, "blue", random.Random(1))
    assert twin == g and twin is not g


def test_data_are_read_once() -> None:
    game = library.game("skirmish")
    assert game.board is game.board and game.roster is game.roster
    assert game.ledger["2.3"].status == "enforced"


def test_a_game_without_secrets_is_known_as_it_is() -> None:
    match = library.start("skirmish")
    twin = Game.known_to(match.game, match.g, "red")
    assert twin == match.g and twin is not match.g
