"""12.1, 12.2, 12.3: the charts of the game."""

from pathlib import Path

import msgspec

from kursk.core.tables import Ladder, Table, read_tables

_tables = read_tables(Path(__file__).parent / "data" / "tables.toml")


class Terrain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """12.1: a line of the terrain effects chart."""

    foot: int  # points to enter or to cross; static units pay the same
    mech: int
    shift: int  # columns to the right when it is defended
    conversion: bool = False
    concentric: bool = True

    def cost(self, mobility: str) -> int:
        return self.mech if mobility == "mech" else self.foot


COMBAT: Table = _tables["combat"]
LADDER = Ladder(COMBAT.columns)
RESULTS: dict[str, str] = _tables["results"]
CONVERSION: Table = _tables["conversion"]
CONVERSION_MODIFIERS: dict[str, int] = _tables["conversion_modifiers"]  # by final column
TERRAIN: dict[str, Terrain] = msgspec.convert(_tables["terrain"], dict[str, Terrain])
MOBILITY: dict[str, str] = _tables["mobility"]  # by type
MOVEMENT_FACTORS: dict[str, int] = _tables["movement"]  # by mobility class
PHASE_ORDER: dict[str, dict[str, int]] = _tables["phase_order"]  # by side and order of phases
CONCENTRIC: dict[str, int] = _tables["concentric"]  # by side
WORTH: dict[str, int] = _tables["worth"]  # of units that are lost
VICTORY: dict[str, dict[str, int]] = _tables["victory"]  # with the Gambit and without: the least
