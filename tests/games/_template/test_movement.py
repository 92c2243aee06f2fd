"""3: movement."""

from typing import Any

from kursk.core.match import Match
from kursk.testing import goals, play, position, refused, rule

TITLE = "_template"


def moving(units: str, **more: Any) -> Match:
    return position(TITLE, units, phase="movement", side="german", **more)


def test_3_1_points_are_spent_hex_by_hex() -> None:
    match = moving("g2@0303 s1@0608", hexes={"0302": ["wood"]})
    assert (
        refused(match, "move g2 0302 0301 0201").says
        == "0201 costs 1 point; g2 has spent 3 of its 3."
    )
    assert rule(match, "move g2 0302 0301") == ""


def test_3_1_the_river_costs_a_point_but_not_on_the_road() -> None:
    match = moving("g2@0403 g3@0303 s1@0608", real=True)
    assert rule(match, "move g2 0404 0405 0406") == ""
    assert rule(match, "move g3 0304 0305") == "3.1"


def test_3_1_a_unit_moves_once() -> None:
    match = play(moving("g2@0303 s1@0608"), "move g2 0302")
    assert refused(match, "move g2 0303").says == "g2 has moved in this phase."


def test_3_2_no_unit_enters_a_hex_that_holds_another() -> None:
    match = moving("g2@0303 g3@0302 s1@0304")
    assert rule(match, "move g2 0302") == rule(match, "move g2 0304") == "3.2"
    assert not goals(match, "g2") & {"0302", "0304"}


def test_3_3_next_to_an_enemy_a_unit_stops() -> None:
    match = moving("g1@0302 s1@0304")
    assert refused(match, "move g1 0303 0203").says == "g1 must stop in 0303, next to an enemy."
