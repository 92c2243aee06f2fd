"""Maps go to Tiled and come back the same; what was edited there is marked, the rest is not."""

import base64
import gzip
import json
import os
import shutil
import struct
import subprocess
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kursk import library, tiled
from kursk.core.board import BadMap, Board, Entry, MapFile, parse_map, read_map
from kursk.core.hexes import Grid, Numbering
from kursk.tiled import files
from kursk.tiled.shapes import Sheet

LETTERED = """
title = "Straight columns, lettered rows"
version = 3
alone = [["wood", "hill"]]
[grid]
rows = ["Y", "AD"]
columns = [3, 9]
straight = "columns"
shoved = "odd"
ids = "AC"
missing = ["Z4", "AD9"]
provenance = "reconstructed"
[kinds]
hexes = ["wood", "hill", "supply"]
sides = ["river", "fort"]
lines = ["rail", "road"]
places = ["town"]
[[hexes]]
is = "wood"
name = 'Wood "of" the <north> & west'
at = "Y3-Y5 AA7"
provenance = "geography"
note = '''
A note of
  two lines, with a back\\slash.'''
[[hexes]]
is = "supply"
at = "Y3-AD3"
provenance = "rulebook"
rule = "6.1"
[[hexes]]
is = "wood"
at = "AC8"
provenance = "history"
[[sides]]
is = "river"
name = "Psel"
at = "AA5/AB5 AB5/AB4 AB5/AC4"
provenance = "geography"
[[sides]]
is = "fort"
at = "AB7>AA7 AB7>AB8 AC6>AB6"
provenance = "history"
[[sides]]
is = "river"
at = "Y8/Y9 AC5/AC6"
provenance = "reconstructed"
[[lines]]
is = "road"
name = "north"
along = "Y6-AC6"
provenance = "history"
[[lines]]
is = "rail"
along = "AD4 AC5 AC6 AB7"
provenance = "geography"
rule = "4.4"
[[places]]
is = "town"
name = "Ржава"
at = "AC6"
provenance = "rulebook"
rule = "2.1"
[[places]]
is = "town"
name = "Oboyan"
at = "AA8"
provenance = "geography"
"""

GAMES = ("skirmish", "drive_on_kursk", "battle_for_kursk")
MAPS: dict[str, Board] = {
    **{title: read_map(library.SHELF / title / "data" / "map.toml") for title in GAMES},
    "lettered": parse_map(LETTERED),
    "lettered, even": parse_map(LETTERED.replace('"odd"', '"even"').partition("[[sides]]")[0]),
    "northward": parse_map(
        "\n".join(
            (
                'title = "Straight rows counted from the south"',
                "[grid]",
                "rows = [3, 8]",
                "columns = [0, 4]",
                'north = "high"',
                "[kinds]",
                'hexes = ["wood"]',
                "[[hexes]]",
                'is = "wood"',
                'at = "0300 0804"',
                'provenance = "rulebook"',
            )
        )
    ),
}
every_map = pytest.mark.parametrize("name", MAPS)
needs_tiled = pytest.mark.skipif(
    not shutil.which("tiled"), reason="Tiled's command line tool is not installed"
)


def same(board: Board, name: str) -> bool:
    return tiled.settled(board.file) == tiled.settled(MAPS[name].file)


# -- there and back ----------------------------------------------------------------------------


@every_map
@pytest.mark.parametrize("suffix", tiled.SUFFIXES)
def test_a_map_comes_back_as_it_went(tmp_path: Path, name: str, suffix: str) -> None:
    path = tmp_path / f"map{suffix}"
    tiled.export(MAPS[name], path)
    assert same(tiled.load(path), name)


@every_map
def test_the_text_of_a_map_reads_as_the_same_map(name: str) -> None:
    text = tiled.map_text(MAPS[name].file)
    assert same(parse_map(text), name)
    assert max(map(len, text.splitlines())) <= 110


@given(
    name=st.text(st.characters(exclude_categories=["Cs"]), min_size=1),
    note=st.text(st.characters(exclude_categories=["Cs"]), max_size=400)
    | st.lists(st.sampled_from(["Kursk", '"', "\\", "\n", "a  b", "é"]), max_size=90).map(" ".join),
)
@example(name="Kursk", note="two  blanks " * 20)
def test_any_words_come_back_from_the_text(name: str, note: str) -> None:
    places = (Entry("town", "rulebook", name, "0101", note=note),)
    file = msgspec.structs.replace(MAPS["skirmish"].file, title=note, places=places)
    assert tiled.settled(parse_map(tiled.map_text(file)).file) == tiled.settled(file)


@needs_tiled
@every_map
@pytest.mark.parametrize("suffix", [".tmx", ".tmj"])
@pytest.mark.parametrize("form", ["tmx", "json"])
def test_tiled_opens_a_map_and_writes_the_same_map(
    tmp_path: Path, name: str, suffix: str, form: str
) -> None:
    path, again = tmp_path / f"map{suffix}", tmp_path / f"again.{form}"
    tiled.export(MAPS[name], path)
    quiet = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "XDG_RUNTIME_DIR": str(tmp_path)}
    done = subprocess.run(
        ["tiled", "--export-map", form, str(path), str(again)],
        env=quiet,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert "tiledversion" in again.read_text("utf-8"), "Tiled itself has written it"
    assert same(tiled.load(again), name)


# -- what Tiled is told ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("straight", "shoved", "first", "axis", "index"),
    [
        ("rows", "odd", 1, "y", "even"),  # row 1 is Tiled's row 0
        ("rows", "odd", 2, "y", "odd"),
        ("rows", "even", 1, "y", "odd"),
        ("columns", "odd", 1, "x", "even"),
        ("columns", "even", 1, "x", "odd"),
    ],
)
def test_which_lines_are_shoved(
    straight: str, shoved: str, first: int, axis: str, index: str
) -> None:
    numbering = Numbering((first, first + 4), (first, first + 5), straight, shoved)
    frame = Sheet(Grid(numbering)).frame()
    assert (frame["staggeraxis"], frame["staggerindex"]) == (axis, index)
    assert (frame["width"], frame["height"]) == (6, 5)


def test_neighbours_lie_side_by_side_on_the_sheet() -> None:
    for board in MAPS.values():
        sheet = Sheet(board.grid)
        for hex in board.grid.name:
            x, y = sheet.centre(hex)
            assert sheet.hex_at((x + 9, y - 9)) == hex
            for near in board.grid.neighbours(hex):
                nx, ny = sheet.centre(near)
                assert 54 < ((x - nx) ** 2 + (y - ny) ** 2) ** 0.5 < 58


def test_kinds_that_exclude_each_other_share_a_layer(tmp_path: Path) -> None:
    sheet = exported(tmp_path, "lettered")
    painted = [layer["name"] for layer in sheet["layers"] if layer["type"] == "tilelayer"]
    assert painted == ["wood, hill", "supply"]


def test_the_tiles_are_a_png_of_the_size_that_is_told(tmp_path: Path) -> None:
    sheet = exported(tmp_path, "lettered")
    (tileset,) = sheet["tilesets"]
    image = (tmp_path / tileset["image"]).read_bytes()
    assert image.startswith(b"\x89PNG\r\n\x1a\n")
    size = (int.from_bytes(image[16:20], "big"), int.from_bytes(image[20:24], "big"))
    assert size == (tileset["imagewidth"], tileset["imageheight"]) == (3 * 64, 56)


def test_another_ending_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"map.png: a Tiled map ends in one of .tmx, .tmj"):
        tiled.export(MAPS["skirmish"], tmp_path / "map.png")


# -- edited ------------------------------------------------------------------------------------


def exported(tmp_path: Path, name: str = "skirmish") -> Any:
    tiled.export(MAPS[name], tmp_path / "map.tmj")
    return json.loads((tmp_path / "map.tmj").read_text("utf-8"))


def edited(tmp_path: Path, sheet: object) -> MapFile:
    path = tmp_path / "edited.tmj"
    path.write_text(json.dumps(sheet), "utf-8")
    return tiled.load(path).file


def faults(tmp_path: Path, sheet: object) -> list[str]:
    with pytest.raises(BadMap) as caught:
        edited(tmp_path, sheet)
    return caught.value.faults


def layer(sheet: Any, name: str) -> Any:
    return next(each for each in sheet["layers"] if each["name"] == name)


def thing(sheet: Any, layer_name: str, name: str) -> Any:
    return next(each for each in layer(sheet, layer_name)["objects"] if each["name"] == name)


def spot(name: str, board: str = "skirmish") -> tuple[float, float]:
    grid = MAPS[board].grid
    return Sheet(grid).centre(grid.find(name))


def cell(name: str) -> int:
    grid = MAPS["skirmish"].grid
    return Sheet(grid).cell(grid.find(name))


SKIRMISH = tiled.settled(MAPS["skirmish"].file)


def entry(kind: str, name: str = "", at: str = "", along: str = "") -> Entry:
    return Entry(kind, "reconstructed", name, at, along, note=tiled.EDITED)


def test_painted_ground_is_marked_and_the_rest_is_kept(tmp_path: Path) -> None:
    sheet = exported(tmp_path)
    ground = layer(sheet, "wood, hill")["data"]
    wood, hill = ground[cell("0203")], ground[cell("0306")]
    ground[cell("0203")] = 0  # a wood cleared,
    ground[cell("0304")] = hill  # one that is a hill,
    ground[cell("0101")] = ground[cell("0801")] = wood  # and two new ones
    woods, hills, *others = edited(tmp_path, sheet).hexes
    assert woods == Entry(
        "wood", "rulebook", at="0204 0606 0605 0705 0502 0407", rule=SKIRMISH.hexes[0].rule
    )
    assert hills == SKIRMISH.hexes[1]
    assert others[:-2] == list(SKIRMISH.hexes[2:])
    assert others[-2:] == [entry("wood", at="0101 0801"), entry("hill", at="0304")]


def test_ground_that_is_gone_leaves_no_entry(tmp_path: Path) -> None:
    sheet = exported(tmp_path)
    ground = layer(sheet, "wood, hill")
    ground["data"] = [0] * len(ground["data"])
    assert edited(tmp_path, sheet).hexes == SKIRMISH.hexes[2:]


def test_a_turned_tile_is_the_same_ground(tmp_path: Path) -> None:
    sheet = exported(tmp_path)
    layer(sheet, "wood, hill")["data"][cell("0203")] |= 0x80000000
    assert edited(tmp_path, sheet) == SKIRMISH


def test_a_place_that_was_moved_is_marked(tmp_path: Path) -> None:
    sheet = exported(tmp_path)
    brod = thing(sheet, "places: town", "Brod")
    brod["x"], brod["y"] = (n + 11 for n in spot("0506"))
    dubki, moved, lesnoye = edited(tmp_path, sheet).places
    assert (dubki, lesnoye) == (SKIRMISH.places[0], SKIRMISH.places[2])
    assert moved == entry("town", "Brod", at="0506")


def test_a_place_nudged_inside_its_hex_is_where_it_was(tmp_path: Path) -> None:
    sheet = exported(tmp_path)
    thing(sheet, "places: town", "Brod")["x"] += 20
    assert edited(tmp_path, sheet) == SKIRMISH


def test_a_place_renamed_added_and_removed(tmp_path: Path) -> None:
    sheet = exported(tmp_path)
    thing(sheet, "places: town", "Dubki")["name"] = "Duby"
    towns = layer(sheet, "places: town")["objects"]
    towns[:] = [each for each in towns if each["name"] != "Lesnoye"]
    x, y = spot("0808")
    towns.append({"id": 99, "name": "Novoye", "x": x - 5, "y": y - 5, "width": 10, "height": 10})
    duby, brod, new = edited(tmp_path, sheet).places
    assert brod == SKIRMISH.places[1]
    assert duby == entry("town", "Duby", at="0402")
    assert new == entry("town", "Novoye", at="0808")


def test_properties_may_be_corrected_by_hand(tmp_path: Path) -> None:
    sheet = exported(tmp_path)
    brod = thing(sheet, "places: town", "Brod")
    brod["properties"] = [p for p in brod["properties"] if p["name"] != "rule"]
    brod["properties"].append({"name": "note", "type": "string", "value": "seen on the sheet"})
    assert edited(tmp_path, sheet).places[1] == Entry(
        "town", "rulebook", "Brod", "0405", note="seen on the sheet"
    )


def test_a_road_keeps_what_it_says_where_it_runs_as_it_did(tmp_path: Path) -> None:
    sheet = exported(tmp_path)
    road = thing(sheet, "lines: road", "the old highway")
    x, y = spot("0408")
    road["polyline"] = road["polyline"][:6]
    road["polyline"].append({"x": x - road["x"], "y": y - road["y"]})  # two hexes in one stroke
    (old,) = SKIRMISH.lines
    kept, new = edited(tmp_path, sheet).lines
    assert kept == Entry(
        "road", "rulebook", old.name, along="0401 0402 0403 0404 0405 0406", rule=old.rule
    )
    assert new == entry("road", old.name, along="0406 0407 0408")


def test_a_river_keeps_what_it_says_where_it_runs_as_it_did(tmp_path: Path) -> None:
    sheet = exported(tmp_path)
    river = thing(sheet, "sides: river", "Lipa")
    (old,) = SKIRMISH.sides
    words = old.at.split()
    # The last five hexsides run round the other side of a hex, with two points on one corner.
    instead = "0604/0605 0605/0705 0705/0706"
    ((_, bend),) = Sheet(MAPS["skirmish"].grid).strokes(instead)
    river["polyline"] = river["polyline"][:12] + [
        {"x": x - river["x"], "y": y - river["y"]} for x, y in [bend[1], *bend[1:]]
    ]
    kept, new = edited(tmp_path, sheet).sides
    assert kept.at.split() == words[:11] and kept.rule == old.rule
    assert new == entry("river", "Lipa", at="0605/0705 0705/0706")


def test_new_hexsides_follow_the_corners(tmp_path: Path) -> None:
    sheet = exported(tmp_path)
    ((_, points),) = Sheet(MAPS["skirmish"].grid).strokes("0101/0102 0101/0201")
    layer(sheet, "sides: river")["objects"].append(
        {
            "id": 99,
            "name": "Brook",
            "x": 3,
            "y": -2,
            "polyline": [{"x": x, "y": y} for x, y in points],
        }
    )
    river, brook = edited(tmp_path, sheet).sides
    assert river == SKIRMISH.sides[0]
    assert {frozenset(word.split("/")) for word in brook.at.split()} == {
        frozenset({"0101", "0102"}),
        frozenset({"0101", "0201"}),
    }
    assert (brook.provenance, brook.note) == ("reconstructed", tiled.EDITED)


def test_new_faces_lie_in_the_hex_they_are_drawn_in(tmp_path: Path) -> None:
    sheet = exported(tmp_path, "lettered")
    forts = layer(sheet, "sides: fort")["objects"]
    ((_, points),) = Sheet(MAPS["lettered"].grid).strokes("AB5>AB6")
    forts.append(
        {"id": 99, "name": "", "x": 0, "y": 0, "polyline": [{"x": x, "y": y} for x, y in points]}
    )
    assert edited(tmp_path, sheet).sides[-1] == entry("fort", at="AB5>AB6")


def test_layers_in_groups_are_read_too(tmp_path: Path) -> None:
    sheet = exported(tmp_path)
    sheet["layers"] = [{"type": "group", "name": "all", "layers": sheet["layers"]}]
    assert edited(tmp_path, sheet) == SKIRMISH


@pytest.mark.parametrize("packing", ["", "zlib", "gzip"])
def test_packed_layers_are_read_too(tmp_path: Path, packing: str) -> None:
    packs: dict[str, Callable[[bytes], bytes]] = {
        "": bytes,
        "zlib": zlib.compress,
        "gzip": gzip.compress,
    }
    sheet = exported(tmp_path)
    for each in sheet["layers"]:
        if each["type"] == "tilelayer":
            raw = struct.pack(f"<{len(each['data'])}I", *each["data"])
            each["data"] = base64.b64encode(packs[packing](raw)).decode()
            each["compression"] = packing
    assert edited(tmp_path, sheet) == SKIRMISH


# -- faults ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "odd.tmx: Expecting property name"),
        ("[]", "odd.tmx: it is no Tiled map"),
        ("{}", "odd.tmx: it is no map that `kursk map export` wrote"),
        ("<map", "odd.tmx: it is no XML: "),
        ("<tileset/>", "odd.tmx: it is a Tiled tileset, not a map"),
        ("<map/>", "odd.tmx: it is no map that `kursk map export` wrote"),
    ],
)
def test_what_is_no_map_is_refused_in_a_line(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "odd.tmx"
    path.write_text(text, "utf-8")
    with pytest.raises(BadMap) as caught:
        tiled.load(path)
    (fault,) = caught.value.faults
    assert fault.startswith(says) and "\n" not in fault


def test_a_sheet_of_another_size_is_refused(tmp_path: Path) -> None:
    sheet = exported(tmp_path)
    sheet["width"] = 9
    assert faults(tmp_path, sheet) == ["edited.tmj: width is 9, the map's grid needs 8"]


def test_a_tileset_elsewhere_is_refused(tmp_path: Path) -> None:
    sheet = exported(tmp_path)
    sheet["tilesets"] = [{"firstgid": 1, "source": "ground.tsx"}]
    assert faults(tmp_path, sheet) == [
        "edited.tmj: the tileset ground.tsx must be embedded in the map"
    ]


def test_an_infinite_map_and_a_packing_unknown_are_refused(tmp_path: Path) -> None:
    sheet = exported(tmp_path)
    layer(sheet, "wood, hill")["compression"] = "zstd"
    layer(sheet, "wood, hill")["data"] = "AAAA"
    (fault,) = faults(tmp_path, sheet)
    assert fault.endswith("layer 'wood, hill': choose CSV as the map's tile layer format")
    del layer(sheet, "wood, hill")["data"]
    (fault,) = faults(tmp_path, sheet)
    assert fault.endswith("layer 'wood, hill': the map must not be infinite")


def test_every_fault_names_what_is_wrong(tmp_path: Path) -> None:
    sheet = exported(tmp_path)
    layer(sheet, "wood, hill")["data"][cell("0101")] = 99
    thing(sheet, "places: town", "Brod")["x"] = -400
    thing(sheet, "places: town", "Dubki")["rotation"] = 30
    thing(sheet, "lines: road", "the old highway")["y"] = -90
    river = thing(sheet, "sides: river", "Lipa")
    del river["polyline"][3]
    sheet["layers"].append({"type": "imagelayer", "name": "photograph"})
    found = faults(tmp_path, sheet)
    assert found == [
        "0101: layer 'wood, hill' has an unknown tile there",
        "town Dubki: it is turned; draw it anew instead",
        "layer 'photograph': it is none of the layers that were exported",
        "road the old highway: a point at (56, -90) is off the map",
        "town Brod: it lies off the map",
        "river Lipa: (252, 64) to (224, 112) does not follow one hexside",
    ]


def test_a_stroke_off_the_map_is_refused(tmp_path: Path) -> None:
    sheet = exported(tmp_path)
    thing(sheet, "sides: river", "Lipa")["x"] = -4000
    (fault,) = faults(tmp_path, sheet)
    assert fault.startswith("river Lipa: a point at (-4000, ") and fault.endswith("is off the map")


def test_ground_painted_where_the_map_has_a_hole(tmp_path: Path) -> None:
    sheet = exported(tmp_path, "lettered")
    ground = layer(sheet, "wood, hill")["data"]
    assert len(ground) == 7 * 6
    ground[7 + 1] = 1  # Z4
    assert faults(tmp_path, sheet) == ["wood: column 1, row 1 of the sheet is not on the map"]


def test_the_map_is_checked_as_any_map_is(tmp_path: Path) -> None:
    sheet = exported(tmp_path)
    thing(sheet, "places: town", "Brod")["name"] = "Dubki"
    assert faults(tmp_path, sheet) == ["town Dubki: there is another place of this name"]


def test_tmx_keeps_properties_of_several_lines(tmp_path: Path) -> None:
    """Tiled writes such text inside the element, not as an attribute."""
    path = tmp_path / "map.tmx"
    tiled.export(MAPS["skirmish"], path)
    text = path.read_text("utf-8")
    before = '<property name="provenance" type="string" value="rulebook" />'
    after = before + '<property name="note">one\ntwo</property>'
    path.write_text(text.replace(before, after), "utf-8")
    assert {entry.note for entry in tiled.load(path).file.places} == {"one\ntwo"}


def test_tmx_layers_may_be_packed_grouped_and_drawn_as_polygons() -> None:
    packed = base64.b64encode(zlib.compress(bytes((7, 0, 0, 0)))).decode()
    sheet = files.read(
        "<map><group><layer name='a' width='1'>"
        f"<data encoding='base64' compression='zlib'> {packed} </data></layer></group>"
        "<objectgroup name='b'><object id='1' x='1' y='2'>"
        "<polygon points='0,0 1,1'/></object></objectgroup>"
        "<layer name='c'><data encoding='csv'><chunk>1</chunk></data></layer></map>"
    )
    a, b, c = files.layers(sheet)
    assert files.cells(a) == [7]
    assert b["objects"][0]["polygon"] == [{"x": 0, "y": 0}, {"x": 1, "y": 1}]
    assert "data" not in c
