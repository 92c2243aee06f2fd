"""Rivers: ribbons along hexsides, through the middle of each, wider as they go.

The curve never strays from the side it rules: it cuts a corner by an eighth of a side and
wobbles by less than 2.2. A tributary ends on the stream it joins.
"""

from dataclasses import dataclass, field
from math import hypot

from kursk.core.board import Board, Entry
from kursk.draw.geometry import (
    Corner,
    Edge,
    Layout,
    Point,
    noise,
    normals,
    path,
    through_middles,
)
from kursk.draw.theme import width

WATER = ("river", "major river", "lake")
SAMPLES = 6  # points to a side
FULL = 26  # after so many sides a river is at its widest


@dataclass
class Stream:
    """A river from its source; the kind of each side, and the curve with a width at each point."""

    name: str
    corners: list[Corner]
    kinds: list[str]
    curve: list[Point] = field(default_factory=list)
    widths: list[float] = field(default_factory=list)

    @property
    def rank(self) -> str:
        """What its name is printed as: a major river, a river, or a brook."""
        if "major river" in self.kinds:
            return "major river"
        return "river" if len(self.kinds) > 12 else "brook"


def streams(board: Board, layout: Layout) -> list[Stream]:
    """Every river of the map, its pieces joined end to end, its mouth on what it joins."""
    pieces: list[Stream] = []
    for entry in board.file.sides:
        if entry.kind in WATER:
            pieces += _runs(entry, board, layout)
    rivers = _joined(pieces)
    passing: dict[Corner, Point] = {}
    for river in rivers:
        _trace(river, layout)
        for corner, point in zip(river.corners[1:-1], _bends(river), strict=True):
            passing.setdefault(corner, point)
    for river in rivers:
        _snap(river, passing)
        _widen(river)
    return rivers


def _runs(entry: Entry, board: Board, layout: Layout) -> list[Stream]:
    """The hexsides of an entry in the order given, parted where two do not meet."""
    grid = board.grid
    edges: list[Edge] = []
    for pair in entry.at.split():
        a, b = (grid.find(name) for name in pair.replace(">", "/").split("/"))
        edges.append(layout.side(a, grid.side(a, b)))
    runs: list[list[Corner]] = []
    for i, edge in enumerate(edges):
        if runs and runs[-1][-1] in edge:
            end = runs[-1][-1]
            runs[-1].append(edge[0] if edge[1] == end else edge[1])
            continue
        ahead = edges[i + 1] if i + 1 < len(edges) else edge
        runs.append(list(edge) if edge[1] in ahead else [edge[1], edge[0]])
    return [Stream(entry.name, run, [entry.kind] * (len(run) - 1)) for run in runs]


def _joined(pieces: list[Stream]) -> list[Stream]:
    """Pieces of one name that follow one another become one stream."""
    rivers = list(pieces)
    merged = True
    while merged:
        merged = False
        for a in rivers:
            for b in rivers:
                if a is b or a.name != b.name or not a.name:
                    continue
                if a.corners[-1] == b.corners[-1] and len(a.kinds) >= len(b.kinds):
                    b = Stream(b.name, b.corners[::-1], b.kinds[::-1])  # listed upstream
                    same = next(r for r in rivers if r.corners == b.corners[::-1])
                elif a.corners[-1] == b.corners[0]:
                    same = b
                else:
                    continue
                if len(set(a.corners) & set(b.corners)) > 1:
                    continue
                whole = Stream(a.name, a.corners + b.corners[1:], a.kinds + b.kinds)
                rivers = [whole if r is a else r for r in rivers if r is not same]
                merged = True
                break
            if merged:
                break
    return rivers


def _trace(river: Stream, layout: Layout) -> None:
    curve = through_middles([layout.point(corner) for corner in river.corners], SAMPLES)
    wobbled = []
    for (x, y), (nx, ny) in zip(curve, normals(curve), strict=True):
        by = 1.5 * noise(x / 13, y / 13, 11) + 0.6 * noise(x / 5, y / 5, 12)
        wobbled.append((x + nx * by, y + ny * by))
    river.curve = wobbled


def _bends(river: Stream) -> list[Point]:
    """Where the curve passes each inner corner: half way between two middles."""
    return [river.curve[1 + SAMPLES * i + SAMPLES // 2] for i in range(len(river.corners) - 2)]


def _snap(river: Stream, passing: dict[Corner, Point]) -> None:
    for at, corner in ((0, river.corners[0]), (-1, river.corners[-1])):
        if corner in passing:
            river.curve[at] = passing[corner]


def _widen(river: Stream) -> None:
    sides = len(river.kinds)
    top = width("long river") if sides > 18 else width("river")
    for i in range(len(river.curve)):
        side = min(sides - 1, max(0, (i - 1) // SAMPLES))
        share = min(1.0, i / SAMPLES / (FULL if sides > 18 else 14))
        kind = river.kinds[side]
        if kind == "lake":
            river.widths.append(width("lake"))
        elif kind == "major river":
            low, high = width("major source"), width("major river")
            river.widths.append(low + (high - low) * (0.35 + 0.65 * share))
        else:
            low = width("river source")
            river.widths.append(low + (top - low) * share)


def ribbon(curve: list[Point], widths: list[float], more: float = 0) -> str:
    """The shape of a line that has a width at each point."""
    side = normals(curve)
    halves = [max(0.3, w + more) / 2 for w in widths]
    left = [
        (x + nx * h, y + ny * h) for (x, y), (nx, ny), h in zip(curve, side, halves, strict=True)
    ]
    right = [
        (x - nx * h, y - ny * h) for (x, y), (nx, ny), h in zip(curve, side, halves, strict=True)
    ]
    return path(left + right[::-1], closed=True)


def ribbons(rivers: list[Stream]) -> dict[str, str]:
    """Paths by kind: "river" as one ribbon, "bank" and "water" for what has two banks."""
    out = {"bank": "", "river": "", "water": ""}
    for river in rivers:
        for kind, curve, widths in _stretches(river):
            if kind == "river":
                out["river"] += ribbon(curve, widths)
            else:
                out["bank"] += ribbon(curve, widths)
                out["water"] += ribbon(curve, widths, -2 * width("bank"))
    return out


def _stretches(river: Stream) -> list[tuple[str, list[Point], list[float]]]:
    """The curve parted where the kind changes, at the corner between."""
    out = []
    first = 0
    for side, kind in enumerate(river.kinds):
        last = side + 1 == len(river.kinds)
        if last or river.kinds[side + 1] != kind:
            a = 0 if first == 0 else 1 + SAMPLES * (first - 1) + SAMPLES // 2
            b = len(river.curve) if last else 2 + SAMPLES * side + SAMPLES // 2
            out.append((kind, river.curve[a:b], river.widths[a:b]))
            first = side + 1
    return out


def length(curve: list[Point]) -> float:
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in zip(curve, curve[1:], strict=False))
