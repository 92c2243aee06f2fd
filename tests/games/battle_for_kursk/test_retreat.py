"""9.3: retreats. The defender stands in 1813; panzer a attacks from 1713, west of it.

The zone of a covers 1712 and 1714, so that three neighbours are free: 1812, 1913 and 1814.
"""

from typing import Any

from kursk.core.match import Match
from kursk.testing import lost, play, refused, rule, where
from tests.games.battle_for_kursk.helpers import battle, position, state

FIGHT = "d:army:8/4@1813 a:panzer:16/8@1713"
TRAP = "b:infantry@1912 c:infantry@1914"  # zones on all six neighbours
CAGE = f"{TRAP} e:infantry@1710 f:infantry@1716"


def routed(more: str = "", fight: str = FIGHT, die: int = 3, **extra: Any) -> Match:
    """DR at 2:1, and at 3:1 if the defender is cut off."""
    return battle(position(f"{fight} {more}", "combat", **extra), "attack 1813 with a", die)


def ways(match: Match) -> set[str]:
    return {" ".join(order.split()[2:]) for order in match.orders()}


def test_9_3_the_attacker_leads_the_defender_two_hexes() -> None:
    match = routed()
    assert match.actor == "german"
    assert ways(match) == {
        "1812 1811", "1812 1911", "1812 1912",
        "1913 1912", "1913 2013", "1913 1914",
        "1814 1914", "1814 1915", "1814 1815",
    }  # fmt: skip
    play(match, "retreat d 1913 2013")
    assert where(match, "d") == "2013" and lost(match, "d") == 0


def test_9_3_each_hex_is_farther_from_the_battle() -> None:
    match = routed()
    for way in ("1812 1913", "1812", "1913 2013 2113", "1812 2013", "1911 2011"):
        assert "two hexes" in refused(match, f"retreat d {way}").says


def test_9_3_zones_are_avoided_where_they_can_be() -> None:
    match = routed()
    why = refused(match, "retreat d 1712 1711")
    assert why.rule == "9.3" and "avoids enemy zones" in why.says
    assert "1712" not in " ".join(ways(match))


def test_9_3_only_the_unit_that_was_beaten_retreats() -> None:
    match = routed()
    assert rule(match, "retreat a 1613 1513") == "9.3"


def test_9_3_never_into_or_through_an_enemy() -> None:
    """b in 1812 closes that way altogether, and puts 1913 in its zone."""
    match = routed("b:infantry@1812")
    assert rule(match, "retreat d 1812 1811") == "9.3"
    assert ways(match) == {"1814 1914", "1814 1915", "1814 1815"}


def test_9_3_a_friend_may_be_passed_but_not_joined() -> None:
    match = routed("x:army@1913 y:army@2013")
    assert "1913 1912" in ways(match) and "1913 1914" in ways(match)
    assert "A friend stands in 2013" in refused(match, "retreat d 1913 2013").says
    play(match, "retreat d 1913 1912")
    assert (where(match, "d"), where(match, "x")) == ("1912", "1913")


def test_9_3_through_a_zone_a_full_unit_is_reduced_and_lives() -> None:
    match = routed(TRAP)
    assert ways(match) == {
        "1712 1711", "1712 1811", "1812 1811", "1714 1715", "1714 1815", "1814 1815"
    }  # fmt: skip
    play(match, "retreat d 1812 1811")
    assert (where(match, "d"), lost(match, "d")) == ("1811", 1)


def test_9_3_through_a_zone_a_reduced_unit_dies() -> None:
    match = routed(TRAP, "d-:army:16/8@1813 a:panzer:16/8@1713")
    assert where(match, "d") == "eliminated"


def test_9_3_without_any_way_a_unit_is_eliminated() -> None:
    match = routed(CAGE)
    assert where(match, "d") == "eliminated"
    assert sorted(match.orders()) == ["advance a", "stay"]


def test_9_3_surrounded_by_friends_at_two_hexes_there_is_no_way() -> None:
    ring = "1711 1811 1911 1912 2013 1914 1915 1815 1715"  # the rest is in the panzer's zone
    match = routed(" ".join(f"x{n}:army@{hex}" for n, hex in enumerate(ring.split())))
    assert where(match, "d") == "eliminated"


def test_9_3_sole_way_needs_no_order() -> None:
    """All but 2013 is closed: friends at two hexes, zones in the west."""
    friends = "1811 1911 1912 1914 1915 1815"
    match = routed(" ".join(f"x{n}:army@{hex}" for n, hex in enumerate(friends.split())))
    assert where(match, "d") == "2013"
    assert sorted(match.orders()) == ["advance a", "stay"]


def test_9_3_drl_costs_a_step_first_then_the_retreat() -> None:
    match = routed(fight="d:army:8/4@1813 a:panzer:32/16@1713", die=4)
    assert lost(match, "d") == 1
    play(match, "retreat d 1913 2013")
    assert where(match, "d") == "2013"


def test_9_3_drl_through_a_zone_kills_a_full_unit() -> None:
    """3:1 with the defender cut off; a 6 is DRL."""
    match = routed(TRAP, die=6)
    assert where(match, "d") == "eliminated"


def test_9_3_retreats_use_no_movement_points() -> None:
    """Marsh and major rivers do not matter, nor does mud."""
    match = routed(
        fight="d:army:8/4@1813 a:panzer:32/16@1713",
        mud=True,
        hexes={"1913": ["marsh"]},
        sides={"1813/1913": ["major river"]},
    )
    play(match, "retreat d 1913 2013")
    assert where(match, "d") == "2013"


def test_9_3_nobody_retreats_into_the_sea() -> None:
    """Mariupol 2426: the sea lies south and east of it."""
    match = position("g29@2426 r2g@2425 r44@2326", "combat", "russian", real=True)
    battle(match, "attack 2426 with r2g,r44", 3)
    assert ways(match) == {"2525 2524", "2525 2625"}
    assert "open sea" in refused(match, "retreat g29 2526 2626").says


# -- off the map -----------------------------------------------------------------------------------


def at_the_edge(units: str, die: int = 3, target: str = "1013") -> Match:
    match = position(
        f"a:tank:16/8@{'1113' if target == '1013' else '1213'} {units}",
        "combat",
        "russian",
        turn="2",
    )
    return battle(match, f"attack {target} with a", die)


def test_9_3_forced_off_a_friendly_edge_a_unit_waits_to_return() -> None:
    """1013 is on the west border; both ways inland lead through the attacker's zone."""
    match = at_the_edge("g:infantry:8/4@1013")
    assert where(match, "g") == "off map" and lost(match, "g") == 0


def test_9_3_on_the_map_comes_before_off_the_map() -> None:
    match = position("g:infantry:8/4@1013 a:tank:16/8@1012", "combat", "russian")
    battle(match, "attack 1013 with a", 3)
    assert ways(match) == {"1014 1015", "1014 1114", "1014 1115"}
    assert rule(match, "retreat g off") == "9.3"


def test_9_3_off_the_map_comes_before_a_way_through_zones() -> None:
    """1113 is one hex inland: to leave by the border is better than to end in zones."""
    match = at_the_edge("g:infantry:8/4@1113 x:army@1010 y:army@1016", target="1113")
    assert ways(match) == {"1012 off", "1013 off", "1014 off"}
    play(match, "retreat g 1013 off")
    assert where(match, "g") == "off map" and lost(match, "g") == 0


def test_9_3_off_the_map_through_a_zone_costs_a_step() -> None:
    near = "x:army@1012 y:army@1015 z:army@1211 w:army@1216"
    match = at_the_edge(f"g:infantry:8/4@1113 {near}", target="1113")
    assert ways(match) == {"1013 off", "1014 off"}
    play(match, "retreat g 1013 off")
    assert where(match, "g") == "off map" and lost(match, "g") == 1
    match = at_the_edge(f"g-:infantry:16/8@1113 {near}", target="1113")
    assert where(match, "g") == "eliminated"


def test_9_3_no_unit_leaves_by_an_enemy_edge() -> None:
    """A Russian on the blue border has no way off the map."""
    match = position("d:army:8/4@1013 a:panzer:16/8@1113 b:panzer@1011 c:panzer@1015", "combat")
    battle(match, "attack 1013 with a", 3)
    assert where(match, "d") == "eliminated"


def test_9_3_what_left_the_map_returns_in_the_next_replacement_phase_free_of_charge() -> None:
    match = at_the_edge("g:infantry:8/4@1013 h:infantry@2020")
    play(match, "stay", "end", "posture pause", "posture pause")
    assert (match.actor, match.phase) == ("german", "replacement")
    before = state(match).points
    assert rule(match, "end") == "9.3"
    hex = next(order.split()[2] for order in match.orders() if order.startswith("return g"))
    play(match, f"return g {hex}")
    assert where(match, "g") == hex and lost(match, "g") == 0
    assert state(match).points in (before, {})
