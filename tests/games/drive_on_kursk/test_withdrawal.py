"""4.5: withdrawals."""

from typing import Any

import pytest

from kursk.core.match import Match
from kursk.testing import play, refused, where
from tests.games.drive_on_kursk.helpers import WEST, position, state

UNITS = "a 3010 panzer\nb 4010 panzer\nc 5010 panzer\ni 3011 infantry\nr 3020 rifle"


def leaving(units: str = UNITS, turn: int = 5, **more: Any) -> Match:
    return position(units, phase="withdrawals", turn=turn, **more)


def test_4_5_a_die_of_points_for_each() -> None:
    match = play(leaving(), "withdraw a", "roll 4", "withdraw b", "roll 6")
    assert state(match).vp == 70
    assert (where(match, "a"), where(match, "b")) == ("withdrawn", "withdrawn")


def test_4_5_never_before_turn_5() -> None:
    """T-118."""
    assert refused(leaving(turn=4), "withdraw a").rule == "4.5"
    match = position(UNITS, phase="player turn", turn=4)
    assert match.where()[-1][0] == "Movement"
    match = position(UNITS, phase="player turn", turn=5)
    assert match.where()[-1][0] == "Withdrawals"


def test_4_5_one_at_a_time() -> None:
    match = position("a 3010 panzer\nb 3012 panzer", phase="withdrawals", turn=5)
    assert refused(match, "withdraw a,b").says.startswith("One division at a time")


def test_4_5_two_a_turn_at_most() -> None:
    match = play(leaving(), "withdraw a", "roll 1", "withdraw b", "roll 1")
    assert refused(match, "withdraw c").rule == "4.5"
    assert list(match.orders()) == ["end"]


def test_4_5_none_or_one_will_do() -> None:
    match = play(leaving(), "end")
    assert state(match).vp == 60


def test_4_5_not_from_a_soviet_zone() -> None:
    why = refused(leaving(UNITS + "\ns 3009 rifle"), "withdraw a")
    assert why.says == "It stands in a Soviet zone."


def test_4_5_not_out_of_supply() -> None:
    assert refused(leaving(control={"soviet": WEST}), "withdraw a").says == "It is out of supply."


def test_4_5_own_units_do_not_open_the_way_through_zones() -> None:
    """In supply through friends in Soviet zones, but with no clear path."""
    wall = "\n".join(f"w{row} {row}05 rifle" for row in range(10, 61) if row != 31)
    chain = "e 3105 infantry\nf 3104 infantry\nh 3106 infantry"
    match = leaving(f"a 3012 panzer\n{chain}\n{wall}")
    supply = match.supply("a")
    assert supply is not None and supply.supplied
    assert "No path free" in refused(match, "withdraw a").says


def test_4_5_only_mechanized_divisions() -> None:
    assert refused(leaving(), "withdraw i").rule == "4.5"
    assert refused(leaving(), "withdraw r").rule == "4.5"


@pytest.mark.parametrize("marks", ["", " reduced"])
def test_4_5_an_elite_division_brings_three_more_reduced_or_not(marks: str) -> None:
    """A-16: 4 to 9 points."""
    match = play(leaving(f"a 3010 panzer 26,13{marks}"), "withdraw a", "roll 6")
    assert state(match).vp == 69


def test_4_5_a_reduced_division_may_go() -> None:
    play(leaving("a 3010 panzer reduced"), "withdraw a", "roll 1")


def test_4_5_it_never_comes_back() -> None:
    match = play(leaving(), "withdraw a", "roll 1", "end")
    assert refused(match, "move a 3011").rule == "10.2"
    assert "a" not in match.able()


def test_4_5_the_soviet_withdraws_nobody() -> None:
    match = position(UNITS, phase="player turn", side="soviet", turn=5)
    assert match.where()[-1][0] == "Movement"
