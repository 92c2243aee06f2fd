"""The data files of Battle for Kursk, read once."""

import csv
import tomllib
from pathlib import Path
from typing import Any

import pytest

import kursk.games
from kursk.core.board import Board, read_map
from kursk.core.counters import Roster, read_counters

DATA = Path(kursk.games.__file__).parent / "battle_for_kursk" / "data"


@pytest.fixture(scope="session")
def board() -> Board:
    return read_map(DATA / "map.toml")


@pytest.fixture(scope="session")
def roster() -> Roster:
    return read_counters(DATA / "counters.csv")


@pytest.fixture(scope="session")
def markers() -> list[dict[str, str]]:
    with (DATA / "markers.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="session")
def track() -> dict[str, Any]:
    """The turn track: turns.toml."""
    return tomllib.loads((DATA / "turns.toml").read_text("utf-8"))


@pytest.fixture(scope="session")
def turns(track: dict[str, Any]) -> dict[str, Any]:
    """The boxes of the turn track by their name, A to D and 1 to 8."""
    return {turn["turn"]: turn for turn in track["turns"]}


@pytest.fixture(scope="session")
def tables() -> dict[str, Any]:
    return tomllib.loads((DATA / "tables.toml").read_text("utf-8"))
