"""PDF pages from our own SVG: the elements of `svg.py` and no others, as vectors.

A drawing is kept once and may be placed on many pages, which keeps a map cut into sheets
as small as the map itself.
"""

import re
from collections.abc import Iterator
from io import BytesIO
from math import acos, cos, hypot, pi, sin, sqrt, tan
from typing import Any
from xml.etree import ElementTree

from reportlab.pdfbase import pdfdoc, pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import FILL_NON_ZERO, Canvas

from kursk.draw.fonts import FAMILIES, font_file, text_width

TOKEN = re.compile(r"[A-Za-z]|-?\d*\.?\d+(?:e-?\d+)?")
TURN = re.compile(r"(translate|scale|rotate)\(([^)]*)\)")
TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "A": 7, "Z": 0}
INHERITED = {
    "fill": "#000000",
    "stroke": "none",
    "stroke-width": "1",
    "fill-opacity": "1",
    "stroke-opacity": "1",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "stroke-dasharray": "none",
    "font-family": FAMILIES["sans"],
    "font-size": "16",
    "font-weight": "400",
    "font-style": "normal",
    "text-anchor": "start",
    "letter-spacing": "0",
}


class Pages:
    """A PDF in the making. Lengths are points; y grows upward on a page, as PDF has it."""

    def __init__(self) -> None:
        self._bytes = BytesIO()
        # Invariant: no clock, no chance; the same pages are the same bytes.
        self.canvas = Canvas(self._bytes, invariant=1, pageCompression=1)
        self._sizes: dict[str, tuple[float, float]] = {}
        self._begun = False

    def keep(self, svg: str) -> str:
        """Take in a drawing, to be placed; returns its name here."""
        root = ElementTree.fromstring(svg)
        _, _, wide, high = (float(v) for v in root.attrib["viewBox"].split())
        name = f"drawing{len(self._sizes)}"
        self._sizes[name] = (wide, high)
        canvas = self.canvas
        canvas.beginForm(name, 0, 0, wide, high)
        canvas.transform(1, 0, 0, -1, 0, high)
        Pen(canvas).draw(root, dict(INHERITED))
        # The library gives a form no transparency of its own unless it is handed over.
        resources = pdfdoc.PDFResourceDictionary()
        resources.basicFonts()
        resources.allProcs()
        resources.ExtGState = canvas._extgstate.getState()
        canvas.endForm(Resources=resources)
        return name

    def size(self, name: str) -> tuple[float, float]:
        return self._sizes[name]

    def page(self, wide: float, high: float) -> None:
        if self._begun:
            self.canvas.showPage()
        self._begun = True
        self.canvas.setPageSize((wide, high))

    def place(
        self,
        name: str,
        x: float,
        y: float,
        by: float,
        window: tuple[float, float, float, float] | None = None,
    ) -> None:
        """Put a drawing with its lower left corner at x, y; a window shows that part alone."""
        canvas = self.canvas
        canvas.saveState()
        if window:
            clip = canvas.beginPath()
            clip.rect(*window)
            canvas.clipPath(clip, stroke=0, fill=0)
        canvas.translate(x, y)
        canvas.scale(by, by)
        canvas.doForm(name)
        canvas.restoreState()

    def line(self, x1: float, y1: float, x2: float, y2: float) -> None:
        self.canvas.setLineWidth(0.4)
        self.canvas.line(x1, y1, x2, y2)

    def words(self, x: float, y: float, words: str, size: float = 7) -> None:
        self.canvas.setFont(_font("sans", 400, False), size)
        self.canvas.drawString(x, y, words)

    def done(self) -> bytes:
        self.canvas.showPage()
        self.canvas.save()
        return self._bytes.getvalue()


def _font(family: str, weight: int, italic: bool) -> str:
    file = font_file(family, weight, italic)
    if file.stem not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(TTFont(file.stem, str(file)))
    return file.stem


class Pen:
    """Draws elements of an SVG on a canvas whose y grows downward."""

    def __init__(self, canvas: Any) -> None:
        self.canvas = canvas

    def draw(self, element: ElementTree.Element, style: dict[str, str]) -> None:
        name = element.tag.rpartition("}")[2]
        if name == "title":
            return
        style = style | {k: v for k, v in element.attrib.items() if k in INHERITED}
        turn = element.attrib.get("transform")
        if turn:
            self.canvas.saveState()
            self._turn(turn)
        if name in ("svg", "g"):
            for child in element:
                self.draw(child, style)
        elif name == "text":
            self._text(element, style)
        else:
            shape = self.canvas.beginPath()
            getattr(self, f"_{name}")(shape, element.attrib)
            self._paint(shape, style)
        if turn:
            self.canvas.restoreState()

    def _turn(self, turns: str) -> None:
        for kind, numbers in TURN.findall(turns):
            values = [float(v) for v in numbers.replace(",", " ").split()]
            if kind == "translate":
                self.canvas.translate(values[0], values[1] if len(values) > 1 else 0)
            elif kind == "scale":
                self.canvas.scale(values[0], values[-1])
            else:
                self.canvas.rotate(values[0])

    # -- shapes ------------------------------------------------------------------------------

    def _path(self, shape: Any, attributes: dict[str, str]) -> None:
        Trail(shape).follow(attributes["d"])

    def _rect(self, shape: Any, attributes: dict[str, str]) -> None:
        x, y, w, h = (float(attributes.get(k, 0)) for k in ("x", "y", "width", "height"))
        round_ = float(attributes.get("rx", 0))
        if round_:
            shape.roundRect(x, y, w, h, round_)
        else:
            shape.rect(x, y, w, h)

    def _circle(self, shape: Any, attributes: dict[str, str]) -> None:
        shape.circle(*(float(attributes[k]) for k in ("cx", "cy", "r")))

    def _paint(self, shape: Any, style: dict[str, str]) -> None:
        filled = style["fill"] != "none"
        stroked = style["stroke"] != "none" and float(style["stroke-width"]) > 0
        if filled:
            self._fill(style)
        if stroked:
            self._stroke(style)
        if filled or stroked:
            self.canvas.drawPath(shape, stroke=stroked, fill=filled, fillMode=FILL_NON_ZERO)

    def _fill(self, style: dict[str, str]) -> None:
        self.canvas.setFillColorRGB(*_rgb(style["fill"]))
        self.canvas.setFillAlpha(float(style["fill-opacity"]))

    def _stroke(self, style: dict[str, str]) -> None:
        canvas = self.canvas
        canvas.setStrokeColorRGB(*_rgb(style["stroke"]))
        canvas.setStrokeAlpha(float(style["stroke-opacity"]))
        canvas.setLineWidth(float(style["stroke-width"]))
        canvas.setLineCap({"butt": 0, "round": 1}[style["stroke-linecap"]])
        canvas.setLineJoin({"miter": 0, "round": 1}[style["stroke-linejoin"]])
        dash = style["stroke-dasharray"]
        canvas.setDash([] if dash == "none" else [float(v) for v in dash.split()])

    # -- letters -----------------------------------------------------------------------------

    def _text(self, element: ElementTree.Element, style: dict[str, str]) -> None:
        words = element.text or ""
        family = next(key for key, names in FAMILIES.items() if names == style["font-family"])
        size, weight = float(style["font-size"]), int(style["font-weight"])
        italic = style["font-style"] == "italic"
        spread = float(style["letter-spacing"])
        name = _font(family, weight, italic)
        xs = [float(v) for v in element.attrib["x"].split()]
        ys = [float(v) for v in element.attrib["y"].split()]
        turns = [float(v) for v in element.attrib.get("rotate", "0").split()]
        if len(xs) == 1:
            wide = text_width(words, family, size, weight, italic, spread)
            back = {"start": 0.0, "middle": 0.5, "end": 1.0}[style["text-anchor"]]
            pieces = [(words, xs[0] - back * wide, ys[0], 0.0)]
        else:
            pieces = list(zip(words, xs, ys, turns, strict=True))
        if style["stroke"] != "none":  # a halo, always under the letters
            self.canvas.saveState()  # or the way of writing would stay
            self._stroke(style)
            self._letters(pieces, name, size, spread, 1)
            self.canvas.restoreState()
        self._fill(style)
        self._letters(pieces, name, size, spread, 0)

    def _letters(
        self,
        pieces: list[tuple[str, float, float, float]],
        name: str,
        size: float,
        spread: float,
        mode: int,
    ) -> None:
        for words, x, y, degrees in pieces:
            written = self.canvas.beginText()
            c, s = cos(degrees * pi / 180), sin(degrees * pi / 180)
            written.setTextTransform(c, s, s, -c, x, y)
            written.setFont(name, size)
            written.setCharSpace(spread)
            written.setTextRenderMode(mode)
            written.textOut(words)
            self.canvas.drawText(written)


class Trail:
    """Follows the commands of a path."""

    def __init__(self, shape: Any) -> None:
        self.shape = shape
        self.x = self.y = self.x0 = self.y0 = 0.0

    def follow(self, d: str) -> None:
        for command, values in _commands(d):
            small = command.islower()
            ox, oy = (self.x, self.y) if small else (0.0, 0.0)
            kind = command.upper()
            if kind == "Z":
                self.shape.close()
                self.x, self.y = self.x0, self.y0
            elif kind == "M":
                self.x, self.y = self.x0, self.y0 = values[0] + ox, values[1] + oy
                self.shape.moveTo(self.x, self.y)
            elif kind == "A":
                self._arc(values[0], values[3] != 0, values[4] != 0, values[5] + ox, values[6] + oy)
            elif kind == "C":
                points = [v + (oy if i % 2 else ox) for i, v in enumerate(values)]
                self.shape.curveTo(*points)
                self.x, self.y = points[4], points[5]
            else:
                x = self.x if kind == "V" else values[0] + ox
                y = self.y if kind == "H" else values[-1] + oy
                self.shape.lineTo(x, y)
                self.x, self.y = x, y

    def _arc(self, radius: float, large: bool, sweep: bool, x: float, y: float) -> None:
        """A circular arc as curves, each a quarter turn at the most."""
        dx, dy = (self.x - x) / 2, (self.y - y) / 2
        half = hypot(dx, dy)
        radius = max(radius, half)
        rise = sqrt(max(0.0, radius * radius - half * half))
        way = -1 if large == sweep else 1
        px, py = (-dy / half, dx / half) if half else (0.0, 0.0)
        cx, cy = (self.x + x) / 2 - way * px * rise, (self.y + y) / 2 - way * py * rise
        ax, ay, bx, by = self.x - cx, self.y - cy, x - cx, y - cy
        span = acos(max(-1.0, min(1.0, (ax * bx + ay * by) / (radius * radius))))
        if large:
            span = 2 * pi - span
        if not sweep:
            span = -span
        count = max(1, round(abs(span) / (pi / 2) + 0.49))
        step = span / count
        reach = 4 / 3 * tan(step / 4)
        for _ in range(count):
            ex, ey = ax * cos(step) - ay * sin(step), ax * sin(step) + ay * cos(step)
            self.shape.curveTo(
                cx + ax - reach * ay, cy + ay + reach * ax,
                cx + ex + reach * ey, cy + ey - reach * ex,
                cx + ex, cy + ey,
            )  # fmt: skip
            ax, ay = ex, ey
        self.x, self.y = x, y


def _commands(d: str) -> Iterator[tuple[str, list[float]]]:
    tokens = TOKEN.findall(d)
    i, command = 0, ""
    while i < len(tokens):
        if tokens[i].isalpha():
            command = tokens[i]
            i += 1
        takes = TAKES[command.upper()]
        yield command, [float(v) for v in tokens[i : i + takes]]
        i += takes
        if command in "Mm":
            command = "L" if command == "M" else "l"


def _rgb(colour: str) -> tuple[float, float, float]:
    return tuple(int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))  # type: ignore[return-value]  # three of them
