"""7.3: fog of war. What a side may see of the other's stacks."""

from kursk.core.counters import Unit
from kursk.core.hexes import OFF
from kursk.games.drive_on_kursk.state import State


def seen_by(g: State, unit: Unit, side: str) -> bool:
    """7.3: the enemy sees the top counter of a stack, and all of a stack that fights.

    Reserves lie face down (9.2), so that of those not even the top one is known. Off the map
    everything lies open. Side "" sees what both do.
    """
    if g.side_of(unit) == side or g.at[unit] == OFF or g.shown >> unit & 1:
        return True
    return g.pile(g.at[unit])[-1] == unit and not g.reserve >> unit & 1


def open_to_all(g: State, units: tuple[Unit, ...]) -> None:
    """7.3: lay a force open while its battle is fought."""
    if not all(seen_by(g, unit, "") for unit in units):
        g.learned += 1
    g.shown |= sum(1 << unit for unit in units)
