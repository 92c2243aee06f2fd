"""Every operation of the interface, asked anything that its description allows, and more.

Whatever is asked, the server answers; a 5xx is a bug.
"""

from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case

from kursk import library
from tests.server.conftest import Server
from tests.server.test_api import begin

ASKED = settings(max_examples=12, suppress_health_check=list(HealthCheck), deadline=None)
TITLES = library.titles()


@pytest.fixture(scope="module")
def description(server: Server) -> Any:
    return schemathesis.openapi.from_url(f"{server.url}/api/schema/openapi.json")


schema = schemathesis.pytest.from_fixture("description")


@pytest.fixture(scope="module")
def seated(server: Server) -> tuple[str, dict[str, str]]:
    """Somebody with both seats of a match, who may ask everything."""
    with httpx.Client(base_url=f"{server.url}/api", timeout=60) as visitor:
        return begin(visitor), dict(visitor.cookies)


def ask(case: Case[Any], server: Server, cookies: dict[str, str]) -> int:
    """The status of the answer."""
    if not case.operation.path.endswith("/events"):
        return case.call(base_url=server.url, cookies=cookies, timeout=60).status_code
    asked = case.as_transport_kwargs(base_url=server.url)  # a stream is not read to its end
    asked = {key: asked[key] for key in ("method", "url", "params", "headers") if key in asked}
    with httpx.stream(**asked, cookies=cookies, timeout=60) as answer:
        return answer.status_code


@schema.parametrize()
@ASKED
def test_a_stranger_breaks_nothing(case: Case[Any], server: Server) -> None:
    assert ask(case, server, {}) < 500


@schema.parametrize()
@ASKED
def test_a_player_breaks_nothing(
    case: Case[Any], server: Server, seated: tuple[str, dict[str, str]]
) -> None:
    match, cookies = seated
    if "id" in case.path_parameters:
        case.path_parameters["id"] = match
    if "title" in case.path_parameters:
        case.path_parameters["title"] = TITLES[len(str(case.path_parameters)) % len(TITLES)]
    for told in (case.query, case.body):
        if isinstance(told, dict) and "side" in told:
            told["side"] = "blue"
    leaves = case.operation.path.endswith(
        ("/leave", "/me/delete")
    )  # and the others would be asked nothing
    assert ask(case, server, {} if leaves else cookies) < 500
