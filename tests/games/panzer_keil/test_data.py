"""The numbers that the rulebook states: map, counters, set-up, tables."""

import csv
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from kursk import library
from kursk.games.panzer_keil.tables import (
    CRT,
    HEADINGS,
    REINFORCEMENTS,
    SCENARIOS,
    SLOTS,
    SUPPORT,
    SUPPORT_PRINTED,
    TOWNS,
    TURNS,
    WITHDRAWALS,
    printed,
)

GAME = library.game("panzer_keil")
DATA = Path(GAME.folder) / "data"
BOARD = printed()

GERMANS = """
57 ID 0643 0844 1044|255 ID 1245|3 PzD 1644*3|11 PzD 1844*3|GD 1744*3 1745|167 ID 2044
332 ID 1444|10 Pz Bgd 1745*2|39 Pz Rgt 1745|LAH 2144*3|DR 2345*3|T 2244*3|6 PzD 2445*3
7 PzD 2448*3|19 PzD 2447*3|168 ID 2446|503 2446|106 ID 2449|320 ID 2550|26 ID 0234
68 ID 0338 0439 0542|75 ID 0336|88 ID 0230 0232 0329|82 ID 0215 0317 0319
327 ID 0224 0225 0327|340 ID 0321 0422 0423|4 PzD 2507*3|12 PzD 1606*3|10 PzG 2807*2
45 ID 0908|72 ID 1208|137 ID 0709|251 ID 0213 0510 0311|7 ID 2111|31 ID 2211|102 ID 1509
158 ID 2010|Mant 1809|505 2111|2 PzD 2510*3|9 PzD 2710*3|20 PzD 2411*3|6 ID 2511
18 PzD 2809*3|86 ID 2810|292 ID 2711|656 2610|653 2711|654 2810|78 2910|216 3109|383 3308
56 3602|262 3505|299 3507"""

SOVIETS = """
0334 0335 0436 0330 0332 0428 0438 0540 0541 1743 1241 1244 1741 1544 0642 0843 0944 3742
2642 2344 2143 1944 2745 2041 2545 2650 2647 2549 2547 2637 2838 3040 3043 3146 1935 1436
2335 2733 3036 3237 3339 3540 0314 0316 0417 0419 0421 0522 0524 0325 0326 1008 0610 0312
0809 0411 1209 1409 1609 1810 2512 2012 2013 2113 1512 2011 1812 2312 2414 2415 2515 3313
3212 3113 3110 2611 3111 2811 2911 3213 2812 3309 3606 3608 3609 3508 3709 2517 2216 2015
2325 2726 3702 3704 3604 3605"""


def hexes(text: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for word in text.replace("|", " ").split():
        name, _, times = word.partition("*")
        if len(name) == 4 and name.isdigit():
            found[name] += int(times or 1)
    return found


def starting(scenario: str, side: str) -> Counter[str]:
    return Counter(
        slot.hex
        for slot in SLOTS
        if slot.scenario == scenario
        and not slot.turn
        and GAME.roster[GAME.roster.find(slot.id)].side == side
    )


def raw() -> dict[str, Any]:
    return tomllib.loads((DATA / "tables.toml").read_text("utf-8"))


# -- the map -----------------------------------------------------------------------------------


def test_2_1_1_columns_01_to_38_and_rows_01_to_50() -> None:
    names = set(BOARD.grid.cell)
    assert len(names) == 38 * 50 and {"0101", "3801", "0150", "3850"} <= names


@pytest.mark.parametrize(
    ("hex", "beside"),
    [
        ("2020", {"2019", "2021", "1920", "1921", "2120", "2121"}),
        ("2120", {"2119", "2121", "2019", "2020", "2219", "2220"}),
    ],
)
def test_2_1_1_even_columns_stand_half_a_hex_south(hex: str, beside: set[str]) -> None:
    grid = BOARD.grid
    assert {grid.name[there] for there in grid.neighbours(grid.find(hex))} == beside


@pytest.mark.parametrize(
    ("name", "hex", "points"),
    [
        ("Kursk", "2325", 30),
        ("Orel", "2702", 20),
        ("Belgorod", "2446", 20),
        ("Zolotukhino", "2719", 10),
        ("Kolpny", "3617", 10),
        ("Shchigry", "3423", 10),
        ("Tim", "3528", 10),
        ("Solntsevo", "3031", 10),
        ("Oboyan", "2234", 10),
        ("Lgov", "1023", 5),
        ("Fatezh", "2017", 5),
        ("Ponyri", "2714", 5),
        ("Maloarkhangelsk", "3013", 5),
        ("Yakovlevo", "2341", 5),
        ("Prokhorovka", "2838", 5),
        ("Korocha", "3443", 5),
        ("Skorodnoye", "3539", 5),
    ],
)
def test_a16_1_towns_and_what_they_are_worth(name: str, hex: str, points: int) -> None:
    assert BOARD.grid.name[BOARD.places[name].hex] == hex and TOWNS[hex] == points


def test_a16_1_seventeen_towns_score() -> None:
    assert len(TOWNS) == 17 and sum(TOWNS.values()) == 30 + 40 + 60 + 40


def test_6_1_1_a5_1_sources_are_the_road_and_rail_hexes_of_the_edges_named() -> None:
    grid, lines = BOARD.grid, BOARD.lines
    joined = 0
    for kind in ("road", "rail"):
        for side in lines[kind]:
            joined |= side

    def column(name: str) -> int:
        return int(name[:2])

    north, south = (
        set(grid.names(grid.edge("north") & joined)),
        set(grid.names(grid.edge("south") & joined)),
    )
    west, east = (
        set(grid.names(grid.edge("west") & joined)),
        set(grid.names(grid.edge("east") & joined)),
    )
    german = {n for n in north if column(n) <= 9} | west | {n for n in south if column(n) <= 19}
    soviet = east | {n for n in south if column(n) >= 27}
    assert set(grid.names(BOARD.hexes["german source"])) == german
    assert set(grid.names(BOARD.hexes["soviet source"])) == soviet
    assert len(german) == 12 and len(soviet) == 11


def test_a8_1_positions_and_reinforced_ones() -> None:
    every, strong = BOARD.hexes["fort soviet"], BOARD.hexes["reinforced"]
    assert every.bit_count() == 183 and strong.bit_count() == 15 and not strong & ~every
    north = BOARD.hexes["north"]
    assert (every & north).bit_count() == 89
    assert not every & BOARD.hexes["german control"]


def test_5_2_1_the_map_has_no_lake_but_knows_the_kind() -> None:
    assert "lake" in BOARD.sides and not any(BOARD.sides["lake"])


# -- counters ----------------------------------------------------------------------------------


def test_a11_1_222_counters() -> None:
    assert Counter(c.side for c in GAME.roster) == {"german": 102, "soviet": 120}


@pytest.mark.parametrize(
    ("id", "strengths", "moves"),
    [
        ("503", ("4/2", "2/1"), "5 3"),
        ("505", ("4/2", "2/1"), "5 3"),
        ("6pz", ("4/3", "2/2"), "8 4"),
        ("7pg1", ("2/3", "1/2"), "8 4"),
        ("167", ("3/4",), "4"),
        ("r111", ("2/4",), "4"),
    ],
)
def test_2_2_1_values_that_the_text_states(id: str, strengths: tuple[str, ...], moves: str) -> None:
    counter = GAME.roster[GAME.roster.find(id)]
    assert counter.strengths == strengths and counter.moves == moves


def test_2_2_1_soviet_corps_and_ss_regiments_have_the_chosen_values() -> None:
    """A-73, A-74: reconstructed, and set for the balance."""
    corps = Counter(c.strengths for c in GAME.roster if c.side == "soviet" and c.size == "corps")
    assert corps == {
        ("5/5", "3/3"): 11, ("6/6", "4/4"): 3, ("5/6", "3/4"): 1, ("6/7", "4/5"): 1, ("4/4",): 1
    }  # fmt: skip
    elite = [c.label for c in GAME.roster if c.strengths == ("6/4", "4/3")]
    assert len(elite) == 4


def test_2_2_1_guards_attack_with_3_and_defend_like_any_rifle_division() -> None:
    divisions = [c for c in GAME.roster if c.side == "soviet" and c.size == "division"]
    assert {c.strengths for c in divisions if "guards" in c.flags} == {("3/4",)}
    assert {c.strengths for c in divisions if "guards" not in c.flags} == {("2/4",)}


def test_2_2_1_only_mechanized_units_have_two_sides() -> None:
    assert all((c.steps == 2) == ("mech" in c.flags) for c in GAME.roster)
    assert all(len(c.moves.split()) == c.steps for c in GAME.roster)


def test_9_2_a_panzer_division_attacks_with_8() -> None:
    attack = {c.id: int(c.strengths[0].split("/")[0]) for c in GAME.roster}
    assert attack["3pz"] + attack["3pg1"] + attack["3pg2"] == 8


def test_a9_3_1_who_can_form_a_keil() -> None:
    flags = {c.id: c.flags for c in GAME.roster}
    assert {id for id, f in flags.items() if "tiger" in f} == {"503", "505"}
    assert "keil-tank" not in flags["656"] and "keil-tank" in flags["39pz"]
    for counter in GAME.roster:
        if {"keil-tank", "keil-infantry"} & counter.flags:
            assert counter.size == "regiment" and "mech" in counter.flags


def test_a10_0_the_brigade_has_two_battalions() -> None:
    assert [c.id for c in GAME.roster if "panther" in c.flags] == ["51pa", "52pa"]


# -- set-up --------------------------------------------------------------------------------------


def test_a11_1_1_every_german_hex() -> None:
    assert starting("campaign", "german") == hexes(GERMANS)
    assert sum(starting("campaign", "german").values()) == 102


def test_a11_1_2_every_soviet_hex() -> None:
    assert starting("campaign", "soviet") == hexes(SOVIETS)
    assert sum(starting("campaign", "soviet").values()) == 96


@pytest.mark.parametrize(
    ("id", "group"),
    [("3pz", "south"), ("57a", "south"), ("26", "center"), ("r41", "central"), ("g52", "voronezh")],
)
def test_a11_1_2_army_groups_and_fronts(id: str, group: str) -> None:
    assert GAME.roster[GAME.roster.find(id)].more["group"] == group


@pytest.mark.parametrize(
    ("scenario", "germans", "soviets", "later"),
    [
        ("prokhorovka", 50, 42, 10),
        ("northern-wall", 52, 52, 0),
        ("campaign", 102, 96, 24),
        ("werther", 102, 96, 6),
    ],
)
def test_a15_0_who_takes_part(scenario: str, germans: int, soviets: int, later: int) -> None:
    match = library.start("panzer_keil", scenario)
    g = match.g
    assert (len(g.on_map("german")), len(g.on_map("soviet"))) == (germans, soviets)
    assert g.box.count("reinforcements") == later


def test_a15_4_no_unit_of_the_steppe_front() -> None:
    g = library.start("panzer_keil", "werther").g
    used = [u for u in range(len(g.roster)) if g.at[u] >= 0 or g.box[u]]
    assert not [u for u in used if g.unit(u).more["group"] == "steppe"]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a4_0_no_hex_of_a_set_up_holds_too_much(scenario: str) -> None:
    assert library.start("panzer_keil", scenario).check() == []


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_6_1_all_start_in_supply(scenario: str) -> None:
    match = library.start("panzer_keil", scenario)
    for unit in match.g.on_map():
        supply = match.supply(match.g.unit(unit).id)
        assert supply is not None and supply.supplied, match.g.unit(unit).id


# -- reinforcements and withdrawals --------------------------------------------------------------


def test_a12_0_who_comes_when_and_where() -> None:
    told = [(g.turn, g.units, g.entry, g.rail) for g in REINFORCEMENTS]
    assert told == [
        ("1", ("t24",), ("2850",), False),
        ("2", ("t2", "t18", "t29", "gm5", "ga9"), ("3841", "3846", "3650"), False),
        ("3", ("ga6", "g13", "g95", "g97"), ("3828", "3833", "3837"), True),
        ("9", ("r71", "r155", "r166", "r241"), ("3812",), True),
        (
            "9",
            ("g28", "r84", "r89", "r105", "r116", "r252", "r256", "r256b"),
            ("3818", "3823"),
            True,
        ),
        ("9", ("t10",), ("3833", "3837"), True),
        ("9", ("gt4",), ("3823", "3828"), True),
    ]


def test_a12_0_every_entry_is_a_soviet_source() -> None:
    entries = {name for group in REINFORCEMENTS for name in group.entry}
    assert entries <= set(BOARD.grid.names(BOARD.hexes["soviet source"]))


def test_a13_0_who_leaves_when() -> None:
    assert [(w.turn, w.divisions) for w in WITHDRAWALS] == [
        ("5", ("12 PzD", "18 PzD", "20 PzD")),
        ("9", ("LAH", "DR", "T")),
    ]
    divisions = Counter(c.more["division"] for c in GAME.roster)
    assert all(divisions[d] == 3 for w in WITHDRAWALS for d in w.divisions)


# -- tables --------------------------------------------------------------------------------------

LADDER = ["AL2", "AL", "A2D", "A1D", "A2", "A1", "C", "EX", "D1", "D2", "D1D", "D2D", "DL", "DL2"]


def test_9_6_all_fourteen_results_occur_and_nothing_gets_worse_with_a_better_die_or_odds() -> None:
    rows = [[LADDER.index(cell) for cell in CRT.rows[str(roll)]] for roll in range(8)]
    assert {cell for row in rows for cell in row} == set(range(14))
    for row in rows:
        assert row == sorted(row)
    for column in zip(*rows, strict=True):
        assert list(column) == sorted(column)


def test_9_5_1_other_ground_is_one_column_worse() -> None:
    assert HEADINGS["clear"].index("1:1") == HEADINGS["other"].index("1:1") + 1
    assert len(HEADINGS["clear"]) == len(HEADINGS["other"]) == 10


def test_9_6_the_cell_of_the_combat_example() -> None:
    assert CRT.result(HEADINGS["clear"].index("3:1"), 6) == "D2D"


@pytest.mark.parametrize("version", ["new", "old"])
def test_7_3_1_support_gets_no_worse_with_a_better_die_or_more_points(version: str) -> None:
    order, table = ["-", "D", "1D"], SUPPORT[version]
    rows = [
        [order.index(cell) for cell in table.rows[roll]] for roll in sorted(table.rows, key=int)
    ]
    for row in (*rows, *map(list, zip(*rows, strict=True))):
        assert row == sorted(row)


def test_a6_4_3_oa6_4_3_columns_for_four_and_for_five_points() -> None:
    assert SUPPORT["new"].columns == ("1", "2", "3", "4")
    assert SUPPORT["old"].columns == ("1", "2", "3", "4", "5")


def test_oa6_4_3_the_old_table_as_it_is_printed() -> None:
    cells = (
        """- - - - - | - - - - - | - - - - D | - - - D D | - - D D 1D | D D 1D 1D D | D 1D D D 1D"""
    )
    assert [SUPPORT_PRINTED.rows[str(n)] for n in range(1, 8)] == [
        tuple(row.split()) for row in cells.split(" | ")
    ]
    for roll in "12345":
        assert SUPPORT["old"].rows[roll] == SUPPORT_PRINTED.rows[roll]


def test_oa6_4_soviet_points_of_turns_1_to_5() -> None:
    assert [t.old["central"] for t in TURNS[:5]] == [7, 7, 6, 7, 8]
    assert [t.old["voronezh"] for t in TURNS[:5]] == [8, 7, 6, 6, 6]
    assert all(not t.old for t in TURNS[5:])


def test_a6_2_3_markers_by_turn() -> None:
    assert [t.air["soviet"] for t in TURNS] == [0] * 5 + [1] * 4 + [2] * 6
    assert {t.air["german"] for t in TURNS} == {1}


def test_a16_5_2_points_that_keep_the_offensive_going() -> None:
    assert [t.offensive for t in TURNS] == [None] * 4 + [5] * 4 + [3] * 7


def test_a3_0_a_turn_is_two_days() -> None:
    dates = [turn.date for turn in TURNS]
    assert len(dates) == 15 and dates[0] == "5-6 July" and dates[-1] == "2-3 August"


def test_2_3_every_table_says_where_it_comes_from() -> None:
    tables = raw()
    for name in ("crt", "support", "support_old", "stacking", "limits", "early", "losses"):
        assert tables[name]["provenance"]
    for entry in (*tables["terrain"], *tables["turns"], *tables["groups"], *tables["victory"]):
        assert entry["provenance"]


def test_a2_2_markers() -> None:
    with (DATA / "markers.csv").open(encoding="utf-8", newline="") as file:
        ids = [row["id"] for row in csv.DictReader(file)]
    assert ids == ["turn", "disrupted", "oos", "gair", "sair1", "sair2"]
