"""5.1.3, 8.0, 10.0: the movement phase, mechanized movement, and how they end."""

import random

from kursk.core.choices import OneUnit
from kursk.core.counters import Unit
from kursk.core.flow import DONE, Done, Frame, Refusal
from kursk.core.hexes import Hex
from kursk.core.menu import Menu
from kursk.core.orders import hexes_in
from kursk.games.panzer_keil import reinforcements
from kursk.games.panzer_keil.movement import free_to_move
from kursk.games.panzer_keil.moving import Moving
from kursk.games.panzer_keil.reinforcements import waiting
from kursk.games.panzer_keil.stacking import LIMIT, load, overfull, size
from kursk.games.panzer_keil.state import REMOVED, SOVIET, State
from kursk.games.panzer_keil.victory import eliminate


class Ending(Moving):
    """5.1.3, 5.1.4: a movement phase ends when every stack is within the limit.

    A stack that somebody can still leave has to be put right; only where nobody can are units
    removed.
    """

    def unfinished(self, g: State) -> Refusal | None:
        for hex in overfull(g, g.side):
            if any(self._has_room(g, unit) for unit in g.pile(hex)):
                name = g.grid.name[hex]
                says = f"{name} holds {load(g, hex)}, and the limit is {LIMIT}."
                return Refusal("5.1.3", says, (), (name,), "Move somebody out of it.")
        return None

    def _has_room(self, g: State, unit: Unit) -> bool:
        """Could it still go somewhere and stop there?"""
        return any(found.hexes for found in self.ways(g, unit).values())

    def close(self, g: State) -> Frame | None:
        g.moved, g.known = 0, {}
        return Removals() if overfull(g, g.side) else None


class Movement(Ending):
    """8.0: the movement phase, in which reinforcements come too."""

    rule = "8.0"
    title = "Movement"
    phase = "movement"
    usage = "move UNIT HEX… | march UNIT HEX… | enter UNIT HEX | rail UNIT HEX HEX… | end"

    def prompt(self, g: State) -> str:
        if coming := waiting(g):
            return f"Move your units; {g.called(*coming)} may enter. Then end the phase."
        return "Move your units, then end the phase."

    def offers(self, g: State, about: str) -> Menu:
        return reinforcements.menu(g, about).more(super().offers(g, about))

    def draw(self, g: State, chance: random.Random) -> str:
        coming = reinforcements.menu(g, "") if waiting(g) and chance.randrange(2) else None
        return chance.choice(coming) if coming else super().draw(g, chance)

    def able(self, g: State) -> list[str]:
        coming = [u for u in waiting(g) if reinforcements.menu(g, g.unit(u).id)]
        return [*super().able(g), *(g.unit(unit).id for unit in coming)]

    def refused(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["enter", id, name]:
                return reinforcements.refused_entry(g, id, name)
            case ["rail", id, *names] if len(names) > 1:
                return reinforcements.refused_rail(g, id, names)
        return super().refused(g, order)

    def carry_out(self, g: State, order: str) -> None:
        match order.split():
            case ["enter", id, name]:
                reinforcements.come(g, g.roster.find(id), g.grid.find(name))
            case ["rail", id, *names]:
                reinforcements.entrain(g, g.roster.find(id), hexes_in(g, names))
            case _:
                super().carry_out(g, order)

    def close(self, g: State) -> Frame | None:
        if g.side == SOVIET:
            reinforcements.delays(g)
        return super().close(g)


class MechanizedMovement(Ending):
    """10.0, 10.2: fresh mechanized units move again; no forced march, no rail."""

    rule = "10.0"
    title = "Mechanized movement"
    phase = "mechanized"
    asks = "Move fresh mechanized units a second time, then end the phase."
    mechanized = True

    def refused(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["march" | "rail" as verb, *_]:
                what = "forced march" if verb == "march" else "rail movement"
                return Refusal("10.2", f"There is no {what} in mechanized movement.")
        return super().refused(g, order)


def may_move_again(g: State) -> bool:
    """10.1: has anybody a mechanized movement to make?"""
    return bool(free_to_move(g, g.side, True))


class Removals(Frame):
    """5.1.4: stack by stack, until all are within the limit."""

    rule = "5.1.4"
    title = "Stacking"

    def each(self, g: State) -> Frame | None:
        found = overfull(g, g.side)
        if not found:
            return None
        self.repeat()
        some = tuple(unit for unit in g.pile(found[0]) if size(g, unit))
        return Removal(g.side, some, found[0])

    steps = (each,)


class Removal(OneUnit):
    """5.1.4: the owner removes a unit of his choice from a stack that is too large."""

    rule = "5.1.4"
    title = "Stacking"
    verb = "remove"
    usage = "remove UNIT"
    hex: Hex

    def prompt(self, g: State) -> str:
        return f"{g.grid.name[self.hex]} holds too much: choose the unit that is removed."

    def chosen(self, g: State, unit: Unit) -> Done:
        eliminate(g, unit, "5.1.4", REMOVED)
        return DONE
