"""A server for others: under a path, behind a proxy, watched over, and stopped in good order."""

import json
import logging
import re
import signal
import threading
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from kursk.server import journal, metrics
from tests.server.conftest import Server

NAME, TOKEN = "games.example.org", "s3cret-of-the-figures"
FAR = {"X-Forwarded-For": "203.0.113.9"}
TLS = {"X-Forwarded-Proto": "https", **FAR}


class Hosted(Server):
    asks = "/kursk/api/health"

    def command(self) -> list[str]:
        where = ["--port", str(self.port), "--path", "/kursk"]
        who = ["--name", NAME, "--proxy", "127.0.0.1"]
        return ["-m", "kursk.cli", "serve", *where, *who, "--log", "json"]

    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.said().splitlines() if line.startswith("{")]


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KURSK_METRICS", TOKEN)
        server = Hosted(tmp_path_factory.mktemp("hosted"))
        server.start()
        yield server
    server.kill()


@pytest.fixture
def guest(hosted: Hosted) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"{hosted.url}/kursk/api", timeout=120, headers=FAR) as client:
        yield client


# -- under a path ------------------------------------------------------------------------------


def test_everything_is_under_the_path(hosted: Hosted) -> None:
    moved = httpx.get(f"{hosted.url}/kursk")
    assert moved.status_code == 308 and moved.headers["location"] == "/kursk/"
    page = httpx.get(f"{hosted.url}/kursk/")
    assert page.status_code == 200 and "<title>Kursk" in page.text
    parts = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    assert parts and all(part.startswith("./") for part in parts)
    for part in parts:
        assert httpx.get(f"{hosted.url}/kursk/{part[2:]}").status_code == 200
    for path in ("/", "/api/games", "/kurskapi/games", "/kursk2/", "/metrics"):
        assert httpx.get(f"{hosted.url}{path}").status_code == 404, path
    evil = {"Host": "evil.example"}
    assert httpx.get(f"{hosted.url}/kursk", headers=evil).status_code == 421


def test_a_cookie_is_for_the_path_and_for_tls(guest: httpx.Client) -> None:
    told = guest.post("/matches", json={"game": "skirmish"}, headers=TLS)
    cookie = told.headers["set-cookie"].lower()
    assert "path=/kursk/" in cookie and "; secure" in cookie
    assert "httponly" in cookie and "samesite=strict" in cookie


def test_a_proxy_is_believed_about_tls(hosted: Hosted) -> None:
    by_tls = httpx.get(f"{hosted.url}/kursk/", headers=TLS).headers
    assert by_tls["strict-transport-security"] == "max-age=31536000"
    assert "strict-transport-security" not in httpx.get(f"{hosted.url}/kursk/").headers
    assert by_tls["cross-origin-opener-policy"] == "same-origin"
    assert "camera=()" in by_tls["permissions-policy"]
    asked = httpx.get(f"{hosted.url}/kursk/api/matches", headers={**TLS, "Host": NAME})
    assert asked.status_code == 200 and asked.headers["cache-control"] == "no-store"


def test_the_address_that_the_proxy_tells_is_the_one_that_counts(hosted: Hosted) -> None:
    def ask(place: str) -> int:
        told = {"X-Forwarded-For": place}
        return httpx.get(f"{hosted.url}/kursk/api/schema/none", headers=told).status_code

    with httpx.Client() as client:
        for _ in range(2000):
            told = {"X-Forwarded-For": "198.51.100.1"}
            answer = client.get(f"{hosted.url}/kursk/api/matches/", headers=told)
            if answer.status_code == 429:
                break
    assert answer.status_code == 429 and int(answer.headers["retry-after"]) >= 1
    assert ask("198.51.100.2") == 404
    assert httpx.get(f"{hosted.url}/kursk/api/health").status_code == 200


# -- watched over ------------------------------------------------------------------------------


def figures(hosted: Hosted, **headers: str) -> httpx.Response:
    return httpx.get(f"{hosted.url}/kursk/metrics", headers=headers)


def test_the_figures_are_open_to_the_machine_itself_and_to_a_token(hosted: Hosted) -> None:
    assert figures(hosted).status_code == 200
    passed = FAR, {"Forwarded": "for=1.2.3.4"}, {"X-Real-IP": "1.2.3.4"}, {"Via": "1.1 proxy"}
    for told in (*passed, {**FAR, "Authorization": "Bearer wrong"}):
        assert figures(hosted, **told).status_code == 404
    assert figures(hosted, **FAR, Authorization=f"Bearer {TOKEN}").status_code == 200


LINE = re.compile(r'kursk_[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [0-9.e+-]+')


def read(text: str) -> dict[str, float]:
    """Samples by name and labels; every line must be one that the format knows."""
    *lines, end = text.splitlines()
    assert end == "# EOF"
    for line in lines:
        assert LINE.fullmatch(line) or re.match(r"# (TYPE|HELP) kursk_\w+ .", line), line
    pairs = (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
    return {name: float(value) for name, value in pairs}


def test_the_figures_tell_what_was_done(hosted: Hosted, guest: httpx.Client) -> None:
    before = read(figures(hosted).text)
    id = guest.post("/matches", json={"game": "skirmish"}).json()["id"]
    body = {"order": "press", "side": "blue", "seq": 0}
    with guest.stream("GET", f"/matches/{id}/events", params={"side": "blue"}) as stream:
        lines = stream.iter_lines()
        next(lines)
        assert guest.post(f"/matches/{id}/orders", json=body).is_success
        assert any("press" in line for line in lines)
        after = read(figures(hosted).text)
    assert after["kursk_orders_total"] - before["kursk_orders_total"] == 1
    assert after["kursk_rooms"] >= 1 and after["kursk_listeners"] == 1
    assert after["kursk_bots_thinking"] == 0
    assert (
        after['kursk_requests_total{status="200"}'] > before['kursk_requests_total{status="200"}']
    )
    for name in ("kursk_request_seconds", "kursk_store_seconds"):
        buckets = [after[key] for key in after if key.startswith(f"{name}_bucket")]
        assert buckets == sorted(buckets) and buckets[-1] == after[f"{name}_count"]
        assert after[f"{name}_count"] > before[f"{name}_count"] and after[f"{name}_sum"] > 0


def test_a_counter_tells_every_one_of_a_million() -> None:
    found = metrics.Counter("kursk_x", "x")
    found.add(more=1_234_567)
    assert "kursk_x_total 1234567" in found.lines()


def test_a_histogram_puts_a_time_where_it_belongs() -> None:
    found = metrics.Histogram("kursk_x", "x")
    for seconds in (0.001, 0.0011, 60):
        found.add(seconds)
    lines = list(found.lines())
    assert 'kursk_x_bucket{le="0.001"} 1' in lines and 'kursk_x_bucket{le="0.0025"} 2' in lines
    assert 'kursk_x_bucket{le="+Inf"} 3' in lines and "kursk_x_sum 60.002100" in lines


# -- the log -----------------------------------------------------------------------------------


def test_the_log_tells_each_request_and_no_secret(hosted: Hosted, guest: httpx.Client) -> None:
    asked = {"game": "skirmish", "players": {"blue": "human", "red": "link"}, "name": "Annabella"}
    told = guest.post("/matches", json=asked)
    id, link = told.json()["id"], told.json()["links"]["red"]
    with httpx.Client(base_url=f"{hosted.url}/kursk/api", headers=FAR) as friend:
        assert friend.post("/links/open", json={"link": link, "name": "Marthe"}).is_success
        friend.get(f"/join/{link}")
        httpx.get(f"{hosted.url}/kursk/join/{link}")
        assert friend.get(f"/matches/{link}").status_code == 404
        assert friend.get(f"/tries/{link}").status_code == 404
        said = friend.post(f"/matches/{id}/talk", json={"side": "red", "text": "psst, a word"})
        assert said.status_code == 201
        refused = guest.post(f"/matches/{id}/orders?key={link}", json={"order": "nonsense"})
        number = refused.headers["x-request-id"]
        secrets = [link, "Annabella", "Marthe", "psst", *guest.cookies.values(),
                   *friend.cookies.values(), TOKEN]  # fmt: skip
    lines = {line.get("request", ""): line for line in hosted.lines()}
    line = lines[number]
    assert (line["method"], line["path"]) == ("POST", f"/api/matches/{id}/orders")
    assert line["status"] == 400 and line["ms"] > 0 and line["level"] == "info"
    assert line["time"].endswith("+00:00")
    assert len({each.headers["x-request-id"] for each in (told, said, refused)}) == 3
    for secret in secrets:
        assert secret not in hosted.said()


def test_an_error_in_the_log_as_json_has_its_trace() -> None:
    try:
        raise RuntimeError("a spring")
    except RuntimeError as error:
        kind = type(error), error, error.__traceback__
    record = logging.LogRecord("kursk.x", logging.ERROR, "", 1, "it %s", ("broke",), kind)
    told = json.loads(journal.AsJson().format(record))
    assert told["says"] == "it broke" and "a spring" in told["trace"] and "\n" in told["trace"]


# -- the end -----------------------------------------------------------------------------------


def test_a_server_stops_in_good_order(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Listeners are told and let go, and what was acknowledged before is there afterwards."""
    hosted = Hosted(tmp_path_factory.mktemp("stopped"))
    hosted.start()
    assert hosted.process
    heard: list[str] = []
    with httpx.Client(base_url=f"{hosted.url}/kursk/api", timeout=60) as guest:
        id = guest.post("/matches", json={"game": "skirmish"}).json()["id"]
        cookies = dict(guest.cookies)
        opened = threading.Event()

        def listen() -> None:
            where = f"{hosted.url}/kursk/api/matches/{id}/events?side=blue"
            with httpx.stream("GET", where, cookies=cookies, timeout=60) as stream:
                for line in stream.iter_lines():
                    heard.append(line)
                    opened.set()

        listener = threading.Thread(target=listen)
        listener.start()
        opened.wait(60)
        body = {"order": "press", "side": "blue", "seq": 0}
        assert guest.post(f"/matches/{id}/orders", json=body).is_success
        hosted.process.send_signal(signal.SIGTERM)
        hosted.process.wait(60)
    listener.join(60)
    assert not listener.is_alive()
    text = "\n".join(heard)
    assert '"order":"press"' in text and '{"what":"stop"}' in text.split("event: order")[-1]
    assert "Cancel" not in hosted.said() and "Traceback" not in hosted.said()
    hosted.start()
    with httpx.Client(base_url=f"{hosted.url}/kursk/api", cookies=cookies) as guest:
        assert guest.get(f"/matches/{id}", params={"side": "blue"}).json()["seq"] == 1
    hosted.kill()
