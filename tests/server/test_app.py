"""The application in this process: what it tells when something is broken."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import update

from kursk.server import tables
from kursk.server.app import create_app
from kursk.server.guard import known_hosts
from kursk.server.store import Store
from tests.server.test_room import change


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'kursk.db'}"


@asynccontextmanager
async def open_at(url: str, cookies: Any = None) -> AsyncIterator[httpx.AsyncClient]:
    """A visitor of the application, which begins and ends with him."""
    app = create_app(url)
    inside: Any = app.app
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with (
        inside.lifespan(),
        httpx.AsyncClient(
            transport=transport, base_url="http://localhost/api", cookies=cookies
        ) as visitor,
    ):
        yield visitor


async def ask(url: str, path: str) -> httpx.Response:
    async with open_at(url) as visitor:
        return await visitor.get(path)


def test_whatever_breaks_leaves_a_line_in_the_log(
    url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(self: Store, id: str) -> None:
        raise RuntimeError("a spring")

    monkeypatch.setattr(Store, "match", broken)
    with caplog.at_level(logging.ERROR):
        answer = asyncio.run(ask(url, "/matches/abc"))
    assert answer.status_code == 500 and "spring" not in answer.text
    assert "GET /api/matches/abc: RuntimeError" in caplog.text and "a spring" in caplog.text
    assert answer.headers["content-security-policy"]


def test_a_refusal_leaves_none(url: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        assert asyncio.run(ask(url, "/matches/abc")).status_code == 404
    assert not caplog.records


async def begun(url: str) -> tuple[str, Any]:
    async with open_at(url) as visitor:
        id = (await visitor.post("/matches", json={"game": "skirmish"})).json()["id"]
        for side, order, seq in (("blue", "press", 0), ("red", "hold", 1)):
            body = {"order": order, "side": side, "seq": seq}
            assert (await visitor.post(f"/matches/{id}/orders", json=body)).is_success
        return id, visitor.cookies


def test_a_match_that_cannot_be_followed_is_shown_with_the_reason(url: str) -> None:
    id, cookies = asyncio.run(begun(url))
    change(url, update(tables.orders).where(tables.orders.c.seq == 2).values(order="wait"))

    async def look() -> None:
        async with open_at(url, cookies) as visitor:
            scene = (await visitor.get(f"/matches/{id}?side=red")).json()
            assert scene["seq"] == 1 and not scene["deciding"] and scene["choices"] == []
            assert scene["stopped"].startswith("The game can be followed up to order 1.")
            assert scene["prompt"] == scene["stopped"]
            body = {"order": "hold", "side": "red", "seq": 1}
            refused = await visitor.post(f"/matches/{id}/orders", json=body)
            assert refused.status_code == 400 and refused.json()["detail"] == scene["stopped"]
            asked = await visitor.get(f"/matches/{id}/why?side=red&order=hold")
            assert asked.status_code == 400

    asyncio.run(look())


def test_a_match_that_cannot_be_begun_any_more_says_why(url: str) -> None:
    id, _ = asyncio.run(begun(url))
    change(url, update(tables.matches).values(start='{"scenario": "gone"}'))
    answer = asyncio.run(ask(url, f"/matches/{id}"))
    assert answer.status_code == 410
    assert answer.json()["detail"] == (
        "This game cannot be opened any more: no scenario 'gone'; there are meeting"
    )


def test_other_names_may_be_given_to_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "kursk.example" not in known_hosts()
    monkeypatch.setenv("KURSK_HOSTS", "Kursk.example, 10.0.0.5")
    assert {"kursk.example", "10.0.0.5", "localhost"} <= set(known_hosts())
