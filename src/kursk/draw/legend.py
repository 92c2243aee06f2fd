"""The legend: each kind that a map shows, as one hex drawn the way the map draws it."""

from collections.abc import Iterator
from dataclasses import replace

from kursk.core.board import Board, Entry, MapFile
from kursk.core.hexes import Numbering, scan
from kursk.draw.areas import area_path
from kursk.draw.caption import Caption
from kursk.draw.faces import BEHIND, INSET, fills_of, strokes_of
from kursk.draw.fonts import NARROW, SERIF, text_width
from kursk.draw.forts import START, teeth
from kursk.draw.geometry import Point, chaikin, offset, path, resample, through_middles
from kursk.draw.ink import Ink
from kursk.draw.labels import Labels
from kursk.draw.lines import strokes_path, style, ties
from kursk.draw.paint import over, under
from kursk.draw.plan import AREAS, SAME, Plan, fort_kinds, plan
from kursk.draw.rivers import WATER, Stream, ribbons
from kursk.draw.svg import font, group, moved, stroke, text
from kursk.draw.symbols import HOUSES
from kursk.draw.theme import Theme, width

ITEM = 176.0  # the room of one kind, at the least
HEX, GAP = 0.95, 9.0  # how large its hex is drawn, and what parts it from its words


def kinds(board: Board, caption: Caption) -> Iterator[str]:
    """The kinds that a map holds and that are drawn, ground first, then sides and lines."""
    yield "clear"
    for kind, hexes in board.hexes.items():
        if hexes and (SAME.get(kind, kind) in AREAS or kind in HOUSES):
            yield kind
    for kind in (*fort_kinds(board), *caption.draw):
        if board.hexes.get(kind) or any(board.sides.get(kind, ())):
            yield kind
    for kind, sides in board.sides.items():
        if any(sides) and (kind in WATER or kind in START):
            yield kind
    for kind, lines in board.lines.items():
        if any(lines):
            yield kind


def _one_hex(board: Board, kind: str) -> Board:
    """A map of one hex that holds this kind and nothing else."""
    entry = Entry(kind=kind, provenance="rulebook", name=kind, at="0101")
    place = kind in board.file.kinds.get("places", ()) and kind in HOUSES
    ground = kind in board.hexes and not place and kind not in fort_kinds(board)
    return Board(
        MapFile(
            title=kind,
            grid=Numbering(rows=(1, 1), columns=(1, 1), straight=board.file.grid.straight),
            kinds={"hexes": (kind, "height 2"), "places": (kind,)},
            hexes=(entry,) if ground else (),
            places=(entry,) if place else (),
        )
    )


def sample(board: Board, kind: str, drawing: str = "") -> Plan:
    """One hex with a kind in it; what runs along or across hexes is cut to fit."""
    one = _one_hex(board, kind)
    drawn = plan(one)
    hex = next(scan(one.grid.all))
    drawn.labels = Labels(drawn.layout, Ink())
    rim = drawn.layout.polygon(hex)
    drawn.heights = ["", area_path([rim]), "", "", ""]
    curve = _rim_curve(rim)
    if kind in WATER:
        wide = {"river": 2.8, "major river": 6.6, "lake": width("lake")}[kind]
        stream = Stream(kind, [(i, 0) for i in range(4)], [kind] * 3)
        stream.curve, stream.widths = curve, [wide] * len(curve)
        stream.kinds = [kind]
        return replace(drawn, water=ribbons([stream]))
    if kind in START:
        return replace(drawn, start=path(curve))
    if kind in fort_kinds(board):
        line = resample(offset(curve, width("fort inset")), 2.4)[::-1]
        return replace(drawn, forts={kind: (path(line), teeth([line]))})
    if drawing:
        far = width("fort inset") + BEHIND if drawing == "double" else INSET[drawing]
        lines = [resample(offset(curve, far), 2.4)[::-1]]
        faces = {kind: (drawing, strokes_of(lines, drawing), fills_of(lines, drawing))}
        return replace(drawn, faces=faces)
    if kind in board.lines:
        (cx, cy) = drawn.layout.centre[hex]
        bend = [(cx - 30, cy + 4), (cx - 10, cy + 4), (cx + 6, cy - 6), (cx + 30, cy - 6)]
        strokes = [chaikin(bend, 3, False)]
        name = style(kind)
        rails = ties(strokes, 1.6 if "double" in name else 0) if "rail" in name else ""
        return replace(drawn, lines={name: strokes_path(strokes)}, ties=rails)
    return drawn


def _rim_curve(rim: list[Point]) -> list[Point]:
    """Along the lower sides of a hex, left to right."""
    left_to_right = sorted(rim, key=lambda p: (p[0], -p[1]))
    middle = sum(p[1] for p in rim) / 6
    lower = [p for p in left_to_right if p[1] >= middle - 1]
    return through_middles(lower)


def title(kind: str) -> str:
    what, _, whose = kind.rpartition(" ")
    if whose in ("german", "soviet", "russian"):
        return f"{whose.capitalize()} {what}"
    return kind.capitalize()


def item(kind: str, told: tuple[str, ...], hex: float) -> float:
    """The room of one kind with its words, and a gap behind them."""
    words = [text_width(title(kind), SERIF, 15.5, 600)]
    words += [text_width(line, NARROW, 14.5, 500) for line in told]
    return HEX * hex + 2 * GAP + max(words)


def legend(board: Board, theme: Theme, caption: Caption, room: float) -> tuple[str, float]:
    """The legend in a given width, and how high it is."""
    shown = list(kinds(board, caption))
    lines = max((len(caption.legend.get(kind, ())) for kind in shown), default=0)
    samples = {kind: sample(board, kind, caption.draw.get(kind, "")) for kind in shown}
    wide = max(
        item(kind, caption.legend.get(kind, ()), drawn.layout.width)
        for kind, drawn in samples.items()
    )
    rows = -(-len(shown) // max(1, int(room // max(ITEM, wide))))
    across = -(-len(shown) // rows)  # as even as can be
    step = room / across
    high = max(84.0, 44.0 + 17 * lines)
    out = ""
    for i, kind in enumerate(shown):
        x, y = (i % across) * step, (i // across) * high
        drawn = samples[kind]
        rim = area_path([drawn.layout.polygon(hex) for hex in drawn.layout.centre])
        hexed = under(drawn, theme) + stroke(rim, theme["frame"], 0.9) + over(drawn, theme)
        out += group(hexed, transform=moved(x, y, HEX))
        left = x + drawn.layout.width * HEX + GAP
        told = caption.legend.get(kind, ())
        top = y + 32 - 8.5 * len(told)
        out += text(left, top + 5, title(kind), fill=theme["ink"], **font(SERIF, 15.5, 600))
        for j, line in enumerate(told):
            out += text(
                left, top + 22 + 16 * j, line, fill=theme["ink2"], **font(NARROW, 14.5, 500)
            )
    return out, rows * high
