"""A real server in a process of its own, on a real store."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from kursk.server.ready import make_ready

STORES = ("sqlite", "postgresql")


@pytest.fixture(autouse=True)
def own_loop(no_loop_runs: None) -> None:
    """Most tests here begin an event loop."""


@pytest.fixture(params=STORES)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A store of either kind: what is true of one is true of the other."""
    if request.param == "postgresql":
        return str(request.getfixturevalue("shared"))
    url = f"sqlite:///{tmp_path / 'kursk.db'}"
    make_ready(url)
    return url


class Server:
    asks = "/api/matches"  # to see whether it answers

    def __init__(self, folder: Path, source: Path | None = None, database: str = "") -> None:
        """`source` is the folder that holds `kursk`, if it is not ours that serves; `database` a
        store that is not in the folder."""
        self.folder, self.source, self.database = folder, source, database
        shared = Path(tempfile.gettempdir()) / f"kursk-drawings-{os.getuid()}"
        shared.mkdir(exist_ok=True)  # a map takes seconds to draw, and no test is about that
        if not (folder / "drawings").exists():
            (folder / "drawings").symlink_to(shared, target_is_directory=True)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def command(self) -> list[str]:
        return ["-m", "kursk.server", str(self.port)]

    def start(self) -> None:
        theirs = {"PYTHONPATH": str(self.source)} if self.source else {}
        theirs |= {"KURSK_DATABASE": self.database}
        with open(self.folder / "said", "wb") as said:
            self.process = subprocess.Popen(
                [sys.executable, *self.command()],
                env={**os.environ, "KURSK_DATA": str(self.folder), **theirs},
                stderr=said,
                start_new_session=True,  # so that its bots die with it
            )
        while self.process.poll() is None:
            try:
                httpx.get(f"{self.url}{self.asks}", timeout=60)
                return
            except httpx.TransportError:
                time.sleep(0.02)
        raise RuntimeError(f"the server does not start: {self.said()}")

    def said(self) -> str:
        """What it has told whoever runs it."""
        return (self.folder / "said").read_text("utf-8")

    def kill(self) -> None:
        """As when the power fails."""
        if self.process is not None and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


@pytest.fixture(scope="module")
def server(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[Server]:
    """On a file; or on PostgreSQL, where a module asks for it by `indirect`."""
    shared = getattr(request, "param", "") == "postgresql"
    database = request.getfixturevalue("postgres").database() if shared else ""
    server = Server(tmp_path_factory.mktemp("kursk"), database=database)
    server.start()
    yield server
    server.kill()


@pytest.fixture
def visitor(server: Server) -> Iterator[httpx.Client]:
    """A visitor with cookies of its own."""
    with httpx.Client(base_url=f"{server.url}/api", timeout=120) as client:
        yield client


@pytest.fixture
def friend(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"{server.url}/api", timeout=120) as client:
        yield client


@pytest.fixture
def third(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"{server.url}/api", timeout=120) as client:
        yield client
