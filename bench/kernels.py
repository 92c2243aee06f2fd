"""Reach, flood, zones and copies, beside the straightforward way in the same run."""

import time
from collections.abc import Callable
from fractions import Fraction

import msgspec

from bench import field, plain
from kursk.core.board import Board
from kursk.core.hexes import Hex
from kursk.core.paths import Going, Points, Reach, reach
from kursk.core.state import State

ROUNDS = 100


class Row(msgspec.Struct):
    """A line of the table: microseconds of ours and of the plain way, and what is aimed at."""

    what: str
    ours: float
    plain: float
    ratio: float
    wanted: str
    met: bool


class Sides:
    """A position both ways: the Germans move, the Soviets are in the way."""

    def __init__(self, g: State, where: plain.PlainMap) -> None:
        self.g, self.where, name = g, where, g.grid.name
        self.movers = g.on_map("german")[::4]
        self.germans = [name[g.at[unit]] for unit in g.on_map("german")]
        self.soviets = [name[g.at[unit]] for unit in g.on_map("soviet")]
        self.edge = g.grid.edge("west")
        self.going = {kind: going(g.board, kind == "armour") for kind in ("armour", "infantry")}

    def zone(self) -> int:
        return self.g.grid.around(self.g.held["soviet"])

    def plain_zone(self) -> set[str]:
        return plain.zone(self.where, self.soviets)

    def supply(self) -> Callable[[], int]:
        """A flood from the western edge; zones bar the way, but for one's own units."""
        g, zone = self.g, self.zone()
        open_ = g.grid.all & ~g.held["soviet"] & (~zone | g.held["german"])
        return lambda: g.grid.flood(self.edge, open_)

    def plain_supply(self) -> Callable[[], set[str]]:
        zone, germans, soviets = self.plain_zone(), set(self.germans), set(self.soviets)
        edge = self.g.grid.names(self.edge)

        def passable(hex: str) -> bool:
            return hex not in soviets and (hex not in zone or hex in germans)

        return lambda: plain.flood(self.where, edge, passable)

    def reaches(self) -> Callable[[], list[Reach]]:
        g, zone = self.g, self.zone()
        first = g.grid.sides_of(g.grid.all)
        asked = [(self.going[g.unit(u).type], g.at[u], int(g.unit(u).moves)) for u in self.movers]
        closed = g.held["soviet"]
        return lambda: [
            reach(going, start, points, closed=closed, halts=zone, first=first)
            for going, start, points in asked
        ]

    def plain_reaches(self) -> Callable[[], list[dict[str, int]]]:
        g, zone, soviets = self.g, self.plain_zone(), set(self.soviets)
        counters = [(g.grid.name[g.at[unit]], g.unit(unit)) for unit in self.movers]
        asked = [(start, 2 * int(unit.moves), unit.type == "armour") for start, unit in counters]

        def closed(hex: str) -> bool:
            return hex in soviets

        def halts(hex: str) -> bool:
            return hex in zone

        return lambda: [
            plain.reach(self.where, start, halves, tanks, closed, halts)
            for start, halves, tanks in asked
        ]

    def compare(self) -> None:
        """Both ways give the same answers."""
        names = self.g.grid.names
        assert set(names(self.zone())) == self.plain_zone()
        assert set(names(self.supply()())) == self.plain_supply()()
        for ours, slow in zip(self.reaches()(), self.plain_reaches()(), strict=True):
            assert {self.g.grid.name[hex]: 2 * cost for hex, cost in ours.costs().items()} == slow


def going(board: Board, tanks: bool) -> Going:
    """The same step rule as plain.PlainMap.step, asked once for every hexside."""

    def step(hex: Hex, side: int) -> Points:
        if "road" in board.along(hex, side):
            return Fraction(1, 2)
        there, costs = (
            board.at(board.grid.beyond(hex, side)),
            plain.TANKS if tanks else plain.GROUND,
        )
        ground = max((costs[kind] for kind in there if kind in costs), default=1)
        return ground + sum(plain.ACROSS.get(kind, 0) for kind in board.on_side(hex, side))

    return Going(board.grid, step)


def timed(ours: Callable[[], object], slow: Callable[[], object], count: int) -> list[float]:
    """Microseconds for one of `count`: the best of many short runs, both ways by turns."""
    loops, best = [1, 1], [float("inf"), float("inf")]
    for _ in range(ROUNDS):
        for n, work in enumerate((ours, slow)):
            began = time.perf_counter()
            for _ in range(loops[n]):
                work()
            spent = (time.perf_counter() - began) / loops[n]
            best[n] = min(best[n], spent)
            loops[n] = max(1, int(0.001 / spent))
    return [each / count * 1e6 for each in best]


def faster(
    what: str, wanted: int, ours: Callable[[], object], slow: Callable[[], object], count: int = 1
) -> Row:
    quick, plainly = timed(ours, slow, count)
    return Row(what, quick, plainly, plainly / quick, f"≥ {wanted}×", plainly / quick >= wanted)


def measure(board: Board) -> list[Row]:
    rows, where = [], plain.PlainMap(board)
    for name, g in field.positions(board).items():
        at = Sides(g, where)
        at.compare()
        movers = len(at.movers)
        rows += [
            faster(f"reach, {name}", 6, at.reaches(), at.plain_reaches(), movers),
            faster(f"flood, {name}", 10, at.supply(), at.plain_supply()),
            faster(f"zones, {name}", 20, at.zone, at.plain_zone),
        ]
    crowd = field.crowd(board)
    other = plain.PlainState(
        units={c.id: plain.PlainUnit(c.id, board.grid.name[crowd.at[n]]) for n, c in
               enumerate(crowd.roster)},
        control={side: set(board.grid.names(hexes)) for side, hexes in crowd.control.items()},
    )  # fmt: skip
    ours, slow = timed(crowd.copy, other.copy, 1)
    rows.append(Row("copy, 250 counters", ours, slow, slow / ours, "< 5 µs", ours < 5))
    return rows
