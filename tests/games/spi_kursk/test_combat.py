"""9: combat: who may attack, the column, the cell."""

from typing import Any

import pytest

from tests.games.spi_kursk.helpers import (
    attacked,
    fight,
    marked,
    play,
    position,
    receipt,
    refused,
    rule,
    says,
    shift,
    where,
)

# Four steps, each side in a mode that gives no shift.
DEFENDER = "d:tank_corps@1009+mobile"


def odds(strength: int, units: str = DEFENDER, target: str = "1009", **more: Any) -> Any:
    match = position(f"a:panzer:{strength}@1010+assault {units}", "first combat", **more)
    return receipt(match, f"attack {target} with a")


def cell(found: Any, die: int) -> tuple[str, str]:
    """The cell of a die, and what it comes to."""
    (outcome,) = [each for each in found.outcomes if die in each.rolls]
    return outcome.result, outcome.follows.split(" (")[0]


# -- two published combats ------------------------------------------------------------------------


def test_9_91_and_13_44_first_published_combat() -> None:
    units = (
        "208@1705+mobile 293@1705+static gc8@1704+assault r217@1704+assault ad3@1704+assault "
        "gc36@1804+assault ad6@1804+assault"
    )
    match = position(units, "first combat", "soviet", real=True, turn=1)
    order = "attack 1705 with gc8,gc36,r217 barrage ad3 barrage ad6"
    found = receipt(match, order)
    assert (found.totals[0], found.odds, found.net, found.column) == ("27", "23-28", 2, "36-42")
    assert cell(found, 4) == ("3/2", "attacker 3, defender 2")
    assert shift(found, "Ground") == -1 and shift(found, "Hexsides") == -1
    assert shift(found, "Levels") == 4


def test_9_33_and_10_2_second_published_combat() -> None:
    units = (
        "262@2612+static rc41@2611+assault r110@2712+assault r356@2712+assault "
        "r415@2712+assault ad15@2611+assault ad20@2712+assault"
    )
    match = position(units, "first combat", "soviet", real=True, turn=1)
    found = receipt(match, "attack 2612 with rc41,r110,r356,r415 barrage ad15 barrage ad20")
    assert (found.totals[0], found.odds, found.net, found.column) == ("19", "18-22", -1, "14-17")
    assert cell(found, 2)[0] == "2/2"
    assert shift(found, "Hexsides") == -3 and shift(found, "Mode") == -1


# -- who may attack -------------------------------------------------------------------------------


def test_9_11_attacks_are_against_the_next_hex() -> None:
    match = position(f"a:panzer@1011+mobile {DEFENDER}", "first combat")
    assert rule(match, "attack 1009 with a") == "9.11"
    assert rule(match, "attack 1010 with a") == "9.11"
    assert rule(match, "end") == ""


def test_4_23_and_9_12_once_in_a_segment() -> None:
    match = position(f"a:panzer@1010+assault+attacked {DEFENDER}", "first combat")
    assert rule(match, "attack 1009 with a") == "9.12"


def test_9_13_assault_attacks_in_both_segments() -> None:
    match = position(f"a:panzer@1010+assault+earlier {DEFENDER}", "second combat")
    assert rule(match, "attack 1009 with a") == ""
    units = f"a:panzer:40/38/36@1010+assault {DEFENDER} e:rifle@1110+mobile"
    both = fight(position(units, "first combat"), "attack 1009 with a", 1)
    play(both, "stand", "stand", "end", "end")
    assert both.phase == "second combat" and rule(both, "attack 1110 with a") == ""


def test_9_14_mobile_attacks_once_in_a_phase() -> None:
    match = position(f"a:panzer@1010+mobile+earlier {DEFENDER}", "second combat")
    assert rule(match, "attack 1009 with a") == "9.14"
    first = position(
        "a:panzer:40/38/36/34/32/30@1010+mobile d:rifle_corps@1009+mobile", "first combat"
    )
    fight(first, "attack 1009 with a", 6)
    play(first, "stand", "stand", "end")
    assert first.heading() == "Turn 1. German: Second Combat Segment (9.11)"
    assert rule(first, "attack 1009 with a") == "9.14"


@pytest.mark.parametrize("marks", ["static", "mobile+disrupted"])
def test_9_15_static_and_disrupted_do_not_attack(marks: str) -> None:
    match = position(f"a:panzer@1010+{marks} {DEFENDER}", "first combat")
    assert rule(match, "attack 1009 with a") == "9.15"


def test_9_16_a_hex_is_attacked_once_in_a_segment_by_all_that_combine() -> None:
    units = f"a:panzer@1010+mobile b:panzer@1110+mobile c:panzer@0910+mobile {DEFENDER}"
    match = position(units, "first combat")
    assert receipt(match, "attack 1009 with a,b").totals[0] == "28"
    again = position(units, "first combat", fought=["1009"])
    assert rule(again, "attack 1009 with c") == "9.16"


def test_9_17_six_points_start_a_combat() -> None:
    five = position(f"a:panzer:5@1010+mobile {DEFENDER}", "first combat")
    assert rule(five, "attack 1009 with a") == "9.17"
    six = position(f"a:panzer:6@1010+mobile {DEFENDER}", "first combat")
    assert rule(six, "attack 1009 with a") == ""


def test_9_17_and_13_15_the_minimum_is_counted_before_suppression() -> None:
    match = position(f"a:panzer:8@1010+mobile {DEFENDER}", "first combat", suppressed={"a": 6})
    found = receipt(match, "attack 1009 with a")
    assert (found.totals[0], found.odds) == ("2", "1-5")


def test_9_18_shifts_lead_below_the_column_of_the_minimum() -> None:
    found = odds(
        6, "d:rifle:20/18/16/14/12/10/8/6/4/2@1009+mobile", hexes={"1009": ["forest", "city"]}
    )
    assert found.column == "0 or less"
    assert cell(found, 6) == ("4/-", "attacker 4, defender –")


def test_9_34_no_attack_across_a_lake() -> None:
    match = position(
        f"a:panzer@1010+mobile {DEFENDER}", "first combat", sides={"1010/1009": ["lake"]}
    )
    assert rule(match, "attack 1009 with a") == "9.34"


def test_18_31_reserves_do_not_attack() -> None:
    match = position("t18@1010+mobile+reserve d:infantry@1009+static", "first combat", "soviet")
    assert rule(match, "attack 1009 with t18") == "18.31"


def test_3_2_a_unit_without_attack_strength_does_not_attack() -> None:
    match = position("a13@1010+mobile d:infantry@1009+static", "first combat", "soviet")
    assert rule(match, "attack 1009 with a13") == "3.2"


# -- strength -------------------------------------------------------------------------------------


def test_9_21_and_11_55_out_of_supply_each_unit_is_halved_down() -> None:
    match = position(
        f"a:panzer:15@1010+mobile+unsupplied b:panzer:7@1010+mobile+unsupplied {DEFENDER}",
        "first combat",
    )
    assert receipt(match, "attack 1009 with a,b").totals[0] == "10"
    lenient = position(
        f"a:panzer:15@1010+mobile+unsupplied {DEFENDER}", "first combat", lenient=True
    )
    assert receipt(lenient, "attack 1009 with a").totals[0] == "15"


def test_9_91_71_and_72_points() -> None:
    three = "d:rifle:6/4/2@1009+mobile"
    assert odds(71, three).column == "64-71" and cell(odds(71, three), 1)[0] == "-/5"
    assert odds(72, three).column == "72 or more" and cell(odds(72, three), 1)[0] == "-/5"


# -- terrain --------------------------------------------------------------------------------------


def test_9_31_the_defender_is_in_or_behind_the_ground() -> None:
    assert shift(odds(30, hexes={"1009": ["hills"]}), "Ground") == -2
    assert shift(odds(30, hexes={"1010": ["hills"]}), "Ground") == 0


def test_9_32_ground_adds_up_whoever_dug() -> None:
    assert shift(odds(30, hexes={"1009": ["forest", "hills", "fort soviet"]}), "Ground") == -4
    assert shift(odds(30, hexes={"1009": ["fort german"]}), "Ground") == -1
    assert shift(odds(30, hexes={"1009": ["major city"]}), "Ground") == -3


def test_9_33_a_hexside_counts_if_all_come_across_as_much() -> None:
    pair = {"1009/1010": ["river"], "1009/1110": ["major river"]}
    units = f"a:panzer@1010+mobile b:panzer@1110+mobile {DEFENDER}"
    match = position(units, "first combat", sides={})
    assert shift(receipt(match, "attack 1009 with a"), "Hexsides") == 0
    near = f"a:panzer@1010+mobile b:panzer@1109+mobile {DEFENDER}"
    pair = {"1009/1010": ["river"], "1009/1109": ["major river"]}
    match = position(near, "first combat", sides=pair)
    assert shift(receipt(match, "attack 1009 with a,b"), "Hexsides") == -1
    assert shift(receipt(match, "attack 1009 with b"), "Hexsides") == -2
    one = position(near, "first combat", sides={"1009/1109": ["major river"]})
    assert shift(receipt(one, "attack 1009 with a,b"), "Hexsides") == 0
    three = position(f"{near} c:panzer@0910+mobile", "first combat", sides=pair)
    assert shift(receipt(three, "attack 1009 with a,b,c"), "Hexsides") == 0


def test_5_63_a_depression_helps_only_the_side_that_is_up() -> None:
    up, down = {"1009>1010": ["depression"]}, {"1010>1009": ["depression"]}
    assert shift(odds(30, sides=up), "Hexsides") == -1
    assert shift(odds(30, sides=down), "Hexsides") == 0


def test_5_64_a_dragontooth_helps_its_owner() -> None:
    assert shift(odds(30, sides={"1009>1010": ["dragontooth soviet"]}), "Hexsides") == -1
    assert shift(odds(30, sides={"1009>1010": ["dragontooth german"]}), "Hexsides") == 0


def test_18_16_may_has_no_dragonteeth_and_the_first_belts_only() -> None:
    teeth = {"1009>1010": ["dragontooth soviet"]}
    assert shift(odds(30, sides=teeth, scenario="may"), "Hexsides") == 0
    from kursk.games.spi_kursk.ground import entrenchments
    from kursk.games.spi_kursk.tables import printed

    board = printed()
    counts = {s: entrenchments(board, s, "soviet").bit_count() for s in ("may", "july", "august")}
    assert 0 < counts["may"] < counts["july"] == counts["august"]
    hagen = board.groups["fort german", "Hagen"]
    assert (
        not entrenchments(board, "july", "german")
        & hagen
        & ~board.groups["fort german", "first belt, Orel"]
    )
    assert entrenchments(board, "august", "german") & hagen == hagen


def test_5_61_and_5_62_river_and_depression_on_one_hexside_add_up() -> None:
    found = odds(
        30, sides={"1009/1010": ["major river"], "1009>1010": ["major river", "depression"]}
    )
    assert shift(found, "Hexsides") == -3


# -- steps, modes, M ------------------------------------------------------------------------------


def test_9_41_one_step_and_a_die_of_one() -> None:
    found = odds(6, "d:rifle:3@1009+mobile")
    assert found.defence[-1].value == "-2"
    assert cell(found, 1)[0] == "1/2"


def test_9_42_a_headquarters_is_one_step_and_guns_are_none() -> None:
    found = odds(30, "h:army@1009+mobile d:tank_corps@1009+mobile g:artillery@1009+mobile")
    assert found.totals[1] == "5 steps" and found.defence[-1].value == "+1"


def test_12_2_a_headquarters_alone_is_one_step() -> None:
    assert odds(30, "h:army@1009+mobile").totals[1] == "1 step"


def test_9_43_left_is_the_attackers_right_the_defenders() -> None:
    assert cell(odds(30), 3) == ("2/3", "attacker 2, defender 3")


def m(mine: str, theirs: str, strength: int = 25, die: int = 3) -> tuple[str, str]:
    match = position(f"a:panzer:{strength}@1010+{mine} d:tank_corps@1009+{theirs}", "first combat")
    return cell(receipt(match, "attack 1009 with a"), die)


def test_9_44_mobile_on_mobile_takes_one_off_both() -> None:
    assert m("mobile", "mobile") == ("2M2", "attacker 1, defender 1")


def test_9_44_assault_on_mobile_changes_nothing() -> None:
    assert m("assault", "mobile") == ("2M2", "attacker 2, defender 2")


def test_9_44_assault_on_static_adds_one_to_both() -> None:
    assert m("assault", "static", 30, 3) == ("2M2", "attacker 3, defender 3")


def test_9_44_a_hyphen_stays_a_hyphen() -> None:
    from kursk.games.spi_kursk.odds import numbers

    assert numbers("4M-", 1) == (5, 0)
    assert numbers("-M3", -1) == (0, 2)
    assert numbers("2M1", -1) == (1, 0)


def test_9_44_assault_on_static_far_below_the_table() -> None:
    found = odds(6, "d:rifle:9/8/7/6/5/4/3/2@1009+static", hexes={"1009": ["hills", "city"]})
    assert found.column == "0 or less"
    assert cell(found, 5) == ("4M-", "attacker 5, defender –")


def test_10_21_static_one_left_disrupted_one_right() -> None:
    assert shift(odds(30, "d:tank_corps@1009+static"), "Mode") == -1
    assert shift(odds(30, "d:tank_corps@1009+static+disrupted"), "Mode") == 1
    assert shift(odds(30, "d:tank_corps@1009+assault"), "Mode") == 0


def test_10_22_static_if_all_are_disrupted_if_any_is() -> None:
    assert shift(odds(30, "d:tank_corps@1009+static e:tank_corps@1009+mobile"), "Mode") == 0
    assert (
        shift(odds(30, "d:tank_corps@1009+static e:tank_corps@1009+mobile+disrupted"), "Mode") == 1
    )


def test_9_62_a_receipt_tells_what_either_side_may_make_of_its_number() -> None:
    note = odds(30, "d:tank_corps@1009+mobile").note
    assert "The defenders may retreat up to 2 hexes; the rest is steps (9.62)." in note
    assert "The attackers may retreat up to one hex" in note
    must = odds(30, "d:tank_corps@1009+mobile+disrupted g:artillery@1009+mobile").note
    assert "The defenders must retreat one hex at the least" in must
    assert "at a loss to their guns (9.64, 9.65)" in must
    forts = odds(30, "d:tank_corps@1009+mobile+disrupted f:fortified_area@1009+mobile").note
    assert "The defenders do not retreat: they pay in steps, and one step more" in forts


def test_9_66_a_receipt_tells_how_far_the_defenders_find_a_way() -> None:
    ring = "d:tank_corps@1009+mobile b:panzer@1008+mobile"
    assert "The defenders have no way back: they pay in steps (9.66)." in odds(30, ring).note
    must = "d:tank_corps@1009+mobile+disrupted b:panzer@1008+mobile"
    says = "no way back: they pay in steps, and one step more, since they must and cannot (9.68)"
    assert says in odds(30, must).note
    grid = position("d:tank_corps@1009", "first combat").g.grid
    wide = grid.names(grid.ring(grid.find("1009"), 3))  # their zones reach all two hexes away
    far = " ".join(f"b{hex}:panzer@{hex}+mobile" for hex in wide)
    told = odds(30, f"d:tank_corps@1009+mobile {far}").note
    assert "The defenders may retreat up to one hex; the rest is steps (9.62)." in told


def test_17_22_a_receipt_tells_the_air_points_that_may_come_against_it() -> None:
    air = {"german": 2, "soviet": 1}
    says = "The defenders may answer with Air Points, 1 at the most (17.22)."
    assert says in odds(30, air_war=True, air=air).note
    assert "Air Points" not in odds(30).note


# -- command and supply of the defenders ----------------------------------------------------------


def command(units: str, **more: Any) -> tuple[int, int]:
    """11.18, 11.19 of a German stack in 1009."""
    match = position(f"x:tank_corps:30@1010+assault {units}", "first combat", "soviet", **more)
    found = receipt(match, "attack 1009 with x")
    return shift(found, "Some units"), shift(found, "Units of two")


def test_11_18_one_of_two_attached_elsewhere() -> None:
    assert command("6id@1009 31@1009", attached={"31": "c47"}) == (1, 0)
    assert command("6id@1009 31@1009+independent") == (1, 0)


def test_11_18_a_kampfgruppe_beside_a_division() -> None:
    assert command("6id@1009 kg1a@1009", parts={"kg1a": "86"}, attached={"86": "c47"}) == (1, 0)


def test_11_19_a_kampfgruppe_of_an_attached_division_is_alternately_subordinated() -> None:
    parts, attached = {"kg1a": "86"}, {"86": "c47"}
    assert command("31@1009 kg1a@1009", parts=parts, attached=attached) == (1, 0)
    assert command("31@1009 kg1a@1009", parts=parts) == (0, 2)


def test_11_18_a_single_unit_needs_company() -> None:
    assert command("6id@1009+independent") == (0, 0)


def test_11_18_all_of_them_independent_is_no_mixture() -> None:
    assert command("6id@1009+independent 31@1009+independent") == (0, 0)


def test_11_19_and_9_93_units_of_two_headquarters() -> None:
    assert command("6id@1009 31@1009") == (0, 2)
    assert command("6id@1009 c46@1009") == (0, 2)
    assert command("6id@1009 c47@1009") == (0, 0)
    assert command("6id@1009 31@1009 kg1a@1009", parts={"kg1a": "86"}) == (0, 2)


def test_11_56_all_of_the_stack_out_of_supply() -> None:
    out = "d:tank_corps@1009+mobile+unsupplied"
    assert shift(odds(30, out), "Defenders out") == 2
    assert shift(odds(30, f"{out} e:tank_corps@1009+mobile"), "Defenders out") == 0
    assert shift(odds(30, out, lenient=True), "Defenders out") == 0
    both = odds(30, "d:tank_corps@1009+mobile+unsupplied+disrupted")
    assert both.net == 3


def test_16_3_the_three_divisions_of_the_ss_corps_together() -> None:
    units = f"lah@1010+mobile dr@1010+mobile tot@1110+mobile {DEFENDER}"
    order = "attack 1009 with lah,dr,tot"
    near = units.replace("1110", "1109")
    assert shift(receipt(position(near, "first combat", integrity=True), order), "The three") == 1
    assert shift(receipt(position(near, "first combat"), order), "The three") == 0
    two = receipt(position(near, "first combat", integrity=True), "attack 1009 with lah,dr")
    assert shift(two, "The three") == 0


# -- the course of a combat -----------------------------------------------------------------------


def test_9_81_declare_roll_defender_attacker_advance() -> None:
    match = attacked(
        "a:panzer:40/38/36@1010+assault d:rifle:3/1@1009+assault", 1, "attack 1009 with a"
    )
    assert match.actor == "soviet" and match.prompt.startswith("A result of 4")
    play(match, "stand")
    assert where(match, "d") == "eliminated"
    assert match.actor == "german"
    play(match, "stand")
    assert match.prompt.startswith("Units that attacked")
    play(match, "advance a")
    assert where(match, "a") == "1009"
    assert "2013" not in says(match)


def test_9_71_only_into_an_empty_hex_within_stacking() -> None:
    units = (
        "a:panzer:40@1010+assault b:panzer@1010+assault "
        "c:panzer@1010+assault e:panzer@1109+assault "
        "d:rifle:3@1009+assault"
    )
    match = attacked(units, 1, "attack 1009 with a,b,c,e")
    play(match, "stand")
    for id in ("a", "b", "c"):
        if match.why_not(f"advance {id}") is None:
            play(match, f"advance {id}")
    assert match.why_not("advance e") is not None


def test_9_72_artillery_that_barraged_does_not_advance() -> None:
    units = "t3@1010+assault t16@1010+assault ad5@1010+assault d:infantry:2@1009+assault"
    match = position(units, "first combat", "soviet")
    play(match, "attack 1009 with t3,t16", "barrage ad5", "roll 1", "stand")
    play(match, "stand", "lose t3")
    assert refused(match, "advance ad5").rule == "9.72"
    assert not marked(match, "t3", "fired")


def test_6_8_overrunning_units_may_attack() -> None:
    match = position(f"a:panzer@1010+mobile+moved {DEFENDER}", "first combat")
    assert rule(match, "attack 1009 with a") == ""
