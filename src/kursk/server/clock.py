"""Time to think: a bank for the whole game, or so long a decision; and what happens without it.

The server's clock is an input. Who has thought how long follows from the log, which tells when
each order was given.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any, Literal

import msgspec
from sqlalchemy import Connection, select, update

from kursk.core.flow import DICE
from kursk.server.store import hold
from kursk.server.tables import matches, seats

Now = Callable[[], float]
wall: Now = time.time  # seconds since 1970

DAY = 86_400
LONGEST = 60 * DAY
HOLIDAYS = 30  # days, for each player in each match


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the players have agreed on."""

    clock: Literal["none", "bank", "days"] = "none"
    amount: Annotated[int, msgspec.Meta(ge=0, le=LONGEST)] = 0  # seconds
    out: Literal["bot", "lost"] = "bot"  # when it has run out: a bot decides, or the game is lost
    back: Literal["consent", "never"] = "consent"  # taking back


NO_TERMS = Terms()


class Times(msgspec.Struct, frozen=True):
    """How long each side has thought."""

    begun: int = 0  # when the clocks began to run; 0: not yet
    last: int = 0  # when the last order was given
    came: dict[str, int] = {}  # when the decision came to each side, from another
    spent: dict[str, int] = {}

    def after(self, actor: str, at: int, decides: str) -> "Times":
        """An order was given, and now somebody decides. To whom it falls again by an undo of his
        own it has not come anew."""
        if actor == DICE or not self.begun:
            return msgspec.structs.replace(self, last=at)
        took = max(at - max(self.last, self.begun), 0)
        came = self.came if decides in (actor, DICE) else {**self.came, decides: at}
        spent = {**self.spent, actor: self.spent.get(actor, 0) + took}
        return Times(self.begun, max(at, self.last), came, spent)

    def due(self, terms: Terms, side: str, leave: int = 0) -> int:
        """When the time of a side ends that decides now; 0: never."""
        if terms.clock == "none" or not self.begun:
            return 0
        if terms.clock == "days":
            return max(max(self.came.get(side, 0), self.begun) + terms.amount, leave)
        return max(self.last, self.begun) + terms.amount - self.spent.get(side, 0)

    def left(self, terms: Terms, side: str) -> int:
        """What is left of a bank, not counting the decision in hand."""
        return max(terms.amount - self.spent.get(side, 0), 0)


Stamp = tuple[str, int]  # who gave an order, and when


def thought(
    begun: int, stamps: Iterable[Stamp], decides: str, before: Times | None = None
) -> Times:
    """The times after orders of a log; those of dice take none."""
    given = [stamp for stamp in stamps if stamp[0] != DICE]
    followed: Sequence[str] = [*(actor for actor, _ in given[1:]), decides]
    times = before or Times(begun, begun)
    for (actor, at), next_ in zip(given, followed, strict=False):
        times = times.after(actor, at, next_)
    return times


# -- in the store's thread -------------------------------------------------------------------


def overdue(link: Connection, now: int, after: int = 0) -> list[str]:
    """The matches in which somebody's time has run out, or a bot decides; only those due after
    a time."""
    late = (matches.c.due > after) & (matches.c.due <= now) & (matches.c.over == False)  # noqa: E712
    return [row.id for row in link.execute(select(matches.c.id).where(late))]


def set_clock(link: Connection, id: str, begun: int, due: int) -> int:
    """When the clocks began to run; that is set once."""
    hold(link, id)
    begun = link.scalar(select(matches.c.begun).where(matches.c.id == id)) or begun
    link.execute(update(matches).where(matches.c.id == id).values(begun=begun, due=due))
    return begun


def rest(link: Connection, id: str, side: str, days: int, now: int) -> bool:
    """A player goes on holiday, or stays away longer; False if he has no days left for it."""
    hold(link, id)
    mine: Any = (seats.c.match == id) & (seats.c.side == side)
    leave, rested = link.execute(select(seats.c.leave, seats.c.rested).where(mine)).one()
    if rested + days > HOLIDAYS:
        return False
    until = max(leave, now) + days * DAY
    link.execute(update(seats).where(mine).values(leave=until, rested=rested + days))
    return True
