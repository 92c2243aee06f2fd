"""8.6, 5.1.3: the movement phase, mechanized movement, and how they end."""

from collections.abc import Iterator

from kursk.core.counters import Unit
from kursk.core.flow import DONE, Decision, Done, Frame, Refusal
from kursk.core.hexes import Hex
from kursk.games.panzer_keil import reinforcements
from kursk.games.panzer_keil.movement import bars, can_leave
from kursk.games.panzer_keil.moving import Moving
from kursk.games.panzer_keil.orders import misplaced
from kursk.games.panzer_keil.reinforcements import waiting
from kursk.games.panzer_keil.stacking import LIMIT, load, overfull
from kursk.games.panzer_keil.state import REMOVED, SOVIET, State
from kursk.games.panzer_keil.victory import eliminate


class Ending(Moving):
    """5.1.3, 5.1.4: a movement phase ends when every stack is within the limit.

    A stack that somebody can still leave has to be put right; only where nobody can are units
    removed.
    """

    def refusal(self, g: State, order: str) -> Refusal | None:
        if order != "end":
            return super().refusal(g, order)
        for hex in overfull(g, g.side):
            if any(self.free(g, unit) and can_leave(g, unit) for unit in g.pile(hex)):
                name = g.grid.name[hex]
                says = f"{name} holds {load(g, hex)}, and the limit is {LIMIT}."
                return Refusal("5.1.3", says, (), (name,), "Move somebody out of it.")
        return None

    def orders(self, g: State, about: str = "") -> Iterator[str]:
        may_end = self.refusal(g, "end") is None
        return (order for order in super().orders(g, about) if order != "end" or may_end)

    def play(self, g: State, order: str) -> Done | None:
        if order != "end":
            return super().play(g, order)
        g.moved, g.known = 0, {}
        return Done(Removals()) if overfull(g, g.side) else DONE


class Movement(Ending):
    """8.0: the movement phase, in which reinforcements come too."""

    rule = "8.0"
    title = "Movement"
    phase = "movement"
    usage = "move UNIT HEX… | march UNIT HEX… | enter UNIT HEX | rail UNIT HEX… | end"

    def prompt(self, g: State) -> str:
        coming = [g.unit(unit).id for unit in waiting(g)]
        if coming:
            return f"Move your units; {', '.join(coming)} may enter. Then end the phase."
        return "Move your units, then end the phase."

    def orders(self, g: State, about: str = "") -> Iterator[str]:
        yield from reinforcements.orders(g, about)
        yield from super().orders(g, about)

    def able(self, g: State) -> list[str]:
        coming = [u for u in waiting(g) if next(reinforcements.orders(g, g.unit(u).id), "")]
        ids = {*super().able(g), *(g.unit(unit).id for unit in coming)}
        return [counter.id for counter in g.roster if counter.id in ids]

    def refusal(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["enter", id, name]:
                return reinforcements.refused_entry(g, id, name)
            case ["rail", id, *names] if len(names) > 1:
                return reinforcements.refused_rail(g, id, names)
        return super().refusal(g, order)

    def play(self, g: State, order: str) -> Done | None:
        match order.split():
            case ["enter", id, name]:
                reinforcements.come(g, g.roster.find(id), g.grid.find(name))
                return None
            case ["rail", id, *names]:
                way = [g.grid.find(name) for name in names]
                reinforcements.entrain(g, g.roster.find(id), way)
                return None
            case ["end"] if g.side == SOVIET:
                reinforcements.delays(g)
        return super().play(g, order)


class MechanizedMovement(Ending):
    """10.0, 10.2: fresh mechanized units move again; no forced march, no rail."""

    rule = "10.0"
    title = "Mechanized movement"
    phase = "mechanized"
    mechanized = True

    def prompt(self, g: State) -> str:
        return "Move fresh mechanized units a second time, then end the phase."

    def refusal(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["march" | "rail" as verb, *_]:
                what = "forced march" if verb == "march" else "rail movement"
                return Refusal("10.2", f"There is no {what} in mechanized movement.")
        return super().refusal(g, order)


def may_move_again(g: State) -> bool:
    """10.1: has anybody a mechanized movement to make?"""
    return any(not bars(True).broken(g, unit) for unit in g.on_map(g.side))


class Removals(Frame):
    """5.1.4: stack by stack, until all are within the limit."""

    rule = "5.1.4"

    def each(self, g: State) -> Frame | None:
        found = overfull(g, g.side)
        if not found:
            return None
        self.repeat()
        return Removal(found[0])

    steps = (each,)


class Removal(Decision):
    """5.1.4: the owner removes a unit of his choice from a stack that is too large."""

    rule = "5.1.4"
    title = "Stacking"
    usage = "remove UNIT"
    hex: Hex

    def actor(self, g: State) -> str:
        return g.side

    def prompt(self, g: State) -> str:
        return f"{g.grid.name[self.hex]} holds too much: choose the unit that is removed."

    def orders(self, g: State, about: str = "") -> Iterator[str]:
        for unit in self._among(g):
            if about in ("", g.unit(unit).id, g.grid.name[self.hex]):
                yield f"remove {g.unit(unit).id}"

    def _among(self, g: State) -> list[Unit]:
        return [unit for unit in g.pile(self.hex) if g.unit(unit).size != "battalion"]

    def refusal(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["remove", id]:
                if id in (g.unit(unit).id for unit in self._among(g)):
                    return None
                return Refusal("5.1.4", f"{id} does not count in {g.grid.name[self.hex]}.")
        return misplaced(order, self.rule, self.usage)

    def play(self, g: State, order: str) -> Done:
        eliminate(g, g.roster.find(order.split()[1]), "5.1.4", REMOVED)
        return DONE
