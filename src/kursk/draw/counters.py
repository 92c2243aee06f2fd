"""Counters: one layout for every side, strength first, readable at 28 pixels.

A counter is drawn in a square of 48 units: a stripe for the formation, identity and size
above, the branch in its box, strength, steps and movement below. Drawn small it keeps the
stripe, the branch and the strength alone.
"""

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from kursk.core.counters import Counter
from kursk.draw.fonts import NARROW, text_width
from kursk.draw.geometry import num
from kursk.draw.svg import fill, font, group, stroke, tag, text
from kursk.draw.theme import Theme, contrast, tokens

UNIT = 48.0
SMALL = 32  # pixels below which a counter is drawn small

# The colours that counter files name, for the stripe of a formation.
NAMED = {
    "white": "#f6f3ea", "yellow": "#f0c93f", "orange": "#e5843a", "red": "#b3261a",
    "pink": "#e59bb0", "violet": "#7a4fa8", "blue": "#2f78b5", "green": "#3f8a4f",
    "tan": "#c9a56b", "grey": "#8d9089", "brown": "#6b4a1e", "black": "#1f1a17",
}  # fmt: skip

Stripe = tuple[str, str]  # colour and pattern


@cache
def glyph_table() -> dict[str, Any]:
    table: dict[str, Any] = json.loads(
        (Path(__file__).parent / "glyphs.json").read_text("utf-8")
    )  # fmt: skip
    return table


def branch(type_: str) -> str:
    """The glyph of a type of unit; ValueError if the table has none."""
    name = type_.lower().replace("_", " ")
    name = glyph_table()["also"].get(name, name)
    if name not in glyph_table()["glyphs"]:
        raise ValueError(f"no glyph for the unit type {type_!r}")
    return str(name)


def palette(side: str) -> str:
    """Whose colours a side wears: dark with white text, or light with dark text."""
    return "german" if side.lower() in ("german", "axis", "blue") else "soviet"


def stripes(counters: Iterable[Counter]) -> dict[tuple[str, str], Stripe]:
    """A stripe for each formation of each side: colour first, pattern when colours run out."""
    out: dict[tuple[str, str], Stripe] = {}
    count: dict[str, int] = {}
    patterns = tokens()["counters"]["patterns"]
    for counter in counters:
        key = (counter.side, counter.formation)
        if key in out or not counter.formation:
            continue
        named = NAMED.get(counter.more.get("colour", ""))
        if named:
            # Formations that share a printed colour still differ in their pattern.
            same = sum(stripe[0] == named for k, stripe in out.items() if k[0] == counter.side)
            out[key] = (named, patterns[same % len(patterns)])
            continue
        colours = tokens()["counters"]["stripes"][palette(counter.side)]
        n = count.get(counter.side, 0)
        count[counter.side] = n + 1
        out[key] = (colours[n % len(colours)], patterns[n // len(colours) % len(patterns)])
    return out


def body(counter: Counter, theme: Theme) -> str:
    """The colour of a counter: by side, branch and service."""
    colours = theme.counters[palette(counter.side)]
    if ("ss" in counter.flags or "SS" in counter.name.split()) and "ss" in colours:
        return str(colours["ss"])
    if counter.flags & {"para", "luftwaffe"} and "luftwaffe" in colours:
        return str(colours["luftwaffe"])
    kind = glyph_table()["glyphs"][branch(counter.type)].get("body", "infantry")
    return str(colours[kind])


# -- parts -----------------------------------------------------------------------------------


def _card(colour: str, theme: Theme) -> str:
    edge = tokens()["counters"]["edge"]
    round_ = 4.2
    out = tag(
        "rect", x=1.6, y=2.4, width=48, height=48, rx=round_, fill="#000000", fill_opacity=0.34
    )
    if theme.name == "dark":
        out += tag(
            "rect",
            x=-0.7,
            y=-0.7,
            width=49.4,
            height=49.4,
            rx=4.9,
            fill="none",
            stroke=tokens()["counters"]["keyline"],
            stroke_opacity=0.42,
            stroke_width=1,
        )
    out += tag(
        "rect",
        x=0.75,
        y=0.75,
        width=46.5,
        height=46.5,
        rx=round_ - 0.5,
        fill=colour,
        stroke=edge,
        stroke_width=1.5,
    )
    out += stroke("M2 44.5V5A3 3 0 0 1 5 2H44", "#ffffff", 1, stroke_opacity=0.38)
    out += stroke("M46 4V43A3 3 0 0 1 43 46H4", "#000000", 1, stroke_opacity=0.25)
    return out


def pattern_ink(hue: str) -> str:
    """What a stripe's pattern is drawn in: dark, or light on a dark stripe."""
    return max("#15130f", "#f6f1e2", key=lambda ink: contrast(ink, hue))


def _stripe(stripe: Stripe | None) -> str:
    if stripe is None:
        return ""
    hue, pattern = stripe
    whole = "M6.5 1.5V46.5H4.4A2.9 2.9 0 0 1 1.5 43.6V4.4A2.9 2.9 0 0 1 4.4 1.5Z"
    ink = pattern_ink(hue)
    out = fill(whole, hue)
    if pattern == "bars":
        out += fill("".join(f"M1.5 {y}H6.5V{y + 3.4}H1.5Z" for y in (6, 13, 20, 27, 34, 41)), ink)
    elif pattern == "half":
        out += fill("M6.5 24V46.5H4.4A2.9 2.9 0 0 1 1.5 43.6V24Z", ink)
    elif pattern == "dots":
        out += fill(
            "".join(
                f"M2.5 {y}A1.5 1.5 0 1 0 5.5 {y}A1.5 1.5 0 1 0 2.5 {y}Z"
                for y in (6, 13, 20, 27, 34, 41)
            ),
            ink,
        )
    elif pattern == "chevrons":
        out += stroke("".join(f"M1.5 {y}L4 {y + 3}L6.5 {y}" for y in (4, 12, 20, 28, 36)), ink, 1.5)
    elif pattern == "ladder":
        out += stroke("M4 1.5V46.5", ink, 1.5)
    return out + stroke("M6.5 1.5V46.5", "#15130f", 0.9)


def _size_mark(mark: str, colour: str) -> str:
    """Drawn strokes, right-aligned: an X is 4.6 wide, an I is a bar."""
    wide = {"X": 5.0, "I": 3.0}
    high, right, d = 4.6, 45.0, ""
    squeeze = 0.8 if len(mark) > 3 and "X" in mark else 1.0
    x = right - sum(wide[c] for c in mark) * squeeze + 0.4
    for c in mark:
        step = wide[c] * squeeze
        far = x + step - 0.9
        d += (
            f"M{num(x)} 4.6L{num(far)} {4.6 + high}M{num(far)} 4.6L{num(x)} {4.6 + high}"
            if c == "X"
            else f"M{num(x + 1)} 4.6V{4.6 + high}"
        )
        x += step
    return stroke(d, colour, 1.25 if squeeze == 1 else 1.1)


def _branch_box(counter: Counter, theme: Theme, x: float, y: float, by: float) -> str:
    colours = theme.counters[palette(counter.side)]
    guards = "guards" in counter.flags and "guards box" in colours
    box = colours["guards box" if guards else "box"]
    ink = colours["guards stroke" if guards else "stroke"]
    rim = colours["stroke"]
    wide, high = glyph_table()["box"]
    glyph = glyph_table()["glyphs"][branch(counter.type)]
    out = tag("rect", x=-wide / 2, y=-high / 2, width=wide, height=high, fill=box)
    out += stroke(glyph.get("stroke", ""), ink, 1.75, stroke_linejoin="round")
    out += fill(glyph.get("fill", ""), ink)
    if "text" in glyph:
        letters, at, base, high_ = glyph["text"]
        out += text(at, base, letters, text_anchor="middle", fill=ink, **font(NARROW, high_, 700))
    for flag, letter in glyph_table()["letters"].items():
        if flag in counter.flags:
            out += text(0, -2.6, letter, text_anchor="middle", fill=ink, **font(NARROW, 6.6, 700))
    out += tag(
        "rect",
        x=-wide / 2,
        y=-high / 2,
        width=wide,
        height=high,
        fill="none",
        stroke=rim,
        stroke_width=1.5,
    )
    return group(out, transform=f"translate({num(x)} {num(y)}) scale({by:.3g})")


def _enclosed(counter: Counter, strength: str) -> str:
    """As a sheet prints the factors of those who are not quite there: (2/1), [3/1]."""
    if "brackets" in counter.flags:
        return f"[{strength}]"
    return f"({strength})" if "parentheses" in counter.flags else strength


def _fitted(words: str, size: float, weight: int, room: float) -> float:
    """The size at which words fit a room."""
    wide = text_width(words, NARROW, size, weight)
    return size if wide <= room else size * room / wide


# Rows of pips: how far apart they stand, how large a disc is, and where the first row stands.
ROWS = {1: (5.6, 2.2, 40.2), 2: (4.4, 1.7, 38.2), 3: (3.6, 1.4, 36.6)}


def _pips(steps: int, left: int, x: float, room: float, colour: str) -> str:
    """A disc for each step that is left, a ring for each that is lost; from the right.

    More than four stand in two rows, and where there is little room in up to three; what does
    not fit, and more than eight, is a figure.
    """
    rows = next(
        (
            n
            for n, (apart, disc, _) in ROWS.items()
            if steps <= (4, 8, 8)[n - 1] and (-(-steps // n) - 1) * apart + 2 * disc <= room
        ),
        0,
    )
    if not rows:
        words = f"{left}/{steps}"
        return text(x + 2, 43, words, text_anchor="end", fill=colour, **font(NARROW, 8.5, 600))
    out, across = "", -(-steps // rows)
    apart, disc, top = ROWS[rows]
    for i in range(steps):
        full = i < left
        out += tag(
            "circle",
            cx=x + 2.2 - disc - (across - 1 - i % across) * apart,
            cy=top + apart * (i // across),
            r=disc if full else disc * 0.82,
            fill=colour if full else "none",
            stroke=colour,
            stroke_width=0 if full else 0.9,
        )
    return out


def _hatch(colour: str) -> str:
    """Diagonal strokes across the lower part: a reduced unit."""
    d = ""
    for c in range(38, 96, 5):
        x1, x2 = max(7.5, c - 46.0), min(46.0, c - 31.5)
        if x1 < x2:
            d += f"M{num(x1)} {num(c - x1)}L{num(x2)} {num(c - x2)}"
    return stroke(d, colour, 2.0, stroke_opacity=0.24)


# -- whole counters --------------------------------------------------------------------------


def face(
    counter: Counter, theme: Theme, stripe: Stripe | None = None, step: int = 0, small: bool = False
) -> str:
    """A counter at a step of its strength, in a square of 48 units."""
    colours = theme.counters[palette(counter.side)]
    ink = str(colours["text"])
    out = _card(body(counter, theme), theme)
    if step:
        out += _hatch(ink)
    out += _stripe(stripe)
    strength = _enclosed(counter, counter.strengths[min(step, counter.steps - 1)])
    moves = counter.moves_at(step)
    if small:
        out += _branch_box(counter, theme, 27.2, 14.2, 33 / 28)
        size = _fitted(strength, float(tokens()["counters"]["small factor size"]), 700, 20)
        out += text(8.6, 44.2, strength, fill=ink, **font(NARROW, size, 700))
        if moves:
            out += text(45, 44, moves, text_anchor="end", fill=ink, **font(NARROW, 16, 600))
        return out
    mark = glyph_table()["sizes"].get(counter.size.lower(), "")
    words = counter.label or counter.id
    room = 35.5 - 5.0 * len(mark)
    out += text(8.6, 10.7, words, fill=ink, **font(NARROW, _fitted(words, 10, 600, room), 600))
    out += _size_mark(mark, ink)
    out += _branch_box(counter, theme, 27, 22, 1.0)
    room = 19 if counter.steps > 1 else 24  # discs of steps stand beside it
    size = _fitted(strength, float(tokens()["counters"]["factor size"]), 700, room)
    out += text(8.4, 44.4, strength, fill=ink, **font(NARROW, size, 700))
    right = 45.0
    if moves:
        high = float(tokens()["counters"]["move size"])
        out += text(right, 44.2, moves, text_anchor="end", fill=ink, **font(NARROW, high, 600))
        right -= text_width(moves, NARROW, high, 600) + 1.8
    if counter.steps > 1:
        room = right - 0.7 - (8.4 + text_width(strength, NARROW, size, 700))
        out += _pips(counter.steps, counter.steps - step, right - 2.4, room, ink)
    return out


def cover(side: str, theme: Theme, words: str = "") -> str:
    """The back of a counter that is not to be seen."""
    colours = theme.counters[palette(side)]
    out = _card(str(colours["infantry"]), theme)
    emblem = glyph_table()["emblems"][palette(side)]
    ink = colours["stroke"] if palette(side) == "soviet" else colours["text"]
    out += tag(
        "path", d=emblem, fill=ink, transform=f"translate(24 {21 if words else 24.5}) scale(1.5)"
    )
    if words:
        out += text(
            24, 43, words, text_anchor="middle", fill=colours["text"], **font(NARROW, 12, 700)
        )
    return out


def back(counter: Counter, theme: Theme, stripe: Stripe | None = None) -> str:
    """What is printed behind a counter: the reduced unit, or its cover."""
    if counter.steps > 1:
        return face(counter, theme, stripe, step=1)
    return cover(counter.side, theme)
