"""The page's own files, and a server that is asked for them before it is put together."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from kursk.server import guard as guards
from kursk.server.front import Front
from kursk.server.guard import Guard
from kursk.server.hall import Hall

SCRIPT = b"alert('charge')" * 100


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_bytes(b"<!doctype html><title>Kursk</title>")
    (folder / "assets" / "index-1.js").write_bytes(SCRIPT)
    (folder / "assets" / "serif-1.woff2").write_bytes(b"wOF2")
    (tmp_path / "secret.txt").write_bytes(b"a secret")
    monkeypatch.setattr(guards, "PAGE", folder)
    return folder


async def nothing(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 404, "headers": []})
    await send({"type": "http.response.body", "body": b"nothing"})


def asked(app: Any, path: str, method: str = "GET", **headers: str) -> httpx.Response:
    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as visitor:
            return await visitor.request(method, path, headers=headers)

    return asyncio.run(ask())


def test_files_are_packed_for_whoever_can_unpack_them(page: Path) -> None:
    guard = Guard(nothing, ("localhost",))
    packed = asked(guard, "/assets/index-1.js", **{"Accept-Encoding": "br, gzip"})
    assert packed.headers["content-encoding"] == "gzip" and packed.content == SCRIPT
    assert int(packed.headers["content-length"]) < len(SCRIPT)
    plain = asked(guard, "/assets/index-1.js", **{"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers and plain.content == SCRIPT
    assert plain.headers["content-type"].startswith("text/javascript")
    assert plain.headers["content-security-policy"], "the guard has seen it"
    assert "content-encoding" not in asked(guard, "/assets/serif-1.woff2").headers


def test_a_browser_keeps_what_never_changes_and_asks_for_the_rest(page: Path) -> None:
    guard = Guard(nothing, ("localhost",))
    assert "immutable" in asked(guard, "/assets/index-1.js").headers["cache-control"]
    first = asked(guard, "/")
    assert first.headers["cache-control"] == "no-cache" and "Kursk" in first.text
    tag = {"If-None-Match": first.headers["etag"]}
    again = asked(guard, "/", **tag)
    assert again.status_code == 304 and not again.content
    (page / "index.html").write_bytes(b"<!doctype html><title>Kursk, built anew</title>")
    assert "built anew" in asked(guard, "/", **tag).text


@pytest.mark.parametrize(
    "path",
    ["/secret.txt", "/../secret.txt", "/assets/../../secret.txt", "/assets", "/assets/", "/x"],
)
def test_nothing_else_is_a_file_of_the_page(page: Path, path: str) -> None:
    assert not Front(page).has({"method": "GET", "path": path})
    assert asked(Guard(nothing, ("localhost",)), "/x").text == "nothing"


def test_a_file_is_asked_for_and_not_changed(page: Path) -> None:
    guard = Guard(nothing, ("localhost",))
    head = asked(guard, "/", "HEAD")
    assert head.status_code == 200 and not head.content and head.headers["content-length"]
    told = {"Content-Type": "application/json"}
    assert asked(guard, "/", "POST", **told).status_code == 404


# -- before there is a server ----------------------------------------------------------------


class Life:
    """Of an application: what it is told and what it says."""

    def __init__(self, app: Any) -> None:
        self.app, self.said = app, list[str]()
        self.told: asyncio.Queue[Any] = asyncio.Queue()

    async def __aenter__(self) -> "Life":
        await self.told.put({"type": "lifespan.startup"})
        self.task = asyncio.create_task(
            self.app({"type": "lifespan", "state": {}}, self.told.get, self.hear)
        )
        while not self.said:
            await asyncio.sleep(0)
        return self

    async def hear(self, message: Any) -> None:
        self.said.append(message["type"])

    async def __aexit__(self, *_: object) -> None:
        await self.told.put({"type": "lifespan.shutdown"})
        await asyncio.gather(self.task, return_exceptions=True)


async def with_life(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] != "lifespan":
        await nothing(scope, receive, send)
        return
    for said in ("startup", "shutdown"):
        assert await receive() == {"type": f"lifespan.{said}"}
        await send({"type": f"lifespan.{said}.complete"})


def visitor(hall: Hall) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(hall, raise_app_exceptions=False)
    return httpx.AsyncClient(transport=transport, base_url="http://localhost")


def test_the_page_is_there_before_the_server_and_all_else_waits(page: Path) -> None:
    made = threading.Event()

    def make() -> Guard:
        made.wait()
        return Guard(with_life, ("localhost",))

    async def come() -> list[str]:
        hall = Hall(make)
        async with visitor(hall) as browser, Life(hall) as life:
            rest = asyncio.create_task(browser.get("/api/games"))
            assert "Kursk" in (await browser.get("/")).text
            assert (await browser.get("/", headers={"Host": "elsewhere"})).status_code == 421
            assert not rest.done()
            made.set()
            assert (await rest).text == "nothing"
            assert "Kursk" in (await browser.get("/")).text
        return life.said

    assert asyncio.run(come()) == ["lifespan.startup.complete", "lifespan.shutdown.complete"]


def test_a_server_that_cannot_be_put_together_keeps_nobody_waiting(page: Path) -> None:
    def fails() -> Guard:
        raise RuntimeError("no bricks")

    async def come(make: Callable[[], Guard]) -> httpx.Response:
        hall = Hall(make)
        async with visitor(hall) as browser, Life(hall):
            answer = await browser.get("/api/games")
        assert str(hall.fault) == "no bricks"
        return answer

    assert asyncio.run(come(fails)).status_code == 500
