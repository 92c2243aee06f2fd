"""Maps that read well and are wrong all the same."""

from kursk.core.board import Board, parse_map
from kursk.core.counters import parse_counters
from kursk.core.mapcheck import check, doubts, faults

HEAD = """
title = "A coast"
alone = [["wood", "sea"]]
barred = ["sea", "cliff"]
[grid]
rows = [1, 5]
columns = [1, 5]
provenance = "rulebook"
[kinds]
hexes = ["wood", "sea"]
sides = ["river", "major river", "cliff"]
lines = ["road"]
places = ["town"]
"""


def entry(group: str, **fields: str) -> str:
    fields = {"provenance": "rulebook", **fields}
    rows = (f'{key.rstrip("_")} = "{value}"' for key, value in fields.items())
    return f"[[{group}]]\n" + "\n".join(rows) + "\n"


def board(*entries: str) -> Board:
    return parse_map(HEAD + "".join(entries))


def test_a_sound_map_has_no_faults() -> None:
    assert faults(board(entry("hexes", is_="sea", at="0101-0501"))) == []


def test_a_map_that_cannot_be_laid_out_has_the_faults_of_its_reading() -> None:
    assert check(HEAD + entry("hexes", is_="sea", at="0909")) == ["sea: no hex 0909 on this map"]
    assert check(HEAD) == []


def test_a_fault_of_the_form_names_the_entry_and_the_key() -> None:
    number = entry("hexes", is_="sea", at="0101").replace('"0101"', "101")
    assert check(HEAD + number) == [
        "map.toml: Expected `str`, got `int` in [[hexes]] sea, 101 (at)"
    ]


def test_a_slip_in_the_lists_at_the_head() -> None:
    slips = HEAD.replace('["wood", "sea"]]', '["wod", "sea"]]\nareas = ["lake"]')
    slips = slips.replace('barred = ["sea", "cliff"]', 'barred = ["sea", "clif"]')
    assert check(slips) == [
        "alone: 'wod' is not a kind of hexes",
        "areas: 'lake' is not a kind of hexes",
        "barred: 'clif' is not a kind of hexes or sides",
    ]


def test_a_hexside_that_lies_on_one_hex_only() -> None:
    river = board(
        entry("sides", is_="river", name="Seim", at="0101/0102"),
        entry("sides", is_="river", at="0303>0302"),
    )
    assert faults(river) == [
        "river: 0303>0302 lies on one hex only, other river sides on both; write 0303/0302"
    ]


def test_kinds_that_are_faces_throughout_are_no_fault() -> None:
    assert faults(board(entry("sides", is_="river", at="0303>0302 0303>0203"))) == []


def test_entries_of_one_river_that_do_not_join() -> None:
    upper = entry("sides", is_="river", name="Oka", at="0101/0102 0101/0202 0201/0202")
    gap = entry("sides", is_="major river", name="Oka", at="0303/0304")
    assert faults(board(upper, gap)) == ["major river Oka: 0303/0304 does not join the rest of it"]


def test_entries_of_one_river_that_join_across_kinds() -> None:
    upper = entry("sides", is_="river", name="Oka", at="0101/0102 0101/0202")
    lower = entry("sides", is_="major river", name="Oka", at="0201/0202 0202/0301")
    assert faults(board(upper, lower)) == []


def test_a_river_may_leave_the_map_and_come_back() -> None:
    north = entry("sides", is_="river", name="Iput", at="0101/0102")
    south = entry("sides", is_="river", name="Iput", at="0503/0504 0404/0504")
    assert faults(board(north, south)) == []


def test_an_island() -> None:
    moat = entry("sides", is_="cliff", at="0101/0102 0101/0202 0101/0201")
    assert faults(board(moat)) == ["no way leads from the rest of the map to 0101"]
    strait = entry("hexes", is_="sea", at="0301-0305 0401")
    assert faults(board(strait)) == [
        "no way leads from the rest of the map to 0402 0403 0404 0405 0501 0502 and 3 more"
    ]


def test_a_place_where_nothing_may_go() -> None:
    sea = entry("hexes", is_="sea", at="0101-0104")
    assert faults(board(sea, entry("places", is_="town", name="Azov", at="0102"))) == [
        "town Azov: nothing may enter 0102, sea"
    ]


def test_a_line_where_nothing_may_go() -> None:
    sea = entry("hexes", is_="sea", at="0101")
    cliff = entry("sides", is_="cliff", at="0103/0104")
    road = entry("lines", is_="road", name="M4", along="0101-0105")
    assert faults(board(sea, cliff, road)) == [
        "road M4: nothing may enter 0101, sea",
        "road M4: nothing may cross 0103/0104, cliff",
    ]


def test_set_up_hexes_are_on_the_map_and_can_be_entered() -> None:
    roster = parse_counters(
        "id,name,side,type,strengths,setup\n"
        "a,A,german,infantry,3,0101\n"
        "b,B,german,infantry,3,0909-R\n"
        "c,C,german,infantry,3,0202-4\n"
        "d,D,german,infantry,3,reserve\n"
    )
    assert faults(board(entry("hexes", is_="sea", at="0101")), roster) == [
        "counter a: it sets up at 0101, sea, which nothing may enter",
        "counter b: it sets up at 0909, and the map has no such hex",
    ]


def test_lettered_maps_have_set_up_hexes_too() -> None:
    lettered = HEAD.replace("rows = [1, 5]", 'rows = ["A", "E"]\nids = "AC"')
    roster = parse_counters("id,name,side,type,strengths,setup\na,A,german,infantry,3,Z9\n")
    assert check(lettered, roster) == ["counter a: it sets up at Z9, and the map has no such hex"]


def test_a_kind_that_the_map_has_none_of_is_a_doubt() -> None:
    assert doubts(
        board(entry("hexes", is_="sea", at="0101"), entry("sides", is_="river", at="0101/0102"))
    ) == [
        "kinds: 'wood' is listed under hexes, but the map has none",
        "kinds: 'major river' is listed under sides, but the map has none",
        "kinds: 'cliff' is listed under sides, but the map has none",
        "kinds: 'road' is listed under lines, but the map has none",
        "kinds: 'town' is listed under places, but the map has none",
    ]


def test_a_kind_that_is_kept_for_positions_is_no_doubt() -> None:
    spare = HEAD.replace(
        'barred = ["sea", "cliff"]', 'barred = ["sea", "cliff"]\nspare = ["cliff"]'
    )
    found = doubts(parse_map(spare + entry("hexes", is_="sea", at="0101")))
    assert not [says for says in found if "cliff" in says]


def test_a_line_that_ends_nowhere_is_a_doubt() -> None:
    ends = [
        doubt
        for doubt in doubts(
            board(
                entry("lines", is_="road", name="M2", along="0101 0202 0203"),
                entry("lines", is_="road", name="M4", along="0202 0302"),
                entry("lines", is_="road", name="M5", along="0302 0303"),
                entry("places", is_="town", name="Kursk", at="0302"),
            )
        )
        if doubt.startswith("road")
    ]
    assert ends == [
        "road M2: it ends at 0203, where no place and no other line is",
        "road M5: it ends at 0303, where no place and no other line is",
    ]
