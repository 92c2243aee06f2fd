"""Bots in processes of their own."""

import asyncio
import os
import signal
from collections.abc import Iterator

import pytest

from kursk import bots, library
from kursk.core.match import Match
from kursk.server import workers


@pytest.fixture(autouse=True)
def no_worker_left() -> Iterator[None]:
    yield
    workers.pool().shutdown()
    workers.pool.cache_clear()


def test_a_worker_decides_as_the_bot_would_here() -> None:
    match = library.start("skirmish", secret="1")
    order = asyncio.run(workers.ask(match, "blue", "random", "7"))
    assert order == bots.decide(match, "blue", "random", "7")


def test_killed_workers_are_replaced() -> None:
    match = library.start("skirmish", secret="1")
    asyncio.run(workers.ask(match, "blue", "random", "7"))
    for process in list(workers.pool()._processes):
        os.kill(process, signal.SIGKILL)
    assert asyncio.run(workers.ask(match, "blue", "random", "7")) in ("press", "hold")


@pytest.mark.parametrize("fault", ["fails", "orders nonsense"])
def test_a_bot_that_fails_is_stood_in_for(monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    match = library.start("skirmish", secret="1")
    real = bots.decide

    def faulty(match: Match, side: str, name: str, seed: str) -> str:
        if name != "greedy":
            return real(match, side, name, seed)
        if fault == "fails":
            raise RuntimeError("no idea")
        return "surrender everything"

    monkeypatch.setattr(bots, "decide", faulty)
    order = workers.decide("skirmish", match.start, match.g.facts(), "blue", "greedy", "1")
    assert order in ("press", "hold")
