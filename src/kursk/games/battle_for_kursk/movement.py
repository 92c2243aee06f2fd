"""8.0: movement over land."""

import random
from functools import cache, partial

from kursk.core.board import Board
from kursk.core.flow import Phase, Refusal
from kursk.core.hexes import Hex, nth
from kursk.core.menu import Menu
from kursk.core.moving import Moving
from kursk.core.orders import hexes_in, own_unit, way
from kursk.core.paths import Going, Reach
from kursk.core.rules import Bar, Rules
from kursk.games.battle_for_kursk.mud import mired
from kursk.games.battle_for_kursk.orders import InTurn, shut
from kursk.games.battle_for_kursk.state import State, allowance, enemy_zone, foe, taken
from kursk.games.battle_for_kursk.tables import ALL, COST
from kursk.games.battle_for_kursk.victory import enter

GROUND = ("forest", "rough", "marsh", "city", "major city")

closed = Rules()  # hexes that a moving unit may not enter


@closed.rule("8.2.1", "An enemy unit stands there.")
def enemies(g: State, unit: int) -> int:
    return g.held[foe(g.side_of(unit))]


@closed.rule("8.0", "That is the open sea.")
def sea(g: State, unit: int) -> int:
    return g.board.hexes["sea"]


def step_cost(board: Board, points: int, hex: Hex, side: int) -> int:
    """8.0: what one step costs a unit of so many points.

    Marsh takes the whole allowance, and so does crossing a major river, whatever lies behind
    it; other rivers cost nothing.
    """
    if "major river" in board.on_side(hex, side):
        return points
    there = board.at(board.grid.beyond(hex, side))
    cost = COST[next((ground for ground in GROUND if ground in there), "open")]
    return points if cost == ALL else int(cost)


@cache
def going(board: Board, points: int) -> Going:
    return Going(board.grid, lambda hex, side: step_cost(board, points, hex, side))


def overland(g: State, unit: int) -> tuple[Going, int]:
    """8.0, 11.1: the costs and points of a unit; in mud, one hex."""
    if g.mud:
        return mired(g.board), 1
    return going(g.board, allowance(g, unit)), allowance(g, unit)


def moving(g: State, unit: int, ways: Going, points: int) -> Moving:
    """7.1, 8.2.1, 8.2.2, 8.3: past friends but not onto them; an enemy zone ends the move."""
    side = g.side_of(unit)
    zone = enemy_zone(g, side)
    occupied = "{unit} cannot end its move in {hex}: a friend is there."
    stuck = g.held[side] if g.mud else g.held[side] & zone
    return Moving(
        ways,
        g.at[unit],
        points,
        rule="8.0",
        closed=closed.bars(g, unit),
        halts=(Bar("8.3", "{unit} must stop in {hex}, an enemy zone.", zone),),
        passing=(
            Bar("8.2.2", occupied, stuck),
            Bar("8.2.2", occupied, g.held[side] & ~stuck, "It may pass through."),
        ),
    )


def on_foot(g: State, unit: int) -> Moving:
    return moving(g, unit, *overland(g, unit))


def reachable(g: State, unit: int) -> Reach:
    return on_foot(g, unit).reach()


class Movement(InTurn, Phase):
    """8.0: any or all units, one at a time, each once a phase."""

    rule = "8.0"
    title = "Movement"
    phase = "movement"
    usage = "move UNIT HEX… | end"
    asks = "Move your units, then end the phase."

    def verb(self, g: State, unit: int) -> str:
        """How the unit may move in this phase; empty: not at all."""
        return "move"

    def reach(self, g: State, unit: int) -> Reach:
        return reachable(g, unit)

    def ways(self, g: State, unit: int) -> dict[str, Reach]:
        """Where a unit of this side may go now, by the verb of the order."""
        return {self.verb(g, unit): self.reach(g, unit)} if self.may_move(g, unit) else {}

    def may_move(self, g: State, unit: int) -> bool:
        """8.0: each unit once a phase."""
        return not g.moved >> unit & 1 and bool(self.verb(g, unit))

    def free(self, g: State) -> list[int]:
        return [unit for unit in g.on_map(g.side) if self.may_move(g, unit)]

    def able(self, g: State) -> list[str]:
        return [g.unit(unit).id for unit in self.free(g) if self.has_way(g, unit)]

    def has_way(self, g: State, unit: int) -> bool:
        """8.0: a unit can pay for any one step; past friends it has to look further."""
        near = g.grid.around(1 << g.at[unit]) & ~g.board.hexes["sea"]
        return bool(near & ~taken(g)) or bool(self.reach(g, unit).hexes)

    def offers(self, g: State, about: str) -> Menu:
        menu = Menu()
        only = 1 << g.grid.cell[about] if about in g.grid.cell else g.grid.all
        if about == "" or about in g.grid.cell:
            units = self.free(g)
        else:
            unit = own_unit(g, about, g.side)
            units = [] if unit is None or not self.may_move(g, unit) else [unit]
        for unit in units:
            found = self.reach(g, unit)
            menu.each(found.hexes & only, partial(self.spell, g, unit, found))
        return menu

    def draw(self, g: State, chance: random.Random) -> str:
        """Any unit that has a way, and any of its ways; or the end."""
        waiting = self.free(g)
        while (number := chance.randrange(len(waiting) + 1)) < len(waiting):
            unit = waiting.pop(number)
            found = self.reach(g, unit)
            if found.hexes:
                hex = nth(found.hexes, chance.randrange(found.hexes.bit_count()))
                return self.spell(g, unit, found, hex)
        return "end"

    def spell(self, g: State, unit: int, found: Reach, hex: Hex) -> str:
        return f"{self.verb(g, unit)} {g.unit(unit).id} {way(g, found.path(hex))}"

    def refused(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["move" | "rail" as verb, id, *names] if names:
                return shut(g, order) or self.refused_move(g, verb, id, names)
        return self.unread(g, order)

    def refused_move(self, g: State, verb: str, id: str, names: list[str]) -> Refusal | None:
        if verb == "rail":
            return self.unread(g, f"rail {id}")
        return refused_unit(g, id) or refused_march(g, id, names)

    def carry_out(self, g: State, order: str) -> None:
        _, id, *names = order.split()
        carry(g, g.roster.find(id), hexes_in(g, names))

    def close(self, g: State) -> None:
        g.moved = 0


def carry(g: State, unit: int, way: list[Hex]) -> None:
    """8.0: a unit enters one hex after the other."""
    origin = g.at[unit]
    g.moved |= 1 << unit
    g.say(f"{g.called(unit)} moves to {g.name_of(way[-1])}.", "8.0", (origin, way[-1]))
    for hex in way:
        g.place(unit, hex)
        enter(g, hex, g.side_of(unit))
        if g.result:
            return


def refused_unit(g: State, id: str) -> Refusal | None:
    unit = own_unit(g, id, g.side)
    if unit is None:
        return Refusal("8.0", f"The {g.side.capitalize()} side has no unit {id} on the map.")
    if g.moved >> unit & 1:
        return Refusal("8.0", f"{id} has moved in this phase.", (id,))
    return None


def refused_march(g: State, id: str, names: list[str]) -> Refusal | None:
    """8.0, 11.1: may the unit go by this way?"""
    why = on_foot(g, g.roster.find(id)).refusal(g, (id,), names)
    if why and why.rule == "8.0" and g.mud and len(names) > 1:
        return Refusal("11.1", f"In mud {id} moves one hex.", (id,))
    return why
