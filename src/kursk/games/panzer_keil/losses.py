"""9.6: units that are eliminated, and who chooses them."""

from collections.abc import Iterator
from itertools import combinations

from kursk.core.counters import Unit
from kursk.core.flow import DONE, Decision, Done, Frame, Refusal
from kursk.core.hexes import OFF
from kursk.core.orders import ids, units_in
from kursk.games.panzer_keil.state import State
from kursk.games.panzer_keil.victory import eliminate


def losses(g: State, side: str, among: tuple[Unit, ...], count: int, rule: str) -> Frame | None:
    """9.6, 9.7.5: the owner chooses; where all must go there is nothing to choose."""
    there = tuple(unit for unit in among if g.at[unit] != OFF)
    if len(there) > count:
        return Losses(side, there, count, rule)
    for unit in there:
        eliminate(g, unit, rule)
    return None


class Choosing(Decision):
    """A side names units of a battle, all in one order: `lose UNIT,UNIT`."""

    title = "Losses"
    usage = "lose UNIT,UNIT…"
    lone = small = True
    side: str
    among: tuple[Unit, ...]

    def offered(self, g: State) -> Iterator[tuple[Unit, ...]]:
        raise NotImplementedError

    def wrong(self, g: State, chosen: tuple[Unit, ...]) -> Refusal | None:
        raise NotImplementedError

    def orders(self, g: State, about: str = "") -> Iterator[str]:
        for chosen in self.offered(g):
            if not about or about in ids(g, chosen).split(","):
                yield f"lose {ids(g, chosen)}"

    def refusal(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["lose", names]:
                chosen = names.split(",")
                here = {g.unit(unit).id: unit for unit in self.among}
                for id in chosen:
                    if id not in here:
                        return Refusal("9.6", f"{id} is not among those to choose from.")
                    if chosen.count(id) > 1:
                        return Refusal("9.6", f"{id} is named twice.", (id,))
                return self.wrong(g, tuple(here[id] for id in chosen))
        return self.unread(g, order)

    def taken(self, g: State, order: str) -> tuple[Unit, ...]:
        return units_in(g, order.split()[1])


class Losses(Choosing):
    """9.6, 9.7.5: so many units, of their owner's choice."""

    rule = "9.6"
    count: int
    cause: str

    def prompt(self, g: State) -> str:
        many = "the unit" if self.count == 1 else f"{self.count} units"
        why = "The retreat is too short (9.7.5): choose" if self.cause == "9.7.5" else "Choose"
        return f"{why} {many} to be eliminated."

    def offered(self, g: State) -> Iterator[tuple[Unit, ...]]:
        return combinations(self.among, self.count)

    def wrong(self, g: State, chosen: tuple[Unit, ...]) -> Refusal | None:
        if len(chosen) == self.count:
            return None
        return Refusal(self.cause, f"It is {self.count} that must go, not {len(chosen)}.")

    def play(self, g: State, order: str) -> Done:
        for unit in self.taken(g, order):
            eliminate(g, unit, self.cause)
        return DONE
