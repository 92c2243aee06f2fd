"""8.1: rail movement of infantry, and the phase that it shares with armour."""

from functools import cache

from kursk.core.board import Board
from kursk.core.flow import Refusal
from kursk.core.hexes import Hexes
from kursk.core.moving import Moving
from kursk.core.paths import Going, Reach
from kursk.games.battle_for_kursk.movement import (
    Movement,
    moving,
    reachable,
    refused_march,
    refused_unit,
)
from kursk.games.battle_for_kursk.state import ARMOUR, State, allowance, home, kind
from kursk.games.battle_for_kursk.tables import COST


@cache
def railway(board: Board) -> Going:
    """8.1: along the line every hex costs one point, whatever the terrain or the river."""
    rail = int(COST["rail"])
    return Going(board.grid, lambda hex, side: rail if "rail" in board.along(hex, side) else None)


@cache
def rail_hexes(board: Board) -> Hexes:
    hexes = 0
    for leaving in board.lines["rail"]:
        hexes |= leaving
    return hexes


def entrains(g: State, unit: int) -> bool:
    """8.1: infantry, Shock too, on a railway on its own side of the Start Line."""
    stands = rail_hexes(g.board) & home(g, g.side_of(unit))
    return kind(g, unit) != ARMOUR and bool(stands >> g.at[unit] & 1)


def train(g: State, unit: int) -> Moving:
    """8.1, 11.1: mud does not slow a train."""
    return moving(g, unit, railway(g.board), allowance(g, unit))


def by_rail(g: State, unit: int) -> Reach:
    return train(g, unit).reach()


class ArmourAndRail(Movement):
    """8.1: armour moves as ever, infantry by rail or not at all."""

    rule = "8.1"
    title = "Armour and rail movement"
    phase = "armour and rail"
    usage = "move UNIT HEX… | rail UNIT HEX… | end"
    asks = "Move armour, and infantry by rail, then end the phase."

    def verb(self, g: State, unit: int) -> str:
        if kind(g, unit) == ARMOUR:
            return "move"
        return "rail" if entrains(g, unit) else ""

    def reach(self, g: State, unit: int) -> Reach:
        return reachable(g, unit) if kind(g, unit) == ARMOUR else by_rail(g, unit)

    def has_way(self, g: State, unit: int) -> bool:
        armour = kind(g, unit) == ARMOUR
        return super().has_way(g, unit) if armour else bool(by_rail(g, unit).hexes)

    def refused_move(self, g: State, verb: str, id: str, names: list[str]) -> Refusal | None:
        if why := refused_unit(g, id):
            return why
        armour = kind(g, g.roster.find(id)) == ARMOUR
        if verb == "rail" and armour:
            return Refusal("8.1", f"{id} is armour, which never uses the railway.", (id,))
        if verb == "move" and not armour:
            return Refusal("8.1", f"{id} is infantry: in this phase it moves by rail.", (id,))
        if verb == "rail":
            return refused_train(g, id, names)
        return refused_march(g, id, names)


def refused_train(g: State, id: str, names: list[str]) -> Refusal | None:
    unit = g.roster.find(id)
    here = g.grid.name[g.at[unit]]
    if not rail_hexes(g.board) >> g.at[unit] & 1:
        return Refusal("8.1", f"No railway runs through {here}.", (id,), (here,))
    if not entrains(g, unit):
        return Refusal("8.1", f"{here} is on the enemy's side of the Start Line.", (id,), (here,))
    if not (why := train(g, unit).refusal(g, (id,), names)) or why.rule != "8.0":
        return why
    if any(name not in g.grid.cell for name in names):
        return why
    path = [g.at[unit], *(g.grid.find(name) for name in names)]
    for a, b in zip(path, path[1:], strict=False):
        if g.grid.touch(a, b) and railway(g.board).step(a, b) is None:
            pair = (g.grid.name[a], g.grid.name[b])
            return Refusal("8.1", f"No railway joins {pair[0]} and {pair[1]}.", (id,), pair)
    if len(names) > allowance(g, unit):
        says = f"{id} goes {allowance(g, unit)} hexes by rail, not {len(names)}."
        return Refusal("8.1", says, (id,))
    return why
