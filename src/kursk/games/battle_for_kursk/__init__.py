"""Battle for Kursk: The Tigers Are Burning, 1943. From the Mius to Velikiye Luki in 12 turns."""

from functools import cached_property, partial
from pathlib import Path
from typing import Any

from kursk.core.board import Board
from kursk.core.counters import Roster
from kursk.core.flow import deciding
from kursk.core.game import Game, Supply
from kursk.core.hexes import Hexes
from kursk.core.paths import Reach
from kursk.core.tables import Receipt
from kursk.core.view import View, look, named
from kursk.games.battle_for_kursk.combat import announced, attacked, refused_attack
from kursk.games.battle_for_kursk.communication import communication
from kursk.games.battle_for_kursk.forts import active
from kursk.games.battle_for_kursk.movement import Movement, reachable
from kursk.games.battle_for_kursk.odds import receipt
from kursk.games.battle_for_kursk.positions import PHASES, backed, moment
from kursk.games.battle_for_kursk.rail import by_rail, entrains
from kursk.games.battle_for_kursk.sequence import opening
from kursk.games.battle_for_kursk.setup import before_play, deploy
from kursk.games.battle_for_kursk.state import (
    BOXES,
    GERMAN,
    MARKERS,
    MUD_RULES,
    RUSSIAN,
    SIDES,
    State,
    box,
    cities,
    read_attack,
    zone,
)
from kursk.games.battle_for_kursk.tables import SCENARIOS, TURNS, printed
from kursk.games.battle_for_kursk.victory import points, score


class BattleForKursk(Game):
    title = "battle_for_kursk"
    name = "Battle for Kursk: The Tigers Are Burning, 1943"
    about = "Army groups Centre and South in 1943: choose your posture, then your battles."
    sides = SIDES
    state = State
    folder = Path(__file__).parent
    scenarios = {
        "short": "Kursk short scenario: eight turns from 5 July 1943.",
        "campaign": "March to November 1943: four turns of preparation, then the eight.",
    }
    options = {"mud": MUD_RULES, "postures": ("free", "history")}
    tracks = (
        "mud_rule", "history", "mud", "previous", "posture", "offensives", "objective",
        "objective_side", "locked", "deployed", "scored", "points", "battles",
    )  # fmt: skip
    kinds = ("move", "rail")
    marks = ("moved", "rebuilt")
    boxes = BOXES
    passing = ("moved", "rebuilt", "points", "battles", "posture")
    phases = {name: partial(moment, name) for name in PHASES}
    turns = tuple(turn.turn for turn in TURNS)

    @cached_property
    def board(self) -> Board:
        return printed()

    def blank(self, board: Board, roster: Roster) -> State:
        start = SCENARIOS["campaign"]
        g = State(board=board, roster=backed(roster))
        g.held = dict.fromkeys(SIDES, 0)
        g.previous = dict(start.previous_posture)
        g.offensives, g.objective = dict(start.offensives), start.objective
        before_play(g)
        return g

    def setup(self, scenario: str, options: dict[str, str]) -> State:
        g = self.blank(self.board, self.roster)
        g.mud_rule, g.history = options["mud"], options["postures"] == "history"
        deploy(g, scenario)
        g.stack = opening(g)
        return g

    def view(self, g: State, side: str) -> View:
        """3.4: everything lies open but a posture chosen and not yet revealed."""
        tracks: dict[str, Any] = {
            "date": box(g).date,
            "mud": bool(g.mud),
            "victory points": points(g),
            "score": dict(score(g)),
            "previous posture": dict(g.previous),
            "posture": dict(g.posture),
            "offensives": {
                each: {"available": n, "expended": MARKERS - n} for each, n in g.offensives.items()
            },
            "objective": {
                "hex": g.objective,
                "side": g.objective_side,
                "locked": g.locked,
                "scored": g.scored,
            },
            "replacements": dict(g.points),
            "battles": list(g.battles),
            "active forts": {each: list(named(g.grid, active(g, each))) for each in SIDES},
        }
        return look(self, g, side, tracks)

    def points(self, g: State) -> int:
        """5.0: German points count below zero on the track, and above it here."""
        return -points(g)

    def check(self, g: State) -> list[str]:
        faults = []
        for hex, pile in g.piles.items():
            if len(pile) > 1:
                faults.append(f"{g.grid.name[hex]} holds more than one unit (8.2.2)")
            if g.board.hexes["sea"] >> hex & 1:
                faults.append(f"{g.grid.name[hex]} is open sea (8.0)")
        for counter in g.roster:
            if counter.steps != 2 or counter.factor(1) < 1:
                faults.append(f"{counter.id} needs a full and a reduced strength (3.3)")
        if g.control[GERMAN] ^ g.control[RUSSIAN] != cities(g):
            faults.append("a city has not exactly one owner (10.0)")
        if not all(0 <= markers <= MARKERS for markers in g.offensives.values()):
            faults.append("a side has at most three Offensive markers (4.0)")
        for n, battle in enumerate(g.battles):
            before = g.copy()
            before.battles = g.battles[:n]
            if why := refused_attack(before, battle, g.side):
                faults.append(f"battles: {battle}: {why}")
        return faults

    def reach(self, g: State, unit: int) -> dict[str, Reach]:
        """8.0, 8.1: what a unit may do in the movement phase in hand; else all it ever can."""
        phase = deciding(g)
        if isinstance(phase, Movement) and g.side_of(unit) == g.side:
            return phase.ways(g, unit)
        ways = {"move": reachable(g, unit)}
        return ways | {"rail": by_rail(g, unit)} if entrains(g, unit) else ways

    def supply(self, g: State, unit: int) -> Supply:
        return communication(g, unit)

    def zones(self, g: State, side: str) -> Hexes:
        return zone(g, side)

    def receipt(self, g: State, order: str, side: str) -> Receipt | None:
        """The odds of an attack by either side, or of a battle that waits to be resolved."""
        match order.split():
            case ["resolve", name] if name in attacked(g):
                return receipt(g, announced(g, name))
            case ["attack", _, "with", ids, *_]:
                first = g.roster.number.get(ids.split(",")[0])
                if first is not None and not refused_attack(g, order, g.side_of(first)):
                    return receipt(g, read_attack(g, order))
        return None


GAME = BattleForKursk()
