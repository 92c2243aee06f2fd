"""Clocks: the time is what the test says it is."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from kursk.core.match import Start
from kursk.server.clock import DAY, Terms, Times, rest, thought
from kursk.server.reading import Begun
from kursk.server.room import Room
from kursk.server.rooms import LINK, Rooms
from kursk.server.seats import HUMAN, invite, sit
from kursk.server.store import Store, hashed

TWO = {"blue": HUMAN, "red": HUMAN}
BANK = Terms("bank", 600)


class Hour:
    """A clock that stands until it is set."""

    def __init__(self) -> None:
        self.time = 1_000_000.0

    def __call__(self) -> float:
        return self.time


Play = Callable[[Rooms, Room, Hour], Awaitable[Any]]


def played(url: str, terms: Terms, play: Play, players: dict[str, str] = TWO) -> None:
    async def run() -> None:
        hour = Hour()
        rooms = Rooms(Store(url), hour)
        id = await rooms.begin(Begun("skirmish", Start("meeting"), []), players, "me", "", terms)
        room = await rooms.room(id)
        assert room
        await play(rooms, room, hour)
        rooms.close()
        await rooms.store.close()

    asyncio.run(run())


def test_each_side_pays_for_its_own_decisions() -> None:
    times = thought(100, [("blue", 130), ("red", 150), ("dice", 150), ("blue", 160)], "blue")
    assert times.spent == {"blue": 40, "red": 20}
    assert times.left(BANK, "blue") == 560
    assert times.due(BANK, "blue") == 160 + 560
    assert thought(0, [("blue", 130)], "red").due(BANK, "red") == 0, "nobody has come yet"


def test_days_begin_anew_when_the_decision_passes() -> None:
    days = Terms("days", 2 * DAY)
    times = thought(100, [("blue", 500), ("blue", 900)], "blue")
    assert times.due(days, "blue") == 100 + 2 * DAY
    assert times.after("blue", 1000, "red").due(days, "red") == 1000 + 2 * DAY
    assert times.due(days, "blue", leave=10 * DAY) == 10 * DAY
    assert Times().due(Terms(), "blue") == 0


def test_a_clock_waits_until_everybody_has_come(url: str) -> None:
    async def play(rooms: Rooms, room: Room, hour: Hour) -> None:
        assert room.due == 0 and room.times.begun == 0
        key = await rooms.store.do(invite, room.id, "red", 1)
        hour.time += 5000
        await rooms.store.do(sit, key, hashed("you"), "", int(hour()))
        await room.seat()
        assert room.due == hour() + 600

    played(url, BANK, play, {"blue": HUMAN, "red": LINK})


def test_who_has_no_time_left_has_lost_where_that_was_agreed(url: str) -> None:
    async def play(rooms: Rooms, room: Room, hour: Hour) -> None:
        hour.time += 599
        await rooms.call_time()
        assert not room.match.over
        await room.play("blue", "press", 0, None)
        assert room.due == hour() + 600
        hour.time += 601
        await rooms.call_time()
        assert room.match.over and "Blue" in room.match.result
        await rooms.call_time()
        assert room.seq == 2

    played(url, Terms("bank", 600, "lost"), play)


def test_or_a_bot_decides_until_the_decision_passes(url: str) -> None:
    async def play(rooms: Rooms, room: Room, hour: Hour) -> None:
        hour.time += DAY + 1
        assert room.bot
        await rooms.call_time()
        while room.seq < 1:
            await asyncio.sleep(0.01)
        assert room.match.actor == "red" and not room.bot, "red has his own day"
        await room.play("red", "hold", 1, None)

    played(url, Terms("days", DAY), play)


def test_a_server_started_anew_knows_the_clocks(url: str) -> None:
    async def play(rooms: Rooms, room: Room, hour: Hour) -> None:
        hour.time += 100
        await room.play("blue", "press", 0, None)
        hour.time += 50
        again = Rooms(Store(url), hour)
        there = await again.room(room.id)
        assert there and there.times == room.times and there.due == room.due
        hour.time += 1000
        await again.call_time()  # in the store, too
        while there.seq < 2:
            await asyncio.sleep(0.01)
        again.close()
        await again.store.close()

    played(url, BANK, play)


def test_holidays_are_thirty_days(url: str) -> None:
    async def play(rooms: Rooms, room: Room, hour: Hour) -> None:
        for days, granted in ((14, True), (14, True), (3, False), (2, True)):
            done = await rooms.store.do(rest, room.id, "blue", days, int(hour()))
            assert done == granted
        await room.seat()
        assert room.due == hour() + 2 * DAY

    played(url, Terms("days", DAY), play)
