"""Names and hex numbers, placed so that they hide nothing and no counter hides them.

Between the counters of neighbouring hexes there is a gutter. The names of places and the hex
numbers lie in it; of some positions the one that costs least is taken, cities first. River
names follow the straightest free stretch of their river.
"""

from dataclasses import dataclass, field
from math import atan2, degrees, hypot

from kursk.core.hexes import OFF, Hexes, scan
from kursk.draw.fonts import NARROW, SERIF, text_width
from kursk.draw.geometry import HEX, SIDE, Layout, Point, between, resample
from kursk.draw.ink import Box, Ink, around, meet
from kursk.draw.rivers import Stream, length
from kursk.draw.theme import size, tokens

CROSSING = {"start": 3.0, "fort": 1.6, "river": 0.9, "rail": 0.8, "road": 0.35, "houses": 4.0}
BESIDE_RIVERS = {"rail": 1.0, "road": 0.6, "start": 4.0, "fort": 3.0, "river": 0.8}
RANKS = ("major city", "city", "town", "minor town", "village")


def rank(kind: str) -> str:
    """How the name of a place is set; a game may have kinds of its own."""
    return kind if kind in RANKS else "village"


@dataclass
class Label:
    """A text on the sheet; `at` is the middle of its baseline, or one point a letter."""

    text: str
    style: str
    at: Point
    boxes: list[Box] = field(default_factory=list)
    letters: list[tuple[float, float, float]] = field(default_factory=list)  # x, y, degrees
    value: str = ""  # what a place is worth, behind a star
    by: float = 1.0  # shrunk to fit
    over: bool = False  # it lies on a line, and needs a halo


def counter_box(layout: Layout, hex: int) -> Box:
    side = float(tokens()["counters"]["size"])
    return around(*layout.centre[hex], side, side)


def _face(kind: str) -> tuple[float, int, float, bool]:
    """Size, weight, spread and capitals of the name of a kind of place."""
    return {
        "major city": (size("major city"), 700, 1.0, True),
        "city": (size("city"), 700, 0.8, True),
        "town": (size("town"), 600, 0.1, False),
        "minor town": (size("minor town"), 600, 0.1, False),
    }.get(kind, (size("village"), 400, 0.1, False))


class Labels:
    def __init__(self, layout: Layout, ink: Ink) -> None:
        self.layout, self.ink = layout, ink
        self.names: list[Label] = []
        self.numbers: list[Label] = []
        self.rivers: list[Label] = []
        self.regions: list[Label] = []
        self._taken: dict[tuple[int, int], list[Box]] = {}

    # -- boxes already in use ----------------------------------------------------------------

    def _rooms(self, box: Box) -> list[tuple[int, int]]:
        return [
            (i, j)
            for i in range(int(box[0] // 80), int(box[2] // 80) + 1)
            for j in range(int(box[1] // 80), int(box[3] // 80) + 1)
        ]

    def _take(self, label: Label) -> None:
        for box in label.boxes:
            for room in self._rooms(box):
                self._taken.setdefault(room, []).append(box)

    def _hits(self, box: Box, margin: float = 0.0) -> int:
        wide = (box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin)
        found = {b for room in self._rooms(wide) for b in self._taken.get(room, ())}
        return sum(meet(wide, other) for other in found)

    def _on_counter(self, box: Box) -> bool:
        """Would a counter in the hex hide it?"""
        steps = max(1, round((box[2] - box[0]) / 15))
        across = [box[0] + (box[2] - box[0]) * i / steps for i in range(steps + 1)]
        hexes = {self.layout.hex_at(x, y) for x in across for y in (box[1], box[3])} - {OFF}
        return any(meet(box, counter_box(self.layout, hex)) for hex in hexes)

    def _off(self, box: Box) -> bool:
        return (
            box[0] < 1
            or box[1] < 1
            or box[2] > self.layout.width - 1
            or box[3] > self.layout.height - 1
        )

    # -- places --------------------------------------------------------------------------------

    def place_names(self, places: list[tuple[str, str, int, str]], must: set[str]) -> None:
        """Names as (name, kind, hex, value); those of a kind in `must` are never left out."""
        order = {kind: i for i, kind in enumerate(RANKS)}
        for name, kind, hex, value in sorted(
            places, key=lambda p: (order.get(p[1], 9), -len(p[0]), p[0])
        ):
            best = self._place_name(name, kind, hex, value, 1.0)
            for by in (0.86, 0.74, 0.66):
                if best[0] < 40:
                    break
                best = min(
                    best, self._place_name(name, kind, hex, value, by), key=lambda found: found[0]
                )
            if best[0] < 40 or kind in must:
                self.names.append(best[1])
                self._take(best[1])

    def _place_name(
        self, name: str, kind: str, hex: int, value: str, by: float
    ) -> tuple[float, Label]:
        """The cheapest position of a name, and what it costs; `by` shrinks it."""
        pointed = self.layout.grid.pointed
        gutter = SIDE * 0.75 if pointed else 33.0
        steps = (0, -9, 9, -18, 18, -27, 27) if pointed else (0, -5, 5, -10, 10, -15, 15)
        high, weight, spread, capitals = _face(kind)
        high *= by
        text = name.upper() if capitals else name
        star = (text_width(value, NARROW, high * 0.8, 600) + high * 0.95) if value else 0.0
        wide = text_width(text, SERIF, high, weight, spread=spread) + star
        rises = 0.68 * high
        drops = 0.0 if capitals or not set(text) & set("gjpqyQ,") else 0.2 * high
        x, y = self.layout.centre[hex]
        best: tuple[float, Label] | None = None
        for least, step, down in sorted(
            (abs(step) * 0.03 + (0.25 if down < 0 else 0), step, down)
            for step in steps
            for down in (1, -1)
        ):
            if best is not None and best[0] <= least:
                break
            base = y + down * gutter + rises / 2 - drops / 4
            box = (x + step - wide / 2, base - rises, x + step + wide / 2, base + drops)
            apart = (box[0] - 4, box[1] - 0.8, box[2] + 4, box[3] + 0.8)
            cost = least + self.ink.cost(box, CROSSING)
            cost += 40 * self._hits(apart) + (60 if self._off(box) else 0)
            if not pointed:  # its gutters end at the next column's counters
                cost += 40 * self._on_counter(box)
            if best is None or cost < best[0]:
                at = (x + step - star / 2, base)
                best = (cost, Label(text, kind, at, [box], value=value, by=by))
        assert best is not None
        return best

    # -- hex numbers ---------------------------------------------------------------------------

    def hex_numbers(self) -> None:
        high = size("number")
        # Where a number may stand, and how much it shrinks there; the last are narrow.
        if self.layout.grid.pointed:
            slots = [(0.0, 25.8, 1.0), (0, -25.8, 1)]
            slots += [(x, y, 1) for y in (24.3, -24.3) for x in (-8, 8)]
            slots += [(x, y, 1) for y in (22.2, -22.2) for x in (-12, 12)]
            slots += [(x, y, 0.8) for y in (8, -8) for x in (24.8, -24.8)]
        else:
            slots = [(0.0, 24.2, 1.0), (0, -24.2, 1)]
            slots += [(x, y, 1) for y in (24.2, -24.2) for x in (-12, 12)]
            slots += [(x, 0, 1) for x in (26.4, -26.4)]
        lines = {kind: CROSSING[kind] for kind in ("start", "fort", "river", "rail", "road")}
        for hex, name in sorted(self.layout.grid.name.items(), key=lambda item: item[1]):
            x, y = self.layout.centre[hex]
            wide = text_width(name, NARROW, high, 500)
            best: tuple[float, Label] | None = None
            for rank, (dx, dy, by) in enumerate(slots):
                if best is not None and best[0] <= 0.3 * rank:
                    break
                box = around(x + dx, y + dy, wide * by, 0.7 * high * by)
                crossed = self.ink.cost(box, lines)
                cost = 0.3 * rank + crossed + 50 * self._hits(box, 0.5)
                if best is None or cost < best[0]:
                    at = (x + dx, y + dy + 0.35 * high * by)
                    best = (cost, Label(name, "number", at, [box], by=by, over=crossed > 0))
            assert best is not None
            self.numbers.append(best[1])
            self._take(best[1])

    # -- rivers --------------------------------------------------------------------------------

    def river_names(self, rivers: list[Stream]) -> None:
        for river in sorted(rivers, key=lambda r: -len(r.kinds)):
            if not river.name:
                continue
            high = size(river.rank)
            spread = 0.9 if river.rank == "major river" else 0.5
            found: list[tuple[float, float, Label]] = []  # cost, where along the river, label
            for side in (1, -1):
                found += self._stretches(river, high, spread, side)
            times = 1 + int(length(river.curve) // 900)
            chosen: list[float] = []
            for cost, where, label in sorted(found, key=lambda f: (f[0], f[1])):
                if len(chosen) == times or cost > 30:
                    break
                if all(abs(where - other) > 420 for other in chosen) and not any(
                    self._hits(box) for box in label.boxes
                ):
                    chosen.append(where)
                    self.rivers.append(label)
                    self._take(label)

    def _stretches(
        self, river: Stream, high: float, spread: float, side: int
    ) -> list[tuple[float, float, Label]]:
        letters = [text_width(c, SERIF, high, italic=True) + spread for c in river.name]
        wide = sum(letters)
        curve = resample(_eased(river.curve), 2.0)
        widest = max(river.widths)
        need = int(wide / 2.0)
        found = []
        for start in range(4, len(curve) - need - 4, 7):
            part = curve[start : start + need + 1]
            if part[-1][0] < part[0][0]:
                part = part[::-1]
            chord = hypot(part[-1][0] - part[0][0], part[-1][1] - part[0][1])
            bend = 1 - chord / max(wide, 1e-6)
            if bend > 0.16:
                continue
            gap = side * (widest / 2 + 1.6) - (0 if side > 0 else high * 0.62)
            label = _along(part, river.name, letters, gap, high, river.rank)
            hits = sum(self._hits(box, 0.6) for box in label.boxes)
            if hits or any(self._off(box) for box in label.boxes):
                continue
            slope = abs(part[-1][1] - part[0][1]) / max(chord, 1e-6)
            spoilt = sum(
                self.ink.cost(box, BESIDE_RIVERS) + 2.2 * self._on_counter(box)
                for box in label.boxes
            )
            cost = 55 * bend + 2 * slope + 6 * spoilt / len(label.boxes)
            found.append((cost, start * 2.0, label))
        return found

    # -- regions -------------------------------------------------------------------------------

    def region_name(self, name: str, kind: str, hexes: Hexes) -> None:
        """A name in wide capitals across a region, in a gutter, if there is room for it."""
        cells = set(scan(hexes))
        for by in (1.0, 0.8, 0.64):
            found = self._region(name.upper(), kind, cells, by)
            if found is not None:
                self.regions.append(found)
                self._take(found)
                return

    def _region(self, text: str, kind: str, cells: set[int], by: float) -> Label | None:
        high = size("region") * by
        points = [self.layout.centre[cell] for cell in cells]
        mx = sum(p[0] for p in points) / len(points)
        my = sum(p[1] for p in points) / len(points)
        letters = [text_width(c, SERIF, high, italic=True) for c in text]
        reach = max(p[0] for p in points) - min(p[0] for p in points) + HEX
        spread = max(1.5, min(14.0 * by, (0.5 * by * reach - sum(letters)) / len(text)))
        letters = [wide + spread for wide in letters]
        wide = sum(letters)
        gutter = SIDE * 0.75 if self.layout.grid.pointed else 32.0
        tries = [
            (hypot(x + shift - mx, y - my) / 60, x + shift, y + gutter + high * 0.34)
            for x, y in points
            for shift in (-30, -15, 0, 15)
        ]

        def at(x: float, y: float) -> Label:
            line = [(x - wide / 2, y), (x + wide / 2, y)]
            return _along(line, text, letters, 0, high, f"{kind} name")

        level = at(0, 0).boxes  # the same wherever the name stands
        best: tuple[float, float, float] | None = None
        for far, x, y in sorted(tries):
            if best is not None and best[0] <= far:
                break
            boxes = [(left + x, top + y, right + x, low + y) for left, top, right, low in level]
            out = sum(self._outside(box, cells) for box in boxes)
            if out > len(text) / 8 or any(self._hits(box, 6) for box in boxes):
                continue
            if any(self.ink.cost(box, {"start": 1, "fort": 1}) for box in boxes):
                continue
            crossed = sum(self.ink.cost(box, CROSSING) for box in boxes)
            cost = far + 4 * out + 2 * crossed
            if best is None or cost < best[0]:
                best = (cost, x, y)
        if best is None:
            return None
        label = at(*best[1:])
        label.by = by
        return label

    def _outside(self, box: Box, cells: set[int]) -> bool:
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        return self.layout.hex_at(x, y) not in cells


def _eased(curve: list[Point]) -> list[Point]:
    """A calmer curve for letters to stand on: each point the mean of its neighbours."""
    out = []
    for i in range(len(curve)):
        part = curve[max(0, i - 3) : i + 4]
        out.append((sum(p[0] for p in part) / len(part), sum(p[1] for p in part) / len(part)))
    return out


def _along(
    line: list[Point], text: str, widths: list[float], gap: float, high: float, style: str
) -> Label:
    """Letters set one by one along a line (of points two apart), `gap` above it."""
    points = line if len(line) > 2 else resample(line, 2.0)
    at = ((len(points) - 1) * 2.0 - sum(widths)) / 2
    letters, boxes = [], []
    for char, wide in zip(text, widths, strict=True):
        i = max(0, min(len(points) - 2, int((at + wide / 2) / 2)))
        a, b = points[max(0, i - 2)], points[min(len(points) - 1, i + 3)]
        angle = atan2(b[1] - a[1], b[0] - a[0])
        run = hypot(b[0] - a[0], b[1] - a[1]) or 1
        ux, uy = (b[0] - a[0]) / run, (b[1] - a[1]) / run
        x, y = between(points[i], points[i + 1], (at + wide / 2) / 2 - i)
        # From the middle of the letter back to its start, and off the line.
        sx, sy = x - ux * wide / 2 + uy * gap, y - uy * wide / 2 - ux * gap
        letters.append((sx, sy, degrees(angle)))
        if char != " ":
            mx, my = x + uy * (gap + high * 0.26), y - ux * (gap + high * 0.26)
            boxes.append(around(mx, my, max(wide * 0.9, 3.0), high * 0.66))
        at += wide
    return Label(text, style, letters[0][:2], boxes, letters)
