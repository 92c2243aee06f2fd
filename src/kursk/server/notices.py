"""Whoever is away is told that it is his turn: once a turn, to an address of his choice. Who was
asked something in the other side's part of a turn is told again when his own part comes.

A server asks no address that its operator has not allowed: KURSK_WEBHOOKS names the hosts. A
notice has a link that ends them, since it may be read where others read it, too. Mail is written
by letters.py. The store knows in which turn somebody was told last, so that he hears
it once, whatever becomes of the server.
"""

import asyncio
import hmac
import json
import logging
import os
import secrets
import urllib.request
from typing import Annotated, Any
from urllib.parse import urlsplit

import msgspec
from litestar import get, post
from litestar.exceptions import ClientException, HTTPException
from litestar.params import JSONBody
from sqlalchemy import Connection, select, update

from kursk.server import letters
from kursk.server.door import GONE, Asked, Id, Side, TheRooms, at_table
from kursk.server.metrics import notice
from kursk.server.room import Room
from kursk.server.seats import HUMAN, Seat
from kursk.server.tables import seats

PATIENCE = 10.0  # seconds
Part = tuple[int, bool]  # a turn, and is it in one's own part of it?
SMALL = 2_000  # bytes
log = logging.getLogger(__name__)


class Wanted(msgspec.Struct, forbid_unknown_fields=True):
    webhook: Annotated[str, msgspec.Meta(max_length=300)] = ""  # "": no notices


class Kept(msgspec.Struct):
    """What is wanted, and the turn of which was told."""

    webhook: str = ""
    told: int = -1
    own: bool = False  # was it in his own part of it?
    key: str = ""  # of the link that ends them; not hashed: every notice tells it


class Wish(Wanted, forbid_unknown_fields=True):
    side: Annotated[str, msgspec.Meta(max_length=20)] = ""


class Enough(msgspec.Struct, forbid_unknown_fields=True):
    match: Annotated[str, msgspec.Meta(max_length=22, pattern=r"^[A-Za-z0-9_-]+\Z")]
    key: Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=r"^[\w-]+\Z")]


class Can(msgspec.Struct):
    """What this server can do, and what is wanted of it."""

    hosts: list[str]
    webhook: str


def allowed() -> list[str]:
    told = os.environ.get("KURSK_WEBHOOKS", "").lower().split(",")
    return [host.strip() for host in told if host.strip()]


@get("/matches/{id:str}/notices")
async def wanted(request: Asked, rooms: TheRooms, id: Id, side: Side) -> Can:
    room, _ = await at_table(request, rooms, id, side, seated=True)
    return Can(allowed(), _wanted(room, side).webhook)


@post("/matches/{id:str}/notices", status_code=200, request_max_body_size=SMALL)
async def want(request: Asked, rooms: TheRooms, id: Id, data: JSONBody[Wish]) -> None:
    """Be told by a webhook when it is your turn; without one: not any more."""
    room, _ = await at_table(request, rooms, id, data.side, seated=True)
    if data.webhook and (fault := _fault(data.webhook)):
        raise ClientException(fault)
    await rooms.store.do(_keep, id, data.side, Wanted(data.webhook))
    await room.seat()


@post("/notices/stop", status_code=200, request_max_body_size=SMALL)
async def stop(request: Asked, rooms: TheRooms, data: JSONBody[Enough]) -> None:
    """No more notices of a match to the address where this link was read."""
    if not await rooms.store.do(_stop, data.match, data.key):
        raise HTTPException(letters.ENDED, status_code=GONE)
    if (room := rooms.open.get(data.match)) is not None:
        await room.seat()


def _fault(webhook: str) -> str:
    try:
        parts = urlsplit(webhook)
        host, port = (parts.hostname or "").lower(), parts.port
    except ValueError:
        return "That is no address."
    if parts.scheme != "https" or port not in (None, 443) or parts.username or parts.password:
        return "An address begins with https:// and has neither a name nor a port in it."
    if host not in allowed():
        can = ", ".join(allowed())
        return f"Notices go to {can} only." if can else "This server sends no notices."
    return ""


def _wanted(room: Room, side: str) -> Kept:
    return _read(room.sitting.seats[side].notices)


def _read(told: str) -> Kept:
    return msgspec.json.decode(told, type=Kept) if told else Kept()


def _keep(link: Connection, id: str, side: str, notices: Wanted) -> None:
    key = secrets.token_urlsafe(16) if notices.webhook else ""
    _put(link, id, side, Kept(notices.webhook, key=key))


def _put(link: Connection, id: str, side: str, notices: Kept) -> None:
    mine = (seats.c.match == id) & (seats.c.side == side)
    told = msgspec.json.encode(notices).decode()
    link.execute(update(seats).where(mine).values(notices=told))


def _stop(link: Connection, id: str, key: str) -> bool:
    """False if nobody has such a link any more."""
    for row in link.execute(select(seats).where(seats.c.match == id)).all():
        kept = _read(row.notices)
        if kept.key and hmac.compare_digest(kept.key.encode(), key.encode()):
            _put(link, id, row.side, Kept(told=kept.told, own=kept.own))
            return True
    return False


# -- telling ---------------------------------------------------------------------------------

_telling: set[asyncio.Task[None]] = set()  # tasks that are not kept may vanish


def turn_of(room: Room, site: str = "") -> None:
    """Somebody else is to decide: he is told, if he wants to be, is away, and was not told yet
    in this turn."""
    side, g = room.match.actor, room.match.g
    turn = g.turn, side == g.side
    seat = room.sitting.seats.get(side)
    if seat is None or seat.player != HUMAN or not seat.token or _knows(room.told.get(side), turn):
        return
    webhook = _wanted(room, side).webhook
    if room.presence.there(seat.token) or not (webhook or letters.offered()):
        return
    room.told[side] = turn
    task = asyncio.create_task(_tell(room, seat, turn, site))
    _telling.add(task)
    task.add_done_callback(_telling.discard)


def _knows(told: Part | None, turn: Part) -> bool:
    """Was he told of this turn already, and of his own part if this is it?"""
    return told is not None and told[0] == turn[0] and (told[1] or not turn[1])


async def _tell(room: Room, seat: Seat, turn: Part, site: str) -> None:
    text = f"{room.match.game.name}: it is your turn. {room.known('').heading()}"
    wanted: Kept | None = await room.store.do(_claim, room.id, seat.side, turn)
    if wanted is None:
        return
    for work in (_call(room, wanted, site, text), _write(room, seat, site, text)):
        try:
            await work
        except Exception as error:  # theirs, not ours; and the address is nobody else's business
            log.warning("match %s: a notice could not be sent: %s", room.id, type(error).__name__)


async def _call(room: Room, wanted: Kept, site: str, text: str) -> None:
    if wanted.webhook and not _fault(wanted.webhook):
        link, stop = f"{site}#/play/{room.id}", f"{site}#/quiet/{room.id}/{wanted.key}"
        says = f"{text} {link} (to hear no more: {stop})"
        about = {"text": says, "content": says, "match": room.id, "link": link, "stop": stop}
        with notice("webhook"):
            await asyncio.to_thread(send, wanted.webhook, about)


async def _write(room: Room, seat: Seat, site: str, text: str) -> None:
    await letters.tell_turn(room.store, seat.token, site, text, room.id)


def _claim(link: Connection, id: str, side: str, turn: Part) -> Kept | None:
    """What somebody wants; None if he was told of this turn already, or sits there no more."""
    mine = (seats.c.match == id) & (seats.c.side == side) & (seats.c.token != "")
    row = link.execute(select(seats.c.notices).where(mine)).first()
    kept = _read(row.notices) if row else None
    if kept is None or _knows((kept.told, kept.own), turn):
        return None
    _put(link, id, side, Kept(kept.webhook, *turn, kept.key))
    return kept


class _NoWayOn(urllib.request.HTTPRedirectHandler):
    """An address that was allowed must not lead to another."""

    def redirect_request(self, *_: Any) -> None:
        return None


def send(webhook: str, about: dict[str, str]) -> None:
    data, kind = json.dumps(about).encode(), {"Content-Type": "application/json"}
    asked = urllib.request.Request(webhook, data, kind, method="POST")
    with urllib.request.build_opener(_NoWayOn).open(asked, timeout=PATIENCE) as answer:
        answer.read1(1000)


handlers = [wanted, want, stop]
