"""8.6, 8.7, A7.2, A12: reinforcements and rail."""

from typing import Any

import pytest

from kursk import library
from kursk.core.match import Match
from kursk.testing import play, refused, rule, where
from tests.games.panzer_keil.helpers import marks, position, state


def coming(units: str, turn: int = 3, **more: Any) -> Match:
    return position(units, "movement", "soviet", turn=turn, **more)


def rails(length: int) -> tuple[list[str], dict[str, list[str]]]:
    """A railway west from the entry 3828 along row 28."""
    hexes = [f"{column:02}28" for column in range(38, 38 - length, -1)]
    return hexes, {f"{a}/{b}": ["rail"] for a, b in zip(hexes, hexes[1:], strict=False)}


def test_8_6_1_on_their_turn_or_later_with_their_whole_move() -> None:
    assert refused(coming("ga6@reinforcements 3pz@0505", 2), "enter ga6 3828").rule == "8.6.1"
    for turn in (3, 7):
        match = coming("ga6@reinforcements 3pz@0505", turn)
        play(match, "enter ga6 3828", "move ga6 3728 3628 3528 3428")
        assert where(match, "ga6") == "3428"


def test_8_6_1_they_may_be_held_back() -> None:
    match = coming("ga6@reinforcements 3pz@0505")
    play(match, "end")
    assert where(match, "ga6") == "reinforcements"


def test_a12_0_only_at_their_own_hexes() -> None:
    match = coming("ga6@reinforcements t24@reinforcements 3pz@0505")
    assert refused(match, "enter ga6 3841").rule == "A12.0"
    assert rule(match, "enter ga6 3837") == "" and rule(match, "enter t24 2850") == ""


def test_a12_0_only_soviets_come() -> None:
    match = position("3pz@0505 r24@2020", "movement")
    assert refused(match, "enter 11pz 0105").rule == "A12.0"
    assert refused(match, "enter r24 3828").rule == "A12.0"


def test_8_6_2_in_an_enemy_zone_they_appear_but_do_not_move() -> None:
    match = coming("t24@reinforcements 3pz@2849", 3)
    play(match, "enter t24 2850")
    assert refused(match, "move t24 2950").rule == "8.1.1"


def test_8_6_3_not_onto_an_enemy() -> None:
    match = coming("t2@reinforcements 3pz@3841")
    assert refused(match, "enter t2 3841").rule == "8.6.3"
    assert rule(match, "enter t2 3846") == ""


def test_8_6_4_enemies_in_every_entry_delay_them_by_a_turn() -> None:
    match = coming("t24@reinforcements 3pz@2850 r24@0505", 1)
    assert refused(match, "enter t24 2850").rule == "8.6.3"
    assert refused(match, "enter t24 2950").rule == "8.6.4"
    play(match, "end")
    assert "delayed" in marks(match, "t24")
    later = coming("t24@reinforcements+delayed 3pz@2850 r24@0505", 2)
    assert {o.split()[2] for o in later.orders("t24")} == {"2750", "2950"}
    play(later, "enter t24 2950")


def test_8_6_4_who_finds_the_entry_free_again_uses_it() -> None:
    match = coming("t24@reinforcements+delayed 3pz@0505", 2)
    assert {o.split()[2] for o in match.orders("t24")} == {"2850"}


def test_8_6_4_a_zone_alone_closes_no_entry() -> None:
    match = coming("t24@reinforcements 3pz@2849", 1)
    assert rule(match, "enter t24 2850") == ""


def test_5_1_3_several_enter_one_hex_if_they_move_on() -> None:
    match = coming("t2@reinforcements t18@reinforcements 3pz@0505")
    play(match, "enter t2 3841", "enter t18 3841")
    assert refused(match, "end").rule == "5.1.3"
    play(match, "move t2 3741", "end")


def test_5_1_3_in_an_enemy_zone_there_must_be_room() -> None:
    match = coming("t2@reinforcements t18@reinforcements 3pz@3741")
    play(match, "enter t2 3841")
    assert refused(match, "enter t18 3841").rule == "5.1.3"


# -- rail ----------------------------------------------------------------------------------------


def test_8_6_5_8_7_1_8_7_2_along_the_line_and_nowhere_else() -> None:
    way, sides = rails(6)
    match = coming("ga6@reinforcements g13@3528 3pz@0505", sides=sides)
    assert refused(match, "rail g13 3528 3428").rule == "8.7.1"
    assert refused(match, "rail ga6 3828 3727").rule == "8.7.2"
    play(match, "rail ga6 " + " ".join(way))
    assert where(match, "ga6") == way[-1]
    assert refused(match, f"move ga6 {way[-2]}").rule == "8.1.1"  # rail is the whole move


def test_8_7_1_a_unit_that_entered_by_itself_goes_by_rail_no_more() -> None:
    way, sides = rails(3)
    match = coming("ga6@reinforcements 3pz@0505", sides=sides)
    play(match, "enter ga6 3828")
    assert refused(match, "rail ga6 " + " ".join(way)).rule == "8.7.1"


@pytest.mark.parametrize(("german", "law"), [("3024", "8.7.3"), ("3023", "")])
def test_8_7_3_no_nearer_than_four_hexes_to_an_enemy(german: str, law: str) -> None:
    way, sides = rails(12)  # to 2728; 3024 and 3128 are three hexes from 3027
    match = coming(f"ga6@reinforcements 3pz@{german}", sides=sides)
    grid = match.g.grid
    near = min(grid.distance(grid.find(hex), grid.find(german)) for hex in way)
    assert near == (4 if german == "3024" else 5)
    nearer = {"3024": "3025", "3023": "3024"}[german]
    match = coming(f"ga6@reinforcements 3pz@{nearer}", sides=sides)
    assert rule(match, "rail ga6 " + " ".join(way)) == law


def test_8_7_4_a7_2_five_units_a_turn() -> None:
    _, sides = rails(3)
    match = coming("ga6@reinforcements 3pz@0505", sides=sides, railed=4)
    play(match, "rail ga6 3828 3728")
    assert state(match).railed == 5
    match = coming("ga6@reinforcements 3pz@0505", sides=sides, railed=5)
    assert refused(match, "rail ga6 3828 3728").rule == "A7.2"
    assert rule(match, "enter ga6 3828") == ""


@pytest.mark.parametrize(("version", "law"), [("new", ""), ("old", "OA7.2")])
def test_a7_2_oa7_2_any_number_of_hexes_or_25(version: str, law: str) -> None:
    way, sides = rails(28)
    match = coming("ga6@reinforcements 3pz@0505", sides=sides, version=version)
    assert rule(match, "rail ga6 " + " ".join(way[:27])) == law  # 26 hexes from the entry
    assert rule(match, "rail ga6 " + " ".join(way[:26])) == ""


def test_a12_0_the_groups_of_turns_1_and_2_do_not_come_by_rail() -> None:
    match = coming("t2@reinforcements 3pz@0505", sides={"3841/3741": ["rail"]})
    assert refused(match, "rail t2 3841 3741").rule == "A12.0"


def test_8_7_2_trains_are_offered() -> None:
    _, sides = rails(4)
    match = coming("ga6@reinforcements 3pz@0505", sides=sides)
    assert "rail ga6 3828 3728 3628" in list(match.orders("ga6"))


def test_8_7_2_the_real_lines_lead_from_the_entries_to_kursk() -> None:
    match = library.start("panzer_keil", "campaign")
    g = state(match)
    g.turn, g.side = 9, "soviet"
    from kursk.games.panzer_keil.reinforcements import by_rail

    for id, entry in (("r71", "3812"), ("r84", "3823"), ("t10", "3837")):
        found = by_rail(g, g.roster.find(id), g.grid.find(entry))
        assert found.hexes >> g.grid.find("2325") & 1


# -- the armies of turn 9 ------------------------------------------------------------------------


def test_a12_0_the_armies_of_turn_9_come_once_they_are_released() -> None:
    assert refused(coming("r71@reinforcements 3pz@0505", 6), "enter r71 3812").rule == "8.6.1"
    match = coming("r71@reinforcements 3pz@0505", 6, released=True)
    assert rule(match, "enter r71 3812") == ""
    assert rule(coming("r71@reinforcements 3pz@0505", 9), "enter r71 3812") == ""


@pytest.mark.parametrize(("option", "released"), [(True, True), (False, False)])
def test_a12_0_kursk_in_german_hands_releases_them(option: bool, released: bool) -> None:
    match = position("3pz@2325 r24@0505", "mechanized", "soviet", turn=4, early_release=option)
    play(match, "end")
    assert state(match).turn == 5 and state(match).released is released


def test_a12_0_seventy_points_release_them() -> None:
    units = "3pz@2702 11pz@2446 6pz@2719 7pz@3617 4pz@3423 r24@0505"  # 20 + 20 + 10 + 10 + 10
    match = position(units, "mechanized", "soviet", turn=3)
    play(match, "end")
    assert state(match).released
    match = position(units.replace("4pz@3423", "4pz@3013"), "mechanized", "soviet", turn=3)
    play(match, "end")
    assert not state(match).released
