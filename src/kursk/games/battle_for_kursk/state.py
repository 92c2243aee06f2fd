"""3.3, 3.4: what a game of Battle for Kursk remembers, and the words its chapters share."""

from functools import cache
from pathlib import Path

import msgspec

from kursk.core.counters import Roster, Unit
from kursk.core.forms import read_verbs
from kursk.core.hexes import OFF, Hex, Hexes, beside
from kursk.core.state import State as Base
from kursk.games.battle_for_kursk.tables import TURNS, Turn, printed

GERMAN, RUSSIAN = SIDES = ("german", "russian")
ELIMINATED, OFF_MAP = BOXES = ("eliminated", "off map")
INFANTRY, ARMOUR = KINDS = ("infantry", "armour")
MUD_RULES = ("scripted", "die")  # 11.0, or the option of 11.3
MARKERS = 3  # Offensive markers of a side


class State(Base, kw_only=True, eq=False):
    verbs = read_verbs(Path(__file__).parent / "data" / "verbs.toml")
    # options
    mud_rule: str = MUD_RULES[0]
    history: bool = False  # both sides keep to the postures of 1943
    # 11, 12: the turn
    mud: bool | None = None  # None: a position file has not said
    previous: dict[str, str] = {}  # by side: the posture of the turn before
    posture: dict[str, str] = {}  # by side, once revealed
    offensives: dict[str, int] = {}  # by side: the available markers
    # 12.1: the Strategic Objective
    objective: str = ""  # its hex; empty once it lies on the victory point track
    objective_side: str = GERMAN  # the side that lies up
    locked: bool = False
    deployed: bool = False  # the Russian chose Deploy on turn 1, with his side up
    scored: str = ""  # the side that has had its point
    # 10: the replacement phase
    points: dict[str, int] = {}  # by kind of unit; empty outside the phase
    # 9: the combat phase
    battles: tuple[str, ...] = ()  # announced and not yet resolved, as they were ordered
    # sets of units
    moved: int = 0  # 8.0: has moved in this phase
    rebuilt: int = 0  # 10.1: placed in this phase


class Attack(msgspec.Struct, frozen=True):
    """9.0, 9.2.1: a battle as it is announced."""

    target: Hex
    attackers: tuple[Unit, ...]
    lead: Unit = OFF  # OFF: no Offensive
    supporters: tuple[Unit, ...] = ()

    @property
    def units(self) -> tuple[Unit, ...]:
        return self.attackers + self.supporters


def read_attack(g: State, order: str) -> Attack:
    """The attack that an order announces; the order has been found in order."""
    words = order.split()
    named = {key: words[words.index(key) + 1] for key in ("with", "support") if key in words}
    front, behind = (
        tuple(g.roster.find(id) for id in named.get(key, "").split(",") if id)
        for key in ("with", "support")
    )
    lead = g.roster.find(words[words.index("offensive") + 1]) if "offensive" in words else OFF
    return Attack(g.grid.find(words[1]), front, lead, behind)


def foe(side: str) -> str:
    return RUSSIAN if side == GERMAN else GERMAN


@cache
def kinds(roster: Roster) -> tuple[str, ...]:
    """3.3: Shock is infantry; panzers, tanks and Guards are armour."""
    return tuple(ARMOUR if "armour" in counter.flags else INFANTRY for counter in roster)


def kind(g: State, unit: Unit) -> str:
    return kinds(g.roster)[unit]


def colour(g: State, unit: Unit) -> str:
    """3.3: the parent army or front; units of one colour belong together."""
    return g.unit(unit).more.get("colour", "")


def allowance(g: State, unit: Unit) -> int:
    return int(g.unit(unit).moves)


def reduced(g: State, unit: Unit) -> bool:
    """3.3: the back of the counter lies up."""
    return g.lost[unit] == 1


def home(g: State, side: str) -> Hexes:
    """4.0: a side's own side of the Start Line."""
    west = g.board.hexes["german control"]
    return west if side == GERMAN else g.grid.all & ~west


def cities(g: State) -> Hexes:
    """10.0: a major city is a city too."""
    return g.board.hexes["city"] | g.board.hexes["major city"]


def place(g: State, name: str) -> Hexes:
    """The city in the hex where the map has that place; empty on a map without one there."""
    return 1 << printed().places[name].hex & cities(g)


def box(g: State) -> Turn:
    """4.0: this turn's box of the track."""
    return TURNS[g.turn - 1]


def taken(g: State) -> Hexes:
    """8.2.1, 8.2.2: the hexes with a unit of either side."""
    return g.held[GERMAN] | g.held[RUSSIAN]


def zone(g: State, side: str) -> Hexes:
    """7.0: the six hexes round each unit, the enemy's own hexes among them.

    Nothing cancels a zone: no friendly unit, no terrain, no river.
    """
    return beside(g.grid, g.held[side])


def enemy_zone(g: State, side: str) -> Hexes:
    return zone(g, foe(side))
