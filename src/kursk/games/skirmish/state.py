"""1: what a game of Skirmish remembers."""

from typing import Self

from kursk.core.hexes import Hex, Hexes, beside
from kursk.core.state import State as Base

SIDES = ("blue", "red")


class State(Base, kw_only=True, eq=False):
    fog: bool = True
    stance: dict[str, str] = {}  # press or hold, once revealed
    half: int = 1  # the first or the second player turn
    moved: int = 0  # units that moved in this phase
    attacked: int = 0  # units that attacked in this phase
    fought: Hexes = 0  # hexes attacked in this phase
    shown: int = 0  # units that the enemy knows

    def copy(self) -> Self:
        g = super().copy()
        g.stance = self.stance.copy()
        return g


def foe(side: str) -> str:
    return "red" if side == "blue" else "blue"


def full(g: State, side: str) -> Hexes:
    """1.3: the hexes of a side that hold two counters already."""
    hexes = 0
    for hex, pile in g.piles.items():
        if len(pile) > 1 and g.side_of(pile[0]) == side:
            hexes |= 1 << hex
    return hexes


def zone(g: State, side: str) -> Hexes:
    """3.5: the hexes next to a side's units."""
    return beside(g.grid, g.held[side])


def show(g: State, hex: Hex) -> None:
    """1.4: the counters of a hex are turned up for good."""
    for unit in g.pile(hex):
        if g.fog and not g.shown >> unit & 1:
            g.shown |= 1 << unit
            g.learned += 1


def called(g: State, unit: int, side: str) -> str:
    """1.4: what the other side may call a unit, at the start of a sentence."""
    return g.called(unit) if not g.fog or g.shown >> unit & 1 else f"A {side} counter"
