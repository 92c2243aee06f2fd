"""Looking back and studying over HTTP: tries, hints, dangers, what-if, the account, the book."""

import secrets
from typing import Annotated, Any

import msgspec
from litestar import Response, Router, get, post
from litestar.exceptions import (
    ClientException,
    NotFoundException,
    PermissionDeniedException,
    ServiceUnavailableException,
)
from litestar.params import FromPath, JSONBody

from kursk import bots
from kursk.core.match import Match
from kursk.server import account as accounts
from kursk.server import hints, plans, replay, tries, whatif
from kursk.server.account import Account, Tally
from kursk.server.book import Chapter, book
from kursk.server.door import Asked, Id, Side, TheLimits, TheRooms, deciding, entered, token
from kursk.server.known import known_game
from kursk.server.limits import address
from kursk.server.plans import Planned
from kursk.server.room import Room
from kursk.server.rooms import Rooms
from kursk.server.seating import SMALL, Of
from kursk.server.seats import HUMAN
from kursk.server.store import hashed
from kursk.server.tries import Tried, Try
from kursk.server.whatif import Danger, WhatIf
from kursk.server.workers import Stopped

MOST = 2**53 - 1
PATIENCE = 60.0
Name = Annotated[str, msgspec.Meta(max_length=60)]
UNITS = 60  # in a battle that is not fought


class NewTry(msgspec.Struct, forbid_unknown_fields=True):
    side: Name
    at: Annotated[int, msgspec.Meta(ge=-1, le=MOST)] = -1  # after which order; -1: now
    against: Name = ""  # a bot; "" for nobody
    dice: Name = "new"


class Supposed(msgspec.Struct, forbid_unknown_fields=True):
    side: Name  # who asks
    attacker: Name
    hex: Name
    units: Annotated[dict[Name, Name], msgspec.Meta(max_length=UNITS)]  # unit -> hex, or ""
    empty: bool = False  # on an empty map, not as things stand


class Differs(msgspec.Struct):
    """A unit that stands elsewhere in a try than it did in the game; "" is off the map."""

    unit: str
    happened: str
    tried: str


class Compared(msgspec.Struct):
    """A try beside what happened, at the like moment of the game."""

    seq: int  # the order of the game
    heading: str
    now: str  # the moment of the try
    happened: Tally
    tried: Tally
    differs: list[Differs]
    orders: list[str]  # of the side that tries, in the try


# -- tries -----------------------------------------------------------------------------------


@post("/matches/{id:str}/tries")
async def leave(request: Asked, rooms: TheRooms, id: Id, data: JSONBody[NewTry]) -> Response[Tried]:
    """Begin a try of a match, from the present or a moment of the past."""
    room, _ = await entered(request, rooms, id, data.side, seated=True)
    if data.dice not in tries.DICES:
        raise ClientException(f"dice are {', '.join(tries.DICES)}")
    if data.against and not bots.plays(room.match.game.title, data.against):
        raise ClientException(f"no bot {data.against!r}")
    if room.match.over and not 0 <= data.at < room.seq:
        raise ClientException("The game is over: try it from a moment before its end.")
    about = (data.side, data.at, data.against, data.dice)
    new = await tries.begin(rooms, room, *about, token(request) or secrets.token_urlsafe(16))
    return Response(told(new))


@get("/matches/{id:str}/tries")
async def tried(request: Asked, rooms: TheRooms, id: Id) -> list[Tried]:
    """One's tries of a match, the oldest first."""
    room, _ = await entered(request, rooms, id)
    mine = token(request)
    return [
        told(each) for each in tries.kept(rooms) if each.tried.of == room.id and each.is_of(mine)
    ]


@get("/tries/{id:str}")
async def one_try(request: Asked, rooms: TheRooms, id: Id) -> Tried:
    return told(_mine(request, rooms, id))


@post("/tries/{id:str}/away", status_code=200)
async def away(request: Asked, rooms: TheRooms, id: Id) -> dict[str, str]:
    """Throw a try away."""
    tries.throw_away(rooms, _mine(request, rooms, id))
    return {"id": id}


@get("/tries/{id:str}/compared")
async def compared(request: Asked, rooms: TheRooms, id: Id) -> Compared:
    """What was tried beside what happened, both as the side that tries knows them."""
    here = _mine(request, rooms, id)
    side, at = here.tried.side, here.tried.at
    room, _ = await entered(request, rooms, here.tried.of, side)
    seq = _like(room, at, here.match)
    then = await room.at(seq) if seq < room.seq else room.match
    happened, now = then.known_to(side), here.match.known_to(side)
    return Compared(
        seq, then.heading() or then.result, here.match.heading() or here.match.result,
        accounts.tally(happened), accounts.tally(now), _differences(happened, now),
        [entry.order for entry in replay.standing(here.entries) if entry.actor == side],
    )  # fmt: skip


def told(room: Try) -> Tried:
    now = room.match.result if room.match.over else room.match.heading()
    return msgspec.structs.replace(room.tried, now=now)


def _mine(request: Asked, rooms: Rooms, id: str) -> Try:
    room = rooms.open.get(id)
    if not isinstance(room, Try) or not room.is_of(token(request)):
        raise NotFoundException("This try is gone: it was thrown away, or the server began anew.")
    return room


def _like(room: Room, at: int, match: Match) -> int:
    """The last moment of a game, after it was left, that has the heading of a try's present; the
    game's own present where it never came so far."""
    heading, turn = match.heading(), f"Turn {match.game.turn_name(match.g.turn)}."
    since = [(seq, entry.heading) for seq, entry in enumerate(room.entries[at:], at + 1) if entry]
    alike = [seq for seq, told in since if told == heading]
    if alike:
        return alike[-1] - 1  # before it was left
    same = [seq for seq, told in since if told.startswith(turn)]
    return same[-1] if same and not match.over else room.seq


def _differences(happened: Match, now: Match) -> list[Differs]:
    """Where the units that both know stand elsewhere."""
    one, other = _places(happened), _places(now)
    return [
        Differs(unit, one.get(unit, ""), other.get(unit, ""))
        for unit in sorted(one.keys() | other.keys())
        if one.get(unit, "") != other.get(unit, "")
    ]


def _places(match: Match) -> dict[str, str]:
    g = match.g
    return {g.unit(unit).id: g.grid.name[g.at[unit]] for unit in g.on_map() if g.unit(unit).id}


# -- hints -----------------------------------------------------------------------------------


@get("/matches/{id:str}/hint")
async def hint(
    request: Asked, rooms: TheRooms, limits: TheLimits, id: Id, side: Side
) -> hints.Hint:
    """What a bot would order: one as good as who sits opposite, else the usual one."""
    await deciding(request, rooms, id, side)
    room, _ = await entered(request, rooms, id, side)
    usual = bots.usual(room.match.game.title)
    bot = next((who for who in room.players.values() if who not in (HUMAN, bots.CHANCE)), usual)
    try:
        with limits.work(address(request.scope)):
            return await hints.ask(room, side, bot)
    except Stopped as error:
        raise ServiceUnavailableException(f"The bot does not say: {error}.") from None


# -- what bots have in mind ------------------------------------------------------------------


@get("/matches/{id:str}/plans")
async def planned(request: Asked, rooms: TheRooms, id: Id, side: Side = "") -> list[Planned]:
    """The plans of the bots, when the game is over; at once to one who plays alone, to learn."""
    room, _ = await entered(request, rooms, id, side)
    mine = hashed(token(request))
    alone = all(seat.player != HUMAN or seat.token == mine for seat in room.sitting.seats.values())
    if not room.match.over and not (side and alone):
        raise PermissionDeniedException("Its plans are told when the game is over.")
    return await rooms.store.do(plans.made, id) if room.stored else []


@post("/matches/{id:str}/hurry", status_code=200, request_max_body_size=SMALL)
async def hurry(request: Asked, rooms: TheRooms, id: Id, data: JSONBody[Of]) -> None:
    """The bot that thinks is to decide at once, with what it has; and one whose advice was
    asked."""
    room, sides = await entered(request, rooms, id, data.side)
    if not sides and hashed(token(request)) != room.sitting.host:
        raise PermissionDeniedException("That is for those who play.")
    rooms.thinkers.hurry(hints.key(id, data.side))
    await room.hurry()


@get("/matches/{id:str}/dangers")
async def in_danger(request: Asked, rooms: TheRooms, id: Id, side: Side) -> list[Danger]:
    """One's units that are in danger, as far as one knows."""
    room, _ = await entered(request, rooms, id, side, seated=True)
    return [] if room.match.over else whatif.dangers(room.known(side), side)


@post("/matches/{id:str}/what-if", status_code=200)
async def suppose(request: Asked, rooms: TheRooms, id: Id, data: JSONBody[Supposed]) -> WhatIf:
    """The odds of a battle of any stacks, put where one likes."""
    room, _ = await entered(request, rooms, id, data.side)
    known = room.known(data.side)
    if data.attacker not in known.game.sides:
        raise ClientException(
            f"attacker: {data.attacker!r} is none of {', '.join(known.game.sides)}"
        )
    try:
        if data.empty:
            known = known.copy()
            for unit in known.g.on_map():
                known.g.remove(unit, known.game.boxes[0])
        return whatif.battle(known, data.attacker, data.hex, data.units)
    except (ValueError, KeyError) as error:
        raise ClientException(str(error)) from None


# -- the account, the book -------------------------------------------------------------------


@get("/matches/{id:str}/account")
async def account(
    request: Asked, rooms: TheRooms, limits: TheLimits, id: Id, side: Side = ""
) -> Account:
    """Battles and turns of a match, as far as a side knows; when it is over, all of it."""
    room, _ = await entered(request, rooms, id, side)
    kept: dict[Any, Account] = room.__dict__.setdefault("accounts", {})
    key = side, room.seq
    if key not in kept:
        kept.clear()
        with limits.work(address(request.scope)):
            kept[key] = await _account(rooms, room, side)
    return kept[key]


async def _account(rooms: Rooms, room: Room, side: str) -> Account:
    numbered = _numbered(room)
    rows = [(entry.actor, entry.order) for _, entry in numbered]
    match = room.match
    asked = (match.game.title, match.start, room.marks[0].facts, rows, side, match.over)
    try:
        found = await rooms.readers.do(PATIENCE, accounts.account, *asked)
    except Stopped as error:
        raise ServiceUnavailableException(f"It could not be reckoned: {error}.") from None
    seqs = [seq for seq, _ in numbered]
    for fought in found.fought:
        fought.seq, fought.last = seqs[fought.seq - 1], seqs[fought.last - 1]
    for moment in found.turning:
        moment.seq = seqs[moment.seq - 1]
    return found


def _numbered(room: Room) -> list[tuple[int, Any]]:
    """The orders that stand, with their numbers."""
    stand: list[tuple[int, Any]] = []
    for seq, entry in enumerate(room.entries, 1):
        if entry is None:
            stand.pop()
        else:
            stand.append((seq, entry))
    return stand


@get("/games/{title:str}/book", sync_to_thread=True)
def the_book(title: FromPath[str]) -> list[Chapter]:
    """The rulebook in our words, with where it is enforced."""
    known_game(title)
    return book(title)


router = Router(
    "/api",
    route_handlers=[
        leave, tried, one_try, away, compared, hint, planned, hurry, in_danger, suppose,
        account, the_book,
    ],
)  # fmt: skip
