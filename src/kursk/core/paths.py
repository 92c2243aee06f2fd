"""Movement over a map: what each step costs, how far a unit gets, by which way."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import lcm

from kursk.core.hexes import NO_SIDES, OFF, Grid, Hex, Hexes, Sides, scan

Points = int | Fraction  # movement points: whole, or exact fractions
Step = Callable[[Hex, int], Points | None]  # the cost of leaving a hex by a side; None: never


class Going:
    """What every step on one map costs one class of units.

    Made once from the rule for a single step, by asking it for every hexside. Hexes that cost
    the same from all sides are kept in one set a cost; the rest (rivers, roads, fort faces) by
    direction. Inside, costs are whole numbers of `1/parts` of a point.
    """

    def __init__(self, grid: Grid, step: Step) -> None:
        self.grid = grid
        asked = [
            {hex: step(hex, side) for hex in grid.name if grid.beyond(hex, side) != OFF}
            for side in range(6)
        ]
        costs = {cost for by_hex in asked for cost in by_hex.values() if cost is not None}
        if any(cost <= 0 for cost in costs):
            raise ValueError("a step costs more than nothing")
        self.parts = lcm(1, *(Fraction(cost).denominator for cost in costs))
        self.costs = [
            {hex: int(cost * self.parts) for hex, cost in by_hex.items() if cost is not None}
            for by_hex in asked
        ]
        even: dict[int, Hexes] = {}
        odd: dict[tuple[int, int], Hexes] = {}
        for hex in grid.name:
            entries = [
                (side, hex - step, self.costs[side].get(hex - step, 0))
                for side, step in enumerate(grid.steps)
                if hex - step in grid.name
            ]
            if len({cost for _, _, cost in entries}) == 1:
                even[entries[0][2]] = even.get(entries[0][2], 0) | 1 << hex
                continue
            for side, origin, cost in entries:
                odd[cost, side] = odd.get((cost, side), 0) | 1 << origin
        self.even = tuple((cost, even[cost]) for cost in sorted(even) if cost)
        self.odd = tuple((cost, grid.steps[side], odd[cost, side]) for cost, side in sorted(odd))
        self.odd = tuple(entry for entry in self.odd if entry[0])
        self.rim: Hexes = 0  # the hexes from which some step is odd
        for _, _, hexes in self.odd:
            self.rim |= hexes

    def step(self, a: Hex, b: Hex) -> Points | None:
        """The cost of one step between neighbours; None where there is no way."""
        cost = self.costs[self.grid.side(a, b)].get(a)
        return None if cost is None else self.points(cost)

    def points(self, cost: int) -> Points:
        """A cost as people say it: whole where it can be."""
        whole, rest = divmod(cost, self.parts)
        return whole if not rest else Fraction(cost, self.parts)


class Reach:
    """Every hex a unit can move to, with the points spent on the cheapest way to each."""

    def __init__(
        self,
        going: Going,
        start: Hex,
        spent: list[Hexes],
        halts: Hexes,
        passing: Hexes,
        later: Hexes,
    ) -> None:
        self.going, self.start, self.spent = going, start, spent
        self.halts, self.later = halts, later
        self.hexes: Hexes = 0
        for hexes in spent[1:]:
            self.hexes |= hexes
        self.hexes &= ~passing
        self._ways: dict[Hex, tuple[Hex, ...]] = {start: ()}

    def _cost(self, hex: Hex) -> int:
        for cost, hexes in enumerate(self.spent):
            if hexes >> hex & 1:
                return cost
        raise KeyError(hex)

    def cost(self, hex: Hex) -> Points:
        """The points spent on entering a hex; KeyError if it is out of reach."""
        return self.going.points(self._cost(hex))

    def costs(self) -> dict[Hex, Points]:
        return {
            hex: self.going.points(cost)
            for cost, hexes in enumerate(self.spent)
            for hex in scan(hexes & self.hexes)
        }

    def path(self, hex: Hex) -> tuple[Hex, ...]:
        """The hexes entered, in order, on a cheapest way."""
        ends, way = [hex], self._ways.get(hex)
        while way is None:  # back to a hex whose way is known; the start's is
            ends.append(self._before(ends[-1]))
            way = self._ways.get(ends[-1])
        for end in reversed(ends[:-1]):
            self._ways[end] = way = (*way, end)
        return way

    def _before(self, hex: Hex) -> Hex:
        """The hex from which this one is entered."""
        cost, moving = self._cost(hex), ~self.halts | 1 << self.start
        for step, costs in zip(self.going.grid.steps, self.going.costs, strict=True):
            origin = hex - step
            paid = costs.get(origin, cost + 1)
            if paid > cost or not self.spent[cost - paid] & moving & 1 << origin:
                continue
            if origin != self.start or not self.later >> hex & 1:
                return origin
        return self.start  # a first step beyond the unit's means


def reach(
    going: Going,
    start: Hex,
    points: Points,
    *,
    closed: Hexes = 0,
    halts: Hexes = 0,
    passing: Hexes = 0,
    later: Hexes = 0,
    first: Sides = NO_SIDES,
) -> Reach:
    """How far `points` carry a unit.

    `closed` may never be entered; whoever enters `halts` goes no further in this move; through
    `passing` a unit may go, but not stop there; the first step may not lead into `later`;
    across the sides in `first` the unit may always take its first step, for all the points it
    has.
    """
    closed |= passing & halts
    grid, parts = going.grid, going.parts
    limit = int(points * parts)
    even, odd, rim, width = going.even, going.odd, going.rim, grid.width
    spent: list[Hexes] = [0] * (limit + 1)
    open_ = grid.all & ~closed & ~(1 << start)
    spent[0] = 1 << start
    moving = ~halts | 1 << start
    for cost in range(limit):
        front = spent[cost] & moving
        if not front:
            if cost:
                open_ &= ~spent[cost]
            continue
        open_ &= ~spent[cost]
        left = limit - cost
        up, down = front << 1, front >> 1
        next_ = open_ if cost else open_ & ~later
        near = (up | down | (front | down) << width | (front | up) >> width) & next_
        for paid, hexes in even:
            if paid > left:
                break
            spent[cost + paid] |= near & hexes
        if front & rim:
            for paid, step, hexes in odd:
                if paid > left:
                    break
                if leaving := front & hexes:
                    there = leaving << step if step > 0 else leaving >> -step
                    spent[cost + paid] |= there & next_
    seen = 0
    for cost, hexes in enumerate(spent):  # each hex once, at its lowest cost
        spent[cost] = hexes & ~seen
        seen |= hexes
    if limit:
        barred = closed | later | seen
        for side in range(6):
            if first[side] >> start & 1:
                spent[limit] |= grid.shift(1 << start, side) & ~barred
    return Reach(going, start, spent, halts, passing, later)


def walk(
    going: Going, path: Sequence[Hex], points: Points, *, first: Sides = NO_SIDES
) -> Points | None:
    """What a path costs, hex by hex from path[0]; None if it has no way or points run out."""
    limit, paid = int(points * going.parts), 0
    for index, (a, b) in enumerate(zip(path, path[1:], strict=False)):
        side = going.grid.side(a, b)
        cost = going.costs[side].get(a)
        if cost is not None and paid + cost <= limit:
            paid += cost
        elif index == 0 and limit and first[side] >> a & 1:
            paid = limit
        else:
            return None
    return going.points(paid)


def trace(grid: Grid, start: Hexes, goals: Hexes, through: Hexes) -> tuple[Hex, ...] | None:
    """A shortest path from `start` to `goals`, both ends included, or None.

    The start itself need not lie in `through`; every later hex must.
    """
    layers, seen = [start], start
    while layers[-1]:
        if layers[-1] & goals:
            break
        layers.append(grid.around(layers[-1]) & through & ~seen)
        seen |= layers[-1]
    else:
        return None
    here = next(scan(layers[-1] & goals))
    way = [here]
    for layer in reversed(layers[:-1]):
        way.append(next(scan(grid.around(1 << way[-1]) & layer)))
    return tuple(reversed(way))
