"""11.1–11.7, 11.10, 11.16, 11.20: declaring and fighting battles.

The defenders stand in 3010; around it, clockwise from north-east: 3110 3011 2910 2909 3009 3109.
"""

import pytest

from kursk.testing import lost, play, receipt, refused, says, shift, where
from tests.games.drive_on_kursk.helpers import position, state

ONE_TO_ONE = "a 3009 panzer 10,5\nd 3010 rifle 10"


# -- 11.1, 11.2 ------------------------------------------------------------------------------


def test_11_1_attacking_is_voluntary_and_only_the_player_whose_turn_it_is_attacks() -> None:
    match = position(ONE_TO_ONE)
    assert match.actor == "german"
    assert list(match.orders()) == ["attack 3010 with a", "end"]
    assert refused(match, "attack 3009 with d").rule == "11.1"
    play(match, "end")


@pytest.mark.parametrize(
    ("order", "rule"),
    [
        ("attack 3012 with a", "11.1"),  # nobody there
        ("attack 3411 with a", "11.1"),  # too far
        ("attack 9999 with a", "11.1"),
        ("attack 3010 with nobody", "11.1"),
        ("attack 3010 with d", "11.1"),
        ("attack 3010 with a,c", "11.5"),  # c is too far
        ("attack 3010,3411 with a", "11.5"),
        ("attack d with a", "11.6"),
        ("attack 3010 with a,a", "11.7"),
        ("assault 3010", "11.1"),
    ],
)
def test_11_1_11_5_11_6_11_7_refusals_name_the_rule(order: str, rule: str) -> None:
    match = position(ONE_TO_ONE + "\nc 3410 panzer 10,5\ne 3411 rifle 10")
    assert refused(match, order).rule == rule


def test_11_1_refusals_name_units_and_hexes() -> None:
    match = position(ONE_TO_ONE + "\nc 3410 panzer 10,5")
    why = refused(match, "attack 3010 with c")
    assert (why.units, why.hexes) == (("c",), ("3010",))


def test_11_2_battles_in_any_order_each_finished_before_the_next() -> None:
    text = "a 3009 panzer 10,5\nb 3209 panzer 10,5\nd 3010 rifle 10\ne 3210 rifle 10"
    match = position(text, air=1)
    play(match, "attack 3210 with b")
    assert refused(match, "attack 3010 with a").rule == "7.3"
    play(match, "pass", "roll 5")
    play(match, "attack 3010 with a", "pass", "roll 5", "end")


def test_11_2_thirteen_against_four_is_three_to_one() -> None:
    match = position("a 3009 panzer 13,6\nd 3010 rifle 4")
    play(match, "attack 3010 with a", "roll 1")
    assert "13 to 4 is 3:1, shifted +0: 3:1." in says(match)
    assert where(match, "d") == "dead"


# -- 11.3: fortified zones -------------------------------------------------------------------


def test_11_3_a_fortified_zone_never_attacks() -> None:
    match = position("z 3009 fz\nd 3010 panzer 10,5", side="soviet")
    assert list(match.orders()) == ["end"]
    assert refused(match, "attack 3010 with z").rule == "11.3"


def test_11_3_nor_hinders_others_nor_takes_their_losses() -> None:
    match = position(
        "z 3009 fz\na 3009 rifle 4\nb 3009 rifle 4\nd 3010 panzer 24,12", side="soviet"
    )
    assert "attack 3010 with a,b" in list(match.orders())
    assert receipt(match, "attack 3010 with a,b").totals[0] == "8"
    play(match, "attack 3010 with a,b", "roll 6")  # AL1
    assert refused(match, "lose z").rule == "11.3"
    play(match, "lose a")
    assert (where(match, "z"), where(match, "a"), where(match, "b")) == ("3009", "dead", "3009")


def test_11_3_2_9_a_fortified_zone_defends_with_three() -> None:
    match = position("a 3009 panzer 9,4\nz 3010 fz")
    assert receipt(match, "attack 3010 with a").totals == ("9", "3")


# -- 11.4 ------------------------------------------------------------------------------------


def test_11_4_a_unit_attacks_once_in_a_phase() -> None:
    match = position("a 3009 panzer 10,5\nd 3010 rifle 10\ne 2909 rifle 10")
    play(match, "attack 3010 with a", "roll 5")
    why = refused(match, "attack 2909 with a")
    assert (why.rule, why.units) == ("11.4", ("a",))
    assert list(match.orders()) == ["end"]


def test_11_4_a_unit_is_attacked_once_in_a_phase() -> None:
    match = position(ONE_TO_ONE + "\nb 3109 panzer 10,5")
    play(match, "attack 3010 with a", "roll 5")
    why = refused(match, "attack 3010 with b")
    assert (why.rule, why.hexes) == ("11.4", ("3010",))
    assert list(match.orders()) == ["end"]


def test_11_4_in_fight_fight_everything_may_happen_again() -> None:
    plan = {"german": "fight-fight", "soviet": "move-move"}
    match = position("a 3009 panzer 10,5\nd 3010 rifle 30", plan=plan)  # 1:3, shifted to 1:1
    play(match, "attack 3010 with a", "roll 5", "end")
    assert state(match).phase == 2
    play(match, "attack 3010 with a", "roll 1", "end")  # 1:3 now
    assert (where(match, "a"), where(match, "d")) == ("3009", "3010")


def test_11_4_a_retreated_unit_alone_is_not_attacked_again_in_the_phase() -> None:
    """A-49. Every hex around the German lies in a Soviet zone, so that he may retreat there."""
    plan = {"german": "move-move", "soviet": "fight-fight"}
    text = "a 3011 rifle 20\ns 3008 rifle\nt 3210 rifle\nu 2810 rifle\nd 3010 panzer 10,5"
    match = position(text, side="soviet", plan=plan, revealed=True)
    play(match, "attack 3010 with a", "roll 6", "retreat d 3009")
    assert where(match, "a") == "3010"
    why = refused(match, "attack 3009 with s")
    assert (why.rule, why.hexes) == ("11.4", ("3009",))
    play(match, "end")
    assert "attack 3009 with s" in list(match.orders())  # the second combat phase


# -- 11.5, 11.6, 11.7 ------------------------------------------------------------------------


def test_11_5_units_of_one_hex_attack_different_hexes_or_stay_out() -> None:
    text = "a 3010 panzer\nb 3010 panzer\nc 3010 panzer\nd 3011 rifle 30\ne 3009 rifle 30"
    match = position(text)
    play(match, "attack 3011 with a,b", "roll 1")
    play(match, "attack 3009 with c", "roll 1", "end")
    text = "a 3010 panzer\nb 3010 panzer\nc 3010 panzer\nd 3011 rifle 30"
    play(position(text), "attack 3011 with b", "roll 1", "end")


def test_11_5_any_number_of_hexes_combine() -> None:
    text = "a 3009 panzer 10,5\nb 3109 panzer 10,5\nc 2909 panzer 10,5\nd 3010 rifle 10"
    match = position(text)
    offered = list(match.orders())
    assert "attack 3010 with a,b,c" in [sorted_attack(order) for order in offered]
    assert receipt(match, "attack 3010 with b,c").totals[0] == "20"
    play(match, "attack 3010 with c,b", "roll 6")
    assert where(match, "d") == "3011"


def sorted_attack(order: str) -> str:
    *words, ids = order.split()
    return " ".join((*words, ",".join(sorted(ids.split(",")))))


def test_11_6_11_7_all_defenders_count_together() -> None:
    match = position("a 3009 panzer 20,10\nd 3010 rifle 4\ne 3010 rifle 5\nf 3010 fz")
    play(match, "attack 3010 with a")
    assert "20 to 12 is 1:1, shifted +0: 1:1." in says(match)


# -- 7.3 -------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", ["end", "cancel", "attack 3109 with a"])
def test_7_3_no_attack_is_called_off_once_the_stack_is_seen(order: str) -> None:
    text = "a 3009 panzer 10,5\nd 3010 rifle 9\ne 3010 rifle 9"
    for air in (0, 1):  # before the die, and before the Luftwaffe
        match = play(position(text, air=air), "attack 3010 with a")
        assert refused(match, order).rule == "7.3"
        assert match.undoable == 0


def test_7_3_what_was_in_plain_view_may_be_taken_back() -> None:
    match = play(position(ONE_TO_ONE, air=1), "attack 3010 with a")
    match.undo()
    assert list(match.orders()) == ["attack 3010 with a", "end"]


def test_7_3_a_stack_lies_open_while_it_fights_and_no_longer() -> None:
    match = position("a 3009 panzer\nb 3009 panzer\nd 3010 rifle 30\ne 3010 rifle 4")
    assert [s.unit for s in match.view("german").stacks["3010"]] == ["e", ""]
    play(match, "attack 3010 with a")
    assert [s.unit for s in match.view("german").stacks["3010"]] == ["e", "d"]
    assert [s.unit for s in match.view("soviet").stacks["3009"]] == ["b", "a"]
    play(match, "roll 1")
    assert [s.unit for s in match.view("german").stacks["3010"]] == ["e", ""]
    assert [s.unit for s in match.view("soviet").stacks["3009"]] == ["b", ""]


def test_7_3_units_held_back_stay_covered() -> None:
    match = position("c 3009 panzer\na 3009 panzer\nb 3009 panzer\nd 3010 rifle 30")
    play(match, "attack 3010 with a")
    assert [s.unit for s in match.view("soviet").stacks["3009"]] == ["b", "a", ""]


def test_7_3_a_player_orders_his_own_stacks() -> None:
    match = position("a 3009 panzer\nb 3009 panzer\nd 3010 rifle")
    assert "top a" in list(match.orders("a"))
    assert "top b" not in list(match.orders("b"))
    play(match, "top a")
    assert match.view("soviet").stacks["3009"][0].unit == "a"
    assert match.told("soviet")[0][2] == ""
    assert refused(match, "top d").rule == "7.3"


# -- 11.10: the Luftwaffe --------------------------------------------------------------------


def test_11_10_one_column_for_the_attacking_german() -> None:
    match = play(position(ONE_TO_ONE, air=1), "attack 3010 with a")
    assert (match.actor, match.rule) == ("german", "11.10")
    assert shift(receipt(match, "support"), "Luftwaffe") == 1
    play(match, "support", "roll 1")
    assert "10 to 10 is 1:1, shifted +1: 2:1." in says(match)
    assert where(match, "d") == "dead"


def test_11_10_one_column_for_the_defending_german() -> None:
    match = position("a 3011 rifle 10\nd 3010 panzer 10,5", side="soviet", air=1)
    play(match, "attack 3010 with a")
    assert match.actor == "german"
    play(match, "support", "roll 1")
    assert "10 to 10 is 1:1, shifted -1: 1:2." in says(match)


def test_11_10_no_more_than_one_counter_in_a_battle() -> None:
    text = "a 3009 infantry 10,5\nb 3209 panzer 10,5\nd 3010 rifle 10\ne 3210 rifle 10"
    match = play(position(text, air=2, gambit=True), "attack 3010 with a", "support")
    assert match.actor == "dice"
    play(match, "roll 6", "retreat d 3011")
    assert state(match).air == 1
    play(match, "attack 3210 with b", "support")
    assert state(match).air == 0


def test_11_10_a_counter_supports_one_battle_in_a_game_turn() -> None:
    text = "a 3011 rifle 4\nb 3009 panzer 10,5\nd 3010 panzer 24,12\ne 2909 rifle 30"
    match = play(position(text, turn=3, air=1), "attack 2909 with b", "support", "roll 2")
    assert state(match).air == 0
    plan = {"german": "move-fight", "soviet": "fight-fight"}
    match = position(text, side="soviet", turn=3, air=0, plan=plan, revealed=True, number=2)
    play(match, "attack 3010 with a", "roll 1")  # nobody is asked
    play(match, "end")
    assert (match.g.turn, state(match).air) == (4, 1)


def test_11_10_it_is_committed_after_the_conversion_call_and_never_to_the_second_roll() -> None:
    """A-29."""
    match = position("a 3009 panzer 20,10\nd 3010 rifle 10", hexes={"3010": ["town"]}, air=1)
    play(match, "attack 3010 with a")
    assert match.actor == "soviet"
    play(match, "convert")
    assert match.actor == "german"
    play(match, "pass", "roll 2")  # 1:1, DR
    assert match.actor == "dice"
    assert refused(match, "support").rule == "11.10"


def test_11_10_without_a_counter_there_is_no_support() -> None:
    match = play(position(ONE_TO_ONE, air=0), "attack 3010 with a")
    why = refused(match, "support")
    assert (why.rule, why.says) == ("11.10", "No Luftwaffe counter is left in this game turn.")


# -- 11.16, 11.20 ----------------------------------------------------------------------------


def test_11_16_a_stalled_attack_changes_nothing() -> None:
    match = play(position(ONE_TO_ONE), "attack 3010 with a", "roll 5")
    assert (where(match, "a"), lost(match, "a"), where(match, "d")) == ("3009", 0, "3010")
    assert state(match).vp == 60


@pytest.mark.parametrize(
    ("kinds", "asked"),
    [
        (["town"], True),
        (["city"], True),
        (["fort soviet"], True),
        (["fort german"], False),
        (["hills"], False),
        ([], False),
    ],
)
def test_11_20_conversion_is_called_in_towns_cities_and_own_forts(
    kinds: list[str], asked: bool
) -> None:
    match = play(position(ONE_TO_ONE, hexes={"3010": kinds}), "attack 3010 with a")
    assert match.actor == ("soviet" if asked else "dice")


def test_11_20_a_fortified_zone_forces_the_call_in_any_ground() -> None:
    match = position("a 3009 panzer 21,10\nz 3010 fz\nd 3010 rifle 4", air=1)
    play(match, "attack 3010 with a")
    assert match.actor == "german"  # nobody asked the Soviet
    play(match, "pass", "roll 6", "roll 3")  # 3:1, DR, converted to BB
    assert (where(match, "z"), where(match, "d")) == ("dead", "dead")


def test_11_20_a_fortified_zone_that_retreated_in_forces_the_call_too() -> None:
    text = "a 3009 panzer 21,10\nz 3010 fz defended retreated\nd 3010 rifle 7"
    match = play(position(text), "attack 3010 with a", "roll 6")  # 3:1, DR
    assert match.actor == "dice"


def test_11_20_germans_convert_too_and_then_decide_on_the_luftwaffe() -> None:
    text = "a 3011 rifle 20\nd 3010 infantry 10,5"
    match = position(text, side="soviet", hexes={"3010": ["town"]}, air=1)
    play(match, "attack 3010 with a")
    assert (match.actor, match.rule) == ("german", "11.20")
    play(match, "convert")
    assert (match.actor, match.rule) == ("german", "11.10")
    play(match, "pass", "roll 2", "roll 5")  # 1:1, DR, converted: 6, AS
    assert (where(match, "d"), lost(match, "d")) == ("3010", 0)


@pytest.mark.parametrize(
    ("attack", "first", "second", "result"),
    [
        (40, 5, 1, "DE"),  # 4:1: 1 - 1
        (40, 5, 2, "DE"),  # 1
        (40, 5, 3, "BB"),  # 2
        (10, 3, 6, "AL1"),  # 1:1: 6 + 1
        (10, 3, 5, "AS"),
        (10, 3, 1, "BB"),  # 1 + 1
        (5, 1, 6, "AL1"),  # 1:2
        (20, 6, 6, "AS"),  # 2:1: 6
        (20, 6, 1, "DE"),
        (50, 6, 6, "BB"),  # 5:1: 6 - 1
    ],
)
def test_11_20_12_3_the_second_roll(attack: int, first: int, second: int, result: str) -> None:
    text = f"a 3009 infantry {attack},{attack - 1}\nd 3010 rifle 10"
    match = position(text, hexes={"3010": ["swamp", "town"]})  # 1R and 1L
    play(match, "attack 3010 with a", "convert", f"roll {first}", f"roll {second}")
    (said,) = [line for line in says(match) if line.startswith("Converted")]
    assert f": {result}," in said
    assert where(match, "d") == ("dead" if result in ("DE", "BB") else "3010")


def test_11_20_the_odds_are_the_final_column() -> None:
    """A-28: 2:1 before the Luftwaffe, 3:1 after it and three left for the fort: 1:1 and +1."""
    text = "a 3009 panzer 30,15\nd 3010 rifle 10"
    match = position(text, hexes={"3010": ["fort soviet"]}, air=1)
    play(match, "attack 3010 with a", "convert", "support", "roll 4", "roll 6")
    assert "Converted, 7: AL1, the attacker loses one unit, a German attacker one step." in says(
        match
    )
    assert lost(match, "a") == 1


def test_11_20_only_a_retreat_is_converted() -> None:
    text = "a 3009 infantry 30,15\nd 3010 rifle 10"
    match = position(text, hexes={"3010": ["swamp", "town"]})
    play(match, "attack 3010 with a", "convert", "roll 1")  # DE at once
    assert where(match, "d") == "dead"
    assert match.actor == "german"


def test_11_20_whoever_did_not_call_must_retreat() -> None:
    text = "a 3009 infantry 30,15\nd 3010 rifle 10"
    match = position(text, hexes={"3010": ["swamp", "town"]})
    play(match, "attack 3010 with a", "pass", "roll 6")
    assert refused(match, "convert").rule == "11.20"
    play(match, "retreat d 3011")
    assert where(match, "d") == "3011"


# -- offers ------------------------------------------------------------------------------------


CROWD = """
a 3009 panzer 10,5
b 3009 infantry
c 3109 panzer 10,5
d 3010 rifle 9
e 3010 rifle 9
f 2909 tank-corps
z 2909 fz
"""


@pytest.mark.parametrize("side", ["german", "soviet"])
def test_11_1_11_5_what_is_offered_is_accepted_and_may_be_narrowed(side: str) -> None:
    match = position(CROWD, side=side)
    offered = list(match.orders())
    assert len(offered) == len(set(offered))
    assert all(match.why_not(order) is None for order in offered)
    for unit in "abcdef":
        about = [order for order in match.orders(unit) if order.startswith("attack")]
        named = [order for order in offered if unit in order.split()[-1].split(",")]
        assert about == named
    assert set(match.able()) == (set("abc") if side == "german" else set("def"))


def test_11_5_a_choice_that_is_not_offered_is_accepted_too() -> None:
    match = position(CROWD)
    assert "attack 3010 with c,a" not in list(match.orders())
    assert match.why_not("attack 3010 with c,a") is None


# -- questions without a difference -----------------------------------------------------------


def test_11_20_nobody_is_asked_about_a_conversion_that_cannot_come() -> None:
    """At 1:3 and at 6:1 no die says DR; a step beside them one may."""
    for attack, asked in ((3, False), (10, True), (40, True), (70, False)):
        text = f"a 3009 infantry {attack},1\nd 3010 rifle 10"
        match = position(text, hexes={"3010": ["swamp", "town"]})
        match.play("attack 3010 with a")
        assert match.rule == "11.20"
        assert match.forced == (None if asked else "pass"), attack


def test_11_20_the_luftwaffe_that_may_come_counts_before_the_question() -> None:
    """1:3, but 1:2 with the Luftwaffe: there a die says DR, and so the Soviet is asked."""
    text = "a 3009 panzer 4,2\nd 3010 rifle 10"
    for air, forced in ((0, "pass"), (1, None)):
        match = position(text, hexes={"3010": ["swamp", "town"]}, air=air)
        match.play("attack 3010 with a")
        assert match.forced == forced


def test_11_10_nobody_is_asked_where_the_luftwaffe_changes_nothing() -> None:
    for attack, forced in ((70, "pass"), (10, None)):
        match = position(f"a 3009 panzer {attack},1\nd 3010 rifle 10", air=1)
        match.play("attack 3010 with a")
        assert (match.rule, match.forced) == ("11.10", forced)


def test_a_city_is_asked_about_whatever_was_answered_once_for_all() -> None:
    for ground, kind in (("town", "Conversion"), ("city", "")):
        match = position("a 3009 infantry 40,20\nd 3010 rifle 10", hexes={"3010": [ground]})
        match.play("attack 3010 with a")
        assert match.rule == "11.20"
        assert match.kind == kind
        assert match.standing() == ({"convert": "convert", "pass": "pass"} if kind else {})


def test_11_14_everybody_advances_once_for_all() -> None:
    text = "a 3009 infantry 20,10\nb 2909 infantry 20,10\nd 3010 rifle 4"
    match = play(position(text), "attack 3010 with a,b", "roll 1")
    assert match.kind == "Advance"
    assert match.standing()["all advance"] == "advance a,b 3010"
