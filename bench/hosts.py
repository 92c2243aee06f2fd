"""Servers, back rooms and a database as processes of their own, on loopback, to be killed."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

from bench.postgres import Postgres

PAGE = os.sysconf("SC_PAGE_SIZE")
TICK = os.sysconf("SC_CLK_TCK")


class Host:
    """A `kursk` command that serves until it is killed, and may be started again."""

    def __init__(self, folder: Path, name: str, words: list[str], database: str) -> None:
        self.folder, self.name, self.words = folder, name, words
        self.env = {**os.environ, "KURSK_DATA": str(folder), "KURSK_DATABASE": database}
        self.port, self.worked_before = 0, 0.0
        if words[0] == "serve":
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                self.port = free.getsockname()[1]
            self.words = [*words, "--port", str(self.port), "--limit", "0", "--log", "off"]

    async def start(self) -> None:
        with open(self.folder / f"{self.name}.said", "ab") as said:
            command = [sys.executable, "-m", "kursk.cli", *self.words]
            self.process = subprocess.Popen(command, env=self.env, stderr=said)
        while self.port:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                writer.close()
                return
            except OSError:
                if self.process.poll() is not None:
                    raise RuntimeError(f"{self.name} does not start: {self.said()}") from None
                await asyncio.sleep(0.05)

    def said(self) -> str:
        return (self.folder / f"{self.name}.said").read_text("utf-8", errors="replace")

    def kill(self) -> None:
        """As when the power fails; its workers see that it is gone."""
        self.worked_before += worked(self.process.pid)
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.kill()

    @property
    def cpu(self) -> float:
        """Seconds that it has worked, without its workers."""
        return self.worked_before + worked(self.process.pid)

    @property
    def memory(self) -> int:
        """Bytes."""
        try:
            return int(Path(f"/proc/{self.process.pid}/statm").read_text("utf-8").split()[1]) * PAGE
        except OSError:
            return 0

    def workers(self) -> list[int]:
        return children(self.process.pid)


class Hosts:
    """All of them: one server on a file, or two and a back room on PostgreSQL."""

    def __init__(self, folder: Path, store: str, safe: bool = True) -> None:
        self.postgres = Postgres(safe) if store == "postgresql" else None
        database = self.postgres.database() if self.postgres else ""
        self.url = database or f"sqlite:///{folder / 'kursk.db'}"
        serve = ["serve", *(["--bots", "0"] if self.postgres else [])]
        names = ("one", "two") if self.postgres else ("one",)
        self.servers = [Host(folder, name, serve, database) for name in names]
        thinking = ["bots", "--bots", "2"]
        self.bots = [Host(folder, "bots", thinking, database)] if self.postgres else []

    async def __aenter__(self) -> "Hosts":
        for host in (*self.servers, *self.bots):
            await host.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        for host in (*self.servers, *self.bots):
            host.stop()
        if self.postgres:
            self.postgres.close()


def worked(process: int) -> float:
    """How long a process has worked so far, where the system tells."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / TICK


def children(process: int) -> list[int]:
    """Of all its threads."""
    try:
        told = [
            file.read_text("utf-8") for file in Path(f"/proc/{process}/task").glob("*/children")
        ]
    except OSError:
        return []
    return [int(pid) for line in told for pid in line.split()]


def worked_by_all(process: int) -> float:
    return worked(process) + sum(map(worked, children(process)))
