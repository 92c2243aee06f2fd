"""The same examples on every machine, and no clock in a test."""

import asyncio
from collections.abc import Iterator

import pytest
from hypothesis import settings
from sqlalchemy import delete

from bench.postgres import Postgres, missing
from kursk.server.database import connect_to
from kursk.server.ready import make_ready
from kursk.server.tables import metadata

settings.register_profile("kursk", derandomize=True, deadline=None, database=None)
settings.load_profile("kursk")


@pytest.fixture
def no_loop_runs() -> Iterator[None]:
    """A browser that other tests opened keeps its event loop running in this thread to the end,
    and beside it no other could be begun."""
    running = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(running)


# -- PostgreSQL, where it can be had --------------------------------------------------------------


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One for all tests."""
    if why := missing():
        pytest.skip(why)
    here = Postgres()
    yield here
    here.close()


@pytest.fixture(scope="session")
def database(postgres: Postgres) -> str:
    """In it: one for one test after the other, since to make one takes its time."""
    url = postgres.database()
    make_ready(url)
    return url


@pytest.fixture
def shared(database: str) -> str:
    """The same, with nothing in it."""
    engine = connect_to(database)
    with engine.begin() as link:
        for table in reversed(metadata.sorted_tables):
            link.execute(delete(table))
    engine.dispose()
    return database
