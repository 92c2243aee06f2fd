"""10.1–10.7, 10.19: how far a unit or a stack gets, and where it may not go."""

from collections.abc import Iterator

from kursk.core.counters import Unit
from kursk.core.hexes import NO_SIDES, Hex, Hexes, Sides
from kursk.core.paths import Going, Reach, reach, walk
from kursk.core.rules import Rules
from kursk.games.drive_on_kursk.ground import going
from kursk.games.drive_on_kursk.pieces import halved, mobility, movement_factor
from kursk.games.drive_on_kursk.stacking import full, size
from kursk.games.drive_on_kursk.state import State, foe, in_enemy_zone, zone
from kursk.games.drive_on_kursk.supply import in_supply

Group = tuple[Unit, ...]  # units that move together


def idle(g: State) -> int:
    """9.2, 9.7, 10.2: units in reserve, pinned where they arrived, or done with their move."""
    return g.reserve | g.pinned | g.moved


def stuck(g: State, unit: Unit) -> bool:
    return bool(idle(g) >> unit & 1)


def place_in_motion(g: State, unit: Unit) -> int:
    """10.5: which part of the stack in motion a unit belongs to; -1: to none."""
    if not g.parent:
        return -1
    id = g.unit(unit).id
    for n, part in enumerate(g.parent):
        if id in part:
            return n
    return -1


def in_motion(g: State, unit: Unit) -> bool:
    """10.5: has its stack begun to move, and may it still go on?"""
    return place_in_motion(g, unit) >= 0


def unsupplied(g: State, unit: Unit) -> bool:
    """6.6: supply is looked at once, when the unit's own move begins."""
    return bool(g.slow >> unit & 1) if in_motion(g, unit) else not in_supply(g, unit)


def points(g: State, unit: Unit, road: bool) -> int:
    """6.5, 10.1, 10.19: the points a unit has left, halved out of supply, doubled on roads."""
    factor = movement_factor(g.unit(unit))
    if unsupplied(g, unit):
        factor = halved(factor)
    return factor * (2 if road else 1) - g.spent.get(g.unit(unit).id, 0)


def guaranteed(g: State, unit: Unit) -> Sides:
    """10.3: a unit that has not moved yet may always go one hex, for all its points."""
    return NO_SIDES if g.unit(unit).id in g.spent else g.grid.sides_of(g.grid.all)


def on_the_move(g: State, unit: Unit) -> bool:
    """Is this a movement phase of the unit's side, with what it was at its start on record?"""
    return g.side == g.side_of(unit) and g.stack[-1].phase == "movement" if g.stack else False


no_road = Rules()  # what keeps a unit off the roads


@no_road.rule("10.19", "It did not begin the phase in supply.")
def began_unsupplied(g: State, unit: Unit) -> bool:
    return not (g.supplied >> unit & 1 if on_the_move(g, unit) else in_supply(g, unit))


@no_road.rule("10.19", "It began the phase in an enemy zone.")
def began_in_zone(g: State, unit: Unit) -> bool:
    if on_the_move(g, unit):
        return bool(g.in_zone >> unit & 1)
    return in_enemy_zone(g, g.side_of(unit), g.at[unit])


@no_road.rule("6.6", "It is out of supply as its move begins.")
def is_unsupplied(g: State, unit: Unit) -> bool:
    return unsupplied(g, unit)


closed = Rules()  # hexes that moving units may not enter


@closed.rule("10.7", "An enemy stands there.")
def enemies(g: State, group: Group, road: bool) -> Hexes:
    return g.held[foe(g.side_of(group[0]))]


@closed.rule("7.2", "The hex cannot hold them, not even in passing.")
def full_hexes(g: State, group: Group, road: bool) -> Hexes:
    own = 1 << g.at[group[0]]  # they fit into the hex they have left
    return full(g, g.side_of(group[0]), sum([size(g, unit) for unit in group])) & ~own


@closed.rule("10.19", "In road mode no enemy zone may be entered.")
def zones_by_road(g: State, group: Group, road: bool) -> Hexes:
    return zone(g, foe(g.side_of(group[0]))) if road else 0


def zone_ahead(g: State, start: Hex, danger: Hexes) -> Hexes:
    """8.4: out of an enemy zone the first step leads to a hex free of them."""
    return danger if danger >> start & 1 else 0


def costs(g: State, unit: Unit) -> Going:
    """10.8: what steps cost a unit."""
    counter = g.unit(unit)
    return going(g.board, counter.side, mobility(counter))


def affordable(g: State, unit: Unit, path: list[Hex], left: int) -> int | None:
    """10.2, 10.6: what a path costs a unit with so many points, or None; each pays its own way
    (A-26).
    """
    cost = walk(costs(g, unit), path, left, first=guaranteed(g, unit)) if left > 0 else None
    return None if cost is None else int(cost)


def reachable(g: State, group: Group, road: bool) -> Reach:
    """6.7, 10.6: as far as the slowest of them gets, whether in supply there or not."""
    slowest, left = slowest_of(g, group, road)
    start, danger = g.at[slowest], zone(g, foe(g.side_of(slowest)))
    return reach(
        costs(g, slowest),
        start,
        max(left, 0),
        closed=closed.union(g, group, road),
        halts=danger,
        later=zone_ahead(g, start, danger),
        first=guaranteed(g, slowest),
    )


def slowest_of(g: State, group: Group, road: bool) -> tuple[Unit, int]:
    """10.6: who of them has the fewest points left, and how many."""
    if len(group) == 1:
        return group[0], points(g, group[0], road)
    left = [points(g, unit, road) for unit in group]
    order = [(left[n], mobility(g.unit(unit)), n) for n, unit in enumerate(group)]
    slowest = min(order)[2]
    return group[slowest], left[slowest]


def verbs(g: State, group: Group) -> list[str]:
    """10.19: whether `move` and `road` are open to them; who is under way goes on as it began."""
    if in_motion(g, group[0]):
        return ["road" if g.road >> group[0] & 1 else "move"]
    for unit in group:
        if no_road.broken(g, unit):
            return ["move"]
    return ["move", "road"]


def modes(g: State, group: Group) -> Iterator[tuple[str, Reach]]:
    """10.19: how far they get by `move` and by `road`, as far as either is open to them."""
    for verb in verbs(g, group):
        yield verb, reachable(g, group, verb == "road")
