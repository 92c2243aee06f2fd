"""8.1, 8.8, 10.0, A10.0: the orders of a movement phase."""

import random
from functools import lru_cache, partial

from kursk.core.counters import Unit
from kursk.core.flow import Phase, Refusal
from kursk.core.hexes import Grid, Hex, Hexes, scan
from kursk.core.menu import Menu
from kursk.core.orders import hexes_in, no_hex, no_unit, way
from kursk.core.paths import Reach
from kursk.core.state import units
from kursk.games.panzer_keil.costs import going
from kursk.games.panzer_keil.disruption import disrupt
from kursk.games.panzer_keil.movement import (
    March,
    bars,
    closed,
    crowded,
    edge,
    free_to_move,
    marching,
    next_hexes,
    paid_for,
    prices,
    reachable,
    tired,
)
from kursk.games.panzer_keil.state import (
    EXITED,
    State,
    allowance,
    exhaust,
    name_of,
    tired_allowance,
)
from kursk.games.panzer_keil.victory import broken_through, enter, tim_taken
from kursk.games.panzer_keil.zones import enemy_zone, lake_between

OUT = "off"  # the last word of a way that leaves the map


class Moving(Phase):
    """8.1.1: units move one at a time, each once a phase."""

    usage = "move UNIT HEX HEX… | end"
    mechanized = False

    def free(self, g: State, unit: Unit) -> bool:
        """May the unit still move in this phase?"""
        return bool(free_to_move(g, g.side, self.mechanized) >> unit & 1)

    def marches(self, g: State, unit: Unit) -> bool:
        """8.3, 10.2: forced marches belong to the first movement phase."""
        return not self.mechanized and not tired.broken(g, unit)

    def ways(self, g: State, unit: Unit) -> dict[str, Reach]:
        """Where a unit of the side may go now, by the verb of the order."""
        if not self.free(g, unit):
            return {}
        found = {"move": reachable(g, unit, self.mechanized)}
        return found | ({"march": marching(g, unit)} if self.marches(g, unit) else {})

    def offers(self, g: State, about: str) -> Menu:
        menu = Menu()
        for unit in g.on_map(g.side):
            if about in ("", g.unit(unit).id) or about in g.grid.cell:
                menu.more(self._moves(g, unit, about))
        return menu

    def _moves(self, g: State, unit: Unit, about: str) -> Menu:
        menu, only, ways = Menu(), g.grid.all, self.ways(g, unit)
        if about in g.grid.cell:
            only = 1 << g.grid.cell[about]
        for verb, found in ways.items():
            menu.each(found.hexes & only, partial(spell, g, unit, verb, found))
        if about not in g.grid.cell and ways:
            verb, out = "move", way_out(g, unit, self.mechanized)
            if out is None and isinstance(march := ways.get("march"), March):
                verb, out = "march", marched_out(g, march)
            if out is not None:
                menu.add(" ".join((verb, g.unit(unit).id, *way(g, out).split(), OUT)))
        return menu

    def draw(self, g: State, chance: random.Random) -> str:
        """A unit first, then where it goes; now and then the phase ends."""
        free = units(free_to_move(g, g.side, self.mechanized))
        if not free or not chance.randrange(len(free) + 1):
            return super().draw(g, chance)
        menu = self._moves(g, chance.choice(free), "")
        return chance.choice(menu) if menu else super().draw(g, chance)

    def able(self, g: State) -> list[str]:
        free = units(free_to_move(g, g.side, self.mechanized))
        return [g.unit(unit).id for unit in free if self._can_go(g, unit)]

    def _can_go(self, g: State, unit: Unit) -> bool:
        beside = next_hexes(g, unit)
        if beside & ~crowded(g, unit, self.mechanized):
            return True
        if beside and reachable(g, unit, self.mechanized).hexes:
            return True
        return way_out(g, unit, self.mechanized) is not None

    def refused(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["move" | "march" as verb, id, *names] if names:
                return self.refused_move(g, id, names, verb == "march")
        return self.unread(g, order)

    def refused_move(self, g: State, id: str, names: list[str], march: bool) -> Refusal | None:
        """8.2.1, 8.4, 8.5: what is wrong with a move or a forced march."""
        if why := no_unit(g, [id], g.side, "8.0"):
            return why
        unit = g.roster.find(id)
        if g.moved >> unit & 1:
            return Refusal("8.1.1", f"{id} has moved in this phase.", (id,))
        for rule in bars(self.mechanized).against(unit, g, g.side):
            return Refusal(rule.cite, f"{id}: {rule.says}", (id,))
        if march and (bar := tired.broken(g, unit)):
            return Refusal(bar.cite, f"{id}: {bar.says}", (id,))
        leaves = names[-1] == OUT
        named = names[:-1] if leaves else names
        if why := no_hex(g, named, "8.1.2"):
            return why
        path = [g.at[unit], *hexes_in(g, named)]
        why = refused_path(g, unit, path) or (_refused_exit(g, unit, path) if leaves else None)
        if why is None and not leaves and crowded(g, unit, self.mechanized) >> path[-1] & 1:
            says = f"{named[-1]} has no room for {id} when the phase ends."
            why = Refusal("5.1.3", says, (id,), (named[-1],), "It may pass through.")
        return why or refused_cost(g, unit, path, march, leaves)

    def carry_out(self, g: State, order: str) -> None:
        verb, id, *names = order.split()
        leaves = names[-1] == OUT
        path = hexes_in(g, names[:-1] if leaves else names)
        carry(g, g.roster.find(id), path, verb == "march", leaves, self.mechanized)


def spell(g: State, unit: Unit, verb: str, found: Reach, hex: Hex) -> str:
    return f"{verb} {g.unit(unit).id} {way(g, found.path(hex))}"


def way_out(g: State, unit: Unit, mechanized: bool) -> tuple[Hex, ...] | None:
    """8.8.1: the cheapest way off the map, where one can be paid for."""
    rim, zone, start, points = edge(g), enemy_zone(g, g.side), g.at[unit], allowance(g, unit)
    if rim >> start & 1 and points >= 1 + (zone >> start & 1):
        return ()
    if not near_to(g.grid, rim, 2 * points) >> start & 1:
        return None  # along a road a hex costs half a point at the least
    found = reachable(g, unit, mechanized, first=False)
    open_ = found.hexes & rim & ~zone
    if not open_:
        return None
    near = min(scan(open_), key=found.cost)
    return found.path(near) if found.cost(near) + 1 <= points else None


def marched_out(g: State, march: March) -> tuple[Hex, ...] | None:
    """8.3, 8.8.1: the same by a forced march: a point of the exhausted side is left to leave."""
    rim = edge(g) & ~enemy_zone(g, g.side)
    if near := march.near.hexes & rim:
        return march.near.path(min(scan(near), key=march.near.cost))
    far = {hex: spent for hex, spent in march.spent.items() if rim >> hex & 1}
    hex = min(far, key=far.__getitem__, default=None)
    one = march.going.parts
    return None if hex is None or far[hex] + one > march.extra * one else march.path(hex)


@lru_cache(64)
def near_to(grid: Grid, rim: Hexes, far: int) -> Hexes:
    """8.8.1: the hexes from which it is not so far to the rim."""
    for _ in range(far):
        rim |= grid.around(rim)
    return rim


def refused_path(g: State, unit: Unit, path: list[Hex]) -> Refusal | None:
    """8.0, 8.4.1, 8.4.4, 8.5.2: what no move may do, however it is paid for."""
    id, name, zone = g.unit(unit).id, g.grid.name, enemy_zone(g, g.side_of(unit))
    for number, (here, there) in enumerate(zip(path, path[1:], strict=False)):
        pair = (name[here], name[there])
        if not g.grid.touch(here, there):
            return Refusal("8.1.2", f"{pair[0]} and {pair[1]} do not touch.", (id,), pair)
        if lake_between(g, here, there):
            return Refusal("8.5.2", f"A lake parts {pair[0]} from {pair[1]}.", (id,), pair)
        for rule in closed.against(there, g, g.side_of(unit)):
            return Refusal(rule.cite, f"{pair[1]}: {rule.says}", (id,), (pair[1],))
        if number and zone >> here & 1:
            says = f"{id} must end its move in {pair[0]}, an enemy zone."
            return Refusal("8.4.1", says, (id,), (pair[0],))
        if not number and (zone >> here & zone >> there) & 1:
            says = f"{id} may not go straight from an enemy zone into another, {pair[1]}."
            return Refusal("8.4.4", says, (id,), (pair[1],))
    return None


def _refused_exit(g: State, unit: Unit, path: list[Hex]) -> Refusal | None:
    """8.8.1, A15.2: units leave by an edge hex, unless an enemy zone has stopped them there."""
    id, name = g.unit(unit).id, g.grid.name[path[-1]]
    if g.scenario == "northern-wall":
        return Refusal("A15.2", "Nobody leaves the map in this scenario.", (id,))
    if not edge(g) >> path[-1] & 1:
        return Refusal("8.8.1", f"{name} is not on an edge by which units leave.", (id,), (name,))
    if len(path) > 1 and enemy_zone(g, g.side) >> path[-1] & 1:
        return Refusal("8.4.1", f"{id} must end its move in {name}, an enemy zone.", (id,), (name,))
    return None


def bill(g: State, unit: Unit, path: list[Hex], march: bool, leaves: bool) -> tuple[int, str]:
    """8.2.1, 8.3, 8.4.2, 8.8.1: how many steps the points pay for, and the points as people say
    them.

    To leave the map is a step for one point. A forced march starts where the normal points give
    out.
    """
    leaving = enemy_zone(g, g.side_of(unit)) >> path[0] & 1
    steps, points = prices(g, unit, path, leaves), allowance(g, unit)
    done, spent = paid_for(steps, leaving, points)
    told = f"{spent} of {points}"
    if not march or done == len(steps):
        return done, told
    extra = tired_allowance(g, unit)
    more, again = paid_for(steps[done:], 0 if done else leaving, extra)
    return done + more, f"{told}, then {again} of {extra}"


def refused_cost(
    g: State, unit: Unit, path: list[Hex], march: bool, leaves: bool
) -> Refusal | None:
    """8.2.1, 8.4.3, 8.5.3, 8.8.1: has the unit points enough, step by step?"""
    id, hexes = g.unit(unit).id, len(path) - 1
    if march and not leaves and bill(g, unit, path, False, False)[0] == hexes:
        says = f"{id} gets to {g.grid.name[path[-1]]} without a forced march."
        return Refusal("8.3", says, (id,), (), "Say move.")
    done, told = bill(g, unit, path, march, leaves)
    if done == hexes + leaves or minimum(g, unit, path) and not march and not leaves:
        return None
    if done == hexes:
        return Refusal("8.8.1", f"{id} has spent {told}: no point is left to leave.", (id,))
    here, there = path[done], path[done + 1]
    step = going(g, unit).step(here, there)
    says = f"{g.grid.name[there]} costs {step}; {id} has spent {told}."
    return Refusal("8.2.1", says, (id,), (g.grid.name[there],))


def minimum(g: State, unit: Unit, path: list[Hex]) -> bool:
    """8.4.3, 8.5.3: one hex, for which the whole allowance is not enough."""
    return len(path) == 2 and not bill(g, unit, path, False, False)[0]


def carry(
    g: State, unit: Unit, path: list[Hex], march: bool, leaves: bool, mechanized: bool
) -> None:
    """8.1.2, 8.8.2: hex by hex, or off the map for good; then what it has cost the unit."""
    origin, side = g.at[unit], g.side_of(unit)
    crawled = bool(path) and minimum(g, unit, [origin, *path]) and not march
    for hex in path:
        g.place(unit, hex)
        enter(g, hex, side)
    g.moved |= 1 << unit
    g.known = {}
    here = g.at[unit]
    who, how = g.called(unit), " by forced march" if march else ""
    if leaves:
        g.say(f"{who} leaves the map by {name_of(g, here)}{how}.", "8.8.2", (origin, here))
        broken_through(g, unit, here)
        g.remove(unit, EXITED)
        return
    rule = "8.3" if march else "8.5.3" if crawled else "8.1.2"
    g.say(f"{who} moves to {name_of(g, here)}{how}.", rule, (origin, here))
    wear(g, unit, march, crawled, mechanized)
    tim_taken(g)


def wear(g: State, unit: Unit, march: bool, crawled: bool, mechanized: bool) -> None:
    """8.3, 8.5.3, A10.1, A10.3: who is exhausted or disrupted by a move."""
    panther = "panther" in g.unit(unit).flags
    if march or crawled or panther:
        rule = "8.3" if march else "8.5.3" if crawled else "A10.1"
        if exhaust(g, unit):
            g.say(f"{g.called(unit)} is exhausted.", rule, (g.at[unit],))
    if panther and march:
        disrupt(g, (unit,), "A10.1")
    if panther and mechanized:
        disrupt(g, (unit,), "A10.3", attacker=True)
