"""Plans tried out: a world that may be, the same dice for every plan, the turn and the reply.

A die falls by the battle it is rolled for, not by its place in the stream: so a battle more or
less in one plan leaves the dice of all others as they are, and plans can be compared.
"""

import random
from collections import Counter
from collections.abc import Mapping
from typing import Protocol

from kursk.bots.doctrine import DOCTRINES
from kursk.bots.greedy import GreedyBot
from kursk.bots.plan import Plan
from kursk.bots.seat import Seat
from kursk.core.flow import DICE
from kursk.core.match import Match

LONGEST = 2_000  # orders of a trial: more than two player turns ever have


class Player(Protocol):
    def choose(self, seat: Seat) -> str: ...


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
    players = {
        each: GreedyBot(f"{sample} {each}", DOCTRINES[plan.doctrine if each == side else "steady"])
        for each in world.game.sides
    }
    if plan.opening and world.why_not(plan.opening) is None:
        world.play(plan.opening)
    return play_on(world, side, players, sample)


def play_on(
    world: Match, side: str, players: Mapping[str, Player], sample: str, turns: int = 1
) -> Match:
    """The world when this side's turn and the reply to it have been played, or several of them.

    Who moves first in a turn is answered in the same one, who moves last in the next; what is
    chosen before anybody moves belongs to no player turn.
    """
    dice, last = Dice(sample), world.g.turn + turns - 1
    first = side == world.game.sides[0]
    answered = False
    for _ in range(LONGEST * turns):
        late = world.g.turn - last
        answered = answered or (late == 1 and world.g.side not in (side, ""))
        if world.over or late >= (1 if first else 2) or (answered and world.g.side in (side, "")):
            break
        actor = world.actor
        if actor == DICE:
            world.play(f"roll {dice.roll(world)}")
        else:
            world.play(world.forced or players[actor].choose(Seat(world, actor)))
    return world
