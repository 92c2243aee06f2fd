"""Somebody who means ill, or two who do the same thing at once: races, floods, and ways around a
limit."""

import asyncio
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import pytest

from kursk.server import hints, limits, signing
from kursk.server.app import Hosting, create_app
from kursk.server.guard import Guard
from kursk.server.members import leave
from kursk.server.room import DELETED, Closed
from tests.server.test_accounts import GOOD, guarded, tried
from tests.server.test_letters import HER, Office, Place, give, office, place

__all__ = ["office"]  # a fixture


def visit(folder: Path, work: Any) -> None:
    """Somebody far away at a server that counts what he does, whose clock stands still."""

    async def run() -> None:
        guard = create_app(f"sqlite:///{folder / 'kursk.db'}", hosting=Hosting(rate=1000))
        guard.limits.now = lambda: 1000.0
        carried = httpx.ASGITransport(guard, client=("192.0.2.1", 1))
        async with httpx.AsyncClient(transport=carried, base_url="http://localhost/api") as visitor:
            await work(visitor, guard)
        assert guard.rooms
        guard.rooms.close()
        await guard.rooms.store.close()

    asyncio.run(run())


# -- at once -------------------------------------------------------------------------------------


def test_of_two_orders_at_once_one_is_given(tmp_path: Path) -> None:
    async def play() -> None:
        async with place(tmp_path) as here:
            room = await here.begin()
            path, body = f"/matches/{room.id}/orders", {"side": "blue", "seq": 0}
            asked = [
                here.one.post(path, json={**body, "order": order, "client": f"{order} {n}"[-1:]})
                for n, order in enumerate(("press", "hold") * 4)
            ]
            told = Counter(answer.status_code for answer in await asyncio.gather(*asked))
            assert told == {200: 1, 409: 7} and room.seq == 1

    asyncio.run(play())


def test_an_order_that_is_sent_many_times_at_once_is_given_once(tmp_path: Path) -> None:
    async def play() -> None:
        async with place(tmp_path) as here:
            room = await here.begin()
            body = {"side": "blue", "seq": 0, "order": "press", "client": "mine"}
            asked = [here.one.post(f"/matches/{room.id}/orders", json=body) for _ in range(8)]
            assert {answer.status_code for answer in await asyncio.gather(*asked)} == {200}
            assert room.seq == 1 and len(await room.store.orders(room.id)) == 1

    asyncio.run(play())


def test_an_order_and_its_taking_back_at_once(tmp_path: Path) -> None:
    """Whatever comes first, the log is one that can be followed."""

    async def play() -> None:
        async with place(tmp_path) as here:
            room = await here.begin()
            await give(room, "press", "hold")
            at = f"/matches/{room.id}"
            for n in range(4):
                seq = room.seq
                order = {"side": "blue", "order": "move b1 0302", "seq": seq}
                back = {"side": "blue", "seq": seq}
                await asyncio.gather(
                    *(here.one.post(f"{at}/orders", json=order) for _ in range(2)),
                    *(here.one.post(f"{at}/undo", json=back) for _ in range(2)),
                )
                assert room.seq == seq + 1, n
                told = await here.one.post(f"{at}/undo", json={**back, "seq": room.seq})
                assert told.status_code == 200
            rows = await room.store.orders(room.id)
            assert [row.order for row in rows[2:]] == ["move b1 0302", "undo"] * 4

    asyncio.run(play())


def test_what_is_withdrawn_is_not_taken_back_though_it_is_allowed_at_once(tmp_path: Path) -> None:
    async def play() -> None:
        async with place(tmp_path) as here:
            room = await here.begin()
            at = f"/matches/{room.id}/takeback"
            for _ in range(6):
                await give(room, *["press", "hold"][: 2 - room.seq])
                wish = {"side": "blue", "seq": room.seq, "order": 1}
                assert (await here.one.post(at, json=wish)).status_code == 201
                no = {"side": "blue", "seq": room.seq, "order": 1, "allow": False}
                yes = {"side": "red", "seq": room.seq, "order": 1, "allow": True}
                withdrawn, allowed, again = await asyncio.gather(
                    here.one.post(f"{at}/answer", json=no),
                    here.other.post(f"{at}/answer", json=yes),
                    here.other.post(f"{at}/answer", json=yes),
                )
                codes = sorted(each.status_code for each in (withdrawn, allowed, again))
                assert codes == [200, 409, 409]
                if withdrawn.status_code != 200:
                    break
                assert room.seq == 2, "it stands"

    asyncio.run(play())


def test_a_game_is_deleted_while_an_order_is_under_way(tmp_path: Path) -> None:
    async def play() -> None:
        async with place(tmp_path) as here:
            told = await here.one.post("/matches", json={"game": "skirmish"})
            room = await here.rooms.room(told.json()["id"])
            assert room
            await room.store.do(leave, room.id, room.sitting.host, 1)
            body = {"side": "blue", "seq": 0, "order": "press"}
            late = await here.one.post(f"/matches/{room.id}/orders", json=body)
            assert late.status_code == 400 and late.json()["detail"] == DELETED
            assert room.bot == "" and room.seq == 0

    asyncio.run(play())


def test_a_game_is_deleted_while_its_bot_thinks(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> None:
        async with place(tmp_path) as here:
            asked = {"game": "skirmish", "players": {"blue": "random", "red": "random"}}
            told = await here.one.post("/matches", json=asked)
            room = await here.rooms.room(told.json()["id"])
            assert room
            while room.seq < 3:
                await asyncio.sleep(0.01)
            gone = await here.one.post(f"/matches/{room.id}/leave", json={})
            assert gone.json() == {"deleted": True}
            assert (await here.one.get(f"/matches/{room.id}")).status_code == 404
            assert room.thinking
            await asyncio.gather(room.thinking, return_exceptions=True)
            with pytest.raises((Closed, asyncio.CancelledError)):
                await room.play(room.match.actor, "end", room.seq, None)

    asyncio.run(play())
    assert "Traceback" not in caplog.text


# -- too much ------------------------------------------------------------------------------------


def test_one_address_does_not_keep_the_machine_busy_with_passwords(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def guess() -> None:
        async with guarded(tmp_path, monkeypatch, accounts=True) as (clock, come):
            thief = come()
            told = Counter([await tried(thief, f"Somebody {n}", GOOD) for n in range(80)])
            assert told == {403: 60, 429: 20}
            assert await tried(come("198.51.100.8"), "Somebody 1", GOOD) == 403, "others are heard"
            clock.time += 3
            assert await tried(thief, "Anna", GOOD) == 403

    asyncio.run(guess())


def test_nobody_waits_for_many_passwords_of_one_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are worked out one after the other: four of his are in front of others, not sixty."""
    go_on, really = threading.Event(), signing._way

    def slowly(password: str, how: signing.How) -> str:
        go_on.wait(60)
        return really(password, how)

    monkeypatch.setattr(signing, "_way", slowly)

    async def guess() -> None:
        async with guarded(tmp_path, monkeypatch, accounts=True, rate=1000) as (_, come):
            thief, owner = come(), come("198.51.100.8")
            asked = [asyncio.create_task(tried(thief, f"Nobody {n}", GOOD)) for n in range(9)]
            done: set[asyncio.Task[int]] = set()
            while len(done) < 5:
                done, _ = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
                await asyncio.sleep(0.01)
            assert [task.result() for task in done] == [429] * 5
            hers = asyncio.create_task(tried(owner, "Anna", GOOD))
            go_on.set()
            assert await hers == 403
            assert Counter(await asyncio.gather(*asked)) == {403: 4, 429: 5}

    asyncio.run(guess())


def test_games_begun_as_rematches_are_counted(tmp_path: Path) -> None:
    async def begin(visitor: httpx.AsyncClient, _: Guard) -> None:
        id, told = (await visitor.post("/matches", json={"game": "skirmish"})).json()["id"], 201
        begun = 1
        while told == 201 and begun < 30:
            up = {"side": "blue", "order": "concede", "seq": 0}
            assert (await visitor.post(f"/matches/{id}/orders", json=up)).is_success
            again = await visitor.post(f"/matches/{id}/rematch", json={"side": "blue"})
            told, id = again.status_code, again.json().get("id", "")
            begun += told == 201
        assert (begun, told) == (limits.OFTEN["begin"][0], 429)

    visit(tmp_path, begin)


@pytest.mark.parametrize("what", ["links", "free"])
def test_links_are_not_made_without_end(tmp_path: Path, what: str) -> None:
    async def make(visitor: httpx.AsyncClient, _: Guard) -> None:
        asked = {"game": "skirmish", "players": {"red": "link"}}
        id = (await visitor.post("/matches", json=asked)).json()["id"]
        path, body = f"/matches/{id}/{what}", {"side": "red"}
        told = [(await visitor.post(path, json=body)).status_code for _ in range(40)]
        assert Counter(told) == {201: limits.OFTEN["link"][0], 429: 10}

    visit(tmp_path, make)


def test_a_letter_asks_a_stranger_twice_at_the_most(tmp_path: Path, office: Office) -> None:
    async def pester() -> None:
        async with place(tmp_path) as here:
            await here.begin()
            for _ in range(4):
                await here.one.post("/me/mail", json={"address": HER})
                await here.one.post("/me/mail", json={"address": ""})
            assert len(office.letters) == limits.OFTEN["letter"][0] == 2

    asyncio.run(pester())


def test_who_asks_for_much_that_takes_long_waits_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    enough = asyncio.Event()

    async def slow(*_: Any) -> hints.Hint:
        await enough.wait()
        return hints.Hint("random", "press", [], [], None)

    monkeypatch.setattr(hints, "ask", slow)

    async def ask(visitor: httpx.AsyncClient, guard: Guard) -> None:
        id = (await visitor.post("/matches", json={"game": "skirmish"})).json()["id"]
        path = f"/matches/{id}/hint?side=blue"
        asked = [asyncio.create_task(visitor.get(path)) for _ in range(limits.WORK)]
        while guard.limits._work.get("192.0.2.1", 0) < limits.WORK:
            await asyncio.sleep(0.01)
        refused = await visitor.get(path)
        assert refused.status_code == 429 and "not done yet" in refused.json()["detail"]
        assert (await visitor.get(f"/matches/{id}?side=blue")).status_code == 200
        enough.set()
        assert {answer.status_code for answer in await asyncio.gather(*asked)} == {200}
        assert (await visitor.get(path)).status_code == 200 and not guard.limits._work

    visit(tmp_path, ask)


def test_no_game_waits_for_a_file_that_somebody_sends(tmp_path: Path) -> None:
    """They are read by a worker who does nothing else."""

    async def send(here: Place) -> None:
        read = {crew: list(crew.workers) for crew in (here.rooms.readers, here.rooms.thinkers)}
        record = {"record": "nonsense"}
        assert (await here.one.post("/matches", json=record)).status_code == 400
        assert len(here.rooms.strangers.workers) == 1
        assert all(crew.workers == before for crew, before in read.items())

    async def run() -> None:
        async with place(tmp_path) as here:
            await send(here)

    asyncio.run(run())
