"""A match as a file: record, position, sheet to print, picture; of what the asker may know.

A record tells everything, so it waits for the end, unless one sits for both sides. Until then a
side has its own: covered orders are left out of its record, and in its position the covered
counters are dealt by chance among those that they may be. Both say so at their head.
"""

import random
from typing import Any

from litestar import Response, get
from litestar.exceptions import (
    ClientException,
    PermissionDeniedException,
    ServiceUnavailableException,
)

from kursk import library
from kursk.core import position, record
from kursk.core.match import Match, Start
from kursk.server.door import Asked, Id, Side, TheLimits, TheRooms, entered
from kursk.server.limits import Limits, address
from kursk.server.replay import state
from kursk.server.room import Room
from kursk.server.rooms import Rooms
from kursk.server.workers import Stopped

PATIENCE = 120.0  # seconds; a machine may be busy
KINDS = {"pdf": "application/pdf", "png": "image/png"}
PARTLY = """\
# What {side} knows of a game, not the game itself. Whoever lies covered was dealt by chance
# among those who may lie there.
"""


@get("/matches/{id:str}/record", media_type="text/plain")
async def as_record(request: Asked, rooms: TheRooms, id: Id, side: Side = "") -> str:
    room, all_of_it = await _allowed(request, rooms, id, side)
    try:
        return record.write(room.match) if all_of_it else record.write_told(room.match, side)
    except ValueError as error:
        raise ClientException(str(error)) from None


@get("/matches/{id:str}/position", media_type="text/plain")
async def as_position(request: Asked, rooms: TheRooms, id: Id, side: Side = "") -> str:
    room, all_of_it = await _allowed(request, rooms, id, side)
    if not room.match.over and not room.match.phase:
        raise ClientException("A position begins a phase, and this moment has none: try later.")
    if all_of_it:
        return position.write(room.match)
    chance = random.Random(room.known(side).g.fingerprint())
    return PARTLY.format(side=side) + position.write(room.match.imagined(side, chance))


@get("/matches/{id:str}/position.pdf")
async def as_sheet(
    request: Asked, rooms: TheRooms, limits: TheLimits, id: Id, side: Side = ""
) -> Response[bytes]:
    """The map with the counters that a side sees, on one page."""
    return await _drawn(request, rooms, limits, id, side, "pdf")


@get("/matches/{id:str}/position.png")
async def as_picture(
    request: Asked, rooms: TheRooms, limits: TheLimits, id: Id, side: Side = ""
) -> Response[bytes]:
    """The same as a picture."""
    return await _drawn(request, rooms, limits, id, side, "png")


async def _drawn(
    request: Asked, rooms: Rooms, limits: Limits, id: str, side: str, kind: str
) -> Response[bytes]:
    room, _ = await entered(request, rooms, id, side)
    match = room.match
    asked = (match.game.title, match.start, match.g.facts(), side, kind)
    try:
        with limits.work(address(request.scope)):
            drawn = await rooms.readers.do(PATIENCE, sheet, *asked)
    except Stopped as error:
        raise ServiceUnavailableException(f"It could not be drawn: {error}.") from None
    name = f"{match.game.title}-{id[:6]}.{kind}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(drawn, media_type=KINDS[kind], headers=headers)


async def _allowed(request: Asked, rooms: Rooms, id: str, side: str) -> tuple[Room, bool]:
    """The room, and whether everything may be told."""
    room, sides = await entered(request, rooms, id, side)
    whole = room.match.over or set(sides) == set(room.match.game.sides)
    if not whole and not side:
        raise PermissionDeniedException("The record is open to you when the game is over.")
    return room, whole


def sheet(title: str, start: Start, facts: dict[str, Any], side: str, kind: str) -> bytes:
    """In a worker: a position as a side sees it, as a page or a picture."""
    from kursk import draw
    from kursk.draw.export import pdf, png

    match: Match = library.begin(title, start)
    match.resume(state(match, facts), [])
    svg = draw.position_svg(match.g.board, match.g.roster, match.view(side))
    return pdf(svg) if kind == "pdf" else png(svg)


handlers = [as_record, as_position, as_sheet, as_picture]
