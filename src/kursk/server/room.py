"""A room: one match being played, whoever watches it, and the bots that sit at it.

The match lives in memory, the log in the store. An order is played on a copy, written to the
store, and only then becomes the match: what was acknowledged has been stored, and what could
not be stored has not happened.
"""

import asyncio
import logging
from collections import deque
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import suppress
from typing import Any

import msgspec
from sqlalchemy.exc import DBAPIError

from kursk import bots
from kursk.core.flow import DICE, IllegalOrder, Refusal
from kursk.core.match import CONCEDE, Entry, Match
from kursk.core.view import View
from kursk.server import plans, replay, thinking
from kursk.server.clock import NO_TERMS, Now, Terms, Times, set_clock, thought, wall
from kursk.server.metrics import ORDERS
from kursk.server.presence import Presence
from kursk.server.replay import UNDO, Played
from kursk.server.seats import HUMAN, STAFF, Seating, answers, come, seating
from kursk.server.store import Addition, NewOrder, Stale, Store
from kursk.server.workers import Crew

SEATS, SEEN = "seats", "seen"  # what servers tell each other: who sits here, who is here
HURRY = "hurry"  # and that a bot is to decide at once
PAUSE = 0.5  # seconds after a first mishap; each further one doubles it
LONGEST = 60.0
STATUS = 300  # characters the store has for it
STOP = "stop"  # what stirs when the server is about to stop
DELETED = "The game was deleted."
BOTS = 1  # the time from which a match wants something done in which a bot decides: at once
log = logging.getLogger(__name__)


class Event(msgspec.Struct, frozen=True):
    """What one order brought, as a side may hear it. Its number is the event's id."""

    seq: int
    actor: str
    order: str  # empty where it is covered
    heading: str  # the moment it was given
    news: tuple[Any, ...]


class Stir(msgspec.Struct, frozen=True):
    """Something else has changed at the table: who wants to know asks again."""

    what: str


class Closed(ValueError):
    """A room whose match can be looked at, but not played on."""


class Room:
    stored = True
    thinks = True  # do its bots think in this process?

    def __init__(
        self, store: Store, id: str, match: Match, played: Played, sitting: Seating,
        thinkers: Crew, readers: Crew, now: Now = wall, terms: Terms = NO_TERMS,
    ) -> None:  # fmt: skip
        self.store, self.id, self.match, self.sitting = store, id, match, sitting
        self.thinkers, self.readers, self.now = thinkers, readers, now
        self.entries, self.marks, self.stopped = played.entries, played.marks, played.stopped
        self.clients: dict[str, str] = {}  # the senders' own ids, and the orders they became
        self.listeners = 0
        self.presence = Presence(now)
        self.terms, self.times = terms, Times()
        self.called = (0, 0)  # as the store has it: when the clocks began, when one calls
        self.turn: Callable[[Room], None] | None = None  # hears that somebody else decides
        self.told: dict[str, tuple[int, bool]] = {}  # by side: when it was told so (notices.Part)
        self.spoken: dict[str, deque[float]] = {}  # when each side said something lately
        self.stirs: dict[str, int] = {}  # how often something else has changed, by what it is
        self.lock = asyncio.Lock()
        self.changed = asyncio.Condition()
        self.thinking: asyncio.Task[None] | None = None
        self.looked = asyncio.Event()
        self.notes: dict[str, str] = {}  # by side: what its bot keeps in mind; it may be lost
        self.advised: dict[str, str] = {}  # the same of a bot whose advice it asks
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

    # -- who is here -----------------------------------------------------------------------

    @property
    def players(self) -> dict[str, str]:
        return {side: seat.player for side, seat in self.sitting.seats.items()}

    def sides(self, token: str) -> tuple[str, ...]:
        """The sides for which a hashed token's holder sits."""
        seats = self.sitting.seats.values()
        return tuple(seat.side for seat in seats if token and seat.token == token)

    def admits(self, token: str) -> bool:
        """May its holder look on?"""
        known = token == self.sitting.host or token in self.sitting.watchers
        return bool(token) and (known or bool(self.sides(token)))

    async def seat(self) -> None:
        """Take in who sits here now, and let the other servers do so."""
        await self.reseat()
        await self.tell(SEATS)

    async def reseat(self) -> None:
        self.sitting = await self.store.do(seating, self.id)
        self.scenes = {}
        await self.wind_up()
        self.wake()
        await self.rouse("people")

    async def wind_up(self) -> None:
        """The clocks run when everybody has come; and the store knows what is to be done."""
        if not self.stored:
            return
        begun = self.times.begun
        waits = not all(seat.has_come for seat in self.sitting.seats.values())
        if not begun and not waits and self.terms.clock != "none":
            begun = int(self.now())
            self.times = Times(begun, begun)
        calls = begun, self._calls(self.match, self.times)
        if calls != self.called:
            first = await self.store.do(set_clock, self.id, *calls)
            self.called = first, calls[1]
            if first != begun:  # by another server's clock
                self.times = Times(first, first)

    @property
    def due(self) -> int:
        """When the time of whoever decides has run out; 0: never."""
        return self._due(self.match, self.times)

    def _due(self, match: Match, times: Times) -> int:
        seat = self.sitting.seats.get(match.actor)
        if seat is None or seat.player != HUMAN or self.stopped:
            return 0  # a seat that was freed has its time: nobody stops a clock by getting up
        return times.due(self.terms, seat.side, seat.leave)

    def _calls(self, match: Match, times: Times) -> int:
        """When something must be done though nobody gives an order: a bot decides at once, and
        somebody's time may run out. The store knows it, so that it is done by whatever server
        there is then."""
        player = self.players.get(match.actor, HUMAN)
        return BOTS if player != HUMAN and not self.stopped else self._due(match, times)

    async def time_out(self) -> None:
        """Whoever decides has no time left: the game is his no more, or a bot decides."""
        async with self.lock:
            side = self.match.actor
            if self.overdue and self.terms.out == "lost" and self._may_concede(side):
                await self._commit(side, CONCEDE)
        self.wake()

    @property
    def overdue(self) -> bool:
        return 0 < self.due <= self.now()

    def _may_concede(self, side: str) -> bool:
        return self.match.why_not(CONCEDE, side) is None

    async def stir(self, what: str) -> None:
        """Whoever listens, here or at another server, hears that something has changed."""
        await self.rouse(what)
        await self.tell(what)

    async def saw(self, token: str) -> None:
        """A sign of life of somebody, perhaps the first one here."""
        if self.terms.clock != "none" and not self.times.begun:
            sitting = self.sitting.seats.values()
            if any(seat.token == token and not seat.has_come for seat in sitting):
                await self.store.do(come, self.id, token, int(self.now()))
                await self.seat()
        if self.presence.seen(token):
            await self.rouse("people")
            await self.tell(SEEN, [token])

    async def left(self, token: str) -> None:
        """Somebody does not listen any more."""
        self.presence.listens(token, -1)
        await self.rouse("people")
        await self.tell(SEEN, [token])

    async def tell(self, what: str, more: Any = None) -> None:
        """The other servers hear it. Should that fail they find out later, by themselves."""
        if self.stored and self.store.wire:
            with suppress(DBAPIError):
                await self.store.tell([(self.id, what, more)])

    async def rouse(self, what: str) -> None:
        """Whoever listens here."""
        self.stirs[what] = self.stirs.get(what, 0) + 1
        async with self.changed:
            self.changed.notify_all()

    # -- what they may know ----------------------------------------------------------------

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

    def takes_back(self, side: str) -> int:
        """How many orders a side can take back now."""
        last = self.match.log[-1].actor if self.match.log else ""
        return self.match.undoable if side and last == side and not self.stopped else 0

    @property
    def secretive(self) -> bool:
        """Are there things in it that one side may see and the other may not?"""
        return True

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
            if order.strip() == UNDO:  # that is no order, but a line of our log
                raise IllegalOrder(
                    order, self.match.why_not(order) or Refusal("", "No such order.")
                )
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

    async def go_back(self, seq: int, steps: int) -> None:
        """Take back so many of the orders that stand, by consent. The log keeps them, and tells
        of each that it was taken back; until then whoever decided used his own time."""
        async with self.lock:
            if self.stopped:
                raise Closed(self.stopped)
            if seq != self.seq:
                raise Stale
            match, marks = self.match.copy(), self.marks[:]
            replay.back(match, self.entries, marks, steps)
            side, seqs = self.match.actor, range(self.seq + 1, self.seq + steps + 1)
            rows = [self._row(number, side, UNDO) for number in seqs]
            entries: list[Entry | None] = [None] * steps
            await self._enter(match, rows, entries)
            self.marks = marks
        await self.settle()
        self.wake()

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
            new.append(self._row(self.seq + 1, actor, order, client))
        while order != UNDO and (unasked := self._unasked(match)):
            new.append(self._row(self.seq + len(new) + 1, match.actor, unasked))
            entries.append(replay.take(match, match.actor, unasked))
        await self._enter(match, new, entries)
        if client:
            self.clients[client] = order

    def _row(self, seq: int, actor: str, order: str, client: str | None = None) -> NewOrder:
        return NewOrder(seq, actor, order, client, int(self.now()))

    async def _enter(self, match: Match, new: list[NewOrder], entries: list[Entry | None]) -> None:
        """Store orders, and only then is the match as it is after them."""
        stands, times = _stands(match), self._times(new, match)
        due = self._calls(match, times)
        same = stands == _stands(self.match) and due == self.called[1] and self.entries
        calls = due == BOTS and not self.thinks
        try:
            await self.store.append(Addition(self.id, new, None if same else stands, due, calls))
        except Stale as stale:
            before = self.seq
            await self._catch_up()
            if await self.store.match(self.id) is None:
                self.stopped = DELETED
                raise Closed(DELETED) from stale
            if self.seq == before:
                raise RuntimeError("the store takes no order of this match") from stale
            raise
        ORDERS.add(more=len(new))
        self.times, decided = times, self.match.actor
        self.called = self.called[0], due
        await self._becomes(match, entries)
        if self.turn and match.actor != decided:
            self.turn(self)

    def _times(self, new: Sequence[Any], match: Match) -> Times:
        stamps = [(row.actor, row.at) for row in new]
        return thought(self.times.begun, stamps, match.actor, self.times)

    async def _becomes(self, match: Match, entries: list[Entry | None]) -> None:
        self.match = match
        self.entries += entries
        self._known, self._views = {}, {}
        replay.mark(self.marks, self.seq, match)
        async with self.changed:
            self.changed.notify_all()

    async def hear(self, seq: int) -> None:
        """Another server has added orders, up to this one."""
        if self.seq < seq:
            async with self.lock:
                if self.seq < seq:
                    await self._catch_up()

    async def _catch_up(self) -> None:
        """Take in what another server has added to the store."""
        match, entries, marks = self.match.copy(), self.entries[:], self.marks[:]
        rows = await self.store.orders(self.id, self.seq)
        told = [(row.actor, row.order) for row in rows]
        if stopped := replay.go_on(match, told, entries, marks):
            self.stopped, self.scenes = stopped, {}
        self.clients |= {row.client: row.order for row in rows if row.client}
        new, self.marks = entries[self.seq :], marks
        self.times = self._times(rows[: len(new)], match)
        self.called = self.called[0], self._calls(match, self.times)
        await self._becomes(match, new)

    def _unasked(self, match: Match) -> str:
        """The order that comes by itself: a roll, the only one there is, or what somebody has
        answered once for all; "" where somebody is asked."""
        if match.actor == DICE and match.dice:
            return f"roll {match.dice.roll(len(match.log))}"
        if match.forced:
            return match.forced
        answer = self.answered(match)
        return match.standing().get(answer, "") if answer else ""

    def answered(self, match: Match) -> str:
        """What whoever is asked now has answered once for all; "" where he is to be asked. Who
        takes an order back wants to be asked."""
        seat = self.sitting.seats.get(match.actor)
        if seat is None or seat.player != HUMAN or not seat.standing or not match.kind:
            return ""
        if match is self.match and self.entries and self.entries[-1] is None:
            return ""
        said = {each.kind: each.answer for each in answers(seat, match.g.turn)}
        return said.get(match.kind, "")

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

    async def events(self, side: str, after: int) -> AsyncGenerator[Event | Stir, None]:
        """Everything after an event, then whatever comes. The players' affairs stir them only."""
        self.listeners += 1
        heard = {what: often for what, often in self.stirs.items() if what != STOP}
        try:
            while True:
                while after < self.seq:
                    after += 1
                    yield self.event(after, side)
                for what, often in list(self.stirs.items()):
                    if heard.get(what) != often and (side or what in ("people", STOP)):
                        yield Stir(what)
                    heard[what] = often
                async with self.changed:
                    if after >= self.seq and heard == self.stirs:
                        await self.changed.wait()
        finally:
            self.listeners -= 1

    # -- bots ------------------------------------------------------------------------------

    @property
    def bot(self) -> str:
        """The bot whose turn it is, if it is a bot's, a person's who has no time left, or one
        that he leaves to his staff."""
        player = self.players.get(self.match.actor, HUMAN)
        if self.stopped:
            return ""
        if player == HUMAN and (self.staffed or self.overdue):
            lost = self.overdue and self.terms.out == "lost"
            lost = lost and self._may_concede(self.match.actor)
            return "" if lost else bots.usual(self.match.game.title)
        return "" if player == HUMAN else player

    @property
    def staffed(self) -> bool:
        """Is what is asked now left to the staff of whoever is asked?"""
        return self.answered(self.match) == STAFF

    def wake(self) -> None:
        """Let a bot think, if it is a bot's turn; one that waits after a mishap tries again."""
        self.looked.set()
        if self.thinks and self.bot and (self.thinking is None or self.thinking.done()):
            self.thinking = asyncio.create_task(self._think())

    async def _think(self) -> None:
        """As long as it is a bot's turn; or another server sees to it, and then it is not ours."""
        pause = PAUSE
        while self.bot:
            try:
                if not await self.store.claim(self.id):
                    return
                try:
                    if self.stored:
                        self.notes = await self.store.do(plans.notes, self.id)
                    while self.bot:
                        await self._decide()
                        pause = PAUSE
                finally:
                    self.store.release(self.id)
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
        seed, note = f"{self.id} {seq}", self.notes.get(side, "")
        found = await thinking.ask(self.thinkers, match, side, self.bot, seed, note, self.id)
        async with self.lock:
            if self.seq != seq:
                return
            await self._commit(side, found.order)
        self.notes[side] = found.note
        if self.stored and (found.thoughts or found.note != note):
            await self.store.do(plans.keep, self.id, seq + 1, side, found)

    async def hurry(self) -> None:
        """A bot that thinks is to decide with what it has, wherever it thinks."""
        self.thinkers.hurry(self.id)
        await self.tell(HURRY)


def _stands(match: Match) -> tuple[str, bool]:
    """A match in the list of games: how it stands, and whether it is over."""
    return (match.result if match.over else match.heading())[:STATUS], match.over
