"""The HTTP interface. Legality is the engine's; the page is told what its side may know."""

import secrets
from collections.abc import AsyncIterator
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, Router, get, post
from litestar.exceptions import (
    ClientException,
    NotFoundException,
    PermissionDeniedException,
)
from litestar.params import HeaderParameter
from litestar.response import ServerSentEvent
from litestar.response.sse import ServerSentEventMessage

from kursk import bots, library
from kursk.core import position, record
from kursk.core.flow import IllegalOrder, Refusal
from kursk.core.match import Match, Start
from kursk.core.tables import Receipt
from kursk.server.known import known_game
from kursk.server.room import HUMAN, Room
from kursk.server.rooms import PLAYER, Rooms
from kursk.server.scene import Scene, Target, overlay, scene, targets, visible, ways
from kursk.server.store import Stale

Asked = Request[Any, Any, Any]


class NewMatch(msgspec.Struct, forbid_unknown_fields=True):
    game: str = ""
    scenario: str = ""
    options: dict[str, str] = {}
    players: dict[str, str] = {}  # by side: human or a bot; left out: human
    position: str = ""  # a position file, in place of game and scenario
    record: str = ""  # a record to go on from


class Given(msgspec.Struct, forbid_unknown_fields=True):
    order: str
    seq: int
    side: str
    client: Annotated[str, msgspec.Meta(max_length=64)] = ""


class TakeBack(msgspec.Struct, forbid_unknown_fields=True):
    seq: int
    side: str
    steps: Annotated[int, msgspec.Meta(ge=1, le=10_000)] = 1


class Listed(msgspec.Struct):
    id: str
    game: str
    title: str
    status: str
    over: bool


class Why(msgspec.Struct):
    legal: bool
    refusal: Refusal | None = None


# -- the games on the shelf ----------------------------------------------------------------


@get("/games/{title:str}/rules", sync_to_thread=True)
def rules(title: str) -> dict[str, Any]:
    """The ledger, for the rule chips of the page."""
    return {n: msgspec.to_builtins(section) for n, section in known_game(title).ledger.items()}


@get("/games/{title:str}/counters", sync_to_thread=True)
def counters(title: str) -> dict[str, Any]:
    return {counter.id: msgspec.to_builtins(counter) for counter in known_game(title).roster}


# -- matches ---------------------------------------------------------------------------------


@get("/matches")
async def mine(request: Asked, rooms: Rooms) -> list[Listed]:
    """The matches in which this browser holds a seat, newest first."""
    rows = await rooms.store.held([request.cookies.get(PLAYER, "")])
    return [Listed(row.id, row.game, row.title, row.status, row.over) for row in rows]


@post("/matches")
async def begin(request: Asked, rooms: Rooms, data: NewMatch) -> Response[dict[str, str]]:
    try:
        match = _started(data)
    except ValueError as error:
        raise ClientException(str(error)) from None
    for side, player in data.players.items():
        if side not in match.game.sides:
            raise ClientException(f"players: {side!r} is none of {', '.join(match.game.sides)}")
        if player != HUMAN and player not in bots.names(match.game.title):
            raise ClientException(f"players: no bot {player!r}")
    players = {side: data.players.get(side, HUMAN) for side in match.game.sides}
    token = request.cookies.get(PLAYER) or secrets.token_urlsafe(16)
    id = await rooms.begin(match, players, token)
    answer = Response({"id": id})
    answer.set_cookie(PLAYER, token, httponly=True, samesite="strict", max_age=400 * 86400)
    return answer


def _started(data: NewMatch) -> Match:
    if data.record:
        match = library.load(data.record)
    elif data.position:
        match = library.set_up(data.position)
    else:
        match = library.begin(data.game, Start(data.scenario, data.options))
    return match


@get("/matches/{id:str}")
async def look(request: Asked, rooms: Rooms, id: str, side: str = "", at: int = -1) -> Scene:
    """The match as a side sees it now, or as it was after so many orders."""
    room, sides = await _room(request, rooms, id, side)
    past = room.at(at) if 0 <= at < room.seq else None
    return scene(room, side, sides, past, at)


@get("/matches/{id:str}/log")
async def log(request: Asked, rooms: Rooms, id: str, side: str = "", after: int = 0) -> list[Any]:
    room, _ = await _room(request, rooms, id, side)
    return [room.event(seq, side) for seq in range(max(after, 0) + 1, room.seq + 1)]


@get("/matches/{id:str}/orders")
async def orders(request: Asked, rooms: Rooms, id: str, side: str, about: str) -> list[str]:
    """The orders open to a unit or about a hex."""
    match = await _deciding(request, rooms, id, side)
    return list(match.orders(about))


@get("/matches/{id:str}/targets")
async def attackable(request: Asked, rooms: Rooms, id: str, side: str) -> list[Target]:
    """The hexes that may be attacked now."""
    match = await _deciding(request, rooms, id, side)
    return targets(match, side)


@get("/matches/{id:str}/reach")
async def reach(
    request: Asked, rooms: Rooms, id: str, side: str, unit: str
) -> dict[str, dict[str, Any]]:
    """Where a unit that the side can see may go, with costs and paths."""
    room, _ = await _room(request, rooms, id, side)
    match = room.match.known_to(side)
    if unit not in visible(match, side):
        raise ClientException(f"You see no unit {unit!r} on the map.")
    return ways(match, unit)


@get("/matches/{id:str}/why")
async def why(request: Asked, rooms: Rooms, id: str, side: str, order: str) -> Why:
    match = await _deciding(request, rooms, id, side)
    refusal = match.why_not(order)
    return Why(refusal is None, refusal)


@get("/matches/{id:str}/odds")
async def odds(request: Asked, rooms: Rooms, id: str, side: str, order: str) -> Receipt:
    match = await _deciding(request, rooms, id, side)
    receipt = match.receipt(order, side)
    if receipt is None:
        refusal = match.why_not(order)
        raise ClientException(str(refusal) if refusal else "That order is no attack.")
    return receipt


@get("/matches/{id:str}/overlay/{kind:str}")
async def washed(
    request: Asked, rooms: Rooms, id: str, kind: str, side: str = ""
) -> dict[str, list[str]]:
    room, _ = await _room(request, rooms, id, side)
    try:
        return overlay(room.match.known_to(side), kind, side)
    except ValueError as error:
        raise ClientException(str(error)) from None


@post("/matches/{id:str}/orders", status_code=200)
async def give(request: Asked, rooms: Rooms, id: str, data: Given) -> Response[Any]:
    """Give an order. 409: it came too late, here is how things stand; 422: a rule is against it."""
    room, sides = await _room(request, rooms, id, data.side, seated=True)
    try:
        await room.play(data.side, data.order, data.seq, data.client or None)
    except Stale:
        return Response(scene(room, data.side, sides), status_code=409)
    except IllegalOrder as error:
        return Response({"order": error.order, "refusal": error.refusal}, status_code=422)
    return Response(scene(room, data.side, sides))


@post("/matches/{id:str}/undo", status_code=200)
async def undo(request: Asked, rooms: Rooms, id: str, data: TakeBack) -> Response[Any]:
    room, sides = await _room(request, rooms, id, data.side, seated=True)
    try:
        await room.undo(data.side, data.seq, data.steps)
    except Stale:
        return Response(scene(room, data.side, sides), status_code=409)
    except ValueError as error:
        raise ClientException(str(error)) from None
    return Response(scene(room, data.side, sides))


@get("/matches/{id:str}/events")
async def events(
    request: Asked,
    rooms: Rooms,
    id: str,
    side: str = "",
    after: int = 0,
    last: Annotated[str | None, HeaderParameter(name="Last-Event-ID")] = None,
) -> ServerSentEvent:
    """What happens, as it happens; a broken stream goes on after the last event received."""
    room, _ = await _room(request, rooms, id, side)
    begin = int(last) if last and last.isdigit() else after

    async def stream() -> AsyncIterator[ServerSentEventMessage]:
        yield ServerSentEventMessage(comment="open")
        async for event in room.events(side, begin):
            text = msgspec.json.encode(event).decode()
            yield ServerSentEventMessage(data=text, id=event.seq, event="order")

    return ServerSentEvent(stream())


@get("/matches/{id:str}/record", media_type="text/plain")
async def as_record(request: Asked, rooms: Rooms, id: str) -> str:
    room, sides = await _room(request, rooms, id, "")
    _open_book(room, sides)
    return record.write(room.match)


@get("/matches/{id:str}/position", media_type="text/plain")
async def as_position(request: Asked, rooms: Rooms, id: str) -> str:
    room, sides = await _room(request, rooms, id, "")
    _open_book(room, sides)
    return position.write(room.match)


def _open_book(room: Room, sides: tuple[str, ...]) -> None:
    """A record tells everything, so it waits for the end unless nothing is hidden from you."""
    if not room.match.over and set(sides) != set(room.match.game.sides):
        raise PermissionDeniedException("The record is open to you when the game is over.")


async def _room(
    request: Asked, rooms: Rooms, id: str, side: str, seated: bool = False
) -> tuple[Room, tuple[str, ...]]:
    room = await rooms.room(id)
    if room is None:
        raise NotFoundException("There is no such match.")
    sides = await rooms.sides(id, request.cookies.get(PLAYER, ""))
    if (side or seated) and side not in sides:
        raise PermissionDeniedException(f"You do not sit for {side or 'anybody'} in this match.")
    return room, sides


async def _deciding(request: Asked, rooms: Rooms, id: str, side: str) -> Match:
    """The match as the side knows it that decides now, and asks."""
    room, _ = await _room(request, rooms, id, side, seated=True)
    if room.match.actor != side:
        raise ClientException(f"It is not {side}'s decision now.")
    return room.match.known_to(side)


router = Router(
    "/api",
    route_handlers=[
        rules, counters, mine, begin, look, log, orders, attackable, reach, why, odds, washed, give,
        undo, events, as_record, as_position,
    ],
)  # fmt: skip
