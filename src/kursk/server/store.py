"""The store: matches, seats, and an append-only log of orders.

A row of `orders` is the truth: once it is committed the order has happened. Its number is
unique in its match, so two writers can never both add the next order. Snapshots are a cache
and may be deleted at any time.
"""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    Row,
    String,
    Table,
    Text,
    UniqueConstraint,
    event,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

metadata = MetaData()

matches = Table(
    "matches",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("number", Integer, nullable=False),  # the order in which they were begun
    Column("game", String(40), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("start", Text, nullable=False),  # match.Start as JSON
    Column("secret", String(64), nullable=False),  # of the dice
    Column("title", String(200), nullable=False, server_default=""),
    Column("status", String(300), nullable=False, server_default=""),  # for the list of games
    Column("over", Boolean, nullable=False, server_default="0"),
)

seats = Table(
    "seats",
    metadata,
    Column("match", String(22), ForeignKey("matches.id"), nullable=False),
    Column("side", String(20), nullable=False),
    Column("player", String(20), nullable=False),  # "human" or the name of a bot
    Column("token", String(64), nullable=False),  # hashed
    UniqueConstraint("match", "side"),
)

orders = Table(
    "orders",
    metadata,
    Column("match", String(22), ForeignKey("matches.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("actor", String(20), nullable=False),
    Column("order", Text, nullable=False),
    Column("client", String(64)),  # the sender's own id of the order, to apply it once
    UniqueConstraint("match", "seq"),
    UniqueConstraint("match", "client"),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("match", String(22), ForeignKey("matches.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("rules", Integer, nullable=False),  # a new version of the rules replays instead
    Column("data", LargeBinary, nullable=False),
    UniqueConstraint("match"),
)


class Stale(Exception):
    """Somebody else has added an order in the meantime."""


class NewOrder(msgspec.Struct, frozen=True):
    seq: int
    actor: str
    order: str
    client: str | None = None


def hashed(token: str) -> str:
    return sha256(token.encode()).hexdigest()


class Store:
    def __init__(self, url: str) -> None:
        self.engine: AsyncEngine = create_async_engine(url)
        if url.startswith("sqlite"):
            event.listen(self.engine.sync_engine, "connect", _sqlite_settings)

    async def close(self) -> None:
        await self.engine.dispose()

    async def create(
        self, id: str, game: str, rules: int, start: str, secret: str, title: str,
        players: dict[str, tuple[str, str]],
    ) -> None:  # fmt: skip
        """A new match; players by side: (human or bot, token)."""
        async with self.engine.begin() as link:
            last = await link.scalar(select(func.max(matches.c.number)))
            await link.execute(
                insert(matches).values(
                    id=id, number=(last or 0) + 1, game=game, rules=rules, start=start,
                    secret=secret, title=title,
                )
            )  # fmt: skip
            for side, (player, token) in players.items():
                await link.execute(
                    insert(seats).values(match=id, side=side, player=player, token=hashed(token))
                )

    async def match(self, id: str) -> Row[Any] | None:
        async with self.engine.connect() as link:
            return (await link.execute(select(matches).where(matches.c.id == id))).one_or_none()

    async def seats(self, id: str) -> Sequence[Row[Any]]:
        async with self.engine.connect() as link:
            return (await link.execute(select(seats).where(seats.c.match == id))).all()

    async def held(self, tokens: list[str]) -> Sequence[Row[Any]]:
        """The matches in which one of these tokens holds a seat, newest first."""
        mine = select(seats.c.match).where(seats.c.token.in_([hashed(t) for t in tokens]))
        wanted = select(matches).where(matches.c.id.in_(mine)).order_by(matches.c.number.desc())
        async with self.engine.connect() as link:
            return (await link.execute(wanted)).all()

    async def append(
        self, id: str, new: Sequence[NewOrder], status: str, over: bool, snapshot: bytes | None,
        rules: int,
    ) -> None:  # fmt: skip
        """Add orders in one go; Stale if their numbers are taken."""
        try:
            async with self.engine.begin() as link:
                await link.execute(
                    insert(orders), [{"match": id, **msgspec.to_builtins(order)} for order in new]
                )
                changed = update(matches).where(matches.c.id == id)
                await link.execute(changed.values(status=status, over=over))
                if snapshot is not None:
                    await link.execute(snapshots.delete().where(snapshots.c.match == id))
                    await link.execute(
                        insert(snapshots).values(
                            match=id, seq=new[-1].seq, rules=rules, data=snapshot
                        )
                    )
        except IntegrityError as error:
            raise Stale from error

    async def orders(self, id: str, after: int = 0) -> Sequence[Row[Any]]:
        wanted = select(orders).where(orders.c.match == id, orders.c.seq > after)
        async with self.engine.connect() as link:
            return (await link.execute(wanted.order_by(orders.c.seq))).all()

    async def snapshot(self, id: str) -> Row[Any] | None:
        async with self.engine.connect() as link:
            found = await link.execute(select(snapshots).where(snapshots.c.match == id))
            return found.one_or_none()


def _sqlite_settings(link: Any, _: Any) -> None:
    for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        link.execute(f"PRAGMA {setting}")


def migrate(url: str) -> None:
    """Bring the store's tables to the newest shape."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("sqlalchemy.url", url.replace("%", "%%"))
    command.upgrade(config, "head")
