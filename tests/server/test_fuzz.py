"""Every operation of the interface, asked anything that its description allows, and more.

Whatever is asked, the server answers; a 5xx is a bug.
"""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case

from kursk import library
from tests.server.conftest import Server

ASKED = settings(max_examples=12, suppress_health_check=list(HealthCheck), deadline=None)
TITLES = library.titles()
OF_A_MATCH = r"/matches/\{id\}"
# After these the player would have no seat any more, and be asked nothing: each has one of its own.
LOSES = (
    "/leave", "/free", "/hand", "/me/delete", "/me/up", "/me/in", "/me/out", "/me/out/everywhere",
)  # fmt: skip


@pytest.fixture(scope="module")
def description(server: Server) -> Any:
    return schemathesis.openapi.from_url(f"{server.url}/api/schema/openapi.json")


schema = schemathesis.pytest.from_fixture("description")


class Somebody:
    """Who sits on both sides of a match, and may ask everything."""

    def __init__(self, line: httpx.Client) -> None:
        begun = line.post("/api/matches", json={"game": "skirmish"})
        self.match, self.cookies = str(begun.json()["id"]), dict(begun.cookies)
        line.cookies.clear()


@pytest.fixture(scope="module")
def line(server: Server) -> Iterator[httpx.Client]:
    """One for all: each new one would read the world's certificates first."""
    with httpx.Client(base_url=server.url, timeout=60) as line:
        yield line


@pytest.fixture(scope="module")
def player(line: httpx.Client) -> Somebody:
    return Somebody(line)


def ask(case: Case[Any], line: httpx.Client, cookies: dict[str, str]) -> int:
    """The status of the answer."""
    url = str(line.base_url)
    if not case.operation.path.endswith("/events"):
        return case.call(base_url=url, cookies=cookies, timeout=60).status_code
    asked = case.as_transport_kwargs(base_url=url)  # a stream is not read to its end
    headers = {**asked.get("headers", {}), "Cookie": _told(cookies)}
    method, params = asked["method"], asked.get("params")
    with line.stream(method, asked["url"], params=params, headers=headers) as answer:
        return answer.status_code


def _told(cookies: dict[str, str]) -> str:
    return "; ".join(f"{name}={value}" for name, value in cookies.items())


def breaks_nothing(case: Case[Any], line: httpx.Client, player: Somebody) -> None:
    """A stranger asks, and then one who plays, of his own match."""
    assert ask(case, line, {}) < 500, "a stranger"
    path = case.operation.path
    who = Somebody(line) if path.endswith(LOSES) else player
    if "id" in case.path_parameters:
        case.path_parameters["id"] = who.match
    if "title" in case.path_parameters:
        case.path_parameters["title"] = TITLES[len(str(case.path_parameters)) % len(TITLES)]
    for told in (case.query, case.body):
        if isinstance(told, dict) and "side" in told:
            told["side"] = "blue"
    assert ask(case, line, who.cookies) < 500, "a player"


@schema.include(path_regex=OF_A_MATCH).parametrize()
@ASKED
def test_nobody_breaks_a_match(case: Case[Any], line: httpx.Client, player: Somebody) -> None:
    breaks_nothing(case, line, player)


@schema.exclude(path_regex=OF_A_MATCH).parametrize()
@ASKED
def test_nobody_breaks_anything_else(case: Case[Any], line: httpx.Client, player: Somebody) -> None:
    breaks_nothing(case, line, player)


def test_who_has_asked_all_that_still_plays(line: httpx.Client, player: Somebody) -> None:
    """Else most was asked by somebody who has no seat, and nothing was tried."""
    cookies = {"Cookie": _told(player.cookies)}
    told = line.get(f"/api/matches/{player.match}", params={"side": "blue"}, headers=cookies)
    assert told.status_code == 200 and told.json()["sides"] == ["blue", "red"]
