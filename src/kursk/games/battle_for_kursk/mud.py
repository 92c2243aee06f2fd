"""11.0: mud."""

from fractions import Fraction
from functools import cache

from kursk.core.board import Board
from kursk.core.flow import Frame, Roll
from kursk.core.paths import Going
from kursk.games.battle_for_kursk.state import ARMOUR, State, box, kind


def scripted(g: State) -> bool:
    """11.0: mud by the turn track, unless the players chose the die."""
    return box(g).mud and g.mud_rule == "scripted"


class Weather(Frame):
    """11.0, 11.3: mud comes by the track; or, if the players so chose, by a die."""

    rule = "11.0"
    title = "Weather"

    def track(self, g: State) -> None:
        g.mud = scripted(g)

    def die(self, g: State) -> Frame | None:
        return MudDie() if g.mud_rule == "die" and box(g).mud_die else None

    def tell(self, g: State) -> None:
        if g.mud:
            g.say("Mud.", "11.0")

    steps = (track, die, tell)


class MudDie(Frame):
    rule = "11.3"

    def read(self, g: State) -> None:
        g.mud = g.rolled[0] <= box(g).mud_die
        g.say(f"{g.rolled[0]}: {'mud' if g.mud else 'the ground is dry'}.", "11.3")

    steps = (Roll(), read)


@cache
def mired(board: Board) -> Going:
    """11.1: in mud a step is a step, whatever the ground or the river."""
    return Going(board.grid, lambda hex, side: 1)


def bogged(g: State, unit: int) -> Fraction:
    """11.2: what mud leaves of a unit's strength when it attacks; fractions are kept.

    Halving the total of all armour comes to the same as halving each.
    """
    return Fraction(1, 2) if g.mud and kind(g, unit) == ARMOUR else Fraction(1)
