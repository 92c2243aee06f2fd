"""8.0: movement, step by step. The orders of the phase are in `moving`."""

from typing import Any

from kursk.core.counters import Unit
from kursk.core.hexes import NO_SIDES, OFF, Hex, Hexes, Sides, members, scan
from kursk.core.paths import Points, Reach, Sets
from kursk.core.rules import Rules
from kursk.core.state import derived, units
from kursk.games.panzer_keil.costs import going
from kursk.games.panzer_keil.stacking import LIMIT, load, size, sizes
from kursk.games.panzer_keil.state import (
    GERMAN,
    SOVIET,
    State,
    allowance,
    area,
    bits,
    exhausted,
    flagged,
    foe,
    is_disrupted,
    mech,
    played,
    special_turn,
    tired_allowance,
)
from kursk.games.panzer_keil.tables import LIMITS
from kursk.games.panzer_keil.zones import around, border, enemy_zone

closed = Rules()  # hexes that moving units of a side may not enter


@closed.rule("8.0", "An enemy unit stands there.")
def enemies(g: State, side: str) -> Hexes:
    return g.held[foe(side)]


@closed.rule("A15.0", "That is outside the area in use.")
def outside(g: State, side: str) -> Hexes:
    return g.grid.all & ~area(g)


still = Rules()  # the units of a side that a movement phase leaves where they stand


@still.rule("8.5.1", "A disrupted unit cannot move.")
def disrupted(g: State, side: str) -> int:
    return g.disrupted | g.repulsed


@still.rule("A14.2", "On turn 1 only Soviets within 4 hexes of a German unit move.")
def far_behind(g: State, side: str) -> int:
    """Reinforcements are exempt."""
    if side != SOVIET or g.turn != 1 or not special_turn(g):
        return 0
    near = _near_the_front(g)
    return bits([unit for unit in g.on_map(side) if not near >> g.at[unit] & 1]) & ~g.entered


@derived
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


parked = Rules()  # the units of a side that mechanized movement leaves where they stand


@parked.rule("10.1", "Only mechanized units move in this phase.")
def walking(g: State, side: str) -> int:
    return ~flagged(g.roster, "mech")


@parked.rule("10.1", "An exhausted unit does not move in this phase.")
def spent(g: State, side: str) -> int:
    return bits([unit for unit in g.on_map(side) if exhausted(g, unit)])


@parked.rule("10.1, 6.2", "A unit out of supply does not move in this phase.")
def dry(g: State, side: str) -> int:
    return g.oos


@parked.rule("10.1", "A disrupted unit cannot move.")
def confused(g: State, side: str) -> int:
    return g.disrupted | g.repulsed


@parked.rule("A14.2", "There is no Soviet mechanized movement on turns 1 and 2.")
def too_soon(g: State, side: str) -> int:
    return -1 if side == SOVIET and special_turn(g) else 0


def bars(mechanized: bool) -> Rules:
    """8.5.1, 10.1: what keeps units from moving in the phase in hand."""
    return parked if mechanized else still


@derived
def free_to_move(g: State, side: str, mechanized: bool) -> int:
    """8.1.1: the units of a side that may still move in the phase in hand."""
    return g.afield.get(side, 0) & ~g.moved & ~bars(mechanized).union(g, side)


# -- stopping ------------------------------------------------------------------------------------


def next_hexes(g: State, unit: Unit) -> Hexes:
    """8.4.4, 8.5.3: one hex can always be moved, but not from zone to zone."""
    side, start = g.side_of(unit), 1 << g.at[unit]
    zone = enemy_zone(g, side)
    ways = around(g, start) & ~closed.union(g, g.side_of(unit))
    return ways & ~zone if zone & start else ways


def can_leave(g: State, unit: Unit) -> bool:
    return bool(_open_ended(g, g.side_of(unit)) >> g.at[unit] & 1)


@derived
def _open_ended(g: State, side: str) -> Hexes:
    """8.4.4, 8.5.3: the hexes out of which a unit of the side could make a step."""
    zone, ways = enemy_zone(g, side), g.grid.all & ~closed.union(g, side)
    return around(g, ways & ~zone) | around(g, ways) & ~zone


@derived
def settled(g: State, side: str, mechanized: bool) -> dict[Hex, int]:
    """5.1.3: what will stay in each hex to the end of the phase, as far as can be told."""
    found: dict[Hex, int] = {}
    size = sizes(g.roster)
    for unit in units(g.afield.get(side, 0) & ~free_to_move(g, side, mechanized)):
        found[g.at[unit]] = found.get(g.at[unit], 0) + size[unit]
    for hex in scan(g.held[side] & ~_open_ended(g, side)):
        found[hex] = load(g, hex)
    return found


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


class Dearer(Reach):
    """8.4.2: out of an enemy zone every way costs a point more."""

    def cost(self, hex: Hex) -> Points:
        return super().cost(hex) + 1

    def costs(self) -> dict[Hex, Points]:
        return {hex: cost + 1 for hex, cost in super().costs().items()}

    @property
    def points(self) -> Points:
        return super().points + 1

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return Dearer, super().__reduce__()[1]


def reachable(g: State, unit: Unit, mechanized: bool = False, first: bool = True) -> Reach:
    """8.2, 8.4: how far the allowance carries a unit from where it stands.

    `first`: with the minimum move.
    """
    sides = anywhere(g) if first else NO_SIDES
    return _normal(g, unit, crowded(g, unit, mechanized), sides)


def _normal(g: State, unit: Unit, full: Hexes, first: Sides) -> Reach:
    """8.4: an enemy zone ends the move; to leave one costs a point more, and the first step must
    not lead into another.
    """
    zone, start, costs = enemy_zone(g, g.side_of(unit)), g.at[unit], going(g, unit)
    leaving = zone >> start & 1
    limit = max(0, (allowance(g, unit) - leaving) * costs.parts)
    sets = (closed.union(g, g.side_of(unit)), zone, full, zone if leaving else 0, first)
    return (Dearer if leaving else Reach)(costs, start, limit, sets)


class March(Reach):
    """8.3: a normal move to somewhere, and on from there with the points of the exhausted side.

    What is left of the normal points is lost. Who has entered an enemy zone goes no further.
    """

    def __init__(self, near: Reach, points: int, extra: int, sets: Sets) -> None:
        self.going, self.start = near.going, near.start
        self.near, self.normal, self.extra, self._sets = near, points, extra, sets
        shut, halts, full, _, _ = sets
        limit = extra * self.going.parts
        reached = near.hexes | 1 << near.start
        open_ = self.going.grid.all & ~shut & ~(full & halts) & ~reached
        self.spent: dict[Hex, int] = {}
        self._before: dict[Hex, Hex] = {}
        waiting: list[dict[Hex, Hex]] = [{} for _ in range(limit + 1)]  # by cost: hex, from where
        rim = near.hexes & ~halts & self.going.grid.around(open_)
        waiting[0] = dict.fromkeys(scan(rim), near.start)
        for cost, layer in enumerate(waiting):
            for hex, before in layer.items():
                if cost:
                    if not open_ >> hex & 1:
                        continue
                    open_ ^= 1 << hex
                    self.spent[hex], self._before[hex] = cost, before
                if halts >> hex & 1:
                    continue
                for paid, beside in self.going.exits[hex]:
                    if cost + paid > limit:
                        break
                    for there in members(beside & open_):
                        waiting[cost + paid].setdefault(there, hex)
        self.hexes = sum(1 << hex for hex in self.spent) & ~full

    @property
    def points(self) -> Points:
        return self.normal + self.extra

    def freed(self, *, halts: bool = False, points: bool = False) -> Reach:
        return self.near.freed(halts=halts, points=points)

    def cost(self, hex: Hex) -> Points:
        return self.normal + self.going.points(self.spent[hex])

    def costs(self) -> dict[Hex, Points]:
        paid = sorted((cost, hex) for hex, cost in self.spent.items() if self.hexes >> hex & 1)
        return {hex: self.cost(hex) for _, hex in paid}

    def path(self, hex: Hex) -> tuple[Hex, ...]:
        way = [hex]
        while way[0] in self._before:
            way.insert(0, self._before[way[0]])
        return (*self.near.path(way[0]), *way[1:])


def marching(g: State, unit: Unit) -> March:
    """8.3: where a forced march leads that no normal move reaches."""
    near = _normal(g, unit, 0, NO_SIDES)
    full, zone = crowded(g, unit, False), enemy_zone(g, g.side_of(unit))
    sets = (closed.union(g, g.side_of(unit)), zone, full, 0, NO_SIDES)
    return March(near, allowance(g, unit), tired_allowance(g, unit), sets)


def edge(g: State) -> Hexes:
    """8.8, A15.1, A15.2: where units may leave the map: its edges, and the exit of the south."""
    if g.scenario == "northern-wall":
        return 0
    name = played(g).exit
    return border(g.grid) & area(g) | (1 << g.grid.find(name) if name else 0)


def prices(g: State, unit: Unit, path: list[Hex], leaves: bool) -> list[Points]:
    """8.2.2, 8.8.1: what each step of a path costs; the last may be the one off the map."""
    costs = going(g, unit)
    steps = [costs.step(a, b) for a, b in zip(path, path[1:], strict=False)]
    return [*(step for step in steps if step is not None), *([1] if leaves else [])]


def paid_for(steps: list[Points], spent: Points, points: Points) -> tuple[int, Points]:
    """8.2.1: how many of these steps so many points pay for, and what is spent then."""
    done = 0
    while done < len(steps) and spent + steps[done] <= points:
        spent += steps[done]
        done += 1
    return done, spent
