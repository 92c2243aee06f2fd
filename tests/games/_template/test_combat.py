"""4: combat."""

from typing import Any

from kursk.core.match import Match
from kursk.testing import lost, play, position, receipt, refused, shift, where

TITLE = "_template"


def fighting(units: str, **more: Any) -> Match:
    return position(TITLE, f"{units} s4@0608", phase="combat", side="german", **more)


def test_4_1_only_neighbours_are_attacked() -> None:
    match = fighting("g1@0302 s1@0304")
    assert refused(match, "attack 0304 with g1").says == "g1 is not next to 0304."


def test_4_1_a_unit_and_a_hex_fight_once_a_phase() -> None:
    match = fighting("g1@0303 g2@0204 s1@0304 s2@0404")
    play(match, "attack 0304 with g1", "roll 4")
    assert refused(match, "attack 0304 with g2").says == "0304 has been attacked in this phase."
    assert refused(match, "attack 0404 with g1").says == "g1 has attacked in this phase."


def test_4_2_odds_are_rounded_for_the_defender() -> None:
    match = fighting("g1@0303 g2@0204 s1@0304")
    odds = receipt(match, "attack 0304 with g1,g2")
    assert (odds.totals, odds.odds, odds.column) == (("7", "3"), "2:1", "2:1")


def test_4_3_woods_towns_and_the_river_shift_to_the_left() -> None:
    wood, river = {"0304": ["wood"]}, {"0303/0304": ["river"]}
    odds = receipt(fighting("g1@0303 s3@0304", hexes=wood, sides=river), "attack 0304 with g1")
    assert shift(odds, "Defender in a wood") == shift(odds, "All attackers across") == -1
    assert (odds.odds, odds.column) == ("2:1", "1:2")


def test_4_4_the_attacker_chooses_who_loses_a_step() -> None:
    match = fighting("g1@0303 g2@0204 s1@0304")
    play(match, "attack 0304 with g1,g2", "roll 1")
    assert list(match.orders()) == ["lose g1", "lose g2"]
    assert lost(play(match, "lose g2"), "g2") == 1


def test_4_4_an_exchange_costs_both_a_step() -> None:
    match = play(fighting("g1@0303 s1@0304"), "attack 0304 with g1", "roll 5", "lose g1")
    assert lost(match, "g1") == lost(match, "s1") == 1


def test_4_5_one_attacker_may_advance() -> None:
    match = fighting("g1@0303 g2@0204 s3@0304")
    play(match, "attack 0304 with g1,g2", "roll 6")
    assert list(match.orders()) == ["advance g1", "advance g2", "stay"]
    assert where(play(match, "advance g2"), "g2") == "0304"
