"""The same questions answered the straightforward way: dicts, sets, a heap, rules asked.

This is what the engine is measured against, and what its answers must equal. It is written as
one would write it without thinking of speed, but without waste: neighbours are looked up, not
computed, points are counted in whole halves, and every rule is a function asked at each step.
"""

import heapq
from collections import deque
from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import dataclass, field

from kursk.core.board import Board
from kursk.core.hexes import OFF, scan

GROUND = {"forest": 2, "hills": 2, "swamp": 3}
TANKS = {"forest": 3, "hills": 2, "swamp": 4}
ACROSS = {"river": 1, "major river": 2}


class PlainMap:
    """A map by hex id: neighbours, ground, rivers and roads in dicts and sets."""

    def __init__(self, board: Board) -> None:
        grid = board.grid
        self.neighbours = {
            name: [grid.name[there] for there in grid.neighbours(hex)]
            for name, hex in grid.cell.items()
        }
        self.ground = {grid.name[h]: kind for kind in GROUND for h in scan(board.hexes[kind])}
        self.rivers: dict[tuple[str, str], str] = {}
        self.roads: set[tuple[str, str]] = set()
        for name, hex in grid.cell.items():
            for side in range(6):
                if (there := grid.beyond(hex, side)) == OFF:
                    continue
                pair = (name, grid.name[there])
                for kind in board.on_side(hex, side):
                    if kind in ACROSS:
                        self.rivers[pair] = kind
                if "road" in board.along(hex, side):
                    self.roads.add(pair)

    def step(self, a: str, b: str, tanks: bool) -> int:
        """The cost of a step, in half points: one along a road, else by ground and river."""
        if (a, b) in self.roads:
            return 1
        cost = 1
        if ground := self.ground.get(b):
            cost = TANKS[ground] if tanks else GROUND[ground]
        if river := self.rivers.get((a, b)):
            cost += ACROSS[river]
        return 2 * cost


def zone(where: PlainMap, units: Iterable[str]) -> set[str]:
    """The hexes next to any of the units."""
    found: set[str] = set()
    for hex in units:
        for there in where.neighbours[hex]:
            found.add(there)
    return found


def flood(where: PlainMap, start: Iterable[str], passable: Callable[[str], bool]) -> set[str]:
    """Every hex joined to the start by passable hexes."""
    seen = {hex for hex in start if passable(hex)}
    queue = deque(seen)
    while queue:
        for there in where.neighbours[queue.popleft()]:
            if there not in seen and passable(there):
                seen.add(there)
                queue.append(there)
    return seen


def reach(
    where: PlainMap,
    start: str,
    halves: int,
    tanks: bool,
    closed: Callable[[str], bool],
    halts: Callable[[str], bool],
) -> dict[str, int]:
    """The half points spent on the cheapest way to each hex; one step is always allowed."""
    best: dict[str, int] = {start: 0}
    queue: list[tuple[int, str]] = [(0, start)]
    while queue:
        spent, here = heapq.heappop(queue)
        if spent > best[here] or (here != start and halts(here)):
            continue
        for there in where.neighbours[here]:
            if closed(there):
                continue
            cost = spent + where.step(here, there, tanks)
            if cost <= halves and (there not in best or cost < best[there]):
                best[there] = cost
                heapq.heappush(queue, (cost, there))
    for there in where.neighbours[start]:
        if not closed(there):
            best.setdefault(there, halves)
    del best[start]
    return best


@dataclass
class PlainUnit:
    id: str
    hex: str
    lost: int = 0


@dataclass
class PlainState:
    """A position as a dict of units."""

    turn: int = 1
    units: dict[str, PlainUnit] = field(default_factory=dict)
    control: dict[str, set[str]] = field(default_factory=dict)

    def copy(self) -> "PlainState":
        return PlainState(
            self.turn,
            {id: copy(unit) for id, unit in self.units.items()},
            {side: set(hexes) for side, hexes in self.control.items()},
        )
