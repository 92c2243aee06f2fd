"""For the tests of a game: a position in a few words, orders, and what came of them.

>>> from kursk.testing import play, position, refused, where
>>> match = position("skirmish", "b1@0304 r1@0305 r6@0808", phase="combat", side="blue", fog=False)
>>> refused(match, "attack 0808 with b1").rule
'5.1'
>>> where(play(match, "attack 0305 with b1", "roll 1"), "b1")
'0304'
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from kursk import library
from kursk.core.flow import IllegalOrder, Refusal
from kursk.core.match import Match
from kursk.core.position import _toml
from kursk.core.tables import Receipt

HEADS = ("turn", "side", "phase", "map")


def position(
    game: str,
    units: str = "",
    *,
    hexes: Mapping[str, Iterable[str]] | None = None,
    sides: Mapping[str, Iterable[str]] | None = None,
    control: Mapping[str, Iterable[str]] | None = None,
    real: bool = False,
    **more: Any,
) -> Match:
    """A position on a blank map, or with `real` on the game's own.

    Units are words: `g59@1303` is a counter in a hex, `g59@eliminated` in a box (a blank of its
    name is written _), `g59-@1303` with a step lost, `a:panzer@1813` invented after a pattern,
    `a:panzer:9/4@1813` with strengths of its own, `g59@1303+moved+reserve` with marks. Units of
    a hex lie from bottom to top. Whatever else is named is a heading (turn, side, phase) or a
    track.
    """
    lines = [f"game = {_toml(game)}", *([] if real else ['map = "blank"'])]
    lines += [f"{key} = {_toml(more.pop(key))}" for key in HEADS if key in more]
    lines += ["[set]", *(f"{key} = {_toml(value)}" for key, value in more.items())]
    for name, table in (("hexes", hexes), ("sides", sides), ("control", control)):
        lines.append(f"[{name}]")
        lines += [f"{_toml(key)} = {_toml(list(value))}" for key, value in (table or {}).items()]
    lines += ["[units]", *map(_unit, units.split())]
    return library.set_up("\n".join(lines))


def _unit(word: str) -> str:
    who, _, place = word.partition("@")
    where, *marks = place.split("+")
    id, *pattern = who.split(":")
    spec: dict[str, Any] = {}
    if lost := len(id) - len(id.rstrip("-")):
        spec["lost"] = lost
    spec["at" if re.fullmatch(r"[A-Z]*\d+", where) else "box"] = where.replace("_", " ")
    if pattern:
        spec["like"] = pattern[0].replace("_", " ")
    if pattern[1:]:
        spec["strength"] = [int(n) if n.isdigit() else n for n in pattern[1].split("/")]
    if marks:
        spec["marks"] = [mark.replace("_", " ") for mark in marks]
    return f"{_toml(id.rstrip('-'))} = {_toml(spec)}"


def play(match: Match, *orders: str) -> Match:
    """Give orders, one after the other."""
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


def receipt(match: Match, order: str, side: str = "") -> Receipt:
    """The odds of an attack that can be weighed."""
    found = match.receipt(order, side)
    assert found is not None, f"{order} is no attack that can be weighed"
    return found


def shift(found: Receipt, label: str) -> int:
    """The columns of one line of a receipt."""
    (line,) = [line for line in found.shifts if line.label.startswith(label)]
    return int(line.value)


def where(match: Match, id: str) -> str:
    """The hex of a unit, or its box."""
    unit = match.g.roster.find(id)
    return match.g.grid.name.get(match.g.at[unit]) or match.g.box[unit]


def lost(match: Match, id: str) -> int:
    """The steps that a unit has lost."""
    return int(match.g.lost[match.g.roster.find(id)])


def strength(match: Match, id: str) -> int:
    """What the side that lies up is worth; 0 off the map."""
    unit = match.g.roster.find(id)
    return match.g.factor(unit) if match.g.at[unit] >= 0 else 0


def goals(match: Match, id: str) -> set[str]:
    """Where the orders open now take a unit."""
    return {order.split()[-1] for order in match.orders(id)}


def says(match: Match) -> list[str]:
    """All news of a match."""
    return [news.says for entry in match.log for news in entry.news]


def rules(match: Match) -> set[str]:
    """The sections that the news of a match cite."""
    return {news.rule for entry in match.log for news in entry.news}
