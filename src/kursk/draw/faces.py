"""Hexsides and hexes of a game's own, drawn as its caption file says.

    [draw]
    depression = "slope"               # a bank that falls away from the hex it belongs to
    "dragontooth soviet" = "spikes"    # obstacles before the hex
    "flank russian" = "dashes"         # a broken line inside the hex
    reinforced = "double"              # a second line behind the forts of these hexes

Each is drawn inside the hex it belongs to, along the side it looks across.
"""

from kursk.core.board import Board
from kursk.core.hexes import OFF, scan
from kursk.draw.forts import inset_curves
from kursk.draw.geometry import Edge, Layout, Point, normals, path, resample
from kursk.draw.theme import width

DRAWINGS = ("slope", "spikes", "dashes", "double")
INSET = {"slope": 2.6, "spikes": 4.4, "dashes": 6.0}
BEHIND = 4.6  # from a fort line to the one behind it


def face_curves(board: Board, layout: Layout, kind: str, drawing: str) -> list[list[Point]]:
    """The curves of a kind, what it looks at on the left of the way."""
    if drawing == "double":
        return inset_curves(
            layout, _behind_forts(board, layout, kind), width("fort inset") + BEHIND
        )
    sides = board.sides.get(kind) or (0,) * 6
    faces = [layout.side(hex, side) for side in range(6) for hex in scan(sides[side])]
    return inset_curves(layout, faces, INSET[drawing])


def _behind_forts(board: Board, layout: Layout, kind: str) -> list[Edge]:
    """The sides on which the forts of these hexes face; all round where nobody says."""
    hexes, faces = board.hexes.get(kind, 0), []
    forts = [sides for name, sides in board.sides.items() if name.startswith("fort ")]
    for hex in scan(hexes):
        faced = [side for side in range(6) if any(sides[side] >> hex & 1 for sides in forts)]
        for side in faced or range(6):
            there = board.grid.beyond(hex, side)
            if faced or (there != OFF and not hexes >> there & 1):
                faces.append(layout.side(hex, side))
    return faces


def strokes_of(curves: list[list[Point]], drawing: str) -> str:
    """What is stroked."""
    if drawing == "spikes":
        return ""
    out = "".join(path(curve) for curve in curves)
    if drawing == "slope":
        for curve in curves:
            points = resample(curve, 5.2)
            marks = zip(points, normals(points), strict=True)
            out += "".join(
                path([(x, y), (x + nx * (5.4 if n % 2 else 3.2), y + ny * (5.4 if n % 2 else 3.2))])
                for n, ((x, y), (nx, ny)) in enumerate(marks)
            )
    return out


def fills_of(curves: list[list[Point]], drawing: str) -> str:
    """What is filled: a row of small spikes."""
    if drawing != "spikes":
        return ""
    out = ""
    for curve in curves:
        points = resample(curve, 3.4)
        for (x, y), (nx, ny) in list(zip(points, normals(points), strict=True))[1::2]:
            tx, ty = -ny * 2.3, nx * 2.3
            tip = (x + nx * 4.6, y + ny * 4.6)
            out += path([(x - tx, y - ty), tip, (x + tx, y + ty)], closed=True)
    return out
