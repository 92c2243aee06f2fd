"""3.2: the charts of the mapsheet and the turn track, read from data."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from kursk.core.board import Board, read_map
from kursk.core.tables import Ladder, Table

_data = Path(__file__).parent / "data"
_tables: dict[str, Any] = tomllib.loads((_data / "tables.toml").read_text("utf-8"))
_track: dict[str, Any] = tomllib.loads((_data / "turns.toml").read_text("utf-8"))


@cache
def printed() -> Board:
    """3.1: the map as it is printed, whatever a position makes of it."""
    return read_map(_data / "map.toml")


Steps = tuple[int, int]  # of infantry and of armour


class Turn(msgspec.Struct, frozen=True):
    """A box of the turn track."""

    turn: str
    date: str
    mud: bool
    mud_die: int  # 11.3: mud on this roll or less
    replacements: dict[str, Steps]
    offensives: dict[str, int]
    forts: tuple[str, ...]  # the lines that become active
    history: dict[str, str]


class Posture(msgspec.Struct, frozen=True):
    """A box of the posture track."""

    posture: str
    german: Steps  # what it adds to the replacements
    russian: Steps
    phases: tuple[str, ...]

    def change(self, side: str) -> Steps:
        return self.german if side == "german" else self.russian


class Band(msgspec.Struct, frozen=True, rename={"least": "from"}):
    """A stretch of the victory point track, from `least` up; the last has no lower end."""

    winner: str
    level: str
    least: int | None = None


class Scenario(msgspec.Struct, frozen=True):
    first_turn: str
    previous_posture: dict[str, str]
    offensives: dict[str, int]
    objective: str
    steps: dict[str, Any] = {}


CRT = Table(
    columns=tuple(_tables["crt"]["columns"]),
    rows={roll: tuple(row) for roll, row in _tables["crt"]["rows"].items()},
    provenance=_tables["crt"]["provenance"],
    rule="9.3",
)
LADDER = Ladder(CRT.columns)
RESULTS: dict[str, str] = _tables["crt"]["results"]
ALL = "all"  # a cost: the whole allowance
COST: dict[str, int | str] = {t["is"]: t["cost"] for t in _tables["terrain"] if "cost" in t}
SHIFT: dict[str, int] = {t["is"]: t.get("shift", 0) for t in _tables["terrain"]}
POSTURES = {p.posture: p for p in msgspec.convert(_tables["postures"], tuple[Posture, ...])}
BANDS = msgspec.convert(_tables["victory"], tuple[Band, ...])
TURNS = msgspec.convert(_track["turns"], tuple[Turn, ...])
SCENARIOS = msgspec.convert(_track["scenarios"], dict[str, Scenario])
