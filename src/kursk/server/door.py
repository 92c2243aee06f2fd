"""Who comes in, to which room, and what he may do there."""

from typing import Any

from litestar import Request, Response
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
from kursk.server.late import behind, is_late
from kursk.server.limits import Limits
from kursk.server.room import Room
from kursk.server.rooms import Lost, Rooms
from kursk.server.store import hashed
from kursk.server.workers import Stopped

PLAYER = "kursk_player"  # the cookie that says who somebody is
GUEST = "kursk_guest"  # and who he will be again when he signs out
GONE, CONFLICT = 410, 409
YEAR = 400 * 86_400  # seconds: as long as browsers keep one

Asked = Request[Any, Any, Any]
TheRooms = NamedDependency[Rooms]
TheLimits = NamedDependency[Limits]
Id = FromPath[str]
Side = FromQuery[str]


def token(request: Asked, cookie: str = PLAYER) -> str:
    """Who somebody is; "" for a stranger. Ours are short and plain."""
    told = request.cookies.get(cookie, "")
    return told if len(told) <= 64 and told.isascii() and told.isprintable() else ""


def remember(request: Asked, answer: Response[Any], who: str, cookie: str = PLAYER) -> None:
    """The browser is to say who it is from now on. No script can read it, no other site use it;
    whoever came by TLS tells it by TLS alone."""
    safe = request.url.scheme == "https"
    answer.set_cookie(
        cookie, who, path=_where(request), httponly=True, secure=safe, samesite="strict",
        max_age=YEAR,
    )  # fmt: skip


def forget_cookie(request: Asked, answer: Response[Any], cookie: str) -> None:
    answer.delete_cookie(cookie, path=_where(request))


def _where(request: Asked) -> str:
    return f"{request.app.state.hosting.path}/"


async def entered(
    request: Asked, rooms: Rooms, id: str, side: str = "", seated: bool = False
) -> tuple[Room, tuple[str, ...]]:
    """The room, and the sides for which the asker sits in it; for `side` he must. Others may
    look on if they have come by a link, with a delay if there is one."""
    room, sides = await present(request, rooms, id, side, seated)
    late = is_late(room, hashed(token(request)), sides)
    return (await behind(room) if late else room), sides


async def present(
    request: Asked, rooms: Rooms, id: str, side: str = "", seated: bool = False
) -> tuple[Room, tuple[str, ...]]:
    """The same as it is now, whoever asks."""
    try:
        room = await rooms.room(id)
    except Lost as error:
        raise HTTPException(str(error), status_code=GONE) from None
    except Stopped as error:
        raise ServiceUnavailableException(f"The game could not be opened: {error}.") from None
    if room is None:
        raise NotFoundException("There is no such match.")
    mine = hashed(told) if (told := token(request)) else ""
    if rooms.store.wire and not (side in room.sides(mine) if side else room.admits(mine)):
        await room.reseat()  # he may have sat down at another server a moment ago
    sides = room.sides(mine)
    if (side or seated) and side not in sides:
        raise PermissionDeniedException(f"You do not sit for {side or 'anybody'} in this match.")
    if not room.admits(mine):
        raise PermissionDeniedException("Ask one of the players for a link to watch this match.")
    await room.saw(mine)
    return room, sides


async def at_table(
    request: Asked, rooms: Rooms, id: str, side: str = "", seated: bool = False
) -> tuple[Room, tuple[str, ...]]:
    """The same where several may meet: a try is one's own."""
    room, sides = await entered(request, rooms, id, side, seated)
    if not room.stored:
        raise ClientException("A try is yours alone.")
    return room, sides


async def deciding(request: Asked, rooms: Rooms, id: str, side: str) -> Match:
    """The match as the side knows it that decides now, and asks."""
    room, _ = await entered(request, rooms, id, side, seated=True)
    if room.stopped:
        raise ClientException(room.stopped)
    if room.match.actor != side:
        raise ClientException(f"It is not {side}'s decision now.")
    return room.known(side)
