"""§General Rule: allocation, compulsory attacks, cancelling."""

from tests.games.coatney_kursk.helpers import play, position, receipt, refused, rule, state, where

# A Russian in J8 next to a German in I7 and a korps in I8 that is next to both.
KORPS = "r:army:12/4@J8 s:army:12/4@J9 a:korps@I7 b:korps@I8"


def test_general_rule_nobody_has_to_attack() -> None:
    match = play(position(KORPS, "allocation", "russian"), "end")
    assert match.phase == "movement" and state(match).impulse == 2


def test_general_rule_german_korps_support_each_other() -> None:
    match = play(position(KORPS, "allocation", "russian"), "attack I7 with r")
    why = refused(match, "end")
    assert why.rule == "§General Rule" and why.hexes == ("I8",)
    play(match, "attack I8 with s", "end")
    assert set(match.orders()) >= {"resolve I7", "resolve I8"}


def test_general_rule_the_receipt_tells_what_an_attack_obliges_to() -> None:
    found = receipt(position(KORPS, "allocation", "russian"), "attack I7 with r")
    assert found.note == "Must be attacked as well: I8 (§General Rule)."


def test_general_rule_a_disrupted_korps_supports_nobody() -> None:
    units = KORPS.replace("b:korps@I8", "b:korps@I8+disrupted")
    play(position(units, "allocation", "russian"), "attack I7 with r", "end")


def test_general_rule_divisions_and_hungarians_support_nobody() -> None:
    match = position("r:army:12/4@J8 a:korps@I7 b:division@I8", "allocation", "russian")
    play(match, "attack I7 with r", "end")
    match = position("r:army:12/4@J8 a:korps@I7 hung@I8", "allocation", "russian")
    play(match, "attack I7 with r", "end")


def test_general_rule_a_korps_that_is_not_next_to_the_attacker_supports_nobody() -> None:
    match = position("r:army:12/4@J8 a:korps@I7 b:korps@H8", "allocation", "russian")
    play(match, "attack I7 with r", "end")


def test_general_rule_one_attack_may_be_aimed_at_both() -> None:
    match = position(KORPS, "allocation", "russian")
    play(match, "attack I7,I8 with r", "end", "resolve I7,I8")


def test_general_rule_no_1_5_for_the_supporter_no_attack_at_all() -> None:
    """The korps in I8 must be attacked, and 1 against 9 is too little."""
    units = "r:army:12/4@J8 s:army:1/4@J9 a:korps@I7 b:korps:3/9@I8"
    match = play(position(units, "allocation", "russian"), "attack I7 with r")
    assert rule(match, "attack I8 with s") == "§Combat Table"
    assert rule(match, "end") == "§General Rule"
    assert list(match.orders()) == ["drop I7"]
    play(match, "drop I7", "end")


def test_general_rule_russian_armies_support_each_other_behind_their_line() -> None:
    """On the map: J8 from I7; the army in J7 is on the line, next to both."""
    units = "pk47@I7 pk46@I6 a13@J8 a70@J7"
    match = play(position(units, "allocation", real=True), "attack J8 with pk47")
    assert refused(match, "end").hexes == ("J7",)
    play(match, "attack J7 with pk46", "end")


def test_general_rule_russian_armies_without_a_line_support_nobody() -> None:
    play(position("pk47@I7 a13@J8 a70@J7", "allocation"), "attack J8 with pk47", "end")


def test_general_rule_an_army_directly_behind_the_line_supports() -> None:
    """The line hex J8 faces I8; the army in J9 stands at its back, next to attacker and target."""
    hexes, sides = {"J8": ["fort russian"]}, {"J8>I8": ["fort russian"]}
    units = "a:korps:12/5@I8 d:army@J8 e:army@J9"
    match = position(units, "allocation", hexes=hexes, sides=sides)
    play(match, "attack J8 with a")
    assert refused(match, "end").hexes == ("J9",)
    play(match, "drop J8", "attack J8,J9 with a", "end")


def test_german_lines_support_each_other_where_no_korps_defends() -> None:
    """E8 and E9 are line hexes; D9 is next to both."""
    match = position("r:army:12/4@D9 s:army:12/4@D10", "allocation", "russian", real=True)
    play(match, "attack E8 with r")
    assert refused(match, "end").hexes == ("D8", "E9")


def test_german_lines_oblige_to_no_korps_and_korps_to_no_line() -> None:
    match = position("r:army:12/4@D9 a:korps@E9 b:korps@D8", "allocation", "russian", real=True)
    play(match, "attack E8 with r", "end")
    match = position("r:army:12/4@D9 a:korps@E9", "allocation", "russian", real=True)
    play(match, "attack E9 with r", "end")


def test_general_rule_axis_attacks_may_be_cancelled() -> None:
    match = position("a:korps:9/5@I7 d:army@J8", "allocation")
    play(match, "attack J8 with a", "end", "cancel J8")
    assert match.phase == "movement"  # Blitzkrieg: it has neither moved nor attacked
    assert any(order.startswith("move a ") for order in match.orders("a"))


def test_general_rule_an_attack_that_another_requires_is_not_cancelled() -> None:
    units = "pk47@I7 pk46@I6 a13@J8 a70@J7"
    match = position(units, "allocation", real=True)
    play(match, "attack J8 with pk47", "attack J7 with pk46", "end")
    assert refused(match, "cancel J7").rule == "§General Rule"
    play(match, "resolve J8", "decline", "roll 1")
    assert rule(match, "cancel J7") == "§General Rule"


def test_general_rule_what_a_cancelled_attack_required_may_be_cancelled() -> None:
    units = "pk47@I8 pk46@I6 a13@J8 a70@J7"
    match = position(units, "allocation", real=True)
    play(match, "attack J8 with pk47", "attack J7 with pk46", "end", "cancel J7", "cancel J8")
    assert match.phase == "movement"


def test_general_rule_russian_attacks_are_never_cancelled() -> None:
    match = position("r:army:12/4@J8 d:korps@I7", "allocation", "russian")
    play(match, "attack I7 with r", "end")
    assert refused(match, "cancel I7").rule == "§General Rule"


def test_general_rule_all_are_allocated_before_one_is_resolved() -> None:
    match = position("a:korps:9/5@I7 b:korps:9/5@G2 d:army@J8 e:army@G3", "allocation")
    play(match, "attack J8 with a")
    assert rule(match, "resolve J8") == "§General Rule"
    play(match, "attack G3 with b", "end")
    assert rule(match, "attack G3 with a") == "§General Rule"
    assert rule(match, "end") == "§General Rule"


def test_general_rule_a_unit_attacks_once_and_a_hex_is_attacked_once() -> None:
    match = position("a:korps:9/5@I7 b:korps:9/5@I7 d:army@J8 e:army@J7", "allocation")
    play(match, "attack J8 with a")
    assert rule(match, "attack J8 with b") == "§General Rule"
    assert rule(match, "attack J7 with a") == "§General Rule"
    play(match, "attack J7 with b", "end")


def test_general_rule_units_of_one_hex_may_attack_different_hexes_or_none() -> None:
    match = position("a:korps:9/5@I7 b:korps:9/5@I7 d:army@J8", "allocation")
    play(match, "attack J8 with a", "end")


def test_general_rule_only_next_to_the_enemy_and_only_own_units() -> None:
    match = position("a:korps:9/5@H7 d:army@J8", "allocation")
    assert rule(match, "attack J8 with a") == "§General Rule"
    assert rule(match, "attack J9 with a") == "§General Rule"
    assert rule(match, "attack J8 with d") == "§General Rule"
    assert rule(match, "attack J8 with a,a") == "§General Rule"


def test_disrupted_units_do_not_attack() -> None:
    match = position("a:korps:9/5@I7+disrupted d:army@J8", "allocation")
    assert rule(match, "attack J8 with a") == "§Disrupted Units"


def test_movement_bonus_bars_from_attacking() -> None:
    match = position("a:korps:9/5@I7+marched d:army@J8", "allocation")
    assert rule(match, "attack J8 with a") == "§Movement Bonus"


def test_blitzkrieg_is_for_those_who_have_done_nothing() -> None:
    match = position("a:korps:9/5@I7+done d:army@J8", "allocation", impulse=2)
    assert rule(match, "attack J8 with a") == "§Blitzkrieg"
    match = position("a:korps:9/5@I7+done d:army@J8", "movement", impulse=2)
    assert rule(match, "move a I6") == "§Blitzkrieg"


def test_artillery_korps_attack_only_emplaced() -> None:
    match = position("g:artillery@J8 d:korps@I8", "allocation", "russian")
    assert rule(match, "attack I8 with g") == "§Artillery Korps"


def test_river_a_tank_needs_a_factor_to_attack_across() -> None:
    sides = {"I7/J8": ["river"]}
    for spent, wanted in ((4, "§River"), (3, "")):
        match = position(
            "a:panzerkorps@I7+moved d:army@J8", "allocation", sides=sides, spent={"a": spent}
        )
        assert rule(match, "attack J8 with a") == wanted
    match = position("a:panzerkorps@I7 d:army@J8", "allocation", sides=sides)
    play(match, "attack J8 with a", "end")


def test_general_rule_a_hex_that_was_left_is_attacked_by_nobody() -> None:
    match = position(KORPS, "resolution", "russian", battles=["attack I7 with r"])
    play(match, "resolve I7", "decline")
    assert where(match, "a") == "I7"


def test_general_rule_where_nothing_is_left_to_attack_the_end_is_offered_first() -> None:
    match = position("a:korps:9/5@I7 d:army@J8", "allocation")
    assert match.orders()[-1] == "end"
    assert list(play(match, "attack J8 with a").orders()) == ["end", "drop J8"]
