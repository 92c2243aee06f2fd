"""11.12, 11.13, 11.19: retreat and displacement.

Around 3010, clockwise from north-east: 3110 3011 2910 2909 3009 3109. Enemies in 3109 and 2909
leave only 3011 out of their zones. At the east edge the same holds of 3026: enemies in 3125 and
2925 leave only 3027, from where the ways on are 3127 and 2927.
"""

from typing import Any

import pytest

from kursk.core.match import Match
from kursk.testing import lost, play, receipt, refused, says, where
from tests.games.drive_on_kursk.helpers import position, state

RING = "a 3011 rifle 20\ns 3008 rifle\nt 3210 rifle\nu 2810 rifle\n"  # all round 3010 in zones
EAST_ATTACK = "a 3125 infantry 20,10\nb 2925 infantry 20,10\n"


def driven(text: str, side: str = "german", **more: Any) -> Match:
    """Attacked by `a` at odds that make a 6 a retreat: 2:1 to 5:1."""
    match = position(text, side=side, **more)
    unit = match.g.roster.find("d")
    return play(match, f"attack {match.g.grid.name[match.g.at[unit]]} with a", "roll 6")


# -- 11.12: where to -------------------------------------------------------------------------


def test_11_12_11_19_the_owner_chooses_among_open_hexes() -> None:
    match = driven("a 3009 infantry 20,10\nd 3010 rifle 5")
    assert (match.actor, match.rule) == ("soviet", "11.12")
    assert set(match.orders()) == {"retreat d 3110", "retreat d 3011", "retreat d 2910"}
    play(match, "retreat d 2910")
    assert where(match, "d") == "2910"


@pytest.mark.parametrize(
    ("order", "rule"),
    [
        ("retreat d 3012", "11.12"),
        ("retreat d 3009", "10.7"),
        ("retreat d 3109", "11.12"),
        ("retreat d 9999", "10.20"),
        ("retreat a 3011", "11.12"),
        ("retreat d,d 3011", "11.12"),
        ("end", "11.12"),
    ],
)
def test_11_12_refusals(order: str, rule: str) -> None:
    assert refused(driven("a 3009 infantry 20,10\nd 3010 rifle 5"), order).rule == rule


def test_11_12_any_ground_and_any_direction_will_do() -> None:
    """A-36."""
    sides = {"3010/3011": ["lake"]}
    match = driven(
        "a 3109 infantry 20,10\nb 2909 infantry\nd 3010 rifle 5",
        hexes={"3011": ["swamp"]},
        sides=sides,
    )
    assert where(match, "d") == "3011"


def test_11_12_a_soviet_without_an_open_hex_is_eliminated() -> None:
    match = driven("a 3009 infantry 10,5\nb 3011 infantry\nd 3010 rifle 9\ne 3010 tank-corps 1")
    assert (where(match, "d"), where(match, "e")) == ("dead", "dead")
    assert state(match).vp == 60 + 1 + 3
    assert where(match, "a") == "3010"


def test_11_12_a_friend_in_an_enemy_zone_does_not_open_it() -> None:
    match = driven("a 3009 infantry 10,5\nb 3011 infantry\nd 3010 rifle 5\ne 3110 rifle")
    assert (where(match, "d"), where(match, "e")) == ("dead", "3110")


def test_11_12_germans_avoid_enemy_zones_while_they_can() -> None:
    match = driven("a 3011 rifle 20\nd 3010 infantry 10,5", "soviet")
    assert {order.split()[-1] for order in match.orders()} == {"3009", "3109", "2909"}
    why = refused(match, "retreat d 3110")
    assert (why.rule, why.hexes) == ("11.12", ("3110",))


def test_11_12_germans_retreat_into_enemy_zones_if_they_must_without_loss() -> None:
    match = driven(RING + "d 3010 infantry 10,5", "soviet")
    assert {order.split()[-1] for order in match.orders()} == {
        "3009", "3109", "2909", "3110", "2910",
    }  # fmt: skip
    play(match, "retreat d 3110")
    assert (where(match, "d"), lost(match, "d")) == ("3110", 0)


def test_11_12_a_german_shut_in_is_eliminated_with_both_steps() -> None:
    shut = "\n".join(f"s{n} {hex} rifle" for n, hex in enumerate(("3009", "3109", "2909")))
    text = f"a 3011 rifle 20\n{shut}\nx 3110 rifle\ny 2910 rifle\nd 3010 panzer 10,5"
    match = driven(text, "soviet")
    assert (where(match, "d"), state(match).vp) == ("dead", 56)


def test_11_12_10_20_off_the_map_is_no_retreat() -> None:
    text = "a 3026 infantry 10,5\nb 3126 infantry\nc 2926 infantry\nd 3027 rifle 5"
    assert where(driven(text), "d") == "dead"


def test_11_12_3_10_a_retreat_takes_the_hex_it_enters() -> None:
    match = driven(
        "a 3109 infantry 20,10\nb 2909 infantry\nd 3010 rifle 5",
        hexes={"3011": ["town"]},
        control={"german": ["3011"]},
    )
    assert where(match, "d") == "3011"
    assert match.g.owner(match.g.grid.find("3011")) == "soviet"
    assert state(match).vp == 60 - 1


def test_11_12_9_2_a_german_who_retreats_next_to_a_reserve_wakes_it() -> None:
    """A-13."""
    text = RING.replace("s 3008 rifle", "s 3008 rifle reserve") + "d 3010 infantry 10,5"
    match = play(driven(text, "soviet"), "retreat d 3009")
    assert state(match).reserve == 0
    assert state(match).vp == 60


# -- 11.12: the stack ------------------------------------------------------------------------


def test_11_12_a_stack_retreats_to_one_hex() -> None:
    match = driven("a 3009 infantry 30,10\nd 3010 rifle 4\ne 3010 rifle 4\nf 3010 tank-corps 4")
    assert set(match.orders()) == {f"retreat d,e,f {hex}" for hex in ("3110", "3011", "2910")}
    play(match, "retreat f 3011")  # one at a time, if he likes; but the others must follow
    assert [where(match, id) for id in "def"] == ["3011"] * 3


def test_11_12_a_hex_that_cannot_hold_the_stack_is_closed_while_another_can() -> None:
    full = "\n".join(f"k{n} 3011 tank-corps" for n in range(3))
    match = driven(f"a 3009 infantry 20,10\n{full}\nd 3010 rifle 4\ne 3010 rifle 4")
    assert refused(match, "retreat d,e 3011").rule == "11.13"
    assert set(match.orders()) == {"retreat d,e 3110", "retreat d,e 2910"}


def test_11_12_a_stack_breaks_up_as_little_as_can_be() -> None:
    """Room for two in 3009 and for one each in 3109 and 2909: two parts, not three."""
    text = "a 3011 rifle 60\nw 3009 infantry\nx 3109 infantry\ny 3109 infantry\n"
    text += "v 2909 infantry\nz 2909 infantry\n"
    text += "d 3010 infantry\ne 3010 infantry\nf 3010 infantry"
    match = driven(text, "soviet")
    assert len(list(match.orders())) == 9  # each of three units to each of three hexes
    assert refused(match, "retreat d,e 3109").rule == "11.13"
    assert refused(match, "retreat d,e,f 3110").rule == "11.12"
    play(match, "retreat e 3109")
    assert {where(match, "d"), where(match, "f")} == {"3009"}


def test_11_12_two_and_one_where_nothing_else_is_open() -> None:
    foes = "a 3011 rifle 60\np 3110 rifle\nq 2910 rifle\nr 2909 rifle\n"
    text = foes + "w 3009 infantry\nx 3109 infantry\ny 3109 infantry\n"
    text += "d 3010 infantry\ne 3010 infantry\nf 3010 infantry"
    match = play(driven(text, "soviet"), "retreat d,f 3009")
    assert [where(match, id) for id in "def"] == ["3009", "3109", "3009"]


def test_11_12_hexes_out_of_zones_are_filled_first() -> None:
    """A-38: two of three Germans find room out of enemy zones; the third must enter one."""
    text = "a 3011 rifle 60\nw 3009 infantry\n"
    text += "".join(f"x{n} 3109 infantry\ny{n} 2909 infantry\n" for n in range(3))
    text += "d 3010 infantry\ne 3010 infantry\nf 3010 infantry"
    match = driven(text, "soviet")
    assert set(match.orders()) == {f"retreat {id} 3009" for id in "def"}
    play(match, "retreat d 3009", "retreat f 3009")
    assert set(match.orders()) == {"retreat e 3110", "retreat e 2910"}


def test_11_12_corps_and_divisions_find_their_room() -> None:
    """A corps and two divisions; 3110 has room for the corps, 2910 for two divisions."""
    text = "a 3009 infantry 60,30\nk0 3110 tank-corps\nk1 3110 tank-corps\n"
    text += "l0 2910 tank-corps\nl1 2910 tank-corps\nl2 2910 rifle\n"
    text += "".join(f"n{n} 3011 tank-corps\n" for n in range(3))
    text += "c 3010 tank-corps 9\nd 3010 rifle 4\ne 3010 rifle 4"
    match = driven(text)
    assert set(match.orders()) == {"retreat c 3110", "retreat d 2910", "retreat e 2910"}
    play(match, "retreat d 2910")
    assert refused(match, "retreat e 3110").rule == "11.12"


# -- 11.12: retreated onto others ------------------------------------------------------------


def test_11_12_a_unit_that_retreated_in_adds_nothing_and_shares_the_result() -> None:
    text = RING + "x 3108 rifle 30\ne 3009 infantry 8,4\nd 3010 infantry 10,5"
    match = play(driven(text, "soviet"), "retreat d 3009")
    found = receipt(match, "attack 3009 with s,x", "german")
    assert [(line.label, line.value) for line in found.defence[:2]] == [("d", "0"), ("e", "8")]
    assert found.defence[0].rule == "11.12"
    play(match, "attack 3009 with s,x", "roll 1")  # DE
    assert (lost(match, "d"), lost(match, "e")) == (1, 1)


def test_11_4_11_12_who_defended_and_stayed_is_not_attacked_again_through_a_newcomer() -> None:
    """A-50."""
    text = RING + "x 3108 rifle 30\ne 3009 infantry 8,4\nd 3010 infantry 10,5"
    match = position(text, side="soviet")
    play(match, "attack 3009 with s", "roll 5")  # 4 to 4, half of 8: AS
    play(match, "attack 3010 with a", "roll 6", "retreat d 3009")
    assert refused(match, "attack 3009 with x").rule == "11.4"


@pytest.mark.parametrize(
    ("marks_d", "marks_e", "legal"),
    [
        ("", "", True),
        ("defended retreated", "", True),
        ("defended", "", False),
        ("defended retreated", "defended", False),
        ("defended retreated", "defended retreated", False),
    ],
)
def test_11_4_11_12_whom_a_second_attack_may_meet(marks_d: str, marks_e: str, legal: bool) -> None:
    """A-49, A-50: somebody fresh, and nobody who defended and stayed."""
    text = f"a 3011 rifle\nd 3010 infantry {marks_d}\ne 3010 infantry {marks_e}"
    match = position(text, side="soviet")
    assert (match.why_not("attack 3010 with a") is None) == legal


def test_11_4_11_12_who_retreated_in_and_then_stood_has_defended_there() -> None:
    text = RING + "x 3108 rifle 30\nf 3009 infantry reduced\nd 3010 infantry 10,5"
    match = play(driven(text, "soviet"), "retreat d 3009")
    assert state(match).retreated == 1 << match.g.roster.find("d")
    play(match, "attack 3009 with x", "roll 1")  # DE
    assert (where(match, "f"), where(match, "d"), lost(match, "d")) == ("dead", "3009", 1)
    assert state(match).retreated == 0


# -- 11.13: displacement ---------------------------------------------------------------------


def corps(hex: str, name: str) -> str:
    return "".join(f"{name}{n} {hex} tank-corps\n" for n in range(3))


def test_11_13_a_unit_in_a_full_hex_makes_room() -> None:
    text = EAST_ATTACK + corps("3027", "k") + "d 3026 rifle 9"
    match = driven(text)
    assert (match.actor, match.rule) == ("soviet", "11.13")
    assert set(match.orders()) == {
        f"displace k{n} {hex}" for n in range(3) for hex in ("3127", "2927")
    }
    assert refused(match, "displace k1 3126").rule == "11.13"  # an enemy zone
    assert refused(match, "displace k1 3026").rule == "11.13"  # the hex under attack
    assert refused(match, "end").rule == "11.13"
    play(match, "displace k1 2927")
    assert (where(match, "k1"), where(match, "d")) == ("2927", "3027")
    assert where(match, "a") == "3026"


def test_11_13_displacement_can_chain() -> None:
    text = EAST_ATTACK + corps("3027", "k") + corps("3127", "l") + corps("2927", "n")
    match = driven(text + "d 3026 rifle 9")
    play(match, "displace k0 3127", "displace l2 3227")
    assert [where(match, id) for id in ("l2", "k0", "d")] == ["3227", "3127", "3027"]


def test_11_13_a_chain_leads_through_a_hex_that_is_not_quite_full() -> None:
    """3012 has room for two divisions, none for a corps; its own division goes on to 3013."""
    text = "a 3109 panzer 30,15\nb 2909 panzer\ne 3211 panzer\nf 2811 panzer\n"
    text += "d 3010 tank-corps 9\n" + corps("3011", "k")
    match = driven(text + "l0 3012 tank-corps\nl1 3012 tank-corps\ni 3012 rifle")
    assert set(match.orders()) == {f"displace k{n} 3012" for n in range(3)}
    play(match, "displace k1 3012")
    ends = ("2912", "3013", "3112")
    assert set(match.orders()) == {
        f"displace {id} {hex}" for id in ("l0", "l1", "i") for hex in ends
    }
    play(match, "displace i 3013")
    assert [where(match, id) for id in ("d", "k1", "i")] == ["3011", "3012", "3013"]


def test_11_13_if_the_displaced_unit_would_be_lost_the_retreating_one_is() -> None:
    """Germans in 3227 and 2827 close 3127 and 2927 to the corps in 3027."""
    text = EAST_ATTACK + corps("3027", "k") + "x 3227 infantry\ny 2827 infantry\nd 3026 rifle 9"
    match = driven(text)
    assert where(match, "d") == "dead"
    assert [where(match, f"k{n}") for n in range(3)] == ["3027"] * 3


def test_11_13_a_chain_that_ends_in_a_loss_is_no_way_either() -> None:
    """3127 is full, and its only exit is an enemy zone."""
    text = EAST_ATTACK + corps("3027", "k") + corps("3127", "l") + corps("2927", "n")
    text += "x 3326 infantry\ny 2726 infantry\nd 3026 rifle 9"
    match = driven(text)
    assert where(match, "d") == "dead"
    assert where(match, "k0") == "3027"


def test_11_13_9_2_reserves_are_not_displaced() -> None:
    """A-14."""
    text = EAST_ATTACK + corps("3027", "k").replace("corps\n", "corps reserve\n") + "d 3026 rifle 9"
    match = driven(text)
    assert where(match, "d") == "dead"
    assert where(match, "k0") == "3027"


def test_11_13_a_corps_displaces_as_many_divisions_as_it_needs() -> None:
    """A-39."""
    divisions = "".join(f"i{n} 3027 rifle\n" for n in range(9))
    match = driven(EAST_ATTACK + divisions + "d 3026 tank-corps 9")
    play(match, "displace i0 3127", "displace i1 2927", "displace i2 3127")
    assert where(match, "d") == "3027"
    assert [where(match, f"i{n}") for n in range(4)] == ["3127", "2927", "3127", "3027"]


def test_11_13_one_for_one_where_one_is_enough() -> None:
    """A-39: a corps makes room for a corps; no divisions are pushed about instead."""
    text = "k0 3027 tank-corps\nk1 3027 tank-corps\n" + "".join(
        f"i{n} 3027 rifle\n" for n in range(3)
    )
    match = driven(EAST_ATTACK + text + "d 3026 tank-corps 9")
    assert {order.split()[1] for order in match.orders()} == {"k0", "k1"}
    play(match, "displace k0 3127")
    assert where(match, "d") == "3027"


def test_11_13_two_retreating_units_displace_two_and_stay_together() -> None:
    match = driven(EAST_ATTACK + corps("3027", "k") + "d 3026 tank-corps 4\ne 3026 tank-corps 4")
    assert set(match.orders()) == {"retreat d 3027", "retreat e 3027"}
    play(match, "retreat d 3027", "displace k0 3127")
    assert {order.split()[1] for order in match.orders()} == {"k1", "k2"}  # never d itself
    play(match, "displace k1 3127")
    assert (where(match, "d"), where(match, "e")) == ("3027", "3027")


FENCE = "a 3011 rifle 20\np 3110 rifle\nq 2910 rifle\nr 2909 rifle\ns 3109 rifle\n"
THREE = "e 3009 infantry\nf 3009 infantry\ng 3009 infantry\n"


def test_11_13_a_displaced_german_avoids_enemy_zones_if_he_can() -> None:
    """A-40."""
    match = driven(FENCE + THREE + "d 3010 infantry 10,5", "soviet")
    assert set(match.orders()) == {f"displace {id} 3008" for id in "efg"}
    play(match, "displace f 3008")
    assert (where(match, "f"), where(match, "d")) == ("3008", "3009")


def test_11_13_a_displaced_german_enters_an_enemy_zone_if_he_must() -> None:
    match = driven(FENCE + "t 3007 rifle\n" + THREE + "d 3010 infantry 10,5", "soviet")
    hexes = ("3008", "3108", "2908")
    assert set(match.orders()) == {f"displace {id} {hex}" for id in "efg" for hex in hexes}


def test_11_13_11_4_a_displaced_unit_defends_as_usual() -> None:
    """A-50: displacement is no attack on it; but the one that retreated adds nothing."""
    match = driven(FENCE + "t 3007 rifle\n" + THREE + "d 3010 infantry 10,5", "soviet")
    play(match, "displace f 3108")
    found = receipt(match, "attack 3108 with s", "german")
    assert [(line.label, line.value) for line in found.defence[:1]] == [("f", "8")]
    found = receipt(match, "attack 3009 with s", "german")
    assert [(line.label, line.value) for line in found.defence[:3]] == [
        ("d", "0"), ("g", "8"), ("e", "8"),
    ]  # fmt: skip


def test_11_13_free_hexes_come_before_displacement_enemy_zones_among_them() -> None:
    """A-38."""
    text = FENCE.replace("s 3109 rifle\n", "") + THREE + "d 3010 infantry 10,5"
    match = driven(text, "soviet")
    assert where(match, "d") == "3109"
    assert not [line for line in says(match) if "make room" in line]


def test_11_13_room_is_made_out_of_enemy_zones_first() -> None:
    """Every neighbour is full; 3110 and 2910 lie in the attacker's zone, the others do not."""
    text = "a 3011 rifle 20\n"
    for name, hex in zip("evwxy", ("3009", "3109", "2909", "3110", "2910"), strict=True):
        text += "".join(f"{name}{n} {hex} infantry\n" for n in range(3))
    match = driven(text + "d 3010 infantry 10,5", "soviet")
    assert {order.split()[-1] for order in match.orders()} == {"3009", "3109", "2909"}
    assert refused(match, "retreat d 3110").rule == "11.12"


def test_11_13_10_7_displaced_units_take_the_hex_they_enter() -> None:
    text = EAST_ATTACK + corps("3027", "k") + "d 3026 rifle 9"
    match = driven(text, hexes={"3127": ["town"]}, control={"german": ["3127"]})
    vp = state(match).vp
    play(match, "displace k0 3127")
    assert match.g.owner(match.g.grid.find("3127")) == "soviet"
    assert state(match).vp == vp - 1 - 3  # a town, on the east edge
