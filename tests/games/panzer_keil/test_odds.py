"""9.1 to 9.5, A8.4, A9: attacks and their odds."""

from typing import Any

import pytest

from kursk.core.match import Match
from kursk.testing import play, receipt, refused, rule, shift
from tests.games.panzer_keil.helpers import fight, marks, position, state

# 2020 touches 2019, 2021, 1920, 1921, 2120 and 2121.
RIVER = {"2120/2020": ["river"]}


def battle(units: str, side: str = "german", **more: Any) -> Match:
    return position(units, "combat", side, **more)


# -- who attacks ---------------------------------------------------------------------------------


def test_9_0_9_1_3_attacks_are_free() -> None:
    match = battle("167@2021 r24@2020")
    assert rule(match, "end") == "" and rule(match, "attack 2020 with 167") == ""


def test_9_1_1_9_1_2_who_attacks_is_named_and_stands_next_to_the_enemy() -> None:
    match = battle("167@2021 332@2030 r24@2020")
    assert refused(match, "attack 2020 with 332").rule == "9.1.2"
    assert refused(match, "attack 2022 with 167").rule == "9.1.2"
    assert refused(match, "attack 2020 with 999").rule == "9.1.3"
    assert refused(match, "attack 2020 with r24").rule == "9.1.3"


def test_9_1_2_all_in_the_hex_defend_together() -> None:
    found = receipt(battle("167@2021 r24@2020 r167a@2020"), "attack 2020 with 167")
    assert found.totals == ("3", "5")


def test_9_1_3_a_unit_attacks_one_hex() -> None:
    match = battle("167@2021 r24@2020 r111@2022")
    assert refused(match, "attack 2020 with 167,167").rule == "9.1.3"
    fight(match, "attack 2020 with 167", 5)  # C
    assert refused(match, "attack 2022 with 167").rule == "9.1.6"


def test_9_1_4_of_a_stack_some_attack_and_others_do_not() -> None:
    match = battle("167@2021 57a@2021 r24@2020")
    fight(match, "attack 2020 with 167", 2)  # 3 to 4: A1D
    while match.actor == "soviet" and match.phase == "combat":
        match.play(next(iter(match.orders())))
    assert marks(match, "167") >= {"repulsed"}
    assert marks(match, "57a") == set() and state(match).pile(state(match).grid.find("2021"))


def test_9_1_4_units_of_one_hex_may_attack_different_hexes() -> None:
    match = battle("3pz@2021 3pg1@2021 r24@2020 r111@2022")
    fight(match, "attack 2020 with 3pz", 3)  # C
    assert rule(match, "attack 2022 with 3pg1") == ""


def test_9_1_5_all_attacks_on_a_hex_are_one() -> None:
    match = battle("3pz@2021 167@2019 r24@2020")
    assert receipt(match, "attack 2020 with 3pz,167").totals == ("7", "4")
    fight(match, "attack 2020 with 167", 5)  # C
    assert refused(match, "attack 2020 with 3pz").rule == "9.1.5"


def test_9_1_6_each_once_a_phase() -> None:
    match = battle("167@2021+attacked r24@2020")
    assert refused(match, "attack 2020 with 167").rule == "9.1.6"


@pytest.mark.parametrize("mark", ["disrupted", "repulsed"])
def test_9_1_7_not_disrupted(mark: str) -> None:
    match = battle(f"167@2021+{mark} r24@2020")
    assert refused(match, "attack 2020 with 167").rule == "9.1.7"


def test_9_1_7_not_over_a_lake() -> None:
    match = battle("167@2021 r24@2020", sides={"2020/2021": ["lake"]})
    assert refused(match, "attack 2020 with 167").rule == "9.1.7"
    assert list(match.orders()) == ["end"]


def test_a9_2_one_army_group_or_front() -> None:
    match = battle("19pz@2021 26@2019 r24@2020")
    assert refused(match, "attack 2020 with 19pz,26").rule == "A9.2"
    match = battle("g13@2021 g52@2019 167@2020", "soviet")
    assert refused(match, "attack 2020 with g13,g52").rule == "A9.2"
    assert all("," not in order for order in match.orders())


# -- strengths -----------------------------------------------------------------------------------


def test_9_2_9_2_1_combat_example_1_the_half_of_3_is_1() -> None:
    match = battle("a:infantry@2120 b:division@2021 d:rifle@2020", sides=RIVER)
    assert receipt(match, "attack 2020 with a,b").totals == ("9", "4")


def test_9_3_9_4_combat_example_2_armour_makes_it_3_to_1() -> None:
    match = battle("a:infantry@2120 b:division@2021 d:rifle@2020", sides=RIVER)
    found = receipt(match, "attack 2020 with a,b")
    assert (found.odds, found.net, found.column) == ("2:1", 1, "3:1")


def test_9_2_1_units_of_one_hex_are_added_before_they_are_halved() -> None:
    match = battle("a:infantry:3@2120 b:panzer:2@2120 d:rifle@2020", sides=RIVER)
    assert receipt(match, "attack 2020 with a,b").totals[0] == "2"


def test_9_2_1_those_of_different_hexes_are_not() -> None:
    sides = {**RIVER, "2021/2020": ["river"]}
    match = battle("a:infantry:3@2120 b:infantry:3@2021 d:rifle@2020", sides=sides)
    assert receipt(match, "attack 2020 with a,b").totals[0] == "2"


def test_9_2_2_out_of_a_marsh_half() -> None:
    match = battle("3pz@2021 r24@2020", hexes={"2021": ["swamp"]})
    assert receipt(match, "attack 2020 with 3pz").totals[0] == "2"


def test_9_2_3_out_of_supply_half() -> None:
    match = battle("3pz@2021+oos 3pg1@2021 r24@2020")
    assert receipt(match, "attack 2020 with 3pz,3pg1").totals[0] == "4"  # 4/2 and 2


def test_9_2_4_halved_once_at_the_most() -> None:
    match = battle("b:division@2120+oos r24@2020", sides=RIVER, hexes={"2120": ["swamp"]})
    assert receipt(match, "attack 2020 with b").totals[0] == "4"


def test_9_2_4_a_hex_with_different_halvings_is_halved_together() -> None:
    match = battle("a:infantry:3@2120+oos b:panzer:2@2120 d:rifle@2020", sides=RIVER)
    assert receipt(match, "attack 2020 with a,b").totals[0] == "2"


def test_9_2_5_disrupted_defenders_are_added_and_halved_up() -> None:
    match = battle("167@2021 x:rifle:3@2020+disrupted y:rifle_regiment:2@2020+disrupted")
    assert receipt(match, "attack 2020 with 167").totals[1] == "3"


def test_9_2_5_those_who_are_not_count_in_full() -> None:
    match = battle("167@2021 x:rifle:3@2020 y:rifle_regiment:2@2020+repulsed")
    assert receipt(match, "attack 2020 with 167").totals[1] == "4"


def test_9_2_an_attack_that_comes_to_nothing_is_none() -> None:
    match = battle("57a@2120 r24@2020", sides=RIVER)
    assert refused(match, "attack 2020 with 57a").rule == "9.2"
    assert list(match.orders()) == ["end"] and match.able() == []


def test_2_2_1_an_exhausted_unit_fights_with_its_back() -> None:
    assert receipt(battle("3pz-@2021 r24@2020"), "attack 2020 with 3pz").totals[0] == "2"
    assert receipt(battle("167@2021 t3-@2020"), "attack 2020 with 167").totals[1] == "3"


# -- odds ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attack", "defence", "odds"),
    [
        (8, 4, "2:1"),
        (11, 4, "2:1"),
        (4, 4, "1:1"),
        (3, 5, "1:1"),
        (3, 6, "1:2"),
        (3, 9, "1:3"),
        (1, 9, "1:9"),
    ],
)
def test_9_3_fractions_are_dropped_both_ways(attack: int, defence: int, odds: str) -> None:
    match = battle(f"a:infantry:{attack}@2021 d:rifle:{defence}@2020")
    assert receipt(match, "attack 2020 with a").odds == odds


def test_9_3_the_option_reads_low_odds_for_the_defender() -> None:
    match = battle("a:infantry:3@2021 d:rifle:5@2020", strict_odds=True)
    assert receipt(match, "attack 2020 with a").odds == "1:2"
    match = battle("a:infantry:3@2021 d:rifle:6@2020", strict_odds=True)
    assert receipt(match, "attack 2020 with a").odds == "1:2"


def test_9_3_9_5_1_low_odds_in_the_clear_and_in_a_forest() -> None:
    units = "a:infantry:3@2021 d:rifle:9@2020"
    assert receipt(battle(units), "attack 2020 with a").column == "1:3"
    wood = battle(units, hexes={"2020": ["forest"]})
    found = receipt(wood, "attack 2020 with a")
    assert found.column == "1:3" and found.outcomes[0].result == "AL2"


def test_9_5_beyond_the_ends_the_end_column_and_shifts_come_first() -> None:
    match = battle("a:infantry:40@2021 t:tanks:4@2020")  # 10:1, one to the left: 9:1
    assert receipt(match, "attack 2020 with a").column == "7:1"
    match = battle("a:infantry:1@2021 t:tanks:9@2020")
    assert receipt(match, "attack 2020 with a").column == "1:4"


# -- armour --------------------------------------------------------------------------------------


def test_9_4_1_9_4_2_one_column_for_either_side_however_many() -> None:
    match = battle("3pz@2021 11pz@2021 r24@2020")
    assert receipt(match, "attack 2020 with 3pz,11pz").net == 1
    assert receipt(battle("167@2021 t3@2020"), "attack 2020 with 167").net == -1


def test_9_4_3_armour_on_both_sides_cancels() -> None:
    assert receipt(battle("3pz@2021 t3@2020"), "attack 2020 with 3pz").net == 0


@pytest.mark.parametrize("ground", ["forest", "hills", "swamp", "town", "city"])
def test_9_4_4_only_against_a_defender_in_the_clear(ground: str) -> None:
    match = battle("3pz@2021 r24@2020", hexes={"2020": [ground]})
    assert receipt(match, "attack 2020 with 3pz").net == 0
    match = battle("167@2021 t3@2020", hexes={"2020": [ground]})
    assert receipt(match, "attack 2020 with 167").net == 0


def test_9_4_4_not_across_a_river_nor_out_of_a_marsh() -> None:
    match = battle("3pz@2120 r24@2020", sides=RIVER)
    assert receipt(match, "attack 2020 with 3pz").net == 0
    match = battle("3pz@2120 r24@2020", hexes={"2120": ["swamp"]})
    assert receipt(match, "attack 2020 with 3pz").net == 0


def test_9_4_4_one_that_attacks_over_land_is_enough() -> None:
    match = battle("3pz@2120 11pz@2021 r24@2020", sides=RIVER)
    assert receipt(match, "attack 2020 with 3pz,11pz").net == 1


def test_9_4_3_9_4_4_armour_across_a_river_still_cancels_the_defenders() -> None:
    match = battle("3pz@2120 t3@2020", sides=RIVER)
    assert receipt(match, "attack 2020 with 3pz").net == 0


def test_9_4_5_soviet_mechanized_corps_have_the_effect() -> None:
    assert receipt(battle("167@2021 m3@2020"), "attack 2020 with 167").net == -1
    assert receipt(battle("3pz@2021 m3@2020"), "attack 2020 with 3pz").net == 0
    assert receipt(battle("m3@2021 167@2020", "soviet"), "attack 2020 with m3").net == 1


def test_9_4_german_mechanized_infantry_has_none() -> None:
    assert receipt(battle("3pg1@2021 r24@2020"), "attack 2020 with 3pg1").net == 0


# -- positions -----------------------------------------------------------------------------------

FORT, STRONG = {"2020": ["fort soviet"]}, {"2020": ["fort soviet", "reinforced"]}


def rows(match: Match, order: str) -> int:
    return shift(receipt(match, order), "Die: rows of a position")


def test_a8_4_1_a_reinforced_position_doubles_soviets_on_foot() -> None:
    found = receipt(battle("167@2021 r24@2020", hexes=STRONG), "attack 2020 with 167")
    assert found.totals[1] == "8"
    found = receipt(battle("167@2021 r24@2020", hexes=FORT), "attack 2020 with 167")
    assert found.totals[1] == "4"


def test_a8_4_1_9_2_5_doubled_and_disrupted_is_as_it_was() -> None:
    match = battle("167@2021 r24@2020+disrupted", hexes=STRONG)
    assert receipt(match, "attack 2020 with 167").totals[1] == "4"


def test_a8_1_a8_4_3_a_normal_position_uses_its_rows() -> None:
    match = battle("167@2021 r24@2020", hexes=FORT)
    assert rows(match, "attack 2020 with 167") == -1
    assert rows(battle("167@2021 r24@2020"), "attack 2020 with 167") == 0


@pytest.mark.parametrize("unit", ["t3", "m3", "gcc6"])
def test_a8_4_1_a9_1_tanks_and_cavalry_have_nothing_from_it(unit: str) -> None:
    match = battle(f"167@2021 {unit}@2020", hexes=STRONG)
    found = receipt(match, "attack 2020 with 167")
    assert found.totals[1] == {"t3": "5", "m3": "6", "gcc6": "4"}[unit]
    assert shift(found, "Die: rows") == 0


def test_a9_1_in_a_mixed_stack_one_on_foot_is_enough_for_the_rows() -> None:
    match = battle("167@2021 t3@2020 r167a@2020", hexes=STRONG)
    found = receipt(match, "attack 2020 with 167")
    assert found.totals[1] == "7" and shift(found, "Die: rows") == -1


def test_a8_4_a8_4_5_positions_count_only_when_germans_attack() -> None:
    match = battle("r24@2021 167@2020", "soviet", hexes=STRONG)
    found = receipt(match, "attack 2020 with r24")
    assert found.totals[1] == "4" and shift(found, "Die: rows") == 0


def test_a8_4_2_a_position_leaves_the_ground_as_it_is() -> None:
    match = battle("3pz@2021 r24@2020", hexes=FORT)
    found = receipt(match, "attack 2020 with 3pz")
    assert found.net == 1 and found.column == "2:1"
    match = battle("3pz@2021 r24@2020", hexes={"2020": ["forest", "fort soviet"]})
    assert receipt(match, "attack 2020 with 3pz").net == 0


def test_9_5_2_a9_1_the_rows_shift_every_outcome() -> None:
    found = receipt(battle("167@2021 332@2019 r24@2020", hexes=FORT), "attack 2020 with 167,332")
    assert {o.result: o.rolls for o in found.outcomes} == {  # 6 to 4, rows 0 to 5
        "AL": (1,), "A2D": (2,), "A1D": (3,), "A2": (4,), "A1": (5,), "C": (6,)
    }  # fmt: skip


# -- the Panzer Keil -----------------------------------------------------------------------------

KEIL = "503@2021 6pz@2021 7pg1@2021"
WEDGE = "attack 2020 with 503,6pz,7pg1 keil 503,6pz,7pg1"


def test_a9_3_a9_3_1_a9_3_3_the_example_of_different_divisions() -> None:
    match = battle(f"{KEIL} r24@2020")
    found = receipt(match, WEDGE)
    assert found.totals == ("20", "4")
    assert receipt(match, "attack 2020 with 503,6pz,7pg1").totals[0] == "10"
    assert WEDGE in list(match.orders("503"))


@pytest.mark.parametrize(
    "members",
    ["503,6pz", "6pz,7pg1", "503,7pg1,6pg1", "503,6pz,7pg1,6pg1", "503,51pa,7pg1"],
)
def test_a9_3_1_one_of_each_kind(members: str) -> None:
    """A battalion of Panthers is no regiment."""
    units = " ".join(f"{id}@2021" for id in members.split(","))
    match = battle(f"{units} r24@2020")
    assert refused(match, f"attack 2020 with {members} keil {members}").rule == "A9.3.1"


def test_a9_3_1_a_tank_destroyer_regiment_is_no_tank_regiment() -> None:
    match = battle("505@2021 656@2021 2pg1@2021 r24@2020")
    order = "attack 2020 with 505,656,2pg1 keil 505,656,2pg1"
    assert refused(match, order).rule == "A9.3.1"


def test_a9_3_1_in_one_hex() -> None:
    match = battle("503@2021 6pz@2021 7pg1@2019 r24@2020")
    assert refused(match, WEDGE).rule == "A9.3.1"


def test_a9_3_2_all_of_it_against_one_hex() -> None:
    match = battle(f"{KEIL} r24@2020 r111@2022")
    assert refused(match, "attack 2020 with 503,6pz keil 503,6pz,7pg1").rule == "A9.3.2"
    assert rule(match, "attack 2020 with 503,6pz") == ""


def test_a9_3_3_doubled_and_halved_across_a_river() -> None:
    match = battle(f"{KEIL} r24@2020", sides={"2021/2020": ["river"]})
    assert receipt(match, WEDGE).totals[0] == "10"


def test_a9_3_3_exhausted_members_are_doubled_too() -> None:
    match = battle("503@2021 6pz-@2021 7pg1@2021 r24@2020")
    assert receipt(match, WEDGE).totals[0] == "16"


def test_a9_3_3_others_in_the_hex_count_once() -> None:
    match = battle(f"{KEIL} 6pg1@2021 r24@2020")
    order = "attack 2020 with 503,6pz,7pg1,6pg1 keil 503,6pz,7pg1"
    assert receipt(match, order).totals[0] == "22"


def test_a9_3_3_no_effect_in_defence() -> None:
    match = battle(f"{KEIL} t3@2020", "soviet")
    assert receipt(match, "attack 2021 with t3").totals[1] == "8"


def test_9_6_a_keil_against_a_reinforced_forest() -> None:
    hexes = {"2020": ["forest", "fort soviet", "reinforced"]}
    match = battle(f"{KEIL} r24@2020", hexes=hexes)
    found = receipt(match, WEDGE)
    assert found.totals == ("20", "8") and found.column == "2:1"
    assert {o.result for o in found.outcomes if 4 in o.rolls} == {"A2"}


def test_9_6_the_weakest_attack_of_all() -> None:
    found = receipt(battle("a:infantry:1@2021 d:rifle:9@2020"), "attack 2020 with a")
    assert {o.result for o in found.outcomes if 6 in o.rolls} == {"A2D"}


# -- air -----------------------------------------------------------------------------------------


def test_a6_2_1_one_more_in_attack_one_less_in_defence() -> None:
    match = battle("167@2021 r24@2020")
    play(match, "attack 2020 with 167")
    assert match.actor == "german" and set(match.orders()) == {"air", "pass"}
    assert shift(receipt(match, "air"), "Die: German air") == 1
    assert shift(receipt(match, "pass"), "Die: German air") == 0
    match = battle("r24@2021 167@2020", "soviet")
    play(match, "attack 2020 with r24")
    assert match.actor == "german" and shift(receipt(match, "air"), "Die: German air") == -1


def test_a6_2_1_the_die_is_changed() -> None:
    match = battle("167@2021 r24@2020")
    play(match, "attack 2020 with 167", "air", "roll 4")  # 1:1, read as 5: C
    assert match.phase == "combat" and marks(match, "167") == {"attacked"}


def test_a6_2_2_the_soviet_declares_first() -> None:
    match = battle("167@2021 r24@2020", turn=6)
    play(match, "attack 2020 with 167")
    assert match.actor == "soviet"
    play(match, "air")
    assert match.actor == "german"
    assert shift(receipt(match, "pass"), "Die: Soviet air") == -1
    play(match, "air", "roll 5")  # they cancel: C
    assert marks(match, "167") == {"attacked"}


@pytest.mark.parametrize(("turn", "asked"), [(5, False), (6, True), (9, True), (10, True)])
def test_a6_2_3_soviet_markers_from_turn_6(turn: int, asked: bool) -> None:
    match = battle("167@2021 r24@2020", turn=turn)
    play(match, "attack 2020 with 167")
    assert (match.actor == "soviet") is asked


@pytest.mark.parametrize(("turn", "used", "asked"), [(6, 1, False), (10, 1, True), (10, 2, False)])
def test_a6_2_3_two_from_turn_10_one_a_combat(turn: int, used: int, asked: bool) -> None:
    match = battle("167@2021 r24@2020", turn=turn, air={"soviet": used})
    play(match, "attack 2020 with 167")
    assert (match.actor == "soviet") is asked
    if asked:
        play(match, "air")
        assert match.actor == "german"


def test_a6_2_3_one_german_marker_for_both_player_turns() -> None:
    match = battle("r24@2021 167@2020", "soviet", air={"german": 1})
    play(match, "attack 2020 with r24")
    assert match.actor == "dice"


def test_a6_2_in_the_old_version_combat_has_no_air_markers() -> None:
    match = battle("167@2021 r24@2020", turn=6, version="old")
    play(match, "attack 2020 with 167")
    assert match.actor == "dice"
    assert refused(battle("167@2021 r24@2020"), "air").rule == "A6.2.1"


# -- receipts ------------------------------------------------------------------------------------


def follows(match: Match, order: str) -> dict[str, str]:
    return {outcome.result: outcome.follows for outcome in receipt(match, order).outcomes}


def test_a6_2_2_the_receipt_tells_whose_marker_may_come() -> None:
    match = position("3pz@2020 r24@2021", "combat", turn=6)
    note = receipt(match, "attack 2021 with 3pz").note
    assert "The Soviet may use an air marker: -1" in note and "German may use" in note
    play(match, "attack 2021 with 3pz")
    note = receipt(match, "pass").note
    assert "Soviet may" not in note and "The German may use an air marker: +1" in note
    play(match, "air")
    assert "may use" not in receipt(match, "air").note
    match = position("3pz@2020 r24@2021", "combat", turn=5, air={"german": 1})
    assert "may use" not in receipt(match, "attack 2021 with 3pz").note


def test_a6_2_3_a_file_with_more_markers_used_than_there_are() -> None:
    match = position("3pz@2020 r24@2021", "combat", air={"german": 2})
    assert play(match, "attack 2021 with 3pz").actor == "dice"


def test_9_9_a10_2_the_receipt_tells_who_tires() -> None:
    match = position("3pz@2020 51pa-@2020 255@2121 r24@2021", "combat")
    note = receipt(match, "attack 2021 with 3pz,51pa,255").note
    assert "whatever comes: 6th Panzer Regiment, 3rd Panzer Division (9.9)" in note
    assert "Disrupted by it: 51st Panzer Battalion (Panther), 10th Panzer Brigade (A10.2)" in note


def test_9_7_5_the_receipt_tells_who_has_no_way_back() -> None:
    ring = "b:infantry@1920 c:infantry@2019 d:infantry@2121"
    match = position(f"a:infantry:16@2021 {ring} x:rifle:4@2020", "combat")
    assert (
        "no way back for x: lost (9.7.5); advance two" in follows(match, "attack 2020 with a")["D1"]
    )
    free = position("a:infantry:16@2021 x:rifle:4@2020", "combat")
    assert "no way back" not in " ".join(follows(free, "attack 2020 with a").values())
    stuck = position("a:regiment@2021 x:rifle:4@2020 y:rifle:4@2022", "combat")
    told = follows(stuck, "attack 2020 with a")
    assert told["A2D"].endswith("; no way back for a: lost (9.7.5)")
    assert told["AL"] == told["AL2"] == "a eliminated"


def test_9_8_2_a8_4_4_the_receipt_tells_how_far_to_advance() -> None:
    match = position("a:infantry:28@2021 x:rifle:4@2020", "combat")
    assert follows(match, "attack 2020 with a")["DL"] == "x eliminated; advance two"
    fort = {"2020": ["fort soviet"]}
    match = position("a:infantry:28@2021 x:rifle:4@2020", "combat", hexes=fort)
    told = follows(match, "attack 2020 with a")
    assert told["D2"].endswith("advance one, into a position (A8.4.4)")
    assert told["D1"].endswith("; advance one")


def test_9_6_ex_the_receipt_tells_what_takes_all_along() -> None:
    match = position("a:infantry:3@2021 x:rifle:4@2020", "combat")
    told = follows(match, "attack 2020 with a")["EX"]
    assert told.endswith("for 4 all the defenders go, but the attackers are worth 3")


def test_a9_3_1_the_strongest_wedge_is_offered() -> None:
    tanks = "t:panzer:12@2020 u:panzer:9@2020"
    match = position(f"503@2020 {tanks} g:grenadiers@2020 r24@2021", "combat")
    assert any(order.endswith("keil 503,t,g") for order in match.orders())
