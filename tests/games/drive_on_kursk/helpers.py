"""Positions of Drive on Kursk for tests, in few words."""

from typing import Any

from kursk import testing
from kursk.core.match import Match
from kursk.games.drive_on_kursk import GAME
from kursk.games.drive_on_kursk.state import State

WEST = tuple(f"{row}00" for row in range(10, 61))
EAST = tuple(f"{row}27" for row in range(10, 61))


def position(
    units: str,
    *,
    side: str = "german",
    phase: str = "combat",
    number: int = 1,
    map: str = "blank",
    **more: Any,
) -> Match:
    """A position; a unit is a line `id hex like strength marks`, all after the hex at will.

    Later lines of one hex lie on top: `r1 3010 rifle 4`, `1ss 3009 reduced`; a box may stand
    for the hex, `19pz turn-3`. `number` says whether the phase is the first or the second.
    """
    plan = {"german": "move-move", "soviet": "move-move"}  # no shift for either side
    tracks = {"plan": plan, "air": 0, "number": number, **more}
    words = " ".join(_word(line) for line in units.splitlines() if line.strip())
    real = map != "blank"
    return testing.position("drive_on_kursk", words, side=side, phase=phase, real=real, **tracks)


def _word(line: str) -> str:
    """A line as kursk.testing writes it: `r1:rifle:4@3010+moved`."""
    id, where, *words = line.split()
    like = [word for word in words if word.replace("-", " ") in GAME.likes]
    strength = [word for word in words if word[0].isdigit()]
    marks = [word for word in words if word not in (*like, *strength)]
    who = ":".join([id, *like, *strength]).replace(",", "/")
    return "+".join([f"{who}@{where}", *marks]).replace("-", "_")


def state(match: Match) -> State:
    assert isinstance(match.g, State)
    return match.g
