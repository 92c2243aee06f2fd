"""What a side answers once for all: kept with its seat, given by itself, stopped at will."""

from typing import Any

import httpx

from tests.server.conftest import Server
from tests.server.test_api import begin, give, scene
from tests.web.situations import opening

FIRST, SECOND = "attack 4117 with 2pz", "attack 2412 with 167"


def once(
    visitor: httpx.Client, id: str, side: str, kind: str, answer: str, turn: bool = False
) -> httpx.Response:
    body = {"side": side, "kind": kind, "answer": answer, "turn": turn}
    return visitor.put(f"/matches/{id}/standing", json=body)


def attacked(visitor: httpx.Client) -> str:
    """5 July: 2nd Panzer attacks 4117, and the Soviet is asked about a conversion."""
    id = begin(visitor, game="", record=opening())
    give(visitor, id, "german", FIRST)
    return id


def told(visitor: httpx.Client, id: str) -> list[str]:
    log: list[dict[str, Any]] = visitor.get(f"/matches/{id}/log", params={"side": "german"}).json()
    return [event["order"] for event in log]


def test_what_is_asked_may_be_answered_once_for_all(visitor: httpx.Client) -> None:
    id = attacked(visitor)
    now = scene(visitor, id, "soviet")
    assert now["deciding"] and now["kind"] == "Conversion"
    assert now["once"] == {"convert": "convert", "pass": "pass", "staff": ""}
    assert once(visitor, id, "soviet", "Conversion", "pass").status_code == 204
    assert told(visitor, id)[-1] == "pass"  # what waited is answered, by an order like any other
    assert scene(visitor, id, "soviet")["standing"] == [
        {"kind": "Conversion", "answer": "pass", "turn": 0}
    ]
    after = scene(visitor, id, "german")
    assert after["kind"] == "Luftwaffe" and after["standing"] == []  # the other side is not told


def test_it_is_given_by_itself_until_it_is_stopped(visitor: httpx.Client) -> None:
    for stop in (False, True):
        id = attacked(visitor)
        once(visitor, id, "soviet", "Conversion", "pass", turn=True)
        once(visitor, id, "german", "Luftwaffe", "pass")
        assert any(order.startswith("roll ") for order in told(visitor, id))
        if stop:
            assert once(visitor, id, "soviet", "Conversion", "").status_code == 204
            assert scene(visitor, id, "soviet")["standing"] == []
        settle(visitor, id)
        give(visitor, id, "german", SECOND)
        assert scene(visitor, id, "soviet")["deciding"] == stop


def settle(visitor: httpx.Client, id: str) -> None:
    """Whatever the first battle still asks."""
    while (now := scene(visitor, id, "german"))["where"][-1][0] != "Combat":
        side = now["view"]["actor"]
        give(visitor, id, side, scene(visitor, id, side)["choices"][-1])


def test_the_staff_answers_as_the_bot_would(visitor: httpx.Client) -> None:
    id = attacked(visitor)
    before = scene(visitor, id, "soviet")["seq"]
    assert once(visitor, id, "soviet", "Conversion", "staff").status_code == 204
    while (now := scene(visitor, id, "soviet"))["seq"] == before:
        assert not now["deciding"]  # it thinks
    assert told(visitor, id)[before] in ("convert", "pass")


def test_only_what_is_asked_can_be_answered(visitor: httpx.Client, friend: httpx.Client) -> None:
    id = attacked(visitor)
    assert "no answer once for all" in once(visitor, id, "soviet", "Conversion", "run").text
    assert "is not what" in once(visitor, id, "soviet", "Advance", "all advance").text
    assert "is not what" in once(visitor, id, "german", "Conversion", "pass").text
    assert once(friend, id, "soviet", "Conversion", "pass").status_code == 403
    assert scene(visitor, id, "soviet")["deciding"]


def test_it_outlives_the_server(visitor: httpx.Client, server: Server) -> None:
    id = attacked(visitor)
    once(visitor, id, "soviet", "Conversion", "pass")
    server.kill()
    server.start()
    assert [each["kind"] for each in scene(visitor, id, "soviet")["standing"]] == ["Conversion"]
