"""The sequence of play: arrivals, formation, recovery, supply, victory, set-up."""

from typing import Any

import pytest

from kursk import library
from kursk.core.match import Match
from kursk.core.position import BadPosition
from tests.games.coatney_kursk.helpers import (
    battle,
    marked,
    play,
    position,
    refused,
    rule,
    says,
    state,
    where,
)


def start(**options: str) -> Match:
    return library.start("coatney_kursk", options=options)


def until(match: Match, side: str, phase: str) -> Match:
    """End phases till this one comes."""
    while not (match.g.side == side and match.phase == phase):
        match.play("end")
    return match


# -- A ----------------------------------------------------------------------------------


def test_sequence_a_opens_the_turn() -> None:
    match = play(start(), "end")
    assert match.phase == "arrivals" and match.forced == "end" and state(match).pool == 1


def test_reinforcements_come_in_at_tula() -> None:
    match = position("a11@reinforcements ga4@reinforcements", "turn", turn=2)
    assert where(match, "a11") == "A11" and where(match, "ga4") == "reinforcements"
    assert not marked(match, "a11")


def test_reinforcements_that_find_tula_held_or_full_come_in_beside() -> None:
    match = position("a11@reinforcements pd4@A11", "turn", turn=2)
    assert where(match, "a11") == "A12"
    match = position("a11@reinforcements k55@A11", "turn", turn=2)
    assert where(match, "a11") == "A13"  # A12 lies in its zone
    match = position("a11@reinforcements a10@A11 a50@A11", "turn", turn=2)
    assert where(match, "a11") == "A12"


def test_replacements_a_factor_a_turn_saved_up() -> None:
    match = position("ta2@eliminated tc9@eliminated gmc1@eliminated", "turn", turn=5, pool=4)
    assert state(match).pool == 5
    assert rule(match, "rebuild gmc1 A11") == "§Replacements"
    assert rule(match, "rebuild ta2 L8") == "§Replacements"
    play(match, "rebuild ta2 L16")
    assert where(match, "ta2") == "L16" and state(match).pool == 0 and not marked(match, "ta2")
    assert rule(match, "rebuild tc9 A11") == "§Replacements"


def test_replacements_of_a_5_factor_army_take_five_turns() -> None:
    match = position("ta2@eliminated", "turn", turn=5, pool=3)
    assert rule(match, "rebuild ta2 A11") == "§Replacements"


def test_replacements_not_in_a_lost_or_full_city() -> None:
    match = position("tc9@eliminated", "arrivals", turn=5, pool=4, control={"german": ["A11"]})
    assert rule(match, "rebuild tc9 A11") == "§Replacements"
    play(match, "rebuild tc9 L16")


# -- 1 ----------------------------------------------------------------------------------


def test_sequence_g1_and_entrenchment_of_undisrupted_infantry() -> None:
    match = position("k55@K8 k53@K9+disrupted pk47@K4 tiger505@K4", "formation")
    assert rule(match, "entrench k53") == "§Entrenchment"
    assert rule(match, "entrench pk47") == "§Entrenchment"
    play(match, "entrench k55", "wedge pk47 K5")
    assert marked(match, "k55", "entrenched") and state(match).wedges == {"pk47": "K5"}
    assert rule(match, "entrench k55") == "§Entrenchment"
    play(match, "dissolve pk47", "end")
    assert match.phase == "movement"
    assert rule(match, "entrench k53") == "§Entrenchment"


def test_panzerkeil_needs_an_undisrupted_korps_with_tigers() -> None:
    units = "pk47@K4 tiger505@K5 pk41@H4 ferd@H4+disrupted pd4@F4 tiger503@F4 ss2@D4+disrupted"
    match = position(units, "formation")
    for order in ("wedge pk47 K3", "wedge pk41 H5", "wedge pd4 F5", "wedge ss2 D5"):
        assert rule(match, order) == "§Panzerkeil", order
    assert rule(match, "wedge pk47 K9") == "§Panzerkeil"


def test_panzerkeil_ii_ss_needs_no_tiger_counter() -> None:
    play(position("ss2@D4", "formation"), "wedge ss2 D5")


def test_sequence_r1_entrenchment_and_artillery_korps_are_emplaced() -> None:
    match = position("a13@K8 art4@K8 art2@K9+disrupted", "formation", "russian")
    assert rule(match, "wedge a13 K9") == "§Panzerkeil"
    assert rule(match, "emplace art2") == "§Artillery Korps"
    assert rule(match, "emplace a13") == "§Artillery Korps"
    play(match, "emplace art4", "entrench all")
    assert marked(match, "art4", "emplaced") and marked(match, "a13", "entrenched")
    play(match, "limber art4", "end")
    assert not marked(match, "art4", "emplaced")
    assert rule(match, "emplace art4") == "§Artillery Korps"


# -- 2 to 5 -----------------------------------------------------------------------------


def test_sequence_g2_movement_then_allocation() -> None:
    match = position("k55@K8 d:army@K9", "movement")
    play(match, "end")
    assert match.phase == "allocation"
    assert rule(match, "move k55 K7") == "§Operational Movement"


def test_sequence_r2_and_sequence_r3_combat_after_allocation() -> None:
    match = position("a:army:12/4@K8 d:korps@K9", "movement", "russian")
    play(match, "end", "attack K9 with a", "end")
    assert match.phase == "resolution"


def test_sequence_g3_others_than_guards_recover_before_combat() -> None:
    units = "a13@K8+disrupted ga6@M8+disrupted k55@D3"
    match = play(position(units, "allocation"), "end")
    assert not marked(match, "a13") and marked(match, "ga6")


def test_recovery_not_without_supply() -> None:
    ring = "p:korps@I6 q:korps@I9 r:korps@L8 s:korps@L9 t:korps@J5 u:korps@J10"
    match = play(position(f"{ring} a13@J8+disrupted", "allocation"), "end")
    assert marked(match, "a13")


def test_sequence_g4_who_was_attacked_in_vain_recovers_after_it() -> None:
    units = "a:korps:3/5@I7 a13@J8+disrupted"  # 3 to 5, a column up: 1:1
    match = play(position(units, "allocation"), "attack J8 with a", "end")
    assert marked(match, "a13")
    play(match, "resolve J8", "decline", "roll 2")  # AD
    assert not marked(match, "a13") and marked(match, "a")


def test_recovery_of_one_attacked_again_and_hit_does_not_happen() -> None:
    units = "a:korps:3/5@I7 a13@J8+disrupted+entrenched"
    match = play(position(units, "allocation"), "attack J8 with a", "end")
    play(match, "resolve J8", "decline", "roll 6", "drive 0")
    assert marked(match, "a13") and not marked(match, "a13", "entrenched")


def test_recovery_after_an_exchange_that_was_turned_down() -> None:
    units = "a:korps:5/5@I7 a13@J8+disrupted"  # 1:1, a column up 3:2
    match = play(position(units, "allocation"), "attack J8 with a", "end")
    play(match, "resolve J8", "decline", "roll 2", "decline")
    assert not marked(match, "a13")


def test_recovery_guards_attacked_in_vain_stay_disrupted() -> None:
    units = "a:korps:3/5@I7 ga6@J8+disrupted"
    match = play(position(units, "allocation"), "attack J8 with a", "end")
    play(match, "resolve J8", "decline", "roll 2")
    assert marked(match, "ga6")


def test_sequence_g5_no_recovery_in_the_blitzkrieg() -> None:
    match = position("a:korps:3/5@I7 a13@J8+disrupted", "allocation", impulse=2)
    play(match, "attack J8 with a", "end", "resolve J8", "decline", "roll 2")
    assert marked(match, "a13")
    match = position("a13@J8+disrupted k55@D3", "allocation", impulse=2)
    assert marked(play(match, "end"), "a13")


def test_blitzkrieg_units_that_did_nothing_move_and_attack() -> None:
    match = position("a:korps@I7 b:korps@H7 c:korps@G2 d:army@J8", "movement")
    play(match, "move c G1", "end", "attack J8 with a", "end", "resolve J8", "decline", "roll 3")
    if match.actor == "russian":
        play(match, "stay d")
    assert state(match).impulse == 2 and match.phase == "movement"
    assert set(match.able()) == {"b"}


def test_sequence_r4_proriv_for_the_russian() -> None:
    match = position("gta5@K8 ta2@M8 d:korps@A2", "movement", "russian")
    play(match, "move gta5 K9", "end", "end")
    assert state(match).impulse == 2
    assert rule(match, "move gta5 K10") == "§Blitzkrieg"
    play(match, "move ta2 M7 M6")
    assert rule(match, "move ta2 M5") == "§Operational Movement"


# -- 6 to 8 -----------------------------------------------------------------------------


RING = "p:army@I6 q:army@I9 r:army@L8 s:army@L9 t:army@J5 u:army@J10"


def test_sequence_g7_and_sequence_g8_supply_then_recovery() -> None:
    match = position(f"{RING} k55@J8 k53@D3+disrupted a13@T14", "supply")
    assert marked(match, "k55") and where(match, "k55") == "J8" and not marked(match, "k53")


def test_sequence_r6_russian_supply() -> None:
    ring = RING.replace("army", "korps")
    match = position(f"{ring} a13@J8", "supply", "russian")
    assert marked(match, "a13") and "recovers" not in " ".join(says(match))


def test_sequence_r8_and_recovery_of_guards_at_the_end_of_their_turn() -> None:
    match = position("ga6@K8+disrupted a13@M8+disrupted k55@A1", "recovery", "russian")
    assert not marked(match, "ga6") and marked(match, "a13")


def test_disrupted_units_guards_cannot_act_in_the_russian_turn() -> None:
    match = position("ga6@K8+disrupted k55@A1", "movement", "russian")
    assert rule(match, "move ga6 K9") == "§Disrupted Units"


# -- victory ----------------------------------------------------------------------------


def cities(*names: str) -> list[str]:
    hexes = {"Kursk": "L8", "Orel": "G8", "Bryansk": "E3", "Konotop": "N1", "Kharkov": "U8",
             "Poltava": "V4", "Tula": "A11", "Voronezh": "L16"}  # fmt: skip
    return [hexes[name] for name in names]


def test_german_victory_and_sequence_r7_kursk_in_supply() -> None:
    match = position("k55@L8 a13@A16", "victory", "russian")
    assert match.actor == "german" and set(match.orders()) == {"claim", "continue"}
    play(match, "claim")
    assert match.result == "German victory, worth one game (§German Victory)"


def test_german_victory_not_if_kursk_was_lost_in_the_russian_turn() -> None:
    match = position("k55@L6 a13@L8", "victory", "russian")
    assert match.actor != "german" or match.phase != "victory"
    match = position("k55@L6", "victory", "russian", control={"german": ["L8"]})
    assert match.phase != "victory"  # nobody is there


def test_german_victory_needs_the_four_cities() -> None:
    match = position("k55@L8", "victory", "russian", control={"russian": cities("Kharkov")})
    assert match.phase != "victory"


def test_german_victory_not_with_an_unsupplied_kursk() -> None:
    ring = "p:army@L6 q:army@L10 r:army@J8 s:army@J9 t:army@N8 u:army@N9"
    assert position(f"k55@L8 {ring}", "victory", "russian").phase != "victory"


def test_german_victory_is_smashing_with_tula_or_voronezh() -> None:
    match = position("k55@L8", "victory", "russian", control={"german": cities("Voronezh")})
    assert match.result == "German smashing strategic victory, worth two games (§German Victory)"


def test_german_victory_unclaimed_may_be_lost() -> None:
    match = play(position("k55@L8 a13@L10 ta2@K9", "victory", "russian"), "continue")
    assert not match.over and match.g.turn == 3
    match = position("k55@L7 a13@L8", "victory", "russian", turn=3)  # a turn later it is lost
    assert not match.over and match.phase != "victory"


def test_german_victory_after_the_last_turn_is_claimed_by_itself() -> None:
    match = position("k55@L8 a13@A16", "victory", "russian", turn=8)
    assert match.result.startswith("German victory")


def test_russian_victory_and_sequence_g6_orel_and_one_more() -> None:
    match = position("k55@A1", "victory", control={"russian": cities("Orel", "Kharkov")})
    assert match.actor == "russian"
    assert play(match, "claim").result == "Russian victory, worth one game (§Russian Victory)"


def test_russian_victory_of_the_last_turn_is_claimed_by_itself() -> None:
    held = cities("Orel", "Kharkov")
    match = position("k55@A1", "recovery", "russian", turn=8, control={"russian": held})
    assert match.result == "Russian victory, worth one game (§Russian Victory)"


def test_russian_victory_not_without_orel_or_with_a_lost_city() -> None:
    for held in (cities("Kharkov"), cities("Orel")):
        assert position("k55@A1", "victory", control={"russian": held}).phase != "victory"
    control = {"russian": cities("Orel", "Kharkov"), "german": cities("Tula")}
    assert position("k55@A1", "victory", control=control).phase != "victory"


def test_russian_victory_is_smashing_with_three_of_them() -> None:
    held = cities("Orel", "Bryansk", "Kharkov", "Poltava")
    match = position("k55@A1", "victory", control={"russian": held})
    assert match.result == "Russian smashing strategic victory, worth two games (§Russian Victory)"


def test_scale_nobody_has_won_after_turn_8() -> None:
    match = position("k55@A1 a13@A16", "recovery", "russian", turn=8)
    assert match.result == "Draw: nobody has won after the last turn (§Scale)"


def test_german_victory_a_side_may_concede() -> None:
    match = start()
    match.play("concede", by="russian")
    assert "gives up" in match.result


# -- set-up --------------------------------------------------------------------


def test_historical_setup_everybody_stands_entrenched_and_wedged() -> None:
    match = start()
    assert where(match, "a13") == "J8" and marked(match, "a13", "entrenched")
    assert state(match).wedges == {"pk41": "J8", "pk47": "J8", "ss2": "P9", "pk3": "R10"}
    assert not marked(match, "art4", "emplaced")
    assert [where(match, id) for id in ("a11", "ga4", "ta4")] == ["reinforcements"] * 3
    told = [match.supply(match.g.unit(unit).id) for unit in match.g.on_map()]
    assert all(each and each.supplied for each in told)


def test_historical_setup_n_and_s_units_in_their_area() -> None:
    match = start()
    assert rule(match, "place pd5 N5") == "§Historical Setup"
    assert rule(match, "place panther M4") == "§Historical Setup"
    assert rule(match, "place pd5 C7") == "§Historical Setup"
    assert rule(match, "place k55 C4") == "§Historical Setup"
    assert rule(match, "place pk24 Q8") == "§Stacking"
    play(match, "place pd5 M4", "place tiger505 I8", "end")
    assert where(match, "pd5") == "M4" and "pk47" not in state(match).wedges


def test_free_setup_in_turn_the_largest_first() -> None:
    match = play(library.start("coatney_kursk", "free"), "end")
    assert match.actor == "german" and match.able() == ["ss2"]
    assert rule(match, "place pk48 Q8") == "§Free Setup"
    assert rule(match, "place ss2 P9") == "§Free Setup"
    play(match, "place ss2 I7")
    assert match.actor == "russian" and set(match.able()) == {"gta3", "ta1", "gta5"}
    play(match, "place ta1 J9", "auto")
    assert where(match, "pk48") == "Q8"
    while match.phase == "free setup":
        match.play("auto")
    assert match.phase == "arrivals" and not match.view().boxes.get("to place")


def test_free_setup_infantry_artillery_and_cavalry_stand_as_printed() -> None:
    match = library.start("coatney_kursk", "free")
    assert [where(match, id) for id in ("a13", "art4", "gcc2")] == ["J8", "K8", "A8"]
    assert where(match, "ta2") == "to place"


def test_artillery_korps_start_on_the_road() -> None:
    match = until(start(), "russian", "formation")
    assert {"emplace art2", "emplace art8"} <= set(match.orders())


# -- special units ----------------------------------------------------------------------


def test_ferdinands_are_lost_by_whatever_disrupts_them() -> None:
    match = position("pk46@I7 ferd@I7 d:army:3/9@J8", "allocation")
    battle(match, "attack J8 with pk46,ferd", "decline", "roll 3")  # 1:2, AD
    assert marked(match, "pk46") and where(match, "ferd") == "eliminated"
    match = position("pk46@I7 ferd@I7 r:army:10/4@J8", "allocation", "russian")
    battle(match, "attack I7 with r", "decline", "roll 2", "stay pk46")  # 2:1, D
    assert where(match, "ferd") == "eliminated" and marked(match, "pk46")


def test_panthers_are_destroyed_by_ad_and_by_d2_in_defence() -> None:
    match = position("panther@I7 d:army:3/4@J8", "allocation")
    battle(match, "attack J8 with panther", "decline", "roll 3")
    assert where(match, "panther") == "eliminated"
    units = "panther@I7 r:army:2/4@J8"
    match = position(units, "allocation", "russian")
    battle(match, "attack I7 with r", "decline", "roll 6")
    assert where(match, "panther") == "eliminated"
    match = position(units, "allocation", "russian")
    battle(match, "attack I7 with r", "decline", "roll 3", "drive 0")
    assert where(match, "panther") == "I7" and marked(match, "panther")


def test_panthers_may_break_down_in_every_hex_of_an_advance() -> None:
    units = "panther@I7 a:korps:6/5@I8 d:army@J8"
    match = position(units, "allocation")
    battle(match, "attack J8 with panther,a", "decline", "roll 6", "drive 2", "retreat d K8 L8")
    play(match, "advance panther J8 K8", "roll 4", "roll 3")
    assert where(match, "panther") == "K8" and marked(match, "panther")
    match = position(units, "allocation")
    battle(match, "attack J8 with panther,a", "decline", "roll 6", "drive 2", "retreat d K8 L8")
    play(match, "advance panther J8 K8", "roll 1")
    assert where(match, "panther") == "J8"


def test_artillery_korps_on_the_road_are_lost_by_d2() -> None:
    units = "a:korps:10/5@I7 d:army@J8 art4@J8"  # 10 to 5
    match = position(units, "allocation")
    battle(match, "attack J8 with a", "decline", "roll 3", "drive 0", "stay d", "stay art4")
    assert marked(match, "art4")
    match = position(units, "allocation")
    battle(match, "attack J8 with a", "decline", "roll 6")
    assert where(match, "art4") == "eliminated"


def test_artillery_korps_emplaced_are_lost_by_d1_unless_the_place_is_held() -> None:
    units = "a:korps:10/5@I7 d:army@J8 art4@J8+emplaced"
    match = position(units, "allocation")
    battle(match, "attack J8 with a", "decline", "roll 3")
    assert where(match, "art4") == "eliminated"
    for order in ("stand d", "stand art4", "stand d,art4"):
        match = position(units, "allocation")
        battle(match, "attack J8 with a", order, "roll 3", "decline")
        assert where(match, "art4") == "J8" and marked(match, "art4"), order


def test_artillery_korps_suffer_nothing_when_attacking() -> None:
    match = position("art4@J8+emplaced d:korps@I8", "allocation", "russian")
    battle(match, "attack I8 with art4", "decline", "roll 1")
    assert where(match, "art4") == "J8" and not marked(match, "art4")


# -- positions --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("units", "tracks", "says"),
    [
        ("k55@K8", {"impulse": 3}, "set.impulse"),
        ("k55@K8", {"pool": -1}, "set.pool"),
        ("k55@K8", {"taken": ["K8"]}, "set.taken"),
        ("k55@K8", {"wedges": {"k55": "K9"}}, "set.wedges"),
        ("k55@K8", {"battles": ["attack K9 with k55"]}, "set.battles"),
        ("pk48@K8+entrenched", {}, "units.pk48.marks"),
        ("a:korps:6@K8", {}, "needs one strength"),
    ],
)
def test_scale_a_bad_position_is_told_by_its_key(
    units: str, tracks: dict[str, Any], says: str
) -> None:
    with pytest.raises(BadPosition, match=says):
        position(units, "movement", **tracks)


def test_general_rule_a_position_may_begin_with_allocated_attacks() -> None:
    match = position("a:korps:9/5@I7 d:army@J8", "resolution", battles=["attack J8 with a"])
    assert "resolve J8" in match.orders()


def test_general_rule_allocated_attacks_of_a_position_must_be_sound() -> None:
    units = "a:korps:9/5@I7 b:korps:9/5@I7+disrupted d:army@J8"
    for order in ("attack J8 with z", "attack J9 with a", "attack J8 with d", "attack J8 with b"):
        with pytest.raises(BadPosition, match="battles"):
            position(units, "resolution", battles=[order])


def test_reinforcements_that_a_position_invents_come_at_once() -> None:
    match = position("x:army@reinforcements a13@reinforcements", "turn", turn=2)
    assert where(match, "x") == where(match, "a13") == "A11"


def test_free_setup_of_a_position_asks_whoever_has_units_left() -> None:
    match = position("x:tank_army@to_place", "free setup", turn=1)
    assert match.actor == "russian" and match.able() == ["x"]
    assert match.phase != play(match, "auto").phase


def test_airpower_has_no_phase_where_it_is_off() -> None:
    assert position("k55@A1 a13@B8", "air").phase == "allocation"


def test_scale_refusals_of_other_moments_name_their_rule() -> None:
    match = position("k55@K8 d:army@A16", "movement")
    for order, wanted in (
        ("attack K9 with k55", "§General Rule"),
        ("stand k55", "§No Retreat!"),
        ("force", "§Forced Exchange"),
        ("wedge ss2 K9", "§Panzerkeil"),
        ("claim", "§Sequence G6, §Sequence R7"),
        ("rebuild tc9 A11", "§Replacements"),
    ):
        assert refused(match, order).rule == wanted
