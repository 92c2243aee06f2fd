"""9.8: advance after combat."""

from kursk.core.counters import Unit
from kursk.core.flow import DONE, Done, Phase, Refusal
from kursk.core.hexes import Hex, Hexes, scan
from kursk.core.menu import Menu
from kursk.core.orders import hexes_in, ids, no_hex, units_in
from kursk.games.panzer_keil.positions import assault
from kursk.games.panzer_keil.stacking import fits
from kursk.games.panzer_keil.state import State, area, foe, name_of
from kursk.games.panzer_keil.victory import enter, tim_taken
from kursk.games.panzer_keil.zones import around, lake_between


class Advance(Phase):
    """9.8.1, 9.8.2: into the hex that was emptied, and by the result one hex on from there.

    Neither ground nor enemy zones matter. `advance UNIT,UNIT HEX` or `advance UNIT HEX HEX`.
    """

    rule = "9.8"
    title = "Advance after combat"
    usage = "advance UNIT,UNIT HEX | advance UNIT HEX HEX | end"
    small = True
    target: Hex
    units: tuple[Unit, ...]
    far: int
    advanced: tuple[Unit, ...] = ()

    def prompt(self, g: State) -> str:
        further = ", and a hex further" if self.far > 1 else ""
        return f"Attackers may advance into {name_of(g, self.target)}{further}. Then end."

    def _waiting(self) -> tuple[Unit, ...]:
        return tuple(unit for unit in self.units if unit not in self.advanced)

    def _second(self, g: State) -> Hexes:
        """9.8.2: any direction, but not onto an enemy, over a lake or out of the area."""
        if self.far < 2:
            return 0
        return around(g, 1 << self.target) & ~g.held[foe(g.side)] & area(g)

    def offers(self, g: State, about: str) -> Menu:
        waiting, name, menu = self._waiting(), g.grid.name[self.target], Menu()
        whole = [waiting] if len(waiting) > 1 else []
        for group in (*whole, *((unit,) for unit in waiting)):
            who = ids(g, group)
            if fits(g, group, self.target) and about in ("", name, *who.split(",")):
                menu.add(f"advance {who} {name}")
            for hex in scan(self._second(g)):
                if fits(g, group, hex) and about in ("", g.grid.name[hex], *who.split(",")):
                    menu.add(f"advance {who} {name} {g.grid.name[hex]}")
        return menu

    def refused(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["advance", named, *names] if names:
                return self._refused(g, named.split(","), names)
        return self.unread(g, order)

    def _refused(self, g: State, named: list[str], names: list[str]) -> Refusal | None:
        here = {g.unit(unit).id: unit for unit in self.units}
        for id in named:
            if id not in here:
                return Refusal("9.8", f"{id} did not take part in the attack.")
            if here[id] in self.advanced or named.count(id) > 1:
                return Refusal("9.8", f"{id} has advanced.", (id,))
        if why := no_hex(g, names, "9.8.1"):
            return why
        way = hexes_in(g, names)
        if way[0] != self.target:
            vacated = g.grid.name[self.target]
            says = f"The first hex of an advance is {vacated}, which was emptied."
            return Refusal("9.8.1", says, tuple(named), (vacated,))
        group = tuple(here[id] for id in named)
        return self._refused_way(g, group, way)

    def _refused_way(self, g: State, group: tuple[Unit, ...], way: list[Hex]) -> Refusal | None:
        named, end = tuple(g.unit(unit).id for unit in group), g.grid.name[way[-1]]
        if len(way) > self.far:
            hexes = "one hex" if self.far == 1 else "two hexes"
            rule = "A8.4.4" if assault(g, g.side, 1 << self.target) else "9.8.2"
            return Refusal(rule, f"This advance is of {hexes}.", named, (end,))
        if len(way) == 2:
            if not g.grid.touch(*way) or lake_between(g, *way):
                return Refusal("9.8.2", f"{end} cannot be reached from there.", named, (end,))
            if not self._second(g) >> way[1] & 1:
                return Refusal("9.8.2", f"{end} is closed to an advance.", named, (end,))
        if not fits(g, group, way[-1]):
            return Refusal("9.8.3", f"{end} has no room for them.", named, (end,))
        return None

    def carry_out(self, g: State, order: str) -> Done | None:
        _, named, *names = order.split()
        group = units_in(g, named)
        origins = {g.at[unit] for unit in group}
        for name in names:
            for unit in group:
                g.place(unit, g.grid.find(name))
            enter(g, g.grid.find(name), g.side)
        self.advanced = (*self.advanced, *group)
        goes = "advance" if len(group) > 1 else "advances"
        end = g.at[group[0]]
        g.say(f"{g.called(*group)} {goes} to {name_of(g, end)}.", "9.8", (*origins, end))
        tim_taken(g)
        return None if self._waiting() else DONE
