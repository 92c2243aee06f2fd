"""A map as a Tiled sheet: ground in tile layers, hexsides, lines and places as objects."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec

from kursk.core.board import Board, Entry, MapFile
from kursk.tiled import files, tiles
from kursk.tiled.files import Json
from kursk.tiled.maptext import head, plain, settled
from kursk.tiled.shapes import Point, Sheet

SUFFIXES = (".tmx", ".tmj", ".json")
Drawn = list[tuple[Entry, list[Point]]]  # entries, or parts of one, and the points of each


def export(board: Board, path: Path) -> None:
    """Write a map for Tiled, as TMX or as JSON by its ending, and its tiles in a PNG beside it."""
    if path.suffix not in SUFFIXES:
        raise ValueError(f"{path.name}: a Tiled map ends in one of {', '.join(SUFFIXES)}")
    image = path.with_name(f"{path.stem}-tiles.png")
    sheet = Sheet(board.grid)
    frame: Json = sheet.frame()
    groups = _groups(board.file)
    picture = tiles.picture(groups, frame["tilewidth"], frame["tileheight"])
    image.write_bytes(picture)
    path.write_text(files.written(_map(board, sheet, image.name), path.suffix), "utf-8")


def _map(board: Board, sheet: Sheet, image: str) -> Json:
    file = settled(board.file)
    frame: Json = sheet.frame()
    kinds = [kind for group in _groups(file) for kind in group]
    layers = [*_tile_layers(file, board, sheet), *_object_layers(file, board, sheet)]
    things = [thing for layer in layers for thing in layer.get("objects", ())]
    for number, each in enumerate(layers, 1):
        each["id"] = number
    for number, each in enumerate(things, 1):
        each["id"] = number
    return {
        "type": "map",
        "version": "1.8",
        **frame,
        "renderorder": "right-down",
        "infinite": False,
        "nextlayerid": len(layers) + 1,
        "nextobjectid": len(things) + 1,
        "properties": files.properties(
            {
                "head": json.dumps(head(file), ensure_ascii=False),
                "hexes": json.dumps([plain(e) for e in file.hexes], ensure_ascii=False),
            }
        ),
        "tilesets": [
            {
                "firstgid": 1,
                "name": "ground",
                "tilewidth": frame["tilewidth"],
                "tileheight": frame["tileheight"],
                "tilecount": len(kinds),
                "columns": len(kinds),
                "margin": 0,
                "spacing": 0,
                "image": image,
                "imagewidth": frame["tilewidth"] * len(kinds),
                "imageheight": frame["tileheight"],
                "tiles": [
                    {"id": number, "properties": files.properties({"is": kind})}
                    for number, kind in enumerate(kinds)
                ],
            }
        ],
        "layers": layers,
    }


def _groups(file: MapFile) -> list[tuple[str, ...]]:
    """The kinds of hexes, parted so that a hex has one at the most of each group."""
    groups: list[tuple[str, ...]] = []
    for kind in file.kinds.get("hexes", ()):
        if not any(kind in group for group in groups):
            alone = next((group for group in file.alone if kind in group), (kind,))
            taken = {kind for group in groups for kind in group}
            groups.append(tuple(k for k in alone if k not in taken))
    return groups


def _layer(name: str, **more: Any) -> Json:
    return {"name": name, "x": 0, "y": 0, "opacity": 1, "visible": True, **more}


def _tile_layers(file: MapFile, board: Board, sheet: Sheet) -> Iterable[Json]:
    frame: Json = sheet.frame()
    number = 0
    for group in _groups(file):
        numbers = {kind: number + n for n, kind in enumerate(group, 1)}
        number += len(group)
        data = [0] * (frame["width"] * frame["height"])
        for entry in file.hexes:
            if entry.kind in numbers:
                for name in board.spelled(entry.at):
                    data[sheet.cell(board.grid.find(name))] = numbers[entry.kind]
        yield _layer(
            ", ".join(group),
            type="tilelayer",
            width=frame["width"],
            height=frame["height"],
            data=data,
        )


def _object_layers(file: MapFile, board: Board, sheet: Sheet) -> Iterable[Json]:
    def side(entry: Entry) -> Drawn:
        strokes = sheet.strokes(entry.at)
        return [(msgspec.structs.replace(entry, at=part), points) for part, points in strokes]

    def line(entry: Entry) -> Drawn:
        return [(entry, [sheet.centre(board.grid.find(n)) for n in board.spelled(entry.along)])]

    def place(entry: Entry) -> Drawn:
        return [(entry, [sheet.centre(board.grid.find(entry.at))])]

    drawn: dict[str, Callable[[Entry], Drawn]] = {
        "sides": side,
        "lines": line,
        "places": place,
    }
    for group, draw in drawn.items():
        entries = list(enumerate(getattr(file, group)))
        kinds = list(file.kinds.get(group, ()))
        for kind, (r, g, b) in zip(kinds, tiles.colours(kinds), strict=True):
            mine = [(number, entry) for number, entry in entries if entry.kind == kind]
            faces = bool(mine) and all(">" in w for _, e in mine for w in e.at.split())
            about: dict[str, str | int | bool] = {"group": group, "is": kind}
            yield _layer(
                f"{group}: {kind}",
                type="objectgroup",
                color=f"#{r:02x}{g:02x}{b:02x}",
                draworder="index",
                properties=files.properties({**about, "faces": True} if faces else about),
                objects=[
                    _object(part, points, number)
                    for number, entry in mine
                    for part, points in draw(entry)
                ],
            )


def _object(entry: Entry, points: list[Point], number: int) -> Json:
    x, y = points[0]
    shape: Json = {"point": True}
    if len(points) > 1:
        shape = {"polyline": [{"x": px - x, "y": py - y} for px, py in points]}
    return {
        "name": entry.name,
        "type": entry.kind,
        "x": x,
        "y": y,
        "width": 0,
        "height": 0,
        "rotation": 0,
        "visible": True,
        **shape,
        "properties": files.properties({**plain(entry), "entry": number}),
    }
