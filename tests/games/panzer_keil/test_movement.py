"""8, 10, A7, A8.3, A10: movement."""

from typing import Any

import pytest

from kursk import library
from kursk.core.match import Match
from kursk.testing import goals, play, refused, rule, where
from tests.games.panzer_keil.helpers import cost, marks, position, state

# The movement example: a road from 2020 by 2019 and 2018, over a river into the forest and
# position 2017, on to the position 2016; beyond it clear ground and a hill. Marshes on both sides.
ROAD = {
    "2020/2019": ["road"],
    "2019/2018": ["road"],
    "2018/2017": ["road", "river"],
    "2017/2016": ["road"],
}
GROUND = {
    **{f"{column}{row}": ["swamp"] for column in (19, 21) for row in range(12, 21)},
    "2017": ["forest", "fort soviet"],
    "2016": ["fort soviet"],
    "2014": ["hills"],
}


def example(**more: Any) -> Match:
    return position("3pz@2020 r24@2021", "movement", hexes=GROUND, sides=ROAD, **more)


def open_field(units: str = "3pz@2020 r24@0606", **more: Any) -> Match:
    return position(units, "movement", **more)


# -- the worked examples -------------------------------------------------------------------------


def test_8_2_4_8_4_2_movement_example_1_two_road_hexes_out_of_a_zone_cost_2() -> None:
    assert cost(example(), "3pz", "2018") == "2"


def test_8_2_3_a7_1_a8_3_movement_example_2_over_the_river_into_a_position() -> None:
    assert cost(example(), "3pz", "2017") == "5"
    without = {**ROAD, "2018/2017": ["river"]}
    match = position("3pz@2018 r24@0606", "movement", hexes=GROUND, sides=without)
    assert cost(match, "3pz", "2017") == "6"  # 3 + 1 + 2


def test_8_2_1_movement_example_3_seven_and_a_half_and_no_further() -> None:
    match = example()
    assert cost(match, "3pz", "2016") == "15/2"
    why = refused(match, "move 3pz 2019 2018 2017 2016 2015")
    assert why.rule == "8.2.1" and "15/2 of 8" in why.says


def test_8_3_march_example_turned_over_and_three_of_four_points() -> None:
    match = example()
    play(match, "march 3pz 2019 2018 2017 2016 2015 2014")
    assert where(match, "3pz") == "2014" and marks(match, "3pz") == {"exhausted", "moved"}
    assert cost(example(), "3pz", "2014", "march") == "11"  # 8, and 3 of the 4
    assert rule(example(), "march 3pz 2019 2018 2017 2016 2015 2014 2013") == ""
    assert refused(example(), "march 3pz 2019 2018 2017 2016 2015 2014 2013 2012").rule == "8.2.1"


# -- costs ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "mech", "foot"),
    [
        ("", "1", "1"),
        ("hills", "2", "1"),
        ("forest", "3", "2"),
        ("swamp", "4", "3"),
        ("town", "1", "1"),
        ("city", "1", "1"),
    ],
)
def test_2_1_2_8_2_2_what_the_ground_costs(kind: str, mech: str, foot: str) -> None:
    match = open_field("3pz@2020 167@2020 r24@0606", hexes={"2019": [kind] if kind else []})
    assert (cost(match, "3pz", "2019"), cost(match, "167", "2019")) == (mech, foot)


def test_8_2_3_a_river_costs_one_more() -> None:
    match = open_field(
        "3pz@2020 167@2020 r24@0606", hexes={"2019": ["forest"]}, sides={"2020/2019": ["river"]}
    )
    assert (cost(match, "3pz", "2019"), cost(match, "167", "2019")) == ("4", "3")


def test_8_2_4_along_a_road_half_a_point_whatever_the_ground() -> None:
    match = open_field(hexes={"2019": ["swamp"]}, sides={"2020/2019": ["road"]})
    assert cost(match, "3pz", "2019") == "1/2"


def test_a7_1_a_road_over_a_river_costs_one() -> None:
    match = open_field(sides={"2020/2019": ["road", "river"]})
    assert cost(match, "3pz", "2019") == "1"


@pytest.mark.parametrize("turn", [1, 2])
def test_a14_3_on_turns_1_and_2_a_road_costs_one_and_so_does_its_bridge(turn: int) -> None:
    match = open_field(turn=turn, sides={"2020/2019": ["road"], "2020/2021": ["road", "river"]})
    assert cost(match, "3pz", "2019") == cost(match, "3pz", "2021") == "1"


def test_a8_3_germans_pay_for_positions_soviets_do_not() -> None:
    dug = {"2019": ["fort soviet"], "2018": ["fort soviet", "reinforced"]}
    match = open_field("3pz@2020 167@2020 r24@0606", hexes=dug)
    assert (cost(match, "3pz", "2019"), cost(match, "167", "2019")) == ("3", "2")
    assert cost(match, "3pz", "2018") == "5"  # round the first one, if there is a cheaper way
    match = position("t3@2020 3pz@0606", "movement", "soviet", hexes=dug)
    assert cost(match, "t3", "2019") == "1"


def test_8_0_8_x_no_unit_enters_a_hex_with_an_enemy() -> None:
    match = open_field("3pz@2020 r24@2021")
    assert refused(match, "move 3pz 2021").rule == "8.0"


def test_8_1_1_each_unit_once() -> None:
    match = play(open_field(), "move 3pz 2019")
    assert refused(match, "move 3pz 2018").rule == "8.1.1"


def test_8_1_2_from_hex_to_hex_in_any_direction() -> None:
    match = open_field()
    assert refused(match, "move 3pz 2018").rule == "8.1.2"
    assert refused(match, "move 3pz 9999").rule == "8.1.2"
    assert {"2019", "2021", "1920", "1921", "2120", "2121"} <= goals(match, "3pz")


def test_8_0_only_the_phasing_side_moves() -> None:
    match = open_field()
    assert refused(match, "move r24 0607").rule == "8.0"


# -- forced march --------------------------------------------------------------------------------


def march(units: str, id: str, side: str = "german", **more: Any) -> str:
    """The rule against a march of nine hexes north from 2030."""
    way = " ".join(f"20{row:02}" for row in range(29, 20, -1))
    return rule(position(units, "movement", side, **more), f"march {id} {way}")


def test_8_3_beyond_the_normal_move() -> None:
    assert march("3pz@2030 r24@0606", "3pz") == ""


def test_8_3_1_not_on_foot_exhausted_out_of_supply_or_disrupted() -> None:
    assert march("167@2030 r24@0606", "167") == "8.3.1"
    assert march("3pz-@2030 r24@0606", "3pz") == "8.3.1"
    assert march("3pz@2030+oos r24@0606", "3pz") == "8.3.1, 6.2"
    assert march("3pz@2030+disrupted r24@0606", "3pz") == "8.5.1"


def test_8_3_what_is_left_of_the_normal_points_is_lost() -> None:
    hexes = {"2013": ["forest"]}
    match = open_field("3pz@2020 r24@0606", hexes=hexes)
    # Seven hexes, one point left, then the forest takes three of the four.
    assert rule(match, "march 3pz 2019 2018 2017 2016 2015 2014 2013 2012") == ""
    assert refused(match, "march 3pz 2019 2018 2017 2016 2015 2014 2013 2012 2011").rule == "8.2.1"


def test_8_3_no_march_where_a_move_is_enough() -> None:
    assert refused(open_field(), "march 3pz 2019").rule == "8.3"


def test_8_4_1_no_march_out_of_a_zone_that_was_entered() -> None:
    match = open_field("3pz@2020 r24@2016")
    assert refused(match, "march 3pz 2019 2018 2017 2117").rule == "8.4.1"


def test_8_4_2_a_march_may_begin_by_leaving_a_zone() -> None:
    match = open_field("3pz@2020 r24@2021")
    way = " ".join(f"20{row:02}" for row in range(19, 8, -1))
    assert rule(match, f"march 3pz {way}") == ""  # 1 + 7, then 4
    assert refused(match, f"march 3pz {way} 2008").rule == "8.2.1"


def test_8_3_marches_are_offered_and_each_is_legal() -> None:
    match = open_field("3pz@2020 r24@2012")
    marches = [order for order in match.orders("3pz") if order.startswith("march")]
    assert len(marches) > 100 and all(match.why_not(order) is None for order in marches)


# -- zones ---------------------------------------------------------------------------------------


def test_8_4_8_4_1_an_enemy_zone_ends_the_move() -> None:
    match = open_field("3pz@2020 r24@2016")
    assert refused(match, "move 3pz 2019 2018 2017 2117").rule == "8.4.1"
    play(match, "move 3pz 2019 2018 2017")


def test_8_4_2_tigers_join_the_wedge_from_belgorod() -> None:
    match = position("503@2446 6pz@2445 g81@2547 g375@2545", "movement")
    assert cost(match, "503", "2445") == "3"  # 1 and 1 to leave, then 1; of 5
    play(match, "move 503 2346 2445")
    assert where(match, "503") == "2445"


def test_8_4_3_too_few_points_to_leave_still_one_hex() -> None:
    units = "a:panzer:2/1@2020 r24@2021"
    match = open_field("503-@2020 r24@2021", hexes={"2019": ["swamp"]})  # 4 + 1 of 3
    play(match, "move 503 2019")
    assert where(match, "503") == "2019"
    assert position(units, "movement").check() == []


def test_8_4_4_not_from_zone_to_zone() -> None:
    match = open_field("3pz@2020 r24@2021 r111@2018")
    assert refused(match, "move 3pz 2019").rule == "8.4.4"
    assert refused(match, "move 3pz 2121").rule == "8.4.4"
    assert rule(match, "move 3pz 1920") == ""
    assert rule(match, "move 3pz 1920 1919") == ""  # through a free hex it may


def test_8_4_4_holds_for_the_minimum_move_too() -> None:
    match = open_field("503-@2020 r24@2021 r111@2018", hexes={"2019": ["swamp"]})
    assert refused(match, "move 503 2019").rule == "8.4.4"


# -- restrictions --------------------------------------------------------------------------------


def test_8_5_1_disrupted_units_do_not_move() -> None:
    assert refused(open_field("3pz@2020+repulsed r24@0606"), "move 3pz 2019").rule == "8.5.1"


def test_8_5_2_no_way_over_a_lake() -> None:
    match = open_field(sides={"2020/2019": ["lake"]})
    assert refused(match, "move 3pz 2019").rule == "8.5.2"
    assert "move 3pz 2019" not in list(match.orders("3pz"))


def test_8_5_3_one_hex_always_and_an_exhausted_unit_stays_so() -> None:
    match = open_field(
        "3pz-@2020 r24@0606",
        hexes={"2019": ["forest", "fort soviet"]},
        sides={"2020/2019": ["river"]},
    )
    play(match, "move 3pz 2019")  # 3 + 1 + 2 of 4
    assert marks(match, "3pz") == {"exhausted", "moved"}


def test_8_5_3_it_exhausts_a_fresh_mechanized_unit() -> None:
    match = open_field(
        "503@2020 r24@0606",
        hexes={"2019": ["swamp", "fort soviet"]},
        sides={"2020/2019": ["river"]},
    )
    play(match, "move 503 2019")  # 4 + 1 + 2 of 5
    assert marks(match, "503") == {"exhausted", "moved"}


def test_8_5_3_only_as_the_whole_move() -> None:
    match = open_field("167@2020 r24@0606", hexes={"2016": ["swamp"]})
    assert refused(match, "move 167 2019 2018 2017 2016").rule == "8.2.1"
    assert refused(open_field("167@2020 r24@0606", hexes={"2017": ["swamp"]}),
                   "move 167 2019 2018 2017").rule == "8.2.1"  # fmt: skip


def test_8_5_3_out_of_supply_and_on_turn_1_too() -> None:
    match = open_field("503-@2020+oos r24@0606", turn=1, hexes={"2019": ["swamp"]})
    assert rule(match, "move 503 2019") == ""


# -- leaving the map -----------------------------------------------------------------------------


def test_8_8_1_a_point_to_leave_from_an_edge_hex() -> None:
    match = open_field("3pz@0107 r24@2020")
    play(match, "move 3pz 0106 off")
    assert where(match, "3pz") == "exited"
    match = open_field("167@0405 r24@2020")
    assert refused(match, "move 167 0305 0204 0104 0103 off").rule == "8.8.1"
    assert refused(match, "move 167 0305 off").rule == "8.8.1"
    assert rule(match, "move 167 0305 0204 0104 off") == ""


def test_8_8_1_at_once_from_where_it_stands() -> None:
    match = open_field("3pz@0106 r24@2020")
    assert rule(match, "move 3pz off") == "" and "move 3pz off" in list(match.orders("3pz"))


def test_8_3_8_8_1_a_forced_march_off_the_map() -> None:
    match = open_field("3pz@0909 r24@3030")
    path = "0809 0709 0609 0509 0409 0309 0209 0109"  # all eight points
    assert refused(match, f"move 3pz {path} off").rule == "8.8.1"
    (out,) = [order for order in match.orders("3pz") if order.endswith("off")]
    assert out.startswith("march 3pz ")
    play(match, f"march 3pz {path} off")  # the first point of the exhausted side
    assert where(match, "3pz") == "exited"
    match = open_field("3pz@1220 r24@3030")
    path = "1120 1020 0920 0820 0720 0620 0520 0420 0320 0220 0120"  # eleven of twelve
    assert rule(match, f"march 3pz {path} off") == ""
    match = open_field("3pz@1320 r24@3030")
    assert refused(match, f"march 3pz 1220 {path} off").rule == "8.8.1"
    assert [order for order in match.orders("3pz") if order.endswith("off")] == []


def test_8_8_1_not_out_of_a_zone_that_was_entered() -> None:
    match = open_field("3pz@0306 r24@0105")
    assert refused(match, "move 3pz 0206 0106 off").rule == "8.4.1"


def test_8_8_2_gone_for_good_and_worth_nothing() -> None:
    match = open_field("3pz@0106 r24@2020")
    before = match.game.points(match.g)
    play(match, "move 3pz off")
    assert refused(match, "enter 3pz 0106").rule == "A12.0"
    assert match.game.points(match.g) == before


def test_a15_1_in_the_south_by_the_true_edges_and_by_2127() -> None:
    match = position("3pz@2128 167@2427 26@0130 r24@3040", "movement", scenario="prokhorovka")
    assert refused(match, "move 167 off").rule == "8.8.1"
    assert rule(match, "move 26 off") == "" and rule(match, "move 3pz 2127 off") == ""
    assert refused(match, "move 167 2426").rule == "A15.0"


def test_a15_2_in_the_north_nobody_leaves() -> None:
    match = position("4pz@0106 r41@2020", "movement", scenario="northern-wall")
    assert refused(match, "move 4pz off").rule == "A15.2"
    assert not [order for order in match.orders() if order.endswith("off")]


# -- mechanized movement -------------------------------------------------------------------------


def test_10_0_10_1_fresh_mechanized_units_move_again() -> None:
    match = position("3pz@2020 r24@0606", "mechanized")
    play(match, "move 3pz 2019 2018 2017 2016 2015 2014 2013 2012")
    assert marks(match, "3pz") == {"moved"}


@pytest.mark.parametrize(
    ("unit", "law"),
    [
        ("167@2020", "10.1"),
        ("3pz-@2020", "10.1"),
        ("3pz@2020+oos", "10.1, 6.2"),
        ("3pz@2020+disrupted", "10.1"),
    ],
)
def test_10_1_nobody_else_does(unit: str, law: str) -> None:
    match = position(f"{unit} 11pz@3030 r24@0606", "mechanized")
    assert refused(match, f"move {unit[:3]} 2019").rule == law


def test_10_2_no_forced_march_and_no_rail() -> None:
    match = position("3pz@2020 r24@0606", "mechanized")
    assert refused(match, "march 3pz 2019").rule == "10.2"
    assert refused(match, "rail 3pz 2019 2018").rule == "10.2"
    assert not [order for order in match.orders() if order.startswith("march")]


def test_10_2_zones_and_the_minimum_move_are_as_ever() -> None:
    match = position("3pz@2020 503@2220 r24@2016 r111@0606", "mechanized",
                     hexes={"2219": ["swamp", "fort soviet"]})  # fmt: skip
    assert refused(match, "move 3pz 2019 2018 2017 2117").rule == "8.4.1"
    play(match, "move 503 2219")
    assert "exhausted" in marks(match, "503")


def test_9_9_10_1_who_attacked_is_exhausted_and_stays() -> None:
    match = position("3pz-@2020 11pz@2021 r24@0606", "mechanized")
    assert match.able() == ["11pz"]


# -- the Panthers --------------------------------------------------------------------------------


def test_a10_1_panthers_are_exhausted_by_moving() -> None:
    match = open_field("51pa@2020 52pa@2021 r24@0606")
    play(match, "move 51pa 2019")
    assert marks(match, "51pa") == {"exhausted", "moved"} and marks(match, "52pa") == set()


def test_a10_1_and_disrupted_by_a_forced_march() -> None:
    match = open_field("51pa@2020 r24@0606")
    play(match, "march 51pa 2019 2018 2017 2016 2015 2014 2013")
    assert marks(match, "51pa") == {"exhausted", "disrupted", "moved"}
    play(match, "end", "end")
    assert marks(match, "51pa") == {"exhausted"}  # recovered, and spent


def test_a10_3_mechanized_movement_disrupts_them_as_attackers() -> None:
    match = position("51pa@2020 r24@0606", "mechanized")
    play(match, "move 51pa 2019")
    assert marks(match, "51pa") == {"exhausted", "repulsed", "moved"}
    play(match, "end")
    assert marks(match, "51pa") == {"exhausted", "disrupted"}


# -- reach ---------------------------------------------------------------------------------------


def test_8_2_reach_is_what_is_offered() -> None:
    match = library.start("panzer_keil", "campaign")
    match.play("end")
    for id in ("3pz", "167", "503", "12pz"):
        found = {match.g.grid.name[hex] for hex in match.reach(id)["move"].costs()}
        offered = {o.split()[-1] for o in match.orders(id) if o.startswith("move")} - {"off"}
        assert found == offered


def test_8_2_in_other_phases_reach_tells_what_a_unit_can_do() -> None:
    match = position("3pz@2020 r24@0606", "combat")
    assert set(match.reach("3pz")) == {"move", "march"}
    assert state(match).side == "german"
