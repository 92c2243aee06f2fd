"""The two large maps, each broken in every way a hand can break it: what is told, word for word."""

from functools import cache
from typing import NamedTuple

import pytest

from kursk.core.board import parse_map
from kursk.core.counters import parse_counters
from kursk.core.mapcheck import check, doubts
from kursk.library import SHELF


class Slip(NamedTuple):
    """One slip of the pen in a map: these words become those, and this is told."""

    what: str
    words: str
    become: str
    told: str


DRIVE = [
    Slip(
        "no TOML",
        'title = "Drive on Kursk"',
        "title = Drive on Kursk",
        "map.toml: Invalid value (at line 4, column 9)",
    ),
    Slip(
        "an unknown key",
        'rule = "2.2 4.4 9.6"',
        'rules = "2.2"',
        "map.toml: Object contains unknown field `rules` in [[places]] city, Kursk, 3415",
    ),
    Slip(
        "no provenance",
        'provenance = "rulebook"\nrule = "2.2 4.4 9.6"',
        'rule = "2.2"',
        "map.toml: Object missing required field `provenance` in [[places]] city, Kursk, 3415",
    ),
    Slip(
        "rows the wrong way round",
        "rows = [10, 60]",
        "rows = [60, 10]",
        "map.toml: grid: rows and columns are given as [lowest, highest] - at `$.grid`",
    ),
    Slip(
        "an unknown kind",
        'is = "city"\nname = "Kursk"',
        'is = "capital"\nname = "Kursk"',
        "capital Kursk: not a kind of places; the map lists city, town, village",
    ),
    Slip(
        "an unknown provenance",
        'provenance = "rulebook"\nrule = "2.2 4.4 9.6"',
        'provenance = "hearsay"',
        "city Kursk: provenance 'hearsay' is none of "
        "('rulebook', 'geography', 'history', 'reconstructed')",
    ),
    Slip(
        "a place off the map", 'at = "3415"', 'at = "3428"', "city Kursk: no hex 3428 on this map"
    ),
    Slip(
        "a place in two hexes",
        'at = "3415"',
        'at = "3415 3416"',
        "city Kursk: a place lies in one hex",
    ),
    Slip(
        "a place without a name",
        'name = "Kursk"',
        "",
        "city: the place at 3415 has no name",
    ),
    Slip(
        "two places of one name",
        'name = "Kursk"',
        'name = "Orel"',
        "city Orel: there is another place of this name",
    ),
    Slip(
        "ground off the map",
        "3607 2903 2904",
        "3607 9903 2904",
        "forest: no hex 9903 on this map",
    ),
    Slip(
        "ground listed twice",
        "3607 2903 2904",
        "3607 2903 2903",
        "forest: 2903 is listed twice",
    ),
    Slip(
        "a run across the grain",
        "4502-4504 3908",
        "4502-4604 3908",
        "swamp: 4502-4604 is not one row or one column",
    ),
    Slip(
        "forest in a swamp",
        "3607 2903 2904",
        "3607 5710 2904",
        "5710 has two of forest, hills, swamp: one is swamp",
    ),
    Slip(
        "an entry without hexes",
        'at = "5911/6012"',
        "",
        "lake Lake Lompad: it names no hex",
    ),
    Slip(
        "a hexside of one hex",
        'at = "5911/6012"',
        'at = "5911"',
        "lake Lake Lompad: '5911' is not a hexside; write 3415/3314 or 3415>3314",
    ),
    Slip(
        "a hexside between hexes apart",
        'at = "5911/6012"',
        'at = "5911/6013"',
        "lake Lake Lompad: 5911 and 6013 do not touch",
    ),
    Slip(
        "a hexside listed twice",
        'at = "5911/6012"',
        'at = "5911/6012 6012/5911"',
        "lake Lake Lompad: 6012/5911 is listed twice",
    ),
    Slip(
        "a gap in a river",
        " 4216/4316 4315/4316 4316/4416",
        " 4216/4316 4316/4416",
        "river Oka: 4216/4316 and 4316/4416 do not meet",
    ),
    Slip(
        "a gap between the parts of a river",
        ' 4618/4717"""',
        '"""',
        "river Oka: 4017/4117 does not join the rest of it",
    ),
    Slip(
        "a gap in a railway",
        "1307 1208 1107",
        "1307 1107",
        "double rail Kharkov - Lozovaya: 1307 and 1107 do not touch",
    ),
    Slip(
        "a railway of one hex",
        'along = "1609 1508 1507 1407 1307 1208 1107 1007"',
        'along = "1609"',
        "double rail Kharkov - Lozovaya: a line runs through two hexes at the least",
    ),
    Slip(
        "a river on one side only",
        'at = "6000/6001 5900/6000"',
        'at = "6000>6001 5900/6000"',
        "river Iput: 6000>6001 lies on one hex only, other river sides on both; write 6000/6001",
    ),
    Slip(
        "a slip in alone",
        '["forest", "hills", "swamp"],',
        '["forest", "hills", "swmp"],',
        "alone: 'swmp' is not a kind of hexes",
    ),
    Slip(
        "a slip in barred",
        "version = 1",
        'barred = ["sea"]',
        "barred: 'sea' is not a kind of hexes or sides",
    ),
    Slip(
        "a place where nothing may go",
        "version = 1",
        'barred = ["swamp"]',
        "village Glushkovo: nothing may enter 3303, swamp",
    ),
    Slip(
        "an island",
        "version = 1",
        'barred = ["kursk ring"]',
        "no way leads from the rest of the map to 3314 3315 3414 3415 3416 3514 and 1 more",
    ),
]

BATTLE = [
    Slip(
        "no TOML",
        'title = "Battle for Kursk: The Tigers Are Burning, 1943"',
        'title = "Battle for Kursk',
        "map.toml: Illegal character '\\n' (at line 5, column 26)",
    ),
    Slip(
        "an unknown key",
        'at = "2113"',
        'hex = "2113"',
        "map.toml: Object contains unknown field `hex` in [[places]] major city, Kursk",
    ),
    Slip(
        "no kind",
        'is = "sea"\n',
        "",
        "map.toml: Object missing required field `is` in [[hexes]] "
        "Sea of Azov, 2327-2727 2526 2626",
    ),
    Slip(
        "an unknown grain",
        'straight = "rows"',
        'straight = "row"',
        "map.toml: grid: straight is 'row'; it must be one of rows, columns - at `$.grid`",
    ),
    Slip(
        "an unknown kind",
        'is = "start line"',
        'is = "starting line"',
        "starting line Start Line: not a kind of sides; the map lists "
        "river, major river, start line, fort german, fort russian",
    ),
    Slip(
        "an unknown provenance",
        'at = "2113"\nprovenance = "rulebook"',
        'at = "2113"\nprovenance = ""',
        "major city Kursk: provenance '' is none of "
        "('rulebook', 'geography', 'history', 'reconstructed')",
    ),
    Slip(
        "a place off the map",
        'at = "2113"',
        'at = "2828"',
        "major city Kursk: no hex 2828 on this map",
    ),
    Slip(
        "a place in two hexes",
        'at = "2113"',
        'at = "2113 2114"',
        "major city Kursk: a place lies in one hex",
    ),
    Slip(
        "a place without a name",
        'name = "Kursk"',
        'name = ""',
        "major city: the place at 2113 has no name",
    ),
    Slip(
        "two places of one name",
        'name = "Kursk"',
        'name = "Moscow"',
        "major city Moscow: there is another place of this name",
    ),
    Slip(
        "ground off the map",
        "1007 1008 1014 1308",
        "0907 1008 1014 1308",
        "forest: no hex 0907 on this map",
    ),
    Slip(
        "ground listed twice",
        "1007 1008 1014 1308",
        "1007 1008 1008 1308",
        "forest: 1008 is listed twice",
    ),
    Slip(
        "a run across the grain",
        "1605-1905",
        "1605-1906",
        "forest: 1605-1906 is not one row or one column",
    ),
    Slip(
        "forest in the sea",
        "1007 1008 1014 1308",
        "1007 1008 2527 1308",
        "2527 has two of forest, rough, marsh, sea, city, major city: one is sea",
    ),
    Slip(
        "an entry without hexes",
        'at = "2327-2727 2526 2626"',
        "",
        "sea Sea of Azov: it names no hex",
    ),
    Slip(
        "a hexside of one hex",
        'at = "1201/1301 1200/1201 1100/1200"',
        'at = "1201 1200/1201 1100/1200"',
        "river Lovat: '1201' is not a hexside; write 3415/3314 or 3415>3314",
    ),
    Slip(
        "a hexside between hexes apart",
        'at = "1201/1301 1200/1201 1100/1200"',
        'at = "1201/1401 1200/1201 1100/1200"',
        "river Lovat: 1201 and 1401 do not touch",
    ),
    Slip(
        "a hexside listed twice",
        'at = "1201/1301 1200/1201 1100/1200"',
        'at = "1201/1301 1200/1201 1201/1200"',
        "river Lovat: 1201/1200 is listed twice",
    ),
    Slip(
        "a gap in a river",
        "1603/1703 1603/1604 1504/1604",
        "1603/1703 1504/1604",
        "river Dniepr: 1603/1703 and 1504/1604 do not meet",
    ),
    Slip(
        "a gap between the parts of a river",
        ' 1204/1305"""',
        '"""',
        "river Dniepr: 1602/1702 does not join the rest of it",
    ),
    Slip(
        "a gap in a railway",
        "1404 1304 1204 1203",
        "1404 1304 1203",
        "rail Smolensk - Vitebsk - Polotsk: 1304 and 1203 do not touch",
    ),
    Slip(
        "a railway of one hex",
        "1404 1304 1204 1203 1103 1002",
        "1404",
        "rail Smolensk - Vitebsk - Polotsk: a line runs through two hexes at the least",
    ),
    Slip(
        "a river on one side only",
        "1008/1009 1009/1109",
        "1009>1008 1009/1109",
        "river Berezina: 1009>1008 lies on one hex only, other river sides on both; "
        "write 1009/1008",
    ),
    Slip(
        "a slip in alone",
        '["german border", "russian border"],',
        '["german border", "soviet border"],',
        "alone: 'soviet border' is not a kind of hexes",
    ),
    Slip(
        "a slip in barred",
        'barred = ["sea"]',
        'barred = ["see"]',
        "barred: 'see' is not a kind of hexes or sides",
    ),
    Slip(
        "a city in the sea",
        'at = "2113"',
        'at = "2527"',
        "2527 has two of forest, rough, marsh, sea, city, major city: one is major city",
    ),
    Slip(
        "a town in the sea",
        'name = "Tokmak"\nat = "2026"',
        'name = "Tokmak"\nat = "2527"',
        "town Tokmak: nothing may enter 2527, sea",
    ),
    Slip(
        "a railway through the sea",
        "1404 1304 1204 1203 1103 1002",
        "2427 2527",
        "rail Smolensk - Vitebsk - Polotsk: nothing may enter 2527, sea",
    ),
    Slip(
        "an island",
        "2327-2727 2526 2626",
        "2327-2727 2526 2626 2725",
        "no way leads from the rest of the map to 2726",
    ),
]

SLIPS = [("drive_on_kursk", s) for s in DRIVE] + [("battle_for_kursk", s) for s in BATTLE]


@cache
def text(game: str, file: str = "map.toml") -> str:
    return (SHELF / game / "data" / file).read_text("utf-8")


def broken(game: str, words: str, become: str, file: str = "map.toml") -> str:
    assert words in text(game, file)
    return text(game, file).replace(words, become, 1)


@pytest.mark.parametrize("game", ["drive_on_kursk", "battle_for_kursk"])
def test_the_map_itself_is_sound(game: str) -> None:
    assert check(text(game), parse_counters(text(game, "counters.csv"))) == []
    assert doubts(parse_map(text(game))) == []


@pytest.mark.parametrize(("game", "slip"), SLIPS, ids=[f"{g}: {s.what}" for g, s in SLIPS])
def test_a_slip_is_told_with_its_entry_and_hex(game: str, slip: Slip) -> None:
    assert slip.told in check(broken(game, slip.words, slip.become))


@pytest.mark.parametrize(
    ("game", "words", "become", "told"),
    [
        (
            "drive_on_kursk",
            'LV Corps",321,5713-4,',
            'LV Corps",321,5728-4,',
            "counter 321: it sets up at 5728, and the map has no such hex",
        ),
        (
            "battle_for_kursk",
            "green,43,1100,",
            "green,43,0900,",
            "counter g43: it sets up at 0900, and the map has no such hex",
        ),
        (
            "battle_for_kursk",
            "green,43,1100,",
            "green,43,2527,",
            "counter g43: it sets up at 2527, sea, which nothing may enter",
        ),
    ],
)
def test_a_unit_set_up_nowhere(game: str, words: str, become: str, told: str) -> None:
    roster = parse_counters(broken(game, words, become, "counters.csv"))
    assert check(text(game), roster) == [told]


@pytest.mark.parametrize(
    ("game", "words", "become", "told"),
    [
        (
            "drive_on_kursk",
            'places = ["city",',
            'places = ["hamlet", "city",',
            "kinds: 'hamlet' is listed under places, but the map has none",
        ),
        (
            "drive_on_kursk",
            "1609 1508 1507 1407 1307 1208 1107 1007",
            "1609 1508 1507 1407 1307 1208 1107",
            "double rail Kharkov - Lozovaya: it ends at 1107, where no place and no other line is",
        ),
        (
            "battle_for_kursk",
            'lines = ["rail"]',
            'lines = ["rail", "road"]',
            "kinds: 'road' is listed under lines, but the map has none",
        ),
        (
            "battle_for_kursk",
            "1404 1304 1204 1203 1103 1002",
            "1404 1304 1204 1203 1103",
            "rail Smolensk - Vitebsk - Polotsk: it ends at 1103, where no place and no other "
            "line is",
        ),
    ],
)
def test_what_may_be_meant_is_a_doubt(game: str, words: str, become: str, told: str) -> None:
    assert doubts(parse_map(broken(game, words, become))) == [told]
