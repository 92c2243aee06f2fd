"""7.0: zones of control.

On a blank map the unit in question stands in 1813; clockwise from the north-east its neighbours
are 1812, 1913, 1814, 1714, 1713, 1712.
"""

from kursk.testing import goals, lost, play, receipt, rule, rules, shift, where
from tests.games.battle_for_kursk.helpers import battle, position

AROUND = ["1712", "1713", "1714", "1812", "1814", "1913"]
TRAP = "a:panzer:16/8@1713 b:infantry@1912 c:infantry@1914"  # zones on all six neighbours
CAGE = f"{TRAP} d:infantry@1710 e:infantry@1716"  # and on every hex two away


def test_7_0_the_six_hexes_round_a_unit() -> None:
    match = position("a:infantry@1813", "movement")
    assert match.zones("german") == AROUND
    assert match.zones("russian") == []


def test_7_0_a_zone_reaches_into_hexes_that_enemies_hold() -> None:
    match = position("a:infantry@1813 b:army@1913", "movement")
    assert "1913" in match.zones("german") and "1813" in match.zones("russian")


def test_7_0_a_friend_does_not_cancel_an_enemy_zone() -> None:
    """1712 holds a friend and lies in the enemy's zone: no way through, and no room to stop."""
    match = position("a:panzer@1711 b:infantry@1712 r:army@1813", "movement")
    assert rule(match, "move a 1712 1612") == "8.3"
    assert rule(match, "move a 1712") == "8.2.2"
    assert "1712" not in goals(match, "a")


def test_7_1_8_3_entering_an_enemy_zone_ends_the_move() -> None:
    match = position("a:panzer@1513 r:army@1813", "movement")
    assert rule(match, "move a 1613 1713 1714") == "8.3"
    play(match, "move a 1613 1713")
    assert where(match, "a") == "1713"


def test_7_1_a_unit_leaves_a_zone_freely() -> None:
    match = position("a:panzer@1713 r:army@1813", "movement")
    play(match, "move a 1613 1513 1413 1313 1213 1113")
    assert where(match, "a") == "1113"


def test_7_1_straight_from_zone_to_zone_and_there_it_stops() -> None:
    match = position("a:panzer@1713 r:army@1813", "movement")
    assert rule(match, "move a 1714 1814") == "8.3"
    play(match, "move a 1714")
    assert where(match, "a") == "1714"


def test_7_1_the_halt_lasts_for_one_movement_phase() -> None:
    """Armour that entered a zone in phase 3 leaves it in phase 5."""
    match = position("a:panzer@1513 r:army@1813", "armour and rail")
    play(match, "move a 1613 1713", "end", "end")
    assert match.phase == "movement"
    play(match, "move a 1613 1513")
    assert where(match, "a") == "1513"


def test_7_2_who_retreats_through_a_zone_loses_a_step() -> None:
    match = position(f"r:army@1813 {TRAP}", "combat")
    battle(match, "attack 1813 with a", 3)
    play(match, "retreat r 1812 1811")
    assert (where(match, "r"), lost(match, "r")) == ("1811", 1)
    assert "7.2" in rules(match)


def test_7_2_who_must_end_a_retreat_in_a_zone_is_eliminated() -> None:
    match = position(f"r:army@1813 {CAGE}", "combat")
    battle(match, "attack 1813 with a", 3)
    assert where(match, "r") == "eliminated"


def test_7_2_a_side_wholly_out_of_communication_gives_a_column() -> None:
    match = position(f"r:army@1813 {TRAP}", "combat")
    odds = receipt(match, "attack 1813 with a")
    assert shift(odds, "Defender not in communication") == 1
    assert shift(odds, "No attacker in communication") == 0
    assert (odds.odds, odds.column) == ("2:1", "3:1")


def test_7_2_out_of_communication_on_both_sides_cancels() -> None:
    """Each stands in the other's ring of zones."""
    ring = "1412 1610 1612 1414 1415 1616 1615"
    cut = " ".join(f"x{n}:army@{hex}" for n, hex in enumerate(ring.split()))
    match = position(
        f"a:panzer:16/8@1613 r:army@1713 {cut} b:infantry@1812 c:infantry@1815 d:infantry@1913",
        "combat",
    )
    odds = receipt(match, "attack 1713 with a")
    assert shift(odds, "No attacker in communication") == -1
    assert shift(odds, "Defender not in communication") == 1
    assert odds.net == 0


def test_7_3_zones_stop_the_path_that_a_replacement_needs() -> None:
    weak, steps = "a-:infantry@1813 b-:infantry@1010", {"infantry": 1, "armour": 0}
    free = position(weak, "replacement", points=steps)
    cut = position(f"{weak} r:army@1713 s:army@1912 t:army@1914", "replacement", points=steps)
    assert rule(free, "replace a") == ""
    assert rule(cut, "replace a") == "10.3"
