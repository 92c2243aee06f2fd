"""Requests that are forged, stale, replayed, for another's seat, too large or broken: each gets
the right status, and nothing is changed by any of them.

Every operation on a match that may change something is tried; one that is new must be told here.
"""

import asyncio
import json
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest

from kursk.server.door import PLAYER
from kursk.server.room import Room
from tests.server.test_letters import Place, give, place

# What one who sits for red, and is not the host, asks for blue; and for himself, to no avail.
FOREIGN: dict[str, dict[str, Any]] = {
    "delay": {"orders": 5},
    "free": {"side": "blue"},
    "hand": {"side": "blue", "player": "random"},
    "holiday": {"side": "blue", "days": 1},
    "hurry": {"side": "blue"},
    "links": {"side": "blue"},
    "links/revoke": {"side": "blue"},
    "name": {"side": "blue", "name": "Nobody"},
    "notices": {"side": "blue"},
    "orders": {"side": "blue", "order": "end", "seq": 2},
    "rematch": {"side": "blue"},
    "standing": {"side": "blue", "kind": "x", "answer": "y"},
    "takeback": {"side": "blue", "seq": 2, "order": 1},
    "takeback/answer": {"side": "blue", "seq": 2, "order": 1, "allow": True},
    "talk": {"side": "blue", "text": "I give up"},
    "tries": {"side": "blue"},
    "undo": {"side": "blue", "seq": 2},
    "what-if": {"side": "blue", "attacker": "blue", "hex": "0404", "units": {}},
}
OWN = {"leave": {}, "title": {"title": "Mine"}}  # whoever sits there may do these
WATCHED = {"leave": 400, "title": 400}  # and who watches is told that he does not sit there
PUT = ("standing",)

# Beside those of a match: what is sent, and what somebody is told who has no right to it.
KEY = "x" * 22
ELSEWHERE: dict[str, tuple[dict[str, Any], int]] = {
    "links/look": ({"link": KEY}, 410),
    "links/open": ({"link": KEY}, 410),
    "mail/confirm": ({"key": KEY}, 410),
    "mail/look": ({"key": KEY}, 410),
    "mail/stop": ({"key": KEY}, 410),
    "matches": ({"game": "skirmish", "players": {"blue": "nobody"}}, 400),
    "me/delete": ({"password": "correct horse"}, 400),
    "me/in": ({"name": "Anna", "password": "correct horse"}, 403),
    "me/mail": ({"address": "anna@example.org"}, 400),
    "me/out": ({}, 200),  # who is nobody is nobody afterwards
    "me/out/everywhere": ({"password": "correct horse"}, 403),
    "me/password": ({"password": "correct horse", "new": "battery staple"}, 403),
    "me/up": ({"name": "Anna", "password": "short"}, 400),
    "notices/stop": ({"match": "x" * 16, "key": KEY}, 410),
    "tries/{id:str}/away": ({}, 404),
}
WORDLESS = ("me/out", "tries/{id:str}/away")  # they read no body


def kept(folder: Path) -> list[str]:
    """All that is in the store."""
    link = sqlite3.connect(folder / "kursk.db")
    found = list(link.iterdump())
    link.close()
    return found


async def begun(here: Place) -> Room:
    """Two who play, one who watches, and some orders."""
    room = await here.begin()
    link = (await here.one.post(f"/matches/{room.id}/links", json={"side": ""})).json()["link"]
    assert (await here.third.post("/links/open", json={"link": link})).is_success
    await give(room, "press", "hold")
    return room


async def send(
    client: httpx.AsyncClient, room: Room, what: str, body: Any, **more: Any
) -> httpx.Response:
    told = body if isinstance(body, bytes) else json.dumps(body).encode()
    headers = {"Content-Type": "application/json", **more.pop("headers", {})}
    method = "PUT" if what in PUT else "POST"
    path = f"/matches/{more.pop('id', room.id)}/{what}"
    return await client.request(method, path, content=told, headers=headers)


def unchanged(folder: Path, work: Any) -> None:
    """Do something at a match, and see that the store and the room are as they were."""

    async def do() -> None:
        async with place(folder) as here:
            room = await begun(here)
            before, seq, match = kept(folder), room.seq, room.match
            await work(here, room)
            assert kept(folder) == before and (room.seq, room.match) == (seq, match)
            assert not [each for each in here.rooms.open if each.startswith("try-")]

    asyncio.run(do())


def test_every_operation_that_changes_a_match_is_tried(tmp_path: Path) -> None:
    async def look() -> set[str]:
        async with place(tmp_path) as here:
            inside: Any = here.guard.app
            under = "/api/matches/{id:str}/"
            return {
                route.path.removeprefix(under)
                for route in inside.routes
                if route.path.startswith(under) and route.methods - {"GET", "HEAD", "OPTIONS"}
            }

    assert asyncio.run(look()) == {*FOREIGN, *OWN}


def test_for_anothers_seat(tmp_path: Path) -> None:
    async def forge(here: Place, room: Room) -> None:
        for what, body in FOREIGN.items():
            told = await send(here.other, room, what, body)
            assert told.status_code == 403, (what, told.text)

    unchanged(tmp_path, forge)


def test_who_watches_changes_nothing(tmp_path: Path) -> None:
    async def forge(here: Place, room: Room) -> None:
        for what, body in {**FOREIGN, **OWN}.items():
            for side in ("blue", "red", ""):
                mine = {**body, "side": side} if "side" in body else body
                told = await send(here.third, room, what, mine)
                if what == "what-if" and not side:
                    continue  # a question that changes nothing
                assert told.status_code == WATCHED.get(what, 403), (what, side, told.text)

    unchanged(tmp_path, forge)


@pytest.mark.parametrize(
    "cookie", ["", "x" * 22, "x" * 64, "x" * 65, "' OR 1=1 --", "é", "../", "null", "0" * 64]
)
def test_strangers_and_forged_cookies(tmp_path: Path, cookie: str) -> None:
    async def forge(here: Place, room: Room) -> None:
        async with here.come() as forger:
            told = {b"Cookie": f"{PLAYER}={cookie}".encode()} if cookie else {}
            for what, body in {**FOREIGN, **OWN}.items():
                answer = await send(forger, room, what, body, headers=told)
                assert answer.status_code == 403, (what, answer.text)

    unchanged(tmp_path, forge)


def test_the_hash_that_the_store_has_is_no_cookie(tmp_path: Path) -> None:
    async def forge(here: Place, room: Room) -> None:
        for stolen in (room.sitting.host, room.sitting.seats["red"].token):
            async with here.come() as thief:
                headers = {"Cookie": f"{PLAYER}={stolen}"}
                told = await send(thief, room, "orders", FOREIGN["orders"], headers=headers)
                assert told.status_code == 403

    unchanged(tmp_path, forge)


def test_no_such_match(tmp_path: Path) -> None:
    async def forge(here: Place, room: Room) -> None:
        for id in ("x" * 16, "x" * 23, room.id[:-1], f"{room.id}x", "%00", "..", "' OR 1=1"):
            for what, body in {**FOREIGN, **OWN}.items():
                told = await send(here.one, room, what, body, id=id)
                assert told.status_code in (404, 405), (id, what, told.text)

    unchanged(tmp_path, forge)


@pytest.mark.parametrize(
    ("body", "status"),
    [(b"", 400), (b"{", 400), (b"[]", 400), (b"null", 400), (b"\xff\xfe", 400),
     (b'{"side": 7}', 400),
     (b'{"side": "blue", "more": 1}', 400), (b'{"side": "' + b"x" * 200_000 + b'"}', 413),
     (b"[" * 90_000, 400)],
    ids=["empty", "cut", "list", "null", "not utf-8", "number", "unknown", "large", "deep"],
)  # fmt: skip
def test_broken_and_oversized(tmp_path: Path, body: bytes, status: int) -> None:
    async def forge(here: Place, room: Room) -> None:
        for what in FOREIGN:
            told = await send(here.one, room, what, body)
            fits = (status, 413) if len(body) > 1_000 else (status,)
            assert told.status_code in fits, (what, told.status_code, told.text)
            assert told.json()["detail"]

    unchanged(tmp_path, forge)


def test_from_another_site_or_as_a_form(tmp_path: Path) -> None:
    async def forge(here: Place, room: Room) -> None:
        for what, body in {**FOREIGN, **OWN}.items():
            mine = {**body, "side": "blue"} if "side" in body else body
            headers = {"Origin": "https://evil.example"}
            told = await send(here.one, room, what, mine, headers=headers)
            assert told.status_code == 403, what
            told = await send(here.one, room, what, mine, headers={"Content-Type": "text/plain"})
            assert told.status_code == 415, what

    unchanged(tmp_path, forge)


def test_stale_and_replayed_orders(tmp_path: Path) -> None:
    async def replay() -> None:
        async with place(tmp_path) as here:
            room = await here.begin()
            press = {"side": "blue", "order": "press", "seq": 0, "client": "mine"}
            assert (await send(here.one, room, "orders", press)).status_code == 200
            before = kept(tmp_path)
            again = await send(here.one, room, "orders", press)
            assert again.status_code == 200 and again.json()["seq"] == 1, "applied once"
            for body, status in (
                ({**press, "client": "other"}, 409),
                ({**press, "client": ""}, 409),
                ({**press, "order": "hold"}, 400),
                ({**press, "seq": 2**53 - 1, "client": "other"}, 409),
                ({**press, "seq": 1, "client": "other"}, 422),
            ):
                assert (await send(here.one, room, "orders", body)).status_code == status, body
            assert (await send(here.other, room, "orders", press)).status_code == 403
            late = {"side": "blue", "seq": 0}
            assert (await send(here.one, room, "undo", late)).status_code == 409
            assert kept(tmp_path) == before

    asyncio.run(replay())


def test_a_link_is_guessed_by_nobody_and_good_for_nothing_afterwards(tmp_path: Path) -> None:
    async def guess(here: Place, room: Room) -> None:
        async with here.come() as thief:
            for key in ("x" * 22, room.id, room.sitting.host[:40], room.sitting.host[:22]):
                for what in ("look", "open"):
                    told = await thief.post(f"/links/{what}", json={"link": key})
                    assert told.status_code == 410
            assert not thief.cookies
            assert (await thief.get(f"/matches/{room.id}")).status_code == 403

    unchanged(tmp_path, guess)


def test_a_stream_ends_with_the_seat(tmp_path: Path) -> None:
    """Whoever has lost his seat hears no order that is given afterwards."""

    async def free() -> None:
        async with place(tmp_path) as here:
            room = await begun(here)
            token = room.sitting.seats["red"].token
            heard = room.events("red", room.seq - 1)
            assert getattr(await anext(heard), "seq", 0) == room.seq and "red" in room.sides(token)
            told = await here.one.post(f"/matches/{room.id}/free", json={"side": "red"})
            assert told.status_code == 201 and room.sides(token) == ()
            event = await anext(heard)
            assert getattr(event, "what", "") == "people", "and then the server looks who he is"
            await heard.aclose()
            assert (await here.other.get(f"/matches/{room.id}/log?side=red")).status_code == 403

    asyncio.run(free())


# -- beside a match ----------------------------------------------------------------------------


async def elsewhere(
    client: httpx.AsyncClient, what: str, body: Any, headers: dict[Any, Any] | None = None
) -> httpx.Response:
    told = body if isinstance(body, bytes) else json.dumps(body).encode()
    kind = {"Content-Type": "application/json", **(headers or {})}
    return await client.post(f"/{what.replace('{id:str}', 'try-x')}", content=told, headers=kind)


def test_every_other_operation_that_changes_something_is_tried(tmp_path: Path) -> None:
    async def look() -> set[str]:
        async with place(tmp_path) as here:
            inside: Any = here.guard.app
            return {
                route.path.removeprefix("/api/")
                for route in inside.routes
                if route.methods - {"GET", "HEAD", "OPTIONS"}
                and not route.path.startswith("/api/matches/{id:str}/")
            }

    assert asyncio.run(look()) == set(ELSEWHERE)


@pytest.mark.parametrize("cookie", ["", "x" * 22, "' OR 1=1 --", "é"])
def test_strangers_change_nothing_elsewhere(tmp_path: Path, cookie: str) -> None:
    async def forge(here: Place, room: Room) -> None:
        async with here.come() as forger:
            told = {b"Cookie": f"{PLAYER}={cookie}".encode()} if cookie else {}
            for what, (body, status) in ELSEWHERE.items():
                answer = await elsewhere(forger, what, body, told)
                if what == "me/delete" and cookie and cookie.isascii():
                    assert answer.json() == {"left": 0, "deleted": 0}, "he has nothing"
                else:
                    assert answer.status_code == status, (what, answer.text)

    unchanged(tmp_path, forge)


def test_from_another_site_or_as_a_form_elsewhere(tmp_path: Path) -> None:
    async def forge(here: Place, room: Room) -> None:
        for what, (body, _) in ELSEWHERE.items():
            for headers, status in (
                ({"Origin": "https://evil.example"}, 403),
                ({"Origin": "null"}, 403),
                ({"Content-Type": "text/plain"}, 415),
                ({"Content-Type": "application/x-www-form-urlencoded"}, 415),
            ):
                told = await elsewhere(here.one, what, body, headers)
                assert told.status_code == status, (what, headers)
        assert (await here.one.get("/me")).json()["games"] == 1, "and nobody was signed out"

    unchanged(tmp_path, forge)


def test_broken_and_oversized_elsewhere(tmp_path: Path) -> None:
    async def forge(here: Place, room: Room) -> None:
        for what in ELSEWHERE.keys() - set(WORDLESS):
            for body in (b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"more": 1}', b"[" * 1_900):
                told = await elsewhere(here.one, what, body)
                assert told.status_code == 400 and told.json()["detail"], (what, body, told.text)
            told = await elsewhere(here.one, what, b'{"name": "' + b"x" * 5_000_001 + b'"}')
            assert told.status_code == 413, what

    unchanged(tmp_path, forge)


def test_another_ones_try_is_not_there(tmp_path: Path) -> None:
    async def forge() -> None:
        async with place(tmp_path) as here:
            room = await begun(here)
            mine = {"side": "blue"}
            new = (await here.one.post(f"/matches/{room.id}/tries", json=mine)).json()["id"]
            before = kept(tmp_path)
            for client in (here.other, here.third, here.come()):
                told = [
                    await client.get(f"/tries/{new}"),
                    await client.get(f"/tries/{new}/compared"),
                    await client.post(f"/tries/{new}/away", json={}),
                ]
                assert [each.status_code for each in told] == [404] * 3
                for what, body in FOREIGN.items():
                    answer = await send(client, room, what, body, id=new)
                    assert answer.status_code == 403, (what, answer.text)
                assert (await client.get(f"/matches/{new}")).status_code == 403
            assert (await here.one.get(f"/tries/{new}")).status_code == 200
            assert kept(tmp_path) == before

    asyncio.run(forge())


def test_a_link_that_was_used_seats_nobody_else(tmp_path: Path) -> None:
    async def replay() -> None:
        async with place(tmp_path) as here:
            players = {"blue": "human", "red": "link"}
            body = {"game": "skirmish", "players": players}
            told = (await here.one.post("/matches", json=body)).json()
            link = {"link": told["links"]["red"], "name": "Marta"}
            assert (await here.other.post("/links/open", json=link)).is_success
            before = kept(tmp_path)
            again = await here.third.post("/links/open", json=link)
            assert again.status_code == 409 and not here.third.cookies
            assert (await here.third.get(f"/matches/{told['id']}")).status_code == 403
            assert (await here.other.post("/links/open", json=link)).is_success, "his own"
            assert kept(tmp_path) == before

    asyncio.run(replay())
