"""A move as the rules have it: what `reach` explores, a refusal explains.

    def moving(g, unit) -> Moving:
        return Moving(
            going(g.board, counter.type), g.at[unit], counter.moves,
            rule="3.1", closed=closed.bars(g, unit),
            halts=(Bar("3.5", "{unit} must stop in {hex}, next to an enemy.", zone),),
        )

`moving(g, unit).reach()` is where it can go, `moving(g, unit).refusal(g, ids, names)` why a way
is none. `{unit}` and `{hex}` in a sentence are filled in.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from kursk.core.flow import Refusal
from kursk.core.hexes import NO_SIDES, Hex, Sides
from kursk.core.orders import hexes_in, no_hex
from kursk.core.paths import Going, Points, Reach, reach, walk
from kursk.core.rules import Bar, barred, closed_by


class Moving(msgspec.Struct, frozen=True):
    """One move, as the rules have it."""

    going: Going
    start: Hex
    points: Points
    rule: str  # of steps and their price
    closed: tuple[Bar, ...] = ()  # never entered
    halts: tuple[Bar, ...] = ()  # entered, but there the move ends
    passing: tuple[Bar, ...] = ()  # gone through, but nobody stops there
    later: tuple[Bar, ...] = ()  # not entered by the first step
    first: Sides = NO_SIDES  # the first step may always be across these

    def reach(self) -> Reach:
        """Where it can go."""
        return reach(
            self.going,
            self.start,
            self.points,
            closed=closed_by(self.closed),
            halts=closed_by(self.halts),
            passing=closed_by(self.passing),
            later=closed_by(self.later),
            first=self.first,
        )

    def refusal(self, g: Any, ids: Sequence[str], names: Sequence[str]) -> Refusal | None:
        """Why these units may not go by this way; None if they may."""
        return self.refused_way(g, ids, names) or self.refused_price(g, ids, names)

    def refused_way(self, g: Any, ids: Sequence[str], names: Sequence[str]) -> Refusal | None:
        """Why there is no such way for them, whatever it costs."""
        if why := no_hex(g, names, self.rule):
            return why
        way = hexes_in(g, names)
        for number, (here, there) in enumerate(zip([self.start, *way], way, strict=False)):
            pair = (g.grid.name[here], g.grid.name[there])
            if not g.grid.touch(here, there):
                says = f"{pair[0]} and {pair[1]} do not touch."
                return Refusal(self.rule, says, tuple(ids), pair)
            into = self.closed if number else (*self.closed, *self.later)
            if why := barred(g, there, into, ids):
                return why
            if number and (why := barred(g, here, self.halts, ids)):
                return why
        return barred(g, way[-1], self.passing, ids)

    def refused_price(self, g: Any, ids: Sequence[str], names: Sequence[str]) -> Refusal | None:
        """Has the move points enough, step by step?"""
        units, path = tuple(ids), [self.start, *hexes_in(g, names)]
        if walk(self.going, path, self.points, first=self.first) is not None:
            return None
        last = next(
            n
            for n in range(2, len(path) + 1)
            if walk(self.going, path[:n], self.points, first=self.first) is None
        )
        name, who = g.grid.name[path[last - 1]], ", ".join(units)
        price = self.going.step(path[last - 2], path[last - 1])
        if price is None:
            return Refusal(self.rule, f"There is no way into {name} from there.", units, (name,))
        spent = walk(self.going, path[: last - 1], self.points, first=self.first)
        costs = f"{name} costs {price} point" + "s" * (price != 1)
        says = f"{costs}; {who} has spent {spent} of its {self.points}."
        if price == self.points:
            says = f"To enter {name} takes all {price} points of {who}, from the start."
        return Refusal(self.rule, says, units, (name,))
