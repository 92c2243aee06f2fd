"""11.14: advance after combat.

Around 3010, clockwise from north-east: 3110 3011 2910 2909 3009 3109.
"""

from typing import Any

import pytest

from kursk.core.match import Match
from kursk.testing import lost, play, refused, where
from tests.games.drive_on_kursk.helpers import WEST, position, state


def won(text: str, side: str = "german", attackers: str = "a", **more: Any) -> Match:
    """The defender of 3010, or of wherever `d` stands, has just been eliminated."""
    match = position(text, side=side, **more)
    hex = match.g.grid.name[match.g.at[match.g.roster.find("d")]]
    return play(match, f"attack {hex} with {attackers}", "roll 1")


# -- the first hex ---------------------------------------------------------------------------


def test_11_14_somebody_must_advance() -> None:
    match = won("a 3009 panzer 40,20\nb 3109 infantry\nd 3010 rifle 9", attackers="a,b")
    assert (match.actor, match.rule) == ("german", "11.14")
    why = refused(match, "end")
    assert (why.rule, why.hexes) == ("11.14", ("3010",))
    play(match, "advance b 3010")
    assert refused(match, "advance b 3010").rule == "11.14"
    play(match, "end")
    assert (where(match, "a"), where(match, "b")) == ("3009", "3010")


def test_11_14_where_there_is_no_choice_it_is_made_at_once() -> None:
    match = won("a 3009 infantry 40,20\nd 3010 rifle 9")
    assert (where(match, "a"), match.rule) == ("3010", "11.1")


def test_11_14_as_many_as_may_stack() -> None:
    text = "a 3009 infantry 40,20\nb 3009 infantry\nc 3109 infantry\ne 3109 infantry\n"
    match = won(text + "d 3010 rifle 9", attackers="a,b,c,e")
    why = refused(match, "advance a,b,c,e 3010")
    assert (why.rule, why.hexes) == ("11.14, 7.4", ("3010",))
    play(match, "advance a,c,e 3010")
    assert [where(match, id) for id in "abce"] == ["3010", "3009", "3010", "3010"]
    assert match.rule == "11.1"  # nobody else has room


def test_11_14_soviet_attackers_stack_by_corps() -> None:
    text = "a 3011 tank-corps 20\nb 3011 tank-corps 20\nc 3110 tank-corps 20\ne 3110 rifle\n"
    match = won(text + "d 3010 infantry reduced", "soviet", "a,b,c,e")
    assert refused(match, "advance a,b,c,e 3010").rule == "11.14, 7.5"
    play(match, "advance a,b,e 3010", "end")


@pytest.mark.parametrize("id", ["x", "d", "nobody"])
def test_11_14_only_involved_units_advance(id: str) -> None:
    match = won("a 3009 panzer 40,20\nx 3009 infantry\nd 3010 rifle 9")
    assert refused(match, f"advance {id} 3010").rule == "11.14"


def test_11_14_zones_do_not_hinder_and_the_hex_is_taken() -> None:
    text = "a 3009 infantry 40,20\nd 3010 rifle 9\ne 3110 rifle\nf 2910 rifle"
    match = won(text)
    assert where(match, "a") == "3010"
    assert match.g.owner(match.g.grid.find("3010")) == "german"


def test_11_14_3_10_a_town_counts_as_soon_as_it_is_entered() -> None:
    match = position("a 3009 infantry 40,20\nd 3010 rifle 4", hexes={"3010": ["town"]})
    play(match, "attack 3010 with a", "pass", "roll 1")
    assert state(match).vp == 60 + 1 + 1


def test_11_14_the_first_hex_may_lie_across_a_major_river() -> None:
    text = "a 3009 infantry 80,20\nd 3010 rifle 9"
    match = won(text, sides={"3009/3010": ["major river"]}, hexes={"3010": ["swamp"]})
    assert where(match, "a") == "3010"


def test_11_14_defenders_never_advance() -> None:
    match = position("a 3009 infantry 4,2 reduced\nd 3010 rifle 9")
    play(match, "attack 3010 with a", "roll 6")
    assert (where(match, "a"), where(match, "d")) == ("dead", "3010")


def test_11_14_advance_comes_before_the_next_battle() -> None:
    match = won("a 3009 panzer 40,20\nb 3009 panzer\nd 3010 rifle 9\ne 2909 rifle")
    assert refused(match, "attack 2909 with b").rule == "11.14"


def test_9_7_11_14_arrivals_of_fight_fight_stay_and_the_advance_may_lapse() -> None:
    """A-48."""
    match = won("a 3009 infantry 40,20 pinned\nd 3010 rifle 9")
    assert (where(match, "a"), match.rule) == ("3009", "11.1")
    text = "a 3009 infantry 40,20 pinned\nb 3109 panzer\nd 3010 rifle 9"
    match = won(text, attackers="a,b")
    assert refused(match, "advance a 3010").rule == "9.7"
    play(match, "advance b 3010", "end")


# -- the second hex --------------------------------------------------------------------------


PANZER = "a 3009 panzer 40,20\nd 3010 rifle 9\n"


def test_11_14_a_supplied_panzer_goes_on_into_an_enemy_zone() -> None:
    match = won(PANZER + "e 3012 rifle")
    play(match, "advance a 3010 3011")
    assert where(match, "a") == "3011"
    for hex in ("3010", "3011"):
        assert match.g.owner(match.g.grid.find(hex)) == "german"
    assert match.rule == "11.1"  # its two hexes are used up


def test_11_14_it_may_go_in_first_and_on_later() -> None:
    text = "a 3009 panzer 40,20\nb 3109 infantry\nd 3010 rifle 9"
    match = won(text, attackers="a,b")
    play(match, "advance a 3010", "advance b 3010")
    assert refused(match, "advance b 3011").rule == "11.14"
    play(match, "advance a 2910")
    assert (where(match, "a"), where(match, "b")) == ("2910", "3010")


def test_11_14_the_only_one_that_advanced_need_not_stay() -> None:
    """A-41."""
    match = play(won(PANZER), "advance a 3010 3110")
    assert match.g.pile(match.g.grid.find("3010")) == ()


def test_11_14_two_hexes_and_no_more_the_first_being_the_one_vacated() -> None:
    match = won(PANZER)
    assert refused(match, "advance a 3109").rule == "11.14"
    assert refused(match, "advance a 3010 3011 3012").rule == "11.14"
    assert refused(match, "advance a 3010 3012").rule == "11.14"
    match = won("a 3009 panzer 40,20\nb 3009 panzer\nd 3010 rifle 9", attackers="a,b")
    play(match, "advance a 3010 3011")
    assert refused(match, "advance a 3012").rule == "11.14"


def test_11_14_infantry_and_soviets_stop_after_one_hex() -> None:
    text = "a 3009 infantry 40,20\nb 3009 infantry\nd 3010 rifle 9"
    assert refused(won(text, attackers="a,b"), "advance a 3010 3011").rule == "11.14"
    text = "a 3011 tank-corps 40\nb 3011 tank-corps\nd 3010 infantry reduced"
    assert refused(won(text, "soviet", "a,b"), "advance a 3010 3009").rule == "11.14"


def test_11_14_6_6_supply_is_that_at_the_start_of_the_battle() -> None:
    """A-42: the defender's zone closed the only source; his end comes too late for the panzer."""
    shut = [hex for hex in WEST if hex != "3000"]
    text = "a 3002 panzer 80,40\nb 3002 panzer 80,40\nd 3001 rifle 9"
    match = won(text, attackers="a,b", control={"soviet": shut, "german": ["3000"]})
    assert refused(match, "advance a 3001 3000").rule == "11.14"


@pytest.mark.parametrize(
    ("kinds", "german", "side", "legal"),
    [
        (["fort soviet"], False, [], False),
        (["fort soviet"], True, [], False),  # it stays a Soviet fort
        (["fort german"], False, [], True),
        (["city"], False, [], False),
        (["city"], True, [], True),
        (["town"], False, [], True),
        ([], False, ["river"], True),
        ([], False, ["major river"], False),
        ([], False, ["lake"], False),
        (["swamp"], False, [], True),
    ],
)
def test_11_14_where_the_second_hex_may_not_be(
    kinds: list[str], german: bool, side: list[str], legal: bool
) -> None:
    match = won(
        PANZER,
        hexes={"3011": kinds},
        sides={"3010/3011": side},
        control={"german": ["3011"] if german else []},
    )
    assert ("advance a 3010 3011" in list(match.orders())) == legal
    if not legal:
        why = refused(match, "advance a 3010 3011")
        assert (why.rule, why.hexes) == ("11.14", ("3011",))


def test_11_14_an_enemy_in_the_second_hex_bars_it() -> None:
    assert refused(won(PANZER + "e 3011 rifle"), "advance a 3010 3011").rule == "11.14"


def test_11_14_a_full_second_hex_bars_it_and_nobody_is_displaced() -> None:
    match = won(PANZER + "x 3109 infantry\ny 3109 infantry\nz 3109 infantry")
    why = refused(match, "advance a 3010 3109")
    assert (why.rule, why.hexes) == ("11.14, 7.4", ("3109",))
    assert "advance a 3010 3109" not in list(match.orders())


def test_11_14_several_may_go_on_together() -> None:
    match = won("a 3009 panzer 40,20\nb 3009 grenadier\nd 3010 rifle 9", attackers="a,b")
    play(match, "advance a,b 3010 3011")
    assert (where(match, "a"), where(match, "b")) == ("3011", "3011")


def test_11_14_a_fourth_may_enter_when_one_has_gone_on() -> None:
    text = "a 3009 panzer 40,20\nb 3009 infantry\nc 3109 infantry\ne 3109 infantry\nd 3010 rifle 9"
    match = won(text, attackers="a,b,c,e")
    play(match, "advance a,b,c 3010")
    assert refused(match, "advance e 3010").rule == "11.14, 7.4"
    play(match, "advance a 3011", "advance e 3010")
    assert [where(match, id) for id in "abce"] == ["3011", "3010", "3010", "3010"]


def test_11_14_9_2_reserves_wake_at_each_hex() -> None:
    match = won(PANZER + "r 3012 tank-corps reserve")
    assert state(match).reserve
    play(match, "advance a 3010 3011")
    assert state(match).reserve == 0


@pytest.mark.parametrize(
    ("order", "rule"),
    [("advance a 9999", "10.20"), ("advance a", "11.14"), ("advance a,a 3010", "11.14")],
)
def test_11_14_refusals(order: str, rule: str) -> None:
    assert refused(won(PANZER), order).rule == rule


def test_11_14_what_is_offered_is_accepted() -> None:
    text = "a 3009 panzer 40,20\nb 3109 infantry\nc 2909 grenadier\nd 3010 rifle 9"
    match = won(text, attackers="a,b,c")
    while match.rule == "11.14":
        offered = list(match.orders())
        assert all(match.why_not(order) is None for order in offered)
        assert len(offered) == len(set(offered))
        play(match, offered[-2] if offered[-1] == "end" else offered[-1])
    assert lost(match, "a") == 0
