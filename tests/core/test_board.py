"""Map files: what they lay out, and every fault with its own message."""

from pathlib import Path

import pytest

from kursk.core.board import BadMap, Board, parse_map, read_map
from kursk.core.hexes import only

HEAD = """
title = "A meadow"
alone = [["wood", "hill"]]
areas = ["ours"]
[grid]
rows = [1, 4]
columns = [1, 4]
missing = ["0404"]
provenance = "rulebook"
[kinds]
hexes = ["wood", "hill", "town", "ours"]
sides = ["river", "fort"]
lines = ["road"]
places = ["town", "village"]
"""


def entry(group: str, **fields: str) -> str:
    fields = {"provenance": "rulebook", **fields}
    rows = (f'{key.rstrip("_")} = "{value}"' for key, value in fields.items())
    return f"[[{group}]]\n" + "\n".join(rows) + "\n"


def board(*entries: str) -> Board:
    return parse_map(HEAD + "".join(entries))


def faults(*entries: str) -> list[str]:
    with pytest.raises(BadMap) as caught:
        board(*entries)
    assert str(caught.value) == "\n".join(caught.value.faults)
    return caught.value.faults


MEADOW = board(
    entry("hexes", is_="wood", name="the copse", at="0101 0201-0203"),
    entry("hexes", is_="hill", at="0303", provenance="geography"),
    entry("sides", is_="river", name="Seim", at="0101/0102 0102/0202"),
    entry("sides", is_="fort", at="0303>0302"),
    entry("lines", is_="road", along="0301-0303 0304"),
    entry("hexes", is_="ours", at="0201 0401"),
    entry("places", is_="town", name="Kursk", at="0302"),
    entry("places", is_="village", name="Olkhovatka", at="0103"),
)


def hex(name: str) -> int:
    return MEADOW.grid.find(name)


def test_hexes_hold_their_kinds() -> None:
    assert MEADOW.at(hex("0202")) == ["wood"]
    assert MEADOW.at(hex("0303")) == ["hill"]
    assert MEADOW.at(hex("0402")) == []
    assert MEADOW.grid.names(MEADOW.hexes["wood"]) == ["0101", "0201", "0202", "0203"]
    assert MEADOW.groups["wood", "the copse"] == MEADOW.hexes["wood"]


def test_runs_go_along_a_row_or_down_a_column_either_way() -> None:
    down = board(entry("hexes", is_="wood", at="0301-0101"))
    back = board(entry("hexes", is_="wood", at="0203-0201"))
    assert down.grid.names(down.hexes["wood"]) == ["0101", "0201", "0301"]
    assert back.grid.names(back.hexes["wood"]) == ["0201", "0202", "0203"]


def test_hexsides_are_the_same_from_both_hexes() -> None:
    assert MEADOW.between(hex("0101"), hex("0102")) == ["river"]
    assert MEADOW.between(hex("0102"), hex("0101")) == ["river"]
    assert MEADOW.between(hex("0101"), hex("0201")) == []


def test_a_face_is_on_the_side_of_one_hex_only() -> None:
    assert MEADOW.between(hex("0303"), hex("0302")) == ["fort"]
    assert MEADOW.between(hex("0302"), hex("0303")) == []


def test_lines_run_both_ways() -> None:
    east = MEADOW.grid.side(hex("0301"), hex("0302"))
    assert MEADOW.along(hex("0301"), east) == ["road"]
    assert MEADOW.along(hex("0302"), (east + 3) % 6) == ["road"]
    assert MEADOW.along(hex("0304"), east) == []


def test_places_are_found_by_hex_and_mark_their_hex_where_their_kind_is_one_of_hexes() -> None:
    kursk = MEADOW.place_at(hex("0302"))
    assert kursk is not None and (kursk.name, kursk.kind) == ("Kursk", "town")
    assert MEADOW.hexes["town"] == only(hex("0302"))
    assert MEADOW.places["Olkhovatka"].hex == hex("0103")
    assert MEADOW.place_at(hex("0401")) is None


def test_every_entry_that_speaks_of_a_hex_is_its_provenance() -> None:
    speaking = MEADOW.provenance(hex("0302"))
    assert [(entry.kind, entry.name) for entry in speaking] == [
        ("fort", ""),
        ("road", ""),
        ("town", "Kursk"),
    ]
    assert [entry.provenance for entry in MEADOW.provenance(hex("0303"))][0] == "geography"


def test_a_blank_board_has_the_grid_and_nothing_on_it_but_its_areas() -> None:
    blank = MEADOW.blank()
    assert blank.grid.cell == MEADOW.grid.cell and not blank.places
    assert {kind for kind, hexes in blank.hexes.items() if hexes} == {"ours"}
    assert blank.hexes["ours"] == MEADOW.hexes["ours"]


def test_a_changed_board_holds_the_new_kinds_and_nothing_else_there() -> None:
    changed = MEADOW.changed(
        {"0302": ["hill"], "0201": []},
        {"0101/0102": [], "0401/0402": ["river", "road"], "0402>0403": ["fort"]},
    )
    assert changed.at(hex("0302")) == ["hill"] and changed.place_at(hex("0302")) is None
    assert changed.at(hex("0201")) == ["ours"], "an area stays"
    assert changed.between(hex("0102"), hex("0101")) == []
    assert changed.between(hex("0402"), hex("0401")) == ["river"]
    assert changed.along(hex("0402"), changed.grid.side(hex("0402"), hex("0401"))) == ["road"]
    assert changed.between(hex("0402"), hex("0403")) == ["fort"]
    assert changed.between(hex("0403"), hex("0402")) == []
    assert MEADOW.at(hex("0302")) == ["town"], "the map itself stays as it was"


def test_each_face_of_a_hexside_is_changed_by_itself() -> None:
    changed = MEADOW.changed({}, {"0402>0403": ["fort"], "0403>0402": ["river"]})
    assert changed.between(hex("0402"), hex("0403")) == ["fort"]
    assert changed.between(hex("0403"), hex("0402")) == ["river"]


@pytest.mark.parametrize("first", ["0402/0403", "0402>0403"])
def test_what_is_said_of_a_face_comes_to_what_is_said_of_the_hexside(first: str) -> None:
    said = {"0402/0403": ["river", "road"], "0402>0403": ["fort"]}
    changed = MEADOW.changed({}, {pair: said[pair] for pair in sorted(said, key=first.__ne__)})
    assert changed.between(hex("0402"), hex("0403")) == ["river", "fort"]
    assert changed.between(hex("0403"), hex("0402")) == ["river"]
    east = changed.grid.side(hex("0402"), hex("0403"))
    assert changed.along(hex("0402"), east) == ["road"]


def test_a_changed_hexside_loses_its_road_too() -> None:
    changed = MEADOW.changed({}, {"0301/0302": ["river"]})
    east = changed.grid.side(hex("0301"), hex("0302"))
    assert changed.along(hex("0301"), east) == []
    assert changed.along(hex("0302"), east) == ["road"]


@pytest.mark.parametrize(
    ("hexes", "sides", "says"),
    [
        ({"0909": []}, {}, "hexes.0909: no hex 0909 on this map"),
        ({"0101": ["lake"]}, {}, "hexes.0101: no 'lake' here; known: wood, hill, town, ours"),
        (
            {},
            {"0101/0102": ["wall"]},
            "sides.0101/0102: no 'wall' on a hexside; known: river, fort, road",
        ),
        ({}, {"0101/0404": ["river"]}, "sides.0101/0404: no hex 0404 on this map"),
    ],
)
def test_a_change_that_cannot_be_made_names_the_hex(
    hexes: dict[str, list[str]], sides: dict[str, list[str]], says: str
) -> None:
    with pytest.raises(ValueError, match=says):
        MEADOW.changed(hexes, sides)


def test_an_unknown_hex() -> None:
    assert faults(entry("hexes", is_="wood", name="Far", at="0101 0909")) == [
        "wood Far: no hex 0909 on this map"
    ]
    assert faults(entry("hexes", is_="wood", at="0401-0404")) == ["wood: no hex 0404 on this map"]


def test_a_run_over_a_hole_in_the_map() -> None:
    holed = HEAD.replace('"0404"', '"0202"') + entry("hexes", is_="wood", at="0201-0203")
    with pytest.raises(BadMap, match="wood: no hex 0202 on this map"):
        parse_map(holed)


def test_a_run_that_is_neither_row_nor_column() -> None:
    assert faults(entry("hexes", is_="wood", at="0101-0303")) == [
        "wood: 0101-0303 is not one row or one column"
    ]


def test_hexsides_between_hexes_that_do_not_touch() -> None:
    assert faults(entry("sides", is_="river", at="0101/0103")) == [
        "river: 0101 and 0103 do not touch"
    ]


def test_a_hexside_that_is_one_hex() -> None:
    assert faults(entry("sides", is_="river", at="0101")) == [
        "river: '0101' is not a hexside; write 3415/3314 or 3415>3314"
    ]


def test_a_gap_in_a_named_river() -> None:
    assert faults(entry("sides", is_="river", name="Psel", at="0101/0102 0303/0304")) == [
        "river Psel: 0101/0102 and 0303/0304 do not meet"
    ]
    assert board(entry("sides", is_="river", at="0101/0102 0303/0304")), "unnamed: bits of water"


def test_a_gap_in_a_line() -> None:
    assert faults(entry("lines", is_="road", name="A1", along="0101 0103")) == [
        "road A1: 0101 and 0103 do not touch"
    ]


def test_a_line_of_one_hex() -> None:
    assert faults(entry("lines", is_="road", along="0101")) == [
        "road: a line runs through two hexes at the least"
    ]


@pytest.mark.parametrize(
    ("group", "known"),
    [
        ("hexes", "wood, hill, town, ours"),
        ("sides", "river, fort"),
        ("lines", "road"),
        ("places", "town, village"),
    ],
)
def test_an_unknown_kind(group: str, known: str) -> None:
    fields = {"along": "0101 0102"} if group == "lines" else {"at": "0101"}
    assert faults(entry(group, is_="bog", **fields)) == [
        f"bog: not a kind of {group}; the map lists {known}"
    ]


def test_an_unknown_provenance() -> None:
    (fault,) = faults(entry("hexes", is_="wood", at="0101", provenance="hearsay"))
    assert fault.startswith("wood: provenance 'hearsay' is none of ('rulebook',")


def test_a_hex_or_hexside_listed_twice() -> None:
    assert faults(entry("hexes", is_="wood", at="0101 0102 0101")) == ["wood: 0101 is listed twice"]
    assert faults(entry("sides", is_="river", at="0101/0102 0102/0101")) == [
        "river: 0102/0101 is listed twice"
    ]


def test_two_places_of_one_name() -> None:
    assert faults(
        entry("places", is_="town", name="Kursk", at="0101"),
        entry("places", is_="town", name="Kursk", at="0102"),
    ) == ["town Kursk: there is another place of this name"]


def test_two_natural_terrains_in_a_hex() -> None:
    assert faults(
        entry("hexes", is_="wood", at="0101"), entry("hexes", is_="hill", at="0101 0102")
    ) == ["0101 has two of wood, hill: one is hill"]


def test_a_place_without_a_name() -> None:
    assert faults(entry("places", is_="town", at="0101")) == ["town: the place at 0101 has no name"]


@pytest.mark.parametrize("at", ["", "0101 0102"])
def test_a_place_lies_in_one_hex(at: str) -> None:
    assert faults(entry("places", is_="town", name="Kursk", at=at)) == [
        "town Kursk: a place lies in one hex"
    ]


def test_an_entry_that_names_no_hex() -> None:
    assert faults(entry("hexes", is_="wood", along="0101")) == ["wood: it names no hex"]
    assert faults(entry("sides", is_="river", name="Psel")) == ["river Psel: it names no hex"]


def test_all_faults_are_told_at_once() -> None:
    assert len(faults(entry("hexes", is_="wood", at="0909"), entry("lines", is_="canal"))) == 2


def test_broken_toml_is_told_with_its_line() -> None:
    with pytest.raises(BadMap, match=r"meadow.toml: .*\(at line 2, column 7\)"):
        parse_map('title = "x"\ngrid  {\n', "meadow.toml")


def test_an_unknown_key_is_named() -> None:
    with pytest.raises(BadMap, match="map: Object contains unknown field `colour`"):
        board(entry("hexes", is_="wood", at="0101", colour="green"))


def test_a_bad_grid_is_named() -> None:
    with pytest.raises(BadMap, match="map: grid: rows and columns are given as"):
        parse_map(HEAD.replace("rows = [1, 4]", "rows = [4, 1]"))


def test_a_map_is_read_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "map.toml"
    path.write_text(HEAD, "utf-8")
    assert read_map(path).title == "A meadow"
