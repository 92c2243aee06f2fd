"""2: the turn, and how the game ends."""

from kursk import library
from kursk.testing import play, position, where

TITLE = "_template"


def test_2_1_each_side_moves_then_fights() -> None:
    match = library.start(TITLE)
    moments = []
    for _ in range(4):
        moments.append((match.actor, match.phase))
        match.play("end")
    sides = [(side, phase) for side in ("german", "soviet") for phase in ("movement", "combat")]
    assert moments == sides
    assert match.g.turn == 2


def test_2_2_units_arrive_in_their_turn() -> None:
    match = library.start(TITLE)
    assert where(match, "g4") == "to come"
    play(match, *["end"] * 4)
    assert where(match, "g4") == "0401"


def test_2_2_an_arrival_waits_for_its_hex() -> None:
    units = "g4@to_come g1@0401 s1@0608"
    match = play(position(TITLE, units, phase="combat", side="soviet"), "end")
    assert match.g.turn == 2 and where(match, "g4") == "to come"
    play(match, "move g1 0402", *["end"] * 4)
    assert where(match, "g4") == "0401"


def test_2_3_after_five_turns_more_towns_win() -> None:
    match = play(library.start(TITLE), *["end"] * 20)
    assert match.result == "Soviet victory: 2 to 1 (2.3)"


def test_2_3_who_enters_a_town_has_it() -> None:
    match = position(TITLE, "g1@0404 s1@0608", phase="movement", side="german", real=True)
    play(match, "move g1 0405")
    assert match.view().tracks["towns"] == {"german": 2, "soviet": 1}
    assert match.log[-1].news[0].says == "German units take Brod."


def test_2_4_the_last_unit_takes_its_side_with_it() -> None:
    match = position(TITLE, "g1@0303 s3@0304", phase="combat", side="german")
    play(match, "attack 0304 with g1", "roll 6")
    assert match.result == "German victory: no enemy is left on the map (2.4)"


def test_2_4_a_side_may_give_up() -> None:
    match = library.start(TITLE)
    match.play("concede", by="soviet")
    assert match.result == "German victory: the soviet side gives up (2.4)"
