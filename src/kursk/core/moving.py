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
from kursk.core.hexes import NO_SIDES, Hex, Hexes, Sides
from kursk.core.orders import no_hex
from kursk.core.paths import Going, Points, Reach, reach, walk
from kursk.core.rules import Bar


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
            closed=_all(self.closed),
            halts=_all(self.halts),
            passing=_all(self.passing),
            later=_all(self.later),
            first=self.first,
        )

    def refusal(self, g: Any, ids: Sequence[str], names: Sequence[str]) -> Refusal | None:
        """Why these units may not go by this way; None if they may."""
        if why := no_hex(g, names, self.rule):
            return why
        units, way = tuple(ids), [g.grid.cell[name] for name in names]
        for number, (here, there) in enumerate(zip([self.start, *way], way, strict=False)):
            pair = (g.grid.name[here], g.grid.name[there])
            if not g.grid.touch(here, there):
                return Refusal(self.rule, f"{pair[0]} and {pair[1]} do not touch.", units, pair)
            if bar := _at(self.closed, there) or (None if number else _at(self.later, there)):
                return _barred(bar, units, pair[1])
            if number and (bar := _at(self.halts, here)):
                return _barred(bar, units, pair[0])
        if bar := _at(self.passing, way[-1]):
            return _barred(bar, units, names[-1])
        return self.refused_price(g, units, way)

    def refused_price(self, g: Any, units: tuple[str, ...], way: list[Hex]) -> Refusal | None:
        """Has the move points enough, step by step?"""
        path = [self.start, *way]
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


def _all(bars: tuple[Bar, ...]) -> Hexes:
    hexes = 0
    for bar in bars:
        hexes |= bar.hexes
    return hexes


def _at(bars: tuple[Bar, ...], hex: Hex) -> Bar | None:
    return next((bar for bar in bars if bar.hexes >> hex & 1), None)


def _barred(bar: Bar, units: tuple[str, ...], name: str) -> Refusal:
    says = bar.says.replace("{hex}", name).replace("{unit}", ", ".join(units))
    return Refusal(bar.rule, says, units, (name,), bar.instead)
