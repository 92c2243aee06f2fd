"""2.2: what a game of Panzer Keil remembers, and the words its chapters share."""

from functools import cache
from pathlib import Path
from typing import Self

from kursk.core.counters import Counter, Roster, Unit
from kursk.core.forms import read_verbs
from kursk.core.hexes import OFF, Hex, Hexes
from kursk.core.state import State as Base
from kursk.core.state import derived, units
from kursk.games.panzer_keil.tables import NEW, SCENARIOS, TURNS, Scenario, Turn, printed

GERMAN, SOVIET = SIDES = ("german", "soviet")
REINFORCEMENTS, ELIMINATED, REMOVED, WITHDRAWN, EXITED = BOXES = (
    "reinforcements",
    "eliminated",
    "removed",
    "withdrawn",
    "exited",
)


class State(Base, kw_only=True, eq=False):
    verbs = read_verbs(Path(__file__).parent / "data" / "verbs.toml")

    scenario: str = "campaign"
    # options
    version: str = NEW
    disrupted_zones: bool = True  # 5.2: disrupted units keep their zones
    strict_odds: bool = False  # 9.3: below 1:1 the fraction favours the defender
    early_release: bool = True  # A12.0: the armies of turn 9 may come sooner
    printed_table: bool = False  # the old support table as it is printed
    # 7: the support phase
    targets: tuple[str, ...] = ()  # "2344 south 4": allotted and not yet rolled for
    # A6.2: air markers used this turn, by side
    air: dict[str, int] = {}
    railed: int = 0  # A7.2: units that have gone by rail this turn
    # A16: the score of A16.1 to A16.4 when the last turn ended; None: as it stands now
    score_before: int | None = None
    released: bool = False  # A12.0: the armies of turn 9 may come
    # sets of units; an exhausted unit has lost its step
    disrupted: int = 0  # 5.3
    repulsed: int = 0  # 9.6
    oos: int = 0  # 6.1.6: out of supply
    moved: int = 0  # 8.1: has moved in this phase
    attacked: int = 0  # 9.1.6: has attacked in this phase
    entered: int = 0  # 8.6: came in this turn
    delayed: int = 0  # 8.6.4: found every entry held by the enemy, and waits a turn
    fought: Hexes = 0  # 9.1.5: hexes that were attacked in this phase

    def copy(self) -> Self:
        g = super().copy()
        g.air = self.air.copy()
        return g


# -- words ---------------------------------------------------------------------------------------


def foe(side: str) -> str:
    return SOVIET if side == GERMAN else GERMAN


def played(g: State) -> Scenario:
    return SCENARIOS[g.scenario]


@derived
def area(g: State) -> Hexes:
    """A15.1, A15.2: the part of the map in use."""
    kind = played(g).area
    return g.grid.all if kind == "all" else g.board.hexes[kind]


def box(g: State) -> Turn:
    """2.3: this turn's box of the record."""
    return TURNS[min(g.turn, len(TURNS)) - 1]


def special_turn(g: State) -> bool:
    """A14.0, OA14.0: turns 1 and 2 have rules of their own, but not in the old version."""
    return g.version == NEW and g.turn <= 2


def name_of(g: State, hex: Hex) -> str:
    """A hex as people call it: by its place, if it has one."""
    found = printed().place_at(hex)
    return f"{found.name} ({g.grid.name[hex]})" if found else g.grid.name[hex]


# -- counters ------------------------------------------------------------------------------------


@cache
def flagged(roster: Roster, flag: str) -> int:
    """The units that have a flag, as a set."""
    return sum(1 << unit for unit, counter in enumerate(roster) if flag in counter.flags)


def mech(g: State, unit: Unit) -> bool:
    return bool(flagged(g.roster, "mech") >> unit & 1)


def group(g: State, unit: Unit) -> str:
    """A6.4, A9.2: the army group or front."""
    return g.unit(unit).more["group"]


def values(counter: Counter, step: int) -> tuple[int, int]:
    """2.2.1: attack and defence, as printed on the side that lies up."""
    attack, _, defence = counter.strengths[step].rpartition("/")
    return int(attack or defence), int(defence)


def attack(g: State, unit: Unit) -> int:
    return values(g.unit(unit), g.lost[unit])[0]


def defence(g: State, unit: Unit) -> int:
    return values(g.unit(unit), g.lost[unit])[1]


def allowance(g: State, unit: Unit) -> int:
    """2.2.1: the movement of the side that lies up."""
    return int(g.unit(unit).moves_at(g.lost[unit]))


def tired_allowance(g: State, unit: Unit) -> int:
    """8.3: the movement of the exhausted side."""
    return int(g.unit(unit).moves_at(1))


def exhausted(g: State, unit: Unit) -> bool:
    return g.lost[unit] > 0


def exhaust(g: State, unit: Unit) -> bool:
    """2.2.1: a mechanized unit is turned over; others never are. True if it was fresh."""
    if not mech(g, unit) or exhausted(g, unit):
        return False
    g.reduce(unit)
    return True


def is_disrupted(g: State, unit: Unit) -> bool:
    """5.3: under a marker of either kind."""
    return bool((g.disrupted | g.repulsed) >> unit & 1)


def steady(g: State, side: str) -> Hexes:
    """6.1.3: the hexes with a unit of the side that is not disrupted."""
    return _steady(g)[side]


@derived
def _steady(g: State) -> dict[str, Hexes]:
    found = dict(g.held)
    marked = g.disrupted | g.repulsed
    for unit in units(marked):
        hex = g.at[unit]
        if hex != OFF and all(marked >> other & 1 for other in g.pile(hex)):
            found[g.side_of(unit)] &= ~(1 << hex)
    return found


def bits(these: tuple[Unit, ...] | list[Unit]) -> int:
    return sum(1 << unit for unit in these)
