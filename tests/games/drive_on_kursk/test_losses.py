"""2.11, 11.17, 11.18, 11.21: what a battle costs."""

import pytest

from kursk.testing import lost, play, refused, says, where
from tests.games.drive_on_kursk.helpers import EAST, WEST, position, state


def due(said: list[str]) -> int:
    (line,) = [line for line in said if "factors at the least" in line]
    return int(line.split()[4])


# -- 11.17: attacker loses one ---------------------------------------------------------------


def test_11_17_a_soviet_attacker_loses_a_unit_of_his_choice() -> None:
    text = "a 3011 rifle 4\nb 3011 tank-corps 9\nc 3110 rifle 4\nd 3010 panzer 60,30"
    match = play(position(text, side="soviet"), "attack 3010 with a,b,c", "roll 6")
    assert (match.actor, match.rule) == ("soviet", "11.17")
    assert set(match.orders()) == {"lose a", "lose b", "lose c"}
    assert refused(match, "lose d").rule == "11.17"
    assert refused(match, "lose a,b").rule == "11.17"
    play(match, "lose b")
    assert [where(match, id) for id in "abcd"] == ["3011", "dead", "3110", "3010"]
    assert state(match).vp == 63


def test_11_17_a_german_attacker_loses_a_step_of_his_choice() -> None:
    text = "a 3009 panzer 10,5\nb 3009 infantry reduced\nd 3010 rifle 60"
    match = play(position(text), "attack 3010 with a,b", "roll 6", "lose a")
    assert (lost(match, "a"), where(match, "a"), state(match).vp) == (1, "3009", 60)
    match = play(position(text), "attack 3010 with a,b", "roll 6", "lose b")
    assert (lost(match, "a"), where(match, "b"), state(match).vp) == (0, "dead", 58)


def test_11_17_one_attacker_has_no_choice() -> None:
    match = play(position("a 3009 panzer\nd 3010 rifle 60"), "attack 3010 with a", "roll 6")
    assert (match.actor, match.rule, lost(match, "a")) == ("german", "11.1", 1)


# -- 11.18: defender eliminated --------------------------------------------------------------


def test_11_18_soviet_defenders_all_go() -> None:
    text = "a 3009 infantry 60,30\nd 3010 rifle 4\ne 3010 tank-corps 5\nz 3010 fz"
    match = play(position(text), "attack 3010 with a", "roll 1")
    assert {where(match, id) for id in "dez"} == {"dead"}
    assert state(match).vp == 60 + 1 + 3 + 1
    assert where(match, "a") == "3010"


def test_11_18_11_14_german_units_at_full_strength_are_reduced_and_stay() -> None:
    """A-52: the hex is not vacated, so nobody advances."""
    text = "a 3011 rifle 60\nd 3010 panzer 10,5\ne 3010 panzer 10,5 reduced"
    match = play(position(text, side="soviet"), "attack 3010 with a", "roll 1")
    assert (where(match, "d"), lost(match, "d"), where(match, "e")) == ("3010", 1, "dead")
    assert (where(match, "a"), match.rule, state(match).vp) == ("3011", "11.1", 56)


def test_11_18_11_14_reduced_germans_die_and_the_attacker_must_advance() -> None:
    text = "a 3011 rifle 60\nd 3010 infantry reduced\ne 3010 panzer 10,5 reduced"
    match = play(position(text, side="soviet"), "attack 3010 with a", "roll 1")
    assert (where(match, "d"), where(match, "e"), where(match, "a")) == ("dead", "dead", "3010")
    assert state(match).vp == 60 - 2 - 4


def test_2_11_11_18_one_step_units_go_first() -> None:
    """The German total reaches zero before anything else happens."""
    text = "a 3011 rifle 60\nd 3010 panzer 10,5\ne 3010 panzer 10,5 reduced"
    match = play(position(text, side="soviet", vp=4), "attack 3010 with a", "roll 1")
    assert match.over
    assert match.result.startswith("Soviet wins")
    assert (where(match, "e"), lost(match, "d")) == ("dead", 0)


# -- 11.21: bloodbath ------------------------------------------------------------------------


def test_11_21_soviet_defenders_die_and_the_german_gives_as_many_factors() -> None:
    text = "a 3009 panzer 12,5\nb 3009 infantry 9,4\nd 3010 rifle 4\nz 3010 fz"
    match = play(position(text), "attack 3010 with a,b", "roll 3")  # 21 to 7
    assert due(says(match)) == 7  # the fortified zone is three of them
    assert {where(match, id) for id in "dz"} == {"dead"}
    assert (match.actor, match.rule) == ("german", "11.21")
    play(match, "lose b")  # five
    assert match.rule == "11.21"
    play(match, "lose b")  # and four: the unit is gone
    assert (lost(match, "a"), where(match, "b")) == (0, "dead")
    assert state(match).vp == 60 + 1 + 1 - 2


def test_11_21_one_large_step_may_be_enough() -> None:
    text = "a 3009 panzer 12,5\nb 3009 infantry 9,4\nd 3010 rifle 4\nz 3010 fz"
    match = play(position(text), "attack 3010 with a,b", "roll 3", "lose a")
    assert (lost(match, "a"), lost(match, "b"), match.rule) == (1, 0, "11.14")


def test_11_21_11_14_survivors_must_advance_into_the_emptied_hex() -> None:
    """A-43."""
    text = "a 3009 infantry 20,10\nd 3010 rifle 10"
    match = play(position(text), "attack 3010 with a", "roll 2", "lose a")
    assert (where(match, "a"), lost(match, "a")) == ("3010", 1)


def test_11_21_german_defenders_lose_steps_and_the_soviet_gives_as_many_factors() -> None:
    text = """
    a 3011 rifle 8
    b 3011 rifle 6
    c 3110 rifle 6
    d 3010 panzer 10,5
    e 3010 panzer 10,5 reduced
    """
    match = play(position(text, side="soviet"), "attack 3010 with a,b,c", "roll 1")  # 20 to 15
    assert due(says(match)) == 5 + 5
    assert (where(match, "d"), lost(match, "d"), where(match, "e")) == ("3010", 1, "dead")
    play(match, "lose a")
    assert refused(match, "lose a").rule == "11.21"
    play(match, "lose c")
    assert [where(match, id) for id in "abc"] == ["dead", "3011", "dead"]
    assert match.rule == "11.1"  # the hex is still held


def test_11_21_attackers_who_cannot_match_the_loss_are_all_lost() -> None:
    """A-32: and nobody is left to advance."""
    text = "a 3011 rifle 4\nb 3011 rifle 4\nd 3010 panzer 10,5 reduced\ne 3010 panzer 10,5 reduced"
    hexes = {"3010": ["swamp"]}  # 8 to 10, shifted to 1:1
    match = play(position(text, side="soviet", hexes=hexes), "attack 3010 with a,b", "roll 1")
    assert due(says(match)) == 10
    assert {where(match, id) for id in "abde"} == {"dead"}
    assert match.rule == "11.1"
    assert state(match).vp == 60 - 4 - 4 + 1 + 1


def test_11_21_more_than_the_least_may_be_given() -> None:
    """A-33."""
    text = "a 3009 panzer 12,5\nb 3009 infantry 9,4\nd 3010 rifle 7"
    match = play(position(text), "attack 3010 with a,b", "roll 3")
    assert refused(match, "lose b,b,b").rule == "11.21"
    play(match, "lose b,b,a")
    assert (lost(match, "a"), where(match, "b")) == (1, "dead")


def test_11_21_1_3_defenders_out_of_supply_are_worth_half() -> None:
    """A-30: a fortified zone too."""
    text = "a 3009 panzer 12,5\nb 3009 infantry 9,4\nd 3010 rifle 4\nz 3010 fz"
    match = position(text, control={"german": EAST})
    play(match, "attack 3010 with a,b", "roll 6")  # 21 to 3
    assert due(says(match)) == 3


def test_11_21_1_3_german_steps_out_of_supply_are_worth_half() -> None:
    text = "a 3011 rifle 9\nb 3011 rifle 9\nd 3010 panzer 20,9\ne 3010 infantry 8,4 reduced"
    match = position(text, side="soviet", control={"soviet": WEST})
    play(match, "attack 3010 with a,b", "roll 1")  # 18 to 12
    assert due(says(match)) == (11 + 4) // 2


def test_11_21_1_3_attackers_out_of_supply_pay_in_half_factors() -> None:
    text = "a 3011 rifle 7\nb 3011 rifle 7\nc 3011 rifle 7\nd 3010 panzer 10,5"
    match = position(text, side="soviet", control={"german": EAST})
    play(match, "attack 3010 with a,b,c", "roll 1")  # 21 halved is 10
    assert due(says(match)) == 5
    play(match, "lose a")  # 7 halved is 3
    assert match.rule == "11.21"
    play(match, "lose b")  # 14 halved is 7
    assert (where(match, "c"), match.rule) == ("3011", "11.1")


def test_11_21_11_12_units_that_retreated_in_count_as_lost() -> None:
    """A-31: they add no strength, but they share the result."""
    text = "a 3009 panzer 30,15\nd 3010 rifle 10\ne 3010 rifle 6 defended retreated"
    match = play(position(text), "attack 3010 with a", "roll 3")  # 30 to 10
    assert due(says(match)) == 16
    assert (where(match, "d"), where(match, "e")) == ("dead", "dead")


@pytest.mark.parametrize(("order", "rule"), [("lose z", "11.3"), ("end", "11.21")])
def test_11_21_refusals(order: str, rule: str) -> None:
    text = "a 3011 rifle 8\nb 3011 rifle 12\nz 3011 fz\nd 3010 panzer 20,10"
    match = play(position(text, side="soviet"), "attack 3010 with a,b", "roll 1")
    assert refused(match, order).rule == rule
