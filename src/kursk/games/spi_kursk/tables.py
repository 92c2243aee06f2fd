"""5.7, 9.91, 9.92, 9.93, 10.2, 17.3, 18.19: the charts, and what a game needs besides them."""

import csv
from bisect import bisect_right
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from kursk.core.board import Board, read_map
from kursk.core.tables import Table, read_tables

_data = Path(__file__).parent / "data"
_tables: dict[str, Any] = read_tables(_data / "tables.toml")


class Ground(msgspec.Struct, frozen=True):
    """5.7: a row of the Terrain Effects Chart; costs are for class I and class II."""

    class1: int = 0
    class2: int = 0
    shift: int = 0

    def cost(self, second: bool) -> int:
        return self.class2 if second else self.class1


class Mode(msgspec.Struct, frozen=True):
    """10.2: a column of the Summary of Unit Mode Effects."""

    moves: str  # full, half or none
    mechanized: bool
    overrun: bool
    attacks: int
    shift: int
    retreat: dict[str, tuple[int | str, int | str]]  # by side: as attacker, as defender
    attacker: str
    defender: str

    def most(self, side: str, attacking: bool) -> int:
        """9.62: the most hexes of a retreat."""
        hexes = self.retreat[side][0 if attacking else 1]
        return hexes if isinstance(hexes, int) else 0


class Scenario(msgspec.Struct, frozen=True):
    """18.11: what a scenario says beyond who stands where."""

    title: str
    first_day: str
    turns: int
    control: str  # the area that is German at the start
    soviet_points: int
    german_bonus: int
    forts: tuple[str, ...]
    dragonteeth: bool
    set_up: tuple[str, ...]
    reserves: tuple[str, ...]


class Turn(msgspec.Struct, frozen=True):
    """A box of the turn record."""

    scenario: str
    turn: str
    date: str
    air: dict[str, int]
    activations: int
    partisans: int


class Objective(msgspec.Struct, frozen=True):
    """18.41: a place, and the side that scores by taking it."""

    place: str
    hex: str
    side: str
    points: int


class Level(msgspec.Struct, frozen=True, rename={"least": "from"}):
    """18.42: a victory level, from `least` up; the last has no lower end."""

    level: str
    winner: str = ""
    least: int | None = None


class Start(msgspec.Struct, frozen=True):
    """18.12: a row of the set-up file."""

    scenario: str
    id: str
    status: str  # set-up, reserve, reinforcement, partisan
    area: str
    hex: str
    mode: str
    turn: str
    entry: str
    rule: str
    provenance: str


@cache
def printed() -> Board:
    """The map as it is laid out, whatever a position makes of it."""
    return read_map(_data / "map.toml")


CRT: Table = _tables["combat"]
LADDER: tuple[int, ...] = tuple(_tables["ladder"]["from"])
LEAST: int = _tables["ladder"]["least"]
M: dict[str, Any] = _tables["m"]
SHIFT: dict[str, int] = {
    modifier["rule"] + (" " + modifier["is"].split()[1] if modifier["rule"] == "17.23" else ""):
    modifier["shift"] for modifier in _tables["modifiers"]
}  # fmt: skip
TERRAIN = msgspec.convert(_tables["terrain"], dict[str, Ground])
HEXSIDES = msgspec.convert(
    {name: row for name, row in _tables["hexsides"].items() if name != "lake"}, dict[str, Ground]
)
RAIL: dict[str, int] = {k: v for k, v in _tables["rail"].items() if isinstance(v, int)}
MODES = msgspec.convert(_tables["modes"], dict[str, Mode])
AIR: Table = _tables["air"]
INTERCEPTION: dict[str, Any] = _tables["interception"]
LETTERS: dict[str, list[str]] = {k: v for k, v in _tables["letters"].items() if len(k) == 1}
STACKING: dict[str, Any] = _tables["stacking"]
COSTS: dict[str, Any] = _tables["costs"]
COMMAND: dict[str, Any] = _tables["command"]
TOGETHER: dict[str, list[str]] = {
    k: v for k, v in _tables["together"].items() if isinstance(v, list)
}
BREAKDOWN: dict[str, Any] = _tables["breakdown"]
POINTS: dict[str, Any] = _tables["gun_points"]
PARTISANS: dict[str, Any] = _tables["partisans"]
RESERVES: dict[str, Any] = _tables["reserves"]
SCENARIOS = msgspec.convert(_tables["scenarios"], dict[str, Scenario])
TURNS = msgspec.convert(_tables["turns"], tuple[Turn, ...])
OBJECTIVES = msgspec.convert(_tables["objectives"], tuple[Objective, ...])
LEVELS = msgspec.convert(_tables["victory"], tuple[Level, ...])
DESTROYED = {(row["side"], row["is"]): int(row["points"]) for row in _tables["destroyed"]}


def column(strength: int) -> int:
    """9.18, 9.22: the column of a total, before any shift."""
    return bisect_right(LADDER, strength)


def step_modifier(steps: int) -> int:
    """3.4, 9.41, 9.92: what the defending steps add to the die."""
    table = _tables["steps"]
    modifier: int = table["die"][max(bisect_right(table["from"], steps) - 1, 0)]
    return modifier


@cache
def starts(scenario: str) -> tuple[Start, ...]:
    rows = csv.DictReader((_data / "setup.csv").read_text("utf-8").splitlines())
    found = (msgspec.convert(row, Start) for row in rows)
    return tuple(row for row in found if row.scenario == scenario)


@cache
def entries(scenario: str) -> dict[str, tuple[str, ...]]:
    """18.21: by which lettered hexes a reinforcement may come."""
    return {row.id: tuple(row.entry.split()) for row in starts(scenario) if row.entry}


def turn_record(scenario: str, turn: int) -> Turn:
    boxes = [box for box in TURNS if box.scenario == scenario]
    return boxes[min(turn, len(boxes)) - 1]
