"""Boards to draw: the games' own, and one with all that the games to come will bring."""

from functools import cache
from pathlib import Path

from kursk.core.board import Board, parse_map, read_map
from kursk.core.counters import Roster, read_counters

GAMES = Path(__file__).parents[2] / "src" / "kursk" / "games"
PRINTED = ("drive_on_kursk", "battle_for_kursk")

# Straight columns, lettered rows, roads by fractions, double rail, a fort with a facing.
LETTERED = """
title = "Lettered: straight columns"
[grid]
rows = ["A", "L"]
columns = [1, 14]
straight = "columns"
shoved = "even"
ids = "AC"
[kinds]
hexes = ["forest", "hills", "swamp", "rough", "city", "town", "fort soviet", "height 2"]
sides = ["river", "major river", "front line", "fort soviet"]
lines = ["road 1/2", "road 1/3", "rail", "double rail"]
places = ["city", "town", "village"]
[[hexes]]
is = "forest"
name = "Long Forest"
at = "B2 B3 C3 C4 B4 D4 A3 B5 C5 D5 D3"
provenance = "geography"
[[hexes]]
is = "hills"
at = "G9 G10 H9 H10 B12"
provenance = "geography"
[[hexes]]
is = "swamp"
at = "I2 I3 J3"
provenance = "geography"
[[hexes]]
is = "rough"
at = "J12 K12 K13"
provenance = "reconstructed"
[[hexes]]
is = "fort soviet"
at = "F3 F4 F5 F6 F7"
provenance = "history"
[[sides]]
is = "fort soviet"
at = "F3>E3 F4>E4 F5>E5 F6>E6 F7>E7"
provenance = "history"
[[sides]]
is = "river"
name = "Lipa"
at = "A9/A10 A10/B9 B9/B10 B10/C9 C9/C10 C10/D9 D9/D10"
provenance = "geography"
[[lines]]
is = "rail"
along = "A7 B7 C7 D7 E7 F7 G7 H7 I7 J7 K7 L7"
provenance = "rulebook"
[[lines]]
is = "road 1/2"
along = "E1 E2 E3 E4 E5 E6 E7 E8 E9 D10 D11 C12 C13 B14"
provenance = "rulebook"
[[lines]]
is = "road 1/3"
along = "E7 F7 G7 G8 G9 G10 G11 G12"
provenance = "rulebook"
[[lines]]
is = "double rail"
along = "I1 I2 I3 I4 I5 I6 I7 I8 I9 I10 I11 I12 I13 I14"
provenance = "rulebook"
[[places]]
is = "city"
name = "Center City"
at = "E7"
provenance = "rulebook"
[[places]]
is = "town"
name = "Longnametown"
at = "G10"
provenance = "rulebook"
[[places]]
is = "village"
name = "Smally"
at = "D11"
provenance = "rulebook"
"""


@cache
def board(name: str) -> Board:
    if name == "lettered":
        return parse_map(LETTERED)
    return read_map(GAMES / name / "data" / "map.toml")


@cache
def roster(name: str) -> Roster:
    return read_counters(GAMES / name / "data" / "counters.csv")
