"""11.13: displacement. A unit makes room for one that retreats, as if it retreated itself.

Nobody is lost by it: before a unit is sent into a full hex, the whole chain is tried out on a
copy of the position, and only what leaves everybody on the map is allowed.

`barred` are hexes nobody may be pushed into: the one under attack, and those in which room is
being made. `fixed` are units that nobody displaces: reserves (A-14), and the retreating force.
"""

from collections.abc import Iterator

from kursk.core.counters import Unit
from kursk.core.flow import Done, Frame, Refusal
from kursk.core.hexes import Hex, Hexes, scan
from kursk.games.drive_on_kursk.stacking import fits, full, room, size
from kursk.games.drive_on_kursk.state import GERMAN, SOVIET, InBattle, State, foe, zone
from kursk.games.drive_on_kursk.victory import eliminate, enter


def steps_of_retreat(g: State, unit: Unit, barred: Hexes) -> tuple[Hexes, Hexes]:
    """11.12: the neighbours without an enemy, first those out of his zones, then, for Germans
    only, those in them. Any ground and any direction will do (A-36), and a friend in the hex
    does not cancel a zone.
    """
    side = g.side_of(unit)
    near = g.grid.around(1 << g.at[unit]) & ~g.held[foe(side)] & ~barred
    enemy = zone(g, foe(side))
    return near & ~enemy, near & enemy if side == GERMAN else 0


def open_to(g: State, unit: Unit, barred: Hexes, fixed: int) -> Hexes:
    """11.12, 11.13: where a unit may go by itself.

    A hex with room, out of enemy zones if there is one; else one where room can be made (A-38,
    A-40); else none.
    """
    steps = steps_of_retreat(g, unit, barred)
    for hexes in steps:
        if free := hexes & ~full(g, g.side_of(unit), size(g, unit)):
            return free
    for hexes in steps:
        if made := sum(1 << h for h in scan(hexes) if can_enter(g, unit, h, barred, fixed)):
            return made
    return 0


def can_enter(g: State, unit: Unit, hex: Hex, barred: Hexes, fixed: int) -> bool:
    """11.13: is there a way to make room for the unit that costs nobody his life?"""
    return next(arrivals(g, unit, hex, barred, fixed), None) is not None


def arrivals(g: State, unit: Unit, hex: Hex, barred: Hexes, fixed: int) -> Iterator[State]:
    """Positions in which the unit has entered the hex and all who made room are safe."""
    if fits(g, (unit,), hex):
        after = g.copy()
        after.place(unit, hex)
        yield after
        return
    shut = barred | 1 << hex
    if not hopeful(g, unit, hex, shut, fixed):
        return
    for group in displaceable(g, unit, hex, fixed):
        found = False
        for other in {size(g, each): each for each in group}.values():  # one of a size will do
            for after in retreats(g, other, shut, fixed):
                for last in arrivals(after, unit, hex, barred, fixed):
                    found = True
                    yield last
        if found:
            return


def retreats(g: State, unit: Unit, barred: Hexes, fixed: int) -> Iterator[State]:
    """Positions in which the unit has gone where it may go by itself."""
    for hex in scan(open_to(g, unit, barred, fixed)):
        yield from arrivals(g, unit, hex, barred, fixed)


def hopeful(g: State, unit: Unit, hex: Hex, shut: Hexes, fixed: int) -> bool:
    """Might room be made in a hex, if all went as well as it can? It only saves the search for
    chains that cannot end well: room for all who are too many must lie where one pushes on the
    next.
    """
    side = g.side_of(unit)
    open_ = g.grid.all & ~g.held[foe(side)] & ~shut
    if side == SOVIET:
        open_ &= ~zone(g, GERMAN)
    onward = open_ & (g.places(g.afield[side] & ~fixed) | ~full(g, side, 1))
    ends = g.grid.flood(g.grid.around(1 << hex) & onward, onward) & ~full(g, side, 1)
    need = size(g, unit) - room(g, side, hex)
    return bool(ends & ~g.held[side]) or need <= sum(room(g, side, end) for end in scan(ends))


def displaceable(g: State, unit: Unit, hex: Hex, fixed: int) -> tuple[list[Unit], list[Unit]]:
    """11.13: who may be displaced: those one of whom is enough, then the others.

    One for one, where sizes allow; else as few as can be (A-39).
    """
    need = size(g, unit) - room(g, g.side_of(unit), hex)
    there = [other for other in g.pile(hex) if not fixed >> other & 1]
    enough = [other for other in there if size(g, other) >= need]
    return enough, [other for other in there if other not in enough]


def displacements(
    g: State, unit: Unit, hex: Hex, barred: Hexes, fixed: int
) -> list[tuple[Unit, Hex]]:
    """11.13: whom the owner may displace for the unit, and where to."""
    shut = barred | 1 << hex
    for group in displaceable(g, unit, hex, fixed):
        found = [
            (other, there)
            for other in group
            for there in scan(open_to(g, other, shut, fixed))
            if any(
                can_enter(after, unit, hex, barred, fixed)
                for after in arrivals(g, other, there, shut, fixed)
            )
        ]
        if found:
            return found
    return []


class Entering(Frame):
    """11.12, 11.13: a unit goes one hex; where there is no room, others make it first."""

    rule = "11.13"
    unit: Unit
    hex: Hex
    barred: Hexes
    fixed: int

    def make_room(self, g: State) -> Frame | None:
        if fits(g, (self.unit,), self.hex):
            return None
        found = displacements(g, self.unit, self.hex, self.barred, self.fixed)
        if not found:  # those who made room before him have taken what there was
            trapped(g, self.unit, self.hex)
            self.leave()
            return None
        self.repeat()
        if len(found) > 1:
            return Displace(self.unit, self.hex, self.barred, self.fixed)
        return displaced(g, *found[0], self.hex, self.barred, self.fixed)

    def go(self, g: State) -> None:
        leave(g, self.unit, self.hex)

    steps = (make_room, go)


def displaced(g: State, unit: Unit, there: Hex, hex: Hex, barred: Hexes, fixed: int) -> Entering:
    says = f"{g.called(unit)} must make room in {g.grid.name[hex]}."
    g.say(says, "11.13", (hex,))
    return Entering(unit, there, barred | 1 << hex, fixed)


def trapped(g: State, unit: Unit, hex: Hex) -> None:
    g.say(f"{g.called(unit)} has nowhere to retreat.", "11.12", (hex,))
    eliminate(g, unit)


def leave(g: State, unit: Unit, hex: Hex) -> None:
    """11.12: a unit retreats. If it has been attacked it will not help its new hex (A-50)."""
    g.place(unit, hex)
    g.retreated |= g.defended & 1 << unit
    g.say(f"{g.called(unit)} retreats to {g.grid.name[hex]}.", "11.12", (hex,))
    enter(g, hex, g.side_of(unit))


class Displace(InBattle):
    """11.13: the owner chooses who makes room, and where he goes."""

    rule = "11.13"
    title = "Displacement"
    usage = "displace UNIT HEX"
    unit: Unit
    hex: Hex
    barred: Hexes
    fixed: int

    def actor(self, g: State) -> str:
        return g.side_of(self.unit)

    def prompt(self, g: State) -> str:
        return f"Choose who makes room for {g.called(self.unit)} in {g.grid.name[self.hex]}."

    def orders(self, g: State, about: str = "") -> Iterator[str]:
        for unit, hex in displacements(g, self.unit, self.hex, self.barred, self.fixed):
            id, name = g.unit(unit).id, g.grid.name[hex]
            if about in ("", id, name):
                yield f"displace {id} {name}"

    def refusal(self, g: State, order: str) -> Refusal | None:
        if order in self.orders(g):
            return None
        here = g.grid.name[self.hex]
        match order.split():
            case ["displace", id, name]:
                says = f"{id} cannot be displaced from {here} to {name} without a loss."
                if g.reserve >> g.roster.number.get(id, len(g.roster)) & 1:
                    return Refusal("9.2", f"{id} is in reserve and does not move.", (id,))
                return Refusal("11.13", says, (id,), (name,))
        return self.unread(g, order)

    def play(self, g: State, order: str) -> Done:
        _, id, name = order.split()
        unit, there = g.roster.find(id), g.grid.find(name)
        return Done(displaced(g, unit, there, self.hex, self.barred, self.fixed))
