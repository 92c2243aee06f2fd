"""Questions to the referee over HTTP: what may be done, where, at which odds, and why not."""

from typing import Annotated, Any

import msgspec
from litestar import get
from litestar.exceptions import ClientException
from litestar.params import FromPath, QueryParameter

from kursk.core import record
from kursk.core.flow import Refusal
from kursk.core.match import Match
from kursk.core.outlook import Condition, Ending, condition, ending
from kursk.core.tables import Receipt
from kursk.core.why import WhyNot, why_not
from kursk.server.answers import Target, overlay, targets, visible, ways
from kursk.server.door import Asked, Id, Side, TheRooms, deciding, entered

Words = Annotated[str, QueryParameter(max_length=record.ORDER)]


class Why(msgspec.Struct):
    legal: bool
    refusal: Refusal | None = None


@get("/matches/{id:str}/orders")
async def orders(request: Asked, rooms: TheRooms, id: Id, side: Side, about: Words) -> list[str]:
    """The orders open to a unit or about a hex."""
    match = await deciding(request, rooms, id, side)
    return list(match.orders(about))


@get("/matches/{id:str}/targets")
async def attackable(request: Asked, rooms: TheRooms, id: Id, side: Side) -> list[Target]:
    """The hexes that may be attacked now."""
    match = await deciding(request, rooms, id, side)
    return targets(match, side)


@get("/matches/{id:str}/reach")
async def reach(
    request: Asked, rooms: TheRooms, id: Id, side: Side, unit: Words
) -> dict[str, dict[str, Any]]:
    """Where a unit that the side can see may go, with costs and paths."""
    room, _ = await entered(request, rooms, id, side)
    match = room.known(side)
    if unit not in visible(match):
        raise ClientException(f"You see no unit {unit!r} on the map.")
    return ways(match, unit)


@get("/matches/{id:str}/why")
async def why(request: Asked, rooms: TheRooms, id: Id, side: Side, order: Words) -> Why:
    match = await deciding(request, rooms, id, side)
    refusal = match.why_not(order)
    return Why(refusal is None, refusal)


@get("/matches/{id:str}/whynot")
async def whynot(
    request: Asked, rooms: TheRooms, id: Id, side: Side, hex: Words, units: Words = "",
    kind: Words = "",
) -> WhyNot | None:  # fmt: skip
    """Why units cannot end or attack in a hex, and what would help; null if they can."""
    match = await deciding(request, rooms, id, side)
    return why_not(match, _named(match, units, side), hex, kind)


@get("/matches/{id:str}/condition")
async def stands(request: Asked, rooms: TheRooms, id: Id, side: Side, units: Words) -> Condition:
    """By which kinds of movement units can go, and whether they are supplied."""
    room, _ = await entered(request, rooms, id, side)
    match = room.known(side)
    return condition(match, _named(match, units))


@get("/matches/{id:str}/ending")
async def ends(
    request: Asked, rooms: TheRooms, id: Id, side: Side, units: Words, kind: Words, way: Words
) -> Ending:
    """What awaits units at the end of a way: points left, what stops them, supply, targets."""
    match = await deciding(request, rooms, id, side)
    return ending(match, _named(match, units, side), kind, way.split())


def _named(match: Match, units: str, side: str = "") -> list[str]:
    """The units of a list that can be seen, of one side if that is named."""
    ids = [id for id in units.split(",") if id]
    seen = set(visible(match))
    for id in ids:
        if id not in seen or side and match.g.side_of(match.g.roster.find(id)) != side:
            raise ClientException(f"You see no such unit {id!r} on the map.")
    return ids


@get("/matches/{id:str}/odds")
async def odds(request: Asked, rooms: TheRooms, id: Id, side: Side, order: Words) -> Receipt:
    match = await deciding(request, rooms, id, side)
    receipt = match.receipt(order, side)
    if receipt is None:
        refusal = match.why_not(order)
        raise ClientException(str(refusal) if refusal else "That order is no attack.")
    return receipt


@get("/matches/{id:str}/overlay/{kind:str}")
async def washed(
    request: Asked, rooms: TheRooms, id: Id, kind: FromPath[str], side: Side = ""
) -> dict[str, list[str]]:
    room, _ = await entered(request, rooms, id, side)
    try:
        return overlay(room.known(side), kind, side)
    except ValueError as error:
        raise ClientException(str(error)) from None


questions = [orders, attackable, reach, why, whynot, stands, ends, odds, washed]
