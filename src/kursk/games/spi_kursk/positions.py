"""Where a position file may begin, and what it need not say."""

from kursk.core.flow import Decision, Frame
from kursk.core.hexes import OFF
from kursk.core.position import BadPosition, among
from kursk.core.state import units
from kursk.games.spi_kursk.air import AirWar, Commitment, allot
from kursk.games.spi_kursk.arrivals import Arrivals
from kursk.games.spi_kursk.combat import CombatPhase, FirstSegment, SecondSegment
from kursk.games.spi_kursk.command import Command
from kursk.games.spi_kursk.guns import GunSegment
from kursk.games.spi_kursk.lines import NONE, hq_of
from kursk.games.spi_kursk.organization import Organization
from kursk.games.spi_kursk.partisans import Partisans, grant
from kursk.games.spi_kursk.phases import Mechanized, Movement
from kursk.games.spi_kursk.pieces import kinds
from kursk.games.spi_kursk.reserves import Activation
from kursk.games.spi_kursk.sequence import Administrative, Campaign, GameTurn, PlayerTurn
from kursk.games.spi_kursk.setup import ByHand, SetUp, headquarters
from kursk.games.spi_kursk.state import (
    GERMAN,
    MODES,
    SIDES,
    SOVIET,
    State,
    foe,
    ordered_mode,
    present,
    rules_of,
    set_mode,
)
from kursk.games.spi_kursk.tables import SCENARIOS
from kursk.games.spi_kursk.victory import enter

ADMINISTRATION: dict[str, tuple[str, Decision]] = {  # step and decision of its parts
    "arrivals": ("arrivals", Arrivals()),
    "activation": ("reserves", Activation()),
    "partisans": ("partisans", Partisans()),
    "command": ("command", Command()),
}
COMBAT: dict[str, tuple[str, Decision]] = {
    "guns": ("guns", GunSegment()),
    "first combat": ("first", FirstSegment()),
    "second combat": ("second", SecondSegment()),
}
OWN: dict[str, Decision] = {  # the other phases of one side that somebody decides in
    "movement": Movement(),
    "mechanized": Mechanized(),
    "organization": Organization(),
}
PHASES = (
    "set-up", "turn", "air", "administrative", *ADMINISTRATION, *COMBAT, *OWN, "disruption",
)  # fmt: skip


def moment(phase: str, g: State, side: str) -> list[Frame]:
    """The stack at a phase."""
    settle(g)
    if phase == "set-up":
        return _set_up(g, side)
    if phase == "air":
        g.air_war = True
    if g.air_war and not g.air:
        allot(g)
    if phase in ("turn", "air"):
        g.side = ""
        if phase == "turn":
            return [Campaign.past("turn"), GameTurn()]
        asked = Commitment((side, foe(side)))  # the side that the file names comes first
        return [Campaign.past("turn"), GameTurn.past("air"), AirWar.past("commit"), asked]
    return [Campaign.past("turn"), GameTurn.past(side), *_own(phase, g, side)]


def _own(phase: str, g: State, side: str) -> list[Frame]:
    if phase in ("administrative", "disruption"):
        step = "administration" if phase == "administrative" else phase
        return [PlayerTurn.upto(step, side=side)]
    if phase in ADMINISTRATION:
        step, decision = ADMINISTRATION[phase]
        if phase in ("activation", "partisans") and side != SOVIET:
            return [PlayerTurn.upto("administration", side=side)]
        if phase == "partisans" and not g.allotment:
            g.allotment = grant(g)
        own = PlayerTurn.past("administration", side=side)
        return [own, Administrative.past(step), decision]
    if phase in COMBAT:
        step, decision = COMBAT[phase]
        return [PlayerTurn.past("combat", side=side), CombatPhase.past(step), decision]
    return [PlayerTurn.past(phase, side=side), OWN[phase]]


def _set_up(g: State, side: str) -> list[Frame]:
    turns = rules_of(g).set_up
    headquarters(g)
    if not g.placed:
        g.placed = 1 + next(n for n, what in enumerate(turns) if what.startswith(side))
    return [Campaign(), ByHand(), SetUp(turns[g.placed - 1])]


# -- what a file need not say ----------------------------------------------------------------------


def settle(g: State) -> None:
    """Make what a file need not say agree with what it says."""
    _sound(g)
    g.vp = {**{GERMAN: 0, SOVIET: rules_of(g).soviet_points}, **g.vp}
    known = kinds(g.roster)
    _modes(g)
    g.reserve |= _formations(g)
    for hex, pile in list(g.piles.items()):
        if any(known.combat >> unit & 1 for unit in pile):
            enter(g, hex, pile)  # 18.15
    g.news = []


def _modes(g: State) -> None:
    """10.11: who is given no mode has that of his headquarters, else Static."""
    order = sorted(g.on_map(), key=lambda unit: not kinds(g.roster).hq >> unit & 1)
    for unit in order:
        if kinds(g.roster).partisan >> unit & 1:
            set_mode(g, unit, "")
            continue
        named = [name for name in MODES if getattr(g, name) >> unit & 1]
        if len(named) > 1:
            raise BadPosition(f"units.{g.unit(unit).id}.marks: {named[0]} or {named[1]}, not both")
        if named:
            continue
        hq = hq_of(g, unit)
        led = hq not in (NONE, unit) and g.at[hq] != OFF and not g.independent >> unit & 1
        set_mode(g, unit, (ordered_mode(g, hq) if led else "") or "static")


def _formations(g: State) -> int:
    """18.31: a headquarters in reserve has its units with it."""
    bits = 0
    for hq in units(g.reserve & kinds(g.roster).hq):
        for unit in present(g, SOVIET):
            if hq_of(g, unit) == hq:
                bits |= 1 << unit
    return bits


def _sound(g: State) -> None:
    """Tracks that no game could show are refused by name."""
    among("scenario", [g.scenario], SCENARIOS)
    if g.turn > rules_of(g).turns:
        raise BadPosition(f"turn: the scenario has {rules_of(g).turns} turns")
    for track in ("vp", "air", "shot_down"):
        among(track, getattr(g, track), SIDES)
        if any(value < 0 for value in getattr(g, track).values()):
            raise BadPosition(f"set.{track}: no number below 0")
    number = g.roster.number
    for track in ("attached", "parts", "absent", "spent", "suppressed", "antitank", "artillery"):
        among(track, getattr(g, track), number)
        values = getattr(g, track).values()
        if track in ("attached", "parts"):
            among(track, values, number)
        elif any(value < 0 for value in values):
            raise BadPosition(f"set.{track}: no number below 0")
    for id, hq in g.attached.items():
        if not kinds(g.roster).hq >> g.roster.find(hq) & 1:
            raise BadPosition(f"set.attached: {hq} is no headquarters")
        if g.side_of(g.roster.find(id)) != g.side_of(g.roster.find(hq)):
            raise BadPosition(f"set.attached: {id} and {hq} are not of one side")
    for id, whole in g.parts.items():
        if g.unit(g.roster.find(id)).size != "kampfgruppe" or whole in g.parts:
            raise BadPosition(f"set.parts: {id} is no Kampfgruppe of a division")
    for name in g.rails:
        if name not in g.grid.cell:
            raise BadPosition(f"set.rails: no hex {name} on this map")
    for key in g.suppression:
        name, _, group = key.partition(" ")
        if name not in g.grid.cell or group not in ("I", "II", "armour", "mechanized"):
            raise BadPosition(f"set.suppression: {key!r} is no hex and class, such as '2236 II'")
    for track in ("activations", "allotment", "divisions_lost", "placed", "retreated", "unmade"):
        if getattr(g, track) < 0:
            raise BadPosition(f"set.{track}: no number below 0")
    if g.placed > len(rules_of(g).set_up):
        raise BadPosition(f"set.placed: the set-up has {len(rules_of(g).set_up)} turns")
