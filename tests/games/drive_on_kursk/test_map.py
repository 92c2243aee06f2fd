"""The map of Drive on Kursk: every hex the rulebook names, and what must hold of the rest."""

from pathlib import Path

import pytest

import kursk.games
from kursk.core.board import Entry, read_map

DATA = Path(kursk.games.__file__).parent / "drive_on_kursk" / "data"
BOARD = read_map(DATA / "map.toml")
GRID = BOARD.grid

Spot = tuple[int, int]
Corner = frozenset[Spot]  # the three hexes that meet there, on the map or off it

ROUND = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))  # neighbours, clockwise
ON_MAP = set(GRID.spot.values())


def names(kind: str) -> set[str]:
    return set(GRID.names(BOARD.hexes[kind]))


def column(number: int) -> set[str]:
    return {f"{row}{number:02}" for row in range(10, 61)}


def touching(name: str) -> set[str]:
    return {GRID.name[hex] for hex in GRID.neighbours(GRID.find(name))}


def apart(a: str, b: str) -> int:
    return GRID.distance(GRID.find(a), GRID.find(b))


def entries(kind: str) -> list[Entry]:
    return [entry for entry in BOARD.file.sides if entry.kind == kind]


def pairs(entry: Entry) -> list[tuple[str, str]]:
    return [(pair[:4], pair[5:]) for pair in entry.at.split()]


GERMAN = names("german control")
PLACES = {name: (place.kind, GRID.name[place.hex]) for name, place in BOARD.places.items()}


def corners(a: str, b: str) -> tuple[Corner, Corner]:
    """The two ends of a hexside."""
    (line, along), (line_b, along_b) = GRID.spot[GRID.find(a)], GRID.spot[GRID.find(b)]
    way = ROUND.index((line_b - line, along_b - along))

    def corner(turn: int) -> Corner:
        step = ROUND[(way + turn) % 6]
        return frozenset({(line, along), (line_b, along_b), (line + step[0], along + step[1])})

    return corner(-1), corner(1)


def course(entry: Entry) -> list[Corner]:
    """The corners a river passes, from its source to its mouth; fails where it breaks."""
    sides = [set(corners(*pair)) for pair in pairs(entry)]
    first = sides[0] - sides[1] if len(sides) > 1 else {min(sides[0], key=sorted)}
    way = list(first)
    for side in sides:
        assert way[-1] in side, f"{entry.name} breaks before {side}"
        way.extend(side - {way[-1]})
    return way


def on_edge(corner: Corner) -> bool:
    return not corner <= ON_MAP


# -- statements of the rulebook ------------------------------------------------------------


def test_1_4_the_four_map_sides() -> None:
    assert set(GRID.names(GRID.edge("north"))) == {f"60{c:02}" for c in range(28)}
    assert set(GRID.names(GRID.edge("south"))) == {f"10{c:02}" for c in range(28)}
    assert set(GRID.names(GRID.edge("west"))) == column(0)
    assert set(GRID.names(GRID.edge("east"))) == column(27)


def test_1_4_rows_10_to_60_and_columns_00_to_27() -> None:
    assert len(GRID.name) == 51 * 28


def test_2_2_kursk_is_a_city_in_3415() -> None:
    assert PLACES["Kursk"] == ("city", "3415")


def test_3_4_the_hexes_one_away_from_1907() -> None:
    assert touching("1907") == {"1906", "1908", "2007", "2008", "1807", "1808"}


def test_3_4_1908_is_within_one_of_1809_and_of_1907() -> None:
    assert apart("1809", "1908") == 1
    assert apart("1907", "1908") == 1


def test_3_4_three_hexes_from_1503_reach_1506_and_not_1507() -> None:
    assert [apart("1503", hex) for hex in ("1504", "1505", "1506", "1507")] == [1, 2, 3, 4]


def test_3_8_1713_and_1714_lie_on_either_side_of_the_front() -> None:
    assert "1713" in GERMAN
    assert "1714" not in GERMAN
    assert BOARD.between(GRID.find("1713"), GRID.find("1714")).count("front line") == 1


def test_3_8_belgorod_is_a_city_in_2113_and_in_the_german_line() -> None:
    assert PLACES["Belgorod"] == ("city", "2113")
    assert "2113" in names("german front")


def test_3_8_the_front_parts_german_forts_from_the_westernmost_soviet_forts() -> None:
    (front,) = entries("front line")
    german, soviet = names("fort german") | {"2113"}, names("fort soviet")
    for a, b in pairs(front):
        assert a in german and b in soviet, (a, b)
    assert {a for a, _ in pairs(front)} == names("german front") == german
    assert {b for _, b in pairs(front)} == names("soviet front")


@pytest.mark.parametrize("hex", ["2704", "4723"])
def test_3_10_the_german_controls(hex: str) -> None:
    assert hex in GERMAN


@pytest.mark.parametrize("hex", ["2705", "4724"])
def test_3_10_the_soviet_controls(hex: str) -> None:
    assert hex not in GERMAN


@pytest.mark.parametrize("german, soviet", [("2704", "2705"), ("4723", "4724")])
def test_3_10_the_examples_face_each_other_across_the_front(german: str, soviet: str) -> None:
    assert "front line" in BOARD.between(GRID.find(german), GRID.find(soviet))


def test_3_10_the_edges_belong_to_their_own_side() -> None:
    assert column(0) <= GERMAN
    assert not column(27) & GERMAN


def test_4_2_german_towns_and_cities_are_worth_60() -> None:
    assert 10 * len(names("city") & GERMAN) + len(names("town") & GERMAN) == 60


def test_4_4_lgov_is_a_town_in_3509_held_by_the_soviets() -> None:
    assert PLACES["Lgov"] == ("town", "3509")
    assert "3509" not in GERMAN


def test_4_4_kursk_is_held_by_the_soviets() -> None:
    assert "3415" not in GERMAN


def test_6_3_supply_sources_are_the_west_and_the_east_edge() -> None:
    assert names("german source") == column(0)
    assert names("soviet source") == column(27)


def test_9_3_germans_enter_by_the_west_edge_bryansk_or_kharkov() -> None:
    assert names("german entry") == column(0) | {"5308", "1609"}


def test_9_3_bryansk_and_kharkov_are_german_cities() -> None:
    assert PLACES["Bryansk"] == ("city", "5308")
    assert PLACES["Kharkov"] == ("city", "1609")
    assert {"5308", "1609"} <= GERMAN


def test_9_4_soviets_enter_by_the_east_edge_alone() -> None:
    assert names("soviet entry") == column(27)


def test_9_5_the_trigger_hexes_are_those_two_away_from_kursk() -> None:
    ring = names("kursk ring")
    assert {"3413", "3513", "3614"} <= ring
    assert ring == {hex for hex in GRID.cell if apart(hex, "3415") == 2}
    assert len(ring) == 12


def test_9_6_the_trigger_line_runs_from_1016_to_6021() -> None:
    line = BOARD.hexes["trigger line"] & ~GRID.set(["6017", "2913"])
    start = GRID.set(["1016"])
    assert GRID.flood(start, line) == line
    assert "6021" in GRID.printed(line)
    assert {hex[:2] for hex in GRID.names(line)} == {str(row) for row in range(10, 61)}


def test_9_6_sukhinichi_and_oboyan_belong_to_the_trigger_line() -> None:
    assert PLACES["Sukhinichi"] == ("town", "6017")
    assert PLACES["Oboyan"] == ("town", "2913")
    assert {"6017", "2913"} <= names("trigger line")


def test_9_6_no_trigger_hex_is_german_at_the_start() -> None:
    assert not (names("trigger line") | names("kursk ring")) & GERMAN


@pytest.mark.parametrize("kind", ["forest", "hills", "swamp"])
def test_10_9_natural_terrain_is_on_the_map(kind: str) -> None:
    assert names(kind)


@pytest.mark.parametrize("kind", ["river", "major river", "lake"])
def test_10_9_water_is_on_the_map(kind: str) -> None:
    assert any(BOARD.sides[kind])


def test_10_8_one_natural_terrain_a_hex() -> None:
    assert ("forest", "hills", "swamp") in BOARD.file.alone


@pytest.mark.parametrize("kind", ["city", "town", "fort german", "fort soviet"])
def test_10_15_manmade_terrain_is_on_the_map(kind: str) -> None:
    assert names(kind)


# -- the front and the belts -----------------------------------------------------------------


def test_front_runs_unbroken_from_the_north_edge_to_the_south_edge() -> None:
    (front,) = entries("front line")
    way = course(front)
    assert on_edge(way[0]) and on_edge(way[-1])
    first, last = pairs(front)[0], pairs(front)[-1]
    assert {hex[:2] for hex in first} == {"60"}
    assert {hex[:2] for hex in last} == {"10"}


def test_front_is_the_border_of_control() -> None:
    border = {(a, b) for a in GERMAN for b in touching(a) if b not in GERMAN}
    (front,) = entries("front line")
    assert set(pairs(front)) == border


def test_each_side_holds_one_unbroken_area() -> None:
    german = BOARD.hexes["german control"]
    soviet = GRID.all & ~german
    assert GRID.flood(GRID.set(["1000"]), german) == german
    assert GRID.flood(GRID.set(["1027"]), soviet) == soviet


def test_forts_lie_on_their_own_side() -> None:
    assert names("fort german") <= GERMAN
    assert not names("fort soviet") & GERMAN


BELTS = [entry for entry in BOARD.file.hexes if entry.kind == "fort soviet"]


@pytest.mark.parametrize("belt", BELTS, ids=lambda belt: belt.name)
def test_a_soviet_belt_is_an_unbroken_line(belt: Entry) -> None:
    way = belt.at.split()
    assert all(GRID.touch(GRID.find(a), GRID.find(b)) for a, b in zip(way, way[1:], strict=False))


@pytest.mark.parametrize("kind", ["fort german", "fort soviet"])
def test_every_fort_has_a_face_and_only_forts_have(kind: str) -> None:
    faced = {a for entry in entries(kind) for a, _ in pairs(entry)}
    assert faced == names(kind)


def test_faces_of_the_front_lines_look_at_the_enemy() -> None:
    assert all(b not in GERMAN for entry in entries("fort german") for _, b in pairs(entry))
    first = next(entry for entry in entries("fort soviet") if entry.name == "first belt")
    assert all(b in GERMAN for _, b in pairs(first))


# -- terrain -----------------------------------------------------------------------------------

INTO = {
    "Zusha": "Oka",
    "Neruch": "Zusha",
    "Nugr": "Oka",
    "Upa": "Oka",
    "Resseta": "Zhizdra",
    "Bolva": "Desna",
    "Nerussa": "Desna",
    "Tuskar": "Seim",
    "Svapa": "Seim",
    "Pena": "Psel",
    "Lipovy Donets": "Seversky Donets",
    "Korocha": "Seversky Donets",
    "Uda": "Seversky Donets",
    "Tim": "Bystraya Sosna",
}
RIVERS = [*entries("river"), *entries("major river")]


def passed(river: str, *, but: Entry | None = None) -> set[Corner]:
    return {
        corner
        for entry in RIVERS
        if entry.name == river and entry is not but
        for corner in course(entry)
    }


@pytest.mark.parametrize("river", RIVERS, ids=lambda river: f"{river.name}, {river.kind}")
def test_a_river_flows_without_a_gap_into_another_or_off_the_map(river: Entry) -> None:
    mouth = course(river)[-1]
    if river.name in INTO:
        assert mouth in passed(INTO[river.name])
    else:
        assert on_edge(mouth) or mouth in passed(river.name, but=river)


@pytest.mark.parametrize("river", entries("river"), ids=lambda river: river.name)
def test_a_river_does_not_rise_in_another(river: Entry) -> None:
    source = course(river)[0]
    others = {entry.name for entry in RIVERS} - {river.name}
    assert not any(source in passed(other) for other in others)


def test_a_major_river_is_the_lower_course_of_a_river() -> None:
    for entry in entries("major river"):
        assert course(entry)[0] in {course(upper)[-1] for upper in RIVERS if upper is not entry}


def test_no_hexside_is_both_river_and_major_river() -> None:
    for a, b in zip(BOARD.sides["river"], BOARD.sides["major river"], strict=True):
        assert not a & b


@pytest.mark.parametrize(
    "town, river",
    [
        ("Kursk", "Seim"),
        ("Lgov", "Seim"),
        ("Oboyan", "Psel"),
        ("Belgorod", "Seversky Donets"),
        ("Bryansk", "Desna"),
        ("Orel", "Oka"),
        ("Mtsensk", "Zusha"),
        ("Novosil", "Zusha"),
        ("Livny", "Bystraya Sosna"),
        ("Akhtyrka", "Vorskla"),
        ("Stary Oskol", "Oskol"),
        ("Trubchevsk", "Desna"),
    ],
)
def test_towns_lie_on_their_rivers(town: str, river: str) -> None:
    banks = {
        hex for entry in RIVERS if entry.name == river for pair in pairs(entry) for hex in pair
    }
    assert PLACES[town][1] in banks


def test_the_bryansk_forest_lies_round_bryansk_and_down_the_desna() -> None:
    forest = BOARD.hexes["forest"] | BOARD.hexes["swamp"]
    wood = GRID.flood(GRID.set(["5309"]), forest)
    assert wood.bit_count() >= 100
    assert GRID.around(GRID.set([PLACES["Trubchevsk"][1]])) & wood


def test_the_heights_of_olkhovatka_and_north_of_oboyan() -> None:
    assert PLACES["Olkhovatka"][1] in names("hills")
    assert {"3012", "3013", "3014", "3015"} <= names("hills")


def test_each_height_band_holds_part_of_the_map() -> None:
    bands = [BOARD.hexes[f"height {number}"] for number in range(1, 6)]
    assert all(bands)
    assert sum(band.bit_count() for band in bands) < len(GRID.name)


# -- lines and places ------------------------------------------------------------------------


@pytest.mark.parametrize("line", BOARD.file.lines, ids=lambda line: f"{line.kind} {line.name}")
def test_a_line_ends_at_the_edge_at_a_place_or_on_another_line(line: Entry) -> None:
    way = line.along.split()
    edge = set(GRID.names(sum(GRID.edge(e) for e in ("north", "south")))) | column(0) | column(27)
    placed = {hex for _, hex in PLACES.values()}
    others = {hex for other in BOARD.file.lines if other is not line for hex in other.along.split()}
    for end in (way[0], way[-1]):
        assert end in edge | placed | others, f"{line.name} ends nowhere, in {end}"


def test_kursk_is_where_the_great_railways_cross() -> None:
    rails = [e.name for e in BOARD.file.lines if "rail" in e.kind and "3415" in e.along.split()]
    assert rails == ["Moscow - Kursk - Kharkov", "Kursk - Lgov - Vorozhba", "Kursk - Voronezh"]


def test_a_hex_has_one_place_at_the_most() -> None:
    hexes = [hex for _, hex in PLACES.values()]
    assert len(hexes) == len(set(hexes))


def test_every_entry_that_states_a_rule_names_a_section_by_its_number() -> None:
    everything = (*BOARD.file.hexes, *BOARD.file.sides, *BOARD.file.lines, *BOARD.file.places)
    for entry in everything:
        assert all(part.replace(".", "").isdigit() for part in entry.rule.split()), entry
        assert entry.rule or entry.provenance != "rulebook", entry
