"""§General Rule, §DE: what is cancelled, what results come to, battles that others change."""

from tests.games.coatney_kursk.helpers import (
    battle,
    marked,
    play,
    position,
    receipt,
    refused,
    rule,
    state,
    ways,
    where,
)


def test_sequence_g4_who_is_not_attacked_after_all_recovers() -> None:
    """An attack that is cancelled is none: step 3 is made up for."""
    match = position("a:korps:3/5@I7 a13@J8+disrupted ga6@J8+disrupted", "allocation")
    play(match, "attack J8 with a", "end")
    assert marked(match, "a13")
    play(match, "cancel J8")
    assert not marked(match, "a13") and marked(match, "ga6")  # Guards wait for step R8


def test_recovery_after_a_cancelled_attack_not_without_supply() -> None:
    ring = "p:korps@I6 q:korps@I9 r:korps@L8 s:korps@L9 t:korps@J5 u:korps@J10"
    match = position(f"{ring} a:korps:3/5@I7 a13@J8+disrupted", "allocation")
    assert marked(play(match, "attack J8 with a", "end", "cancel J8"), "a13")


def test_sequence_g5_a_cancelled_blitzkrieg_lets_nobody_recover() -> None:
    match = position("a:korps:3/5@I7 a13@J8+disrupted", "allocation", impulse=2)
    assert marked(play(match, "attack J8 with a", "end", "cancel J8"), "a13")


def test_recovery_in_a_position_that_begins_with_the_battles() -> None:
    """Who is attacked again and not disrupted anew recovers, though the file does not mark him."""
    units, battles = "a:korps:3/5@I7 a13@J8+disrupted", ["attack J8 with a"]
    match = position(units, "resolution", battles=battles)
    assert not marked(play(match, "resolve J8", "decline", "roll 2"), "a13")
    match = position(units, "resolution", battles=battles, impulse=2)
    assert marked(play(match, "resolve J8", "decline", "roll 2"), "a13")


# -- what a result comes to -------------------------------------------------------------


RING = "p:korps@L8 q:korps@J10"  # with them nobody in J8 can retreat


def test_de_of_a_surrounded_defender_is_a_breakthrough_too() -> None:
    """D2 counts as DE: the Panzerkeil advances as after DE, and attacks once more."""
    units = f"pk47@I7 tiger505@I7 d:army@J8 e:army:3/1@H8 {RING}"
    match = position(units, "allocation", wedges={"pk47": "J8"})
    assert receipt(match, "attack J8 with pk47,tiger505").column == "4:1"
    battle(match, "attack J8 with pk47,tiger505", "decline", "roll 3")  # D2
    assert where(match, "d") == "eliminated"
    play(match, "stay")
    assert match.prompt.endswith("attack once more, or decline.")


def test_de_by_no_retreat_orders_frees_the_advance_of_zones() -> None:
    """e in J9 has zones in I8 and J8; after DE infantry does not heed them."""
    units = "b:korps:8/5@I8 d:army@J8 e:army@J9"
    match = battle(position(units, "allocation"), "attack J8 with b", "stand d", "roll 6")
    assert where(match, "d") == "eliminated" and "J8" in ways(match, "b")


def test_dn_one_of_two_who_stands_makes_no_breakthrough() -> None:
    units = "ss2@I7 d:army:3/2@J8 e:army:3/2@J8 f:army:3/1@H8"
    match = position(units, "allocation", wedges={"ss2": "J8"})
    battle(match, "attack J8 with ss2", "stand d", "roll 4")  # 9 to 4, up to 3:1: D2
    assert where(match, "d") == "eliminated"
    play(match, "drive 1", "retreat e K8", "stay")
    assert match.phase == "movement"


def test_disrupted_units_of_one_hex_of_two_have_their_own_result() -> None:
    """4 to 8, a 4: a dash for e, D for the disrupted d, whose hex may be advanced into; 8 to 8,
    a 4: D for e, D1 for d, whose line is taken.
    """
    units = "a:panzerkorps:4/5@I8 d:guards:3/4@J8+disrupted e:army@J9"
    match = battle(position(units, "allocation"), "attack J8,J9 with a", "decline", "roll 4")
    assert match.able() == ["d"]
    assert ways(play(match, "retreat d K7"), "a") == {"J8"}
    hexes, sides = {"J8": ["fort russian"]}, {"J8>K8": ["fort russian"]}
    match = position(units.replace("4/5", "8/5"), "allocation", hexes=hexes, sides=sides)
    battle(match, "attack J8,J9 with a", "decline", "roll 4", "drive 1", "retreat d K7", "stay e")
    assert match.view().tracks["lines"]["russian"] == []


# -- breakthroughs ----------------------------------------------------------------------


def test_general_rule_what_a_second_attack_requires_is_not_cancelled() -> None:
    """From J8 the second attack on K8 needs the one on K7, which waits."""
    units = "pk47@I7 tiger505@I7 d:army:3/1@J8 e:army:3/1@K8 f:army@K7 b:korps:9/5@K6"
    match = position(units, "allocation", real=True, wedges={"pk47": "J8"})
    play(match, "attack J8 with pk47,tiger505", "attack K7 with b", "end", "resolve J8", "decline")
    play(match, "roll 6", "advance pk47 J8", "advance tiger505 J8", "stay")
    assert "cancel K7" in play(match.copy(), "decline").orders()
    play(match, "attack K8 with pk47,tiger505", "decline", "roll 2", "drive 0")
    assert "requires" in refused(match, "cancel K7").says


def test_general_rule_what_a_joined_attack_requires_is_not_cancelled() -> None:
    """Joining K8 from J8 obliges to K7, too."""
    units = "pk47@I7 tiger505@I7 d:army:3/1@J8 e:army@K8 f:army@K7 b:korps:9/5@K6 c:korps:9/5@L9"
    match = position(units, "allocation", real=True, wedges={"pk47": "J8"})
    play(match, "attack J8 with pk47,tiger505", "attack K7 with b", "attack K8 with c", "end")
    assert rule(match, "cancel K7") == ""
    play(match, "resolve J8", "decline")
    play(match, "roll 6", "advance pk47 J8", "advance tiger505 J8", "stay")
    play(match, "join K8 with pk47,tiger505")
    assert "requires" in refused(match, "cancel K7").says


def test_river_a_tank_without_a_factor_breaks_through_across_none() -> None:
    """A tank that has moved as far as it can attacks across no river the second time either."""
    units = "pk47@I7+moved tiger505@I7 d:army:3/1@J8 e:army:3/1@K8"
    match = position(
        units, "allocation", sides={"J8/K8": ["river"]}, wedges={"pk47": "J8"}, spent={"pk47": 4}
    )
    play(match, "attack J8 with pk47,tiger505", "end", "resolve J8")
    play(match, "advance pk47 J8", "advance tiger505 J8", "stay")
    assert rule(match, "attack K8 with pk47,tiger505") == "§River"
    match = position(units, "allocation", wedges={"pk47": "J8"}, spent={"pk47": 4})
    play(match, "attack J8 with pk47,tiger505", "end", "resolve J8")
    play(match, "advance pk47 J8", "advance tiger505 J8", "stay")
    assert rule(match, "attack K8 with pk47,tiger505") == ""


def test_general_rule_own_units_in_one_of_two_hexes_are_no_defenders() -> None:
    """The spearhead has entered J9, an empty line hex that is attacked together with K9."""
    units = "pk47@I8 tiger505@I8 b:korps:9/5@J10 d:army:3/1@J8 e:army@K9"
    hexes, sides = {"J9": ["fort russian"]}, {"J9>J10": ["fort russian"]}
    match = position(units, "allocation", hexes=hexes, sides=sides, wedges={"pk47": "J8"})
    play(match, "attack J8 with pk47,tiger505", "attack J9,K9 with b", "end", "resolve J8")
    play(match, "advance pk47 J8 J9", "advance tiger505 J8 J9", "stay", "decline")
    assert [line.label for line in receipt(match, "resolve J9,K9").defence] == ["e"]
    play(match, "resolve J9,K9")
    assert match.able() == ["e"] and rule(match, "stand pk47") == "§No Retreat!"


# -- forced exchange --------------------------------------------------------------------


def test_artillery_korps_alone_force_no_exchange() -> None:
    match = position("g:artillery:12/1@J8+emplaced d:korps@I8", "allocation", "russian")
    battle(match, "attack I8 with g", "stand d")
    assert match.actor == "dice"


# -- victory ----------------------------------------------------------------------------


def test_russian_victory_in_the_last_german_turn_may_be_played_on() -> None:
    """In step G6 of turn 8 the Russian has a turn left, in which he may win two games."""
    held = {"russian": ["G8", "U8", "V4"]}
    match = position("k55@A1 a13@E4", "victory", turn=8, control=held)
    assert match.actor == "russian" and set(match.orders()) == {"claim", "continue"}
    play(match, "continue", "end", "move a13 E3", "end", "end", "end", "end")
    assert match.result == "Russian smashing strategic victory, worth two games (§Russian Victory)"
    assert state(match).turn == 8
