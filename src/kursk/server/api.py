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
from kursk.core import record
from kursk.core.flow import IllegalOrder
from kursk.core.match import Start
from kursk.server import (
    files,
    late,
    letters,
    mine,
    notices,
    rematch,
    seating,
    signing,
    standing,
    takeback,
    talk,
)
from kursk.server.changes import answer
from kursk.server.clock import NO_TERMS, Terms
from kursk.server.door import (
    Asked,
    Id,
    Side,
    TheLimits,
    TheRooms,
    entered,
    present,
    remember,
    token,
)
from kursk.server.late import is_late
from kursk.server.limits import GAMES, Limits, address, not_too_often, too_often
from kursk.server.reading import Begun, read
from kursk.server.referee import questions
from kursk.server.room import STOP, Event, Stir
from kursk.server.rooms import LINK
from kursk.server.scene import past
from kursk.server.seating import Called, key_to, named
from kursk.server.seats import HUMAN
from kursk.server.shortcut import Shortcut
from kursk.server.store import Stale, hashed

MOST = 2**53 - 1  # what a page can count to
UPLOAD = 5_000_000  # bytes
ORDER = 20_000  # bytes around an order
SHORTEST = 60  # seconds on a clock

Name = Annotated[str, msgspec.Meta(max_length=60)]
Number = Annotated[int, msgspec.Meta(ge=0, le=MOST)]
Since = Annotated[int | None, QueryParameter(ge=0, le=MOST)]


class NewMatch(msgspec.Struct, forbid_unknown_fields=True):
    game: Name = ""
    scenario: Name = ""
    options: dict[Name, Name] = {}
    players: dict[Name, Name] = {}  # by side: human, link or a bot; left out: human
    name: Called = ""  # what you are called
    terms: Terms = NO_TERMS
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


@post("/matches", request_max_body_size=UPLOAD)
async def begin(
    request: Asked, rooms: TheRooms, limits: TheLimits, data: JSONBody[NewMatch]
) -> Response[Any]:
    """Begin a match. Who is to play by a link gets one, which is told here and never again."""
    await _not_too_many(request, rooms, limits, data)
    try:
        with limits.work(address(request.scope)):
            begun = await _begun(rooms, data)
    except ValueError as error:
        raise ClientException(str(error)) from None
    sides = library.game(begun.title).sides
    for side, player in data.players.items():
        if side not in sides:
            raise ClientException(f"players: {side!r} is none of {', '.join(sides)}")
        if player not in (HUMAN, LINK) and not bots.plays(begun.title, player):
            raise ClientException(f"players: no bot {player!r}")
    players = {side: data.players.get(side, HUMAN) for side in sides}
    who = token(request) or secrets.token_urlsafe(16)
    if data.terms.clock != "none" and data.terms.amount < SHORTEST:
        raise ClientException(f"terms: a clock needs {SHORTEST} seconds at least")
    id = await rooms.begin(begun, players, who, named(data.name), data.terms)
    far = [side for side, player in players.items() if player == LINK]
    answer = Response({"id": id, "links": {side: await key_to(rooms, id, side) for side in far}})
    remember(request, answer, who)
    return answer


async def _not_too_many(
    request: Asked, rooms: TheRooms, limits: Limits, data: JSONBody[NewMatch]
) -> None:
    where = address(request.scope)
    not_too_often(limits, "begin", where, "That is many games at once.")
    if data.record or data.position:
        not_too_often(limits, "upload", where, "That is many files at once.")
    told = token(request)
    if limits.rate and told and len(await rooms.store.held(told)) >= GAMES:
        raise PermissionDeniedException(f"You have {GAMES} games here: delete some of them first.")


async def _begun(rooms: TheRooms, data: JSONBody[NewMatch]) -> Begun:
    if data.record or data.position:
        return await read(rooms.strangers, data.record or data.position, bool(data.record))
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


@post(
    "/matches/{id:str}/orders", status_code=200, request_max_body_size=ORDER,
    middleware=[Shortcut(Given)],
)  # fmt: skip
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


@post(
    "/matches/{id:str}/undo", status_code=200, request_max_body_size=ORDER,
    middleware=[Shortcut(TakeBack)],
)  # fmt: skip
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
    request: Asked, rooms: TheRooms, limits: TheLimits, id: Id, side: Side = "",
    after: Annotated[int, QueryParameter(ge=0, le=MOST)] = 0,
    last: Annotated[int | None, HeaderParameter(name="Last-Event-ID", ge=0, le=MOST)] = None,
) -> ServerSentEvent:  # fmt: skip
    """What happens, as it happens; a broken stream goes on after the last event received."""
    room, sides = await present(request, rooms, id, side)
    mine, where = hashed(token(request)), address(request.scope)
    begun, put_off = after if last is None else last, is_late(room, mine, sides)
    told = late.events(room, begun) if put_off else room.events(side, begun)
    if not limits.may_listen(where):
        raise too_often("You have too many pages open. Close some.", 60)

    async def stream() -> AsyncIterator[ServerSentEventMessage]:
        room.presence.listens(mine, 1)
        limits.listens(where, 1)
        try:
            yield ServerSentEventMessage(comment="open")
            async for event in told:
                if not (side in room.sides(mine) if side else room.admits(mine)):
                    return  # the seat is somebody else's now
                if is_late(room, mine, room.sides(mine)) != put_off:
                    return  # from now on he sees it later, or no more; his page asks again
                text = msgspec.json.encode(event).decode()
                if isinstance(event, Stir):
                    yield ServerSentEventMessage(data=text, event="stir")
                    if event.what == STOP:
                        return
                else:
                    yield ServerSentEventMessage(data=text, id=event.seq, event="order")
        finally:
            limits.listens(where, -1)
            await room.left(mine)

    return ServerSentEvent(stream())


router = Router(
    "/api",
    route_handlers=[
        begin, look, log, give, undo, events, *files.handlers, *questions,
        *mine.handlers, *seating.handlers, *talk.handlers, *takeback.handlers, *rematch.handlers,
        *notices.handlers, *signing.handlers, *letters.handlers, *standing.handlers,
    ],
)  # fmt: skip
