"""Who asks too often waits, and nobody else does."""

import asyncio
from pathlib import Path

import httpx
import pytest

from kursk.server import limits
from kursk.server.app import Hosting, create_app
from kursk.server.limits import Limits, address, again


class Clock:
    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_a_bucket_fills_again_with_time(clock: Clock) -> None:
    here = Limits(2, clock)
    assert [here.wait("ask", "a") for _ in range(30)] == [0] * 30
    assert here.wait("ask", "a") == 1 and here.wait("ask", "b") == 0
    clock.time += 0.5
    assert here.wait("ask", "a") == 0 and here.wait("ask", "a") == 1
    clock.time += 1_000_000
    assert [here.wait("ask", "a") for _ in range(31)] == [0] * 30 + [1], "never more than full"


def test_who_waits_as_long_as_he_is_told_is_let_in(clock: Clock) -> None:
    here = Limits(1, clock)
    for what in limits.OFTEN:
        while not (seconds := here.wait(what, "a")):
            pass
        clock.time += seconds
        assert here.wait(what, "a") == 0, what


def test_at_home_nothing_is_counted_but_what_may_be_guessed(clock: Clock) -> None:
    here = Limits(0, clock)
    assert not any(here.wait(what, "a") for what in ("ask", "begin", "upload", "link") * 100)
    assert any(here.wait("sign in", "a") for _ in range(10))


def test_no_more_is_remembered_than_there_is_room_for(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "BUCKETS", 10)
    here = Limits(1, clock)
    for number in range(100):
        here.wait("ask", str(number))
    assert len(here._buckets) == 10


def test_streams_are_counted_until_they_end(clock: Clock) -> None:
    here = Limits(1, clock)
    for _ in range(limits.STREAMS):
        assert here.may_listen("a")
        here.listens("a", 1)
    assert not here.may_listen("a") and here.may_listen("b")
    here.listens("a", -1)
    assert here.may_listen("a")
    assert Limits(0).may_listen("a")


@pytest.mark.parametrize(
    ("told", "found"),
    [("192.0.2.7", "192.0.2.7"), ("2001:db8:1:2:3:4:5:6", "2001:0db8:0001:0002"),
     ("2001:db8:1:2::9", "2001:0db8:0001:0002"), ("somewhere", "somewhere"),
     ("::ffff:192.0.2.7", "192.0.2.7")],
)  # fmt: skip
def test_a_household_is_one_address(told: str, found: str) -> None:
    assert address({"client": (told, 1)}) == found
    assert address({"client": None}) == ""


def test_a_wait_in_words() -> None:
    assert again(1) == "Try again in 1 seconds." and again(3540) == "Try again in 59 minutes."


# -- over HTTP ---------------------------------------------------------------------------------


async def asked(folder: Path, work: str) -> list[httpx.Response]:
    """What a visitor is answered who does something again and again, and then another one."""
    guard = create_app(f"sqlite:///{folder / 'kursk.db'}", hosting=Hosting(rate=1))
    guard.limits.now = Clock()
    answers = []
    for place in ("192.0.2.1", "192.0.2.2"):
        carried = httpx.ASGITransport(guard, client=(place, 1))
        async with httpx.AsyncClient(transport=carried, base_url="http://localhost/api") as visitor:
            for number in range(40 if place.endswith("1") else 1):
                guard.limits.wait("ask", "")  # others, who have nothing to do with it
                if work != "ask":
                    guard.limits._buckets.pop(("ask", place), None)
                body = {"game": "skirmish"} if work == "begin" else {"link": f"x{number}"}
                path = "/matches" if work == "begin" else "/links/look"
                answers.append(
                    await (
                        visitor.get("/games") if work == "ask" else visitor.post(path, json=body)
                    )
                )
    assert guard.rooms
    guard.rooms.close()
    await guard.rooms.store.close()
    return answers


@pytest.mark.parametrize(("work", "often"), [("ask", 15), ("begin", 20), ("link", 30)])
def test_who_asks_too_often_is_told_how_long_to_wait(tmp_path: Path, work: str, often: int) -> None:
    *first, other = asyncio.run(asked(tmp_path, work))
    assert all(answer.status_code != 429 for answer in first[:often])
    assert [answer.status_code for answer in first[often:]] == [429] * (40 - often)
    assert int(first[-1].headers["retry-after"]) > 0
    assert "Try again in" in first[-1].json()["detail"]
    assert other.status_code != 429


def test_a_visitor_has_so_many_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kursk.server.api.GAMES", 2)

    async def begin() -> list[int]:
        guard = create_app(f"sqlite:///{tmp_path / 'kursk.db'}", hosting=Hosting(rate=20))
        carried, told = httpx.ASGITransport(guard), []
        async with httpx.AsyncClient(transport=carried, base_url="http://localhost/api") as visitor:
            for _ in range(3):
                told.append(await visitor.post("/matches", json={"game": "skirmish"}))
            assert "delete some" in told[-1].json()["detail"]
            id = told[0].json()["id"]
            assert (await visitor.post(f"/matches/{id}/leave", json={})).is_success
            told.append(await visitor.post("/matches", json={"game": "skirmish"}))
        assert guard.rooms
        guard.rooms.close()
        await guard.rooms.store.close()
        return [answer.status_code for answer in told]

    assert asyncio.run(begin()) == [201, 201, 403, 201]
