"""§Operational Movement, §Movement Bonus, §Zones of Control, lines on the way, Panthers."""

from typing import Any

import pytest

from tests.games.coatney_kursk.helpers import (
    goals,
    marked,
    play,
    position,
    refused,
    rule,
    state,
    where,
)


def far(units: str, id: str, verb: str = "move", side: str = "german", **more: Any) -> int:
    """The most hexes that a unit can go."""
    match = position(units, "movement", side, **more)
    found = [order.split() for order in match.orders(id) if order.startswith(f"{verb} ")]
    return max((len(words) - 2 for words in found), default=0)


@pytest.mark.parametrize(
    ("unit", "side", "factors", "bonus"),
    [("pk48", "german", 4, 2), ("k55", "german", 2, 2), ("hung", "german", 1, 2),
     ("panther", "german", 4, 1), ("gta5", "russian", 3, 3), ("gcc2", "russian", 3, 3),
     ("art4", "russian", 3, 3),
     ("ga6", "russian", 2, 3), ("a13", "russian", 1, 3)],
)  # fmt: skip
def test_operational_movement_and_movement_bonus_by_class(
    unit: str, side: str, factors: int, bonus: int
) -> None:
    assert far(f"{unit}@K8", unit, side=side) == factors
    assert far(f"{unit}@K8", unit, "march", side=side) == factors + bonus
    assert far(f"{unit}@K8", unit, side=side, impulse=2) == factors - 1  # §Blitzkrieg
    assert far(f"{unit}@K8", unit, "march", side=side, impulse=2) == factors - 1 + bonus


def test_operational_movement_once_and_by_hexes_that_touch() -> None:
    match = position("pk48@K8 d:army@A16", "movement")
    assert rule(match, "move pk48 K10") == "§Operational Movement"
    assert rule(match, "move d K9") == "§Operational Movement"
    play(match, "move pk48 K9")
    assert rule(match, "move pk48 K10") == "§Operational Movement"


def test_movement_bonus_bars_from_attacking_in_this_turn() -> None:
    match = play(
        position("pk48@K2 d:army@K10+disrupted", "movement"), "march pk48 K3 K4 K5 K6 K7 K8"
    )
    assert marked(match, "pk48", "marched")
    assert "with its bonus" in match.log[-1].news[0].says


def test_movement_bonus_not_into_the_zone_of_an_undisrupted_army() -> None:
    assert far("pk48@K2 d:army@K8", "pk48") == 4
    match = position("pk48@K2 d:army@K8", "movement")
    assert rule(match, "march pk48 K3 K4 K5 K6 K7") == "§Movement Bonus"
    match = position("pk48@K3 d:army@K8", "movement")
    play(match, "move pk48 K4 K5 K6 K7")


def test_movement_bonus_into_the_zone_of_a_disrupted_army() -> None:
    match = position("pk48@K2 d:army@K8+disrupted", "movement")
    play(match, "march pk48 K3 K4 K5 K6 K7")
    assert not marked(match, "pk48")


def test_movement_bonus_into_a_zone_where_a_friend_stands() -> None:
    match = position("pk48@K2 k55@K7 d:army@K8", "movement")
    play(match, "march pk48 K3 K4 K5 K6 K7")


def test_movement_bonus_not_out_of_a_zone_unless_a_friend_stays() -> None:
    match = position("pk48@K7 d:army@K8", "movement")
    assert rule(match, "march pk48 K6 K5 K4 K3 K2") == "§Movement Bonus"
    match = position("pk48@K7 k55@K7 d:army@K8", "movement")
    play(match, "march pk48 K6 K5 K4 K3 K2")


def test_movement_bonus_is_named_where_it_would_help() -> None:
    match = position("pk48@K2", "movement")
    assert refused(match, "move pk48 K3 K4 K5 K6 K7").order == "march pk48 K3 K4 K5 K6 K7"


def test_river_tanks_pay_one_more_to_cross() -> None:
    sides = {"K8/K9": ["river"]}
    match = position("pk48@K8 k55@K8", "movement", sides=sides)
    assert rule(match, "move pk48 K9 K10 K11 K12") == "§Operational Movement"
    play(match, "move pk48 K9 K10 K11", "move k55 K9 K10")
    assert state(match).spent == {"pk48": 4, "k55": 2}


# -- zones ------------------------------------------------------------------------------


def test_zones_of_control_stop_whoever_enters() -> None:
    for mark in ("", "+disrupted"):
        match = position(f"pk48@K4 d:army@K8{mark}", "movement")
        assert rule(match, "move pk48 K5 K6 K7 L7") == "§Zones of Control"


def test_zones_of_control_of_corps_hungarians_and_tigers_there_are_none() -> None:
    for unit in ("tc9", "gcc2", "art4", "gmc1"):
        match = position(f"pk48@K6 {unit}@K8", "movement")
        assert "L7" in goals(match, "pk48") and match.zones("russian") == []
    for unit in ("hung", "tiger505", "ferd", "panther", "pd4"):
        assert position(f"{unit}@K8", "movement").zones("german") == []


def test_zones_of_control_of_two_undisrupted_divisions() -> None:
    """K8 is next to K7; J9 is next to K8, and to K9."""
    one = position("ta2@K10 pd4@K7", "movement", "russian")
    assert "K8" not in one.zones("german")
    together = position("ta2@K10 pd4@K7 pd5@K7", "movement", "russian")
    assert "K8" in together.zones("german")
    apart = position("ta2@K10 pd4@K7 pd5@J8", "movement", "russian")
    assert apart.zones("german") == ["J7", "K8"]
    down = position("ta2@K10 pd4@K7 pd5@J8+disrupted", "movement", "russian")
    assert down.zones("german") == []


def test_zones_of_control_no_step_within_the_zone_of_one_enemy() -> None:
    match = position("pk48@K7 d:army@K8", "movement")
    assert rule(match, "move pk48 J8") == "§Zones of Control"
    play(match, "move pk48 K6")


def test_zones_of_control_a_special_step_into_the_zone_of_another() -> None:
    """From K7, in the zone of K8, to K6, in the zone of K5 alone."""
    match = position("pk48@K7 d:army@K8 e:army@K5", "movement")
    assert rule(match, "move pk48 K6 J6") == "§Zones of Control"
    play(match, "move pk48 K6")


def test_zones_of_control_not_over_a_river_or_a_line() -> None:
    units = "pk48@K7 d:army@K8 e:army@K5"
    match = position(units, "movement", sides={"K6/K7": ["river"]})
    assert rule(match, "move pk48 K6") == "§Zones of Control"
    hexes, sides = {"K6": ["fort german"]}, {"K6>K7": ["fort german"]}
    match = position(units, "movement", hexes=hexes, sides=sides)
    assert rule(match, "move pk48 K6") == "§Zones of Control"


def test_zones_of_control_onto_a_friend_always_one_hex() -> None:
    match = position("pk48@K7 k55@J8 d:army@K8", "movement")
    play(match, "move pk48 J8")
    match = position("pk48@K7 k55@J7 d:army@K8 e:army@J9", "movement")
    play(match, "move k55 J8", "move pk48 J8")  # moved there in the same step


def test_zones_of_control_do_not_reach_into_a_line_from_its_front() -> None:
    """J8 is a Russian line hex before I7: a German korps there has no zone in it."""
    assert "J8" not in position("k55@I7", "movement", real=True).zones("german")
    assert "J8" in position("k55@K8", "movement", real=True).zones("german")
    assert "I7" in position("a13@K8 d:army@J8", "movement", real=True, taken=["I7"]).zones(
        "russian"
    )
    assert "J8" in position("k55@I7", "movement", real=True, taken=["J8"]).zones("german")


def test_fortification_lines_have_no_zones_of_their_own() -> None:
    match = position("k55@A1 a13@W16", "movement", real=True)
    assert set(match.zones("russian")) == {"V16", "W15"}


# -- lines and brackets -----------------------------------------------------------------


def test_fortification_lines_an_empty_first_line_is_not_entered_in_front() -> None:
    match = position("k55@I8", "movement", real=True)
    assert rule(match, "move k55 J9") == "§Fortification Lines"
    assert "J9" not in goals(match, "k55")


def test_fortification_lines_are_entered_from_beside_after_the_next_was_taken() -> None:
    match = position("k55@J8", "movement", real=True)
    play(match, "move k55 J9")
    assert "J9" not in match.view().tracks["lines"]["russian"]


def test_german_lines_are_not_entered_from_beside_either() -> None:
    match = position("a13@I9", "movement", "russian", real=True)
    assert rule(match, "move a13 I8") == "§Fortification Lines"
    match = position("a13@I8", "movement", "russian", real=True)
    assert rule(match, "move a13 I7") == "§Fortification Lines"
    match = position("a13@H8", "movement", "russian", real=True)
    play(match, "move a13 I7")  # from behind


def test_german_lines_and_russian_lines_behind_the_first_are_just_entered() -> None:
    match = position("gta5@F7", "movement", "russian", real=True)
    play(match, "move gta5 F6 F5")
    assert "F6" not in match.view().tracks["lines"]["german"]
    match = position("pk48@J8", "movement", real=True)
    play(match, "move pk48 K8 L8")


def test_brackets_a_lone_artillery_korps_on_the_road_is_overrun() -> None:
    match = position("pk48@K6 art4@K8", "movement")
    play(match, "move pk48 K7 K8 K9")
    assert where(match, "art4") == "eliminated" and where(match, "pk48") == "K9"


def test_brackets_not_with_others_and_not_emplaced() -> None:
    match = position("pk48@K6 art4@K8 tc9@K8", "movement")
    assert rule(match, "move pk48 K7 K8") == "§Operational Movement"
    match = position("pk48@K6 art4@K8+emplaced", "movement")
    assert rule(match, "move pk48 K7 K8") == "§Operational Movement"
    match = position("pk48@K6 tc9@K8", "movement")
    assert rule(match, "move pk48 K7 K8") == "§Operational Movement"


# -- stacking ---------------------------------------------------------------------------


def test_stacking_who_passes_a_full_hex_is_disrupted_at_the_end() -> None:
    match = position("a13@K8 a70@K8 ga6@K7", "movement", "russian")
    play(match, "move ga6 K8 K9")
    assert where(match, "ga6") == "K9" and marked(match, "ga6") and not marked(match, "a13")


def test_stacking_two_armies_and_an_artillery_korps() -> None:
    match = position("a13@K8 a70@K8 art4@K7", "movement", "russian")
    assert not marked(play(match, "move art4 K8"), "art4")
    match = position("a13@K8 art4@K8 art2@K8 tc9@K7", "movement", "russian")
    assert marked(play(match, "move tc9 K8"), "tc9")


@pytest.mark.parametrize(
    ("there", "mover", "full"),
    [("k55 k53", "pd4", False), ("k55 k53", "k35", True), ("pk48", "pk47", True),
     ("pk48", "k55", False), ("pk48 pd4 pd5", "pd12", True), 
     ("pk48 k55", "tiger505", False), ("k55 k53", "hung", False)],
)  # fmt: skip
def test_stacking_three_germans_two_korps_one_panzerkorps(
    there: str, mover: str, full: bool
) -> None:
    units = " ".join(f"{id}@K8" for id in there.split())
    match = position(f"{units} {mover}@K7", "movement")
    assert marked(play(match, f"move {mover} K8"), mover) == full


def test_stacking_more_may_stay_and_attack_when_recovered() -> None:
    units = "pk47@I7 pk48@I7 d:army@J8"
    play(position(units, "allocation"), "attack J8 with pk47,pk48", "end")


def test_disrupted_units_do_not_move() -> None:
    assert rule(position("k55@K8+disrupted", "movement"), "move k55 K7") == "§Disrupted Units"


def test_supply_moving_without_it_disrupts() -> None:
    units = "pd4@K8 a:army@I7 b:army@J10 c:army@M8 e:army@L6"
    match = position(units, "movement")
    told = match.supply("pd4")
    assert told and told.supplied is False
    assert marked(play(match, "move pd4 K9"), "pd4")


# -- Panthers ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("die", "hex"), [(1, "K9"), (3, "K10"), (4, "K10"), (5, "K11"), (6, "K11")]
)
def test_panthers_go_half_the_die(die: int, hex: str) -> None:
    match = play(position("panther@K8", "movement"), "move panther K9 K10 K11", f"roll {die}")
    assert where(match, "panther") == hex and marked(match, "panther") == (hex != "K11")


def test_panthers_bonus_is_one_and_counts_with_the_die() -> None:
    match = position("panther@K8", "movement")
    assert rule(match, "march panther K9 K10 K11 K12 K13 K14") == "§Movement Bonus"
    play(match, "march panther K9 K10 K11 K12 K13", "roll 6")
    assert where(match, "panther") == "K12" and marked(match, "panther")


def test_panthers_take_nothing_beyond_where_they_break_down() -> None:
    match = position("panther@J8", "movement", real=True)
    play(match, "move panther K8 L8", "roll 1")
    assert match.g.owner(match.g.grid.find("L8")) == "russian"


def test_blitzkrieg_a_factor_less_for_the_panthers_too() -> None:
    match = position("panther@K8", "movement", impulse=2)
    play(match, "move panther K9 K10", "roll 4")
    assert where(match, "panther") == "K9"


# -- Panzerkeil on the move -------------------------------------------------------------


def test_panzerkeil_moves_together_and_is_turned_after_its_move() -> None:
    units = "pk47@K8 tiger505@K8"
    match = position(units, "movement", wedges={"pk47": "K9"})
    assert rule(match, "face pk47 K7") == "§Panzerkeil"
    play(match, "move pk47 L8", "move tiger505 L8", "face pk47 M8", "end")
    assert state(match).wedges == {"pk47": "M8"}


def test_panzerkeil_that_moves_without_its_tigers_comes_off() -> None:
    match = position("pk47@K8 tiger505@K8 ss2@D3", "movement", wedges={"pk47": "K9", "ss2": "D4"})
    play(match, "move pk47 L8", "move ss2 D4", "end")
    assert list(state(match).wedges) == ["ss2"]


def test_artillery_korps_that_moves_is_on_the_road() -> None:
    match = position("art4@K8+emplaced d:korps@J9", "movement", "russian")
    play(match, "move art4 K7", "end")
    assert not marked(match, "art4", "emplaced")
    match = position("art4@K9+emplaced d:korps@J8", "movement", "russian")
    play(match, "move art4 K8", "end")
    assert rule(match, "attack J8 with art4") == "§Artillery Korps"


def test_panzerkeil_shows_on_its_counters_where_it_points() -> None:
    match = position("pk47@K8 tiger505@K8 k55@K8", "movement", wedges={"pk47": "K9"})
    marks = {seen.unit: seen.marks for seen in match.view("russian").stacks["K8"]}
    assert marks == {"pk47": ("wedge E",), "tiger505": ("wedge E",), "k55": ()}


def test_fortification_lines_show_who_holds_them() -> None:
    match = position("k55@J8", "movement", real=True)
    assert "J8" in match.view().control["german"] and "J9" in match.view().control["russian"]
    play(match, "move k55 J9")
    assert "J9" in match.view().control["german"]
