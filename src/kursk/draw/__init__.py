"""Maps, counters and positions as SVG, and as PNG, PDF or sheets to print.

    from kursk import draw

    svg = draw.map_svg(board)                          # a printed sheet; theme="dark" too
    svg = draw.counters_svg(roster, title="Counters")  # every counter by formation
    svg = draw.position_svg(board, roster, view)       # the map alone, with a view's counters
    draw.write(svg, Path("map.png"))                   # .svg, .png or .pdf, by the suffix
    draw.print_map(board, Path("map.pdf"))             # pages to cut and glue, at true scale
    draw.print_counters(roster, Path("counters.pdf"))  # double-sided

`scale` is pixels to a map unit; a hex is 60 units, a counter 39. A `Caption` (read_caption)
adds what a map file does not say: subtitle, scale, values of places, costs in the legend.
The same input gives the same bytes. The map below a position is kept, so that drawing the
next position of the same board costs little. PNG and PDF need the extra `kursk[draw]`.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path

from kursk.core.board import Board
from kursk.core.counters import Roster
from kursk.core.view import View
from kursk.draw.caption import Caption, read_caption
from kursk.draw.export import write
from kursk.draw.muster import muster
from kursk.draw.paint import over, under
from kursk.draw.plan import Plan, plan
from kursk.draw.position import Table, stacks, wash
from kursk.draw.printing import print_counters, print_map
from kursk.draw.sheet import sheet
from kursk.draw.svg import document, group, tag
from kursk.draw.theme import THEMES, Theme

__all__ = [
    "THEMES",
    "Caption",
    "counters_svg",
    "map_svg",
    "position_svg",
    "print_counters",
    "print_map",
    "read_caption",
    "write",
]

PLAIN = Caption()


@lru_cache(maxsize=8)
def _plan(board: Board, values: tuple[tuple[str, str], ...]) -> Plan:
    return plan(board, dict(values))


@lru_cache(maxsize=8)
def _layers(
    board: Board, theme: str, values: tuple[tuple[str, str], ...]
) -> tuple[Plan, str, str]:  # fmt: skip
    drawn = _plan(board, values)
    look = Theme(theme)
    return drawn, under(drawn, look), over(drawn, look)


@lru_cache(maxsize=8)
def _table(roster: Roster, theme: str) -> Table:
    return Table(roster, Theme(theme))


def map_svg(
    board: Board, theme: str = "light", scale: float = 1.0, caption: Caption = PLAIN
) -> str:
    """The whole map as a printed sheet, with its legend and where it comes from."""
    drawn, low, high = _layers(board, theme, tuple(caption.values.items()))
    inside, width, height = sheet(board, drawn, Theme(theme), caption, low + high)
    return document(width, height, inside, scale, board.title)


def counters_svg(
    roster: Roster,
    theme: str = "light",
    scale: float = 1.0,
    title: str = "Counters",
    width: float = 1500.0,
) -> str:
    """Every counter, front and reduced, by side and formation."""
    inside, width, height = muster(roster, Theme(theme), title, width)
    return document(width, height, inside, scale, title)


def position_svg(
    board: Board,
    roster: Roster,
    view: View,
    theme: str = "light",
    scale: float = 1.0,
    caption: Caption = PLAIN,
    marks: Mapping[str, Iterable[str]] | None = None,
    control: bool = False,
) -> str:
    """The map with the counters of a view.

    `marks` adds marks to units by id: "can act", "selected", "target", "done", "no supply";
    those a view itself carries are drawn anyhow. `control` tints the hexes each side holds.
    """
    drawn, low, high = _layers(board, theme, tuple(caption.values.items()))
    look = Theme(theme)
    washes = ""
    if control:
        for side, hexes in view.control.items():
            colour = look["fort german" if side.lower() == "german" else "fort soviet"]
            washes += wash(drawn.layout, hexes, colour, 0.12)
    counters = stacks(drawn.layout, _table(roster, theme), view, marks or {}, scale)
    inside = group(low + washes + high + counters, transform="translate(8 8)")
    layout = drawn.layout
    wide, high = layout.width + 16, layout.height + 16
    paper = tag("rect", x=0, y=0, width=wide, height=high, fill=look["paper"])
    return document(wide, high, paper + inside, scale, board.title)
