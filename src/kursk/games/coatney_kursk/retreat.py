"""§Tactical Retreats: how far, by which way, and who must stand."""

from collections.abc import Iterator, Sequence

from kursk.core.counters import Unit
from kursk.core.flow import DONE, Decision, Done, Frame, Refusal
from kursk.core.hexes import OFF, Hex, Hexes, scan
from kursk.core.menu import Menu
from kursk.core.orders import no_hex, way
from kursk.games.coatney_kursk.allocation import attacked
from kursk.games.coatney_kursk.lines import active, shut
from kursk.games.coatney_kursk.stacking import full_for
from kursk.games.coatney_kursk.state import State, disrupt, eliminate, enter, foe, level, limber
from kursk.games.coatney_kursk.zones import zone

RULE = "§Tactical Retreats"
Way = tuple[Hex, ...]


SPOTS = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))  # across each side: row, half hexes


def beyond_the_edge(g: State, hex: Hex, side: int, other: Hex) -> int:
    """How far the hex that would lie across a side of the map is from another."""
    (row, along), (row_b, along_b) = g.grid.spot[hex], g.grid.spot[other]
    rows = abs(row + SPOTS[side][0] - row_b)
    return rows + max(0, abs(along + SPOTS[side][1] - along_b) - rows) // 2


# -- one step ----------------------------------------------------


class Ground:
    """What bears on the retreat of one unit in one combat."""

    def __init__(self, g: State, unit: Unit, targets: tuple[Hex, ...], origins: Way) -> None:
        self.g, self.unit, self.targets = g, unit, targets
        self.side, self.start = g.side_of(unit), g.at[unit]
        self.origins = tuple(hex for hex in origins if g.grid.touch(hex, self.start)) or origins
        other = foe(self.side)
        own_lines = active(g, self.side)
        self.blocked: Hexes = zone(g, other) & ~g.held[self.side] & ~own_lines
        self.shut = g.held[other] | attacked(g) & g.held[self.side]
        self.haven = own_lines & ~zone(g, other)

    def barred(self, there: Hex) -> bool:
        """The side toward a hex touches one from which the unit is attacked."""
        return any(there == origin or self.g.grid.touch(there, origin) for origin in self.origins)

    def behind_line(self, there: Hex) -> bool:
        """§Tactical Retreats: into or behind an own line hex that no enemy zone reaches."""
        near = self.g.grid.around(1 << there) & self.g.grid.around(1 << self.start)
        return bool(self.haven & (1 << there | near & self._fronts(there)))

    def _fronts(self, there: Hex) -> Hexes:
        """The own line hexes that have a hex at their back."""
        found = 0
        for n in range(6):
            line = self.g.grid.beyond(there, n)
            if line != OFF and self.haven >> line & 1:
                back = (n + 3) % 6
                front = self.g.board.sides[f"fort {self.side}"][back] >> line & 1
                flank = self.g.board.sides[f"flank {self.side}"][back] >> line & 1
                found |= (not front and not flank) << line
        return found

    def open(self, here: Hex, there: Hex) -> bool:
        """May a retreat step be taken, however the attackers stand?"""
        g = self.g
        if (self.shut | self.blocked) >> there & 1:
            return False
        if shut(g, self.side)[g.grid.side(there, here)] >> there & 1:
            return False
        return self.farther(here, there) and (
            here != self.start or not self.barred(there) or self.behind_line(there)
        )

    def farther(self, here: Hex, there: Hex) -> bool:
        """Farther from every hex attacked, and no nearer to those from which it was."""
        far = self.g.grid.distance
        return all(far(there, target) > far(here, target) for target in self.targets) and all(
            far(there, origin) >= far(here, origin) for origin in self.origins
        )

    def away(self, here: Hex, there: Hex) -> bool:
        """Farther from all attackers as well: to be preferred."""
        far = self.g.grid.distance
        return all(far(there, origin) > far(here, origin) for origin in self.origins)

    def steps(self, here: Hex) -> list[Hex]:
        near = [t for t in scan(self.g.grid.around(1 << here)) if self.open(here, t)]
        return [there for there in near if self.away(here, there)] or near

    def over_the_edge(self, here: Hex) -> bool:
        """§Edge of the World: is there a way on, but off the map?"""
        g, far = self.g, self.g.grid.distance
        for n in range(6):
            if g.grid.beyond(here, n) != OFF:
                continue
            targets = [(beyond_the_edge(g, here, n, t), far(here, t)) for t in self.targets]
            origins = [(beyond_the_edge(g, here, n, o), far(here, o)) for o in self.origins]
            barred = here == self.start and any(there < 2 for there, _ in origins)
            away = all(a > b for a, b in targets) and all(a >= b for a, b in origins)
            if away and not barred:
                return True
        return False

    def ways(self, least: int, most: int) -> list[Way]:
        """Every way of at least and at most so many hexes.

        Where the least cannot be gone a unit goes as far as it can, unless it is the edge of the
        map that ends its way: then it has none. A hex with room goes before one without.
        """
        layers: list[list[Way]] = [[()]]
        for _ in range(most):
            layers.append(
                [(*way, there) for way in layers[-1] for there in self.steps(self.end(way))]
            )
        found = [way for layer in layers[max(least, 1) :] for way in layer]
        if least and not found:
            last = next(layer for layer in reversed(layers) if layer)
            found = [way for way in last if way and not self.over_the_edge(way[-1])]
        fits = [way for way in found if not full_for(self.g, self.unit, way[-1])]
        return fits if fits or not least else found

    def end(self, way: Way) -> Hex:
        return way[-1] if way else self.start


def surrounded(g: State, unit: Unit, targets: tuple[Hex, ...], origins: Way) -> bool:
    """§Surrounded: no hex to which it may go, and no way over the edge either."""
    return way_out(g, unit, targets, origins) == ""


def way_out(g: State, unit: Unit, targets: tuple[Hex, ...], origins: Way) -> str:
    """§Surrounded, §Edge of the World: by a hex, off the map alone, or "" for none."""
    ground = Ground(g, unit, targets, origins)
    if ground.steps(ground.start):
        return "hex"
    return "off" if ground.over_the_edge(ground.start) else ""


# -- the attacker's number ----------------------------------------------------


class Drive(Decision):
    """§Dn: the attacker says how many hexes, from none to the number of the result."""

    rule = "§Dn"
    title = "How far"
    usage = "drive 0 | drive 1 | drive 2"
    small = True
    targets: tuple[Hex, ...]
    most: int

    def prompt(self, g: State) -> str:
        where = " and ".join(g.name_of(hex) for hex in self.targets)
        return f"How far must the defenders of {where} retreat?"

    def orders(self, g: State, about: str = "") -> Sequence[str]:
        return () if about else tuple(f"drive {n}" for n in range(self.most, -1, -1))

    def able(self, g: State) -> list[str]:
        return []

    def play(self, g: State, order: str) -> Done:
        g.driven = int(order.split()[1])
        hexes = "hex" if g.driven == 1 else "hexes"
        g.say(f"The defenders are driven back {g.driven} {hexes}.", self.rule, self.targets)
        return DONE


# -- the defender's ways ----------------------------------------------------


class Retreats(Decision):
    """§Dn, §D: unit after unit, by the way the defender chooses, and farther if he may."""

    rule = "§Tactical Retreats"
    title = "Retreat"
    usage = "retreat UNIT HEX… | stay UNIT | eliminate UNIT"
    lone = small = True
    targets: tuple[Hex, ...]
    origins: tuple[Hex, ...]
    waiting: tuple[tuple[Unit, int, int], ...]  # unit, hexes it must go, hexes it may go

    def actor(self, g: State) -> str:
        return foe(g.side)

    def prompt(self, g: State) -> str:
        unit, least, most = self.waiting[0]
        if least == most:
            return f"{g.called(unit)} retreats {least}: choose the way."
        return f"{g.called(unit)} retreats {least} to {most} hexes: choose the way."

    def ways(self, g: State, unit: Unit) -> list[Way]:
        least, most = next((least, most) for u, least, most in self.waiting if u == unit)
        return Ground(g, unit, self.targets, self.origins).ways(least, most)

    def must(self, unit: Unit) -> int:
        return next(least for u, least, _ in self.waiting if u == unit)

    def choices(self, g: State, unit: Unit) -> list[str]:
        id, found = g.unit(unit).id, self.ways(g, unit)
        orders = [f"retreat {id} {way(g, path)}" for path in found]
        if not self.must(unit):
            orders.append(f"stay {id}")
        if any(full_for(g, unit, path[-1]) for path in found):
            orders.append(f"eliminate {id}")
        return orders or [f"eliminate {id}" if self.lost(g, unit) else f"stay {id}"]

    def lost(self, g: State, unit: Unit) -> bool:
        """§Edge of the World: has it no way but off the map?"""
        ground = Ground(g, unit, self.targets, self.origins)
        return bool(ground.steps(ground.start)) or ground.over_the_edge(ground.start)

    def able(self, g: State) -> list[str]:
        return [g.unit(unit).id for unit in sorted(unit for unit, _, _ in self.waiting)]

    def orders(self, g: State, about: str = "") -> Sequence[str]:
        menu = Menu()
        for unit, _, _ in self.waiting:
            if about in ("", g.unit(unit).id):
                menu.add(*self.choices(g, unit))
        return menu

    def refusal(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["retreat" | "stay" | "eliminate" as verb, id, *names] if bool(names) == (
                verb == "retreat"
            ):
                if id not in self.able(g):
                    return Refusal(RULE, f"{id} does not retreat here.")
                unit = g.roster.find(id)
                if order in self.choices(g, unit):
                    return None
                return self.fault(g, unit, verb, names)
        return self.unread(g, order)

    def fault(self, g: State, unit: Unit, verb: str, names: list[str]) -> Refusal:
        """What is wrong with a retreat that is none."""
        id = g.unit(unit).id
        if verb == "eliminate":
            return Refusal("§Stacking", f"{id} has room to retreat.", (id,))
        if verb == "stay":
            return Refusal("§Dn", f"{id} must retreat.", (id,))
        if why := no_hex(g, names, RULE):
            return why
        open_ = "; ".join(way(g, path) for path in self.ways(g, unit)) or "none"
        says, rule = self.reason(g, unit, [g.grid.cell[name] for name in names])
        return Refusal(rule, says, (id,), tuple(names), f"Open: {open_}.")

    def reason(self, g: State, unit: Unit, path: list[Hex]) -> tuple[str, str]:
        id = g.unit(unit).id
        least, most = next((least, most) for u, least, most in self.waiting if u == unit)
        if not least <= len(path) <= most:
            return f"{id} retreats {least} to {most} hexes.", "§Dn"
        ground, here = Ground(g, unit, self.targets, self.origins), g.at[unit]
        for there in path:
            name = g.grid.name[there]
            if not g.grid.touch(here, there):
                return f"{g.grid.name[here]} and {name} do not touch.", RULE
            if g.held[foe(ground.side)] >> there & 1:
                return f"An enemy stands in {name}.", RULE
            if ground.shut >> there & 1:
                return f"{name} waits for an attack that is not resolved.", RULE
            if ground.blocked >> there & 1:
                return f"{name} is in an enemy zone, without a friend or a line.", RULE
            if here == ground.start and ground.barred(there) and not ground.behind_line(there):
                return f"The way to {name} touches a hex from which {id} was attacked.", RULE
            if not ground.farther(here, there):
                return f"{name} is not away from the battle, or nearer to an attacker.", RULE
            if there not in ground.steps(here):
                return f"{name} is not away from the attackers, and another hex is.", RULE
            here = there
        if full_for(g, unit, here):
            return f"{g.grid.name[here]} has no room, and another hex has.", "§Stacking"
        return f"{id} cannot go there.", RULE

    def play(self, g: State, order: str) -> Frame | Done | None:
        verb, id, *names = order.split()
        unit = g.roster.find(id)
        room = self.ways(g, unit)
        self.waiting = tuple(each for each in self.waiting if each[0] != unit)
        pushed = None
        if verb == "eliminate":
            eliminate(g, unit, "§Stacking" if room else "§Edge of the World")
        elif verb == "retreat":
            pushed = self.go(g, unit, [g.grid.find(name) for name in names])
        return Done(pushed) if not self.waiting else pushed

    def go(self, g: State, unit: Unit, path: list[Hex]) -> Frame | None:
        """Hex after hex; a hex that it overfills is thrown into disorder, §Stacking."""
        start, there = g.at[unit], g.pile(path[-1])
        fall_back(g, unit, path)
        g.say(f"{g.called(unit)} retreats to {g.name_of(path[-1])}.", RULE, (start, path[-1]))
        g.went = max(g.went, len(path))
        g.route |= sum(1 << hex for hex in path)
        if not there or not full_for(g, there[0], path[-1]):
            return None
        for other in there:
            disrupt(g, other, "§Stacking")
        return Pushed(self.targets, self.origins, there)


def fall_back(g: State, unit: Unit, path: Sequence[Hex]) -> None:
    level(g, unit, "§Entrenchment")
    limber(g, unit)
    for hex in path:
        g.place(unit, hex)
        enter(g, hex, g.side_of(unit))


class Pushed(Decision):
    """§Stacking: units in a hex that a retreat has overfilled may go, up to two hexes from the
    hex that was attacked.
    """

    rule = "§Stacking"
    title = "Pushed back"
    usage = "retreat UNIT HEX… | end"
    lone = small = True
    targets: tuple[Hex, ...]
    origins: tuple[Hex, ...]
    units: tuple[Unit, ...]

    def actor(self, g: State) -> str:
        return foe(g.side)

    def prompt(self, g: State) -> str:
        return f"{g.called(*self.units)}: the hex is overfilled; they may fall back as well."

    def ways(self, g: State, unit: Unit) -> Iterator[Way]:
        """To any hex within two of the attacked one that has room."""
        ground = Ground(g, unit, self.targets, self.origins)
        near = sum({1 << hex for t in self.targets for hex in scan(g.grid.within(t, 2))})
        shut_ = ground.shut | ground.blocked | sum(1 << t for t in self.targets)
        seen = 1 << ground.start
        paths: list[tuple[Way, Hex]] = [((), ground.start)]
        for path, here in paths:
            for there in scan(g.grid.around(1 << here) & near & ~shut_ & ~seen):
                if (
                    len(path) < 2
                    and not shut(g, ground.side)[g.grid.side(there, here)] >> there & 1
                ):
                    seen |= 1 << there
                    paths.append(((*path, there), there))
        return (path for path, hex in paths[1:] if not full_for(g, unit, hex))

    def able(self, g: State) -> list[str]:
        able = [unit for unit in self.units if any(True for _ in self.ways(g, unit))]
        return [g.unit(unit).id for unit in sorted(able)]

    def orders(self, g: State, about: str = "") -> Sequence[str]:
        menu = Menu()
        for unit in self.units:
            id = g.unit(unit).id
            if about in ("", id):
                menu.add(*(f"retreat {id} {way(g, path)}" for path in self.ways(g, unit)))
        return menu if about else menu.add("end")

    def refusal(self, g: State, order: str) -> Refusal | None:
        if order in self.orders(g):
            return None
        if order.startswith("retreat "):
            return Refusal(self.rule, "They fall back within two hexes of the hex attacked.")
        return self.unread(g, order)

    def play(self, g: State, order: str) -> Done | None:
        if order == "end":
            return DONE
        _, id, *names = order.split()
        unit = g.roster.find(id)
        fall_back(g, unit, [g.grid.find(name) for name in names])
        g.say(f"{g.called(unit)} falls back to {names[-1]}.", self.rule, (g.at[unit],))
        self.units = tuple(other for other in self.units if other != unit)
        return DONE if not self.units else None
