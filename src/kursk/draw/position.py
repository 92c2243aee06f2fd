"""A position: a view's counters on the map, in stacks, with their marks.

The map beneath is drawn once and kept, so that moving a counter costs a fifth of a second.
"""

from collections.abc import Iterable, Mapping

from kursk.core.counters import Counter, Roster
from kursk.core.view import Seen, View
from kursk.draw.counters import SMALL, Stripe, cover, face, stripes
from kursk.draw.fonts import NARROW
from kursk.draw.geometry import Layout, Point, num
from kursk.draw.svg import fill, font, group, stroke, tag, text
from kursk.draw.theme import Theme, tokens

SHOWN = 3  # counters of a stack that are drawn; a number tells of more

# The words games use for what a counter has done or suffers, and the mark they are drawn as.
MARKS = {
    "can act": "can act",
    "selected": "selected",
    "target": "target",
    "done": "done",
    "moved": "done",
    "attacked": "done",
    "fought": "done",
    "spent": "done",
    "out of supply": "no supply",
    "no supply": "no supply",
    "unsupplied": "no supply",
    "isolated": "no supply",
}


def marks_of(words: Iterable[str]) -> set[str]:
    return {MARKS[word] for word in words if word in MARKS}


def below(marks: set[str]) -> str:
    """Marks that lie behind a counter: rings, so that they cover no number."""
    gold, casing = tokens()["gold"]["gold"], tokens()["gold"]["casing"]
    out = ""
    if "can act" in marks and "selected" not in marks:
        out += _ring(-2.6, casing, 1.0, 6.8) + _ring(-1.4, gold, 2.4, 5.6)
    if "selected" in marks:
        out += _ring(-3, casing, 8.4, 7.2) + _ring(-3, gold, 5.6, 7.2)
    return out


def above(marks: set[str], theme: Theme) -> str:
    out = ""
    if "done" in marks:
        out += tag(
            "rect", x=0, y=0, width=48, height=48, rx=4.2, fill=theme["paper"], fill_opacity=0.42
        )
    if "target" in marks:
        red = tokens()["counters"]["target"]
        out += _ring(-2.5, "#ffffff", 5.0, 6.7)
        out += _ring(-2.5, red, 3.4, 6.7, stroke_dasharray="7.4 4")
    if "no supply" in marks:
        red = tokens()["counters"]["badge"]
        out += tag("circle", cx=44, cy=4, r=7.6, fill=red, stroke="#ffffff", stroke_width=1.5)
        out += stroke("M40.4 1.6H47.6V7.2H40.4Z", "#ffffff", 1.3, stroke_linejoin="round")
        out += stroke("M39.6 8.6L48.4-.6", "#ffffff", 1.5, stroke_linecap="round")
    return out


def _ring(at: float, colour: str, wide: float, round_: float, **more: str) -> str:
    size = 48 - 2 * at
    return tag(
        "rect",
        x=at,
        y=at,
        width=size,
        height=size,
        rx=round_,
        fill="none",
        stroke=colour,
        stroke_width=wide,
        **more,
    )


class Table:
    """The counters of a game ready to be laid out: each face is drawn once and kept."""

    def __init__(self, roster: Roster, theme: Theme) -> None:
        self.theme = theme
        self.counters: dict[str, Counter] = {counter.id: counter for counter in roster}
        self.stripes: dict[tuple[str, str], Stripe] = stripes(roster)
        self._faces: dict[tuple[str, str, int, bool], str] = {}

    def face(self, seen: Seen, small: bool) -> str:
        key = (seen.side, seen.unit, seen.step, small)
        if key not in self._faces:
            self._faces[key] = self._draw(seen, small)
        return self._faces[key]

    def _draw(self, seen: Seen, small: bool) -> str:
        counter = self.counters.get(seen.unit)
        if counter is None:
            return cover(seen.side, self.theme)
        stripe = self.stripes.get((counter.side, counter.formation))
        return face(counter, self.theme, stripe, seen.step, small)

    def stack(
        self, at: Point, seen: tuple[Seen, ...], marks: Mapping[str, Iterable[str]], small: bool
    ) -> str:
        """A stack about a point, its top counter last; it steps up and right."""
        size = float(tokens()["counters"]["size"])
        by = size / 48
        shown = seen[:SHOWN][::-1]
        step = float(tokens()["counters"]["step"]) * 48
        start = -(len(shown) - 1) / 2 * step
        out = ""
        for i, one in enumerate(shown):
            found = marks_of([*one.marks, *marks.get(one.unit, ())])
            drawn = below(found) + self.face(one, small) + above(found, self.theme)
            x, y = start + i * step, -start - i * step
            out += group(drawn, transform=f"translate({num(x)} {num(y)})") if x or y else drawn
        if len(seen) > SHOWN:
            out += _count(len(seen), 51 - start, start - 3)
        x, y = at[0] - size / 2, at[1] - size / 2
        return group(out, transform=f"translate({x:.2f} {y:.2f}) scale({by:.4g})")


def _count(number: int, x: float, y: float) -> str:
    disc = tag(
        "circle", cx=x - 1, cy=y + 1, r=6.4, fill="#14110a", stroke="#fff8e8", stroke_width=1.1
    )
    return disc + text(
        x - 1, y + 4.2, str(number), text_anchor="middle", fill="#fff8e8", **font(NARROW, 9.5, 700)
    )


def stacks(
    layout: Layout,
    table: Table,
    view: View,
    marks: Mapping[str, Iterable[str]],
    pixels: float,
) -> str:
    """All counters on the map, north to south."""
    small = float(tokens()["counters"]["size"]) * pixels < SMALL
    places = [(layout.centre[layout.grid.find(name)], seen) for name, seen in view.stacks.items()]
    return "".join(
        table.stack(at, seen, marks, small)
        for at, seen in sorted(places, key=lambda place: (place[0][1], place[0][0]))
        if seen
    )


def wash(layout: Layout, hexes: Iterable[str], colour: str, opacity: float) -> str:
    """A tint over hexes, under everything that is printed on them."""
    d = "".join(
        "M" + "L".join(f"{num(x)} {num(y)}" for x, y in layout.polygon(layout.grid.find(h))) + "Z"
        for h in hexes
    )
    return fill(d, colour, fill_opacity=opacity)
