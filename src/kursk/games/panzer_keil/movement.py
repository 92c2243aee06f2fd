"""8.0: movement, step by step. The orders of the phase are in `moving`."""

from kursk.core.counters import Unit
from kursk.core.hexes import NO_SIDES, OFF, Hex, Hexes, Sides, scan
from kursk.core.paths import Points, Reach, reach
from kursk.core.rules import Rules
from kursk.core.state import derived
from kursk.games.panzer_keil.costs import going
from kursk.games.panzer_keil.stacking import LIMIT, size
from kursk.games.panzer_keil.state import (
    GERMAN,
    SOVIET,
    State,
    allowance,
    area,
    exhausted,
    foe,
    is_disrupted,
    mech,
    played,
    special_turn,
    tired_allowance,
)
from kursk.games.panzer_keil.tables import LIMITS
from kursk.games.panzer_keil.zones import around, enemy_zone

closed = Rules()  # hexes that a moving unit may not enter


@closed.rule("8.0", "An enemy unit stands there.")
def enemies(g: State, unit: Unit) -> Hexes:
    return g.held[foe(g.side_of(unit))]


@closed.rule("A15.0", "That is outside the area in use.")
def outside(g: State, unit: Unit) -> Hexes:
    return g.grid.all & ~area(g)


still = Rules()  # what keeps a unit from moving in a movement phase


@still.rule("8.5.1", "A disrupted unit cannot move.")
def disrupted(g: State, unit: Unit) -> bool:
    return is_disrupted(g, unit)


@still.rule("A14.2", "On turn 1 only Soviets within 4 hexes of a German unit move.")
def far_behind(g: State, unit: Unit) -> bool:
    """Reinforcements are exempt."""
    if g.side_of(unit) != SOVIET or g.turn != 1 or not special_turn(g):
        return False
    return not g.entered >> unit & 1 and not _near_the_front(g) >> g.at[unit] & 1


def _near_the_front(g: State) -> Hexes:
    hexes = g.held[GERMAN]
    for _ in range(LIMITS["turn_1_soviet_reach"][g.version]):
        hexes |= g.grid.around(hexes)
    return hexes


tired = Rules()  # what keeps a unit from a forced march


@tired.rule("8.3.1", "Only mechanized units make forced marches.")
def on_foot(g: State, unit: Unit) -> bool:
    return not mech(g, unit)


@tired.rule("8.3.1", "An exhausted unit makes no forced march.")
def worn(g: State, unit: Unit) -> bool:
    return exhausted(g, unit)


@tired.rule("8.3.1, 6.2", "A unit out of supply makes no forced march.")
def unsupplied(g: State, unit: Unit) -> bool:
    return bool(g.oos >> unit & 1)


@tired.rule("8.3.1", "A disrupted unit makes no forced march.")
def shaken(g: State, unit: Unit) -> bool:
    return is_disrupted(g, unit)


@tired.rule("A14.3", "There is no forced march on turns 1 and 2.")
def early(g: State, unit: Unit) -> bool:
    return special_turn(g)


parked = Rules()  # what keeps a unit from mechanized movement


@parked.rule("10.1", "Only mechanized units move in this phase.")
def walking(g: State, unit: Unit) -> bool:
    return not mech(g, unit)


@parked.rule("10.1", "An exhausted unit does not move in this phase.")
def spent(g: State, unit: Unit) -> bool:
    return exhausted(g, unit)


@parked.rule("10.1, 6.2", "A unit out of supply does not move in this phase.")
def dry(g: State, unit: Unit) -> bool:
    return bool(g.oos >> unit & 1)


@parked.rule("10.1", "A disrupted unit cannot move.")
def confused(g: State, unit: Unit) -> bool:
    return is_disrupted(g, unit)


@parked.rule("A14.2", "There is no Soviet mechanized movement on turns 1 and 2.")
def too_soon(g: State, unit: Unit) -> bool:
    return g.side_of(unit) == SOVIET and special_turn(g)


# -- stopping ------------------------------------------------------------------------------------


def next_hexes(g: State, unit: Unit) -> Hexes:
    """8.4.4, 8.5.3: one hex can always be moved, but not from zone to zone."""
    side, start = g.side_of(unit), 1 << g.at[unit]
    zone = enemy_zone(g, side)
    ways = around(g, start) & ~closed.union(g, unit)
    return ways & ~zone if zone & start else ways


def can_leave(g: State, unit: Unit) -> bool:
    return bool(next_hexes(g, unit))


def bars(mechanized: bool) -> Rules:
    """8.5.1, 10.1: what keeps a unit from moving in the phase in hand."""
    return parked if mechanized else still


@derived
def settled(g: State, side: str, mechanized: bool) -> dict[Hex, int]:
    """5.1.3: what will stay in each hex to the end of the phase, as far as can be told."""
    rules = bars(mechanized)
    return {
        hex: sum(
            size(g, unit)
            for unit in pile
            if g.moved >> unit & 1 or rules.broken(g, unit) or not can_leave(g, unit)
        )
        for hex, pile in g.piles.items()
        if g.side_of(pile[0]) == side
    }


@derived
def packed(g: State, side: str, need: int, mechanized: bool) -> Hexes:
    """5.1.3: hexes in which those who stay leave no such room.

    Stacks are counted when the phase ends, so who may still move on is not in the way.
    """
    stays = settled(g, side, mechanized)
    return sum(1 << hex for hex, taken in stays.items() if need and taken + need > LIMIT)


def crowded(g: State, unit: Unit, mechanized: bool) -> Hexes:
    """5.1.3: hexes in which a unit cannot stop."""
    own = 1 << g.at[unit] if g.at[unit] != OFF else 0
    return packed(g, g.side_of(unit), size(g, unit), mechanized) & ~own


# -- how far -------------------------------------------------------------------------------------


def anywhere(g: State) -> Sides:
    """8.4.3, 8.5.3: the first step may be any, but not over a lake."""
    lakes = g.board.sides["lake"]
    if not any(lakes):
        return g.grid.sides_of(g.grid.all)
    a, b, c, d, e, f = (g.grid.all & ~lake for lake in lakes)
    return (a, b, c, d, e, f)


def reachable(g: State, unit: Unit, mechanized: bool = False, first: bool = True) -> Reach:
    """8.2, 8.4: how far the allowance carries a unit from where it stands.

    An enemy zone ends the move; to leave one costs a point more, and the first step must not
    lead into another. `first`: with the minimum move.
    """
    side, start = g.side_of(unit), g.at[unit]
    zone, costs, points = enemy_zone(g, side), going(g, unit), allowance(g, unit)
    leaving = zone >> start & 1
    found = reach(
        costs,
        start,
        points - leaving,
        closed=closed.union(g, unit),
        halts=zone,
        passing=crowded(g, unit, mechanized),
        later=zone if leaving else 0,
        first=anywhere(g) if first else NO_SIDES,
    )
    return _dearer(found, costs.parts) if leaving else found


def _dearer(found: Reach, parts: int) -> Reach:
    """8.4.2: the same ways, a point dearer each."""
    spent = [1 << found.start, *[0] * (parts - 1), *found.spent]
    return Reach(found.going, found.start, spent, found.hexes, found.halts, found.later)


class March(Reach):
    """8.3: a normal move to somewhere, and on from there with fresh points."""

    base = 0  # the cost at which the normal points are gone

    def _before(self, hex: Hex) -> Hex:
        cost = self._cost(hex)
        if cost <= self.base:
            return super()._before(hex)
        for step, costs in zip(self.going.grid.steps, self.going.costs, strict=True):
            origin = hex - step
            before = cost - costs.get(origin, cost)
            if before >= self.base and self.spent[before] & ~self.halts & 1 << origin:
                return origin
        raise KeyError(hex)


def marching(g: State, unit: Unit) -> March:
    """8.3: beyond the normal move, turned over, with all the points of the exhausted side.

    What is left of the normal points is lost. Who has entered an enemy zone goes no further.
    """
    near, costs = reachable(g, unit, first=False), going(g, unit)
    points = tired_allowance(g, unit) * costs.parts
    shut, full = closed.union(g, unit), crowded(g, unit, False)
    base, reached = len(near.spent) - 1, 0
    for hexes in near.spent:
        reached |= hexes
    start = 1 << near.start
    spent = [*near.spent, *[0] * (points + costs.dearest)]
    spent[base] |= reached & ~near.halts & ~start
    free = open_ = g.grid.all & ~shut & ~(full & near.halts) & ~reached
    for cost in range(base, base + points + 1):
        here = spent[cost] if cost == base else spent[cost] & open_
        spent[cost], left = here, base + points - cost
        open_ &= ~here
        for hex in scan(here & ~near.halts):
            for paid, hexes in costs.exits[hex]:
                if paid <= left:
                    spent[cost + paid] |= hexes & open_
    del spent[base + points + 1 :]
    found = March(costs, near.start, spent, free & ~open_ & ~full, near.halts, near.later)
    found.base = base
    return found


def edge(g: State) -> Hexes:
    """8.8, A15.1, A15.2: where units may leave the map: its edges, and the exit of the south."""
    if g.scenario == "northern-wall":
        return 0
    hexes = 0
    for side in ("north", "south", "west", "east"):
        hexes |= g.grid.edge(side)
    name = played(g).exit
    return hexes & area(g) | (1 << g.grid.find(name) if name else 0)


def price(g: State, unit: Unit, path: list[Hex], points: Points) -> tuple[Points, int]:
    """8.2.1: what of a path, hex by hex from where the unit stands, so many points pay for.

    The points spent, and the number of steps that they carry.
    """
    costs = going(g, unit)
    paid: Points = 0
    for number, (a, b) in enumerate(zip(path, path[1:], strict=False)):
        step = costs.step(a, b)
        if step is None or paid + step > points:
            return paid, number
        paid += step
    return paid, len(path) - 1
