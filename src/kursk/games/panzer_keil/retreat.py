"""9.7: retreats, led by the side that the result names."""

from collections.abc import Iterable, Iterator

from kursk.core.counters import Unit
from kursk.core.flow import DONE, Decision, Done, Frame, Refusal
from kursk.core.hexes import OFF, Hex, Hexes, scan
from kursk.core.orders import hexes_in, ids, no_hex, units_in
from kursk.core.orders import way as spelled
from kursk.games.panzer_keil.losses import losses
from kursk.games.panzer_keil.stacking import LIMIT, loads, size
from kursk.games.panzer_keil.state import State, area, foe, name_of
from kursk.games.panzer_keil.victory import enter
from kursk.games.panzer_keil.zones import around, enemy_zone, lake_between

Way = tuple[Hex, ...]  # the hexes entered


def open_to(g: State, side: str) -> Hexes:
    """9.7.2: no enemy unit, no enemy zone, whoever stands there; and nobody leaves the map."""
    return area(g) & ~g.held[foe(side)] & ~enemy_zone(g, side)


def _roomy(g: State, need: int, hex: Hex) -> bool:
    return not need or loads(g).get(hex, 0) + need <= LIMIT


def ways(g: State, group: tuple[Unit, ...], distance: int, target: Hex) -> list[Way]:
    """9.7, 9.7.1: the ways by which these units can retreat together: such as each of them may
    take by itself, with room for all at the end.
    """
    each = {size(g, unit): unit for unit in group}  # units of a size have the same ways
    found, *others = (_alone(g, unit, distance, target) for unit in each.values())
    for other in others:
        ends = {(way[-1], len(way)) for way in other}
        found = [way for way in found if (way[-1], len(way)) in ends]
    need = sum(size(g, unit) for unit in group)
    return [way for way in found if _roomy(g, need, way[-1])]


def _alone(g: State, unit: Unit, distance: int, target: Hex) -> list[Way]:
    """9.7.3, 9.7.4: ways that end where there is room, as far from the hex of the battle as a way
    of two hexes leads; where every end is full they go on beyond, till they find room.
    """
    found = _plain(g, unit, distance) or _beyond(g, unit, distance)
    if distance > 1 and found:
        far = max(g.grid.distance(way[-1], target) for way in found)
        found = [way for way in found if g.grid.distance(way[-1], target) == far]
    return found


def _paths(g: State, start: Hex, side: str, distance: int) -> list[Way]:
    """9.7.2: every way of so many open hexes, none of them twice."""
    open_ = open_to(g, side) & ~(1 << start)
    found: list[tuple[Way, Hex]] = [((), start)]
    for _ in range(distance):
        found = [
            ((*way, hex), hex)
            for way, here in found
            for hex in scan(around(g, 1 << here) & open_)
            if hex not in way
        ]
    return [way for way, _ in found]


def _plain(g: State, unit: Unit, distance: int) -> list[Way]:
    paths = _paths(g, g.at[unit], g.side_of(unit), distance)
    return [way for way in paths if _roomy(g, size(g, unit), way[-1])]


def _beyond(g: State, unit: Unit, distance: int) -> list[Way]:
    """9.7.3: past full hexes to the nearest that have room; one way to each is named."""
    start, side, need = g.at[unit], g.side_of(unit), size(g, unit)
    layer: dict[Hex, Way] = {}
    seen = {start}
    for way in _paths(g, start, side, distance):
        layer.setdefault(way[-1], way)
        seen.update(way)
    while layer:
        further: dict[Hex, Way] = {}
        for here, way in layer.items():
            for hex in scan(around(g, 1 << here) & open_to(g, side)):
                if hex not in seen:
                    further.setdefault(hex, (*way, hex))
        if found := [way for hex, way in further.items() if _roomy(g, need, hex)]:
            return found
        seen |= further.keys()
        layer = further
    return []


def as_good(g: State, group: tuple[Unit, ...], path: Way, named: list[Way]) -> bool:
    """9.7.1: another way to the same end, as long as the one that was named, will do as well."""
    if not any((way[-1], len(way)) == (path[-1], len(path)) for way in named):
        return False
    open_ = open_to(g, g.side_of(group[0])) & ~(1 << g.at[group[0]])
    steps = zip((g.at[group[0]], *path), path, strict=False)
    return len(set(path)) == len(path) and all(
        around(g, 1 << here) & open_ & 1 << there for here, there in steps
    )


def farthest(g: State, units: Iterable[Unit], distance: int) -> int:
    """9.7.5: the hexes that some of these who cannot go so far can go at least."""
    shorter = range(distance - 1, 0, -1)
    return next((n for n in shorter if any(_plain(g, unit, n) for unit in units)), 0)


class Retreats(Frame):
    """9.7, 9.7.5: all the units of one hex, one or several at a time."""

    rule = "9.7"
    title = "Retreat"
    units: tuple[Unit, ...]
    distance: int
    leader: str
    target: Hex  # the hex of the battle

    def each(self, g: State) -> Frame | None:
        waiting = self._waiting(g)
        if not waiting:
            return None
        able = tuple(u for u in waiting if ways(g, (u,), self.distance, self.target))
        if not able:
            return Shortfall(waiting, self.distance, self.leader, self.target)
        self.repeat()
        return Retreat(able, self.distance, self.leader, self.target)

    def _waiting(self, g: State) -> tuple[Unit, ...]:
        left = [unit for unit in self.units if g.at[unit] != OFF]
        origin = g.at[left[0]] if left else OFF
        if not self.origin:
            self.origin = origin
        return tuple(unit for unit in left if g.at[unit] == self.origin)

    origin: Hex = 0  # the hex that they leave; cell 0 is on no map

    steps = (each,)


class Shortfall(Frame):
    """9.7.5: a unit goes for each hex that is missing; the others stop where they can."""

    rule = "9.7.5"
    title = "Retreat"
    units: tuple[Unit, ...]
    distance: int
    leader: str
    target: Hex
    steps_left: int = 0
    origin: Hex = 0  # the hex that they leave

    def count(self, g: State) -> Frame | None:
        self.origin = g.at[self.units[0]]
        self.steps_left = farthest(g, self.units, self.distance)
        missing = self.distance - self.steps_left
        side = g.side_of(self.units[0])
        name = g.grid.name[self.origin]
        g.say(f"From {name} the retreat is {missing} short.", "9.7.5", (self.origin,))
        return losses(g, side, self.units, missing, "9.7.5")

    def follow(self, g: State) -> Frame | None:
        able = tuple(
            unit
            for unit in self.units
            if self.steps_left and g.at[unit] == self.origin
            if _plain(g, unit, self.steps_left)
        )
        if not able:
            return None
        self.repeat()
        return Retreat(able, self.steps_left, self.leader, self.target)

    steps = (count, follow)


class Retreat(Decision):
    """9.7: `retreat UNIT,UNIT HEX HEX`; units of a stack may part."""

    rule = "9.7"
    title = "Retreat"
    usage = "retreat UNIT,UNIT HEX HEX"
    lone = small = True
    units: tuple[Unit, ...]
    distance: int
    leader: str
    target: Hex

    def actor(self, g: State) -> str:
        return self.leader

    def prompt(self, g: State) -> str:
        whose = "your" if g.side_of(self.units[0]) == self.leader else "the enemy's"
        hexes = "1 hex" if self.distance == 1 else f"{self.distance} hexes"
        return f"Retreat {whose} {g.called(*self.units)} {hexes}."

    def orders(self, g: State, about: str = "") -> Iterator[str]:
        whole = [self.units] if len(self.units) > 1 else []
        for group in (*whole, *((unit,) for unit in self.units)):
            who = ids(g, group)
            for each in ways(g, group, self.distance, self.target):
                names = spelled(g, each)
                if about in ("", *names.split(), *who.split(",")):
                    yield f"retreat {who} {names}"

    def refusal(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["retreat", who, *names] if names:
                return self._refused(g, who.split(","), names)
        return self.unread(g, order)

    def _refused(self, g: State, named: list[str], names: list[str]) -> Refusal | None:
        here = {g.unit(unit).id: unit for unit in self.units}
        for id in named:
            if id not in here or named.count(id) > 1:
                return Refusal("9.7", f"{id} has no retreat to make now.")
        if why := no_hex(g, names, "9.7.1"):
            return why
        group, path = tuple(here[id] for id in named), tuple(hexes_in(g, names))
        open_ = ways(g, group, self.distance, self.target)
        if as_good(g, group, path, open_):
            return None
        rule, says = self._fault(g, group, path)
        ends = ", ".join(dict.fromkeys(g.grid.name[each[-1]] for each in open_))
        instead = f"Open: {ends}." if ends else "One at a time they find room."
        return Refusal(rule, says, tuple(named), tuple(names), instead)

    def _fault(self, g: State, group: tuple[Unit, ...], path: Way) -> tuple[str, str]:
        side, name, here = g.side_of(group[0]), g.grid.name, g.at[group[0]]
        for hex in path:
            if not g.grid.touch(here, hex):
                return "9.7.1", f"{name[here]} and {name[hex]} do not touch."
            if lake_between(g, here, hex):
                return "9.7.2", f"A lake parts {name[here]} from {name[hex]}."
            if g.held[foe(side)] >> hex & 1:
                return "9.7.2", f"An enemy unit stands in {name[hex]}."
            if enemy_zone(g, side) >> hex & 1:
                return "9.7.2", f"{name[hex]} is in an enemy zone."
            if not area(g) >> hex & 1:
                return "A15.0", f"{name[hex]} is outside the area in use."
            here = hex
        if len(path) != self.distance:
            hexes = "one hex" if self.distance == 1 else f"{self.distance} hexes"
            return "9.7", f"The retreat is of {hexes}."
        if not _roomy(g, sum(size(g, unit) for unit in group), path[-1]):
            return "9.7.3", f"{name[path[-1]]} has no room for them."
        return "9.7.4", f"{name[path[-1]]} is not as far from the battle as can be."

    def play(self, g: State, order: str) -> Done:
        _, named, *names = order.split()
        group = units_in(g, named)
        origin, side = g.at[group[0]], g.side_of(group[0])
        for name in names:
            for unit in group:
                g.place(unit, g.grid.find(name))
            enter(g, g.at[group[0]], side)
        goes = "retreat" if len(group) > 1 else "retreats"
        end = g.at[group[0]]
        g.say(f"{g.called(*group)} {goes} to {name_of(g, end)}.", "9.7", (origin, end))
        return DONE
