"""Rooms and the store behind them: together, apart, damaged, busy."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from sqlalchemy import insert, update
from sqlalchemy.exc import OperationalError

from kursk import library
from kursk.bots import Decided
from kursk.contract.wander import Wanderer
from kursk.core.flow import DICE, IllegalOrder
from kursk.core.match import Match, Start
from kursk.server import late, replay, room, rooms, tables
from kursk.server.reading import Begun, read
from kursk.server.room import STOP, Event, Room, Stir
from kursk.server.rooms import Lost, Rooms
from kursk.server.seats import HUMAN, seated
from kursk.server.store import Addition, Stale, Store, hashed

TWO = {"blue": HUMAN, "red": HUMAN}


@asynccontextmanager
async def serving(url: str) -> AsyncIterator[Rooms]:
    rooms = Rooms(Store(url))
    try:
        yield rooms
    finally:
        rooms.close()
        await rooms.store.close()


def skirmish(*orders: str, title: str = "skirmish") -> Begun:
    match = library.start(title)
    for order in orders:
        match.play(order)
    done = [(entry.actor, entry.order) for entry in match.log]
    return Begun(title, match.start, done)


async def opened(rooms: Rooms, begun: Begun, players: dict[str, str] = TWO) -> Room:
    found = await rooms.room(await rooms.begin(begun, players, "me"))
    assert found
    return found


async def again(url: str, id: str, look: Callable[[Room], Awaitable[Any]]) -> Any:
    """What a server that was started anew shows of a match."""
    async with serving(url) as rooms:
        found = await rooms.room(id)
        assert found
        return await look(found)


async def until(true: Callable[[], object]) -> None:
    while not true():
        await asyncio.sleep(0.01)


# -- two servers on one store ------------------------------------------------------------------


def test_what_another_server_stored_is_read_again_and_play_goes_on(url: str) -> None:
    async def play() -> None:
        async with serving(url) as one, serving(url) as two:
            here = await opened(one, skirmish())
            there = await two.room(here.id)
            assert there
            await here.play("blue", "press", 0, None)
            heard = there.events("red", 0)
            with pytest.raises(Stale):
                await there.play("blue", "hold", 0, None)
            told = await anext(heard)
            assert isinstance(told, Event) and told.seq == 1, "and whoever listens hears of it"
            assert there.seq == 1 and there.match.g == here.match.g
            await there.play("red", "hold", 1, None)
            await here.play("blue", "move b1 0302", 2, None)  # it has seen what came from there
            assert here.seq == 3 and here.match.log[1].order == "hold"
            await heard.aclose()

    asyncio.run(play())


def test_an_order_repeated_at_another_server_is_applied_once(url: str) -> None:
    async def play() -> None:
        async with serving(url) as one, serving(url) as two:
            here = await opened(one, skirmish())
            there = await two.room(here.id)
            assert there
            await here.play("blue", "press", 0, "tab-1")
            with pytest.raises(Stale):
                await there.play("blue", "press", 0, "tab-1")
            await there.play("blue", "press", 1, "tab-1")
            assert there.seq == 1

    asyncio.run(play())


def test_a_client_id_of_the_other_side_swallows_nothing(url: str) -> None:
    async def play() -> Room:
        async with serving(url) as rooms:
            room = await opened(rooms, skirmish())
            await room.play("blue", "press", 0, "1")
            await room.play("red", "hold", 1, "1")
            with pytest.raises(ValueError, match="given to another order"):
                await room.play("red", "press", 2, "1")
            return room

    assert asyncio.run(play()).seq == 2


# -- rooms that are in use ---------------------------------------------------------------------


def test_a_room_is_not_closed_while_somebody_listens_or_a_bot_thinks(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "OPEN", 1)

    async def play() -> None:
        async with serving(url) as rooms:
            listened = await opened(rooms, skirmish("press", "hold"))
            heard = listened.events("", 0)
            await anext(heard)
            thought = asyncio.Event()
            monkeypatch.setattr(rooms.thinkers, "do", lambda *about: thought.wait())
            thinking = await opened(rooms, skirmish(), {"blue": "random", "red": HUMAN})
            idle = await opened(rooms, skirmish())
            newest = await opened(rooms, skirmish())
            assert set(rooms.open) == {listened.id, thinking.id, newest.id}
            assert await rooms.room(listened.id) is listened
            await heard.aclose()
            assert not listened.in_use
            assert await rooms.room(idle.id) is not idle, "opened anew"
            assert listened.id not in rooms.open and thinking.id in rooms.open

    asyncio.run(play())


def test_who_begins_to_listen_while_the_server_stops_is_let_go_at_once(url: str) -> None:
    async def play() -> list[Event | Stir]:
        async with serving(url) as rooms:
            room = await opened(rooms, skirmish())
            await room.rouse(STOP)
            streams = room.events("red", 0), late.events(room, 0)
            return [await asyncio.wait_for(anext(told), 60) for told in streams]

    assert asyncio.run(play()) == [Stir(STOP), Stir(STOP)]


def test_many_who_come_at_once_share_one_room(url: str) -> None:
    async def play() -> None:
        async with serving(url) as rooms:
            id = await rooms.begin(skirmish(), TWO, "me")
            rooms.open.clear()
            found = await asyncio.gather(*(rooms.room(id) for _ in range(5)))
            assert len({*map(id_of, found)}) == 1

    def id_of(room: Room | None) -> int:
        return id(room)

    asyncio.run(play())


# -- bots ----------------------------------------------------------------------------------------

BOT = {"blue": "random", "red": HUMAN}


def test_a_bot_that_meets_an_error_is_logged_and_tries_again(
    url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(room, "PAUSE", 0.01)
    faults = [RuntimeError("killed"), RuntimeError("killed again")]

    async def play() -> Room:
        async with serving(url) as rooms:
            id = await rooms.begin(skirmish(), TWO, "me")
            found = await rooms.room(id)
            assert found
            really = rooms.thinkers.do

            async def killed(*about: Any, key: str = "") -> Any:
                if faults:
                    raise faults.pop()
                return await really(*about, key=key)

            monkeypatch.setattr(rooms.thinkers, "do", killed)
            found.sitting = seated(BOT)
            found.wake()
            await until(lambda: found.seq)
            return found

    with caplog.at_level(logging.ERROR):
        found = asyncio.run(play())
    assert found.match.log[0].actor == "blue"
    assert caplog.text.count(f"match {found.id}: random, again in") == 2
    assert "RuntimeError: killed again" in caplog.text


def test_a_bot_whose_order_cannot_be_stored_goes_on_when_it_can(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "PAUSE", 0.01)
    tries: list[Addition] = []

    async def play() -> None:
        async with serving(url) as rooms:
            found = await opened(rooms, skirmish())
            really = rooms.store.append

            async def full(added: Addition) -> None:
                tries.append(added)
                if len(tries) < 3:
                    raise OperationalError("INSERT", {}, Exception("database or disk is full"))
                await really(added)

            monkeypatch.setattr(rooms.store, "append", full)
            found.sitting = seated(BOT)
            found.wake()
            await until(lambda: found.seq)

    asyncio.run(play())
    assert len(tries) == 3


def test_whoever_looks_wakes_a_bot_that_waits_after_an_error(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "PAUSE", 3600.0)

    async def play() -> None:
        async with serving(url) as rooms:
            found = await opened(rooms, skirmish())
            tried: list[bool] = []

            async def fails(*about: Any, key: str = "") -> Decided:
                tried.append(True)
                if len(tried) == 1:
                    raise RuntimeError("no idea")
                return Decided("press", "")

            monkeypatch.setattr(rooms.thinkers, "do", fails)
            found.sitting = seated(BOT)
            found.wake()
            await until(lambda: tried and not found.looked.is_set())
            assert await rooms.room(found.id) is found
            await until(lambda: found.seq)

    asyncio.run(play())


# -- matches that come from elsewhere, or from before ------------------------------------------


def test_a_record_that_stops_before_a_die_opens_a_live_game(url: str) -> None:
    async def play() -> Room:
        async with serving(url) as rooms:
            return await opened(rooms, skirmish("press", "press"))

    room = asyncio.run(play())
    assert room.match.log[2].order.startswith("roll ") and room.match.actor in ("blue", "red")
    assert room.match.start.opened == 2, "the first two came with the record"
    assert asyncio.run(again(url, room.id, seen)) == (3, "")


async def seen(room: Room) -> tuple[int, str]:
    return room.seq, room.stopped


def test_what_newer_rules_refuse_is_shown_up_to_there_with_the_reason(url: str) -> None:
    async def play() -> Room:
        async with serving(url) as rooms:
            room = await opened(rooms, skirmish())
            await room.play("blue", "press", 0, None)
            await room.play("red", "hold", 1, None)
            await room.play("blue", "move b1 0302", 2, None)
            return room

    room = asyncio.run(play())
    change(url, update(tables.orders).where(tables.orders.c.seq == 3).values(order="march b1"))

    async def look(room: Room) -> None:
        assert room.seq == 2 and room.match.log[-1].order == "hold"
        assert room.stopped.startswith(
            "The game can be followed up to order 2. Order 3, “march b1”, cannot: "
        )
        with pytest.raises(ValueError, match="can be followed up to order 2"):
            await room.play("blue", "move b1 0302", 2, None)
        with pytest.raises(ValueError):
            await room.undo("blue", 2)
        assert not room.bot

    asyncio.run(again(url, room.id, look))


@pytest.mark.parametrize(
    "row", [("blue", "undo"), ("dice", "roll 7"), ("", ""), ("green", "concede"), ("blue", "move")]
)
def test_a_damaged_log_is_followed_as_far_as_it_goes(url: str, row: tuple[str, str]) -> None:
    async def play() -> Room:
        async with serving(url) as rooms:
            return await opened(rooms, skirmish())

    room = asyncio.run(play())
    actor, order = row
    change(url, insert(tables.orders).values(match=room.id, seq=1, actor=actor, order=order))
    seq, stopped = asyncio.run(again(url, room.id, seen))
    assert seq == 0 and "Order 1" in stopped and "\n" not in stopped


@pytest.mark.parametrize(
    ("column", "value", "says"),
    [
        ("game", "chess", "no game 'chess'"),
        ("start", '{"scenario": "gone"}', "no scenario 'gone'"),
        ("start", '{"position": "turn = "}', "Invalid value"),
        ("start", "{", "truncated"),
    ],
)
def test_a_match_that_cannot_be_begun_says_why(
    url: str, column: str, value: str, says: str
) -> None:
    async def play() -> Room:
        async with serving(url) as rooms:
            return await opened(rooms, skirmish())

    room = asyncio.run(play())
    change(url, update(tables.matches).values({column: value}))
    with pytest.raises(Lost, match=says):
        asyncio.run(again(url, room.id, seen))


def change(url: str, how: Any) -> None:
    """Somebody has been at the database."""
    there = Store(url)
    with there.engine.begin() as link:
        link.execute(how)
    there.engine.dispose()


# -- long games ----------------------------------------------------------------------------------


def wandered(title: str, seed: int, orders: int) -> Match:
    match, wanderer = library.start(title, secret="x"), Wanderer(seed)
    while not match.over and (len(match.log) < orders or match.actor == DICE or match.forced):
        if match.actor == DICE:
            match.roll()
        else:
            match.play(match.forced or wanderer.order(match))
    return match


@pytest.mark.parametrize("short", [0, 100], ids=["in a worker", "here"])
def test_a_game_played_again_stands_as_it_stood(
    url: str, monkeypatch: pytest.MonkeyPatch, short: int
) -> None:
    monkeypatch.setattr(replay, "SHORT", short)
    monkeypatch.setattr(replay, "APART", 10)
    match = wandered("skirmish", 3, 90)
    rows = [(entry.actor, entry.order) for entry in match.log]
    moments = [library.start("skirmish")]
    for actor, order in rows:
        moments.append(moments[-1].copy())
        moments[-1].play(order, by=actor)

    async def play() -> None:
        async with serving(url) as rooms:
            room = await opened(rooms, Begun("skirmish", Start(), rows))
            assert room.match.g == match.g and room.match.log == match.log
            assert room.match.undoable == match.undoable
            assert len(room.marks) > (3 if short else 0)
            for at in (0, 1, 40, 41, 39, len(rows) - 1, 20):
                then = await room.at(at)
                assert then.g == moments[at].g and then.log == moments[at].log

    asyncio.run(play())


def test_the_past_is_found_again_though_orders_were_taken_back(url: str) -> None:
    async def play() -> None:
        async with serving(url) as rooms:
            room = await opened(rooms, skirmish("press", "hold"))
            for order in ("move b1 0302", "move b2 0404"):
                await room.play("blue", order, room.seq, None)
            there = room.match.g
            await room.undo("blue", room.seq, 2)
            await room.play("blue", "move b2 0404", room.seq, None)
            for at in (4, 3, 6, 5, 2, 4):
                then = await room.at(at)
                orders = [entry.order for entry in then.log[2:]]
                assert orders == [
                    [], ["move b1 0302"], ["move b1 0302", "move b2 0404"], ["move b1 0302"], []
                ][at - 2]  # fmt: skip
            assert (await room.at(4)).g == there

    asyncio.run(play())


def test_what_could_be_taken_back_still_can_after_a_restart(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay, "SHORT", 0)

    async def play() -> Room:
        async with serving(url) as rooms:
            room = await opened(rooms, skirmish("press", "hold"))
            await room.play("blue", "move b1 0302", 2, None)
            await room.play("blue", "move b2 0404", 3, None)
            return room

    async def undo(room: Room) -> None:
        await room.undo("blue", 4, 2)
        assert room.seq == 6 and len(room.match.log) == 2

    asyncio.run(again(url, asyncio.run(play()).id, undo))


def test_seats_are_known_by_their_token(url: str) -> None:
    async def play() -> None:
        async with serving(url) as rooms:
            room = await opened(rooms, skirmish(), {"blue": HUMAN, "red": "random"})
            assert room.sides(hashed("me")) == ("blue",) and room.sides(hashed("you")) == ()

    asyncio.run(play())


def test_what_takes_too_long_to_read_is_given_up(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kursk.server.reading.PATIENCE", 0.0)

    async def play() -> None:
        async with serving(url) as rooms:
            with pytest.raises(ValueError, match="It could not be read: it took longer than 0 se"):
                await read(rooms.readers, "game = 'skirmish'", False)

    asyncio.run(play())


# -- one answer --------------------------------------------------------------------------------

OWED = """
game = "battle_for_kursk"
map = "blank"
turn = "2"
side = "german"
phase = "replacement"
set.points = { armour = -1 }
[units]
g48 = { at = "1013", marks = ["reduced"] }
r48 = { at = "2513" }
"""


def test_a_room_opened_on_a_question_with_one_answer_does_not_ask(url: str) -> None:
    match = library.set_up(OWED)
    assert match.forced == "reduce g48"

    async def play() -> Room:
        async with serving(url) as rooms:
            begun = Begun(match.game.title, match.start, [])
            return await opened(rooms, begun, {"german": HUMAN, "russian": HUMAN})

    room = asyncio.run(play())
    assert [entry and entry.order for entry in room.entries] == ["reduce g48"]
    assert room.match.forced is None

    async def seen(room: Room) -> int:
        return room.seq

    assert asyncio.run(again(url, room.id, seen)) == 1, "and it was stored"


# -- orders that are no orders -----------------------------------------------------------------


def test_the_word_undo_takes_nothing_back_of_the_other_side(url: str) -> None:
    async def play() -> None:
        async with serving(url) as rooms:
            found = await opened(rooms, skirmish("press", "press", "roll 1"))
            mover = found.match.actor
            other = "red" if mover == "blue" else "blue"
            await found.play(mover, found.match.orders(found.match.able()[0])[0], 3, None)
            for side in (other, mover):
                with pytest.raises(IllegalOrder):
                    await found.play(side, " undo", 4, None)
            assert found.seq == 4 and found.match.undoable == 1

    asyncio.run(play())


def test_orders_taken_back_by_consent_stay_in_the_log_and_replay(url: str) -> None:
    """Beyond a die, which falls as it fell; and as a server finds it that is started anew."""

    async def play() -> tuple[str, Any]:
        async with serving(url) as rooms:
            found = await opened(rooms, skirmish())
            await found.play("blue", "press", 0, None)
            first = found.match.g.copy()
            await found.play("red", "press", 1, None)  # and a die
            assert found.seq == 3 and not found.match.undoable
            die = found.match.log[2].order
            await found.go_back(3, 2)
            assert found.seq == 5 and found.match.g == first and len(found.match.log) == 1
            assert (await found.at(3)).log[2].order == die, "what was is still there"
            assert (await found.at(5)).g == first
            await found.play("red", "press", 5, None)
            assert found.match.log[2].order == die
            await found.go_back(found.seq, 3)
            assert not found.match.log and found.match.actor == "blue"
            with pytest.raises(ValueError):
                await found.go_back(found.seq, 1)
            await found.play("blue", "hold", found.seq, None)
            return found.id, found.match.g.facts()

    async def look(found: Room) -> Any:
        assert not found.stopped
        return found.match.g.facts()

    id, facts = asyncio.run(play())
    assert asyncio.run(again(url, id, look)) == facts


def test_a_server_beside_hears_of_what_was_taken_back(url: str) -> None:
    async def play() -> None:
        async with serving(url) as one, serving(url) as two:
            here = await opened(one, skirmish())
            there = await two.room(here.id)
            assert there
            await here.play("blue", "press", 0, None)
            await here.play("red", "press", 1, None)
            await here.go_back(here.seq, 3)
            with pytest.raises(Stale):
                await there.play("blue", "hold", 0, None)
            assert there.match.g == here.match.g and there.seq == here.seq

    asyncio.run(play())
