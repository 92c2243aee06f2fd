"""A whole map as a printed sheet: frame, title, scale, compass, map, legend, and who says so."""

from collections import Counter as Tally

from kursk.core.board import PROVENANCE, Board
from kursk.draw.caption import Caption
from kursk.draw.fonts import NARROW, SERIF, text_width
from kursk.draw.geometry import HEX
from kursk.draw.legend import legend
from kursk.draw.plan import Plan
from kursk.draw.svg import fill, font, group, moved, stroke, tag, text
from kursk.draw.theme import Theme

MARGIN = 74.0
HEADER = 172.0


def frame(width: float, height: float, theme: Theme) -> str:
    ink = theme["frame"]
    out = tag("rect", x=0, y=0, width=width, height=height, fill=theme["paper"])
    out += tag(
        "rect",
        x=18,
        y=18,
        width=width - 36,
        height=height - 36,
        fill="none",
        stroke=ink,
        stroke_width=5,
    )
    return out + tag(
        "rect",
        x=29,
        y=29,
        width=width - 58,
        height=height - 58,
        fill="none",
        stroke=ink,
        stroke_width=1.6,
    )


def _titles(board: Board, caption: Caption) -> tuple[str, str]:
    head, _, rest = board.title.partition(": ")
    return head, caption.subtitle or rest


def header(board: Board, theme: Theme, caption: Caption, room: float) -> str:
    """Title and subtitle left, scale bar and compass right."""
    title, subtitle = _titles(board, caption)
    compass_room = 128.0 if caption.north is not None else 0.0
    scale_room = 290.0 if caption.km else 0.0
    left = room - compass_room - scale_room
    largest = max(54.0, min(100.0, 0.085 * room))
    size = min(largest, 100.0 * left / text_width(title, SERIF, 100, 700))
    out = text(-3, 92, title, fill=theme["ink"], **font(SERIF, size, 700))
    if subtitle:
        second = min(0.36 * size, 33.0 * left / text_width(subtitle, SERIF, 33, italic=True))
        out += text(1, 138, subtitle, fill=theme["ink"], **font(SERIF, second, 400, True))
    if caption.km:
        out += group(scale_bar(caption.km, theme), transform=moved(room - compass_room - 250, 100))
    if caption.north is not None:
        out += group(compass(caption.north, theme), transform=moved(room - 52, 74))
    return out


SCALE = 200.0  # the room of the scale bar


def scale_bar(km: float, theme: Theme) -> str:
    """Two to four steps of a round number of kilometres, in the room beside the compass."""
    ink, out = theme["ink"], ""
    steps = (n * ten for ten in (0.01, 0.1, 1.0, 10.0, 100.0, 1000.0) for n in (1, 2, 5))
    step = next(step for step in steps if step * HEX / km > SCALE / 5)
    unit = step * HEX / km
    count = max(2, min(4, int(SCALE / unit)))
    for i in range(count):
        colour = ink if i % 2 == 0 else theme["paper"]
        out += tag(
            "rect", x=i * unit, y=0, width=unit, height=9, fill=colour, stroke=ink, stroke_width=1.4
        )
    for i in range(count + 1):
        words = f"{i * step:g}" + (" km" if i == count else "")
        out += text(i * unit, 30, words, text_anchor="middle", fill=ink, **font(NARROW, 18, 500))
    told = f"{km:g} km a hex"
    return out + text(0, -12, told, fill=theme["ink2"], **font(SERIF, 17, 400, True))


def compass(north: float, theme: Theme) -> str:
    """A rose turned so that its needle shows true north."""
    ink, paper = theme["ink"], theme["paper"]
    out = tag("circle", cx=0, cy=0, r=38, fill="none", stroke=ink, stroke_width=2)
    out += tag("circle", cx=0, cy=0, r=31, fill="none", stroke=ink, stroke_width=0.9)
    needle = stroke("M0-38V38M-38 0H38", ink, 0.9)
    needle += fill("M0-50L8 0H-8Z", ink) + fill(
        "M0-50L-8 0H0Z", paper, stroke=ink, stroke_width=1.2
    )
    needle += fill("M0 50L8 0H-8Z", paper, stroke=ink, stroke_width=1.2)
    needle += text(0, -56, "N", text_anchor="middle", fill=ink, **font(SERIF, 20, 400, True))
    return out + group(needle, transform=f"rotate({north:g})")


def provenance(board: Board, caption: Caption) -> list[str]:
    """How much of the map the rulebook states, and what the rest rests on."""
    file = board.file
    tally = Tally(e.provenance for e in (*file.hexes, *file.sides, *file.lines, *file.places))
    if set(tally) <= {"rulebook"}:
        return ["Every entry of this map is as the rulebook states."]
    if caption.original:
        return ["The map was drawn for this game."]
    counts = ", ".join(f"{source} {tally[source]}" for source in PROVENANCE if tally[source])
    return [
        "This is not the printed map. What the rulebook states is kept; the rest follows "
        "geography and history, or is reconstructed.",
        f"Entries of the map file by source: {counts}.",
    ]


def sheet(
    board: Board, plan: Plan, theme: Theme, caption: Caption, inside: str
) -> tuple[str, float, float]:
    """The sheet with `inside` as its map; also its width and height."""
    room = plan.layout.width
    width = room + 2 * MARGIN
    key, key_high = legend(board, theme, caption, room)
    foot = HEADER + plan.layout.height + 40
    out = group(header(board, theme, caption, room), transform=moved(MARGIN, 40))
    out += group(inside, transform=moved(MARGIN, HEADER + 24))
    base = foot + 30
    out += stroke(f"M{MARGIN} {base:.1f}H{MARGIN + room:.1f}", theme["ink"], 1.2)
    out += text(MARGIN, base + 38, "Terrain", fill=theme["ink"], **font(SERIF, 28, 700))
    if caption.about:
        left = MARGIN + text_width("Terrain", SERIF, 28, 700) + 16
        out += text(left, base + 38, caption.about, fill=theme["ink"], **font(SERIF, 20, 400, True))
    out += group(key, transform=moved(MARGIN, base + 60))
    end = base + 60 + key_high
    told = provenance(board, caption)
    widest = max(text_width(line, SERIF, 16, italic=True) for line in told)
    size = min(16.0, 16.0 * room / widest)
    for i, line in enumerate(told):
        out += text(
            MARGIN, end + 18 + 22 * i, line, fill=theme["ink2"], **font(SERIF, size, 400, True)
        )
    height = end + 22 * len(told) + 56
    return frame(width, height, theme) + out, width, height
