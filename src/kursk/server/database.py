"""The database behind the store: an SQLite file that one server has to itself, or PostgreSQL,
which several servers may share."""

from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError

from kursk.server.place import Unusable

OURS = 0x4B75  # among the advisory locks of a database
SERVERS, SHAPE = 1, 2  # who is at work on the games; who sees to the shape of the tables
SETTINGS = (  # of SQLite
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "busy_timeout=5000",
    "secure_delete=ON",  # what is deleted is gone from the file, however SQLite was built
)
PATIENCE = 5  # seconds to be let in
NONE = "that is no database that Kursk knows: postgresql://NAME@HOST/DATABASE, or sqlite:///FILE"


def is_shared(url: str) -> bool:
    return url.startswith(("postgresql:", "postgresql+psycopg:", "postgres:"))


def plain(url: str) -> str:
    """As PostgreSQL's own library reads it."""
    return f"postgresql:{url.partition(':')[2]}"


def connect_to(url: str) -> Engine:
    """SQLAlchemy's way to it; no connection is made yet."""
    if not is_shared(url):
        if not url.startswith("sqlite:"):
            raise Unusable(NONE)
        engine = create_engine(url, hide_parameters=True)  # an error tells no secret
        event.listen(engine, "connect", _sqlite_settings)
        return engine
    try:
        return create_engine(
            make_url(plain(url)).set(drivername="postgresql+psycopg"),
            hide_parameters=True,
            pool_pre_ping=True,  # it may have been started anew since it was last asked
            connect_args={"connect_timeout": PATIENCE},
        )
    except ImportError:
        raise Unusable("PostgreSQL needs a driver: pip install 'kursk[postgres]'") from None
    except (ArgumentError, ValueError):
        raise Unusable(NONE) from None


def try_lock(link: Connection, what: int) -> bool:
    """Have something to oneself until the connection ends; False if somebody else has it."""
    lock = text("SELECT pg_try_advisory_lock(:ours, :what)")
    return bool(link.scalar(lock, {"ours": OURS, "what": what}))


def lock(link: Connection, what: int) -> None:
    """The same; who comes later waits."""
    link.execute(text("SELECT pg_advisory_lock(:ours, :what)"), {"ours": OURS, "what": what})


def _sqlite_settings(link: Any, _: Any) -> None:
    for setting in SETTINGS:
        link.execute(f"PRAGMA {setting}")
