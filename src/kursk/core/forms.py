"""The forms of orders, and what is wrong with a line that has none of them.

A form is written as `attack HEX with UNIT,UNIT [offensive UNIT]`: capitals stand for a word of
that kind, small words for themselves, `HEX…` for one or more, brackets round what may be left out.
"""

import tomllib
from pathlib import Path

import msgspec

Verbs = dict[str, tuple[str, str]]  # by the first word of an order: a rule, and what it says


def read_verbs(path: Path) -> Verbs:
    """`data/verbs.toml`: when each order may be given, for whoever gives it at another time."""
    try:
        return msgspec.convert(tomllib.loads(path.read_text("utf-8")), Verbs)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise ValueError(f"{path.name}: {error}") from None


def forms(usage: str, verb: str = "") -> list[str]:
    """The forms that a usage lists, parted by |; of one verb, if it is named."""
    every = [form.strip() for form in usage.split("|")]
    return [form for form in every if not verb or form.partition(" ")[0] == verb]


def fault(order: str, usage: str) -> str:
    """What an order lacks, or has too much; "" where several forms are equally near."""
    words = order.split()
    read = [_read(words, form.split()) for form in forms(usage, words[0])]
    farthest = {says for far, says in read if far == max(read)[0]}
    return farthest.pop() if len(farthest) == 1 else ""


def _read(words: list[str], form: list[str]) -> tuple[int, str]:
    """How many words could be read, and what stopped it."""
    for n, part in enumerate(form):
        plain = part.strip("[]")
        if n == len(words):
            return n, "" if part.startswith("[") else f"{_named(plain)} is missing"
        if plain.endswith("…"):
            return len(words), ""
        if plain.islower() and words[n] != plain:
            if part.startswith("["):
                return n, f"“{words[n]}” is one word too many"
            return n, f"“{plain}” is missing before “{words[n]}”"
    if len(words) > len(form):
        return len(form), f"“{words[len(form)]}” is one word too many"
    return len(words), ""


def _named(part: str) -> str:
    return f"“{part}”" if part.islower() else part.rstrip("…")
