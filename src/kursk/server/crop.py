"""A window cut from a drawn map: only what can be seen in it is kept.

Drawings merge all shapes of a kind into one path, and every shape begins with an absolute
"M x y" (kursk.draw). A shape whose corners all lie beyond one edge of the window cannot be
seen and is dropped; of a shape that reaches in, the corners that bend beyond one edge go.
Symbols drawn by relative steps are small, so their start decides.
"""

import re

SLACK = 18.0  # how far ink reaches beyond its corners: wide strokes, symbols
LETTERS = 120.0  # and how far a name reaches from its place

Box = tuple[float, float, float, float]  # left, top, right, bottom

_path = re.compile(r' d="([^"]*)"')
_number = re.compile(r"-?\d*\.?\d+")
_relative = re.compile(r"[a-z]")
_text = re.compile(r'<text x="(-?[\d.]+)" y="(-?[\d.]+)"[^>]*>[^<]*</text>')


def crop(svg: str, box: Box) -> str:
    """A drawing's elements without what lies outside the window."""
    wide = _wider(box, SLACK)
    beside = _wider(box, LETTERS)

    def shapes(found: re.Match[str]) -> str:
        return ' d="' + "".join(_cut(shape, wide) for shape in found[1].split("M")[1:]) + '"'

    def words(found: re.Match[str]) -> str:
        return "" if _beyond(float(found[1]), float(found[2]), beside) else found[0]

    cut = _text.sub(words, _path.sub(shapes, svg))
    return re.sub(r'<path d=""[^>]*/>', "", cut)


def sees(box: Box, point: tuple[float, float]) -> bool:
    """Does a counter on a point reach into the window?"""
    return not _beyond(*point, _wider(box, 30.0))


def _wider(box: Box, by: float) -> Box:
    left, top, right, bottom = box
    return left - by, top - by, right + by, bottom + by


def _beyond(x: float, y: float, box: Box) -> int:
    """The edges beyond which a point lies, as bits; 0 inside."""
    left, top, right, bottom = box
    return (x < left) | (x > right) << 1 | (y < top) << 2 | (y > bottom) << 3


def _cut(shape: str, box: Box) -> str:
    words = _number.findall(shape)
    if _relative.search(shape):
        return "" if _beyond(float(words[0]), float(words[1]), box) else "M" + shape
    points = list(zip(words[::2], words[1::2], strict=True))
    sides = [_beyond(float(x), float(y), box) for x, y in points]
    kept, before = [points[0]], sides[0]
    shared = sides[0]
    for i in range(1, len(points)):
        shared &= sides[i]
        last = i == len(points) - 1
        if last or not before & sides[i] & sides[i + 1]:
            kept.append(points[i])
            before = sides[i]
    if shared:
        return ""
    end = "Z" if shape.rstrip().endswith("Z") else ""
    return "M" + "L".join(f"{x} {y}" for x, y in kept) + end
