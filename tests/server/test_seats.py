"""Seats by link: who may sit, watch and give away, and that a link is a secret."""

import re
import sqlite3
from typing import Any

import httpx
import pytest

from kursk.server.copies import copy_out
from tests.server.conftest import STORES, Server
from tests.server.test_api import begin, give, scene

pytestmark = pytest.mark.parametrize("server", STORES, indirect=True, scope="module")

FAR = {"blue": "human", "red": "link"}


def far(visitor: httpx.Client, **how: Any) -> tuple[str, str]:
    """A match with a link for red."""
    asked = {"game": "skirmish", "players": FAR, "name": "Anna", **how}
    told = visitor.post("/matches", json=asked).json()
    return told["id"], told["links"]["red"]


def sit(client: httpx.Client, link: str, **more: Any) -> httpx.Response:
    return client.post("/links/open", json={"link": link, "name": "Marta", **more})


def people(client: httpx.Client, id: str) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"/matches/{id}/people").json()
    return found


def ask(client: httpx.Client, id: str, what: str, **about: Any) -> httpx.Response:
    return client.post(f"/matches/{id}/{what}", json=about)


def test_a_friend_sits_down_by_link_and_plays(visitor: httpx.Client, friend: httpx.Client) -> None:
    id, link = far(visitor)
    assert scene(visitor, id, "blue")["sides"] == ["blue"]
    assert visitor.get(f"/matches/{id}", params={"side": "red"}).status_code == 403
    assert friend.get(f"/matches/{id}").status_code == 403
    leads = friend.post("/links/look", json={"link": link}).json()
    assert (leads["id"], leads["side"], leads["free"], leads["host"]) == (id, "red", True, "Anna")
    assert sit(friend, link).json() == {"id": id, "side": "red"}
    assert give(visitor, id, "blue", "press").status_code == 200
    assert give(friend, id, "red", "hold").status_code == 200
    assert give(friend, id, "blue", "end", seq=2).status_code == 403
    assert [match["id"] for match in friend.get("/matches").json()] == [id]
    sitting = {seat["side"]: seat for seat in people(visitor, id)["seats"]}
    assert (sitting["blue"]["name"], sitting["blue"]["you"]) == ("Anna", True)
    assert (sitting["red"]["name"], sitting["red"]["there"]) == ("Marta", True)


def test_the_browser_remembers_who_sits_and_no_script_can_read_it(
    visitor: httpx.Client, friend: httpx.Client
) -> None:
    _, link = far(visitor)
    cookie = sit(friend, link).headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=strict" in cookie


def test_the_first_takes_the_seat_and_a_second_may_watch(
    visitor: httpx.Client, friend: httpx.Client, third: httpx.Client
) -> None:
    id, link = far(visitor)
    assert sit(friend, link).is_success
    assert sit(friend, link).json()["side"] == "red", "who sits there may come again"
    late = sit(third, link)
    assert late.status_code == 409 and "Somebody sits there" in late.json()["detail"]
    assert not third.post("/links/look", json={"link": link}).json()["free"]
    assert third.get(f"/matches/{id}").status_code == 403
    assert sit(third, link, watch=True).json() == {"id": id, "side": ""}
    assert third.get(f"/matches/{id}").status_code == 200
    assert give(third, id, "red", "press", seq=0).status_code == 403
    assert [watcher["name"] for watcher in people(visitor, id)["watchers"]] == ["Marta"]


def test_a_link_that_was_taken_back_leads_nowhere(
    visitor: httpx.Client, friend: httpx.Client
) -> None:
    id, link = far(visitor)
    new = ask(visitor, id, "links", side="red").json()["link"]
    for asked in (sit(friend, link), friend.post("/links/look", json={"link": link})):
        assert asked.status_code == 410
        assert asked.json()["detail"] == "This link was taken back. Ask for a new one."
    assert ask(visitor, id, "links/revoke", side="red").is_success
    assert sit(friend, new).status_code == 410
    assert friend.get(f"/matches/{id}").status_code == 403
    assert people(visitor, id)["seats"][1]["waits"]


def test_watchers_go_with_their_link(visitor: httpx.Client, third: httpx.Client) -> None:
    id, _ = far(visitor)
    link = ask(visitor, id, "links", side="").json()["link"]
    assert sit(third, link).json()["side"] == ""
    assert third.get(f"/matches/{id}/log").status_code == 200
    assert ask(visitor, id, "links/revoke", side="").is_success
    assert third.get(f"/matches/{id}/log").status_code == 403


def test_a_seat_is_freed_and_the_one_who_sat_there_is_out(
    visitor: httpx.Client, friend: httpx.Client, third: httpx.Client
) -> None:
    id, link = far(visitor)
    sit(friend, link)
    assert ask(friend, id, "free", side="blue").status_code == 403, "who began it stays"
    assert ask(visitor, id, "links", side="red").status_code == 409, "it is taken"
    new = ask(visitor, id, "free", side="red").json()["link"]
    assert scene(friend, id, "red")["status_code"] == 403
    assert sit(friend, link, watch=True).status_code == 410
    assert sit(third, new).json()["side"] == "red"


def test_a_seat_moves_to_another_device_with_all_that_belongs_to_it(
    visitor: httpx.Client, third: httpx.Client
) -> None:
    id, _ = far(visitor)
    link = ask(visitor, id, "links", side="blue").json()["link"]
    assert scene(visitor, id, "blue")["sides"] == ["blue"], "until somebody comes"
    assert sit(third, link).json()["side"] == "blue"
    assert scene(visitor, id, "blue")["status_code"] == 403
    assert people(third, id)["host"], "and who has it may invite"


def test_nobody_sits_on_both_sides_by_his_own_link(visitor: httpx.Client) -> None:
    id, link = far(visitor)
    again = sit(visitor, link)
    assert again.status_code == 409 and "You sit for blue already" in again.json()["detail"]
    assert people(visitor, id)["seats"][1]["waits"]


def test_a_seat_is_handed_to_a_bot_which_plays_on(visitor: httpx.Client) -> None:
    id, link = far(visitor)
    give(visitor, id, "blue", "press")
    assert ask(visitor, id, "hand", side="red", player="chess").status_code == 400
    assert ask(visitor, id, "hand", side="red", player="random").is_success
    while scene(visitor, id, "blue")["seq"] < 2:
        pass
    assert people(visitor, id)["seats"][1]["player"] == "random"
    assert httpx.post(f"{visitor.base_url}links/open", json={"link": link}).status_code == 410


def test_another_may_not_give_away_what_is_not_his(
    visitor: httpx.Client, friend: httpx.Client, third: httpx.Client
) -> None:
    id, link = far(visitor)
    sit(friend, link)
    for client in (friend, third):
        for what in ("links", "links/revoke", "free"):
            assert ask(client, id, what, side="blue").status_code == 403
        assert ask(client, id, "hand", side="blue", player="random").status_code == 403
        assert ask(client, id, "name", side="blue", name="Me").status_code == 403
    assert ask(visitor, id, "hand", side="red", player="random").status_code == 403
    assert ask(third, id, "links", side="").status_code == 403
    assert scene(visitor, id, "blue")["players"] == {"blue": "human", "red": "human"}


@pytest.mark.parametrize("link", ["", "a" * 41, "../../x", "%00", "aaaaaaaaaaaaaaaaaaaaaa", "ü"])
def test_a_link_cannot_be_guessed(visitor: httpx.Client, link: str) -> None:
    assert sit(visitor, link).status_code in (400, 410)


def test_a_link_is_kept_as_its_hash_and_told_to_nobody(
    visitor: httpx.Client, friend: httpx.Client, server: Server
) -> None:
    id, link = far(visitor)
    assert len(link) >= 22 and re.fullmatch(r"[\w-]+", link)  # 128 bits
    sit(friend, link)
    file = server.folder / "kursk.db"
    if server.database:
        copy_out(server.database, file)
    stored = "\n".join(sqlite3.connect(file).iterdump())
    assert id in stored and link not in stored and "Marta" in stored
    assert link not in server.said()
    told = [visitor.get(f"/matches/{id}/{path}").text for path in ("people", "log", "")]
    assert not any(link in text for text in told)
    page = httpx.get(server.url)
    assert page.headers["referrer-policy"] == "no-referrer"


def test_a_name_is_a_line_that_can_be_shown(visitor: httpx.Client, friend: httpx.Client) -> None:
    id, link = far(visitor, name="An\u202ena\n\n  B")
    assert people(visitor, id)["seats"][0]["name"] == r"An\u202ena B"
    assert sit(friend, link, name="x" * 41).status_code == 400
    assert ask(visitor, id, "name", side="blue", name="Anna").is_success
    assert people(visitor, id)["seats"][0]["name"] == "Anna"


def test_who_leaves_is_away(visitor: httpx.Client, friend: httpx.Client) -> None:
    id, link = far(visitor)
    assert not people(visitor, id)["seats"][1]["there"]
    sit(friend, link)
    with friend.stream("GET", f"/matches/{id}/events", params={"side": "red"}) as stream:
        next(stream.iter_lines())
        red = people(visitor, id)["seats"][1]
        assert red["there"] and red["seen"] > 0


def test_two_computers_are_watched_by_who_sat_them_down(
    visitor: httpx.Client, third: httpx.Client
) -> None:
    id = begin(visitor, players={"blue": "random", "red": "random"})
    assert visitor.get(f"/matches/{id}").status_code == 200
    assert [match["id"] for match in visitor.get("/matches").json()] == [id]
    assert third.get(f"/matches/{id}").status_code == 403
