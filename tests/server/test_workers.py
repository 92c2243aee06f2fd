"""Work in processes of their own: done, stopped, and never left behind."""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import pytest

from kursk import bots, library
from kursk.core.match import Match
from kursk.server import thinking, worker
from kursk.server.workers import Crew, Stopped, TooLong


@pytest.fixture
def crew() -> Iterator[Crew]:
    crew = Crew(1)
    yield crew
    crew.close()


def for_ever() -> None:
    while True:
        time.sleep(60)


def test_a_worker_decides_as_the_bot_would_here(crew: Crew) -> None:
    match = library.start("skirmish", secret="1")
    order = asyncio.run(thinking.ask(crew, match, "blue", "random", "7", "")).order
    assert order == bots.decide(match, "blue", "random", "7")


def test_what_takes_too_long_is_stopped_and_the_next_is_served(crew: Crew) -> None:
    with pytest.raises(TooLong, match="longer than 0.5 seconds"):
        asyncio.run(crew.do(0.5, for_ever))
    assert asyncio.run(crew.do(60, sum, (1, 2))) == 3


def test_a_fault_in_a_worker_comes_home(crew: Crew) -> None:
    with pytest.raises(ValueError, match="no game 'chess'"):
        asyncio.run(crew.do(60, library.start, "chess"))
    assert asyncio.run(crew.do(60, sum, (1, 2))) == 3


def test_killed_workers_are_replaced(crew: Crew) -> None:
    async def killed() -> None:
        work = asyncio.create_task(crew.do(60, for_ever))
        while not crew.workers:
            await asyncio.sleep(0)
        crew.workers[0].process.kill()
        await work

    with pytest.raises(Stopped):
        asyncio.run(killed())
    assert asyncio.run(crew.do(60, sum, (1, 2))) == 3


def test_a_crew_that_is_closed_leaves_nobody_at_work() -> None:
    crew = Crew(2)

    async def closed() -> list[BaseException | None]:
        work = [asyncio.create_task(crew.do(60, for_ever)) for _ in range(2)]
        while len(crew.workers) < 2:
            await asyncio.sleep(0)
        await asyncio.to_thread(crew.close)
        return await asyncio.gather(*work, return_exceptions=True)

    assert all(isinstance(fault, Stopped) for fault in asyncio.run(closed()))
    assert not any(worker.alive for worker in crew.workers)


BOSS = """
import asyncio, time
from kursk.server.workers import Crew

async def main():
    crew = Crew(1)
    await crew.do(60, sum, (1, 2))
    print(crew.workers[0].process.pid, flush=True)
    await crew.do(60, time.sleep, 50)

asyncio.run(main())
"""


def test_a_worker_at_work_ends_with_a_server_that_is_killed() -> None:
    pipe = subprocess.PIPE
    boss = subprocess.Popen([sys.executable, "-c", BOSS], stdout=pipe, stderr=pipe, text=True)
    assert boss.stdout
    assert int(boss.stdout.readline()) != boss.pid
    boss.kill()
    boss.wait()
    # the worker has inherited the other end of the pipe: it is closed when both have ended
    assert boss.stderr and boss.stderr.read() == ""
    boss.stderr.close()
    boss.stdout.close()


@pytest.mark.parametrize("fault", ["fails", "orders nonsense"])
def test_a_bot_that_fails_is_stood_in_for(monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    match = library.start("skirmish", secret="1")
    real = bots.decided

    def faulty(match: Match, side: str, name: str, seed: str, *more: Any) -> bots.Decided:
        if name != "greedy":
            return real(match, side, name, seed, *more)
        if fault == "fails":
            raise RuntimeError("no idea")
        return bots.Decided("surrender everything")

    monkeypatch.setattr(bots, "decided", faulty)
    found = thinking.decide("skirmish", match.start, match.g.facts(), "blue", "greedy", "1", "")
    assert found.order in ("press", "hold")


def test_a_bot_that_thinks_too_long_is_stood_in_for(
    crew: Crew, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    async def slow(seconds: float, job: object, *about: str, key: str = "") -> bots.Decided:
        asked.append(about[4])
        if about[4] == "greedy":
            raise TooLong("it took longer than 60 seconds")
        return bots.Decided("press")

    monkeypatch.setattr(crew, "do", slow)
    match = library.start("skirmish", secret="1")
    assert asyncio.run(thinking.ask(crew, match, "blue", "greedy", "7", "")).order == "press"
    assert asked == ["greedy", "random"]


def test_ctrl_c_in_a_terminal_is_not_for_workers(crew: Crew) -> None:
    assert asyncio.run(crew.do(60, os.getpgrp)) != os.getpgrp()


def test_a_nice_worker_gives_way() -> None:
    crew = Crew(1, nice=True)
    assert asyncio.run(crew.do(60, os.nice, 0)) == min(os.nice(0) + worker.NICE, 19)
    crew.close()


def test_what_a_job_prints_is_no_answer(crew: Crew) -> None:
    assert asyncio.run(crew.do(60, print, "42")) is None
    assert asyncio.run(crew.do(60, sum, (1, 2))) == 3
