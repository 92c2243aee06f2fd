"""7.3: odds from what a side may know."""

import random
from fractions import Fraction
from itertools import combinations

import pytest

from kursk.core.match import Match
from kursk.core.state import exchange
from kursk.games.drive_on_kursk import GAME
from kursk.testing import play, receipt, shift
from tests.games.drive_on_kursk.helpers import position, state

# Two Soviet stacks of two; their lower counters, 4 and 9, are covered.
TWO = """
a 3009 panzer 26,13
b 3009 infantry 10,5
x 3010 rifle 4
d 3010 rifle 5
y 4020 tank-corps 9
f 4020 rifle 4
"""


def chances(found_by: Match, order: str, side: str) -> dict[str, Fraction]:
    """By column, how likely it is."""
    sums: dict[str, Fraction] = {}
    for case in receipt(found_by, order, side).cases:
        sums[case.column] = sums.get(case.column, Fraction(0)) + Fraction(case.chance)
    return sums


def test_7_3_odds_before_the_attack_know_the_top_counter_and_the_height() -> None:
    found = receipt(position(TWO), "attack 3010 with a", "german")
    assert [(line.label, line.value) for line in found.defence] == [
        ("d", "5"),
        ("a covered counter", "?"),
    ]
    assert found.totals == ("26", "≥ 9")
    assert (found.odds, found.column) == ("≤ 2:1", "≤ 2:1")
    assert "best that may be hoped for" in found.note


def test_7_3_what_may_lie_there_is_every_covered_counter_alike() -> None:
    """5 + 4 makes 2:1, 5 + 9 makes 1:1."""
    match = position(TWO)
    assert chances(match, "attack 3010 with a", "german") == {
        "2:1": Fraction(1, 2),
        "1:1": Fraction(1, 2),
    }
    outcomes = receipt(match, "attack 3010 with a", "german").outcomes
    assert sum(Fraction(outcome.chance) for outcome in outcomes) == 1
    assert {o.result: Fraction(o.chance) for o in outcomes}["AL1"] == Fraction(1, 12)


def test_7_3_the_distribution_is_that_of_every_set_listed() -> None:
    """Two covered counters of six, drawn by hand, against the receipt."""
    text = """
    a 3009 panzer 60,30
    h 3010 rifle 3
    i 3010 rifle 4
    d 3010 rifle 5
    j 4020 tank-corps 9
    k 4020 rifle 4
    l 4020 brigade 2
    top 4020 rifle 4
    u 4120 tank-corps 12
    v 4120 rifle 4
    """
    columns = {5: "5:1", 4: "4:1", 3: "3:1", 2: "2:1"}
    drawn = [5 + x + y for x, y in combinations((3, 4, 9, 4, 2, 12), 2)]
    expected: dict[str, Fraction] = {}
    for defence in drawn:
        column = columns.get(60 // defence, "6:1" if 60 // defence > 5 else "")
        expected[column] = expected.get(column, Fraction(0)) + Fraction(1, len(drawn))
    assert chances(position(text), "attack 3010 with a", "german") == expected


def test_7_3_the_owner_knows_his_stack() -> None:
    found = receipt(position(TWO), "attack 3010 with b", "soviet")
    assert (found.totals, found.cases, found.column) == (("10", "9"), (), "1:1")


def test_7_3_the_battle_itself_is_fought_with_everything_open() -> None:
    match = play(position(TWO, air=1), "attack 3010 with a")
    found = receipt(match, "pass", "german")
    assert (found.totals, found.cases, found.column) == (("26", "9"), (), "2:1")


def test_7_3_stacking_limits_what_may_lie_there() -> None:
    """7.5: under two corps and one more there is no room for a corps and a division."""
    text = TWO.replace("d 3010 rifle 5", "v 3010 rifle 4\nk 3010 tank-corps 9").replace(
        "f 4020 rifle 4", "w 4020 tank-corps 9\ni 4020 tank-corps 9"
    )
    # covered: x, v (rifle), y, w (corps); any two of them fit under the corps k
    match = position(text)
    found = receipt(match, "attack 3010 with a", "german")
    assert sum(Fraction(case.chance) for case in found.cases) == 1
    assert found.totals[1] == "≥ 17"
    text = text.replace(
        "x 3010 rifle 4", "x 3010 rifle 4\n" + "".join(f"i{n} 3010 rifle 4\n" for n in range(4))
    )  # six covered under a corps: there is room for six thirds, so no corps can be there
    found = receipt(position(text), "attack 3010 with a", "german")
    assert [(case.label, case.chance) for case in found.cases] == [("defence 33", "1")]


def test_7_3_9_2_sleeping_reserves_lie_elsewhere() -> None:
    text = TWO.replace("y 4020 tank-corps 9", "y 4020 tank-corps 9 reserve").replace(
        "f 4020 rifle 4", ""
    )
    assert chances(position(text), "attack 3010 with a", "german") == {"2:1": Fraction(1)}


def test_7_3_6_5_supply_is_judged_by_the_hex() -> None:
    text = TWO + "e 3011 infantry 10,5"
    found = receipt(position(text), "attack 3010 with a", "german")
    assert found.totals[1] == "≥ 4"  # half of 5 + 4


def test_7_3_11_12_covered_counters_that_retreated_in_add_nothing() -> None:
    text = TWO.replace("x 3010 rifle 4", "x 3010 rifle 4 defended retreated")
    found = receipt(position(text), "attack 3010 with a", "german")
    assert [line.value for line in found.defence] == ["5", "0"]
    assert found.totals[1] == "≥ 5"


def test_7_3_11_22_the_ss_corps_is_among_what_may_lie_there() -> None:
    """On top 1st SS; covered 2nd and 3rd SS here, an infantry division elsewhere."""
    text = "3ss 3010\n2ss 3010\n1ss 3010\nv 4005 infantry 26,13\nw 4005 infantry\na 3011 rifle 78"
    match = position(text, side="soviet")
    found = receipt(match, "attack 3010 with a", "soviet")
    assert shift(found, "SS Panzer Corps together") == 0
    assert {(case.label, case.chance, case.column) for case in found.cases} == {
        ("defence 78", "2/3", "1:1"),
        ("defence 78, a corps together (11.22, 11.23)", "1/3", "1:2"),
    }
    assert shift(receipt(match, "attack 3010 with a", "german"), "SS Panzer Corps together") == -1


def test_7_3_odds_with_units_one_cannot_see_are_not_told() -> None:
    """The defender may ask about an enemy he sees, not about one that is covered."""
    match = position(TWO)
    assert match.receipt("attack 3010 with b", "soviet") is not None
    assert match.receipt("attack 3010 with a", "soviet") is None
    assert match.receipt("attack 3010 with nobody", "soviet") is None
    assert match.receipt("attack 4020 with a", "german") is None
    assert match.receipt("end", "german") is None


@pytest.mark.parametrize("seed", range(20))
def test_7_3_nothing_shown_depends_on_what_is_hidden(seed: int) -> None:
    text = TWO + "z 4020 rifle 3\np 3109 panzer\nq 3109 panzer\n"
    match = position(text)
    twin = match.copy()
    twin.g = GAME.shuffled(state(match), "german", random.Random(seed))
    assert receipt(twin, "attack 3010 with a", "german") == receipt(
        match, "attack 3010 with a", "german"
    )
    assert list(twin.orders()) == list(match.orders())
    twin = match.copy()
    twin.g = GAME.shuffled(state(match), "soviet", random.Random(seed))
    assert twin.receipt("attack 3109 with d", "soviet") == match.receipt(
        "attack 3109 with d", "soviet"
    )


def test_7_3_2_11_losses_are_made_openly_so_a_reduced_counter_is_known_to_be_one() -> None:
    """Of the covered Germans a is reduced to 13; p and v, at full strength, may be anywhere."""
    text = TWO.replace("a 3009 panzer 26,13", "a 3009 panzer 26,13 reduced")
    match = position(
        text + "p 3109 panzer 10,5\nq 3109 infantry\nv 4005 panzer 12,6\nw 4005 infantry"
    )
    found = receipt(match, "attack 3109 with d", "soviet")
    assert sum(Fraction(case.chance) for case in found.cases) == 1
    assert found.totals[1] == "≥ 18"  # 8 and the weakest, 10; not 26
    p, v = (match.g.roster.find(id) for id in "pv")
    twin = match.copy()
    twin.g = exchange(match.g, {p: v, v: p})
    assert receipt(twin, "attack 3109 with d", "soviet") == found


def test_7_3_11_9_the_covered_plan_does_not_show_in_the_odds() -> None:
    """5.4: in the German player turn the Soviet order of phases is still covered."""
    plan = {"german": "move-move", "soviet": "move-fight"}
    match = position("a 3009 panzer\nd 3010 rifle", plan=plan)
    assert shift(receipt(match, "attack 3009 with d", "german"), "Order of phases") == 0
