"""Position files: any situation, set up from text."""

import re
import tomllib
from collections.abc import Iterable
from typing import Any, get_type_hints

import msgspec

from kursk.core.counters import Counter, Roster
from kursk.core.game import Game
from kursk.core.hexes import OFF
from kursk.core.limits import flat, plain, within
from kursk.core.match import Match, Start
from kursk.core.state import State, units

SIZE = 200_000  # characters; the fullest position of a game has some 10,000
UNITS = 1_000
NAME = 40  # characters of an invented counter's
STEPS = 12  # of an invented counter


class BadPosition(ValueError):
    """A position that cannot be set up; the message names the key."""


class UnitSpec(msgspec.Struct, omit_defaults=True):
    """A unit as a position file has it: where it is, or what it is made after."""

    at: str = ""
    box: str = ""
    like: str = ""
    side: str = ""
    strength: tuple[int | str, ...] = ()
    lost: int = 0
    marks: tuple[str, ...] = ()


class Spec(msgspec.Struct):
    """A position file, key by key."""

    game: str = ""
    phase: str = ""
    side: str = ""
    turn: int | str = 1
    map: str = ""
    result: str = ""  # of a game that is over: then there is no phase
    set: dict[str, Any] = {}
    hexes: dict[str, Any] = {}
    sides: dict[str, Any] = {}
    control: dict[str, Any] = {}
    units: dict[str, Any] = {}


def among(track: str, words: Iterable[str], known: Iterable[str]) -> None:
    """Of what a track names, each must be known; else BadPosition says what there is."""
    there = tuple(known)
    for word in words:
        if word not in there:
            listed = ", ".join(filter(None, there)) if len(there) < 20 else "the counters"
            raise BadPosition(f"set.{track}: no {word!r}; there are {listed}")


def known_units(g: State, track: str, ids: Iterable[str]) -> None:
    """Of what a track names, each must be a unit; else BadPosition says which is not."""
    for id in ids:
        if id not in g.roster.number:
            raise BadPosition(f"set.{track}: no unit {id!r}")


TABLES = {
    "hexes": tuple[str, ...],
    "sides": tuple[str, ...],
    "control": tuple[str, ...],
    "units": UnitSpec,
}


def parse(text: str) -> Spec:
    """A position file read, and nothing set up yet."""
    try:
        flat(within(text, SIZE))
        raw = tomllib.loads(text)
        plain(raw)
    except (ValueError, RecursionError) as error:
        raise BadPosition(str(error)) from None
    spec: Spec = _read(raw, Spec, "")
    if not spec.game:
        raise BadPosition("game: it is missing")
    for table, wanted in TABLES.items():
        for key, value in getattr(spec, table).items():
            getattr(spec, table)[key] = _read(value, wanted, f"{table}.{key}")
    if len(spec.units) > UNITS:
        raise BadPosition(f"units: there are {len(spec.units):,}; {UNITS:,} at the most")
    return spec


def _read(value: Any, wanted: Any, key: str) -> Any:
    """A value of the wanted kind; BadPosition names the key that is not."""
    known = getattr(wanted, "__struct_fields__", ())
    if known and isinstance(value, dict) and (strange := [k for k in value if k not in known]):
        where = f"{key}.{strange[0]}".strip(".")
        raise BadPosition(f"{where}: no such key; known: {', '.join(known)}")
    try:
        return msgspec.convert(value, wanted)
    except msgspec.ValidationError as error:
        says, _, path = str(error).partition(" - at `$")
        key = f"{key}{path.strip('`')}".strip(".")
        raise BadPosition(f"{key}: {says}" if key else says) from None


def set_up(game: Game, text: str) -> Match:
    """The match that a position file describes."""
    spec = parse(text)
    board = game.board
    if spec.map not in ("", "blank"):
        raise BadPosition(f"map: {spec.map!r}; leave it out, or say blank")
    if spec.map == "blank":
        board = board.blank()
    try:
        if spec.hexes or spec.sides:
            board = board.changed(spec.hexes, spec.sides)
    except ValueError as error:
        raise BadPosition(str(error)) from None
    g = game.blank(board, _roster(game, spec))
    _tracks(game, g, spec)
    _control(g, spec)
    for id, unit in spec.units.items():
        _unit(game, g, id, unit)
    _moment(game, g, spec)
    if faults := game.check(g):
        raise BadPosition(f"units: {faults[0]}")
    return Match(game, g, Start(position=text))


def _roster(game: Game, spec: Spec) -> Roster:
    invented = []
    for id, unit in sorted(spec.units.items()):  # so that the order of the file does not matter
        if not unit.like:
            if id not in game.roster.number:
                raise BadPosition(f"units.{id}: no such counter; for an invented one say like")
            for key in ("side", "strength"):
                if getattr(unit, key):
                    says = f"the counter has its own; for another, invent one that is like {id}"
                    raise BadPosition(f"units.{id}.{key}: {says}")
            continue
        if id in game.roster.number:
            raise BadPosition(f"units.{id}: the game has a counter of this name")
        pattern = game.likes.get(unit.like)
        if pattern is None and unit.like in game.roster.number:
            pattern = game.roster[game.roster.find(unit.like)]
        if pattern is None:
            known = ", ".join(game.likes)
            raise BadPosition(f"units.{id}.like: no {unit.like!r}; known: {known}, or a counter")
        invented.append(_invented(game, id, unit, pattern))
    return game.roster.with_more(invented)


def _invented(game: Game, id: str, unit: UnitSpec, pattern: Counter) -> Counter:
    if not re.fullmatch(r"[^\s,]+", id) or id in game.board.grid.cell:
        raise BadPosition(f"units.{id}: a name is one word without commas, and no hex")
    if len(id) > NAME:
        raise BadPosition(f"units.{id}: a name has {NAME} characters at the most")
    side = unit.side or pattern.side
    if side not in game.sides:
        raise BadPosition(f"units.{id}.side: {side!r} is none of {', '.join(game.sides)}")
    strengths = tuple(map(str, unit.strength)) or pattern.strengths
    if len(strengths) > STEPS:
        raise BadPosition(f"units.{id}.strength: a counter has {STEPS} steps at the most")
    for strength in map(str, unit.strength):  # a pattern may be without any
        if len(strength) > 20 or not re.fullmatch(r"(\d+/)*0*[1-9]\d*", strength, re.ASCII):
            raise BadPosition(f"units.{id}.strength: {strength!r} is no strength such as 4 or 0/3")
    return msgspec.structs.replace(
        pattern, id=id, name=id, label=id, side=side, strengths=strengths, setup="", arrives=""
    )


def _tracks(game: Game, g: State, spec: Spec) -> None:
    try:
        g.turn = game.turn_number(str(spec.turn))
    except ValueError as error:
        raise BadPosition(f"turn: {error}") from None
    g.side = spec.side or game.sides[0]
    if g.side not in game.sides:
        raise BadPosition(f"side: {g.side!r} is none of {', '.join(game.sides)}")
    types = get_type_hints(type(g))
    for key, value in spec.set.items():
        if key not in (*game.tracks, *game.fields):
            raise BadPosition(f"set.{key}: the game has {', '.join(game.tracks)}")
        try:
            if key in game.areas:
                value = g.grid.set(msgspec.convert(value, list[str]))
            value = msgspec.convert(value, types[game.fields.get(key, key)])
        except ValueError as error:
            raise BadPosition(f"set.{key}: {error}") from None
        if isinstance(value, dict):
            value = {**getattr(g, key), **value}
        setattr(g, game.fields.get(key, key), value)


def _moment(game: Game, g: State, spec: Spec) -> None:
    if spec.result:
        if spec.phase:
            raise BadPosition("phase: there is none when the game has a result")
        g.result = spec.result
        return
    if spec.phase not in game.phases:
        wrong = f"no {spec.phase!r}" if spec.phase else "it is missing"
        raise BadPosition(f"phase: {wrong}; the game has {', '.join(game.phases)}")
    g.stack = list(game.phases[spec.phase](g, g.side))


def _control(g: State, spec: Spec) -> None:
    named: dict[str, str] = {}
    for side, names in spec.control.items():
        if side not in g.control:
            raise BadPosition(f"control.{side}: no such side")
        for name in names:
            if name not in g.grid.cell:
                raise BadPosition(f"control.{side}: no hex {name} on this map")
            if name in named:
                raise BadPosition(f"control.{side}: {name} is named for {named[name]} already")
            named[name] = side
            g.own(g.grid.cell[name], side)


def _unit(game: Game, g: State, id: str, spec: UnitSpec) -> None:
    unit = g.roster.find(id)
    if bool(spec.at) == bool(spec.box):
        raise BadPosition(f"units.{id}: say at = a hex, or box = a box")
    if spec.at and spec.at not in g.grid.cell:
        raise BadPosition(f"units.{id}.at: no hex {spec.at} on this map")
    if spec.box and spec.box not in game.boxes:
        raise BadPosition(f"units.{id}.box: no {spec.box!r}; the game has {', '.join(game.boxes)}")
    if spec.at:
        hex = g.grid.cell[spec.at]
        if other := [u for u in g.pile(hex) if g.side_of(u) != g.side_of(unit)]:
            raise BadPosition(f"units.{id}.at: {spec.at} holds the enemy {g.unit(other[0]).id}")
        g.place(unit, hex)
    else:
        g.remove(unit, spec.box)
    g.lost[unit] = spec.lost
    for mark in spec.marks:
        if mark == "reduced":
            g.lost[unit] = 1
        elif mark in game.marks:
            setattr(g, mark, getattr(g, mark) | 1 << unit)
        else:
            known = ", ".join(("reduced", *game.marks))
            raise BadPosition(f"units.{id}.marks: no {mark!r}; the game has {known}")
    if not 0 <= g.lost[unit] < g.unit(unit).steps:
        raise BadPosition(f"units.{id}: it has not so many steps to lose")


def write(match: Match) -> str:
    """The position as a file, which sets the same up again."""
    game, g = match.game, match.g
    spec = parse(match.start.position) if match.start.position else Spec(game.title, "")
    lines = [f'game = "{game.title}"']
    lines += [f'map = "{spec.map}"'] if spec.map else []
    turn = game.turn_name(g.turn)
    lines += [f"turn = {turn if turn.isdigit() else _quoted(turn)}"]
    lines += [f'side = "{g.side}"'] if g.side else []
    lines += [f"result = {_quoted(g.result)}" if match.over else f'phase = "{match.phase}"']
    lines += ["", "[set]"]
    told = {key: value for key, value in tracks(match).items() if value is not None}
    lines += [f"{key} = {_toml(value)}" for key, value in told.items()]
    for table in ("hexes", "sides"):
        if changes := getattr(spec, table):
            lines += ["", f"[{table}]"]
            lines += [f"{_quoted(key)} = {_toml(kinds)}" for key, kinds in changes.items()]
    lines += ["", "[control]"]
    usual = game.blank(g.board, g.roster).control
    for side, hexes in g.control.items():
        if changed := hexes & ~usual[side]:
            lines.append(f"{side} = {_toml(g.grid.names(changed))}")
    lines += ["", "[units]"]
    piled = [unit for hex in sorted(g.piles) for unit in g.piles[hex]]  # as the piles lie
    boxed = [unit for unit, box in enumerate(g.box) if box]
    for unit in (*piled, *boxed):
        lines.append(f"{_quoted(g.unit(unit).id)} = {_unit_text(game, g, spec, unit)}")
    return "\n".join(lines) + "\n"


def tracks(match: Match) -> dict[str, Any]:
    """What `[set]` would say of a match, by track."""
    game, g = match.game, match.g
    found = {key: getattr(g, game.fields.get(key, key)) for key in game.tracks}
    return {k: g.grid.names(v) if k in game.areas else v for k, v in found.items()}


def _unit_text(game: Game, g: State, spec: Spec, unit: int) -> str:
    old = spec.units.get(g.unit(unit).id, UnitSpec())
    new = UnitSpec(
        at=g.grid.name[g.at[unit]] if g.at[unit] != OFF else "",
        box=g.box[unit],
        like=old.like,
        side=old.side,
        strength=old.strength,
        lost=g.lost[unit],
        marks=tuple(m for m in game.marks if unit in units(getattr(g, m))),
    )
    return _toml(msgspec.to_builtins(new))


def _quoted(text: str) -> str:
    return msgspec.json.encode(text).decode()


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return (
            "{ " + ", ".join(f"{_quoted(k)} = {_toml(v)}" for k, v in sorted(value.items())) + " }"
        )
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int) else _quoted(value)
