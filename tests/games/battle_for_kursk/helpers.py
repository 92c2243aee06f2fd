"""Positions of Battle for Kursk for tests, in few words."""

from typing import Any

from kursk.core.flow import IllegalOrder, Refusal
from kursk.core.match import Match
from kursk.core.position import _toml
from kursk.core.tables import Receipt
from kursk.games.battle_for_kursk.state import State
from kursk.library import set_up


def position(
    units: str,
    phase: str,
    side: str = "german",
    *,
    turn: str = "2",
    real: bool = False,
    hexes: dict[str, list[str]] | None = None,
    sides: dict[str, list[str]] | None = None,
    control: dict[str, list[str]] | None = None,
    **tracks: Any,
) -> Match:
    """A position on a blank map, or with `real` on the game's own.

    Units are words: `g59@1303` a counter, `g59-@1303` its reduced side, `g59@eliminated` in a
    box, `a:panzer@1813` an invented one, `a:panzer:9/4@1813` with strengths of its own. Where
    the name of a unit is said instead of a pattern (`a:g48@1813`) the colour is that unit's.
    """
    lines = ['game = "battle_for_kursk"', f'turn = "{turn}"', f'side = "{side}"']
    lines += [f'phase = "{phase}"', *([] if real else ['map = "blank"']), "[set]"]
    lines += [f"{key} = {_toml(value)}" for key, value in tracks.items()]
    for name, table in (("hexes", hexes), ("sides", sides), ("control", control)):
        lines.append(f"[{name}]")
        lines += [f'"{key}" = {_toml(kinds)}' for key, kinds in (table or {}).items()]
    lines += ["[units]", *map(_unit, units.split())]
    return set_up("\n".join(lines))


def _unit(word: str) -> str:
    who, _, where = word.partition("@")
    id, *pattern = who.split(":")
    spec: dict[str, Any] = {}
    if where.isdigit():
        spec["at"] = where
    else:
        spec["box"] = where.replace("_", " ")
    if pattern:
        spec["like"] = pattern[0]
    if pattern[1:]:
        spec["strength"] = [int(n) for n in pattern[1].split("/")]
    if id.endswith("-"):
        spec["marks"] = ["reduced"]
    return f'"{id.rstrip("-")}" = {_toml(spec)}'


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


def rule(match: Match, order: str) -> str:
    """The section that forbids an order; empty if it is legal."""
    return refused(match, order).rule if match.why_not(order) else ""


def battle(match: Match, order: str, die: int) -> Match:
    """Announce one attack, lock it in, and roll for it."""
    return play(match, order, "end", f"resolve {order.split()[1]}", f"roll {die}")


def receipt(match: Match, order: str) -> Receipt:
    found = match.receipt(order)
    assert found is not None, order
    return found


def shift(found: Receipt, label: str) -> int:
    """The columns of one line of a receipt."""
    (line,) = [line for line in found.shifts if line.label.startswith(label)]
    return int(line.value)


def state(match: Match) -> State:
    assert isinstance(match.g, State)
    return match.g


def where(match: Match, id: str) -> str:
    """The hex of a unit, or its box."""
    unit = match.g.roster.find(id)
    return match.g.grid.name.get(match.g.at[unit]) or match.g.box[unit]


def lost(match: Match, id: str) -> int:
    return int(match.g.lost[match.g.roster.find(id)])


def strength(match: Match, id: str) -> int:
    """What the side that lies up is worth; 0 off the map."""
    unit = match.g.roster.find(id)
    return match.g.factor(unit) if match.g.at[unit] >= 0 else 0


def goals(match: Match, id: str) -> set[str]:
    """Where the orders open now take a unit."""
    return {order.split()[-1] for order in match.orders(id)}


def says(match: Match) -> list[str]:
    return [news.says for entry in match.log for news in entry.news]


def rules(match: Match) -> set[str]:
    """The sections that the news of a match cite."""
    return {news.rule for entry in match.log for news in entry.news}
