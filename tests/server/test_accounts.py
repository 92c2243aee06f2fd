"""Accounts: nobody needs one, they gather one's games, and keep no secret of a password."""

import asyncio
import csv
import re
import secrets
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from kursk.server import signing
from kursk.server.app import Hosting, create_app
from kursk.server.door import GUEST, PLAYER
from tests.server.conftest import Server
from tests.server.test_api import begin, give, scene
from tests.server.test_seats import ask, far, people, sit

GOOD = "correct horse"
names = (f"Anna {number}" for number in range(1000))


def sign(client: httpx.Client, how: str, name: str, password: str = GOOD, **more: Any) -> Any:
    return client.post(f"/me/{how}", json={"name": name, "password": password, **more})


def mine(client: httpx.Client) -> list[str]:
    return [match["id"] for match in client.get("/matches").json()]


def me(client: httpx.Client) -> dict[str, Any]:
    found: dict[str, Any] = client.get("/me").json()
    return found


def test_an_account_gathers_the_games_of_several_browsers(
    visitor: httpx.Client, friend: httpx.Client, third: httpx.Client
) -> None:
    name, first, second = next(names), begin(visitor), begin(friend)
    assert (me(third)["accounts"], me(third)["name"], me(third)["games"]) == (True, "", 0)
    assert sign(visitor, "up", name).status_code == 201
    assert (me(visitor)["name"], me(visitor)["games"]) == (name, 1)
    assert mine(visitor) == [first], "they come along"
    assert sign(friend, "in", name.upper()).status_code == 200
    assert set(mine(friend)) == set(mine(visitor)) == {first, second}
    assert give(friend, first, "blue", "press").is_success
    assert give(visitor, first, "red", "hold").is_success
    assert sign(third, "in", name).is_success and set(mine(third)) == {first, second}
    cookie = sign(third, "in", name)
    assert cookie.status_code == 409, "signed in already"


def test_the_games_of_an_account_are_a_file_to_keep(
    visitor: httpx.Client, friend: httpx.Client, third: httpx.Client
) -> None:
    name = next(names)
    id, link = far(visitor)
    sit(friend, link, name="=Marta")
    sign(visitor, "up", name)
    bots = begin(visitor, players={"blue": "human", "red": "random"})
    give(visitor, bots, "blue", "concede")
    ask(visitor, bots, "title", title="@ the, river")
    assert sign(third, "in", name).is_success
    told = third.get("/me/games.csv")
    assert told.headers["content-type"].startswith("text/csv")
    assert "attachment" in told.headers["content-disposition"]
    first, second = csv.DictReader(told.text.splitlines())
    assert (first["match"], first["title"], first["over"]) == (bots, "'@ the, river", "yes")
    assert (first["you"], first["others"]) == ("blue", "red random")
    assert first["last order"].startswith("20") and first["last order"].endswith("+00:00")
    assert (second["match"], second["others"], second["over"]) == (id, "red =Marta", "no")
    assert second["game"] == "skirmish" and second["last order"] == ""
    ask(visitor, id, "title", title="=1+1")
    assert "'=1+1" in third.get("/me/games.csv").text
    with httpx.Client(base_url=visitor.base_url) as stranger:
        assert stranger.get("/me/games.csv").text.count("\n") == 1, "the heading alone"


def test_who_borrows_a_computer_leaves_its_games_where_they_are(
    visitor: httpx.Client, friend: httpx.Client
) -> None:
    name, theirs = next(names), begin(friend)
    sign(visitor, "up", name)
    own = begin(visitor)
    assert sign(friend, "in", name, join=False).is_success
    assert mine(friend) == [own] and friend.get(f"/matches/{theirs}").status_code == 403
    assert friend.post("/me/out", json={}).is_success
    assert mine(friend) == [theirs] and me(friend)["name"] == ""
    assert GUEST not in friend.cookies


def test_signing_out(visitor: httpx.Client, friend: httpx.Client) -> None:
    name = next(names)
    sign(visitor, "up", name)
    sign(friend, "in", name)
    id = begin(visitor)
    assert visitor.post("/me/out", json={}).is_success
    assert PLAYER not in visitor.cookies and mine(visitor) == []
    assert mine(friend) == [id], "here alone"
    assert visitor.post("/me/out", json={}).is_success, "and who is out is out"


def test_signing_out_everywhere_ends_every_browser_and_its_streams(
    visitor: httpx.Client, friend: httpx.Client
) -> None:
    name = next(names)
    sign(visitor, "up", name)
    sign(friend, "in", name)
    id = begin(visitor)
    with friend.stream("GET", f"/matches/{id}/events", params={"side": "blue"}) as stream:
        lines = stream.iter_lines()
        assert next(lines) == ": open"
        scene(visitor, id, "blue")
        wrong = visitor.post("/me/out/everywhere", json={"password": "wrong horse"})
        assert wrong.status_code == 403
        done = visitor.post("/me/out/everywhere", json={"password": GOOD})
        assert done.is_success
        assert not any("order" in line for line in lines), "and the stream ends"
    assert mine(friend) == [] and friend.get(f"/matches/{id}").status_code == 403
    assert mine(visitor) == [] and PLAYER not in visitor.cookies
    assert sign(friend, "in", name).is_success and mine(friend) == [id]


def test_another_password_ends_the_old_one_and_other_browsers(
    visitor: httpx.Client, friend: httpx.Client
) -> None:
    name, new = next(names), "battery staple"
    sign(visitor, "up", name)
    sign(friend, "in", name)
    id = begin(visitor)
    change = {"password": GOOD, "new": new}
    assert friend.post("/me/password", json={**change, "new": "short"}).status_code == 400
    assert friend.post("/me/password", json={**change, "password": "x"}).status_code == 403
    assert visitor.post("/me/password", json=change).is_success
    assert mine(visitor) == [id] and mine(friend) == []
    assert friend.post("/me/password", json=change).status_code == 403, "not signed in"
    assert sign(friend, "in", name).status_code == 403
    assert sign(friend, "in", name, new).is_success and mine(friend) == [id]


def test_a_try_comes_along(visitor: httpx.Client) -> None:
    id = begin(visitor)
    tried = visitor.post(f"/matches/{id}/tries", json={"side": "blue"}).json()["id"]
    sign(visitor, "up", next(names))
    assert give(visitor, tried, "blue", "press").is_success
    assert [each["id"] for each in visitor.get(f"/matches/{id}/tries").json()] == [tried]


@pytest.mark.parametrize(
    ("name", "password", "status"),
    [("", GOOD, 400), ("   ", GOOD, 400), ("x" * 41, GOOD, 400), ("Marta", "short", 400),
     ("Marta who", "marta WHO", 400), ("Marta", "x" * 201, 400), ("ﬃ" * 39, GOOD, 400)],
)  # fmt: skip
def test_what_is_no_name_or_no_password(
    visitor: httpx.Client, name: str, password: str, status: int
) -> None:
    assert sign(visitor, "up", name, password).status_code == status
    assert me(visitor)["name"] == "" and not visitor.cookies


def test_a_name_is_one_persons(visitor: httpx.Client, friend: httpx.Client) -> None:
    name = next(names)
    assert sign(visitor, "up", f"  {name} ").is_success
    taken = sign(friend, "up", name.lower(), "another one")
    assert taken.status_code == 409 and taken.json()["detail"] == "That name is taken."
    assert sign(friend, "in", name, "another one").status_code == 403


def test_a_wrong_name_and_a_wrong_password_are_the_same(
    visitor: httpx.Client, friend: httpx.Client
) -> None:
    name = next(names)
    sign(visitor, "up", name)
    wrong, unknown = sign(friend, "in", name, "wrong horse"), sign(friend, "in", "nobody", GOOD)
    assert (wrong.status_code, wrong.content) == (unknown.status_code, unknown.content)
    assert wrong.status_code == 403 and "set-cookie" not in wrong.headers


def test_the_store_knows_neither_password_nor_token(visitor: httpx.Client, server: Server) -> None:
    name, password = next(names), "a password to look for"
    sign(visitor, "up", name, password)
    begin(visitor)
    token = visitor.cookies[PLAYER]
    assert re.fullmatch(r"[0-9a-f]{64}", token)
    link = sqlite3.connect(server.folder / "kursk.db")
    text = "\n".join(link.iterdump())
    link.close()
    assert name in text and token not in text and password not in text
    assert token not in server.said() and password not in server.said()


# -- guessing ----------------------------------------------------------------------------------


class Clock:
    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


@asynccontextmanager
async def guarded(
    folder: Path, monkeypatch: pytest.MonkeyPatch, **how: Any
) -> AsyncIterator[tuple[Clock, Any]]:
    """A server in this process whose clock is ours, and visitors by address. Passwords cost
    little here."""

    def quick() -> str:
        return msgspec.json.encode(signing.How(secrets.token_hex(16), 1, 8, 1)).decode()

    monkeypatch.setattr(signing, "NOBODY", quick())
    monkeypatch.setattr(signing, "new_how", quick)
    guard, clock = create_app(f"sqlite:///{folder / 'kursk.db'}", hosting=Hosting(**how)), Clock()
    guard.limits.now = clock
    came: list[httpx.AsyncClient] = []

    def come(place: str = "192.0.2.1") -> httpx.AsyncClient:
        carried = httpx.ASGITransport(guard, client=(place, 1))
        came.append(httpx.AsyncClient(transport=carried, base_url="http://localhost/api"))
        return came[-1]

    yield clock, come
    for client in came:
        await client.aclose()
    assert guard.rooms
    guard.rooms.close()
    await guard.rooms.store.close()


async def tried(client: httpx.AsyncClient, name: str, password: str) -> int:
    body = {"name": name, "password": password}
    return (await client.post("/me/in", json=body)).status_code


def test_wrong_passwords_are_few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    worked_out: list[str] = []
    really = signing._way

    def noted(password: str, how: signing.How) -> str:
        worked_out.append(password)
        return really(password, how)

    monkeypatch.setattr(signing, "_way", noted)

    async def guess() -> None:
        async with guarded(tmp_path, monkeypatch, accounts=True) as (clock, come):
            owner, thief = come("198.51.100.7"), come()
            body = {"name": "Anna", "password": GOOD}
            assert (await owner.post("/me/up", json=body)).status_code == 201
            del worked_out[:]
            found = [await tried(thief, "Anna", f"guess {n}") for n in range(8)]
            assert found == [403] * 5 + [429] * 3
            assert len(worked_out) == 5, "who is refused costs nothing"
            assert await tried(thief, "anna", GOOD) == 429, "not even the right one"
            assert await tried(thief, "Nobody", GOOD) == 403, "another name is another matter"
            assert await tried(come("198.51.100.8"), "Anna", GOOD) == 200, "the owner comes in"
            clock.time += 30
            assert await tried(thief, "Anna", "guess") == 403
            assert await tried(thief, "Anna", "guess") == 429
            places = (f"203.0.113.{n}" for n in range(200))
            found = [await tried(come(next(places)), "Anna", "guess") for _ in range(40)]
            assert found.count(429) > 0, "nor from many places at once"
            left = await owner.post("/me/out/everywhere", json={"password": GOOD})
            assert left.status_code == 200, "who is signed in is kept out of nothing by that"

    asyncio.run(guess())


def test_right_passwords_are_not_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def come_and_go() -> None:
        async with guarded(tmp_path, monkeypatch, accounts=True) as (_, come):
            owner, body = come(), {"name": "Anna", "password": GOOD}
            await owner.post("/me/up", json=body)
            for _ in range(50):
                await owner.post("/me/out", json={})
                assert await tried(owner, "Anna", GOOD) == 200

    asyncio.run(come_and_go())


def test_names_are_tried_out_slowly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask_for_names() -> None:
        async with guarded(tmp_path, monkeypatch, accounts=True) as (_, come):
            for number in range(25):
                body = {"name": f"Anna {number}", "password": GOOD}
                told = await come().post("/me/up", json=body)
                assert told.status_code == (201 if number < 20 else 429)
            assert int(told.headers["retry-after"]) == 600

    asyncio.run(ask_for_names())


def test_at_home_there_are_no_accounts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def look() -> None:
        async with guarded(tmp_path, monkeypatch) as (_, come):
            here = come()
            assert (await here.get("/me")).json()["accounts"] is False
            body = {"name": "Anna", "password": GOOD}
            for how in ("up", "in"):
                assert (await here.post(f"/me/{how}", json=body)).status_code == 403

    asyncio.run(look())


# -- delete my data ----------------------------------------------------------------------------


def test_who_has_his_data_deleted_is_somebody_who_left(
    visitor: httpx.Client, friend: httpx.Client, third: httpx.Client, server: Server
) -> None:
    name = next(names)
    sign(visitor, "up", name)
    alone = begin(visitor)
    id, link = far(visitor, name="Annemarie")
    sit(friend, link)
    ask(visitor, id, "talk", side="blue", text="my own words")
    ask(friend, id, "talk", side="red", text="and mine")
    give(visitor, id, "blue", "press")
    watched, _ = far(third)
    sit(visitor, ask(third, watched, "links", side="").json()["link"], name="Annemarie")
    before = dict(visitor.cookies)
    assert visitor.post("/me/delete", json={"password": "wrong horse"}).status_code == 403
    told = visitor.post("/me/delete", json={"password": GOOD})
    assert told.json() == {"left": 2, "deleted": 1}
    assert PLAYER not in visitor.cookies and sign(visitor, "in", name).status_code == 403
    with httpx.Client(base_url=f"{server.url}/api", cookies=before) as stale:
        assert stale.get(f"/matches/{id}").status_code == 403 and mine(stale) == []
        assert stale.get(f"/matches/{alone}").status_code == 404
    seat, _ = people(friend, id)["seats"]
    assert seat["name"] == "Somebody who left" and seat["waits"]
    said = friend.get(f"/matches/{id}/talk", params={"side": "red"}).json()
    assert [each["text"] for each in said] == ["and mine"]
    assert [each["actor"] for each in friend.get(f"/matches/{id}/log?side=red").json()] == ["blue"]
    assert people(third, watched)["watchers"] == []
    link_ = sqlite3.connect(server.folder / "kursk.db")
    text = "\n".join(link_.iterdump())
    link_.close()
    assert not any(word in text for word in ("Annemarie", "my own words", alone, f"'{name}'"))
    new = ask(friend, id, "links", side="blue")
    assert new.status_code == 201, "whoever stays sees to the seat"
    sit(third, new.json()["link"], name="Marta")
    assert people(friend, id)["seats"][0]["name"] == "Marta"


def test_a_guest_has_his_data_deleted_too(visitor: httpx.Client, friend: httpx.Client) -> None:
    assert friend.post("/me/delete", json={}).status_code == 400
    id = begin(visitor)
    assert visitor.post("/me/delete", json={}).json() == {"left": 0, "deleted": 1}
    assert visitor.get(f"/matches/{id}").status_code == 404
