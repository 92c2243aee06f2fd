"""5: the sequence of play. The last class is the whole game."""

from kursk.core.flow import DONE, Done, Frame, Refusal
from kursk.games.drive_on_kursk.combat import Combat
from kursk.games.drive_on_kursk.ending import DICE, EndGame, ExtraTurn
from kursk.games.drive_on_kursk.movement import MovementPhase
from kursk.games.drive_on_kursk.reinforcements import FightFightArrivals, free_german, free_soviet
from kursk.games.drive_on_kursk.reserves import Reserves
from kursk.games.drive_on_kursk.stacking import StackCheck, Topping
from kursk.games.drive_on_kursk.state import GERMAN, SIDES, SOVIET, State
from kursk.games.drive_on_kursk.victory import Withdrawals, eligible

PLANS = ("move-fight", "fight-move", "move-move", "fight-fight")  # 5.3


class Plan(Topping):
    """5.3, 5.4: the Soviet fixes the order of his phases unseen, then the German declares his."""

    rule = "5.4"
    title = "Order of phases"
    phase = "plan"
    usage = " | ".join(f"plan {plan}" for plan in PLANS)
    asks = "Choose the order of your two phases; it cannot be changed."
    side: str

    def unread(self, g: State, order: str) -> Refusal:
        return Refusal("5.3", f"“{order}” is no order now: plan, and one of {', '.join(PLANS)}.")

    def play(self, g: State, order: str) -> Frame | Done | None:
        verb, what = order.split()
        if verb == "top":
            return super().play(g, order)
        g.plan[self.side] = what
        if self.side == GERMAN:
            g.say(f"The German declares {what}.", "5.4")
        else:
            g.say("The Soviet has covered his order of phases.", "5.4")
        return DONE

    def covered(self, g: State, order: str) -> bool:
        """5.4: the Soviet order stays covered until his player turn."""
        return self.side == SOVIET or super().covered(g, order)


class CombatPhase(Frame):
    """5.2, 9.7: in Fight/Fight reinforcements are placed first; then the attacks."""

    rule = "5.2"

    def arrivals(self, g: State) -> Frame | None:
        both = g.plan[g.side] == "fight-fight"
        return FightFightArrivals() if both and g.phase == 1 else None

    steps = (arrivals, Combat(), StackCheck())


class PlayerTurn(Frame):
    """5.2: what is due at its start (A-18), then two phases in the order chosen."""

    rule = "5.2"
    title = "Player turn"
    side: str

    def begin(self, g: State) -> None:
        g.side, g.phase = self.side, 1
        if self.side == GERMAN:
            g.withdrawn = 0
            free_german(g)
            return
        g.revealed = True  # 5.4
        g.learned += 1
        g.say(f"The Soviet order of phases is {g.plan[SOVIET]}.", "5.4")
        free_soviet(g)

    def opening(self, g: State) -> Frame | None:
        if self.side == GERMAN:
            return Withdrawals() if eligible(g) else None
        return Reserves() if g.reserve else None

    def first(self, g: State) -> Frame:
        return self._phase(g, 1)

    def second(self, g: State) -> Frame:
        return self._phase(g, 2)

    def _phase(self, g: State, number: int) -> Frame:
        g.phase = number
        kind = g.plan[self.side].split("-")[number - 1]
        return MovementPhase() if kind == "move" else CombatPhase()

    def end(self, g: State) -> None:
        g.pinned = 0

    steps = (begin, opening, first, second, end)


def air_counters(g: State) -> int:
    """9.3, 11.10: the Luftwaffe counters of each game turn."""
    return 2 if g.gambit else 1


class GameTurn(Frame):
    """5.1, 5.2: the order of phases, the German player turn, the Soviet player turn."""

    rule = "5.1"
    title = "Game turn"

    def soviet_plan(self, g: State) -> Frame:
        g.side, g.plan, g.revealed = SOVIET, {}, False
        g.air = air_counters(g)
        return Plan(SOVIET)

    def german_plan(self, g: State) -> Frame:
        g.side = GERMAN
        return Plan(GERMAN)

    steps = (soviet_plan, german_plan, PlayerTurn(GERMAN), PlayerTurn(SOVIET))


class Campaign(Frame):
    """5.1: seven turns, or as many as nine."""

    rule = "5.1"
    title = "Drive on Kursk"

    def vote(self, g: State) -> Frame | None:
        """4.10: after turns 7 and 8, never a third time."""
        return ExtraTurn(SIDES) if g.turn in DICE else None

    def after(self, g: State) -> Frame | None:
        if g.turn == g.last_turn:
            return EndGame()
        g.turn += 1
        self.next = 0
        return None

    steps = (GameTurn(), vote, after)
