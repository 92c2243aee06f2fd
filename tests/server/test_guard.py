"""What strangers, other sites' pages and broken requests get: a sentence, and nothing else."""

import asyncio
import http.client
import json
from typing import Any

import httpx
import pytest

from kursk.server.guard import AT_HOME, Guard
from tests.server.conftest import Server
from tests.server.test_api import begin, give, scene

MATCH = {"game": "skirmish"}


@pytest.mark.parametrize(
    "origin", ["null", "http://[", "https://elsewhere.example", "file://", "http://127.0.0.1:1", ""]
)
def test_another_origin_changes_nothing(visitor: httpx.Client, origin: str) -> None:
    answer = visitor.post("/matches", json=MATCH, headers={"Origin": origin})
    assert answer.status_code == 403 and "another site" in answer.json()["detail"]
    assert visitor.get("/matches").json() == []


def test_our_own_page_is_heard(visitor: httpx.Client, server: Server) -> None:
    answer = visitor.post("/matches", json=MATCH, headers={"Origin": server.url})
    assert answer.status_code == 201


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "127.0.0.1:x"])
@pytest.mark.parametrize("path", ["/api/matches", "/", "/api/games/skirmish/map.svg", "/none"])
def test_a_name_that_is_not_ours_gets_nothing(server: Server, host: str, path: str) -> None:
    answer = httpx.get(f"{server.url}{path}", headers={"Host": host})
    assert answer.status_code in (400, 421) and "<" not in answer.text


def test_a_machine_has_several_names_for_itself(server: Server) -> None:
    for host in ("localhost", "LOCALHOST:80", "127.0.0.1", f"127.0.0.1:{server.port}", "[::1]:7"):
        answer = httpx.get(f"{server.url}/api/matches", headers={"Host": host})
        assert answer.status_code == 200, host


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_changes_come_as_json(visitor: httpx.Client, kind: str) -> None:
    body = json.dumps(MATCH)
    answer = visitor.post("/matches", content=body, headers={"Content-Type": kind})
    assert answer.status_code == 415
    kind = "Application/JSON; charset=utf-8"
    assert visitor.post("/matches", content=body, headers={"Content-Type": kind}).is_success


@pytest.mark.parametrize(
    "path", ["/", "/api/matches", "/api/games/skirmish/map.svg", "/api/none", "/none", "/%00"]
)
def test_no_page_may_frame_ours_or_bring_scripts(server: Server, path: str) -> None:
    headers = httpx.get(f"{server.url}{path}", timeout=120).headers  # a map may be drawn first
    policy = dict(
        part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";")
    )
    assert policy["frame-ancestors"] == "'none'" and policy["script-src"] == "'self'"
    assert policy["default-src"] == "'none'" and "unsafe" not in policy["script-src"]
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "path",
    [
        "/%00",
        "/a%00b",
        "/api/matches/%00",
        "/assets/%ff%fe",
        "/" + "a" * 5_000,
        "/..%2f..%2fapp.py",
        "//api/me",  # the router would have taken it for /api/me, and nobody would have counted it
        "/api//me",
    ],
)
def test_a_path_that_leads_nowhere(server: Server, path: str) -> None:
    link = http.client.HTTPConnection("127.0.0.1", server.port)
    link.request("GET", path)
    assert link.getresponse().status == 404
    link.close()


def raw(visitor: httpx.Client, path: str, body: str) -> httpx.Response:
    return visitor.post(path, content=body, headers={"Content-Type": "application/json"})


@pytest.mark.parametrize(
    "body",
    [
        "[" * 50_000,
        '{"game":' * 20_000 + "1" + "}" * 20_000,
        '{"game": "skirmish", "options": {"a": ' + "9" * 5_000 + "}}",
        '{"game": "\\ud800"}',
        '{"game": "' + "x" * 61 + '"}',
        "{",
        "",
        "nul",
    ],
    ids=["deep list", "deep", "huge number", "half a letter", "long", "cut", "nothing", "null"],
)
def test_json_that_makes_no_sense(visitor: httpx.Client, body: str) -> None:
    answer = raw(visitor, "/matches", body)
    assert 400 <= answer.status_code < 500 and answer.json()["detail"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("seq", -1),
        ("seq", 2**70),
        ("seq", 10**400),
        ("seq", 1.5),
        ("seq", None),
        ("order", ""),
        ("order", "x" * 2_001),
        ("order", 7),
        ("client", "x" * 41),
        ("client", "\x00"),
        ("client", "é"),
        ("client", "a\n"),
        ("more", 1),
    ],
    ids=str,
)
def test_an_order_that_is_none_is_refused(visitor: httpx.Client, field: str, value: Any) -> None:
    id = begin(visitor)
    body = {"order": "press", "side": "blue", "seq": 0, field: value}
    answer = raw(visitor, f"/matches/{id}/orders", json.dumps(body))
    assert answer.status_code == 400 and scene(visitor, id, "blue")["seq"] == 0


@pytest.mark.parametrize("steps", [0, -1, 10_001, 10**30, "all"])
def test_undo_by_no_number_is_refused(visitor: httpx.Client, steps: Any) -> None:
    id = begin(visitor)
    body = {"side": "blue", "seq": 0, "steps": steps}
    assert visitor.post(f"/matches/{id}/undo", json=body).status_code == 400


@pytest.mark.parametrize("number", ["-99", "1" * 400, "²", "1.5", "x", ""])
@pytest.mark.parametrize("where", ["log?after=", "events?after=", "?since=", "?at="])
def test_a_number_that_is_none(visitor: httpx.Client, where: str, number: str) -> None:
    id = begin(visitor)
    assert visitor.get(f"/matches/{id}/{where}{number}".replace("/?", "?")).status_code == 400


@pytest.mark.parametrize("number", ["²", "-1", "9" * 400, "one"])
def test_a_last_event_that_is_none(visitor: httpx.Client, number: str) -> None:
    id = begin(visitor)
    headers = {b"Last-Event-ID": number.encode()}
    assert visitor.get(f"/matches/{id}/events", headers=headers).status_code == 400


def test_what_is_too_large_is_not_read(visitor: httpx.Client) -> None:
    id = begin(visitor)
    assert raw(visitor, f"/matches/{id}/orders", " " * 20_001).status_code == 413
    assert raw(visitor, "/matches", " " * 5_000_001).status_code == 413


def test_cards_come_in_the_sizes_of_the_page(visitor: httpx.Client, server: Server) -> None:
    for width, height in ((360, 284), (980, 360)):
        asked = {"width": width, "height": height}
        assert visitor.get("/games/skirmish/card.svg", params=asked).is_success
    before = sorted(server.folder.glob("drawings/*"))
    for width, height in ((360, 285), (61, 61), (0, 0), (-1, 360), (10**30, 1)):
        asked = {"width": width, "height": height}
        assert visitor.get("/games/skirmish/card.svg", params=asked).status_code == 400
    assert sorted(server.folder.glob("drawings/*")) == before


def test_a_cookie_that_is_not_ours_is_nobody(server: Server) -> None:
    for token in ("x" * 65, "a b", "é"):
        headers = {b"Cookie": f"kursk_player={token}".encode()}
        assert httpx.get(f"{server.url}/api/matches", headers=headers).json() == []


def test_a_reused_id_of_the_other_side_swallows_no_order(visitor: httpx.Client) -> None:
    id = begin(visitor)
    assert give(visitor, id, "blue", "press", client="1").status_code == 200
    assert give(visitor, id, "red", "hold", client="1").json()["seq"] == 2
    assert give(visitor, id, "red", "press", client="1").status_code == 400


def test_who_waits_when_the_server_stops_is_told_so() -> None:
    sent: list[Any] = []

    async def draws(*_: Any) -> None:
        await asyncio.Event().wait()

    async def send(message: Any) -> None:
        sent.append(message)

    async def stop() -> None:
        scope = {
            "type": "http", "method": "GET", "path": "/api/games",
            "headers": [(b"host", b"localhost")],
        }  # fmt: skip
        asked = asyncio.create_task(Guard(draws, AT_HOME)(scope, None, send))
        await asyncio.sleep(0)
        asked.cancel()
        await asked  # no fault: nothing is written into the log

    asyncio.run(stop())
    assert sent[0]["status"] == 503 and b"being stopped" in sent[1]["body"]
