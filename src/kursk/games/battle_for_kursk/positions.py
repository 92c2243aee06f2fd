"""Where a position file may begin, and what it need not say."""

import msgspec

from kursk.core.counters import Roster
from kursk.core.flow import Frame
from kursk.core.position import BadPosition, among
from kursk.core.state import units
from kursk.games.battle_for_kursk.combat import Resolution
from kursk.games.battle_for_kursk.mud import Weather, scripted
from kursk.games.battle_for_kursk.objective import FIRST, kiev, occupied
from kursk.games.battle_for_kursk.postures import TRACK, PostureSelection, opens
from kursk.games.battle_for_kursk.replacements import ReplacementPhase, Replacements
from kursk.games.battle_for_kursk.sequence import Campaign, GameTurn, PlayerTurn
from kursk.games.battle_for_kursk.setup import added
from kursk.games.battle_for_kursk.state import (
    GERMAN,
    KINDS,
    MARKERS,
    MUD_RULES,
    OFF_MAP,
    RUSSIAN,
    SIDES,
    State,
    cities,
    foe,
)
from kursk.games.battle_for_kursk.tables import SCENARIOS, printed
from kursk.games.battle_for_kursk.victory import moscow_falls

JOINT = {  # the phases of both sides: the steps of a turn, and where they begin
    "turn": "consult",
    "steps": "added_steps",
    "posture": "PostureSelection",
    "reaction": "reaction",
    "objective": "settle",
}
OWN = {  # the phases of one side
    "replacement": "ReplacementPhase",
    "armour and rail": "armour_and_rail",
    "combat": "combat",
    "resolution": "combat",
    "movement": "movement",
}
PHASES = (*JOINT, *OWN)
FIGHTING = ("combat", "resolution")
MARKED = {"moved": ("armour and rail", "movement"), "rebuilt": ("replacement",)}
START = SCENARIOS["campaign"].objective


def moment(phase: str, g: State, side: str) -> list[Frame]:
    """The stack at a phase."""
    unsaid = g.mud is None
    settle(g)
    _of_the_moment(phase, g, side)
    if phase not in ("turn", "steps", "posture"):
        g.posture = {**dict.fromkeys(SIDES, "engage"), **g.posture}
    if phase in JOINT:
        g.side = ""
        return [Campaign(), *_joint(phase, g, side, unsaid)]
    _postures_chosen(g)
    _open(phase, g, side)
    turn = GameTurn(next=GameTurn.steps.index(PlayerTurn(side)) + 1)
    if phase not in ("replacement", "resolution"):
        return [Campaign(), turn, PlayerTurn.upto(OWN[phase], side=side)]
    waiting = _replacement(g) if phase == "replacement" else [Resolution()]
    return [Campaign(), turn, PlayerTurn.past(OWN[phase], side=side), *waiting]


def _of_the_moment(phase: str, g: State, side: str) -> None:
    """What belongs to a phase is set in that phase alone: elsewhere it would act unseen, later."""
    if g.battles and phase not in FIGHTING:
        raise BadPosition(f"set.battles: battles are announced in combat, not in {phase}")
    if g.points and phase not in ("replacement", "steps"):
        raise BadPosition(f"set.points: steps are handed out in replacement, not in {phase}")
    for mark, phases in MARKED.items():
        for unit in units(getattr(g, mark)):
            key = f"units.{g.unit(unit).id}.marks: {mark}"
            if phase not in phases:
                raise BadPosition(f"{key} in {' or '.join(phases)}, not in {phase}")
            if g.side_of(unit) != side:
                raise BadPosition(f"{key}, but the phase is the {side} side's")


def _open(phase: str, g: State, side: str) -> None:
    """9.0, 12.0: a phase in which there is nothing to do is passed over, and that is said."""
    needed = "combat" if phase == "resolution" else phase
    if not opens(g, side, needed):
        shut = f"On {g.posture[side]} the {side.capitalize()} side has no {needed} phase"
        if g.battles:
            raise BadPosition(f"set.battles: {shut} (12.0)")
        g.say(f"{shut}.", "12.0")
    elif phase == "resolution" and not g.battles:
        g.say("No battle has been announced, or all have been fought.", "9.0")


def _joint(phase: str, g: State, side: str, unsaid: bool) -> list[Frame]:
    if phase == "steps":
        g.points = g.points or added()
    if phase != "posture":
        return [GameTurn.upto(JOINT[phase], opening=phase == "steps")]
    asked = PostureSelection((side, foe(side)))  # the side that the file names comes first
    return [GameTurn.past(JOINT[phase]), asked, *([Weather()] if unsaid else [])]


def _replacement(g: State) -> list[Frame]:
    """Replacements are asked for even if there are none, so that a refusal can say why.

    Only where all that is left are steps to take away, those are asked for.
    """
    phase = ReplacementPhase.past("positive")
    phase.receive(g)
    steps = g.points.values()
    if min(steps) < 0 and max(steps) <= 0 and not g.boxed(OFF_MAP, g.side):
        return [phase]
    return [phase, Replacements()]


def settle(g: State) -> None:
    """Make what a file need not say agree with what it says."""
    _sound(g)
    for unit in g.on_map():
        if cities(g) >> g.at[unit] & 1:
            g.own(g.at[unit], g.side_of(unit))  # 10.0: it has entered the city
    _marker(g)
    if g.points:
        g.points = {**dict.fromkeys(KINDS, 0), **g.points}
    if g.mud is None:
        g.mud = scripted(g)
    occupied(g)
    moscow_falls(g)


def _marker(g: State) -> None:
    """12.1: where the Strategic Objective lies, and whether it is fixed, as far as a turn tells."""
    if g.turn > FIRST and g.objective_side == GERMAN:
        g.locked = True  # else it would have turned Russian
    if g.objective_side == RUSSIAN and g.objective == START:
        g.objective = kiev(g)
    if g.scored:
        g.objective = ""  # it lies on the victory point track


def _postures_chosen(g: State) -> None:
    """12.1: in a player turn the postures have had their effect on the Strategic Objective."""
    engaged = g.posture[g.objective_side] == "engage"
    if g.objective_side == GERMAN:
        g.locked |= engaged or g.turn >= FIRST
    else:
        g.locked |= engaged
        g.deployed |= g.turn == FIRST and g.posture[RUSSIAN] == "deploy"


def _sound(g: State) -> None:
    """Tracks that no game could show are refused by name."""
    for track in ("previous", "posture", "offensives"):
        among(track, getattr(g, track), SIDES)
    for track in ("previous", "posture"):
        among(track, getattr(g, track).values(), TRACK)
    among("points", g.points, KINDS)
    among("objective_side", [g.objective_side], SIDES)
    among("scored", [g.scored], ("", *SIDES))
    among("mud_rule", [g.mud_rule], MUD_RULES)
    for side, count in g.offensives.items():
        if not 0 <= count <= MARKERS:
            raise BadPosition(f"set.offensives: {side} {count}; a side has at most {MARKERS}")
    owned = g.control[GERMAN] | g.control[RUSSIAN]
    if stray := g.grid.names(owned & ~cities(g)):
        raise BadPosition(f"control: {stray[0]} is no city")
    if g.objective and g.objective not in g.grid.cell:
        raise BadPosition(f"set.objective: no hex {g.objective} on this map")
    towns = cities(g) | printed().hexes["city"] | printed().hexes["major city"]
    if g.objective and not towns >> g.grid.find(g.objective) & 1:
        raise BadPosition(f"set.objective: {g.objective} is no city (12.1)")


def backed(roster: Roster) -> Roster:
    """3.3: a counter of which the file names one strength has half of it on its back."""
    if all(counter.steps > 1 for counter in roster):
        return roster
    return Roster(
        msgspec.structs.replace(c, strengths=(*c.strengths, str(c.factor(0) // 2)))
        if c.steps == 1
        else c
        for c in roster
    )
