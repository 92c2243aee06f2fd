"""Seats and links over HTTP: inviting, sitting down, watching, giving a seat up."""

import secrets
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.exceptions import (
    ClientException,
    HTTPException,
    NotFoundException,
    PermissionDeniedException,
)
from litestar.params import JSONBody

from kursk import bots
from kursk.core.limits import printable
from kursk.server import clock, late, seats
from kursk.server.clock import Terms
from kursk.server.door import (
    CONFLICT,
    GONE,
    Asked,
    Id,
    Side,
    TheLimits,
    TheRooms,
    at_table,
    entered,
    remember,
    token,
)
from kursk.server.late import Delay
from kursk.server.limits import address, not_too_often
from kursk.server.room import Room
from kursk.server.rooms import Rooms
from kursk.server.seats import HUMAN, Seat
from kursk.server.store import hashed

SMALL = 2_000  # bytes of a request
BACK = "This link was taken back. Ask for a new one."
MANY = "That is many links at once."
FULL = "Somebody sits there already."

CALLED = 40  # characters
Called = Annotated[str, msgspec.Meta(max_length=CALLED)]
Word = Annotated[str, msgspec.Meta(max_length=20)]
Key = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=r"^[\w-]+\Z")]


class Of(msgspec.Struct, forbid_unknown_fields=True):
    side: Word  # "": whoever watches


class Handed(msgspec.Struct, forbid_unknown_fields=True):
    side: Word
    player: Word  # a bot


class Renamed(msgspec.Struct, forbid_unknown_fields=True):
    side: Word
    name: Called


class Away(msgspec.Struct, forbid_unknown_fields=True):
    side: Word
    days: Annotated[int, msgspec.Meta(ge=1, le=14)]


class Opened(msgspec.Struct, forbid_unknown_fields=True):
    link: Key
    name: Called = ""
    watch: bool = False


class Shown(msgspec.Struct, forbid_unknown_fields=True):
    link: Key


class Person(msgspec.Struct):
    """Somebody at a match, as the others see him."""

    side: str  # "": he watches
    player: str
    name: str
    you: bool
    waits: bool  # nobody has come yet
    there: bool
    since: int  # when he sat down
    seen: int  # when he was last there; 0 if it is not known
    leave: int  # he is on holiday until then
    link: int = 0  # when a link was made that nobody has used


class People(msgspec.Struct):
    host: bool  # you began it
    seats: list[Person]
    watchers: list[Person]
    next: str  # the match played after it
    watch: int  # when the link to watch was made; 0 if there is none
    terms: Terms
    now: int  # by the server's clock
    due: int  # when the time ends of whoever decides; 0: never
    left: dict[str, int]  # seconds in each side's bank, without the decision in hand
    delay: Delay  # of who watches


class Leads(msgspec.Struct):
    """What a link leads to."""

    id: str
    game: str
    title: str
    status: str
    side: str  # "": to watch
    free: bool  # the seat can be taken
    yours: str  # the side for which you sit there already
    host: str  # the name of whoever began the match


def named(name: str) -> str:
    """A name as it may be shown to others."""
    return printable(" ".join(name.split()))[:CALLED]


async def key_to(rooms: Rooms, id: str, side: str) -> str:
    return await rooms.store.do(seats.invite, id, side, int(rooms.now()))


@get("/matches/{id:str}/people")
async def people(request: Asked, rooms: TheRooms, id: Id, side: Side = "") -> People:
    """Who is here; links that are open are told to those who may take them back."""
    room, sides = await entered(request, rooms, id, side)
    mine, found = hashed(token(request)), room.sitting
    made = await rooms.store.do(seats.invited, id) if sides or mine == found.host else {}
    row = await rooms.store.match(id)
    watching = [
        _person(room, Seat("", HUMAN, theirs, each.name, each.since), mine)
        for theirs, each in found.watchers.items()
    ]
    sitting = [_person(room, seat, mine, made) for seat in found.seats.values()]
    again = str(row.next) if row and sides else ""
    left = {each: room.times.left(room.terms, each) for each in found.seats}
    return People(
        mine == found.host, sitting, watching, again, made.get("", 0),
        room.terms, int(rooms.now()), room.due, left if room.terms.clock == "bank" else {},
        late.delay_of(room),
    )  # fmt: skip


def _person(room: Room, seat: Seat, mine: str, made: dict[str, int] | None = None) -> Person:
    there, seen = room.presence.there(seat.token), room.presence.since(seat.token)
    link = (made or {}).get(seat.side, 0) if seat.side else 0
    return Person(
        seat.side, seat.player, seat.name, seat.token == mine, seat.waits, there, seat.since, seen,
        seat.leave, link,
    )  # fmt: skip


async def _may_seat(request: Asked, rooms: Rooms, id: str, side: str) -> Room:
    """Whoever sits there may give his seat away; the host sees to all that are not his."""
    room, sides = await at_table(request, rooms, id)
    if side and side not in room.sitting.seats:
        raise ClientException(f"There is no seat {side!r}.")
    host = hashed(token(request)) == room.sitting.host
    if not host and side not in sides and (side or not sides):
        raise PermissionDeniedException("That seat is not yours to give.")
    return room


@post("/matches/{id:str}/links", status_code=201, request_max_body_size=SMALL)
async def invite(
    request: Asked, rooms: TheRooms, limits: TheLimits, id: Id, data: JSONBody[Of]
) -> dict[str, str]:
    """A new link to a seat, or to watch; it is told now and never again. Older ones end."""
    room = await _may_seat(request, rooms, id, data.side)
    seat = room.sitting.seats.get(data.side)
    if seat and seat.token and seat.token != hashed(token(request)):
        raise HTTPException(f"{FULL} Free the seat first.", status_code=CONFLICT)
    not_too_often(limits, "link", address(request.scope), MANY)
    link = await key_to(rooms, id, data.side)
    await room.seat()
    return {"link": link}


@post("/matches/{id:str}/links/revoke", status_code=200, request_max_body_size=SMALL)
async def revoke(request: Asked, rooms: TheRooms, id: Id, data: JSONBody[Of]) -> None:
    room = await _may_seat(request, rooms, id, data.side)
    await rooms.store.do(seats.take_back, id, data.side, int(rooms.now()))
    await room.seat()


@post("/matches/{id:str}/delay", status_code=200, request_max_body_size=SMALL)
async def put_off(request: Asked, rooms: TheRooms, id: Id, data: JSONBody[Delay]) -> None:
    """Let who watches see it so many orders or minutes later."""
    room, _ = await at_table(request, rooms, id)
    if hashed(token(request)) != room.sitting.host:
        raise PermissionDeniedException("Whoever began the match chooses that.")
    await rooms.store.do(late.set_delay, id, data)
    await room.seat()


@post("/matches/{id:str}/free", status_code=201, request_max_body_size=SMALL)
async def free(
    request: Asked, rooms: TheRooms, limits: TheLimits, id: Id, data: JSONBody[Of]
) -> dict[str, str]:
    """Nobody sits there any more; a new link waits for somebody else."""
    room = await _may_seat(request, rooms, id, data.side)
    if not data.side:
        raise ClientException("Which seat?")
    not_too_often(limits, "link", address(request.scope), MANY)
    await rooms.store.do(seats.reseat, id, data.side, HUMAN, "", int(rooms.now()))
    link = await key_to(rooms, id, data.side)
    await room.seat()
    return {"link": link}


@post("/matches/{id:str}/hand", status_code=200, request_max_body_size=SMALL)
async def hand(request: Asked, rooms: TheRooms, id: Id, data: JSONBody[Handed]) -> None:
    """A bot plays on for a seat that is yours, or that nobody has."""
    room = await _may_seat(request, rooms, id, data.side)
    if not data.side or not bots.plays(room.match.game.title, data.player):
        raise ClientException(f"no bot {data.player!r}")
    if room.sitting.seats[data.side].token not in ("", hashed(token(request))):
        raise PermissionDeniedException("That seat is not yours to give.")
    await rooms.store.do(seats.reseat, id, data.side, data.player, "", int(rooms.now()))
    await room.seat()


@post("/matches/{id:str}/name", status_code=200, request_max_body_size=SMALL)
async def rename(request: Asked, rooms: TheRooms, id: Id, data: JSONBody[Renamed]) -> None:
    room, _ = await at_table(request, rooms, id, data.side, seated=True)
    await rooms.store.do(seats.rename, id, data.side, named(data.name))
    await room.seat()


@post("/matches/{id:str}/holiday", status_code=200, request_max_body_size=SMALL)
async def holiday(request: Asked, rooms: TheRooms, id: Id, data: JSONBody[Away]) -> None:
    """So many days in which no clock calls you, where there are days for a decision."""
    room, _ = await at_table(request, rooms, id, data.side, seated=True)
    if room.terms.clock != "days":
        raise ClientException("There are holidays only with days for a decision.")
    if not await rooms.store.do(clock.rest, id, data.side, data.days, int(rooms.now())):
        raise ClientException(f"{clock.HOLIDAYS} days of holidays are all there are in a game.")
    await room.seat()


# -- whoever has a link ----------------------------------------------------------------------


@post("/links/look", status_code=200, request_max_body_size=SMALL)
async def look(request: Asked, rooms: TheRooms, limits: TheLimits, data: JSONBody[Shown]) -> Leads:
    """What a link leads to; nothing is taken by looking."""
    not_too_often(limits, "link", address(request.scope), MANY)
    way = await _way(rooms, seats.behind, data.link)
    row = await rooms.store.match(way.match)
    sitting = await rooms.store.do(seats.seating, way.match)
    if row is None:
        raise NotFoundException("There is no such match.")
    mine = hashed(told) if (told := token(request)) else ""
    yours = [seat.side for seat in sitting.seats.values() if mine and seat.token == mine]
    names = [seat.name for seat in sitting.seats.values() if seat.token == sitting.host]
    free = bool(way.side) and not way.used
    hides = sitting.delay and not free and not yours and not row.over
    return Leads(
        row.id, row.game, row.title, "" if hides else row.status, way.side, free,
        yours[0] if yours else "", names[0] if names else "",
    )  # fmt: skip


@post("/links/open", status_code=200, request_max_body_size=SMALL)
async def open_(
    request: Asked, rooms: TheRooms, limits: TheLimits, data: JSONBody[Opened]
) -> Response[Any]:
    """Sit down, or watch: the browser remembers it, and the link of a seat is used up."""
    not_too_often(limits, "link", address(request.scope), MANY)
    who = token(request) or secrets.token_urlsafe(16)
    way = await _way(rooms, seats.behind, data.link)
    if way.side and not data.watch and not way.used:
        await _no_other_seat(rooms, way.match, way.side, hashed(who))
    work = seats.sit if way.side and not data.watch else seats.watch
    about = data.link, hashed(who), named(data.name), int(rooms.now())
    id: str = await _way(rooms, work, *about)
    room = await rooms.room(id)
    if room is not None:
        await room.seat()
    answer = Response({"id": id, "side": "" if work is seats.watch else way.side})
    remember(request, answer, who)
    return answer


async def _no_other_seat(rooms: Rooms, id: str, side: str, who: str) -> None:
    sitting = await rooms.store.do(seats.seating, id)
    for seat in sitting.seats.values():
        if seat.token == who and seat.side != side:
            says = f"You sit for {seat.side} already: this link is for somebody else."
            raise HTTPException(says, status_code=CONFLICT)


async def _way(rooms: Rooms, work: Any, *about: Any) -> Any:
    try:
        return await rooms.store.do(work, *about)
    except seats.Gone:
        raise HTTPException(BACK, status_code=GONE) from None
    except seats.Taken:
        raise HTTPException(FULL, status_code=CONFLICT) from None


handlers = [people, invite, revoke, put_off, free, hand, rename, holiday, look, open_]
