"""§Combat Table: odds, defence factors, column shifts."""

import pytest

from kursk.server.whatif import battle
from tests.games.coatney_kursk.helpers import play, position, receipt, refused, rule, shift

LINE = {"J8": ["fort russian"]}
FACES = {
    "J8>I7": ["fort russian"], "J8>I8": ["fort russian"],
    "J8>J7": ["flank russian"], "J8>J9": ["flank russian"],
}  # fmt: skip


def odds(attack: int, defence: int) -> str:
    match = position(f"a:korps:{attack}/5@I7 d:army:3/{defence}@J8", "allocation")
    return receipt(match, "attack J8 with a").column


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [(9, 4, "2:1"), (7, 4, "3:2"), (4, 9, "1:3"), (27, 4, "5:1"), (3, 15, "1:5"), (36, 5, "7:1"),
     (6, 1, "5:1"), (4, 4, "1:1")],
)  # fmt: skip
def test_combat_table_odds_are_rounded_for_the_defender(
    attack: int, defence: int, column: str
) -> None:
    assert odds(attack, defence) == column


def test_combat_table_below_1_5_nobody_attacks() -> None:
    match = position("a:korps:2/5@I7 d:army:3/11@J8", "allocation")
    assert rule(match, "attack J8 with a") == "§Combat Table"
    assert receipt(match, "attack J8 with a").column == "1:6"


def test_combat_table_past_7_1_no_die_is_rolled() -> None:
    match = position("a:korps:40/5@I7 d:army:3/5@J8", "allocation")
    assert receipt(match, "attack J8 with a").column == "over 7:1"
    play(match, "attack J8 with a", "end", "resolve J8")
    assert match.actor == "german" and match.view().boxes["eliminated"]


def test_combat_table_a_shift_past_7_1_needs_no_die_either() -> None:
    match = position("a:korps:35/5@I7 d:army:3/5@J8+disrupted", "allocation")
    play(match, "attack J8 with a", "end", "resolve J8")
    assert match.actor == "german"


def test_river_more_than_half_on_the_defenders_side() -> None:
    sides = {"I7/J8": ["river"]}
    match = position("a:korps:5/5@I7 b:korps:6/5@I8 d:army@J8", "allocation", sides=sides)
    assert shift(receipt(match, "attack J8 with a,b"), "Across") == 0
    match = position("a:korps:5/5@I7 b:korps:5/5@I8 d:army@J8", "allocation", sides=sides)
    assert shift(receipt(match, "attack J8 with a,b"), "Across") == -1
    assert shift(receipt(match, "attack J8 with b"), "Across") == 0


def test_entrenchment_forest_hill_and_disrupted_units_keep_their_ground() -> None:
    match = position(
        "a:korps:9/5@I7 d:army@J8+entrenched+disrupted",
        "allocation",
        hexes={"J8": ["forest"]},
    )
    found = receipt(match, "attack J8 with a")
    assert found.totals == ("9", "6") and found.net == 1
    assert {line.rule for line in found.defence} == {"§Combat Table", "§Entrenchment", "§Forest"}


def test_hill_one_unit_whatever_it_is() -> None:
    match = position("a:korps:9/5@I7 d:tank_army@J8 e:tank_corps@J8", "allocation",
                     hexes={"J8": ["hill"]})  # fmt: skip
    assert receipt(match, "attack J8 with a").totals[1] == "6"


def test_forest_one_infantry_unit_and_no_tanks() -> None:
    hexes = {"J8": ["forest"]}
    match = position("a:korps:9/5@I7 d:army@J8 e:army@J8", "allocation", hexes=hexes)
    assert receipt(match, "attack J8 with a").totals[1] == "9"
    match = position("a:korps:9/5@I7 d:tank_army@J8", "allocation", hexes=hexes)
    assert receipt(match, "attack J8 with a").totals[1] == "4"


def test_major_city_as_many_as_infantry_has_factors() -> None:
    hexes = {"J8": ["major city"]}
    for units, total in (("d:army:1/1@J8", "2"), ("d:army@J8", "6"), ("d:tank_army@J8", "4")):
        match = position(f"a:korps:9/5@I7 {units}", "allocation", hexes=hexes)
        assert receipt(match, "attack J8 with a").totals[1] == total


def test_disrupted_units_are_read_a_column_higher() -> None:
    match = position("a:korps:8/5@I7 d:army@J8+disrupted", "allocation")
    found = receipt(match, "attack J8 with a")
    assert (found.odds, found.column, shift(found, "All defenders")) == ("2:1", "3:1", 1)


def test_disrupted_units_beside_others_have_their_own_reading() -> None:
    match = position("a:korps:16/5@I7 d:army@J8+disrupted e:army@J8", "allocation")
    found = receipt(match, "attack J8 with a")
    assert found.column == "2:1" and "next column, 3:1" in found.note
    assert {o.result for o in found.outcomes} >= {"D1, disrupted D2", "-, disrupted X"}


def test_panzerkeil_through_the_side_it_points_at() -> None:
    units = "pk47@I7 tiger505@I7 d:army@J8"
    match = position(units, "allocation", wedges={"pk47": "J8"})
    found = receipt(match, "attack J8 with pk47,tiger505")
    assert shift(found, "Panzerkeil, through") == 1
    match = position(units, "allocation", wedges={"pk47": "J7"})
    assert shift(receipt(match, "attack J8 with pk47,tiger505"), "Panzerkeil, through") == 0


def test_panzerkeil_attacks_with_its_tigers_or_not_at_all() -> None:
    match = position("pk47@I7 tiger505@I7 d:army@J8", "allocation", wedges={"pk47": "J8"})
    assert shift(receipt(match, "attack J8 with pk47"), "Panzerkeil, through") == 0


def test_panzerkeil_two_on_one_target_add_up() -> None:
    match = position(
        "pk47@I7 tiger505@I7 pk41@I8 ferd@I8 d:army:3/9@J8",
        "allocation",
        wedges={"pk47": "J8", "pk41": "J8"},
    )
    found = receipt(match, "attack J8 with pk47,tiger505,pk41,ferd")
    assert shift(found, "Panzerkeil, through") == 2


@pytest.mark.parametrize(
    ("froms", "columns"),
    [("I8", -1), ("I7", -1), ("I7 I8", -1), ("I7 J9", -1), ("I7 K8", 0), ("K8", 0), ("I7 J7 K8", 0),
     ("I8 K7", 1), ("J7 K7", 1)],
)  # fmt: skip
def test_panzerkeil_attacked_from_front_and_flanks(froms: str, columns: int) -> None:
    """It stands in J8 and points at I8: front I8, flanks I7 and J9, rear flanks J7, K8, rear K7."""
    units = " ".join(f"r{n}:army:6/4@{hex}" for n, hex in enumerate(froms.split()))
    match = position(f"ss2@J8 {units}", "allocation", "russian", wedges={"ss2": "I8"})
    ids = ",".join(f"r{n}" for n, _ in enumerate(froms.split()))
    assert shift(receipt(match, f"attack J8 with {ids}"), "Panzerkeil attacked") == columns


def test_panzerkeil_front_flank_and_rear_is_a_column_up() -> None:
    match = position(
        "ss2@J8 a:army:6/4@I8 b:army:6/4@I7 c:army:6/4@K7",
        "allocation",
        "russian",
        wedges={"ss2": "I8"},
    )
    assert shift(receipt(match, "attack J8 with a,b,c"), "Panzerkeil attacked") == 1


def test_russian_lines_two_in_front_and_none_beside() -> None:
    match = position(
        "a:korps:9/5@I7 b:korps:9/5@J9 d:army@J8", "allocation", hexes=LINE, sides=FACES
    )
    assert receipt(match, "attack J8 with a").totals[1] == "6"
    assert receipt(match, "attack J8 with a,b").totals[1] == "4"


def test_fortification_lines_from_behind_have_no_strength() -> None:
    match = position("a:korps:9/5@K8 d:army@J8", "allocation", hexes=LINE, sides=FACES)
    assert receipt(match, "attack J8 with a").totals[1] == "4"


def test_german_lines_two_in_front_one_beside() -> None:
    match = position("a:army:9/5@J9 b:army:9/5@J8 d:korps@I8", "allocation", "russian", real=True)
    assert receipt(match, "attack I8 with a,b").totals[1] == "6"
    match = position("a:army:9/5@J9 b:army:9/5@H9 d:korps@I8", "allocation", "russian", real=True)
    assert receipt(match, "attack I8 with a,b").totals[1] == "5"
    match = position("a:army:9/5@J9 b:army:9/5@H8 d:korps@I8", "allocation", "russian", real=True)
    assert receipt(match, "attack I8 with a,b").totals[1] == "4"


def test_german_lines_behind_the_first_need_a_unit() -> None:
    match = position("a:army:9/5@F7 d:korps@F6", "allocation", "russian", real=True)
    assert receipt(match, "attack F6 with a").totals[1] == "5"
    match = position("a:army:9/5@F7", "allocation", "russian", real=True)
    assert rule(match, "attack F6 with a") == "§General Rule"


def test_russian_lines_second_and_third_give_one_with_a_unit_there() -> None:
    match = position("a:korps:9/5@J8 d:army@K8", "allocation", real=True)
    assert receipt(match, "attack K8 with a").totals[1] == "5"
    match = position("a:korps:9/5@K7 d:army@L8", "allocation", real=True)
    assert receipt(match, "attack L8 with a").totals[1] == "7"  # and 2 for the city


def test_fortification_lines_an_empty_first_line_hex_is_attacked() -> None:
    match = position("a:korps:9/5@I7", "allocation", real=True)
    assert receipt(match, "attack J8 with a").totals[1] == "2"


def test_fortification_lines_without_strength_are_not_attacked_but_entered() -> None:
    match = position("a:korps:9/5@K8", "allocation", real=True)
    assert refused(match, "attack J8 with a").rule == "§Fortification Lines"


def test_general_rule_one_combat_on_two_hexes() -> None:
    match = position("a:army:4/4@J8 b:army:4/4@J8 d:korps@I7 e:korps@I8", "allocation", "russian")
    found = receipt(match, "attack I7,I8 with a,b")
    assert (found.totals, found.column) == (("8", "8"), "1:1")


def test_general_rule_all_attackers_are_next_to_every_hex() -> None:
    match = position("a:army@J8 b:army@J9 d:korps@I7 e:korps@I8", "allocation", "russian")
    assert rule(match, "attack I7,I8 with a,b") == "§General Rule"


def test_supply_one_hungry_attacker_costs_a_column() -> None:
    """b is shut in between two armies."""
    units = "a:korps:6/5@I7 b:division:6/5@K8 d:army@J8 e:army@L9"
    match = position(units, "allocation")
    assert shift(receipt(match, "attack J8 with a,b"), "An attacker") == -1
    assert shift(receipt(match, "attack J8 with a"), "An attacker") == 0


def test_supply_hungry_defenders_give_a_column() -> None:
    match = position("a:korps@A15 b:korps@B15 c:korps@B16 d:army@A16", "allocation")
    assert shift(receipt(match, "attack A16 with a"), "Defenders without") == 0  # on its own edge
    ring = "p:korps@I6 q:korps@I9 r:korps@L8 s:korps@L9 t:korps@J5 u:korps@J10"
    match = position(f"{ring} a:korps@I7 d:army@J8", "allocation")
    assert shift(receipt(match, "attack J8 with a"), "Defenders without") == 1


def test_artillery_korps_alone_bring_no_more_than_d() -> None:
    match = position("g:artillery:12/1@J8+emplaced d:korps@I8", "allocation", "russian")
    found = receipt(match, "attack I8 with g")
    assert found.column == "3:1" and {o.result for o in found.outcomes} == {"X", "D"}


def test_pressed_attack_is_shown_die_by_die() -> None:
    match = position("a:korps:8/5@I7 d:army@J8", "allocation")
    play(match, "attack J8 with a", "end")
    plain, pressed = (receipt(match, f"{verb} J8") for verb in ("resolve", "press"))
    by_die = {die: o.result for o in pressed.outcomes for die in o.rolls}
    assert plain.column == pressed.column == "2:1"
    assert by_die == {1: "AD", 2: "X", 3: "D", 4: "D2", 5: "D2", 6: "DE"}


# -- what the choices of a battle would change --------------------------------------------


def test_pressed_attack_tells_its_columns_before_it_is_chosen() -> None:
    match = position("a:korps:8/5@I7 d:army@J8", "allocation")
    play(match, "attack J8 with a", "end")
    read = "4 to 6 are read in 3:1, 1 to 3 in 3:2 (§Pressed Attack!)."
    assert receipt(match, "resolve J8").note == f"If pressed {read}"
    assert receipt(match, "press J8").note == f"Pressed: {read}"
    match = position("a:army:8/5@J8 d:korps@I8", "allocation", "russian")
    play(match, "attack I8 with a", "end")
    assert "1 to 3 in 1:1" in receipt(match, "resolve I8").note


def test_no_retreat_shows_what_it_makes_of_d1_and_d2() -> None:
    match = position("a:korps:8/5@I7 d:army@J8", "allocation")
    play(match, "attack J8 with a", "end", "resolve J8")
    stand, decline = receipt(match, "stand d"), receipt(match, "decline")
    assert {o.result: o.instead for o in stand.outcomes if o.instead} == {
        "D1": ("D",),
        "D2": ("DE",),
    }
    assert not any(o.instead for o in decline.outcomes)
    assert "may force an exchange after the die" in stand.note


def test_surrounded_defenders_are_named_in_the_receipt() -> None:
    match = position("a:korps:4/5@I7 b:korps:4/5@K8 d:army@J8", "allocation")
    play(match, "attack J8 with a,b", "end")
    assert "Without retreat: d" in receipt(match, "resolve J8").note
    play(match, "resolve J8")
    assert "(§Surrounded)" in receipt(match, "decline").note


def test_forced_exchange_before_the_die_shows_every_price() -> None:
    match = position("a:army:8/5@J8 d:korps@I8", "allocation", "russian")
    play(match, "attack I8 with a", "end", "resolve I8", "stand d")
    prices = {o.result: o.instead[0] for o in receipt(match, "force").outcomes if o.instead}
    assert prices == {"D1": "X", "D": "1½ X", "D2": "DE"}
    assert "D1 is an exchange at par" in receipt(match, "force").note


def test_forced_exchange_after_the_die_shows_what_it_costs() -> None:
    match = position("a:korps:6/5@I7 b:korps:6/5@I8 d:army@J8", "allocation")
    play(match, "attack J8 with a,b", "end", "resolve J8", "stand d", "roll 2")
    found = receipt(match, "force")
    assert [(o.result, o.chance) for o in found.outcomes] == [("D", "1")]
    assert "The die says D: d for 6 factors." in found.note
    assert match.prompt == "The die says D: d for 6 factors. Force an exchange in J8?"


def test_surrounded_is_told_before_an_attack_is_allocated() -> None:
    match = position("a:korps:9/5@I7 b:korps:9/5@K8 d:army:3/4@J8", "allocation")
    assert "Without retreat: d" in receipt(match, "attack J8 with a,b").note
    free = position("a:korps:9/5@I7 d:army:3/4@J8", "allocation")
    assert "Without retreat" not in receipt(free, "attack J8 with a").note
    play(match, "attack J8 with a,b", "end", "resolve J8", "decline", "roll 4")
    assert match.g.at[match.g.roster.find("d")] < 0, "D2 was DE"


def test_ferdinands_and_panthers_are_told_by_the_odds() -> None:
    match = position("pk41@I7 ferd@I7 panther@I8 d:army:3/5@J8", "allocation")
    told = receipt(match, "attack J8 with pk41,ferd,panther").note
    assert "AD eliminates ferd (§Ferdinands)" in told
    assert "AD eliminates panther (§Panthers)" in told
    assert "AD eliminates" not in receipt(match, "attack J8 with pk41").note
    match = position("pk41@J8 ferd@J8 panther@J8 a:army@I7", "allocation", "russian")
    told = receipt(match, "attack J8 with a").note
    assert "D or worse eliminates ferd (§Ferdinands)" in told
    assert "D2 eliminates panther (§Panthers)" in told


def test_artillery_korps_and_hungry_attackers_are_told_by_the_odds() -> None:
    match = position("a:korps@I7 art4@J8 art2@J9+emplaced d:army@J8 e:army@J9", "allocation")
    assert "D2 or worse eliminates art4 (" in receipt(match, "attack J8 with a").note
    match = position("a:korps@I8 art2@J9+emplaced e:army@J9", "allocation")
    told = receipt(match, "attack J9 with a").note
    assert "D1 or worse eliminates art2, unless the hex is held (§Artillery Korps)" in told
    assert "Without supply" not in told
    ring = " ".join(f"r{n}:army@{hex}" for n, hex in enumerate(("J9", "H8", "I6")))
    match = position(f"a:korps:9/5@I7 {ring} d:army@J8", "allocation")
    assert "disrupted afterwards: a (§Supply)" in receipt(match, "attack J8 with a").note


def test_edge_of_the_world_is_told_by_the_odds() -> None:
    match = position("a:korps:9/5@B4 b:korps:9/5@B5 d:army:3/4@A4", "allocation")
    assert "lost if driven: d (§Edge of the World)" in receipt(match, "attack A4 with a,b").note
    play(match, "attack A4 with a,b", "end", "resolve A4", "decline", "roll 4", "drive 1")
    play(match, "eliminate d")
    assert match.g.at[match.g.roster.find("d")] < 0


def test_fortification_lines_the_odds_tell_what_becomes_of_an_empty_one() -> None:
    match = position("pk47@I7", "allocation", hexes=LINE, sides=FACES)
    told = {o.result: o.follows for o in receipt(match, "attack J8 with pk47").outcomes}
    assert told["DE"] == told["D2"] == told["D1"] == "the line at J8 is taken"
    assert told["D"] == "nothing happens"
    assert told["X"].startswith("the line at J8 is taken for 2 attacking factors")
    play(match, "attack J8 with pk47", "end", "resolve J8", "roll 1")
    assert list(match.orders()) == ["exchange line for pk47", "decline"]
    german = {"J8>I7": ["fort german"], "J8>I8": ["fort german"]}
    match = position(
        "a:army:6/5@I7", "allocation", "russian", hexes={"J8": ["fort german"]}, sides=german
    )
    told = {o.result: o.follows for o in receipt(match, "attack J8 with a").outcomes}
    assert told["D1"] == "nothing happens" and told["D2"] == "the line at J8 is taken"
    wet = {**FACES, "I7/J8": ["river"]}  # 1:3
    match = position("a:division:1/5@I7", "allocation", hexes=LINE, sides=wet)
    told = {o.result: o.follows for o in receipt(match, "attack J8 with a").outcomes}
    assert told["X"] == "nothing happens: the attacker cannot pay"


def test_panzerkeil_stands_in_what_would_be_if_somebody_attacked() -> None:
    units = "pk47@I7 tiger505@I7 a:army:9/5@J8"
    match = position(units, "movement", wedges={"pk47": "J8"})
    found = battle(match, "russian", "I7", {"a": "J8"}).receipt
    assert found is not None and shift(found, "Panzerkeil attacked") == -1
    found = battle(match, "german", "J8", {"pk47": "I7", "tiger505": "I7"}).receipt
    assert found is not None and shift(found, "Panzerkeil, through") == 1
    found = battle(match, "german", "J8", {"pk47": "I8", "tiger505": "I8"}).receipt
    assert found is not None and shift(found, "Panzerkeil, through") == 1, "it points there still"
    found = battle(match, "german", "J8", {"pk47": "I8"}).receipt
    assert found is not None and shift(found, "Panzerkeil, through") == 0, "without its Tigers"
