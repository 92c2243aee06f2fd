"""4.0, 4.1: the sequence of play. The last class is the whole game."""

from kursk.core.flow import Frame
from kursk.games.panzer_keil.combat import Combat
from kursk.games.panzer_keil.disruption import Recovery
from kursk.games.panzer_keil.guns import Support
from kursk.games.panzer_keil.phases import MechanizedMovement, Movement, may_move_again
from kursk.games.panzer_keil.setup import SimpleSetUp
from kursk.games.panzer_keil.state import GERMAN, SOVIET, State, box
from kursk.games.panzer_keil.supply import SupplyPhase
from kursk.games.panzer_keil.support import income, within_reach
from kursk.games.panzer_keil.victory import end_of_turn, running, tim_taken


class PlayerTurn(Frame):
    """4.1: six phases. Nobody is asked where there is nothing to decide."""

    rule = "4.1"
    side: str

    def begin(self, g: State) -> None:
        g.side = self.side

    def support(self, g: State) -> Frame | None:
        tim_taken(g)  # A15.1: by a unit that has a supply path again
        return Support() if within_reach(g) and any(income(g, g.side).values()) else None

    def mechanized(self, g: State) -> Frame | None:
        tim_taken(g)  # A15.1: guns may have driven the last Soviets from beside it
        return MechanizedMovement() if may_move_again(g) else None

    def end(self, g: State) -> None:
        g.side = ""

    steps = (begin, SupplyPhase(), support, Movement(), Combat(), mechanized, Recovery(), end)


class GameTurn(Frame):
    """4.0, A3.0: the German is the first player; a turn is two days."""

    rule = "4.0"
    title = "Turn"

    def begin(self, g: State) -> None:
        g.air, g.railed, g.entered = {}, 0, 0
        if g.score_before is None:
            g.score_before = running(g)
        now = box(g)
        events = f" {'; '.join(now.events)}." if now.events else ""
        g.say(f"Turn {now.turn}, {now.date}.{events}", "A3.0")

    def end(self, g: State) -> None:
        end_of_turn(g)

    steps = (begin, PlayerTurn(GERMAN), PlayerTurn(SOVIET), end)


class Game(Frame):
    """4.0, A15.0: turn after turn, until the scenario or the offensive is over."""

    rule = "4.0"
    title = "Panzer Keil"

    def first_turn(self, g: State) -> Frame:
        return GameTurn()

    def next_turn(self, g: State) -> Frame:
        g.turn += 1
        self.repeat()
        return GameTurn()

    steps = (first_turn, next_turn)


def opening(simple: bool) -> list[Frame]:
    """3.0: turn 1 comes first; with the simple set-up, both sides may change units about."""
    return [Game(), SimpleSetUp(SOVIET), SimpleSetUp(GERMAN)] if simple else [Game()]
