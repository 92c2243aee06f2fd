"""A bot that weighs plans before it moves: it plays each out, turn and reply, and takes the best.

It plans as its player turn begins, and where an order opens a turn (a posture, an order of
phases). How much it tries is a number of trials, never seconds: the same seed plays the same
game on any machine. A game whose turns are long allows fewer of them.
"""

from kursk.bots.doctrine import DOCTRINES
from kursk.bots.greedy import GreedyBot, advice_for
from kursk.bots.plan import Plan
from kursk.bots.search import Thought, best, race
from kursk.bots.seat import Seat


class Marshal:
    """One a seat. What it keeps between orders is a note: the moment and the plan."""

    def __init__(self, seed: str, level: str = "captain") -> None:
        self.seed, self.level = seed, level
        self.thoughts: list[Thought] = []
        self.note = ""

    @property
    def note(self) -> str:
        return f"{self.moment}\n{self.plan}"

    @note.setter
    def note(self, note: str) -> None:
        self.moment, _, plan = note.partition("\n")
        self._follow(Plan.read(plan))

    def _follow(self, plan: Plan) -> None:
        self.plan = plan
        self.policy = GreedyBot(self.seed, DOCTRINES[plan.doctrine])

    def choose(self, seat: Seat) -> str:
        advice = advice_for(seat)
        if openings := advice.openings():
            usual = GreedyBot(self.seed).choose(seat)
            plans = [Plan(usual), *(Plan(each) for each in openings if each != usual)]
            return self._raced(seat, plans, advice.trials[self.level][0]).opening
        moment = f"{seat.view.turn} {seat.side}"
        if moment != self.moment and seat.mine and advice.weights:
            self.moment = moment
            plans = [Plan("", name) for name in ("steady", *advice.doctrines)]
            self._follow(self._raced(seat, plans, advice.trials[self.level][1]))
        return self.policy.choose(seat)

    def _raced(self, seat: Seat, plans: list[Plan], trials: int) -> Plan:
        self.thoughts = race(seat, plans, trials, f"{self.seed} {seat.number}")
        return best(self.thoughts, plans[0])
