"""Notices: once a turn, to whoever is away, and to no address that was not allowed."""

import asyncio
import json
import threading
import urllib.error
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest

from kursk.core.match import Start
from kursk.server import notices
from kursk.server.reading import Begun
from kursk.server.ready import make_ready
from kursk.server.rooms import LINK, Rooms
from kursk.server.seats import HUMAN, invite, sit
from kursk.server.store import Store, hashed
from tests.server.test_letters import SITE, give, place
from tests.server.test_seats import ask, far

HOOK = "https://hooks.example/kursk"


@pytest.mark.parametrize(
    "webhook",
    [HOOK, "http://127.0.0.1/", "https://127.0.0.1/", "https://me:you@hooks.example/", "file:///etc",
     "https://hooks.example:22/", "https://[", "x" * 301],
)  # fmt: skip
def test_a_server_that_allows_no_host_asks_none(visitor: httpx.Client, webhook: str) -> None:
    id, _ = far(visitor)
    assert ask(visitor, id, "notices", side="blue", webhook=webhook).status_code == 400
    assert visitor.get(f"/matches/{id}/notices", params={"side": "blue"}).json()["webhook"] == ""


@pytest.mark.parametrize(
    ("webhook", "fault"),
    [(HOOK, ""), ("https://HOOKS.example/x", ""), ("https://hooks.example.evil.example/", "only"),
     ("http://hooks.example/", "https"), ("https://hooks.example:8443/", "port"),
     ("https://me@hooks.example/", "name"), ("https://localhost/", "only")],
)  # fmt: skip
def test_only_hosts_that_the_operator_named(
    monkeypatch: pytest.MonkeyPatch, webhook: str, fault: str
) -> None:
    monkeypatch.setenv("KURSK_WEBHOOKS", "hooks.example, ntfy.example")
    found = notices._fault(webhook)
    assert fault in found and bool(found) == bool(fault)


def test_who_is_away_is_told_once_a_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KURSK_WEBHOOKS", "hooks.example")
    sent: list[tuple[str, Any]] = []
    monkeypatch.setattr(notices, "send", lambda to, about: sent.append((to, about)))
    url, hour = f"sqlite:///{tmp_path / 'kursk.db'}", [1000.0]
    make_ready(url)

    async def play() -> None:
        rooms = Rooms(Store(url), lambda: hour[0])
        rooms.turn = notices.turn_of
        players = {"blue": HUMAN, "red": LINK}
        id = await rooms.begin(Begun("skirmish", Start("meeting"), []), players, "me")
        key = await rooms.store.do(invite, id, "red", 1)
        await rooms.store.do(sit, key, hashed("you"), "", 1)
        for side in players:
            await rooms.store.do(notices._keep, id, side, notices.Wanted(f"{HOOK}/{side}"))
        room = await rooms.room(id)
        assert room
        await room.seat()
        room.presence.seen(hashed("me"))
        await room.play("blue", "press", 0, None)
        await asyncio.gather(*notices._telling)
        assert [to for to, _ in sent] == [f"{HOOK}/red"]
        assert sent[0][1]["match"] == id and "Skirmish: it is your turn." in sent[0][1]["text"]
        assert f"#/play/{id}" in sent[0][1]["text"]
        await room.play("red", "hold", 1, None)  # and blue, who is there, is not told
        assert room.match.g.side == "blue"
        while room.match.g.side == "blue":
            await room.play("blue", "end", room.seq, None)
        await asyncio.gather(*notices._telling)
        assert len(sent) == 2, "now his own part of the turn has come"
        assert "Turn 1. Red: " in sent[1][1]["text"]
        await room.play("red", "end", room.seq, None)
        await asyncio.gather(*notices._telling)
        assert len(sent) == 2
        rooms.close()
        await rooms.store.close()

    asyncio.run(play())


class Sink(BaseHTTPRequestHandler):
    """Somebody who is told, and one who sends others on."""

    def do_POST(self) -> None:
        said = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.heard.append((self.path, self.headers["Content-Type"], said))  # type: ignore[attr-defined]  # our own server
        self.send_response(307 if self.path == "/on" else 200)
        self.send_header("Location", "/elsewhere")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *_: Any) -> None:
        pass


def test_a_notice_is_posted_as_json_and_goes_nowhere_else() -> None:
    with HTTPServer(("127.0.0.1", 0), Sink) as sink:
        heard: list[tuple[str, str, bytes]] = []
        sink.heard = heard  # type: ignore[attr-defined]  # our own server
        served = threading.Thread(target=sink.serve_forever, args=(0.01,))
        served.start()
        at = f"http://127.0.0.1:{sink.server_address[1]}"
        notices.send(f"{at}/hook", {"text": "Your turn, “Anna”"})
        with pytest.raises(urllib.error.HTTPError):
            notices.send(f"{at}/on", {"text": "x"})
        sink.shutdown()
        served.join()
    assert [path for path, _, _ in heard] == ["/hook", "/on"]
    assert heard[0][1] == "application/json"
    assert json.loads(heard[0][2]) == {"text": "Your turn, “Anna”"}


def test_the_link_in_a_notice_ends_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KURSK_WEBHOOKS", "hooks.example")
    sent: list[dict[str, str]] = []
    monkeypatch.setattr(notices, "send", lambda to, about: sent.append(about))

    async def play() -> None:
        async with place(tmp_path) as here:
            room, her = await here.begin(), here.other
            body = {"side": "red", "webhook": HOOK}
            assert (await her.post(f"/matches/{room.id}/notices", json=body)).is_success
            here.hour += 1000  # everybody is away
            await give(room, "press")
            await asyncio.gather(*notices._telling)
            (about,) = sent
            site, _, way = about["stop"].partition("#/quiet/")
            match, key = way.split("/")
            assert site == SITE and match == room.id and about["stop"] in about["text"]
            assert about["link"] == f"{SITE}#/play/{room.id}"
            for wrong in ({"match": match, "key": key[:-1]}, {"match": "x" * 16, "key": key}):
                assert (await here.third.post("/notices/stop", json=wrong)).status_code == 410
            enough = {"match": match, "key": key}
            assert (await here.third.post("/notices/stop", json=enough)).status_code == 200
            told = await her.get(f"/matches/{room.id}/notices", params={"side": "red"})
            assert told.json()["webhook"] == ""
            assert (await here.third.post("/notices/stop", json=enough)).status_code == 410
            while room.match.g.turn < 3 and not room.match.over:
                here.hour += 1000
                await give(room, next(iter(room.match.orders(""))))
            await asyncio.gather(*notices._telling)
            assert len(sent) == 1

    asyncio.run(play())
