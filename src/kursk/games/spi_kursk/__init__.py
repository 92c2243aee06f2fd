"""Kursk: History's Greatest Tank Battle, July 1943 (1980), rebuilt around its charts."""

import random
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from kursk.core.board import Board
from kursk.core.counters import Roster
from kursk.core.flow import deciding
from kursk.core.game import Game, Supply
from kursk.core.hexes import OFF, Hexes, scan
from kursk.core.paths import Reach
from kursk.core.state import units
from kursk.core.tables import Receipt
from kursk.core.view import View, look, unsealed
from kursk.core.worlds import resealed
from kursk.games.spi_kursk.announce import read_attack, refused_attack
from kursk.games.spi_kursk.combat import AirDefence, Support
from kursk.games.spi_kursk.fog import imagined, known_to, shuffled
from kursk.games.spi_kursk.lines import judge, supply_of
from kursk.games.spi_kursk.movement import reachable, refused_mover, stay_put
from kursk.games.spi_kursk.odds import Attack, receipt
from kursk.games.spi_kursk.overrun import refused_group, refused_target
from kursk.games.spi_kursk.phases import Movement
from kursk.games.spi_kursk.pieces import kinds
from kursk.games.spi_kursk.positions import PHASES, moment
from kursk.games.spi_kursk.rail import by_rail, refused_entraining
from kursk.games.spi_kursk.reserves import most, waiting
from kursk.games.spi_kursk.sequence import opening
from kursk.games.spi_kursk.setup import SetUp, begin, deploy
from kursk.games.spi_kursk.stacking import overfull
from kursk.games.spi_kursk.state import (
    BOXES,
    GERMAN,
    MODES,
    MOST_TURNS,
    SIDES,
    SOVIET,
    State,
    foe,
    home,
    ids,
    ordered_mode,
    present,
    rules_of,
)
from kursk.games.spi_kursk.tables import printed, turn_record
from kursk.games.spi_kursk.victory import difference, score
from kursk.games.spi_kursk.zones import combat_hexes, zone

ON, OFF_ = "on", "off"


class Kursk(Game):
    title = "spi_kursk"
    version = 2
    name = "Kursk 1980"
    about = "Every corps has its mode: Assault, Mobile, Static. Rebuilt around the charts of 1980."
    sides = SIDES
    state = State
    folder = Path(__file__).parent
    scenarios = {
        "july": "Hitler's Plan: nine turns from 5 July 1943.",
        "may": "Von Manstein's Plan: eight turns from 1 May 1943.",
        "august": "Beginning of the End: nine turns from 1 August 1943.",
    }
    options = {
        "setup": ("ready", "by hand"),
        "intelligence": ("open", "limited"),
        "disengagement": ("usual", "eased"),
        "ss integrity": (OFF_, ON),
        "air": (OFF_, ON),
        "supply in combat": (ON, OFF_),
    }
    tracks = (
        "scenario", "limited", "eased", "integrity", "air_war", "lenient", "vp",
        "divisions_lost", "activations", "allotment", "attached", "parts", "absent", "spent",
        "rails", "overrun", "fought", "suppression", "suppressed", "antitank", "artillery",
        "retreated", "unmade", "air", "shot_down", "placed",
    )  # fmt: skip
    areas = ("overrun", "fought")
    kinds = ("move", "rail")
    marks = (
        "assault", "mobile", "static", "disrupted", "unsupplied", "cutoff", "independent",
        "reserve", "moved", "halted", "railed", "disengaged", "attacked", "earlier",
        "fired", "shown",
    )  # fmt: skip
    boxes = BOXES
    attacks = "first combat"
    passing = (
        "moved", "halted", "railed", "disengaged", "attacked", "earlier", "fired", "spent",
        "overrun", "fought", "retreated", "suppression", "suppressed", "antitank", "artillery",
    )  # fmt: skip
    phases = {name: partial(moment, name) for name in PHASES}

    @cached_property
    def board(self) -> Board:
        return printed()

    @cached_property
    def turns(self) -> tuple[str, ...]:  # type: ignore[override]
        return tuple(str(number) for number in range(1, MOST_TURNS + 1))

    def blank(self, board: Board, roster: Roster) -> State:
        """18.15: before anything is placed each side has its side of the start line."""
        g = State(board=board, roster=roster)
        g.held = dict.fromkeys(SIDES, 0)
        german = home(g, GERMAN)
        g.control = {GERMAN: german, SOVIET: g.grid.all & ~german}
        return g

    def setup(self, scenario: str, options: dict[str, str]) -> State:
        g = self.blank(self.board, self.roster)
        g.scenario = scenario
        g.limited = options["intelligence"] == "limited"
        g.eased = options["disengagement"] == "eased"
        g.integrity, g.air_war = options["ss integrity"] == ON, options["air"] == ON
        g.lenient = options["supply in combat"] == OFF_
        begin(g)
        by_hand = options["setup"] == "by hand"
        if not by_hand:
            deploy(g)
        g.stack = opening(by_hand)
        return g

    def view(self, g: State, side: str) -> View:
        return look(self, g, side, self.told(g))

    def known_to(self, g: State, side: str) -> State:
        """16.1: all lies open, unless intelligence is limited."""
        return known_to(self, g, side)

    def told(self, g: State) -> dict[str, Any]:
        """The tracks that both sides see."""
        points = score(g)
        return {
            "date": turn_record(g.scenario, g.turn).date,
            "victory points": points,
            "balance": difference(g),
            "scenario": g.scenario,
            "reserves": list(ids(g, waiting(g))),
            "activations": {"made": g.activations, "most": most(g)},
            "attached": dict(g.attached),
            "suppressed": dict(g.suppressed),
            "air": dict(g.air),
        }

    def check(self, g: State) -> list[str]:
        return list(_faults(g))

    def concede(self, g: State, side: str) -> str:
        """18.42: a side may give up at any time."""
        return (
            f"{foe(side).capitalize()} decisive victory: the {side.capitalize()} gives up (18.42)"
        )

    def points(self, g: State) -> int:
        """18.42: German less Soviet points."""
        return difference(g)

    def about_to_attack(self, g: State, side: str) -> State:
        """11.52: as a Combat Phase begins, defending stacks are judged."""
        twin = super().about_to_attack(g, side)
        assert isinstance(twin, State)
        judge(twin, present(twin, foe(side)))
        return twin

    def shuffled(self, g: State, side: str, chance: random.Random) -> State:
        """16.1, 17.12: what lies hidden, and a commitment that waits to be revealed."""
        return resealed(unsealed(shuffled(g, side, chance, self.marks), side), chance)

    def imagine(self, known: State, side: str, chance: random.Random) -> State:
        """16.1, 17.12: what may lie hidden, and any commitment that waits to be revealed."""
        return resealed(imagined(self, known, side, chance), chance)

    # -- the referee's questions ---------------------------------------------------------------

    def reach(self, g: State, unit: int) -> dict[str, Reach]:
        """5.11, 5.31: what a unit may do in the movement phase in hand; else by its points."""
        phase = deciding(g)
        trains = True
        if isinstance(phase, Movement) and g.side_of(unit) == g.side:
            if phase.barred(g, unit):
                return {}
            trains = phase.phase == "movement"
        elif refused_mover(g, unit):
            return {}
        found = {} if stay_put(g, (unit,)) else {"move": reachable(g, (unit,))}
        if trains and not refused_entraining(g, unit):
            found["rail"] = by_rail(g, unit)
        return found

    def supply(self, g: State, unit: int) -> Supply:
        return supply_of(g, unit)

    def zones(self, g: State, side: str) -> Hexes:
        return zone(g, side)

    def receipt(self, g: State, order: str, side: str) -> Receipt | None:
        """The odds of an attack or an overrun by either side, and of one that has been declared."""
        phase = deciding(g)
        match order.split():
            case ["attack", _, "with", named, *_] if "" not in named.split(","):
                first = g.roster.number.get(named.split(",")[0])
                if first is not None and not refused_attack(g, order, g.side_of(first)):
                    return _odds(g, read_attack(g, order))
            case ["overrun", named, name] if name in g.grid.cell:
                return _overrun_odds(g, order, named.split(","))
            case ["fight"] if isinstance(phase, Support | AirDefence):
                return _odds(g, read_attack(g, phase.order))
            case ["join" | "barrage" | "air", *_] if isinstance(phase, Support):
                if phase.refusal(g, order) is None:
                    return _odds(g, read_attack(g, f"{phase.order} {order}"))
            case ["air", number] if isinstance(phase, AirDefence):
                if phase.refusal(g, order) is None:
                    return _odds(g, read_attack(g, f"{phase.order} against {number}"))
        return None


def _odds(g: State, attack: Attack) -> Receipt | None:
    """16.1: the odds of a combat; none for whoever does not see all that take part in it."""
    known = all(g.at[unit] != OFF for unit in (*attack.force, *attack.guns, *attack.barrage))
    return receipt(g, attack) if known else None


def _overrun_odds(g: State, order: str, named: list[str]) -> Receipt | None:
    found = [g.roster.number.get(id, OFF) for id in named]
    if any(unit == OFF or g.at[unit] == OFF for unit in found):
        return None
    group, attack = tuple(found), read_attack(g, order)
    if g.side_of(group[0]) != g.side or refused_group(g, group):
        return None
    if refused_target(g, group, attack.target):
        return None
    met = g.copy()
    judge(met, met.pile(attack.target))  # 11.52: on the spot
    return receipt(met, attack)


def _faults(g: State) -> Any:
    """What must hold at any moment of play."""
    known, setting = kinds(g.roster), any(isinstance(frame, SetUp) for frame in g.stack)
    paying = any(type(frame).__name__ in ("Payment", "StackCheck") for frame in g.stack)
    for hex in scan(overfull(g) if not paying else 0):
        yield f"{g.grid.name[hex]} is over-stacked (7.0)"
    if g.held[GERMAN] & g.held[SOVIET]:
        yield "both sides stand in one hex (5.21)"
    if g.control[GERMAN] & g.control[SOVIET] or g.control[GERMAN] | g.control[SOVIET] != g.grid.all:
        yield "a hex has not exactly one owner (18.15)"
    for side in SIDES:
        for hex in scan(combat_hexes(g, side) & ~g.control[side] if not setting else 0):
            yield f"{g.grid.name[hex]} is not controlled by the {side} units in it (18.15)"
    if g.assault & g.mobile or g.mobile & g.static or g.assault & g.static:
        yield "a unit has two modes (10.11)"
    for unit in g.on_map():
        if not ordered_mode(g, unit) and not known.partisan >> unit & 1:
            yield f"{g.unit(unit).id} has no mode (10.11)"
    for mark in (*MODES, "disrupted", "independent"):
        for unit in units(getattr(g, mark)):
            if g.at[unit] == OFF:
                yield f"{g.unit(unit).id} is {mark} and not on the map (10.11)"
    if any(value < 0 for value in g.vp.values()):
        yield "victory points below 0 (18.41)"
    if g.turn > rules_of(g).turns:
        yield "the game goes on after its last turn (4.13)"


GAME = Kursk()
