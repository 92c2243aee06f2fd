"""The charts of a game: any table of its data files that `about.toml` names.

A results table with its columns and rolls, a list of entries, or names with values. Who says so
stays with every row.
"""

import tomllib
from functools import cache
from typing import Any

import msgspec

from kursk import library
from kursk.server.cards import Card, Turn, card

FILES = ("tables.toml", "turns.toml")
ASIDE = ("provenance", "rule", "note")  # told beside a row, not in it


class Row(msgspec.Struct):
    label: str
    cells: list[str]
    provenance: str = ""
    guessed: list[str] = []  # columns that are reconstructed, where the row says which
    rule: str = ""
    note: str = ""


class Chart(msgspec.Struct):
    name: str
    title: str
    rolled: bool  # a results table: rows are rolls of the dice
    columns: list[str]
    rows: list[Row]
    results: dict[str, str] = {}  # what the codes mean
    provenance: str = ""
    rule: str = ""
    note: str = ""


@cache
def sound_card(title: str) -> Card:
    """The card, with turns from the turn track if it gives none itself; where it does not fit
    the game, an empty one whose line says why."""
    try:
        told = card(title)
        charts_of(title)
    except ValueError as error:
        return Card(line=str(error))
    if told.turns or "turns" not in told.charts:
        return told
    track = _tables(title)["turns"]
    turns = tuple(Turn(entry["turn"], entry.get("date", "")) for entry in track)
    return msgspec.structs.replace(told, turns=turns)


@cache
def _tables(title: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name in FILES:
        path = library.game(title).folder / "data" / name
        if path.exists():
            found |= tomllib.loads(path.read_text("utf-8"))
    return found


def charts_of(title: str) -> list[Chart]:
    tables, told = _tables(title), card(title).charts
    if missing := told.keys() - tables.keys():
        raise ValueError(f"{title}/about.toml: charts: there is no table {min(missing)!r}")
    return [_chart(name, says, tables) for name, says in told.items()]


def _chart(name: str, title: str, tables: dict[str, Any]) -> Chart:
    entry = tables[name]
    aside = {key: entry.get(key, "") for key in ASIDE} if isinstance(entry, dict) else {}
    aside = {key: value for key, value in aside.items() if isinstance(value, str)}
    if isinstance(entry, dict) and {"columns", "rows"} <= entry.keys():
        rows = [Row(roll, list(cells)) for roll, cells in entry["rows"].items()]
        known: dict[str, str] = entry.get("results") or tables.get("results", {})
        occurring = {cell for row in rows for cell in row.cells}
        meant = {code: says for code, says in known.items() if code in occurring}
        return Chart(name, title, True, list(entry["columns"]), rows, meant, **aside)
    entries = entry if isinstance(entry, list) else _listed(entry)
    columns = list(dict.fromkeys(key for one in entries for key in one if key not in ASIDE))
    first, rest = columns[0], columns[1:]
    rows = [_row(one, first, rest) for one in entries]
    return Chart(name, title, False, [first, *rest], rows, {}, **aside)


def _listed(entry: dict[str, Any]) -> list[dict[str, Any]]:
    """A table of tables, or of values, as a list of entries."""
    named = {key: value for key, value in entry.items() if key not in ASIDE}
    return [
        {"": key, **value} if isinstance(value, dict) else {"": key, "value": value}
        for key, value in named.items()
    ]


def _row(one: dict[str, Any], first: str, rest: list[str]) -> Row:
    whence = one.get("provenance", "")
    guessed: list[str] = []
    if isinstance(whence, dict):
        guessed = [column for column in rest if "reconstructed" in said(whence.get(column, ""))]
        whence = ""
    cells = [said(one.get(column, "")) for column in rest]
    label, rule, note = said(one.get(first, "")), one.get("rule", ""), one.get("note", "")
    return Row(label, cells, whence, guessed, rule, note)


def said(value: Any) -> str:
    """A value of a data file as people read it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(said, value))
    if isinstance(value, dict):
        return "; ".join(f"{key} {said(inside)}" for key, inside in value.items())
    return str(value).replace("-", "−") if isinstance(value, int) else str(value)
