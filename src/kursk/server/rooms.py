"""The rooms that are open, and how a match comes to have one."""

import asyncio
import logging
import re
import secrets
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
from sqlalchemy.exc import DBAPIError

from kursk import library
from kursk.core.match import Start
from kursk.server import replay
from kursk.server.clock import NO_TERMS, Now, Terms, overdue, set_clock, thought, wall
from kursk.server.presence import BEAT
from kursk.server.reading import Begun
from kursk.server.room import BOTS, HURRY, SEATS, SEEN, STATUS, Room
from kursk.server.seats import HUMAN, seated, seating
from kursk.server.store import ORDERS, NewMatch, NewOrder, NewSeat, Stale, Store, hashed, last
from kursk.server.wire import in_a_line
from kursk.server.workers import Crew, Stopped

LINK = "link"  # a player who is still to come, by a link
GONE, WHO = "gone", "who"  # what servers tell each other: a match is deleted; who is there?
TICK = 2.0  # seconds between two looks at the clocks
THINKERS = 2  # processes in which bots think
OPEN = 200  # rooms kept in memory though nobody is in them
log = logging.getLogger(__name__)
ID = re.compile(r"[\w-]{1,22}", re.ASCII)


class Lost(Exception):
    """A stored match that cannot even be begun; says why."""


class Rooms:
    def __init__(self, store: Store, now: Now = wall, thinkers: int = THINKERS) -> None:
        """Without thinkers the bots of stored matches think in another process."""
        self.store, self.now, self.thinks = store, now, thinkers > 0
        self.turn: Callable[[Room], None] | None = None  # hears whenever somebody else decides
        self.thinkers, self.readers = Crew(thinkers or 1), Crew(2)
        self.strangers = Crew(1)  # reads what somebody sends: no game waits for that
        self.open: OrderedDict[str, Room] = OrderedDict()
        self._opening: dict[str, asyncio.Task[Room | None]] = {}
        self._hearing: set[asyncio.Task[None]] = set()  # tasks that are not kept may vanish

    def close(self) -> None:
        for room in self.open.values():
            if room.thinking is not None:
                room.thinking.cancel()
        self.thinkers.close()
        self.readers.close()
        self.strangers.close()

    async def begin(
        self, begun: Begun, players: dict[str, str], token: str, name: str = "",
        terms: Terms = NO_TERMS,
    ) -> str:  # fmt: skip
        """Store a new match, with any orders it already has, and let a bot begin. Whoever plays
        as a human sits at the browser that begins it, unless he is to come by a link."""
        game, now = library.game(begun.title), int(self.now())
        id, secret = secrets.token_urlsafe(12), secrets.token_hex(16)
        mine, waits = (HUMAN, hashed(token), name, now), (HUMAN, "", "", now)
        seats = [
            NewSeat(side, *(mine if who == HUMAN else waits if who == LINK else (who, "", "", now)))
            for side, who in players.items()
        ]
        how = msgspec.structs.replace(begun.start, opened=len(begun.orders))
        start, status = msgspec.json.encode(how).decode(), begun.status[:STATUS]
        match = NewMatch(
            id, game.title, game.version, start, secret, game.name, status, begun.over,
            hashed(token), msgspec.json.encode(terms).decode(),
        )  # fmt: skip
        orders = [NewOrder(n, actor, order) for n, (actor, order) in enumerate(begun.orders, 1)]
        await self.store.create(match, seats, orders)
        await self.room(id)
        return id

    # -- what is to be done though nobody asks -----------------------------------------------

    async def watch_clocks(self) -> None:
        """Look again and again whose time has run out, and where a bot should be at work."""
        while True:
            try:
                await self.call_time()
            except DBAPIError as error:
                log.error("the clocks could not be looked at: %s", in_a_line(error.orig or error))
            except Exception:
                log.exception("the clocks could not be looked at")
            await asyncio.sleep(TICK)

    async def call_time(self) -> None:
        for id in await self.store.do(overdue, int(self.now()), 0 if self.thinks else BOTS):
            await self.see_to(id)

    async def see_to(self, id: str) -> None:
        """Do what is to be done at a match, unless a bot is at it, or another server."""
        room = self.open.get(id)
        if room is not None and room.thinking is not None and not room.thinking.done():
            return
        if not await self.store.claim(id):
            return
        try:
            if (room := await self._enter(id)) is not None:
                await room.hear(await self.store.do(last, id))  # it may be open, and behind
                await room.time_out()
        except Stale:
            pass  # it is done
        except Lost as error:
            log.error("match %s: %s", id, error)
            await self.store.do(set_clock, id, 0, 0)
        except Exception:
            log.exception("match %s could not be seen to", id)
        finally:
            self.store.release(id)

    # -- beside other servers ----------------------------------------------------------------

    async def listen(self) -> None:
        """To the other servers of the same store, as long as we serve."""
        if self.store.wire:
            async with asyncio.TaskGroup() as both:
                both.create_task(self.store.wire.listen(self.heard, self.hear_all))
                both.create_task(self._tell_who_is_here())

    async def heard(self, id: str, what: str, more: Any) -> None:
        """Another server has changed something. Nobody waits: one room may be slow."""
        task = asyncio.create_task(self._hear(id, what, more))
        self._hearing.add(task)
        task.add_done_callback(self._hearing.discard)

    async def _hear(self, id: str, what: str, more: Any) -> None:
        try:
            room = await self._opening[id] if id in self._opening else self.open.get(id)
            if what == ORDERS and more[1] and self.thinks:
                await self.see_to(id)
            elif room is None:
                return
            elif what == ORDERS:
                await room.hear(more[0])
            elif what == SEATS:
                await room.reseat()
            elif what == WHO:
                await room.tell(SEEN, room.presence.here())
            elif what == GONE:
                await self.shut(id)
            elif what == HURRY:
                self.thinkers.hurry(id)
            elif what != SEEN:
                await room.rouse(what)
            elif any([room.presence.seen_elsewhere(token) for token in more]):
                await room.rouse("people")
        except (DBAPIError, Lost, Stopped) as error:
            log.warning("match %s is not up to date: %s", id, in_a_line(error))

    async def hear_all(self) -> None:
        """Something may have been missed: whatever is open is read again."""
        rooms = [room for room in self.open.values() if room.stored]
        for room in rooms:
            if await self.store.match(room.id) is None:
                await self.shut(room.id)
                continue
            await room.hear(await self.store.do(last, room.id))
            await room.reseat()
        await self.store.tell([(room.id, WHO, None) for room in rooms])

    async def _tell_who_is_here(self) -> None:
        """Again and again; and we hear that our own line is not dead."""
        while True:
            rooms = [room for room in self.open.values() if room.stored]
            here = [(room.id, SEEN, who) for room in rooms if (who := room.presence.here())]
            with suppress(DBAPIError):
                await self.store.tell(here or [("", SEEN, [])])
            await asyncio.sleep(BEAT)

    async def gone(self, id: str) -> None:
        """A match was deleted."""
        await self.shut(id)
        with suppress(DBAPIError):
            await self.store.tell([(id, GONE, None)])

    async def shut(self, id: str) -> None:
        """The match is no more; whoever listens has nothing to hear."""
        if (room := self.open.pop(id, None)) is not None:
            if room.thinking is not None:
                room.thinking.cancel()
            room.sitting = seated({})
            await room.rouse("people")

    # -- coming in ---------------------------------------------------------------------------

    async def room(self, id: str) -> Room | None:
        """A room, opened from the store if need be. Whoever comes in wakes its bot."""
        if (room := await self._enter(id)) is not None:
            room.wake()
        return room

    async def _enter(self, id: str) -> Room | None:
        room = self.open.get(id)
        if room is None:
            if not ID.fullmatch(id):
                return None
            if id not in self._opening:  # many may come at once, and one opens the door
                self._opening[id] = asyncio.create_task(self._open(id))
                self._opening[id].add_done_callback(lambda _: self._opening.pop(id))
            room = await asyncio.shield(self._opening[id])
            if room is None:
                return None
        self.open[id] = room
        self.open.move_to_end(id)
        return room

    async def _open(self, id: str) -> Room | None:
        """The room of a stored match, as it was left."""
        row = await self.store.match(id)
        if row is None:
            return None
        sitting, orders = await self.store.do(seating, id), await self.store.orders(id)
        rows = [(order.actor, order.order) for order in orders]
        try:
            start = msgspec.json.decode(row.start, type=Start)
            played = await replay.played(self.readers, row.game, start, rows)
            match = replay.restored(row.game, start, row.secret, played)
        except ValueError as error:
            raise Lost(f"This game cannot be opened any more: {error}") from None
        known = id, match, played, sitting
        terms = msgspec.json.decode(row.terms, type=Terms) if row.terms else NO_TERMS
        room = Room(self.store, *known, self.thinkers, self.readers, self.now, terms)
        stamps = [(order.actor, order.at) for order in orders]
        room.times, room.turn = thought(row.begun, stamps, match.actor), self.turn
        room.clients = {order.client: order.order for order in orders if order.client}
        room.thinks, room.called = self.thinks, (row.begun, row.due)
        await room.settle()
        await room.wind_up()
        self.open[id] = room
        self._close_some()
        await room.tell(WHO)
        return room

    def _close_some(self) -> None:
        """Those that were used least lately, and where nobody is; not the newest."""
        idle = [id for id in list(self.open)[:-1] if not self.open[id].in_use]
        for id in idle[: max(len(self.open) - OPEN, 0)]:
            del self.open[id]
