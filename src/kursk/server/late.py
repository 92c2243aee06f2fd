"""Who watches may see a match with a delay, by orders or by minutes, as its host likes.

He is shown the match as it was then, as if it were now: a room that is so many orders behind
answers all that he asks. When the match is over there is nothing to keep from him.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import Annotated, Any
from weakref import WeakKeyDictionary

import msgspec
from sqlalchemy import Connection, func, select, update

from kursk.core.match import Match
from kursk.server.replay import Played
from kursk.server.room import STOP, Event, Room, Stir
from kursk.server.tables import matches, orders

LOOK = 5.0  # seconds until somebody looks again whether time has passed
MINUTE = 60


class Delay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Both 0: none. Where both are told, the minutes count."""

    orders: Annotated[int, msgspec.Meta(ge=0, le=1_000)] = 0
    minutes: Annotated[int, msgspec.Meta(ge=0, le=10_080)] = 0


class Behind(Room):
    """A match as it was some orders ago."""

    def __init__(self, room: Room, match: Match, seq: int) -> None:
        marks = [mark for mark in room.marks if mark.seq <= seq]
        played = Played({}, [], [], room.entries[:seq], marks, room.stopped)
        crews = room.thinkers, room.readers
        super().__init__(room.store, room.id, match, played, room.sitting, *crews, room.now)
        self.terms, self.presence = room.terms, room.presence

    def wake(self) -> None:
        """Nobody decides in the past."""


_behind: WeakKeyDictionary[Room, Behind] = WeakKeyDictionary()


def delay_of(room: Room) -> Delay:
    return read(room.sitting.delay)


def read(told: str) -> Delay:
    return msgspec.json.decode(told, type=Delay) if told else Delay()


def is_late(room: Room, who: str, sides: tuple[str, ...]) -> bool:
    """Is the asker one who watches with a delay?"""
    return bool(room.sitting.delay) and not sides and who != room.sitting.host


async def horizon(room: Room) -> int:
    """The newest order that is shown to who watches with a delay."""
    delay = delay_of(room)
    if room.match.over:
        return room.seq
    if not delay.minutes:
        return max(room.seq - delay.orders, 0)
    then = int(room.now()) - delay.minutes * MINUTE
    return min(int(await room.store.do(_before, room.id, then)), room.seq)


async def behind(room: Room) -> Room:
    """The room as who watches with a delay is shown it."""
    seq = await horizon(room)
    if seq == room.seq:
        return room
    found = _behind.get(room)
    if found is None or found.seq != seq or found.sitting is not room.sitting:
        found = _behind[room] = Behind(room, await room.at(seq), seq)
    return found


async def events(room: Room, after: int) -> AsyncGenerator[Event | Stir, None]:
    """What happened, when it may be told."""
    room.listeners += 1
    heard = {what: often for what, often in room.stirs.items() if what != STOP}
    try:
        while True:
            seq, shown = room.seq, await horizon(room)
            while after < shown:
                after += 1
                yield room.event(after, "")
            for what, often in list(room.stirs.items()):
                if heard.get(what) != often and what in ("people", STOP):
                    yield Stir(what)
                heard[what] = often
            async with room.changed:
                if seq == room.seq and heard == room.stirs:
                    waits = LOOK if after < seq else None
                    with suppress(TimeoutError):
                        await asyncio.wait_for(room.changed.wait(), waits)
    finally:
        room.listeners -= 1


# -- in the store's thread ---------------------------------------------------------------------


def _before(link: Connection, id: str, then: int) -> int:
    """The last order that was given before a moment."""
    given = (orders.c.match == id) & (orders.c.at <= then)
    return link.scalar(select(func.max(orders.c.seq)).where(given)) or 0


def set_delay(link: Connection, id: str, delay: Delay) -> None:
    told: Any = msgspec.json.encode(delay).decode() if delay != Delay() else ""
    link.execute(update(matches).where(matches.c.id == id).values(delay=told))
