"""A room: one match being played, whoever watches it, and the bots that sit at it.

The match lives in memory, the log in the store. An order is played on a copy, written to the
store, and only then becomes the match: what was acknowledged has been stored, and what could
not be stored has not happened.
"""

import asyncio
import pickle
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any

import msgspec

from kursk import library
from kursk.core.dice import Dice
from kursk.core.flow import DICE
from kursk.core.match import Entry, Match, Start
from kursk.server.store import NewOrder, Stale, Store

UNDO = "undo"
CHECKPOINT = 50  # orders between snapshots
HUMAN = "human"


class Event(msgspec.Struct, frozen=True):
    """What one order brought, as a side may hear it. Its number is the event's id."""

    seq: int
    actor: str
    order: str  # empty where it is covered
    heading: str  # the moment it was given
    news: tuple[Any, ...]


class Room:
    def __init__(self, store: Store, id: str, match: Match, players: dict[str, str]) -> None:
        self.store, self.id, self.match, self.players = store, id, match, players
        self.seq = 0
        self.clients: dict[str, int] = {}  # the senders' own ids, and the orders they became
        self.lock = asyncio.Lock()
        self.changed = asyncio.Condition()
        self.entries: list[Entry | None] = []  # order by order; None: one was taken back
        self.thinking: asyncio.Task[None] | None = None
        self._saved = 0
        self._shown: Match | None = None  # the past that somebody looked at last

    # -- opening ---------------------------------------------------------------------------

    @classmethod
    async def open(cls, store: Store, id: str) -> "Room | None":
        """The room of a stored match, as it was left."""
        row = await store.match(id)
        if row is None:
            return None
        players = {seat.side: seat.player for seat in await store.seats(id)}
        match = library.begin(row.game, msgspec.json.decode(row.start, type=Start))
        match.dice = Dice(row.secret)
        room = cls(store, id, match, players)
        snapshot = await store.snapshot(id)
        if snapshot is not None and snapshot.rules == match.game.version:
            room._thaw(snapshot.data)
        for order in await store.orders(id):
            if order.client:
                room.clients[order.client] = order.seq
            if order.seq > room.seq:
                room._take(room.match, order.actor, order.order)
                room.seq = order.seq
        return room

    def _take(self, match: Match, actor: str, order: str) -> None:
        if order == UNDO:
            match.undo()
            self.entries.append(None)
        else:
            match.play(order, by=actor)
            self.entries.append(match.log[-1])

    def _frozen(self, match: Match, seq: int, entries: list[Entry | None]) -> bytes:
        return pickle.dumps((seq, match.g.facts(), match.log, entries))

    def _thaw(self, data: bytes) -> None:
        self.seq, facts, log, self.entries = pickle.loads(data)
        g = self.match.g
        self.match.resume(type(g)(board=g.board, roster=g.roster, **facts), log)
        self._saved = self.seq

    # -- playing ---------------------------------------------------------------------------

    async def play(self, side: str, order: str, seq: int, client: str | None) -> None:
        """One order of a side; Stale if the sender had not seen the newest, and
        core.flow.IllegalOrder if a rule is against it. A known client id changes nothing."""
        async with self.lock:
            if client and client in self.clients:
                return
            if seq != self.seq:
                raise Stale
            await self._commit(lambda match: match.play(order, by=side), side, order, client)
        self.wake()

    async def undo(self, side: str, seq: int, steps: int = 1) -> None:
        """Take back a side's last orders; as many as may be where fewer are left."""
        async with self.lock:
            if seq != self.seq:
                raise Stale
            if not self.match.undoable or self.match.log[-1].actor != side:
                raise ValueError("Nothing of yours can be taken back now.")
            for _ in range(min(steps, self.match.undoable)):
                await self._commit(lambda match: match.undo(), side, UNDO, None)
            while self.match.forced and self.match.undoable:  # back to where there was a choice
                await self._commit(lambda match: match.undo(), side, UNDO, None)

    async def _commit(
        self, change: Callable[[Match], Any], actor: str, order: str, client: str | None
    ) -> None:
        match, new = self.match.copy(), [NewOrder(self.seq + 1, actor, order, client)]
        change(match)
        entries: list[Entry | None] = [None if order == UNDO else match.log[-1]]
        while order != UNDO and (unasked := self._unasked(match)):
            new.append(NewOrder(new[-1].seq + 1, match.actor, unasked))
            match.play(unasked)
            entries.append(match.log[-1])
        frozen = None
        if new[-1].seq - self._saved >= CHECKPOINT and not match.undoable:
            frozen = self._frozen(match, new[-1].seq, self.entries + entries)
        status = match.result if match.over else match.heading()
        await self.store.append(self.id, new, status, match.over, frozen, match.game.version)
        self.match, self.seq = match, new[-1].seq
        self.entries += entries
        self._saved = self.seq if frozen else self._saved
        if client:
            self.clients[client] = new[0].seq
        async with self.changed:
            self.changed.notify_all()

    def _unasked(self, match: Match) -> str:
        """The order that comes by itself: a roll, or the only one there is; "" where somebody
        is asked."""
        if match.actor == DICE and match.dice:
            return f"roll {match.dice.roll(len(match.log))}"
        return match.forced or ""

    def at(self, seq: int) -> Match:
        """The match as it was after an order: replayed from the start, or from where it was
        last asked for, so that stepping through a game is quick."""
        standing = self._standing(seq)
        match = self._shown
        if match is None or [*match.log] != standing[: len(match.log)]:
            match = library.begin(self.match.game.title, self.match.start)
        match = match.copy()
        for entry in standing[len(match.log) :]:
            match.play(entry.order, by=entry.actor)
        self._shown = match
        return match

    def _standing(self, seq: int) -> list[Entry]:
        """The orders that stood after so many, without those taken back by then."""
        standing: list[Entry] = []
        for entry in self.entries[:seq]:
            if entry is None:
                standing.pop()
            else:
                standing.append(entry)
        return standing

    # -- watching --------------------------------------------------------------------------

    def event(self, seq: int, side: str) -> Event:
        entry = self.entries[seq - 1]
        if entry is None:
            return Event(seq, "", UNDO, "", ())
        hidden = entry.covered and entry.actor != side
        news = tuple(news for news in entry.news if news.to in ("", side))
        return Event(seq, entry.actor, "" if hidden else entry.order, entry.heading, news)

    async def events(self, side: str, after: int) -> AsyncIterator[Event]:
        """Everything after an event, then whatever comes."""
        while True:
            while after < self.seq:
                after += 1
                yield self.event(after, side)
            async with self.changed:
                if after >= self.seq:
                    await self.changed.wait()

    # -- bots ------------------------------------------------------------------------------

    def wake(self) -> None:
        """Let a bot think, if it is a bot's turn and none is thinking already."""
        bot = self.players.get(self.match.actor, HUMAN)
        if bot != HUMAN and (self.thinking is None or self.thinking.done()):
            self.thinking = asyncio.create_task(self._think())

    async def _think(self) -> None:
        from kursk.server.workers import ask

        while (bot := self.players.get(self.match.actor, HUMAN)) != HUMAN:
            match, side, seq = self.match, self.match.actor, self.seq
            order = await ask(match, side, bot, f"{self.id} {seq}")
            async with self.lock:
                if self.seq == seq:
                    await self._commit(partial(Match.play, order=order), side, order, None)
