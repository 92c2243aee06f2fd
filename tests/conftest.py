"""The same examples on every machine, and no clock in a test."""

import asyncio
from collections.abc import Iterator

import pytest
from hypothesis import settings

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
