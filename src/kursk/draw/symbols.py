"""The marks that make terrain look like terrain: trees, hachures, reeds, houses.

Dart k of a hex comes from a hash of the hex, k and the kind: the same map everywhere and no
stored positions. A dart stays if it is inside the outline and clear of its neighbours and of
all other ink.
"""

from collections.abc import Iterator, Sequence
from math import cos, floor, hypot, pi, sin

from kursk.core.hexes import OFF, Hex, Hexes, scan
from kursk.draw.geometry import (
    Layout,
    Point,
    hashed,
    normals,
    num,
    path,
    resample,
    turned,
)
from kursk.draw.ink import Ink

TREE_SPACE, MARSH_SPACE, ROUGH_SPACE = 7.4, 9.5, 9.0

TREES = tuple(
    "m{0} {1}a{2} {2} 0 0 1 {3} {4}a{5} {5} 0 0 1 {6} {7}a{8} {8} 0 0 1 {9} {10}"
    "a{2} {2} 0 0 1 {11} {12}a{2} {2} 0 0 1 {13} {14}z".format(
        *(
            f"{v * s:.1f}"
            for v in (-2.9, 0.8, 1.9, 1, -3.1, 2.3, 3.9, -0.2, 2, 0.9, 3.5, -2.4, 1.1, -3.4, -1.3)
        )
    )
    for s in (0.92, 1.08, 1.24)
)
LIGHTS = (
    "m-1.7-.4a1.2 1.2 0 0 1 2-1.1",
    "m-2-.4a1.4 1.4 0 0 1 2.3-1.3",
    "m-2.2-.5a1.6 1.6 0 0 1 2.6-1.5",
)
CONIFER = "m0-4.6l2.5 6.8h-5z"
CONIFER_LIGHT = "m0-4.6l-2.5 6.8h2.3z"
TUFT = "l-3.4-2.5m3.4 2.5l-1.9-3.9m1.9 3.9v-4.6m0 4.6l1.9-3.9m-1.9 3.9l3.4-2.5"
REEDS = ("m-4.4 0h5.6", "m-3 0h6.4", "m-4 0h4.6m2 2.6h3.6")
CRAGS = (
    "m-3.6 1.8l2.1-3.6l1.4 1.5l1.3-2l2.3 3.9",
    "m-3.2 1.2l2.4-2.8l1.2 2.2m1 .9l1.9-2.6l1.4 2.3",
    "m-2.6 1.6l2-3.4l2.6 3.4m1.4 0l1-1.6",
)


class Darts:
    """Darts that keep their distance, across hexes too, so that no seam shows."""

    def __init__(self, layout: Layout, ink: Ink, space: float) -> None:
        self.layout, self.ink, self.space = layout, ink, space
        self.near: dict[tuple[int, int], list[Point]] = {}

    def throw(self, hexes: Hexes, tries: int, seed: int, margin: float) -> Iterator[Point]:
        for hex in scan(hexes):
            cx, cy = self.layout.centre[hex]
            walls = self._walls(hex, hexes)
            for k in range(tries):
                x = cx + (hashed(hex, k, seed) - 0.5) * 69
                y = cy + (hashed(hex, k, seed + 1) - 0.5) * 69
                if self._inside(x - cx, y - cy, walls, margin) and self._clear(x, y):
                    self.near.setdefault(self._square(x, y), []).append((x, y))
                    yield x, y

    def _walls(self, hex: Hex, hexes: Hexes) -> list[tuple[float, float, bool]]:
        """The unit way to each side, and whether the ground ends there."""
        cx, cy = self.layout.centre[hex]
        walls = []
        for side in range(6):
            x, y = self.layout.middle(hex, side)
            there = self.layout.grid.beyond(hex, side)
            ends = there == OFF or not hexes >> there & 1
            walls.append(((x - cx) / 30, (y - cy) / 30, ends))
        return walls

    @staticmethod
    def _inside(x: float, y: float, walls: list[tuple[float, float, bool]], margin: float) -> bool:
        rim = []
        for wx, wy, ends in walls:
            out = x * wx + y * wy
            if out > (30 - margin if ends else 30):
                return False
            rim.append(ends and out > 30 - 2.2 * margin)
        # Corners are cut: near two rims at once is too near.
        return not any(rim[i] and rim[i - 1] for i in range(6))

    def _square(self, x: float, y: float) -> tuple[int, int]:
        return floor(x / self.space), floor(y / self.space)

    def _clear(self, x: float, y: float) -> bool:
        if not (self.ink.free(x, y) and self.ink.free(x, y - 3)):
            return False
        i, j = self._square(x, y)
        return all(
            hypot(x - px, y - py) >= self.space
            for a in (i - 1, i, i + 1)
            for b in (j - 1, j, j + 1)
            for px, py in self.near.get((a, b), ())
        )


def forest(layout: Layout, hexes: Hexes, ink: Ink) -> dict[str, str]:
    """Trees, north to south, as paths for shade, body and light; one in three a conifer."""
    darts = Darts(layout, ink, TREE_SPACE)
    trees = sorted(darts.throw(hexes, 90, 101, 4.2), key=lambda p: p[1])
    shade, body, light, needle = [], [], [], []
    for x, y in trees:
        at = f"M{num(x)} {num(y)}"
        pick = hashed(round(x * 10), round(y * 10), 7)
        if pick < 0.3:
            shade.append(f"M{num(x + 1.2)} {num(y + 0.7)}{CONIFER}")
            body.append(at + CONIFER)
            needle.append(at + CONIFER_LIGHT)
        else:
            form = int(pick * 1000) % 3
            shade.append(f"M{num(x + 0.9)} {num(y + 1.1)}{TREES[form]}")
            body.append(at + TREES[form])
            light.append(at + LIGHTS[form])
    return {
        "shade": "".join(shade),
        "body": "".join(body),
        "light": "".join(light),
        "needle": "".join(needle),
    }


def swamp(layout: Layout, hexes: Hexes, ink: Ink) -> dict[str, str]:
    reeds, tufts = [], []
    for x, y in Darts(layout, ink, MARSH_SPACE).throw(hexes, 60, 201, 6.0):
        pick = hashed(round(x * 10), round(y * 10), 8)
        at = f"M{num(x)} {num(y)}"
        if pick < 0.36:
            tufts.append(at + TUFT)
        else:
            reeds.append(at + REEDS[int(pick * 1000) % 3])
    return {"reeds": "".join(reeds), "tufts": "".join(tufts)}


def rough(layout: Layout, hexes: Hexes, ink: Ink) -> str:
    out = []
    for x, y in Darts(layout, ink, ROUGH_SPACE).throw(hexes, 60, 301, 6.5):
        form = CRAGS[int(hashed(round(x * 10), round(y * 10), 9) * 3)]
        out.append(f"M{num(x)} {num(y)}{form}")
    return "".join(out)


def flecks(layout: Layout, hexes: Hexes, ink: Ink) -> str:
    """The odd blade of grass on open ground."""
    out = []
    for x, y in Darts(layout, ink, 21).throw(hexes, 3, 401, 3):
        lean = (hashed(round(x), round(y), 3) - 0.5) * 1.6
        out.append(f"M{num(x)} {num(y)}l{num(lean)}-2.2")
    return "".join(out)


# -- heights -------------------------------------------------------------------------------


def _stroke(x: float, y: float, dx: float, dy: float, long: float, wide: float) -> str:
    """A stroke that tapers: thick at the crest, nothing at the foot."""
    px, py = -dy * wide / 2, dx * wide / 2
    return path(
        [(x + px, y + py), (x - px, y - py), (x + dx * long, y + dy * long)], closed=True
    )  # fmt: skip


def hachures(
    layout: Layout, hexes: Hexes, shapes: Sequence[Sequence[Point]], ink: Ink
) -> str:  # fmt: skip
    """Strokes round the rim and on two knolls a hex, heavy to the south-east."""
    out = []
    for shape in shapes:
        rim = resample(list(shape), 3.1, closed=True)
        inward = normals(rim, closed=True)
        flip = -1 if layout.grid.pointed else 1  # outlines run the other way round
        for (x, y), (nx, ny) in zip(rim, inward, strict=True):
            nx, ny = nx * flip, ny * flip
            lit = -(nx + ny) / 1.414  # 1 where the slope faces south-east
            if lit < -0.25 or _outside(layout, x, y):
                continue
            jitter = hashed(round(x * 4), round(y * 4), 5)
            long = (2.0 + 4.4 * max(0.0, lit)) * (0.7 + 0.6 * jitter)
            if ink.free(x + nx * long, y + ny * long) and ink.free(x, y):
                out.append(_stroke(x + nx, y + ny, nx, ny, long, 0.55 + 0.55 * max(0.0, lit)))
    for x, y in Darts(layout, ink, 17).throw(hexes, 14, 501, 9):
        out.append(_knoll(x, y, ink))
    return "".join(out)


def _outside(layout: Layout, x: float, y: float) -> bool:
    return not (3 < x < layout.width - 3 and 3 < y < layout.height - 3)


def _knoll(x: float, y: float, ink: Ink) -> str:
    pick = hashed(round(x * 10), round(y * 10), 6)
    radius = 4.6 + 3.4 * pick
    out = []
    count = int(radius * 3.1)
    for i in range(count):
        angle = pi * (-0.42 + 1.36 * i / (count - 1))  # from the east round to the west
        c, s = cos(angle), sin(angle)
        heavy = max(0.0, (c + s) / 1.414)
        px, py = x + c * radius, y + s * radius * 0.78
        long = (1.4 + 3.2 * heavy) * (0.75 + 0.5 * hashed(i, round(x), 4))
        if ink.free(px, py) and ink.free(px + c * long, py + s * long):
            out.append(_stroke(px, py, c, s, long, 0.5 + 0.6 * heavy))
    return "".join(out)


# -- places --------------------------------------------------------------------------------

HOUSES = {"major city": (5, 19.5), "city": (4, 14.5), "town": (2, 8.6)}


def houses(x: float, y: float, kind: str, seed: int) -> str:
    """Blocks of houses along streets that run a little askew."""
    reach, radius = HOUSES[kind]
    tilt = (hashed(seed, 31) - 0.5) * 0.7
    out = []
    for i in range(-reach, reach + 1):
        for j in range(-reach, reach + 1):
            jog = (hashed(seed, i, 32) - 0.5) * 2.4
            u, v = i * 5.0, j * 4.8 + jog
            far = hypot(u, v) + 2.6 * hashed(seed, i, j, 33)
            if far > radius or (far > 4 and hashed(seed, i, j, 34) < 0.1):
                continue
            w, h = 3.6 + hashed(seed, i, j, 35) * 0.9, 3.3 + hashed(seed, i, j, 36) * 0.9
            corners = [
                (u - w / 2, v - h / 2),
                (u + w / 2, v - h / 2),
                (u + w / 2, v + h / 2),
                (u - w / 2, v + h / 2),
            ]
            turned_corners = [turned(corner, tilt) for corner in corners]
            out.append(path([(x + a, y + b) for a, b in turned_corners], closed=True))
    return "".join(out)


def ground(x: float, y: float, radius: float, seed: int) -> str:
    """The built-up ground of a city, a blob."""
    points = []
    for i in range(40):
        angle = 2 * pi * i / 40
        bump = radius * (0.9 + 0.16 * hashed(seed, i // 3, 41))
        points.append((x + cos(angle) * bump, y + sin(angle) * bump))
    return path(points, closed=True)
