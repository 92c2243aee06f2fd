"""A newer Kursk on an older store: games that go on go on, and what cannot is shown up to there."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import inspect, text

from bench.postgres import Postgres
from kursk.core.flow import DICE
from kursk.server import ready
from kursk.server.database import connect_to
from kursk.server.ready import REVISIONS, make_ready
from kursk.server.room import Room
from kursk.server.rooms import Rooms
from kursk.server.store import Store, hashed
from tests.server.conftest import STORES


@pytest.fixture(params=STORES)
def bare(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A place for a store, and nothing in it."""
    if request.param == "postgresql":
        here: Postgres = request.getfixturevalue("postgres")
        return here.database()
    return f"sqlite:///{tmp_path / 'kursk.db'}"


def older(url: str, revision: str, games: dict[str, list[str]]) -> None:
    """A store of an older shape, with games in it: of one against a bot."""
    ready._migrate(url, revision)
    engine = connect_to(url)
    with engine.begin() as link:
        for number, (id, orders) in enumerate(games.items(), 1):
            about = {"id": id, "n": number, "start": json.dumps({"scenario": "meeting"})}
            link.execute(
                text(
                    "INSERT INTO matches (id, number, game, rules, start, secret) "
                    "VALUES (:id, :n, 'skirmish', 0, :start, 'abc')"
                ),
                about,
            )
            for side, player in (("blue", "human"), ("red", "random")):
                seat = {"id": id, "side": side, "player": player, "token": hashed("me")}
                seat["token"] = hashed("me") if player == "human" else ""
                link.execute(text("INSERT INTO seats VALUES (:id, :side, :player, :token)"), seat)
            for seq, order in enumerate(orders, 1):
                actor, said = order.split(" ", 1)
                row = {"id": id, "seq": seq, "actor": actor, "said": said, "client": None}
                link.execute(
                    text("INSERT INTO orders VALUES (:id, :seq, :actor, :said, :client)"), row
                )
    engine.dispose()


def looked_at(url: str, id: str, look: Any) -> Any:
    async def run() -> Any:
        rooms = Rooms(Store(url))
        try:
            room = await rooms.room(id)
            assert room
            return await look(rooms, room)
        finally:
            rooms.close()
            await rooms.store.close()

    return asyncio.run(asyncio.wait_for(run(), 60))


def test_games_of_an_older_store_go_on(bare: str) -> None:
    older(bare, "0001", {"going": ["blue press", "red hold"], "bots": ["blue press"]})
    make_ready(bare)
    make_ready(bare)

    async def play(rooms: Rooms, room: Room) -> None:
        assert not room.stopped and room.seq == 2 and room.sides(hashed("me")) == ("blue",)
        await room.play("blue", "move b1 0302", 2, "mine")
        assert room.match.log[-1].order == "move b1 0302"
        assert [row.id for row in await rooms.store.held("me")] == ["bots", "going"]

    looked_at(bare, "going", play)

    async def watch(rooms: Rooms, room: Room) -> None:
        while room.seq < 2 or room.match.actor in ("red", DICE):
            await asyncio.sleep(0.01)
        assert not room.stopped

    looked_at(bare, "bots", watch)


def test_what_newer_rules_refuse_is_shown_up_to_there(bare: str) -> None:
    older(bare, "0001", {"old": ["blue press", "red hold", "blue fly b1 0302", "red hold"]})
    make_ready(bare)

    async def look(_: Rooms, room: Room) -> None:
        assert room.seq == 2
        assert room.stopped.startswith("The game can be followed up to order 2. Order 3, “fly b1")
        with pytest.raises(ValueError, match="up to order 2"):
            await room.play("blue", "move b1 0302", 2, None)

    looked_at(bare, "old", look)


def shape(url: str) -> Any:
    """Tables, columns with their types, keys and indices, as the database tells them."""
    engine = connect_to(url)
    with engine.connect() as link:
        told = inspect(link)
        found = {
            table: (
                {column["name"]: str(column["type"]) for column in told.get_columns(table)},
                sorted(str(each["column_names"]) for each in told.get_unique_constraints(table)),
                sorted(str(each["name"]) for each in told.get_indexes(table)),
                told.get_pk_constraint(table)["constrained_columns"],
                sorted(str(each["constrained_columns"]) for each in told.get_foreign_keys(table)),
            )
            for table in told.get_table_names()
        }
    engine.dispose()
    return found


def test_every_older_shape_leads_to_the_newest_one(postgres: Postgres) -> None:
    new, old = postgres.database(), postgres.database()
    make_ready(new)
    ready._migrate(old, "0001")
    for revision in REVISIONS[1:]:
        ready._migrate(old, revision)
    make_ready(old)
    assert shape(new) == shape(old)
