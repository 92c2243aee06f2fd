"""3: movement."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from kursk.core.board import Board
from kursk.core.flow import DONE, Decision, Done, Refusal
from kursk.core.hexes import Hex, Sides, scan
from kursk.core.paths import Going, Points, Reach, reach, walk
from kursk.core.rules import Rules
from kursk.games.skirmish.state import State, called, foe, full, zone
from kursk.games.skirmish.tables import MOVEMENT
from kursk.games.skirmish.victory import enter

closed = Rules()  # hexes that a moving unit may not enter


@closed.rule("3.4", "An enemy stands there.")
def enemies(g: State, unit: int) -> int:
    return g.held[foe(g.side_of(unit))]


@closed.rule("1.3", "Two counters are there already.")
def full_hexes(g: State, unit: int) -> int:
    return full(g, g.side_of(unit))


def step_cost(board: Board, type: str, hex: Hex, side: int) -> Points:
    """3.1, 3.2, 3.3: what one step costs."""
    if "road" in board.along(hex, side):
        return Fraction(MOVEMENT["road"])
    there = 1 << board.grid.beyond(hex, side)
    cost: int = MOVEMENT["clear"]
    if there & board.hexes["wood"]:
        cost = MOVEMENT["wood"][type]
    elif there & board.hexes["hill"]:
        cost = MOVEMENT["hill"]
    return cost + (MOVEMENT["river"] if "river" in board.on_side(hex, side) else 0)


@cache
def going(board: Board, type: str) -> Going:
    return Going(board.grid, lambda hex, side: step_cost(board, type, hex, side))


def anywhere(g: State) -> Sides:
    """3.6: the first step may be any."""
    return g.grid.sides_of(g.grid.all)


def reachable(g: State, unit: int) -> Reach:
    counter = g.unit(unit)
    return reach(
        going(g.board, counter.type),
        g.at[unit],
        int(counter.moves),
        closed=closed.union(g, unit),
        halts=zone(g, foe(counter.side)),
        first=anywhere(g),
    )


class Movement(Decision):
    rule = "2.2"
    title = "Movement"
    phase = "movement"

    def actor(self, g: State) -> str:
        return g.side

    def prompt(self, g: State) -> str:
        return "Move your units, then end the phase."

    def orders(self, g: State, about: str = "") -> Iterator[str]:
        for unit in g.on_map(g.side):
            id = g.unit(unit).id
            if g.moved >> unit & 1 or about not in ("", id):
                continue
            found = reachable(g, unit)
            for hex in scan(found.hexes):
                way = " ".join(g.grid.name[step] for step in found.path(hex))
                yield f"move {id} {way}"
        if not about:
            yield "end"

    def able(self, g: State) -> list[str]:
        waiting = (unit for unit in g.on_map(g.side) if not g.moved >> unit & 1)
        return [g.unit(unit).id for unit in waiting if reachable(g, unit).hexes]

    def refusal(self, g: State, order: str) -> Refusal | None:
        if order == "end":
            return None
        match order.split():
            case ["move", id, *names] if names:
                return refused_move(g, id, names)
        return Refusal("2.2", f"“{order}” is no order for this phase: move UNIT HEX… or end.")

    def play(self, g: State, order: str) -> Done | None:
        if order == "end":
            g.moved = 0
            return DONE
        _, id, *names = order.split()
        unit, way = g.roster.find(id), [g.grid.find(name) for name in names]
        origin = g.at[unit]
        for hex in way:
            g.place(unit, hex)
            enter(g, hex, g.side)
        g.moved |= 1 << unit
        who = called(g, unit, g.side)
        g.say(f"{who} moves from {g.grid.name[origin]} to {names[-1]}.", "3.1", (origin, way[-1]))
        return None

    def covered(self, g: State, order: str) -> bool:
        """1.4: an order would name a counter that the enemy has not seen."""
        unit = g.roster.number.get(order.split()[1]) if order != "end" else None
        return unit is not None and g.fog and not g.shown >> unit & 1


def refused_move(g: State, id: str, names: list[str]) -> Refusal | None:
    unit = g.roster.number.get(id)
    if unit is None or g.at[unit] < 0 or g.side_of(unit) != g.side:
        return Refusal("2.2", f"You have no unit {id} on the map.")
    if g.moved >> unit & 1:
        return Refusal("3.7", f"{id} has moved in this phase.", (id,))
    if unknown := [name for name in names if name not in g.grid.cell]:
        return Refusal("1.1", f"There is no hex {unknown[0]} on this map.")
    path = [g.at[unit], *(g.grid.cell[name] for name in names)]
    for here, there in zip(path, path[1:], strict=False):
        if not g.grid.touch(here, there):
            pair = (g.grid.name[here], g.grid.name[there])
            return Refusal("3.1", f"{pair[0]} and {pair[1]} do not touch.", (id,), pair)
        for rule in closed.against(there, g, unit):
            return Refusal(rule.cite, rule.says, (id,), (g.grid.name[there],))
    for hex in path[1:-1]:
        if zone(g, foe(g.side)) >> hex & 1:
            name = g.grid.name[hex]
            return Refusal("3.5", f"{id} must stop in {name}, next to an enemy.", (id,), (name,))
    counter = g.unit(unit)
    if walk(going(g.board, counter.type), path, int(counter.moves), first=anywhere(g)) is None:
        return Refusal("3.1", f"The way costs more than the {counter.moves} points of {id}.", (id,))
    return None
