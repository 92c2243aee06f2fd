"""A8.0: the Soviet positions, which never change (A8.3)."""

from kursk.core.counters import Unit
from kursk.core.hexes import Hexes
from kursk.games.panzer_keil.state import GERMAN, SOVIET, State, mech


def positions(g: State) -> Hexes:
    """A8.1, A15.4: every position; where Werther failed again, only what was reinforced."""
    return g.board.hexes["reinforced" if g.scenario == "werther" else "fort soviet"] | reinforced(g)


def reinforced(g: State) -> Hexes:
    """A8.1, A15.4: those that also double; none where Werther failed again."""
    return 0 if g.scenario == "werther" else g.board.hexes["reinforced"]


def dug_in(g: State, unit: Unit) -> bool:
    """A8.4.1: Soviets on foot, but not cavalry, make use of a position."""
    return g.side_of(unit) == SOVIET and not mech(g, unit) and "cavalry" not in g.unit(unit).flags


def assault(g: State, side: str, hexes: Hexes) -> bool:
    """A8.4, A8.4.5: positions count in combat when Germans attack, and only then."""
    return side == GERMAN and bool(positions(g) & hexes)
