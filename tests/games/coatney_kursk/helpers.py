"""Positions of Kursk: Corps and Armies for tests, in few words."""

from typing import Any

from kursk import testing
from kursk.core.match import Match
from kursk.core.position import _toml
from kursk.games.coatney_kursk.state import State
from kursk.library import set_up
from kursk.testing import play, receipt, refused, rule, shift, where

__all__ = ["play", "receipt", "refused", "rule", "shift", "where"]

# Where supply comes from on an empty map: nobody needs to be there.


def position(
    units: str,
    phase: str,
    side: str = "german",
    *,
    turn: int = 2,
    real: bool = False,
    hexes: dict[str, list[str]] | None = None,
    sides: dict[str, list[str]] | None = None,
    control: dict[str, list[str]] | None = None,
    **tracks: Any,
) -> Match:
    """A position on a blank map, or with `real` on the game's own.

    Units are words: `pk47@I7` a counter, `pk47@eliminated` in a box, `a:korps@I7` an invented one,
    `a:korps:6/5@I7` with attack and defence of its own, `a13@J8+disrupted+entrenched` with marks.
    """
    lines = ['game = "coatney_kursk"', f"turn = {turn}", f'side = "{side}"', f'phase = "{phase}"']
    lines += [*([] if real else ['map = "blank"']), "[set]"]
    lines += [f"{key} = {_toml(value)}" for key, value in tracks.items()]
    for name, table in (("hexes", hexes), ("sides", sides), ("control", control)):
        lines.append(f"[{name}]")
        lines += [f'"{key}" = {_toml(kinds)}' for key, kinds in (table or {}).items()]
    lines += ["[units]", *map(_unit, units.split())]
    return set_up("\n".join(lines))


def _unit(word: str) -> str:
    who, _, place = word.partition("@")
    at, *marks = place.split("+")
    id, *pattern = who.split(":")
    spec: dict[str, Any] = {"at" if at[0].isupper() else "box": at.replace("_", " ")}
    if pattern:
        spec["like"] = pattern[0].replace("_", " ")
    if pattern[1:]:
        spec["strength"] = [pattern[1]]
    if marks:
        spec["marks"] = marks
    return f'"{id}" = {_toml(spec)}'


def state(match: Match) -> State:
    assert isinstance(match.g, State)
    return match.g


def marked(match: Match, id: str, mark: str = "disrupted") -> bool:
    return bool(getattr(match.g, mark) >> match.g.roster.find(id) & 1)


def battle(match: Match, order: str, *then: str, verb: str = "resolve") -> Match:
    """Allocate one attack, settle it, and begin to resolve it."""
    return play(match, order, "end", f"{verb} {order.split()[1]}", *then)


def goals(match: Match, id: str, verb: str = "move") -> set[str]:
    """Where a verb takes a unit now."""
    return {order.split()[-1] for order in match.orders(id) if order.startswith(f"{verb} ")}


def ways(match: Match, id: str) -> set[str]:
    """The orders open for a unit, without their verb and the unit."""
    return {" ".join(order.split()[2:]) for order in match.orders(id)}


says, rules = testing.says, testing.rules
