"""What the sheet states of its map, counters and tables, number by number."""

import csv
from pathlib import Path

import pytest

from kursk import library
from kursk.core.counters import Counter
from kursk.games.coatney_kursk.tables import (
    AIR,
    COMBAT,
    EFFECTS,
    LINES,
    STARTS,
    TURNS,
    VICTORY,
)

GAME = library.game("coatney_kursk")
GROUND = [counter for counter in GAME.roster if counter.type != "air"]
DATA = Path(GAME.folder) / "data"


def of(side: str) -> list[Counter]:
    return [counter for counter in GROUND if counter.side == side]


def total(side: str, which: int) -> int:
    return sum(int(counter.strengths[0].split("/")[which]) for counter in of(side))


def test_scale_75_units_and_5_air_units() -> None:
    assert (len(of("german")), len(of("russian"))) == (29, 46)
    assert len(GAME.roster) - len(GROUND) == 5
    assert (total("german", 0), total("german", 1)) == (90, 94)
    assert (total("russian", 0), total("russian", 1)) == (144, 144)


def test_scale_eight_weekly_turns_from_5_july() -> None:
    assert [turn["date"] for turn in TURNS][:2] == ["5 July 1943", "12 July 1943"]
    assert len(TURNS) == 8 and TURNS[-1]["date"] == "23 August 1943"


def test_scale_rows_a_to_w_columns_1_to_16() -> None:
    grid = GAME.board.grid
    assert len(grid.name) == 23 * 16
    around = set(grid.names(grid.around(1 << grid.find("J8"))))
    assert around == {"J7", "J9", "I7", "I8", "K7", "K8"}


def test_operational_movement_factors_of_every_class() -> None:
    for counter in GROUND:
        flags = counter.flags
        if counter.side == "german":
            wanted = 4 if "panzer" in flags else 1 if "hungarian" in flags else 2
        else:
            wanted = 3 if "mobile" in flags else 2 if "guards" in flags else 1
        assert int(counter.moves) == wanted, counter.id


def test_panzerkeil_named_units() -> None:
    named = {flag: [c.id for c in GROUND if flag in c.flags] for flag in ("tigers", "tiger")}
    assert named == {"tigers": ["ss2"], "tiger": ["tiger505", "tiger503"]}
    assert [c.id for c in GROUND if "ferdinand" in c.flags] == ["ferd"]
    assert [c.id for c in GROUND if "panther" in c.flags] == ["panther"]
    assert [c.id for c in GROUND if "hungarian" in c.flags] == ["hung"]


def test_reinforcements_of_turns_2_3_and_4() -> None:
    coming = {start.id: start.turn for start in STARTS.values() if start.area == "entry"}
    assert coming == {"a11": "2", "ga4": "3", "ta4": "4"}


def test_hill_is_j8_alone() -> None:
    assert GAME.board.grid.names(GAME.board.hexes["hill"]) == ["J8"]


def test_historical_setup_row_m_parts_north_and_south() -> None:
    grid, board = GAME.board.grid, GAME.board
    north, south = (grid.names(board.hexes[f"setup {way}"]) for way in ("north", "south"))
    assert max(name[0] for name in north) == "M" and min(name[0] for name in south) == "N"
    marked = [start for start in STARTS.values() if start.area.startswith("setup")]
    assert len(marked) == 10


@pytest.mark.parametrize(
    ("city", "hex"),
    [
        ("Tula", "A11"), ("Bryansk", "E3"), ("Orel", "G8"), ("Kursk", "L8"), ("Voronezh", "L16"),
        ("Konotop", "N1"), ("Kharkov", "U8"), ("Poltava", "V4"),
    ],
)  # fmt: skip
def test_german_victory_and_russian_victory_cities(city: str, hex: str) -> None:
    place = GAME.board.places[city]
    assert GAME.board.grid.name[place.hex] == hex
    assert GAME.board.hexes["victory city"] >> place.hex & 1


def test_supply_edges_of_both_sides_meet_in_two_corners() -> None:
    """A corner that lies on edges of both is on both."""
    board = GAME.board
    both = board.hexes["german source"] & board.hexes["russian source"]
    assert board.grid.names(both) == ["A1", "W16"]


COLUMNS = ("1:5", "1:4", "1:3", "1:2", "1:1", "3:2", "2:1", "3:1", "4:1", "5:1", "7:1")
CELLS = {
    1: "AE AE AE AE AE AD - X D D1 D1",
    2: "AE AE AE AE AD X D D D1 D2 D2",
    3: "AE AE AE AD X D D1 D1 D2 D2 DE",
    4: "AE AE AD - D D1 D1 D2 D2 DE DE",
    5: "AE AD X D1 D1 D1 D2 D2 DE DE DE",
    6: "AD D D D2 D2 D2 D2 DE DE DE DE",
}


@pytest.mark.parametrize("die", CELLS)
def test_combat_table_cell_by_cell(die: int) -> None:
    assert COMBAT.columns == COLUMNS
    assert [COMBAT.result(n, die) for n in range(11)] == CELLS[die].split()


def test_combat_table_never_gets_worse_with_die_or_odds() -> None:
    ladder = ("AE", "AD", "-", "X", "D", "D1", "D2", "DE")
    table = [[ladder.index(COMBAT.result(n, die)) for n in range(11)] for die in range(1, 7)]
    assert all(row == sorted(row) for row in table)
    assert all(list(column) == sorted(column) for column in zip(*table, strict=True))


def test_dn_further_hexes_make_two_in_all() -> None:
    assert {r: (e.retreat, e.further) for r, e in EFFECTS.items() if e.disrupts} == {
        "D": (0, 2), "D1": (1, 1), "D2": (2, 0),
    }  # fmt: skip


def test_forced_exchange_prices() -> None:
    assert {r: e.forced for r, e in EFFECTS.items() if e.forced} == {"D1": 1, "D": 1.5, "X": 2}


def test_german_lines_and_russian_lines_factors() -> None:
    factors = {name: (line.front, line.flank, line.behind) for name, line in LINES.items()}
    assert factors == {
        "German first line": (2, 1, 0),
        "German second line": (1, 0, 0),
        "Russian first line": (2, 0, 0),
        "Russian second line": (1, 0, 0),
        "Russian third line": (1, 0, 0),
    }
    assert "D1" not in LINES["German first line"].taken_by
    assert all("D1" in LINES[name].taken_by for name in LINES if name.startswith("Russian"))


def test_fortification_lines_are_the_whole_front() -> None:
    grid, board = GAME.board.grid, GAME.board
    german = board.hexes["german control"]
    front = {
        "german": german & grid.around(grid.all & ~german),
        "russian": ~german & grid.around(german) & grid.all,
    }
    for side, hexes in front.items():
        line = board.groups[f"fort {side}", f"{side.capitalize()} first line"]
        assert line == hexes and line.bit_count() == 36


def test_german_victory_in_kursk_and_russian_victory_in_orel() -> None:
    aims = {(aim.winner, aim.games): aim for aim in VICTORY}
    assert aims["german", 1].take == ("Kursk",)
    assert aims["german", 1].hold == ("Bryansk", "Konotop", "Poltava", "Kharkov")
    assert set(aims["german", 2].any_of) == {"Tula", "Voronezh"}
    assert aims["russian", 1].take == ("Orel",) and aims["russian", 1].least == 1
    assert aims["russian", 2].least == 3
    assert set(aims["russian", 1].hold) == {"Kursk", "Tula", "Voronezh"}


def test_airpower_ranges() -> None:
    assert (AIR["german_range"], AIR["russian_range"]) == (7, 5)


def test_historical_setup_every_unit_once_on_its_own_side_with_room() -> None:
    with (DATA / "setup.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert sorted(row["id"] for row in rows) == sorted(c.id for c in GAME.roster)
    board = GAME.board
    for counter in GROUND:
        if counter.arrives:
            continue
        hex = board.grid.find(STARTS[counter.id].hex)
        german = bool(board.hexes["german control"] >> hex & 1)
        assert german == (counter.side == "german"), counter.id
