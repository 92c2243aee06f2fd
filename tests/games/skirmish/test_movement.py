"""3: movement."""

from fractions import Fraction

import msgspec
import pytest

from kursk import library
from kursk.core.counters import Roster
from kursk.core.match import Match

HALF = Fraction(1, 2)


def moving(units: str, extra: str = "") -> Match:
    """Blue moves; red stands far off unless told otherwise."""
    far = "" if "r1" in units else 'r1 = { at = "0808" }\n'
    head = f'game = "skirmish"\nphase = "movement"\nside = "blue"\n{extra}\n[units]\n'
    return library.set_up(head + far + units)


def cost(match: Match, unit: str, hex: str) -> int | Fraction:
    return match.reach(unit)["move"].cost(match.g.grid.find(hex))


def with_two_points(match: Match) -> None:
    """The tutorial has no unit as slow as this rule is meant for."""
    slow = (msgspec.structs.replace(counter, moves="2") for counter in match.g.roster)
    match.g.roster = Roster(slow)


def goals(match: Match, unit: str) -> set[str]:
    return {order.split()[-1] for order in match.orders(unit)}


def refused(match: Match, order: str) -> str:
    refusal = match.why_not(order)
    return refusal.rule if refusal else ""


@pytest.mark.parametrize(
    ("unit", "start", "hex", "points"),
    [
        ("b1", "0302", "0303", 1),
        ("b1", "0302", "0402", 1),
        ("b1", "0602", "0603", 2),
        ("b5", "0602", "0603", 2),
        ("b1", "0303", "0304", 2),
        ("b5", "0303", "0304", 3),
        ("b1", "0301", "0303", 2),
    ],
    ids=["clear", "town", "hill", "hill for tanks", "wood", "wood for tanks", "two clear hexes"],
)
def test_3_1_what_a_step_costs(unit: str, start: str, hex: str, points: int) -> None:
    assert cost(moving(f'{unit} = {{ at = "{start}" }}'), unit, hex) == points


def test_3_1_points_run_out() -> None:
    match = moving('b1 = { at = "0301" }')
    assert "0304" not in goals(match, "b1")
    assert refused(match, "move b1 0302 0303 0304") == "3.1"
    assert refused(match, "move b1 0303") == "3.1", "step by step"


def test_3_1_a_longer_way_is_as_good_while_points_last() -> None:
    match = moving('b1 = { at = "0301" }')
    assert refused(match, "move b1 0201 0202 0302") == ""
    assert refused(match, "move b1 0201 0202 0302 0303") == "3.1"


def test_3_1_there_is_no_such_hex() -> None:
    assert refused(moving('b1 = { at = "0301" }'), "move b1 0300") == "1.1"


def test_3_2_crossing_the_river_costs_one_point_more() -> None:
    match = moving('b1 = { at = "0104" }\nb5 = { at = "0604" }')
    assert cost(match, "b1", "0105") == 2
    assert cost(match, "b5", "0605") == 4, "a wood beyond the river"


def test_3_3_along_the_road_every_step_costs_half_a_point() -> None:
    match = moving('b1 = { at = "0403" }')
    assert cost(match, "b1", "0404") == HALF
    assert cost(match, "b1", "0405") == 1, "over the bridge, into the town"
    assert cost(match, "b1", "0508") == Fraction(5, 2)
    assert cost(match, "b1", "0503") == 1, "off the road as usual"


def test_3_3_a_road_makes_nothing_of_a_wood() -> None:
    match = moving('b5 = { at = "0403" }', '[hexes]\n"0404" = ["wood"]')
    assert cost(match, "b5", "0404") == HALF


def test_3_4_no_unit_enters_a_hex_with_an_enemy() -> None:
    match = moving('b1 = { at = "0302" }\nr1 = { at = "0303" }')
    assert "0303" not in goals(match, "b1")
    assert refused(match, "move b1 0303") == "3.4"


def test_3_5_whoever_comes_next_to_an_enemy_stops() -> None:
    match = moving('b6 = { at = "0503" }\nr1 = { at = "0305" }')
    assert "0405" in goals(match, "b6"), "by a way round"
    assert refused(match, "move b6 0403 0404") == ""
    assert refused(match, "move b6 0403 0404 0405") == "3.5"


def test_3_5_a_unit_next_to_an_enemy_may_leave_even_to_another_such_hex() -> None:
    match = moving('b6 = { at = "0404" }\nr1 = { at = "0305" }')
    assert refused(match, "move b6 0405") == ""
    assert refused(match, "move b6 0403 0303") == ""
    assert refused(match, "move b6 0405 0406") == "3.5"


def test_3_5_zones_are_the_hexes_next_to_units() -> None:
    match = moving('b1 = { at = "0303" }')
    assert match.zones("blue") == ["0202", "0203", "0302", "0304", "0402", "0403"]


def test_3_6_a_unit_may_always_move_one_hex() -> None:
    with_two_points(match := moving('b1 = { at = "0604" }'))
    assert cost(match, "b1", "0605") == 2, "a wood across the river would cost three"
    assert refused(match, "move b1 0605") == ""
    assert refused(match, "move b1 0605 0606") == "3.1", "but no further"
    assert refused(match, "move b1 0603 0602") == "3.1", "and only as the first step"


def test_3_7_a_unit_moves_once_a_phase() -> None:
    match = moving('b1 = { at = "0301" }\nb2 = { at = "0501" }')
    match.play("move b1 0302")
    assert refused(match, "move b1 0303") == "3.7"
    assert match.able() == ["b2"]
    assert not list(match.orders("b1"))
    for order in ("end", "end", "end", "end", "hold", "hold"):
        match.play(order)
    while match.actor != "blue":
        match.play("end")
    assert refused(match, "move b1 0303") == "", "next turn it moves again"


def test_2_2_a_unit_that_cannot_go_anywhere_is_not_able() -> None:
    match = moving(
        'b1 = { at = "0101" }\nr1 = { at = "0102" }\nr2 = { at = "0201" }\nb2 = { at = "0801" }'
    )
    assert match.able() == ["b2"]
    assert not list(match.orders("b1"))
