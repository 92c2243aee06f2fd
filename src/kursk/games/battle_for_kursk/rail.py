"""8.1: rail movement of infantry, and the phase that it shares with armour."""

from functools import cache

from kursk.core.board import Board
from kursk.core.flow import Refusal
from kursk.core.hexes import Hexes
from kursk.core.paths import Going, Reach, walk
from kursk.games.battle_for_kursk.movement import (
    Movement,
    moving,
    reachable,
    refused_cost,
    refused_unit,
    refused_way,
)
from kursk.games.battle_for_kursk.state import ARMOUR, State, allowance, home, kind
from kursk.games.battle_for_kursk.tables import COST


@cache
def railway(board: Board) -> Going:
    """8.1: along the line every hex costs one point, whatever the terrain or the river."""
    rail = int(COST["rail"])
    return Going(board.grid, lambda hex, side: rail if "rail" in board.along(hex, side) else None)


def rail_hexes(g: State) -> Hexes:
    hexes = 0
    for leaving in g.board.lines["rail"]:
        hexes |= leaving
    return hexes


def entrains(g: State, unit: int) -> bool:
    """8.1: infantry, Shock too, on a railway on its own side of the Start Line."""
    stands = rail_hexes(g) & home(g, g.side_of(unit))
    return kind(g, unit) != ARMOUR and bool(stands >> g.at[unit] & 1)


def by_rail(g: State, unit: int) -> Reach:
    """8.1, 11.1: mud does not slow a train."""
    return moving(g, unit, railway(g.board), allowance(g, unit))


class ArmourAndRail(Movement):
    """8.1: armour moves as ever, infantry by rail or not at all."""

    rule = "8.1"
    title = "Armour and rail movement"
    phase = "armour and rail"
    usage = "move UNIT HEX… | rail UNIT HEX… | end"

    def prompt(self, g: State) -> str:
        return "Move armour, and infantry by rail, then end the phase."

    def verb(self, g: State, unit: int) -> str:
        if kind(g, unit) == ARMOUR:
            return "move"
        return "rail" if entrains(g, unit) else ""

    def reach(self, g: State, unit: int) -> Reach:
        return reachable(g, unit) if kind(g, unit) == ARMOUR else by_rail(g, unit)

    def refused(self, g: State, verb: str, id: str, names: list[str]) -> Refusal | None:
        if why := refused_unit(g, id):
            return why
        armour = kind(g, g.roster.find(id)) == ARMOUR
        if verb == "rail" and armour:
            return Refusal("8.1", f"{id} is armour, which never uses the railway.", (id,))
        if verb == "move" and not armour:
            return Refusal("8.1", f"{id} is infantry: in this phase it moves by rail.", (id,))
        if verb == "rail":
            return refused_train(g, id, names)
        return refused_way(g, id, names) or refused_cost(g, id, names)


def refused_train(g: State, id: str, names: list[str]) -> Refusal | None:
    unit = g.roster.find(id)
    here = g.grid.name[g.at[unit]]
    if not rail_hexes(g) >> g.at[unit] & 1:
        return Refusal("8.1", f"No railway runs through {here}.", (id,), (here,))
    if not entrains(g, unit):
        return Refusal("8.1", f"{here} is on the enemy's side of the Start Line.", (id,), (here,))
    if why := refused_way(g, id, names):
        return why
    path = [g.at[unit], *(g.grid.find(name) for name in names)]
    for a, b in zip(path, path[1:], strict=False):
        if railway(g.board).step(a, b) is None:
            pair = (g.grid.name[a], g.grid.name[b])
            return Refusal("8.1", f"No railway joins {pair[0]} and {pair[1]}.", (id,), pair)
    if walk(railway(g.board), path, allowance(g, unit)) is None:
        says = f"{id} goes {allowance(g, unit)} hexes by rail, not {len(names)}."
        return Refusal("8.1", says, (id,))
    return None
