"""Notices: once a turn, to whoever is away, and to no address that was not allowed."""

import asyncio
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
        await room.play("red", "hold", 1, None)  # and blue, who is there, is not told
        await room.play("blue", "end", room.seq, None)
        await asyncio.gather(*notices._telling)
        assert len(sent) == 1
        rooms.close()
        await rooms.store.close()

    asyncio.run(play())
