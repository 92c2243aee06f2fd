"""7: stacking, and the fog of war: what a side may see of the other's stacks."""

from collections.abc import Iterable
from functools import lru_cache

from kursk.core.choices import Named
from kursk.core.counters import Roster, Unit
from kursk.core.flow import DONE, Decision, Done, Frame, Refusal
from kursk.core.hexes import OFF, Hex, Hexes, scan
from kursk.core.orders import no_unit
from kursk.core.state import by_pile, derived
from kursk.games.drive_on_kursk.pieces import corps
from kursk.games.drive_on_kursk.state import GERMAN, RESERVE, SOVIET, InBattle, State
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


# -- 7.3: the fog of war -------------------------------------------------------------------------


def seen_by(g: State, unit: Unit, side: str) -> bool:
    """7.3: the enemy sees the top counter of a stack, and all of a stack that fights.

    Reserves lie face down (9.2), so that of those not even the top one is known. Off the map
    everything lies open, but for reserves lifted in the Gambit, and so do both sides' first
    piles and the German deployment (3.4). Side "" sees what both do.
    """
    if g.side_of(unit) == side or g.shown >> unit & 1:
        return True
    if g.reserve >> unit & 1:
        return False
    if g.at[unit] == OFF:
        return g.box[unit] != RESERVE
    return g.deploying == GERMAN or g.pile(g.at[unit])[-1] == unit


def open_to_all(g: State, units: tuple[Unit, ...]) -> None:
    """7.3: lay a force open while its battle is fought."""
    if not all(seen_by(g, unit, "") for unit in units):
        g.learned += 1
    g.shown |= sum(1 << unit for unit in units)


class Topping(Decision):
    """7.3: besides what is asked, a player may put one of his own counters on top of its stack,
    for the enemy to see: `top UNIT`.
    """

    def refusal(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["top", id]:
                return no_unit(g, [id], self.actor(g), "7.3")
        return super().refusal(g, order)

    def play(self, g: State, order: str) -> Frame | Done | None:
        if not order.startswith("top "):
            return super().play(g, order)
        unit = g.roster.find(order.removeprefix("top "))
        g.place(unit, g.at[unit])
        return None

    def covered(self, g: State, order: str) -> bool:
        """7.3: how a player lays his own stacks is his affair."""
        return order.startswith("top ")
