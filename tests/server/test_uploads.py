"""Positions and records from anywhere: read, or refused in a line, and nobody waits for it."""

import threading

import httpx
import pytest

from kursk import library
from kursk.core import record
from kursk.server.replay import SHORT
from tests.server.conftest import Server
from tests.server.test_api import begin, scene
from tests.server.test_room import wandered

HEAD = 'game = "drive_on_kursk"\nphase = "movement"\nside = "german"\n'
UNITS = "[units]\n1ss = { at = '1010' }\n2ss = { at = '1010' }\n"


def invented(many: int) -> str:
    return "".join(f'x{n} = {{ box = "dead", like = "panzer" }}\n' for n in range(many))


def tops(many: int) -> str:
    text = record.write(library.set_up(HEAD + UNITS))
    lines = "german: top 1ss\ngerman: top 2ss\n" * (many // 2)
    return text[: text.index("ends:")] + lines


@pytest.mark.parametrize(
    ("key", "text", "says"),
    [
        ("position", "a." * 30_000 + "a = 1", "line 1: it has 60,005 characters; 20,000 at the"),
        ("position", "a." * 65 + "a = 1", "line 1: it has 65 points; 64 at the most"),
        ("position", HEAD + "[units]\n" + invented(50_000), "characters; 200,000 at the most"),
        ("position", HEAD + "[units]\n" + invented(1_001), "units: there are 1,001; 1,000 at"),
        ("record", tops(40_000), "a record has 20,000 orders at the most"),
        ("record", "\n \t" * 500_000, "this is no record"),
        ("record", "x" * 4_000_001, "the file has 4,000,001 characters; 4,000,000 at the most"),
    ],
    ids=["long key", "deep key", "army", "units", "orders", "blanks", "size"],
)
def test_what_is_beyond_all_measure_is_refused_in_a_line(
    visitor: httpx.Client, key: str, text: str, says: str
) -> None:
    answer = visitor.post("/matches", json={key: text})
    assert answer.status_code == 400
    assert says in answer.json()["detail"] and "\n" not in answer.json()["detail"]


def test_others_are_served_while_a_long_record_is_read(
    visitor: httpx.Client, server: Server
) -> None:
    id, answers = begin(visitor), 0
    upload = threading.Thread(
        target=httpx.post,
        args=(f"{server.url}/api/matches",),
        kwargs={"json": {"record": tops(20_000)}, "timeout": 120},
    )
    upload.start()
    while upload.is_alive():
        assert scene(visitor, id, "blue")["seq"] == 0
        answers += 1
    assert answers > 5, "many questions are answered meanwhile"


def test_a_long_record_goes_on_where_it_stopped(visitor: httpx.Client) -> None:
    match = wandered("drive_on_kursk", 5, SHORT + 50)
    id = begin(visitor, game="", record=record.write(match))
    told = scene(visitor, id, match.actor)
    assert told["seq"] == len(match.log) and told["deciding"] and told["heading"] == match.heading()
    listed = visitor.get("/matches").json()[0]
    assert listed["status"] == match.heading()


def test_a_record_that_stops_before_a_die_is_played_on(visitor: httpx.Client) -> None:
    match = library.start("skirmish")
    for order in ("press", "press"):
        match.play(order)
    id = begin(visitor, game="", record=record.write(match))
    told = scene(visitor, id, "blue")
    assert told["seq"] == 3 and told["view"]["actor"] in ("blue", "red")


def test_a_finished_game_is_listed_as_over(visitor: httpx.Client) -> None:
    match = library.start("skirmish")
    match.play("concede", by="red")
    begin(visitor, game="", record=record.write(match))
    assert visitor.get("/matches").json()[0]["over"]


@pytest.mark.parametrize("name", ["\\u001b]0;x\\u0007", "\\u0000", "\\u202e", "x" * 41])
def test_an_odd_name_is_refused(visitor: httpx.Client, name: str) -> None:
    text = f'{HEAD}[units]\n"x{name}" = {{ at = "1010", like = "panzer" }}\n'
    answer = visitor.post("/matches", json={"position": text})
    assert answer.status_code == 400 and "units" in answer.json()["detail"]
