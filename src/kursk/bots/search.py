"""The race: plans are played out on worlds that may be, and the best is kept.

Every plan meets the same worlds and dice. The incumbent is what greedy does; who cannot show
that he is better is not preferred to it, so that searching is never much worse than not.
"""

import math
import random
import statistics
from collections.abc import Callable, Sequence

import msgspec

from kursk.bots import judge, trial
from kursk.bots.plan import Plan
from kursk.bots.seat import Seat
from kursk.bots.thoughts import Weighed


def never() -> bool:
    """Nobody is in a hurry."""
    return False


class Thought(msgspec.Struct):
    """A plan that was weighed: how much better than the incumbent, world by world."""

    plan: Plan
    gains: list[float] = []
    share: float | None = None  # how often it is taken, where a choice is sealed

    @property
    def weighed(self) -> Weighed:
        """In words, for whoever asks."""
        gain, spread = round(self.mean, 2), round(self.error, 2)
        spread = spread if len(self.gains) > 1 else 0.0
        return Weighed(self.plan.words(), gain, spread, len(self.gains), self.share)

    @property
    def mean(self) -> float:
        return statistics.fmean(self.gains) if self.gains else 0.0

    @property
    def error(self) -> float:
        """The standard error of the mean; unknown is as large as the mean itself."""
        if len(self.gains) < 2:
            return abs(self.mean)
        return statistics.stdev(self.gains) / math.sqrt(len(self.gains))


def rivals(trials: int) -> int:
    """How many plans so many trials can weigh against the incumbent: the worse half drops out
    after each world, and the best is seen on two at the least."""
    count = 0
    while sum(alive + 1 for alive in _heats(count + 1)) <= trials:
        count += 1
    return count


def _heats(count: int) -> list[int]:
    """How many plans run in each world."""
    found = [count]
    while found[-1] > 1 or len(found) < 2:
        found.append((found[-1] + 1) // 2)
    return found


def race(
    seat: Seat, plans: Sequence[Plan], trials: int, seed: str, enough: Callable[[], bool] = never
) -> list[Thought]:
    """The plans, best first, as many of them as the trials allow. The first is the incumbent;
    after each heat the worse half of the others drops out, and who does not gain. A heat is one
    world, or more where there are trials left. Once it is enough no trial is begun any more."""
    thoughts = [Thought(plan, []) for plan in plans[: 1 + rivals(trials)]]
    alive = thoughts[1:]
    heats = _heats(len(alive)) if alive else []
    worlds = trials // max(1, sum(count + 1 for count in heats))  # in each heat
    for number, count in enumerate(heats):
        alive = [thought for thought in alive[:count] if thought.mean > 0 or not number]
        for again in range(worlds if alive else 0):
            if enough():
                break
            sample = f"{seed} {number}.{again}" if again else f"{seed} {number}"
            base = _value(seat, plans[0], sample)
            thoughts[0].gains.append(0.0)
            for thought in alive:
                if enough():
                    break
                thought.gains.append(_value(seat, thought.plan, sample) - base)
        alive.sort(key=lambda thought: -thought.mean)
    return sorted(thoughts, key=lambda t: (-len(t.gains), -t.mean))


def best(thoughts: Sequence[Thought], incumbent: Plan) -> Plan:
    """What beats the incumbent by more than a standard error; else the incumbent."""
    others = [t for t in thoughts if t.plan != incumbent and len(t.gains) > 1]
    others = [t for t in others if t.mean > t.error and t.mean > 0]
    return max(others, key=lambda t: t.mean).plan if others else incumbent


def _value(seat: Seat, plan: Plan, sample: str) -> float:
    world = seat.world(random.Random(sample))
    return judge.worth(trial.play_out(world, seat.side, plan, sample), seat.side)
