"""What is already on the sheet, so that names and trees keep clear of it.

The sheet is cut into small squares; a kind of ink is the set of squares it covers.
"""

from collections.abc import Iterable, Mapping
from math import ceil, floor

from kursk.draw.geometry import Point, resample

SQUARE = 2.5

Box = tuple[float, float, float, float]  # left, top, right, bottom


def meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def around(x: float, y: float, wide: float, high: float) -> Box:
    """The box of this size about a point."""
    return (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)


class Ink:
    def __init__(self) -> None:
        self.of: dict[str, set[int]] = {}
        self.any: set[int] = set()

    def line(self, kind: str, curve: Iterable[Point], half: float) -> None:
        """A stroke, as wide as twice `half`."""
        squares = self.of.setdefault(kind, set())
        for x, y in resample(list(curve), SQUARE):
            squares.update(_squares((x - half, y - half, x + half, y + half)))
        self.any |= squares

    def box(self, kind: str, box: Box) -> None:
        squares = set(_squares(box))
        self.of.setdefault(kind, set()).update(squares)
        self.any |= squares

    def cost(self, box: Box, weights: Mapping[str, float]) -> float:
        """What it costs to print over this box: each kind crossed, and how much of it."""
        under = set(_squares(box))
        total = 0.0
        for kind, weight in weights.items():
            inked = self.of.get(kind)
            if inked and not under.isdisjoint(inked):
                total += weight * (0.6 + 2 * len(under & inked) / len(under))
        return total

    def free(self, x: float, y: float) -> bool:
        return _key(floor(x / SQUARE), floor(y / SQUARE)) not in self.any


def _key(i: int, j: int) -> int:
    return (i + 4096) << 16 | (j + 4096)


def _squares(box: Box) -> list[int]:
    left, top = floor(box[0] / SQUARE) + 4096, floor(box[1] / SQUARE) + 4096
    right, bottom = ceil(box[2] / SQUARE) + 4096, ceil(box[3] / SQUARE) + 4096
    rows = range(top, max(bottom, top + 1))
    return [i << 16 | j for i in range(left, max(right, left + 1)) for j in rows]
