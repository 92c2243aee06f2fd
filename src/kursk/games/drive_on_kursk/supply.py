"""6: supply."""

from functools import cache

from kursk.core.counters import Unit
from kursk.core.game import Supply
from kursk.core.hexes import Grid, Hexes, joined, only
from kursk.core.paths import trace
from kursk.core.state import derived
from kursk.core.words import nearest
from kursk.games.drive_on_kursk.state import GERMAN, LGOV, SOVIET, State, foe, zone

EDGE = {GERMAN: "west", SOVIET: "east"}


@cache
def edge(grid: Grid, side: str) -> Hexes:
    """1.4, 6.3: the map edge from which a side is supplied, corners included."""
    return grid.edge(EDGE[side])


def sources(g: State, side: str) -> Hexes:
    """6.4, 6.8: a side's own edge, less what the enemy controls; never the enemy's edge."""
    return edge(g.grid, side) & ~g.control[foe(side)]


def passable(g: State, side: str) -> Hexes:
    """6.3, 6.4: where a supply path may run; a unit cancels an enemy zone in its own hex."""
    other = foe(side)
    barred = g.held[other] | zone(g, other) & ~g.held[side]
    return g.grid.all & ~barred & ~(g.board.hexes["city"] & g.control[other])


@derived
def supplied(g: State, side: str) -> Hexes:
    """6.3, 6.10: every hex in which a unit of the side is in supply."""
    fed = joined(g.grid, sources(g, side), passable(g, side))
    return fed | only(g.grid.find(LGOV)) if side == SOVIET and lgov_supplies(g) else fed


def lgov_supplies(g: State) -> bool:
    """6.10: Lgov feeds the Soviets in it until the German first takes it."""
    return not g.lgov_cut and not g.control[GERMAN] >> g.grid.find(LGOV) & 1


def in_supply(g: State, unit: Unit) -> bool:
    """6.2: every unit is in supply or out of it."""
    return bool(supplied(g, g.side_of(unit)) >> g.at[unit] & 1)


def supply_of(g: State, unit: Unit) -> Supply:
    """6.3, 6.10: the unit's path to a source, or why there is none."""
    side, hex = g.side_of(unit), g.at[unit]
    path = trace(g.grid, 1 << hex, sources(g, side), passable(g, side))
    if path:
        long = "1 hex" if len(path) == 1 else f"{len(path)} hexes"
        return Supply(True, "6.3", f"A path of {long} leads to the {EDGE[side]} edge.", path)
    if in_supply(g, unit):
        return Supply(True, "6.10", "Lgov supplies the Soviet units in it.", (hex,))
    pocket = g.grid.flood(1 << hex, passable(g, side) | 1 << hex)
    if lost := pocket & edge(g.grid, side):
        says = f"Paths lead to the {EDGE[side]} edge, but the enemy controls it"
        return Supply(False, "6.4", f"{says}: {nearest(g, hex, lost)}.")
    rim = g.grid.around(pocket) & ~pocket
    says = "Enemy units, zones or cities close every path"
    return Supply(False, "6.3", f"{says}: {nearest(g, hex, rim)}.")
