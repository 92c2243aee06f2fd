"""Everything on a map worked out once, whatever its colours: shapes, lines, marks and names.

Lines come first, then names that dodge them, then trees that dodge both.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from kursk.core.board import Board
from kursk.core.hexes import Hexes, scan
from kursk.draw import symbols
from kursk.draw.areas import area, area_path, heights
from kursk.draw.faces import face_curves, fills_of, strokes_of
from kursk.draw.forts import fort_lines, start_lines, teeth
from kursk.draw.geometry import Layout, Point, num
from kursk.draw.ink import Ink, around
from kursk.draw.labels import Labels
from kursk.draw.lines import Lines, strokes_path, ties
from kursk.draw.rivers import Stream, ribbons, streams
from kursk.draw.symbols import HOUSES, forest, ground, hachures, houses, rough, swamp

SAME = {"marsh": "swamp", "hill": "hills", "wood": "forest", "woods": "forest", "lake": "sea"}
AREAS = ("sea", "swamp", "forest", "rough", "hills")
SEEDS = {"forest": 21, "swamp": 22, "hills": 23, "rough": 24, "sea": 25}
GROUND = {"major city": 27.0, "city": 24.0}


@dataclass
class Plan:
    layout: Layout
    heights: list[str]
    areas: dict[str, str]
    marks: dict[str, str]  # trees, reeds, hachures, houses, by what they are
    rivers: list[Stream]
    water: dict[str, str]
    start: str
    forts: dict[str, tuple[str, str]]  # line and teeth
    faces: dict[str, tuple[str, str, str]]  # of a game's own kinds: drawing, strokes and fills
    lines: dict[str, str]
    ties: str
    labels: Labels
    grid: str


def terrain(board: Board) -> dict[str, Hexes]:
    """The hexes of each kind of ground that is drawn as a shape."""
    found = dict.fromkeys(AREAS, 0)
    for kind, hexes in board.hexes.items():
        kind = SAME.get(kind, kind)
        if kind in found:
            found[kind] |= hexes
    return found


def fort_kinds(board: Board) -> list[str]:
    """The forts of a map, by who built them: "fort german"."""
    return [kind for kind in dict.fromkeys((*board.hexes, *board.sides)) if kind[:5] == "fort "]


def plan(
    board: Board, values: Mapping[str, str] | None = None, draw: Mapping[str, str] | None = None
) -> Plan:
    """Draw up a map. `values` is what places are worth, by name or by kind; `draw` says how
    kinds of the game's own are drawn."""
    layout = Layout(board.grid)
    kinds = terrain(board)
    rivers = streams(board, layout)
    lines = Lines(board, layout)
    forts = {kind: fort_lines(board, layout, kind) for kind in fort_kinds(board)}
    faces = {
        kind: (drawing, curves)
        for kind, drawing in (draw or {}).items()
        if (curves := face_curves(board, layout, kind, drawing))
    }
    start = start_lines(board, layout)

    ink = Ink()
    for river in rivers:
        ink.line("river", river.curve, max(river.widths) / 2 + 0.5)
    for style, curves in lines.curves.items():
        for curve in curves:
            ink.line("rail" if "rail" in style else "road", curve, 2.0)
    for curves in forts.values():
        for curve in curves:
            ink.line("fort", curve, 2.0)
    for _, curves in faces.values():
        for curve in curves:
            ink.line("fort", curve, 2.0)
    for curve in start:
        ink.line("start", curve, 1.5)

    marks = _places(board, layout, ink)
    labels = _labels(board, layout, ink, rivers, values or {})
    for label in [*labels.names, *labels.numbers, *labels.rivers, *labels.regions]:
        for left, top, right, bottom in label.boxes:
            ink.any |= _squares_of(ink, (left - 1, top, right + 1, bottom + 2.5))

    shapes = {kind: area(layout, hexes, SEEDS[kind]) for kind, hexes in kinds.items()}
    marks |= {f"tree {part}": d for part, d in forest(layout, kinds["forest"], ink).items()}
    marks |= swamp(layout, kinds["swamp"], ink)
    marks["crags"] = rough(layout, kinds["rough"], ink)
    marks["hachures"] = hachures(layout, kinds["hills"], shapes["hills"], ink)
    covered = 0
    for hexes in kinds.values():
        covered |= hexes
    marks["flecks"] = symbols.flecks(layout, board.grid.all & ~covered, ink)

    return Plan(
        layout=layout,
        heights=heights(layout, board.hexes),
        areas={kind: area_path(shape) for kind, shape in shapes.items()},
        marks=marks,
        rivers=rivers,
        water=ribbons(rivers),
        start=strokes_path(start),
        forts={kind: (strokes_path(c), teeth(c)) for kind, c in forts.items() if c},
        faces={
            kind: (drawing, strokes_of(curves, drawing), fills_of(curves, drawing))
            for kind, (drawing, curves) in faces.items()
        },
        lines={style: strokes_path(curves) for style, curves in lines.curves.items()},
        ties=ties(lines.curves.get("rail", [])) + ties(lines.curves.get("double rail", []), 1.6),
        labels=labels,
        grid=layout.grid_path(),
    )


def _squares_of(ink: Ink, box: tuple[float, float, float, float]) -> set[int]:
    probe = Ink()
    probe.box("label", box)
    return probe.any


def place_spots(board: Board, layout: Layout) -> dict[str, Point]:
    """Where each place stands: in the middle, or side by side where a hex has several."""
    by_hex: dict[int, list[str]] = {}
    for name, place in board.places.items():
        by_hex.setdefault(place.hex, []).append(name)
    spots = {}
    for hex, names in by_hex.items():
        x, y = layout.centre[hex]
        for i, name in enumerate(names):
            spots[name] = (x + (i - (len(names) - 1) / 2) * 16, y)
    return spots


def _rank(board: Board, kind: str) -> str:
    """A town that the rules take no note of is drawn as less than one that they do."""
    return "minor town" if kind == "town" and kind not in board.hexes else kind


def _places(board: Board, layout: Layout, ink: Ink) -> dict[str, str]:
    marks = {"houses": "", "ground": "", "dots": ""}
    spots = place_spots(board, layout)
    for name, place in sorted(board.places.items()):
        x, y = spots[name]
        if _rank(board, place.kind) in HOUSES:
            marks["houses"] += houses(x, y, place.kind, place.hex)
            reach = HOUSES[place.kind][1]
            ink.box("houses", around(x, y, 1.7 * reach, 1.7 * reach))
            if place.kind in GROUND:
                marks["ground"] += ground(x, y, GROUND[place.kind], place.hex)
        else:
            marks["dots"] += f"M{num(x - 2.2)} {num(y)}a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0z"
            ink.box("houses", around(x, y, 6, 6))
    return marks


def _labels(
    board: Board, layout: Layout, ink: Ink, rivers: list[Stream], values: Mapping[str, str]
) -> Labels:
    labels = Labels(layout, ink)
    labels.place_names(
        [
            (
                name,
                _rank(board, place.kind),
                place.hex,
                values.get(name, values.get(place.kind, "")),
            )
            for name, place in board.places.items()
        ],
        must=set(board.hexes),
    )
    for (kind, name), hexes in board.groups.items():
        if name and SAME.get(kind, kind) in AREAS and sum(1 for _ in scan(hexes)) > 3:
            labels.region_name(name, SAME.get(kind, kind), hexes)
    labels.hex_numbers()
    labels.river_names(rivers)
    return labels
