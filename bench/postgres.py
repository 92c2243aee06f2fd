"""A PostgreSQL of one's own, for tests and benches: in a temporary folder, reached by its socket
alone, and run by somebody who is not root."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import psycopg

DEBIAN = Path("/usr/lib/postgresql")
USER = "postgres"  # whom Debian's package brings along


def missing() -> str:
    """Why there can be none here; "" if there can."""
    if not _program("postgres"):
        return "there is no PostgreSQL here: apt install postgresql"
    if os.geteuid() == 0 and not _exists(USER):
        return f"PostgreSQL does not run as root, and there is no user {USER}"
    return ""


def _program(name: str) -> str:
    versions = sorted(DEBIAN.glob("*/bin"), key=lambda path: int(path.parent.name.split(".")[0]))
    found = [str(path / name) for path in reversed(versions) if (path / name).exists()]
    return found[0] if found else shutil.which(name) or ""


def _exists(user: str) -> bool:
    import pwd

    return any(entry.pw_name == user for entry in pwd.getpwall())


class Postgres:
    """`safe`: what is committed is on the disk, as it is for people who play; else the system
    has it, which outlives a PostgreSQL that is killed."""

    def __init__(self, safe: bool = False) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="kursk-pg-"))
        self.user = USER if os.geteuid() == 0 else None
        if self.user:
            shutil.chown(self.folder, self.user)
        words = ["-D", str(self.folder / "data"), "-U", "kursk", "-A", "trust", "--no-sync"]
        self._run([_program("initdb"), *words, "-E", "UTF8", "--no-locale"])
        self.settings = [] if safe else ["-c", "fsync=off"]
        self.databases = 0
        self.start()

    def _run(self, words: list[str]) -> None:
        subprocess.run(words, user=self.user, check=True, capture_output=True, cwd=self.folder)

    def start(self) -> None:
        """Until it answers; after a kill that takes a moment."""
        words = ["-D", str(self.folder / "data"), "-k", str(self.folder), "-h", ""]
        size = ["-c", "max_connections=40", "-c", "shared_buffers=32MB"]
        while True:
            with open(self.folder / "said", "ab") as said:
                self.process = subprocess.Popen(
                    [_program("postgres"), *words, *size, *self.settings],
                    user=self.user, stdout=said, stderr=said, cwd=self.folder,
                )  # fmt: skip
            while self.process.poll() is None:
                try:
                    psycopg.connect(self.url("postgres")).close()
                    return
                except psycopg.OperationalError:
                    time.sleep(0.02)
            # its former children may not have heard yet that it is gone
            time.sleep(0.1)

    def url(self, name: str) -> str:
        return f"postgresql://kursk@/{name}?host={self.folder}"

    def database(self) -> str:
        """The address of a new one."""
        self.databases += 1
        name = f"kursk_{self.databases}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as link:
            link.execute(f"CREATE DATABASE {name}".encode())
        return self.url(name)

    def kill(self) -> None:
        """As when the power fails."""
        self.process.kill()
        self.process.wait()

    def close(self) -> None:
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
