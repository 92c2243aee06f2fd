"""The counters: totals, classes and every value that the rulebook quotes."""

import pytest

from kursk.core.board import Board
from kursk.core.counters import Counter, Roster
from kursk.core.hexes import Hexes, scan


def side(roster: Roster, name: str) -> list[Counter]:
    return [counter for counter in roster if counter.side == name]


def strength(roster: Roster, id: str, step: int = 0) -> int:
    """Step 0 is full, step 1 reduced."""
    return roster[roster.find(id)].factor(step)


def armour(counter: Counter) -> bool:
    return "armour" in counter.flags


def test_3_0_114_pieces(roster: Roster, markers: list[dict[str, str]]) -> None:
    assert len(roster) + len(markers) == 114


def test_3_4_13_markers(markers: list[dict[str, str]]) -> None:
    assert len({marker["id"] for marker in markers}) == 13
    names = [marker["name"] for marker in markers]
    assert [names.count(n) for n in ("Game Turn", "Victory Points", "Strategic Objective")] == [
        1
    ] * 3
    assert names.count("Previous Turn Posture") == names.count("Current Turn Posture") == 2


def test_6_0_where_the_markers_start(markers: list[dict[str, str]]) -> None:
    start = {marker["id"]: marker["start"] for marker in markers}
    front = {marker["id"]: marker["front"] for marker in markers}
    assert (start["turn"], front["turn"]) == ("A", "German")
    assert (start["vp"], front["vp"]) == ("0", "Russian")
    assert (start["objective"], front["objective"]) == ("2113", "German")
    assert (start["gprevious"], start["rprevious"]) == ("engage", "reposition")


@pytest.mark.parametrize("who", ["german", "russian"])
def test_4_0_three_offensive_markers_a_side(markers: list[dict[str, str]], who: str) -> None:
    own = [m for m in markers if m["name"] == "Offensive" and m["side"] == who]
    assert [m["start"] for m in own] == ["expended"] * 3


def test_3_0_101_units(roster: Roster) -> None:
    assert len(roster) == 101


def test_notes_41_german_and_60_russian_units(roster: Roster) -> None:
    assert (len(side(roster, "german")), len(side(roster, "russian"))) == (41, 60)


def test_28_german_infantry_and_13_panzer_corps(roster: Roster) -> None:
    germans = side(roster, "german")
    assert sum(armour(c) for c in germans) == 13
    assert sum(not armour(c) for c in germans) == 28


def test_1_0_germans_are_corps_and_russians_armies(roster: Roster) -> None:
    assert {c.size for c in side(roster, "german")} == {"corps"}
    assert {c.size for c in side(roster, "russian")} == {"army"}


def test_1_0_eight_russian_fronts(roster: Roster) -> None:
    fronts = {c.formation for c in side(roster, "russian")}
    assert len(fronts) == 8
    assert all(name.endswith("Front") for name in fronts)


@pytest.mark.parametrize("who", ["german", "russian"])
def test_3_3_a_colour_for_each_army_or_front(roster: Roster, who: str) -> None:
    pairs = {(c.formation, c.more["colour"]) for c in side(roster, who)}
    colour = dict(pairs)
    assert len(pairs) == len(colour)  # one colour to a formation
    shared = 1 if who == "german" else 0
    assert len(set(colour.values())) == len(colour) - shared


def test_3_3_4th_panzer_army_and_kempf_are_both_blue(roster: Roster) -> None:
    colours = {c.formation: c.more["colour"] for c in side(roster, "german")}
    assert colours["4th Panzer Army"] == colours["Army Detachment Kempf"] == "blue"


def test_9_2_1_combat_example_3_central_front_is_red(roster: Roster) -> None:
    red = {c.formation for c in side(roster, "russian") if c.more["colour"] == "red"}
    assert red == {"Central Front"}


def test_3_3_reduced_is_half_rounded_down(roster: Roster) -> None:
    for counter in roster:
        assert counter.steps == 2, counter.id
        assert counter.factor(1) == counter.factor(0) // 2, counter.id


def test_3_3_infantry_moves_4_guards_5_tanks_and_panzers_6(roster: Roster) -> None:
    for counter in roster:
        if "guards" in counter.flags:
            assert counter.moves == "5", counter.id
        elif armour(counter):
            assert counter.moves == "6", counter.id
        else:
            assert counter.moves == "4", counter.id


def test_3_3_armour_is_panzer_tank_or_guards(roster: Roster) -> None:
    for counter in roster:
        assert armour(counter) == bool(counter.flags & {"panzer", "tank", "guards"}), counter.id
        assert ("panzer" in counter.flags) == (armour(counter) and counter.side == "german")


def test_3_3_shock_is_infantry(roster: Roster) -> None:
    shock = [c for c in roster if "shock" in c.flags]
    assert shock
    assert all(c.type == "shock" and not armour(c) and c.side == "russian" for c in shock)


def test_9_2_1_every_front_can_lead_an_offensive(roster: Roster) -> None:
    leads = {c.formation for c in side(roster, "russian") if armour(c) or "shock" in c.flags}
    assert len(leads) == 8


def test_6_0_all_russians_start_reduced(roster: Roster) -> None:
    assert all("reduced" in c.flags for c in side(roster, "russian"))


def test_6_0_all_panzers_start_reduced(roster: Roster) -> None:
    assert all("reduced" in c.flags for c in side(roster, "german") if armour(c))


def test_6_0_four_german_infantry_start_reduced(roster: Roster) -> None:
    infantry = [c for c in side(roster, "german") if not armour(c)]
    assert sum("reduced" in c.flags for c in infantry) == 4


# -- set-up ----------------------------------------------------------------------------------------


def place(board: Board, counters: list[Counter]) -> Hexes:
    return board.grid.set(counter.setup for counter in counters)


def front(board: Board) -> Hexes:
    a, b, c, d, e, f = board.sides["start line"]
    return a | b | c | d | e | f


def test_6_0_every_unit_has_a_hex_of_its_own(board: Board, roster: Roster) -> None:
    assert place(board, list(roster)).bit_count() == 101
    assert not place(board, list(roster)) & board.hexes["sea"]


def test_6_0_every_unit_starts_on_its_own_side(board: Board, roster: Roster) -> None:
    german = board.hexes["german control"]
    assert not place(board, side(roster, "german")) & ~german
    assert not place(board, side(roster, "russian")) & german


def test_notes_every_front_hex_is_held(board: Board, roster: Roster) -> None:
    assert not front(board) & ~place(board, list(roster))


def test_notes_three_german_units_behind_the_line(board: Board, roster: Roster) -> None:
    behind = place(board, side(roster, "german")) & ~front(board)
    assert behind.bit_count() == 3


def test_notes_the_russians_have_19_more_behind_the_line(board: Board, roster: Roster) -> None:
    behind = place(board, side(roster, "russian")) & ~front(board)
    assert behind.bit_count() == 3 + 19


@pytest.mark.parametrize(
    ("who", "enemy", "border"),
    [("german", "russian", "german border"), ("russian", "german", "russian border")],
)
def test_10_0_everybody_is_in_communication_at_set_up(
    board: Board, roster: Roster, who: str, enemy: str, border: str
) -> None:
    grid, cities = board.grid, board.hexes["city"] | board.hexes["major city"]
    german = board.hexes["german control"]
    enemies = place(board, side(roster, enemy))
    enemy_cities = cities & (german if enemy == "german" else ~german)
    shut = enemies | grid.around(enemies) | enemy_cities | board.hexes["sea"]
    joined = grid.flood(board.hexes[border] & ~shut, grid.all & ~shut)
    for hex in scan(place(board, side(roster, who))):
        # the hex it stands in is exempt
        assert board.hexes[border] >> hex & 1 or grid.around(1 << hex) & joined, grid.name[hex]


# -- values that examples quote --------------------------------------------------------------------


@pytest.mark.parametrize(
    "id", ["g4", "g6", "g52", "g53", "g59", "g56", "g39", "g2i", "g6ia", "g6ib"]
)
def test_german_units_that_examples_name(roster: Roster, id: str) -> None:
    assert roster[roster.find(id)].side == "german"


@pytest.mark.parametrize("id", ["r48", "r50", "r60", "r63", "r68", "r1g", "r11g", "r5gt", "r4sh"])
def test_russian_units_that_examples_name(roster: Roster, id: str) -> None:
    assert roster[roster.find(id)].side == "russian"


def test_8_1_movement_example_1_50th_and_63rd_move_4_by_rail(roster: Roster) -> None:
    for id in ("r50", "r63"):
        counter = roster[roster.find(id)]
        assert not armour(counter) and counter.moves == "4"


def test_8_1_movement_example_1_1st_guards_is_armour_moving_5(roster: Roster) -> None:
    counter = roster[roster.find("r1g")]
    assert armour(counter) and counter.moves == "5"


def test_8_3_movement_example_2_5th_guards_is_armour_moving_6(roster: Roster) -> None:
    counter = roster[roster.find("r5gt")]
    assert armour(counter) and counter.moves == "6"


def test_9_0_combat_example_1_three_corps_with_the_59th_make_16_or_15(roster: Roster) -> None:
    others = [c for c in side(roster, "german") if c.id != "g59"]
    values = [strength(roster, "g59", step) for step in (0, 1)]
    pairs = {
        one.factor(i) + two.factor(j)
        for one in others
        for two in others
        if one.id < two.id
        for i in (0, 1)
        for j in (0, 1)
    }
    sums = {value + pair for value in values for pair in pairs}
    assert {15, 16} <= sums


def test_9_0_combat_example_1_a_russian_is_worth_4(roster: Roster) -> None:
    assert strength(roster, "r20", 1) == 4


def test_9_2_combat_example_3_16_against_8(roster: Roster) -> None:
    lead = roster[roster.find("r2t")]
    assert armour(lead)
    assert lead.factor(0) + strength(roster, "r48") == 16
    colours = {roster[roster.find(id)].more["colour"] for id in ("r2t", "r48", "r60", "r65")}
    assert colours == {"red"}
    assert strength(roster, "g55") == 8


def test_9_3_combat_example_4_12_against_the_53rd_with_4(roster: Roster) -> None:
    assert strength(roster, "r60") + strength(roster, "r48", 1) == 12
    assert strength(roster, "g53", 1) == 4


def test_9_3_combat_example_5_4_and_3_and_5_against_4(roster: Roster) -> None:
    assert roster[roster.find("g2lw")].strengths == ("4", "2")  # halved in marsh; a flip costs 2
    assert strength(roster, "g6", 1) == 3
    assert armour(roster[roster.find("g39")]) and strength(roster, "g39", 1) == 5
    assert strength(roster, "r20", 1) == 4


def test_9_3_combat_example_6_4_and_10_and_8_against_5(roster: Roster) -> None:
    assert strength(roster, "r20", 1) == 4
    assert strength(roster, "r4sh") == 10 and "shock" in roster[roster.find("r4sh")].flags
    assert strength(roster, "r68") == 8
    assert strength(roster, "g39", 1) == 5


def test_9_3_exchange_example_a_panzer_of_9_loses_5(roster: Roster) -> None:
    nines = [c for c in roster if "panzer" in c.flags and c.factor(0) == 9]
    assert nines
    assert all(c.factor(0) - c.factor(1) == 5 for c in nines)


def test_strengths_that_examples_quote_are_marked(roster: Roster) -> None:
    marked = {c.id for c in roster if c.more["strength_provenance"] == "rulebook"}
    assert marked == {"g39", "g53", "r4sh", "r68", "r60", "r48"}


# -- how orders name them --------------------------------------------------------------------------


def test_an_id_is_the_side_and_what_stands_on_the_counter(roster: Roster) -> None:
    for counter in roster:
        assert counter.id == counter.side[0] + counter.label.lower()
        assert counter.id.isalnum() and len(counter.label) <= 4


def test_names_are_unique(roster: Roster) -> None:
    assert len({(c.side, c.name) for c in roster}) == len(roster)
