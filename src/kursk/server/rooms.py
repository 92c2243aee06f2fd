"""The rooms that are open, and how a match comes to have one."""

import asyncio
import logging
import re
import secrets
from collections import OrderedDict
from collections.abc import Callable

import msgspec

from kursk import library
from kursk.core.match import Start
from kursk.server import replay
from kursk.server.clock import NO_TERMS, Now, Terms, overdue, thought, wall
from kursk.server.reading import Begun
from kursk.server.room import STATUS, Room
from kursk.server.seats import HUMAN, seating
from kursk.server.store import NewMatch, NewOrder, NewSeat, Store, hashed
from kursk.server.workers import Crew

LINK = "link"  # a player who is still to come, by a link
TICK = 2.0  # seconds between two looks at the clocks
OPEN = 200  # rooms kept in memory though nobody is in them
log = logging.getLogger(__name__)
ID = re.compile(r"[\w-]{1,22}", re.ASCII)


class Lost(Exception):
    """A stored match that cannot even be begun; says why."""


class Rooms:
    def __init__(self, store: Store, now: Now = wall) -> None:
        self.store, self.now = store, now
        self.turn: Callable[[Room], None] | None = None  # hears whenever somebody else decides
        self.thinkers, self.readers = Crew(2), Crew(2)
        self.open: OrderedDict[str, Room] = OrderedDict()
        self._opening: dict[str, asyncio.Task[Room | None]] = {}

    def close(self) -> None:
        for room in self.open.values():
            if room.thinking is not None:
                room.thinking.cancel()
        self.thinkers.close()
        self.readers.close()

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

    async def watch_clocks(self) -> None:
        """Look again and again whose time has run out."""
        while True:
            await asyncio.sleep(TICK)
            try:
                await self.call_time()
            except Exception:
                log.exception("the clocks could not be looked at")

    async def call_time(self) -> None:
        for id in await self.store.do(overdue, int(self.now())):
            if (room := await self.room(id)) is not None:
                await room.time_out()

    async def room(self, id: str) -> Room | None:
        """A room, opened from the store if need be. Whoever comes in wakes its bot."""
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
        room.wake()
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
        await room.settle()
        if not row.begun:
            await room.wind_up()
        self.open[id] = room
        self._close_some()
        return room

    def _close_some(self) -> None:
        """Those that were used least lately, and where nobody is; not the newest."""
        idle = [id for id in list(self.open)[:-1] if not self.open[id].in_use]
        for id in idle[: max(len(self.open) - OPEN, 0)]:
            del self.open[id]
