"""Template: the smallest whole game. Replace it rule by rule with your own."""

from pathlib import Path

from kursk.core.board import Board
from kursk.core.counters import Roster
from kursk.core.flow import Decision, Frame
from kursk.core.game import Game
from kursk.core.hexes import Hexes
from kursk.core.orders import read_attack
from kursk.core.paths import Reach
from kursk.core.position import BadPosition
from kursk.core.tables import Receipt
from kursk.core.view import View, look
from kursk.games._template.combat import (
    Combat,
    itemised,
    refused_attack,
)
from kursk.games._template.movement import Movement, moving
from kursk.games._template.sequence import (
    LAST_TURN,
    GameTurn,
    PlayerTurn,
    WholeGame,
    towns,
)
from kursk.games._template.state import SIDES, State, foe, zone


def begin(g: State, phase: Decision) -> list[Frame]:
    """The stack at a phase, for a position file."""
    if g.turn > LAST_TURN:
        raise BadPosition(f"turn: {g.turn}; a game has {LAST_TURN} (2.3)")
    step = type(phase).__name__
    return [WholeGame(), GameTurn.past(g.side), PlayerTurn.past(step), phase]


class Rulebook(Game):
    title = "_template"
    name = "Template"
    about = "Two small forces and a river: the game that a new one begins as."
    sides = SIDES
    state = State
    folder = Path(__file__).parent
    scenarios = {"crossing": "The German crosses the river; the Soviet has more towns to lose."}
    tracks = ("fought",)
    areas = ("fought",)
    marks = ("moved", "attacked")
    boxes = ("to come", "dead")
    passing = ("moved", "attacked")
    phases = {
        "movement": lambda g, side: begin(g, Movement()),
        "combat": lambda g, side: begin(g, Combat()),
    }

    def blank(self, board: Board, roster: Roster) -> State:
        control = {side: self.board.hexes[f"{side} side"] for side in SIDES}
        return State(board=board, roster=roster, control=control)

    def setup(self, scenario: str, options: dict[str, str]) -> State:
        """2.2: units with a turn of arrival wait for it."""
        g = self.blank(self.board, self.roster)
        g.turn = 0
        for unit, counter in enumerate(g.roster):
            if counter.arrives:
                g.remove(unit, "to come")
            else:
                g.place(unit, g.grid.find(counter.setup))
        g.stack = [WholeGame()]
        return g

    def view(self, g: State, side: str) -> View:
        tracks = {"towns": {each: towns(g, each) for each in SIDES}}
        return look(self, g, side, tracks)

    def check(self, g: State) -> list[str]:
        """1.3: one unit a hex."""
        piles = g.piles.items()
        return [f"{g.grid.name[hex]} holds two units (1.3)" for hex, pile in piles if pile[1:]]

    def concede(self, g: State, side: str) -> str:
        """2.4: a side may give up."""
        return f"{foe(side).capitalize()} victory: the {side} side gives up (2.4)"

    def reach(self, g: State, unit: int) -> dict[str, Reach]:
        return {"move": moving(g, unit).reach()}

    def zones(self, g: State, side: str) -> Hexes:
        return zone(g, side)

    def receipt(self, g: State, order: str, side: str) -> Receipt | None:
        match order.split():
            case ["attack", name, "with", listed] if not refused_attack(g, name, listed.split(",")):
                return itemised(g, *read_attack(g, order))
        return None


GAME = Rulebook()
