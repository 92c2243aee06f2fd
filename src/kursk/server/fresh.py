"""An empty store, as the installation has made it (server/install.py): who has none gets a copy,
and one that has its shape is known to be ready. Anything else is for `ready`, which takes a while
to be read."""

import hashlib
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from kursk.server import place
from kursk.server.place import file_of

HERE = Path(__file__).parent
MADE_FROM = ("tables.py", "ready.py", "database.py")
SHAPE = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name"
REVISION = "SELECT version_num FROM alembic_version"


def see_to(url: str) -> None:
    """Have a store that is ready, as `make_ready` would make it; Unusable if it cannot be."""
    if at_hand(url):
        return
    from kursk.server.ready import make_ready

    make_ready(url)


def at_hand(url: str) -> bool:
    """Is it ready, or has it been made of the installation's?"""
    file, model = file_of(url), example()
    if file is None or not model.exists():
        return False
    try:
        if not any(file.with_name(file.name + rest).exists() for rest in ("", "-wal", "-shm")):
            _copy(model, file)
        return _shape(file, "mode=rw") == _shape(model, "immutable=1")
    except (OSError, sqlite3.Error):  # `ready` says what is wrong
        return False


def example() -> Path:
    """Where the installation's is; its name changes with what it is made from."""
    digest = hashlib.sha256()
    for name in MADE_FROM:
        digest.update((HERE / name).read_bytes())
    for path in sorted((HERE / "migrations" / "versions").glob("*.py")):
        digest.update(path.name.encode())
    return place.INSTALLED / f"store {digest.hexdigest()[:16]}.db"


def _shape(file: Path, how: str) -> tuple[object, ...]:
    with closing(sqlite3.connect(f"{file.resolve().as_uri()}?{how}", uri=True)) as link:
        sound = link.execute("PRAGMA quick_check(1)").fetchall()
        return sound, link.execute(SHAPE).fetchall(), link.execute(REVISION).fetchall()


def _copy(model: Path, file: Path) -> None:
    """Whole or not at all, and on the disk before anything is entered."""
    half = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        shutil.copyfile(model, half)
        with half.open("rb+") as copy:
            os.fsync(copy.fileno())
        half.replace(file)
    finally:
        half.unlink(missing_ok=True)
