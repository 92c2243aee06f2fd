"""Ground: hexes of a kind joined into one shape, and the height tints below them."""

from collections.abc import Sequence

from kursk.core.hexes import OFF, Hexes, scan
from kursk.draw.geometry import (
    Corner,
    Layout,
    Point,
    between,
    chaikin,
    path,
    resample,
    roughened,
)

STEP = 3.2  # between the points of an outline

Loop = list[tuple[Corner, bool]]  # where each side of an outline starts; is it the map's edge?


def outlines(layout: Layout, hexes: Hexes) -> list[Loop]:
    """Round every joined group of hexes, and round every hole in one."""
    grid = layout.grid
    ahead: dict[Corner, tuple[Corner, bool]] = {}
    for hex in scan(hexes):
        for side in range(6):
            there = grid.beyond(hex, side)
            if there == OFF or not hexes >> there & 1:
                a, b = layout.side(hex, side)
                ahead[a] = (b, there == OFF)
    loops: list[Loop] = []
    while ahead:
        start = at = next(iter(ahead))
        loop: Loop = []
        while at in ahead:
            there_to, edge = ahead.pop(at)
            loop.append((at, edge))
            at = there_to
        assert at == start
        loops.append(loop)
    return loops


def smooth(layout: Layout, loop: Loop, seed: int, by: float, loose: bool = False) -> list[Point]:
    """An outline with its corners cut and roughened; along the map's edge it stays exact.

    A loose one goes through the middles of its sides, so that the zigzag of a straight run
    of hexes is gone: right for heights, which rule nothing, and wrong for terrain.
    """
    wave = 34 if loose else 17
    if not any(edge for _, edge in loop):
        corners = [layout.point(corner) for corner, _ in loop]
        if loose:
            corners = [
                between(a, b) for a, b in zip(corners, corners[1:] + corners[:1], strict=True)
            ]
        curve = resample(chaikin(corners, 3, True), STEP, True)
        return roughened(curve, by, seed, True, wave)
    turn = next(
        (i for i in range(len(loop)) if loop[i - 1][1] and not loop[i][1]),
        0,
    )
    loop = loop[turn:] + loop[:turn]
    out: list[Point] = []
    run: list[Point] = []
    for i, (corner, edge) in enumerate(loop):
        end = layout.point(loop[(i + 1) % len(loop)][0])
        if edge:
            out += _inland(run, seed, by, loose, wave)
            run = []
            out.append(layout.point(corner))
        else:
            run = [*(run or [layout.point(corner)]), end]
    return out + _inland(run, seed, by, loose, wave)


def _inland(
    run: Sequence[Point], seed: int, by: float, loose: bool, wave: float
) -> list[Point]:  # fmt: skip
    if len(run) < 2:
        return []
    points = list(run)
    if loose:
        middles = [between(a, b) for a, b in zip(points, points[1:], strict=False)]
        points = [points[0], *middles, points[-1]]
    return roughened(resample(chaikin(points, 3, False), STEP), by, seed, False, wave)[:-1]


def area(layout: Layout, hexes: Hexes, seed: int, by: float = 2.5) -> list[list[Point]]:
    return [smooth(layout, loop, seed, by) for loop in outlines(layout, hexes)]


def area_path(shapes: Sequence[Sequence[Point]]) -> str:
    return "".join(path(shape, closed=True) for shape in shapes)


def heights(layout: Layout, bands: dict[str, Hexes]) -> list[str]:
    """One path a band, each holding all that is higher too: "height 1" to "height 5"."""
    level = {hex: 0 for hex in layout.centre}
    for band in range(1, 6):
        for hex in scan(bands.get(f"height {band}", 0)):
            level[hex] = band
    # Calmed by the neighbours: a tint shows the lie of the land, not a single hex.
    calm = {}
    for hex, own in level.items():
        near = [level[there] for there in layout.grid.neighbours(hex)]
        calm[hex] = (2 * own + sum(near)) / (2 + len(near))
    out = []
    for band in range(1, 6):
        hexes = sum(1 << hex for hex, height in calm.items() if height >= band - 0.5)
        shapes = [smooth(layout, loop, 70 + band, 7.0, True) for loop in outlines(layout, hexes)]
        out.append(area_path(shapes))
    return out
