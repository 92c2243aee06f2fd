"""kursk play: the page is served and opened, once for each folder of games."""

import asyncio
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from kursk.cli.page import listening

from .conftest import Kursk


@contextmanager
def playing(folder: Path, *words: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`kursk play` at work, and the address it tells."""
    process = subprocess.Popen(
        [sys.executable, "-m", "kursk.cli", "play", "--no-browser", *words],
        env={**os.environ, "KURSK_DATA": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,  # Ctrl-C reaches all of it, and nothing else
    )
    assert process.stdout
    try:
        said = process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/", said)
        assert found, said
        yield process, found[0]
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()


def port_of(url: str) -> int:
    return int(url.rstrip("/").rpartition(":")[2])


def test_it_serves_the_page_and_ctrl_c_ends_it_politely(tmp_path: Path) -> None:
    with playing(tmp_path) as (process, url):
        assert "<title>Kursk</title>" in httpx.get(url, timeout=60).text
        with httpx.Client(base_url=url, timeout=60) as visitor:
            match = visitor.post("/api/matches", json={"game": "skirmish"}).json()["id"]
            with visitor.stream("GET", f"/api/matches/{match}/events"):  # a page that looks on
                os.killpg(process.pid, signal.SIGINT)
                said, _ = process.communicate(timeout=60)
    assert said.strip() == f"Good-bye. Your games are kept in {tmp_path}"
    assert process.returncode == 0
    assert (tmp_path / "kursk.db").exists() and not (tmp_path / "address").exists()


def test_a_busy_port_is_stepped_aside_from(tmp_path: Path) -> None:
    try:
        usual = socket.create_server(("127.0.0.1", 8043))
    except OSError:
        usual = None  # somebody has it already: that will do
    with playing(tmp_path) as (_, url):
        assert port_of(url) != 8043
    if usual:
        usual.close()


def test_a_port_that_was_asked_for_is_used_or_refused(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as door:
        port = door.getsockname()[1]
        words = [sys.executable, "-m", "kursk.cli", "play", "--no-browser", "--port", str(port)]
        env = {**os.environ, "KURSK_DATA": str(tmp_path)}
        said = subprocess.run(words, env=env, capture_output=True, text=True)
        assert said.returncode == 2
        assert said.stderr == f"kursk: --port {port}: address already in use\n"
    with playing(tmp_path, "--port", str(port)) as (_, url):
        assert port_of(url) == port


def test_a_second_one_opens_the_page_of_the_first(
    tmp_path: Path, kursk: Kursk, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setenv("KURSK_DATA", str(tmp_path))
    with playing(tmp_path) as (_, url):
        said = kursk("play")
        assert said.code == 0 and said.out == f"Kursk is open already: {url}\n"
        assert opened == [url]
        assert kursk("play", "--no-browser").code == 0 and opened == [url]


def test_a_server_that_died_is_not_waited_for(tmp_path: Path) -> None:
    with playing(tmp_path) as (process, old):
        os.killpg(process.pid, signal.SIGKILL)
    assert (tmp_path / "address").read_text("utf-8") == old
    with playing(tmp_path) as (_, new):
        assert httpx.get(f"{new}api/matches", timeout=60).status_code == 200


@pytest.mark.usefixtures("no_loop_runs")
def test_small_answers_are_sent_at_once() -> None:
    """Without TCP_NODELAY each answer waits some 40 ms for the one before to be acknowledged."""

    async def delays() -> int:
        door, told = listening(None), asyncio.get_running_loop().create_future()

        def met(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            line = writer.get_extra_info("socket")
            told.set_result(line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        async with await asyncio.start_server(met, sock=door):
            _, writer = await asyncio.open_connection(*door.getsockname())
            nodelay: int = await told
            writer.close()
            return nodelay

    assert asyncio.run(delays())


def said(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *(words or ("-m", "kursk.cli", "play", "--no-browser"))]
    env = {**os.environ, "KURSK_DATA": str(folder)}
    return subprocess.run(command, env=env, capture_output=True, text=True, timeout=120)


@pytest.mark.parametrize("words", [(), ("-m", "kursk.server", "1")])
def test_a_damaged_database_gets_one_line_that_says_what_to_do(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    (tmp_path / "kursk.db").write_bytes(b"nonsense" * 1000)
    told = said(tmp_path, *words)
    assert told.returncode == 2 and told.stdout == ""
    assert told.stderr == (
        f"kursk: {tmp_path / 'kursk.db'} is damaged (file is not a database): "
        "move it away, and Kursk begins a new one\n"
    )


def test_a_newer_database_gets_one_line_that_says_what_to_do(tmp_path: Path) -> None:
    link = sqlite3.connect(tmp_path / "kursk.db")
    link.execute("CREATE TABLE alembic_version (version_num)")
    link.execute("INSERT INTO alembic_version VALUES ('0099')")
    link.commit()
    link.close()
    told = said(tmp_path)
    assert told.returncode == 2 and told.stderr.count("\n") == 1
    assert "was written by a newer Kursk: update this one" in told.stderr


def test_a_second_server_on_the_folder_says_so_in_a_line(tmp_path: Path) -> None:
    with playing(tmp_path):
        told = said(tmp_path, "-m", "kursk.server", "1")
    assert told.returncode == 2
    database = tmp_path / "kursk.db"
    assert told.stderr == f"kursk: another Kursk is at work on {database}: close it first\n"


@pytest.mark.parametrize("way", [signal.SIGTERM, signal.SIGKILL])
def test_no_worker_outlives_the_server(tmp_path: Path, way: signal.Signals) -> None:
    with playing(tmp_path) as (process, url):
        body = {"game": "skirmish", "players": {"blue": "random", "red": "random"}}
        with httpx.Client(base_url=f"{url}api/", timeout=60) as visitor:
            match = visitor.post("matches", json=body).json()["id"]
            while not visitor.get(f"matches/{match}/log").json():
                pass  # until a worker has decided something
        process.send_signal(way)
        process.wait()
        assert process.stdout
        process.stdout.read()  # to its end: nobody has the other end of the pipe any more


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["skirmish"], "add --terminal"),
        (["--bot", "red"], "add --terminal"),
        (["--port", "70000"], "from 1 to 65535"),
        (["--port", "x"], "--port"),
    ],
)
def test_mistakes_get_one_line(kursk: Kursk, words: list[str], says: str) -> None:
    said = kursk("play", "--no-browser", *words)
    assert said.code == 2 and said.err.count("\n") == 1 and says in said.err


def test_a_folder_that_cannot_be_made_is_named(
    kursk: Kursk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    monkeypatch.setenv("KURSK_DATA", str(tmp_path / "file"))
    said = kursk("play", "--no-browser")
    assert said.code == 2 and "games cannot be kept in" in said.err
