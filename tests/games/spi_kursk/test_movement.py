"""5 and 8: movement, zones, rail."""

from typing import Any

import pytest

from kursk.core.match import Match
from kursk.games.spi_kursk.movement import allowance
from tests.games.spi_kursk.helpers import marked, play, position, refused, rule, state, where

PZ = "a:panzer@1010+mobile"
INF = "i:infantry@1010+mobile"


def cost(match: Match, id: str, hex: str, how: str = "move") -> str:
    return str(match.reach(id)[how].cost(match.g.grid.find(hex)))


def spent(match: Match, id: str) -> float:
    return state(match).spent.get(id, 0) / 2


def points(marks: str, like: str = "panzer") -> int:
    match = position(f"a:{like}@1010+{marks}")
    return allowance(state(match), match.g.roster.find("a"))


# -- points and ground ----------------------------------------------------------------------------


def test_5_11_a_unit_spends_points_up_to_its_allowance() -> None:
    match = position(INF)
    assert rule(match, "move i 1009 1008 1007 1006 1005 1004") == "5.11"
    assert spent(play(match, "move i 1009 1008 1007 1006 1005"), "i") == 5


def test_4_22_in_the_movement_phase_any_unit_of_the_side_moves() -> None:
    match = position(f"{PZ} x:rifle@2020+mobile")
    assert rule(match, "move x 2021") == "4.22"
    assert rule(match, "move a 1011") == ""


def test_3_1_hexes_are_those_of_the_map() -> None:
    assert rule(position(PZ), "move a 9999") == "3.1"


@pytest.mark.parametrize(
    ("ground", "first", "second"),
    [
        ("forest", "1", "2"),
        ("hills", "2", "3"),
        ("swamp", "3", "5"),
        ("major city", "1", "1"),
        ("city", "1", "1"),
        ("village", "1", "1"),
        ("fort german", "1", "2"),
        ("fort soviet", "2", "2"),
    ],
)
def test_5_7_and_5_12_costs_by_class(ground: str, first: str, second: str) -> None:
    match = position(f"{PZ} i:infantry@1010+mobile", hexes={"1009": [ground]})
    assert (cost(match, "i", "1009"), cost(match, "a", "1009")) == (first, second)


def test_5_13_a_road_costs_half_a_point_through_its_hexside_only() -> None:
    match = position(PZ, hexes={"1009": ["swamp"]}, sides={"1010/1009": ["road"]})
    assert cost(match, "a", "1009") == "1/2"
    off_road = position(PZ, hexes={"1009": ["swamp"]}, sides={"1109/1009": ["road"]})
    assert spent(play(off_road, "move a 1009"), "a") == 5


def test_5_14_only_the_dearest_ground_counts_and_the_river_on_top() -> None:
    match = position(
        f"{PZ} i:infantry@1010+mobile",
        hexes={"1009": ["forest", "fort german"]},
        sides={"1010/1009": ["river"]},
    )
    assert cost(match, "i", "1009") == "2"
    three = position(PZ, hexes={"1009": ["forest", "hills", "fort german"]})
    assert cost(three, "a", "1009") == "3"


def test_5_15_a_road_bridges_a_river() -> None:
    match = position(PZ, sides={"1010/1009": ["road", "major river"]})
    assert cost(match, "a", "1009") == "1/2"


def test_5_16_halves_are_kept() -> None:
    match = position(PZ, sides={"1010/1009": ["road"]})
    assert spent(play(match, "move a 1009"), "a") == 0.5
    assert cost(match, "a", "1008") == "1"
    assert rule(match, "move a 1008 1007 1006 1005 1004 1003 1002 1001 1101") == ""


def test_5_17_a_stack_moves_as_its_slowest_and_dearest() -> None:
    match = position(
        f"{PZ} i:infantry@1010+mobile b:panzer@1011+mobile", hexes={"1009": ["forest"]}
    )
    assert rule(match, "move a,b 1009") == "5.17"
    play(match, "move a,i 1009")
    assert spent(match, "i") == spent(match, "a") == 2
    assert rule(match, "move a,i 1008 1007 1006 1005") == "5.11"
    assert rule(match, "move a 1008 1007 1006 1005") == ""


def test_5_21_no_unit_enters_a_hex_with_an_enemy() -> None:
    assert rule(position(f"{PZ} x:army@1009+static"), "move a 1009") == "5.21"


def test_5_22_and_5_65_lakes_are_impassable_and_no_zone_crosses_them() -> None:
    match = position(f"{PZ} x:rifle@1009+static", sides={"1010/1009": ["lake"]})
    bare = position(PZ, sides={"1010/1009": ["lake"]})
    assert rule(bare, "move a 1009") == "5.22"
    assert "1010" not in match.zones("soviet")


def test_5_61_minor_river() -> None:
    match = position(f"{PZ} i:infantry@1010+mobile", sides={"1010/1009": ["river"]})
    play(match, "move i 1009", "move a 1009")
    assert (spent(match, "i"), spent(match, "a")) == (2, 2)


def test_5_62_major_river() -> None:
    match = position(f"{PZ} i:infantry@1010+mobile", sides={"1010/1009": ["major river"]})
    play(match, "move i 1009", "move a 1009")
    assert (spent(match, "i"), spent(match, "a")) == (3, 4)
    assert (
        rule(
            position(
                PZ.replace("mobile", "static") + "+unsupplied", sides={"1010/1009": ["major river"]}
            ),
            "move a 1009",
        )
        == "5.11"
    )


# -- modes and lines ------------------------------------------------------------------------------


def test_5_23_assault_halves() -> None:
    assert points("assault") == 5


def test_5_24_mobile_is_full() -> None:
    assert points("mobile") == 10


def test_5_25_static_halves_and_does_not_move_after_combat() -> None:
    assert points("static", "infantry") == 2
    match = position("a:panzer@1010+static", "mechanized")
    assert rule(match, "move a 1009") == "5.25"


def test_5_26_disrupted_does_not_move() -> None:
    match = position("a:panzer@1010+mobile+disrupted")
    assert points("mobile+disrupted") == 0
    assert rule(match, "move a 1009") == "5.26"


@pytest.mark.parametrize("marks", ["unsupplied", "cutoff", "unsupplied+cutoff"])
def test_5_27_and_11_51_out_of_supply_communication_or_both_is_half_once(marks: str) -> None:
    assert points(f"mobile+{marks}", "tank corps".replace(" ", "_")) == 4


def test_5_28_mode_and_supply_halve_one_after_the_other() -> None:
    assert points("static+unsupplied", "infantry") == 1


# -- rail -----------------------------------------------------------------------------------------


def track(first: int, last: int, kind: str = "rail", row: str = "10") -> dict[str, list[str]]:
    """A railway along columns of one row, so that each hex touches the next."""
    return {f"{c:02}{row}/{c + 1:02}{row}": [kind] for c in range(first, last)}


def run(first: int, last: int, row: str = "10") -> str:
    return " ".join(f"{c:02}{row}" for c in range(first + 1, last + 1))


GERMAN = {"german": [f"{c:02}10" for c in range(1, 39)]}


def test_5_3_off_rail_movement_a_railway_does_nothing() -> None:
    match = position("i:infantry@0110+mobile", sides=track(1, 30), hexes={"0210": ["swamp"]})
    assert cost(match, "i", "0210") == "3"


def test_5_31_a_unit_goes_by_rail_from_a_track_in_supply_and_out_of_zones() -> None:
    more: dict[str, Any] = {"sides": track(1, 30), "control": GERMAN}
    assert rule(position("i:infantry@0110+static", **more), f"rail i {run(1, 20)}") == ""
    assert rule(position("i:infantry@0112+static", **more), "rail i 0210") == "5.31"
    assert rule(position("i:infantry@0110+static+unsupplied", **more), "rail i 0210") == "5.31"
    near = position("i:infantry@0110+static x:rifle@0109+static", **more)
    assert rule(near, "rail i 0210") == "5.31"


def test_5_32_who_went_by_rail_neither_moves_nor_attacks() -> None:
    match = position(
        "i:infantry@0110+mobile x:rifle@0611+static", sides=track(1, 5), control=GERMAN
    )
    play(match, f"rail i {run(1, 4)}")
    assert rule(match, "move i 0409") == "5.32"
    twice = position("a:panzer@1010+mobile+railed x:rifle@1009+static", "first combat")
    assert rule(twice, "attack 1009 with a") == "5.32"
    after = position("a:panzer@1010+mobile+railed", "mechanized")
    assert rule(after, "move a 1009") == "5.32"
    moved = play(
        position("i:infantry@0110+mobile", sides=track(1, 5), control=GERMAN), "move i 0210"
    )
    assert rule(moved, "rail i 0310") == "5.32"


def test_5_33_single_20_mixed_25_double_30() -> None:
    single = position("i:infantry@0110+static", sides=track(1, 35), control=GERMAN)
    assert rule(single, f"rail i {run(1, 21)}") == ""
    single = position("i:infantry@0110+static", sides=track(1, 35), control=GERMAN)
    assert rule(single, f"rail i {run(1, 22)}") == "5.33"
    mixed = {**track(1, 20), **track(20, 35, "double rail")}
    match = position("i:infantry@0110+static", sides=mixed, control=GERMAN)
    assert rule(match, f"rail i {run(1, 27)}") == "5.33"
    assert rule(match, f"rail i {run(1, 26)}") == ""
    double = position("i:infantry@0110+static", sides=track(1, 38, "double rail"), control=GERMAN)
    assert rule(double, f"rail i {run(1, 32)}") == "5.33"
    assert rule(double, f"rail i {run(1, 31)}") == ""


def test_5_33_a_train_passes_no_hex_twice() -> None:
    spur = {**track(1, 30), "0510/0509": ["double rail"]}
    match = position("a:panzer@0110+mobile", sides=spur, control=GERMAN)
    there_and_back = " ".join(f"{c:02}10" for c in range(2, 6)) + " 0509 0510 0610"
    assert refused(match, f"rail a {there_and_back}").rule == "5.33"


def test_5_34_the_track_must_be_friendly_and_free() -> None:
    theirs = position(
        "i:infantry@0110+static",
        sides=track(1, 30),
        control={"soviet": ["0510"], "german": ["0110"]},
    )
    assert rule(theirs, f"rail i {run(1, 6)}") == "5.34"
    watched = position(
        "i:infantry@0110+static x:rifle@0509+static", sides=track(1, 30), control=GERMAN
    )
    assert rule(watched, f"rail i {run(1, 6)}") == "5.34"


def test_5_35_it_ends_on_the_track() -> None:
    match = position("i:infantry@0110+static", sides=track(1, 5), control=GERMAN)
    assert rule(match, "rail i 0210 0209") == "5.35"


def test_5_38_two_units_on_a_single_track_hex() -> None:
    units = "i:infantry@0110+static j:infantry@0110+static k:infantry@0210+static"
    match = position(units, sides=track(1, 30), control=GERMAN)
    play(match, f"rail i {run(1, 8)}", f"rail j {run(1, 9)}")
    assert rule(match, f"rail k {run(2, 10)}") == "5.38"


def test_5_38_a_track_that_is_free_again_carries_again() -> None:
    units = "i:infantry@0110+static j:infantry@0110+static k:infantry@0210+static"
    match = position(units, sides=track(1, 30), control=GERMAN)
    play(match, f"rail i {run(1, 8)}", f"rail j {run(1, 9)}")
    assert "rail" not in match.reach("k")
    state(match).rails = {}
    assert "rail" in match.reach("k")


def test_5_39_four_units_on_a_double_track_hex() -> None:
    units = " ".join(f"u{n}:infantry@0{n}10+static" for n in (2, 3, 4, 5, 6))
    match = position(units, sides=track(1, 30, "double rail"), control=GERMAN)
    for n in (2, 3, 4, 5):
        play(match, f"rail u{n} {run(n, n + 8)}")
    assert refused(match, f"rail u6 {run(6, 12)}").rule == "5.39"


# -- zones ----------------------------------------------------------------------------------------


def test_8_11_the_six_hexes_round_a_combat_unit() -> None:
    match = position("x:rifle@1010+static")
    assert set(match.zones("soviet")) == {"1009", "1011", "1110", "1111", "0910", "0911"}


@pytest.mark.parametrize(
    "unit",
    [
        "army@1010+static",
        "anti-tank@1010+static",
        "artillery@1010+static",
        "fortified_area@1010+static",
        "rifle@1010+static+disrupted",
    ],
)
def test_8_12_who_exerts_no_zone(unit: str) -> None:
    assert position(f"x:{unit}").zones("soviet") == []


def test_8_12_and_15_1_partisans_exert_no_zone() -> None:
    assert position("p1@0515").zones("soviet") == []


def test_8_21_an_enemy_zone_ends_the_move() -> None:
    match = position(f"{PZ} x:rifle@1007+static")
    assert rule(match, "move a 1009 1008 0908") == "8.21"
    play(match, "move a 1009 1008")
    assert rule(match, "move a 1009") == "8.21"


def test_8_31_leaving_a_zone_costs_two() -> None:
    match = position(f"{PZ} x:rifle@1009+static")
    assert cost(match, "a", "1012") == "4"
    assert spent(play(match, "move a 1011"), "a") == 3


def test_8_32_who_left_a_zone_enters_none() -> None:
    match = position(f"{PZ} x:rifle@1009+static y:rifle@1013+static")
    assert rule(match, "move a 1110") == "8.32"
    play(match, "move a 1011")
    assert rule(match, "move a 1012") == "8.32"


def test_8_33_a_friend_does_not_open_a_zone_to_movement() -> None:
    match = position(f"{PZ} x:rifle@1007+static f:infantry@1008+static")
    assert rule(match, "move a 1009 1008 0908") == "8.21"


def test_16_2_leaving_an_own_entrenchment_costs_one() -> None:
    units, forts = f"{PZ} x:rifle@1009+static", {"1010": ["fort german"]}
    assert spent(play(position(units, hexes=forts, eased=True), "move a 1011"), "a") == 2
    assert spent(play(position(units, hexes=forts), "move a 1011"), "a") == 3
    theirs = {"1010": ["fort soviet"]}
    assert spent(play(position(units, hexes=theirs, eased=True), "move a 1011"), "a") == 3


# -- the second movement --------------------------------------------------------------------------


def test_4_24_and_5_81_mechanized_units_move_again() -> None:
    match = position("a:panzer@1010+assault i:infantry@1010+mobile", "mechanized")
    assert rule(match, "move i 1009") == "5.81"
    assert rule(match, "move a 1009 1008 1007 1006 1005 1004") == "5.11"
    assert rule(match, "move a 1009 1008 1007 1006 1005") == ""


def test_5_82_no_trains_after_combat() -> None:
    match = position("a:panzer@0110+mobile", "mechanized", sides=track(1, 30), control=GERMAN)
    assert rule(match, "rail a 0210") == "5.82"


def test_15_5_partisans_are_cleared_for_a_point_more() -> None:
    match = position("a:panzer@0510+mobile p1@0509")
    assert rule(match, "move a 0509") == "15.5"
    play(match, "clear a 0509")
    assert (where(match, "a"), spent(match, "a"), match.g.at[match.g.roster.find("p1")]) == (
        "0509",
        2,
        -1,
    )
    assert rule(match, "move a 0508") == ""
    hq = position("c:corps@0510+mobile p1@0509")
    assert rule(hq, "clear c 0509") == "15.5"
    attacked = position("a:panzer@0510+mobile p1@0509", "first combat")
    assert rule(attacked, "attack 0509 with a") == ""


def test_15_5_their_own_side_passes_them_whoever_is_to_move() -> None:
    for side in ("german", "soviet"):
        match = position("t3@0512+mobile p1@0511", side=side)
        reach = match.reach("t3")["move"].hexes
        assert all(reach >> match.g.grid.find(name) & 1 for name in ("0511", "0510"))


def test_15_1_partisans_do_not_move() -> None:
    assert rule(position("p1@0509", side="soviet"), "move p1 0510") == "5.11"


def test_18_31_reserves_do_not_move() -> None:
    match = position("a5gt@3030 t18@3030", side="soviet", hexes={})
    state(match).reserve = 1 << match.g.roster.find("t18")
    assert rule(match, "move t18 3031") == "18.31"
    assert not marked(match, "a5gt", "reserve")
