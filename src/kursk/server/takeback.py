"""Taking orders back by consent: one asks, the other answers, and the log tells of it.

What may be taken back freely (`room.undo`) needs no asking. A request names every order that
would go; it holds until the next order is given.
"""

from typing import Annotated, Any

import msgspec
from litestar import get, post
from litestar.exceptions import ClientException, HTTPException
from litestar.params import JSONBody
from sqlalchemy import Connection, delete, insert, select

from kursk.core.flow import DICE
from kursk.server.door import Asked, Id, Side, TheRooms, at_table
from kursk.server.replay import numbered
from kursk.server.room import Event, Room
from kursk.server.rooms import Rooms
from kursk.server.seats import HUMAN
from kursk.server.store import Stale, hold
from kursk.server.tables import asks
from kursk.server.talk import not_too_often

SMALL = 2_000  # bytes
LATE = "The game has moved on."

Word = Annotated[str, msgspec.Meta(max_length=20)]
Number = Annotated[int, msgspec.Meta(ge=0, le=10**9)]


class Wish(msgspec.Struct, forbid_unknown_fields=True):
    side: Word
    seq: Number  # the newest order that the asker has seen
    order: Number  # the first one to be taken back, with all that came after it


class Answer(msgspec.Struct, forbid_unknown_fields=True):
    side: Word
    seq: Number
    order: Number  # the first one of those that were shown: no others are allowed
    allow: bool


class Request(msgspec.Struct):
    """Orders that somebody asks to take back, as the one who looks may hear of them."""

    side: str  # who asks
    seq: int
    orders: list[Event]  # that would not stand any more
    dice: bool  # a die was rolled since; it falls the same again
    learned: bool  # something hidden was seen since


@get("/matches/{id:str}/takeback")
async def asked(request: Asked, rooms: TheRooms, id: Id, side: Side) -> Request | None:
    room, _ = await at_table(request, rooms, id, side, seated=True)
    found = await _open(rooms, room)
    return await _told(room, found, side) if found else None


@post("/matches/{id:str}/takeback", status_code=201, request_max_body_size=SMALL)
async def ask(request: Asked, rooms: TheRooms, id: Id, data: JSONBody[Wish]) -> Request:
    """Ask the other side to let orders be taken back."""
    room, _ = await at_table(request, rooms, id, data.side, seated=True)
    if data.seq != room.seq:
        raise HTTPException(LATE, status_code=409)
    if room.match.over or room.stopped:
        raise ClientException("The game is over.")
    if room.terms.back == "never":
        raise ClientException("You agreed to take nothing back.")
    if not _other(room, data.side):
        raise ClientException("There is nobody to ask.")
    going = [(seq, entry) for seq, entry in numbered(room.entries) if seq >= data.order]
    if not any(entry.actor == data.side for _, entry in going):
        raise ClientException("None of your orders is among them.")
    if going[0][0] <= room.match.start.opened:
        raise ClientException("That came with the record.")
    asking = await _open(rooms, room)
    if asking and asking.side != data.side:
        raise ClientException("The other side has asked you: answer that first.")
    not_too_often(room, f"{data.side} takeback", rooms.now())
    row = {"match": id, "side": data.side, "back": going[0][0], "seq": room.seq}
    await rooms.store.do(_put, id, row)
    await room.stir("takeback")
    found = await _open(rooms, room)
    if found is None:
        raise HTTPException(LATE, status_code=409)
    return await _told(room, found, data.side)


@post("/matches/{id:str}/takeback/answer", status_code=200, request_max_body_size=SMALL)
async def answer(request: Asked, rooms: TheRooms, id: Id, data: JSONBody[Answer]) -> None:
    """The other side allows it or not; whoever asked may withdraw."""
    room, _ = await at_table(request, rooms, id, data.side, seated=True)
    found = await _open(rooms, room)
    if found is None or (found.seq, found.back) != (data.seq, data.order):
        raise HTTPException(LATE, status_code=409)
    if data.allow and found.side == data.side:
        raise ClientException("The other side has to allow it.")
    if not await rooms.store.do(_end, id, found):  # it was answered, or withdrawn, just now
        raise HTTPException(LATE, status_code=409)
    if data.allow:
        going = [seq for seq, _ in numbered(room.entries) if seq >= found.back]
        try:
            await room.go_back(data.seq, len(going))
        except Stale:
            raise HTTPException(LATE, status_code=409) from None
        except ValueError as error:
            raise ClientException(str(error)) from None
    await room.stir("takeback")


async def _open(rooms: Rooms, room: Room) -> Any:
    """What is asked, while no order was given since."""
    found = await rooms.store.do(_found, room.id)
    return found if found and found.seq == room.seq else None


async def _told(room: Room, found: Any, side: str) -> Request:
    going = [(seq, entry) for seq, entry in numbered(room.entries) if seq >= found.back]
    then = await room.at(going[0][0] - 1)
    return Request(
        found.side,
        found.seq,
        [room.event(seq, side) for seq, _ in going],
        any(entry.actor == DICE for _, entry in going),
        room.match.g.learned != then.g.learned,
    )


def _other(room: Room, side: str) -> bool:
    """Does a person sit on the other side?"""
    seats = room.sitting.seats.values()
    return any(seat.side != side and seat.player == HUMAN and seat.token for seat in seats)


def _found(link: Connection, id: str) -> Any:
    return link.execute(select(asks).where(asks.c.match == id)).first()


def _put(link: Connection, id: str, row: dict[str, Any]) -> None:
    hold(link, id)
    link.execute(delete(asks).where(asks.c.match == id))
    link.execute(insert(asks).values(**row))


def _end(link: Connection, id: str, found: Any) -> bool:
    """One answer ends what was asked, and no other counts."""
    asked = (asks.c.match == id) & (asks.c.seq == found.seq) & (asks.c.back == found.back)
    return bool(link.execute(delete(asks).where(asked)).rowcount)


handlers = [asked, ask, answer]
