"""What an installation prepares, so that the first board is there at once: the drawings, what the
shelf and the board tell of each game, an empty store, and our own modules as Python reads them.
python -m kursk.server.install; what is there already is left.
"""

import compileall
import sqlite3
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing

import msgspec

import kursk
from kursk import library
from kursk.server import drawn, fresh, notes
from kursk.server.pictures import hexes_of
from kursk.server.ready import make_ready
from kursk.server.shelf import ledger, note, read, roster

TELLS = {"rules": ledger, "counters": roster, "hexes": hexes_of}


def install() -> None:
    compileall.compile_dir(kursk.__path__[0], quiet=2)  # what fails is read as it is
    drawn.INSTALLED.mkdir(exist_ok=True)
    store()
    with ProcessPoolExecutor() as pool:
        for done in [pool.submit(prepare, title) for title in library.titles()]:
            done.result()


def store() -> None:
    """An empty one, made as any is made."""
    made = fresh.example()
    for old in made.parent.glob("store *"):
        if old != made:
            old.unlink()
    if not made.exists():
        half = made.with_suffix(".part")
        half.unlink(missing_ok=True)
        make_ready(f"sqlite:///{half}")
        with closing(sqlite3.connect(half)) as link:
            link.execute("PRAGMA journal_mode=DELETE")  # one file, that needs nothing beside it
        half.replace(made)


def prepare(title: str) -> None:
    """One game; what was prepared from other sources is thrown away."""
    for theme in drawn.THEMES:
        drawn.draw_all(drawn.INSTALLED, title, theme)
    for old in drawn.INSTALLED.glob(f"{title} shelf *"):
        old.unlink()
    note(title).write_bytes(msgspec.json.encode(read(title)))
    for what, tell in TELLS.items():
        notes.write(title, what, tell)


if __name__ == "__main__":
    install()
