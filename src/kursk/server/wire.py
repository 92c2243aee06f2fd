"""What the servers of one database tell each other.

Each says what it has changed, in the transaction that changes it (NOTIFY), and listens to what
the others say (LISTEN). A message says where to look, never what is there: whoever hears it reads
the store again. So one that is lost costs time and nothing else, and after a break everything
that is open is read again.

A match that wants something done, by a bot or because a clock has run out, is claimed by one of
them: an advisory lock, which ends with the process however that ends.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from hashlib import sha256
from typing import Any

import msgspec
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from kursk.server import database

CHANNEL = "kursk"
LONGEST = 7_500  # bytes of a message; PostgreSQL takes 8,000
SILENCE = 60.0  # seconds; we hear ourselves more often, so the line is dead
PAUSE = 0.5  # seconds before it is tried again
log = logging.getLogger(__name__)

Told = tuple[str, str, Any]  # a match, what has changed there, and more about it
Heard = Callable[[str, str, Any], Awaitable[None]]


class Wire:
    """One server's end."""

    def __init__(self, url: str) -> None:
        self.url, self.name = database.plain(url), secrets.token_hex(4)

    def say(self, link: Connection, told: Iterable[Told]) -> None:
        """The others hear of it when the transaction is done, and only then."""
        lines = [msgspec.json.encode(each).decode() for each in told]
        while lines:
            size, some = len(self.name) + 6, list[str]()
            while lines and (not some or size + len(lines[-1]) < LONGEST):
                size += len(lines[-1]) + 1
                some.append(lines.pop())
            payload = f'["{self.name}",[{",".join(some)}]]'
            link.execute(_notify, {"channel": CHANNEL, "payload": payload})

    async def listen(self, heard: Heard, again: Callable[[], Awaitable[None]]) -> None:
        """Hear what the others say, without end; `again` where something may have been missed."""
        import psycopg

        lost = False
        while True:
            try:
                link = await psycopg.AsyncConnection.connect(
                    self.url, autocommit=True, connect_timeout=database.PATIENCE
                )
                async with link:
                    servers = (database.OURS, database.SERVERS)
                    await link.execute("SELECT pg_advisory_lock_shared(%s, %s)", servers)
                    await link.execute(f"LISTEN {CHANNEL}")
                    await again()
                    if lost:
                        log.warning("the database is back")
                    lost = False
                    await self._hear(link, heard)
            except Exception as error:
                if not isinstance(error, psycopg.Error | DBAPIError | OSError):
                    log.exception("what other servers said could not be heard")
                elif not lost:
                    log.warning("the database does not answer: %s", in_a_line(error))
                lost = True
                await asyncio.sleep(PAUSE)

    async def _hear(self, link: Any, heard: Heard) -> None:
        """Until there was silence."""
        silent = False
        while not silent:
            silent = True
            async for notice in link.notifies(timeout=SILENCE, stop_after=1):
                silent = False
                with suppress(msgspec.DecodeError):  # somebody else's, on our channel
                    sender, told = msgspec.json.decode(notice.payload, type=tuple[str, list[Told]])
                    if sender != self.name:
                        for id, what, more in told:
                            await heard(id, what, more)
        log.warning("nothing was heard for %g seconds", SILENCE)


class Claims:
    """In the store's thread: which matches are ours to see to. They are ours as long as this
    connection lasts; a claim may be made several times, and then ends as many times."""

    def __init__(self, url: str) -> None:
        self.url = database.plain(url)
        self._link: Any = None

    def take(self, id: str) -> bool:
        """False if another server sees to it."""
        return bool(self._ask("SELECT pg_try_advisory_lock(%s)", id))

    def leave(self, id: str) -> None:
        if self._link is not None:  # else it ended with its connection
            self._ask("SELECT pg_advisory_unlock(%s)", id)

    def close(self) -> None:
        if self._link is not None:
            self._link.close()

    def _ask(self, query: str, id: str) -> Any:
        import psycopg

        for last in (False, True):
            try:
                if self._link is None:
                    self._link = psycopg.connect(
                        self.url, autocommit=True, connect_timeout=database.PATIENCE
                    )
                return self._link.execute(query, (_key(id),)).fetchone()[0]
            except psycopg.OperationalError:
                self._link = None
                if last:
                    raise


def _key(id: str) -> int:
    """64 bits; should two matches ever share them, one waits for the other."""
    return int.from_bytes(sha256(id.encode()).digest()[:8], signed=True)


def in_a_line(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__


_notify = text("SELECT pg_notify(:channel, :payload)")
