"""10: movement. On the blank map all ground is clear; rows run west to east: 3010, 3011, 3012."""

from typing import Any

import pytest

from kursk.core.match import Match
from kursk.games.drive_on_kursk.ground import going
from kursk.games.drive_on_kursk.pieces import mobility
from kursk.testing import play, refused, says, where
from tests.games.drive_on_kursk.helpers import EAST, WEST, position, state


def moving(units: str, **more: Any) -> Match:
    return position(units, phase="movement", **more)


def cost(like: str, *ground: str, water: str = "") -> object:
    """What the step from 3010 to 3011 costs a unit."""
    sides = {"3010/3011": [water]} if water else {}
    match = moving(f"u 3010 {like}", hexes={"3011": list(ground)}, sides=sides)
    g = match.g
    counter = g.unit(g.roster.find("u"))
    steps = going(g.board, counter.side, mobility(counter))
    return steps.step(g.grid.find("3010"), g.grid.find("3011"))


def reach(match: Match, unit: str, how: str = "move") -> set[str]:
    return set(match.g.grid.names(match.reach(unit)[how].hexes))


# -- 10.8-10.18: what the ground costs ---------------------------------------------------------

FOOT, MECH, STATIC = "infantry", "panzer", "fz"


@pytest.mark.parametrize("like", [FOOT, MECH, STATIC, "rifle", "tank-corps"])
def test_10_10_clear_costs_one(like: str) -> None:
    assert cost(like) == 1


@pytest.mark.parametrize(("like", "points"), [(FOOT, 1), (STATIC, 1), (MECH, 2)])
def test_10_11_10_15_forest_without_the_one_for_clear(like: str, points: int) -> None:
    assert cost(like, "forest") == points


@pytest.mark.parametrize(("like", "points"), [(FOOT, 2), (STATIC, 2), (MECH, 3)])
def test_10_12_hills(like: str, points: int) -> None:
    assert cost(like, "hills") == points


@pytest.mark.parametrize(("like", "points"), [(FOOT, 3), (STATIC, 3), (MECH, 5)])
def test_10_13_swamp(like: str, points: int) -> None:
    assert cost(like, "swamp") == points


@pytest.mark.parametrize(("like", "river", "major"), [(FOOT, 2, 3), (STATIC, 2, 3), (MECH, 2, 4)])
def test_10_9_10_14_water_costs_extra(like: str, river: int, major: int) -> None:
    assert cost(like, water="river") == river
    assert cost(like, water="major river") == cost(like, water="lake") == major


def test_10_14_a_lake_into_hills_costs_mech_six() -> None:
    assert cost(MECH, "hills", water="lake") == 6


def test_10_15_hills_in_an_enemy_fort_cost_mech_five_and_infantry_four() -> None:
    assert cost(MECH, "hills", "fort soviet") == 5
    assert cost(FOOT, "hills", "fort soviet") == 4


def test_10_16_own_fort_static_as_foot_1_mech_2() -> None:
    """A-01, A-02: static units pay as the non-mechanized."""
    assert [cost(like, "fort soviet") for like in (STATIC, "rifle", "tank-corps")] == [1, 1, 2]
    assert [cost(like, "fort german") for like in (FOOT, MECH)] == [1, 2]


def test_10_16_enemy_fort_2_for_all() -> None:
    assert [cost(like, "fort german") for like in (STATIC, "rifle", "tank-corps")] == [2, 2, 2]
    assert [cost(like, "fort soviet") for like in (FOOT, MECH)] == [2, 2]


def test_10_16_a_fort_keeps_its_side_whoever_holds_it() -> None:
    held = {"german": ["3011"]}
    match = moving("u 3010 infantry", hexes={"3011": ["fort soviet"]}, control=held)
    assert match.reach("u")["move"].cost(match.g.grid.find("3011")) == 2


def test_10_16_forts_are_added_to_natural_ground() -> None:
    assert cost(FOOT, "forest", "fort german") == 2
    assert cost(MECH, "swamp", "fort soviet") == 7


def test_10_17_a_city_costs_two_and_three_across_a_river() -> None:
    assert cost(FOOT, "city") == cost(MECH, "city") == 2
    assert cost(FOOT, "city", water="river") == cost(MECH, "city", water="river") == 3


def test_10_17_10_15_a_city_adds_to_other_ground() -> None:
    """A-04."""
    assert cost(FOOT, "city", "hills") == 4
    assert cost(MECH, "city", "fort soviet") == 4


def test_10_18_a_town_costs_nothing_of_its_own() -> None:
    """A-03: it is left out, and the rest adds up."""
    assert cost(MECH, "town") == 1
    assert cost(MECH, "town", "forest") == 2
    assert cost(MECH, "town", "forest", "fort soviet", water="river") == 5


def test_10_8_natural_and_manmade_ground_lie_together() -> None:
    assert cost(MECH, "hills", "city", "fort german") == 7


def test_8_3_entering_a_zone_costs_nothing_extra() -> None:
    match = moving("u 3010 panzer\nr 3013 rifle")
    assert match.reach("u")["move"].cost(match.g.grid.find("3012")) == 2


# -- 10.1-10.3: points ---------------------------------------------------------------------------


@pytest.mark.parametrize(("like", "far"), [("infantry", 4), ("panzer", 8)])
def test_10_1_a_unit_spends_its_factor(like: str, far: int) -> None:
    match = moving(f"u 3010 {like}")
    way = [f"30{column}" for column in range(11, 11 + far)]
    assert refused(match, f"move u {' '.join(way)} 30{11 + far}").rule == "10.1"
    play(match, f"move u {' '.join(way)}")
    assert where(match, "u") == way[-1]
    assert refused(match, f"move u 30{11 + far}").rule == "10.2"


def test_10_2_units_need_not_spend_all_and_may_go_on_until_another_sets_off() -> None:
    match = moving("a 3010 panzer\nb 4010 panzer")
    play(match, "move a 3011", "move a 3012", "move b 4011")
    assert refused(match, "move a 3013").rule == "10.2"


def test_10_2_hexes_must_touch() -> None:
    assert refused(moving("a 3010 panzer"), "move a 3012").rule == "10.2"


def test_10_2_points_are_not_carried_into_the_next_phase() -> None:
    match = moving("a 3010 infantry")
    play(match, "move a 3011", "end")
    assert refused(match, "move a 3012 3013 3014 3015 3016").rule == "10.1"


def test_10_2_the_enemy_does_not_move_in_my_turn() -> None:
    assert refused(moving("a 3010 panzer\nr 3020 rifle"), "move r 3021").rule == "10.2"


def test_10_3_infantry_may_cross_a_major_river_into_swamp_as_its_whole_move() -> None:
    match = moving(
        "u 3010 infantry", hexes={"3011": ["swamp"]}, sides={"3010/3011": ["major river"]}
    )
    play(match, "move u 3011")
    assert where(match, "u") == "3011"
    assert refused(match, "move u 3012").rule == "10.2"


def test_10_3_a_static_unit_may_enter_a_swamp() -> None:
    match = moving("f 3010 fz", side="soviet", hexes={"3011": ["swamp"]})
    play(match, "move f 3011")
    assert where(match, "f") == "3011"
    assert refused(match, "move f 3012").rule == "10.2"


def test_10_3_but_not_after_another_step() -> None:
    match = moving("f 3010 fz", side="soviet", hexes={"3012": ["swamp"]})
    assert refused(match, "move f 3011 3012").rule == "10.1"
    play(match, "move f 3011")
    assert refused(match, "move f 3012").rule == "10.1"


def test_10_3_does_not_allow_what_another_rule_forbids() -> None:
    match = moving("u 3010 infantry\nr 3012 rifle\ns 2912 rifle", hexes={"3011": ["swamp"]})
    play(match, "move u 3011", "end")
    assert refused(match, "move u 2911").rule == "8.4"


# -- 10.4-10.6: stacks ---------------------------------------------------------------------------

STACK = "p 3010 panzer\ni 3010 infantry"


def test_10_4_a_stack_moves_together() -> None:
    match = moving(STACK)
    play(match, "move p,i 3011 3012")
    assert (where(match, "p"), where(match, "i")) == ("3012", "3012")


def test_10_4_units_that_met_on_the_way_move_apart() -> None:
    match = moving("a 3010 panzer\nb 3011 panzer")
    play(match, "move a 3011")
    assert refused(match, "move a,b 3012").rule == "10.4"
    play(match, "move b 3012")


def test_10_4_any_part_of_a_stack_may_move() -> None:
    match = moving("a 3010 panzer\nb 3010 panzer\nc 3010 panzer")
    play(match, "move a,c 3011")
    assert (where(match, "a"), where(match, "b")) == ("3011", "3010")


def test_10_6_a_stack_goes_at_the_pace_of_the_slowest() -> None:
    match = moving(STACK)
    assert refused(match, "move p,i 3011 3012 3013 3014 3015").units == ("i",)
    play(match, "move p,i 3011 3012 3013 3014")


def test_10_6_the_slow_are_left_and_the_fast_go_on_with_five_points() -> None:
    """A-26: each unit has spent what the way cost itself."""
    match = moving(STACK)
    play(match, "move p,i 3011 3012 3013")
    assert refused(match, "move p 3014 3015 3016 3017 3018 3019").rule == "10.1"
    play(match, "move p 3014 3015 3016 3017 3018")
    assert where(match, "i") == "3013"


def test_10_6_each_pays_its_own_way() -> None:
    """In forest the panzer pays two a hex, the infantry one."""
    match = moving(STACK, hexes={"3011": ["forest"], "3012": ["forest"]})
    play(match, "move p,i 3011 3012")
    assert state(match).spent == {"p": 4, "i": 2}


def test_10_5_those_left_behind_go_on_after_those_that_split_off() -> None:
    match = moving("a 3010 panzer\nb 3010 panzer\nc 3010 panzer")
    play(match, "move a,b,c 3011", "move a 3012 3013", "move b,c 3111")
    assert refused(match, "move a 3014").rule == "10.2"
    play(match, "move b 3211", "move c 3112")
    assert refused(match, "move b 3212").rule == "10.2"
    assert [where(match, id) for id in "abc"] == ["3013", "3211", "3112"]


def test_10_5_another_stack_ends_the_move_of_the_first() -> None:
    match = moving("a 3010 panzer\nb 3010 panzer\nc 4010 panzer")
    play(match, "move a,b 3011", "move c 4011")
    assert refused(match, "move b 3012").rule == "10.2"


def test_10_5_parts_that_split_do_not_join_again() -> None:
    match = moving("a 3010 panzer\nb 3010 panzer")
    play(match, "move a,b 3011", "move a 3012", "move a 3011")
    assert refused(match, "move a,b 3012").rule == "10.4"


# -- 10.7, 10.20: where not ----------------------------------------------------------------------


def test_10_7_no_unit_enters_an_enemy_hex() -> None:
    why = refused(moving("a 3010 panzer\nr 3011 rifle"), "move a 3011")
    assert (why.rule, why.hexes) == ("10.7", ("3011",))


def test_10_20_no_unit_leaves_the_map() -> None:
    match = moving("a 3000 panzer")
    assert refused(match, "move a 3099").rule == "10.20"
    assert reach(match, "a") <= set(match.g.grid.cell)


# -- 10.19: road mode ----------------------------------------------------------------------------


def test_10_19_road_mode_doubles_the_points_but_enters_no_zone() -> None:
    match = moving("a 3001 panzer\nr 3020 rifle")
    way = [f"30{column:02}" for column in range(2, 18)]
    assert len(way) == 16
    assert "3018" not in reach(match, "a", "road")
    assert refused(match, f"road a {' '.join(way)} 3018").rule == "10.1"
    play(match, f"road a {' '.join(way)}")
    assert where(match, "a") == "3017"


def test_10_19_no_zone_may_be_entered_in_road_mode() -> None:
    match = moving("a 3010 panzer\nr 3015 rifle")
    why = refused(match, "road a 3011 3012 3013 3014")
    assert (why.rule, why.hexes) == ("10.19", ("3014",))
    play(match, "move a 3011 3012 3013 3014")


def test_10_19_not_from_an_enemy_zone() -> None:
    match = moving("a 3010 panzer\nr 3011 rifle")
    assert refused(match, "road a 3009").rule == "10.19"


def test_10_19_it_is_declared_as_the_move_begins() -> None:
    """A-47."""
    match = moving("a 3010 panzer")
    play(match, "move a 3011")
    assert refused(match, "road a 3012").rule == "10.19"
    match = moving("a 3010 panzer\nr 3014 rifle")
    play(match, "road a 3011 3012")
    assert refused(match, "move a 3013").rule == "10.19"
    play(match, "road a 3112")


def test_10_19_any_number_of_units_in_each_own_phase() -> None:
    match = moving("a 3001 infantry\nb 4001 infantry")
    six = " ".join(f"30{column:02}" for column in range(2, 8))
    play(match, f"road a {six}", f"road b {six.replace('30', '40', 6)}", "end")
    play(match, "road a 3008 3009 3010 3011 3012")
    assert where(match, "a") == "3012"


def test_6_6_an_unsupplied_mech_has_four_points_and_no_road_mode() -> None:
    match = moving("a 3010 panzer", control={"soviet": WEST})
    assert refused(match, "road a 3011").rule in ("6.6", "10.19")
    assert refused(match, "move a 3011 3012 3013 3014 3015").rule == "10.1"
    play(match, "move a 3011 3012 3013 3014")


@pytest.mark.parametrize(("like", "far"), [("infantry", 2), ("panzer", 4)])
def test_6_5_out_of_supply_movement_is_halved(like: str, far: int) -> None:
    match = moving(f"a 3010 {like}", control={"soviet": WEST})
    assert max(match.reach("a")["move"].costs().values()) == far


def test_6_6_a_road_mover_must_still_be_supplied_as_its_move_begins() -> None:
    """A-24: cut off since the phase began."""
    match = corridor()
    play(match, "move a 3008")
    assert refused(match, "road b 3011").rule == "6.6"


def corridor() -> Match:
    """b hangs on a, in 3007: x threatens 3006 and 3007, and Soviets wall off the rest."""
    rows = [row for row in range(10, 61) if row not in (29, 30, 31)]
    wall = "\n".join(f"w{row} {row}07 rifle" for row in rows)
    return moving(f"b 3010 panzer\na 3007 panzer\nc 3006 panzer\n{wall}\nx 2906 rifle")


def test_6_6_a_unit_that_opens_the_path_leaves_first_and_the_other_is_halved() -> None:
    match = corridor()
    supply = match.supply("b")
    assert supply is not None and supply.supplied
    assert max(match.reach("b")["move"].costs().values()) == 8
    play(match, "move a 3008")
    assert max(match.reach("b")["move"].costs().values()) == 4
    assert refused(match, "move b 3011 3012 3013 3014 3015").rule == "10.1"


def test_6_6_supply_found_at_the_start_holds_for_the_whole_move() -> None:
    match = corridor()
    play(match, "move b 3011 3012 3013", "move b 3014 3015 3016 3017 3018")
    assert where(match, "b") == "3018"


def test_6_7_a_unit_may_move_to_where_it_is_cut_off() -> None:
    match = moving("a 3010 panzer\nr 3112 rifle\ns 2912 rifle", control={"soviet": WEST[:20]})
    play(match, "move a 3011 3012")
    assert where(match, "a") == "3012"


# -- the log and the fog -------------------------------------------------------------------------


def test_7_3_the_order_of_a_covered_counter_is_not_told() -> None:
    match = moving("a 3010 panzer\nb 3010 panzer\nr 4020 rifle")
    play(match, "move a 3011")
    assert match.told("soviet")[-1][2] == ""
    assert match.told("german")[-1][2] == "move a 3011"
    assert says(match) == ["a: 3010 to 3011."]


def test_7_3_the_owner_orders_his_stack() -> None:
    match = moving("a 3010 panzer\nb 3010 panzer\nr 4020 rifle")
    play(match, "top a")
    assert [seen.unit for seen in match.view("soviet").stacks["3010"]] == ["a", ""]
    assert refused(match, "top r").rule == "7.3"


def test_5_1_a_retreat_of_the_enemy_apart_nobody_moves_out_of_turn() -> None:
    match = moving("a 3010 panzer\nr 3020 rifle", side="soviet", control={"german": EAST[:1]})
    assert match.actor == "soviet"
    assert refused(match, "move a 3011").rule == "10.2"
