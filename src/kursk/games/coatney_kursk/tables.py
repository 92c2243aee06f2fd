"""§Combat Table: the charts of the sheet, read from data."""

import csv
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from kursk.core.board import Board, read_map
from kursk.core.tables import Ladder, Table

_data = Path(__file__).parent / "data"
_tables: dict[str, Any] = tomllib.loads((_data / "tables.toml").read_text("utf-8"))


@cache
def printed() -> Board:
    """The map as it was drawn, whatever a position makes of it."""
    return read_map(_data / "map.toml")


class Effect(msgspec.Struct, frozen=True):
    """What a combat result does."""

    result: str
    disrupts: bool = False
    retreat: int = 0  # hexes that the attacker may make the defender go
    further: int = 0  # hexes that the defender may add
    tanks: int = 0  # hexes of advance, if the hex is empty
    others: int = 0
    stands: str = ""  # what it becomes for a unit that has to stand
    forced: float = 0  # what a factor costs in a forced exchange


class Line(msgspec.Struct, frozen=True):
    """A fortification line: its factors by where the attackers stand."""

    line: str
    front: int
    flank: int
    behind: int
    needs_unit: bool
    taken_by: tuple[str, ...]


class Start(msgspec.Struct, frozen=True):
    """Where a unit starts, and how."""

    id: str
    hex: str
    area: str  # hex, setup north, setup south, entry, air
    entrenched: str = ""
    wedge: str = ""  # the hex at which its Panzerkeil points
    turn: str = ""


class Aim(msgspec.Struct, frozen=True):
    """A victory: what must be taken, what held."""

    winner: str
    level: str
    games: int
    step: str
    take: tuple[str, ...] = ()
    hold: tuple[str, ...] = ()
    any_of: tuple[str, ...] = ()
    least: int = 0


def _table(name: str) -> Table:
    return msgspec.convert(_tables[name], Table)


def _starts() -> dict[str, Start]:
    with (_data / "setup.csv").open(encoding="utf-8", newline="") as file:
        rows = msgspec.convert(list(csv.DictReader(file)), tuple[Start, ...])
    return {row.id: row for row in rows}


COMBAT = _table("combat")
LADDER = Ladder(COMBAT.columns)
RESULTS: dict[str, str] = _tables["results"]
EFFECTS = {e.result: e for e in msgspec.convert(_tables["effects"], tuple[Effect, ...])}
LINES = {line.line: line for line in msgspec.convert(_tables["lines"], tuple[Line, ...])}
TURNS = tuple(_tables["turns"])
LAST_TURN: int = _tables["length"]["turns"]
STARTS = _starts()
VICTORY = msgspec.convert(
    [row for row in _tables["victory"] if row["winner"] != "none"], tuple[Aim, ...]
)
ENTRY: str = _tables["reinforcements"]["at"]
DEPOTS: tuple[str, ...] = tuple(_tables["replacements"]["at"])
ONE_HEX = tuple(row["is"] for row in _tables["terrain"] if row.get("one_hex"))
STRIKE, INTERCEPTION = _table("air_strike"), _table("air_combat")
AIR_RESULTS: dict[str, str] = _tables["air_results"]
AIR: dict[str, Any] = _tables["air"]
RUDEL: dict[str, Any] = _tables["air_rudel"]
