"""Positions of Drive on Kursk for tests, in few words."""

from collections.abc import Iterable
from typing import Any

from kursk.core.flow import IllegalOrder, Refusal
from kursk.core.match import Match
from kursk.core.position import _toml
from kursk.core.tables import Receipt
from kursk.games.drive_on_kursk import GAME
from kursk.games.drive_on_kursk.state import State
from kursk.library import set_up

WEST = tuple(f"{row}00" for row in range(10, 61))
EAST = tuple(f"{row}27" for row in range(10, 61))


def position(
    units: str,
    *,
    side: str = "german",
    phase: str = "combat",
    number: int = 1,
    turn: int = 1,
    map: str = "blank",
    hexes: dict[str, list[str]] | None = None,
    sides: dict[str, list[str]] | None = None,
    control: dict[str, Iterable[str]] | None = None,
    **tracks: Any,
) -> Match:
    """A position; a unit is a line `id hex like strength marks`, all after the hex at will.

    Later lines of one hex lie on top: `r1 3010 rifle 4`, `1ss 3009 reduced`; a box may stand
    for the hex, `19pz turn-3`. `number` says whether the phase is the first or the second.
    """
    plan = {"german": "move-move", "soviet": "move-move"}  # no shift for either side
    tracks = {"plan": plan, "air": 0, "number": number, **tracks}
    lines = ['game = "drive_on_kursk"', f'map = "{map}"', f"turn = {turn}", f'side = "{side}"']
    lines += [f'phase = "{phase}"', "[set]", *(f"{k} = {_toml(v)}" for k, v in tracks.items())]
    for name, table in (("hexes", hexes), ("sides", sides), ("control", control)):
        lines.append(f"[{name}]")
        lines += [f'"{key}" = {_toml(list(value))}' for key, value in (table or {}).items()]
    lines += ["[units]", *(_unit(line) for line in units.splitlines() if line.strip())]
    if map != "blank":
        lines.remove(f'map = "{map}"')
    return set_up("\n".join(lines))


def _unit(line: str) -> str:
    id, where, *words = line.split()
    spec: dict[str, Any] = {"at": where} if where.isdigit() else {"box": where.replace("-", " ")}
    marks = []
    for word in words:
        if word.replace("-", " ") in GAME.likes:
            spec["like"] = word.replace("-", " ")
        elif word[0].isdigit():
            spec["strength"] = [int(n) if n.isdigit() else n for n in word.split(",")]
        else:
            marks.append(word)
    return f'"{id}" = {_toml({**spec, "marks": marks})}'


def play(match: Match, *orders: str) -> Match:
    for order in orders:
        match.play(order)
    return match


def refused(match: Match, order: str) -> Refusal:
    """The refusal of an order; playing it must fail alike."""
    why = match.why_not(order)
    assert why is not None, f"{order} is legal"
    try:
        match.play(order)
    except IllegalOrder as error:
        assert error.refusal == why
        return why
    raise AssertionError(f"{order} was refused, yet played")


def receipt(match: Match, order: str, side: str = "") -> Receipt:
    found = match.receipt(order, side)
    assert found is not None, order
    return found


def shift(found: Receipt, label: str) -> int:
    """The columns of one line of a receipt."""
    (line,) = [line for line in found.shifts if line.label == label]
    return int(line.value)


def state(match: Match) -> State:
    assert isinstance(match.g, State)
    return match.g


def where(match: Match, id: str) -> str:
    """The hex of a unit, or its box."""
    unit = match.g.roster.find(id)
    return match.g.grid.name.get(match.g.at[unit]) or match.g.box[unit]


def lost(match: Match, id: str) -> int:
    return match.g.lost[match.g.roster.find(id)]


def says(match: Match) -> list[str]:
    return [news.says for entry in match.log for news in entry.news]
