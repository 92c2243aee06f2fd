"""Skirmish: eight by eight hexes, six counters a side. A tutorial, and a game to test with."""

import random
from pathlib import Path
from typing import Any

from kursk.core.board import Board
from kursk.core.counters import Roster
from kursk.core.flow import Frame
from kursk.core.game import Game, Supply
from kursk.core.hexes import Hexes
from kursk.core.orders import read_attack
from kursk.core.paths import Reach
from kursk.core.position import BadPosition
from kursk.core.state import exchange
from kursk.core.tables import Receipt
from kursk.core.view import View, cover, covered, look, unsealed
from kursk.core.worlds import dealt, resealed, uncover, unnamed
from kursk.games.skirmish.combat import Combat, receipt, refused_attack, seen_by
from kursk.games.skirmish.movement import Movement, reachable
from kursk.games.skirmish.sequence import (
    LAST_TURN,
    STANCES,
    GameTurn,
    Initiative,
    PlayerTurn,
    Skirmish,
)
from kursk.games.skirmish.state import SIDES, State, foe, zone
from kursk.games.skirmish.supply import supply_of
from kursk.games.skirmish.victory import towns


def _sound(g: State) -> None:
    """Tracks that no game could show are refused by name."""
    if g.turn > LAST_TURN:
        raise BadPosition(f"turn: {g.turn}; a game has {LAST_TURN} (2.3)")
    if g.half not in (1, 2):
        raise BadPosition(f"set.half: {g.half}; it is 1 or 2")
    for side, stance in g.stance.items():
        if side not in SIDES or stance not in STANCES:
            raise BadPosition(f"set.stance: {side} {stance}; a side has {' or '.join(STANCES)}")


def _begin(phase: str, g: State, side: str) -> list[Frame]:
    """The stack at a phase."""
    _sound(g)
    if phase == "initiative":
        g.side, g.stance = "", {}  # nobody's turn yet, and nothing chosen
        return [Skirmish(), GameTurn.past("Initiative"), Initiative(SIDES)]
    turn = [Skirmish(), GameTurn.past("first" if g.half == 1 else "second")]
    if phase == "movement":
        return [*turn, PlayerTurn.past("Movement"), Movement()]
    return [*turn, PlayerTurn.past("Combat"), Combat()]


class SkirmishGame(Game):
    title = "skirmish"
    name = "Skirmish"
    about = "Two small forces meet at a river. Six turns, ten minutes: learn the system here."
    sides = SIDES
    state = State
    folder = Path(__file__).parent
    scenarios = {"meeting": "Both sides race for the bridge at Brod."}
    options = {"fog": ("on", "off")}
    tracks = ("fog", "stance", "half", "fought")
    areas = ("fought",)
    marks = ("moved", "attacked", "shown")
    boxes = ("dead",)
    passing = ("moved", "attacked", "fought")
    phases = {
        "initiative": lambda g, side: _begin("initiative", g, side),
        "movement": lambda g, side: _begin("movement", g, side),
        "combat": lambda g, side: _begin("combat", g, side),
    }

    def blank(self, board: Board, roster: Roster) -> State:
        control = {side: self.board.hexes[f"{side} control"] for side in SIDES}
        return State(board=board, roster=roster, control=control)

    def setup(self, scenario: str, options: dict[str, str]) -> State:
        g = self.blank(self.board, self.roster)
        g.fog = options["fog"] == "on"
        g.turn = 0
        for unit, counter in enumerate(g.roster):
            g.place(unit, g.grid.find(counter.setup))
        g.stack = [Skirmish()]
        return g

    def known_to(self, g: State, side: str) -> State:
        """1.4: the counters that the enemy has not shown are nameless."""
        hidden = [unit for unit in g.on_map() if not seen_by(g, unit, side)]
        return cover(self, unsealed(g, side), hidden)

    def view(self, g: State, side: str) -> View:
        tracks: dict[str, Any] = {
            "towns": {each: towns(g, each) for each in SIDES},
            "stance": dict(g.stance),
        }
        return look(self, g, side, tracks)

    def check(self, g: State) -> list[str]:
        faults = []
        for hex, pile in g.piles.items():
            if len(pile) > 2:
                faults.append(f"{g.grid.name[hex]} holds more than two counters (1.3)")
        if g.control["blue"] & g.control["red"]:
            faults.append("a hex has two owners (6.1)")
        return faults

    def points(self, g: State) -> int:
        """6.1: how many towns blue has more."""
        return towns(g, "blue") - towns(g, "red")

    def concede(self, g: State, side: str) -> str:
        """6.3: a side may give up."""
        return f"{foe(side).capitalize()} wins: {side} gives up (6.3)"

    def shuffled(self, g: State, side: str, chance: random.Random) -> State:
        who: dict[int, int] = {}
        for owner in SIDES:
            hidden = [unit for unit in g.on_map(owner) if not seen_by(g, unit, side)]
            who |= zip(hidden, chance.sample(hidden, len(hidden)), strict=True)
        return resealed(unsealed(exchange(g, who, self.marks), side), chance)

    def imagine(self, known: State, side: str, chance: random.Random) -> State:
        """1.4: whoever is not shown may be any of his side's covered counters."""
        who: dict[int, int] = {}
        for owner in SIDES:
            places = [unit for unit in unnamed(known) if known.side_of(unit) == owner]
            who |= dealt(places, covered(known, owner), chance)
        return resealed(uncover(self, known, who), chance)

    def reach(self, g: State, unit: int) -> dict[str, Reach]:
        return {"move": reachable(g, unit)}

    def supply(self, g: State, unit: int) -> Supply:
        return supply_of(g, unit)

    def zones(self, g: State, side: str) -> Hexes:
        return zone(g, side)

    def receipt(self, g: State, order: str, side: str) -> Receipt | None:
        match order.split():
            case ["attack", name, "with", ids] if not refused_attack(g, name, ids.split(",")):
                return receipt(g, *read_attack(g, order))
        return None


GAME = SkirmishGame()
