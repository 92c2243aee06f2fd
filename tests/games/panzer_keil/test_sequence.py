"""3, 4, A3, A14: the sequence of play."""

from kursk import library
from kursk.testing import play, refused, rule, rules, says
from tests.games.panzer_keil.helpers import marks, position, state


def test_3_0_turn_1_begins_with_the_german_and_his_support() -> None:
    match = library.start("panzer_keil", "campaign")
    assert match.heading() == "Turn 1. German: Support attacks (7.2.2)"
    assert match.g.box.count("reinforcements") == 24


def test_4_0_a3_0_german_then_soviet_then_the_next_turn() -> None:
    match = library.start("panzer_keil", "northern-wall")
    seen = []
    while match.g.turn < 2:
        seen.append((match.g.side, match.phase))
        match.play("end")
    assert seen == [
        ("german", "support"),
        ("german", "movement"),
        ("german", "combat"),
        ("german", "mechanized"),
        ("soviet", "support"),
        ("soviet", "movement"),
        ("soviet", "combat"),
    ]
    assert match.g.side == "german"
    assert match.game.view(match.g, "german").tracks["date"] == "7-8 July"


def test_4_1_supply_comes_first_and_recovery_last() -> None:
    match = position("3pz@2020+disrupted 11pz-@3030 r24@0606", "supply", turn=3)
    assert match.phase == "movement"  # nothing to fire at: nobody is asked
    assert marks(match, "11pz") == set() and marks(match, "3pz") == {"disrupted"}
    play(match, "end", "end", "end")
    assert match.g.side == "soviet" and marks(match, "3pz") == set()


def test_4_1_orders_of_another_phase_name_their_own_rule() -> None:
    match = position("3pz@2020 r24@2021", "combat")
    assert rule(match, "move 3pz 2019") == "8.0"
    assert rule(match, "support 2021 south 1") == "7.2.2"
    assert rule(match, "retreat r24 2022") == "9.7"
    assert rule(match, "march 3pz 2019") == "8.3"
    assert rule(match, "enter t24 2850") == "8.6.1"
    assert rule(match, "fly") == "9.0"
    assert rule(match, "attack 2021") == "9.0"


def test_4_1_a_turn_that_ends_clears_what_belongs_to_it() -> None:
    match = position("3pz@2020 r24@0606", "mechanized", "soviet", air={"german": 1}, railed=5)
    play(match, "end")
    g = state(match)
    assert (g.turn, g.air, g.railed, g.entered) == (4, {}, 0, 0)


def test_2_2_2_markers_take_no_room_and_are_no_units() -> None:
    match = position("167@2020+oos+disrupted 57a@2020+disrupted r24@0606", "movement")
    assert match.check() == [] and len(state(match).pile(state(match).grid.find("2020"))) == 2


def test_a14_0_oa14_0_turns_1_and_2_are_special_in_the_new_version_alone() -> None:
    for version, law in (("new", "A14.3"), ("old", "")):
        match = position("3pz@2020 r24@0606", "movement", turn=2, version=version)
        way = " ".join(f"20{row:02}" for row in range(19, 9, -1))
        assert rule(match, f"march 3pz {way}") == law


def test_oa14_0_in_the_old_version_a_1d_of_turn_1_is_a_1d() -> None:
    match = position("3pz@2020 r24@2021", "support", turn=1, version="old")
    play(match, "support 2021 south 5", "end", "roll 6")
    assert match.actor == "german" and match.prompt.startswith("Retreat the enemy's")


def test_a14_2_turn_1_soviets_farther_than_four_hexes_from_a_german_stay() -> None:
    match = position("3pz@2020 r24@2024 r111@2025 t3@1620", "movement", "soviet", turn=1)
    assert rule(match, "move r24 2124") == ""
    assert refused(match, "move r111 2125").rule == "A14.2"
    assert rule(match, "move t3 1720") == ""


def test_a14_2_reinforcements_move_on_turn_1() -> None:
    match = position("3pz@0505 t24@reinforcements", "movement", "soviet", turn=1)
    play(match, "enter t24 2850")
    assert rule(match, "move t24 2849") == ""


def test_a14_2_turn_1_the_set_up_freezes_21_soviets() -> None:
    match = library.start("panzer_keil", "campaign")
    while match.g.side == "german":
        match.play("end")
    match.play("end")  # support
    frozen = [
        match.g.unit(u).id
        for u in match.g.on_map("soviet")
        if rule(match, f"move {match.g.unit(u).id} 0101") == "A14.2"
    ]
    assert len(frozen) == 21 and {"t9", "t16"} <= set(frozen)


def test_a14_2_turn_1_a_corps_may_move_once_a_german_has_come_within_four() -> None:
    match = library.start("panzer_keil", "campaign")
    play(match, "end", "end", "end", "end", "end")
    assert refused(match, "move t16 2217").rule == "A14.2"
    near = position("t16@2216 12pz@2212", "movement", "soviet", turn=1)
    assert rule(near, "move t16 2217") == ""


def test_a14_2_no_soviet_mechanized_movement_on_turns_1_and_2() -> None:
    for turn, law in ((1, "A14.2"), (2, "A14.2"), (3, "")):
        match = position("t3@2020 3pz@2023", "mechanized", "soviet", turn=turn)
        assert rule(match, "move t3 2019") == law


def test_a14_2_german_mechanized_movement_on_turn_1() -> None:
    match = position("3pz@2020 r24@0606", "mechanized", turn=1)
    assert rule(match, "move 3pz 2019") == ""


def test_a14_3_no_forced_march_on_turns_1_and_2_for_either_side() -> None:
    way = " ".join(f"20{row:02}" for row in range(19, 9, -1))
    for side, id in (("german", "3pz"), ("soviet", "t3")):
        match = position(
            f"{id}@2020 {'r24' if id == '3pz' else '57a'}@2023", "movement", side, turn=2
        )
        assert refused(match, f"march {id} {way}").rule == "A14.3"


def test_5_3_recovery_is_told() -> None:
    match = position("3pz@2020+repulsed 11pz@2030+disrupted r24@0606", "recovery")
    assert marks(match, "3pz") == {"disrupted"} and marks(match, "11pz") == set()
    match = position("3pz@2020 11pz@2030+disrupted r24@0606", "mechanized")
    play(match, "end")
    assert "11.1" in rules(match) and any("recover" in line for line in says(match))
