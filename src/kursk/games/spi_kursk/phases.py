"""4.22, 4.24: the Movement Phase and the Mechanized Movement Phase."""

import random
from collections.abc import Iterator
from functools import partial

from kursk.core.counters import Unit
from kursk.core.flow import Frame, Phase, Refusal
from kursk.core.hexes import Hex
from kursk.core.menu import Menu
from kursk.core.orders import hexes_in, no_hex, no_unit, way
from kursk.core.paths import Reach
from kursk.core.state import units
from kursk.games.spi_kursk.fog import covered
from kursk.games.spi_kursk.movement import (
    Group,
    carry,
    over,
    reachable,
    read_group,
    refused_mechanized,
    refused_mover,
    refused_way,
    stay_put,
    steppers,
)
from kursk.games.spi_kursk.overrun import Overrun, overruns, refused_overrun, strikers
from kursk.games.spi_kursk.partisans import clear, clearings, refused_clearing
from kursk.games.spi_kursk.pieces import kinds, rooted
from kursk.games.spi_kursk.rail import by_rail, entrain, refused_entraining, refused_train
from kursk.games.spi_kursk.state import State, ids


def spell(g: State, opening: str, found: Reach, hex: Hex) -> str:
    return f"{opening} {way(g, found.path(hex))}"


def single(g: State, opening: str, hex: Hex) -> str:
    return f"{opening} {g.grid.name[hex]}"


class Movement(Phase):
    """5.11, 5.17: units move singly or as stacks; a move may go on until it is over."""

    covered = covered
    rule = "4.22"
    title = "Movement"
    phase = "movement"
    usage = "move UNIT,UNIT HEX… | overrun UNIT,UNIT HEX | rail UNIT HEX… | clear UNIT HEX | end"
    asks = "Move your units, overrun, use the railways; then end the phase."

    def barred(self, g: State, unit: Unit) -> Refusal | None:
        return refused_mover(g, unit)

    def idle(self, g: State) -> int:
        """The units that nothing can be done with in this phase."""
        return g.reserve | g.disrupted | g.railed | g.halted | rooted(g.roster)

    def free(self, g: State) -> list[Unit]:
        """The units that may do something in this phase."""
        out = self.idle(g)
        return units(g.afield[g.side] & ~out)

    def groups(self, g: State, about: str = "") -> Iterator[Group]:
        """Every free unit alone, every stack of them as a whole, and those of it that overrun."""
        by_hex: dict[Hex, list[Unit]] = {}
        for unit in self.free(g):
            by_hex.setdefault(g.at[unit], []).append(unit)
        for hex, stack in by_hex.items():
            if about not in ("", g.grid.name[hex], *ids(g, stack)) and about not in g.grid.cell:
                continue
            for unit in stack:
                if about in ("", g.unit(unit).id) or about in g.grid.cell:
                    yield (unit,)
            if len(stack) < 2:
                continue
            whole = tuple(unit for unit in g.pile(hex) if unit in stack)
            yield whole
            able = strikers(g, whole)
            if 1 < len(able) < len(whole) and (about in ids(g, able) or about not in ids(g, whole)):
                yield able

    def offers(self, g: State, about: str) -> Menu:
        menu, goal = Menu(), g.grid.cell.get(about)
        for group in self.groups(g, about):
            only = None if goal is None or g.at[group[0]] == goal else goal
            self.offer(g, menu, group, only)
        return menu

    def offer(self, g: State, menu: Menu, group: Group, only: Hex | None = None) -> None:
        """All that a unit or a stack may be ordered to do, or all that leads to one hex."""
        named = ",".join(ids(g, group))
        within = g.grid.all if only is None else 1 << only
        if not over(g, group):
            found = reachable(g, group)
            menu.each(found.hexes & within, partial(spell, g, f"move {named}", found))
            menu.each(clearings(g, group) & within, partial(single, g, f"clear {named}"))
        menu.each(overruns(g, group) & within, partial(single, g, f"overrun {named}"))
        if self.entrains(g, group):
            train = by_rail(g, group[0])
            menu.each(train.hexes & within, partial(spell, g, f"rail {named}", train))

    def entrains(self, g: State, group: Group) -> bool:
        return len(group) == 1 and not refused_entraining(g, group[0])

    def able(self, g: State) -> list[str]:
        free, over_ = self.free(g), g.moved | g.halted
        found, penned = steppers(g, g.side, [unit for unit in free if not over_ >> unit & 1])
        if len(found) < len(free):
            for group in self.groups(g):
                if not found.issuperset(group) and self.can_act(g, group, group[0] in penned):
                    found.update(group)
        return [g.unit(unit).id for unit in free if unit in found]

    def can_act(self, g: State, group: Group, penned: bool) -> bool:
        """Is there anything to offer? The cheapest questions come first; who cannot take a step
        by himself is asked where he can go only as part of a stack, which may pay otherwise."""
        if not over(g, group):
            if not (penned and len(group) == 1) and reachable(g, group).hexes:
                return True
            if clearings(g, group):
                return True
        if overruns(g, group):
            return True
        return self.entrains(g, group) and bool(by_rail(g, group[0]).hexes)

    def draw(self, g: State, chance: random.Random) -> str:
        """Any unit that may still do something, alone or with its stack; or the end."""
        waiting = self.free(g)
        while (number := chance.randrange(len(waiting) + 1)) < len(waiting):
            unit, out = waiting.pop(number), self.idle(g)
            stack = tuple(each for each in g.pile(g.at[unit]) if not out >> each & 1)
            menu = Menu()
            self.offer(g, menu, (unit,) if len(stack) == 1 or chance.randrange(2) else stack)
            if menu:
                return chance.choice(menu)
        return "end"

    def refused(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["move" | "overrun" | "rail" | "clear" as verb, named, *names] if names:
                return self.refused_order(g, verb, named.split(","), names)
        return self.unread(g, order)

    def refused_order(
        self, g: State, verb: str, named: list[str], names: list[str]
    ) -> Refusal | None:
        if why := self.refused_group(g, named) or no_hex(g, names, "3.1"):
            return why
        group = read_group(g, named)
        if verb in ("overrun", "clear") and len(names) > 1:
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
        """5.17: units of one hex, each free to move."""
        if why := no_unit(g, named, g.side, self.rule):
            return why
        units = [g.roster.find(id) for id in named]
        for unit in units:
            if why := self.barred(g, unit):
                return why
        if any(g.at[unit] != g.at[units[0]] for unit in units):
            return Refusal("5.17", "Only units of one hex move as a stack.", tuple(named))
        return None

    def carry_out(self, g: State, order: str) -> Frame | None:
        match order.split():
            case ["move", named, *names]:
                carry(g, read_group(g, named.split(",")), hexes_in(g, names))
            case ["rail", id, *names]:
                entrain(g, g.roster.find(id), hexes_in(g, names))
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
    asks = "Move mechanized units again, then end the phase."

    def barred(self, g: State, unit: Unit) -> Refusal | None:
        return refused_mover(g, unit) or refused_mechanized(g, unit)

    def idle(self, g: State) -> int:
        return super().idle(g) | g.static | ~kinds(g.roster).flagged

    def entrains(self, g: State, group: Group) -> bool:
        return False

    def refused_order(
        self, g: State, verb: str, named: list[str], names: list[str]
    ) -> Refusal | None:
        if verb == "rail":
            return Refusal("5.82", "There is no rail movement in this phase.")
        return super().refused_order(g, verb, named, names)
