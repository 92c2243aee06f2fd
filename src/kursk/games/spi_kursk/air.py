"""17: air warfare, an option."""

from collections.abc import Iterable

from kursk.core.flow import Frame, Roll, Sealed
from kursk.games.spi_kursk.state import GERMAN, SIDES, SOVIET, State, foe
from kursk.games.spi_kursk.tables import AIR, INTERCEPTION, turn_record


def allot(g: State) -> None:
    """17.0, 17.14, 17.15: this turn's Air Points, less those that are gone for good."""
    due = turn_record(g.scenario, g.turn).air
    g.air = {side: max(0, due[side] - g.shot_down.get(side, 0)) for side in SIDES}


class Commitment(Sealed):
    """17.12: both sides commit points to interception, unseen by each other."""

    rule = "17.12"
    title = "Joint Air Warfare"
    phase = "air"
    asks = "How many Air Points do you commit to interception?"

    def choices(self, g: State, side: str) -> Iterable[str]:
        return (f"intercept {number}" for number in range(g.air[side] + 1))

    def reveal(self, g: State, chosen: dict[str, str]) -> Frame | None:
        german, soviet = (int(chosen[side].split()[1]) for side in SIDES)
        g.learned += 1
        g.say(f"To interception: German {german}, Soviet {soviet}.", "17.12")
        return Interception(german, soviet) if german or soviet else None


class Interception(Frame):
    """17.0, 17.11, 17.13: a die decides whether it succeeds, another what comes of it."""

    rule = "17.13"
    german: int
    soviet: int
    success: bool = False

    @property
    def attacker(self) -> str:
        """17.13: the larger commitment attacks; the German in a tie."""
        return GERMAN if self.german >= self.soviet else SOVIET

    @property
    def committed(self) -> int:
        return max(self.german, self.soviet)

    def attempt(self, g: State) -> Frame:
        return Roll()

    def decide(self, g: State) -> Frame | None:
        """17.0, 17.11: 1 or 2 where one attempts it, 1 to 5 where both do; less points above 3."""
        both = self.german and self.soviet
        needed = INTERCEPTION["both_attempting" if both else "one_attempting"]
        less = max(0, self.committed - INTERCEPTION["free_points"])
        die = g.rolled[0] - less
        self.success = die <= needed
        told = f"{g.rolled[0]} - {less} = {die}" if less else str(die)
        came = "succeeds" if self.success else "fails"
        g.say(f"{told}: interception {came} (1 to {needed}).", "17.11" if less else "17.0")
        return Roll() if self.success else None

    def result(self, g: State) -> None:
        """17.13, 17.14: aborted points are out for the turn, an asterisk takes one for good."""
        if not self.success:
            return
        at = min(self.committed, len(AIR.columns)) - 1
        cell = AIR.result(at, g.rolled[0])
        mine, theirs = cell.rstrip("*").split("/")
        attacker, defender = self.attacker, foe(self.attacker)
        for side, lost in ((attacker, mine), (defender, theirs)):
            count = 0 if lost == "-" else int(lost)
            g.air[side] = max(0, g.air[side] - count)
        told = f"{attacker.capitalize()} {mine}, {defender.capitalize()} {theirs} aborted"
        says = f"{g.rolled[0]}: {cell}: {told}"
        if cell.endswith("*"):
            g.shot_down[defender] = g.shot_down.get(defender, 0) + 1
            g.air[defender] = max(0, g.air[defender] - 1)
            says += ", and one gone for good"
        g.say(f"{says}.", "17.14")

    steps = (attempt, decide, result)


class AirWar(Frame):
    """4.11: the Joint Air Warfare Phase."""

    rule = "17.0"

    def points(self, g: State) -> None:
        allot(g)

    def commit(self, g: State) -> Frame:
        return Commitment(SIDES)

    steps = (points, commit)
