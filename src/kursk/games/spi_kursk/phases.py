"""4.22, 4.24: the Movement Phase and the Mechanized Movement Phase."""

from collections.abc import Iterator

from kursk.core.counters import Unit
from kursk.core.flow import DONE, Decision, Done, Frame, Refusal
from kursk.core.hexes import Hex, scan
from kursk.games.spi_kursk.movement import (
    Group,
    carry,
    reachable,
    read_group,
    refused_mechanized,
    refused_mover,
    refused_way,
    stay_put,
)
from kursk.games.spi_kursk.orders import misplaced
from kursk.games.spi_kursk.overrun import Overrun, overruns, refused_overrun
from kursk.games.spi_kursk.partisans import clear, clearings, refused_clearing
from kursk.games.spi_kursk.pieces import kinds
from kursk.games.spi_kursk.rail import by_rail, entrain, refused_entraining, refused_train
from kursk.games.spi_kursk.state import State, ids, own_unit


class Movement(Decision):
    """5.11, 5.17: units move singly or as stacks; a move may go on until it is over."""

    rule = "4.22"
    title = "Movement"
    phase = "movement"
    usage = "move UNIT,UNIT HEX… | overrun UNIT,UNIT HEX | rail UNIT HEX… | clear UNIT HEX | end"

    def actor(self, g: State) -> str:
        return g.side

    def prompt(self, g: State) -> str:
        return "Move your units, overrun, use the railways; then end the phase."

    def barred(self, g: State, unit: Unit) -> Refusal | None:
        return refused_mover(g, unit)

    def free(self, g: State) -> list[Unit]:
        """The units that may do something in this phase."""
        known = kinds(g.roster)
        out = g.reserve | g.disrupted | g.railed | known.partisan | known.fortified
        return [u for u in g.on_map(g.side) if not out >> u & 1 and not self.barred(g, u)]

    def groups(self, g: State, about: str = "") -> Iterator[Group]:
        """Every free unit alone, and every stack of them as a whole."""
        by_hex: dict[Hex, list[Unit]] = {}
        for unit in self.free(g):
            by_hex.setdefault(g.at[unit], []).append(unit)
        for hex, stack in by_hex.items():
            named = ids(g, stack)
            if about and about not in named and about not in g.grid.cell:
                continue
            for unit in stack:
                if about in ("", g.unit(unit).id) or about in g.grid.cell:
                    yield (unit,)
            if len(stack) > 1:
                yield tuple(unit for unit in g.pile(hex) if unit in stack)

    def orders(self, g: State, about: str = "") -> Iterator[str]:
        hexes = about in g.grid.cell
        for group in self.groups(g, about):
            for order in self.of(g, group):
                words = order.split()
                if not hexes or about == words[-1] or about == g.grid.name[g.at[group[0]]]:
                    yield order
        if not about:
            yield "end"

    def of(self, g: State, group: Group) -> Iterator[str]:
        """All that a unit or a stack may be ordered to do."""
        named = ",".join(ids(g, group))
        if not stay_put(g, group):
            found = reachable(g, group)
            for hex in scan(found.hexes):
                way = " ".join(g.grid.name[step] for step in found.path(hex))
                yield f"move {named} {way}"
            for hex in clearings(g, group):
                yield f"clear {named} {g.grid.name[hex]}"
        for hex in overruns(g, group):
            yield f"overrun {named} {g.grid.name[hex]}"
        yield from self.trains(g, group)

    def trains(self, g: State, group: Group) -> Iterator[str]:

        if len(group) > 1 or refused_entraining(g, group[0]):
            return
        found = by_rail(g, group[0])
        id = g.unit(group[0]).id
        for hex in scan(found.hexes):
            way = " ".join(g.grid.name[step] for step in found.path(hex))
            yield f"rail {id} {way}"

    def able(self, g: State) -> list[str]:
        found = set()
        for group in self.groups(g):
            if not all(unit in found for unit in group) and any(self.of(g, group)):
                found.update(group)
        return list(ids(g, sorted(found)))

    def refusal(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["end"]:
                return None
            case ["move" | "overrun" | "rail" | "clear" as verb, named, *names] if names:
                return self.refused(g, verb, named.split(","), names)
        return misplaced(g, order, self.rule, self.usage)

    def refused(self, g: State, verb: str, named: list[str], names: list[str]) -> Refusal | None:

        if why := self.refused_group(g, named):
            return why
        group = read_group(g, named)
        if unknown := [name for name in names if name not in g.grid.cell]:
            return Refusal("3.1", f"There is no hex {unknown[0]} on this map.")
        if verb != "move" and verb != "rail" and len(names) > 1:
            return Refusal(self.rule, f"To {verb} is one hex at a time.")
        if verb == "overrun":
            return refused_overrun(g, group, g.grid.cell[names[0]])
        if verb == "rail":
            return refused_train(g, group, names)
        if why := stay_put(g, group):
            return why
        if verb == "clear":
            return refused_clearing(g, group, g.grid.cell[names[0]])
        return refused_way(g, group, names)

    def refused_group(self, g: State, named: list[str]) -> Refusal | None:
        for id in named:
            unit = own_unit(g, id, g.side)
            if unit is None:
                return Refusal(
                    "4.22", f"The {g.side.capitalize()} side has no unit {id} on the map."
                )
            if named.count(id) > 1:
                return Refusal("5.17", f"{id} is named twice.", (id,))
            if why := self.barred(g, unit):
                return why
        first, *rest = [g.at[g.roster.find(id)] for id in named]
        if any(hex != first for hex in rest):
            return Refusal("5.17", "Only units of one hex move as a stack.", tuple(named))
        return None

    def play(self, g: State, order: str) -> Done | Frame | None:

        match order.split():
            case ["end"]:
                return DONE
            case ["move", named, *names]:
                carry(g, read_group(g, named.split(",")), [g.grid.find(name) for name in names])
            case ["rail", id, *names]:
                entrain(g, g.roster.find(id), [g.grid.find(name) for name in names])
            case ["clear", named, name]:
                clear(g, read_group(g, named.split(",")), g.grid.find(name))
            case ["overrun", *_]:
                return Overrun(order)
        return None


class Mechanized(Movement):
    """5.81, 5.82: units with the flag move again, with a fresh allowance; no trains."""

    rule = "4.24"
    title = "Mechanized Movement"
    phase = "mechanized"
    usage = "move UNIT,UNIT HEX… | overrun UNIT,UNIT HEX | clear UNIT HEX | end"

    def prompt(self, g: State) -> str:
        return "Move mechanized units again, then end the phase."

    def barred(self, g: State, unit: Unit) -> Refusal | None:
        return refused_mover(g, unit) or refused_mechanized(g, unit)

    def trains(self, g: State, group: Group) -> Iterator[str]:
        return iter(())

    def refused(self, g: State, verb: str, named: list[str], names: list[str]) -> Refusal | None:
        if verb == "rail":
            return Refusal("5.82", "There is no rail movement in this phase.")
        return super().refused(g, verb, named, names)
