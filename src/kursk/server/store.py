"""The store: matches, seats, and an append-only log of orders.

A row of `orders` is the truth: once it is committed the order has happened. Its number is
unique in its match, so two writers can never both add the next order.

One thread has the database to itself, so nothing is ever locked; and all that waits to be
written goes down together, so many orders cost one wait for the disk. What it does there are
plain functions of a connection.

Several servers may share a database (`wire`). Then what one of them stores it tells the others.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from hashlib import sha256
from typing import Any, TypeVar

import msgspec
from sqlalchemy import (
    Connection,
    Row,
    bindparam,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from kursk.server import database
from kursk.server.metrics import STORING
from kursk.server.tables import matches, orders, seats
from kursk.server.wire import Claims, Told, Wire

R = TypeVar("R")
ORDERS = "orders"  # have been added to a match: the last one's number, and is a bot called?


class Stale(Exception):
    """Somebody else has added an order in the meantime."""


class NewMatch(msgspec.Struct, frozen=True):
    id: str
    game: str
    rules: int
    start: str
    secret: str
    title: str
    status: str
    over: bool
    host: str = ""
    terms: str = ""
    begun: int = 0
    due: int = 0


class NewSeat(msgspec.Struct, frozen=True):
    side: str
    player: str  # human or a bot
    token: str = ""  # hashed
    name: str = ""
    since: int = 0


class NewOrder(msgspec.Struct, frozen=True):
    seq: int
    actor: str
    order: str
    client: str | None = None
    at: int = 0


class Addition(msgspec.Struct, frozen=True):
    """Orders of one match, and how it stands after them where that has changed."""

    id: str
    orders: Sequence[NewOrder]
    stands: tuple[str, bool] | None = None  # in words, and is it over?
    due: int = 0  # when it wants something done by itself, where that has changed
    calls: bool = False  # for a bot, and none thinks in this process


def hashed(token: str) -> str:
    return sha256(token.encode()).hexdigest()


class Store:
    wire: Wire | None = None  # to the other servers, where there may be any
    _claims: Claims | None = None

    def __init__(self, url: str) -> None:
        self.engine = database.connect_to(url)
        if database.is_shared(url):
            self.wire, self._claims = Wire(url), Claims(url)
        self._thread = ThreadPoolExecutor(1, "store")
        self._link: Connection | None = None  # the thread's
        self._waiting: list[tuple[Addition, asyncio.Future[None]]] = []
        self._writing: asyncio.Task[None] | None = None

    async def close(self) -> None:
        if self._writing:
            await self._writing
        if self._claims:
            self._thread.submit(self._claims.close)
        if self._link:
            self._thread.submit(self._link.close)
        self._thread.shutdown()
        self.engine.dispose()

    async def create(
        self, match: NewMatch, seated: Sequence[NewSeat], done: Sequence[NewOrder] = ()
    ) -> None:
        """A new match with the orders it has already, all or nothing."""
        await self.do(create, match, seated, done)

    async def match(self, id: str) -> Row[Any] | None:
        found = await self.do(_found, select(matches).where(matches.c.id == id))
        return found[0] if found else None

    async def seats(self, id: str) -> Sequence[Row[Any]]:
        return await self.do(_found, select(seats).where(seats.c.match == id))

    async def sitting(self, ids: Sequence[str]) -> Sequence[Row[Any]]:
        """The seats of several matches."""
        return await self.do(_found, select(seats).where(seats.c.match.in_(ids)))

    async def held(self, token: str) -> Sequence[Row[Any]]:
        """The matches that a token's holder plays or has begun, newest first."""
        mine = select(seats.c.match).where(seats.c.token == hashed(token))
        theirs = matches.c.id.in_(mine) | (matches.c.host == hashed(token))
        wanted = select(matches).where(theirs).order_by(matches.c.number.desc())
        return await self.do(_found, wanted)

    async def orders(self, id: str, after: int = 0) -> Sequence[Row[Any]]:
        wanted = select(orders).where(orders.c.match == id, orders.c.seq > after)
        return await self.do(_found, wanted.order_by(orders.c.seq))

    async def append(self, added: Addition) -> None:
        """Add orders in one go; Stale if their numbers are taken."""
        stored = asyncio.get_running_loop().create_future()
        self._waiting.append((added, stored))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write())
        await stored

    async def _write(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            faults = await self._together([added for added, _ in batch])
            for (_, stored), fault in zip(batch, faults, strict=True):
                if stored.done():
                    continue  # whoever waited for it is gone
                if fault is None:
                    stored.set_result(None)
                else:
                    stored.set_exception(fault)

    async def _together(self, batch: list[Addition]) -> list[Exception | None]:
        """Write all that waits at once; if that fails, one by one, to find whose fault it is."""
        try:
            await self.do(_append, batch, self.wire)
            return [None] * len(batch)
        except Exception as error:
            if len(batch) > 1:
                return [fault for added in batch for fault in await self._together([added])]
            return [Stale() if isinstance(error, IntegrityError) else error]

    # -- beside other servers ----------------------------------------------------------------

    async def tell(self, told: Sequence[Told]) -> None:
        """The other servers hear what has changed."""
        if self.wire and told:
            await self.do(self.wire.say, told)

    async def claim(self, id: str) -> bool:
        """See to a match, unless another server does."""
        if not self._claims:
            return True
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._claims.take, id)

    def release(self, id: str) -> None:
        """Others may see to it; nobody waits for that, and a closed store has let go of all."""
        if self._claims:
            with suppress(RuntimeError):
                self._thread.submit(self._claims.leave, id)

    async def do(self, work: Callable[..., R], *about: Any) -> R:
        """Something about a connection, as a transaction of its own."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._transact, work, about)

    def _transact(self, work: Callable[..., R], about: tuple[Any, ...]) -> R:
        with STORING.time(), self._begin() as link:
            return work(link, *about)

    @contextmanager
    def _begin(self) -> Iterator[Connection]:
        """A file is ours alone, and so is the connection to it; to a database, which may have been
        started anew, there is one that has just been tried."""
        if self.wire:
            with self.engine.begin() as link:
                yield link
        else:
            self._link = self._link or self.engine.connect()
            with self._link.begin():
                yield self._link


# -- in the thread ---------------------------------------------------------------------------

_adds = insert(orders)
_stands = (
    update(matches)
    .where(matches.c.id == bindparam("of"))
    .values(status=bindparam("status"), over=bindparam("over"), due=bindparam("due"))
)


def last(link: Connection, id: str) -> int:
    """The number of the last order of a match."""
    return link.scalar(select(func.max(orders.c.seq)).where(orders.c.match == id)) or 0


def _found(link: Connection, wanted: Any) -> Sequence[Row[Any]]:
    return link.execute(wanted).all()


def create(
    link: Connection,
    match: NewMatch,
    seated: Sequence[NewSeat],
    done: Sequence[NewOrder],
) -> None:
    last = link.scalar(select(func.max(matches.c.number)))
    link.execute(insert(matches).values(**msgspec.to_builtins(match), number=(last or 0) + 1))
    rows = [{"match": match.id, **msgspec.to_builtins(seat)} for seat in seated]
    link.execute(insert(seats), rows)
    if done:
        link.execute(insert(orders), [_row(match.id, order) for order in done])


def hold(link: Connection, id: str) -> None:
    """Other servers that would change the match wait until this transaction is done."""
    link.execute(select(matches.c.id).where(matches.c.id == id).with_for_update())


def _append(link: Connection, batch: list[Addition], wire: Wire | None) -> None:
    batch = sorted(batch, key=lambda added: added.id)  # two servers never wait for each other
    link.execute(_adds, [_row(added.id, order) for added in batch for order in added.orders])
    stand = [
        {"of": added.id, "status": added.stands[0], "over": added.stands[1], "due": added.due}
        for added in batch
        if added.stands
    ]
    if stand:
        link.execute(_stands, stand)
    if wire:
        new = [(added.id, ORDERS, [added.orders[-1].seq, added.calls]) for added in batch]
        wire.say(link, new)


def _row(id: str, order: NewOrder) -> dict[str, Any]:
    return {
        "match": id,
        "seq": order.seq,
        "actor": order.actor,
        "order": order.order,
        "client": order.client,
        "at": order.at,
    }
