"""9.3: the results of a battle, and combat examples 4, 5 and 6.

On a blank map the defender stands in 1813, attackers west of it in 1713, 1712, 1714.
"""

from typing import Any

import pytest

from kursk.core.match import Match
from kursk.testing import lost, play, receipt, rule, says, shift, strength, where
from tests.games.battle_for_kursk.helpers import battle, position


def duel(attack: int, die: int, defender: str = "d:army:8/4", **more: Any) -> Match:
    """One German of so many points against a defender in 1813."""
    match = position(f"{defender}@1813 a:panzer:{attack}/{attack // 2}@1713", "combat", **more)
    return battle(match, "attack 1813 with a", die)


def test_9_3_ne_nothing_happens() -> None:
    match = duel(8, 4)
    assert (where(match, "d"), lost(match, "d"), lost(match, "a")) == ("1813", 0, 0)
    assert match.phase == "movement"


def test_9_3_al_one_attacker_of_the_attackers_choice_loses_a_step() -> None:
    match = position("d:army:16/8@1813 a:panzer:9/4@1713 b:infantry:8/4@1712", "combat")
    battle(match, "attack 1813 with a,b", 1)
    assert match.actor == "german"
    assert rule(match, "lose a,b") == "9.3"
    assert rule(match, "lose d") == "9.3"
    play(match, "lose b")
    assert (lost(match, "a"), lost(match, "b")) == (0, 1)


def test_9_3_attackers_never_retreat() -> None:
    match = play(duel(8, 1), "lose a")
    assert where(match, "a") == "1713"


def test_9_3_al_eliminates_a_reduced_attacker() -> None:
    match = position("d:army:4/2@1813 a-:panzer:9/4@1713", "combat")
    battle(match, "attack 1813 with a", 2)
    play(match, "lose a")
    assert where(match, "a") == "eliminated"


@pytest.mark.parametrize("reduced", ["", "-"])
def test_9_3_de_eliminates_at_any_strength(reduced: str) -> None:
    match = duel(48, 6, f"d{reduced}:army:8/8")
    assert where(match, "d") == "eliminated"


def test_9_3_drl_kills_a_reduced_unit_without_a_retreat() -> None:
    match = duel(16, 5, "d-:army:8/4")
    assert where(match, "d") == "eliminated"
    assert not any("no way back" in line for line in says(match))


# -- stand fast ------------------------------------------------------------------------------------

CITY = {"1813": ["major city"]}


def test_9_3_stand_fast_turns_dr_into_a_step_and_no_retreat() -> None:
    match = duel(24, 3, hexes=CITY)
    assert match.actor == "russian"
    assert list(match.orders()) == ["accept", "stand"]
    play(match, "stand")
    assert (where(match, "d"), lost(match, "d")) == ("1813", 1)
    assert match.phase == "movement"


def test_9_3_stand_fast_need_not_be_chosen() -> None:
    match = play(duel(24, 3, hexes=CITY), "accept", "retreat d 1913 2013")
    assert (where(match, "d"), lost(match, "d")) == ("2013", 0)


def test_9_3_stand_fast_is_not_for_drl() -> None:
    match = duel(40, 4, hexes=CITY)
    assert match.actor == "german" and lost(match, "d") == 1
    assert rule(match, "stand") == "9.3"


def test_9_3_stand_fast_is_not_for_a_plain_city() -> None:
    match = duel(16, 3, hexes={"1813": ["city"]})
    assert match.actor == "german"
    assert rule(match, "stand") == "9.3"


def test_9_3_stand_fast_may_cost_a_reduced_unit_its_life() -> None:
    match = duel(24, 3, "d-:army:16/8", hexes=CITY)
    assert match.prompt == "d: accept DR, or stand fast for its last step."
    play(match, "stand")
    assert where(match, "d") == "eliminated"
    assert sorted(match.orders()) == ["advance a", "stay"]


# -- fortifications --------------------------------------------------------------------------------

FORT = {"1813": ["fort russian"]}


def test_9_3_in_a_fort_dr_may_become_ex() -> None:
    match = duel(24, 3, hexes=FORT)
    assert list(match.orders()) == ["accept", "exchange"]
    play(match, "exchange", "retreat d 1913 2013")
    assert (where(match, "d"), lost(match, "d")) == ("2013", 1)
    assert match.phase == "resolution", "the German still has to pay"
    play(match, "lose a")
    assert lost(match, "a") == 1


def test_9_3_in_a_fort_drl_may_become_ex() -> None:
    match = duel(40, 4, hexes=FORT)
    assert list(match.orders()) == ["accept", "exchange"]


def test_9_3_in_a_fort_de_stays_de() -> None:
    match = duel(48, 6, hexes=FORT)
    assert where(match, "d") == "eliminated"
    assert rule(match, "exchange") == "9.3"


def test_9_3_a_fort_exchange_does_not_hold_the_hex() -> None:
    match = play(duel(24, 3, hexes=FORT), "exchange", "retreat d 1913 2013", "lose a")
    assert sorted(match.orders()) == ["advance a", "stay"]


def test_9_3_the_enemys_fort_gives_no_choice() -> None:
    match = duel(16, 3, hexes={"1813": ["fort german"]})
    assert match.actor == "german"


def test_9_3_a_fort_not_yet_active_gives_no_choice() -> None:
    """2214 belongs to the Steppe Front's line, which is ready on turn 1."""
    units = "r48@2214 g47@2215 g41@2114"
    actor = {}
    for turn in ("D", "1"):
        match = position(units, "combat", turn=turn, real=True, sides={"2214/2215": []})
        actor[turn] = battle(match, "attack 2214 with g47,g41", 3 if turn == "D" else 5).actor
    assert actor == {"D": "german", "1": "russian"}


def test_9_3_a_fort_in_a_major_city_leaves_either_choice() -> None:
    match = duel(32, 3, hexes={"1813": ["major city", "fort russian"]})
    assert list(match.orders()) == ["accept", "stand", "exchange"]


# -- combat example 4 ------------------------------------------------------------------------------


def example_4() -> Match:
    """The 53rd Corps near Bryansk, in forest."""
    return position(
        "g53-@1708 r60@1808 r48-@1709 r11g@1507", "combat", "russian", real=True, turn="8"
    )


def test_9_3_combat_example_4_12_against_4_in_forest_is_2_1() -> None:
    found = receipt(example_4(), "attack 1708 with r60,r48")
    assert (found.totals, found.odds, found.column) == (("12", "4"), "3:1", "2:1")


def test_9_3_combat_example_4_one_way_out_and_two_ends() -> None:
    match = battle(example_4(), "attack 1708 with r60,r48", 3)
    assert match.actor == "russian"
    assert sorted(match.orders()) == ["retreat g53 1707 1606", "retreat g53 1707 1706"]
    assert rule(match, "retreat g53 1608 1607") == "9.3", "Roslavl is in the zone of 11th Guards"


def test_9_0_combat_example_4_either_attacker_may_advance() -> None:
    match = battle(example_4(), "attack 1708 with r60,r48", 3)
    play(match, "retreat g53 1707 1606")
    assert sorted(match.orders()) == ["advance r48", "advance r60", "stay"]
    play(match, "advance r48")
    assert (where(match, "r48"), where(match, "r60")) == ("1708", "1808")


# -- combat examples 5 and 6 -----------------------------------------------------------------------
# Round the defender of example 5 every hex lies in a German zone, so that by 10.0 he is out of
# communication, while the example has him in it. The odds are tested from a side that leaves
# him a path, the rest as the example stands, at 2:1.

NORTH = "r20-@1301 r4sh@1300 r68@1501"


def example_5(armour: str, die: int = 0, **more: Any) -> Match:
    """Infantry of 4 in the marsh west of 1301, one of 3 south of it, and the 39th with 5."""
    units = f"{NORTH} g2lw@1201 g6-@1302 g39-@{armour}"
    match = position(units, "combat", real=True, **more)
    return battle(match, "attack 1301 with g2lw,g6,g39", die) if die else match


def test_9_3_combat_example_5_10_against_4_in_a_fort_is_1_1() -> None:
    found = receipt(example_5("1202"), "attack 1301 with g2lw,g6,g39")
    assert [line.value for line in found.attack] == ["2", "3", "5"]
    assert (found.totals, found.odds) == (("10", "4"), "2:1")
    assert shift(found, "Defender in his own active fort") == -1
    assert (found.net, found.column) == (-1, "1:1")


def test_11_2_combat_example_5_in_mud_is_called_off() -> None:
    found = receipt(example_5("1202", mud=True), "attack 1301 with g2lw,g6,g39")
    assert (found.totals, found.odds, found.column) == (("7.5", "4"), "1:1", "no battle")


def test_9_3_combat_example_5_the_retreat_would_kill_the_defender() -> None:
    match = play(example_5("1401", 4), "accept")
    assert where(match, "r20") == "eliminated"


@pytest.mark.parametrize(
    ("losses", "worth"),
    [("g2lw,g2lw", 4), ("g39", 5), ("g6,g2lw", 5)],
    ids=["west", "east", "both"],
)
def test_9_3_combat_example_5_exchange_of_4_points_in_three_ways(losses: str, worth: int) -> None:
    match = play(example_5("1401", 4), "exchange")
    assert where(match, "r20") == "eliminated"
    assert match.prompt == "Choose steps worth 4 strength points or more."
    before = sum(strength(match, id) for id in ("g2lw", "g6", "g39"))
    play(match, f"lose {losses}")
    assert before - sum(strength(match, id) for id in ("g2lw", "g6", "g39")) == worth
    assert "stay" in match.orders(), "the hex is empty and the price paid"


def test_9_0_combat_example_5_one_survivor_may_advance() -> None:
    match = play(example_5("1401", 4), "exchange", "lose g2lw,g2lw")
    assert sorted(match.orders()) == ["advance g39", "advance g6", "stay"]


def example_6() -> Match:
    units = f"{NORTH} g2lw@1201 g6-@1302 g39-@1401"
    return position(units, "combat", "russian", real=True)


def test_9_2_combat_example_6_20_against_5_forest_and_communication_cancel() -> None:
    match = example_6()
    supply = match.supply("g39")
    assert supply is not None and not supply.supplied
    found = receipt(match, "attack 1401 with r20,r4sh,r68")
    assert [line.value for line in found.attack] == ["2", "10", "8"]
    assert shift(found, "Defender in forest") == -1
    assert shift(found, "Defender not in communication") == 1
    assert (found.totals, found.column) == (("20", "5"), "4:1")


@pytest.mark.parametrize("die", range(1, 7))
def test_9_3_combat_example_6_no_roll_saves_the_39th(die: int) -> None:
    match = battle(example_6(), "attack 1401 with r20,r4sh,r68", die)
    if die == 3:
        play(match, "lose r4sh")
    assert where(match, "g39") == "eliminated"


def test_9_3_combat_example_6_drl_kills_it_and_4th_shock_advances() -> None:
    match = battle(example_6(), "attack 1401 with r20,r4sh,r68", 4)
    assert any("4: DRL" in line for line in says(match))
    play(match, "advance r4sh")
    assert where(match, "r4sh") == "1401"
