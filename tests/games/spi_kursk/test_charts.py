"""The charts, cell by cell, as they are printed; and what the data add to them."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

import kursk.games
from kursk.core.board import PROVENANCE
from kursk.games.spi_kursk import GAME
from kursk.games.spi_kursk.ground import step_cost
from kursk.games.spi_kursk.pieces import stack_points
from kursk.games.spi_kursk.tables import (
    AIR,
    CRT,
    LETTERS,
    MODES,
    SHIFT,
    column,
    printed,
    step_modifier,
)
from tests.games.spi_kursk.helpers import position, refused

DATA = Path(kursk.games.__file__).parent / "spi_kursk" / "data"
TABLES: dict[str, Any] = tomllib.loads((DATA / "tables.toml").read_text("utf-8"))

# As printed: the first two columns stand left of the die, and "-3" is read as "-/3".
PRINTED = """
1/2	1/2	-1	1/2	1/3	1/3	1/3	1/3	1/3	-M3	-3	-3	-M3	-3	-3
1M2	2/2	0	1M2	1/2	2/3	2M3	1/4	1/4	1/4	1M4	-4	-4	-M4	-M4
2/1	2M2	1	1/2	1M2	2M2	2/3	2M3	2/4	1M4	1/4	1M5	1M5	-5	-5
2/1	2/1	2	2/2	2/2	2/2	2M2	2/3	2M3	2/3	2M4	1/4	1M4	1M5	1M5
2/1	2/1	3	2M1	2/2	2M2	3/2	2M2	2/3	2M3	2/3	2M4	2M4	2M5	2M5
3/1	3/1	4	2/1	3M1	3/2	3/2	3/2	2M2	2/3	2M3	2/3	2/4	2M4	2M4
3/1	3/1	5	3/1	3/1	3M1	3M2	3M2	3/2	3M2	2/3	2M3	2M4	2/4	2/4
3/-	3M1	6	3/1	3/1	3/1	4/1	4/2	4M2	3/2	3M3	3/3	3/3	2M4	2M4
4M-	3/1	7	3M1	3M1	4/1	4M1	4M1	4/2	4M2	3/2	3M3	3M3	3/4	3/4
4/-	4/-	8	4/1	4/1	4/1	5/1	5/1	4M1	4/2	4M2	3/3	3/3	3M4	3M4
4/-	4/-	9	4/-	4/-	4/1	5/1	5/1	5/1	5/2	4/2	4M2	3M3	3/3	3/3
"""


def test_9_91_every_cell_of_the_combat_results_table() -> None:
    rows = [line.split() for line in PRINTED.strip().splitlines()]
    assert len(rows) == 11
    for row in rows:
        die, cells = row[2], row[:2] + row[3:]
        read = ["-/" + cell[1:] if cell[0] == "-" and cell[1].isdigit() else cell for cell in cells]
        assert list(CRT.rows[die]) == read
    assert list(CRT.columns) == [
        "0 or less", "1-5", "6-9", "10-13", "14-17", "18-22", "23-28",
        "29-35", "36-42", "43-49", "50-56", "57-63", "64-71", "72 or more",
    ]  # fmt: skip


@pytest.mark.parametrize("name", CRT.columns[1:-1])
def test_9_22_a_total_gives_its_column(name: str) -> None:
    low, high = map(int, name.split("-"))
    assert {CRT.columns[column(total)] for total in range(low, high + 1)} == {name}


def test_9_22_the_ends_of_the_table_are_limits() -> None:
    assert column(-7) == column(0) == 0
    assert CRT.columns[column(72)] == CRT.columns[column(500)] == "72 or more"


@pytest.mark.parametrize(
    ("steps", "die"),
    [(1, -2), (2, -1), (3, 0), (4, 0), (5, 1), (6, 1), (7, 2), (8, 2), (9, 2), (10, 3), (24, 3)],
)
def test_9_92_step_modifiers(steps: int, die: int) -> None:
    assert step_modifier(steps) == die


def test_3_4_the_die_with_its_modifier_runs_over_the_rows_of_the_table() -> None:
    assert (1 + step_modifier(1), 6 + step_modifier(10)) == (-1, 9)
    assert sorted(map(int, CRT.rows)) == list(range(-1, 10))


@pytest.mark.parametrize(
    ("rule", "shift"),
    [
        ("11.18", 1), ("11.19", 2), ("11.56", 2), ("13.24", -1), ("13.44", 1), ("16.3", 1),
        ("17.23 defending", -1), ("17.23 attacking", 1), ("6.4", -2),
    ],
)  # fmt: skip
def test_9_93_combat_modifiers(rule: str, shift: int) -> None:
    assert SHIFT[rule] == shift


@pytest.mark.parametrize(
    ("kind", "first", "second", "shift"),
    [
        ("clear", 1, 1, 0), ("enemy fort", 2, 2, -1), ("own fort", 1, 2, -1), ("hills", 2, 3, -2),
        ("major city", 1, 1, -3), ("city", 1, 1, -1), ("swamp", 3, 5, 0), ("village", 1, 1, 0),
        ("forest", 1, 2, -1),
    ],
)  # fmt: skip
def test_5_7_terrain_effects(kind: str, first: int, second: int, shift: int) -> None:
    row = TABLES["terrain"][kind]
    assert (row["class1"], row["class2"], row["shift"]) == (first, second, shift)
    assert row["provenance"] == "rulebook"


@pytest.mark.parametrize(
    ("kind", "first", "second", "shift"),
    [
        ("river", 1, 1, -1), ("major river", 2, 3, -2), ("depression", 0, 0, -1),
        ("own dragontooth", 0, 0, -1), ("enemy dragontooth", 0, 0, 0),
    ],
)  # fmt: skip
def test_5_7_hexsides(kind: str, first: int, second: int, shift: int) -> None:
    row = TABLES["hexsides"][kind]
    assert (row["class1"], row["class2"], row["shift"]) == (first, second, shift)


MODE_CHART = {
    "assault": ("half", False, 2, 0, [1, 2], [1, 1], "may", "may", True),
    "disrupted": ("none", False, 0, 1, ["-", 2], ["-", 2], "-", "must", False),
    "mobile": ("full", True, 1, 0, [1, 3], [1, 2], "may", "may", True),
    "static": ("half", False, 0, -1, ["-", 1], ["-", 1], "-", "may", False),
}


@pytest.mark.parametrize("name", MODE_CHART)
def test_10_2_mode_effects(name: str) -> None:
    row, mode = TABLES["modes"][name], MODES[name]
    found = (
        row["moves"], row["overrun"], row["attacks"], row["shift"], row["retreat"]["german"],
        row["retreat"]["soviet"], row["attacker"], row["defender"], row["mechanized"],
    )  # fmt: skip
    assert found == MODE_CHART[name]
    assert mode.most("german", False) == row["retreat"]["german"][1]


AIR_CHART = """
1	1/-	1/-	1/-	1/-	1/-	1/-
2	1/-	1/-	-/-	-/1	2/1	-/1
3	-/-	-/-	1/1	-/1	-/1	-/1
4	-/-	-/1	-/1	1/2	1/2	1/2
5	1/1	1/1	1/2	-/2	-/2	-/2*
6	-/1	-/1	-/2	1/2*	1/2*	1/3*
"""


def test_17_3_every_cell_of_the_air_warfare_results() -> None:
    for line in AIR_CHART.strip().splitlines():
        die, *cells = line.split()
        assert list(AIR.rows[die]) == cells
    assert AIR.columns == ("1", "2", "3", "4", "5", "6")


LETTER_CHART = """
A X - - - - -
B - - X - - -
C - - - - X -
D X - X - - -
E - - X - X -
F X - - - X -
G X - X - X -
H - X - - - -
J - - - X - -
K - - - - - X
L - X - X - -
M - X - - - X
N - X X - - -
P - X - - X -
Q - - - X - X
R - - - X X -
S X - - X - X
T - X X - - X
V - X - X X -
W X - X - - X
Y - X - X - X
"""


def test_18_19_every_cell_of_the_letter_key() -> None:
    lines = [line.split() for line in LETTER_CHART.strip().splitlines()]
    assert [line[0] for line in lines] == list(LETTERS)
    for letter, *cells in lines:
        pairs = zip(cells[::2], cells[1::2], strict=True)
        read = ["in" if here == "X" else "off" if later == "X" else "-" for here, later in pairs]
        assert LETTERS[letter] == read


@pytest.mark.parametrize(
    ("table", "key", "value"),
    [
        ("rail", "single", 20), ("rail", "mixed", 25), ("rail", "double", 30),
        ("rail", "units_single", 2), ("rail", "units_double", 4), ("costs", "overrun", 3),
        ("stacking", "limit", 6), ("stacking", "rifle_corps", 3), ("stacking", "division", 2),
        ("stacking", "headquarters", 2), ("stacking", "kampfgruppe", 2),
        ("stacking", "partisan", 0), ("stacking", "anti_tank", 0), ("stacking", "artillery", 0),
        ("stacking", "regiment", 1), ("stacking", "brigade", 1), ("stacking", "fortified_area", 1),
        ("stacking", "anti_tank_units", 1), ("stacking", "artillery_units", 1),
        ("costs", "disengage", 2), ("costs", "disengage_from_own_fort", 1),
        ("losses", "marker_1", [-2, -1]), ("losses", "marker_2", [-4, -2]),
        ("losses", "artillery_step_a_hex", 1), ("command", "independent_german", 9),
        ("command", "independent_soviet", 5), ("command", "supply_unit", 7),
        ("command", "supply_hq", 8), ("command", "communication", 7),
        ("command", "gun_points_reach", 1), ("command", "broken_down_in_a_corps", 2),
        ("command", "broken_down_in_all", 13), ("command", "kampfgruppen_a_division", 2),
        ("command", "kampfgruppen_that_cost_one_independent", 3),
        ("breakdown", "german_steps", 4), ("breakdown", "rifle_corps_divisions", 3),
        ("breakdown", "recombine", [2, 3]), ("breakdown", "recombine_steps", -1),
        ("partisans", "first", {"may": 3, "july": 1, "august": 5}), ("partisans", "later", 1),
        ("partisans", "most", {"may": 6, "july": 4, "august": 7}),
        ("interception", "one_attempting", 2), ("interception", "both_attempting", 5),
        ("interception", "free_points", 3), ("interception", "per_combat", 2),
        ("reserves", "within", 1), ("reserves", "cost", 1),
        ("reserves", "most", {"may": [3], "july": [5, 4, 3], "august": [3]}),
        ("ladder", "least", 6), ("m", "assault_on_static", 1), ("m", "mobile_on_mobile", -1),
        ("unsupplied", "out_of_supply", "half"), ("unsupplied", "out_of_communication", "half"),
        ("unsupplied", "out_of_both", "half"), ("unsupplied", "attack", "half"),
        ("guns", "infantry", "full"), ("guns", "secondary", "half"),
    ],
)  # fmt: skip
def test_9_53_and_every_other_number_of_the_miscellaneous_table(
    table: str, key: str, value: object
) -> None:
    assert TABLES[table][key] == value
    assert TABLES[table]["provenance"] == "rulebook"


def test_3_2_what_the_charts_do_not_state_says_that_it_is_reconstructed() -> None:
    for name in ("gun_points", "together"):
        assert TABLES[name]["provenance"] == "reconstructed"
    for name in ("turns", "objectives", "destroyed", "victory"):
        assert {row["provenance"] for row in TABLES[name]} == {"reconstructed"}
    for name in ("scenarios", "terrain", "hexsides", "modes"):
        assert {row["provenance"] for row in TABLES[name].values()} <= set(PROVENANCE)


def test_5_14_the_map_and_the_chart_know_the_same_ground() -> None:
    board = printed()
    hex = board.grid.find("2127")
    costs = {step_cost(board, "july", "german", True, hex, way) for way in range(6)}
    assert costs and None not in costs


@pytest.mark.parametrize(("id", "points", "class_"), [
    ("tg503", 1, "II"), ("tg503c", 1, "II"), ("tg505", 1, "II"), ("tg505e", 1, "II"),
    ("8ssc", 2, "I"),
])  # fmt: skip
def test_7_13_tigers_count_as_a_regiment_and_the_ss_cavalry_as_a_division(
    id: str, points: int, class_: str
) -> None:
    counter = GAME.roster[GAME.roster.find(id)]
    assert stack_points(GAME.roster)[GAME.roster.find(id)] == points
    assert counter.more["class"] == class_


def test_7_13_a_tiger_battalion_still_fits_beside_two_divisions_and_a_regiment() -> None:
    full = position("2pz@1010 9pz@1010 tg503@1010 tg505@1110+mobile 20pz@1011+mobile")
    assert refused(full, "move 20pz 1010").rule == "7.0"
    assert full.why_not("move tg505 1010") is None


def test_13_15_no_unit_is_called_as_a_number_of_points_is() -> None:
    """`bear 31 6` names one unit: points go up to the strongest unit's 18."""
    assert not [id for id in GAME.roster.number if id.isdigit() and int(id) <= 18]
