"""11.12, 11.19: retreat after combat."""

from collections.abc import Iterator
from functools import cache

from kursk.core.counters import Unit
from kursk.core.flow import Done, Frame, Refusal
from kursk.core.hexes import Hex, Hexes, scan
from kursk.core.orders import units_in
from kursk.games.drive_on_kursk.displacement import (
    Entering,
    arrivals,
    leave,
    open_to,
    steps_of_retreat,
    trapped,
)
from kursk.games.drive_on_kursk.reinforcements import out_of_step
from kursk.games.drive_on_kursk.stacking import fits, room, size
from kursk.games.drive_on_kursk.state import GERMAN, InBattle, State, foe, zone

Choice = tuple[tuple[Unit, ...], Hex]  # units that go together, and where to

NEVER = 99  # more hexes than there are


@cache
def fewest(corps: int, others: int, rooms: tuple[tuple[int, int], ...]) -> int:
    """11.12: the fewest hexes that hold so many units. A hex is its room and its price: 0 for
    one that is in use already, else 1.
    """
    if not corps and not others:
        return 0
    if not rooms:
        return NEVER
    (space, price), rest = rooms[0], rooms[1:]
    best = fewest(corps, others, rest)
    for i in range(min(corps, space // 3) + 1):
        for j in range(min(others, space - 3 * i) + 1):
            if i or j:
                best = min(best, price + fewest(corps - i, others - j, rest))
    return best


class Force:
    """11.12: a force in the midst of its retreat: who has to leave yet, and where others went."""

    def __init__(self, g: State, target: Hex, units: tuple[Unit, ...]) -> None:
        self.g, self.target = g, target
        self.side = g.side_of(units[0])
        self.waiting = tuple(unit for unit in units if g.at[unit] == target)
        gone = {g.at[unit] for unit in units if g.at[unit] not in (target, -1)}
        self.used: Hexes = sum(1 << hex for hex in gone)
        self.barred: Hexes = 1 << target  # it is being vacated: nobody retreats into it
        self.fixed = g.reserve | sum(1 << unit for unit in units)

    def rooms(self) -> dict[Hex, int]:
        """11.12: the hexes to be filled first, with their room: those out of enemy zones, and
        only if there is no room at all, for Germans, those in them (A-38).
        """
        if self.waiting:
            least = min(size(self.g, unit) for unit in self.waiting)
            for hexes in steps_of_retreat(self.g, self.waiting[0], self.barred):
                rooms = {hex: room(self.g, self.side, hex) for hex in scan(hexes)}
                rooms = {hex: space for hex, space in rooms.items() if space >= least}
                if rooms:
                    return rooms
        return {}

    def parts(self, units: tuple[Unit, ...], rooms: dict[Hex, int], used: Hexes) -> int:
        """The fewest hexes beyond those in use that take these units in."""
        corps = sum(size(self.g, unit) == 3 for unit in units)
        priced = tuple(sorted((space, 1 - (used >> hex & 1)) for hex, space in rooms.items()))
        return fewest(corps, len(units) - corps, priced)

    def may_go(self, group: tuple[Unit, ...], hex: Hex) -> bool:
        """11.12: the stack stays together, or is broken up as little as can be (A-37).

        Where there is not room for all, each unit goes where it can (A-38).
        """
        rooms = self.rooms()
        fewest_parts = self.parts(self.waiting, rooms, self.used)
        if fewest_parts >= NEVER:
            return len(group) == 1 and hex in self.ways(group[0])
        rest = tuple(unit for unit in self.waiting if unit not in group)
        filled = sum(size(self.g, unit) for unit in group)
        if filled > rooms.get(hex, 0):
            return False
        left = self.parts(rest, {**rooms, hex: rooms[hex] - filled}, self.used | 1 << hex)
        return left + (1 - (self.used >> hex & 1)) == fewest_parts

    def ways(self, unit: Unit) -> list[Hex]:
        """11.12, 11.13: where one unit may go by itself, room being made where it must be.

        Those who displace others keep together too, as far as it can be seen.
        """
        hexes = list(scan(open_to(self.g, unit, self.barred, self.fixed)))
        if any(fits(self.g, (unit,), hex) for hex in hexes):
            return hexes
        joined = [hex for hex in hexes if self.used >> hex & 1]
        return joined or [hex for hex in hexes if self._takes_all(unit, hex)] or hexes

    def _takes_all(self, first: Unit, hex: Hex) -> bool:
        g: State | None = self.g
        for unit in (first, *(other for other in self.waiting if other != first)):
            g = next(arrivals(g, unit, hex, self.barred, self.fixed), None) if g else None
        return g is not None

    def choices(self) -> list[Choice]:
        """What the owner is offered: the whole stack, where it may go, or unit by unit."""
        rooms = self.rooms()
        whole = [(self.waiting, hex) for hex in rooms if self.may_go(self.waiting, hex)]
        if whole and not self.used:
            return whole
        singles: list[Choice] = [
            ((unit,), hex) for unit in self.waiting for hex in self._single_ways(unit, rooms)
        ]
        if whole and {hex for _, hex in singles} == {whole[0][1]}:
            return whole  # all that are left can only follow
        return [*whole, *singles] if len(self.waiting) > 1 else singles

    def _single_ways(self, unit: Unit, rooms: dict[Hex, int]) -> list[Hex]:
        if self.parts(self.waiting, rooms, self.used) >= NEVER:
            return self.ways(unit)
        return [hex for hex in rooms if self.may_go((unit,), hex)]


class Retreats(Frame):
    """11.12, 11.19: all the defenders leave the hex at once; whoever cannot is eliminated."""

    rule = "11.12"
    title = "Retreat"
    target: Hex
    units: tuple[Unit, ...]

    def each(self, g: State) -> Frame | None:
        force = Force(g, self.target, self.units)
        if not force.waiting:
            return None
        self.repeat()
        choices = force.choices()
        if len(choices) > 1:
            return Retreat(self.target, self.units)
        if choices:
            return going(force, *choices[0])
        for unit in force.waiting:
            if not g.result:
                trapped(g, unit, self.target)
        return None

    steps = (each,)


def going(force: Force, group: tuple[Unit, ...], hex: Hex) -> Frame | None:
    """11.13: retreats are made one unit at a time."""
    if len(group) == 1:
        return Entering(group[0], hex, force.barred, force.fixed)
    for unit in group:
        if not force.g.result:
            leave(force.g, unit, hex)
    return None


class Retreat(InBattle):
    """11.12: the owner chooses among the hexes open to him: `retreat UNIT,UNIT HEX`."""

    rule = "11.12"
    title = "Retreat"
    usage = "retreat UNIT,UNIT HEX"
    target: Hex
    units: tuple[Unit, ...]

    def actor(self, g: State) -> str:
        return g.side_of(self.units[0])

    def prompt(self, g: State) -> str:
        return f"Retreat your units from {g.grid.name[self.target]}."

    def orders(self, g: State, about: str = "") -> Iterator[str]:
        for group, hex in Force(g, self.target, self.units).choices():
            ids, name = [g.unit(unit).id for unit in group], g.grid.name[hex]
            if about in ("", name, *ids):
                yield f"retreat {','.join(ids)} {name}"

    def refusal(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["retreat", ids, name]:
                return self._refused(g, ids.split(","), name)
        return out_of_step(g, order) or self.unread(g, order)

    def _refused(self, g: State, ids: list[str], name: str) -> Refusal | None:
        force = Force(g, self.target, self.units)
        group = tuple(g.roster.number.get(id, -1) for id in ids)
        for id, unit in zip(ids, group, strict=True):
            if unit not in force.waiting or ids.count(id) > 1:
                return Refusal("11.12", f"{id} has no retreat to make now.", (id,))
        if name not in g.grid.cell:
            return Refusal("10.20", f"There is no hex {name} on this map.")
        hex = g.grid.cell[name]
        if not g.grid.touch(self.target, hex):
            return Refusal("11.12", f"A retreat is one hex; {name} is not next.", (), (name,))
        if force.may_go(group, hex):
            return None
        rule, says = self._reason(force, group, hex)
        open_now = ", ".join(self.orders(g))
        return Refusal(rule, says, tuple(ids), (name,), f"Open: {open_now}.")

    def _reason(self, force: Force, group: tuple[Unit, ...], hex: Hex) -> tuple[str, str]:
        g, name = force.g, force.g.grid.name[hex]
        if g.held[foe(force.side)] >> hex & 1:
            return "10.7", f"An enemy is in {name}."
        if zone(g, foe(force.side)) >> hex & 1 and hex not in force.rooms():
            who = "Soviets never go there"
            if force.side == GERMAN:
                who = "Germans go there only where no other move is open"
            return "11.12", f"{name} is in an enemy zone: {who}."
        if not fits(g, group, hex):
            return "11.13", f"{name} has no room, and nobody is displaced for these units now."
        return "11.12", "The stack stays together, or breaks up as little as can be."

    def play(self, g: State, order: str) -> Done:
        _, ids, name = order.split()
        group = units_in(g, ids)
        return Done(going(Force(g, self.target, self.units), group, g.grid.find(name)))
