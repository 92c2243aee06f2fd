"""Plans tried out: a world that may be, the same dice for every plan, the turn and the reply.

A die falls by the battle it is rolled for, not by its place in the stream: so a battle more or
less in one plan leaves the dice of all others as they are, and plans can be compared.
"""

import random
from collections import Counter

from kursk.bots.doctrine import DOCTRINES
from kursk.bots.greedy import GreedyBot
from kursk.bots.plan import Plan
from kursk.bots.seat import Seat
from kursk.core.flow import DICE
from kursk.core.match import Match

LONGEST = 2_000  # orders of a trial: more than two player turns ever have


class Dice:
    """The dice of one sample."""

    def __init__(self, sample: str) -> None:
        self.sample, self.rolled = sample, Counter[str]()

    def roll(self, match: Match) -> int:
        asked = next((e.order for e in reversed(match.log) if e.actor != DICE), "")
        cause = f"{self.sample} {match.g.turn} {match.g.side} {' '.join(asked.split()[:2])}"
        self.rolled[cause] += 1
        return random.Random(f"{cause} {self.rolled[cause]}").randint(1, 6)


def play_out(world: Match, side: str, plan: Plan, sample: str) -> Match:
    """The world after this side's turn and the reply, if it goes by the plan. Both sides are
    played by greedy, the other one steadily."""
    dice = Dice(sample)
    players = {
        each: GreedyBot(f"{sample} {each}", DOCTRINES[plan.doctrine if each == side else "steady"])
        for each in world.game.sides
    }
    if plan.opening and world.why_not(plan.opening) is None:
        world.play(plan.opening)
    begun, replied, now = False, False, (world.g.turn, world.g.side)
    for _ in range(LONGEST):
        if world.over:
            break
        if (moment := (world.g.turn, world.g.side)) != now:
            if begun and now[1] and now[1] != side:
                replied = True
            now = moment
        begun = begun or world.g.side == side
        if replied and world.g.side in (side, ""):
            break
        if world.actor == DICE:
            world.play(f"roll {dice.roll(world)}")
            continue
        actor = world.actor
        world.play(world.forced or players[actor].choose(Seat(world, actor)))
    return world
