"""Where hexes lie on the sheet, and the curves that everything is drawn with.

A hex is 60 units from flat side to flat side. Centres and corners are whole numbers on a
lattice, so that corners shared by hexes are the same corner; `Layout.point` turns them into
sheet coordinates, for straight rows (a point up) and straight columns (a flat side up) alike.
Nothing here is random: noise is an integer hash, the same on every machine.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import cos, floor, hypot, sin, sqrt

from kursk.core.hexes import OFF, Grid, Hex

HEX = 60.0  # flat side to flat side
SIDE = HEX / sqrt(3)

Point = tuple[float, float]
Corner = tuple[int, int]  # on the lattice
Edge = tuple[Corner, Corner]

# Side i of a hex runs from corner i to corner i + 1, in the order of Grid.directions.
CORNERS: tuple[Corner, ...] = ((1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2))


class Layout:
    """The hexes of a grid in sheet units; the map's top left corner is (0, 0)."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.lattice = {cell: (along, 3 * line) for cell, (line, along) in grid.spot.items()}
        self._left = min(a for a, _ in self.lattice.values()) - 1
        self._top = min(b for _, b in self.lattice.values()) - 2
        across = (max(a for a, _ in self.lattice.values()) + 1 - self._left) * HEX / 2
        down = (max(b for _, b in self.lattice.values()) + 2 - self._top) * SIDE / 2
        self.width, self.height = (across, down) if grid.pointed else (down, across)
        self.centre = {cell: self.point(spot) for cell, spot in self.lattice.items()}
        along, down3 = next(iter(self.lattice.values()))
        self._odd = (along + down3 // 3) % 2  # which lines start on an odd half-width
        self._cells = {spot: cell for cell, spot in self.lattice.items()}

    def point(self, corner: Corner) -> Point:
        x, y = (corner[0] - self._left) * HEX / 2, (corner[1] - self._top) * SIDE / 2
        return (x, y) if self.grid.pointed else (y, x)

    def corners(self, hex: Hex) -> list[Corner]:
        a, b = self.lattice[hex]
        return [(a + i, b + j) for i, j in CORNERS]

    def side(self, hex: Hex, side: int) -> Edge:
        a, b = self.lattice[hex]
        (i, j), (k, m) = CORNERS[side], CORNERS[(side + 1) % 6]
        return (a + i, b + j), (a + k, b + m)

    def middle(self, hex: Hex, side: int) -> Point:
        """The middle of a hexside."""
        a, b = self.side(hex, side)
        return between(self.point(a), self.point(b))

    def polygon(self, hex: Hex) -> list[Point]:
        return [self.point(corner) for corner in self.corners(hex)]

    def hex_at(self, x: float, y: float) -> Hex:
        """The hex under a point, or OFF."""
        if not self.grid.pointed:
            x, y = y, x
        a, b = x / (HEX / 2) + self._left, y / (SIDE / 2) + self._top
        # Two lines may own the point; the nearer centre does.
        near = []
        for line in (floor(b / 3), floor(b / 3) + 1):
            odd = (line + self._odd) % 2
            along = round((a - odd) / 2) * 2 + odd
            far = (a - along) ** 2 * 3 + (b - 3 * line) ** 2
            near.append((far, self._cells.get((along, 3 * line), OFF)))
        return min(near)[1]

    def grid_path(self) -> str:
        """Every hexside once, in long strokes: a third of the ink of hex by hex."""
        done: set[frozenset[Corner]] = set()
        out = []
        for cell in sorted(self.lattice, key=lambda c: self.lattice[c][::-1]):
            corners = self.corners(cell)
            run: list[Corner] = []
            for i in (3, 4, 5, 0, 1, 2):
                a, b = corners[i], corners[(i + 1) % 6]
                if frozenset((a, b)) in done:
                    run = []
                    continue
                done.add(frozenset((a, b)))
                if not run:
                    run = [a]
                    out.append(run)
                run.append(b)
        return "".join(path([self.point(c) for c in run]) for run in out)


# -- chains of hexsides ------------------------------------------------------------------


def chains(edges: Iterable[Edge], joins: bool = True) -> list[list[Corner]]:
    """Hexsides put end to end; a chain ends where there is no next or more than one.

    With `joins` false, edges keep the direction they are given in.
    """
    starts: dict[Corner, list[Edge]] = {}
    edges = list(dict.fromkeys(edges))
    for edge in edges:
        starts.setdefault(edge[0], []).append(edge)
        if joins:
            starts.setdefault(edge[1], []).append((edge[1], edge[0]))
    if joins:
        ends = [c for c in starts if len(starts[c]) != 2]
    else:
        into = {edge[1] for edge in edges}
        ends = [c for c in starts if c not in into]
    used: set[frozenset[Corner]] = set()
    found = []
    for start in [*ends, *starts]:
        for edge in starts[start]:
            if frozenset(edge) in used:
                continue
            used.add(frozenset(edge))
            chain = list(edge)
            while chain[-1] != chain[0]:
                ahead = starts.get(chain[-1], [])
                if joins and len(ahead) != 2:
                    break
                ahead = [e for e in ahead if frozenset(e) not in used]
                if not ahead:
                    break
                used.add(frozenset(ahead[0]))
                chain.append(ahead[0][1])
            found.append(chain)
    return found


def through_middles(corners: Sequence[Point], samples: int = 6) -> list[Point]:
    """A curve through the middle of every side, with the corners as control points."""
    closed = len(corners) > 2 and corners[0] == corners[-1]
    middles = [between(a, b) for a, b in zip(corners, corners[1:], strict=False)]
    out: list[Point] = [] if closed else [corners[0]]
    turns = list(zip(middles, corners[1:], middles[1:], strict=False))
    if closed:
        turns.append((middles[-1], corners[0], middles[0]))
    out.append(middles[0])
    for a, control, b in turns:
        for step in range(1, samples + 1):
            t = step / samples
            u = 1 - t
            out.append(
                (
                    u * u * a[0] + 2 * u * t * control[0] + t * t * b[0],
                    u * u * a[1] + 2 * u * t * control[1] + t * t * b[1],
                )
            )
    if not closed:
        out.append(corners[-1])
    return out


# -- curves --------------------------------------------------------------------------------


def between(a: Point, b: Point, share: float = 0.5) -> Point:
    return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)


def chaikin(points: Sequence[Point], times: int, closed: bool) -> list[Point]:
    """Cut the corners: each pass replaces a corner by two points a quarter along its sides."""
    points = list(points)
    for _ in range(times):
        cut: list[Point] = [] if closed else [points[0]]
        pairs = zip(points, points[1:] + points[:1] if closed else points[1:], strict=False)
        for a, b in pairs:
            cut.append(between(a, b, 0.25))
            cut.append(between(a, b, 0.75))
        if not closed:
            cut[1:2] = []
            cut[-1:] = [points[-1]]
        points = cut
    return points


def resample(points: Sequence[Point], step: float, closed: bool = False) -> list[Point]:
    """Points about `step` apart along a line, ends kept."""
    points = [*points, points[0]] if closed else list(points)
    lengths = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in zip(points, points[1:], strict=False)]
    count = max(1, round(sum(lengths) / step))
    stride = sum(lengths) / count
    out, reach = [points[0]], stride
    for a, b, length in zip(points, points[1:], lengths, strict=False):
        while length and reach <= length + 1e-9 and len(out) < count:
            out.append(between(a, b, reach / length))
            reach += stride
        reach -= length
    return out if closed else [*out, points[-1]]


def normals(points: Sequence[Point], closed: bool = False) -> list[Point]:
    """The unit normal at each point, to the left of the way on a sheet (y grows down)."""
    count, out = len(points), []
    for i in range(count):
        a = points[i - 1] if i or closed else points[0]
        b = points[(i + 1) % count] if i + 1 < count or closed else points[-1]
        dx, dy = b[0] - a[0], b[1] - a[1]
        size = hypot(dx, dy) or 1.0
        out.append((dy / size, -dx / size))
    return out


def offset(points: Sequence[Point], by: float, closed: bool = False) -> list[Point]:
    return [
        (x + nx * by, y + ny * by)
        for (x, y), (nx, ny) in zip(points, normals(points, closed), strict=True)
    ]


def turned(point: Point, angle: float) -> Point:
    x, y = point
    return (x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle))


# -- noise ---------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 17)
def hashed(*keys: int) -> float:
    """A number from 0 up to 1, decided by the keys alone."""
    h = 0x9E3779B9
    for key in keys:
        h = ((h ^ (key & 0xFFFFFFFF)) * 0x85EBCA6B) & 0xFFFFFFFF
        h ^= h >> 13
        h = (h * 0xC2B2AE35) & 0xFFFFFFFF
        h ^= h >> 16
    return h / 4294967296


def noise(x: float, y: float, seed: int) -> float:
    """Smooth noise from -1 to 1 on the sheet, one bump to a unit."""
    i, j = floor(x), floor(y)
    u, v = x - i, y - j
    u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
    top = hashed(i, j, seed) * (1 - u) + hashed(i + 1, j, seed) * u
    low = hashed(i, j + 1, seed) * (1 - u) + hashed(i + 1, j + 1, seed) * u
    return 2 * (top * (1 - v) + low * v) - 1


def roughened(
    points: Sequence[Point], by: float, seed: int, closed: bool, wave: float = 17
) -> list[Point]:
    """Each point pushed along its normal by two octaves of noise; open ends stay put."""
    out = []
    last = len(points) - 1
    for i, ((x, y), (nx, ny)) in enumerate(zip(points, normals(points, closed), strict=True)):
        push = 0.68 * noise(x / wave, y / wave, seed)
        push += 0.32 * noise(2.3 * x / wave, 2.3 * y / wave, seed + 1)
        hold = 1.0 if closed else min(1.0, i / 4, (last - i) / 4)
        out.append((x + nx * push * by * hold, y + ny * push * by * hold))
    return out


# -- writing -------------------------------------------------------------------------------


def num(value: float) -> str:
    """A number with one digit behind the point, as short as can be."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def path(points: Sequence[Point], closed: bool = False) -> str:
    return (
        "M"
        + "L".join([f"{num(x)} {num(y)}" for x, y in points])
        + ("Z" if closed else "")
    )  # fmt: skip
