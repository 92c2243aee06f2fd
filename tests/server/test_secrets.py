"""Nothing that is sent to a seat or a watcher tells what is hidden: every answer of every
operation, and the stream, in games played by chance.

A player and a watcher are sent the same bytes in two matches that differ only in what they may
not know: the truth, and another position that they cannot tell from it. The contract asks the
engine's answers so (kursk.contract.secrets); here it is the server's, headers and streams
included, with its cookies, links and refusals.
"""

import asyncio
import json
import random
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from kursk import library
from kursk.contract.secrets import otherwise
from kursk.contract.wander import Wanderer
from kursk.core.match import Match
from kursk.server.account import account
from kursk.server.app import create_app
from kursk.server.room import Room, _stands
from kursk.server.rooms import Rooms

ORDERS, LOOKS = 30, 3  # of a game; and how often all is asked
ASKED = (
    "", "?since=0", "?at=1", "/log", "/people", "/takeback", "/talk", "/targets", "/record",
    "/position", "/overlay/zones", "/overlay/control", "/overlay/supply", "/overlay/threat",
    "/why?order=end", "/odds?order=end", "/orders?about=", "/dangers", "/tries", "/notices",
    "/plans",
)  # fmt: skip
OF_UNITS = ("/reach?unit={0}", "/condition?units={0}", "/whynot?hex={1}&units={0}",
            "/ending?units={0}&kind=move&way={1}", "/orders?about={0}",
            "/odds?order=attack {1} with {0}")  # fmt: skip
# bodies to be sent: refused, late, or a question, so that nothing is changed by them
SENT: tuple[tuple[str, dict[str, Any]], ...] = (
    ("/orders", {"order": "end", "seq": 10**6}), ("/orders", {"order": "nonsense", "seq": -1}),
    ("/orders", {"order": "attack {1} with {0}", "seq": -1}), ("/orders", {"order": "x", "seq": 0}),
    ("/undo", {"seq": 10**6}), ("/undo", {"seq": 0, "steps": 3}),
    ("/takeback", {"seq": -1, "order": 10**6}),
    ("/takeback/answer", {"seq": 0, "order": 1, "allow": True}),
    ("/what-if", {"attacker": "{2}", "hex": "{1}", "units": {"{0}": "{1}"}}),
    ("/rematch", {}), ("/holiday", {"days": 1}), ("/hand", {"player": "nobody"}), ("/hurry", {}),
)  # fmt: skip
# What takes long is asked in the smallest game only: a bot's hint and the printed sheet, which
# are given what the others are.
SLOW = ("/hint", "/position.pdf", "/position.png")
# the stream and the account, which is worked out from the log, are read below
ELSEWHERE = {"/events", "/account"}
# They begin something that is one's own and different each time (a try, a link), or change what
# is no secret (a name): test_study.py, test_seats.py and test_forged.py see to them.
CHANGES = {
    "/delay", "/free", "/leave", "/links", "/links/revoke", "/name", "/notices", "/standing",
    "/talk", "/title", "/tries",
}  # fmt: skip
UNLIKE = ("x-request-id", "content-length", "date")  # headers that differ from answer to answer


class Table:
    """A server in this process, with a player on each side and one who watches."""

    def __init__(self, app: Any, rooms: Rooms) -> None:
        self.app, self.rooms = app, rooms
        carried = httpx.ASGITransport(app)
        self.clients = [
            httpx.AsyncClient(transport=carried, base_url="http://localhost/api") for _ in "abc"
        ]

    async def begin(self, title: str) -> Room:
        one, other, third = self.clients
        first, second = library.game(title).sides
        asked = {"game": title, "players": {first: "human", second: "link"}}
        told = (await one.post("/matches", json=asked)).json()
        await other.post("/links/open", json={"link": told["links"][second]})
        link = (await one.post(f"/matches/{told['id']}/links", json={"side": ""})).json()["link"]
        await third.post("/links/open", json={"link": link})
        room = await self.rooms.room(told["id"])
        assert room
        return room

    async def hears(self, room: Room, side: str, slow: bool) -> dict[str, bytes]:
        """All that one is answered, by what he asks; without what tells the time."""
        sides = room.match.game.sides
        client = self.clients[sides.index(side) if side else 2]
        heard: dict[str, bytes] = {}
        stacks = room.view(side).stacks.items()
        seen = [(counter.unit, hex) for hex, stack in stacks for counter in stack if counter.unit]
        about = [path.format(*each) for each in seen[::60] for path in OF_UNITS]
        for path in (*ASKED, *about, *(SLOW if slow and side else ())):
            joint = "&" if "?" in path else "?"
            answer = await client.get(f"/matches/{room.id}{path}{joint}side={side}")
            heard[path] = _whole(answer)
            foreign = next(each for each in sides if each != side)
            refused = await client.get(f"/matches/{room.id}{path}{joint}side={foreign}")
            if path not in ("/record", "/position", "/tries"):  # these ask for no side
                assert refused.status_code in (400, 403, 404), (path, refused.text)
        for path in ELSEWHERE:
            refused = await client.get(f"/matches/{room.id}{path}?side={foreign}")
            assert refused.status_code == 403, path
        unit, hex = seen[0] if seen else ("none", "none")
        for path, body in SENT:
            told = _filled(body, unit, hex, side or sides[0], room.seq)
            answer = await client.post(f"/matches/{room.id}{path}", json={**told, "side": side})
            harmless = path in ("/what-if", "/hurry")  # one only asks, the other finds nobody
            assert answer.status_code >= 400 or harmless, (path, answer.text)
            heard[f"{path} {told}"] = _whole(answer)
        return heard

    async def streamed(self, room: Room, side: str, events: int) -> bytes:
        """What a stream sends, from the first order to the last."""
        client = self.clients[room.match.game.sides.index(side) if side else 2]
        cookies = "; ".join(f"{key}={value}" for key, value in client.cookies.items())
        told, enough = bytearray(), asyncio.Event()

        async def send(message: Any) -> None:
            told.extend(message.get("body", b""))
            if told.count(b"event: order") >= events:
                enough.set()

        async def receive() -> Any:
            await asyncio.Event().wait()

        scope = {
            "type": "http", "method": "GET", "path": f"/api/matches/{room.id}/events",
            "query_string": f"side={side}".encode(), "scheme": "http", "client": ("127.0.0.1", 1),
            "headers": [(b"host", b"localhost"), (b"cookie", cookies.encode())],
            "http_version": "1.1", "root_path": "", "server": ("localhost", 80), "state": {},
        }  # fmt: skip
        listening = asyncio.create_task(self.app(scope, receive, send))
        await asyncio.wait_for(enough.wait(), 60)
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
        return bytes(told)


def _filled(body: Any, unit: str, hex: str, side: str, seq: int) -> Any:
    """A body about a unit in a hex; -1 stands for the newest order."""
    if isinstance(body, dict):
        return {
            _filled(key, unit, hex, side, seq): _filled(each, unit, hex, side, seq)
            for key, each in body.items()
        }
    if isinstance(body, str):
        return body.format(unit, hex, side)
    return seq if body == -1 else body


def _whole(answer: httpx.Response) -> bytes:
    """Status, headers and body, without what tells the time."""
    headers = [pair for pair in sorted(answer.headers.items()) if pair[0] not in UNLIKE]
    return f"{answer.status_code} {headers} ".encode() + _timeless(answer.content)


def _timeless(content: bytes) -> bytes:
    content = re.sub(rb'"(seen|since|now|at|link|watch)":\d+', rb"", content)
    return re.sub(rb"/(CreationDate|ModDate|ID)[^\n]*\n?[^\n]*", rb"", content)  # of a PDF


@asynccontextmanager
async def table(folder: Path) -> AsyncIterator[Table]:
    app = create_app(f"sqlite:///{folder / 'kursk.db'}")
    assert app.rooms
    here = Table(app, app.rooms)
    yield here
    for client in here.clients:
        await client.aclose()
    app.rooms.close()
    await app.rooms.store.close()


def becomes(room: Room, match: Match) -> None:
    """Put another position in the place of the true one."""
    room.match, room.scenes = match, {}
    room._known, room._views, room._shown = {}, {}, (-1, match)


def test_every_question_about_a_match_is_asked(tmp_path: Path) -> None:
    app: Any = create_app(f"sqlite:///{tmp_path / 'kursk.db'}").app
    under = "/api/matches/{id:str}"
    open_ = {
        route.path.removeprefix(under).replace("{kind:str}", "zones")
        for route in app.routes
        if route.path.startswith(under) and "GET" in route.methods
    }
    asked = {path.partition("?")[0] for path in (*ASKED, *OF_UNITS, *SLOW)}
    assert open_ <= asked | ELSEWHERE
    changed = {
        route.path.removeprefix(under)
        for route in app.routes
        if route.path.startswith(under) and route.methods & {"POST", "PUT", "PATCH", "DELETE"}
    }
    assert changed == {path for path, _ in SENT} | CHANGES


def assert_nothing_covered(room: Room, side: str, told: bytes) -> None:
    """Of the orders of others that are covered a stream tells nothing, nor what others learned."""
    events = [json.loads(line[6:]) for line in told.decode().splitlines() if line[:7] == "data: {"]
    events = [event for event in events if "seq" in event]
    assert [event["seq"] for event in events] == list(range(1, room.seq + 1))
    for event, entry in zip(events, room.entries, strict=True):
        assert entry, "nothing was taken back"
        hidden = entry.covered and entry.actor != side
        assert event["order"] == ("" if hidden else entry.order)
        heard = [
            news.own if news.own and news.of == side else news.says
            for news in entry.news
            if not news.to or news.to == side
        ]
        assert [news["says"] for news in event["news"]] == heard
        assert all(not news.get("own") or news.get("of") == side for news in event["news"])


@pytest.mark.parametrize("title", library.titles())
def test_no_answer_depends_on_what_is_hidden(title: str, tmp_path: Path) -> None:
    chance, wanderer = random.Random(title), Wanderer(5)

    async def play() -> None:
        async with table(tmp_path) as here:
            room = await here.begin(title)
            for number in range(ORDERS):
                if room.match.over:
                    break
                await room.play(room.match.actor, wanderer.order(room.match), room.seq, None)
                if number % (ORDERS // LOOKS) == ORDERS // LOOKS - 1:
                    await compare(here, room, title == "skirmish" and number == ORDERS - 1)
            for side in (*room.match.game.sides, ""):
                told = await here.streamed(room, side, room.seq)
                assert_nothing_covered(room, side, told)

    async def compare(here: Table, room: Room, slow: bool) -> None:
        truth = room.match
        for side in (*truth.game.sides, ""):
            expected = await here.hears(room, side, slow)
            becomes(room, otherwise(truth, side, chance))
            assert _stands(room.match) == _stands(truth), "the list of games tells it"
            found = await here.hears(room, side, slow)
            becomes(room, truth)
            for path, told in expected.items():
                assert found[path] == told, f"{side or 'a watcher'} can tell by {path}"

    asyncio.run(play())


@pytest.mark.parametrize("title", library.titles())
def test_the_account_names_no_order_that_was_not_told(title: str) -> None:
    """While the game goes on: of battles and turning points, as the log tells them."""
    match, wanderer = library.start(title, secret="citadel"), Wanderer(7)
    facts = match.g.facts()
    while not match.over and len(match.log) < 250:
        match.play(wanderer.order(match))
    rows = [(entry.actor, entry.order) for entry in match.log]
    for side in (*match.game.sides, ""):
        told = account(title, match.start, facts, rows, side, False)
        heard = ["" if e.covered and e.actor != side else e.order for e in match.log]
        for fought in told.fought:
            named = set(re.split("[ ,]", " ".join(heard[: fought.last])))
            assert set(fought.units) <= named, f"{side or 'a watcher'}: {fought}"
            assert fought.expected is None and fought.worth is None
        for moment in told.turning:
            assert moment.luck is None
            if not moment.hex:
                assert moment.order in ("", heard[moment.seq - 1]), f"{side}: {moment}"
