"""Whoever is away is told that it is his turn: once a turn, to an address of his choice.

A server asks no address that its operator has not allowed: KURSK_WEBHOOKS names the hosts.
"""

import asyncio
import json
import logging
import os
import urllib.request
from typing import Annotated, Any
from urllib.parse import urlsplit

import msgspec
from litestar import get, post
from litestar.exceptions import ClientException
from litestar.params import JSONBody
from sqlalchemy import Connection, update

from kursk.server.door import Asked, Id, Side, TheRooms, at_table
from kursk.server.room import Room
from kursk.server.seats import HUMAN
from kursk.server.tables import seats

PATIENCE = 10.0  # seconds
SMALL = 2_000  # bytes
log = logging.getLogger(__name__)


class Wanted(msgspec.Struct, forbid_unknown_fields=True):
    webhook: Annotated[str, msgspec.Meta(max_length=300)] = ""  # "": no notices


class Wish(Wanted, forbid_unknown_fields=True):
    side: Annotated[str, msgspec.Meta(max_length=20)] = ""


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


def _wanted(room: Room, side: str) -> Wanted:
    told = room.sitting.seats[side].notices
    return msgspec.json.decode(told, type=Wanted) if told else Wanted()


def _keep(link: Connection, id: str, side: str, notices: Wanted) -> None:
    mine = (seats.c.match == id) & (seats.c.side == side)
    told = msgspec.json.encode(notices).decode()
    link.execute(update(seats).where(mine).values(notices=told))


# -- telling ---------------------------------------------------------------------------------

_telling: set[asyncio.Task[None]] = set()  # tasks that are not kept may vanish


def turn_of(room: Room) -> None:
    """Somebody else is to decide: he is told, if he wants to be, is away, and was not told yet
    in this turn."""
    side, turn = room.match.actor, room.match.g.turn
    seat = room.sitting.seats.get(side)
    if seat is None or seat.player != HUMAN or not seat.notices or room.told.get(side) == turn:
        return
    webhook = _wanted(room, side).webhook
    if not webhook or room.presence.there(seat.token) or _fault(webhook):
        return
    room.told[side] = turn
    task = asyncio.create_task(_tell(room, webhook))
    _telling.add(task)
    task.add_done_callback(_telling.discard)


async def _tell(room: Room, webhook: str) -> None:
    text = f"{room.match.game.name}: it is your turn. {room.known('').heading()}"
    try:
        await asyncio.to_thread(send, webhook, {"text": text, "content": text, "match": room.id})
    except Exception as error:  # theirs, not ours; and the address is nobody else's business
        log.warning("match %s: a notice could not be sent: %s", room.id, type(error).__name__)


class _NoWayOn(urllib.request.HTTPRedirectHandler):
    """An address that was allowed must not lead to another."""

    def redirect_request(self, *_: Any) -> None:
        return None


def send(webhook: str, about: dict[str, str]) -> None:
    data, kind = json.dumps(about).encode(), {"Content-Type": "application/json"}
    asked = urllib.request.Request(webhook, data, kind, method="POST")
    with urllib.request.build_opener(_NoWayOn).open(asked, timeout=PATIENCE) as answer:
        answer.read(1000)


handlers = [wanted, want]
