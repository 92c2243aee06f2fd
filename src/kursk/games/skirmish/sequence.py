"""2: the turn. The last class is the whole game."""

from collections.abc import Iterable

from kursk.core.flow import Frame, Roll, Sealed
from kursk.games.skirmish.combat import Combat
from kursk.games.skirmish.movement import Movement
from kursk.games.skirmish.state import State, foe
from kursk.games.skirmish.victory import count

LAST_TURN = 6
STANCES = ("press", "hold")


class Initiative(Sealed):
    """2.1: both sides choose unseen."""

    rule = "2.1"
    title = "Initiative"
    phase = "initiative"
    asks = "Press, to attack better and perhaps go first, or hold, to defend better."

    def choices(self, g: State, side: str) -> Iterable[str]:
        return STANCES

    def reveal(self, g: State, chosen: dict[str, str]) -> Frame | None:
        g.stance = chosen
        g.learned += 1
        g.say(f"Blue {chosen['blue']}es, red {chosen['red']}es.".replace("holdes", "holds"), "2.1")
        if chosen == {"blue": "press", "red": "press"}:
            return WhoIsFirst()
        if chosen["blue"] != chosen["red"]:
            g.side = "blue" if chosen["blue"] == "press" else "red"
        else:
            g.side = "blue" if g.turn % 2 else "red"
        return None


class WhoIsFirst(Frame):
    """2.1: a die decides between two who press."""

    rule = "2.1"
    phase = "initiative"

    def decide(self, g: State) -> None:
        g.side = "blue" if g.rolled[0] <= 3 else "red"
        g.say(f"{g.rolled[0]}: {g.side} goes first.", "2.1")

    steps = (Roll(), decide)


class PlayerTurn(Frame):
    rule = "2.2"
    steps = (Movement(), Combat())


class GameTurn(Frame):
    rule = "2.2"
    title = "Turn"

    def first(self, g: State) -> Frame:
        return PlayerTurn()

    def second(self, g: State) -> Frame:
        g.side, g.half = foe(g.side), 2
        return PlayerTurn()

    def end(self, g: State) -> None:
        g.stance = {}
        g.side, g.half = "", 1

    steps = (Initiative(("blue", "red")), first, second, end)


class Skirmish(Frame):
    """2.3: six turns, then the towns are counted."""

    rule = "2.3"
    title = "Skirmish"

    def next_turn(self, g: State) -> Frame | None:
        if g.turn == LAST_TURN:
            g.finish(count(g))
            return None
        g.turn += 1
        self.repeat()
        return GameTurn()

    steps = (next_turn,)
