"""14, 15, 18.2, 18.3: breakdown, partisans, reinforcements, reserves."""

import pytest

from kursk import library
from tests.games.spi_kursk.helpers import (
    lost,
    marked,
    mode,
    play,
    position,
    refused,
    rule,
    rules,
    says,
    state,
    where,
)

# -- breakdown -------------------------------------------------------------------------------------


def test_4_26_and_14_11_a_whole_division_becomes_two_kampfgruppen() -> None:
    match = play(position("c47@1010+mobile 6id@1012+mobile", "organization"), "break 6id")
    assert (where(match, "6id"), where(match, "kg1a"), where(match, "kg1b")) == (
        "broken down",
        "1012",
        "1012",
    )
    assert mode(match, "kg1a") == "mobile" and state(match).parts == {"kg1a": "6id", "kg1b": "6id"}
    hurt = position("c47@1010 6id-@1012 82@1013", "organization")
    assert rule(hurt, "break 6id") == "14.11"
    assert rule(hurt, "break 82") == "14.11"


def test_14_12_two_of_a_corps_and_thirteen_in_all() -> None:
    match = position("c55@1010 321@1010 339@1011 110@1012", "organization")
    play(match, "break 321", "break 339")
    assert rule(match, "break 110") == "14.12"
    ids = ["321", "339", "211", "293", "34", "56", "72", "45", "31", "7id", "86", "292", "78"]
    groups = {f"kg{n}a": id for n, id in enumerate(ids, 1)}
    placed = " ".join(f"{kg}@{10 + n:02}10" for n, kg in enumerate(groups))
    full = position(f"{placed} 57@1030", "organization", parts=groups)
    assert rule(full, "break 57") == "14.12"


def test_14_14_the_parts_need_room_and_recombine_out_of_zones() -> None:
    match = position("6id@1012 2pz@1012 9pz@1012", "organization")
    assert rule(match, "break 6id") == "14.14"
    near = position("kg1a@1012 kg1b@1012 x:rifle@1011+static", "organization",
                    parts={"kg1a": "6id", "kg1b": "6id"})  # fmt: skip
    assert rule(near, "recombine kg1a,kg1b") == "14.14"
    assert rule(position("6id@1012", "movement"), "break 6id") == "14.14"


def test_14_15_two_kampfgruppen_of_one_division_recombine() -> None:
    parts = {"kg1a": "6id", "kg1b": "6id", "kg2a": "31"}
    units = "kg1a@1012 kg1b-@1012 kg2a@1012 6id@broken_down 31@broken_down"
    match = position(units, "organization", parts=parts)
    assert rule(match, "recombine kg1a,kg2a") == "14.15"
    apart = position(units.replace("kg1b-@1012", "kg1b-@1013"), "organization", parts=parts)
    assert rule(apart, "recombine kg1a,kg1b") == "14.15"
    play(match, "recombine kg1a,kg1b")
    assert (where(match, "6id"), lost(match, "6id"), where(match, "kg1a")) == ("1012", 1, "")


@pytest.mark.parametrize(
    ("gone", "steps"), [("", [2, 2, 2]), ("-", [2, 2, 1]), ("--", [2, 1, 1]), ("---", [1, 1, 1])]
)
def test_14_31_and_14_32_a_rifle_corps_becomes_three_divisions(gone: str, steps: list[int]) -> None:
    match = position(f"a13@3030 rc15{gone}@3031", "organization", "soviet")
    play(match, "break rc15")
    parts = [
        unit for unit in match.g.on_map("soviet") if match.g.unit(unit).more.get("parent") == "rc15"
    ]
    assert sorted((2 - match.g.lost[unit] for unit in parts), reverse=True) == steps


def test_14_32_the_owner_says_which_divisions_are_whole_and_one_step_is_too_few() -> None:
    match = position("a13@3030 rc15-@3031", "organization", "soviet")
    named = [o for o in match.orders() if o.startswith("break")]
    assert len(named) == 3
    assert rule(match, "break rc15 r1") == "14.32"
    play(match, named[-1])
    one = position("a13@3030 rc15----@3031", "organization", "soviet")
    assert rule(one, "break rc15") == "14.32"


def test_14_35_and_14_36_divisions_recombine_less_a_step() -> None:
    match = position("a13@3030 rc15@3031", "organization", "soviet")
    play(match, "break rc15")
    parts = [
        match.g.unit(u).id for u in match.g.on_map("soviet") if match.g.unit(u).more.get("parent")
    ]
    assert rule(match, f"recombine {parts[0]} into rc15") == "14.35"
    assert rule(match, f"recombine {parts[0]},{parts[1]} into rc29") == "14.36"
    two = play(match.copy(), f"recombine {parts[0]},{parts[1]} into rc15")
    assert lost(two, "rc15") == 2
    play(match, f"recombine {','.join(parts)} into rc15")
    assert (where(match, "rc15"), lost(match, "rc15")) == ("3031", 0)


def test_14_35_one_and_one_make_a_corps_of_one_step() -> None:
    match = position("a13@3030 rc15---@3031", "organization", "soviet")
    play(match, "break rc15")
    parts = [
        match.g.unit(u).id for u in match.g.on_map("soviet") if match.g.unit(u).more.get("parent")
    ]
    play(match, f"recombine {parts[0]},{parts[1]} into rc15")
    assert lost(match, "rc15") == 4


# -- partisans -------------------------------------------------------------------------------------


def test_15_2_behind_the_german_lines_and_out_of_sight() -> None:
    match = position("6id@0510", "partisans", "soviet", control={"soviet": ["0205"]})
    assert rule(match, "place p1 0510") == "15.2"
    assert rule(match, "place p1 0511") == "15.2"
    assert rule(match, "place p1 3030") == "15.2"
    assert rule(match, "place p1 0205") == "15.2"
    play(match, "place p1 0520")
    assert where(match, "p1") == "0520"


def test_15_2_two_bands_may_share_a_hex() -> None:
    match = position("6id@0510", "partisans", "soviet", scenario="may")
    play(match, "place p1 0520", "place p2 0520")
    assert where(match, "p1") == where(match, "p2") == "0520"
    spread = play(position("p1@0520", "partisans", "soviet", scenario="may"), "auto")
    places = [where(spread, f"p{n}") for n in (1, 2, 3)]
    assert len(set(places)) == 3


@pytest.mark.parametrize(("scenario", "first"), [("may", 3), ("july", 1), ("august", 5)])
def test_15_31_the_allotment_of_turn_1(scenario: str, first: int) -> None:
    assert state(position("", "partisans", "soviet", scenario=scenario)).allotment == first


def test_15_32_one_on_each_later_turn() -> None:
    match = position("", "partisans", "soviet", turn=4)
    assert state(match).allotment == 1
    twice = position("", "partisans", "soviet", turn=4, allotment=0)
    play(twice, "place p1 0520")
    assert rule(twice, "place p2 0525") != ""


@pytest.mark.parametrize(("scenario", "most"), [("may", 6), ("july", 4), ("august", 7)])
def test_15_33_no_more_than_the_maximum(scenario: str, most: int) -> None:
    bands = " ".join(f"p{n}@05{10 + 2 * n}" for n in range(1, most + 1))
    match = position(bands, "partisans", "soviet", scenario=scenario, turn=2)
    assert match.able() == [] and rule(match, "auto") == "15.33"
    if most < 7:  # else there is no band left
        assert rule(match, "place p7 0505") == "15.33"


# -- reinforcements --------------------------------------------------------------------------------


def test_18_21_by_their_entry_hexes_friendly_and_free() -> None:
    match = position("8pz@turn_5", "arrivals", turn=5)
    assert rule(match, "place 8pz 0126") == "18.21"
    assert {o.split()[-1] for o in match.orders("8pz")} == {"0105", "0113", "0118"}
    play(match, "place 8pz 0105")
    assert where(match, "8pz") == "0105"
    early = position("8pz@turn_5", "arrivals", turn=4)
    assert rule(early, "place 8pz 0105") == "18.21"
    late = position("8pz@turn_5 x:rifle@0106+static", "arrivals", turn=6)
    assert rule(late, "place 8pz 0105") == "18.21"


def test_18_21_a_headquarters_that_is_a_reinforcement_comes_by_that_rule() -> None:
    match = play(position("c24@turn_3", "arrivals", turn=3), "place c24 0126")
    assert rules(match) == {"18.21"}
    units, edge = "c24@eliminated 17pz@0220", {"0120/0220": ["road"]}
    back = position(units, "arrivals", turn=5, absent={"c24": 0}, sides=edge)
    assert rules(play(back, "place c24 0220")) == {"12.3"}


def test_4_21_arrivals_then_command() -> None:
    match = position("8pz@turn_5 c35@0110", "administrative", turn=5)
    assert match.phase == "arrivals"
    assert play(match, "end").phase == "command"


# -- reserves --------------------------------------------------------------------------------------

RESERVE = "a5gt@3030+reserve t18@3030+static t29@3031+static"


def test_18_31_a_formation_is_a_headquarters_and_its_units() -> None:
    match = position(RESERVE, "activation", "soviet")
    assert marked(match, "t18", "reserve")
    assert rule(match, "activate t18") == "18.31"
    assert "3032" in match.zones("soviet")
    assert rule(position(RESERVE, "command", "soviet"), "mode a5gt mobile") == "18.31"


def test_18_32_a_german_unit_within_two_hexes_wakes_it_for_nothing() -> None:
    match = position(f"{RESERVE} 2pz@3036+mobile", vp={"soviet": 0})
    play(match, "move 2pz 3035 3034")
    assert marked(match, "t29", "reserve")
    play(match, "move 2pz 3033")
    assert not marked(match, "t29", "reserve") and state(match).vp["soviet"] == 0
    assert state(match).activations == 0


def test_18_32_it_is_enough_to_pass_by() -> None:
    match = position(f"{RESERVE} 2pz@3034+mobile")
    play(match, "move 2pz 3033 3034 3035")
    assert not marked(match, "t29", "reserve")


def test_18_32_a_train_that_passes_by_wakes_it() -> None:
    rails = {f"{c:02}28/{c + 1:02}28": ["rail"] for c in range(28, 34)}
    near = {"german": [f"{c:02}28" for c in range(28, 35)]}
    match = position(f"{RESERVE} 6id@3428+static", sides=rails, control=near)
    assert marked(match, "t29", "reserve")
    play(match, "rail 6id 3328 3228 3128 3028 2928 2828")
    assert not marked(match, "t29", "reserve")


def test_18_32_who_clears_partisans_away_near_it_wakes_it() -> None:
    match = position(f"{RESERVE} p1@3033 2pz@3034+mobile")
    assert marked(match, "t29", "reserve")
    play(match, "clear 2pz 3033")
    assert not marked(match, "t29", "reserve") and "18.32" in rules(match)


def test_18_32_a_formation_that_is_attacked_is_activated() -> None:
    match = position(f"{RESERVE} 2pz@3032+mobile", "first combat")
    assert marked(match, "t18", "reserve")
    play(match, "attack 3031 with 2pz")
    assert not marked(match, "t18", "reserve") and state(match).activations == 0


def test_18_33_it_costs_a_victory_point() -> None:
    match = play(position(RESERVE, "activation", "soviet"), "activate a5gt")
    assert state(match).vp["soviet"] == 14 and not marked(match, "t18", "reserve")
    poor = position(RESERVE, "activation", "soviet", vp={"soviet": 0})
    assert rule(poor, "activate a5gt") == "18.33"


def test_18_34_three_in_a_turn_of_may_and_august() -> None:
    for scenario in ("may", "august"):
        match = position(RESERVE, "activation", "soviet", scenario=scenario, activations=3)
        assert rule(match, "activate a5gt") == "18.34"


@pytest.mark.parametrize(("turn", "most"), [(1, 5), (2, 4), (3, 3), (7, 3)])
def test_18_35_five_four_and_three_in_july(turn: int, most: int) -> None:
    full = position(RESERVE, "activation", "soviet", turn=turn, activations=most)
    assert rule(full, "activate a5gt") == "18.35"
    one = position(RESERVE, "activation", "soviet", turn=turn, activations=most - 1)
    assert rule(one, "activate a5gt") == ""


def test_18_37_in_the_organization_phase_too_within_one_maximum() -> None:
    match = position(RESERVE, "organization", "soviet", activations=4)
    play(match, "activate a5gt")
    assert state(match).vp["soviet"] == 14 and state(match).activations == 5
    assert "18.37" in {news.rule for entry in match.log for news in entry.news}
    full = position(RESERVE, "organization", "soviet", activations=5)
    assert refused(full, "activate a5gt").rule == "18.35"


def test_18_14_reserves_stand_next_to_their_headquarters() -> None:
    match = library.start("spi_kursk", "july", {"setup": "by hand"})
    assert rule(match, "place t18 3430") == "18.14"
    assert rule(match, "place t18 3434") == ""
    assert says(match) == []
