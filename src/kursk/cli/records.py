"""Records of games: read again from either side's knowledge, and their dice audited."""

import sys
from typing import TYPE_CHECKING

from kursk.cli.reading import File, Mistake, cited, text_of, the_side, the_whole

if TYPE_CHECKING:
    from kursk.core.match import Entry, Match


def replay(record: File, /, *, side: str = "", at: int | None = None) -> int:
    """Tell a recorded game again, or show the map as it stood.

    Parameters
    ----------
    record
        The file; - reads standard input.
    side
        Tell only what this side knew; without it everything.
    at
        Show the map after so many orders.
    """
    match, fault = opened(record, text_of(record))
    the_side(match, side)
    if at is None:
        tell(match, side)
    else:
        stand(rewound(match, at), side)
    if fault:
        print(f"kursk: {record}: {fault}", file=sys.stderr)
    return 2 if fault else 0


def verify(record: File, /) -> int:
    """Check that a record replays, and that nobody has tampered with its dice.

    Parameters
    ----------
    record
        The file; - reads standard input.
    """
    from kursk.core.record import audit, published, rolls

    text = text_of(record)
    match, fault = opened(record, text)
    if fault:
        print(f"The record cannot be followed: {fault}")
        return 1
    print(f"{match.game.name}: {len(match.log)} orders replay to the same end.")
    hash = published(text)
    if not hash:
        print("The dice were rolled by hand: there is nothing to audit.")
        return 1
    faults = audit(match, hash)
    if faults:
        print("\n".join(f"The dice do not stand: {fault}." for fault in faults))
        return 1
    faces = [entry.order.removeprefix("roll ") for _, entry in rolls(match)]
    counted = ", ".join(f"{face}: {faces.count(face)}" for face in "123456")
    print(f"All {len(faces)} rolls follow from the secret ({counted}).")
    if match.start.opened:
        print(f"The first {match.start.opened} orders came with an opened record: not audited.")
    return 0


def opened(file: str, text: str) -> tuple["Match", str]:
    """A match from its record as far as it can be followed, and what stopped it."""
    from kursk import library
    from kursk.core.record import BadRecord, whole

    try:
        match = library.load(text)
        return match, "" if whole(text) else f"it was cut short after {len(match.log)} orders"
    except BadRecord as error:
        if error.match is None:
            raise Mistake(f"{file}: {error}") from None
        return error.match, str(error)


def rewound(match: "Match", orders: int) -> "Match":
    """The match as it stood after so many orders."""
    from kursk import library

    if not 0 <= orders <= len(match.log):
        raise Mistake(f"--at {orders}: the record has {len(match.log)} orders")
    earlier = library.begin(match.game.title, match.start)
    for entry in match.log[:orders]:
        earlier.play(entry.order, by=entry.actor)
    return earlier


def tell(match: "Match", side: str) -> None:
    heading = ""
    for number, entry in enumerate(match.log, 1):
        if entry.heading != heading:
            heading = entry.heading
            print(heading)
        for line in told(number, entry, side):
            print(line)
    if match.over:
        print(match.result)


def told(number: int, entry: "Entry", side: str) -> list[str]:
    """An order and its news, as a side may know them; side "" knows all."""
    covered = entry.covered and side not in ("", entry.actor)
    lines = [f"{number:>5}  {entry.actor}: {'(covered)' if covered else entry.order}"]
    heard = entry.heard_by(side) if side else [news.in_full() for news in entry.news]
    return lines + [f"         {cited(news)}" for news in heard]


def stand(match: "Match", side: str) -> None:
    from kursk.cli.textmap import text_map

    view = match.view(side) if side else the_whole(match)
    if match.log:
        print("\n".join(told(len(match.log), match.log[-1], side)))
    print(match.result if match.over else f"{match.heading()}: {match.actor} decides")
    print()
    print(text_map(match.g.board, match.g.roster, view, match.game.sides).plain)
