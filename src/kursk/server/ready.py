"""Before the store is used: is it whole, is it ours, has it the newest shape?"""

from pathlib import Path

from sqlalchemy import Connection, inspect, select, text
from sqlalchemy.exc import DBAPIError

from kursk.server import database
from kursk.server.database import connect_to
from kursk.server.place import Unusable, file_of
from kursk.server.tables import metadata
from kursk.server.wire import in_a_line

MIGRATIONS = Path(__file__).parent / "migrations"
REVISIONS = tuple(sorted(path.name[:4] for path in (MIGRATIONS / "versions").glob("0*.py")))


def make_ready(url: str) -> None:
    """Make a new store, bring an old one to the newest shape; Unusable if it cannot be."""
    engine = connect_to(url)
    where = str(file_of(url) or engine.url.set(drivername="postgresql"))
    try:
        with engine.connect() as first:
            if database.is_shared(url):  # servers that start together do it one after the other
                database.lock(first, database.SHAPE)
            with engine.begin() as link:
                revision = _revision(link, where)
            if not revision:
                with engine.begin() as link:
                    _make(link)
            elif revision != REVISIONS[-1]:
                _migrate(url)
        with engine.connect() as link:
            _look_over(link)
    except DBAPIError as error:
        says = in_a_line(error.orig or error)
        raise Unusable(_advice(where, says, database.is_shared(url))) from None
    finally:
        engine.dispose()


def is_newest(url: str) -> bool:
    """Has a store the newest shape? It is not changed."""
    engine = connect_to(url)
    try:
        with engine.connect() as link:
            return _revision(link, str(engine.url)) == REVISIONS[-1]
    except DBAPIError as error:
        raise Unusable(_advice(str(engine.url), in_a_line(error.orig or error), True)) from None
    finally:
        engine.dispose()


def _revision(link: Connection, where: str) -> str:
    """The shape of a store; "" if there is nothing in it."""
    if link.dialect.name == "sqlite":
        fault = link.scalar(text("PRAGMA quick_check(1)"))
        if fault != "ok":
            raise Unusable(_advice(where, "it is malformed"))
    if not (tables := inspect(link).get_table_names()):
        return ""
    if "alembic_version" not in tables:
        raise Unusable(f"{where} is no store of Kursk: move it away, and Kursk makes a new one")
    revision = str(link.scalar(text("SELECT version_num FROM alembic_version")) or "")
    if revision not in REVISIONS:
        raise Unusable(
            f"{where} was written by a newer Kursk: update this one, or let KURSK_DATA name "
            "another folder"
        )
    return revision


def _make(link: Connection) -> None:
    """All at once, in the newest shape."""
    metadata.create_all(link)
    key = (
        "version_num VARCHAR(32) NOT NULL, CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)"
    )
    link.execute(text(f"CREATE TABLE alembic_version ({key})"))
    link.execute(text("INSERT INTO alembic_version VALUES (:newest)"), {"newest": REVISIONS[-1]})


def _migrate(url: str, revision: str = "head") -> None:
    from alembic import command  # slow to import, and seldom needed
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("sqlalchemy.url", url.replace("%", "%%"))
    command.upgrade(config, revision)


def _look_over(link: Connection) -> None:
    """Every table has every column."""
    for table in metadata.sorted_tables:
        link.execute(select(table).limit(0))


def _advice(where: str, says: str, shared: bool = False) -> str:
    if shared:
        return f"{where} cannot be used: {says}"
    if any(word in says for word in ("not a database", "malformed", "no such")):
        return f"{where} is damaged ({says}): move it away, and Kursk begins a new one"
    return f"{where} cannot be used ({says}): see that it may be written and the disk is not full"
