"""9.0, 9.1, 9.2, 11.2: the odds, and the receipt that itemises them.

The defender stands in 1813, attackers west of it in 1713, north-west in 1712, south-west in 1714.
"""

from fractions import Fraction
from typing import Any

import pytest

from kursk.core.match import Match
from kursk.core.tables import Receipt
from kursk.games.battle_for_kursk.tables import CRT
from kursk.testing import play, receipt, shift, where
from tests.games.battle_for_kursk.helpers import battle, position

WEST = ("1713", "1712", "1714")


def meeting(
    attack: str, defence: int = 4, like: str = "infantry", defender: str = "army", **more: Any
) -> Match:
    """Germans of these strengths, west of one Russian."""
    units = [f"d:{defender}:{defence}/{max(1, defence // 2)}@1813"]
    for n, factor in enumerate(attack.split()):
        units.append(f"a{n}:{like}:{factor}/{max(1, int(factor) // 2)}@{WEST[n]}")
    return position(" ".join(units), "combat", **more)


def odds(match: Match) -> Receipt:
    ids = [counter.id for counter in match.g.roster if counter.id.startswith("a")]
    return receipt(match, f"attack 1813 with {','.join(ids)}")


def reconciles(found: Receipt) -> None:
    """The lines add up to the totals, the shifts to the net shift, the chances to one."""
    for lines, total in ((found.attack, found.totals[0]), (found.defence, found.totals[1])):
        assert sum(Fraction(line.value) for line in lines) == Fraction(total)
    assert sum(int(line.value) for line in found.shifts) == found.net
    if found.outcomes:
        assert sum(Fraction(outcome.chance) for outcome in found.outcomes) == 1


# -- 9.0: the division -----------------------------------------------------------------------------


@pytest.mark.parametrize(("attack", "column"), [("6 6 4", "4:1"), ("6 6 3", "3:1")])
def test_9_0_combat_example_1_16_against_4_and_15_against_4(attack: str, column: str) -> None:
    assert odds(meeting(attack)).column == column


@pytest.mark.parametrize(("attack", "column"), [("6 6 3", "2:1"), ("6 6 4", "3:1")])
def test_9_2_combat_example_2_all_three_across_the_river(attack: str, column: str) -> None:
    water = {f"{hex}/1813": ["river"] for hex in WEST}
    found = odds(meeting(attack, sides=water))
    assert shift(found, "All attackers across a river") == -1
    assert found.column == column


def test_9_0_reduced_units_count_their_reduced_strength() -> None:
    match = position("d-:army:8/4@1813 a-:panzer:9/4@1713 b:infantry:4/2@1712", "combat")
    assert receipt(match, "attack 1813 with a,b").totals == ("8", "4")


# -- 9.1: long odds --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attack", "defence", "name"),
    [("3", 4, "1:2"), ("2", 4, "1:2"), ("2", 6, "1:3"), ("4", 4, "1:1"), ("24", 4, "6:1"),
     ("28", 4, "7:1"), ("27", 4, "6:1"), ("32", 4, "8:1")],
)  # fmt: skip
def test_9_1_odds_go_on_past_the_table(attack: str, defence: int, name: str) -> None:
    assert odds(meeting(attack, defence)).odds == name


def test_9_1_above_6_1_counts_as_6_1_after_the_shifts() -> None:
    assert odds(meeting("24 24", 4)).column == "6:1"
    forest = odds(meeting("32", 4, hexes={"1813": ["forest"]}))
    assert (forest.odds, forest.net, forest.column) == ("8:1", -1, "6:1")
    forest = odds(meeting("24", 4, hexes={"1813": ["forest"]}))
    assert forest.column == "5:1"


def test_9_1_24_against_4_with_a_column_right_is_6_1() -> None:
    assert odds(cut_off(24)).column == "6:1"


def cut_off(strength: int) -> Match:
    """The defender of 4 is out of communication, which is worth a column."""
    return position(
        f"d:army:4/2@1813 a:infantry:{strength}/1@1713 x:infantry@1912 y:infantry@1914", "combat"
    )


def test_9_1_3_against_4_is_no_attack_but_with_a_column_right_1_1() -> None:
    assert odds(meeting("3", 4)).column == "no battle"
    found = receipt(cut_off(3), "attack 1813 with a")
    assert (found.odds, found.net, found.column) == ("1:2", 1, "1:1")


def test_9_1_the_ladder_goes_down_step_by_step() -> None:
    """1:3 with one column right is 1:2 still."""
    found = receipt(cut_off(2), "attack 1813 with a")
    assert found.column == "1:1"
    match = position(
        "d:army:8/4@1813 a:infantry:3/1@1713 x:infantry@1912 y:infantry@1914", "combat"
    )
    found = receipt(match, "attack 1813 with a")
    assert (found.odds, found.net, found.column) == ("1:3", 1, "no battle")


def test_9_1_an_attack_below_1_1_does_not_take_place() -> None:
    match = meeting("3", 4)
    play(match, "attack 1813 with a0", "end", "resolve 1813")
    assert match.actor != "dice"
    assert (where(match, "d"), where(match, "a0")) == ("1813", "1713")
    assert match.phase == "movement"


# -- 9.2: shifts -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "label"),
    [
        ("forest", "Defender in forest"),
        ("rough", "Defender in rough"),
        ("major city", "Defender in a major city"),
        ("fort russian", "Defender in his own active fort"),
    ],
)
def test_9_2_a_column_left_for_the_ground(kind: str, label: str) -> None:
    found = odds(meeting("6 6", 4, hexes={"1813": [kind]}))
    assert shift(found, label) == -1
    assert (found.net, found.column) == (-1, "2:1")


@pytest.mark.parametrize("kind", ["marsh", "city"])
def test_9_2_marsh_and_city_do_nothing_for_a_defender(kind: str) -> None:
    match = meeting("6 6", 4, hexes={"1813": [kind]})
    assert odds(match).net == 0
    battle(match, "attack 1813 with a0,a1", 1)
    assert match.actor == "german", "no Stand Fast in a city, only the German's retreat to lead"


def test_9_2_forest_and_fort_add_up() -> None:
    assert odds(meeting("6 6", 4, hexes={"1813": ["forest", "fort russian"]})).net == -2


def test_9_2_an_enemy_fort_is_no_help() -> None:
    assert odds(meeting("6 6", 4, hexes={"1813": ["fort german"]})).net == 0


def test_4_0_9_2_a_fort_counts_from_the_turn_of_its_line() -> None:
    """2113 is in the second belt of Kursk, which is ready on turn D."""
    units = "r48@2113 g47@2012 g41@2112"
    before = position(units, "combat", turn="C", real=True)
    after = position(units, "combat", turn="D", real=True)
    order = "attack 2113 with g47,g41"
    assert shift(receipt(before, order), "Defender in his own active fort") == 0
    assert shift(receipt(after, order), "Defender in his own active fort") == -1


def test_9_2_a_river_counts_only_if_all_attackers_are_across() -> None:
    water = {"1713/1813": ["river"], "1712/1813": ["river"]}
    assert odds(meeting("6 6", 4, sides=water)).net == -1
    assert odds(meeting("6 6 4", 4, sides=water)).net == 0


def test_9_2_a_major_river_is_worth_two_columns() -> None:
    found = odds(meeting("6 6", 3, sides={f"{hex}/1813": ["major river"] for hex in WEST}))
    assert shift(found, "All attackers across a major river") == -2
    assert (found.net, found.column) == (-2, "2:1")


def test_9_2_one_across_a_river_and_one_across_a_major_river_is_one_column() -> None:
    water = {"1713/1813": ["river"], "1712/1813": ["major river"]}
    found = odds(meeting("6 6", 4, sides=water))
    assert (shift(found, "All attackers across a river"), found.net) == (-1, -1)


def test_9_2_one_attacker_in_communication_is_enough() -> None:
    """1613 is walled in by Russian zones; 1812, behind the defender, is not."""
    ring = "1412 1610 1612 1414 1415 1616 1615"
    cut = " ".join(f"x{n}:army@{hex}" for n, hex in enumerate(ring.split()))
    units = f"a:infantry:6/3@1613 b:infantry:6/3@1813 d:army:4/2@1713 {cut}"
    match = position(units, "combat")
    assert shift(receipt(match, "attack 1713 with a"), "No attacker") == -1
    assert shift(receipt(match, "attack 1713 with a,b"), "No attacker") == 0


# -- halved strengths ------------------------------------------------------------------------------


def test_9_2_a_unit_that_attacks_out_of_a_marsh_counts_half() -> None:
    found = odds(meeting("4 6", 4, hexes={"1713": ["marsh"]}))
    assert found.totals == ("8", "4")
    assert "marsh" in found.attack[0].note


def test_9_2_fractions_of_halved_strengths_are_kept() -> None:
    """Armour 9 and infantry 4 out of the marsh, infantry 5 from open ground: 11.5."""
    match = position(
        "d:army:4/2@1813 a:panzer:9/4@1713 b:infantry:4/2@1712 c:infantry:5/2@1714",
        "combat",
        hexes={"1713": ["marsh"], "1712": ["marsh"]},
    )
    found = receipt(match, "attack 1813 with a,b,c")
    assert [line.value for line in found.attack] == ["4.5", "2", "5"]
    assert (found.totals[0], found.column) == ("11.5", "2:1")


def test_11_2_mud_halves_attacking_armour_and_keeps_fractions() -> None:
    """9 and 5 of armour make 7, with 4 of infantry 11."""
    match = position(
        "d:army:4/2@1813 a:panzer:9/4@1713 b:panzer:5/2@1712 c:infantry:4/2@1714",
        "combat",
        mud=True,
    )
    assert receipt(match, "attack 1813 with a,b,c").totals == ("11", "4")
    assert receipt(match, "attack 1813 with a").totals == ("4.5", "4")


def test_11_2_mud_does_nothing_to_a_defender() -> None:
    match = position("d:panzer:9/4@1813 a:army:9/4@1713", "combat", "russian", mud=True)
    assert receipt(match, "attack 1813 with a").totals == ("9", "9")


def test_11_2_marsh_and_mud_halve_twice() -> None:
    match = position(
        "d:army:4/2@1813 a:panzer:9/4@1713 b:panzer:5/2@1712",
        "combat",
        mud=True,
        hexes={"1713": ["marsh"]},
    )
    assert receipt(match, "attack 1813 with a,b").totals[0] == "4.75"


# -- the receipt -----------------------------------------------------------------------------------


def test_9_2_every_shift_has_its_line_even_at_zero() -> None:
    found = odds(meeting("6 6", 4))
    assert [line.label for line in found.shifts] == [
        "Defender in forest",
        "Defender in rough",
        "Defender in a major city",
        "Defender in his own active fort",
        "All attackers across a river",
        "All attackers across a major river",
        "No attacker in communication",
        "Defender not in communication",
        "Offensive: units in support",
    ]
    assert {line.value for line in found.shifts} == {"+0"}
    assert all(line.rule for line in found.shifts)


def test_9_0_receipts_reconcile_line_by_line() -> None:
    reconciles(odds(meeting("4 6 5", 4, hexes={"1713": ["marsh"], "1813": ["forest"]})))
    reconciles(odds(meeting("3", 4)))
    reconciles(odds(meeting("9 5", 4, like="panzer", mud=True, hexes={"1713": ["marsh"]})))


def test_9_3_the_table_says_that_it_is_reconstructed() -> None:
    assert odds(meeting("6 6", 4)).provenance == "reconstructed"
    assert "Table: reconstructed" in str(odds(meeting("6 6", 4)))


def test_9_0_a_battle_is_fought_by_its_receipt() -> None:
    match = play(meeting("6 6", 4), "attack 1813 with a0,a1", "end")
    shown = receipt(match, "resolve 1813")
    play(match, "resolve 1813", "roll 4")
    result = CRT.result(CRT.columns.index(shown.column), 4)
    told = [news.says for entry in match.log for news in entry.news]
    assert f"Fought at {shown.column}." in told
    assert any(line.startswith(f"4: {result},") for line in told)


def test_9_0_odds_can_be_asked_for_either_side_at_any_time() -> None:
    match = position("d:army:4/2@1813 a:panzer:9/4@1713", "movement")
    assert receipt(match, "attack 1813 with a").column == "2:1"
    assert receipt(match, "attack 1713 with d").column == "no battle"
    assert match.receipt("attack 1813 with nobody") is None
    assert match.receipt("move a 1613") is None


# -- what follows ----------------------------------------------------------------------------------

FORT, CITY = {"1813": ["fort russian"]}, {"1813": ["major city"]}


def follows(units: str, result: str, **more: Any) -> tuple[tuple[str, ...], str]:
    """What the defender may make of a result, and what the receipt says of it."""
    match = position(f"a:panzer:20/10@1713 {units}", "combat", **more)
    found = receipt(match, "attack 1813 with a")
    (outcome,) = [outcome for outcome in found.outcomes if outcome.result == result]
    return outcome.instead, outcome.follows


def test_9_3_in_the_open_a_retreat_is_a_retreat() -> None:
    assert follows("d:army:6/4@1813", "DR") == ((), "the defender retreats")


def test_9_3_a_receipt_tells_that_a_defender_in_a_fort_may_exchange_and_at_what_cost() -> None:
    instead, says = follows("d:army:6/4@1813", "DR", hexes=FORT)
    assert instead == ("EX",)
    assert says == (
        "the defender retreats; or fights on in the fort: it loses a step and retreats, "
        "the attacker loses 2 strength points or more"
    )
    instead, says = follows("d:army:4/2@1813", "DRL", hexes=FORT)
    assert instead == ("EX",) and says.startswith("the defender loses a step and retreats; or ")


def test_9_3_a_receipt_tells_that_a_defender_in_a_major_city_may_stand_fast() -> None:
    instead, says = follows("d:army:6/4@1813", "DR", hexes=CITY)
    assert instead == ("stand",)
    assert says == "the defender retreats; or stands fast and loses a step"
    assert follows("d:army:4/2@1813", "DRL", hexes=CITY)[0] == ()


def test_9_3_a_receipt_tells_both_choices_of_a_fort_in_a_major_city() -> None:
    both = {"1813": ["fort russian", "major city"]}
    assert follows("d:army:6/4@1813", "DR", hexes=both)[0] == ("stand", "EX")


def test_9_3_a_receipt_tells_what_a_last_step_comes_to() -> None:
    instead, says = follows("d-:army:12/6@1813", "DR", hexes=CITY)
    assert instead == ("stand",) and says.endswith("or stands fast and is eliminated")
    assert follows("d-:army:12/6@1813", "EX") == (
        (),
        "exchange: the defender is eliminated, the attacker loses 6 strength points or more",
    )


def test_9_3_a_receipt_tells_that_an_attacker_pays_with_all_he_has() -> None:
    match = position("d-:army:18/9@1813 a-:panzer:20/9@1713", "combat")
    (found,) = [o for o in receipt(match, "attack 1813 with a").outcomes if o.result == "EX"]
    assert found.follows == "exchange: the defender is eliminated, the attacker loses all he has"


def test_7_2_9_3_a_receipt_tells_of_a_retreat_without_a_way() -> None:
    ring = "b:infantry@1815 c:infantry@2012 e:infantry@1611"
    assert follows(f"d:army:6/4@1813 {ring}", "DR")[1] == "the defender retreats"
    ring = "b:infantry@1912 c:infantry@1914"
    assert follows(f"d-:army:12/6@1813 {ring}", "DR")[1] == (
        "the defender finds no way back and is eliminated"
    )


def test_9_3_what_a_receipt_foretells_comes_to_pass() -> None:
    """Every result of every battle in a fort and city: who may answer, and how."""
    both = {"1813": ["fort russian", "major city"]}
    for strength in ("2/1", "4/2", "6/4", "9/4"):
        match = position(f"a:panzer:20/10@1713 d:army:{strength}@1813", "combat", hexes=both)
        for outcome in receipt(match, "attack 1813 with a").outcomes:
            for die in outcome.rolls:
                fought = battle(match.copy(), "attack 1813 with a", die)
                offered = set(fought.orders()) if fought.actor == "russian" else {"accept"}
                words = {"EX": "exchange", "stand": "stand"}
                assert offered == {"accept", *(words[each] for each in outcome.instead)}
