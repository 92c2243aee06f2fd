"""A server for others, and copies of its games."""

import os
import socket
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from bench.postgres import Postgres
from kursk.server.place import claim, data_folder, store_url
from kursk.server.ready import make_ready
from tests.cli.conftest import Kursk
from tests.server.conftest import Server
from tests.server.test_upgrade import older

NAME = "games.example.org"


@pytest.fixture
def store(kursk: Kursk, tmp_path: Path) -> Path:
    """A store with one game in it."""
    folder = tmp_path / "data" / "kursk"
    folder.mkdir(parents=True)
    make_ready(f"sqlite:///{folder / 'kursk.db'}")
    add(folder / "kursk.db", "first")
    return folder / "kursk.db"


def add(store: Path, id: str) -> None:
    with sqlite3.connect(store) as link:
        link.execute(
            "INSERT INTO matches (id, number, game, rules, start, secret) "
            "VALUES (?, 1, 'skirmish', 1, '{}', 's')",
            (id,),
        )
    link.close()


def kept(store: Path) -> list[str]:
    link = sqlite3.connect(store)
    found = [row[0] for row in link.execute("SELECT id FROM matches ORDER BY id")]
    link.close()
    return found


def test_a_backup_is_put_back_and_what_was_there_is_kept(
    kursk: Kursk, store: Path, tmp_path: Path
) -> None:
    file = tmp_path / "copy.db"
    assert "1 games are in" in kursk("backup", str(file)).out
    add(store, "second")
    said = kursk("restore", str(file))
    assert said.code == 0 and "kept as kursk.db.before-1" in said.out
    assert kept(store) == ["first"]
    assert kept(store.with_name("kursk.db.before-1")) == ["first", "second"]


def test_a_backup_holds_what_is_still_in_the_log_of_a_server_at_work(
    kursk: Kursk, store: Path, tmp_path: Path
) -> None:
    link = sqlite3.connect(store)
    link.execute("PRAGMA journal_mode=WAL")
    add(store, "second")
    with claim(store_url()):
        assert kursk("backup", str(tmp_path / "copy.db")).code == 0
    link.close()
    assert kept(tmp_path / "copy.db") == ["first", "second"]


def test_a_backup_is_for_nobody_elses_eyes(kursk: Kursk, store: Path, tmp_path: Path) -> None:
    """It has the dice of games that go on, and mail addresses."""
    file = tmp_path / "copy.db"
    (tmp_path / "copy.db.part").write_text("of a backup that was broken off")
    assert kursk("backup", str(file)).code == 0
    assert sys.platform == "win32" or file.stat().st_mode & 0o077 == 0
    assert data_folder() == store.parent
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KURSK_DATA", str(tmp_path / "new"))
        assert sys.platform == "win32" or data_folder().stat().st_mode & 0o077 == 0
    said = kursk("backup", str(tmp_path / "nowhere" / "copy.db"))
    assert said.code == 2 and "cannot be written" in said.err


def test_nothing_is_written_over(kursk: Kursk, store: Path, tmp_path: Path) -> None:
    file = tmp_path / "copy.db"
    file.write_text("mine")
    assert "is there already" in kursk("backup", str(file)).err
    assert file.read_text() == "mine"


def test_a_store_in_use_is_not_replaced(kursk: Kursk, store: Path, tmp_path: Path) -> None:
    kursk("backup", str(tmp_path / "copy.db"))
    with claim(store_url()):
        said = kursk("restore", str(tmp_path / "copy.db"))
    assert said.code == 2 and "another Kursk is at work" in said.err


@pytest.mark.parametrize("content", [b"not a database at all", b""])
def test_what_is_no_backup_changes_nothing(
    kursk: Kursk, store: Path, tmp_path: Path, content: bytes
) -> None:
    (tmp_path / "bad.db").write_bytes(content)
    said = kursk("restore", str(tmp_path / "bad.db"))
    if content:
        assert said.code == 2 and "damaged" in said.err and "bad.db" in said.err
        assert kept(store) == ["first"]
    else:  # nothing at all is an empty store; what was there is kept
        assert said.code == 0 and kept(store.with_name("kursk.db.before-1")) == ["first"]


def test_there_must_be_something_to_copy(kursk: Kursk, tmp_path: Path) -> None:
    assert "no games" in kursk("backup", str(tmp_path / "copy.db")).err
    assert "there is no file" in kursk("restore", str(tmp_path / "none.db")).err
    assert "from 1 to 65535" in kursk("serve", "--port", "0").err


def test_it_serves_under_its_name_and_believes_its_proxy(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = ["serve", "--port", str(port), "--name", NAME, "--proxy", "127.0.0.1"]
    process = subprocess.Popen(
        [sys.executable, "-m", "kursk.cli", *words],
        env={**os.environ, "KURSK_DATA": str(tmp_path)},
        stderr=subprocess.DEVNULL,
    )
    url = f"http://127.0.0.1:{port}/api"
    try:
        while True:
            assert process.poll() is None
            try:
                assert httpx.get(f"{url}/health", timeout=60).json() == {"status": "ok"}
                break
            except httpx.TransportError:
                time.sleep(0.02)
        new = {"game": "skirmish"}
        secure = {"Host": NAME, "X-Forwarded-Proto": "https", "Origin": f"https://{NAME}"}
        begun = httpx.post(f"{url}/matches", json=new, headers=secure, timeout=60)
        assert begun.status_code == 201 and "secure" in begun.headers["set-cookie"].lower()
        plain = httpx.post(f"{url}/matches", json=new, timeout=60)
        assert "secure" not in plain.headers["set-cookie"].lower()
        strange = httpx.get(f"{url}/matches", headers={"Host": "evil.example"}, timeout=60)
        assert strange.status_code == 421
    finally:
        process.terminate()
        assert process.wait(60) in (0, -15)


def test_a_server_that_stops_has_nothing_to_say_of_those_who_listen(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()
    with httpx.Client(base_url=f"{server.url}/api", timeout=60) as visitor:
        id = visitor.post("/matches", json={"game": "skirmish"}).json()["id"]
        with visitor.stream("GET", f"/matches/{id}/events") as heard:
            lines = heard.iter_lines()
            assert next(lines) == ": open"
            assert server.process
            server.process.terminate()
            told = [line for line in lines if line.startswith("data: {")]
            assert told == ['data: {"what":"stop"}'], "and the stream ends"
    server.process.wait(60)
    assert "Traceback" not in server.said()


# -- PostgreSQL ----------------------------------------------------------------------------------


def test_games_move_from_a_file_to_a_database_and_back(
    kursk: Kursk, store: Path, shared: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with sqlite3.connect(store) as link:
        link.execute(
            "INSERT INTO seats (match, side, player, token) VALUES ('first', 'b', 'h', 'x')"
        )
        row = "('first', 1, 'blue', 'press “it”', 'x', 7)"
        link.execute(f'INSERT INTO orders (match, seq, actor, "order", client, at) VALUES {row}')
    link.close()
    kursk("backup", str(tmp_path / "one.db"))
    assert kursk("restore", str(tmp_path / "one.db"), "--database", shared).code == 0
    assert kursk("backup", str(tmp_path / "two.db"), "--database", shared).code == 0
    assert rows(tmp_path / "two.db") == rows(tmp_path / "one.db") == rows(store)
    add(tmp_path / "two.db", "second")
    monkeypatch.setenv("KURSK_DATABASE", shared)
    said = kursk("restore", str(tmp_path / "two.db"))
    assert said.out.startswith("What was there is kept as ") and "2 games are back" in said.out
    kept_as = said.out.splitlines()[0].removeprefix("What was there is kept as ")
    assert rows(Path(kept_as)) == rows(store)
    monkeypatch.delenv("KURSK_DATABASE")
    kursk("restore", str(tmp_path / "two.db"))
    assert kept(store) == ["first", "second"]


def rows(file: Path) -> list[str]:
    """Everything in a store."""
    link = sqlite3.connect(file)
    found = list(link.iterdump())
    link.close()
    return sorted(line for line in found if line.startswith("INSERT"))


def test_a_database_that_is_served_is_not_replaced(
    kursk: Kursk, store: Path, postgres: Postgres, tmp_path: Path
) -> None:
    kursk("backup", str(tmp_path / "one.db"))
    server = Server(tmp_path, database=postgres.database())
    server.start()
    httpx.post(f"{server.url}/api/matches", json={"game": "skirmish"}, timeout=60)
    while True:  # it is at work as soon as it hears other servers
        said = kursk("restore", str(tmp_path / "one.db"), "--database", server.database)
        if said.code:
            break
    assert "a Kursk is at work on this database: stop it first" in said.err
    assert kursk("backup", str(tmp_path / "two.db"), "--database", server.database).code == 0
    server.kill()
    while kursk("restore", str(tmp_path / "one.db"), "--database", server.database).code:
        pass  # the database has not seen yet that it is gone


@pytest.mark.parametrize(
    ("database", "says"),
    [
        ("postgresql://me:secret@127.0.0.1:1/kursk", "cannot be used: connection failed"),
        ("mysql://here/kursk", "no database that Kursk knows"),
        ("postgresql://here:there/kursk", "no database that Kursk knows"),
    ],
)
@pytest.mark.parametrize("command", ["serve", "backup x.db", "restore y.db", "bots"])
def test_a_database_that_is_none_is_told_in_a_line(
    kursk: Kursk, store: Path, command: str, database: str, says: str, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    kursk("backup", "y.db")
    said = kursk(*command.split(), "--database", database)
    assert said.code == 2 and said.err.count("\n") == 1 and "secret" not in said.err
    if command != "bots" or not database.startswith("mysql"):
        assert says in said.err


def test_bots_have_a_back_room_only_where_servers_share_a_database(
    kursk: Kursk, store: Path
) -> None:
    assert "bots think there" in kursk("bots").err
    assert "--bots 0: from 1 to 64" in kursk("bots", "--bots", "0").err
    assert "or 0 with a database that is shared" in kursk("serve", "--bots", "0").err


def test_bots_think_in_a_back_room_for_a_server(postgres: Postgres, tmp_path: Path) -> None:
    database, words = postgres.database(), [sys.executable, "-m", "kursk.cli"]
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    env = {**os.environ, "KURSK_DATA": str(tmp_path), "KURSK_DATABASE": database}
    said = open(tmp_path / "said", "wb")  # noqa: SIM115 - as long as they are at work
    serves = subprocess.Popen(
        [*words, "serve", "--port", port, "--bots", "0"], env=env, stderr=said
    )
    thinks = subprocess.Popen([*words, "bots", "--bots", "1"], env=env, stderr=said)
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}/api", timeout=60) as visitor:
            while True:
                assert serves.poll() is None and thinks.poll() is None
                try:
                    visitor.get("/health")
                    break
                except httpx.TransportError:
                    time.sleep(0.02)
            players = {"blue": "random", "red": "random"}
            id = visitor.post("/matches", json={"game": "skirmish", "players": players}).json()[
                "id"
            ]
            while not visitor.get("/matches").json()[0]["over"]:
                time.sleep(0.1)
            assert visitor.get(f"/matches/{id}").status_code == 200
    finally:
        for process in (serves, thinks):
            process.terminate()
            assert process.wait(60) in (0, -15)
        said.close()
    assert "Traceback" not in (tmp_path / "said").read_text()


# -- a newer Kursk -----------------------------------------------------------------------------

OLD = {
    "going": ["blue press", "red hold"],
    "refused": ["blue press", "red hold", "blue fly b1 0302"],
}


def play_on(server: Server) -> None:
    """The game that goes on is there, in the seat of who sat there, and is played on."""
    server.start()
    with httpx.Client(base_url=f"{server.url}/api", cookies={"kursk_player": "me"}) as visitor:
        assert [each["id"] for each in visitor.get("/matches").json()] == ["refused", "going"]
        body = {"side": "blue", "order": "move b1 0302", "seq": 2}
        assert visitor.post("/matches/going/orders", json=body).json()["seq"] == 3
        stopped = visitor.get("/matches/refused", params={"side": "blue"}).json()["stopped"]
        assert stopped.startswith("The game can be followed up to order 2.")
    server.kill()


def test_games_that_go_on_are_upgraded(kursk: Kursk, tmp_path: Path) -> None:
    folder = tmp_path / "data" / "kursk"
    folder.mkdir(parents=True)
    older(f"sqlite:///{folder / 'kursk.db'}", "0001", OLD)
    said = kursk("upgrade")
    assert said.code == 1
    assert "refused: The game can be followed up to order 2. Order 3, “fly b1" in said.out
    assert "1 games go on, 0 are over, 1 cannot go on" in said.out
    assert kursk("upgrade").out == said.out, "a second time changes nothing"
    server = Server(folder)
    play_on(server)
    server.start()
    assert "another Kursk is at work" in kursk("upgrade").err
    server.kill()


def test_and_so_are_those_of_a_database(kursk: Kursk, postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.database()
    older(url, "0001", OLD)
    said = kursk("upgrade", "--database", url)
    assert said.code == 1 and "1 games go on, 0 are over, 1 cannot go on" in said.out
    server = Server(tmp_path, database=url)
    play_on(server)


def test_where_there_is_nothing_to_upgrade(kursk: Kursk, store: Path) -> None:
    assert kursk("upgrade").out == "1 games go on, 0 are over, 0 cannot go on\n"
    store.unlink()
    assert "there are no games" in kursk("upgrade").err
