"""A room: one match being played, whoever watches it, and the bots that sit at it.

The match lives in memory, the log in the store. An order is played on a copy, written to the
store, and only then becomes the match: what was acknowledged has been stored, and what could
not be stored has not happened.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import Any

import msgspec

from kursk.core.flow import DICE
from kursk.core.match import Entry, Match
from kursk.core.view import View
from kursk.server import replay, thinking
from kursk.server.replay import UNDO, Played
from kursk.server.store import Addition, NewOrder, Stale, Store
from kursk.server.workers import Crew

HUMAN = "human"
PAUSE = 0.5  # seconds after a first mishap; each further one doubles it
LONGEST = 60.0
STATUS = 300  # characters the store has for it
log = logging.getLogger(__name__)


class Event(msgspec.Struct, frozen=True):
    """What one order brought, as a side may hear it. Its number is the event's id."""

    seq: int
    actor: str
    order: str  # empty where it is covered
    heading: str  # the moment it was given
    news: tuple[Any, ...]


class Closed(ValueError):
    """A room whose match can be looked at, but not played on."""


class Room:
    def __init__(
        self, store: Store, id: str, match: Match, played: Played, players: dict[str, str],
        tokens: dict[str, str], thinkers: Crew, readers: Crew,
    ) -> None:  # fmt: skip
        self.store, self.id, self.match = store, id, match
        self.players, self.tokens = players, tokens
        self.thinkers, self.readers = thinkers, readers
        self.entries, self.marks, self.stopped = played.entries, played.marks, played.stopped
        self.clients: dict[str, str] = {}  # the senders' own ids, and the orders they became
        self.listeners = 0
        self.lock = asyncio.Lock()
        self.changed = asyncio.Condition()
        self.thinking: asyncio.Task[None] | None = None
        self.looked = asyncio.Event()
        self.scenes: dict[str, dict[int, Any]] = {}  # by side and order: what pages may have
        self._known: dict[str, Match] = {}
        self._views: dict[str, View] = {}
        self._shown: tuple[int, Match] = (-1, match)  # the past that somebody looked at last

    @property
    def seq(self) -> int:
        """The number of the last order."""
        return len(self.entries)

    @property
    def in_use(self) -> bool:
        at_work = self.thinking is not None and not self.thinking.done()
        return bool(self.listeners) or at_work or self.lock.locked()

    def sides(self, token: str) -> tuple[str, ...]:
        """The sides for which a hashed token's holder sits."""
        return tuple(side for side, theirs in self.tokens.items() if theirs == token)

    def known(self, side: str) -> Match:
        """The match as a side knows it, made once an order: whatever it wants to be told is
        asked of this."""
        if side not in self._known:
            self._known[side] = self.match.known_to(side)
        return self._known[side]

    def view(self, side: str) -> View:
        """What a side sees, made once an order."""
        if side not in self._views:
            self._views[side] = self.match.game.view(self.known(side).g, side)
        return self._views[side]

    # -- playing ---------------------------------------------------------------------------

    async def play(self, side: str, order: str, seq: int, client: str | None) -> None:
        """One order of a side; Stale if the sender had not seen the newest, and
        core.flow.IllegalOrder if a rule is against it. A known client id changes nothing."""
        key = f"{side}/{client}" if client else None
        async with self.lock:
            if seq > self.seq:
                await self._catch_up()
            if key in self.clients:
                if self.clients[key] != order:
                    raise ValueError("That id was given to another order.")
                return
            if seq != self.seq:
                raise Stale
            await self._commit(side, order, key)
        self.wake()

    async def undo(self, side: str, seq: int, steps: int = 1) -> None:
        """Take back a side's last orders; as many as may be where fewer are left."""
        async with self.lock:
            if seq > self.seq:
                await self._catch_up()
            if seq != self.seq:
                raise Stale
            if not self.match.undoable or self.match.log[-1].actor != side:
                raise ValueError("Nothing of yours can be taken back now.")
            for _ in range(min(steps, self.match.undoable)):
                await self._commit(side, UNDO)
            while self.match.forced and self.match.undoable:  # back to where there was a choice
                await self._commit(side, UNDO)

    async def settle(self) -> None:
        """What comes by itself: a match may come to us just before a die, or one answer."""
        async with self.lock:
            if not self.stopped and self._unasked(self.match):
                await self._commit("", "")

    async def _commit(self, actor: str, order: str, client: str | None = None) -> None:
        if self.stopped:
            raise Closed(self.stopped)
        match, new = self.match.copy(), list[NewOrder]()
        entries: list[Entry | None] = []
        if order:
            entries.append(replay.take(match, actor, order))
            new.append(NewOrder(self.seq + 1, actor, order, client))
        while order != UNDO and (unasked := self._unasked(match)):
            new.append(NewOrder(self.seq + len(new) + 1, match.actor, unasked))
            entries.append(replay.take(match, match.actor, unasked))
        stands = _stands(match)
        changed = None if stands == _stands(self.match) and self.entries else stands
        try:
            await self.store.append(Addition(self.id, new, changed))
        except Stale as stale:
            before = self.seq
            await self._catch_up()
            if self.seq == before:
                raise RuntimeError("the store takes no order of this match") from stale
            raise
        if client:
            self.clients[client] = order
        await self._becomes(match, entries)

    async def _becomes(self, match: Match, entries: list[Entry | None]) -> None:
        self.match = match
        self.entries += entries
        self._known, self._views = {}, {}
        replay.mark(self.marks, self.seq, match)
        async with self.changed:
            self.changed.notify_all()

    async def _catch_up(self) -> None:
        """Take in what another server has added to the store."""
        match, entries = self.match.copy(), list[Entry | None]()
        for row in await self.store.orders(self.id, self.seq):
            try:
                entries.append(replay.take(match, row.actor, row.order))
            except ValueError as error:
                self.stopped, self.scenes = replay.why(row.seq, row.order, error), {}
                break
            if row.client:
                self.clients[row.client] = row.order
        await self._becomes(match, entries)

    def _unasked(self, match: Match) -> str:
        """The order that comes by itself: a roll, or the only one there is; "" where somebody
        is asked."""
        if match.actor == DICE and match.dice:
            return f"roll {match.dice.roll(len(match.log))}"
        return match.forced or ""

    # -- watching --------------------------------------------------------------------------

    async def at(self, seq: int) -> Match:
        """The match as it was after an order."""
        if self._shown[0] != seq:
            known = self.match, self.entries, self.marks
            self._shown = seq, await replay.moment(self.readers, *known, seq, self._shown[1])
        return self._shown[1]

    def event(self, seq: int, side: str) -> Event:
        entry = self.entries[seq - 1]
        if entry is None:
            return Event(seq, "", UNDO, "", ())
        hidden = entry.covered and entry.actor != side
        order = "" if hidden else entry.order
        return Event(seq, entry.actor, order, entry.heading, entry.heard_by(side))

    async def events(self, side: str, after: int) -> AsyncGenerator[Event, None]:
        """Everything after an event, then whatever comes."""
        self.listeners += 1
        try:
            while True:
                while after < self.seq:
                    after += 1
                    yield self.event(after, side)
                async with self.changed:
                    if after >= self.seq:
                        await self.changed.wait()
        finally:
            self.listeners -= 1

    # -- bots ------------------------------------------------------------------------------

    @property
    def bot(self) -> str:
        """The bot whose turn it is, if it is a bot's."""
        player = self.players.get(self.match.actor, HUMAN)
        return "" if player == HUMAN or self.stopped else player

    def wake(self) -> None:
        """Let a bot think, if it is a bot's turn; one that waits after a mishap tries again."""
        self.looked.set()
        if self.bot and (self.thinking is None or self.thinking.done()):
            self.thinking = asyncio.create_task(self._think())

    async def _think(self) -> None:
        pause = PAUSE
        while self.bot:
            try:
                await self._decide()
                pause = PAUSE
            except Stale:
                continue  # somebody has decided already
            except Exception:
                log.exception("match %s: %s, again in %g s", self.id, self.bot, pause)
                self.looked.clear()
                with suppress(TimeoutError):
                    await asyncio.wait_for(self.looked.wait(), pause)
                pause = min(2 * pause, LONGEST)

    async def _decide(self) -> None:
        match, side, seq = self.match, self.match.actor, self.seq
        order = await thinking.ask(self.thinkers, match, side, self.bot, f"{self.id} {seq}")
        async with self.lock:
            if self.seq == seq:
                await self._commit(side, order)


def _stands(match: Match) -> tuple[str, bool]:
    """A match in the list of games: how it stands, and whether it is over."""
    return (match.result if match.over else match.heading())[:STATUS], match.over
