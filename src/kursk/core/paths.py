"""Movement over a map: what each step costs, how far a unit gets, by which way."""

from collections import Counter
from collections.abc import Callable, Sequence
from copy import copy
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any

from kursk.core import twin
from kursk.core.hexes import NO_SIDES, OFF, Grid, Hex, Hexes, Sides, lowest, scan

if TYPE_CHECKING:
    from kursk.core import _twin

Points = int | Fraction  # movement points: whole, or exact fractions
Step = Callable[[Hex, int], Points | None]  # the cost of leaving a hex by a side; None: never
Sets = tuple[Hexes, Hexes, Hexes, Hexes, Sides]  # closed, halts, passing, later, first


class Going:
    """What every step on one map costs one class of units.

    Made once from the rule for a single step, by asking it for every hexside. Every hex has a
    usual price, and those of one price are one set; a hex from which some step costs otherwise
    (a river, a road, a fort's face) has all its exits listed. Inside, costs are whole numbers
    of `1/parts` of a point.
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
        often = Counter(cost for by_hex in self.costs for cost in by_hex.values())
        usual = {hex: max(self._entries(hex), key=lambda cost: often[cost]) for hex in grid.name}
        prices: dict[int, Hexes] = {}
        for hex, cost in usual.items():
            prices[cost] = prices.get(cost, 0) | 1 << hex
        self.prices = tuple((cost, prices[cost]) for cost in sorted(prices) if cost)
        self.exits: dict[Hex, tuple[tuple[int, Hexes], ...]] = {}
        self.rim: Hexes = 0  # the hexes from which some step has another price
        for hex in grid.name:
            exits: dict[int, Hexes] = {}
            for side in range(6):
                if (there := grid.beyond(hex, side)) != OFF:
                    cost = self.costs[side].get(hex, 0)
                    exits[cost] = exits.get(cost, 0) | 1 << there
                    self.rim |= (cost != usual[there]) << hex
            self.exits[hex] = tuple((cost, exits[cost]) for cost in sorted(exits) if cost)
        self.cheapest, self.dearest = min(prices), max(often, default=0)
        self.twin = twin.going(grid.twin, self.costs)

    def __getstate__(self) -> dict[str, object]:
        return self.__dict__ | {"twin": None}

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__.update(state)
        self.twin = twin.going(self.grid.twin, self.costs)

    def _entries(self, hex: Hex) -> list[int]:
        """What a hex costs from each side; 0 where there is no way."""
        return [self.costs[side].get(hex - step, 0) for side, step in enumerate(self.grid.steps)]

    def step(self, a: Hex, b: Hex) -> Points | None:
        """The cost of one step between neighbours; None where there is no way."""
        cost = self.costs[self.grid.side(a, b)].get(a)
        return None if cost is None else self.points(cost)

    def without(self, shut: Sides) -> "Going":
        """The same costs, but no hex is entered across these of its sides."""
        going = copy(self)
        going.costs, going.exits = [costs.copy() for costs in self.costs], self.exits.copy()
        for side, hexes in enumerate(shut):
            for hex in scan(hexes):
                origin = self.grid.beyond(hex, side)
                if origin != OFF and going.costs[(side + 3) % 6].pop(origin, 0):
                    left = ((cost, into & ~(1 << hex)) for cost, into in going.exits[origin])
                    going.exits[origin] = tuple(exit for exit in left if exit[1])
                    going.rim |= 1 << origin
        going.twin = twin.going(self.grid.twin, going.costs)
        return going

    def points(self, cost: int) -> Points:
        """A cost as people say it: whole where it can be."""
        if self.parts == 1:
            return cost
        whole, rest = divmod(cost, self.parts)
        return whole if not rest else Fraction(cost, self.parts)


class Reach:
    """Every hex a unit can move to, with the points spent on the cheapest way to each."""

    def __init__(self, going: Going, start: Hex, limit: int, sets: Sets) -> None:
        self.going, self.start, self._limit, self._sets = going, start, limit, sets
        self._ways: Ways | _twin.Ways = (
            going.twin.reach(start, limit, *sets)
            if going.twin is not None
            else _search(going, start, limit, *sets)
        )
        self.hexes = self._ways.hexes

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return Reach, (self.going, self.start, self._limit, self._sets)

    @property
    def halts(self) -> Hexes:
        """The hexes in which a unit goes no further."""
        return self._sets[1]

    @property
    def points(self) -> Points:
        """The points that there are for it."""
        return self.going.points(self._limit)

    @property
    def sets(self) -> Sets:
        """What bounds it: hexes closed, halting, passing and later, sides of the first step."""
        return self._sets

    def freed(self, *, halts: bool = False, points: bool = False) -> "Reach":
        """The same, were there no hexes that halt it, or points enough for any way."""
        kind, (going, start, limit, sets, *rest) = self.__reduce__()
        if halts:
            sets = (sets[0], 0, sets[2], 0, sets[4])
        if points:
            limit = max(limit, going.dearest * 2 * going.grid.width)
        found: Reach = kind(going, start, limit, sets, *rest)
        return found

    def __repr__(self) -> str:
        return f"<Reach: {self.hexes.bit_count()} hexes>"

    def cost(self, hex: Hex) -> Points:
        """The points spent on entering a hex; KeyError if it is out of reach."""
        return self.going.points(self._ways.cost(hex))

    def costs(self) -> dict[Hex, Points]:
        """The points spent on entering each hex in reach, cheapest first."""
        paid = sorted((self._ways.cost(hex), hex) for hex in scan(self.hexes))
        return {hex: self.going.points(cost) for cost, hex in paid}

    def path(self, hex: Hex) -> tuple[Hex, ...]:
        """The hexes entered, in order, on a cheapest way."""
        return self._ways.path(hex)


class Ways:
    """What was spent on each hex, and the way back from it."""

    def __init__(
        self,
        going: Going,
        start: Hex,
        spent: list[Hexes],
        hexes: Hexes,
        halts: Hexes,
        later: Hexes,
    ) -> None:
        self.going, self.start = going, start
        self.spent = spent  # by cost: the hexes entered for so much
        self.hexes = hexes
        self.halts, self.later = halts, later
        self._known: dict[Hex, tuple[Hex, ...]] = {start: ()}

    def cost(self, hex: Hex) -> int:
        for cost, hexes in enumerate(self.spent):
            if hexes >> hex & 1:
                return cost
        raise KeyError(hex)

    def path(self, hex: Hex) -> tuple[Hex, ...]:
        ends, way = [hex], self._known.get(hex)
        while way is None:  # back to a hex whose way is known; the start's is
            ends.append(self._before(ends[-1]))
            way = self._known.get(ends[-1])
        for end in reversed(ends[:-1]):
            self._known[end] = way = (*way, end)
        return way

    def _before(self, hex: Hex) -> Hex:
        """The hex from which this one is entered."""
        cost, moving = self.cost(hex), ~self.halts | 1 << self.start
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
    limit = max(0, int(points * going.parts))
    return Reach(going, start, limit, (closed, halts, passing, later, first))


def _search(
    going: Going,
    start: Hex,
    limit: int,
    closed: Hexes,
    halts: Hexes,
    passing: Hexes,
    later: Hexes,
    first: Sides,
) -> Ways:
    """Every hex once, at its lowest cost: front by front, as sets."""
    grid, exits, prices, rim = going.grid, going.exits, going.prices, going.rim
    width, less = grid.width, grid.width - 1
    spent: list[Hexes] = [0] * (limit + going.dearest + 1)
    spent[0] = 1 << start
    free = open_ = grid.all & ~closed & ~(passing & halts) & ~(1 << start)
    moving, early, cheapest = ~halts, open_ & ~later, going.cheapest
    for paid, hexes in exits[start]:
        spent[paid] |= hexes & early
    for cost in range(1, limit + 1):
        here = spent[cost] & open_  # each hex once, at its lowest cost
        spent[cost] = here
        left = limit - cost
        if not here:
            continue
        open_ ^= here
        front = here & moving if left else 0
        if odd := front & rim:
            front ^= odd
            while odd:  # scan, highest first, written out where it is asked most
                hex = odd.bit_length() - 1
                odd ^= 1 << hex
                for paid, hexes in exits[hex]:
                    if paid > left:
                        break
                    spent[cost + paid] |= hexes & open_
        if front and left >= cheapest:  # all that is next to it, at the usual prices
            pairs = front | front >> 1
            near = (pairs | pairs << 1 | pairs << width | pairs >> less) & open_
            for paid, hexes in prices:
                if paid > left:
                    break
                spent[cost + paid] |= near & hexes
    del spent[limit + 1 :]
    if limit and (beside := grid.around(1 << start) & early & open_):
        for side in range(6):
            if first[side] >> start & 1:
                spent[limit] |= grid.shift(1 << start, side) & beside
        open_ &= ~spent[limit]
    return Ways(going, start, spent, (free ^ open_) & ~passing, halts, later)


def walk(
    going: Going, path: Sequence[Hex], points: Points, *, first: Sides = NO_SIDES
) -> Points | None:
    """What a path costs, hex by hex from path[0]; None if it has no way or points run out."""
    limit = int(points * going.parts)
    paid = going.twin.walk(path, limit, first) if going.twin is not None else -1
    if paid == -1:  # no twin, or hexes that do not touch, and it does not know their names
        paid = _walked(going, path, limit, first)
    return None if paid is None else going.points(paid)


def _walked(going: Going, path: Sequence[Hex], limit: int, first: Sides) -> int | None:
    paid = 0
    for index, (a, b) in enumerate(zip(path, path[1:], strict=False)):
        side = going.grid.side(a, b)
        cost = going.costs[side].get(a)
        if cost is not None and paid + cost <= limit:
            paid += cost
        elif index == 0 and limit and first[side] >> a & 1:
            paid = limit
        else:
            return None
    return paid


def told(points: Points) -> str:
    """Points as people write them: halves as such, other parts as fractions."""
    whole, rest = divmod(Fraction(points), 1)
    if rest != Fraction(1, 2):
        return str(points)
    return f"{whole}½" if whole else "½"


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
    way = [lowest(layers[-1] & goals)]
    for layer in reversed(layers[:-1]):
        way.append(lowest(grid.around(1 << way[-1]) & layer))
    return tuple(reversed(way))
