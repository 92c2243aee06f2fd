"""Drawings are kept on disk: a map takes seconds to draw, and changes only with its sources.

A worker draws all of a game's at once; whoever wants one waits until it is there.
"""

import asyncio
import gzip
import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path

from kursk import draw, library
from kursk.server.pencil import pictures
from kursk.server.place import data_folder
from kursk.server.workers import Crew

THEMES = ("light", "dark")
PATIENCE = 300.0  # seconds for a game; a machine may be slow or busy
GLANCE = 0.02  # seconds between two looks whether a drawing is there


class Drawings:
    """Pictures of the games, packed as they are sent."""

    def __init__(self) -> None:
        self.crew = Crew(2)
        self._at_work: dict[str, asyncio.Task[None]] = {}
        self._kept: dict[Path, bytes] = {}

    async def get(self, title: str, theme: str, name: str) -> bytes:
        path = _path(data_folder() / "drawings", title, theme, name)
        if path not in self._kept:
            while not path.exists():
                at_work = self._draw(title, theme)
                await asyncio.wait({at_work}, timeout=GLANCE)
                if at_work.done():
                    at_work.result()  # whatever went wrong, it is told
            self._kept[path] = await asyncio.to_thread(path.read_bytes)
        return self._kept[path]

    def _draw(self, title: str, theme: str) -> asyncio.Task[None]:
        if title not in self._at_work or self._at_work[title].done():
            folder = data_folder() / "drawings"
            job = self.crew.do(PATIENCE, draw_all, folder, title, theme)
            self._at_work[title] = asyncio.create_task(job)
        return self._at_work[title]

    def draw_ahead(self) -> None:
        """Nobody has asked yet, but somebody will: the smallest map first, it is ready soon."""
        for title in sorted(library.titles(), key=_size):
            if missing(data_folder() / "drawings", title, THEMES[0]):
                self._draw(title, THEMES[0])

    def close(self) -> None:
        for task in self._at_work.values():
            task.cancel()
        self.crew.close()


def _size(title: str) -> int:
    return len(library.game(title).board.grid.name)


def missing(folder: Path, title: str, first: str) -> dict[Path, Callable[[], str]]:
    """The pictures of a game that are not there yet, beginning with a theme."""
    found = {
        _path(folder, title, theme, name): drawing
        for theme in sorted(THEMES, key=lambda theme: theme != first)
        for name, drawing in pictures(title, theme).items()
    }
    return {path: drawing for path, drawing in found.items() if not path.exists()}


def draw_all(folder: Path, title: str, first: str) -> None:
    """In a worker: whatever is missing, and nothing is kept that is not used any more."""
    folder.mkdir(exist_ok=True)
    drawings = missing(folder, title, first)
    for old in folder.glob(f"{title} *"):
        if _sources(title) not in old.name:
            old.unlink(missing_ok=True)
    for path, drawing in drawings.items():
        half = path.with_suffix(".new")
        half.write_bytes(gzip.compress(drawing().encode(), 6, mtime=0))
        half.replace(path)  # whole or not at all: somebody may be reading


def _path(folder: Path, title: str, theme: str, name: str) -> Path:
    return folder / f"{title} {theme} {name} {_sources(title)}.svg.gz"


@cache
def _sources(title: str) -> str:
    """A digest of everything that a drawing is made from."""
    digest = hashlib.sha256()
    for folder in (Path(draw.__file__).parent, library.game(title).folder, Path(__file__).parent):
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".py", ".json", ".toml", ".csv"):
                digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
