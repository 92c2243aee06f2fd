"""What a bot had in mind when it made a plan: for whoever looks back, or learns."""

from collections.abc import Iterator

import msgspec


class Weighed(msgspec.Struct, frozen=True):
    """A plan that it played out: how much better than its usual way, in the game's points."""

    says: str
    gain: float
    spread: float  # the standard error of the gain; 0 where it was seen once
    worlds: int  # on which it was played out
    share: float | None = None  # how often it would be taken, where a choice is sealed

    def __str__(self) -> str:
        worlds = "one world" if self.worlds == 1 else f"{self.worlds} worlds"
        if self.share is not None:
            return f"{self.says} {self.share:.0%} of the time; {self.gain:+.1f} points."
        if not self.worlds:
            return f"{self.says} Not played out."
        if not self.gain and not self.spread:
            return f"{self.says} As usual, on {worlds}."
        spread = f" ± {self.spread:.1f}" if self.spread else ""
        return f"{self.says} {self.gain:+.1f}{spread} points, on {worlds}."


class Belief(msgspec.Struct, frozen=True):
    """What may lie under the covered counters of a hex."""

    hex: str
    counters: int  # that are covered
    factors: float  # of strength that they have together, on average
    least: int  # and in the worlds that it thought of
    most: int

    def __str__(self) -> str:
        what = "a covered counter" if self.counters == 1 else f"{self.counters} covered counters"
        spread = "" if self.least == self.most else f" ({self.least} to {self.most})"
        return f"{self.hex}: {what}, about {self.factors:.0f} factors{spread}."


class Thoughts(msgspec.Struct, frozen=True):
    plan: str  # what it means to do, in words
    weighed: tuple[Weighed, ...] = ()  # the best first
    believes: tuple[Belief, ...] = ()  # the strongest first

    def lines(self) -> Iterator[str]:
        yield f"The plan: {self.plan}"
        for each in self.weighed:
            yield f"  {each}"
        if self.believes:
            yield "What may lie covered:"
        for belief in self.believes:
            yield f"  {belief}"
