"""7.3: fog of war. What a side may see of the other's stacks."""

from kursk.core.counters import Unit
from kursk.core.flow import Decision, Done, Frame, Refusal
from kursk.core.hexes import OFF
from kursk.core.orders import no_unit
from kursk.games.drive_on_kursk.state import GERMAN, RESERVE, State


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
