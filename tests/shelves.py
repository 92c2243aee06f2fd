"""A second shelf: games of another folder beside our own, for as long as a test takes."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import kursk.bots.advice
import kursk.games
from kursk import library


@contextmanager
def shelf(root: Path) -> Iterator[None]:
    """The games of a checkout at `root`, and their advice."""
    packages = {
        kursk.games: root / "src/kursk/games",
        kursk.bots.advice: root / "src/kursk/bots/advice",
    }
    before = {package: list(package.__path__) for package in packages}
    modules = set(sys.modules)
    for package, folder in packages.items():
        package.__path__ = [*package.__path__, str(folder)]
    try:
        forget()
        yield
    finally:
        for package, path in before.items():
            package.__path__ = path
        for name in set(sys.modules) - modules:
            if name.startswith(("kursk.games.", "kursk.bots.advice.")):
                del sys.modules[name]
        forget()


def forget() -> None:
    for remembered in (library.titles, library.folders, library.game):
        remembered.cache_clear()
