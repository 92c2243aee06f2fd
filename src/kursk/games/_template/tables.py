"""3.1, 4.2: the tables of the game."""

from pathlib import Path

from kursk.core.tables import Ladder, Table, read_tables

_tables = read_tables(Path(__file__).parent / "data" / "tables.toml")

COMBAT: Table = _tables["combat"]
LADDER = Ladder(COMBAT.columns)
RESULTS: dict[str, str] = _tables["results"]
MOVEMENT = _tables["movement"]
