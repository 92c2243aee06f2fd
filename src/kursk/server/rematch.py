"""The same game once more, with the sides exchanged."""

import secrets

import msgspec
from litestar import post
from litestar.exceptions import ClientException
from litestar.params import JSONBody
from sqlalchemy import Connection, select, update

from kursk import library
from kursk.core.match import Start
from kursk.server.door import Asked, Id, TheLimits, TheRooms, at_table, token
from kursk.server.limits import address, not_too_often
from kursk.server.room import Room
from kursk.server.rooms import Rooms
from kursk.server.seating import SMALL, Of
from kursk.server.store import NewMatch, NewSeat, create, hashed, hold
from kursk.server.tables import matches


@post("/matches/{id:str}/rematch", status_code=201, request_max_body_size=SMALL)
async def rematch(
    request: Asked, rooms: TheRooms, limits: TheLimits, id: Id, data: JSONBody[Of]
) -> dict[str, str]:
    """Whoever asks first begins it, and the other finds it begun."""
    room, _ = await at_table(request, rooms, id, data.side, seated=True)
    if not room.match.over:
        raise ClientException("Play this one first.")
    not_too_often(limits, "begin", address(request.scope), "That is many games at once.")
    new = await rooms.store.do(_again, id, *_new(rooms, room, hashed(token(request))))
    await rooms.room(new)
    await room.stir("people")
    return {"id": new}


def _new(rooms: Rooms, room: Room, asker: str) -> tuple[NewMatch, list[NewSeat]]:
    """Whoever has not asked for it has not come yet, and its clock waits for him."""
    game, now, old = library.game(room.match.game.title), int(rooms.now()), room.match.start
    start = msgspec.json.encode(Start(old.scenario, old.options, old.position)).decode()
    match = NewMatch(
        secrets.token_urlsafe(12), game.title, game.version, start, secrets.token_hex(16),
        game.name, "", False, room.sitting.host, msgspec.json.encode(room.terms).decode(),
    )  # fmt: skip
    players = [room.sitting.seats[side] for side in game.sides]
    seats = [
        NewSeat(side, was.player, was.token, was.name, 0 if was.token not in ("", asker) else now)
        for side, was in zip(game.sides, reversed(players), strict=True)
    ]
    return match, seats


def _again(link: Connection, id: str, match: NewMatch, seats: list[NewSeat]) -> str:
    hold(link, id)
    begun = link.scalar(select(matches.c.next).where(matches.c.id == id))
    if begun:
        return str(begun)
    create(link, match, seats, ())
    link.execute(update(matches).where(matches.c.id == id).values(next=match.id))
    return match.id


handlers = [rematch]
