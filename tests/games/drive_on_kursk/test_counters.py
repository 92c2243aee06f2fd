"""The counters of Drive on Kursk: every figure the rulebook states, and a lawful set-up."""

import csv
from collections import Counter as Tally
from pathlib import Path

import pytest

import kursk.games
from kursk.core.board import read_map
from kursk.core.counters import Counter, read_counters
from kursk.core.hexes import Hexes

DATA = Path(kursk.games.__file__).parent / "drive_on_kursk" / "data"
ROSTER = read_counters(DATA / "counters.csv")
BOARD = read_map(DATA / "map.toml")
GRID = BOARD.grid


def table(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader((DATA / name).read_text("utf-8").splitlines()))


MARKERS = table("markers.csv")
DEPLOYED = {row["id"]: row["hex"] for row in table("deployment.csv")}
GERMANS = [unit for unit in ROSTER if unit.side == "german"]
SOVIETS = [unit for unit in ROSTER if unit.side == "soviet"]
ON_MAP = [unit for unit in ROSTER if unit.setup]
CONTROL = {
    "german": BOARD.hexes["german control"],
    "soviet": GRID.all & ~BOARD.hexes["german control"],
}


def unit(id: str) -> Counter:
    return ROSTER[ROSTER.find(id)]


def code(unit: Counter) -> tuple[str, str]:
    """The set-up hex, and the range or R behind the dash."""
    hex, _, far = unit.setup.partition("-")
    return hex, far


def flagged(flag: str) -> list[Counter]:
    return [unit for unit in ROSTER if flag in unit.flags]


def standing(units: list[Counter]) -> Hexes:
    return GRID.set(DEPLOYED[unit.id] for unit in units)


# -- the counters ------------------------------------------------------------------------------


def test_2_1_the_sheet_has_280_counters() -> None:
    assert len(ROSTER) + len(MARKERS) == 280


def test_ids_are_short_and_good_to_type() -> None:
    ids = [unit.id for unit in ROSTER] + [marker["id"] for marker in MARKERS]
    assert len(set(ids)) == len(ids)
    assert all(id == id.lower() and id.isascii() and " " not in id for id in ids)
    assert all(len(unit.id) <= 5 and unit.id not in GRID.cell for unit in ROSTER)


def test_german_ids_begin_with_the_number_and_soviet_ids_with_letters() -> None:
    assert {unit.id for unit in GERMANS if not unit.id[0].isdigit()} == {"gd", "hg"}
    assert all(unit.id[0].isalpha() for unit in SOVIETS)


def test_2_4_the_first_ss_panzer_division() -> None:
    first = unit("1ss")
    assert first.strengths[0] == "26"
    assert first.steps == 2
    assert first.setup == "1907-1"
    assert first.type == "armour"


# C, M and R of the same list are codes, tested below.
@pytest.mark.parametrize("mark", ["S", "SS", "G", "GD", "HG", "L", "N"])
def test_2_6_every_abbreviation_is_on_some_counter(mark: str) -> None:
    assert any(unit.label.lstrip("0123456789") == mark for unit in ROSTER)


def test_2_6_letters_and_flags_agree() -> None:
    for letters, flag in {
        "SS": "ss",
        "S": "security",
        "G": "guards",
        "L": "light",
        "N": "nkvd",
    }.items():
        marked = [unit for unit in ROSTER if unit.label.lstrip("0123456789") == letters]
        assert marked == flagged(flag)


MECHANIZED = {"armour", "mech infantry", "motorized"}
ON_FOOT = {"infantry", "airborne", "mountain"}


def test_2_7_three_mechanized_types_three_on_foot_one_static() -> None:
    assert {unit.type for unit in flagged("mech")} == MECHANIZED
    assert {unit.type for unit in flagged("static")} == {"fortified"}
    rest = {unit.type for unit in ROSTER if not unit.flags & {"mech", "static"}}
    assert rest == ON_FOOT


def test_2_7_motorized_and_fortified_are_soviet_mountain_is_german() -> None:
    for type, side in {"motorized": "soviet", "fortified": "soviet", "mountain": "german"}.items():
        assert {unit.side for unit in ROSTER if unit.type == type} == {side}


def test_2_7_both_sides_have_armour_mechanized_and_airborne_infantry() -> None:
    for type in ("armour", "mech infantry", "infantry", "airborne"):
        assert {unit.side for unit in ROSTER if unit.type == type} == {"german", "soviet"}


def test_2_8_units_are_corps_divisions_or_brigades() -> None:
    assert {unit.size for unit in ROSTER} == {"corps", "division", "brigade"}
    assert {unit.size for unit in GERMANS} == {"division"}


def test_2_9_fortified_zones_alone_have_two_factors_always_0_and_3() -> None:
    zones = [unit for unit in ROSTER if unit.type == "fortified"]
    assert {unit.strengths for unit in zones} == {("0/3",)}
    assert [unit for unit in ROSTER if "/" in unit.strengths[0]] == zones


def test_2_10_no_movement_factor_is_printed() -> None:
    assert not any(unit.moves for unit in ROSTER)


def test_2_11_germans_have_two_steps_and_soviets_one() -> None:
    assert {unit.steps for unit in GERMANS} == {2}
    assert {unit.steps for unit in SOVIETS} == {1}


def test_2_11_the_reduced_side_has_the_lower_factor() -> None:
    assert all(0 < unit.factor(1) < unit.factor(0) for unit in GERMANS)


def test_2_13_the_other_counters() -> None:
    kinds = {"control", "turn", "air", "vp", "vote", "phase"}
    assert {marker["type"] for marker in MARKERS} == kinds


def marked(type: str) -> list[dict[str, str]]:
    return [marker for marker in MARKERS if marker["type"] == type]


# -- codes -------------------------------------------------------------------------------------


def test_every_unit_has_a_set_up_or_an_arrival_and_not_both() -> None:
    assert all(bool(unit.setup) != bool(unit.arrives) for unit in ROSTER)


def test_3_2_four_german_mechanized_divisions_are_conditional() -> None:
    called = [unit for unit in GERMANS if unit.arrives == "C"]
    assert len(called) == 4
    assert all({"mech", "conditional"} <= unit.flags for unit in called)


def test_3_2_the_19th_panzer_alone_arrives_on_turn_3() -> None:
    assert [unit.id for unit in ROSTER if unit.arrives == "3"] == ["19pz"]
    assert unit("19pz").type == "armour"


def test_3_2_two_air_counters_1_and_1m() -> None:
    assert [marker["front"] for marker in marked("air")] == ["1", "1M"]


def test_3_2_german_codes_are_m_c_3_or_hex_and_range() -> None:
    assert {unit.arrives for unit in GERMANS if unit.arrives} == {"M", "C", "3"}
    for german in GERMANS:
        if german.setup:
            hex, far = code(german)
            assert hex in GRID.cell and far in "123456789"


def test_3_2_gambit_units_are_german() -> None:
    gambit = flagged("gambit")
    assert gambit == [unit for unit in ROSTER if unit.arrives == "M"]
    assert {unit.side for unit in gambit} == {"german"}


def test_3_2_the_three_ss_divisions_are_placed_in_1907() -> None:
    assert [unit.id for unit in ROSTER if code(unit)[0] == "1907"] == ["1ss", "2ss", "3ss"]
    assert {unit(id).setup for id in ("1ss", "2ss", "3ss")} == {"1907-1"}


def test_3_3_five_soviet_mechanized_units_arrive_on_turns_2_and_4() -> None:
    regular = [unit for unit in SOVIETS if unit.arrives in ("2", "4")]
    assert len(regular) == 5
    assert all("mech" in unit.flags for unit in regular)
    assert {unit.arrives for unit in regular} == {"2", "4"}


def test_3_3_soviet_codes_are_c_2_4_or_hex_and_range_or_r() -> None:
    assert {unit.arrives for unit in SOVIETS if unit.arrives} == {"C", "2", "4"}
    for soviet in SOVIETS:
        if soviet.setup:
            hex, far = code(soviet)
            assert hex in GRID.cell and far in "123456789R"
            assert (far == "R") == ("reserve" in soviet.flags)


@pytest.mark.parametrize("setup", ["1809-1", "1503-3"])
def test_3_4_germans_with_the_codes_of_the_examples(setup: str) -> None:
    assert any(unit.setup == setup for unit in GERMANS)


def test_3_9_three_victory_point_markers_and_one_turn_marker() -> None:
    assert {marker["front"] for marker in marked("vp")} == {"VPx1", "VPx10", "VPx100"}
    assert len(marked("vp")) == 3
    assert len(marked("turn")) == 1


def test_4_5_elite_divisions_are_those_of_26() -> None:
    assert flagged("elite") == [unit for unit in ROSTER if unit.strengths[0] == "26"]
    assert all("mech" in unit.flags and unit.side == "german" for unit in flagged("elite"))


def test_4_10_each_player_has_a_yes_or_no_marker() -> None:
    votes = [(vote["side"], vote["front"], vote["back"]) for vote in marked("vote")]
    assert votes == [("german", "Yes", "No"), ("soviet", "Yes", "No")]


def test_5_4_two_soviet_phase_markers() -> None:
    phases = [(phase["side"], phase["front"], phase["back"]) for phase in marked("phase")]
    assert phases == [("soviet", "Move", "Fight")] * 2


def test_9_1_eight_reserve_stacks() -> None:
    reserves = flagged("reserve")
    assert len({code(unit)[0] for unit in reserves}) == 8
    assert {unit.side for unit in reserves} == {"soviet"}


@pytest.mark.parametrize("number", [309, 325, 348, 354])
def test_9_1_four_rifle_divisions_are_no_reserves(number: int) -> None:
    division = unit(f"r{number}")
    assert "reserve" not in division.flags
    assert code(division)[1] != "R"
    assert (division.type, division.size) == ("infantry", "division")


def test_9_6_there_are_enough_conditional_units_for_fifteen_in_one_turn() -> None:
    called = [unit for unit in SOVIETS if unit.arrives == "C"]
    assert len(called) >= 15
    assert all("conditional" in unit.flags for unit in called)


def test_11_22_the_ss_panzer_corps_is_three_divisions() -> None:
    assert [unit.id for unit in flagged("ss-corps")] == ["1ss", "2ss", "3ss"]


def test_11_23_two_paratroop_divisions_come_with_the_gambit() -> None:
    paras = flagged("para")
    assert len(paras) == 2
    assert all(unit.arrives == "M" and unit.type == "airborne" for unit in paras)


def test_strengths_stated_by_the_rulebook_are_marked_so() -> None:
    stated = [unit.id for unit in ROSTER if unit.more["strength_provenance"] == "rulebook"]
    zones = [unit.id for unit in ROSTER if unit.type == "fortified"]
    assert stated == ["1ss", *zones]


# -- set-up hexes and the quick start ------------------------------------------------------------


@pytest.mark.parametrize("side", ["german", "soviet"])
def test_3_4_set_up_hexes_lie_on_their_own_side(side: str) -> None:
    hexes = GRID.set(code(unit)[0] for unit in ON_MAP if unit.side == side)
    assert not hexes & ~CONTROL[side]


def test_7_5_reserve_stacks_are_within_the_limit() -> None:
    assert max(Tally(code(unit)[0] for unit in flagged("reserve")).values()) <= 3


def test_every_unit_that_starts_on_the_map_is_deployed() -> None:
    assert list(DEPLOYED) == [unit.id for unit in ON_MAP]


@pytest.mark.parametrize("side", ["german", "soviet"])
def test_3_4_deployed_on_the_own_side_of_the_front(side: str) -> None:
    assert not standing([unit for unit in ON_MAP if unit.side == side]) & ~CONTROL[side]


def test_3_4_deployed_no_farther_than_the_range() -> None:
    for unit in ON_MAP:
        hex, far = code(unit)
        went = GRID.distance(GRID.find(hex), GRID.find(DEPLOYED[unit.id]))
        assert went <= (0 if far == "R" else int(far)), unit.id


def test_3_4_deployed_groups_do_not_mix() -> None:
    groups: dict[str, set[str]] = {}
    for unit in ON_MAP:
        groups.setdefault(DEPLOYED[unit.id], set()).add(code(unit)[0])
    assert all(len(group) == 1 for group in groups.values())


def test_3_5_deployed_apart_from_the_reserves() -> None:
    reserves = standing(flagged("reserve"))
    assert not reserves & standing([unit for unit in ON_MAP if "reserve" not in unit.flags])


def test_7_4_at_most_three_germans_in_a_hex() -> None:
    assert max(Tally(DEPLOYED[unit.id] for unit in ON_MAP if unit.side == "german").values()) <= 3


def test_7_5_at_most_three_soviet_corps_in_a_hex() -> None:
    thirds: Tally[str] = Tally()
    for unit in ON_MAP:
        if unit.side == "soviet":
            thirds[DEPLOYED[unit.id]] += 3 if unit.size == "corps" else 1
    assert max(thirds.values()) <= 9


@pytest.mark.parametrize("side", ["german", "soviet"])
def test_3_4_the_front_is_covered_by_units_or_their_zones(side: str) -> None:
    stand = standing([unit for unit in ON_MAP if unit.side == side])
    open_hexes = BOARD.hexes[f"{side} front"] & ~(stand | GRID.around(stand))
    assert GRID.names(open_hexes) == []


def test_9_2_no_german_stands_next_to_a_reserve_stack() -> None:
    germans = standing([unit for unit in ON_MAP if unit.side == "german"])
    assert not GRID.around(standing(flagged("reserve"))) & germans


@pytest.mark.parametrize("side, foe", [("german", "soviet"), ("soviet", "german")])
def test_6_3_all_deployed_units_are_in_supply(side: str, foe: str) -> None:
    ours = standing([unit for unit in ON_MAP if unit.side == side])
    theirs = standing([unit for unit in ON_MAP if unit.side == foe])
    free = GRID.all & ~theirs & (~GRID.around(theirs) | ours)
    assert not ours & ~GRID.flood(BOARD.hexes[f"{side} source"], free)
