"""Odds ladders, combat tables, and the receipt that explains a battle before it is fought."""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import ceil, floor
from pathlib import Path
from typing import Any, TypeVar

import msgspec

Number = int | Fraction
Result = TypeVar("Result")


def rounded(value: Number, how: str) -> Number:
    """Round exactly: "down", "up", "nearest" (a half goes up) or "keep"."""
    if how == "down":
        return floor(value)
    if how == "up":
        return ceil(value)
    if how == "nearest":
        return floor(value + Fraction(1, 2))
    if how == "keep":
        return value if Fraction(value).denominator > 1 else int(value)
    raise ValueError(f"no such rounding: {how!r}")


class Ladder:
    """The odds columns of a game, lowest first, as "1:3", "3:2", "6:1".

    A ratio stands on the highest rung it reaches, which favours the defender. Rungs go on
    past both ends of the table (7:1, 8:1 …; 1:4, 1:5 …), so that shifts can be added before
    the column is held to the table.
    """

    def __init__(self, columns: Sequence[str]) -> None:
        self.columns = tuple(columns)
        self.rungs = tuple(_ratio(column) for column in columns)
        if list(self.rungs) != sorted(set(self.rungs)):
            raise ValueError("odds columns must rise from left to right")
        self.top, self.bottom = floor(self.rungs[-1]), ceil(1 / self.rungs[0])
        self._known: dict[tuple[Number, Number], int] = {}

    def rung(self, attack: Number, defence: Number) -> int:
        """The column's index; below 0 or past the last where the table ends."""
        asked = (attack, defence)
        if asked not in self._known:
            self._known[asked] = self._reckoned(*asked)
        return self._known[asked]

    def _reckoned(self, attack: Number, defence: Number) -> int:
        ratio = Fraction(attack) / Fraction(defence)
        if ratio < self.rungs[0]:
            return self.bottom - ceil(1 / ratio)
        if ratio >= self.top + 1:
            return len(self.rungs) - 1 + floor(ratio) - self.top
        return max(i for i, rung in enumerate(self.rungs) if rung <= ratio)

    def held(self, rung: int) -> int:
        """The rung, held to the table."""
        return min(max(rung, 0), len(self.rungs) - 1)

    def name(self, rung: int) -> str:
        """The odds of a rung, also of those past the ends of the table."""
        if rung < 0:
            return f"1:{self.bottom - rung}"
        if rung >= len(self.columns):
            return f"{self.top + rung - len(self.columns) + 1}:1"
        return self.columns[rung]


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A results table: a row for each die roll, a cell for each column."""

    columns: tuple[str, ...]
    rows: dict[str, tuple[str, ...]]  # by roll: "1" … "6", or sums for several dice
    provenance: str
    dice: int = 1
    rule: str = ""
    note: str = ""

    def __post_init__(self) -> None:
        for roll, row in self.rows.items():
            if not roll.removeprefix("-").isdigit():
                raise ValueError(f"row {roll!r} is not a roll")
            if len(row) != len(self.columns):
                raise ValueError(f"row {roll} has {len(row)} cells, not {len(self.columns)}")
        rolls = sorted(map(int, self.rows))
        if not rolls or rolls != list(range(rolls[0], rolls[-1] + 1)):
            raise ValueError("the rows skip a roll, or there are none")

    def result(self, column: int, roll: int) -> str:
        """The cell; rolls past the first or last row count as that row."""
        row = self.rows.get(str(roll))
        if row is None:
            rolls = sorted(map(int, self.rows))
            row = self.rows[str(rolls[0] if roll < rolls[0] else rolls[-1])]
        return row[column]

    def chances(self, column: int, modifier: int = 0) -> dict[str, Fraction]:
        """The exact probability of each result, likeliest first."""
        chances: dict[str, Fraction] = {}
        for roll, chance in dice_sums(self.dice).items():
            result = self.result(column, roll + modifier)
            chances[result] = chances.get(result, Fraction(0)) + chance
        return dict(sorted(chances.items(), key=lambda item: -item[1]))


@cache
def dice_sums(dice: int) -> dict[int, Fraction]:
    """The exact probability of each sum of so many dice."""
    sums = {0: Fraction(1)}
    for _ in range(dice):
        longer: dict[int, Fraction] = {}
        for total, chance in sums.items():
            for face in range(1, 7):
                longer[total + face] = longer.get(total + face, Fraction(0)) + chance / 6
        sums = longer
    return sums


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of a receipt. Zero lines stay, since players look for them."""

    label: str
    value: str
    rule: str = ""
    note: str = ""


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a battle may bring, and how likely it is."""

    result: str
    chance: str  # an exact fraction: "1/6"
    rolls: tuple[int, ...] = ()  # of the one column, where only one may apply
    follows: str = ""  # what the result means, in words
    instead: tuple[str, ...] = ()  # what the defender may make of it


class Case(msgspec.Struct, frozen=True):
    """What may lie under a covered stack, how likely, and the column it would give."""

    label: str
    chance: str
    column: str


class Receipt(msgspec.Struct, frozen=True, omit_defaults=True):
    """The odds of a battle, itemised: the very object the battle is resolved with."""

    attack: tuple[Line, ...]
    defence: tuple[Line, ...]
    totals: tuple[str, str]
    odds: str  # before shifts; "≤ 4:1" while something is hidden
    shifts: tuple[Line, ...]
    net: int
    column: str
    outcomes: tuple[Outcome, ...]
    provenance: str
    cases: tuple[Case, ...] = ()
    note: str = ""

    def __str__(self) -> str:
        rows = [("Attack", "", "", "")]
        rows += [(f"  {x.label}", x.value, x.rule, x.note) for x in self.attack]
        rows += [("  total", self.totals[0], "", ""), ("Defence", "", "", "")]
        rows += [(f"  {x.label}", x.value, x.rule, x.note) for x in self.defence]
        rows += [("  total", self.totals[1], "", ""), ("Odds", self.odds, "", "")]
        rows += [(f"  {x.label}", x.value, x.rule, x.note) for x in self.shifts]
        rows += [("Net shift", f"{self.net:+}", "", ""), ("Column", self.column, "", "")]
        rows += [(f"  {c.label}", c.column, "", c.chance) for c in self.cases]
        for x in self.outcomes:
            percent, result = (
                f"{float(Fraction(x.chance)):.0%}",
                " or ".join((x.result, *x.instead)),
            )
            rows.append((f"  {result}", x.chance, "", f"{percent}  {x.follows}".rstrip()))
        text = [f"{a:<38}{b:>7}  {c:<8}{d}".rstrip() for a, b, c, d in rows]
        text += [f"Table: {self.provenance}"] + ([self.note] if self.note else [])
        return "\n".join(text)


def mixed(cases: Iterable[tuple[Fraction, Mapping[Result, Fraction]]]) -> dict[Result, Fraction]:
    """The chance of each result, likeliest first, where any of several cases may apply.

    A case is its own chance and the chances of its results.
    """
    found: dict[Result, Fraction] = {}
    for weight, chances in cases:
        for result, chance in chances.items():
            found[result] = found.get(result, Fraction(0)) + weight * chance
    return dict(sorted(found.items(), key=lambda item: -item[1]))


def outcomes(
    table: Table, column: int, follows: Mapping[str, str] | None = None
) -> tuple[Outcome, ...]:
    """A column of a table as the outcomes of a receipt."""
    found = []
    for result, chance in table.chances(column).items():
        rolls = tuple(r for r in dice_sums(table.dice) if table.result(column, r) == result)
        found.append(Outcome(result, str(chance), rolls, (follows or {}).get(result, "")))
    return tuple(found)


def read_tables(path: Path) -> dict[str, Any]:
    """`data/tables.toml`: every entry with `columns` and `rows` becomes a Table."""
    try:
        raw = tomllib.loads(path.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path.name}: {error}") from None
    tables: dict[str, Any] = {}
    for name, entry in raw.items():
        is_table = isinstance(entry, dict) and {"columns", "rows"} <= entry.keys()
        try:
            tables[name] = msgspec.convert(entry, Table) if is_table else entry
        except (msgspec.ValidationError, ValueError) as error:
            raise ValueError(f"{path.name}: {name}: {error}") from None
    return tables


def _ratio(column: str) -> Fraction:
    attack, _, defence = column.partition(":")
    try:
        return Fraction(int(attack), int(defence))
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"{column!r} is not a ratio such as 3:1") from None
