"""9.1, 9.2, 4.9: the Soviet reserves."""

from typing import Any

import pytest

from kursk import library
from kursk.core.match import Match
from kursk.testing import play, refused
from tests.games.drive_on_kursk.helpers import position, state

RESERVE = "x 3020 tank-corps reserve\ny 3020 tank-corps reserve\nz 4020 rifle reserve\nr 2020 rifle"


def calling(turn: int = 1, **more: Any) -> Match:
    return position(f"a 3001 panzer\n{RESERVE}", phase="reserves", side="soviet", turn=turn, **more)


def reserves(match: Match) -> list[str]:
    found: list[str] = match.view("").tracks["reserves"]
    return found


def test_9_1_there_are_eight_stacks() -> None:
    assert len(reserves(library.start("drive_on_kursk"))) == 8


@pytest.mark.parametrize("turn", range(1, 10))
def test_4_9_the_price_falls_turn_by_turn(turn: int) -> None:
    """E-13, A-15: 7, 6, 5, 4, 3, 2, 1, 0, 0."""
    match = play(calling(turn, last_turn=9), "activate 3020")
    assert state(match).vp == 60 + max(0, 8 - turn)


def test_4_9_each_stack_counts_and_any_number_may_be_called() -> None:
    match = play(calling(), "activate 3020", "activate 4020")
    assert state(match).vp == 74
    assert reserves(match) == []


def test_9_2_only_as_the_soviet_turn_begins() -> None:
    match = play(calling(), "end")
    assert match.where()[-1][0] == "Movement"
    assert refused(match, "activate 3020").rule == "9.2"


def test_9_2_a_stack_is_activated_as_a_whole() -> None:
    """T-102."""
    match = calling()
    assert refused(match, "activate x").rule == "9.2"
    assert refused(match, "activate x,y").rule == "9.2"
    assert refused(match, "activate 2020").rule == "9.2"
    play(match, "activate 3020")
    assert reserves(match) == ["4020"]


def test_9_2_it_is_for_good_and_gives_all_powers_at_once() -> None:
    match = play(calling(), "activate 3020", "end", "move x 3019")
    assert reserves(match) == ["4020"]


def test_9_2_a_reserve_does_not_move() -> None:
    match = play(calling(), "end")
    assert refused(match, "move x 3019").rule == "9.2"
    assert "x" not in match.able()


def test_9_2_but_it_has_a_zone_and_a_german_who_comes_near_wakes_it() -> None:
    """T-103: he stops there; no VP."""
    match = position(f"a 3017 panzer\n{RESERVE}", phase="movement")
    assert refused(match, "move a 3018 3019 3119").rule == "8.1"
    play(match, "move a 3018 3019")
    assert reserves(match) == ["4020"]
    assert state(match).vp == 60
    assert match.undoable == 0


def test_9_2_a_reserve_takes_no_part_in_combat_on_either_side() -> None:
    """Only a position file can put a sleeping reserve next to a German."""
    units = "a 3010 panzer\nr 3011 tank-corps reserve"
    match = position(units)
    assert refused(match, "attack 3011 with a").rule == "9.2"
    assert match.receipt("attack 3011 with a") is None
    assert list(match.orders()) == ["end"]
    match = position(units, side="soviet")
    assert refused(match, "attack 3010 with r").rule == "9.2"
    assert list(match.orders()) == ["end"]


def test_9_2_an_infiltrating_german_wakes_it_too() -> None:
    """A-13: however he comes near."""
    match = position(f"a 3018 panzer\nq 3117 rifle\n{RESERVE}", phase="movement")
    play(match, "infiltrate a 3019")
    assert reserves(match) == ["4020"]


def test_9_2_11_14_and_one_who_advances() -> None:
    """A-13: in the instant he enters the hex, though he goes on."""
    match = position("a 3018 panzer 26,13\nr 3019 rifle\nx 3020 tank-corps reserve")
    play(match, "attack 3019 with a", "roll 1", "advance a 3019 3118")
    assert reserves(match) == []
    assert state(match).vp == 61


def test_9_2_others_may_join_a_reserve_that_stays_one() -> None:
    """A-14: the reserve keeps its flag and wakes as a group."""
    match = position(
        "a 3001 panzer\nx 3020 tank-corps reserve\nr 3021 rifle", phase="movement", side="soviet"
    )
    play(match, "move r 3020")
    assert reserves(match) == ["3020"]
    assert refused(match, "move x 3019").rule == "9.2"


def test_9_2_7_3_what_lies_in_reserve_is_not_known() -> None:
    match = calling()
    assert [seen.unit for seen in match.view("german").stacks["3020"]] == ["", ""]
    play(match, "activate 3020")
    assert [seen.unit for seen in match.view("german").stacks["3020"]] == ["y", ""]


def test_5_2_without_reserves_there_is_nothing_to_call() -> None:
    match = position("a 3001 panzer\nr 3020 rifle", phase="player turn", side="soviet")
    assert match.where()[-1][0] == "Movement"
