"""Positions and records that somebody sends: read in a worker, which is stopped if it takes long.

What comes back is how the match begins and the orders given so far.
"""

from typing import NamedTuple

from kursk import library
from kursk.core import record
from kursk.core.match import Match, Start
from kursk.server.replay import Row
from kursk.server.workers import Crew, Stopped

PATIENCE = 20.0  # seconds


class Begun(NamedTuple):
    title: str  # of the game
    start: Start
    orders: list[Row]
    status: str = ""
    over: bool = False


async def read(crew: Crew, text: str, is_record: bool) -> Begun:
    """ValueError says what is wrong with it."""
    try:
        return await crew.do(PATIENCE, _record if is_record else _position, text)
    except Stopped as error:
        raise ValueError(f"It could not be read: {error}.") from None


def _record(text: str) -> Begun:
    try:
        return _begun(library.load(text))
    except record.BadRecord as error:
        if error.match is not None and record.COVERED in text:
            return _begun(error.match)  # what one side knows, as far as it can be followed
        raise ValueError(str(error)) from None  # without the match: it has to travel


def _position(text: str) -> Begun:
    return _begun(library.set_up(text))


def _begun(match: Match) -> Begun:
    rows = [(entry.actor, entry.order) for entry in match.log]
    status = match.result if match.over else match.heading()
    return Begun(match.game.title, match.start, rows, status, match.over)
