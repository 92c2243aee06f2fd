"""Copies of a whole store, from any database to any other: row by row, as the tables have them.

A copy is an SQLite file, whatever it was made from. So a backup of either kind can be put back
into either, and games move from a file to PostgreSQL that way.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, delete, func, insert, select

from kursk.server import database
from kursk.server.database import connect_to
from kursk.server.place import InUse, Unusable
from kursk.server.ready import is_newest, make_ready
from kursk.server.tables import matches, metadata

AT_ONCE = 500  # rows


def copy_out(url: str, into: Path) -> int:
    """All games of a database, as they are at one moment, into a new file; how many they are."""
    if not is_newest(url):
        raise Unusable("the games are of an older Kursk: serve them once, or let that copy them")
    target = f"sqlite:///{into}"
    make_ready(target)
    with _at_work(url) as source, _at_work(target) as copy:
        return _copy(source, copy)


def copy_in(file: Path, url: str) -> int:
    """All games of a file in the place of those in a database; InUse while a server has them."""
    make_ready(url)
    with _at_work(f"sqlite:///{file}") as source, _at_work(url) as store:
        if not database.try_lock(store, database.SERVERS):
            raise InUse("a Kursk is at work on this database: stop it first")
        for table in reversed(metadata.sorted_tables):
            store.execute(delete(table))
        return _copy(source, store)


@contextmanager
def _at_work(url: str) -> Iterator[Connection]:
    """One transaction, which sees one moment; nothing is left open after it."""
    engine = connect_to(url)
    try:
        with engine.connect() as link:
            if database.is_shared(url):
                link = link.execution_options(isolation_level="REPEATABLE READ")
            with link.begin():
                yield link
    finally:
        engine.dispose()


def _copy(source: Connection, target: Connection) -> int:
    for table in metadata.sorted_tables:
        rows = source.execution_options(yield_per=AT_ONCE).execute(select(table))
        for some in rows.mappings().partitions():
            target.execute(insert(table), [dict(row) for row in some])
    return _games(target)


def _games(link: Connection) -> int:
    return link.scalar(select(func.count()).select_from(matches)) or 0
