"""What a game tells of itself is the same until its sources change. An installation notes it
(server/install.py): nobody waits until a game is read only to hear how its map looks."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from kursk.server import drawn
from kursk.server.known import known_title

Told = dict[str, Any]
Tell = Callable[[str], Told]  # of a title


@cache
def noted(title: str, what: str, tell: Tell) -> Told:
    """As it was noted; or as the game itself tells it."""
    try:
        told: Told = msgspec.json.decode(note(known_title(title), what).read_bytes())
        return told
    except (OSError, msgspec.DecodeError):  # there is none, or only half of one
        return tell(title)


def note(title: str, what: str) -> Path:
    return drawn.INSTALLED / f"{title} {what} {drawn.sources(title)}.json"


def write(title: str, what: str, tell: Tell) -> None:
    for old in drawn.INSTALLED.glob(f"{title} {what} *"):
        old.unlink()
    note(title, what).write_bytes(msgspec.json.encode(tell(title)))
