"""Writing SVG as text: the few elements that the drawings use, and no others.

The PDF writer reads exactly this: svg, g, path, rect, circle and text, with presentation
attributes; transforms are translate, scale and rotate.
"""

import re
from collections import defaultdict
from xml.sax import saxutils

from kursk.draw.fonts import FAMILIES
from kursk.draw.geometry import num

Value = str | float | int
SQUARE = 256  # units
START = re.compile(r"(-?[\d.]+) ?(-?[\d.]+)")


def tag(name: str, inside: str | None = None, /, **attributes: Value) -> str:
    """An element; underscores in attribute names stand for hyphens."""
    text = "".join(
        f" {key.rstrip('_').replace('_', '-')}={saxutils.quoteattr(_visible(_value(value)))}"
        for key, value in attributes.items()
        if value != ""
    )
    return f"<{name}{text}/>" if inside is None else f"<{name}{text}>{inside}</{name}>"


def escape(words: str) -> str:
    """Words between two tags."""
    return saxutils.escape(_visible(words))


def _visible(words: str) -> str:
    """Control characters have no picture, and some of them no place in XML at all."""
    if words.isprintable():
        return words
    return "".join(each if each.isprintable() else "\ufffd" for each in words)


def _value(value: Value) -> str:
    return value if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip(".")


def fill(d: str, colour: str, **more: Value) -> str:
    return tag("path", d=d, fill=colour, **more) if d else ""


def stroke(d: str, colour: str, width: float, **more: Value) -> str:
    if not d:
        return ""
    return tag("path", d=d, fill="none", stroke=colour, stroke_width=width, **more)


def fills(d: str, colour: str, **more: Value) -> str:
    """Many small shapes, none with holes, filled."""
    return "".join(fill(part, colour, **more) for part in squares(d))


def strokes(d: str, colour: str, width: float, **more: Value) -> str:
    """Many short lines."""
    return "".join(stroke(part, colour, width, **more) for part in squares(d))


def squares(d: str) -> list[str]:
    """A path cut into squares of the sheet: whoever shows a part need only paint that part.

    Every shape begins with an absolute "Mx y", and belongs to the square where it begins.
    """
    parts: dict[tuple[int, int], list[str]] = defaultdict(list)
    for shape in d.split("M")[1:]:
        found = START.match(shape)
        assert found, shape
        parts[int(float(found[1]) // SQUARE), int(float(found[2]) // SQUARE)].append("M" + shape)
    return ["".join(shapes) for _, shapes in sorted(parts.items())]


def group(inside: str, **attributes: Value) -> str:
    return tag("g", inside, **attributes) if inside else ""


def font(family: str, size: float, weight: int = 400, italic: bool = False) -> dict[str, Value]:
    face: dict[str, Value] = {"font_family": FAMILIES[family], "font_size": size}
    if weight != 400:
        face["font_weight"] = weight
    if italic:
        face["font_style"] = "italic"
    return face


def text(x: float, y: float, words: str, **attributes: Value) -> str:
    return tag("text", escape(words), x=num(x), y=num(y), **attributes)


def moved(x: float, y: float, by: float = 1.0) -> str:
    scale = "" if by == 1 else f" scale({by:.4g})"
    return f"translate({x:.2f} {y:.2f}){scale}"


def document(width: float, height: float, inside: str, scale: float = 1.0, name: str = "") -> str:
    """A whole drawing, `scale` pixels to a unit."""
    head = tag("title", escape(name)) if name else ""
    return tag(
        "svg",
        head + inside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {num(width)} {num(height)}",
        width=num(width * scale),
        height=num(height * scale),
    )
