"""§Scale: what a game remembers, and the words its chapters share."""

from functools import cache
from pathlib import Path

import msgspec

from kursk.core.counters import Roster, Unit
from kursk.core.forms import read_verbs
from kursk.core.hexes import Hex, Hexes
from kursk.core.state import State as Base
from kursk.core.state import units
from kursk.games.coatney_kursk.tables import printed

GERMAN, RUSSIAN = SIDES = ("german", "russian")
ELIMINATED, COMING, UNPLACED, AIR_BASE, SHOT_DOWN = BOXES = (
    "eliminated", "reinforcements", "to place", "air", "shot down"
)  # fmt: skip
FIRST, SECOND = 1, 2  # impulses: movement and combat, then Blitzkrieg or Proriv


class State(Base, kw_only=True, eq=False):
    verbs = read_verbs(Path(__file__).parent / "data" / "verbs.toml")

    # options
    air: bool = False
    mud: bool = False
    # the turn
    impulse: int = FIRST
    pool: int = 0  # tank factors that the Russian has saved
    taken: Hexes = 0  # line hexes that their owner has lost
    wedges: dict[str, str] = {}  # Panzerkeile: the panzerkorps, and the hex it points at
    spent: dict[str, int] = {}  # movement factors spent in this impulse, by unit
    # allocation
    battles: tuple[str, ...] = ()  # allocated and not yet resolved, as they were ordered
    claims: dict[str, str] = {}  # by target: the hexes that the attack obliges to attack, too
    stormed: Hexes = 0  # the hexes that have been attacked in this step
    breaking: int = 0  # units of Panzerkeile that may attack once more
    # sets of units
    disrupted: int = 0
    entrenched: int = 0
    emplaced: int = 0  # artillery korps; the others are on the road
    moved: int = 0  # in this impulse
    fought: int = 0  # in this impulse
    marched: int = 0  # with the movement bonus: may not attack in this turn
    done: int = 0  # moved or attacked in the first impulse
    broken: int = 0  # has had its second attack
    attacked: int = 0  # disrupted Russians who are attacked again, and may recover by it
    flown: int = 0  # air units that have struck in this turn
    guarded: int = 0  # air units that have intercepted in this turn
    # the battle in hand
    standing: int = 0  # the defenders who have No Retreat! orders
    forced: bool = False  # the attacker forces an exchange
    exchanged: bool = False  # an exchange took place
    driven: int = 0  # hexes that the attacker makes the defenders go
    route: Hexes = 0  # where they went
    went: int = 0  # how far the farthest went
    grounded: dict[str, int] = {}  # air units shot down: player turns until they are back

    def copy(self) -> "State":
        g = super().copy()
        g.wedges, g.spent = self.wedges.copy(), self.spent.copy()
        g.claims, g.grounded = self.claims.copy(), self.grounded.copy()
        return g


class Attack(msgspec.Struct, frozen=True):
    """§General Rule: one combat: units, and the hexes at which all of them strike."""

    targets: tuple[Hex, ...]
    attackers: tuple[Unit, ...]


def read_attack(g: State, order: str) -> Attack:
    """The attack of an order that has been found in order: attack J7,J8 with pk47,pk41."""
    words = order.split()
    return Attack(
        tuple(g.grid.find(name) for name in words[1].split(",")),
        tuple(g.roster.find(id) for id in words[3].split(",")),
    )


def foe(side: str) -> str:
    return RUSSIAN if side == GERMAN else GERMAN


def has(g: State, unit: Unit, flag: str) -> bool:
    return flag in g.roster.counters[unit].flags


@cache
def flagged(roster: Roster, *flags: str) -> int:
    """The units that have one of these flags, as a set."""
    return sum(1 << unit for unit, counter in enumerate(roster) if {*flags} & counter.flags)


def hexes_of(g: State, side: str, these: int) -> Hexes:
    """Where the units of a side stand that are in a set."""
    return g.places(g.afield.get(side, 0) & these)


def attack_factor(g: State, unit: Unit) -> int:
    return int(g.roster.counters[unit].strengths[0].partition("/")[0])


def defence_factor(g: State, unit: Unit) -> int:
    return int(g.roster.counters[unit].strengths[0].rpartition("/")[2])


def bracketed_units(g: State) -> int:
    """§Brackets: [ ]; an artillery korps is in brackets on the road, not emplaced."""
    return flagged(g.roster, "brackets") & ~g.emplaced


def bracketed_only(g: State, side: str) -> list[Hex]:
    """The hexes in which a side has nothing but [ ] units."""
    brackets = bracketed_units(g)
    hexes = {g.at[unit] for unit in units(g.afield.get(side, 0) & brackets)}
    return [hex for hex in hexes if all(brackets >> unit & 1 for unit in g.piles[hex])]


def panzerkorps(g: State, unit: Unit) -> bool:
    return {"korps", "panzer"} <= g.roster.counters[unit].flags


def disrupt(g: State, unit: Unit, rule: str) -> None:
    """§Disrupted Units: turned towards the enemy; who is so already just remains so."""
    if not g.disrupted >> unit & 1:
        g.known = {}
        g.disrupted |= 1 << unit
        g.say(f"{g.called(unit)} is disrupted.", rule, (g.at[unit],))


def recover(g: State, unit: Unit, rule: str) -> None:
    g.known = {}
    g.disrupted &= ~(1 << unit)
    g.say(f"{g.called(unit)} recovers.", rule, (g.at[unit],))


def eliminate(g: State, unit: Unit, rule: str) -> None:
    hex = g.at[unit]
    g.remove(unit, ELIMINATED)
    for mark in ("disrupted", "entrenched", "emplaced", "attacked"):
        setattr(g, mark, getattr(g, mark) & ~(1 << unit))
    g.say(f"{g.called(unit)} is eliminated.", rule, (hex,))


def level(g: State, unit: Unit, rule: str) -> None:
    """§Entrenchment: it is lost."""
    if g.entrenched >> unit & 1:
        g.known = {}
        g.entrenched &= ~(1 << unit)
        g.say(f"{g.called(unit)} loses its entrenchment.", rule, (g.at[unit],))


def limber(g: State, unit: Unit) -> None:
    """§Artillery Korps: whoever moves is on the road again."""
    if g.emplaced >> unit & 1:
        g.known = {}
        g.emplaced &= ~(1 << unit)


def towns(g: State) -> Hexes:
    """Cities and towns: on any map where the printed one has them."""
    return _TOWNS


_TOWNS: Hexes = sum(1 << hex for hex in {place.hex for place in printed().places.values()})


def home(g: State, side: str) -> Hexes:
    """§Historical Setup: a side's own side of the start line."""
    west = g.board.hexes["german control"]
    return west if side == GERMAN else g.grid.all & ~west


def enter(g: State, hex: Hex, side: str) -> None:
    """§Fortification Lines: who enters a line hex takes it, or restores it if it is his own.

    The last to enter a city or town holds it.
    """
    if g.board.hexes[f"fort {foe(side)}"] & ~g.taken & 1 << hex:
        g.known = {}
        g.taken |= 1 << hex
        g.say(f"{side.capitalize()} units take the line at {g.name_of(hex)}.",
              "§Fortification Lines", (hex,))  # fmt: skip
    elif g.board.hexes[f"fort {side}"] & g.taken & 1 << hex:
        g.known = {}
        g.taken &= ~(1 << hex)
        g.say(f"The line at {g.name_of(hex)} is restored.", "§Fortification Lines", (hex,))
    if towns(g) >> hex & 1 and g.owner(hex) != side:
        g.own(hex, side)
        if g.board.hexes["victory city"] >> hex & 1:
            rule = f"§{side.capitalize()} Victory"
            g.say(f"{side.capitalize()} units take {g.name_of(hex)}.", rule, (hex,))


def wet(g: State, here: Hex, there: Hex) -> bool:
    """§River: does one run between two neighbours?"""
    return bool(g.board.sides["river"][g.grid.side(here, there)] >> here & 1)


def ids(g: State, units: tuple[Unit, ...] | list[Unit]) -> str:
    return ",".join(g.roster.counters[unit].id for unit in units)


def bits(units: tuple[Unit, ...] | list[Unit]) -> int:
    return sum(1 << unit for unit in units)
