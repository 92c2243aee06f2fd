"""What a game says of itself: `data/about.toml`."""

from functools import cache
from typing import Literal

import msgspec

from kursk import library


class Turn(msgspec.Struct, forbid_unknown_fields=True):
    turn: str
    date: str = ""


class Band(msgspec.Struct, forbid_unknown_fields=True):
    to: int
    says: str
    side: str = ""


class Scale(msgspec.Struct, forbid_unknown_fields=True):
    """How a track of the game is drawn as a scale; `when` names what other tracks must show."""

    track: str
    title: str
    low: int
    high: int
    bands: tuple[Band, ...]
    start: int | None = None
    says: str = ""
    when: dict[str, bool | str | int] = {}


class Mark(msgspec.Struct, forbid_unknown_fields=True):
    """How a mark on a counter shows, and what people call it."""

    shows: Literal["done", "cut", "badge", "words", "nothing"] = "words"
    says: str = ""  # else the mark's own name
    badge: str = ""  # the letters on a small tag; else how it is called


class Card(msgspec.Struct, forbid_unknown_fields=True):
    """What a game says of itself."""

    line: str = ""
    source: str = ""
    scale: str = ""
    length: str = ""
    hours: tuple[float, float] | None = None  # the least and the most that a game takes
    weight: int = 0  # 1 light to 5 heavy
    picture: str = ""  # the hex in the middle of its picture
    reconstructed: tuple[str, ...] = ()
    charts: dict[str, str] = {}  # table -> title
    turns: tuple[Turn, ...] = ()
    victory: tuple[Scale, ...] = ()
    strip: dict[str, str] = {}  # tracks worth a place at the foot of the board -> title
    words: dict[str, str] = {}  # order -> plain words
    marks: dict[str, Mark] = {}  # of counters; one that is not told of is said in words
    chapters: dict[str, str] = {}  # of the rulebook: number -> what we call it
    areas: tuple[str, ...] = ()  # kinds of hex and hexside that are no ground: who set up where


@cache
def card(title: str) -> Card:
    path = library.game(title).folder / "data" / "about.toml"
    if not path.exists():
        return Card()
    try:
        return msgspec.toml.decode(path.read_text("utf-8"), type=Card)
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise ValueError(f"{title}/{path.name}: {error}") from None
