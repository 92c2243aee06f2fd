"""A Tiled sheet as a map again: what looks as it did is kept, what does not is marked."""

import json
from collections.abc import Iterator
from itertools import groupby, pairwise
from pathlib import Path

import msgspec

from kursk.core.board import BadMap, Board, Entry, MapFile
from kursk.core.hexes import OFF
from kursk.tiled import files
from kursk.tiled.files import Json, values
from kursk.tiled.shapes import Point, Sheet

EDITED = "edited in Tiled"


class Drawing(msgspec.Struct):
    """One object of a sheet: what is seen of it, and the entry that it was exported from."""

    group: str
    kind: str
    name: str
    points: list[Point]
    was: Entry | None  # None: drawn anew, renamed, or moved to the layer of another kind
    faces: bool  # it lies on the sides of single hexes
    order: tuple[float, int]  # the number of its entry, and its own

    @property
    def edited(self) -> Entry:
        return Entry(self.kind, "reconstructed", name=self.name, note=EDITED)


def load(path: Path) -> Board:
    """Read a map that Tiled has saved; BadMap says what cannot be read, and where."""
    try:
        return Board(_file(files.read(path.read_text("utf-8"))))
    except BadMap:
        raise
    except (KeyError, TypeError, AttributeError):
        raise BadMap([f"{path.name}: it is no map that `kursk map export` wrote"]) from None
    except ValueError as error:
        raise BadMap([f"{path.name}: {error}"]) from None


def _file(tiled: Json) -> MapFile:
    about = values(tiled)
    blank = Board(msgspec.convert(json.loads(about["head"]), MapFile))
    sheet = Sheet(blank.grid)
    for key, value in sheet.frame().items():
        if tiled.get(key) != value:
            raise ValueError(f"{key} is {tiled.get(key)}, the map's grid needs {value}")
    entries = msgspec.json.decode(about["hexes"], type=list[Entry])
    faults: list[str] = []
    found = {"hexes": tuple(_hexes(blank, sheet, tiled, entries, faults))}
    drawings = sorted(_drawings(tiled, faults), key=lambda drawing: drawing.order)
    for group, mine in groupby(sorted(drawings, key=_group), key=_group):
        read = {"sides": _sides, "lines": _lines, "places": _places}[group]
        found[group] = tuple(read(blank, sheet, list(mine), faults))
    if faults:
        raise BadMap(faults)
    return msgspec.structs.replace(blank.file, **found)


def _group(drawing: Drawing) -> str:
    return drawing.group


# -- ground ------------------------------------------------------------------------------------


def _hexes(
    blank: Board, sheet: Sheet, tiled: Json, entries: list[Entry], faults: list[str]
) -> Iterator[Entry]:
    painted = _painted(blank, sheet, tiled, faults)
    for entry in entries:
        names = blank.spelled(entry.at)
        there = painted.get(entry.kind, set())
        kept = [name for name in names if name in there]
        there.difference_update(kept)
        if kept:
            yield entry if kept == names else msgspec.structs.replace(entry, at=" ".join(kept))
    for kind, new in painted.items():
        if new:
            yield Entry(kind, "reconstructed", at=" ".join(sorted(new)), note=EDITED)


def _painted(blank: Board, sheet: Sheet, tiled: Json, faults: list[str]) -> dict[str, set[str]]:
    """The hexes of each kind, as the tile layers have them."""
    kinds: dict[int, str] = {}
    for tileset in tiled["tilesets"]:
        if "source" in tileset:
            raise ValueError(f"the tileset {tileset['source']} must be embedded in the map")
        for tile in tileset.get("tiles", ()):
            kinds[tileset["firstgid"] + tile["id"]] = values(tile).get("is", "")
    names = {sheet.cell(hex): name for hex, name in blank.grid.name.items()}
    painted: dict[str, set[str]] = {kind: set() for kind in blank.hexes}
    for layer in files.layers(tiled):
        if layer["type"] != "tilelayer":
            continue
        for number, tile in enumerate(files.cells(layer)):
            if not tile:
                continue
            kind = kinds.get(tile, "")
            if number not in names:
                row, column = divmod(number, sheet.width)
                faults.append(f"{kind}: column {column}, row {row} of the sheet is not on the map")
            elif kind not in painted:
                faults.append(f"{names[number]}: layer {layer['name']!r} has an unknown tile there")
            else:
                painted[kind].add(names[number])
    return painted


# -- objects -----------------------------------------------------------------------------------


def _drawings(tiled: Json, faults: list[str]) -> Iterator[Drawing]:
    for layer in files.layers(tiled):
        if layer["type"] == "tilelayer":
            continue
        about = values(layer)
        if about.get("group") not in ("sides", "lines", "places") or "is" not in about:
            faults.append(f"layer {layer['name']!r}: it is none of the layers that were exported")
            continue
        for thing in layer["objects"]:
            said = values(thing)
            name, kind = thing.get("name", ""), about["is"]
            fields = {key: said[key] for key in ENTRY if key in said}
            was = msgspec.convert(fields, Entry) if "provenance" in said else None
            faces = about.get("faces", False) if was is None else ">" in was.at
            if was and (was.kind, was.name) != (kind, name):
                was = None
            order = (said.get("entry", float("inf")), thing["id"])
            if thing.get("rotation"):
                faults.append(f"{kind} {name}: it is turned; draw it anew instead")
            yield Drawing(about["group"], kind, name, _points(thing), was, faces, order)


ENTRY = ("is", "provenance", "name", "at", "along", "note", "rule")


def _points(thing: Json) -> list[Point]:
    x, y = thing["x"], thing["y"]
    drawn = thing.get("polyline") or [*thing.get("polygon", ()), *thing.get("polygon", ())[:1]]
    if drawn:
        return [(x + point["x"], y + point["y"]) for point in drawn]
    return [(x + thing.get("width", 0) / 2, y + thing.get("height", 0) / 2)]


def _sides(
    blank: Board, sheet: Sheet, drawings: list[Drawing], faults: list[str]
) -> Iterator[Entry]:
    """The strokes of one entry are put together again, in runs that are as they were or not."""
    name = blank.grid.name
    runs: list[tuple[float, Entry, str]] = []
    for drawing in drawings:
        mark = ">" if drawing.faces else "/"
        was = drawing.was
        known = {_side(word): word for word in was.at.split()} if was else {}
        try:
            sides = sheet.sides(drawing.points)
        except ValueError as error:
            faults.append(f"{drawing.kind} {drawing.name}: {error}")
            continue
        for a, b in sides:
            word = f"{name[a]}{mark}{name[b]}"
            old = known.get(_side(word), "")
            entry = msgspec.structs.replace(was, at="") if was and old else drawing.edited
            runs.append((drawing.order[0], entry, old or word))
    for (_, entry), run in groupby(runs, key=lambda run: run[:2]):
        yield msgspec.structs.replace(entry, at=" ".join(word for _, _, word in run))


def _side(word: str) -> str | frozenset[str]:
    """A hexside by either of its names; a face has one only."""
    return word if ">" in word else frozenset(word.split("/"))


def _lines(
    blank: Board, sheet: Sheet, drawings: list[Drawing], faults: list[str]
) -> Iterator[Entry]:
    """A line keeps what it says where it runs as it did."""
    for drawing in drawings:
        try:
            way = [blank.grid.name[hex] for hex in sheet.way(drawing.points)]
        except ValueError as error:
            faults.append(f"{drawing.kind} {drawing.name}: {error}")
            continue
        was = drawing.was
        before = blank.spelled(was.along) if was else []
        if was and way == before:
            yield was
            continue
        links = {frozenset(link) for link in pairwise(before)}
        for kept, part in groupby(pairwise(way), key=lambda link: frozenset(link) in links):
            run = list(part)
            entry = was if was and kept else drawing.edited
            along = " ".join([run[0][0], *(b for _, b in run)])
            yield msgspec.structs.replace(entry, along=along)


def _places(
    blank: Board, sheet: Sheet, drawings: list[Drawing], faults: list[str]
) -> Iterator[Entry]:
    for drawing in drawings:
        hex = sheet.hex_at(drawing.points[0])
        if hex == OFF:
            faults.append(f"{drawing.kind} {drawing.name}: it lies off the map")
            continue
        at = blank.grid.name[hex]
        was = drawing.was
        yield was if was and was.at == at else msgspec.structs.replace(drawing.edited, at=at)
