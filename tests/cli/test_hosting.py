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

from kursk.server.place import claim, store_url
from kursk.server.ready import make_ready
from tests.cli.conftest import Kursk
from tests.server.conftest import Server

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
