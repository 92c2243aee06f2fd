"""5, 8: movement over land."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from kursk.core.counters import Unit
from kursk.core.flow import Refusal
from kursk.core.hexes import NO_SIDES, Hex, Hexes
from kursk.core.paths import Going, Points, Reach, told, walk
from kursk.core.rules import Rules
from kursk.core.state import derived, units
from kursk.games.spi_kursk.ground import entrenchments, going
from kursk.games.spi_kursk.pieces import allowances, kinds
from kursk.games.spi_kursk.reserves import alarm
from kursk.games.spi_kursk.stacking import SAYS, crowding, full, load, too_full
from kursk.games.spi_kursk.state import GERMAN, State, foe, ids, mode
from kursk.games.spi_kursk.tables import COSTS, MODES
from kursk.games.spi_kursk.victory import enter
from kursk.games.spi_kursk.zones import enemy_zone

Group = tuple[Unit, ...]  # units that move together

closed = Rules()  # hexes that a moving unit may not enter


@closed.rule("15.5", "Partisans are there: say clear.")
def partisans(g: State, group: Group) -> Hexes:
    return only_partisans(g) if g.side_of(group[0]) == GERMAN else 0


@closed.rule("5.21", "An enemy unit stands there.")
def enemies(g: State, group: Group) -> Hexes:
    return g.held[foe(g.side_of(group[0]))]


@closed.rule("8.32", "A unit that has left an enemy zone enters none in the same phase.")
def zones_after(g: State, group: Group) -> Hexes:
    left = any(g.disengaged >> unit & 1 for unit in group) or engaged(g, group)
    return enemy_zone(g, g.side_of(group[0])) if left else 0


@derived
def only_partisans(g: State) -> Hexes:
    """15.5: the hexes that partisans hold alone."""
    known, hexes = kinds(g.roster).partisan, 0
    for unit in units(known):
        if g.at[unit] >= 0 and all(known >> other & 1 for other in g.pile(g.at[unit])):
            hexes |= 1 << g.at[unit]
    return hexes


# -- points --------------------------------------------------------------------------------------


def allowance(g: State, unit: Unit) -> int:
    """5.23, 5.24, 5.25, 5.26, 5.27, 5.28, 11.51: what mode and lines leave of the allowance."""
    now = mode(g, unit)
    how = MODES[now].moves if now else "none"
    points = allowances(g.roster)[unit]
    if how != "full":
        points = points // 2 if how == "half" else 0
    if (g.unsupplied | g.cutoff) >> unit & 1:
        points //= 2
    return points


def halves(g: State, group: Group) -> int:
    """5.11, 5.16, 5.17: the half points that a stack has left: those of the poorest of it."""
    spent, roster = g.spent, g.roster
    return min(2 * allowance(g, unit) - spent.get(roster[unit].id, 0) for unit in group)


def ways(g: State, group: Group) -> Going:
    """5.12, 5.17: a stack with a unit of class II pays as class II."""
    classes = kinds(g.roster).second
    second = any(classes >> unit & 1 for unit in group)
    return going(g.board, g.scenario, g.side_of(group[0]), second)


def engaged(g: State, group: Group) -> bool:
    return bool(enemy_zone(g, g.side_of(group[0])) >> g.at[group[0]] & 1)


def surcharge(g: State, group: Group) -> int:
    """8.31, 16.2: what it costs to leave an enemy zone, from an own entrenchment less."""
    if not engaged(g, group):
        return 0
    own = entrenchments(g.board, g.scenario, g.side_of(group[0]))
    if g.eased and own >> g.at[group[0]] & 1:
        return int(COSTS["disengage_from_own_fort"])
    return int(COSTS["disengage"])


class Leaving(Reach):
    """8.31: a reach told with the points that it costs to leave the zone."""

    def __init__(self, going: Going, start: Hex, limit: int, sets: Any, extra: int) -> None:
        super().__init__(going, start, limit, sets)
        self.extra = extra

    def __reduce__(self) -> Any:
        return Leaving, (self.going, self.start, self._limit, self._sets, self.extra)

    @property
    def points(self) -> Points:
        return super().points + self.extra

    def cost(self, hex: Hex) -> Points:
        return super().cost(hex) + self.extra

    def costs(self) -> dict[Hex, Points]:
        return {hex: cost + self.extra for hex, cost in super().costs().items()}


def reachable(g: State, group: Group) -> Reach:
    """5.11, 7.21, 8.21, 8.31, 8.32: an enemy zone ends the move; friends may be passed."""
    extra, ground = surcharge(g, group), ways(g, group)
    limit = max(halves(g, group) - 2 * extra, 0) * ground.parts // 2
    return _reached(g, group, limit, extra, closed.union(g, group))


@derived
def _reached(g: State, group: Group, limit: int, extra: int, shut: Hexes) -> Reach:
    side, ground, hex = g.side_of(group[0]), ways(g, group), g.at[group[0]]
    zone = enemy_zone(g, side)
    found = Reach(ground, hex, limit, (shut, zone, 0, 0, NO_SIDES))
    crowded = too_full(g, found.hexes & g.held[side], load(g, group))
    if extra:
        return Leaving(ground, hex, limit, (shut, zone, crowded, 0, NO_SIDES), extra)
    return Reach(ground, hex, limit, (shut, zone, crowded, 0, NO_SIDES)) if crowded else found


def steppers(g: State, side: str, these: Iterable[Unit]) -> tuple[set[Unit], set[Unit]]:
    """The units that may end in a hex next to them, and those that cannot so much as pass one.
    Cheaper than all that they can reach."""
    zone, enemies, found, penned = enemy_zone(g, side), g.held[foe(side)], set(), set()
    classes, roster = kinds(g.roster).second, g.roster
    by_class = [going(g.board, g.scenario, side, second) for second in (False, True)]
    for unit in these:
        hex, ground = g.at[unit], by_class[classes >> unit & 1]
        had = 2 * allowance(g, unit) - g.spent.get(roster.counters[unit].id, 0)
        shut, near = enemies, 0
        if zone >> hex & 1:
            had -= 2 * surcharge(g, (unit,))
            shut |= zone
        elif g.disengaged >> unit & 1:
            shut |= zone
        for cost, hexes in ground.exits[hex]:
            if 2 * cost > had * ground.parts:
                break
            near |= hexes & ~shut
        if near & ~full(g, side, load(g, (unit,))):
            found.add(unit)
        elif not near:
            penned.add(unit)
    return found, penned


# -- who -----------------------------------------------------------------------------------------


def refused_mover(g: State, unit: Unit) -> Refusal | None:
    """5.26, 18.31: whether a unit may move at all in the phase in hand."""
    id = g.unit(unit).id
    if g.reserve >> unit & 1:
        return Refusal("18.31", f"{id} is in reserve, and may not move.", (id,))
    if g.disrupted >> unit & 1:
        return Refusal("5.26", f"{id} is Disrupted, and may not move.", (id,))
    if g.railed >> unit & 1:
        return Refusal("5.32", f"{id} has moved by rail, and moves no more this turn.", (id,))
    if not allowances(g.roster)[unit]:
        return Refusal("5.11", f"{id} has no Movement Allowance.", (id,))
    return None


def refused_mechanized(g: State, unit: Unit) -> Refusal | None:
    """5.25, 5.81: only units with the flag, and only in Assault or Mobile mode."""
    id = g.unit(unit).id
    if not kinds(g.roster).flagged >> unit & 1:
        return Refusal("5.81", f"{id} is not mechanized, and does not move in this phase.", (id,))
    if mode(g, unit) == "static":
        return Refusal("5.25", f"{id} is Static, and does not move in this phase.", (id,))
    return None


def over(g: State, group: Group) -> bool:
    """8.21, 6.6: has the move of one of them ended?"""
    return any((g.moved | g.halted) >> unit & 1 for unit in group)


def stay_put(g: State, group: Group) -> Refusal | None:
    """8.21: a move that has ended goes on only by an overrun."""
    for unit in group:
        if (g.moved | g.halted) >> unit & 1:
            id = g.unit(unit).id
            return Refusal("8.21", f"The move of {id} is over for this phase.", (id,))
    return None


def read_group(g: State, named: list[str]) -> Group:
    """The units of an order, as they lie in their stack."""
    units = [g.roster.find(id) for id in named]
    return tuple(unit for unit in g.pile(g.at[units[0]]) if unit in units)


# -- the way -------------------------------------------------------------------------------------


def refused_way(g: State, group: Group, names: list[str]) -> Refusal | None:
    """5.21, 5.22, 7.21, 8.21, 8.32: what a move may not do; then whether it can be paid."""
    named = ids(g, group)
    path = [g.at[group[0]], *(g.grid.cell[name] for name in names)]
    shut = [(rule, rule.test(g, group)) for rule in closed]
    halts, ground = enemy_zone(g, g.side_of(group[0])), ways(g, group)
    for index, (here, there) in enumerate(zip(path, path[1:], strict=False)):
        pair = (g.grid.name[here], g.grid.name[there])
        if not g.grid.touch(here, there):
            return Refusal("5.11", f"{pair[0]} and {pair[1]} do not touch.", named, pair)
        if index and halts >> here & 1:
            return Refusal("8.21", f"They must stop in {pair[0]}, an enemy zone.", named, pair)
        for rule, hexes in shut:
            if hexes >> there & 1:
                return Refusal(rule.cite, f"{pair[1]}: {rule.says}", named, (pair[1],))
        if ground.step(here, there) is None:
            return Refusal("5.22", "Lake hexsides are impassable.", named, pair)
    if path[-1] == path[0]:
        return Refusal("5.11", "A move ends in another hex.", named)
    if why := crowding(g, group, path[-1]):
        return Refusal(why, f"{names[-1]}: {SAYS[why]}.", named, (names[-1],), "It may be passed.")
    return refused_cost(g, group, path)


def refused_cost(g: State, group: Group, path: list[Hex]) -> Refusal | None:
    """5.11, 8.31: has the stack points enough?"""
    extra, had = surcharge(g, group), Fraction(halves(g, group), 2)
    if walk(ways(g, group), path, Fraction(max(halves(g, group) - 2 * extra, 0), 2)) is not None:
        return None
    cost = sum((ways(g, group).step(a, b) or 0) for a, b in zip(path, path[1:], strict=False))
    named = ids(g, group)
    if extra and cost <= had:
        says = (
            f"The way costs {told(cost)} and leaving the enemy zone {extra}; there are {told(had)}."
        )
        return Refusal("8.31", says, named)
    return Refusal(
        "5.11", f"The way costs {told(cost + extra)} points; there are {told(had)}.", named
    )


def pay(g: State, group: Group, cost: int | Fraction) -> None:
    for id in ids(g, group):
        g.spent[id] = g.spent.get(id, 0) + int(cost * 2)


def carry(g: State, group: Group, way: list[Hex]) -> None:
    """5.11, 8.21, 8.31: hex by hex; control changes and reserves wake on the way."""
    origin, side = g.at[group[0]], g.side_of(group[0])
    cost = walk(ways(g, group), [origin, *way], 1000)
    assert cost is not None
    bits = sum(1 << unit for unit in group)
    if engaged(g, group):
        cost += surcharge(g, group)
        g.disengaged |= bits
    pay(g, group, cost)
    for hex in way:
        if g.limited or hex == way[-1]:  # 16.1: what is next to the way is seen
            for unit in group:
                g.place(unit, hex)
        enter(g, hex, group)
    if enemy_zone(g, side) >> way[-1] & 1:
        g.moved |= bits
    g.say(f"{g.called(*group)}: to {g.name_of(way[-1])}.", "5.11", (origin, way[-1]))
    if side == GERMAN:
        alarm(g, way)


def rest(g: State) -> None:
    """The end of a movement phase: what was spent in it is forgotten."""
    g.spent, g.moved, g.halted, g.disengaged, g.overrun = {}, 0, 0, 0, 0
