"""8.0: movement over land."""

from collections.abc import Iterator
from functools import cache

from kursk.core.board import Board
from kursk.core.flow import DONE, Decision, Done, Refusal
from kursk.core.hexes import Hex, scan
from kursk.core.paths import Going, Reach, reach, walk
from kursk.core.rules import Rules
from kursk.games.battle_for_kursk.mud import mired
from kursk.games.battle_for_kursk.orders import misplaced, shut
from kursk.games.battle_for_kursk.state import State, allowance, foe, name_of, own_unit
from kursk.games.battle_for_kursk.tables import ALL, COST
from kursk.games.battle_for_kursk.victory import enter
from kursk.games.battle_for_kursk.zones import enemy_zone

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


def moving(g: State, unit: int, ways: Going, points: int) -> Reach:
    """7.1, 8.2.1, 8.2.2, 8.3: past friends but not onto them; an enemy zone ends the move."""
    side = g.side_of(unit)
    return reach(
        ways,
        g.at[unit],
        points,
        closed=closed.union(g, unit),
        halts=enemy_zone(g, side),
        passing=g.held[side],
    )


def reachable(g: State, unit: int) -> Reach:
    return moving(g, unit, *overland(g, unit))


class Movement(Decision):
    """8.0: any or all units, one at a time, each once a phase."""

    rule = "8.0"
    title = "Movement"
    phase = "movement"
    usage = "move UNIT HEX… | end"

    def actor(self, g: State) -> str:
        return g.side

    def prompt(self, g: State) -> str:
        return "Move your units, then end the phase."

    def verb(self, g: State, unit: int) -> str:
        """How the unit may move in this phase; empty: not at all."""
        return "move"

    def reach(self, g: State, unit: int) -> Reach:
        return reachable(g, unit)

    def ways(self, g: State, unit: int) -> dict[str, Reach]:
        """Where a unit of this side may go now, by the verb of the order."""
        return {self.verb(g, unit): self.reach(g, unit)} if unit in self._free(g) else {}

    def orders(self, g: State, about: str = "") -> Iterator[str]:
        for unit in self._free(g):
            id = g.unit(unit).id
            if about and about != id and about not in g.grid.cell:
                continue
            found = self.reach(g, unit)
            for hex in scan(found.hexes):
                if about in ("", id, g.grid.name[hex]):
                    way = " ".join(g.grid.name[step] for step in found.path(hex))
                    yield f"{self.verb(g, unit)} {id} {way}"
        if not about:
            yield "end"

    def _free(self, g: State) -> list[int]:
        return [u for u in g.on_map(g.side) if not g.moved >> u & 1 and self.verb(g, u)]

    def able(self, g: State) -> list[str]:
        return [g.unit(unit).id for unit in self._free(g) if self.reach(g, unit).hexes]

    def refusal(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["end"]:
                return None
            case ["move" | "rail" as verb, id, *names] if names:
                return shut(g, order) or self.refused(g, verb, id, names)
        return misplaced(self, g, order)

    def refused(self, g: State, verb: str, id: str, names: list[str]) -> Refusal | None:
        if verb == "rail":
            return misplaced(self, g, f"rail {id}")
        return refused_unit(g, id) or refused_way(g, id, names) or refused_cost(g, id, names)

    def play(self, g: State, order: str) -> Done | None:
        if order == "end":
            g.moved = 0
            return DONE
        _, id, *names = order.split()
        carry(g, g.roster.find(id), [g.grid.find(name) for name in names])
        return None


def carry(g: State, unit: int, way: list[Hex]) -> None:
    """8.0: a unit enters one hex after the other."""
    origin = g.at[unit]
    g.moved |= 1 << unit
    g.say(f"{g.called(unit)} moves to {name_of(g, way[-1])}.", "8.0", (origin, way[-1]))
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


def refused_way(g: State, id: str, names: list[str]) -> Refusal | None:
    """8.0, 8.2.1, 8.2.2, 8.3: what a move may not do, however it is paid for."""
    unit = g.roster.find(id)
    if unknown := [name for name in names if name not in g.grid.cell]:
        return Refusal("8.0", f"There is no hex {unknown[0]} on this map.")
    path = [g.at[unit], *(g.grid.cell[name] for name in names)]
    halts = enemy_zone(g, g.side)
    for here, there in zip(path, path[1:], strict=False):
        pair = (g.grid.name[here], g.grid.name[there])
        if not g.grid.touch(here, there):
            return Refusal("8.0", f"{pair[0]} and {pair[1]} do not touch.", (id,), pair)
        for rule in closed.against(there, g, unit):
            return Refusal(rule.cite, f"{pair[1]}: {rule.says}", (id,), (pair[1],))
    for hex in path[1:-1]:
        if halts >> hex & 1:
            name = g.grid.name[hex]
            return Refusal("8.3", f"{id} must stop in {name}, an enemy zone.", (id,), (name,))
    if others := [other for other in g.pile(path[-1]) if other != unit]:
        says = f"{id} cannot end its move in {names[-1]}: {g.unit(others[0]).id} is there."
        stuck = g.mud or halts >> path[-1] & 1
        return Refusal("8.2.2", says, (id,), (names[-1],), "" if stuck else "It may pass through.")
    return None


def refused_cost(g: State, id: str, names: list[str]) -> Refusal | None:
    """8.0, 11.1: has the unit points enough, step by step?"""
    unit = g.roster.find(id)
    ways, points = overland(g, unit)
    path = [g.at[unit], *(g.grid.find(name) for name in names)]
    if walk(ways, path, points) is not None:
        return None
    if g.mud:
        return Refusal("11.1", f"In mud {id} moves one hex.", (id,))
    last = next(n for n in range(2, len(path) + 1) if walk(ways, path[:n], points) is None)
    spent, step = walk(ways, path[: last - 1], points), ways.step(path[last - 2], path[last - 1])
    price = f"{step} point" + "s" * (step != 1)
    says = f"{names[last - 2]} costs {price}; {id} has spent {spent} of its {points}."
    if step == points:
        says = f"To enter {names[last - 2]} takes all {points} points of {id}, from the start."
    return Refusal("8.0", says, (id,), (names[last - 2],))
