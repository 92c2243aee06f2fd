"""The short way of an order and the usual one lead to the same answer, whatever is sent."""

import json
from typing import Any

import httpx
import pytest

from kursk.server.api import ORDER
from tests.server.conftest import Server
from tests.server.test_api import begin, give, scene

USUAL = {"usual": "1"}  # asked by no page, and so the short way leads past it
OURS = {"x-request-id", "date"}  # differ from answer to answer


class Both:
    """Two matches of one visitor, asked the same by either way."""

    def __init__(self, visitor: httpx.Client) -> None:
        self.visitor, self.ids = visitor, (begin(visitor), begin(visitor))

    def post(self, body: Any, what: str = "orders", visitor: httpx.Client | None = None,
             **about: Any) -> httpx.Response:  # fmt: skip
        """What both answered."""
        asked = visitor or self.visitor
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        kind = {"content-type": "application/json"}
        short, usual = (
            asked.post(
                f"/matches/{id}/{what}", content=data, params={**about, **more}, headers=kind
            )
            for id, more in zip(self.ids, ({}, USUAL), strict=True)
        )
        assert short.status_code == usual.status_code
        assert self.told(short) == self.told(usual)
        assert {*short.headers} == {*usual.headers}
        same = [name for name in short.headers if name not in OURS | {"content-length"}]
        assert [short.headers[name] for name in same] == [usual.headers[name] for name in same]
        return short

    def told(self, answer: httpx.Response) -> str:
        """Without what tells the matches, and the ways, apart."""
        text = answer.text.replace("&usual=1", "").replace("?usual=1", "")
        for id in self.ids:
            text = text.replace(id, "")
        return text


@pytest.fixture
def both(visitor: httpx.Client) -> Both:
    return Both(visitor)


def order(seq: int, side: str, order: str, **more: Any) -> dict[str, Any]:
    return {"seq": seq, "side": side, "order": order, **more}


def test_orders_are_answered_alike(both: Both) -> None:
    assert both.post(order(0, "blue", "press"), since=0).status_code == 200
    assert both.post(order(1, "red", "hold")).json()["seq"] == 2
    assert both.post(order(2, "blue", "move b1 0305 0306"), since=2).status_code == 422
    assert both.post(order(0, "red", "hold"), since=0).status_code == 409
    assert both.post(order(9, "red", "hold"), since=9).status_code == 409


def test_an_order_is_taken_back_alike(both: Both) -> None:
    both.post(order(0, "blue", "press"))
    both.post(order(1, "red", "hold"))
    assert both.post(order(2, "blue", "end")).status_code == 200
    taken = {"seq": 3, "side": "blue"}
    assert both.post(taken | {"seq": 2}, "undo", since=2).status_code == 409
    assert both.post(taken | {"side": "red"}, "undo", since=3).status_code == 400
    assert both.post(taken | {"steps": 0}, "undo", since=3).status_code == 400
    assert both.post(taken, "undo", since=3).json()["seq"] == 4


def test_a_repeated_order_is_answered_alike(both: Both) -> None:
    first = order(0, "blue", "press", client="a")
    assert both.post(first, since=0).json()["seq"] == 1
    assert both.post(first, since=0).json()["seq"] == 1, "once"
    assert both.post(first | {"order": "hold"}, since=0).status_code == 400
    assert scene(both.visitor, both.ids[0], "blue")["seq"] == 1


def test_who_does_not_sit_there_is_told_so_alike(both: Both, friend: httpx.Client) -> None:
    assert both.post(order(0, "blue", "press"), visitor=friend, since=0).status_code == 403
    begin(friend)
    assert both.post(order(0, "blue", "press"), visitor=friend, since=0).status_code == 403
    assert both.post(order(0, "green", "press"), since=0).status_code == 403
    assert both.post(order(0, "", "press"), since=0).status_code == 403
    assert both.post(order(0, "\ud800", "press"), since=0).status_code in (400, 403)
    both.ids = ("nobodys", "nobodys")
    assert both.post(order(0, "blue", "press"), since=0).status_code == 404


GOOD = json.dumps(order(0, "blue", "press")).encode()
MALFORMED = {
    "nothing": b"",
    "no JSON": b"{",
    "a second value": GOOD + b"1",
    "no object": b"[]",
    "null": b"null",
    "no side": b'{"seq": 0, "order": "press"}',
    "a side too long": json.dumps(order(0, "b" * 61, "press")).encode(),
    "no order": json.dumps(order(0, "blue", "")).encode(),
    "an order too long": json.dumps(order(0, "blue", "x" * 10_000)).encode(),
    "more than is known": json.dumps(order(0, "blue", "press", secret=1)).encode(),
    "a number below 0": json.dumps(order(-1, "blue", "press")).encode(),
    "a number beyond all": json.dumps(order(2**53, "blue", "press")).encode(),
    "an id with blanks": json.dumps(order(0, "blue", "press", client="a b")).encode(),
    "no text": b'{"seq": 0, "side": "blue", "order": "\xff"}',
    "too deep": b'{"seq": ' + b"[" * 9_000 + b"]" * 9_000 + b"}",
}


@pytest.mark.parametrize("body", MALFORMED.values(), ids=MALFORMED)
def test_what_cannot_be_read_is_refused_alike(both: Both, body: bytes) -> None:
    assert both.post(body, since=0).status_code == 400
    assert both.post(body).status_code == 400
    assert give(both.visitor, both.ids[0], "blue", "press").status_code == 200


def test_what_can_be_read_with_patience_is_taken_alike(both: Both) -> None:
    assert both.post(order(0, "blue", "press") | {"seq": "0"}, since=0).status_code == 200


@pytest.mark.parametrize("since", ["-1", "x", "", "00", "0x1", "1e0", str(2**53), "9" * 30])
def test_a_scene_that_cannot_be_is_refused_alike(both: Both, since: str) -> None:
    both.post(order(0, "blue", "press"), since=since)


def test_a_body_has_its_limit_by_either_way(both: Both, server: Server) -> None:
    large = GOOD + b" " * ORDER
    assert both.post(large, since=0).status_code == 413

    def pieces() -> Any:  # whose length nobody told beforehand
        yield from (large[n : n + 999] for n in range(0, len(large), 999))

    id = both.ids[0]
    kind = {"content-type": "application/json"}
    try:
        got = both.visitor.post(f"/matches/{id}/orders?since=0", content=pieces(), headers=kind)
        assert got.status_code == 413
    except httpx.TransportError:
        pass  # it hung up before all was sent
    assert scene(both.visitor, id, "blue")["seq"] == 0
    assert "Traceback" not in server.said()
