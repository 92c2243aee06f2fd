"""7, A6: support attacks."""

from typing import Any

import pytest

from kursk.core.match import Match
from kursk.server.whatif import battle, dangers
from kursk.testing import play, receipt, refused, rule, shift, where
from tests.games.panzer_keil.helpers import marks, position, state, through

FACING = "3pz@2020 r24@2021"


def bombard(units: str = FACING, **more: Any) -> Match:
    return position(units, "support", **more)


def test_7_0_7_2_1_points_come_every_turn_and_are_not_saved() -> None:
    match = bombard(turn=3)
    assert match.view().tracks["support"] == {"south": 32, "center": 8}
    play(match, "support 2021 south 2")
    assert match.view().tracks["support"] == {"south": 30, "center": 8}
    play(match, "end", "roll 1", *["end"] * 3)
    assert match.g.side == "soviet"
    play(match, *["end"] * 4)
    assert match.g.turn == 4 and match.view().tracks["support"] == {"south": 32, "center": 6}


def test_7_2_1_no_more_points_than_there_are() -> None:
    targets = "r24@2021 r111@2121 3pz@2020"
    match = bombard(targets, turn=13)  # Army Group South has three
    play(match, "support 2021 south 3")
    assert refused(match, "support 2121 south 1").rule == "7.2.1"


def test_7_1_the_target_holds_enemies_and_lies_next_to_a_unit() -> None:
    match = bombard("3pz@2020 r24@2021 r111@2025")
    assert refused(match, "support 2019 south 1").rule == "7.1"
    assert refused(match, "support 2025 south 1").rule == "7.1"
    assert rule(match, "support 2021 south 1") == ""


@pytest.mark.parametrize("mark", ["oos", "disrupted", "repulsed"])
def test_7_1_a_unit_out_of_supply_or_disrupted_does_not_serve(mark: str) -> None:
    match = bombard(f"3pz@2020+{mark} r24@2021")
    assert refused(match, "support 2021 south 1").rule == "7.1"
    match = bombard(f"3pz@2020+{mark} 3pg1@2020 r24@2021")
    assert rule(match, "support 2021 south 1") == ""


def test_7_2_2_7_3_all_points_are_allotted_before_the_first_die() -> None:
    match = bombard("3pz@2020 r24@2021 r111@2121")
    play(match, "support 2021 south 2", "support 2121 south 3", "end")
    assert refused(match, "support 2021 south 1").rule == "7.3"
    assert set(match.orders()) == {"resolve 2021", "resolve 2121", "resolve all"}
    play(match, "resolve 2121", "roll 1")
    assert match.actor == "dice"  # the last one is rolled for by itself
    play(match, "roll 1")
    assert match.phase == "movement"


def test_7_3_all_at_once_in_the_order_of_naming() -> None:
    match = bombard("3pz@2020 r24@2021 r111@2121 r183@2019")
    play(match, *(f"support {hex} south 1" for hex in ("2021", "2121", "2019")), "end")
    play(match, "resolve all", "roll 6", "roll 1", "roll 1")
    assert marks(match, "r24") == {"disrupted"} and marks(match, "r111") == set()


@pytest.mark.parametrize("points", ["0", "²", "٣", "-1", "9" * 5_000])
def test_7_2_2_a_number_of_points_that_is_none(points: str) -> None:
    match = position("6pz@2344 d:rifle@2343", "support")
    assert rule(match, f"support 2343 south {points}") == "7.2.2"


def test_7_2_2_with_points_allotted_it_is_told_what_would_be_if_somebody_attacked() -> None:
    match = position("6pz@2344 a:rifle:30@2343", "support")
    play(match, "support 2343 south 4")
    assert [danger.hex for danger in dangers(match, "german")] == ["2344"]
    found = battle(match, "german", "2343", {"6pz": "2344"}).receipt
    assert found is not None and found.totals == ("4", "30")
    assert state(match).targets == ("2343 south 4",)


def test_7_2_2_points_may_be_added() -> None:
    match = bombard()
    play(match, "support 2021 south 1", "support 2021 south 3")
    assert receipt(match, "resolve 2021").column == "4 points"


@pytest.mark.parametrize(
    ("version", "points", "law"),
    [("new", 4, ""), ("new", 5, "A6.4.3"), ("old", 5, ""), ("old", 6, "OA6.4.3")],
)
def test_7_2_3_a6_4_3_oa6_4_3_points_on_one_hex(version: str, points: int, law: str) -> None:
    assert rule(bombard(version=version), f"support 2021 south {points}") == law


def test_a6_4_3_the_limit_is_for_the_hex_whatever_the_groups() -> None:
    match = bombard("3pz@2020 4pz@1921 r24@2021")
    play(match, "support 2021 south 3")
    assert refused(match, "support 2021 center 2").rule == "A6.4.3"
    play(match, "support 2021 center 1")


@pytest.mark.parametrize(
    ("points", "die", "result"),
    [
        (1, 5, "-"), (1, 6, "D"), (2, 4, "-"), (2, 5, "D"), (3, 3, "-"), (3, 4, "D"), (3, 6, "D"),
        (4, 2, "-"), (4, 3, "D"), (4, 5, "D"), (4, 6, "1D"),
    ],
)  # fmt: skip
def test_7_3_1_the_new_table(points: int, die: int, result: str) -> None:
    match = bombard("57a@2020 r24@2021")
    play(match, f"support 2021 south {points}", "end", f"roll {die}")
    assert (match.prompt.startswith("Retreat"), marks(match, "r24") == {"disrupted"}) == (
        result == "1D",
        result != "-",
    )


def test_7_3_2_the_result_is_for_every_unit_in_the_hex() -> None:
    match = bombard("3pz@2020 r24@2021 r167a@2021")
    play(match, "support 2021 south 4", "end", "roll 4")
    assert marks(match, "r24") == marks(match, "r167a") == {"disrupted"}


def test_7_3_2_by_1d_the_firing_side_leads_the_retreat_and_nobody_advances() -> None:
    match = bombard("3pz@2020 r24@2021")
    play(match, "support 2021 south 4", "end", "roll 6")
    assert match.actor == "german"
    assert refused(match, "retreat r24 2121").rule == "9.7.2"  # next to the panzers
    play(match, "retreat r24 2022")
    assert where(match, "r24") == "2022" and match.phase == "movement"


def test_7_3_2_no_retreat_into_another_target_for_it_lies_in_a_zone() -> None:
    match = bombard("3pz@2020 11pz@2120 r24@2021 r111@2121")
    play(match, "support 2021 south 4", "support 2121 south 1", "end", "resolve 2021", "roll 6")
    assert refused(match, "retreat r24 2121").rule == "9.7.2"


def test_7_3_a_target_that_was_emptied_is_passed_over() -> None:
    match = bombard("a:panzer@2020 r24@2021 r111@2121", sides={"2020/2121": ["lake"]})
    play(match, "support 2121 south 1", "support 2021 south 4", "end")
    through(match, "resolve 2021", "roll 6")
    assert state(match).targets  # the other one waits
    assert match.actor in ("dice", "german")


# -- modifiers -----------------------------------------------------------------------------------


def test_a6_1_one_more_from_a_hill() -> None:
    match = bombard(hexes={"2020": ["hills"]})
    assert shift(receipt(match, "support 2021 south 2"), "Fired from a hill") == 1


def test_a6_1_only_units_of_the_right_army_group_count() -> None:
    match = bombard("3pz@2020 4pz@1921 r24@2021", hexes={"1921": ["hills"]})
    assert shift(receipt(match, "support 2021 south 2"), "Fired") == 0
    assert shift(receipt(match, "support 2021 center 2"), "Fired") == 1


def test_a6_3_a8_2_one_less_against_soviets_in_a_position() -> None:
    for kinds in (["fort soviet"], ["fort soviet", "reinforced"]):
        found = receipt(bombard(hexes={"2021": kinds}), "support 2021 south 2")
        assert shift(found, "Soviets in a position") == -1 and found.net == -1


def test_a6_3_positions_are_nothing_to_germans() -> None:
    match = position(FACING, "support", "soviet", hexes={"2020": ["fort soviet"]})
    assert receipt(match, "support 2020 central 2").net == 0


def test_a6_3_hill_and_position_cancel() -> None:
    match = bombard(hexes={"2020": ["hills"], "2021": ["fort soviet"]})
    assert receipt(match, "support 2021 south 2").net == 0


def test_a14_1_turn_1_one_more_and_1d_counts_as_d() -> None:
    match = bombard(turn=1, hexes={"2020": ["hills"]})
    found = receipt(match, "support 2021 south 4")
    assert shift(found, "German support on turn 1") == 1 and found.net == 2
    assert {o.result: o.rolls for o in found.outcomes} == {"D": (1, 2, 3, 4, 5, 6)}
    play(match, "support 2021 south 4", "end", "roll 6")
    assert marks(match, "r24") == {"disrupted"} and match.phase == "movement"


def test_a14_1_not_for_the_soviet_and_not_on_turn_2() -> None:
    match = position(FACING, "support", "soviet", turn=1)
    assert receipt(match, "support 2020 central 4").net == 0
    assert receipt(bombard(turn=2), "support 2021 south 4").net == 0


def test_7_3_1_the_receipt_tells_every_outcome() -> None:
    found = receipt(bombard(), "support 2021 south 4")
    assert {o.result: o.rolls for o in found.outcomes} == {
        "-": (1, 2), "D": (3, 4, 5), "1D": (6,)
    }  # fmt: skip
    assert found.provenance == "reconstructed"


# -- whose points --------------------------------------------------------------------------------


def test_a6_4_1_german_points_serve_hexes_next_to_their_own_army_group() -> None:
    match = bombard("3pz@2020 r24@2021")
    assert refused(match, "support 2021 center 1").rule == "A6.4.1"


@pytest.mark.parametrize(
    ("hex", "front", "law"),
    [
        ("2027", "voronezh", ""),
        ("2026", "voronezh", "A6.4.2"),
        ("2026", "central", ""),
        ("2027", "central", "A6.4.2"),
    ],
)
def test_a6_4_2_soviet_points_serve_their_rows_whoever_fires(
    hex: str, front: str, law: str
) -> None:
    match = position(f"3pz@{hex} r24@2028 r41@2025", "support", "soviet")
    assert rule(match, f"support {hex} {front} 1") == law


def test_a6_4_points_by_turn_and_side() -> None:
    match = bombard(turn=1)
    assert match.view().tracks["support"] == {"south": 36, "center": 12}
    assert refused(match, "support 2021 voronezh 1").rule == "A6.4"
    match = position(FACING, "support", "soviet", turn=1)
    assert match.view().tracks["support"] == {"voronezh": 5, "central": 4}


def test_a6_4_the_mini_scenarios_have_the_points_of_their_half() -> None:
    south = position("3pz@2030 r24@2031", "support", scenario="prokhorovka")
    assert set(south.view().tracks["support"]) == {"south"}
    north = position("4pz@2010 r41@2011", "support", "soviet", scenario="northern-wall")
    assert set(north.view().tracks["support"]) == {"central"}


# -- the old version -----------------------------------------------------------------------------


def old(units: str = "3pz@2020 t3@2021", side: str = "german", **more: Any) -> Match:
    return position(units, "support", side, version="old", **more)


def test_oa6_2_a_marker_adds_one_against_a_mechanized_unit() -> None:
    match = old()
    found = receipt(match, "support 2021 south 2 air")
    assert shift(found, "Air marker") == 1 and found.net == 1
    play(match, "support 2021 south 2 air")
    assert refused(match, "support 2021 south 1 air").rule == "OA6.2"


def test_oa6_2_1_not_without_a_mechanized_unit() -> None:
    assert refused(old("3pz@2020 r24@2021"), "support 2021 south 1 air").rule == "OA6.2.1"
    assert rule(old("3pz@2020 r24@2021 t3@2121"), "support 2121 south 1 air") == ""


def test_oa6_2_2_hill_and_marker_do_not_add_up() -> None:
    found = receipt(old(hexes={"2020": ["hills"]}), "support 2021 south 2 air")
    assert found.net == 1


def test_oa6_2_2_a_second_marker_adds_nothing() -> None:
    match = old("3pz@2020 t3@2021", "soviet")
    play(match, "support 2020 central 1 air")
    assert refused(match, "support 2020 central 1 air").rule == "OA6.2.2"


def test_oa6_2_3_the_german_marker_goes_with_army_group_south() -> None:
    match = old("3pz@2020 4pz@1921 t3@2021")
    assert refused(match, "support 2021 center 1 air").rule == "OA6.2.3"


def test_oa6_2_two_soviet_markers_from_turn_1() -> None:
    match = old("3pz@2020 11pz@2022 4pz@2120 t3@2021 t16@2121", "soviet", turn=1)
    play(match, "support 2020 central 1 air", "support 2022 central 1 air")
    assert refused(match, "support 2120 central 1 air").rule == "OA6.2"


def test_oa6_4_soviet_points_of_the_old_version() -> None:
    match = old(side="soviet", turn=1)
    assert match.view().tracks["support"] == {"voronezh": 8, "central": 7}
    match = old(side="soviet", turn=6)
    assert match.view().tracks["support"] == {"voronezh": 8, "central": 8}


@pytest.mark.parametrize(("printed", "retreats"), [(False, True), (True, False)])
def test_oa6_4_3_the_old_table_put_right_or_as_printed(printed: bool, retreats: bool) -> None:
    match = old(printed_table=printed)
    play(match, "support 2021 south 5", "end", "roll 6")
    assert match.prompt.startswith("Retreat") is retreats and "disrupted" in marks(match, "t3")


def test_a6_2_1_in_the_new_version_no_marker_goes_with_support() -> None:
    assert refused(bombard("3pz@2020 t3@2021"), "support 2021 south 1 air").rule == "A6.2.1"


def test_oa6_2_there_are_no_odds_for_a_marker_that_is_refused() -> None:
    hill = {"2020": ["hills"]}
    assert bombard("3pz@2020 t6@2021", hexes=hill).receipt("support 2021 south 1 air") is None
    old = bombard("3pz@2020 r24@2021", hexes=hill, version="old")
    assert old.receipt("support 2021 south 1 air") is None
    tanks = bombard("3pz@2020 t6@2021", hexes=hill, version="old")
    assert receipt(tanks, "support 2021 south 1 air").net == 1


def test_oa6_2_the_markers_that_are_left_are_seen() -> None:
    match = bombard(version="old")
    assert match.view().tracks["air"] == {"german": 1, "soviet": 2}
    used = bombard(version="old", air={"german": 2})
    assert used.view().tracks["air"] == {"german": 0, "soviet": 2}


def test_oa6_4_3_either_sides_receipt_says_what_is_rebuilt() -> None:
    for side, order in (("german", "support 2021 south 1"), ("soviet", "support 2020 central 1")):
        match = bombard(FACING, side=side, version="old")
        assert "reconstructed" in receipt(match, order).note
        match = bombard(FACING, side=side, version="old", printed_table=True)
        assert receipt(match, order).note == ""


def test_7_3_2_the_receipt_tells_who_has_no_way_back() -> None:
    round_about = "a:infantry@1821 b:infantry@2222 c:infantry@2019"
    match = bombard(f"3pz@2020 r24@2021 {round_about}")
    follows = {o.result: o.follows for o in receipt(match, "support 2021 south 4").outcomes}
    assert "no way back" not in follows["1D"]
    match = bombard(f"3pz@2020 r24@2021 {round_about} d:infantry@2023")
    follows = {o.result: o.follows for o in receipt(match, "support 2021 south 4").outcomes}
    assert follows["1D"].endswith("; no way back for 24th Rifle Division: lost (9.7.5)")
    play(match, "support 2021 south 4", "end", "roll 6")
    assert where(match, "r24") == "eliminated"


def test_7_2_2_points_and_a_marker_are_taken_back_before_the_end() -> None:
    match = old("3pz@2020 t3@2021 r24@2121")
    before = match.view().tracks["support"]
    play(match, "support 2021 south 2 air", "support 2121 south 1")
    assert match.drops() == {"2021": "drop 2021", "2121": "drop 2121"}
    play(match, "drop 2021", "drop 2121")
    assert match.view().tracks["support"] == before
    assert rule(match, "support 2021 south 1 air") == ""  # the marker is there again
    assert refused(match, "drop 2021").rule == "7.2.2"
