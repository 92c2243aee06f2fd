"""A bot that weighs plans before it moves: it plays each out, turn and reply, and takes the best.

It plans as its player turn begins, and where an order opens a turn (a posture, an order of
phases). How much it tries is a number of trials, never seconds: the same seed plays the same
game on any machine. A game whose turns are long allows fewer of them. Who does not want to wait
says so (`enough`), and it takes the best of what it has seen.
"""

from collections.abc import Callable

from kursk.bots import mixed
from kursk.bots.belief import beliefs
from kursk.bots.doctrine import DOCTRINES, STEADY, Doctrine
from kursk.bots.greedy import GreedyBot, advice_for
from kursk.bots.plan import Plan
from kursk.bots.search import Thought, best, never, race
from kursk.bots.seat import Seat
from kursk.bots.thoughts import Thoughts


class Marshal:
    """One a seat. What it keeps between orders is a note: the moment and the plan."""

    def __init__(self, seed: str, doctrine: Doctrine = STEADY, level: str = "captain") -> None:
        self.seed, self.level = seed, level
        self.nature = doctrine  # the way that others must beat
        self.enough: Callable[[], bool] = never
        self.thoughts: list[Thought] = []
        self.taken = Plan()  # of these
        self.note = ""

    @property
    def note(self) -> str:
        return f"{self.moment}\n{self.plan}"

    @note.setter
    def note(self, note: str) -> None:
        self.moment, _, plan = note.partition("\n")
        self._follow(Plan.read(plan) if plan else Plan("", self.nature.name))

    def _follow(self, plan: Plan) -> None:
        self.plan = plan
        self.policy = GreedyBot(self.seed, DOCTRINES[plan.doctrine])

    def choose(self, seat: Seat) -> str:
        advice, nature = advice_for(seat), self.nature.name
        if openings := advice.openings():
            trials = advice.trials[self.level][0]
            if advice.mixes and self._mixed(seat, openings, trials):
                return self.taken.opening
            usual = GreedyBot(self.seed, self.nature).choose(seat)
            plans = [Plan(each, nature) for each in openings if each != usual]
            return self._raced(seat, [Plan(usual, nature), *plans], trials).opening
        moment = f"{seat.view.turn} {seat.side}"
        if moment != self.moment and seat.mine and advice.weights:
            self.moment = moment
            ways = dict.fromkeys((nature, STEADY.name, *advice.doctrines))
            plans = [Plan("", name) for name in ways]
            self._follow(self._raced(seat, plans, advice.trials[self.level][1]))
        return self.policy.choose(seat)

    def _mixed(self, seat: Seat, openings: list[str], trials: int) -> bool:
        """A choice that nobody sees is drawn, if there is time to weigh all that may meet it."""
        seed = f"{self.seed} {seat.number}"
        self.thoughts = mixed.mixed(seat, openings, trials, seed, self.enough)
        if self.thoughts:
            self.taken = mixed.drawn(self.thoughts, seed)
        return bool(self.thoughts)

    def _raced(self, seat: Seat, plans: list[Plan], trials: int) -> Plan:
        seed = f"{self.seed} {seat.number}"
        self.thoughts = race(seat, plans, trials, seed, self.enough)
        self.taken = best(self.thoughts, plans[0])
        return self.taken

    def told(self, seat: Seat) -> Thoughts | None:
        """What it had in mind, if it has just made a plan."""
        if not self.thoughts:
            return None
        weighed = tuple(thought.weighed for thought in self.thoughts)
        return Thoughts(self.taken.words(), weighed, beliefs(seat, self.seed))
