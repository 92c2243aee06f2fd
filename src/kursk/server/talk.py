"""What the players of a match say to each other. Who watches hears nothing of it."""

from collections import deque
from typing import Annotated, Any

import msgspec
from litestar import get, post
from litestar.exceptions import ClientException, TooManyRequestsException
from litestar.params import JSONBody, QueryParameter
from sqlalchemy import Connection, func, insert, select

from kursk.core.limits import printable
from kursk.server.door import Asked, Id, Side, TheRooms, at_table, token
from kursk.server.room import Room
from kursk.server.store import hashed, hold
from kursk.server.tables import talk

LENGTH = 500  # characters of what is said at once
OFTEN, WITHIN = 8, 20.0  # so many times, in so many seconds
MOST = 2_000  # things said at a match
BODY = 4_000  # bytes


class Says(msgspec.Struct, forbid_unknown_fields=True):
    side: Annotated[str, msgspec.Meta(max_length=20)]
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=LENGTH)]


class Said(msgspec.Struct):
    number: int
    side: str
    text: str
    at: int


@post("/matches/{id:str}/talk", status_code=201, request_max_body_size=BODY)
async def say(request: Asked, rooms: TheRooms, id: Id, data: JSONBody[Says]) -> None:
    room, _ = await at_table(request, rooms, id, data.side, seated=True)
    text = "\n".join(printable(" ".join(line.split())) for line in data.text.splitlines()).strip()
    if not text:
        raise ClientException("Say something.")
    not_too_often(room, data.side, rooms.now())
    said = data.side, text[: 2 * LENGTH], hashed(token(request)), int(rooms.now())
    if not await rooms.store.do(_add, id, *said):
        raise ClientException(f"{MOST:,} things were said at this match; that is enough.")
    await room.stir("talk")


@get("/matches/{id:str}/talk")
async def heard(
    request: Asked, rooms: TheRooms, id: Id, side: Side,
    after: Annotated[int, QueryParameter(ge=0, le=MOST)] = 0,
) -> list[Said]:  # fmt: skip
    await at_table(request, rooms, id, side, seated=True)
    return [
        Said(row.number, row.side, row.text, row.at)
        for row in await rooms.store.do(_since, id, after)
    ]


def not_too_often(room: Room, who: str, now: float) -> None:
    spoken = room.spoken.setdefault(who, deque(maxlen=OFTEN))
    if len(spoken) == OFTEN and now - spoken[0] < WITHIN:
        raise TooManyRequestsException("One at a time: wait a moment before you say more.")
    spoken.append(now)


def _add(link: Connection, id: str, side: str, text: str, who: str, now: int) -> bool:
    hold(link, id)
    last = link.scalar(select(func.max(talk.c.number)).where(talk.c.match == id)) or 0
    if last < MOST:
        row = {"match": id, "number": last + 1, "side": side, "text": text}
        link.execute(insert(talk).values(**row, who=who, at=now))
    return bool(last < MOST)


def _since(link: Connection, id: str, after: int) -> Any:
    """What was said, but for what somebody had deleted."""
    wanted = select(talk).where(talk.c.match == id, talk.c.number > after, talk.c.text != "")
    return link.execute(wanted.order_by(talk.c.number)).all()


handlers = [say, heard]
