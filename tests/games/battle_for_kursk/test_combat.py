"""9.0: announcing battles, and resolving them one by one."""

import pytest

from kursk.testing import play, receipt, refused, rule, shift, where
from tests.games.battle_for_kursk.helpers import battle, position

# Two Russians, a panzer between them that can attack either.
TWO = "d:army:4/2@1813 e:army:4/2@1815 a:panzer:9/4@1714 b:infantry:8/4@1713 c:infantry:8/4@1715"


def test_9_0_attacks_are_voluntary() -> None:
    match = play(position(TWO, "combat"), "end")
    assert match.phase == "movement"


def test_9_0_only_adjacent_units_attack() -> None:
    match = position("d:army@1813 a:panzer@1613", "combat")
    assert rule(match, "attack 1813 with a") == "9.0"


def test_9_0_there_must_be_an_enemy_to_attack() -> None:
    match = position(TWO, "combat")
    assert rule(match, "attack 1913 with a") == "9.0"
    assert rule(match, "attack 1713 with a") == "9.0"
    assert rule(match, "attack 9999 with a") == "9.0"


def test_9_0_only_own_units_attack() -> None:
    match = position(TWO, "combat")
    assert rule(match, "attack 1813 with e") == "9.0"
    assert rule(match, "attack 1813 with nobody") == "9.0"
    assert rule(match, "attack 1813 with a,a") == "9.0"


def test_9_0_any_group_of_adjacent_units_may_attack() -> None:
    match = position(TWO, "combat")
    offered = set(match.orders("1813"))
    assert {"attack 1813 with a", "attack 1813 with b", "attack 1813 with a,b"} <= offered


def test_9_0_a_unit_takes_part_in_one_battle_a_phase() -> None:
    match = play(position(TWO, "combat"), "attack 1813 with a,b")
    assert rule(match, "attack 1815 with a,c") == "9.0"
    play(match, "attack 1815 with c")


def test_9_0_a_unit_is_attacked_once_a_phase() -> None:
    match = play(position(TWO, "combat"), "attack 1813 with a")
    assert rule(match, "attack 1813 with b") == "9.0"


def test_9_0_all_battles_are_announced_before_one_is_resolved() -> None:
    match = play(position(TWO, "combat"), "attack 1813 with a,b")
    assert rule(match, "resolve 1813") == "9.0"
    play(match, "attack 1815 with c", "end")
    assert sorted(match.orders()) == ["resolve 1813", "resolve 1815"]


def test_9_0_announced_battles_cannot_be_changed_or_dropped() -> None:
    match = play(position(TWO, "combat"), "attack 1813 with b", "attack 1815 with c", "end")
    play(match, "resolve 1813", "roll 1")
    assert rule(match, "end") == "9.0"
    assert rule(match, "attack 1815 with a,c") == "9.0"
    assert "cannot be changed" in refused(match, "end").says
    assert list(match.orders()) == ["resolve 1815"]


def test_9_0_battles_are_resolved_in_the_order_the_attacker_likes() -> None:
    match = play(position(TWO, "combat"), "attack 1813 with b", "attack 1815 with c", "end")
    play(match, "resolve 1815")
    assert match.actor == "dice"
    assert rule(match.copy(), "resolve 1813") != ""


def test_9_0_the_phase_is_over_when_all_battles_are_resolved() -> None:
    match = play(position(TWO, "combat"), "attack 1813 with b", "attack 1815 with c", "end")
    play(match, "resolve 1815", "roll 2", "resolve 1813", "roll 2")
    assert match.phase == "movement"
    assert match.g.facts()["battles"] == ()


def test_9_0_odds_are_reckoned_anew_when_a_battle_is_resolved() -> None:
    """The advance after the first battle closes the last way out of the second defender.

    d in 1813 is hemmed in by a, b and c, save for 1914 beyond 1814, where e stands. Once c has
    advanced there, no hex round d is free of zones.
    """
    units = "d:army:4/2@1813 a:panzer:9/4@1713 b:infantry@1912 c:panzer:16/8@2015 e-:army:8/4@1914"
    match = position(units, "combat")
    before = receipt(match, "attack 1813 with a")
    assert shift(before, "Defender not in communication") == 0
    play(match, "attack 1813 with a", "attack 1914 with c", "end")
    play(match, "resolve 1914", "roll 6", "advance c")
    after = receipt(match, "resolve 1813")
    assert shift(after, "Defender not in communication") == 1
    assert (before.column, after.column) == ("2:1", "3:1")


def test_9_0_one_attacker_advances_into_the_empty_hex() -> None:
    match = position("d-:army:8/4@1813 a:panzer:16/8@1713 b:infantry:8/4@1712", "combat")
    battle(match, "attack 1813 with a,b", 6)
    assert sorted(match.orders()) == ["advance a", "advance b", "stay"]
    play(match, "advance a")
    assert (where(match, "a"), where(match, "b")) == ("1813", "1712")
    assert rule(match, "advance b") == "9.0"


def test_9_0_nobody_needs_to_advance() -> None:
    match = position("d-:army:8/4@1813 a:panzer:24/12@1713", "combat")
    battle(match, "attack 1813 with a", 6)
    play(match, "stay")
    assert where(match, "a") == "1713" and match.phase == "movement"


def test_9_0_the_advance_ignores_terrain_rivers_and_mud() -> None:
    match = position(
        "d-:army:8/4@1813 a:panzer:24/12@1713 b:infantry:24/12@1712",
        "combat",
        mud=True,
        hexes={"1813": ["marsh"]},
        sides={"1713/1813": ["major river"]},
    )
    battle(match, "attack 1813 with a,b", 6)
    play(match, "advance a")
    assert where(match, "a") == "1813"


def test_9_0_no_advance_while_the_defender_stands() -> None:
    match = position("d:army:8/4@1813 a:panzer:9/4@1713", "combat")
    battle(match, "attack 1813 with a", 3)
    assert match.phase == "movement" and where(match, "d") == "1813"


def test_9_0_nobody_attacks_outside_the_combat_phase() -> None:
    match = position("d:army:8/4@1813 a:panzer:9/4@1713", "movement")
    assert rule(match, "attack 1813 with a") == "9.0"


def test_9_0_a_list_of_attackers_with_a_hole_cannot_be_read() -> None:
    match = position("g48@1713 g59@1712 d:army@1813", "combat")
    for order in ("attack 1813 with g48,", "attack 1813 with g48,,g59"):
        assert "cannot be read" in refused(match, order).says


@pytest.mark.parametrize(
    ("order", "says"),
    [
        ("attack 1813 g48", "“with” is missing before “g48”."),
        ("attack 1813", "“with” is missing."),
        ("attack 1813 with", "UNIT,UNIT is missing."),
        ("attack 1813 with g48 g59", "“g59” is one word too many."),
        ("attack 1813 with g48 offensive", "UNIT is missing."),
        ("attack 1813 with g48 offensive g48 g59", "“g59” is one word too many."),
        ("attack 1813 with g48 offensive g48 support", "UNIT,UNIT is missing."),
    ],
)
def test_9_0_an_announcement_that_cannot_be_read_is_told_what_is_wrong(
    order: str, says: str
) -> None:
    why = refused(position("g48@1713 g59@1712 d:army@1813", "combat"), order)
    assert (why.rule, why.says) == ("9.0", f"“{order}” cannot be read: {says}")
    form = "attack HEX with UNIT,UNIT [offensive UNIT] [support UNIT,UNIT]"
    assert why.instead == f"Say: {form}"


def test_9_0_a_blank_after_a_comma_is_told_so() -> None:
    match = position("g48@1713 g59@1712 d:army@1813", "combat")
    assert "commas and no blanks" in refused(match, "attack 1813 with g48, g59").says


def test_8_0_a_move_to_nowhere_is_told_so() -> None:
    match = position("g48@1713", "movement")
    why = refused(match, "move g48")
    assert (why.rule, why.says) == ("8.0", "“move g48” cannot be read: HEX is missing.")
    assert why.instead == "Say: move UNIT HEX…"


def test_12_0_a_posture_that_is_none_is_told_all_there_are() -> None:
    why = refused(position("g48@1713", "posture"), "posture attack")
    assert why.says == "“posture attack” cannot be read."
    assert why.instead.count("posture ") == 4


def test_9_0_a_battle_that_is_announced_may_be_dropped_until_the_end() -> None:
    match = play(position(TWO, "combat"), "attack 1813 with a,b", "attack 1815 with c")
    assert match.drops() == {"1813": "drop 1813", "1815": "drop 1815"}
    assert rule(match, "drop 1913") == "9.0"
    play(match, "drop 1813")
    assert match.drops() == {"1815": "drop 1815"}
    play(match, "attack 1813 with a", "end")
    assert match.drops() == {} and rule(match, "drop 1813") == "9.0"
    assert match.standing() == {"in order": "resolve 1815"}
