"""Nothing that is sent to a seat or a watcher tells what is hidden: every answer of every
operation, in games played by chance.

A player and a watcher are sent the same bytes in two matches that differ only in what they may
not know: the truth, and another position that they cannot tell from it. The contract asks the
engine's answers so (kursk.contract.secrets); here it is the server's, headers and streams
included, with its cookies, links and refusals.
"""

import asyncio
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
from kursk.server.app import create_app
from kursk.server.room import Room
from kursk.server.rooms import Rooms

ORDERS, LOOKS = 30, 3  # of a game; and how often all is asked
ASKED = (
    "", "?since=0", "?at=1", "/log", "/people", "/takeback", "/talk", "/targets", "/record",
    "/position", "/overlay/zones", "/overlay/control", "/overlay/supply", "/overlay/threat",
    "/why?order=end", "/odds?order=end", "/orders?about=", "/dangers", "/tries", "/notices",
)  # fmt: skip
OF_UNITS = ("/reach?unit={0}", "/condition?units={0}", "/whynot?hex={1}&units={0}",
            "/ending?units={0}&kind=move&way={1}", "/orders?about={0}",
            "/odds?order=attack {1} with {0}")  # fmt: skip
# the stream tells what the log tells; a hint is a bot's, who sees a view, and so is the printed
# sheet drawn from one; the account is worked
# out from the log, and test_study.py sees to it
ELSEWHERE = {"/events", "/hint", "/account", "/position.pdf"}


class Table:
    """A server in this process, with a player on each side and one who watches."""

    def __init__(self, app: Any, rooms: Rooms) -> None:
        self.rooms = rooms
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

    async def hears(self, room: Room, side: str) -> dict[str, bytes]:
        """All that one is answered, by what he asks; without what tells the time."""
        sides = room.match.game.sides
        client = self.clients[sides.index(side) if side else 2]
        heard: dict[str, bytes] = {}
        stacks = room.view(side).stacks.items()
        seen = [(counter.unit, hex) for hex, stack in stacks for counter in stack if counter.unit]
        about = [path.format(*each) for each in seen[::60] for path in OF_UNITS]
        for path in (*ASKED, *about):
            joint = "&" if "?" in path else "?"
            answer = await client.get(f"/matches/{room.id}{path}{joint}side={side}")
            heard[path] = f"{answer.status_code} ".encode() + _timeless(answer.content)
            foreign = next(each for each in sides if each != side)
            refused = await client.get(f"/matches/{room.id}{path}{joint}side={foreign}")
            if path not in ("/record", "/position", "/tries"):  # these ask for no side
                assert refused.status_code in (400, 403, 404), (path, refused.text)
        return heard


def _timeless(content: bytes) -> bytes:
    return re.sub(rb'"(seen|since|now|at|link|watch)":\d+', rb"", content)


@asynccontextmanager
async def table(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Table]:
    made: list[Rooms] = []
    really = Rooms.__init__

    def noted(self: Rooms, *about: Any) -> None:
        really(self, *about)
        made.append(self)

    monkeypatch.setattr(Rooms, "__init__", noted)
    app = create_app(f"sqlite:///{folder / 'kursk.db'}")
    here = Table(app, made[0])
    yield here
    for client in here.clients:
        await client.aclose()
    made[0].close()
    await made[0].store.close()


def becomes(room: Room, match: Match) -> None:
    """Put another position in the place of the true one."""
    room.match, room.scenes = match, {}
    room._known, room._views, room._shown = {}, {}, (-1, match)


def test_every_question_about_a_match_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app: Any = create_app(f"sqlite:///{tmp_path / 'kursk.db'}").app
    under = "/api/matches/{id:str}"
    open_ = {
        route.path.removeprefix(under).replace("{kind:str}", "zones")
        for route in app.routes
        if route.path.startswith(under) and "GET" in route.methods
    }
    asked = {path.partition("?")[0] for path in (*ASKED, *OF_UNITS)}
    assert open_ <= asked | ELSEWHERE


@pytest.mark.parametrize("title", library.titles())
def test_no_answer_depends_on_what_is_hidden(
    title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance, wanderer = random.Random(title), Wanderer(5)

    async def play() -> None:
        async with table(tmp_path, monkeypatch) as here:
            room = await here.begin(title)
            for number in range(ORDERS):
                if room.match.over:
                    break
                await room.play(room.match.actor, wanderer.order(room.match), room.seq, None)
                if number % (ORDERS // LOOKS) == ORDERS // LOOKS - 1:
                    await compare(here, room)

    async def compare(here: Table, room: Room) -> None:
        truth = room.match
        for side in (*truth.game.sides, ""):
            expected = await here.hears(room, side)
            becomes(room, otherwise(truth, side, chance))
            found = await here.hears(room, side)
            becomes(room, truth)
            for path, told in expected.items():
                assert found[path] == told, f"{side or 'a watcher'} can tell by {path}"

    asyncio.run(play())
