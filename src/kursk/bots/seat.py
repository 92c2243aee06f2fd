"""A seat: all that one side may know and do. Bots get this and nothing else."""

import random
from collections.abc import Sequence
from functools import cached_property

from msgspec.structs import replace

from kursk.core.board import Board
from kursk.core.counters import Counter, Unit
from kursk.core.flow import Refusal, Sealed, deciding
from kursk.core.hexes import Grid, Hex
from kursk.core.match import Match
from kursk.core.paths import Reach
from kursk.core.tables import Receipt
from kursk.core.view import Seen, View


class Seat:
    """What a side sees, may order and may ask."""

    def __init__(self, match: Match, side: str) -> None:
        self._match, self.side = match.known_to(side), side
        self.title, self.roster = match.game.title, match.g.roster

    @cached_property
    def view(self) -> View:
        return self._match.game.view(self._match.g, self.side)

    @property
    def board(self) -> Board:
        return self._match.g.board

    @property
    def grid(self) -> Grid:
        return self._match.g.grid

    @property
    def rule(self) -> str:
        return self._match.rule

    def counter(self, unit: str) -> Counter:
        return self.roster[self.roster.find(unit)]

    @cached_property
    def where(self) -> dict[str, str]:
        """The hex of every unit that the side can name."""
        return {
            seen.unit: hex for hex, stack in self.view.stacks.items() for seen in stack if seen.unit
        }

    @cached_property
    def seen(self) -> dict[str, Seen]:
        """Every counter that the side can name, as it sees it."""
        stacks = self.view.stacks.values()
        return {seen.unit: seen for stack in stacks for seen in stack if seen.unit}

    @property
    def piles(self) -> dict[Hex, tuple[Unit, ...]]:
        """Who lies where, as the side knows it; numbers of covered counters tell nothing."""
        return self._match.g.piles

    @property
    def number(self) -> int:
        """How many orders have been given."""
        return len(self._match.log)

    @property
    def mine(self) -> bool:
        """Is this the side's own player turn?"""
        return self._match.g.side == self.side

    def world(self, chance: random.Random) -> Match:
        """A match that may be this one, for all that the side knows: to try things out in."""
        return self._match.imagined(self.side, chance)

    @cached_property
    def replies(self) -> list[str]:
        """Where both sides choose unseen: what the other one may choose, or have chosen."""
        frame = deciding(self._match.g)
        if not isinstance(frame, Sealed):
            return []
        others = (side for side in frame.sides if side != self.side)
        return list(dict.fromkeys(o for side in others for o in frame.choices(self._match.g, side)))

    def sealed(self, chance: random.Random, order: str, reply: str) -> Match:
        """A world in which this side has chosen the one unseen, and the other side the other."""
        world = self.world(chance)
        frame = world.g.stack[-1]
        assert isinstance(frame, Sealed)
        chosen = tuple(
            mine if side == self.side else reply
            for side, mine in zip(frame.sides, frame.chosen, strict=False)
        )
        world.g.stack[-1] = replace(frame, chosen=chosen)
        world.play(order)
        if len(chosen) + 1 < len(frame.sides):
            world.play(reply)
        return world

    @property
    def moment(self) -> tuple[str, str, str]:
        """The phase in hand: within it only the side itself changes anything, but for the dice."""
        return self.view.turn, self.view.phase, self.view.actor

    def hexes(self, side: str) -> list[str]:
        """The hexes with units of a side."""
        return [hex for hex, stack in self.view.stacks.items() if stack[0].side == side]

    def able(self) -> list[str]:
        return self._match.able()

    def orders(self, about: str = "") -> Sequence[str]:
        return self._match.orders(about)

    def why_not(self, order: str) -> Refusal | None:
        return self._match.why_not(order)

    def receipt(self, order: str) -> Receipt | None:
        return self._match.game.receipt(self._match.g, order, self.side)

    def reach(self, unit: str) -> dict[str, Reach]:
        """Where a unit that the side can name may go."""
        if unit not in self.where:
            raise ValueError(f"{self.side} sees no unit {unit}")
        return self._match.reach(unit)
