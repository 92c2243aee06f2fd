"""Who comes in, to which room, and what he may do there."""

from typing import Any

from litestar import Request
from litestar.di import NamedDependency
from litestar.exceptions import (
    ClientException,
    HTTPException,
    NotFoundException,
    PermissionDeniedException,
    ServiceUnavailableException,
)
from litestar.params import FromPath, FromQuery

from kursk.core.match import Match
from kursk.server.room import Room
from kursk.server.rooms import Lost, Rooms
from kursk.server.store import hashed
from kursk.server.workers import Stopped

PLAYER = "kursk_player"  # the cookie that says who somebody is
GONE = 410

Asked = Request[Any, Any, Any]
TheRooms = NamedDependency[Rooms]
Id = FromPath[str]
Side = FromQuery[str]


def token(request: Asked) -> str:
    """Who somebody is; "" for a stranger. Ours are short and plain."""
    told = request.cookies.get(PLAYER, "")
    return told if len(told) <= 64 and told.isascii() and told.isprintable() else ""


async def entered(
    request: Asked, rooms: Rooms, id: str, side: str = "", seated: bool = False
) -> tuple[Room, tuple[str, ...]]:
    """The room, and the sides for which the asker sits in it; for `side` he must."""
    try:
        room = await rooms.room(id)
    except Lost as error:
        raise HTTPException(str(error), status_code=GONE) from None
    except Stopped as error:
        raise ServiceUnavailableException(f"The game could not be opened: {error}.") from None
    if room is None:
        raise NotFoundException("There is no such match.")
    mine = token(request)
    sides = room.sides(hashed(mine)) if mine else ()
    if (side or seated) and side not in sides:
        raise PermissionDeniedException(f"You do not sit for {side or 'anybody'} in this match.")
    return room, sides


async def deciding(request: Asked, rooms: Rooms, id: str, side: str) -> Match:
    """The match as the side knows it that decides now, and asks."""
    room, _ = await entered(request, rooms, id, side, seated=True)
    if room.stopped:
        raise ClientException(room.stopped)
    if room.match.actor != side:
        raise ClientException(f"It is not {side}'s decision now.")
    return room.known(side)
