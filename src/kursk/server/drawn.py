"""Drawings are kept on disk: a map takes seconds to draw, and changes only with its sources.

An installation draws them all (server/install.py), so that the first board is there at once. What
it did not draw, or what was drawn from other sources, workers draw; whoever wants it waits until it
is there. Who waits for a board has a worker to himself, and all that is drawn for the shelf, or
before anybody asks, gives way to it.
"""

import asyncio
import gzip
import hashlib
import os
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from kursk import draw, library
from kursk.server import place
from kursk.server.pencil import BOARD, pictures
from kursk.server.place import data_folder
from kursk.server.workers import Crew, Stopped

INSTALLED = place.INSTALLED  # with what the installation drew
DRAWERS = (
    "pencil.py",
    "crop.py",
    "charts.py",
    "cards.py",
    "shelf.py",
    "pictures.py",
)  # and who say what
THEMES = ("light", "dark")
PATIENCE = 300.0  # seconds for a game; a machine may be slow or busy
GLANCE = 0.02  # seconds between two looks whether a drawing is there

Job = tuple[str, str, bool]  # a game, a theme, and is it for a board?


class Drawings:
    """Pictures of the games, packed as they are sent."""

    def __init__(self) -> None:
        self.boards, self.shelf = Crew(1), Crew(1, nice=True)
        self._at_work: dict[Job, asyncio.Task[None]] = {}
        self._kept: dict[Path, bytes] = {}

    async def get(self, title: str, theme: str, name: str) -> bytes:
        path = _path(INSTALLED, title, theme, name)
        if not path.exists():
            path = _path(data_folder() / "drawings", title, theme, name)
        if path not in self._kept:
            while not path.exists():
                at_work = self._draw(title, theme, name in BOARD)
                await asyncio.wait({at_work}, timeout=GLANCE)
                if at_work.done():
                    at_work.result()  # whatever went wrong, it is told
                    if not path.exists():  # the worker reads other sources than we did
                        raise Stopped("Kursk has changed since this server was started")
            self._kept[path] = await asyncio.to_thread(path.read_bytes)
        return self._kept[path]

    def _draw(self, title: str, theme: str, board: bool) -> asyncio.Task[None]:
        job = (title, theme, board)
        if job not in self._at_work or self._at_work[job].done():
            crew, work = (self.boards, draw_board) if board else (self.shelf, draw_all)
            folder = data_folder() / "drawings"
            self._at_work[job] = asyncio.create_task(crew.do(PATIENCE, work, folder, title, theme))
        return self._at_work[job]

    def draw_ahead(self) -> None:
        """Nobody has asked yet, but somebody will: the smallest map first, it is ready soon, and
        whoever drew it is at hand for the board that is opened first."""
        titles = sorted(library.titles(), key=_size)
        for theme in THEMES:
            for title in titles:
                lacking = missing(INSTALLED, title, theme)
                if lacking and missing(data_folder() / "drawings", title, theme):
                    self._draw(title, theme, board=False)
        if self._at_work:
            self._draw(titles[0], THEMES[0], board=True)

    def close(self) -> None:
        for task in self._at_work.values():
            task.cancel()
        self.boards.close()
        self.shelf.close()


def _size(title: str) -> int:
    """How large a map is, as far as can be told without reading it."""
    return (library.folders()[title] / "data" / "map.toml").stat().st_size


def missing(
    folder: Path, title: str, theme: str, names: Sequence[str] = ()
) -> dict[Path, Callable[[], str]]:
    """The pictures of a game that are not there yet: some of them, or all."""
    found = {
        _path(folder, title, theme, name): drawing
        for name, drawing in pictures(title, theme).items()
        if name in names or not names
    }
    return {path: drawing for path, drawing in found.items() if not path.exists()}


def draw_board(folder: Path, title: str, theme: str) -> None:
    """In a worker: what a board cannot do without."""
    _draw(folder, title, theme, BOARD)


def draw_all(folder: Path, title: str, theme: str) -> None:
    """In a worker: whatever is missing, and nothing is kept that is not used any more."""
    for old in folder.glob(f"{title} *"):
        if sources(title) not in old.name:
            old.unlink(missing_ok=True)
    _draw(folder, title, theme)


def _draw(folder: Path, title: str, theme: str, names: Sequence[str] = ()) -> None:
    folder.mkdir(exist_ok=True)
    for path, drawing in missing(folder, title, theme, names).items():
        if path.exists():
            continue  # another worker was quicker
        half = path.with_suffix(f".{os.getpid()}")
        half.write_bytes(gzip.compress(drawing().encode(), 6, mtime=0))
        half.replace(path)  # whole or not at all: somebody may be reading


def _path(folder: Path, title: str, theme: str, name: str) -> Path:
    return folder / f"{title} {theme} {name} {sources(title)}.svg.gz"


@cache
def sources(title: str) -> str:
    """A digest of everything that a drawing is made from."""
    digest = hashlib.sha256()
    for folder in (Path(draw.__file__).parent, library.folders()[title]):
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".py", ".json", ".toml", ".csv"):
                digest.update(path.read_bytes())
    for name in DRAWERS:
        digest.update((Path(__file__).parent / name).read_bytes())
    return digest.hexdigest()[:16]
