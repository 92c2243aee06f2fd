"""What is drawn of a game for the page: the map in layers, the counters, a card for the shelf."""

from collections.abc import Callable
from functools import cache, partial

import msgspec

from kursk import library
from kursk.core.view import Seen
from kursk.draw import paint
from kursk.draw.caption import caption_of
from kursk.draw.geometry import Layout
from kursk.draw.plan import Plan, plan
from kursk.draw.position import Table, stacks
from kursk.draw.svg import document, tag
from kursk.draw.theme import Theme
from kursk.server.charts import sound_card
from kursk.server.crop import crop, sees

LAYERS = ("under", "over", "whole")  # what lies below washes, what lies above them, or both
BOARD = ("map under", "map over", "counters")  # what a board cannot do without
CARDS = ((360, 284), (980, 360))  # the sizes in which the page shows a card


def pictures(title: str, theme: str) -> dict[str, Callable[[], str]]:
    """All pictures of a game by name, the most wanted first."""
    return {
        "map under": partial(sheet, title, theme, "under"),
        "map over": partial(sheet, title, theme, "over"),
        "counters": partial(counters, title, theme),
        **{f"card {w}x{h}": partial(window, title, theme, w, h) for w, h in CARDS},
        "map whole": partial(sheet, title, theme, "whole"),
    }


def sheet(title: str, theme: str, layer: str) -> str:
    drawn, colours = _plan(title), Theme(theme)
    under = paint.under(drawn, colours) if layer != "over" else ""
    over = paint.over(drawn, colours) if layer != "under" else ""
    return document(drawn.layout.width, drawn.layout.height, under + over)


@cache
def _plan(title: str) -> Plan:
    """Where everything lies: it takes seconds, and is the same in every theme."""
    game = library.game(title)
    return plan(game.board, draw=caption_of(game.folder).draw)


def counters(title: str, theme: str) -> str:
    """Every counter as a symbol: u-ID-STEP, s-ID-STEP for small sizes, back-SIDE."""
    game = library.game(title)
    table = Table(game.roster, Theme(theme))
    symbols = []
    for counter in game.roster:
        for step in range(counter.steps):
            seen = Seen(counter.side, counter.id, step)
            for size, small in (("u", False), ("s", True)):
                symbols.append(_symbol(f"{size}-{counter.id}-{step}", table.face(seen, small)))
    for side in game.sides:
        symbols.append(_symbol(f"back-{side}", table.face(Seen(side), False)))
    return document(0, 0, "".join(symbols))


def _symbol(id: str, inside: str) -> str:
    return tag("symbol", inside, id=id, viewBox="0 0 48 48", overflow="visible")


def window(title: str, theme: str, width: int, height: int) -> str:
    """The map at the start about the hex that the game chose for its card: the whole sheet, with
    nothing of it but what the window shows."""
    game = library.game(title)
    layout = Layout(game.board.grid)
    middle = game.board.grid.cell.get(sound_card(title).picture)
    x, y = layout.centre[middle] if middle is not None else (0.0, 0.0)
    left = min(max(x - width / 2, 0.0), max(layout.width - width, 0.0))
    top = min(max(y - height / 2, 0.0), max(layout.height - height, 0.0))
    box = (left, top, left + width, top + height)
    view = library.start(title).view(game.sides[0])
    there = {
        name: stack
        for name, stack in view.stacks.items()
        if sees(box, layout.centre[game.board.grid.find(name)])
    }
    view = msgspec.structs.replace(view, stacks=there)
    shown = stacks(layout, Table(game.roster, Theme(theme)), view, {}, 1.0)
    cut = crop(sheet(title, theme, "whole"), box).partition(">")[2].removesuffix("</svg>")
    return tag(
        "svg",
        cut + shown,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"{left:.1f} {top:.1f} {width} {height}",
        preserveAspectRatio="xMidYMid slice",
    )
