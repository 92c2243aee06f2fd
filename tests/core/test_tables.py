"""Odds ladders, rounding, results tables, exact chances and receipts."""

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kursk.core.tables import (
    Case,
    Ladder,
    Line,
    Outcome,
    Receipt,
    Table,
    dice_sums,
    mixed,
    outcomes,
    read_tables,
    rounded,
)

WHOLE = Ladder(["1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1"])
THREE_TO_TWO = Ladder(["1:2", "2:3", "1:1", "3:2", "2:1", "3:1"])
ABOVE = Ladder(["1:1", "2:1", "3:1"])
STRENGTH = st.integers(1, 60)


@pytest.mark.parametrize(
    ("ladder", "attack", "defence", "column"),
    [
        (WHOLE, 12, 3, "4:1"),
        (WHOLE, 11, 3, "3:1"),
        (WHOLE, 3, 4, "1:2"),
        (WHOLE, 1, 2, "1:2"),
        (WHOLE, 2, 5, "1:3"),
        (WHOLE, 1, 4, "1:4"),
        (WHOLE, 2, 9, "1:5"),
        (WHOLE, 7, 1, "7:1"),
        (WHOLE, 27, 3, "9:1"),
        (WHOLE, Fraction(7, 2), 1, "3:1"),
        (THREE_TO_TWO, 3, 2, "3:2"),
        (THREE_TO_TWO, 7, 5, "1:1"),
        (THREE_TO_TWO, 8, 5, "3:2"),
        (THREE_TO_TWO, 3, 4, "2:3"),
        (THREE_TO_TWO, 3, 5, "1:2"),
        (THREE_TO_TWO, 7, 2, "3:1"),
        (THREE_TO_TWO, 4, 1, "4:1"),
        (ABOVE, 2, 3, "1:2"),
        (ABOVE, 1, 3, "1:3"),
    ],
)
def test_odds_favour_the_defender(
    ladder: Ladder, attack: Fraction, defence: int, column: str
) -> None:
    assert ladder.name(ladder.rung(attack, defence)) == column


def test_shifts_come_before_the_column_is_held_to_the_table() -> None:
    nine = WHOLE.rung(9, 1)
    assert WHOLE.name(nine - 2) == "7:1" and WHOLE.name(WHOLE.held(nine - 2)) == "6:1"
    assert WHOLE.name(WHOLE.held(nine - 4)) == "5:1"
    five = WHOLE.rung(1, 5)
    assert WHOLE.name(five + 1) == "1:4" and WHOLE.held(five + 1) == 0
    assert WHOLE.name(WHOLE.held(five + 3)) == "1:2"


@given(STRENGTH, STRENGTH)
def test_a_rung_is_the_highest_that_the_ratio_reaches(attack: int, defence: int) -> None:
    for ladder in (WHOLE, THREE_TO_TWO, ABOVE):
        left, right = map(int, ladder.name(ladder.rung(attack, defence)).split(":"))
        assert attack * right >= left * defence
        above, below = map(int, ladder.name(ladder.rung(attack, defence) + 1).split(":"))
        assert attack * below < above * defence


@given(STRENGTH, STRENGTH, STRENGTH)
def test_more_attackers_never_make_worse_odds(attack: int, more: int, defence: int) -> None:
    for ladder in (WHOLE, THREE_TO_TWO):
        assert ladder.rung(attack, defence) <= ladder.rung(attack + more, defence)


@pytest.mark.parametrize("columns", [["2:1", "1:1"], ["1:1", "2:2"]])
def test_columns_must_rise(columns: list[str]) -> None:
    with pytest.raises(ValueError, match="odds columns must rise from left to right"):
        Ladder(columns)


@pytest.mark.parametrize("column", ["3", "a:b", "1:0"])
def test_a_column_must_be_a_ratio(column: str) -> None:
    with pytest.raises(ValueError, match=f"'{column}' is not a ratio such as 3:1"):
        Ladder([column])


@pytest.mark.parametrize(
    ("value", "how", "result"),
    [
        (Fraction(7, 2), "down", 3),
        (Fraction(7, 2), "up", 4),
        (Fraction(7, 2), "nearest", 4),
        (Fraction(10, 3), "nearest", 3),
        (Fraction(11, 3), "nearest", 4),
        (Fraction(7, 2), "keep", Fraction(7, 2)),
        (Fraction(4, 2), "keep", 2),
        (5, "down", 5),
        (5, "up", 5),
    ],
)
def test_rounding_is_exact(value: Fraction, how: str, result: Fraction) -> None:
    found = rounded(value, how)
    assert found == result
    assert isinstance(found, int) == (Fraction(result).denominator == 1)


def test_there_is_no_other_rounding() -> None:
    with pytest.raises(ValueError, match="no such rounding: 'sideways'"):
        rounded(1, "sideways")


ROWS: dict[str, tuple[str, ...]] = {"1": ("AL", "NE"), "2": ("AL", "DR"), "3": ("NE", "DR")}
ROWS |= {"4": ("NE", "DR"), "5": ("DR", "DE"), "6": ("DR", "DE")}
TABLE = Table(("1:1", "2:1"), ROWS, "rulebook")


def test_rolls_past_the_ends_count_as_the_first_and_last_row() -> None:
    assert TABLE.result(0, 3) == "NE"
    assert TABLE.result(0, -2) == "AL"
    assert TABLE.result(1, 9) == "DE"


def test_chances_are_exact_and_likeliest_first() -> None:
    third, half = Fraction(1, 3), Fraction(1, 2)
    assert list(TABLE.chances(1).items()) == [("DR", half), ("DE", third), ("NE", Fraction(1, 6))]
    assert TABLE.chances(1, modifier=2) == {"DR": third, "DE": 2 * third}
    below = Table(("all",), {"-1": ("a",), "0": ("b",), "1": ("c",)}, "rulebook", dice=2)
    chances = below.chances(0, modifier=-3)
    assert chances == {"c": Fraction(11, 12), "b": Fraction(1, 18), "a": Fraction(1, 36)}


@given(st.integers(0, 1), st.integers(-8, 8))
def test_chances_sum_to_one(column: int, modifier: int) -> None:
    assert sum(TABLE.chances(column, modifier).values()) == 1


@pytest.mark.parametrize("dice", [1, 2, 3])
def test_sums_of_dice(dice: int) -> None:
    sums = dice_sums(dice)
    assert sum(sums.values()) == 1
    assert min(sums) == dice and max(sums) == 6 * dice
    assert dice_sums(2)[7] == Fraction(1, 6)


def test_a_row_has_a_cell_for_each_column() -> None:
    with pytest.raises(ValueError, match="row 1 has 1 cells, not 2"):
        Table(("1:1", "2:1"), {"1": ("NE",)}, "rulebook")


@pytest.mark.parametrize("rolls", ["", "2 7 12", "1 3"])
def test_rows_follow_each_other_without_a_gap(rolls: str) -> None:
    with pytest.raises(ValueError, match="the rows skip a roll, or there are none"):
        Table(("all",), {roll: ("NE",) for roll in rolls.split()}, "rulebook")


def test_outcomes_tell_the_rolls_and_what_follows() -> None:
    assert outcomes(TABLE, 0, {"AL": "the attacker loses a step"}) == (
        Outcome("AL", "1/3", (1, 2), "the attacker loses a step"),
        Outcome("NE", "1/3", (3, 4)),
        Outcome("DR", "1/3", (5, 6)),
    )


def test_results_are_weighed_over_the_cases_that_may_apply() -> None:
    even, good = TABLE.chances(0), TABLE.chances(1)
    found = mixed([(Fraction(1, 4), even), (Fraction(3, 4), good)])
    assert sum(found.values()) == 1 and set(found) == {*even, *good}
    for result, chance in found.items():
        assert chance == even.get(result, 0) / Fraction(4) + good.get(result, 0) * Fraction(3, 4)
    assert list(found.values()) == sorted(found.values(), reverse=True)


def test_a_receipt_tells_what_a_defender_may_make_of_a_result() -> None:
    outcome = Outcome("DR", "1/3", (5, 6), "retreats, or fights on", ("stand", "EX"))
    receipt = Receipt((), (), ("2", "1"), "2:1", (), 0, "2:1", (outcome,), "rulebook")
    shown = "  DR or stand or EX                       1/3          33%  retreats, or fights on"
    assert shown in str(receipt).splitlines()


def test_a_receipt_is_itemised() -> None:
    receipt = Receipt(
        attack=(Line("1ss", "26", "11.2"),),
        defence=(Line("a covered counter", "?", "8.1", "hidden"),),
        totals=("26", "≥ 4"),
        odds="≤ 6:1",
        shifts=(Line("River", "-1", "11.6"), Line("Fort", "+0", "11.7")),
        net=-1,
        column="≤ 5:1",
        outcomes=(Outcome("DR", "2/3", (1, 2, 3, 4), "retreat"), Outcome("NE", "1/3", (5, 6))),
        provenance="reconstructed",
        cases=(Case("defence 4", "1/2", "5:1"),),
        note="The worst case.",
    )
    lines = str(receipt).splitlines()
    assert lines[1].split() == ["1ss", "26", "11.2"]
    assert "  Fort                                     +0  11.7" in lines
    assert "Net shift                                  -1" in lines
    assert "  DR                                      2/3          67%  retreat" in lines
    assert lines[-2:] == ["Table: reconstructed", "The worst case."]


def test_tables_are_read_by_name_and_other_entries_kept(tmp_path: Path) -> None:
    path = tmp_path / "tables.toml"
    table = '[crt]\ncolumns = ["1:1"]\nprovenance = "rulebook"\nrows = { 1 = ["NE"] }\n'
    path.write_text(table + "[points]\nKursk = 3")
    tables = read_tables(path)
    assert tables["crt"] == Table(("1:1",), {"1": ("NE",)}, "rulebook")
    assert tables["points"] == {"Kursk": 3}


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ('1 = ["NE", "DR"]', "tables.toml: crt: row 1 has 2 cells, not 1"),
        ("1 = 7", "tables.toml: crt: "),
        ('one = ["NE"]', "tables.toml: crt: row 'one' is not a roll"),
    ],
)
def test_a_bad_table_is_named(tmp_path: Path, rows: str, says: str) -> None:
    path = tmp_path / "tables.toml"
    path.write_text(f'[crt]\ncolumns = ["1:1"]\nprovenance = "rulebook"\nrows = {{ {rows} }}')
    with pytest.raises(ValueError, match=says):
        read_tables(path)


def test_broken_toml_is_told_with_its_file(tmp_path: Path) -> None:
    path = tmp_path / "tables.toml"
    path.write_text("[crt")
    with pytest.raises(ValueError, match="tables.toml: "):
        read_tables(path)
