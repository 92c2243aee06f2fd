"""10: the movement phase."""

import random
from collections.abc import Iterator
from functools import partial

from kursk.core.counters import Unit
from kursk.core.flow import Frame, Phase, Refusal
from kursk.core.hexes import Hex, Hexes, nth, scan
from kursk.core.menu import Menu
from kursk.core.moving import Moving
from kursk.core.orders import hexes_in, ids, no_hex, no_unit, way
from kursk.core.paths import Reach
from kursk.core.rules import Bar
from kursk.core.state import units
from kursk.games.drive_on_kursk import infiltration, routes
from kursk.games.drive_on_kursk.pieces import mobility
from kursk.games.drive_on_kursk.reinforcements import arriving, out_of_step
from kursk.games.drive_on_kursk.reserves import near_reserves
from kursk.games.drive_on_kursk.routes import Group
from kursk.games.drive_on_kursk.stacking import StackCheck, Topping, full, seen_by, sizes
from kursk.games.drive_on_kursk.state import GERMAN, State, foe, in_enemy_zone, of_two, zone
from kursk.games.drive_on_kursk.supply import in_supply, supplied
from kursk.games.drive_on_kursk.victory import enter, gain

# -- the phase ---------------------------------------------------------------------------------


def note_start(g: State) -> None:
    """8.6, 10.4, 10.19: where each unit of the side begins the phase, in supply or a zone."""
    supply, danger = supplied(g, g.side), zone(g, foe(g.side))
    begun = g.on_map(g.side)
    g.in_zone = sum(1 << unit for unit in begun if danger >> g.at[unit] & 1)
    g.supplied = sum(1 << unit for unit in begun if supply >> g.at[unit] & 1)


class Movement(Topping, Phase):
    rule = "10.2"
    title = "Movement"
    phase = "movement"
    usage = "move UNIT,UNIT HEX… | road UNIT,UNIT HEX… | infiltrate UNIT,UNIT HEX | top UNIT | end"
    asks = "Move units, or end the phase."

    def titled(self, g: State) -> str:
        return of_two(g, self.title)

    def able(self, g: State) -> list[str]:
        return [g.unit(unit).id for unit in mobile(g)]

    def offers(self, g: State, about: str) -> Menu:
        menu = Menu()
        for group in groups(g, about):
            menu.more(_of_group(g, group))
        return menu

    def draw(self, g: State, chance: random.Random) -> str:
        """Any unit that may still move, alone or with its stack, and any way; or the end."""
        waiting = free(g)
        while (number := chance.randrange(len(waiting) + 1)) < len(waiting):
            unit = waiting.pop(number)
            stack = _stack(g, unit)
            alone = len(stack) == 1 or chance.randrange(2)
            if order := _drawn(g, (unit,) if alone else stack, chance):
                return order
        return "end"

    def refused(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["move" | "road" as verb, ids, *names] if names:
                return refused_move(g, ids.split(","), names, verb == "road")
            case ["infiltrate", ids, name]:
                why = _refused_units(g, ids.split(",")) or no_hex(g, [name], "2.2")
                return why or infiltration.refused(g, _read(g, ids), g.grid.cell[name])
            case ["infiltrate", _, _, _, *_]:
                return Refusal("8.6", "Infiltration is one hex, and there the move ends.")
        return out_of_step(g, order) or self.unread(g, order)

    def carry_out(self, g: State, order: str) -> None:
        match order.split():
            case ["infiltrate", ids, name]:
                infiltration.infiltrate(g, _read(g, ids), g.grid.find(name))
            case [verb, ids, *names]:
                move(g, _read(g, ids), hexes_in(g, names), verb == "road")

    def covered(self, g: State, order: str) -> bool:
        """7.3: an order may name counters that the enemy cannot see."""
        if order == "end":
            return False
        verb, ids, *_ = order.split(" ", 2)
        return verb == "top" or not all([seen_by(g, unit, "") for unit in _read(g, ids)])


class MovementPhase(Frame):
    """10.1, 10.2: reinforcements first (A-23), then infiltration, then all other moves."""

    rule = "10.1"

    def arrivals(self, g: State) -> Frame | None:
        return arriving(g)

    def begin(self, g: State) -> None:
        note_start(g)

    def end(self, g: State) -> None:
        g.moved = g.infiltrated = g.in_zone = g.supplied = g.slow = g.arrived = g.road = 0
        g.moving, g.parent, g.spent = False, (), {}

    steps = (arrivals, begin, Movement(), end, StackCheck())


# -- which units -------------------------------------------------------------------------------


def free(g: State) -> list[Unit]:
    """The units that may still move in this phase."""
    return units(g.afield[g.side] & ~routes.idle(g))


def mobile(g: State) -> list[Unit]:
    """Those of them that have somewhere to go. Who has not moved can always take a step (10.3)."""
    danger, around = zone(g, foe(g.side)), g.grid.around
    exits: dict[int, Hexes] = {}  # by size: the hexes that one can leave by a step
    for more in (1, 3):
        shut = g.held[foe(g.side)] | full(g, g.side, more)
        exits[more] = around(g.grid.all & ~shut) & ~danger | around(g.grid.all & ~(shut | danger))
    counters, large, at, spent = g.roster.counters, sizes(g.roster), g.at, g.spent
    return [
        unit
        for unit in free(g)
        if (counters[unit].id not in spent and exits[large[unit]] >> at[unit] & 1)
        or _goes_on(g, unit)
    ]


def _goes_on(g: State, unit: Unit) -> bool:
    """Is there any order for a unit alone?"""
    ways = any(found.hexes for _, found in routes.modes(g, (unit,)))
    return ways or bool(infiltration.orders(g, (unit,)))


def _of_group(g: State, group: Group) -> Menu:
    """8.6, 10.2, 10.19: all that units may do together; a road is offered where it leads on."""
    menu, names, offered = infiltration.orders(g, group), ids(g, group), 0
    mixed = len({mobility(g.unit(unit)) for unit in group}) > 1
    for verb, found in routes.modes(g, group):
        hexes = found.hexes & ~offered
        if mixed:
            hexes = _for_all(g, group, found, hexes, verb == "road")
        menu.each(hexes, partial(_spell, g, f"{verb} {names}", found))
        offered |= found.hexes
    return menu


def _drawn(g: State, group: Group, chance: random.Random) -> str:
    """Any of those orders; "" where the one drawn is none, or not all can pay for it."""
    open_ = routes.verbs(g, group)
    verb = chance.choice(["infiltrate", *open_])
    if verb == "infiltrate":
        menu = infiltration.orders(g, group)
        if menu:
            return chance.choice(menu)
        verb = chance.choice(open_)
    road = verb == "road"
    found = routes.reachable(g, group, road)
    if not found.hexes:
        return ""
    hex = nth(found.hexes, chance.randrange(found.hexes.bit_count()))
    if len(group) > 1 and not _for_all(g, group, found, 1 << hex, road):
        return ""
    return _spell(g, f"{verb} {ids(g, group)}", found, hex)


def _spell(g: State, opening: str, found: Reach, hex: Hex) -> str:
    return f"{opening} {way(g, found.path(hex))}"


def _for_all(g: State, group: Group, found: Reach, hexes: Hexes, road: bool) -> Hexes:
    """10.6: the hexes whose way each of the units can pay for (A-26)."""
    had = [(unit, routes.points(g, unit, road)) for unit in group]
    for hex in scan(hexes):
        path = [found.start, *found.path(hex)]
        if any(routes.affordable(g, unit, path, left) is None for unit, left in had):
            hexes ^= 1 << hex
    return hexes


def together(g: State, unit: Unit) -> tuple[Hex, bool, int]:
    """10.4: units that give the same answer may move as a stack; arrivals among themselves."""
    return g.at[unit], bool(g.arrived >> unit & 1), routes.place_in_motion(g, unit)


def _stack(g: State, unit: Unit) -> Group:
    """10.4: whoever may still move together with a unit, as they lie in their hex."""
    pile = g.pile(g.at[unit])
    if len(pile) == 1:
        return pile
    key = together(g, unit)
    return tuple(
        [other for other in pile if not routes.stuck(g, other) and together(g, other) == key]
    )


def groups(g: State, about: str) -> Iterator[Group]:
    """Every free unit alone, and every stack as a whole; `about` names a unit or a hex."""
    near = _near(g, about)
    stacks = dict.fromkeys(_stack(g, unit) for unit in near)
    for group in (*((unit,) for unit in near), *(stack for stack in stacks if len(stack) > 1)):
        if about in ("", g.grid.name[g.at[group[0]]], *(g.unit(unit).id for unit in group)):
            yield group


def _near(g: State, about: str) -> list[Unit]:
    """The free units of the hex that is meant, by its name or a unit's; of all if none is."""
    unit = g.roster.number.get(about)
    hexes = (g.grid.cell.get(about), None if unit is None else g.at[unit])
    return [unit for unit in free(g) if not about or g.at[unit] in hexes]


def _read(g: State, ids: str) -> Group:
    """The units of an order, as they lie in their stack."""
    if "," not in ids:
        return (g.roster.find(ids),)
    named = [g.roster.find(id) for id in ids.split(",")]
    pile = g.pile(g.at[named[0]])
    return tuple(unit for unit in pile if unit in named) if set(named) <= set(pile) else (*named,)


# -- refusals ----------------------------------------------------------------------------------


def _refused_units(g: State, ids: list[str]) -> Refusal | None:
    if why := no_unit(g, ids, g.side, "10.2"):
        return why
    for id in ids:
        unit = g.roster.find(id)
        if g.reserve >> unit & 1:
            return Refusal("9.2", f"{id} is in reserve and may not move.", (id,))
        if g.pinned >> unit & 1:
            return Refusal("9.7", f"{id} may not leave its hex in the turn it arrives.", (id,))
        if g.moved >> unit & 1:
            return Refusal("10.2", f"The move of {id} is over for this phase.", (id,))
    return None


def _refused_road(g: State, group: Group, road: bool) -> Refusal | None:
    ids = tuple(g.unit(unit).id for unit in group)
    if routes.in_motion(g, group[0]):
        if road == bool(g.road >> group[0] & 1):
            return None
        verb = "move" if road else "road"
        return Refusal(
            "10.19", "Road mode is declared as the move begins.", ids, (), f"Say {verb}."
        )
    for unit in group if road else ():
        if rule := routes.no_road.broken(g, unit):
            return Refusal(rule.cite, rule.says, (g.unit(unit).id,))
    return None


def moving(g: State, group: Group, road: bool, first: str) -> Moving:
    """8.1, 8.4, 10.2: the way of a stack, hex by hex; what its units have for it is their own."""
    danger, start, instead = zone(g, foe(g.side)), g.at[group[0]], ("", "")
    if not infiltration.refused(g, group, g.grid.cell[first]):
        instead = "They may infiltrate there (8.6).", f"infiltrate {ids(g, group)} {first}"
    says = "From one enemy zone they may not move straight into another, {hex}."
    return Moving(
        routes.costs(g, group[0]),
        start,
        0,
        rule="10.2",
        closed=routes.closed.bars(g, group, road),
        halts=(Bar("8.1", "They must stop in {hex}, an enemy zone.", danger),),
        later=(Bar("8.4", says, routes.zone_ahead(g, start, danger), *instead),),
    )


def refused_move(g: State, ids: list[str], names: list[str], road: bool) -> Refusal | None:
    if why := _refused_units(g, ids):
        return why
    if unknown := [name for name in names if name not in g.grid.cell]:
        return Refusal("10.20", f"There is no hex {unknown[0]}: units do not leave the map.")
    group = _read(g, ",".join(ids))
    if len({together(g, unit) for unit in group}) > 1:
        says = "They did not begin the phase together, and so move apart."
        return Refusal("10.4", says, tuple(ids))
    way = moving(g, group, road, names[0])
    if why := _refused_road(g, group, road) or way.refused_way(g, ids, names):
        return why
    path = [g.at[group[0]], *hexes_in(g, names)]
    for unit in group:
        left = routes.points(g, unit, road)
        if routes.affordable(g, unit, path, left) is None:
            id, left = g.unit(unit).id, max(left, 0)
            has = "1 point" if left == 1 else f"{left} points"
            return Refusal("10.1", f"The way costs more than the {has} of {id}.", (id,))
    return None


# -- moving ------------------------------------------------------------------------------------


def move(g: State, group: Group, way: list[Hex], road: bool) -> None:
    """10.2: hex by hex; control changes and reserves wake on the way."""
    origin = g.at[group[0]]
    _set_off(g, group, road)
    tired = [unit for unit in group if not _pay(g, unit, [origin, *way], road)]
    alarm = g.side == GERMAN and near_reserves(g, way)
    for hex in way:
        if alarm:  # 9.2: a reserve wakes when he stands next to it
            g.place_all(group, hex)
            enter(g, hex, g.side)
        else:
            gain(g, hex, g.side)
        if g.result:
            break  # 4.2: play stops
    g.place_all(group, hex)
    halted = in_enemy_zone(g, g.side, hex)
    _close(g, [g.unit(unit).id for unit in (group if halted else tired)])
    _tell(g, group, origin, hex, road)


def _pay(g: State, unit: Unit, path: list[Hex], road: bool) -> int:
    """10.1: the points that a unit spends on its way; what it has left."""
    id, left = g.unit(unit).id, routes.points(g, unit, road)
    cost = routes.affordable(g, unit, path, left) or 0
    g.spent[id] = g.spent.get(id, 0) + cost
    return max(left - cost, 0)


def _set_off(g: State, group: Group, road: bool) -> None:
    """10.5: part of the stack in motion splits off, or another stack sets off and ends the last.

    Those left behind may go on after those that split off from them have finished.
    """
    g.moving = True
    ids = tuple([g.unit(unit).id for unit in group])
    for n, waiting in enumerate(g.parent):
        if ids[0] in waiting:
            _close(g, [id for later in g.parent[n + 1 :] for id in later])
            rest = tuple(id for id in waiting if id not in ids)
            g.parent = (*g.parent[:n], *((rest,) if rest else ()), ids)
            return
    _close(g, [id for waiting in g.parent for id in waiting])
    for unit in group:
        if not in_supply(g, unit):
            g.slow |= 1 << unit  # 6.6
        if road:
            g.road |= 1 << unit
    g.parent = (ids,)


def _close(g: State, done: list[str]) -> None:
    """10.2: the move of these units is over."""
    if not done:
        return
    for id in done:
        g.moved |= 1 << g.roster.number[id]
    rest = [tuple([id for id in part if id not in done]) for part in g.parent]
    g.parent = tuple([part for part in rest if part])


def _tell(g: State, group: Group, origin: Hex, end: Hex, road: bool) -> None:
    """7.3: the log names the counter that ends on top, and how many go with it; to their owner
    it names all."""
    how = " in road mode" if road else ""
    way = f"{g.grid.name[origin]} to {g.grid.name[end]}{how}."
    says = own = f"{g.called(group[-1])}: {way}"
    if len(group) > 1:
        says = f"{g.called(group[-1])} and {len(group) - 1} more: {way}"
        own = f"{g.called(*group[::-1])}: {way}"
    g.say(says, "10.2", (origin, end), of=g.side, own=own)
