"""6, A5, A13: supply, restoration, withdrawals."""

import pytest

from kursk import library
from kursk.core.match import Match
from kursk.testing import play, refused, rule, says, where
from tests.games.panzer_keil.helpers import marks, position, state


def gap(extra: str = "") -> Match:
    """A unit shut in by Soviets and their zones; 0413 is the hex between them and home."""
    return position(f"3pz@0513 r194@0512 r246@0514 r354@0612 r211@0613 {extra}", "supply")


def test_6_1_the_supply_example_a_unit_behind_two_zones_is_cut_off() -> None:
    assert "oos" in marks(gap(), "3pz")


def test_6_1_3_the_supply_example_a_friend_in_the_gap_opens_it() -> None:
    assert "oos" not in marks(gap("57a@0413"), "3pz")


def test_6_1_4_the_supply_example_a_disrupted_friend_in_the_gap_does_not() -> None:
    match = gap("57a@0413+disrupted")
    assert "oos" in marks(match, "3pz")
    assert "oos" not in marks(match, "57a")  # its own hex is exempt


def test_6_1_5_own_hex_need_not_be_open() -> None:
    match = position("57a@1520+disrupted r24@1620", "supply")
    assert marks(match, "57a") == {"disrupted"}


def test_6_0_6_1_6_judged_in_the_owners_phase_and_good_till_his_next() -> None:
    match = gap()
    assert "oos" in marks(match, "3pz")
    play(match, "end", "end", "end")
    assert "oos" in marks(match, "3pz")  # through the Soviet player turn
    assert any(line.startswith("Out of supply") for line in says(play(match, "end", "end", "end")))


@pytest.mark.parametrize(
    ("guard", "supplied"),
    [("", False), ("57b@0114", True), ("57b@0114+disrupted", False)],
)
def test_6_1_2_a_source_in_an_enemy_zone_needs_a_friend_on_it(guard: str, supplied: bool) -> None:
    # Row 14 of column 1 is a source; all others of the German are held by Soviets.
    held = ["0901", "1950", "0105", "0124", "0130", "0136", "0147", "0450", "0501", "1450", "1750"]
    ids = ["r24", "r111", "r183", "r270", "r305", "r107", "r213", "r60", "r69", "r194", "r246"]
    soviets = " ".join(f"{id}@{hex}" for id, hex in zip(ids, held, strict=True))
    match = position(f"57a@0415 r354@0213 {soviets} {guard}", "supply")
    assert ("oos" not in marks(match, "57a")) is supplied


def test_6_1_1_6_1_5_on_a_source_that_is_free() -> None:
    match = position("57a@0114 r24@2020", "movement")
    found = match.supply("57a")
    assert found is not None and found.supplied and len(found.path) == 1


def test_6_1_3_a_hex_out_of_enemy_zones_is_open_whoever_disrupted_stands_there() -> None:
    match = position("57a@0101 57b@0201+disrupted 57c@0102+disrupted r24@2020", "supply")
    assert "oos" not in marks(match, "57a")


def test_6_1_4_a_path_does_not_cross_a_lake() -> None:
    ring = ["2019", "2021", "1920", "1921", "2120", "2121"]
    match = position("57a@2020 r24@3030", "supply", sides={f"2020/{hex}": ["lake"] for hex in ring})
    assert "oos" in marks(match, "57a")
    open_ = {f"2020/{hex}": ["lake"] for hex in ring[1:]}
    match = position("57a@2020 r24@3030", "supply", sides=open_)
    assert marks(match, "57a") == set()
    found = match.supply("57a")
    assert found is not None and found.path[1] == match.g.grid.find("2019")


def test_6_1_4_the_referee_says_what_closes_a_unit_in() -> None:
    found = gap().supply("3pz")
    assert found is not None and not found.supplied and found.rule == "6.1.4"
    assert "enemy" in found.says


def test_a5_1_any_unit_uses_any_source_of_its_side() -> None:
    match = position("3pz@0112 26@3602 r24@2020", "supply")  # Army Group South in the north
    assert marks(match, "3pz") == set()


def test_6_2_out_of_supply_no_forced_march_and_no_mechanized_movement() -> None:
    way = " ".join(f"20{row:02}" for row in range(19, 9, -1))
    match = position("3pz@2020+oos r24@0606", "movement")
    assert refused(match, f"march 3pz {way}").rule == "8.3.1, 6.2"
    match = position("3pz@2020+oos r24@0606", "mechanized")
    assert refused(match, "move 3pz 2019").rule == "10.1, 6.2"


def test_6_3_a5_2_all_exhausted_units_in_supply_are_restored() -> None:
    match = position("3pz-@2020 11pz-@2021 3pg1-@2022 r24@0606", "supply")
    assert all(marks(match, id) == set() for id in ("3pz", "11pz", "3pg1"))


def test_6_3_1_not_out_of_supply() -> None:
    units = "3pz-@0513 r194@0512 r246@0514 r354@0612 r211@0613"
    assert marks(position(units, "supply"), "3pz") == {"exhausted", "oos"}


def test_6_3_2_not_while_disrupted() -> None:
    match = position("3pz-@2020+disrupted r24@0606", "supply")
    assert marks(match, "3pz") == {"exhausted", "disrupted"}


def test_a5_2_only_the_phasing_side_is_restored() -> None:
    match = position("3pz@2020 t3-@0606", "supply")
    assert marks(match, "t3") == {"exhausted"}


def test_a5_3_out_of_supply_twice_disrupts() -> None:
    units = "3pz@0513+oos r194@0512 r246@0514 r354@0612 r211@0613"
    match = position(units, "supply")
    assert marks(match, "3pz") == {"oos", "disrupted"}
    play(match, *["end"] * 3)  # its own recovery phase passes: out of supply it stays disrupted
    assert marks(match, "3pz") == {"oos", "disrupted"}


def test_a5_3_once_is_not_enough() -> None:
    assert marks(gap(), "3pz") == {"oos"}


# -- withdrawals ---------------------------------------------------------------------------------


def test_a13_0_turn_5_12th_18th_and_20th_panzer_leave_after_supply() -> None:
    match = position(
        "12pz@2020 18pg1@2121 20pz@2222 4pz@2323 lahpz@2424 r24@0606", "supply", turn=5
    )
    assert [where(match, id) for id in ("12pz", "18pg1", "20pz")] == ["withdrawn"] * 3
    assert where(match, "4pz") == "2323" and where(match, "lahpz") == "2424"


def test_a13_0_turn_9_the_ss_divisions_leave() -> None:
    match = position("lahpz@2020 dr1@2121 tk2@2222 gdpz@2323 r24@0606", "supply", turn=9)
    assert [where(match, id) for id in ("lahpz", "dr1", "tk2")] == ["withdrawn"] * 3
    assert where(match, "gdpz") == "2323"


def test_a13_0_cut_off_and_disrupted_units_leave_too() -> None:
    units = "18pz-@0513+oos+disrupted r194@0512 r246@0514 r354@0612 r211@0613"
    match = position(units, "supply", turn=5)
    assert where(match, "18pz") == "withdrawn" and marks(match, "18pz") <= {"exhausted"}


def test_a13_0_a_unit_that_is_lost_does_not_leave_and_scores_nothing() -> None:
    match = position("12pz@eliminated 12pg1@2121 12pg2@2222 r24@0606", "supply", turn=5)
    assert match.view().tracks["points"]["Units withdrawn"] == 4
    assert where(match, "12pz") == "eliminated"


def test_a13_0_in_the_mini_scenario_of_the_north_too() -> None:
    match = library.start("panzer_keil", "northern-wall")
    while match.g.turn < 5:
        match.play("end")
    assert match.g.box.count("withdrawn") == 9


# -- recovery ------------------------------------------------------------------------------------


def test_11_0_11_1_supplied_units_recover_in_their_own_phase() -> None:
    match = position("3pz@2020+disrupted r24@0606+disrupted", "recovery")
    assert marks(match, "3pz") == set() and marks(match, "r24") == {"disrupted"}


def test_11_1_out_of_supply_nobody_recovers() -> None:
    match = position("3pz@2020+disrupted+oos 11pz@2121+repulsed+oos r24@0606", "recovery")
    assert marks(match, "3pz") == {"disrupted", "oos"}
    assert marks(match, "11pz") == {"repulsed", "oos"}


def test_11_1_the_attackers_marker_is_turned_first() -> None:
    match = position("3pz-@2020+repulsed r24@0606", "recovery", turn=3)
    assert marks(match, "3pz") == {"disrupted", "exhausted"}
    play(match, *["end"] * 2)  # the Soviet turn: movement and combat
    assert match.g.side == "german" and match.g.turn == 4
    assert marks(match, "3pz") == {"disrupted", "exhausted"}  # not restored in between (6.3.2)
    play(match, *["end"] * 2)
    assert marks(match, "3pz") == {"exhausted"}
    assert rule(match, "end") == "" and state(match).side == "soviet"
