"""10.0 to 10.7: replacements."""

from typing import Any

import pytest

from kursk.core.match import Match
from kursk.games.battle_for_kursk.replacements import due
from kursk.testing import lost, play, refused, rule, says, where
from tests.games.battle_for_kursk.helpers import position, state


def phase(
    units: str, infantry: int = 0, armour: int = 0, side: str = "german", **more: Any
) -> Match:
    points = {"infantry": infantry, "armour": armour}
    return position(units, "replacement", side, points=points, **more)


# -- 10.0 to 10.5 ----------------------------------------------------------------------------------


def test_10_0_a_step_turns_a_reduced_unit_over() -> None:
    match = play(phase("g59-@1113 g6-@1115", 1), "replace g59")
    assert lost(match, "g59") == 0
    assert match.phase != "replacement", "the only step is used up"


def test_10_0_a_step_puts_an_eliminated_unit_back_reduced() -> None:
    match = play(phase("g59@eliminated g6-@1113", 1), "rebuild g59 1013")
    assert (where(match, "g59"), lost(match, "g59")) == ("1013", 1)


def test_10_0_full_units_and_those_off_the_map_are_not_turned_over() -> None:
    match = phase("g59@1113 g6@eliminated g27-@1115 g9@1120", 1)
    assert rule(match, "replace g59") == "10.0"
    assert rule(match, "replace g6") == "10.0"
    assert rule(match, "rebuild g9 1013") == "10.0"
    assert rule(match, "rebuild nobody 1013") == "10.0"


def test_10_1_a_unit_just_rebuilt_is_not_turned_over() -> None:
    match = play(phase("g59@eliminated g6-@1113", 2), "rebuild g59 1013")
    assert rule(match, "replace g59") == "10.1"
    play(match, "replace g6")


def test_10_1_in_the_next_turn_it_may_be() -> None:
    match = play(phase("g59@eliminated", 2), "rebuild g59 1013")
    assert state(match).rebuilt == 0, "the mark is gone with the phase"


def test_10_2_10_3_a_unit_out_of_communication_is_not_restored() -> None:
    cut = "g59-@1813 r:army@1713 s:army@1912 t:army@1914"
    assert rule(phase(f"{cut} g6-@1113", 1), "replace g59") == "10.3"
    cut = "r48-@1813 a:infantry@1713 b:infantry@1912 c:infantry@1914"
    assert rule(phase(f"{cut} r60-@2013", 1, side="russian"), "replace r60") == ""
    assert rule(phase(f"{cut} r60-@2013", 1, side="russian"), "replace r48") == "10.2"


def test_10_2_russians_come_in_on_the_north_and_east_edge() -> None:
    match = phase("r48@eliminated", 1, side="russian")
    assert rule(match, "rebuild r48 2700") == ""
    assert rule(match, "rebuild r48 2713") == ""
    assert rule(match, "rebuild r48 1500") == ""
    assert rule(match, "rebuild r48 1013") == "10.2"
    assert rule(match, "rebuild r48 1813") == "10.2"
    assert rule(match, "rebuild r48 1100") == "10.2", "west of the Start Line the edge is not red"


def test_10_3_germans_come_in_on_the_west_and_south_edge() -> None:
    match = phase("g59@eliminated", 1)
    assert rule(match, "rebuild g59 1013") == ""
    assert rule(match, "rebuild g59 1827") == ""
    assert rule(match, "rebuild g59 2713") == "10.3"


@pytest.mark.parametrize("other", ["g6@1013", "r48@1013", "r48@1113"])
def test_10_3_a_border_hex_is_empty_and_free_of_enemy_zones(other: str) -> None:
    match = phase(f"g59@eliminated g2i-@1824 {other}", 1)
    assert rule(match, "rebuild g59 1013") == "10.3"


def test_10_2_10_3_or_in_an_empty_city_of_ones_own_in_communication() -> None:
    city: dict[str, Any] = {"hexes": {"1813": ["city"]}}
    assert rule(phase("g59@eliminated", 1, **city), "rebuild g59 1813") == ""
    taken = phase("g59@eliminated", 1, control={"russian": ["1813"]}, **city)
    assert rule(taken, "rebuild g59 1813") == "10.3"
    cut = phase("g59@eliminated r:army@1713 s:army@1912 t:army@1914", 1, **city)
    assert rule(cut, "rebuild g59 1813") == "10.3"
    held = phase("g59@eliminated g6@1813", 1, **city)
    assert rule(held, "rebuild g59 1813") == "10.3"


def test_10_3_a_city_may_lie_in_an_enemy_zone() -> None:
    match = phase("g59@eliminated r:army@1913", 1, hexes={"1813": ["city"]})
    assert rule(match, "rebuild g59 1813") == ""


def test_10_2_in_moscow_a_russian_needs_no_communication() -> None:
    """Germans in 2101, 2300 and 2302 have zones on every hex round Moscow."""
    ring = "g52@2101 g2ss@2300 g48@2302"
    match = phase(f"r50-@2201 {ring}", 1, side="russian", real=True)
    supply = match.supply("r50")
    assert supply is not None and not supply.supplied
    play(match, "replace r50")
    assert lost(match, "r50") == 0
    match = phase(f"r63@eliminated r61@2202 {ring}", 1, side="russian", real=True)
    assert list(match.orders("r63")) == ["rebuild r63 2201"]


def test_10_2_moscow_is_no_exception_to_the_nearest_place() -> None:
    match = phase("r63@eliminated r61@2606", 1, side="russian", real=True)
    assert rule(match, "rebuild r63 2201") == "10.7"


def test_10_4_what_is_not_used_is_lost() -> None:
    """Two steps of turn 2 are left; on turn 3, on pause, there are the two of that turn."""
    match = play(phase("g59-@1113 g6-@1115 g27-@1117", 3), "replace g59", "end")
    assert state(match).points == {}
    while match.phase != "posture":
        play(match, "end")
    play(match, "posture pause", "posture pause")
    assert (match.actor, match.phase) == ("german", "replacement")
    assert state(match).points == {"infantry": 2, "armour": -1}


def test_10_5_infantry_steps_for_infantry_armour_steps_for_armour() -> None:
    match = phase("g59-@1113 g48-@1115", 1, 0)
    assert rule(match, "replace g48") == "10.5"
    assert rule(match, "replace g59") == ""
    match = phase("g59-@1113 g48-@1115", 0, 1)
    assert rule(match, "replace g59") == "10.5"
    match = phase("g59@eliminated g48-@1115", 0, 1)
    assert rule(match, "rebuild g59 1013") == "10.5"


def test_3_3_10_5_shock_takes_infantry_steps_and_guards_armour_steps() -> None:
    match = phase("r4sh-@2513 r11g-@2515", 1, 0, "russian")
    assert rule(match, "replace r4sh") == "" and rule(match, "replace r11g") == "10.5"


def test_10_5_steps_without_a_unit_are_lost_unasked() -> None:
    before: dict[str, Any] = {"previous": {"german": "deploy", "russian": "reposition"}}
    match = position("g48@1113 r48@2513", "posture", turn="1", **before)
    play(match, "posture engage", "posture pause")
    assert "German replacements: infantry +0, armour +6." in says(match)
    assert match.phase == "armour and rail"


def test_10_5_a_position_file_asks_for_steps_even_if_no_unit_can_take_them() -> None:
    """So that a refusal can say why."""
    match = phase("g59-@1813 a:army@1812 b:army@1814 c:army@1713 d:army@1913", 1, 0)
    assert list(match.orders()) == ["end"]
    assert rule(match, "replace g59") == "10.3"
    match = phase("g59-@1113 g48@eliminated", 0, 0)
    assert (rule(match, "replace g59"), rule(match, "rebuild g48 1013")) == ("10.5", "10.5")
    assert rule(match, "reduce g59") == "10.6"


# -- 10.6 ------------------------------------------------------------------------------------------


def test_10_6_turn_1_german_engage_and_russian_deploy() -> None:
    match = position(
        "g59@1113", "movement", turn="1", posture={"german": "engage", "russian": "deploy"}
    )
    assert due(state(match), "german") == (0, 6)
    assert due(state(match), "russian") == (3, 0)


def test_10_6_turn_2_german_engage_two_armour_steps_go() -> None:
    match = position("g47@1113 g48@1115 g59@1117", "replacement", posture={"german": "engage"})
    assert state(match).points == {"infantry": 0, "armour": -2}
    assert rule(match, "reduce g59") == "10.6"
    assert rule(match, "end") == "10.6", "they must go"
    assert rule(match, "replace g47") == "10.6", "what comes in has come in"
    play(match, "reduce g47", "reduce g48")
    assert (lost(match, "g47"), lost(match, "g48")) == (1, 1)
    assert match.phase != "replacement"


@pytest.mark.parametrize(
    ("posture", "german", "russian"),
    [
        ("pause", (2, -1), (5, 3)),
        ("reposition", (1, -1), (3, 3)),
        ("deploy", (1, -2), (3, 1)),
        ("engage", (0, -2), (1, 1)),
    ],
)
def test_10_6_12_0_postures_change_the_steps_of_turn_2(
    posture: str, german: tuple[int, int], russian: tuple[int, int]
) -> None:
    g = state(position("g59@1113", "movement", turn="2"))
    g.posture = {"german": posture, "russian": posture}
    assert due(g, "german") == german
    assert due(g, "russian") == russian


def test_10_6_what_comes_in_comes_first() -> None:
    match = phase("g59-@1113 g48@1115", 1, -1)
    assert rule(match, "reduce g48") == "10.6"
    play(match, "replace g59", "reduce g48")
    assert (lost(match, "g59"), lost(match, "g48")) == (0, 1)


def test_10_4_10_6_what_was_not_used_is_lost_before_steps_are_taken() -> None:
    match = play(phase("g59-@1113 g48@1115", 2, -1), "end")
    assert state(match).points == {"infantry": 0, "armour": -1}
    assert list(match.orders()) == ["reduce g48"]


def test_10_6_both_steps_may_go_from_one_unit() -> None:
    match = play(phase("g48@1115", 0, -2), "reduce g48", "reduce g48")
    assert where(match, "g48") == "eliminated"


def test_10_6_a_shortfall_is_forgiven() -> None:
    """Two armour steps are owed; the only panzer in communication has one."""
    match = play(phase("g48-@1115", 0, -2), "reduce g48")
    assert where(match, "g48") == "eliminated"
    assert match.phase != "replacement"


def test_10_6_only_units_in_communication_give_steps() -> None:
    match = phase("g48@1813 g47@1113 r:army@1713 s:army@1912 t:army@1914", 0, -1)
    assert rule(match, "reduce g48") == "10.6"
    assert list(match.orders()) == ["reduce g47"]


def test_10_6_without_units_in_communication_nothing_is_asked() -> None:
    match = phase("g48@1813 r:army@1713 s:army@1912 t:army@1914", 0, -1)
    assert match.phase == "armour and rail"


# -- 10.7 ------------------------------------------------------------------------------------------


def test_10_7_a_unit_comes_in_nearest_to_its_colour() -> None:
    match = phase("g2ss@eliminated g48@1113 g59@1120", 0, 1)
    assert list(match.orders("g2ss")) == [
        "rebuild g2ss 1012",
        "rebuild g2ss 1013",
        "rebuild g2ss 1014",
    ]
    why = refused(match, "rebuild g2ss 1011")
    assert why.rule == "10.7" and "1012, 1013, 1014" in why.instead


def test_10_7_kempf_and_4th_panzer_army_are_one_colour() -> None:
    match = phase("g3@eliminated g48@1113 g59@1120", 0, 1)
    assert rule(match, "rebuild g3 1013") == "" and rule(match, "rebuild g3 1020") == "10.7"


def test_10_7_a_colour_counts_within_its_side() -> None:
    """r1t is blue as well, but Russian."""
    match = phase("g48@eliminated r1t@1120", 0, 1)
    assert rule(match, "rebuild g48 1013") == ""


def test_10_7_without_its_colour_on_the_map_any_place_will_do() -> None:
    match = phase("g2ss@eliminated g59@1113", 0, 1)
    assert rule(match, "rebuild g2ss 1827") == "" and rule(match, "rebuild g2ss 1003") == ""


def test_10_7_the_nearest_place_that_is_open_counts() -> None:
    """All of 1012, 1013, 1014 are taken: then 1011 and 1015, at two hexes."""
    match = phase("g2ss@eliminated g48@1113 g59@1012 g6@1013 g27@1014", 0, 1)
    assert {order.split()[2] for order in match.orders("g2ss")} == {"1011", "1015"}


def test_10_0_who_comes_in_enters_the_hex() -> None:
    """Bobruisk lies on the blue border: as a border hex it is open though it is Russian."""
    match = phase("g59@eliminated", 1, real=True, control={"russian": ["1009"]})
    play(match, "rebuild g59 1009")
    assert match.g.owner(match.g.grid.find("1009")) == "german"


# -- units that left the map -----------------------------------------------------------------------


def test_9_3_a_unit_that_left_the_map_must_come_back_when_it_can() -> None:
    match = phase("g59@off_map g43@1113", 0)
    assert rule(match, "end") == "9.3"
    assert rule(match, "return g59 1020") == "10.7"
    assert rule(match, "return g43 1013") == "9.3"
    play(match, "return g59 1013")
    assert where(match, "g59") == "1013" and match.phase != "replacement"


def test_9_3_it_comes_back_as_strong_as_it_left() -> None:
    match = play(phase("g59-@off_map", 0), "return g59 1013")
    assert lost(match, "g59") == 1
    match = play(phase("g59@off_map", 0), "return g59 1013")
    assert lost(match, "g59") == 0


def test_9_3_back_on_the_map_a_reduced_unit_may_be_restored_at_once() -> None:
    match = play(phase("g59-@off_map", 1), "return g59 1013", "replace g59")
    assert lost(match, "g59") == 0


def test_9_3_without_a_place_it_waits() -> None:
    """Every German border hex is held, or in a Russian zone."""
    grid = phase("g59-@1813", 1).g
    border = grid.grid.names(grid.board.hexes["german border"])
    wall = " ".join(f"w{n}:infantry@{name}" for n, name in enumerate(border))
    match = phase(f"g59@off_map g6-@1813 {wall}", 1)
    play(match, "end")
    assert where(match, "g59") == "off map"


def test_5_0_9_3_a_unit_off_the_map_is_not_eliminated() -> None:
    match = phase("g59@off_map g6@eliminated g27-@1113", 1)
    assert match.view().boxes["eliminated"][0].unit == "g6"
    assert len(match.view().boxes["eliminated"]) == 1


# -- the replacement example -----------------------------------------------------------------------

SOUTH = "g4@2623 g6ia-@2624 g6ib-@2724 r44-@2725"


def test_10_3_replacement_example_the_german_restores_or_rebuilds() -> None:
    """A is Stalino and Mariupol, B Taganrog. Blue is not on the map, so any place is near."""
    match = phase(f"{SOUTH} g52@eliminated", 1, real=True)
    for order in ("replace g6ia", "replace g6ib", "rebuild g52 2423", "rebuild g52 2426"):
        assert rule(match, order) == "", order
    assert rule(match, "rebuild g52 2625") == ""


def test_10_3_replacement_example_taganrog_only_for_its_owner() -> None:
    match = phase(f"{SOUTH} g52@eliminated", 1, real=True, control={"russian": ["2625"]})
    assert rule(match, "rebuild g52 2625") == "10.3"


def test_10_2_replacement_example_the_russian_restores_c_or_rebuilds_in_e() -> None:
    match = phase(f"{SOUTH} r53@eliminated", 1, side="russian", real=True)
    for order in ("replace r44", "rebuild r53 2721", "rebuild r53 2722"):
        assert rule(match, order) == "", order


def test_10_2_replacement_example_d_is_in_the_zone_of_the_4th_corps() -> None:
    match = phase(f"{SOUTH} r53@eliminated", 1, side="russian", real=True)
    assert "2723 is in an enemy zone" in refused(match, "rebuild r53 2723").says


def test_10_2_replacement_example_taganrog_has_no_path_but_through_c() -> None:
    """g17 stands for the German line west of the town, which the example leaves out."""
    match = phase(
        f"{SOUTH} g17@2525 r53@eliminated", 1, side="russian", real=True,
        control={"russian": ["2625"]},
    )  # fmt: skip
    assert "not in communication" in refused(match, "rebuild r53 2625").says
