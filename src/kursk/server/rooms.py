"""The rooms that are open, and how a match comes to have one."""

import asyncio
import re
import secrets
from collections import OrderedDict

import msgspec

from kursk import library
from kursk.core.match import Start
from kursk.server import replay
from kursk.server.reading import Begun
from kursk.server.room import HUMAN, STATUS, Room
from kursk.server.store import NewMatch, NewOrder, Store
from kursk.server.workers import Crew

OPEN = 200  # rooms kept in memory though nobody is in them
ID = re.compile(r"[\w-]{1,22}", re.ASCII)


class Lost(Exception):
    """A stored match that cannot even be begun; says why."""


class Rooms:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.thinkers, self.readers = Crew(2), Crew(2)
        self.open: OrderedDict[str, Room] = OrderedDict()
        self._opening: dict[str, asyncio.Task[Room | None]] = {}

    def close(self) -> None:
        for room in self.open.values():
            if room.thinking is not None:
                room.thinking.cancel()
        self.thinkers.close()
        self.readers.close()

    async def begin(self, begun: Begun, players: dict[str, str], token: str) -> str:
        """Store a new match, with any orders it already has, and let a bot begin."""
        game = library.game(begun.title)
        id, secret = secrets.token_urlsafe(12), secrets.token_hex(16)
        seats = {
            side: (player, token if player == HUMAN else secrets.token_urlsafe(16))
            for side, player in players.items()
        }
        how = msgspec.structs.replace(begun.start, opened=len(begun.orders))
        start, status = msgspec.json.encode(how).decode(), begun.status[:STATUS]
        match = NewMatch(
            id, game.title, game.version, start, secret, game.name, status, begun.over
        )  # fmt: skip
        orders = [NewOrder(n, actor, order) for n, (actor, order) in enumerate(begun.orders, 1)]
        await self.store.create(match, seats, orders)
        await self.room(id)
        return id

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
        seats, orders = await self.store.seats(id), await self.store.orders(id)
        rows = [(order.actor, order.order) for order in orders]
        try:
            start = msgspec.json.decode(row.start, type=Start)
            played = await replay.played(self.readers, row.game, start, rows)
            match = replay.restored(row.game, start, row.secret, played)
        except ValueError as error:
            raise Lost(f"This game cannot be opened any more: {error}") from None
        room = Room(
            self.store, id, match, played, {seat.side: seat.player for seat in seats},
            {seat.side: seat.token for seat in seats}, self.thinkers, self.readers,
        )  # fmt: skip
        room.clients = {order.client: order.order for order in orders if order.client}
        await room.settle()
        self.open[id] = room
        self._close_some()
        return room

    def _close_some(self) -> None:
        """Those that were used least lately, and where nobody is; not the newest."""
        idle = [id for id in list(self.open)[:-1] if not self.open[id].in_use]
        for id in idle[: max(len(self.open) - OPEN, 0)]:
            del self.open[id]
