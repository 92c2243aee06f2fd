"""§Sequence A: the sequence of play. The last class is the whole game."""

from kursk.core.flow import Frame
from kursk.games.coatney_kursk import recovery, victory
from kursk.games.coatney_kursk.air import AirPhase, back_in_service
from kursk.games.coatney_kursk.allocation import Allocation
from kursk.games.coatney_kursk.arrivals import Arrivals
from kursk.games.coatney_kursk.formation import Formation
from kursk.games.coatney_kursk.movement import Movement
from kursk.games.coatney_kursk.panzerkeil import check_wedges
from kursk.games.coatney_kursk.resolution import Resolution
from kursk.games.coatney_kursk.setup import Deployment, FreeSetup, opens_freely
from kursk.games.coatney_kursk.state import FIRST, GERMAN, RUSSIAN, SECOND, State
from kursk.games.coatney_kursk.supply import starve
from kursk.games.coatney_kursk.tables import LAST_TURN, TURNS


class Impulse(Frame):
    """§Sequence G2, §Sequence R2, §Sequence G5, §Sequence R4: movement, allocation, combat.

    §Blitzkrieg: the second time for units that have neither moved nor attacked.
    """

    rule = "§Blitzkrieg"
    number: int

    def begin(self, g: State) -> None:
        g.impulse = self.number
        if self.number == SECOND:
            g.done = g.moved | g.fought
        g.moved = g.fought = 0
        g.spent = {}

    def strikes(self, g: State) -> Frame | None:
        return AirPhase() if g.air and self.number == FIRST else None

    def recovery(self, g: State) -> None:
        if g.side == GERMAN and self.number == FIRST:
            recovery.before_combat(g)

    steps = (begin, Movement(), strikes, Allocation(), recovery, Resolution())


class PlayerTurn(Frame):
    """§Sequence G1, §Sequence R1: what both turns have in common."""

    def clear(self, g: State) -> None:
        g.impulse = FIRST
        g.moved = g.fought = g.marched = g.done = g.broken = 0
        g.spent = {}
        check_wedges(g)


class GermanTurn(PlayerTurn):
    """§Sequence G1, §Sequence G6, §Sequence G7, §Sequence G8: step by step, as the sheet has it."""

    rule = "§Sequence G1"

    def begin(self, g: State) -> None:
        g.side = GERMAN
        back_in_service(g)

    def first(self, g: State) -> Frame:
        return Impulse(FIRST)

    def blitzkrieg(self, g: State) -> Frame:
        return Impulse(SECOND)

    def victory(self, g: State) -> Frame | None:
        self.clear(g)
        return victory.check(g, RUSSIAN)

    def supply(self, g: State) -> None:
        starve(g, GERMAN)
        check_wedges(g)

    def recovery(self, g: State) -> None:
        recovery.germans(g)

    def end(self, g: State) -> None:
        g.side = ""

    steps = (begin, Formation(), first, blitzkrieg, victory, supply, recovery, end)


class RussianTurn(PlayerTurn):
    """§Sequence R1, §Sequence R6, §Sequence R7, §Sequence R8: the sheet has no fifth step."""

    rule = "§Sequence R1"

    def begin(self, g: State) -> None:
        g.side = RUSSIAN
        back_in_service(g)

    def first(self, g: State) -> Frame:
        return Impulse(FIRST)

    def proriv(self, g: State) -> Frame:
        return Impulse(SECOND)

    def supply(self, g: State) -> None:
        self.clear(g)
        starve(g, RUSSIAN)

    def victory(self, g: State) -> Frame | None:
        return victory.check(g, GERMAN)

    def recovery(self, g: State) -> None:
        recovery.guards(g)

    def end(self, g: State) -> None:
        g.side = ""

    steps = (begin, Formation(), first, proriv, supply, victory, recovery, end)


class GameTurn(Frame):
    """§Sequence A: arrivals, the German turn, the Russian turn."""

    rule = "§Sequence A"
    title = "Turn"

    def date(self, g: State) -> None:
        g.say(f"Turn {g.turn}, {TURNS[g.turn - 1]['date']}.", "§Scale")

    def end(self, g: State) -> None:
        g.flown = g.guarded = 0

    steps = (date, Arrivals(), GermanTurn(), RussianTurn(), end)


class Kursk(Frame):
    """§Scale: set-up, then eight weekly turns."""

    rule = "§Scale"
    title = "Kursk"

    def place(self, g: State) -> Frame:
        g.side = GERMAN
        return Deployment()

    def place_freely(self, g: State) -> Frame | None:
        g.side = GERMAN
        return FreeSetup() if opens_freely(g) else None

    def first_turn(self, g: State) -> Frame:
        g.side = ""
        return GameTurn()

    def next_turn(self, g: State) -> Frame | None:
        if g.turn >= LAST_TURN:
            victory.conclude(g)
            return None
        g.turn += 1
        self.repeat()
        return GameTurn()

    steps = (place, place_freely, first_turn, next_turn)
