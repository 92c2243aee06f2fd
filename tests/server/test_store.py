"""The store: all or nothing, many at once, old shapes and damaged files."""

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError

from kursk.server import ready
from kursk.server.place import InUse, Unusable, claim
from kursk.server.ready import make_ready
from kursk.server.store import Addition, NewMatch, NewOrder, NewSeat, Stale, Store, hashed


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "kursk.db"


@pytest.fixture
def url(file: Path) -> str:
    make_ready(f"sqlite:///{file}")
    return f"sqlite:///{file}"


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    store = Store(url)
    yield store
    store._thread.shutdown()
    store.engine.dispose()


def match(id: str) -> NewMatch:
    return NewMatch(id, "skirmish", 1, "{}", "secret", "Skirmish", "", False)


def added(id: str, *seqs: int) -> Addition:
    orders = [NewOrder(seq, "blue", f"order {seq}") for seq in seqs]
    return Addition(id, orders, ("Turn 1", False))


def test_many_matches_are_written_together_and_one_that_is_late_harms_no_other(
    store: Store,
) -> None:
    written: list[int] = []
    together = store._together

    async def counted(batch: list[Addition]) -> list[Exception | None]:
        written.append(len(batch))
        return await together(batch)

    async def play() -> list[BaseException | None]:
        for id in "abcd":
            await store.create(match(id), [NewSeat("blue", "human", hashed("me"))])
        await store.append(added("b", 1))
        store._together = counted  # type: ignore[method-assign]
        batch = [added("a", 1, 2), added("b", 1), added("c", 1), added("d", 1)]
        return await asyncio.gather(*map(store.append, batch), return_exceptions=True)

    faults = asyncio.run(play())
    assert written[0] == 4, "those who came together wait for the disk together"
    assert [type(fault) for fault in faults] == [type(None), Stale, type(None), type(None)]
    rows = asyncio.run(store.orders("a"))
    assert [(row.seq, row.order) for row in rows] == [(1, "order 1"), (2, "order 2")]
    assert len(asyncio.run(store.orders("b"))) == 1


def test_a_match_comes_with_its_orders_or_not_at_all(store: Store) -> None:
    twice = [NewOrder(1, "blue", "press"), NewOrder(1, "blue", "press")]
    with pytest.raises(IntegrityError):
        asyncio.run(store.create(match("a"), [NewSeat("blue", "human", hashed("me"))], twice))
    assert asyncio.run(store.match("a")) is None and not asyncio.run(store.seats("a"))


def test_the_newest_match_of_a_token_comes_first(store: Store) -> None:
    async def play() -> list[str]:
        for id in "abc":
            await store.create(
                match(id), [NewSeat("blue", "human", hashed("me" if id != "b" else "you"))]
            )
        return [row.id for row in await store.held("me")]

    assert asyncio.run(play()) == ["c", "a"]


# -- shapes --------------------------------------------------------------------------------------


def shape(file: Path) -> list[tuple[str, ...]]:
    """The tables and indices, without the line breaks that differ."""
    link = sqlite3.connect(file)
    told = link.execute("SELECT type, name, tbl_name FROM sqlite_master WHERE sql IS NOT NULL")
    columns = [
        (table, *map(str, column[1:4]))
        for _, _, table in told.fetchall()
        for column in link.execute(f"PRAGMA table_info({table})").fetchall()
    ]
    named = link.execute("SELECT type, name FROM sqlite_master").fetchall()
    link.close()
    return sorted([*columns, *named])


def old(file: Path) -> None:
    """A store of the first shape, with a game in it and a snapshot of that."""
    ready._migrate(f"sqlite:///{file}", "0001")
    link = sqlite3.connect(file)
    link.execute("INSERT INTO matches VALUES ('a', 1, 'skirmish', 1, '{}', 's', 't', '', 0)")
    link.execute("INSERT INTO orders VALUES ('a', 1, 'blue', 'press', 'x')")
    link.execute("INSERT INTO snapshots VALUES ('a', 1, 1, X'80')")
    link.commit()
    link.close()


def test_a_new_store_has_the_shape_that_the_migrations_lead_to(tmp_path: Path) -> None:
    new, migrated = tmp_path / "new.db", tmp_path / "old.db"
    make_ready(f"sqlite:///{new}")
    old(migrated)
    make_ready(f"sqlite:///{migrated}")
    assert shape(new) == shape(migrated)
    assert not any("snapshots" in line for line in shape(migrated))


def test_an_old_store_keeps_its_games(file: Path) -> None:
    old(file)
    make_ready(f"sqlite:///{file}")
    make_ready(f"sqlite:///{file}")
    link = sqlite3.connect(file)
    assert link.execute("SELECT * FROM orders").fetchall() == [("a", 1, "blue", "press", "x", 0)]
    link.close()


# -- damage --------------------------------------------------------------------------------------


def unusable(file: Path) -> str:
    with pytest.raises(Unusable) as caught:
        make_ready(f"sqlite:///{file}")
    says = str(caught.value)
    assert str(file) in says and "\n" not in says
    return says


def test_a_file_that_is_no_database(file: Path) -> None:
    file.write_bytes(b"nonsense" * 1000)
    assert unusable(file).endswith(
        "is damaged (file is not a database): move it away, and Kursk begins a new one"
    )


@pytest.mark.parametrize("page", [1, 2, 3])
def test_a_database_with_a_hole(url: str, file: Path, page: int) -> None:
    data = bytearray(file.read_bytes())
    data[4096 * page : 4096 * page + 600] = b"\xff" * 600
    file.write_bytes(data)
    assert "is damaged (" in unusable(file)


def test_a_database_that_was_cut_short(url: str, file: Path) -> None:
    data = file.read_bytes()
    file.write_bytes(data[: len(data) // 2])
    assert "is damaged (" in unusable(file)


@pytest.mark.parametrize("table", ["orders", "seats"])
def test_a_database_without_a_table(url: str, file: Path, table: str) -> None:
    link = sqlite3.connect(file)
    link.execute(f"DROP TABLE {table}")
    link.close()
    assert f"is damaged (no such table: {table})" in unusable(file)


def test_somebody_elses_database(file: Path) -> None:
    link = sqlite3.connect(file)
    link.execute("CREATE TABLE recipes (name)")
    link.close()
    assert "is no store of Kursk: move it away" in unusable(file)


def test_a_store_of_a_newer_kursk(url: str, file: Path) -> None:
    link = sqlite3.connect(file)
    link.execute("UPDATE alembic_version SET version_num = '0099'")
    link.commit()
    link.close()
    assert "was written by a newer Kursk: update this one" in unusable(file)


def test_a_folder_in_place_of_the_file(file: Path) -> None:
    file.mkdir()
    assert "cannot be used (unable to open database file)" in unusable(file)


def test_an_empty_file_is_a_new_store(file: Path) -> None:
    file.touch()
    make_ready(f"sqlite:///{file}")
    assert shape(file)


# -- one server a store ------------------------------------------------------------------------


def test_a_store_has_one_server(url: str, file: Path) -> None:
    taken = f"another Kursk is at work on {file}: close it first"
    with claim(url), pytest.raises(InUse, match=taken):
        claim(url)
    with claim(url):
        pass


def test_a_server_that_was_killed_keeps_no_claim(url: str) -> None:
    code = f"from kursk.server.place import claim; lock = claim({url!r}); print(1); input()"
    words = [sys.executable, "-uc", code]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout and other.stdout.readline() == b"1\n"
        with pytest.raises(InUse):
            claim(url)
        other.kill()
    with claim(url):
        pass


def test_a_store_that_is_no_file_is_shared() -> None:
    with claim("postgresql://localhost/kursk"), claim("postgresql://localhost/kursk"):
        pass
