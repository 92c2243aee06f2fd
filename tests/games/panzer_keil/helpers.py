"""Positions of Panzer Keil for tests, in few words."""

from typing import Any

from kursk import testing
from kursk.core.match import Match
from kursk.games.panzer_keil.state import State
from kursk.testing import play


def position(units: str, phase: str, side: str = "german", *, turn: int = 3, **more: Any) -> Match:
    """A position on a blank map in the middle of the campaign, unless something else is said."""
    return testing.position("panzer_keil", units, phase=phase, side=side, turn=turn, **more)


def state(match: Match) -> State:
    assert isinstance(match.g, State)
    return match.g


def marks(match: Match, id: str) -> set[str]:
    """The marks of a unit, and whether it is exhausted."""
    g = state(match)
    unit = g.roster.find(id)
    found = {mark for mark in match.game.marks if getattr(g, mark) >> unit & 1}
    return found | ({"exhausted"} if g.lost[unit] else set())


def fight(match: Match, order: str, die: int, *orders: str) -> Match:
    """An attack in which nobody uses an air marker, the die, and what follows."""
    match.play(order)
    while match.actor != "dice":
        match.play("pass")
    return play(match, f"roll {die}", *orders)


def cost(match: Match, id: str, hex: str, how: str = "move") -> str:
    """The points that a unit spends on the way to a hex."""
    return str(match.reach(id)[how].cost(match.g.grid.find(hex)))


def owner(match: Match, hex: str) -> str:
    """Who occupies a hex, as either side sees it."""
    control = match.view().control
    return next((side for side, hexes in control.items() if hex in hexes), "")


def through(match: Match, *orders: str) -> Match:
    """Orders, then the forced ones that they lead to."""
    for order in orders:
        match.play(order)
        while match.forced is not None:
            match.play(match.forced)
    return match
