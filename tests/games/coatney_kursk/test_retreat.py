"""§Tactical Retreats, and what the edge and full hexes do to them."""

from kursk.core.match import Match
from tests.games.coatney_kursk.helpers import (
    battle,
    marked,
    play,
    position,
    refused,
    rule,
    ways,
    where,
)


def driven(units: str, order: str, die: int = 3, far: int = 1, **more: object) -> Match:
    """2:1, a 3 is D1 and a 6 is D2; the attacker makes them go."""
    match = position(units, "allocation", **more)  # type: ignore[arg-type]
    return battle(match, order, "decline", f"roll {die}", f"drive {far}")


def firsts(match: Match, id: str) -> set[str]:
    return {way.split()[0] for way in ways(match, id) if way}


def test_tactical_retreats_j8_attacked_from_i7_and_i8() -> None:
    """13th Army on the hill: only K7 and K8."""
    match = driven("a:korps:4/5@I7 b:korps:4/5@I8 d:army@J8", "attack J8 with a,b")
    assert firsts(match, "d") == {"K7", "K8"}
    assert rule(match, "retreat d J7") == "§Tactical Retreats"


def test_tactical_retreats_the_same_on_the_map_though_j7_is_a_line_hex() -> None:
    """Away from the attackers goes before along the line."""
    units = "a:korps:10/5@I7 b:korps:10/5@I8 a13@J8"  # 20 to 8
    match = driven(units, "attack J8 with a,b", real=True)
    assert firsts(match, "a13") == {"K7", "K8"}


def test_tactical_retreats_into_a_line_hex_that_no_zone_reaches() -> None:
    """J9, K7, K8 are closed by zones; J7 touches I7, but is an own line hex."""
    hexes = {"J7": ["fort russian"]}
    sides = {"J7>I6": ["fort russian"], "J7>I7": ["fort russian"], "J7>K7": ["fort russian"]}
    units = "a:korps:8/5@I7 p:korps@L8 q:korps@J10 d:army@J8"
    match = driven(units, "attack J8 with a", hexes=hexes, sides=sides)
    assert firsts(match, "d") == {"J7"}


def test_tactical_retreats_behind_a_line_hex_that_no_zone_reaches() -> None:
    """K8 touches J9, from where d is attacked, but lies behind the line hex K7, which faces west
    and waits for an attack of its own; I7 and J7 are in the zone of p.
    """
    units = "t:division:8/5@J9 p:korps@I6 c:korps@K6 d:army@J8 e:army@K7"
    sides = {f"K7>{name}": ["fort russian"] for name in ("K6", "J7", "L7")}
    for hexes, ways_out in (({"K7": ["fort russian"]}, {"K8"}), ({}, set())):
        match = position(units, "allocation", hexes=hexes, sides=sides if hexes else {})
        play(match, "attack J8 with t", "attack K7 with c", "end", "resolve J8", "decline")
        play(match, "roll 3", *(["drive 1"] if ways_out else []))
        assert (firsts(match, "d") if match.able() == ["d"] else set()) == ways_out
        assert marked(match, "d")


def test_surrounded_where_that_line_hex_lies_in_a_zone() -> None:
    units = "a:korps:8/5@I7 p:korps@L8 q:korps@J10 d:army@J8"
    match = position(units, "allocation")
    battle(match, "attack J8 with a", "decline", "roll 3")
    assert where(match, "d") == "J8" and marked(match, "d") and match.phase == "movement"


def test_tactical_retreats_not_through_a_zone_but_onto_a_friend() -> None:
    units = "a:korps:4/5@I7 b:korps:4/5@I8 p:korps@L8 d:army@J8"
    match = position(units, "allocation")
    battle(match, "attack J8 with a,b", "decline", "roll 3")
    assert marked(match, "d") and match.phase == "movement"  # K7 and K8 are in the zone of p
    match = driven(f"{units} e:army@K8", "attack J8 with a,b")
    assert firsts(match, "d") == {"K8"}


def test_tactical_retreats_farther_with_every_hex() -> None:
    match = driven("a:korps:4/5@I7 b:korps:4/5@I8 d:army@J8", "attack J8 with a,b", 6, 2)
    assert ways(match, "d") == {"K7 L7", "K7 L8", "K8 L8", "K8 L9"}


def test_tactical_retreats_not_into_a_hex_whose_attack_waits() -> None:
    units = "a:korps:4/5@I7 b:korps:4/5@I8 d:army@J8 e:army@K8 c:korps:9/5@L9"
    match = position(units, "allocation")
    play(match, "attack J8 with a,b", "attack K8 with c", "end")
    play(match, "resolve J8", "decline", "roll 3", "drive 1")
    assert firsts(match, "d") == {"K7"}
    assert "waits" in refused(match, "retreat d K8").says


def test_tactical_retreats_not_into_an_enemy_or_his_line() -> None:
    match = driven("a:korps:4/5@I7 b:korps:4/5@I8 d:army@J8 t:division@K8", "attack J8 with a,b")
    assert firsts(match, "d") == {"K7"}
    hexes, sides = {"K8": ["fort german"]}, {"K8>J8": ["fort german"]}
    units = "a:korps:4/5@I7 b:korps:4/5@I8 d:army@J8"
    match = driven(units, "attack J8 with a,b", hexes=hexes, sides=sides)
    assert firsts(match, "d") == {"K7"}


def test_tactical_retreats_from_a_combat_on_two_hexes_leads_away_from_both() -> None:
    match = position("a:korps:16/5@I8 d:army@J8 e:army@J9", "allocation")
    battle(match, "attack J8,J9 with a", "decline", "roll 3", "drive 1")
    assert firsts(match, "d") == {"J7", "K7"} and firsts(match, "e") == {"J10", "K9"}


def test_edge_of_the_world_who_is_forced_off_the_map_is_lost() -> None:
    match = driven("a:korps:4/5@B8 b:korps:4/5@B9 d:army@A8", "attack A8 with a,b")
    assert list(match.orders()) == ["eliminate d"] and match.forced == "eliminate d"
    assert where(play(match, "eliminate d"), "d") == "eliminated"


def test_edge_of_the_world_the_attacker_may_let_them_stay() -> None:
    match = driven("a:korps:4/5@B8 b:korps:4/5@B9 d:army@A8", "attack A8 with a,b", far=0)
    assert "stay d" in match.orders()


def test_edge_of_the_world_ends_a_retreat_of_two_hexes() -> None:
    units = "a:korps:4/5@C7 b:korps:4/5@C8 d:army@B8 p:korps@B6 q:korps@B10"
    match = driven(units, "attack B8 with a,b", 6, 2)
    assert list(match.orders()) == ["eliminate d"]


def test_stacking_a_full_hex_is_avoided_if_it_can_be() -> None:
    units = "a:korps:4/5@I7 b:korps:4/5@I8 d:army@J8 e:army@K8 f:army@K8"
    match = driven(units, "attack J8 with a,b")
    assert "K8" not in ways(match, "d") and "K7" in ways(match, "d")
    assert rule(match, "retreat d K8") == "§Stacking"


FULL = (
    "a:korps:4/5@I7 b:korps:4/5@I8 d:army@J8 "
    "e:army@K8 f:army@K8 h:army@K7 i:army@K7 p:korps@K6 q:korps@K9"
)


def test_stacking_a_retreat_that_overfills_a_hex_disrupts_all_there() -> None:
    match = driven(FULL, "attack J8 with a,b", 6)
    assert "eliminate d" in match.orders()
    play(match, "retreat d K8")
    assert marked(match, "e") and marked(match, "f") and not marked(match, "h")
    assert match.actor == "russian" and match.prompt.startswith("e, f")


def test_stacking_pushed_units_go_up_to_two_hexes_from_the_attacked_one() -> None:
    match = driven(FULL.replace("q:korps@K9", ""), "attack J8 with a,b", 6)
    play(match, "retreat d K8")
    goals = {way.split()[-1] for way in ways(match, "e") if way}
    assert goals == {"J10", "K9", "L8", "L9"}
    assert rule(match, "retreat e M9") == "§Stacking"
    play(match, f"retreat e {sorted(w for w in ways(match, 'e') if w.endswith('L9'))[0]}", "end")
    assert where(match, "e") == "L9" and where(match, "d") == "K8"


def test_stacking_a_retreating_unit_may_be_eliminated_instead() -> None:
    match = play(driven(FULL, "attack J8 with a,b", 6), "eliminate d")
    assert where(match, "d") == "eliminated" and not marked(match, "e")


def test_dn_a_refused_way_says_why() -> None:
    match = driven("a:korps:4/5@I7 b:korps:4/5@I8 d:army@J8", "attack J8 with a,b")
    assert "do not touch" in refused(match, "retreat d L8").says
    assert "An enemy stands" in refused(match, "retreat d I7").says
    assert "in an enemy zone" in refused(match, "retreat d J9").says
    assert refused(match, "retreat a K7").rule == "§Tactical Retreats"
    assert refused(match, "retreat d Z9").rule == "§Tactical Retreats"
