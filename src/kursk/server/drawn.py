"""Drawings are kept on disk: a map takes seconds to draw, and changes only with its sources."""

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from threading import RLock

from kursk import draw, library
from kursk.server.place import data_folder

_pencil = RLock()  # two who want the same map wait for one drawing; a card needs its map


def kept(title: str, name: str, drawing: Callable[[], str]) -> str:
    """A drawing of a game from the disk, or drawn now and put there."""
    folder = data_folder() / "drawings"
    path = folder / f"{title} {name} {_sources(title)}.svg"
    if not path.exists():
        with _pencil:
            if not path.exists():
                _put(folder, path, f"{title} {name} *.svg", drawing())
    return path.read_text("utf-8")


def _put(folder: Path, path: Path, older: str, text: str) -> None:
    folder.mkdir(exist_ok=True)
    for old in folder.glob(older):
        old.unlink(missing_ok=True)
    half = path.with_suffix(".new")
    half.write_text(text, "utf-8")
    half.replace(path)  # whole or not at all: another server may be reading


@cache
def _sources(title: str) -> str:
    """A digest of everything that a drawing is made from."""
    digest = hashlib.sha256()
    for folder in (Path(draw.__file__).parent, library.game(title).folder, Path(__file__).parent):
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".py", ".json", ".toml", ".csv"):
                digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
