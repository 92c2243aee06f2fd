"""Two far apart: talk, taking back by consent, giving up, once more with sides exchanged."""

from typing import Any

import httpx
import pytest

from tests.server.conftest import STORES
from tests.server.test_api import begin, give, scene
from tests.server.test_seats import ask, far, people, sit

pytestmark = pytest.mark.parametrize("server", STORES, indirect=True, scope="module")


@pytest.fixture
def id(visitor: httpx.Client, friend: httpx.Client, third: httpx.Client) -> str:
    """A match of two, and one who watches."""
    id, link = far(visitor)
    assert sit(friend, link).is_success
    assert sit(third, ask(visitor, id, "links", side="").json()["link"]).is_success
    return id


# -- talk --------------------------------------------------------------------------------------


def test_players_talk_and_watchers_hear_nothing(
    visitor: httpx.Client, friend: httpx.Client, third: httpx.Client, id: str
) -> None:
    assert ask(visitor, id, "talk", side="blue", text="  Good\x07 luck\n\nat 0404 ").is_success
    assert ask(friend, id, "talk", side="red", text="<b>You</b> too").is_success
    said = friend.get(f"/matches/{id}/talk", params={"side": "red"}).json()
    assert [(each["side"], each["text"]) for each in said] == [
        ("blue", "Good\\x07 luck\n\nat 0404"),
        ("red", "<b>You</b> too"),
    ]
    newer = friend.get(f"/matches/{id}/talk", params={"side": "red", "after": 1}).json()
    assert [each["number"] for each in newer] == [2]
    assert third.get(f"/matches/{id}/talk", params={"side": ""}).status_code == 403
    assert third.get(f"/matches/{id}/talk", params={"side": "red"}).status_code == 403
    assert ask(third, id, "talk", side="", text="Hello").status_code == 403


def test_nobody_talks_for_ever(visitor: httpx.Client, id: str) -> None:
    for text in ("", "   \n", "x" * 501):
        assert ask(visitor, id, "talk", side="blue", text=text).status_code == 400
    answers = [ask(visitor, id, "talk", side="blue", text="And").status_code for _ in range(9)]
    assert answers == [201] * 8 + [429]


# -- taking back -------------------------------------------------------------------------------


def wish(client: httpx.Client, id: str, side: str, order: int, **more: Any) -> httpx.Response:
    seq = more.pop("seq", None) or scene(client, id, side)["seq"]
    return ask(client, id, "takeback", side=side, seq=seq, order=order)


def asked(client: httpx.Client, id: str, side: str) -> Any:
    return client.get(f"/matches/{id}/takeback", params={"side": side}).json()


def answer(
    client: httpx.Client, id: str, side: str, allow: bool, seq: int, order: int = 1
) -> httpx.Response:
    return ask(client, id, "takeback/answer", side=side, allow=allow, seq=seq, order=order)


def test_orders_are_taken_back_when_the_other_side_allows_it(
    visitor: httpx.Client, friend: httpx.Client, third: httpx.Client, id: str
) -> None:
    give(visitor, id, "blue", "press")
    give(friend, id, "red", "press")
    seq = scene(friend, id, "red")["seq"]
    assert seq == 3  # a die was rolled
    told = wish(friend, id, "red", 2).json()
    assert (told["side"], told["dice"]) == ("red", True)
    theirs = asked(visitor, id, "blue")
    assert [(event["seq"], event["actor"]) for event in theirs["orders"]] == [
        (2, "red"),
        (3, "dice"),
    ]
    assert third.get(f"/matches/{id}/takeback", params={"side": ""}).status_code == 403
    assert answer(friend, id, "red", True, seq, 2).status_code == 400, "not by oneself"
    assert answer(visitor, id, "blue", True, seq - 1).status_code == 409
    assert answer(visitor, id, "blue", True, seq, 1).status_code == 409, "not others than asked"
    assert answer(visitor, id, "blue", True, seq, 2).status_code == 200
    now = scene(friend, id, "red")
    assert now["seq"] == 5 and now["choices"] == ["press", "hold"]
    assert asked(visitor, id, "blue") is None
    assert answer(visitor, id, "blue", True, 5).status_code == 409, "once"
    log = visitor.get(f"/matches/{id}/log", params={"side": "blue"}).json()
    assert [event["order"] for event in log[3:]] == ["undo", "undo"]


def test_what_is_allowed_is_what_was_shown(
    visitor: httpx.Client, friend: httpx.Client, id: str
) -> None:
    """Whoever asks for more while the other makes up his mind has to wait for another answer."""
    give(visitor, id, "blue", "press")
    give(friend, id, "red", "hold")
    give(visitor, id, "blue", "move b1 0302")
    assert wish(visitor, id, "blue", 3).is_success
    shown = asked(friend, id, "red")
    assert wish(visitor, id, "blue", 1).is_success
    first = shown["orders"][0]["seq"]
    assert first == 3 and answer(friend, id, "red", True, 3, first).status_code == 409
    assert scene(friend, id, "red")["seq"] == 3, "nothing was taken back"
    shown = asked(friend, id, "red")
    assert answer(friend, id, "red", True, 3, shown["orders"][0]["seq"]).is_success


def test_who_is_asked_answers_before_he_asks_and_nobody_asks_for_ever(
    visitor: httpx.Client, friend: httpx.Client, id: str
) -> None:
    give(visitor, id, "blue", "press")
    give(friend, id, "red", "hold")
    asks = [wish(visitor, id, "blue", 1).status_code for _ in range(9)]
    assert asks == [201] * 8 + [429]
    told = wish(friend, id, "red", 2)
    assert told.status_code == 400 and "answer that first" in told.json()["detail"]
    assert asked(friend, id, "red")["side"] == "blue", "what was asked stands"


def test_what_is_refused_withdrawn_or_passed_over_stands(
    visitor: httpx.Client, friend: httpx.Client, id: str
) -> None:
    give(visitor, id, "blue", "press")
    wish(visitor, id, "blue", 1)
    assert answer(friend, id, "red", False, 1).is_success
    assert asked(visitor, id, "blue") is None
    wish(visitor, id, "blue", 1)
    assert answer(visitor, id, "blue", False, 1).is_success
    wish(visitor, id, "blue", 1)
    give(friend, id, "red", "hold")
    assert asked(friend, id, "red") is None, "it lapses with the next order"
    assert answer(friend, id, "red", True, 1).status_code == 409
    assert scene(friend, id, "red")["seq"] == 2


def test_only_ones_own_orders_and_only_of_somebody_are_asked_back(
    visitor: httpx.Client, friend: httpx.Client, id: str
) -> None:
    give(visitor, id, "blue", "press")
    assert wish(friend, id, "red", 1).status_code == 400
    assert wish(visitor, id, "blue", 2).status_code == 400
    assert wish(visitor, id, "blue", 1, seq=9).status_code == 409
    alone = begin(visitor, players={"blue": "human", "red": "random"})
    assert wish(visitor, alone, "blue", 1).status_code in (400, 409)


# -- the end, and once more --------------------------------------------------------------------


def test_one_gives_up_while_the_other_decides_and_they_play_again_with_sides_exchanged(
    visitor: httpx.Client, friend: httpx.Client, third: httpx.Client, id: str
) -> None:
    assert ask(visitor, id, "rematch", side="blue").status_code == 400
    assert give(friend, id, "red", "concede").status_code == 200
    assert "Blue" in scene(visitor, id, "blue")["view"]["result"]
    new = ask(visitor, id, "rematch", side="blue").json()["id"]
    assert people(friend, id)["next"] == new and people(third, id)["next"] == ""
    assert ask(friend, id, "rematch", side="red").json()["id"] == new, "one, not two"
    assert ask(third, id, "rematch", side="").status_code == 403
    assert scene(visitor, new, "red")["sides"] == ["red"]
    assert scene(friend, new, "blue")["choices"] == ["press", "hold"]
    assert [seat["name"] for seat in people(friend, new)["seats"]] == ["Marta", "Anna"]
    assert third.get(f"/matches/{new}").status_code == 403


def test_what_no_database_can_be_asked_is_asked_of_none(visitor: httpx.Client) -> None:
    """PostgreSQL takes no \0 in a text, and SQLite does."""
    for match in ("a\0b", "\0", "ü", "../x"):
        told = visitor.post("/notices/stop", json={"match": match, "key": "x" * 22})
        assert told.status_code == 400, match


def test_a_try_is_no_table_for_two(visitor: httpx.Client) -> None:
    id = begin(visitor)
    tried = visitor.post(f"/matches/{id}/tries", json={"side": "blue"}).json()["id"]
    for what, about in (
        ("links", {"side": "red"}),
        ("talk", {"side": "blue", "text": "me"}),
        ("rematch", {"side": "blue"}),
        ("takeback", {"side": "blue", "seq": 0, "order": 1}),
        ("name", {"side": "blue", "name": "me"}),
    ):
        assert ask(visitor, tried, what, **about).status_code == 400
    assert people(visitor, tried)["seats"][0]["you"]
