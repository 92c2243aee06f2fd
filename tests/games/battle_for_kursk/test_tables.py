"""The turn track and the tables: what the rulebook states, and the sums that follow from it."""

from typing import Any

import pytest

from kursk.core.board import PROVENANCE, Board
from kursk.core.counters import Roster

Tables = dict[str, Any]
ORDER = ["pause", "reposition", "deploy", "engage"]


def result(tables: Tables, column: str, die: int) -> str:
    crt = tables["crt"]
    found: str = crt["rows"][str(die)][crt["columns"].index(column)]
    return found


def column(tables: Tables, name: str) -> set[str]:
    return {result(tables, name, die) for die in range(1, 7)}


def posture(tables: Tables, name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(p for p in tables["postures"] if p["posture"] == name)
    return found


def steps(turns: Tables, tables: Tables, turn: str, side: str, chosen: str) -> list[int]:
    """Infantry and armour steps of a turn under a posture."""
    listed = turns[turn]["replacements"][side]
    return [a + b for a, b in zip(listed, posture(tables, chosen)[side], strict=True)]


def terrain(tables: Tables, name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(t for t in tables["terrain"] if t["is"] == name)
    return found


# -- turn track ------------------------------------------------------------------------------------


def test_4_0_four_preliminary_and_eight_regular_turns(turns: Tables) -> None:
    assert list(turns) == [*"ABCD", *"12345678"]


@pytest.mark.parametrize(
    ("turn", "date", "german", "russian"),
    [
        ("A", "18 March 1943", "pause", "pause"),
        ("B", "12 April 1943", "pause", "pause"),
        ("C", "3 May 1943", "reposition", "pause"),
        ("D", "12 June 1943", "deploy", "pause"),
        ("1", "5 July 1943", "engage", "reposition"),
        ("2", "12 July 1943", "pause", "engage"),
        ("3", "3 August 1943", "reposition", "engage"),
        ("4", "23 August 1943", "pause", "reposition"),
        ("5", "15 September 1943", "deploy", "engage"),
        ("6", "1 October 1943", "engage", "engage"),
        ("7", "15 October 1943", "deploy", "deploy"),
        ("8", "3 November 1943", "engage", "engage"),
    ],
)
def test_notes_dates_and_postures_of_history(
    turns: Tables, turn: str, date: str, german: str, russian: str
) -> None:
    assert turns[turn]["date"] == date
    assert turns[turn]["history"] == {"german": german, "russian": russian}


def test_11_0_mud_on_turns_a_c_and_7(turns: Tables) -> None:
    assert [name for name, turn in turns.items() if turn["mud"]] == ["A", "C", "7"]


def test_11_3_mud_die(turns: Tables) -> None:
    chances = {"A": 3, "B": 2, "C": 1, "6": 1, "7": 2, "8": 3}
    assert {name: turn["mud_die"] for name, turn in turns.items() if turn["mud_die"]} == chances


def test_10_6_replacements_of_turn_1(turns: Tables) -> None:
    assert turns["1"]["replacements"] == {"german": [1, 7], "russian": [3, 2]}


def test_10_6_german_replacements_of_turn_2(turns: Tables) -> None:
    assert turns["2"]["replacements"]["german"] == [1, -1]


def test_10_6_example_turn_1_german_engage_russian_deploy(turns: Tables, tables: Tables) -> None:
    assert steps(turns, tables, "1", "german", "engage") == [0, 6]
    assert steps(turns, tables, "1", "russian", "deploy") == [3, 0]


def test_10_6_example_turn_2_german_engage(turns: Tables, tables: Tables) -> None:
    assert steps(turns, tables, "2", "german", "engage") == [0, -2]


def test_10_6_german_armour_is_negative_on_more_than_one_turn(turns: Tables) -> None:
    assert sum(turn["replacements"]["german"][1] < 0 for turn in turns.values()) > 1


def test_10_6_no_russian_replacements_are_negative(turns: Tables) -> None:
    assert all(min(turn["replacements"]["russian"]) >= 0 for turn in turns.values())


def test_6_0_history_gives_the_russians_the_steps_of_the_short_scenario(
    turns: Tables, tables: Tables, track: Tables
) -> None:
    """17 infantry and 8 armour steps are what four turns of Pause bring."""
    won = [steps(turns, tables, t, "russian", turns[t]["history"]["russian"]) for t in "ABCD"]
    assert [sum(step) for step in zip(*won, strict=True)] == [17, 8]
    assert track["scenarios"]["short"]["steps"]["russian"] == [17, 8]


def test_6_0_history_makes_every_german_full_by_turn_1(
    turns: Tables, tables: Tables, roster: Roster
) -> None:
    won = [steps(turns, tables, t, "german", turns[t]["history"]["german"]) for t in "ABCD1"]
    short = [c for c in roster if c.side == "german" and "reduced" in c.flags]
    armour = sum("armour" in c.flags for c in short)
    assert [sum(step) for step in zip(*won, strict=True)] == [len(short) - armour, armour]


@pytest.mark.parametrize(("side", "markers"), [("german", 3), ("russian", 2)])
def test_6_0_offensives_up_to_turn_1_are_those_of_the_short_scenario(
    turns: Tables, track: Tables, side: str, markers: int
) -> None:
    assert sum(turns[t]["offensives"][side] for t in "ABCD1") == markers
    assert track["scenarios"]["short"]["offensives"][side] == markers


@pytest.mark.parametrize("side", ["german", "russian"])
def test_12_0_history_can_be_paid_for(turns: Tables, track: Tables, side: str) -> None:
    """Each box beyond the next costs an Offensive marker, if one is available."""
    before = ORDER.index(track["scenarios"]["campaign"]["previous_posture"][side])
    available, spent = 0, []
    for name, turn in turns.items():
        available = min(3, available + turn["offensives"][side])
        now = ORDER.index(turn["history"][side])
        cost = max(0, now - before - 1)
        assert cost <= available, name
        available -= cost
        spent += [name] * cost
        before = now
    assert spent == (["5"] if side == "german" else ["2", "5"])


def test_6_0_the_campaign_starts_on_turn_a(track: Tables) -> None:
    campaign = track["scenarios"]["campaign"]
    assert campaign["first_turn"] == "A"
    assert campaign["previous_posture"] == {"german": "engage", "russian": "reposition"}
    assert campaign["offensives"] == {"german": 0, "russian": 0}
    assert campaign["objective"] == "2113"


def test_6_0_the_short_scenario_starts_on_turn_1(track: Tables) -> None:
    short = track["scenarios"]["short"]
    assert short["first_turn"] == "1"
    assert short["previous_posture"] == {"german": "deploy", "russian": "reposition"}
    assert short["steps"]["german"] == "all"
    assert short["objective"] == "2113"


def test_4_0_every_fort_line_becomes_active_once(board: Board, turns: Tables) -> None:
    listed = [line for turn in turns.values() for line in turn["forts"]]
    lines = [name for kind, name in board.groups if kind.startswith("fort")]
    assert sorted(listed) == sorted(lines)


def test_every_front_hex_but_that_of_combat_example_4_is_fortified_by_turn_d(
    board: Board, turns: Tables
) -> None:
    forts = 0
    for turn in "ABCD":
        for name in turns[turn]["forts"]:
            forts |= board.groups.get(("fort german", name), 0)
            forts |= board.groups.get(("fort russian", name), 0)
    a, b, c, d, e, f = board.sides["start line"]
    assert board.grid.names((a | b | c | d | e | f) & ~forts) == ["1708"]


def test_kupyansk_has_no_fort_before_turn_d(board: Board, turns: Tables) -> None:
    kupyansk = board.places["Kupyansk"].hex
    (line,) = [n for (k, n), h in board.groups.items() if k == "fort russian" and h >> kupyansk & 1]
    assert line in turns["D"]["forts"]


def test_every_value_of_the_track_says_where_it_comes_from(turns: Tables) -> None:
    for turn in turns.values():
        assert set(turn) == {"turn", "provenance", *turn["provenance"]}
        sources = dict(turn["provenance"])
        sources |= sources.pop("replacements")
        assert set(sources.values()) <= set(PROVENANCE)


# -- combat table ----------------------------------------------------------------------------------


def test_9_1_columns_from_1_1_to_6_1_and_a_row_for_each_face(tables: Tables) -> None:
    assert tables["crt"]["columns"] == ["1:1", "2:1", "3:1", "4:1", "5:1", "6:1"]
    assert list(tables["crt"]["rows"]) == list("123456")
    assert all(len(row) == 6 for row in tables["crt"]["rows"].values())


def test_9_3_the_six_results(tables: Tables) -> None:
    results = {"NE", "DR", "DRL", "DE", "EX", "AL"}
    assert set(tables["crt"]["results"]) == results
    assert {r for row in tables["crt"]["rows"].values() for r in row} == results


@pytest.mark.parametrize(
    ("odds", "die", "found"),
    [
        pytest.param("2:1", 3, "DR", id="combat example 4"),
        pytest.param("1:1", 5, "DR", id="combat example 5"),
        pytest.param("1:1", 4, "NE", id="combat example 6, first roll"),
        pytest.param("4:1", 4, "DRL", id="combat example 6, second roll"),
    ],
)
def test_9_3_cells_that_examples_fix(tables: Tables, odds: str, die: int, found: str) -> None:
    assert result(tables, odds, die) == found
    cells = [(f["column"], f["die"], f["result"]) for f in tables["crt"]["fixed"]]
    assert (odds, die, found) in cells


def test_9_3_combat_example_5_attacker_losses_only_below_2_1(tables: Tables) -> None:
    assert "AL" in column(tables, "1:1")
    for odds in tables["crt"]["columns"][1:]:
        assert "AL" not in column(tables, odds)


def test_9_3_combat_example_6_at_4_1_every_roll_kills_a_trapped_reduced_unit(
    tables: Tables,
) -> None:
    assert column(tables, "4:1") <= {"DR", "DRL", "DE", "EX"}


def test_the_combat_table_grows_with_die_and_odds(tables: Tables) -> None:
    worth = ["AL", "NE", "DR", "EX", "DRL", "DE"]
    grid = [[worth.index(r) for r in tables["crt"]["rows"][str(die)]] for die in range(1, 7)]
    for row in grid:
        assert row == sorted(row)
    for down in zip(*grid, strict=True):
        assert list(down) == sorted(down)


def test_the_combat_table_says_that_it_is_reconstructed(tables: Tables) -> None:
    assert tables["crt"]["provenance"] == "reconstructed"


# -- terrain, posture, victory ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "cost"), [("open", 1), ("city", 1), ("forest", 2), ("marsh", "all"), ("rail", 1)]
)
def test_8_3_movement_examples_costs(tables: Tables, name: str, cost: int | str) -> None:
    assert terrain(tables, name)["cost"] == cost


def test_8_1_a_river_costs_nothing_and_a_major_river_everything(tables: Tables) -> None:
    assert terrain(tables, "river")["cost"] == 0
    assert terrain(tables, "major river")["cost"] == "all"


@pytest.mark.parametrize(
    ("name", "shift"),
    [
        ("forest", -1),
        ("rough", -1),
        ("major city", -1),
        ("fort", -1),
        ("river", -1),
        ("major river", -2),
    ],
)
def test_9_2_shifts(tables: Tables, name: str, shift: int) -> None:
    assert terrain(tables, name)["shift"] == shift


@pytest.mark.parametrize("name", ["open", "city", "marsh", "rail"])
def test_9_2_terrain_without_a_shift(tables: Tables, name: str) -> None:
    assert "shift" not in terrain(tables, name)


def test_9_3_combat_example_5_marsh_halves_who_attacks_from_it(tables: Tables) -> None:
    assert [t["is"] for t in tables["terrain"] if t.get("attacker") == "half"] == ["marsh"]


def test_the_chart_knows_the_terrain_of_the_map(board: Board, tables: Tables) -> None:
    chart = {t["is"] for t in tables["terrain"]} - {"open"}
    assert chart == {
        "forest", "rough", "marsh", "city", "major city", "fort", "river", "major river", "rail"
    }  # fmt: skip
    assert chart - {"fort"} <= {*board.hexes, *board.sides, *board.lines}


def test_12_0_postures_from_low_to_high(tables: Tables) -> None:
    assert [p["posture"] for p in tables["postures"]] == ORDER


@pytest.mark.parametrize(
    ("name", "german", "russian"),
    [
        ("pause", [1, 0], [2, 0]),
        ("reposition", [0, 0], [0, 0]),
        ("deploy", [0, -1], [0, -2]),
        ("engage", [-1, -1], [-2, -2]),
    ],
)
def test_12_0_what_postures_do_to_replacements(
    tables: Tables, name: str, german: list[int], russian: list[int]
) -> None:
    assert posture(tables, name)["german"] == german
    assert posture(tables, name)["russian"] == russian


@pytest.mark.parametrize(
    ("name", "phases"),
    [
        ("pause", ["replacement"]),
        ("reposition", ["replacement", "movement"]),
        ("deploy", ["replacement", "armour and rail", "movement"]),
        ("engage", ["replacement", "armour and rail", "combat", "movement"]),
    ],
)
def test_12_0_the_phases_a_posture_opens(tables: Tables, name: str, phases: list[str]) -> None:
    assert posture(tables, name)["phases"] == phases


def level(tables: Tables, points: int) -> tuple[str, str]:
    for band in tables["victory"]:
        if "from" not in band or points >= band["from"]:
            return band["winner"], band["level"]
    raise AssertionError(f"no band holds {points}")


def test_5_0_ten_points_are_a_strategic_russian_victory(tables: Tables) -> None:
    assert level(tables, 10) == ("russian", "strategic")


@pytest.mark.parametrize(
    ("points", "winner", "name"),
    [
        (11, "russian", "strategic"),
        (9, "russian", "operational"),
        (7, "russian", "operational"),
        (6, "german", "operational"),
        (4, "german", "operational"),
        (3, "german", "strategic"),
        (-5, "german", "strategic"),
    ],
)
def test_5_0_victory_bands(tables: Tables, points: int, winner: str, name: str) -> None:
    assert level(tables, points) == (winner, name)


def test_every_table_says_where_it_comes_from(tables: Tables) -> None:
    for group in ("terrain", "postures", "victory"):
        for entry in tables[group]:
            assert entry["provenance"] in PROVENANCE
            assert entry["rule"]
