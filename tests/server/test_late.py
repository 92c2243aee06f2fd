"""Who watches with a delay is shown a match as it was, whatever he asks."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from kursk.server import late
from kursk.server.room import Event, Room
from tests.server.test_letters import Place, give, place

ASKED = ("", "?at=-1", "?at=99", "/log", "/people", "/overlay/control", "/position.pdf")


@asynccontextmanager
async def watched(folder: Path, **delay: int) -> AsyncIterator[tuple[Place, Room]]:
    async with place(folder) as here:
        room = await here.begin()
        link = (await here.one.post(f"/matches/{room.id}/links", json={"side": ""})).json()["link"]
        told = await here.one.post(f"/matches/{room.id}/delay", json=delay)
        assert told.is_success
        assert (await here.third.post("/links/open", json={"link": link})).is_success
        yield here, room


async def sees(client: httpx.AsyncClient, room: Room) -> tuple[int, int]:
    """The newest order, by the scene and by the log."""
    scene = (await client.get(f"/matches/{room.id}")).json()
    log = (await client.get(f"/matches/{room.id}/log")).json()
    return scene["seq"], log[-1]["seq"] if log else 0


def test_some_orders_later(tmp_path: Path) -> None:
    async def play() -> None:
        async with watched(tmp_path, orders=2) as (here, room):
            for _ in range(8):
                await give(room, next(iter(room.match.orders(""))))
                assert await sees(here.third, room) == (max(room.seq - 2, 0),) * 2
                assert await sees(here.one, room) == (room.seq, room.seq)
            then = await here.third.get(f"/matches/{room.id}")
            assert then.json()["heading"] == (await room.at(room.seq - 2)).heading()
            people = (await here.third.get(f"/matches/{room.id}/people")).json()
            assert people["delay"] == {"orders": 2, "minutes": 0} and people["due"] == 0
            await room.play("red", "concede", room.seq, None)
            assert await sees(here.third, room) == (room.seq, room.seq), "it is over"

    asyncio.run(play())


def test_some_minutes_later(tmp_path: Path) -> None:
    async def play() -> None:
        async with watched(tmp_path, minutes=10) as (here, room):
            for number in range(1, 4):
                await give(room, next(iter(room.match.orders(""))))
                number = room.seq
                assert (await sees(here.third, room))[0] < number
                here.hour += 600
                assert await sees(here.third, room) == (number, number)

    asyncio.run(play())


def test_no_answer_tells_what_is_still_to_be_shown(tmp_path: Path) -> None:
    async def hears(here: Place, room: Room) -> dict[str, Any]:
        answers = {}
        for path in ASKED:
            answer = await here.third.get(f"/matches/{room.id}{path}")
            answers[path] = answer.status_code, answer.content
        return answers

    async def play() -> None:
        async with watched(tmp_path, minutes=10) as (here, room):
            await give(room, "press", "hold")
            here.hour += 600
            before = await hears(here, room)
            await give(room, *(["end"] if room.match.why_not("end") is None else []))
            assert room.seq > 2
            assert await hears(here, room) == before

    asyncio.run(play())


def test_the_stream_tells_it_when_it_may_be_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(late, "LOOK", 0.01)
    heard: list[int] = []

    async def listen(room: Room) -> None:
        async for event in late.events(room, 0):
            if isinstance(event, Event):
                heard.append(event.seq)

    async def play() -> None:
        async with watched(tmp_path, minutes=1) as (here, room):
            listener = asyncio.create_task(listen(room))
            await give(room, "press")
            await asyncio.sleep(0.05)
            assert heard == []
            here.hour += 60
            while heard != [1]:
                await asyncio.sleep(0.01)
            await room.play("red", "concede", room.seq, None)
            while heard != [1, 2]:
                await asyncio.sleep(0.01)
            listener.cancel()
            with suppress(asyncio.CancelledError):
                await listener
            assert room.listeners == 0

    asyncio.run(play())


def test_who_is_watching_already_is_put_off_at_once(tmp_path: Path) -> None:
    """A stream that began before there was a delay ends; the page asks for another."""

    async def play() -> None:
        async with watched(tmp_path) as (here, room):
            await give(room, "press")
            stream = streamed(here, room)
            assert await anext(stream) == "order", "live"
            assert (await here.one.post(f"/matches/{room.id}/delay", json={"orders": 2})).is_success
            assert await anext(stream, "its end") == "its end"

    asyncio.run(play())


async def streamed(here: Place, room: Room) -> AsyncGenerator[str, None]:
    """The kinds of what a watcher's stream brings, taken from the application itself: the client
    of these tests would wait for its end."""
    told: asyncio.Queue[bytes] = asyncio.Queue()
    path, cookies = f"/kursk/api/matches/{room.id}/events", here.third.cookies
    headers = [
        (b"host", b"localhost"),
        (b"cookie", "; ".join(f"{name}={value}" for name, value in cookies.items()).encode()),
    ]
    scope = {
        "type": "http", "method": "GET", "path": path, "raw_path": path.encode(),
        "query_string": b"", "headers": headers, "client": ("127.0.0.1", 1),
        "server": ("localhost", 80), "scheme": "http", "http_version": "1.1", "root_path": "",
    }  # fmt: skip

    async def receive() -> Any:
        await asyncio.sleep(3600)

    async def send(message: Any) -> None:
        await told.put(message.get("body", b""))
        if message["type"] == "http.response.body" and not message.get("more_body"):
            await told.put(b"END")

    asked = asyncio.create_task(here.guard(scope, receive, send))
    try:
        while (part := await told.get()) != b"END":
            for line in part.decode().splitlines():
                if line.startswith("event: "):
                    yield line.removeprefix("event: ")
    finally:
        asked.cancel()
        with suppress(asyncio.CancelledError):
            await asked


def test_the_host_chooses(tmp_path: Path) -> None:
    async def ask() -> None:
        async with watched(tmp_path, orders=5) as (here, room):
            for client in (here.other, here.third):
                told = await client.post(f"/matches/{room.id}/delay", json={"orders": 0})
                assert told.status_code == 403
            for wrong in ({"orders": -1}, {"minutes": 10**6}, {"hours": 1}):
                told = await here.one.post(f"/matches/{room.id}/delay", json=wrong)
                assert told.status_code == 400
            await give(room, "press")
            assert await sees(here.third, room) == (0, 0)
            await here.one.post(f"/matches/{room.id}/delay", json={})
            assert await sees(here.third, room) == (1, 1), "live again"

    asyncio.run(ask())


def test_a_link_to_watch_does_not_tell_how_it_stands(tmp_path: Path) -> None:
    async def look() -> None:
        async with watched(tmp_path, orders=5) as (here, room):
            await give(room, "press", "hold")
            link = (await here.one.post(f"/matches/{room.id}/links", json={"side": ""})).json()
            async with here.come() as stranger:
                led = (await stranger.post("/links/look", json=link)).json()
            assert led["id"] == room.id and led["status"] == ""

    asyncio.run(look())
