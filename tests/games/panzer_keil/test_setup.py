"""A11.2 and position files."""

from typing import Any

import pytest

from kursk import library
from kursk.core.match import Match
from kursk.core.position import BadPosition, write
from kursk.testing import play, refused, rule, where
from tests.games.panzer_keil.helpers import marks, position, state


def simple(scenario: str = "campaign") -> Match:
    return library.start("panzer_keil", scenario, {"set-up": "simple"})


def test_a11_2_the_german_first_then_the_soviet_then_turn_1() -> None:
    match = simple()
    assert match.actor == "german" and match.phase == "set-up"
    play(match, "end")
    assert match.actor == "soviet"
    play(match, "end")
    assert match.g.turn == 1 and match.phase == "support"


def test_a11_2_a_position_file_says_which_side_sets_up() -> None:
    match = play(simple(), "end")
    again = library.set_up(write(match))
    assert again.actor == "soviet" and write(again) == write(match)
    assert play(again, "end").phase == "support"


def test_a11_1_without_it_play_begins_at_once() -> None:
    assert library.start("panzer_keil", "campaign").phase == "support"


def test_a11_2_units_of_one_kind_and_rating_change_places() -> None:
    match = simple()
    play(match, "swap 167 332")
    assert (where(match, "167"), where(match, "332")) == ("1444", "2044")


def test_a11_2_a_panzer_division_as_a_whole() -> None:
    match = simple()
    play(match, "swap 3pz 11pg1")
    assert {where(match, id) for id in ("3pz", "3pg1", "3pg2")} == {"1844"}
    assert {where(match, id) for id in ("11pz", "11pg1", "11pg2")} == {"1644"}


@pytest.mark.parametrize("pair", ["lahpz drpz", "gdpz 3pz", "10pg1 4pz", "51pa 503"])
def test_a11_2_ss_grossdeutschland_and_the_two_tenths_stay(pair: str) -> None:
    assert refused(simple(), f"swap {pair}").rule == "A11.2"


@pytest.mark.parametrize(
    "pair", ["167 26", "3pz 4pz", "167 57a", "167 3pz", "3pz 3pg1", "167 167", "167 r24"]
)
def test_a11_2_not_across_army_groups_kinds_or_ratings(pair: str) -> None:
    assert refused(simple(), f"swap {pair}").rule == "A11.2"


def test_a11_2_independents_fill_slots_of_their_own_kind() -> None:
    match = simple()
    assert rule(match, "swap 39pz 503") == "" and refused(match, "swap 39pz 505").rule == "A11.2"


def test_a11_2_soviets_too_and_only_their_own() -> None:
    match = play(simple(), "end")
    assert refused(match, "swap 167 332").rule == "A11.2"
    play(match, "swap r100 r161")
    assert where(match, "r161") == "1743"


def test_a11_2_in_a_mini_scenario_only_those_who_take_part() -> None:
    match = simple("northern-wall")
    assert refused(match, "swap 26 45").rule == "A11.2"  # 26 ID stands in the south-west


# -- position files ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "phase", ["set-up", "supply", "support", "movement", "combat", "mechanized", "recovery"]
)
@pytest.mark.parametrize("side", ["german", "soviet"])
def test_4_1_a_file_begins_in_any_phase(phase: str, side: str) -> None:
    match = position("3pz@2020 r24@2021", phase, side)
    assert match.over or list(match.orders())


@pytest.mark.parametrize(
    ("tracks", "says"),
    [
        ({"scenario": "moscow"}, "set.scenario"),
        ({"version": "newest"}, "set.version"),
        ({"air": {"german": 9}}, "set.air"),
        ({"air": {"finnish": 1}}, "set.air"),
        ({"railed": -1}, "set.railed"),
        ({"targets": ["2021 south 1"]}, "set.targets"),
    ],
)
def test_4_0_tracks_that_no_game_shows_are_refused(tracks: dict[str, Any], says: str) -> None:
    with pytest.raises(BadPosition, match=says):
        position("3pz@2020 r24@2021", "movement", **tracks)


def test_4_0_a_turn_that_the_scenario_does_not_have() -> None:
    with pytest.raises(BadPosition, match="turn"):
        position("3pz@2030 r24@3040", "movement", scenario="prokhorovka", turn=6)


def test_7_2_2_points_that_a_file_says_were_allotted() -> None:
    match = position("3pz@2020 r24@2021", "support", targets=["2021 south 3"])
    assert match.view().tracks["support"]["south"] == 29
    with pytest.raises(BadPosition, match=r"set\.targets: 2021 south 5"):
        position("3pz@2020 r24@2021", "support", targets=["2021 south 5"])
    with pytest.raises(BadPosition, match="HEX GROUP POINTS"):
        position("3pz@2020 r24@2021", "support", targets=["2021"])


def test_oa6_2_markers_on_the_targets_of_a_file_have_been_used() -> None:
    units = "3pz@2020 t3@2021 t6@2121"
    match = position(units, "support", version="old", targets=["2021 south 1 air"])
    assert state(match).air == {"german": 1}
    assert refused(match, "support 2121 south 1 air").rule == "OA6.2"
    play(match, "drop 2021")
    assert rule(match, "support 2121 south 1 air") == ""
    both = ["2021 south 1 air", "2121 south 1 air"]
    with pytest.raises(BadPosition, match="No air marker is left"):
        position(units, "support", version="old", targets=both)


def test_2_2_1_an_invented_tank_of_one_strength_has_half_of_it_on_its_back() -> None:
    match = position("x:panzer:7@2020 r24@0606", "movement")
    assert state(match).roster[state(match).roster.find("x")].strengths == ("7", "4")
    with pytest.raises(BadPosition, match="one side"):
        position("x:rifle:4/2@2020", "movement")


def test_2_2_1_an_exhausted_unit_is_one_with_a_step_lost() -> None:
    assert marks(position("3pz-@2020 r24@0606", "movement"), "3pz") == {"exhausted"}


def test_5_4_in_a_file_units_have_come_where_they_stand() -> None:
    match = position("3pz@3030 r24@0606", "movement")
    assert state(match).owner(state(match).grid.find("3030")) == "german"
