"""What bots have in mind: kept with the match, told when it may be, and cut short on demand."""

import asyncio
from pathlib import Path
from typing import Any

import httpx

from kursk import bots
from kursk.server import haste, plans, thinking
from kursk.server.ready import make_ready
from kursk.server.seats import HUMAN
from kursk.server.store import Store
from kursk.server.workers import Crew
from tests.server.test_api import begin
from tests.server.test_room import opened, serving, skirmish, until


def until_hurried(*_: Any) -> str:
    """In a worker: deep in thought, until somebody has had enough of it."""
    return "hurried" if haste.asked.wait(60) else "never"


def hurried() -> bool:
    return haste.enough()


def test_a_job_is_hurried_by_its_key_and_the_next_is_not() -> None:
    async def run() -> tuple[str, bool]:
        crew = Crew(1)
        try:
            crew.hurry("mine")  # nobody is at work on it: nothing to hurry
            job = asyncio.create_task(crew.do(60, until_hurried, key="mine"))
            waits = asyncio.create_task(crew.do(60, until_hurried, key="later"))
            await asyncio.sleep(0)
            crew.hurry("later")  # though it has not even begun
            while not job.done():
                crew.hurry("mine")
                await asyncio.sleep(0.01)
            assert await waits == "hurried"
            return await job, await crew.do(60, hurried)
        finally:
            crew.close()

    assert asyncio.run(run()) == ("hurried", False)


def test_a_bot_that_thinks_is_cut_short(tmp_path: Path, monkeypatch: Any) -> None:
    """And its order is one that may be given."""

    async def slow(crew: Crew, match: Any, *about: Any) -> bots.Decided:
        asked.append(about[-1])
        await crew.do(60, until_hurried, key=about[-1])
        return bots.Decided("hold", "note")

    asked: list[str] = []
    monkeypatch.setattr(thinking, "ask", slow)
    make_ready(url := f"sqlite:///{tmp_path / 'kursk.db'}")

    async def run() -> None:
        async with serving(url) as rooms:
            room = await opened(rooms, skirmish(), {"blue": "marshal", "red": HUMAN})
            await until(lambda: asked)
            assert room.seq == 0
            while room.seq == 0:
                await room.hurry()
                await asyncio.sleep(0.01)
            assert room.match.log[0].order == "hold" and asked == [room.id]

    asyncio.run(run())


def test_a_restart_loses_neither_note_nor_plan(tmp_path: Path) -> None:
    make_ready(url := f"sqlite:///{tmp_path / 'kursk.db'}")

    async def play() -> str:
        async with serving(url) as rooms:
            room = await opened(rooms, skirmish(), {"blue": "captain", "red": HUMAN})
            await until(lambda: room.seq)
            await until(lambda: room.thinking is None or room.thinking.done())
            return room.id

    id = asyncio.run(play())

    async def look() -> tuple[dict[str, str], list[plans.Planned]]:
        store = Store(url)
        try:
            return await store.do(plans.notes, id), await store.do(plans.made, id)
        finally:
            await store.close()

    notes, made = asyncio.run(look())
    assert list(notes) == ["blue"]
    assert [(plan.seq, plan.side) for plan in made] == [(1, "blue")]
    assert made[0].thoughts.plan and len(made[0].thoughts.weighed) == 2


def test_plans_are_told_at_once_to_one_who_plays_alone(
    visitor: httpx.Client, friend: httpx.Client
) -> None:
    alone = begin(visitor, players={"blue": "human", "red": "captain"})
    told = visitor.get(f"/matches/{alone}/plans", params={"side": "blue"})
    assert told.status_code == 200
    assert friend.get(f"/matches/{alone}/plans", params={"side": "blue"}).status_code == 403
    two = begin(visitor, players={"blue": "human", "red": "link"})
    told = visitor.get(f"/matches/{two}/plans", params={"side": "blue"})
    assert told.status_code == 403 and "when the game is over" in told.text


def test_only_who_plays_may_hurry(visitor: httpx.Client, friend: httpx.Client) -> None:
    id = begin(visitor, players={"blue": "human", "red": "captain"})
    assert visitor.post(f"/matches/{id}/hurry", json={"side": "blue"}).status_code == 200
    assert friend.post(f"/matches/{id}/hurry", json={"side": ""}).status_code == 403


def test_advice_is_that_of_the_level_opposite_with_its_plan(visitor: httpx.Client) -> None:
    id = begin(visitor, players={"blue": "human", "red": "captain"})
    hint = visitor.get(f"/matches/{id}/hint", params={"side": "blue"}).json()
    assert hint["bot"] == "captain" and len(hint["thoughts"]["weighed"]) == 2
    id = begin(visitor, players={"blue": "human", "red": "random"})
    hint = visitor.get(f"/matches/{id}/hint", params={"side": "blue"}).json()
    assert (hint["bot"], hint["thoughts"]) == ("sergeant", None)
