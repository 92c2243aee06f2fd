"""Where a position file may begin, and what it need not say."""

import copy
from functools import lru_cache

import msgspec

from kursk.core.counters import Counter, Roster
from kursk.core.flow import Frame
from kursk.core.hexes import scan
from kursk.core.position import BadPosition
from kursk.games.panzer_keil.combat import Combat
from kursk.games.panzer_keil.guns import Support, refused_support
from kursk.games.panzer_keil.phases import MechanizedMovement, Movement
from kursk.games.panzer_keil.sequence import Game, GameTurn, PlayerTurn
from kursk.games.panzer_keil.setup import SimpleSetUp
from kursk.games.panzer_keil.state import SIDES, SOVIET, State, area, played
from kursk.games.panzer_keil.tables import SCENARIOS, VERSIONS
from kursk.games.panzer_keil.victory import running

ASKED: dict[str, tuple[str, Frame | None]] = {  # a side's phases: the step, and who waits there
    "supply": ("SupplyPhase", None),
    "support": ("support", Support()),
    "movement": ("Movement", Movement()),
    "combat": ("Combat", Combat()),
    "mechanized": ("mechanized", MechanizedMovement()),
    "recovery": ("Recovery", None),
}
PHASES = ("set-up", *ASKED)


def moment(phase: str, g: State, side: str) -> list[Frame]:
    """The stack at a phase. Who begins there is asked, even if there is nothing to do."""
    settle(g, phase)
    if phase == "set-up":
        g.turn, g.side, g.score_before = 1, SOVIET if side == SOVIET else "", None
        later: list[Frame] = [SimpleSetUp(SOVIET)] if side != SOVIET else []
        return [Game(), *later, SimpleSetUp(side)]
    step, asked = ASKED[phase]
    game = Game.past("first_turn")
    turn = GameTurn(next=GameTurn.steps.index(PlayerTurn(side)) + 1)
    if asked is None:
        return [game, turn, PlayerTurn.upto(step, side=side)]
    return [game, turn, PlayerTurn.past(step, side=side), copy.copy(asked)]


def settle(g: State, phase: str) -> None:
    """Make what a file need not say agree with what it says."""
    _sound(g, phase)
    for hex, pile in g.piles.items():
        g.own(hex, g.side_of(pile[0]))  # 5.4: it has come there
    if g.score_before is None:
        g.score_before = running(g)


def _sound(g: State, phase: str) -> None:
    """Tracks that no game could show are refused by name."""
    if g.scenario not in SCENARIOS:
        raise BadPosition(f"set.scenario: no {g.scenario!r}; there are {', '.join(SCENARIOS)}")
    if g.version not in VERSIONS:
        raise BadPosition(f"set.version: no {g.version!r}; there are {', '.join(VERSIONS)}")
    if g.turn > played(g).turns:
        raise BadPosition(f"turn: {g.turn}; the scenario has {played(g).turns} (A15.0)")
    for side, used in g.air.items():
        if side not in SIDES or not 0 <= used <= 2:
            raise BadPosition(f"set.air: {side} {used}; markers used this turn, by side")
    if not 0 <= g.railed <= len(g.roster):
        raise BadPosition(f"set.railed: {g.railed} units")
    if g.targets and phase != "support":
        raise BadPosition("set.targets: points are allotted in the support phase")
    _allotted(g)


def _allotted(g: State) -> None:
    """7.2: what a file says was allotted must be what could be."""
    before = g.copy()
    before.targets, before.air = (), {}
    for words in g.targets:
        match words.split():
            case [name, who, points, *air] if air in ([], ["air"]):
                why = refused_support(before, name, who, points, bool(air))
            case _:
                raise BadPosition(f"set.targets: {words!r}; say HEX GROUP POINTS")
        if why:
            raise BadPosition(f"set.targets: {words}: {why}")
        before.targets = (*before.targets, words)
        if air:
            before.air = {g.side: before.air.get(g.side, 0) + 1}
    flown = before.air.get(g.side, 0)
    if flown > g.air.get(g.side, 0):
        g.air = {**g.air, g.side: flown}  # OA6.2: markers that lie on targets have been used


def backed(roster: Roster) -> Roster:
    """2.2.1: a mechanized counter of which a file names one strength has half on its back."""
    if all(counter.steps > 1 or "mech" not in counter.flags for counter in roster):
        return roster
    return Roster(_with_back(counter) for counter in roster)


def _with_back(counter: Counter) -> Counter:
    if "mech" in counter.flags and counter.steps == 1:
        halves = [str((int(n) + 1) // 2) for n in counter.strengths[0].split("/")]
        back = "/".join(halves)
        return msgspec.structs.replace(counter, strengths=(*counter.strengths, back))
    return counter


@lru_cache(maxsize=16)
def _strange(roster: Roster) -> tuple[str, ...]:
    """2.2.1: counters with too many sides, or too few."""
    found = []
    for counter in roster:
        if counter.steps != (2 if "mech" in counter.flags else 1):
            sides = "two sides" if "mech" in counter.flags else "one side"
            found.append(f"{counter.id} needs {sides} (2.2.1)")
    return tuple(found)


def faults(g: State) -> list[str]:
    """What is wrong with a position, in sentences."""
    found = list(_strange(g.roster))
    for side in SIDES:
        for hex in scan(g.held[side] & ~area(g)):
            id = g.unit(g.piles[hex][0]).id
            found.append(f"{id} stands outside the area in use (A15.0)")
    return found
