"""Clocks: the time is what the test says it is."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from kursk import library
from kursk.core.match import Start
from kursk.server.clock import DAY, Terms, Times, rest, thought
from kursk.server.reading import Begun
from kursk.server.ready import make_ready
from kursk.server.room import Room
from kursk.server.rooms import LINK, Rooms
from kursk.server.seats import HUMAN, invite, reseat, sit
from kursk.server.store import Store, hashed
from tests.server.test_letters import Place, place

TWO = {"blue": HUMAN, "red": HUMAN}
MEETING = Begun("skirmish", Start("meeting"), [])
BANK = Terms("bank", 600)


class Hour:
    """A clock that stands until it is set."""

    def __init__(self) -> None:
        self.time = 1_000_000.0

    def __call__(self) -> float:
        return self.time


Play = Callable[[Rooms, Room, Hour], Awaitable[Any]]


def played(
    url: str, terms: Terms, play: Play, players: dict[str, str] = TWO,
    begun: Begun = MEETING,
) -> None:  # fmt: skip
    async def run() -> None:
        hour = Hour()
        rooms = Rooms(Store(url), hour)
        id = await rooms.begin(begun, players, "me", "", terms)
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


def test_who_gives_the_decision_away_and_takes_it_back_gains_no_days() -> None:
    days = Terms("days", 2 * DAY)
    late = 2 * DAY + 99
    times = thought(100, [("blue", late)], "red")
    assert times.due(days, "red") == late + 2 * DAY
    assert times.after("blue", late + 1, "blue").due(days, "blue") == 100 + 2 * DAY
    assert thought(100, [("blue", late), ("blue", late + 1)], "blue").due(days, "blue") == (
        100 + 2 * DAY
    ), "and so it is told by the log"


def test_who_lets_orders_be_taken_back_has_thought_with_his_own_time(url: str) -> None:
    """Blue asks; red, whose clock runs, lets ten minutes pass before he allows it."""

    async def play(rooms: Rooms, room: Room, hour: Hour) -> None:
        await room.play("blue", "press", 0, None)
        hour.time += 599
        await room.go_back(1, 1)
        assert room.match.actor == "blue" and room.due == hour() + 600
        assert room.times.left(room.terms, "red") == 1
        again = Rooms(Store(url), hour)
        there = await again.room(room.id)
        assert there and there.due == room.due
        again.close()
        await again.store.close()

    played(url, BANK, play)


def test_no_clock_stands_because_somebody_gets_up(url: str) -> None:
    async def play(rooms: Rooms, room: Room, hour: Hour) -> None:
        due = room.due
        await rooms.store.do(reseat, room.id, "blue", HUMAN, "", int(hour()))
        await room.seat()
        assert room.sitting.seats["blue"].waits and room.due == due
        hour.time += 600
        await rooms.call_time()
        assert room.match.over and "Red" in room.match.result

    played(url, Terms("bank", 600, "lost"), play)


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


@pytest.mark.parametrize("title", library.titles())
def test_that_is_so_in_every_game(title: str, tmp_path: Path) -> None:
    """Also where its rules do not say how a side gives up."""
    game, url = library.game(title), f"sqlite:///{tmp_path / 'kursk.db'}"
    make_ready(url)

    async def play(rooms: Rooms, room: Room, hour: Hour) -> None:
        loser = room.match.actor
        hour.time += 600
        await rooms.call_time()
        assert room.match.over
        assert game.winner(room.match.g) in set(game.sides) - {loser}

    begun = Begun(title, Start(next(iter(game.scenarios))), [])
    played(url, Terms("bank", 600, "lost"), play, dict.fromkeys(game.sides, HUMAN), begun)


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
        assert room.due == hour() + 30 * DAY, "who stays away longer loses no day"
        hour.time += 30 * DAY - 1
        await rooms.call_time()
        assert room.seq == 0 and not room.bot
        hour.time += 1
        await rooms.call_time()
        while room.seq < 1:
            await asyncio.sleep(0.01)

    played(url, Terms("days", DAY), play)


def test_days_of_holiday_that_are_over_are_not_counted_again(url: str) -> None:
    async def play(rooms: Rooms, room: Room, hour: Hour) -> None:
        assert await rooms.store.do(rest, room.id, "blue", 1, int(hour()))
        hour.time += 5 * DAY
        assert await rooms.store.do(rest, room.id, "blue", 1, int(hour()))
        await room.seat()
        assert room.due == hour() + DAY

    played(url, Terms("days", DAY), play)


# -- as people ask for it ----------------------------------------------------------------------


async def agreed(here: Place, **terms: Any) -> Room:
    """A match of two by these terms."""
    players = {"blue": "human", "red": "link"}
    body = {"game": "skirmish", "players": players, "terms": terms}
    told = (await here.one.post("/matches", json=body)).json()
    await here.other.post("/links/open", json={"link": told["links"]["red"]})
    room = await here.rooms.room(told["id"])
    assert room
    return room


def test_a_holiday_is_told_to_both_and_ends_with_the_seat(tmp_path: Path) -> None:
    async def rests(here: Place, room: Room, days: int) -> int:
        body = {"side": "blue", "days": days}
        return (await here.one.post(f"/matches/{room.id}/holiday", json=body)).status_code

    async def seen(here: Place, room: Room) -> list[int]:
        told = [await each.get(f"/matches/{room.id}/people") for each in (here.one, here.other)]
        return [each.json()["seats"][0]["leave"] for each in told]

    async def ask() -> None:
        async with place(tmp_path) as here:
            room = await agreed(here, clock="days", amount=DAY)
            assert await seen(here, room) == [0, 0]
            assert await rests(here, room, 7) == 200
            assert await seen(here, room) == [here.hour + 7 * DAY] * 2
            due = (await here.other.get(f"/matches/{room.id}/people")).json()["due"]
            assert due == here.hour + 7 * DAY
            for days in (0, 15):
                assert await rests(here, room, days) == 400
            assert (await rests(here, room, 14), await rests(here, room, 10)) == (200, 400)
            body = {"side": "blue", "player": "random"}
            assert (await here.one.post(f"/matches/{room.id}/hand", json=body)).is_success
            assert await seen(here, room) == [0, 0], "a computer is on no holiday"
            bank = await agreed(here, clock="bank", amount=600)
            assert await rests(here, bank, 7) == 400

    asyncio.run(ask())


def test_both_are_told_the_terms_and_what_is_left_of_the_time(tmp_path: Path) -> None:
    async def ask() -> None:
        async with place(tmp_path) as here:
            room = await agreed(here, clock="bank", amount=600, out="lost", back="never")
            here.hour += 100
            body = {"side": "blue", "order": "press", "seq": 0}
            assert (await here.one.post(f"/matches/{room.id}/orders", json=body)).is_success
            for each in (here.one, here.other):
                told = (await each.get(f"/matches/{room.id}/people")).json()
                assert told["terms"] == {
                    "clock": "bank", "amount": 600, "out": "lost", "back": "never",
                }  # fmt: skip
                assert told["left"] == {"blue": 500, "red": 600}
                assert (told["now"], told["due"]) == (here.hour, here.hour + 600)
            asks = {"side": "blue", "seq": 1, "order": 1}
            told = await here.one.post(f"/matches/{room.id}/takeback", json=asks)
            assert told.status_code == 400, "that was agreed"

    asyncio.run(ask())


def test_the_clock_of_a_rematch_waits_for_who_did_not_ask_for_it(tmp_path: Path) -> None:
    async def ask() -> None:
        async with place(tmp_path) as here:
            room = await agreed(here, clock="bank", amount=600, out="lost")
            assert room.due == here.hour + 600
            await room.play("red", "concede", 0, None)
            asks = await here.one.post(f"/matches/{room.id}/rematch", json={"side": "blue"})
            again = await here.rooms.room(asks.json()["id"])
            assert again and not again.due and not again.sitting.seats["blue"].waits
            here.hour += 9999
            assert (await here.one.get(f"/matches/{again.id}?side=red")).is_success
            await here.rooms.call_time()
            assert not again.match.over and not again.due
            assert (await here.other.get(f"/matches/{again.id}?side=blue")).is_success
            assert again.due == here.hour + 600, "he has come"
            assert (await here.one.get(f"/matches/{again.id}?side=red")).is_success
            assert again.due == here.hour + 600

    asyncio.run(ask())


def test_terms_that_are_none_begin_no_game(tmp_path: Path) -> None:
    async def ask() -> None:
        async with place(tmp_path) as here:
            for terms in (
                {"clock": "bank", "amount": 59}, {"clock": "days"}, {"clock": "sand"},
                {"amount": -1}, {"clock": "days", "amount": 61 * DAY}, {"out": "draw"},
                {"back": "always"}, {"more": 1},
            ):  # fmt: skip
                told = await here.one.post("/matches", json={"game": "skirmish", "terms": terms})
                assert told.status_code == 400, terms
            assert (await here.one.get("/matches")).json() == []

    asyncio.run(ask())
