"""What would you do? A bot is asked for its order, with its reasons and the odds."""

from typing import Any

import msgspec

from kursk import bots
from kursk.bots import reasons
from kursk.bots.seat import Seat
from kursk.core.match import Match, Start
from kursk.core.tables import Receipt
from kursk.server.thinking import as_it_stands
from kursk.server.workers import Crew

PATIENCE = 30.0  # seconds


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


async def ask(crew: Crew, match: Match, side: str, bot: str, seed: str) -> Hint:
    asked = (match.game.title, match.start, match.g.facts(), side, bot, seed)
    return await crew.do(PATIENCE, hint, *asked)


def hint(title: str, start: Start, facts: dict[str, Any], side: str, bot: str, seed: str) -> Hint:
    """In a worker: what the bot would order. It gets a seat, and so what the side knows."""
    match = as_it_stands(title, start, facts)
    order = bots.decide(match, side, bot, seed)
    seat = Seat(match, side)
    because = [Because(part.says, part.worth) for part in reasons.reasons(seat, order)]
    scores = {} if match.forced else reasons.weighed(seat)
    others = [Other(*each) for each in reasons.best(scores)]
    return Hint(bot, order, because, others, seat.receipt(order))
