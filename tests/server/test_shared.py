"""Several servers on one database: each hears what the others do, and one sees to each thing."""

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from bench.postgres import Postgres
from kursk.core.match import Start
from kursk.server import rooms as rooms_module
from kursk.server import talk, wire
from kursk.server.clock import Terms
from kursk.server.reading import Begun
from kursk.server.ready import make_ready
from kursk.server.rematch import _again, _new
from kursk.server.room import Event, Room, Stir
from kursk.server.rooms import LINK, Rooms
from kursk.server.seats import HUMAN, invite, sit
from kursk.server.store import Store, hashed
from kursk.server.tables import links, matches
from tests.server.conftest import Server

TWO = {"blue": HUMAN, "red": HUMAN}
BOT = {"blue": "random", "red": HUMAN}
SKIRMISH = Begun("skirmish", Start("meeting"), [])


@asynccontextmanager
async def serving(url: str, thinkers: int = 1) -> AsyncIterator[Rooms]:
    """A server that has begun to hear the others."""
    rooms = Rooms(Store(url), thinkers=thinkers)
    ready = asyncio.Event()
    really = rooms.hear_all

    async def hear_all() -> None:
        await really()
        ready.set()

    # mypy cannot know: a server that hears with half an ear
    rooms.hear_all = hear_all  # type: ignore[method-assign]
    hears = asyncio.create_task(rooms.listen())
    try:
        await ready.wait()
        yield rooms
    finally:
        hears.cancel()
        await asyncio.gather(hears, return_exceptions=True)
        rooms.close()
        await rooms.store.close()


async def begun(rooms: Rooms, players: dict[str, str] = TWO, terms: Terms | None = None) -> Room:
    id = await rooms.begin(SKIRMISH, players, "me", "Anna", terms or Terms())
    return await found(rooms, id)


async def found(rooms: Rooms, id: str) -> Room:
    room = await rooms.room(id)
    assert room
    return room


async def until(true: Callable[[], object]) -> None:
    while not true():
        await asyncio.sleep(0.01)


def pair(url: str, play: Callable[[Rooms, Rooms], Any], thinkers: tuple[int, int] = (1, 1)) -> None:
    async def run() -> None:
        async with serving(url, thinkers[0]) as one, serving(url, thinkers[1]) as two:
            await asyncio.wait_for(play(one, two), 60)

    asyncio.run(run())


# -- hearing of each other ---------------------------------------------------------------------


def test_who_listens_at_another_server_hears_an_order(shared: str) -> None:
    async def play(one: Rooms, two: Rooms) -> None:
        here = await begun(one)
        there = await found(two, here.id)
        heard = there.events("red", 0)
        for seq, (side, order) in enumerate((("blue", "press"), ("red", "hold"))):
            await here.play(side, order, seq, None)
            told = await anext(heard)
            assert isinstance(told, Event) and (told.seq, told.actor) == (seq + 1, side)
        assert there.match.g == here.match.g and there.times == here.times
        await heard.aclose()

    pair(shared, play)


def test_a_room_that_is_just_being_opened_misses_nothing(
    shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(one: Rooms, two: Rooms) -> None:
        here = await begun(one)
        really, asked = two.store.orders, asyncio.Event()

        async def slow(id: str, after: int = 0) -> Any:
            rows = await really(id, after)
            if not asked.is_set():
                asked.set()
                await until(lambda: two._hearing)  # news comes before the room is there
            return rows

        monkeypatch.setattr(two.store, "orders", slow)
        opening = asyncio.create_task(found(two, here.id))
        await asked.wait()
        await here.play("blue", "press", 0, None)
        there = await opening
        await until(lambda: there.seq == 1)

    pair(shared, play)


def test_who_sits_down_what_is_said_and_who_is_there(shared: str) -> None:
    async def play(one: Rooms, two: Rooms) -> None:
        here = await begun(one, {"blue": HUMAN, "red": LINK}, Terms("bank", 600))
        there = await found(two, here.id)
        heard = there.events("blue", 0)
        first = asyncio.create_task(anext(heard))
        key = await one.store.do(invite, here.id, "red", 1)
        await one.store.do(sit, key, hashed("you"), "Marta", 1)
        await here.seat()
        assert await first == Stir("people")
        await until(lambda: there.sides(hashed("you")) == ("red",) and there.due == here.due)
        assert here.due
        await here.saw(hashed("you"))
        await until(lambda: there.presence.there(hashed("you")))
        await here.stir("talk")
        while await anext(heard) != Stir("talk"):
            pass
        await heard.aclose()

    pair(shared, play)


def test_a_server_that_opens_a_room_is_told_who_is_there(shared: str) -> None:
    async def play(one: Rooms, two: Rooms) -> None:
        here = await begun(one)
        here.presence.listens(hashed("me"), 1)
        there = await found(two, here.id)
        await until(lambda: there.presence.there(hashed("me")))
        assert not here.presence.seen_elsewhere(hashed("me")), "he was there all the time"

    pair(shared, play)


def test_a_match_that_is_deleted_is_shut_everywhere(shared: str) -> None:
    async def play(one: Rooms, two: Rooms) -> None:
        here = await begun(one)
        there = await found(two, here.id)
        heard = there.events("blue", 0)
        told = asyncio.create_task(anext(heard))
        await here.tell(rooms_module.GONE)
        assert await told == Stir("people")
        assert here.id not in two.open and not there.admits(hashed("me"))
        await heard.aclose()

    pair(shared, play)


def test_many_messages_at_once_are_not_too_long(shared: str) -> None:
    async def play(one: Rooms, two: Rooms) -> None:
        told: list[str] = []

        async def heard(id: str, what: str, more: Any) -> None:
            told.append(id)

        # mypy cannot know: a shared store has a wire
        listening = asyncio.create_task(Store(shared).wire.listen(heard, two.hear_all))  # type: ignore[union-attr]
        await asyncio.sleep(0)
        ids = [f"{n:022}" for n in range(2000)]
        while not told:
            await one.store.tell([(id, "seen", ["x" * 64]) for id in ids])
            await asyncio.sleep(0.05)
        await until(lambda: set(ids) <= set(told))
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)

    pair(shared, play)


# -- at the same time --------------------------------------------------------------------------


def test_servers_that_do_the_same_at_once(shared: str) -> None:
    async def play(one: Rooms, two: Rooms) -> None:
        here = await begun(one)
        there = await found(two, here.id)
        words = [
            rooms.store.do(talk._add, here.id, "blue", f"{n}", "", 1)
            for n in range(20)
            for rooms in (one, two)
        ]
        assert all(await asyncio.gather(*words))
        both = await asyncio.gather(
            one.store.do(_again, here.id, *_new(one, here, "")),
            two.store.do(_again, here.id, *_new(two, there, "")),
        )
        assert both[0] == both[1], "one rematch, not two"

    pair(shared, play)


def test_of_links_that_are_made_at_once_one_is_good(shared: str) -> None:
    async def play(one: Rooms, two: Rooms) -> None:
        room = await begun(one, {"blue": HUMAN, "red": LINK})
        for _ in range(10):
            stores = (one.store, two.store) * 2
            keys = await asyncio.gather(*(each.do(invite, room.id, "red", 1) for each in stores))
            rows = await one.store.do(lambda link: link.execute(select(links)).all())
            assert [row.hash in map(hashed, keys) for row in rows if not row.gone] == [True]

    pair(shared, play)


def test_servers_that_start_together_make_one_store(postgres: Postgres) -> None:
    url = postgres.database()
    with ThreadPoolExecutor(3) as three:
        list(three.map(make_ready, [url] * 3))


# -- one sees to it ----------------------------------------------------------------------------


def test_a_bot_thinks_in_one_server_and_goes_on_in_another_when_that_ends(shared: str) -> None:
    async def play(one: Rooms, two: Rooms) -> None:
        never = asyncio.Event()
        asked: list[Rooms] = []

        async def slow(*_: Any, key: str = "") -> Any:
            asked.append(one)
            await never.wait()

        # mypy cannot know: a bot that is slow
        one.thinkers.do = slow  # type: ignore[assignment]
        here = await begun(one, BOT)
        await until(lambda: asked)
        there = await found(two, here.id)
        await two.call_time()
        await until(lambda: there.thinking is None or there.thinking.done())
        assert there.seq == 0, "it is seen to"
        assert one.store._claims
        await asyncio.to_thread(one.store._claims.close)  # as when its process ends
        while not there.seq:
            await two.call_time()
            await asyncio.sleep(0.05)
        await until(lambda: here.seq == 1)

    pair(shared, play)


def test_bots_may_think_in_another_process(shared: str) -> None:
    async def play(one: Rooms, two: Rooms) -> None:
        here = await begun(one, {"blue": HUMAN, "red": "random"})
        assert here.match.actor == "blue" and here.id not in two.open
        await here.play("blue", "press", 0, None)
        await until(lambda: here.seq > 1)
        assert here.thinking is None and here.id in two.open
        for _ in range(6):  # it is there already, and must hear of every order
            await until(lambda: here.match.actor == "blue" and two.open[here.id].seq == here.seq)
            while here.match.actor == "blue" and not here.match.over:
                order = "end" if here.match.why_not("end") is None else here.match.orders("")[0]
                await here.play("blue", order, here.seq, None)

    pair(shared, play, (0, 1))


def test_a_game_that_begins_with_a_bot_elsewhere_is_found_by_it(shared: str) -> None:
    async def play(one: Rooms, two: Rooms) -> None:
        here = await begun(one, BOT)
        await one.call_time()
        assert here.thinking is None
        await two.call_time()
        await until(lambda: here.seq)

    pair(shared, play, (0, 1))


def test_a_clock_is_called_once(shared: str) -> None:
    async def play(one: Rooms, two: Rooms) -> None:
        here = await begun(one, TWO, Terms("bank", 600, "lost"))
        for rooms in (one, two):
            rooms.now = lambda: here.times.begun + 601.0
        here.now = one.now
        await asyncio.gather(one.call_time(), two.call_time())
        assert (await found(two, here.id)).match.over
        await until(lambda: here.match.over)
        assert here.seq == 1 and await one.store.do(due, here.id) == 0

    pair(shared, play)


def due(link: Any, id: str) -> Any:
    return link.scalar(matches.select().with_only_columns(matches.c.due).where(matches.c.id == id))


def test_a_server_that_is_started_lets_bots_go_on_though_nobody_looks(url: str) -> None:
    async def play() -> None:
        first = Rooms(Store(url))

        async def killed(*_: Any, key: str = "") -> Any:
            await asyncio.Event().wait()

        # mypy cannot know: a bot whose server dies
        first.thinkers.do = killed  # type: ignore[assignment]
        id = await first.begin(SKIRMISH, BOT, "me")
        first.close()
        await first.store.close()
        second = Rooms(Store(url))
        await second.call_time()
        await until(lambda: id in second.open and second.open[id].seq)
        # mypy cannot know: it was woken
        await until(lambda: second.open[id].thinking.done())  # type: ignore[union-attr]
        assert await second.store.do(due, id) == 0
        second.close()
        await second.store.close()

    asyncio.run(asyncio.wait_for(play(), 60))


# -- a database that goes away -----------------------------------------------------------------


def test_a_database_that_is_killed_and_comes_back(
    postgres: Postgres, shared: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def play(one: Rooms, two: Rooms) -> None:
        here = await begun(one, {"blue": HUMAN, "red": "random"})
        there = await found(two, here.id)
        await asyncio.to_thread(postgres.kill)
        with pytest.raises(Exception, match="connect|terminat|closed"):
            await here.play("blue", "press", 0, "1")
        assert here.seq == 0
        await until(lambda: caplog.text.count("the database does not answer") == 2)
        await asyncio.to_thread(postgres.start)
        await here.play("blue", "press", 0, "1")
        await until(lambda: here.seq > 1 and there.seq == here.seq)

    pair(shared, play)


def test_messages_that_are_not_ours_are_passed_over(shared: str) -> None:
    async def play(one: Rooms, two: Rooms) -> None:
        here = await begun(one)
        there = await found(two, here.id)
        for payload in ("nonsense", "[]", '["x",[["a"]]]', ""):
            about = {"channel": wire.CHANNEL, "payload": payload}
            await one.store.do(lambda link, about=about: link.execute(wire._notify, about) and None)
        await here.play("blue", "press", 0, None)
        await until(lambda: there.seq == 1)

    pair(shared, play)


def test_a_server_says_so_while_its_database_is_away(postgres: Postgres, tmp_path: Path) -> None:
    server = Server(tmp_path, database=postgres.database())
    server.start()
    with httpx.Client(base_url=f"{server.url}/api", timeout=120) as visitor:
        id = visitor.post("/matches", json={"game": "skirmish"}).json()["id"]
        press = {"order": "press", "side": "blue", "seq": 0, "client": "1"}
        postgres.kill()
        told = visitor.post(f"/matches/{id}/orders", json=press)
        assert told.status_code == 503 and "cannot be reached just now" in told.json()["detail"]
        assert visitor.get(f"/matches/{id}").json()["seq"] == 0, "what is in memory can be seen"
        postgres.start()
        assert visitor.post(f"/matches/{id}/orders", json=press).json()["seq"] == 1
    server.kill()
    assert "Traceback" not in server.said() and "the database does not answer" in server.said()
