"""1, 2: numbers and counters."""

import pytest

from kursk.games.drive_on_kursk import GAME
from kursk.games.drive_on_kursk.pieces import halved, mobility, movement_factor
from kursk.testing import lost, play, refused, where
from tests.games.drive_on_kursk.helpers import position


def test_1_3_half_of_three_two_and_one_is_one() -> None:
    assert [halved(number) for number in (3, 2, 1)] == [1, 1, 1]
    assert [halved(number) for number in (8, 4, 26, 0)] == [4, 2, 13, 0]


@pytest.mark.parametrize(
    ("side", "type", "expected"),
    [
        ("german", "armour", "mech"),
        ("german", "mech infantry", "mech"),
        ("german", "infantry", "foot"),
        ("german", "airborne", "foot"),
        ("german", "mountain", "foot"),
        ("soviet", "armour", "mech"),
        ("soviet", "mech infantry", "mech"),
        ("soviet", "motorized", "mech"),
        ("soviet", "infantry", "foot"),
        ("soviet", "airborne", "foot"),
        ("soviet", "fortified", "static"),
    ],
)
def test_2_5_2_7_mobility_classes(side: str, type: str, expected: str) -> None:
    counters = [counter for counter in GAME.roster if (counter.side, counter.type) == (side, type)]
    assert counters
    assert {mobility(counter) for counter in counters} == {expected}


def test_2_10_movement_factors_go_by_class() -> None:
    factors = {mobility(counter): movement_factor(counter) for counter in GAME.roster}
    assert factors == {"mech": 8, "foot": 4, "static": 2}


def test_2_9_a_fortified_zone_attacks_with_nothing_and_defends_with_three() -> None:
    zones = [counter for counter in GAME.roster if counter.type == "fortified"]
    assert {counter.strengths for counter in zones} == {("0/3",)}
    assert zones[0].factor(0) == 3


def test_2_11_germans_have_two_steps_and_soviets_one() -> None:
    assert {counter.steps for counter in GAME.roster if counter.side == "german"} == {2}
    assert {counter.steps for counter in GAME.roster if counter.side == "soviet"} == {1}


def test_2_11_all_start_at_full_strength() -> None:
    g = GAME.setup("quick", {})
    assert set(g.lost) == {0}


def test_2_11_a_reinforcement_arrives_at_full_strength() -> None:
    match = position("19pz turn-3", phase="arrivals", turn=3)
    play(match, "enter 19pz 3000")
    assert lost(match, "19pz") == 0


def test_2_2_a_unit_is_in_one_hex_at_a_time() -> None:
    match = position("a 3010 panzer", phase="movement")
    play(match, "move a 3011 3012")
    assert where(match, "a") == "3012"
    assert list(match.view("german").stacks) == ["3012"]


def test_2_2_a_hex_that_the_map_lacks_is_refused() -> None:
    match = position("19pz turn-3", phase="arrivals", turn=3)
    assert refused(match, "enter 19pz 9999").rule == "2.2"
