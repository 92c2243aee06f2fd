"""2.3: the charts, the turn record and the numbers of the special rules, read from data."""

import csv
import tomllib
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from kursk.core.board import Board, read_map
from kursk.core.tables import Number, Outcome, Table, rounded

_data = Path(__file__).parent / "data"
_tables: dict[str, Any] = tomllib.loads((_data / "tables.toml").read_text("utf-8"))

NEW, OLD = VERSIONS = ("new", "old")


@cache
def printed() -> Board:
    """2.1.1: the map as it is printed, whatever a position makes of it."""
    return read_map(_data / "map.toml")


class Turn(msgspec.Struct, frozen=True):
    """A box of the turn record."""

    turn: str
    date: str
    support: dict[str, int]  # by army group or front
    air: dict[str, int]  # by side
    events: tuple[str, ...]
    old: dict[str, int] = {}  # points of the old version, where they differ
    offensive: int | None = None  # points that keep the offensive going


class Reinforcement(msgspec.Struct, frozen=True):
    """A group of A12: who comes when, where, and whether by rail."""

    turn: str
    formation: str
    units: tuple[str, ...]
    entry: tuple[str, ...]
    rail: bool
    early: bool = False


class Withdrawal(msgspec.Struct, frozen=True):
    turn: str
    divisions: tuple[str, ...]


class Band(msgspec.Struct, frozen=True, rename={"least": "from"}):
    least: int
    winner: str
    level: str


class Victory(msgspec.Struct, frozen=True):
    scenarios: tuple[str, ...]
    version: str
    bands: tuple[Band, ...]


class Scenario(msgspec.Struct, frozen=True):
    name: str
    area: str
    turns: int
    groups: tuple[str, ...]  # whose support points there are
    exit: str = ""
    without: tuple[str, ...] = ()


class Slot(msgspec.Struct, frozen=True):
    """A row of the set-up: where a unit stands, or when it comes."""

    scenario: str
    id: str
    hex: str
    turn: str
    slot: str  # units of one slot may change places in the simple set-up (A11.2)


def _table(name: str, rows: str = "rows") -> Table:
    entry = _tables[name]
    return Table(
        columns=tuple(entry["columns"]),
        rows={roll: tuple(row) for roll, row in entry[rows].items()},
        provenance=entry["provenance"],
        rule=entry["rule"],
    )


def _slots() -> tuple[Slot, ...]:
    with (_data / "setup.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return tuple(Slot(r["scenario"], r["id"], r["hex"], r["turn"], r["slot"]) for r in rows)


CRT = _table("crt")
HEADINGS = {"clear": CRT.columns, "other": tuple(_tables["crt"]["other"])}  # 9.5.1
RESULTS: dict[str, str] = _tables["crt"]["results"]
COMBAT_DIE: dict[str, int] = _tables["crt"]["die"]
SUPPORT = {NEW: _table("support"), OLD: _table("support_old")}
SUPPORT_PRINTED = _table("support_old", "printed")
SUPPORT_DIE: dict[str, int] = _tables["support"]["die"]
HITS: dict[str, str] = _tables["support"]["results"]
COST: dict[str, dict[str, Number]] = {
    entry["is"]: {by: rounded(Fraction(entry[by].lstrip("+")), "keep") for by in ("mech", "foot")}
    for entry in _tables["terrain"]
    if entry.get("mech", "no") != "no"
}
TURNS = msgspec.convert(_tables["turns"], tuple[Turn, ...])
SIZES: dict[str, int] = {k: v for k, v in _tables["stacking"].items() if isinstance(v, int)}
LIMITS: dict[str, Any] = _tables["limits"]
GROUPS: dict[str, dict[str, str]] = {entry["group"]: entry for entry in _tables["groups"]}
REINFORCEMENTS = msgspec.convert(_tables["reinforcements"], tuple[Reinforcement, ...])
WITHDRAWALS = msgspec.convert(_tables["withdrawals"], tuple[Withdrawal, ...])
EARLY: dict[str, Any] = _tables["early"]
TOWNS: dict[str, int] = {
    hex: entry["points"] for entry in _tables["towns"] for hex in entry["hexes"].values()
}
LOSSES: dict[str, Any] = _tables["losses"]
VICTORY = msgspec.convert(_tables["victory"], tuple[Victory, ...])
SCENARIOS = msgspec.convert(_tables["scenarios"], dict[str, Scenario])
SLOTS = _slots()


def outcomes(
    table: Table, column: int, modifier: int, follows: Mapping[str, str]
) -> tuple[Outcome, ...]:
    """What each face of the die brings, once the modifier is added; likeliest first."""
    faces: dict[str, tuple[int, ...]] = {}
    for face in range(1, 7):
        result = table.result(column, face + modifier)
        faces[result] = (*faces.get(result, ()), face)
    ranked = sorted(faces.items(), key=lambda item: -len(item[1]))
    return tuple(
        Outcome(result, str(Fraction(len(rolls), 6)), rolls, follows[result])
        for result, rolls in ranked
    )
