"""Your games: which they are, with whom, whose turn it is; as a file; called otherwise, or put
away."""

import csv
import re
from datetime import UTC, datetime
from io import StringIO
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.exceptions import ClientException
from litestar.params import JSONBody
from sqlalchemy import Connection, func, select, update

from kursk.core.limits import printable
from kursk.server import members
from kursk.server.door import Asked, Id, TheRooms, entered, token
from kursk.server.rooms import Rooms
from kursk.server.store import hashed
from kursk.server.tables import matches, orders

SMALL = 2_000  # bytes of a request
CALLED = 60  # characters
PHASE = re.compile(r"Turn [^.]+\. (\w+): ")  # as a heading tells whose phase it is


class Listed(msgspec.Struct):
    id: str
    game: str
    title: str
    status: str
    over: bool
    players: dict[str, str]  # by side: human, or the name of a bot
    names: dict[str, str]  # by side: of people who have told theirs
    mine: list[str]  # the sides for which you sit
    turn: str  # the side that decides; or, while nobody is there, whose phase it is
    moved: int  # when the last order was given; 0 if that is not known


class Called(msgspec.Struct, forbid_unknown_fields=True):
    title: Annotated[str, msgspec.Meta(max_length=CALLED)]


@get("/matches")
async def mine(request: Asked, rooms: TheRooms) -> list[Listed]:
    """The matches in which this browser holds a seat, newest first."""
    return await _held(rooms, token(request))


async def _held(rooms: Rooms, told: str) -> list[Listed]:
    rows = await rooms.store.held(told) if told else []
    ids = tuple(row.id for row in rows)
    sitting: dict[str, list[Any]] = {id: [] for id in ids}
    for seat in await rooms.store.sitting(ids):
        sitting[seat.match].append(seat)
    moved = await rooms.store.do(last_moved, ids)
    return [_listed(rooms, row, sitting[row.id], hashed(told), moved) for row in rows]


def _listed(rooms: Rooms, row: Any, sitting: list[Any], who: str, moved: dict[str, int]) -> Listed:
    room = rooms.open.get(row.id)
    phase = PHASE.match(row.status)
    turn = room.match.actor if room else phase[1].lower() if phase else ""
    return Listed(
        row.id, row.game, row.title, row.status, row.over,
        {seat.side: seat.player for seat in sitting},
        {seat.side: seat.name for seat in sitting if seat.name},
        [seat.side for seat in sitting if seat.token == who],
        "" if row.over else turn,
        moved.get(row.id, 0),
    )  # fmt: skip


@get("/me/games.csv")
async def as_table(request: Asked, rooms: TheRooms) -> Response[bytes]:
    """The same as a file, to keep: all games of an account, or of a browser without one."""
    written = StringIO()
    table = csv.writer(written)
    table.writerow(("match", "game", "title", "you", "others", "status", "over", "last order"))
    for each in await _held(rooms, token(request)):
        others = (_called(each, side) for side in each.players if side not in each.mine)
        then = datetime.fromtimestamp(each.moved, UTC).isoformat() if each.moved else ""
        over = "yes" if each.over else "no"
        row = (each.id, each.game, each.title, ", ".join(each.mine), ", ".join(others))
        table.writerow(map(_plain, (*row, each.status, over, then)))
    headers = {"Content-Disposition": 'attachment; filename="kursk-games.csv"'}
    return Response(written.getvalue().encode(), media_type="text/csv", headers=headers)


def _called(match: Listed, side: str) -> str:
    player = match.names.get(side) or match.players[side]
    return f"{side} {player}"


def _plain(cell: str) -> str:
    """A spreadsheet is to show what people have typed, not to reckon with it."""
    return f"'{cell}" if cell.startswith(("=", "+", "-", "@")) else cell


@post("/matches/{id:str}/title", status_code=200, request_max_body_size=SMALL)
async def entitle(request: Asked, rooms: TheRooms, id: Id, data: JSONBody[Called]) -> None:
    """Call a match otherwise, in the lists of all who sit at it."""
    await _sits(request, rooms, id)
    title = printable(" ".join(data.title.split()))[:CALLED]
    if not title:
        raise ClientException("A game needs a name.")
    await rooms.store.do(call, id, title)


@post("/matches/{id:str}/leave", status_code=200, request_max_body_size=SMALL)
async def leave(request: Asked, rooms: TheRooms, id: Id) -> dict[str, bool]:
    """Give your seats up. A match at which nobody sits any more is deleted, with all its orders."""
    room = await _sits(request, rooms, id)
    who = hashed(token(request))
    gone: bool = await rooms.store.do(members.leave, id, who, int(rooms.now()))
    if gone:
        await rooms.gone(id)
    else:
        await room.seat()
    return {"deleted": gone}


async def _sits(request: Asked, rooms: Rooms, id: str) -> Any:
    room, sides = await entered(request, rooms, id)
    if not sides and hashed(token(request)) != room.sitting.host:
        raise ClientException("You do not sit in this match.")
    return room


# -- in the store's thread -------------------------------------------------------------------


def last_moved(link: Connection, ids: tuple[str, ...]) -> dict[str, int]:
    """When the last order of each match was given."""
    told = select(orders.c.match, func.max(orders.c.at)).where(orders.c.match.in_(ids))
    return {row[0]: int(row[1] or 0) for row in link.execute(told.group_by(orders.c.match))}


def call(link: Connection, id: str, title: str) -> None:
    link.execute(update(matches).where(matches.c.id == id).values(title=title))


handlers = [mine, as_table, entitle, leave]
