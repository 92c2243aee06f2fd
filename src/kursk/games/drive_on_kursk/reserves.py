"""9.1, 9.2: the Soviet reserves on the map."""

from kursk.core.hexes import Hex, Hexes, scan
from kursk.games.drive_on_kursk.state import GERMAN, State, units
from kursk.games.drive_on_kursk.zones import zone


def stacks(g: State) -> Hexes:
    """9.1: the hexes with a reserve that is not yet activated."""
    hexes = 0
    for unit in units(g.reserve):
        hexes |= 1 << g.at[unit]
    return hexes


def activate(g: State, hex: Hex) -> None:
    """9.2: a whole stack, for good, with all its powers at once."""
    for unit in g.pile(hex):
        g.reserve &= ~(1 << unit)
    g.learned += 1  # its top counter is turned up


def wake(g: State) -> None:
    """9.2: a German next to a reserve, however he got there (A-13), activates it for nothing."""
    if not g.reserve:
        return
    for hex in scan(stacks(g) & zone(g, GERMAN)):
        activate(g, hex)
        g.say(f"The Soviet reserve in {g.grid.name[hex]} is activated.", "9.2", (hex,))
