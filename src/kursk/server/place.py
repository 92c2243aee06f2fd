"""Where a player's games are kept, and that only one server has them at a time."""

import os
import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

PAGE = Path(__file__).parent / "page"  # the built page
INSTALLED = Path(__file__).parent / "drawings"  # and what the installation has prepared


class InUse(Exception):
    """Another server is at work on the same store."""


class Unusable(Exception):
    """A store that cannot be used: why, and what to do, in a line."""


def data_folder() -> Path:
    """KURSK_DATA, or the usual place for a program's data on this system."""
    if told := os.environ.get("KURSK_DATA"):
        folder = Path(told)
    elif sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA", Path.home())) / "Kursk"
    elif sys.platform == "darwin":
        folder = Path.home() / "Library" / "Application Support" / "Kursk"
    else:
        usual = Path.home() / ".local" / "share"
        folder = Path(os.environ.get("XDG_DATA_HOME") or usual) / "kursk"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # dice and mail addresses are in it
    return folder


def store_url() -> str:
    """The store: KURSK_DATABASE, or an SQLite file in the data folder."""
    return os.environ.get("KURSK_DATABASE") or f"sqlite:///{data_folder() / 'kursk.db'}"


def file_of(url: str) -> Path | None:
    """The file of a store that is one."""
    path = url.removeprefix("sqlite:///")
    return Path(path) if path not in ("", url) else None


def claim(url: str) -> AbstractContextManager[object]:
    """Have a store to oneself until this is closed, or the process ends, however it ends; InUse
    if another server has it. A store that is no file is shared."""
    store = file_of(url)
    if store is None:
        return nullcontext()
    lock = open(store.with_name(store.name + ".lock"), "ab")  # noqa: SIM115 - open as long as we serve
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise InUse(f"another Kursk is at work on {store}: close it first") from None
    return lock
