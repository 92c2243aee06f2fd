"""Whole drawings: a map sheet, a counter sheet, a position. What has been drawn up is kept."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from kursk.core.board import Board
from kursk.core.counters import Roster
from kursk.core.view import View
from kursk.draw.caption import Caption
from kursk.draw.muster import muster
from kursk.draw.paint import over, under
from kursk.draw.plan import Plan, plan
from kursk.draw.position import Table, stacks, wash
from kursk.draw.sheet import sheet
from kursk.draw.svg import document, group, tag
from kursk.draw.theme import Theme

PLAIN = Caption()


@lru_cache(maxsize=8)
def _plan(
    board: Board, values: tuple[tuple[str, str], ...], draw: tuple[tuple[str, str], ...]
) -> Plan:
    return plan(board, dict(values), dict(draw))


@lru_cache(maxsize=8)
def _layers(
    board: Board,
    theme: str,
    values: tuple[tuple[str, str], ...],
    draw: tuple[tuple[str, str], ...],
) -> tuple[Plan, str, str]:
    drawn = _plan(board, values, draw)
    look = Theme(theme)
    return drawn, under(drawn, look), over(drawn, look)


@lru_cache(maxsize=8)
def _table(roster: Roster, theme: str) -> Table:
    return Table(roster, Theme(theme))


def map_svg(
    board: Board, theme: str = "light", scale: float = 1.0, caption: Caption = PLAIN
) -> str:
    """The whole map as a printed sheet, with its legend and where it comes from."""
    drawn, low, high = _layers(
        board, theme, tuple(caption.values.items()), tuple(caption.draw.items())
    )
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
    inside, wide, high = muster(roster, Theme(theme), title, width)
    return document(wide, high, inside, scale, title)


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
    drawn, low, high = _layers(
        board, theme, tuple(caption.values.items()), tuple(caption.draw.items())
    )
    look = Theme(theme)
    washes = ""
    if control:
        for side, hexes in view.control.items():
            colour = look["fort german" if side.lower() == "german" else "fort soviet"]
            washes += wash(drawn.layout, hexes, colour, 0.12)
    counters = stacks(drawn.layout, _table(roster, theme), view, marks or {}, scale)
    inside = group(low + washes + high + counters, transform="translate(8 8)")
    layout = drawn.layout
    wide, tall = layout.width + 16, layout.height + 16
    paper = tag("rect", x=0, y=0, width=wide, height=tall, fill=look["paper"])
    return document(wide, tall, paper + inside, scale, board.title)
