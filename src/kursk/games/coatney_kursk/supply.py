"""§Supply: a line of hexes of any length back to the own edges of the map."""

from kursk.core.counters import Unit
from kursk.core.game import Supply
from kursk.core.hexes import Hex, Hexes, scan
from kursk.core.state import derived
from kursk.core.words import nearest
from kursk.games.coatney_kursk.lines import first_line, shut
from kursk.games.coatney_kursk.state import GERMAN, State, bits, bracketed_only, disrupt, foe
from kursk.games.coatney_kursk.zones import zone


def edges(g: State, side: str) -> Hexes:
    """West and south for the German, east and north for the Russian; a corner is on both edges."""
    return g.board.hexes[f"{side} source"]


@derived
def passable(g: State, side: str) -> Hexes:
    """Where a line may run: no enemy, no enemy zone; a unit without [ ] opens its hex."""
    friends = g.held[side] & ~bits(bracketed_only(g, side))
    return g.grid.all & ~g.held[foe(side)] & ~(zone(g, foe(side)) & ~friends)


@derived
def supplied(g: State, side: str) -> Hexes:
    """§Supply: every hex from which a line leads to the side's edges.

    A line goes into an active enemy first-line hex from behind only, or where it has no strength.
    """
    through, walls, grid = passable(g, side), shut(g, side), g.grid
    free = through & ~first_line(g, foe(side))
    front = edges(g, side) & through
    reached = 0
    while front:
        front |= grid.flood(front & free, free)
        reached |= front
        back = 0
        for n in range(6):
            back |= grid.shift(front & ~walls[n], n)
        front = back & through & ~reached
    return reached


def in_supply(g: State, unit: Unit) -> bool:
    return bool(supplied(g, g.side_of(unit)) >> g.at[unit] & 1)


def starve(g: State, side: str) -> None:
    """§Supply: units without supply are disrupted, and not eliminated by that."""
    for unit in g.on_map(side):
        if not in_supply(g, unit):
            disrupt(g, unit, "§Supply")


def supply_of(g: State, unit: Unit) -> Supply:
    """The unit's line to an edge, or what there is in its way."""
    side, hex = g.side_of(unit), g.at[unit]
    where = "west or south" if side == GERMAN else "east or north"
    if path := _line(g, side, hex):
        long = "1 hex" if len(path) == 1 else f"{len(path)} hexes"
        says = f"A line of {long} leads to the {where} edge."
        return Supply(True, "§Supply", says, path)
    return Supply(False, "§Supply", f"No line to the {where} edge: {_bars(g, side, hex)}.")


def _line(g: State, side: str, hex: Hex) -> tuple[Hex, ...]:
    """A shortest line of supply, or none."""
    if not supplied(g, side) >> hex & 1:
        return ()
    before: dict[Hex, Hex] = {hex: hex}
    queue = [hex]
    for here in queue:
        if edges(g, side) >> here & 1:
            path = [here]
            while path[-1] != hex:
                path.append(before[path[-1]])
            return tuple(reversed(path))
        for there in scan(g.grid.around(1 << here) & supplied(g, side)):
            if there not in before and not _walled(g, side, here, there):
                before[there] = here
                queue.append(there)
    return ()


def _walled(g: State, side: str, here: Hex, there: Hex) -> bool:
    return bool(shut(g, side)[g.grid.side(there, here)] >> there & 1)


def _bars(g: State, side: str, hex: Hex) -> str:
    """The nearest hexes that close a unit in, and why each does."""
    if not passable(g, side) >> hex & 1:
        return f"{g.grid.name[hex]} itself is in an enemy zone, and [ ] opens no hex"
    pocket = g.grid.flood(1 << hex, passable(g, side))
    rim = g.grid.around(pocket) & ~pocket
    enemies = g.held[foe(side)]
    why = ("enemy zone", "enemy unit")
    return nearest(g, hex, rim, lambda there: why[enemies >> there & 1]) or "enemy lines"
