"""3.2, 3.5: what a game of Kursk remembers, and the words its chapters share."""

from pathlib import Path

from kursk.core.counters import Unit
from kursk.core.forms import read_verbs
from kursk.core.hexes import OFF, Hex, Hexes
from kursk.core.state import State as Base
from kursk.core.state import derived
from kursk.games.spi_kursk.tables import SCENARIOS, Scenario

GERMAN, SOVIET = SIDES = ("german", "soviet")
ELIMINATED, BROKEN = "eliminated", "broken down"
MOST_TURNS = max(scenario.turns for scenario in SCENARIOS.values())
BOXES = (ELIMINATED, BROKEN, *(f"turn {n}" for n in range(1, MOST_TURNS + 1)))
MODES = ("assault", "mobile", "static")  # what a headquarters may choose; Disrupted lies over it


class State(Base, kw_only=True, eq=False):
    verbs = read_verbs(Path(__file__).parent / "data" / "verbs.toml")

    # the scenario and the options
    scenario: str = "july"
    limited: bool = False  # 16.1
    eased: bool = False  # 16.2
    integrity: bool = False  # 16.3
    air_war: bool = False  # 17
    lenient: bool = False  # 11.55 and 11.56 are left out
    # 18: victory points, reserves, partisans
    vp: dict[str, int] = {}
    divisions_lost: int = 0  # single rifle divisions that have not made a point yet
    activations: int = 0  # paid ones of this Game-Turn
    allotment: int = 0  # 15.3: partisans still to be placed
    # 11, 12, 14: command
    attached: dict[str, str] = {}  # by unit: the headquarters of its alternate subordination
    parts: dict[str, str] = {}  # by Kampfgruppe: its division
    absent: dict[str, int] = {}  # by eliminated headquarters: Administrative Phases to wait
    # 5, 6: the movement phase in hand
    spent: dict[str, int] = {}  # by unit: half movement points
    rails: dict[str, int] = {}  # by hex: units that have used its track
    overrun: Hexes = 0  # the hexes overrun in this phase
    # 9, 13: the Combat Phase in hand
    fought: Hexes = 0  # the hexes attacked in this segment
    suppression: dict[str, int] = {}  # by hex and class: not yet spread over units
    suppressed: dict[str, int] = {}  # by unit
    antitank: dict[str, int] = {}  # by headquarters: points used
    artillery: dict[str, int] = {}
    retreated: int = 0  # hexes that the force in hand has made good
    unmade: int = 0  # hexes of them that a part of it could not make
    # 17: air points left in this Game-Turn, and those gone for good
    air: dict[str, int] = {}
    shot_down: dict[str, int] = {}
    # 18.12: turns of a set-up by hand that have begun
    placed: int = 0
    # sets of units
    assault: int = 0
    mobile: int = 0
    static: int = 0
    disrupted: int = 0
    unsupplied: int = 0
    cutoff: int = 0  # out of communication
    independent: int = 0
    reserve: int = 0  # 18.31: not yet activated
    moved: int = 0  # its move is over, but for an overrun
    halted: int = 0  # 6.6: for overruns, too
    railed: int = 0
    disengaged: int = 0
    attacked: int = 0  # in this segment
    earlier: int = 0  # in the First Combat Segment
    fired: int = 0  # guns that have had their shot in this Combat Phase
    shown: int = 0  # 16.1: both sides know them, as long as their combat lasts

    def place(self, unit: Unit, hex: Hex) -> None:
        """16.1: who comes next to an enemy stack learns what it holds."""
        if self.limited:
            side = self.side_of(unit)
            near = self.grid.around(1 << hex) & self.held[foe(side)]
            if near & ~self.grid.around(self.held[side]):
                self.learned += 1
        super().place(unit, hex)

    def called(self, *units: Unit) -> str:
        """16.1: the log names what both sides see."""
        if not self.limited:
            return super().called(*units)
        shown = [u for u in units if open_to(self, u, foe(self.side_of(u))) or self._on_top(u)]
        names = [self.roster[unit].name for unit in shown]
        if rest := len(units) - len(shown):
            side = self.side_of(units[0]).capitalize()
            names.append(f"{rest} {side} counters" if rest > 1 else f"a {side} counter")
        told = ", ".join(names)
        return told[:1].upper() + told[1:]

    def _on_top(self, unit: Unit) -> bool:
        return self.pile(self.at[unit])[-1:] == (unit,)

    def copy(self) -> "State":
        g = super().copy()
        for name in DICTS:
            setattr(g, name, getattr(self, name).copy())
        return g


DICTS = (
    "vp", "attached", "parts", "absent", "spent", "rails", "suppression", "suppressed",
    "antitank", "artillery", "air", "shot_down",
)  # fmt: skip


@derived
def present(g: State, side: str) -> tuple[Unit, ...]:
    """A side's units on the map, in the order of the roster."""
    return tuple(g.on_map(side))


def open_to(g: State, unit: Unit, side: str) -> bool:
    """16.1: does a side know all of a unit? Its own, what stands next to it, and off the map."""
    if not g.limited or g.at[unit] == OFF or g.side_of(unit) == side or g.shown >> unit & 1:
        return True
    return bool(side) and bool(g.grid.around(g.held[side]) >> g.at[unit] & 1)


def foe(side: str) -> str:
    return SOVIET if side == GERMAN else GERMAN


def rules_of(g: State) -> Scenario:
    """18.11: the scenario that is played."""
    return SCENARIOS[g.scenario]


def mode(g: State, unit: Unit) -> str:
    """10.11: a unit's mode; partisans have none."""
    if g.disrupted >> unit & 1:
        return "disrupted"
    return ordered_mode(g, unit)


def ordered_mode(g: State, unit: Unit) -> str:
    """10.11: the mode that its headquarters or it itself has chosen; Disrupted lies over it."""
    if g.static >> unit & 1:
        return "static"
    if g.mobile >> unit & 1:
        return "mobile"
    return "assault" if g.assault >> unit & 1 else ""


def set_mode(g: State, unit: Unit, name: str) -> None:
    """10.14: it lasts until the next Administrative Phase of its owner."""
    bit = 1 << unit
    g.assault, g.mobile, g.static = g.assault & ~bit, g.mobile & ~bit, g.static & ~bit
    if name:
        setattr(g, name, getattr(g, name) | bit)


def home(g: State, side: str) -> Hexes:
    """18.12: a side's own side of the start line."""
    german = g.board.hexes[rules_of(g).control]
    return german if side == GERMAN else g.grid.all & ~german


def steps(g: State, unit: Unit) -> int:
    """9.53: the steps that a unit has left."""
    return g.unit(unit).steps - g.lost[unit]


def ids(g: State, units: tuple[Unit, ...] | list[Unit]) -> tuple[str, ...]:
    return tuple(g.unit(unit).id for unit in units)
