"""Positions of Battle for Kursk for tests, in few words."""

from typing import Any

from kursk import testing
from kursk.core.match import Match
from kursk.games.battle_for_kursk.state import State


def position(
    units: str, phase: str, side: str = "german", *, turn: str = "2", **more: Any
) -> Match:
    """As kursk.testing has it; the second turn unless another is named."""
    return testing.position("battle_for_kursk", units, phase=phase, side=side, turn=turn, **more)


def battle(match: Match, order: str, die: int) -> Match:
    """Announce one attack, lock it in, and roll for it."""
    return testing.play(match, order, "end", f"resolve {order.split()[1]}", f"roll {die}")


def state(match: Match) -> State:
    assert isinstance(match.g, State)
    return match.g
