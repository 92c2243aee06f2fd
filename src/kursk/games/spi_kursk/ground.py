"""5.7: what a step costs, and what the ground does for a defender."""

from fractions import Fraction
from functools import cache

from kursk.core.board import Board
from kursk.core.hexes import Hex, Hexes
from kursk.core.paths import Going, Points
from kursk.games.spi_kursk.state import SIDES, State, foe
from kursk.games.spi_kursk.tables import HEXSIDES, SCENARIOS, TERRAIN

ROAD = Fraction(1, 2)
GROUND = ("forest", "hills", "swamp", "major city", "city", "village")
CHART = {"forest": "woods", "hills": "hill", "city": "minor city"}  # where chart and map differ


@cache
def entrenchments(board: Board, scenario: str, builder: str) -> Hexes:
    """18.16: the entrenchments of a side that count. One laid by hand always counts."""
    kind = f"fort {builder}"
    idle = 0
    for (laid, name), hexes in board.groups.items():
        if laid == kind and name not in SCENARIOS[scenario].forts:
            idle |= hexes
    for (laid, name), hexes in board.groups.items():
        if laid == kind and name in SCENARIOS[scenario].forts:
            idle &= ~hexes
    return board.hexes[kind] & ~idle


def entrenched(g: State, hex: Hex) -> bool:
    """5.7: an entrenchment helps whoever stands in it."""
    return any(entrenchments(g.board, g.scenario, side) >> hex & 1 for side in SIDES)


def step_cost(
    board: Board, scenario: str, side: str, second: bool, hex: Hex, way: int
) -> Points | None:
    """5.11, 5.13, 5.14, 5.15, 5.22: the points of one step, for a class of a side's units.

    By road half a point, bridges included. Else the dearest ground of the hex, and the river
    on top of it.
    """
    on_side = board.on_side(hex, way)
    if "lake" in on_side:
        return None
    if "road" in board.along(hex, way):
        return ROAD
    there = board.grid.beyond(hex, way)
    rows = [TERRAIN["clear"], *(TERRAIN[kind] for kind in board.at(there) if kind in TERRAIN)]
    if entrenchments(board, scenario, side) >> there & 1:
        rows.append(TERRAIN["own fort"])
    if entrenchments(board, scenario, foe(side)) >> there & 1:
        rows.append(TERRAIN["enemy fort"])
    across = sum(HEXSIDES[kind].cost(second) for kind in on_side if kind in HEXSIDES)
    return max(row.cost(second) for row in rows) + across


@cache
def going(board: Board, scenario: str, side: str, second: bool) -> Going:
    return Going(board.grid, lambda hex, way: step_cost(board, scenario, side, second, hex, way))


def hex_shifts(g: State, hex: Hex) -> list[tuple[str, int]]:
    """5.7, 9.31, 9.32: what the hex gives its defender, kind by kind; all of it adds up."""
    found = [
        (CHART.get(kind, kind), TERRAIN[kind].shift)
        for kind in GROUND
        if g.board.hexes[kind] >> hex & 1 and TERRAIN[kind].shift
    ]
    if entrenched(g, hex):
        found.append(("entrenchment", TERRAIN["own fort"].shift))
    return found


def side_shifts(g: State, defender: str, target: Hex, origin: Hex) -> list[tuple[str, int]]:
    """5.61, 5.62, 5.63, 5.64: what one hexside gives the side that defends behind it."""
    way = g.grid.side(target, origin)
    kinds = g.board.on_side(target, way)
    found: list[tuple[str, int]] = [
        (kind, HEXSIDES[kind].shift) for kind in kinds if kind in ("river", "major river")
    ]
    if "depression" in kinds:  # on the map it lies on the side of the hex that is up
        found.append(("depression", HEXSIDES["depression"].shift))
    if f"dragontooth {defender}" in kinds and SCENARIOS[g.scenario].dragonteeth:
        found.append(("dragontooth", HEXSIDES["own dragontooth"].shift))
    return [(CHART.get(kind, kind), shift) for kind, shift in found]


@cache
def shores(board: Board) -> Hexes:
    """The hexes with a lake on one of their sides."""
    hexes = 0
    for side in board.sides["lake"]:
        hexes |= side
    return hexes


def beside(board: Board, hexes: Hexes) -> Hexes:
    """5.65, 8.11: every hex next to a set, but not across a lake."""
    if not hexes & shores(board):
        return board.grid.around(hexes)
    found = 0
    for way, lake in enumerate(board.sides["lake"]):
        found |= board.grid.shift(hexes & ~lake, way)
    return found


def across_lake(g: State, a: Hex, b: Hex) -> bool:
    return "lake" in g.board.between(a, b)


def within(board: Board, start: Hexes, through: Hexes, hexes: int) -> Hexes:
    """11.32: what lies at most so many hexes from a start, along open hexes; the last is free."""
    found = front = start & through
    for _ in range(hexes - 1):
        front = beside(board, front) & through & ~found
        if not front:
            break
        found |= front
    return start | beside(board, found) | found


def reached(board: Board, start: Hex, through: Hexes, hexes: int) -> Hexes:
    """11.32: the same from the other end: the start is free, the rest of the line is open."""
    found = front = 1 << start
    for _ in range(hexes):
        front = beside(board, front) & through & ~found
        found |= front
    return found


@cache
def tracks(board: Board) -> Hexes:
    """5.3: the hexes with a railway."""
    hexes = 0
    for kind in ("rail", "double rail"):
        for side in board.lines[kind]:
            hexes |= side
    return hexes


@cache
def double_tracks(board: Board) -> Hexes:
    hexes = 0
    for side in board.lines["double rail"]:
        hexes |= side
    return hexes


def network(board: Board, start: Hexes, through: Hexes) -> Hexes:
    """11.31: every hex joined to a start by road or rail that stays in open hexes."""
    ways = [
        board.lines["road"][way] | board.lines["rail"][way] | board.lines["double rail"][way]
        for way in range(6)
    ]
    on_way = 0
    for way in ways:
        on_way |= way
    found = front = start & through & on_way
    while front:
        ahead = 0
        for way in range(6):
            ahead |= board.grid.shift(front & ways[way], way)
        front = ahead & through & ~found
        found |= front
    return found
