"""7: stacking. The fog of war, 7.3, is in `fog`."""

from collections.abc import Iterable
from functools import lru_cache

from kursk.core.choices import Named
from kursk.core.counters import Roster, Unit
from kursk.core.flow import DONE, Done, Frame, Refusal
from kursk.core.hexes import Hex, Hexes, scan
from kursk.core.state import by_pile, derived
from kursk.games.drive_on_kursk.pieces import corps
from kursk.games.drive_on_kursk.state import GERMAN, SOVIET, InBattle, State
from kursk.games.drive_on_kursk.victory import eliminate

LIMIT = {GERMAN: 3, SOVIET: 9}  # 7.4: three units; 7.5: three corps, in thirds of a corps


@lru_cache(16)
def sizes(roster: Roster) -> tuple[int, ...]:
    """7.4, 7.5: a German unit is a unit; a Soviet division is a third of a corps."""
    return tuple(3 if unit.side == SOVIET and corps(unit) else 1 for unit in roster)


def size(g: State, unit: Unit) -> int:
    return sizes(g.roster)[unit]


def room(g: State, side: str, hex: Hex) -> int:
    """7.2: how much more of a side the hex can hold."""
    return LIMIT[side] - sum(size(g, unit) for unit in g.pile(hex))


def fits(g: State, units: Iterable[Unit], hex: Hex) -> bool:
    """7.2: may these units of one side be in the hex together with whatever else is there?"""
    coming = [unit for unit in units if g.at[unit] != hex]
    return not coming or sum(size(g, unit) for unit in coming) <= room(g, g.side_of(coming[0]), hex)


@by_pile
def spaces(g: State, pile: tuple[Unit, ...]) -> int:
    """7.4, 7.5: how much more a pile can take."""
    size = sizes(g.roster)
    return LIMIT[g.side_of(pile[0])] - sum([size[unit] for unit in pile])


@derived
def full(g: State, side: str, more: int) -> Hexes:
    """7.2: the hexes of a side that cannot take so much more."""
    hexes = 0
    for space, piles in spaces(g).items():
        if space < more:
            hexes |= piles
    return hexes & g.held[side]


def overfull(g: State) -> Hexes:
    """7.2: the over-stacked hexes of both sides."""
    return full(g, GERMAN, 0) | full(g, SOVIET, 0)


class StackCheck(Frame):
    """7.2: at the end of each phase and each battle, excess units are eliminated."""

    rule = "7.2"

    def each(self, g: State) -> Frame | None:
        over = overfull(g)
        if not over:
            return None
        self.repeat()
        return OverStack(next(scan(over)))

    steps = (each,)


class OverStack(InBattle, Named):
    """7.2: the owner chooses the units that go."""

    rule = "7.2"
    title = "Over-stacked"
    verb = "remove"
    usage = "remove UNIT"
    hex: Hex

    def actor(self, g: State) -> str:
        return g.side_of(g.pile(self.hex)[0])

    def prompt(self, g: State) -> str:
        return f"{g.grid.name[self.hex]} holds too much: choose a unit to eliminate."

    def names(self, g: State) -> list[str]:
        return [g.unit(unit).id for unit in g.pile(self.hex)]

    def strange(self, g: State, name: str) -> Refusal:
        here = g.grid.name[self.hex]
        return Refusal("7.2", f"{name} is not in {here}, which holds too much.", (), (here,))

    def chosen(self, g: State, named: Unit) -> Done:
        eliminate(g, named, ", over the limit", "7.2")
        return DONE
