"""A stored match, played again: here where it is short, in a worker where it is long."""

import logging
from collections.abc import Sequence
from typing import Any, NamedTuple

from kursk import library
from kursk.core.dice import Dice
from kursk.core.match import Entry, Match, Start
from kursk.core.state import State
from kursk.server.workers import Crew

UNDO = "undo"
APART = 50  # orders between two marks
SHORT = 100  # orders that are played at once, without a worker
PATIENCE = 60.0  # seconds
log = logging.getLogger(__name__)

Row = tuple[str, str]  # actor and order, as the store has them
Facts = dict[str, Any]


class Mark(NamedTuple):
    """A moment to play on from: only by consent can what is before it be taken back."""

    seq: int
    facts: Facts
    orders: int  # that stood then


class Played(NamedTuple):
    """How a match stands after its orders, in a form that travels between processes."""

    facts: Facts
    log: list[Entry]
    past: list[Facts]  # before each order that can still be taken back
    entries: list[Entry | None]  # order by order; None: one was taken back
    marks: list[Mark]
    stopped: str  # why the rest cannot be followed; "" if all could


async def played(crew: Crew, title: str, start: Start, rows: Sequence[Row]) -> Played:
    """The orders of a match, followed from its start."""
    if len(rows) <= SHORT:
        return follow(title, start, rows)
    return await crew.do(PATIENCE, follow, title, start, rows)


def follow(title: str, start: Start, rows: Sequence[Row]) -> Played:
    match = library.begin(title, start)
    entries: list[Entry | None] = []
    marks = [Mark(0, match.g.facts(), 0)]
    stopped = go_on(match, rows, entries, marks)
    past = [g.facts() for g in match.past]
    return Played(match.g.facts(), match.log, past, entries, marks, stopped)


def go_on(match: Match, rows: Sequence[Row], entries: list[Entry | None], marks: list[Mark]) -> str:
    """Follow stored orders; why the rest of them cannot be, or "" if all could."""
    first = len(entries)
    while (done := len(entries) - first) < len(rows):
        actor, order = rows[done]
        try:
            if order == UNDO and not match.past:
                steps = _run(rows[done:])
                back(match, entries, marks, steps)
                entries += [None] * steps
            else:
                entries.append(take(match, actor, order))
        except Exception as error:  # rules that changed, a damaged log: all before it stands
            stopped = why(len(entries) + 1, order, error)
            if not isinstance(error, ValueError):
                log.exception("%s: %s", match.game.title, stopped)
            return stopped
        mark(marks, len(entries), match)
    return ""


def _run(rows: Sequence[Row]) -> int:
    """How many of the first rows take something back."""
    return next((n for n, (_, order) in enumerate(rows) if order != UNDO), len(rows))


def back(match: Match, entries: Sequence[Entry | None], marks: list[Mark], steps: int) -> None:
    """Take back so many of the orders that stand, also what no undo could: played again up to
    there. The dice follow from their place in the log, so they fall as they fell."""
    stand = standing(entries)
    if steps > len(stand):
        raise ValueError("so many orders do not stand")
    wanted = stand[: len(stand) - steps]
    while marks[-1].orders > len(wanted):
        marks.pop()
    since = marks[-1]
    match.resume(state(match, since.facts), wanted[: since.orders])
    for entry in wanted[since.orders :]:
        match.play(entry.order, by=entry.actor)


def why(seq: int, order: str, error: Exception) -> str:
    says = str(error) if isinstance(error, ValueError) else type(error).__name__
    return (
        f"The game can be followed up to order {seq - 1}. Order {seq}, “{order}”, cannot: {says}"
        f"{'' if says.endswith(('.', ')')) else '.'} It can be looked at, but not played on."
    )


def take(match: Match, actor: str, order: str) -> Entry | None:
    """One stored order."""
    if order == UNDO:
        match.undo()
        return None
    match.play(order, by=actor)
    return match.log[-1]


def mark(marks: list[Mark], seq: int, match: Match) -> None:
    """Mark the moment, if it is some way after the last."""
    if seq - marks[-1].seq >= APART and not match.undoable:
        marks.append(Mark(seq, match.g.facts(), len(match.log)))


def restored(title: str, start: Start, secret: str, found: Played) -> Match:
    """The match as it was played elsewhere."""
    match = library.begin(title, start)
    match.dice = Dice(secret)
    match.resume(state(match, found.facts), found.log, [state(match, each) for each in found.past])
    return match


def state(match: Match, facts: Facts) -> State:
    """A position on the map and with the counters of a match."""
    return type(match.g)(board=match.g.board, roster=match.g.roster, **facts)


def standing(entries: Sequence[Entry | None]) -> list[Entry]:
    """The orders that stand, without those taken back."""
    return [entry for _, entry in numbered(entries)]


def numbered(entries: Sequence[Entry | None]) -> list[tuple[int, Entry]]:
    """The same, with their numbers."""
    stand: list[tuple[int, Entry]] = []
    for seq, entry in enumerate(entries, 1):
        if entry is None:
            stand.pop()
        else:
            stand.append((seq, entry))
    return stand


async def moment(
    crew: Crew, match: Match, entries: Sequence[Entry | None], marks: Sequence[Mark], seq: int,
    near: Match,
) -> Match:  # fmt: skip
    """A match as it was after an order: played on from a moment that was looked at just now,
    or from the last mark before it."""
    wanted, then = standing(entries[:seq]), near.copy()
    if near.log != wanted[: len(near.log)] or len(wanted) - len(near.log) > APART:
        since = next(mark for mark in reversed(marks) if mark.seq <= seq)
        then.resume(state(match, since.facts), standing(entries[: since.seq]))
    rest = [(entry.actor, entry.order) for entry in wanted[len(then.log) :]]
    if len(rest) <= SHORT:
        for actor, order in rest:
            then.play(order, by=actor)
    else:
        asked = (match.game.title, match.start, then.g.facts(), rest)
        then.resume(state(match, await crew.do(PATIENCE, goes_on, *asked)), wanted)
    return then


def goes_on(title: str, start: Start, facts: Facts, rows: Sequence[Row]) -> Facts:
    """In a worker: the position some orders after a mark."""
    match = library.begin(title, start)
    match.resume(state(match, facts), [])
    for actor, order in rows:
        match.play(order, by=actor)
    return match.g.facts()
