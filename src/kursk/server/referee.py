"""Questions to the referee over HTTP: what may be done, where, at which odds, and why not."""

from typing import Annotated, Any

import msgspec
from litestar import get
from litestar.exceptions import ClientException
from litestar.params import FromPath, QueryParameter

from kursk.core import record
from kursk.core.flow import Refusal
from kursk.core.tables import Receipt
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


questions = [orders, attackable, reach, why, odds, washed]
