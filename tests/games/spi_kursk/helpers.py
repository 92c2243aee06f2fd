"""Positions of Kursk (1980) for tests, in few words.

On the blank map 1010 lies in an even column: its neighbours are 1009 north, 1110 and 1111 east,
1011 south, 0911 and 0910 west.
"""

from typing import Any

from kursk import testing
from kursk.core.match import Match
from kursk.games.spi_kursk.state import State
from kursk.games.spi_kursk.state import mode as mode_of
from kursk.testing import lost, play, receipt, refused, rule, rules, says, shift, strength, where

__all__ = [
    "attacked", "fight", "lost", "marked", "mode", "play", "position", "receipt", "refused",
    "rule", "rules", "says", "shift", "state", "strength", "where",
]  # fmt: skip


def position(units: str = "", phase: str = "movement", side: str = "german", **more: Any) -> Match:
    return testing.position("spi_kursk", units, phase=phase, side=side, **more)


def state(match: Match) -> State:
    assert isinstance(match.g, State)
    return match.g


def mode(match: Match, id: str) -> str:
    return mode_of(state(match), match.g.roster.find(id))


def marked(match: Match, id: str, mark: str) -> bool:
    return bool(getattr(match.g, mark) >> match.g.roster.find(id) & 1)


def fight(match: Match, order: str, die: int) -> Match:
    """Declare an attack, commit nothing more to it, and roll."""
    play(match, order)
    if match.actor != "dice":
        play(match, "fight")
    return play(match, f"roll {die}")


def attacked(units: str, die: int, order: str, **more: Any) -> Match:
    """A combat in the First Combat Segment of the German."""
    return fight(position(units, "first combat", **more), order, die)
