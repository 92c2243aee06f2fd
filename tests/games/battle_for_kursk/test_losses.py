"""9.3: what a step is worth, and how an exchange is paid."""

import pytest

from kursk.core.match import Match
from kursk.games.battle_for_kursk.losses import step_value
from kursk.testing import lost, play, rule, strength, where
from tests.games.battle_for_kursk.helpers import battle, position, state


def exchange(units: str, attackers: str) -> Match:
    """EX: a 5 at 2:1, and a 5 at 3:1."""
    return battle(position(units, "combat"), f"attack 1813 with {attackers}", 5)


@pytest.mark.parametrize(
    ("counter", "worth"), [("g41", 5), ("g41-", 4), ("g2lw", 2), ("g2lw-", 2), ("r48", 4)]
)
def test_9_3_a_flip_is_worth_the_difference_and_a_reduced_unit_all_it_has(
    counter: str, worth: int
) -> None:
    """A panzer of 9 that is turned over to 4 counts 5."""
    match = position(f"{counter}@1813", "movement")
    assert step_value(state(match), match.g.roster.find(counter.rstrip("-"))) == worth


def test_3_3_9_3_a_full_unit_is_turned_over_and_a_reduced_one_eliminated() -> None:
    match = exchange("d:army:8/4@1813 a:panzer:16/8@1713", "a")
    play(match, "retreat d 1913 2013")
    assert lost(match, "d") == 1
    match = exchange("d-:army:16/8@1813 a:panzer:16/8@1713", "a")
    assert where(match, "d") == "eliminated"


def test_9_3_the_defender_loses_and_retreats_first() -> None:
    match = exchange("d:army:8/4@1813 a:panzer:16/8@1713", "a")
    assert lost(match, "d") == 1 and lost(match, "a") == 0
    assert {order.split()[0] for order in match.orders()} == {"retreat"}


def test_9_3_the_attacker_loses_at_least_as_much() -> None:
    """9 to 4 is 5 points: one flip of 8 to 4 is too little; a second step makes it up."""
    match = exchange("d:army:9/4@1813 a:panzer:12/8@1713 b:panzer:8/4@1712", "a,b")
    play(match, "retreat d 1913 2013", "lose a")
    assert match.prompt == "Choose steps worth 1 strength points or more."
    play(match, "lose b")
    assert (lost(match, "a"), lost(match, "b")) == (1, 1)


@pytest.mark.parametrize("losses", ["a,b", "a,a"])
def test_9_3_two_flips_of_4_or_one_whole_unit_of_8_pay_for_5(losses: str) -> None:
    units = "d:army:9/4@1813 a:panzer:8/4@1713 b:panzer:8/4@1712 c:infantry:10/5@1714"
    match = exchange(units, "a,b,c")
    play(match, "retreat d 1913 2013", f"lose {losses}")
    assert strength(match, "a") + strength(match, "b") == 8
    assert "stay" in match.orders()


def test_9_3_more_than_needed_may_be_lost() -> None:
    match = exchange("d:army:8/4@1813 a:panzer:8/4@1713 b:panzer:8/4@1712", "a,b")
    play(match, "retreat d 1913 2013", "lose a,b")
    assert (lost(match, "a"), lost(match, "b")) == (1, 1)


def test_9_3_nobody_loses_steps_it_has_not_got() -> None:
    match = exchange("d:army:8/4@1813 a-:panzer:9/8@1713 b:panzer:8/4@1712", "a,b")
    play(match, "retreat d 1913 2013")
    assert rule(match, "lose a,a") == "9.3"
    assert rule(match, "lose b,b,b") == "9.3"
    assert rule(match, "lose d") == "9.3"


def test_9_3_an_attacker_who_cannot_pay_loses_all_and_does_not_advance() -> None:
    """Three points in all against a step of four; the defender is cut off, so it is 1:1."""
    match = position(
        "d-:army:8/4@1813 a-:panzer:6/3@1713 b:infantry@1912 c:infantry@1914", "combat"
    )
    battle(match, "attack 1813 with a", 6)
    assert (where(match, "d"), where(match, "a")) == ("eliminated", "eliminated")
    assert match.phase == "movement", "nobody is left to advance"


def test_9_3_who_has_just_enough_loses_all_too() -> None:
    match = position("d-:army:7/3@1813 a-:panzer:6/3@1713", "combat")
    battle(match, "attack 1813 with a", 6)
    assert (where(match, "d"), where(match, "a")) == ("eliminated", "eliminated")


def test_9_3_extra_losses_of_a_unit_that_cannot_retreat_are_not_matched() -> None:
    """A full 8/4 loses a step and, caged in, the other: the attacker pays 4, not 8."""
    cage = "b:infantry@1912 c:infantry@1914 e:infantry@1710 f:infantry@1716"
    match = exchange(f"d:army:8/4@1813 a:panzer:16/8@1713 {cage}", "a")
    assert where(match, "d") == "eliminated"
    assert match.prompt == "Choose steps worth 4 strength points or more."


def test_9_3_a_step_lost_in_a_zone_is_not_matched_either() -> None:
    trap = "b:infantry@1912 c:infantry@1914"
    match = exchange(f"d:army:8/4@1813 a:panzer:16/8@1713 {trap}", "a")
    assert where(match, "d") == "eliminated"
    assert match.prompt == "Choose steps worth 4 strength points or more."


def test_9_3_exchanges_count_printed_strengths_not_halved_ones() -> None:
    """Out of a marsh and in mud a panzer of 16 fights as 4; its step is still worth 8."""
    match = position(
        "d:army:4/2@1813 a:panzer:16/8@1713 b:infantry:6/3@1712",
        "combat",
        mud=True,
        hexes={"1713": ["marsh"]},
    )
    battle(match, "attack 1813 with a,b", 5)
    play(match, "retreat d 1913 2013", "lose a")
    assert (strength(match, "a"), strength(match, "b")) == (8, 6)
    assert "stay" in match.orders()


def test_11_2_exchanges_in_mud_count_printed_strengths() -> None:
    """Infantry of 4 in a marsh is worth 4 as a loss: two steps of 2."""
    match = position(
        "d-:army:8/4@1813 a:infantry:4/2@1713 b:infantry:6/3@1712",
        "combat",
        mud=True,
        hexes={"1713": ["marsh"]},
    )
    battle(match, "attack 1813 with a,b", 5)
    play(match, "lose a,a")
    assert where(match, "a") == "eliminated"
    assert "stay" in match.orders()
