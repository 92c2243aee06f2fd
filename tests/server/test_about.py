"""What a game says of itself: its marks and its ground are told by its own files."""

import pytest

from kursk import library
from kursk.server.cards import card
from kursk.server.pictures import hexes_of
from kursk.server.shelf import info

every_game = pytest.mark.parametrize("title", library.titles())


@every_game
def test_every_mark_of_a_game_is_told(title: str) -> None:
    game = library.game(title)
    assert set(card(title).marks) == {*game.marks, *game.shown}


@every_game
def test_an_area_is_a_kind_of_the_map_and_no_ground_of_a_hex(title: str) -> None:
    board, areas = library.game(title).board, set(card(title).areas)
    assert areas <= set(board.hexes) | set(board.sides) | set(board.lines)
    for place in hexes_of(title)["hexes"].values():
        assert not areas & set(place["words"])
        assert not any(areas & set(kinds) for kinds in place["sides"].values())


@every_game
def test_ground_is_what_a_table_or_the_legend_tells_of(title: str) -> None:
    """A kind that is neither drawn nor named as an area would be shown as ground by mistake."""
    words = {word for place in hexes_of(title)["hexes"].values() for word in place["words"]}
    odd = ("control", "entry", "source", "setup", "height", "home", "objective")
    assert not [word for word in words if any(each in word for each in odd)]


def test_whether_there_is_supply_is_known_of_a_game() -> None:
    assert info("skirmish").supply and info("drive_on_kursk").supply
