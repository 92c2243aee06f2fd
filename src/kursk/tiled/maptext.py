"""A map file as text again: the TOML that `kursk.core.board` reads."""

import json
from textwrap import wrap

import msgspec

from kursk.core.board import Entry, MapFile

GROUPS = ("hexes", "sides", "lines", "places")
WIDE = 98


def settled(file: MapFile) -> MapFile:
    """The same map, its hex ids parted by single blanks."""
    return msgspec.structs.replace(
        file,
        **{
            group: tuple(
                msgspec.structs.replace(
                    entry, at=" ".join(entry.at.split()), along=" ".join(entry.along.split())
                )
                for entry in getattr(file, group)
            )
            for group in GROUPS
        },
    )


def head(file: MapFile) -> dict[str, object]:
    """All of a map file but its entries; what is as usual is left out."""
    usual = {field.name: field.default for field in msgspec.structs.fields(file)}
    values: dict[str, object] = msgspec.to_builtins(file)
    return {k: v for k, v in values.items() if k not in GROUPS and v != usual[k]}


def plain(entry: Entry) -> dict[str, str]:
    """An entry as its keys and values; what is empty is left out."""
    values: dict[str, str] = msgspec.to_builtins(entry)
    return {key: value for key, value in values.items() if value}


def map_text(file: MapFile) -> str:
    """The text of a map file. Its comments are not in a MapFile, so they are not here either."""
    first = head(file)
    tables = {key: first.pop(key) for key in ("grid", "kinds")}
    parts = [_table("", first)]
    parts += [_table(f"[{key}]\n", value) for key, value in tables.items()]
    parts += [
        _table(f"[[{group}]]\n", plain(entry)) for group in GROUPS for entry in getattr(file, group)
    ]
    return "\n".join(parts)


def _table(title: str, values: object) -> str:
    assert isinstance(values, dict)
    return title + "".join(
        f"{key} = {_value(key, value)}\n" for key, value in values.items() if value != ()
    )


def _value(key: str, value: object) -> str:
    if not isinstance(value, str):
        return _list(value)
    line = _string(value)
    if len(key) + 3 + len(line) <= WIDE:
        return line
    if key in ("at", "along"):  # blanks and new lines part hex ids alike
        return '"""\n' + "\n".join(wrap(line[1:-1], WIDE, break_on_hyphens=False)) + '"""'
    if "\n" in value:
        return '"""\n' + "\n".join(_string(part)[1:-1] for part in value.split("\n")) + '"""'
    if value == " ".join(value.split()):
        lines = wrap(line[1:-1], WIDE - 2, break_long_words=False, break_on_hyphens=False)
        return '"""\n' + " \\\n".join(lines) + '"""'
    return line


def _list(value: object) -> str:
    """A list too long for a line: as many words as fit to a line, or one list to a line."""
    text = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, tuple) or len(text) <= WIDE - 10:
        return text
    lines = [""]
    for item in value:
        word = _list(item) + ","
        if lines[-1] and (word.startswith("[") or len(lines[-1]) + len(word) > WIDE - 3):
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return "[\n" + "".join(f"  {line}\n" for line in lines) + "]"


def _string(value: str) -> str:
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
