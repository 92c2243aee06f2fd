"""Reading what the user names: games, files, positions, records."""

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

if TYPE_CHECKING:
    from kursk.core.board import Board
    from kursk.core.game import Game
    from kursk.core.match import Match
    from kursk.core.state import News
    from kursk.core.view import View


TEXT = "utf-8-sig"  # some editors put a mark before the first letter
File = Annotated[str, Parameter(allow_leading_hyphen=True)]  # "-" is a file, too


class Mistake(Exception):
    """Something the user got wrong: told in one line, with exit code 2."""


@contextmanager
def told_plainly() -> Iterator[None]:
    """The engine's word on bad input, in one line instead of a traceback."""
    try:
        yield
    except ValueError as error:
        raise Mistake(str(error)) from None


def text_of(file: str) -> str:
    """The text of a file; "-" is standard input."""
    try:
        if file != "-":
            return Path(file).read_text(TEXT)
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(encoding=TEXT, errors="strict")
        return sys.stdin.read()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise Mistake(f"{file}: {reason}") from None


def the_game(title: str) -> "Game":
    from kursk import library

    with told_plainly():
        return library.game(title)


def the_board(what: str) -> "Board":
    """The map of a game, or of a map file (.toml)."""
    from kursk.core.board import parse_map

    if not what.endswith(".toml"):
        return the_game(what).board
    with told_plainly():
        return parse_map(text_of(what), Path(what).name)


def the_position(file: str) -> "Match":
    """A match from a position file, or from a record."""
    from kursk import library
    from kursk.core import record

    text = text_of(file)
    with told_plainly():
        is_record = text.lstrip().startswith(record.FIRST)
        return library.load(text) if is_record else library.set_up(text)


def the_whole(match: "Match") -> "View":
    """The position as the referee sees it, also what the sides hide from each other."""
    from kursk.core.position import tracks
    from kursk.core.view import look

    return look(match.game, match.g, "", tracks(match))


def the_side(match: "Match", side: str) -> str:
    if side and side not in match.game.sides:
        raise Mistake(f"no side {side!r}; there are {' and '.join(match.game.sides)}")
    return side


def cited(news: "News") -> str:
    """A line of the log with its rule."""
    return f"{news.says} ({news.rule})" if news.rule else news.says
