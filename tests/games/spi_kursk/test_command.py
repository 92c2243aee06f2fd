"""10, 11, 12: modes, command, lines of supply and communication, headquarters."""

from typing import Any

import pytest

from kursk.core.match import Match
from kursk.games.spi_kursk import GAME
from kursk.games.spi_kursk.movement import allowance
from tests.games.spi_kursk.helpers import (
    marked,
    mode,
    play,
    position,
    refused,
    rule,
    state,
    where,
)


def road(*hexes: str) -> dict[str, list[str]]:
    return {f"{a}/{b}": ["road"] for a, b in zip(hexes, hexes[1:], strict=False)}


WEST = road(*(f"{c:02}20" for c in range(1, 6)))  # from the German edge to 0520


# -- modes -----------------------------------------------------------------------------------------


def test_10_11_and_10_15_a_headquarters_sets_its_own_mode_and_that_of_its_units() -> None:
    match = position("c47@1010 2pz@1012 31@1012", "command", sides=WEST)
    play(match, "mode c47 assault")
    assert (mode(match, "c47"), mode(match, "2pz"), mode(match, "31")) == (
        "assault",
        "assault",
        "static",
    )
    assert rule(match, "mode 2pz mobile") == "10.11"
    assert rule(match, "mode c47 asleep") == "10.11"


def test_10_12_independent_units_choose_for_themselves() -> None:
    match = position("2pz@1012+independent+static", "command")
    assert rule(match, "mode 2pz assault") == "10.12"
    play(match, "mode 2pz mobile")
    assert mode(match, "2pz") == "mobile"


def test_10_13_out_of_communication_a_unit_keeps_its_mode_but_leaves_assault() -> None:
    match = position("c47@1010+assault 2pz@1030+assault 9pz@1031+static", "administrative")
    assert (mode(match, "2pz"), mode(match, "9pz")) == ("mobile", "static")
    play(match, "mode c47 mobile")
    assert mode(match, "9pz") == "static"


def test_10_11_back_in_communication_a_unit_takes_the_mode_its_headquarters_keeps() -> None:
    units = "c47@0520+assault 2pz@0522+mobile+cutoff 9pz@0523+static+independent"
    match = position(units, "administrative", sides=WEST)
    assert (mode(match, "2pz"), mode(match, "9pz")) == ("assault", "static")


def test_10_14_modes_last_until_the_next_administrative_phase() -> None:
    match = position("c47@1010+assault 2pz@1011+assault", "movement")
    play(match, "end", "end", "end", "end", "end")
    assert match.g.side == "soviet" and mode(match, "2pz") == "assault"


def test_10_32_and_4_25_disruption_is_removed() -> None:
    units = "c47@1010+mobile 2pz@1011+mobile+disrupted 9pz@1012+mobile+disrupted+independent"
    match = position(units, "disruption", sides=WEST)
    assert (mode(match, "2pz"), mode(match, "9pz")) == ("mobile", "static")


def test_10_32_supplied_but_out_of_communication_is_static() -> None:
    units = "c47@1010+mobile c46@0520 2pz@0524+mobile+disrupted"
    match = position(units, "disruption", sides=WEST)
    assert mode(match, "2pz") == "static"


def test_10_33_without_either_it_stays_disrupted() -> None:
    match = position("c47@1010 2pz@3030+mobile+disrupted", "disruption")
    assert mode(match, "2pz") == "disrupted"


# -- subordination ---------------------------------------------------------------------------------


def test_11_11_every_unit_has_the_headquarters_printed_for_it() -> None:
    from kursk.games.spi_kursk.lines import hq_of

    match = position("2pz@1012")
    assert match.g.unit(hq_of(state(match), match.g.roster.find("2pz"))).id == "c47"
    assert rule(position("c47@1010", "command"), "independent c47") == "11.11"


def test_11_12_a_unit_is_attached_within_its_army_by_a_line() -> None:
    match = position("c47@1010 c46@1014 c48@1016 2pz@1012", "command")
    assert rule(match, "attach 2pz c48") == "11.12"
    play(match, "mode c46 mobile", "attach 2pz c46")
    assert state(match).attached == {"2pz": "c46"} and mode(match, "2pz") == "mobile"
    far = position("c47@1010 c46@1030 2pz@1012", "command")
    assert rule(far, "attach 2pz c46") == "11.12"


@pytest.mark.parametrize(("unit", "hq"), [("17pz", "c48"), ("11pz", "c24"), ("17pz", "c11")])
def test_11_12_armies_that_count_together(unit: str, hq: str) -> None:
    match = position(f"{unit}@1012 {hq}@1010", "command")
    assert rule(match, f"attach {unit} {hq}") == ""


def test_11_13_an_independent_unit_needs_no_communication() -> None:
    match = position("c47@1010 2pz@1030+cutoff", "command")
    play(match, "independent 2pz")
    assert not marked(match, "2pz", "cutoff")


def test_11_14_both_states_end_at_wish() -> None:
    match = position("c47@1010+assault 2pz@1012+independent+static", "command")
    assert rule(match, "attach 2pz c47") == "11.14"
    play(match, "restore 2pz")
    assert mode(match, "2pz") == "assault" and not marked(match, "2pz", "independent")
    assert rule(match, "restore 2pz") == "11.14"


def test_11_15_nine_and_five() -> None:
    ids = ["321", "339", "110", "296", "134", "211", "293", "208", "112"]
    units = " ".join(f"{id}@{10 + n:02}10+independent" for n, id in enumerate(ids))
    assert rule(position(f"{units} 34@2510", "command"), "independent 34") == "11.15"
    five = " ".join(
        f"{id}@{20 + n:02}30+independent" for n, id in enumerate(("t3", "t16", "t9", "t19", "t6"))
    )
    match = position(f"{five} t31@3030", "command", "soviet")
    assert rule(match, "independent t31") == "11.15"


def test_14_13_one_less_for_every_three_kampfgruppen() -> None:
    groups = {f"kg{n}{half}": id for n, id in ((1, "34"), (2, "56")) for half in "ab"}
    placed = " ".join(f"{id}@2{n}10" for n, id in enumerate(groups))
    ids = ["321", "339", "110", "296", "134", "211", "293", "208"]
    units = " ".join(f"{id}@{10 + n:02}10+independent" for n, id in enumerate(ids))
    match = position(f"{units} {placed} 262@1015", "command", parts=groups)
    assert rule(match, "independent 262") == "14.13"
    nine = position(f"{units} {placed} 262@1015+independent", "command", parts=groups)
    assert rule(nine, "end") == "14.13"
    play(nine, "restore 262")
    assert rule(nine, "end") == ""


def test_11_16_a_kampfgruppe_stays_with_its_division() -> None:
    match = position("kg1a@1012 c47@1010 c46@1013", "command", parts={"kg1a": "6id"})
    assert rule(match, "attach kg1a c46") == "11.16"
    assert rule(match, "independent kg1a") == "11.16"


def test_11_53_out_of_communication_no_new_mode_and_no_breakdown() -> None:
    match = position("c47@1010 6id@1030+cutoff", "command")
    assert rule(match, "mode 6id mobile") == "11.53"
    late = position("c47@1010 6id@1030+cutoff", "organization")
    assert rule(late, "break 6id") == "11.53"


# -- lines -----------------------------------------------------------------------------------------


def supplied(match: Match, id: str) -> bool:
    found = match.supply(id)
    assert found is not None
    return found.supplied


def test_11_31_a_headquarters_eight_hexes_from_a_road_that_leads_home() -> None:
    assert supplied(position("c47@1320", sides=WEST), "c47")
    assert not supplied(position("c47@1420", sides=WEST), "c47")


def test_11_31_a_unit_seven_hexes_from_a_headquarters_of_its_army() -> None:
    match = position("c47@0520 2pz@1220 9pz@1320 11pz@0620", sides=WEST)
    assert supplied(match, "2pz") and not supplied(match, "9pz")
    assert not supplied(match, "11pz")
    free = position("c47@0520 11pz@0620+independent", sides=WEST)
    assert supplied(free, "11pz")


def test_11_31_supplied_by_another_headquarters_but_out_of_communication() -> None:
    match = position("c47@0530 c46@0520 2pz@0524", "administrative", sides=WEST)
    assert supplied(match, "2pz")
    match = position("c47@0534 c46@0520 2pz@0524+mobile", "administrative", sides=WEST)
    assert marked(match, "2pz", "cutoff") and not marked(match, "2pz", "unsupplied")
    assert allowance(state(match), match.g.roster.find("2pz")) == 5


def test_11_31_a_city_feeds_nobody() -> None:
    units = ("acr@2127 c47@2122 2pz@2222 9pz@2322 20pz@2424 "
             "6id@2526 7id@2528 31@2430 258@2231 102@2031 "
             "86@1830 292@1728 72@1726 45@1824 137@1923 251@2022")  # fmt: skip
    assert not supplied(position(units, real=True), "acr")
    assert supplied(position("acr@2127", real=True), "acr")


def test_11_32_lines_avoid_enemies_and_their_zones() -> None:
    open_ = position("c47@0520 2pz@1020", sides=WEST)
    assert supplied(open_, "2pz")
    wall = " ".join(f"w{n}:rifle@08{n:02}+static" for n in range(12, 30, 2))
    assert not supplied(position(f"c47@0520 2pz@1020 {wall}", sides=WEST), "2pz")


def test_8_33_a_friendly_combat_unit_opens_a_zone_to_lines() -> None:
    wall = " ".join(f"w{n}:rifle@08{n:02}+static" for n in range(11, 31, 2))
    units = f"c47@0520 2pz@1020 {wall}"
    held = f"{units} 9pz@0720 20pz@0820 6id@0920"
    assert not supplied(position(units, sides=WEST), "2pz")
    assert supplied(position(held, sides=WEST), "2pz")


def test_11_33_only_headquarters_out_of_supply_in_reach() -> None:
    match = position("c47@3030 2pz@3031", "administrative", sides=WEST)
    found = match.supply("2pz")
    assert found is not None and (found.supplied, found.rule) == (False, "11.33")
    assert marked(match, "2pz", "unsupplied") and not marked(match, "2pz", "cutoff")


def test_11_4_seven_hexes_to_its_own_headquarters() -> None:
    match = position("c47@0520 2pz@1220 9pz@1320", "administrative", sides=WEST)
    assert (marked(match, "2pz", "cutoff"), marked(match, "9pz", "cutoff")) == (False, True)


def test_11_52_judged_in_the_administrative_phase_and_as_combat_begins() -> None:
    match = position("c47@3030 2pz@3031 t3@3040+mobile", "movement", sides=WEST)
    assert not marked(match, "t3", "unsupplied")
    play(match, "end")
    assert marked(match, "t3", "unsupplied") and not marked(match, "2pz", "unsupplied")


def test_11_52_what_would_be_if_a_side_attacked_now_judges_who_would_defend() -> None:
    match = position("c47@3030 2pz@3041+mobile t3@3040+mobile", "movement", sides=WEST)
    twin = GAME.about_to_attack(state(match), "german")
    assert twin.unsupplied >> twin.roster.find("t3") & 1
    assert not marked(match, "t3", "unsupplied")


def test_15_4_partisans_cut_lines() -> None:
    way = road(*(f"{c:02}20" for c in range(1, 12)))
    assert supplied(position("c47@1120", sides=way), "c47")
    assert not supplied(position("c47@1120 p1@0220", sides=way), "c47")
    wall = " ".join(f"p{n}@10{12 + n:02}" for n in range(1, 8))  # 1013 to 1019
    for bands, cut in ((wall, True), (wall.replace("p4@1016", ""), False)):
        match = position(f"c47@0916 2pz@1116 {bands}", "administrative")
        assert marked(match, "2pz", "cutoff") == cut


# -- headquarters ----------------------------------------------------------------------------------


def test_12_1_one_step_class_ii_two_stacking_points() -> None:
    counter = position("c47@1010").g.unit(position("c47@1010").g.roster.find("c47"))
    assert (counter.steps, counter.more["class"], counter.more["stack"], counter.factor(0)) == (
        1,
        "II",
        "2",
        0,
    )


STAFF = "t3@1010+mobile c47@1009+static 2pz@1004+assault"


def killed(units: str = STAFF, **more: Any) -> Match:
    """A corps headquarters is overrun; its division stands by."""
    match = position(units, "movement", "soviet", sides=WEST, lenient=True, turn=2, **more)
    play(match, "overrun t3 1009", "roll 1")
    if match.why_not("stand") is None and match.actor == "german":
        play(match, "stand")
    if match.actor == "soviet" and match.why_not("stand") is None:
        play(match, "stand")
    return match


def test_12_3_without_it_its_units_are_out_of_communication_and_not_disrupted() -> None:
    match = killed()
    assert where(match, "c47") == "eliminated"
    assert marked(match, "2pz", "cutoff") and mode(match, "2pz") == "assault"
    assert state(match).absent == {"c47": 2}


def test_12_3_and_11_16_so_are_its_kampfgruppen() -> None:
    units = "t3@1010+mobile c47@1009+static kg1a@1004+static kg1b@1005+static"
    match = killed(units, parts={"kg1a": "6id", "kg1b": "6id"})
    assert where(match, "c47") == "eliminated"
    assert marked(match, "kg1a", "cutoff") and marked(match, "kg1b", "cutoff")


def test_12_3_and_11_16_it_comes_back_to_its_kampfgruppen() -> None:
    units = "c47@eliminated kg1a@0518 kg1b@0519"
    parts = {"kg1a": "6id", "kg1b": "6id"}
    match = position(units, "administrative", sides=WEST, absent={"c47": 1}, parts=parts)
    play(match, "place c47 0520")
    assert where(match, "c47") == "0520"


def test_12_3_it_comes_back_in_the_next_phase_but_one_near_its_units() -> None:
    waiting = position("c47@eliminated 2pz@0518", "administrative", sides=WEST, absent={"c47": 2})
    assert where(waiting, "c47") == "eliminated" and match_phase(waiting) == "command"
    back = position("c47@eliminated 2pz@0518", "administrative", sides=WEST, absent={"c47": 1})
    assert match_phase(back) == "arrivals"
    assert refused(back, "place c47 0530").rule == "12.3"
    play(back, "place c47 0519")
    assert where(back, "c47") == "0519" and state(back).absent == {}


def match_phase(match: Match) -> str:
    return match.phase


def test_12_3_who_may_return_and_does_not_waits_no_less_than_nothing() -> None:
    match = position("c47@eliminated 2pz@0518", "administrative", sides=WEST, absent={"c47": 0})
    assert state(match).absent == {"c47": 0}
