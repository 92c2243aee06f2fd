"""What would you do? A bot is asked for its order, with its reasons and the odds."""

from typing import Any

import msgspec

from kursk import bots
from kursk.bots import reasons
from kursk.bots.seat import Seat
from kursk.bots.thoughts import Thoughts
from kursk.core.match import Start
from kursk.core.tables import Receipt
from kursk.server import haste
from kursk.server.room import Room
from kursk.server.thinking import as_it_stands

PATIENCE = 60.0  # seconds


class Other(msgspec.Struct):
    order: str
    worth: float


class Because(msgspec.Struct):
    says: str
    worth: float


class Hint(msgspec.Struct):
    bot: str
    order: str
    because: list[Because]  # parts of what the order is worth
    others: list[Other]  # the best orders it looked at, with what they are worth to it
    odds: Receipt | None  # where the order is an attack
    thoughts: Thoughts | None = None  # if it made a plan first


def key(id: str, side: str) -> str:
    """By which a bot can be hurried whose advice somebody waits for."""
    return f"hint {id} {side}"


async def ask(room: Room, side: str, bot: str) -> Hint:
    match, note = room.match, room.advised.get(side, "")
    asked = (match.game.title, match.start, match.g.facts(), side, bot, f"{room.id} {room.seq}")
    found, room.advised[side] = await room.thinkers.do(
        PATIENCE, hint, *asked, note, key=key(room.id, side)
    )
    return found


def hint(
    title: str, start: Start, facts: dict[str, Any], side: str, bot: str, seed: str, note: str
) -> tuple[Hint, str]:
    """In a worker: what the bot would order, and its note. It gets a seat, and so what the side
    knows; a plan that it made for this turn it keeps."""
    match = as_it_stands(title, start, facts)
    order, note, thoughts = bots.decided(match, side, bot, seed, note, haste.enough)
    seat = Seat(match, side)
    because = [Because(part.says, part.worth) for part in reasons.reasons(seat, order)]
    scores = {} if match.forced else reasons.weighed(seat)
    others = [Other(*each) for each in reasons.best(scores)]
    return Hint(bot, order, because, others, seat.receipt(order), thoughts), note
