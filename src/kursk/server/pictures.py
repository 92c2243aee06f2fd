"""What the page draws with: the map, the counters, and where the hexes lie."""

import gzip
from typing import Any

from litestar import MediaType, Response, Router, get
from litestar.di import NamedDependency
from litestar.exceptions import ClientException, ServiceUnavailableException
from litestar.params import FromPath, FromQuery

from kursk.core.board import Board
from kursk.draw.geometry import HEX, Layout
from kursk.draw.labels import rank
from kursk.server.charts import sound_card
from kursk.server.door import Asked
from kursk.server.drawn import THEMES, Drawings
from kursk.server.known import known_game, known_title
from kursk.server.notes import noted
from kursk.server.pencil import CARDS, LAYERS
from kursk.server.workers import Stopped

TheDrawings = NamedDependency[Drawings]
Title = FromPath[str]
DAY = {"Cache-Control": "max-age=86400", "Vary": "Accept-Encoding"}


@get("/games/{title:str}/map.svg")
async def map_svg(
    request: Asked,
    drawings: TheDrawings,
    title: Title,
    theme: FromQuery[str] = "light",
    layer: FromQuery[str] = "",
) -> Response[bytes]:
    """The map; `under` what lies below washes, `over` what lies above them, or both."""
    if (layer or "whole") not in LAYERS:
        raise ClientException("layer is under or over")
    return await _picture(request, drawings, title, theme, f"map {layer or 'whole'}")


@get("/games/{title:str}/counters.svg")
async def counters_svg(
    request: Asked, drawings: TheDrawings, title: Title, theme: FromQuery[str] = "light"
) -> Response[bytes]:
    """Every counter as a symbol: u-ID-STEP, s-ID-STEP for small sizes, back-SIDE."""
    return await _picture(request, drawings, title, theme, "counters")


@get("/games/{title:str}/card.svg")
async def card_svg(
    request: Asked, drawings: TheDrawings, title: Title, theme: FromQuery[str] = "light",
    width: FromQuery[int] = CARDS[0][0], height: FromQuery[int] = CARDS[0][1],
) -> Response[bytes]:  # fmt: skip
    """A window on the game's map at its start, about the hex that the game chose for it."""
    if (width, height) not in CARDS:
        sizes = " or ".join(f"{wide} by {high}" for wide, high in CARDS)
        raise ClientException(f"width and height are {sizes}")
    return await _picture(request, drawings, title, theme, f"card {width}x{height}")


async def _picture(
    request: Asked, drawings: Drawings, title: str, theme: str, name: str
) -> Response[bytes]:
    known_title(title)
    if theme not in THEMES:
        raise ClientException("theme is light or dark")
    try:
        packed = await drawings.get(title, theme, name)
    except Stopped as error:
        raise ServiceUnavailableException(f"It could not be drawn: {error}.") from None
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers = {**DAY, "Content-Encoding": "gzip"}
        return Response(packed, media_type="image/svg+xml", headers=headers)
    return Response(gzip.decompress(packed), media_type="image/svg+xml", headers=DAY)


@get("/games/{title:str}/hexes", sync_to_thread=True, media_type=MediaType.JSON)
def hexes(title: Title) -> dict[str, Any]:
    return noted(title, "hexes", hexes_of)


def hexes_of(title: str) -> dict[str, Any]:
    board = known_game(title).board
    layout = Layout(board.grid)
    areas = sound_card(title).areas
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
            "rank": rank(place.kind) if place else "",
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
def sources(title: Title, name: FromPath[str]) -> list[dict[str, str]]:
    """Who says what lies in a hex: every entry of the map file that speaks of it."""
    board = known_game(title).board
    if name not in board.grid.cell:
        raise ClientException(f"There is no hex {name} on this map.")
    return [
        {"is": e.kind, "name": e.name, "provenance": e.provenance, "note": e.note, "rule": e.rule}
        for e in board.provenance(board.grid.cell[name])
    ]


router = Router("/api", route_handlers=[map_svg, counters_svg, card_svg, hexes, sources])
