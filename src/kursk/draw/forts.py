"""Fort lines and the line on which a game starts.

A fort line lies inside the hexes that are forts, set in from the sides that face the enemy,
with its teeth toward him.
"""

from kursk.core.board import Board
from kursk.core.hexes import OFF, Hexes, Sides, scan
from kursk.draw.geometry import (
    Edge,
    Layout,
    Point,
    chains,
    normals,
    offset,
    path,
    resample,
    through_middles,
)
from kursk.draw.theme import width

START = ("start line", "front line")


def fort_lines(board: Board, layout: Layout, kind: str) -> list[list[Point]]:
    """The curves of a kind of fort, the enemy on the left of the way."""
    faces: list[Edge] = []
    sides = board.sides.get(kind)
    faced = 0
    if sides:
        for side in range(6):
            for hex in scan(sides[side]):
                faces.append(layout.side(hex, side))
                faced |= 1 << hex
    # A fort whose facing nobody gives is strong all round.
    faces += _round(board, layout, board.hexes.get(kind, 0) & ~faced, board.hexes.get(kind, 0))
    return inset_curves(layout, faces, width("fort inset"))


def inset_curves(layout: Layout, faces: list[Edge], inset: float) -> list[list[Point]]:
    """Curves inside the hexes along these sides, what the sides look at on the left of the way."""
    curves = []
    for chain in chains(faces, joins=False):
        points = through_middles([layout.point(corner) for corner in chain])
        closed = chain[0] == chain[-1]
        curve = resample(offset(points, -inset if layout.grid.pointed else inset, closed), 2.4)
        if not layout.grid.pointed:
            curve.reverse()
        curves.append(curve)
    return curves


def _round(board: Board, layout: Layout, hexes: Hexes, all_forts: Hexes) -> list[Edge]:
    out = []
    for hex in scan(hexes):
        for side in range(6):
            there = board.grid.beyond(hex, side)
            if there != OFF and not all_forts >> there & 1:
                out.append(layout.side(hex, side))
    return out


def teeth(curves: list[list[Point]]) -> str:
    """Small squares on the enemy's side of a fort line."""
    half, high = width("tooth") / 2, width("tooth height")
    out = []
    for curve in curves:
        points = resample(curve, width("tooth step") / 2)
        # Every second point, so that a line starts and ends half a step from its first tooth.
        marks = list(zip(points, normals(points), strict=True))[1::2]
        for (x, y), (nx, ny) in marks:
            tx, ty = -ny * half, nx * half
            out.append(
                path(
                    [
                        (x - tx, y - ty),
                        (x + tx, y + ty),
                        (x + tx + nx * high, y + ty + ny * high),
                        (x - tx + nx * high, y - ty + ny * high),
                    ],
                    closed=True,
                )
            )
    return "".join(out)


def start_lines(board: Board, layout: Layout) -> list[list[Point]]:
    curves = []
    for kind in START:
        edges = side_edges(layout, board.sides.get(kind))
        for chain in chains(edges):
            curves.append(through_middles([layout.point(corner) for corner in chain]))
    return curves


def side_edges(layout: Layout, sides: Sides | None) -> list[Edge]:
    """The hexsides of a set, each once."""
    found: dict[frozenset[tuple[int, int]], Edge] = {}
    for side in range(6):
        for hex in scan(sides[side] if sides else 0):
            edge = layout.side(hex, side)
            found.setdefault(frozenset(edge), edge)
    return list(found.values())
