"""The map: every hex the rulebook states or needs, and that the rest hangs together.

The worked examples print no hex numbers; each is set up here where it fits this map.
"""

from itertools import pairwise
from math import hypot, sqrt

import pytest

from kursk.core.board import Board, Entry
from kursk.core.hexes import Hexes, scan

# The major cities that history gives the Russians by November 1943.
NINE = (
    *("Orel", "Kharkov", "Stalino", "Bryansk", "Poltava"),
    *("Smolensk", "Zaporozhye", "Dnepropetrovsk", "Kiev"),
)


def at(board: Board, *names: str) -> Hexes:
    return board.grid.set(names)


def lies(board: Board, kind: str, *names: str) -> bool:
    """Do all these hexes hold this kind of terrain?"""
    hexes = at(board, *names)
    return board.hexes[kind] & hexes == hexes


def crosses(board: Board, kind: str, a: str, b: str) -> bool:
    return kind in board.between(board.grid.find(a), board.grid.find(b))


def touches(board: Board, a: str, b: str) -> bool:
    return board.grid.touch(board.grid.find(a), board.grid.find(b))


def cost(board: Board, *entered: str) -> int:
    """Movement points for hexes entered one after the other, without marsh and major rivers."""
    slow = board.hexes["forest"] | board.hexes["rough"]
    assert not at(board, *entered) & board.hexes["marsh"]
    return sum(2 if slow & at(board, name) else 1 for name in entered)


def by_rail(board: Board, *way: str) -> bool:
    hexes = [board.grid.find(name) for name in way]
    return all("rail" in board.along(a, board.grid.side(a, b)) for a, b in pairwise(hexes))


def zones(board: Board, *names: str) -> Hexes:
    return board.grid.around(at(board, *names))


def cities(board: Board) -> Hexes:
    return board.hexes["city"] | board.hexes["major city"]


def front(board: Board) -> tuple[Hexes, Hexes]:
    """The hexes on either side of the Start Line: German, Russian."""
    line = board.sides["start line"]
    along = line[0] | line[1] | line[2] | line[3] | line[4] | line[5]
    return along & board.hexes["german control"], along & ~board.hexes["german control"]


# -- what the rulebook states ----------------------------------------------------------------------


def test_6_0_kursk_is_2113(board: Board) -> None:
    assert board.grid.name[board.places["Kursk"].hex] == "2113"
    assert lies(board, "major city", "2113") or lies(board, "city", "2113")
    assert not lies(board, "german control", "2113")
    assert board.places["Kursk"].provenance == "rulebook"


def test_notes_velikiye_luki_is_1200_and_russian(board: Board) -> None:
    assert board.grid.name[board.places["Velikiye Luki"].hex] == "1200"
    assert lies(board, "city", "1200")
    assert not lies(board, "german control", "1200")


def test_notes_velikiye_luki_cuts_the_railway_west_of_it(board: Board) -> None:
    assert by_rail(board, "1300", "1200", "1100")


def test_3_1_the_map_shows_the_terrain_the_rulebook_lists(board: Board) -> None:
    for kind in ("forest", "marsh", "rough", "city", "fort german", "fort russian"):
        assert board.hexes[kind], kind
    assert any(board.sides["river"])
    assert any(board.lines["rail"])


@pytest.mark.parametrize("name", ["Moscow", "Bryansk"])
def test_9_2_major_cities_the_rulebook_names(board: Board, name: str) -> None:
    assert board.places[name].kind == "major city"


@pytest.mark.parametrize("name", ["Sumy", "Konotop", "Roslavl", "Velikiye Luki"])
def test_8_3_9_3_cities_the_examples_name(board: Board, name: str) -> None:
    assert board.places[name].kind == "city"


@pytest.mark.parametrize("name", ["Moscow", "Tula", "Kursk"])
def test_8_1_cities_on_the_russian_side(board: Board, name: str) -> None:
    assert not board.hexes["german control"] >> board.places[name].hex & 1


@pytest.mark.parametrize("name", ["Bryansk", "Roslavl", "Stalino", "Mariupol", "Taganrog", "Kiev"])
def test_10_0_cities_on_the_german_side(board: Board, name: str) -> None:
    assert board.hexes["german control"] >> board.places[name].hex & 1


def test_notes_kharkov_and_belgorod_are_german_again(board: Board) -> None:
    for name in ("Kharkov", "Belgorod"):
        assert board.hexes["german control"] >> board.places[name].hex & 1


def test_notes_orel_stands_in_a_bulge_of_the_german_line(board: Board) -> None:
    orel = board.places["Orel"].hex
    assert board.hexes["german control"] >> orel & 1
    near_russians = board.grid.within(orel, 2) & ~board.hexes["german control"]
    assert {board.grid.spot[hex][0] for hex in scan(near_russians)} >= {8, 12}  # north and south


def test_notes_moscow_is_about_150_miles_from_the_german_line(board: Board) -> None:
    """As the crow flies, to a hex (44.8 km)."""
    german, _ = front(board)
    row, along = board.grid.spot[board.places["Moscow"].hex]
    ways = (board.grid.spot[hex] for hex in scan(german))
    km = min(44.8 * hypot((y - row) * sqrt(3) / 2, (x - along) / 2) for y, x in ways)
    assert km == pytest.approx(150 * 1.609, abs=44.8)


def test_5_0_nine_major_cities_west_of_the_line_to_take(board: Board) -> None:
    west = board.hexes["major city"] & board.hexes["german control"]
    for name in NINE:
        assert west >> board.places[name].hex & 1, name
    assert west.bit_count() >= 9


def test_10_2_the_russian_edges_are_north_and_east(board: Board) -> None:
    grid, land = board.grid, ~board.hexes["sea"]
    west_of_the_line = at(board, "1000", "1100")
    edges = (grid.edge("north") | grid.edge("east")) & land & ~west_of_the_line
    assert board.hexes["russian border"] == edges
    assert not edges & board.hexes["german control"]


def test_10_3_the_german_edges_are_west_and_south(board: Board) -> None:
    grid, land = board.grid, ~board.hexes["sea"]
    assert board.hexes["german border"] == (grid.edge("west") | grid.edge("south")) & land
    assert not board.hexes["german border"] & ~board.hexes["german control"]


def test_9_2_the_dniepr_is_the_major_river(board: Board) -> None:
    major = [entry for entry in board.file.sides if entry.kind == "major river"]
    assert [entry.name for entry in major] == ["Dniepr"]


def test_12_1_the_russian_choices_for_the_objective(board: Board) -> None:
    west = [p.name for p in board.places.values() if board.hexes["west of dniepr"] >> p.hex & 1]
    assert {"Kiev", "Cherkassy", "Dnepropetrovsk", "Krivoi Rog"} <= set(west)
    # named beside those west of the Dniepr, so they are not west of it
    assert not {"Vitebsk", "Gomel"} & set(west)
    for name in ("Kiev", "Vitebsk", "Gomel"):
        assert cities(board) >> board.places[name].hex & 1
    assert not board.hexes["west of dniepr"] & ~board.hexes["german control"]


def test_12_1_the_major_river_bounds_the_west_bank(board: Board) -> None:
    """From a hex of the west bank one leaves it only over the Dniepr, or north of Orsha."""
    grid, bank = board.grid, board.hexes["west of dniepr"]
    orsha = grid.spot[board.places["Orsha"].hex][0]
    for hex in scan(bank):
        for near in scan(grid.around(1 << hex) & ~bank):
            assert "major river" in board.between(hex, near) or grid.spot[near][0] < orsha


def test_12_1_german_choices_exist_beside_kursk(board: Board) -> None:
    assert (cities(board) & ~board.hexes["german control"]).bit_count() > 1


# -- worked examples -------------------------------------------------------------------------------


def test_8_1_movement_example_1_63rd_army_by_rail_due_west(board: Board) -> None:
    assert by_rail(board, "2201", "2101", "2001", "1901", "1801")
    rows = {board.grid.spot[board.grid.find(hex)][0] for hex in ("2101", "2001", "1901", "1801")}
    assert rows == {board.grid.spot[board.places["Moscow"].hex][0]}


def test_8_1_movement_example_1_63rd_army_meets_the_56th_corps(board: Board) -> None:
    assert by_rail(board, "2201", "2102", "2103")  # south-west
    assert by_rail(board, "2201", "2202", "2203", "2204", "2305", "2206")  # south, to Tula
    for stop in ("2103", "2203"):
        assert touches(board, stop, "2104")
    for free in ("2102", "2202"):
        assert not touches(board, free, "2104")


def test_8_1_movement_example_1_1st_guards_along_the_railway(board: Board) -> None:
    assert by_rail(board, "1803", "1903", "1904")
    assert lies(board, "forest", "1904")
    assert cost(board, "1903", "1904") == 3  # no rail rate for armour
    assert crosses(board, "river", "1904", "2005")
    assert cost(board, "1903", "1904", "2005") == 4  # a river costs nothing


def test_8_1_movement_example_1_1st_guards_stops_before_another_forest(board: Board) -> None:
    assert cost(board, "1703", "1603", "1502") == 4
    for further in ("1402", "1501", "1503"):
        assert lies(board, "forest", further)
        assert cost(board, "1703", "1603", "1502", further) == 6  # it has 5


def test_8_3_movement_example_2_round_the_52nd_corps(board: Board) -> None:
    assert crosses(board, "river", "1917", "1816")
    psel = board.file.sides[[e.name for e in board.file.sides].index("Psel")]
    assert "1816/1917" in psel.at.split()
    assert lies(board, "forest", "1816")
    assert cost(board, "2015", "1916", "1917", "1816", "1716") == 6
    assert touches(board, "1716", "1715")  # where the 52nd stands


def test_8_3_movement_example_2_marsh_across_the_psel(board: Board) -> None:
    assert lies(board, "marsh", "1718")
    assert crosses(board, "river", "1818", "1718")


def test_8_3_movement_example_2_through_sumy_to_konotop(board: Board) -> None:
    sumy, konotop = board.places["Sumy"].hex, board.places["Konotop"].hex
    assert cost(board, "2113", "2014", "1914", "1915") == 4  # from 2213
    assert 1 << sumy == at(board, "1915")
    assert cost(board, "1815", "1715") == 2
    assert board.grid.touch(board.grid.find("1715"), konotop)
    assert board.grid.distance(sumy, konotop) == 3


def test_9_2_combat_example_3_bryansk_across_the_desna(board: Board) -> None:
    bryansk = board.grid.name[board.places["Bryansk"].hex]
    assert bryansk == "1809"
    for attacker in ("1909", "1810"):
        assert crosses(board, "river", attacker, bryansk)
    for supporter in ("1910", "2009"):  # behind the lead in 1909
        assert touches(board, supporter, "1909")
        assert not touches(board, supporter, bryansk)


def test_9_3_combat_example_4_the_53rd_corps_retreats(board: Board) -> None:
    battle, roslavl = "1708", board.grid.name[board.places["Roslavl"].hex]
    assert lies(board, "forest", battle, "1808")  # the 60th Army has cover too
    assert not lies(board, "forest", "1709")  # the 48th Army has none
    assert touches(board, battle, "1809")  # just outside Bryansk
    assert not lies(board, "fort german", battle)  # forest is the only shift
    assert not crosses(board, "river", "1808", battle)
    enemy = zones(board, "1808", "1709", "1507") | at(board, "1808", "1709", "1507")
    grid, here = board.grid, board.grid.find(battle)
    first = grid.ring(here, 1) & ~enemy
    assert grid.names(first) == ["1707"]
    second = grid.around(first) & grid.ring(here, 2)
    assert roslavl in grid.names(second)
    assert grid.names(second & ~enemy) == ["1606", "1706"]


def test_9_3_combat_example_5_marsh_and_moscow_belt(board: Board) -> None:
    assert lies(board, "marsh", "1301", "1201")
    assert lies(board, "fort russian", "1301")
    assert board.groups["fort russian", "Moscow Belt"] & at(board, "1200", "1301")
    around = board.grid.around(at(board, "1200"))
    assert (around & board.hexes["marsh"]).bit_count() >= 3
    for attacker in ("1201", "1302", "1401"):
        assert touches(board, attacker, "1301")
    assert not all(crosses(board, "river", a, "1301") for a in ("1201", "1302", "1401"))


def test_9_3_combat_example_5_two_ways_back_both_deadly(board: Board) -> None:
    grid, here = board.grid, board.grid.find("1301")
    germans = at(board, "1201", "1302", "1401")
    zone = grid.around(germans)
    ways = [
        (grid.name[a], grid.name[b])
        for a in scan(grid.ring(here, 1) & ~germans)
        for b in scan(grid.around(1 << a) & grid.ring(here, 2) & ~germans)
    ]
    up_and_over = [(a, b) for a, b in ways if a in ("1200", "1300")]
    assert up_and_over == [("1200", "1100"), ("1300", "1400")]  # the city, the shock army
    assert all(at(board, a) & zone or at(board, b) & zone for a, b in ways)


def test_9_3_combat_example_6_the_39th_corps_is_cut_off(board: Board) -> None:
    assert lies(board, "forest", "1401")
    assert not lies(board, "marsh", "1300") and not lies(board, "marsh", "1501")
    russians = at(board, "1301", "1300", "1501")
    zone = board.grid.around(russians)
    around = board.grid.around(at(board, "1401"))
    assert not around & ~zone & ~russians
    assert not all(crosses(board, "river", a, "1401") for a in ("1301", "1300", "1501"))


def test_10_3_replacement_example_in_the_south_east(board: Board) -> None:
    grid, german = board.grid, board.hexes["german control"]
    taganrog = board.places["Taganrog"].hex
    for name in ("Stalino", "Mariupol", "Taganrog"):
        assert cities(board) & german & 1 << board.places[name].hex
    c, d, e = "2725", "2723", ("2721", "2722")
    # the only way east out of Taganrog is C, held by a Russian and next to both 6th Infantry
    russian_land = grid.around(1 << taganrog) & ~german & ~board.hexes["sea"]
    assert grid.names(russian_land & ~at(board, "2624")) == [c]
    for sixth in ("2624", "2724"):
        assert touches(board, sixth, c)
    assert lies(board, "russian border", c, d, *e)
    assert touches(board, d, "2623")  # the 4th Corps
    assert not zones(board, "2623", "2624", "2724") & at(board, *e)


# -- the Start Line --------------------------------------------------------------------------------


def entry(board: Board, kind: str, name: str) -> Entry:
    return next(e for e in board.file.sides if e.kind == kind and e.name == name)


Corner = frozenset[tuple[int, int]]
AROUND = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))  # E SE SW W NW NE


def corners(board: Board, pair: str) -> set[Corner]:
    """The two ends of a hexside, each as the three places that meet there."""
    a, b = (board.grid.find(name) for name in pair.replace(">", "/").split("/"))
    side = board.grid.side(a, b)
    line, along = board.grid.spot[a]
    near = [(line + down, along + right) for down, right in AROUND]
    return {frozenset({(line, along), near[side], near[(side + turn) % 6]}) for turn in (1, 5)}


def chain(board: Board, text: str) -> list[Corner]:
    """The corners along a chain of hexsides from its start to its end; fails if it breaks."""
    pairs = text.split()
    ends = [corners(board, pair) for pair in pairs]
    joints: list[Corner] = []
    for (one, a), (two, b) in pairwise(zip(pairs, ends, strict=True)):
        shared = a & b
        assert len(shared) == 1, f"{one} and {two} do not meet in one corner"
        joints += shared
    (first,) = ends[0] - {joints[0]}
    (last,) = ends[-1] - {joints[-1]}
    way = [first, *joints, last]
    assert len(set(way)) == len(way), "it crosses itself"
    return way


def off_map(board: Board, corner: Corner) -> bool:
    return not corner <= set(board.grid.spot.values())


def at_sea(board: Board, corner: Corner) -> bool:
    return any(board.grid.spot[hex] in corner for hex in scan(board.hexes["sea"]))


def test_4_0_start_line_runs_unbroken_from_edge_to_sea(board: Board) -> None:
    way = chain(board, entry(board, "start line", "Start Line").at)
    assert off_map(board, way[0])
    assert at_sea(board, way[-1])


def test_4_0_start_line_parts_the_sides(board: Board) -> None:
    grid, german = board.grid, board.hexes["german control"]
    russian = grid.all & ~german & ~board.hexes["sea"]
    border = tuple(
        german & grid.shift(russian, (side + 3) % 6) | russian & grid.shift(german, (side + 3) % 6)
        for side in range(6)
    )
    assert board.sides["start line"] == border
    assert grid.flood(german & -german, german) == german  # each side is one piece
    assert grid.flood(russian & -russian, russian) == russian


def test_notes_38_front_hexes_a_side(board: Board) -> None:
    """The Germans have three units behind the line, the Russians 19 more: 101 makes 38 in it."""
    german, russian = front(board)
    assert (german.bit_count(), russian.bit_count()) == (38, 38)


def test_german_hex_first_along_the_start_line(board: Board) -> None:
    for pair in entry(board, "start line", "Start Line").at.split():
        german, russian = pair.split("/")
        assert lies(board, "german control", german)
        assert not lies(board, "german control", russian)


# -- rivers, railways, forts, places ---------------------------------------------------------------


def rivers(board: Board) -> list[Entry]:
    return [e for e in board.file.sides if e.kind in ("river", "major river")]


def test_rivers_flow_unbroken_and_end_in_water_or_off_the_map(board: Board) -> None:
    ways = [(e.name, e.kind, chain(board, e.at)) for e in rivers(board)]
    for name, kind, way in ways:
        others = {c for n, k, other in ways if (n, k) != (name, kind) for c in other}
        mouth = way[-1]
        assert mouth in others or off_map(board, mouth) or at_sea(board, mouth), name


def test_no_river_rises_out_of_another(board: Board) -> None:
    ways = [(e.name, chain(board, e.at)) for e in rivers(board)]
    for name, way in ways:
        others = {c for n, other in ways if n != name for c in other}
        assert way[0] not in others, name


def test_the_upper_dniepr_ends_where_the_major_river_begins(board: Board) -> None:
    upper = chain(board, entry(board, "river", "Dniepr").at)
    lower = chain(board, entry(board, "major river", "Dniepr").at)
    assert upper[-1] == lower[0]


@pytest.mark.parametrize(
    ("river", "into"),
    [
        ("Desna", "Dniepr"),
        ("Seim", "Desna"),
        ("Svapa", "Seim"),
        ("Psel", "Dniepr"),
        ("Vorskla", "Dniepr"),
        ("Sozh", "Dniepr"),
        ("Oskol", "Northern Donets"),
        ("Zusha", "Oka"),
        ("Ugra", "Oka"),
        ("Moskva", "Oka"),
        ("Sosna", "Don"),
    ],
)
def test_rivers_join_the_right_river(board: Board, river: str, into: str) -> None:
    mouth = chain(board, entry(board, "river", river).at)[-1]
    trunks = [chain(board, e.at) for e in rivers(board) if e.name == into]
    assert any(mouth in trunk for trunk in trunks)


def test_no_side_is_two_rivers(board: Board) -> None:
    both = (a & b for a, b in zip(board.sides["river"], board.sides["major river"], strict=True))
    assert not any(both)


def test_places_stand_on_their_bank_of_the_dniepr(board: Board) -> None:
    bank = board.hexes["west of dniepr"]
    west = {name for name, place in board.places.items() if bank >> place.hex & 1}
    assert west >= {"Mogilev", "Bykhov", "Zhlobin", "Kiev", "Kanev", "Cherkassy"}
    assert west >= {"Dneprodzerzhinsk", "Dnepropetrovsk", "Nikopol"}
    assert not west & {"Gomel", "Oster", "Nezhin", "Pereyaslav", "Zolotonosha", "Kremenchug"}
    assert not west & {"Poltava", "Zaporozhye", "Melitopol"}


def test_8_1_railways_are_one_net(board: Board) -> None:
    grid, rail = board.grid, board.lines["rail"]
    on_rail = rail[0] | rail[1] | rail[2] | rail[3] | rail[4] | rail[5]
    seen = new = on_rail & -on_rail
    while new:
        reached = 0
        for side in range(6):
            reached |= grid.shift(new & rail[side], side)
        new = reached & ~seen
        seen |= new
    assert seen == on_rail


def test_8_1_every_city_is_on_a_railway(board: Board) -> None:
    rail = board.lines["rail"]
    on_rail = rail[0] | rail[1] | rail[2] | rail[3] | rail[4] | rail[5]
    assert board.grid.names(cities(board) & ~on_rail) == []


def test_no_railway_runs_through_the_sea(board: Board) -> None:
    assert not any(side & board.hexes["sea"] for side in board.lines["rail"])


def test_forts_stand_on_the_land_of_their_builder(board: Board) -> None:
    german = board.hexes["german control"]
    assert not board.hexes["fort german"] & ~german
    assert not board.hexes["fort russian"] & (german | board.hexes["sea"])


def test_every_fort_line_has_faces_out_of_its_own_hexes(board: Board) -> None:
    for (kind, name), hexes in board.groups.items():
        if not kind.startswith("fort"):
            continue
        faces = entry(board, kind, name).at.split()
        assert all(">" in face for face in faces)
        assert at(board, *(face.split(">")[0] for face in faces)) == hexes, name


def test_forts_of_the_front_face_the_start_line(board: Board) -> None:
    german, russian = front(board)
    german &= ~at(board, "1708")  # combat example 4 has none there
    for side in range(6):
        line = board.sides["start line"][side]
        assert not line & german & ~board.sides["fort german"][side]
        assert not line & russian & ~board.sides["fort russian"][side]


def test_cities_are_open_ground_with_a_name(board: Board) -> None:
    slow = board.hexes["forest"] | board.hexes["rough"] | board.hexes["marsh"] | board.hexes["sea"]
    assert not cities(board) & slow
    named = 0
    for place in board.places.values():
        if place.kind in ("city", "major city"):
            named |= 1 << place.hex
    assert named == cities(board)


def test_one_name_to_a_hex(board: Board) -> None:
    hexes = [place.hex for place in board.places.values()]
    assert len(set(hexes)) == len(hexes)


def test_sea_is_cut_off_from_rules(board: Board) -> None:
    sea = board.hexes["sea"]
    for kind in ("german control", "german border", "russian border", "west of dniepr"):
        assert not board.hexes[kind] & sea, kind
