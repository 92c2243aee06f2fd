"""The games as the start screen shows them: `data/about.toml`, and their charts.

A chart is any table of a game's data files that `about.toml` names: a results table with its
columns and rolls, a list of entries, or names with values. Who says so stays with every row.
"""

import tomllib
from collections import Counter
from functools import cache
from typing import Any

import msgspec
from litestar import Router, get
from litestar.params import FromPath

from kursk import bots, library
from kursk.core.game import Game
from kursk.core.rules import Section
from kursk.server.cards import Card, Turn, card
from kursk.server.known import known_game

FILES = ("tables.toml", "turns.toml")
ASIDE = ("provenance", "rule", "note")  # told beside a row, not in it


class GameInfo(msgspec.Struct):
    title: str
    name: str
    about: str
    sides: tuple[str, ...]
    scenarios: dict[str, str]
    options: dict[str, tuple[str, ...]]
    bots: tuple[str, ...]
    card: Card
    sources: dict[str, dict[str, int]]  # how much of map and counters comes from where
    supply: bool  # has the game such a thing?


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


def info(title: str) -> GameInfo:
    game = library.game(title)
    return GameInfo(
        title, game.name, game.about, game.sides, game.scenarios, game.options,
        bots.names(title), _with_turns(title, game), _sources(game),
        type(game).supply is not Game.supply,
    )  # fmt: skip


def _with_turns(title: str, game: Game) -> Card:
    """The card; a turn track among the charts gives the turns, if the card gives none."""
    told = card(title)
    if told.turns or "turns" not in told.charts:
        return told
    track = _tables(title)["turns"]
    turns = tuple(Turn(entry["turn"], entry.get("date", "")) for entry in track)
    return msgspec.structs.replace(told, turns=turns)


def _sources(game: Game) -> dict[str, dict[str, int]]:
    file = game.board.file
    entries = (*file.hexes, *file.sides, *file.lines, *file.places)
    return {
        "map": dict(Counter(entry.provenance for entry in entries)),
        "counters": dict(Counter(counter.provenance for counter in game.roster)),
    }


# -- charts ----------------------------------------------------------------------------------


@cache
def _tables(title: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name in FILES:
        path = library.game(title).folder / "data" / name
        if path.exists():
            found |= tomllib.loads(path.read_text("utf-8"))
    return found


def charts_of(title: str) -> list[Chart]:
    tables = _tables(title)
    return [_chart(name, says, tables) for name, says in card(title).charts.items()]


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


# -- asked by the page -----------------------------------------------------------------------


@get("/games", sync_to_thread=True)
def games() -> list[GameInfo]:
    return [info(title) for title in library.titles()]


@get("/games/{title:str}", sync_to_thread=True)
def one_game(title: FromPath[str]) -> GameInfo:
    known_game(title)
    return info(title)


@get("/games/{title:str}/charts", sync_to_thread=True)
def charts(title: FromPath[str]) -> list[Chart]:
    """The game's charts, with who says so."""
    known_game(title)
    return charts_of(title)


@get("/games/{title:str}/rules", sync_to_thread=True)
def rules(title: FromPath[str]) -> dict[str, Any]:
    """The ledger, for the rule chips of the page."""
    return {n: worded(section) for n, section in known_game(title).ledger.items()}


def worded(section: Section) -> dict[str, Any]:
    """A section as the page shows it: where the book is not at hand, with what it rests on."""
    told: dict[str, Any] = msgspec.to_builtins(section)
    if section.basis:
        told["says"] = f"{section.says} [{section.basis}]"
    return told


@get("/games/{title:str}/counters", sync_to_thread=True)
def counters(title: FromPath[str]) -> dict[str, Any]:
    return {counter.id: msgspec.to_builtins(counter) for counter in known_game(title).roster}


router = Router("/api", route_handlers=[games, one_game, charts, rules, counters])
