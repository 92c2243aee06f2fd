"""§Tactical Advances, and the breakthrough of a Panzerkeil."""

from typing import Any

from kursk.core.match import Match
from tests.games.coatney_kursk.helpers import (
    battle,
    marked,
    play,
    position,
    refused,
    rule,
    state,
    ways,
    where,
)


def won(units: str, order: str, *then: str, die: int = 6, **more: Any) -> Match:
    match = position(units, "allocation", **more)
    return battle(match, order, "decline", f"roll {die}", *then)


TANKS = "a:panzerkorps:8/5@I7 d:army@J8"


def test_tactical_advances_d2_tanks_two_hexes_infantry_one() -> None:
    units = "a:panzerkorps:4/5@I7 b:korps:4/5@I8 d:army@J8"
    match = won(units, "attack J8 with a,b", "drive 2", "retreat d K8 L8")
    assert {"J8", "J8 K8"} <= ways(match, "a")
    assert ways(match, "b") == {"J8"}
    assert rule(match, "advance b J8 K8") == "§Tactical Advances"


def test_tactical_advances_off_the_route_only_when_the_hex_is_paid_for() -> None:
    """4 of tanks are worth the 4 of the army, 3 are not."""
    units = "a:panzerkorps:4/5@I7 b:korps:4/5@I8 d:army@J8"
    match = won(units, "attack J8 with a,b", "drive 2", "retreat d K8 L8")
    assert "J8 K7" in ways(match, "a")
    units = "a:panzerkorps:3/5@I7 b:korps:5/5@I8 d:army@J8"
    match = won(units, "attack J8 with a,b", "drive 2", "retreat d K8 L8")
    assert "J8 K7" not in ways(match, "a") and "J8 K8" in ways(match, "a")
    assert refused(match, "advance a J8 K7").rule == "§Tactical Advances"
    play(match, "advance b J8")
    assert "J8 K7" in ways(match, "a")


def test_tactical_advances_into_an_empty_hex_beside_when_others_have_paid() -> None:
    units = "a:panzerkorps:3/5@I7 b:korps:5/5@I8 d:army@J8"
    match = won(units, "attack J8 with a,b", "drive 2", "retreat d K8 L8")
    assert "J7" not in ways(match, "a")
    assert rule(match, "advance a J7") == "§Tactical Advances"
    play(match, "advance b J8", "advance a J7")
    assert where(match, "a") == "J7"


def test_tactical_advances_d1_one_hex_unless_the_defender_went_farther() -> None:
    match = won(TANKS, "attack J8 with a", "drive 1", "retreat d K8", die=3)
    assert ways(match, "a") == {"J8"}
    match = won(TANKS, "attack J8 with a", "drive 1", "retreat d K8 L8", die=3)
    assert "J8 K8" in ways(match, "a")


def test_tactical_advances_on_d_as_far_as_the_defender_withdrew() -> None:
    match = won(TANKS, "attack J8 with a", "retreat d K8", die=2)
    assert ways(match, "a") == {"J8"}
    match = won(TANKS, "attack J8 with a", "retreat d K8 L8", die=2)
    assert "J8 K8" in ways(match, "a")


def test_tactical_advances_tanks_go_one_over_a_river_into_forest_or_swamp() -> None:
    route = ("drive 2", "retreat d K8 L8")
    for sides, hexes in (
        ({"I7/J8": ["river"]}, {}),
        ({"J8/K8": ["river"]}, {}),
        ({}, {"K8": ["forest"]}),
        ({}, {"K8": ["swamp"]}),
    ):
        strong = 12 if "I7/J8" in sides else 8
        units = f"a:panzerkorps:{strong}/5@I7 d:army@J8"
        match = won(units, "attack J8 with a", *route, sides=sides, hexes=hexes)
        assert "J8" in ways(match, "a") and "J8 K8" not in ways(match, "a")
        assert rule(match, "advance a J8 K8") == "§Tactical Advances"


def test_tactical_advances_in_mud_nobody_goes_two() -> None:
    match = won(TANKS, "attack J8 with a", "drive 2", "retreat d K8 L8", mud=True)
    assert ways(match, "a") == {"J8"}


def test_tactical_advances_cavalry_goes_two_but_heeds_zones() -> None:
    units = "c:cavalry:8/1@J8 d:korps:3/4@I8"
    match = position(units, "allocation", "russian")
    battle(match, "attack I8 with c", "decline", "roll 6", "drive 2", "retreat d H8 G8")
    assert "I8 H9" in ways(match, "c")
    assert "I8 H8" in ways(match, "c")


def test_zones_of_control_bind_advancing_infantry_not_tanks() -> None:
    """e in J9 has zones in I8 and J8: infantry may not go from the one to the other."""
    units = "a:panzerkorps:4/5@I8 b:korps:4/5@I8 d:army@J8 e:army@J9"
    match = won(units, "attack J8 with a,b", "drive 2", "retreat d K8 L8")
    assert "J8" not in ways(match, "b") and "J8" in ways(match, "a")
    assert rule(match, "advance b J8") == "§Zones of Control"
    play(match, "advance a J8", "advance b J8")  # onto a friend it may
    assert where(match, "b") == "J8"


def test_tactical_advances_after_de_nobody_heeds_zones() -> None:
    units = "b:korps:20/5@I8 d:army@J8 e:army@J9"
    match = won(units, "attack J8 with b")
    assert "J8" in ways(match, "b")


def test_tactical_advances_only_attackers_and_no_artillery() -> None:
    units = "a:army:9/4@J8 z:army@J8 g:artillery@J8+emplaced d:korps:3/4@I8"
    match = position(units, "allocation", "russian")
    battle(match, "attack I8 with a,g", "decline", "roll 6")
    assert match.able() == ["a"]
    assert rule(match, "advance g I8") == "§Tactical Advances"
    assert rule(match, "advance z I8") == "§Tactical Advances"


def test_tactical_advances_after_an_exchange_as_for_d1() -> None:
    units = "a:panzerkorps:4/5@I7 b:panzerkorps:3/5@I8 d:army@J8"
    match = won(units, "attack J8 with a,b", die=2)  # 3:2, X
    play(match, "exchange d for a")
    assert ways(match, "b") == {"J8"}


def test_stacking_advancing_into_a_full_hex_disrupts() -> None:
    units = "a:panzerkorps:8/5@I7 b:panzerkorps:8/5@I8 d:army@J8"
    match = won(units, "attack J8 with a,b", "advance a J8", "advance b J8")
    assert marked(match, "b") and not marked(match, "a")


def test_german_lines_keep_an_advance_out_and_russian_lines_do_not() -> None:
    """Beside the hex: J9 is a Russian first-line hex, empty, and I8 is next to it."""
    units = "a:panzerkorps:20/5@I8 b:korps:20/5@I8 d:army@J8"
    match = won(units, "attack J8 with a,b", "advance b J8", real=True)
    assert "J9" in ways(match, "a")
    units = "r:army:30/4@J9 s:army:30/4@J9 d:korps@I8"
    match = position(units, "allocation", "russian", real=True)
    battle(match, "attack I8 with r,s", "advance r I8")
    assert "H9" not in ways(match, "s")


# -- lines taken ------------------------------------------------------------------------


def line(match: Match, side: str, name: str) -> bool:
    return name in match.view().tracks["lines"][side]


def test_russian_lines_are_taken_by_d1() -> None:
    units = "a:korps:14/5@I8 d:army:3/4@J9"  # 14 to 6: 2:1, a 3 is D1
    match = won(units, "attack J9 with a", "drive 1", "retreat d K9", die=3, real=True)
    assert not line(match, "russian", "J9") and "J9" in ways(match, "a")


def test_russian_lines_are_not_taken_if_the_army_stays_or_stands() -> None:
    units = "a:korps:14/5@I8 d:army:3/4@J9"
    match = won(units, "attack J9 with a", "drive 0", "stay d", die=3, real=True)
    assert line(match, "russian", "J9")
    match = position(units, "allocation", real=True)
    battle(match, "attack J9 with a", "stand d", "roll 3", "decline")
    assert line(match, "russian", "J9") and where(match, "d") == "J9"


def test_german_lines_are_not_taken_by_d1_but_by_d2() -> None:
    units = "r:army:14/4@J9 d:korps:3/4@I8"
    match = position(units, "allocation", "russian", real=True)
    battle(match, "attack I8 with r", "decline", "roll 3", "drive 1", "retreat d H8")
    assert line(match, "german", "I8") and match.phase == "movement"  # and no advance
    match = position(units, "allocation", "russian", real=True)
    battle(match, "attack I8 with r", "decline", "roll 6", "drive 2", "retreat d H8 G7")
    assert not line(match, "german", "I8") and "I8" in ways(match, "r")


def test_fortification_lines_an_empty_hex_is_taken_at_once_though_nobody_advances() -> None:
    match = position("a:korps:4/5@I8", "allocation", real=True)  # 2:1
    battle(match, "attack J9 with a", "roll 3", "stay")
    assert not line(match, "russian", "J9")
    match = position("a:korps:4/5@I8", "allocation", real=True)
    battle(match, "attack J9 with a", "roll 2")  # D does nothing to it
    assert line(match, "russian", "J9")


def test_fortification_lines_work_again_when_retaken() -> None:
    match = position("d:army@K9", "movement", "russian", real=True, taken=["J9"])
    assert not line(match, "russian", "J9")
    assert line(play(match, "move d J9"), "russian", "J9")


# -- breakthrough -----------------------------------------------------------------------

WEDGE = "pk47@I7 tiger505@I7 d:army:3/1@J8 e:army:3/1@L8"


def broken(units: str = WEDGE, *then: str, **more: Any) -> Match:
    """DE past 7:1 for a Panzerkeil."""
    match = position(units, "allocation", wedges={"pk47": "J8"}, **more)
    play(match, "attack J8 with pk47,tiger505", *then, "end", "resolve J8")
    return match


def test_de_a_panzerkeil_advances_and_attacks_once_more() -> None:
    match = broken()
    play(match, "advance pk47 J8 K8", "advance tiger505 J8 K8", "face pk47 L8", "stay")
    assert match.prompt.endswith("attack once more, or decline.")
    play(match, "attack L8 with pk47,tiger505")
    assert where(match, "e") == "eliminated"


def test_de_there_is_no_third_attack() -> None:
    units = WEDGE + " f:army:3/1@N8"
    match = broken(units)
    play(match, "advance pk47 J8 K8", "advance tiger505 J8 K8", "face pk47 L8", "stay")
    play(match, "attack L8 with pk47,tiger505", "stay")
    assert match.phase == "movement"


def test_de_the_second_attack_may_join_an_initial_one_that_waits() -> None:
    units = WEDGE + " b:korps:9/5@M8"
    match = broken(units, "attack L8 with b")
    play(match, "advance pk47 J8 K8", "advance tiger505 J8 K8", "stay")
    assert rule(match, "join J8 with pk47,tiger505") == "§DE"
    assert rule(match, "attack L8 with pk47,tiger505") == "§General Rule"
    play(match, "join L8 with pk47,tiger505")
    assert match.view().tracks["battles"] == ["attack L8 with b,pk47,tiger505"]


def test_de_only_units_of_the_panzerkeil_break_through() -> None:
    units = WEDGE + " x:korps:4/4@I7"
    match = position(units, "allocation", wedges={"pk47": "J8"})
    play(match, "attack J8 with pk47,tiger505,x", "end", "resolve J8")
    play(match, "advance pk47 J8 K8", "advance tiger505 J8 K8", "stay")
    assert rule(match, "attack L8 with x") == "§DE"


def test_de_without_a_panzerkeil_there_is_no_second_attack() -> None:
    match = position("pk47@I7 d:army:3/1@J8 e:army:3/1@J7", "allocation", wedges={})
    battle(match, "attack J8 with pk47", "decline", "roll 6", "stay")
    assert match.phase == "movement"


def test_panzerkeil_that_parts_is_none() -> None:
    match = broken()
    play(match, "advance pk47 J8 K8", "stay")
    assert match.phase == "movement" and state(match).wedges == {}


def test_panzerkeil_is_lost_by_disruption() -> None:
    match = position("ss2@I7 d:army:3/9@J8", "allocation", wedges={"ss2": "J7"})
    battle(match, "attack J8 with ss2", "decline", "roll 2")
    assert marked(match, "ss2") and state(match).wedges == {}
    match = position("ss2@I7 r:army:14/4@J8", "allocation", "russian", wedges={"ss2": "J7"})
    battle(match, "attack I7 with r", "decline", "roll 4", "drive 0", "stay ss2")
    assert state(match).wedges == {}


def test_de_the_second_attack_obliges_too() -> None:
    """From J8 the army in K7, on the second line, supports the one in K8."""
    units = "pk47@I7 tiger505@I7 d:army:3/1@J8 e:army@K8 f:army@K7"
    match = position(units, "allocation", real=True, wedges={"pk47": "J8"})
    battle(match, "attack J8 with pk47,tiger505", "decline", "roll 6")
    play(match, "advance pk47 J8", "advance tiger505 J8", "stay")
    why = refused(match, "attack K8 with pk47,tiger505")
    assert (why.rule, why.hexes) == ("§General Rule", ("K7",))
    play(match, "attack K7,K8 with pk47,tiger505")


def test_general_rule_an_attack_on_a_line_that_was_entered_falls_away() -> None:
    """The spearhead goes on from J8 into J9, beside it; nothing is left to attack or join there."""
    units = "pk47@I8 tiger505@I8 b:korps:9/5@I8 d:army:3/1@J8"
    match = position(units, "allocation", real=True, wedges={"pk47": "J8"})
    play(match, "attack J8 with pk47,tiger505", "attack J9 with b", "end", "resolve J8", "decline")
    play(match, "roll 6", "advance pk47 J8 J9", "advance tiger505 J8 J9", "stay")
    assert state(match).battles == ()
    assert rule(match, "join J9 with pk47,tiger505") in ("§DE", "§General Rule")


def test_de_nobody_joins_an_attack_on_an_empty_line_from_behind() -> None:
    """From K9 the line in J9 would have no strength: there would be nothing to attack."""
    units = "pk47@I7 tiger505@I7 b:korps:9/5@I8 d:army:3/1@J8"
    match = position(units, "allocation", real=True, wedges={"pk47": "J8"})
    play(match, "attack J8 with pk47,tiger505", "attack J9 with b", "end", "resolve J8", "decline")
    play(match, "roll 6", "advance pk47 J8 K8", "advance tiger505 J8 K8", "stay")
    assert rule(match, "join J9 with pk47,tiger505") == "§Fortification Lines"
    assert not any(order.startswith("join") for order in match.orders())
