"""Panzer Keil: Battle of Kursk. Citadel by regiments and divisions, in turns of two days."""

from functools import cached_property, partial
from pathlib import Path
from typing import Any

import msgspec

from kursk.core.board import Board
from kursk.core.counters import Roster
from kursk.core.flow import deciding
from kursk.core.game import Game, Supply
from kursk.core.hexes import Hexes
from kursk.core.paths import Reach
from kursk.core.tables import Receipt
from kursk.core.view import View, look, named
from kursk.games.panzer_keil.battle import AirChoice, air_left, may_fly
from kursk.games.panzer_keil.combat import is_attack, read_attack, refused_attack
from kursk.games.panzer_keil.guns import refused_support
from kursk.games.panzer_keil.moments import PHASES, backed, faults, moment
from kursk.games.panzer_keil.movement import marching, reachable, tired
from kursk.games.panzer_keil.moving import Moving
from kursk.games.panzer_keil.positions import positions, reinforced
from kursk.games.panzer_keil.receipts import receipt
from kursk.games.panzer_keil.reinforcements import waiting
from kursk.games.panzer_keil.sequence import opening
from kursk.games.panzer_keil.setup import before_play, deploy
from kursk.games.panzer_keil.stacking import LIMIT, overfull
from kursk.games.panzer_keil.state import BOXES, GERMAN, SIDES, SOVIET, State, box
from kursk.games.panzer_keil.supply import supply_of
from kursk.games.panzer_keil.support import Salvo, allotted, left, salvos
from kursk.games.panzer_keil.support import air_left as air_in_support
from kursk.games.panzer_keil.support import receipt as support_receipt
from kursk.games.panzer_keil.tables import SCENARIOS, VERSIONS, printed
from kursk.games.panzer_keil.victory import gain, held_towns, items, occupied, score
from kursk.games.panzer_keil.zones import zone


class PanzerKeil(Game):
    title = "panzer_keil"
    version = 6
    name = "Panzer Keil: Battle of Kursk"
    about = "Citadel by regiments and divisions: guns, wedges of Tigers, and second-echelon tanks."
    sides = SIDES
    state = State
    folder = Path(__file__).parent
    scenarios = {
        "prokhorovka": "The southern half, five turns from 5 July 1943.",
        "northern-wall": "The northern half, five turns: how many positions fall?",
        "campaign": "The whole battle: up to fifteen turns, while the offensive goes on.",
        "werther": "Werther's second failure: few positions, and no Steppe Front.",
    }
    options = {
        "version": VERSIONS,
        "set-up": ("historical", "simple"),
        "disrupted zones": ("kept", "lost"),
        "low odds": ("book", "strict"),
        "steppe front": ("early", "turn 9"),
        "old table": ("mended", "printed"),
    }
    tracks = (
        "scenario",
        "version",
        "disrupted_zones",
        "strict_odds",
        "early_release",
        "printed_table",
        "targets",
        "air",
        "railed",
        "score_before",
        "released",
        "fought",
    )
    areas = ("fought",)
    kinds = ("move", "march")
    marks = (
        "disrupted",
        "repulsed",
        "oos",
        "moved",
        "attacked",
        "entered",
        "delayed",
    )
    boxes = BOXES
    passing = ("moved", "attacked", "entered", "fought", "targets")
    phases = {name: partial(moment, name) for name in PHASES}

    @cached_property
    def board(self) -> Board:
        return printed()

    def blank(self, board: Board, roster: Roster) -> State:
        g = State(board=board, roster=backed(roster))
        g.held = dict.fromkeys(SIDES, 0)
        before_play(g)
        return g

    def setup(self, scenario: str, options: dict[str, str]) -> State:
        g = self.blank(self.board, self.roster)
        g.version = options["version"]
        g.disrupted_zones = options["disrupted zones"] == "kept"
        g.strict_odds = options["low odds"] == "strict"
        g.early_release = options["steppe front"] == "early"
        g.printed_table = options["old table"] == "printed"
        deploy(g, scenario)
        g.stack = opening(options["set-up"] == "simple")
        return g

    def view(self, g: State, side: str) -> View:
        """2.2: everything lies open."""
        tracks: dict[str, Any] = {
            "date": box(g).date,
            "scenario": SCENARIOS[g.scenario].name,
            "version": g.version,
            "score": score(g),
            "points": {label: points for label, _, points in items(g)},
            "this turn": gain(g),
            "towns": held_towns(g),
            "support": dict(left(g)) if g.side else {},
            "targets": list(g.targets),
            "air": {each: air_left(g, each) + air_in_support(g, each) for each in SIDES},
            "reinforcements": [g.unit(unit).id for unit in waiting(g)],
            "released": g.released,
            "positions": list(named(g.grid, positions(g))),
            "reinforced": list(named(g.grid, reinforced(g))),
            "fought": g.grid.names(g.fought),
        }
        seen = look(self, g, side, tracks)
        control = {each: named(g.grid, occupied(g, each)) for each in SIDES}
        return msgspec.structs.replace(seen, control=control)

    def check(self, g: State) -> list[str]:
        moving = any(isinstance(frame, Moving) for frame in g.stack)
        found = faults(g)
        if not moving and g.stack and g.stack[-1].title != "Stacking":
            for side in SIDES:
                for hex in overfull(g, side):
                    found.append(f"{g.grid.name[hex]} holds more than {LIMIT} (A4.0)")
        if g.control[GERMAN] & g.control[SOVIET]:
            found.append("two sides passed last through one hex (5.4)")
        return found

    def points(self, g: State) -> int:
        """A16.6, A15.2: the German score, or the positions that he holds."""
        return score(g)

    def reach(self, g: State, unit: int) -> dict[str, Reach]:
        """8.0, 10.0: what a unit may do in the movement phase in hand; else all it ever can."""
        phase = deciding(g)
        if isinstance(phase, Moving) and g.side_of(unit) == g.side:
            return phase.ways(g, unit)
        ways = {"move": reachable(g, unit)}
        return ways if tired.broken(g, unit) else ways | {"march": marching(g, unit)}

    def supply(self, g: State, unit: int) -> Supply:
        return supply_of(g, unit)

    def zones(self, g: State, side: str) -> Hexes:
        return zone(g, side)

    def receipt(self, g: State, order: str, side: str) -> Receipt | None:
        """The odds of a combat by either side, or of a support attack."""
        match order.split():
            case ["attack", _, "with", ids, *_] if is_attack(order):
                first = g.roster.number.get(ids.split(",")[0])
                if first is not None and not refused_attack(g, order, g.side_of(first)):
                    return receipt(g, read_attack(g, order), may_fly(g))
            case ["air" | "pass"]:
                choice = deciding(g)
                if isinstance(choice, AirChoice):
                    answers = may_fly(g, GERMAN) if choice.side == SOVIET else ()
                    return receipt(g, choice.attack(order), answers)
            case ["support", name, who, points, *air] if air in ([], ["air"]):
                if g.side and not refused_support(g, name, who, points, bool(air)):
                    before = allotted(g, g.grid.find(name))
                    shares = before.points
                    shares = {**shares, who: shares.get(who, 0) + int(points)}
                    salvo = Salvo(before.target, shares, before.air or bool(air))
                    return support_receipt(g, g.side, salvo)
            case ["resolve", name] if name in g.grid.cell:
                for salvo in salvos(g):
                    if g.grid.name[salvo.target] == name:
                        return support_receipt(g, g.side, salvo)
        return None


GAME = PanzerKeil()
