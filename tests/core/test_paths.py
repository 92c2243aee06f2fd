"""Movement against a plain search that asks the rule at every step."""

import heapq
from fractions import Fraction
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kursk.core.hexes import NO_SIDES, OFF, Grid, Hex, Hexes, Numbering, Sides, only, scan
from kursk.core.paths import Going, Points, Reach, reach, trace, walk

GRID = Grid(Numbering((1, 7), (1, 8), provenance="rulebook"))
HALF = Fraction(1, 2)


def hexes(names: str) -> Hexes:
    return GRID.set(names.split())


def hex(name: str) -> Hex:
    return GRID.find(name)


class Country:
    """A country by chance: ground, walls, rivers, slopes in one direction, roads, one-way steps."""

    def __init__(self, seed: int) -> None:
        chance = Random(seed)
        self.ground = {hex: chance.choice((1, 1, 1, 2, 3, None)) for hex in GRID.name}
        self.steps: dict[tuple[Hex, int], Points | None] = {}
        for here in GRID.name:
            for side in range(6):
                if GRID.beyond(here, side) != OFF:
                    self.steps[here, side] = self._cost(here, side, chance)

    def _cost(self, here: Hex, side: int, chance: Random) -> Points | None:
        ground = self.ground[GRID.beyond(here, side)]
        kind = chance.random()
        if kind < 0.1:
            return chance.choice((HALF, Fraction(1, 3)))  # a road, whatever the ground
        if ground is None or kind < 0.13:
            return None
        return ground + (chance.choice((1, 2)) if kind < 0.3 else 0)  # across a river, uphill

    def step(self, here: Hex, side: int) -> Points | None:
        return self.steps[here, side]


class Journey(NamedTuple):
    country: Country
    start: Hex
    points: int
    closed: Hexes
    halts: Hexes
    passing: Hexes
    later: Hexes
    first: Sides

    def reach(self) -> Reach:
        return reach(
            self.going(),
            self.start,
            self.points,
            closed=self.closed,
            halts=self.halts,
            passing=self.passing,
            later=self.later,
            first=self.first,
        )

    def going(self) -> Going:
        return Going(GRID, self.country.step)


def plain_reach(journey: Journey) -> dict[Hex, Points]:
    """Dijkstra with the rules asked at every step."""
    country, start, points, closed, halts, passing, later, first = journey
    closed |= passing & halts
    best: dict[Hex, Points] = {start: 0}
    queue: list[tuple[Points, Hex]] = [(0, start)]
    while queue:
        spent, here = heapq.heappop(queue)
        if spent > best[here] or (halts >> here & 1 and here != start):
            continue
        for side in range(6):
            there = GRID.beyond(here, side)
            if there == OFF or closed >> there & 1 or (here == start and later >> there & 1):
                continue
            cost = country.step(here, side)
            if cost is None or spent + cost > best.get(there, points):
                continue
            if there not in best or spent + cost < best[there]:
                best[there] = spent + cost
                heapq.heappush(queue, (spent + cost, there))
    closed |= later
    for side in range(6):
        there = GRID.beyond(start, side)
        if points and there != OFF and not closed >> there & 1 and first[side] >> start & 1:
            best.setdefault(there, points)
    return {hex: cost for hex, cost in best.items() if hex != start and not passing >> hex & 1}


some_hexes = st.sets(st.sampled_from(sorted(GRID.name)), max_size=20).map(
    lambda cells: sum(only(cell) for cell in cells)
)


@st.composite
def journeys(draw: st.DrawFn) -> Journey:
    everywhere = GRID.sides_of(GRID.all)
    return Journey(
        Country(draw(st.integers(0, 10_000))),
        draw(st.sampled_from(sorted(GRID.name))),
        draw(st.integers(0, 6)),
        draw(some_hexes),
        draw(some_hexes),
        draw(some_hexes),
        draw(some_hexes),
        draw(st.sampled_from((NO_SIDES, everywhere, (GRID.all, 0, 0, GRID.all, 0, 0)))),
    )


@given(journeys())
def test_reach_is_the_plain_search(journey: Journey) -> None:
    found, wanted = journey.reach(), plain_reach(journey)
    assert found.costs() == wanted
    assert set(scan(found.hexes)) == set(wanted)
    assert all(found.cost(hex) == cost for hex, cost in wanted.items())


@given(journeys())
def test_every_path_of_a_reach_can_be_walked_at_its_cost(journey: Journey) -> None:
    _, start, points, closed, halts, _, later, first = journey
    found, going = journey.reach(), journey.going()
    for goal, cost in found.costs().items():
        path = found.path(goal)
        assert path[-1] == goal
        assert walk(going, (start, *path), points, first=first) == cost
        assert not any(closed >> hex & 1 for hex in path)
        assert not any(halts >> hex & 1 for hex in path[:-1])
        assert not later >> path[0] & 1


@given(journeys(), st.integers(0, 2**30))
def test_a_path_by_chance_is_walked_only_where_reach_agrees(journey: Journey, seed: int) -> None:
    country, start, points, *_, first = journey
    going, chance = journey.going(), Random(seed)
    found = reach(going, start, points, first=first).costs()
    path = [start]
    for _ in range(4):
        path.append(chance.choice(GRID.neighbours(path[-1])))
        cost = walk(going, path, points, first=first)
        plain = [country.step(a, GRID.side(a, b)) for a, b in zip(path, path[1:], strict=False)]
        affordable = None not in plain and sum(c for c in plain if c is not None) <= points
        if affordable:
            assert cost == sum(c for c in plain if c is not None)
        if cost is not None and path[-1] != start:
            assert found[path[-1]] <= cost


def test_one_cost_for_each_class_of_units() -> None:
    wood = hexes("0303 0304")

    def for_tanks(here: Hex, side: int) -> Points:
        return 3 if wood >> GRID.beyond(here, side) & 1 else 1

    foot = reach(Going(GRID, lambda here, side: 1), hex("0302"), 2)
    tanks = reach(Going(GRID, for_tanks), hex("0302"), 2)
    assert foot.cost(hex("0303")) == 1
    with pytest.raises(KeyError):
        tanks.cost(hex("0303"))


def test_costs_of_single_steps() -> None:
    def uphill(here: Hex, side: int) -> Points | None:
        return {0: HALF, 3: None}.get(side, 2)

    going = Going(GRID, uphill)
    assert going.parts == 2
    assert going.step(hex("0303"), hex("0304")) == HALF
    assert going.step(hex("0304"), hex("0303")) is None
    assert going.step(hex("0303"), hex("0203")) == 2


def test_halves_are_exact_and_whole_where_they_can_be() -> None:
    going = Going(GRID, lambda here, side: HALF)
    costs = reach(going, hex("0301"), Fraction(3, 2)).costs()
    assert sorted(set(costs.values())) == [HALF, 1, Fraction(3, 2)]
    assert all(isinstance(cost, int) for cost in costs.values() if cost == 1)


def test_a_step_is_never_free() -> None:
    with pytest.raises(ValueError, match="a step costs more than nothing"):
        Going(GRID, lambda here, side: 0)


def test_a_hex_no_way_leads_to_is_out_of_reach() -> None:
    island = hex("0404")
    going = Going(GRID, lambda here, side: None if GRID.beyond(here, side) == island else 1)
    found = reach(going, hex("0403"), 20)
    assert set(GRID.name) - set(found.costs()) == {island, hex("0403")}


def test_halts_stop_but_do_not_hold_whoever_starts_there() -> None:
    going = Going(GRID, lambda here, side: 1)
    halts = GRID.all
    assert reach(going, hex("0404"), 5, halts=halts).hexes == GRID.around(only(hex("0404")))


def test_a_unit_passes_where_it_may_not_stop() -> None:
    going = Going(GRID, lambda here, side: 1)
    ring, start = GRID.ring(hex("0404"), 1), hex("0404")
    assert reach(going, start, 1, passing=ring).hexes == 0
    found = reach(going, start, 2, passing=ring)
    assert found.hexes == GRID.ring(start, 2)
    assert len(found.path(hex("0402"))) == 2
    assert reach(going, start, 2, passing=ring, halts=ring).hexes == 0, "nor where it must stop"


def test_the_first_step_is_always_open_but_never_into_a_closed_hex() -> None:
    going = Going(GRID, lambda here, side: 9)
    first, start = GRID.sides_of(GRID.all), hex("0404")
    near = GRID.around(only(start))
    shut = next(scan(near))
    found = reach(going, start, 2, closed=only(shut), first=first)
    assert found.hexes == near & ~only(shut)
    assert set(found.costs().values()) == {2}
    assert reach(going, start, 0, first=first).hexes == 0


def test_a_path_with_no_way_or_no_points_left_is_not_walked() -> None:
    going = Going(GRID, lambda here, side: 2)
    way = [hex(name) for name in ("0301", "0302", "0303")]
    assert walk(going, way, 4) == 4
    assert walk(going, way, 3) is None
    assert walk(going, way[:2], 1, first=GRID.sides_of(GRID.all)) == 1
    assert walk(going, way, 1, first=GRID.sides_of(GRID.all)) is None
    assert walk(going, way[:1], 0) == 0


@given(some_hexes, some_hexes, some_hexes)
def test_trace_is_a_shortest_path(start: Hexes, goals: Hexes, through: Hexes) -> None:
    path = trace(GRID, start, goals, through)
    far = {hex: 0 for hex in scan(start)}
    queue = list(far)
    for here in queue:  # breadth first: the queue grows while it is read
        for there in GRID.neighbours(here):
            if there not in far and through >> there & 1:
                far[there] = far[here] + 1
                queue.append(there)
    nearest = min((far[goal] for goal in scan(goals) if goal in far), default=None)
    if nearest is None:
        assert path is None
        return
    assert path is not None
    assert len(path) == nearest + 1
    assert start >> path[0] & 1 and goals >> path[-1] & 1
    assert all(GRID.touch(a, b) for a, b in zip(path, path[1:], strict=False))
    assert all(through >> hex & 1 for hex in path[1:])


@pytest.mark.parametrize("seed", range(8))
def test_going_without_some_sides_is_the_going_of_a_rule_that_shuts_them(seed: int) -> None:
    country, chance = Country(seed), Random(seed)
    a, b, c, d, e, f = (chance.getrandbits(GRID.all.bit_length()) & GRID.all for _ in range(6))
    shut: Sides = (a, b, c, d, e, f)

    def step(here: Hex, side: int) -> Points | None:
        there = GRID.beyond(here, side)
        return None if shut[(side + 3) % 6] >> there & 1 else country.steps[here, side]

    plain, less = Going(GRID, step), Going(GRID, lambda h, s: country.steps[h, s]).without(shut)
    for start in GRID.name:
        assert reach(less, start, 4).costs() == reach(plain, start, 4).costs()
