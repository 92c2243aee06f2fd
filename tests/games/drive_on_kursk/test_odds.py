"""1.3, 11.2, 11.8–11.11, 11.15, 11.22, 11.23, 12.1: the odds and their shifts.

The defenders stand in 3010; around it, clockwise from north-east: 3110 3011 2910 2909 3009 3109.
"""

from typing import Any

import pytest

from kursk.core.match import Match
from kursk.games.drive_on_kursk.odds import conversion_modifier
from kursk.games.drive_on_kursk.tables import COMBAT, CONVERSION
from kursk.testing import play, receipt, shift
from tests.games.drive_on_kursk.helpers import EAST, position

AROUND = {"NE": "3110", "E": "3011", "SE": "2910", "SW": "2909", "W": "3009", "NW": "3109"}
OTHER = {"german": "soviet", "soviet": "german"}


def meeting(
    attack: int, defence: int, side: str = "german", where: str = "W", **more: Any
) -> Match:
    """Attackers of so many factors, shared out over some sides of 3010, and one defender."""
    each, rest = divmod(attack, len(where.split()))
    lines = []
    for n, way in enumerate(where.split()):
        factor = each + (rest if n == 0 else 0)
        kind = f"panzer {factor},{factor}" if side == "german" else f"rifle {factor}"
        lines.append(f"a{n} {AROUND[way]} {kind}")
    kind = f"rifle {defence}" if side == "german" else f"panzer {defence},{defence}"
    lines.append(f"d 3010 {kind}")
    return position("\n".join(lines), side=side, **more)


def order(match: Match) -> str:
    ids = [match.g.unit(u).id for u in match.g.on_map(match.g.side)]
    return f"attack 3010 with {','.join(ids)}"


def odds(match: Match) -> tuple[str, int, str]:
    found = receipt(match, order(match))
    return found.odds, found.net, found.column


# -- 11.2, 11.15: ratios ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [(13, 4, "3:1"), (3, 4, "1:2"), (5, 9, "1:2"), (4, 9, "1:3"), (9, 9, "1:1"), (17, 9, "1:1")],
)
def test_11_2_ratio_rounds_for_the_defender(attack: int, defence: int, column: str) -> None:
    assert odds(meeting(attack, defence)) == (column, 0, column)


def test_11_15_shifts_come_before_the_table_begins() -> None:
    """1:5 goes up three rungs: 1:4, 1:3, 1:2. Attacked from both sides, 20 are cut off: 10."""
    match = meeting(2, 20, where="E W", plan={"german": "fight-move"})
    assert odds(match) == ("1:5", 3, "1:2")


def test_11_15_shifts_come_before_the_table_ends() -> None:
    match = meeting(30, 4, hexes={"3010": ["hills", "fort soviet"]})
    assert odds(match) == ("7:1", -5, "2:1")


@pytest.mark.parametrize(("attack", "column"), [(1, "1:3"), (90, "6:1")])
def test_11_15_12_2_final_odds_are_held_to_the_table(attack: int, column: str) -> None:
    assert odds(meeting(attack, 9))[2] == column


# -- 1.3, 6.5: halving ---------------------------------------------------------------------


def cut(attackers: str, defenders: str = "d 3010 panzer 10,5") -> Match:
    """Soviet attackers around 3508, without an east edge; only those in Lgov are supplied."""
    text = f"{attackers}\n{defenders.replace('3010', '3508')}"
    hexes = {"3509": ["town"]}
    return position(text, side="soviet", hexes=hexes, control={"german": EAST})


@pytest.mark.parametrize(("factor", "half"), [(3, 1), (2, 1), (1, 1), (9, 4)])
def test_1_3_halving_rounds_down_but_never_below_one(factor: int, half: int) -> None:
    match = cut(f"a 3507 rifle {factor}")
    assert receipt(match, "attack 3508 with a").totals[0] == str(half)


def test_1_3_6_5_units_out_of_supply_are_added_up_and_halved_once() -> None:
    match = cut("a 3507 rifle 3\nb 3507 rifle 3\nc 3608 rifle 5")
    found = receipt(match, "attack 3508 with a,b,c")
    assert found.totals[0] == "5"  # not 1 + 1 + 2
    assert found.attack[-1].value == "-6"
    assert found.attack[-1].rule == "1.3, 6.5"


def test_1_3_6_6_supplied_units_count_in_full_beside_those_that_are_not() -> None:
    """A-46."""
    match = cut("a 3507 rifle 3\nb 3509 rifle 7")
    assert receipt(match, "attack 3508 with a,b").totals[0] == "8"
    assert receipt(match, "attack 3508 with b").totals[0] == "7"


def test_6_6_defenders_out_of_supply_are_halved_too() -> None:
    match = position("a 3009 panzer 10,5\nd 3010 rifle 5\ne 3010 rifle 4", control={"german": EAST})
    assert receipt(match, "attack 3010 with a", "soviet").totals == ("10", "4")


# -- 11.8, 12.1: ground --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kinds", "net"),
    [
        ([], 0),
        (["forest"], -1),
        (["hills"], -2),
        (["swamp"], 1),
        (["city"], -3),
        (["town"], -1),
        (["fort soviet"], -3),
        (["fort german"], -1),
        (["forest", "town"], -2),
        (["hills", "city", "fort soviet"], -8),
        (["swamp", "town"], 0),
    ],
)
def test_11_8_12_1_ground_shifts_add_up(kinds: list[str], net: int) -> None:
    assert odds(meeting(40, 10, hexes={"3010": kinds}))[1] == net


def test_11_8_hills_shift_two_to_the_left() -> None:
    found = receipt(match := meeting(40, 10, hexes={"3010": ["hills"]}), order(match))
    assert shift(found, "Forest, hills or swamp") == -2
    assert (found.odds, found.column) == ("4:1", "2:1")


def test_12_1_forts_count_by_the_side_that_defends() -> None:
    match = meeting(10, 10, "soviet", hexes={"3010": ["fort soviet"]})
    assert odds(match)[1] == -1
    match = meeting(10, 10, "soviet", hexes={"3010": ["fort german"]})
    assert odds(match)[1] == -3


@pytest.mark.parametrize(
    ("water", "net"),
    [
        ({"W": "river"}, -1),
        ({"W": "major river"}, -2),
        ({"W": "lake"}, -2),
        ({"W": "river", "SW": "river"}, -1),
        ({"W": "river", "NW": "river", "SW": "major river"}, -1),
        ({"W": "major river", "SW": "lake"}, -2),
        ({"W": "major river", "SW": ""}, 0),
        ({"W": "river", "SW": "", "NW": "lake"}, 0),
    ],
)
def test_12_1_water_counts_if_every_attacker_is_across(water: dict[str, str], net: int) -> None:
    sides = {f"3010/{AROUND[way]}": [kind] for way, kind in water.items() if kind}
    match = meeting(40, 10, where=" ".join(water), sides=sides)
    assert shift(receipt(match, order(match)), "All attackers across water") == net


def test_12_1_town_forest_and_river_make_three() -> None:
    match = meeting(40, 10, hexes={"3010": ["forest", "town"]}, sides={"3009/3010": ["river"]})
    assert odds(match)[1] == -3


# -- 11.9: order of phases -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "plan", "phase", "net"),
    [
        ("german", "fight-fight", 1, 2),
        ("german", "fight-fight", 2, 0),
        ("german", "fight-move", 1, 1),
        ("german", "move-fight", 2, 0),
        ("soviet", "fight-fight", 1, 1),
        ("soviet", "fight-fight", 2, 0),
        ("soviet", "fight-move", 1, 0),
        ("soviet", "move-fight", 2, -1),
    ],
)
def test_11_9_order_of_phases(side: str, plan: str, phase: int, net: int) -> None:
    match = meeting(20, 10, side, plan={side: plan, OTHER[side]: "move-move"}, number=phase)
    assert shift(receipt(match, order(match)), "Order of phases") == net


@pytest.mark.parametrize(("plan", "net"), [("fight-fight", 0), ("move-fight", -1)])
def test_11_9_one_unit_out_of_supply_forfeits_the_bonus_not_the_malus(plan: str, net: int) -> None:
    text = "a 3507 rifle 6\nb 3509 rifle 6\nd 3508 panzer 4,2"
    match = position(
        text,
        side="soviet",
        hexes={"3509": ["town"]},
        control={"german": EAST},
        plan={"soviet": plan, "german": "move-move"},
    )
    assert shift(receipt(match, "attack 3508 with a,b"), "Order of phases") == net
    supplied = shift(receipt(match, "attack 3508 with b"), "Order of phases")
    assert supplied == (1 if plan == "fight-fight" else -1)


def test_11_9_shifts_add_to_all_others() -> None:
    """A-51."""
    match = meeting(20, 10, where="E W", plan={"german": "fight-fight"}, air=1)
    play(match, order(match))
    assert receipt(match, "support").net == 2 + 2 + 1
    assert receipt(match, "pass").net == 4


# -- 11.11: concentric attack --------------------------------------------------------------


@pytest.mark.parametrize(
    ("where", "surrounds"),
    [
        ("E W", True),
        ("NE SW", True),
        ("SE NW", True),
        ("NE SE W", True),
        ("E SW NW", True),
        ("NE E SW", True),
        ("NE E SE SW", True),
        ("W", False),
        ("NE SE", False),
        ("NE E", False),
        ("NE E SE", False),
    ],
)
def test_11_11_concentric_attack(where: str, surrounds: bool) -> None:
    for side, bonus in (("german", 2), ("soviet", 1)):
        match = meeting(40, 10, side, where)
        columns = shift(receipt(match, order(match)), "Concentric attack")
        assert columns == (bonus if surrounds else 0)


@pytest.mark.parametrize(
    ("side", "kind", "bonus"),
    [
        ("german", "city", 0),
        ("german", "fort soviet", 0),
        ("german", "fort german", 2),
        ("german", "town", 2),
        ("soviet", "city", 0),
        ("soviet", "fort german", 0),
        ("soviet", "fort soviet", 1),
    ],
)
def test_11_11_never_against_cities_or_the_defenders_forts(
    side: str, kind: str, bonus: int
) -> None:
    match = meeting(40, 10, side, "E W", hexes={"3010": [kind]})
    assert shift(receipt(match, order(match)), "Concentric attack") == bonus


def test_12_1_11_11_11_20_germans_in_a_soviet_fort() -> None:
    match = meeting(20, 10, "soviet", "E W", hexes={"3010": ["fort soviet"]})
    found = receipt(match, order(match))
    assert (shift(found, "Fortification"), shift(found, "Concentric attack")) == (-1, 1)
    play(match, order(match))
    assert match.actor == "dice"  # nobody is asked about a conversion


# -- 11.22, 11.23 ----------------------------------------------------------------------------


SS = "1ss 3009\n2ss 3009\n3ss 3009"


@pytest.mark.parametrize("state", ["", "reduced"])
def test_11_22_the_ss_corps_attacks_together(state: str) -> None:
    match = position(f"{SS} {state}\nd 3010 rifle 9\nx 3011 panzer 10,5")
    together = receipt(match, "attack 3010 with 1ss,2ss,3ss")
    assert shift(together, "SS Panzer Corps together") == 1
    joined = receipt(match, "attack 3010 with 1ss,2ss,3ss,x")
    assert shift(joined, "SS Panzer Corps together") == 1
    two = receipt(match, "attack 3010 with 1ss,2ss")
    assert shift(two, "SS Panzer Corps together") == 0


def test_11_22_a_third_division_elsewhere_loses_the_shift() -> None:
    match = position("1ss 3009\n2ss 3009\n3ss 3109\nd 3010 rifle 9")
    found = receipt(match, "attack 3010 with 1ss,2ss,3ss")
    assert shift(found, "SS Panzer Corps together") == 0
    match = position(f"{SS}\nd 3010 rifle 9\ne 2909 rifle 9")
    for attack in ("attack 3010 with 1ss,2ss", "attack 2909 with 3ss"):
        assert shift(receipt(match, attack), "SS Panzer Corps together") == 0


def test_11_22_who_helps_the_ss_corps_comes_from_another_hex() -> None:
    """A fourth division in their hex, in a position over the limit of 7.4, loses the shift."""
    corps = "1ss 3009\n2ss 3009\n3ss 3009\nr 3010 rifle 4\n"
    for hex, columns in (("3109", 1), ("3009", 0)):
        match = position(f"{corps}x {hex} infantry 10,5")
        found = receipt(match, "attack 3010 with 1ss,2ss,3ss,x")
        assert shift(found, "SS Panzer Corps") == columns


def test_11_22_the_ss_corps_defends_together() -> None:
    match = position(f"{SS.replace('3009', '3010')} reduced\na 3011 rifle 9", side="soviet")
    found = receipt(match, "attack 3010 with a", "german")
    assert shift(found, "SS Panzer Corps together") == -1
    match = position("1ss 3010\n2ss 3010\nx 3010 panzer 10,5\na 3011 rifle 9", side="soviet")
    found = receipt(match, "attack 3010 with a", "german")
    assert shift(found, "SS Panzer Corps together") == 0


def test_11_22_a_division_that_retreated_in_does_not_defend() -> None:
    text = "1ss 3010\n2ss 3010\n3ss 3010 defended retreated\na 3011 rifle 9"
    found = receipt(position(text, side="soviet"), "attack 3010 with a", "german")
    assert shift(found, "SS Panzer Corps together") == 0


@pytest.mark.parametrize(
    ("third", "gambit", "columns"), [("", True, -1), ("x 3010 infantry", True, 0), ("", False, 0)]
)
def test_11_23_parachute_divisions_defend_together(third: str, gambit: bool, columns: int) -> None:
    text = f"1fj 3010 reduced\n2fj 3010\n{third}\na 3011 rifle 9"
    found = receipt(position(text, side="soviet", gambit=gambit), "attack 3010 with a", "german")
    assert shift(found, "Parachute divisions together") == columns


def test_11_23_but_do_not_attack_the_better_for_it() -> None:
    match = position("1fj 3009\n2fj 3009\nd 3010 rifle 9", gambit=True)
    found = receipt(match, "attack 3010 with 1fj,2fj")
    assert shift(found, "Parachute divisions together") == 0
    assert found.net == 0


# -- 12.2, 12.3: the tables ------------------------------------------------------------------


def test_12_2_combat_results_table() -> None:
    cells = {
        1: "AS DR BB DE DE DE DE DE",
        2: "AS AS DR BB DE DE DE DE",
        3: "AS AS DR DR BB DE DE DE",
        4: "AL1 AS DR DR DR BB DE DE",
        5: "AL1 AL1 AS DR DR DR BB DE",
        6: "AL1 AL1 AL1 DR DR DR DR BB",
    }
    for roll, row in cells.items():
        assert [COMBAT.result(column, roll) for column in range(8)] == row.split()


@pytest.mark.parametrize(
    ("column", "modifier"),
    [("1:2", 1), ("1:1", 1), ("2:1", 0), ("3:1", 0), ("4:1", -1), ("5:1", -1)],
)
def test_12_3_conversion_table_and_its_modifiers(column: str, modifier: int) -> None:
    assert conversion_modifier(COMBAT.columns.index(column)) == modifier
    results = ["DE", "DE", "BB", "BB", "BB", "BB", "AS", "AL1"]
    assert [CONVERSION.result(0, roll) for roll in range(8)] == results


def test_receipt_keeps_its_zero_lines_and_its_chances_add_up() -> None:
    found = receipt(match := meeting(30, 10), order(match))
    assert len(found.shifts) == 9
    assert {line.value for line in found.shifts} == {"+0"}
    assert {o.result: (o.chance, o.rolls) for o in found.outcomes} == {
        "DE": ("1/3", (1, 2)),
        "BB": ("1/6", (3,)),
        "DR": ("1/2", (4, 5, 6)),
    }


def test_11_20_the_odds_against_a_fortified_zone_are_those_of_the_conversion() -> None:
    match = position("a 3009 panzer 20,10\nr 3010 rifle 2\nf 3010 fz")  # 4:1, die 5 and 6: DR
    found = {line.result: line.chance for line in receipt(match, "attack 3010 with a").outcomes}
    assert found == {
        "DE": "1/2",
        "BB": "1/6",
        "DR, converted: BB": "2/9",
        "DR, converted: DE": "1/9",
    }
    play(match, "attack 3010 with a", "roll 5", "roll 2")
    assert match.where()[-1][0] == "Advance"  # 2 less 1: DE


def test_receipt_of_a_called_conversion_goes_on_to_the_second_roll() -> None:
    match = meeting(40, 10, hexes={"3010": ["town"]})  # 4:1, one to the left
    assert "may have a retreat converted" in receipt(match, order(match)).note
    play(match, order(match))
    found = receipt(match, "convert")
    assert {o.result: o.chance for o in found.outcomes} == {
        "DE": "1/3",
        "BB": "1/6",
        "DR, converted: BB": "1/3",
        "DR, converted: DE": "1/12",
        "DR, converted: AS": "1/12",
    }
    assert {o.result for o in receipt(match, "pass").outcomes} == {"DE", "BB", "DR"}


def test_11_12_the_odds_tell_that_no_hex_is_open_to_a_retreat() -> None:
    match = meeting(10, 9, where="W E")  # German zones on every side
    told = receipt(match, order(match))
    assert "DR" in [outcome.result for outcome in told.outcomes]
    assert "No hex is open to a retreat: DR eliminates (11.12)." in told.note
    for match in (meeting(18, 9), meeting(10, 9, "soviet", "W E")):
        assert "No hex" not in receipt(match, order(match)).note


def test_11_10_the_odds_tell_that_the_luftwaffe_may_come_yet() -> None:
    may = "The Luftwaffe may come yet: one column for the German (11.10)."
    match = meeting(18, 9)
    assert may not in receipt(match, order(match)).note
    for side in ("german", "soviet"):
        match = meeting(18, 9, side, air=1)
        assert may in receipt(match, order(match)).note
    play(match, order(match))
    assert match.rule == "11.10"
    assert may not in receipt(match, "pass").note and may not in receipt(match, "support").note
