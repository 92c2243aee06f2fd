"""Matches over HTTP: begun, looked at, played, watched. Legality is the engine's."""

import secrets
from collections.abc import AsyncIterator
from typing import Annotated, Any

import msgspec
from litestar import Response, Router, get, post
from litestar.exceptions import ClientException, PermissionDeniedException
from litestar.params import HeaderParameter, JSONBody, QueryParameter
from litestar.response import ServerSentEvent
from litestar.response.sse import ServerSentEventMessage

from kursk import bots, library
from kursk.core import position, record
from kursk.core.flow import IllegalOrder
from kursk.core.match import Start
from kursk.server.changes import answer
from kursk.server.door import PLAYER, Asked, Id, Side, TheRooms, entered, token
from kursk.server.reading import Begun, read
from kursk.server.referee import questions
from kursk.server.room import HUMAN, Event, Room
from kursk.server.rooms import Rooms
from kursk.server.scene import past
from kursk.server.store import Stale

MOST = 2**53 - 1  # what a page can count to
UPLOAD = 5_000_000  # bytes
ORDER = 20_000  # bytes around an order

Name = Annotated[str, msgspec.Meta(max_length=60)]
Number = Annotated[int, msgspec.Meta(ge=0, le=MOST)]
Since = Annotated[int | None, QueryParameter(ge=0, le=MOST)]


class NewMatch(msgspec.Struct, forbid_unknown_fields=True):
    game: Name = ""
    scenario: Name = ""
    options: dict[Name, Name] = {}
    players: dict[Name, Name] = {}  # by side: human or a bot; left out: human
    position: str = ""  # a position file, in place of game and scenario
    record: str = ""  # a record to go on from


class Given(msgspec.Struct, forbid_unknown_fields=True):
    order: Annotated[str, msgspec.Meta(min_length=1, max_length=record.ORDER)]
    seq: Number
    side: Name
    client: Annotated[str, msgspec.Meta(max_length=40, pattern=r"^[\x21-\x7e]*\Z")] = ""


class TakeBack(msgspec.Struct, forbid_unknown_fields=True):
    seq: Number
    side: Name
    steps: Annotated[int, msgspec.Meta(ge=1, le=10_000)] = 1


class Listed(msgspec.Struct):
    id: str
    game: str
    title: str
    status: str
    over: bool
    players: dict[str, str]  # by side: human, or the name of a bot


@get("/matches")
async def mine(request: Asked, rooms: TheRooms) -> list[Listed]:
    """The matches in which this browser holds a seat, newest first."""
    rows = await rooms.store.held(mine_) if (mine_ := token(request)) else []
    sitting: dict[str, dict[str, str]] = {row.id: {} for row in rows}
    for seat in await rooms.store.sitting(tuple(sitting)):
        sitting[seat.match][seat.side] = seat.player
    return [
        Listed(row.id, row.game, row.title, row.status, row.over, sitting[row.id]) for row in rows
    ]


@post("/matches", request_max_body_size=UPLOAD)
async def begin(
    request: Asked, rooms: TheRooms, data: JSONBody[NewMatch]
) -> Response[dict[str, str]]:
    try:
        begun = await _begun(rooms, data)
    except ValueError as error:
        raise ClientException(str(error)) from None
    sides = library.game(begun.title).sides
    for side, player in data.players.items():
        if side not in sides:
            raise ClientException(f"players: {side!r} is none of {', '.join(sides)}")
        if player != HUMAN and player not in bots.names(begun.title):
            raise ClientException(f"players: no bot {player!r}")
    players = {side: data.players.get(side, HUMAN) for side in sides}
    who = token(request) or secrets.token_urlsafe(16)
    id = await rooms.begin(begun, players, who)
    answer = Response({"id": id})
    answer.set_cookie(PLAYER, who, httponly=True, samesite="strict", max_age=400 * 86400)
    return answer


async def _begun(rooms: TheRooms, data: JSONBody[NewMatch]) -> Begun:
    if data.record or data.position:
        return await read(rooms.readers, data.record or data.position, bool(data.record))
    match = library.begin(data.game, Start(data.scenario, data.options))
    return Begun(match.game.title, match.start, [])


@get("/matches/{id:str}")
async def look(
    request: Asked, rooms: TheRooms, id: Id, side: Side = "",
    at: Annotated[int, QueryParameter(ge=-1, le=MOST)] = -1, since: Since = None,
) -> Any:  # fmt: skip
    """The match as a side sees it now, or as it was after so many orders; for a page that has
    the scene of order `since`, only what changed, if that is still known."""
    room, sides = await entered(request, rooms, id, side)
    if 0 <= at < room.seq:
        return past(room, side, sides, await room.at(at), at)
    return answer(room, side, sides, since)


@get("/matches/{id:str}/log")
async def log(
    request: Asked, rooms: TheRooms, id: Id, side: Side = "",
    after: Annotated[int, QueryParameter(ge=0, le=MOST)] = 0,
) -> list[Event]:  # fmt: skip
    room, _ = await entered(request, rooms, id, side)
    return [room.event(seq, side) for seq in range(after + 1, room.seq + 1)]


@post("/matches/{id:str}/orders", status_code=200, request_max_body_size=ORDER)
async def give(
    request: Asked, rooms: TheRooms, id: Id, data: JSONBody[Given], since: Since = None
) -> Response[Any]:
    """Give an order. 409: it came too late, here is how things stand; 422: a rule is against it."""
    room, sides = await entered(request, rooms, id, data.side, seated=True)
    status = 200
    try:
        await room.play(data.side, data.order, data.seq, data.client or None)
    except Stale:
        status = 409
    except IllegalOrder as error:
        return Response({"order": error.order, "refusal": error.refusal}, status_code=422)
    except ValueError as error:
        raise ClientException(str(error)) from None
    return Response(answer(room, data.side, sides, since), status_code=status)


@post("/matches/{id:str}/undo", status_code=200, request_max_body_size=ORDER)
async def undo(
    request: Asked, rooms: TheRooms, id: Id, data: JSONBody[TakeBack], since: Since = None
) -> Response[Any]:
    room, sides = await entered(request, rooms, id, data.side, seated=True)
    status = 200
    try:
        await room.undo(data.side, data.seq, data.steps)
    except Stale:
        status = 409
    except ValueError as error:
        raise ClientException(str(error)) from None
    return Response(answer(room, data.side, sides, since), status_code=status)


@get("/matches/{id:str}/events")
async def events(
    request: Asked, rooms: TheRooms, id: Id, side: Side = "",
    after: Annotated[int, QueryParameter(ge=0, le=MOST)] = 0,
    last: Annotated[int | None, HeaderParameter(name="Last-Event-ID", ge=0, le=MOST)] = None,
) -> ServerSentEvent:  # fmt: skip
    """What happens, as it happens; a broken stream goes on after the last event received."""
    room, _ = await entered(request, rooms, id, side)

    async def stream() -> AsyncIterator[ServerSentEventMessage]:
        yield ServerSentEventMessage(comment="open")
        async for event in room.events(side, after if last is None else last):
            text = msgspec.json.encode(event).decode()
            yield ServerSentEventMessage(data=text, id=event.seq, event="order")

    return ServerSentEvent(stream())


@get("/matches/{id:str}/record", media_type="text/plain")
async def as_record(request: Asked, rooms: TheRooms, id: Id) -> str:
    return record.write((await _open_book(request, rooms, id)).match)


@get("/matches/{id:str}/position", media_type="text/plain")
async def as_position(request: Asked, rooms: TheRooms, id: Id) -> str:
    return position.write((await _open_book(request, rooms, id)).match)


async def _open_book(request: Asked, rooms: Rooms, id: str) -> Room:
    """A record tells everything, so it waits for the end unless nothing is hidden from you."""
    room, sides = await entered(request, rooms, id)
    if not room.match.over and set(sides) != set(room.match.game.sides):
        raise PermissionDeniedException("The record is open to you when the game is over.")
    return room


router = Router(
    "/api",
    route_handlers=[
        mine, begin, look, log, give, undo, events, as_record, as_position, *questions
    ],
)  # fmt: skip
