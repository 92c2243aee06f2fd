"""Where the hexes, hexsides and lines of a map lie on a Tiled sheet, in pixels, and back.

Every centre and corner is a point of one lattice: half a hex's width along the straight
lines, a quarter of its height across them. Tiled wants whole pixels, so a hex is 56 by 64.
"""

from collections.abc import Container
from itertools import pairwise
from math import hypot

from kursk.core.hexes import OFF, Grid, Hex

Point = tuple[float, float]
ALONG, ACROSS = 28, 16  # pixels of a lattice step
CORNERS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
INSET = 0.125  # how far a face lies inside its hex


class Sheet:
    """A grid laid out as Tiled lays it out."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.lines = 1 + max(line for line, _ in grid.spot.values())
        self.cells = 1 + max(along for _, along in grid.spot.values()) // 2
        self.width = self.cells if grid.pointed else self.lines
        self._hexes = {self._middle(hex): hex for hex in grid.spot}
        self._around: dict[Point, set[Hex]] = {}
        for (u, v), hex in self._hexes.items():
            for du, dv in CORNERS:
                self._around.setdefault((u + du, v + dv), set()).add(hex)

    def frame(self) -> dict[str, object]:
        """What Tiled is told of the grid."""
        line, along = next(iter(self.grid.spot.values()))
        size = {"tilewidth": 2 * ALONG, "tileheight": 4 * ACROSS}
        if not self.grid.pointed:
            size = {"tilewidth": 4 * ACROSS, "tileheight": 2 * ALONG}
        return {
            "orientation": "hexagonal",
            "width": self.width,
            "height": self.lines if self.grid.pointed else self.cells,
            **size,
            "hexsidelength": 2 * ACROSS,
            "staggeraxis": "y" if self.grid.pointed else "x",
            "staggerindex": "even" if (along - line) % 2 else "odd",  # counted from 0
        }

    def cell(self, hex: Hex) -> int:
        """The number of a hex among the cells of a tile layer."""
        line, along = self.grid.spot[hex]
        return (
            line * self.width + along // 2 if self.grid.pointed else along // 2 * self.width + line
        )

    # -- points ----------------------------------------------------------------------------

    def centre(self, hex: Hex) -> Point:
        return self._pixel(self._middle(hex))

    def hex_at(self, point: Point) -> Hex:
        """The hex in which a point lies, or OFF."""
        near = self._nearest(point, self._hexes)
        return OFF if near is None else self._hexes[near]

    def _middle(self, hex: Hex) -> Point:
        line, along = self.grid.spot[hex]
        return (along + 1, 3 * line + 2)

    def _pixel(self, spot: Point) -> Point:
        x, y = spot[0] * ALONG, spot[1] * ACROSS
        return (x, y) if self.grid.pointed else (y, x)

    def _nearest(self, point: Point, spots: Container[Point]) -> Point | None:
        """The nearest of some lattice points, if one is less than a hex's radius away."""
        x, y = point if self.grid.pointed else (point[1], point[0])
        u, v = round(x / ALONG), round(y / ACROSS)
        near = [
            (hypot(x - (u + du) * ALONG, y - (v + dv) * ACROSS), (u + du, v + dv))
            for du in range(-1, 2)
            for dv in range(-2, 3)
            if (u + du, v + dv) in spots
        ]
        distance, spot = min(near, default=(0.0, None))
        return spot if distance <= 2 * ACROSS else None

    # -- hexsides --------------------------------------------------------------------------

    def _ends(self, a: Hex, b: Hex) -> tuple[Point, Point]:
        first, second = sorted(c for c, hexes in self._corners(a).items() if b in hexes)
        return first, second

    def _corners(self, hex: Hex) -> dict[Point, set[Hex]]:
        u, v = self._middle(hex)
        return {(u + du, v + dv): self._around[u + du, v + dv] for du, dv in CORNERS}

    def strokes(self, text: str) -> list[tuple[str, list[Point]]]:
        """Hexsides as unbroken strokes: the part of the text that each one draws, and its points.

        A face (3415>3314) is drawn a little inside its own hex.
        """
        strokes: list[tuple[list[str], Hex, list[Point]]] = []
        for word in text.split():
            a, b = (self.grid.find(name) for name in word.replace(">", "/").split("/"))
            inside = a if ">" in word else OFF
            ends = self._ends(a, b)
            if strokes and strokes[-1][1] == inside:
                words, _, points = strokes[-1]
                if len(points) == 2 and points[1] not in ends:
                    points.reverse()
                if points[-1] in ends:
                    words.append(word)
                    points.append(ends[1] if points[-1] == ends[0] else ends[0])
                    continue
            strokes.append(([word], inside, list(ends)))
        return [
            (" ".join(words), [self._pixel(self._drawn_in(p, inside)) for p in points])
            for words, inside, points in strokes
        ]

    def _drawn_in(self, spot: Point, inside: Hex) -> Point:
        if inside == OFF:
            return spot
        (u, v), (mu, mv) = spot, self._middle(inside)
        return (u + (mu - u) * INSET, v + (mv - v) * INSET)

    def sides(self, points: list[Point]) -> list[tuple[Hex, Hex]]:
        """The hexsides of a stroke, each as the hex on whose side it lies and the other."""
        found = []
        for start, end in pairwise(points):
            one, other = (self._nearest(point, self._around) for point in (start, end))
            if one is None or other is None:
                raise ValueError(
                    f"a point at {_told(start if one is None else end)} is off the map"
                )
            if one == other:
                continue  # drawn by hand, a corner may get two points
            hexes = sorted(self._around[one] & self._around[other])
            if len(hexes) != 2:
                raise ValueError(f"{_told(start)} to {_told(end)} does not follow one hexside")
            middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
            a, b = sorted(hexes, key=lambda hex: _apart(middle, self.centre(hex)))
            found.append((a, b))
        return found

    # -- lines -----------------------------------------------------------------------------

    def way(self, points: list[Point]) -> list[Hex]:
        """The hexes that a stroke runs through."""
        hexes: list[Hex] = []
        for start, end in pairwise(points):
            steps = max(1, round(_apart(start, end) / ACROSS))
            for n in range(steps + 1):
                part = n / steps
                point = (
                    start[0] + (end[0] - start[0]) * part,
                    start[1] + (end[1] - start[1]) * part,
                )
                hex = self.hex_at(point)
                if hex == OFF:
                    raise ValueError(f"a point at {_told(point)} is off the map")
                if not hexes or hexes[-1] != hex:
                    hexes.append(hex)
        return hexes


def _apart(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


def _told(point: Point) -> str:
    return f"({point[0]:.0f}, {point[1]:.0f})"
