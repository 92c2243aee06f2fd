"""What a file may hold at the most, so that a small input never costs much time.

The limits are far beyond what any game writes: they stop what was made to do harm.
"""

from typing import Any

WIDE = 20_000  # characters of a line
POINTS = 64  # in a line of a position: no key is as deep, and reading deep keys is slow
DEPTH = 8  # tables within tables
KEY = 80  # characters
TEXT = 1_000  # characters
NUMBER = 1_000_000  # either way


class TooMuch(ValueError):
    """A file that goes beyond a limit; says which, and in which line, if that is known."""

    def __init__(self, says: str, line: int = 0) -> None:
        super().__init__(says, line)
        self.says, self.line = says, line

    def __str__(self) -> str:
        return f"line {self.line}: {self.says}" if self.line else self.says


def within(text: str, most: int) -> list[str]:
    """The lines of a file of at most so many characters."""
    if len(text) > most:
        raise TooMuch(f"the file has {len(text):,} characters; {most:,} at the most")
    lines = text.split("\n")
    for n, line in enumerate(lines, 1):
        if len(line) > WIDE:
            raise TooMuch(f"it has {len(line):,} characters; {WIDE:,} at the most", n)
    return lines


def flat(lines: list[str]) -> None:
    """No key of many parts, told by its points before anybody takes it apart."""
    for n, line in enumerate(lines, 1):
        if (points := line.count(".")) > POINTS:
            raise TooMuch(f"it has {points:,} points; {POINTS} at the most", n)


def plain(value: Any, key: str = "", depth: int = 0) -> None:
    """Texts are short and printable, numbers of a size that means something."""
    if depth > DEPTH:
        raise TooMuch(f"{key}: it goes deeper than {DEPTH} tables")
    if isinstance(value, str):
        _printable(value, key, TEXT)
    elif isinstance(value, int | float) and not -NUMBER <= value <= NUMBER:
        raise TooMuch(f"{key}: numbers go from -{NUMBER:,} to {NUMBER:,}")
    elif isinstance(value, dict):
        for name, inside in value.items():
            _printable(name, key or "a key", KEY)
            plain(inside, f"{key}.{name}".strip("."), depth + 1)
    elif isinstance(value, list):
        for inside in value:
            plain(inside, key, depth + 1)


def _printable(text: str, key: str, most: int) -> None:
    if len(text) > most:
        raise TooMuch(f"{key}: {text[:20]!r}… has {len(text):,} characters; {most:,} at the most")
    if not text.isprintable():
        raise TooMuch(f"{key}: {text!r} holds a control character")


def printable(text: str) -> str:
    """A text that may hold anything, fit for a terminal."""
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)
