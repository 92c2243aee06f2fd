"""What the page draws with: the map, the counters, and where the hexes lie."""

from functools import cache
from typing import Annotated, Any

import msgspec
from litestar import MediaType, Response, Router, get
from litestar.exceptions import ClientException
from litestar.params import Parameter

from kursk import library
from kursk.core.board import Board
from kursk.core.view import Seen
from kursk.draw import paint
from kursk.draw.caption import caption_of
from kursk.draw.geometry import HEX, Layout
from kursk.draw.plan import Plan, plan
from kursk.draw.position import Table, stacks
from kursk.draw.svg import document, tag
from kursk.draw.theme import Theme
from kursk.server.crop import crop, sees
from kursk.server.drawn import kept
from kursk.server.known import known_game
from kursk.server.shelf import card

DAY = {"Cache-Control": "max-age=86400"}
THEMES = ("light", "dark")


@get("/games/{title:str}/map.svg", sync_to_thread=True)
def map_svg(title: str, theme: str = "light", layer: str = "") -> Response[str]:
    """The map; `under` what lies below washes, `over` what lies above them, or both."""
    known_game(title)
    if theme not in THEMES or layer not in ("", "under", "over"):
        raise ClientException("theme is light or dark; layer is under or over")
    return Response(_map(title, theme, layer), media_type="image/svg+xml", headers=DAY)


@get("/games/{title:str}/counters.svg", sync_to_thread=True)
def counters_svg(title: str, theme: str = "light") -> Response[str]:
    """Every counter as a symbol: u-ID-STEP, s-ID-STEP for small sizes, back-SIDE."""
    known_game(title)
    if theme not in THEMES:
        raise ClientException("theme is light or dark")
    return Response(_counters(title, theme), media_type="image/svg+xml", headers=DAY)


@get("/games/{title:str}/card.svg", sync_to_thread=True)
def card_svg(
    title: str,
    theme: str = "light",
    width: Annotated[int, Parameter(ge=60, le=2400)] = 400,
    height: Annotated[int, Parameter(ge=60, le=2400)] = 320,
) -> Response[str]:
    """A window on the game's map at its start, about the hex that the game chose for it."""
    known_game(title)
    if theme not in THEMES:
        raise ClientException("theme is light or dark")
    name = f"card {theme} {width}x{height}"
    drawn = kept(title, name, lambda: _card(title, theme, width, height))
    return Response(drawn, media_type="image/svg+xml", headers=DAY)


@get("/games/{title:str}/hexes", sync_to_thread=True, media_type=MediaType.JSON)
def hexes(title: str) -> dict[str, Any]:
    known_game(title)
    return _hexes(title)


@cache
def _map(title: str, theme: str, layer: str) -> str:
    return kept(title, f"map {theme} {layer}", lambda: _drawn(title, theme, layer))


def _drawn(title: str, theme: str, layer: str) -> str:
    drawn, colours = _plan(title), Theme(theme)
    under = paint.under(drawn, colours) if layer != "over" else ""
    over = paint.over(drawn, colours) if layer != "under" else ""
    return document(drawn.layout.width, drawn.layout.height, under + over)


@cache
def _plan(title: str) -> Plan:
    game = known_game(title)
    return plan(game.board, draw=caption_of(game.folder).draw)


def _card(title: str, theme: str, width: int, height: int) -> str:
    """The whole sheet, with nothing of it but what the window shows."""
    game = known_game(title)
    layout = Layout(game.board.grid)
    wanted = card(title).picture
    x, y = layout.centre[game.board.grid.find(wanted)] if wanted else (0.0, 0.0)
    left = min(max(x - width / 2, 0.0), max(layout.width - width, 0.0))
    top = min(max(y - height / 2, 0.0), max(layout.height - height, 0.0))
    window = (left, top, left + width, top + height)
    view = library.start(title).view(game.sides[0])
    there = {
        name: stack
        for name, stack in view.stacks.items()
        if sees(window, layout.centre[game.board.grid.find(name)])
    }
    view = msgspec.structs.replace(view, stacks=there)
    counters = stacks(layout, Table(game.roster, Theme(theme)), view, {}, 1.0)
    box = f"{left:.1f} {top:.1f} {width} {height}"
    sheet = crop(_map(title, theme, ""), window).partition(">")[2].removesuffix("</svg>")
    return tag(
        "svg",
        sheet + counters,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=box,
        preserveAspectRatio="xMidYMid slice",
    )


@cache
def _counters(title: str, theme: str) -> str:
    roster, colours = known_game(title).roster, Theme(theme)
    table = Table(roster, colours)
    symbols = []
    for counter in roster:
        for step in range(counter.steps):
            seen = Seen(counter.side, counter.id, step)
            for size, small in (("u", False), ("s", True)):
                symbols.append(_symbol(f"{size}-{counter.id}-{step}", table.face(seen, small)))
    for side in known_game(title).sides:
        symbols.append(_symbol(f"back-{side}", table.face(Seen(side), False)))
    return document(0, 0, "".join(symbols))


def _symbol(id: str, inside: str) -> str:
    return tag("symbol", inside, id=id, viewBox="0 0 48 48", overflow="visible")


@cache
def _hexes(title: str) -> dict[str, Any]:
    board = known_game(title).board
    layout = Layout(board.grid)
    areas = card(title).areas
    found = {}
    for hex, name in sorted(board.grid.name.items(), key=lambda item: item[1]):
        x, y = layout.centre[hex]
        place = board.place_at(hex)
        found[name] = {
            "x": round(x, 1),
            "y": round(y, 1),
            "words": [kind for kind in board.at(hex) if kind not in areas],
            "sides": {
                direction: kinds
                for side, direction in enumerate(board.grid.directions)
                if (kinds := [k for k in _along(board, hex, side) if k not in areas])
            },
            "place": place.name if place else "",
        }
    return {
        "width": round(layout.width, 1),
        "height": round(layout.height, 1),
        "size": HEX,
        "pointed": board.grid.pointed,
        "hexes": found,
    }


def _along(board: Board, hex: int, side: int) -> tuple[str, ...]:
    """All that lies on a hexside or crosses it."""
    return (*board.on_side(hex, side), *board.along(hex, side))


@get("/games/{title:str}/hexes/{name:str}", sync_to_thread=True)
def sources(title: str, name: str) -> list[dict[str, str]]:
    """Who says what lies in a hex: every entry of the map file that speaks of it."""
    board = known_game(title).board
    if name not in board.grid.cell:
        raise ClientException(f"There is no hex {name} on this map.")
    return [
        {"is": e.kind, "name": e.name, "provenance": e.provenance, "note": e.note, "rule": e.rule}
        for e in board.provenance(board.grid.cell[name])
    ]


router = Router("/api", route_handlers=[map_svg, counters_svg, card_svg, hexes, sources])
