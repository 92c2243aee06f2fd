"""A match: a game, where it stands, and everything that was ordered so far."""

import random
from collections.abc import Sequence
from typing import Any

import msgspec

from kursk.core import flow
from kursk.core.dice import Dice
from kursk.core.flow import DICE, IllegalOrder, Refusal
from kursk.core.game import Game, Supply
from kursk.core.menu import listed
from kursk.core.paths import Reach
from kursk.core.state import News, State
from kursk.core.tables import Receipt
from kursk.core.view import View

CONCEDE = "concede"
REMEMBERED = 300  # orders that can be taken back: more than a phase has


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One order of the log, with where it was given and the news it brought."""

    actor: str
    order: str
    heading: str  # "Turn 3. German: Combat (11.1)"
    covered: bool
    news: tuple[News, ...]

    def heard_by(self, side: str) -> tuple[News, ...]:
        """The news of the order as a side hears them."""
        heard = (news.heard_by(side) for news in self.news)
        return tuple(news for news in heard if news is not None)


class Start(msgspec.Struct, frozen=True):
    """How a match began: a scenario with its options, or a position file."""

    scenario: str = ""
    options: dict[str, str] = {}
    position: str = ""
    opened: int = 0  # so many orders came with a record: these dice rolled none of them


class Match:
    """A game in progress. `kursk.library` starts, loads and sets up matches.

    `play` carries an order out and `undo` takes it back; `orders`, `why_not`, `reach`,
    `supply`, `zones` and `receipt` are the questions to the referee; `view`, `told` and
    `known_to` are what one side may know. `record.write` and `position.write` put a match
    into words.
    """

    def __init__(self, game: Game, g: State, start: Start, dice: Dice | None = None) -> None:
        self.game, self.g, self.start, self.dice = game, g, start, dice
        self.log: list[Entry] = []
        self._past: list[State] = []  # before each order that can still be taken back
        self._drawn: tuple[State | None, str] = (None, "")  # an order that is known to be legal
        flow.run(g)

    def __repr__(self) -> str:
        return f"<{self.game.name}: {self.result or self.heading()}, {len(self.log)} orders>"

    def copy(self) -> "Match":
        """A match of its own, to try things out in; the two share nothing that changes."""
        twin = object.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin.g, twin.log, twin._past = self.g.copy(), self.log[:], self._past[:]
        return twin

    __copy__ = copy

    def resume(self, g: State, log: list[Entry], past: Sequence[State] = ()) -> None:
        """Go on from a stored position; nothing before it, or before `past`, can be taken back."""
        self.g, self.log, self._past = g, log, list(past)

    # -- where it stands -------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return not self.g.stack

    @property
    def result(self) -> str:
        """How the game ended, in a sentence; "" while it goes on."""
        return self.g.result

    @property
    def actor(self) -> str:
        """Who decides now: a side, "dice", or "" when the game is over."""
        decision = flow.deciding(self.g)
        return decision.actor(self.g) if decision else ""

    @property
    def prompt(self) -> str:
        """What whoever decides now is asked."""
        decision = flow.deciding(self.g)
        return decision.prompt(self.g) if decision else self.g.result

    @property
    def rule(self) -> str:
        """The section under which somebody decides now."""
        return flow.rule(self.g)

    @property
    def phase(self) -> str:
        """The name a position file would give this moment."""
        return next((frame.phase for frame in reversed(self.g.stack) if frame.phase), "")

    def where(self) -> list[tuple[str, str]]:
        """The moment in the sequence of play: titles and their rules, outermost first."""
        return flow.where(self.g)

    def heading(self) -> str:
        """The moment in a line: "Turn 3. German: Combat (11.1)"."""
        g, title, cited = self.g, "", ""
        for frame in reversed(g.stack):
            if title := frame.titled(g):
                cited = f" ({frame.rule})" if frame.rule else ""
                break
        side = f"{g.side.capitalize()}: " if g.side else ""
        return f"Turn {self.game.turn_name(g.turn)}. {side}{title}{cited}"

    # -- orders ----------------------------------------------------------------------------

    def orders(self, about: str = "") -> Sequence[str]:
        """The orders open now, worded when looked at; `about` narrows them to a unit or hex."""
        decision = flow.deciding(self.g)
        return listed(decision.orders(self.g, about)) if decision else ()

    def draw(self, chance: random.Random) -> str:
        """Any of the orders open now, by chance; not checked again when it is played."""
        order: str = self.g.stack[-1].draw(self.g, chance)
        self._drawn = (self.g, order)
        return order

    def able(self) -> list[str]:
        """The units that can be given an order now."""
        decision = flow.deciding(self.g)
        return decision.able(self.g) if decision else []

    @property
    def forced(self) -> str | None:
        """The one order open, or one as good as any other, where there is nothing to choose:
        whoever runs a match plays it at once, and asks nobody. None where somebody has a choice.
        """
        return flow.forced(self.g)

    @property
    def kind(self) -> str:
        """The kind of decision that is asked for, if it is one that a side may answer once for
        all; "" where somebody must be asked each time."""
        small = flow.small(self.g)
        return small.title if small else ""

    def drops(self) -> dict[str, str]:
        """What was announced and may still be withdrawn: by its hex, the order that does it."""
        decision = flow.deciding(self.g)
        return decision.drops(self.g) if decision else {}

    def standing(self) -> dict[str, str]:
        """What may be answered once for all, and the order that it would be now."""
        small = flow.small(self.g)
        return small.standing(self.g) if small else {}

    def why_not(self, order: str, by: str = "") -> Refusal | None:
        """None if the order may be given, by a side or else by whoever decides now; else the
        rule against it. What it says, `play` does.
        """
        order, actor = _plain(order), self.actor
        if order == CONCEDE and self._concedes(by or actor):
            return None
        if by and actor and by != actor:
            return Refusal(self.rule, f"It is {actor}'s decision, not {by}'s.")
        return flow.refusal(self.g, order)

    def play(self, order: str, by: str = "") -> tuple[News, ...]:
        """Carry an order out; IllegalOrder says why not. Returns the news it brought.

        A side may concede at any time, also while the other decides: name it with `by`.
        """
        actor, (asked, drawn) = self.actor, self._drawn
        if by or asked is not self.g or order != drawn:
            order = _plain(order)
            if (why := self.why_not(order, by)) is not None:
                raise IllegalOrder(order, why)
        if order == CONCEDE and (result := self._concedes(by or actor)):
            return self._enter(by or actor, order, False, self._ended(result))
        covered = self.g.stack[-1].covered(self.g, order)
        after = self.g.copy()
        after.news = []
        flow.play(after, order)
        return self._enter(actor, order, covered, after)

    def _concedes(self, side: str) -> str:
        if self.over or side not in self.game.sides:
            return ""
        return self.game.concede(self.g, side)

    def _ended(self, result: str) -> State:
        after = self.g.copy()
        after.news, after.stack, after.result = [News(result)], [], result
        return after

    def _enter(self, actor: str, order: str, covered: bool, after: State) -> tuple[News, ...]:
        before, heading = self.g, self.heading()
        if actor == DICE or order == CONCEDE or after.learned != before.learned:
            self._past = []
        elif self._past and self.log[-1].actor == actor:
            self._past.append(before)
            del self._past[:-REMEMBERED]
        else:
            self._past = [before]
        self.g = after
        self.log.append(Entry(actor, order, heading, covered, tuple(after.news)))
        return self.log[-1].news

    def roll(self) -> None:
        """Let the dice decide, as long as they must."""
        while self.actor == DICE:
            if self.dice is None:
                raise ValueError("this match has no dice; order roll 1 to roll 6")
            self.play(f"roll {self.dice.roll(len(self.log))}")

    @property
    def undoable(self) -> int:
        """How many of the last orders can be taken back.

        All are one side's, no die has been rolled, nobody has learned what was hidden, and
        the other side has not decided anything since. A forced order that no order of one's
        own led to is not counted: there is nothing to decide anew.
        """
        asked = (n for n, g in enumerate(self._past) if flow.forced(g) is None)
        return len(self._past) - next(asked, len(self._past))

    @property
    def past(self) -> tuple[State, ...]:
        """The positions that `undo` can go back to, the last order's last."""
        return tuple(self._past)

    def undo(self) -> str:
        """Take the last order back, and return it."""
        if not self._past:
            raise ValueError("nothing can be taken back: a die, a discovery or the other side")
        self.g = self._past.pop()
        return self.log.pop().order

    # -- what one may know -----------------------------------------------------------------

    def known_to(self, side: str = "") -> "Match":
        """The match as a side knows it; "" is what both know. It is asked, never played.

        Whatever a side wants to be told is asked of this: `match.known_to("red").reach("b1")`.
        """
        twin = object.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin.g = self.game.known_to(self.g, side and self._side(side))
        return twin

    def imagined(self, side: str, chance: random.Random) -> "Match":
        """A match that may be this one, for all that a side knows: to try things out in."""
        world = self.known_to(side)
        world.g = self.game.imagine(world.g, side, chance)
        world.log, world._past, world.dice = self.log[:], [], None
        return world

    def view(self, side: str = "") -> View:
        """The position as a side may see it; "" is what both know."""
        return self.game.view(self.known_to(side).g, side)

    def told(self, side: str = "") -> list[tuple[int, str, str, tuple[News, ...]]]:
        """The log as a side may read it: number, actor, order ("" if covered), news."""
        side = side and self._side(side)
        return [
            (
                number,
                entry.actor,
                "" if entry.covered and entry.actor != side else entry.order,
                entry.heard_by(side),
            )
            for number, entry in enumerate(self.log, 1)
        ]

    # -- the referee -----------------------------------------------------------------------

    def reach(self, unit: str) -> dict[str, Reach]:
        """Where a unit can go, by kind of movement, with the points spent."""
        return self.game.reach(self.g, self._on_map(unit))

    def supply(self, unit: str) -> Supply | None:
        """Whether a unit is supplied, and why; None where the game has no supply."""
        return self.game.supply(self.g, self._on_map(unit))

    def zones(self, side: str) -> list[str]:
        """The hexes under a side's zones of control."""
        return self.g.grid.names(self.game.zones(self.g, self._side(side)))

    def receipt(self, order: str, side: str = "") -> Receipt | None:
        """The odds of an attack, from what a side (else whoever decides) may know."""
        side = self._side(side) if side else self.actor
        known = self.known_to(side if side in self.game.sides else "")
        return self.game.receipt(known.g, _plain(order), side)

    def check(self) -> list[str]:
        """What is wrong with the position, in sentences; empty when all is well."""
        return self.game.check(self.g)

    def _side(self, side: str) -> str:
        if side not in self.game.sides:
            raise ValueError(f"no side {side!r}; there are {' and '.join(self.game.sides)}")
        return side

    def _on_map(self, unit: str) -> int:
        number = self.g.roster.find(unit)
        if self.g.at[number] < 0:
            raise ValueError(f"{unit} is not on the map")
        return number

    def _repr_svg_(self) -> Any:  # pragma: no cover - tested with draw
        from importlib import import_module  # drawing lies above core

        return import_module("kursk.draw").match_svg(self)


def _plain(order: str) -> str:
    return " ".join(order.split())
