"""1: the map and the counters."""

from kursk import library
from kursk.testing import lost, play, position, where

TITLE = "_template"
GAME = library.game(TITLE)


def test_1_1_the_map() -> None:
    board = GAME.board
    assert len(board.grid.name) == 48
    assert sorted(board.places) == ["Brod", "Dubki", "Lesnoye"]


def test_1_2_four_counters_a_side() -> None:
    assert [counter.side for counter in GAME.roster] == ["german"] * 4 + ["soviet"] * 4


def test_1_2_steps_go_one_at_a_time() -> None:
    match = position(TITLE, "g1@0303 s1@0304 s4@0608", phase="combat", side="german")
    play(match, "attack 0304 with g1", "roll 6")
    assert lost(match, "s1") == 1
    again = position(TITLE, "g1@0303 s1-@0304 s4@0608", phase="combat", side="german")
    assert where(play(again, "attack 0304 with g1", "roll 6"), "s1") == "dead"


def test_1_3_one_unit_a_hex() -> None:
    g = position(TITLE, "g1@0303 s1@0304", phase="combat").g
    g.place(g.roster.find("g2"), g.grid.find("0303"))
    assert GAME.check(g) == ["0303 holds two units (1.3)"]
