"""What changed, laid upon what was known, is what there is now: in every game, for every side."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kursk import library
from kursk.contract.wander import Wanderer
from kursk.core.match import Start
from kursk.server.changes import BY_ENTRY, answer
from kursk.server.reading import Begun
from kursk.server.ready import make_ready
from kursk.server.room import Room
from kursk.server.rooms import Rooms
from kursk.server.scene import scene
from kursk.server.seats import HUMAN
from kursk.server.store import Store

Sent = dict[str, Any]
ORDERS = 24


@pytest.mark.parametrize("seed", [3, 4])
@pytest.mark.parametrize("title", library.titles())
def test_a_change_upon_the_scene_that_was_known_is_the_scene_now(
    tmp_path: Path, title: str, seed: int
) -> None:
    url, sides = f"sqlite:///{tmp_path / 'kursk.db'}", library.game(title).sides
    make_ready(url)
    smaller = 0

    async def play() -> None:
        nonlocal smaller
        rooms, wanderer = Rooms(Store(url)), Wanderer(seed)
        begun = Begun(title, Start(list(library.game(title).scenarios)[0]), [])
        room = await rooms.room(await rooms.begin(begun, dict.fromkeys(sides, HUMAN), "me"))
        assert room
        known = {side: sent(scene(room, side, sides)) for side in ("", *sides)}
        for number in range(ORDERS):
            if room.match.over:
                break
            if number % 10 == 9 and room.match.undoable:
                await room.undo(room.match.log[-1].actor, room.seq)
            else:
                await give(room, wanderer)
            for side in known if number % 3 else sides:  # a stranger looks less often
                change = sent(answer(room, side, sides, known[side]["seq"]))
                now = sent(scene(room, side, sides))
                smaller += len(msgspec.json.encode(change)) < len(msgspec.json.encode(now))
                known[side] = laid_upon(known[side], change) if "since" in change else change
                assert {**known[side], "curtain": now["curtain"]} == now
        rooms.close()
        await rooms.store.close()

    asyncio.run(play())
    assert smaller > ORDERS, "most scenes were not sent whole"


async def give(room: Room, wanderer: Wanderer) -> None:
    await room.play(room.match.actor, wanderer.order(room.match), room.seq, None)


def sent(told: Any) -> Sent:
    """As it comes out of a page's JSON."""
    found: Sent = msgspec.json.decode(msgspec.json.encode(told))
    return found


def laid_upon(known: Sent, change: Sent) -> Sent:
    """What the page does with a change."""
    told, was = change["view"], known["view"]
    view = was | {name: value for name, value in told.items() if name not in BY_ENTRY}
    for name in BY_ENTRY:
        entries = was[name] | told.get(name, {})
        view[name] = {key: value for key, value in entries.items() if value is not None}
    rest = {name: value for name, value in change.items() if name not in ("since", "view")}
    return known | rest | {"view": view}


def test_whoever_has_a_scene_that_nobody_remembers_is_told_all(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'kursk.db'}"
    make_ready(url)

    async def play() -> None:
        rooms = Rooms(Store(url))
        begun = Begun("skirmish", Start("meeting"), [])
        room = await rooms.room(await rooms.begin(begun, {"blue": HUMAN, "red": HUMAN}, "me"))
        assert room and "since" not in sent(answer(room, "blue", ("blue",), 0))
        assert "since" not in sent(answer(room, "red", ("red",), 0)), "nobody has asked for red yet"
        assert sent(answer(room, "red", ("red",), 0)) == {"since": 0, "view": {}}
        rooms.close()
        await rooms.store.close()

    asyncio.run(play())
