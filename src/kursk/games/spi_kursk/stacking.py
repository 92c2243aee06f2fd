"""7: stacking."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from kursk.core.counters import Roster, Unit
from kursk.core.flow import DONE, Decision, Done, Frame, Refusal
from kursk.core.hexes import Hex, Hexes, scan
from kursk.core.state import by_pile, derived
from kursk.games.spi_kursk.fog import covered
from kursk.games.spi_kursk.pieces import kinds, stack_points
from kursk.games.spi_kursk.state import SIDES, State
from kursk.games.spi_kursk.tables import STACKING

LIMIT: int = STACKING["limit"]
Load = tuple[int, int, int]  # Stacking Points, anti-tank units, artillery units


def load(g: State, these: Iterable[Unit]) -> Load:
    """7.0, 7.11, 7.12, 7.13, 7.14, 7.23: what units take up in a hex."""
    return _load(g.roster, tuple(these))


@lru_cache(maxsize=4096)
def _load(roster: Roster, these: tuple[Unit, ...]) -> Load:
    known, points = kinds(roster), stack_points(roster)
    total = anti_tank = artillery = 0
    for unit in these:
        total += points[unit]
        anti_tank += known.anti_tank >> unit & 1
        artillery += known.artillery >> unit & 1
    return total, anti_tank, artillery


def too_much(here: Load) -> str:
    """7.0, 7.23: the rule that such a load breaks; empty where it breaks none."""
    points, anti_tank, artillery = here
    if points > LIMIT:
        return "7.0"
    crowded = anti_tank > STACKING["anti_tank_units"] or artillery > STACKING["artillery_units"]
    return "7.23" if crowded else ""


def crowding(g: State, these: Iterable[Unit], hex: Hex) -> str:
    """7.21: the rule against these units ending in a hex, beside whatever else is there."""
    coming = tuple(these)
    return too_much(load(g, (*coming, *(unit for unit in g.pile(hex) if unit not in coming))))


SAYS = {
    "7.0": f"more than {LIMIT} Stacking Points would be there",
    "7.23": "a hex holds one anti-tank and one artillery unit",
}


@by_pile
def loads(g: State, pile: tuple[Unit, ...]) -> Load:
    """7.0: what a pile holds."""
    return _load(g.roster, pile)


@derived
def full(g: State, side: str, more: Load) -> Hexes:
    """7.21: the hexes of a side that cannot take so much more."""
    hexes = 0
    for here, there in loads(g).items():
        if too_much((here[0] + more[0], here[1] + more[1], here[2] + more[2])):
            hexes |= there
    return hexes & g.held[side]


def too_full(g: State, hexes: Hexes, more: Load) -> Hexes:
    """7.21: those of a few hexes that cannot take so much more."""
    found = 0
    for hex in scan(hexes):
        here = _load(g.roster, g.piles[hex])
        if too_much((here[0] + more[0], here[1] + more[1], here[2] + more[2])):
            found |= 1 << hex
    return found


def overfull(g: State) -> Hexes:
    return full(g, SIDES[0], (0, 0, 0)) | full(g, SIDES[1], (0, 0, 0))


class StackCheck(Frame):
    """7.22: what a retreat has brought over the limit is lost."""

    rule = "7.22"
    units: tuple[int, ...]  # that have retreated

    def each(self, g: State) -> Frame | None:
        over = overfull(g) & g.places(sum(1 << unit for unit in self.units))
        if not over:
            return None
        self.repeat()
        return OverStack(next(scan(over)), self.units)

    steps = (each,)


class OverStack(Decision):
    """7.22: of those that came, the owner chooses what goes."""

    covered = covered
    rule = "7.22"
    title = "Over-stacked"
    usage = "remove UNIT"
    small = True
    hex: Hex
    units: tuple[int, ...]

    def actor(self, g: State) -> str:
        return g.side_of(self.units[0])

    def come(self, g: State) -> list[Unit]:
        return [unit for unit in g.pile(self.hex) if unit in self.units]

    def prompt(self, g: State) -> str:
        return f"{g.name_of(self.hex)} holds too much: choose a unit that is lost."

    def orders(self, g: State, about: str = "") -> Iterator[str]:
        for unit in self.come(g):
            if about in ("", g.unit(unit).id, g.grid.name[self.hex]):
                yield f"remove {g.unit(unit).id}"

    def refusal(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["remove", id] if id in (g.unit(unit).id for unit in self.come(g)):
                return None
            case ["remove", id]:
                return Refusal("7.22", f"{id} did not retreat into {g.grid.name[self.hex]}.")
        return self.unread(g, order)

    def play(self, g: State, order: str) -> Done:
        from kursk.games.spi_kursk.losses import eliminate  # which reads this chapter

        eliminate(g, g.roster.find(order.split()[1]), "7.22")
        return DONE
