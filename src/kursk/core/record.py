"""Records: a match as readable text, which alone replays it on any machine."""

import re
from collections.abc import Callable, Iterator

from kursk.core.dice import Dice
from kursk.core.flow import DICE
from kursk.core.limits import TooMuch, printable, within
from kursk.core.match import CONCEDE, Entry, Match, Start

FIRST = "Kursk record, format 1"
HEADING = ("game", "rules", "scenario", "position", "opened", "told to", "dice")
COVERED = "(covered)"  # in place of an order that the side whose record it is has not seen
BY_HAND = "by hand"
PUBLISHED = re.compile(r"dice\s*:\s*sha256\s+([0-9a-f]{64})")
SIZE = 4_000_000  # characters
ORDERS = 20_000  # no game is half as long
ORDER = 2_000  # characters of an order


class BadRecord(ValueError):
    """A record that cannot be followed; `match` is as far as it could be."""

    def __init__(self, line: int, says: str, match: Match | None = None) -> None:
        super().__init__(line, says, match)
        self.line, self.says, self.match = line, printable(says), match

    def __str__(self) -> str:
        return f"line {self.line}: {self.says}"


def write(match: Match, secret: bool = False) -> str:
    """The record. The secret of the dice is told when the game is over, or on demand."""
    return "\n".join([*_head(match), "", *_body(match), *_foot(match, secret)]) + "\n"


def write_told(match: Match, side: str) -> str:
    """The record of what one side knows: covered orders of others and their news are left out. It
    can be replayed up to the first of them. ValueError where even the start is a secret.
    """
    if match.start.position:
        raise ValueError("The game began from a position that tells everything: save the position.")
    head, body, heading = [*_head(match)], list[str](), ""
    head.insert(-1, f"told to: {side}")
    for (_, actor, order, heard), entry in zip(match.told(side), match.log, strict=True):
        if entry.heading != heading and actor != DICE:
            heading = entry.heading
            body.append(f"# {heading}")
        body.append(f"{actor}: {order or COVERED}")
        body += [f"    # {news.says}" + (f" ({news.rule})" if news.rule else "") for news in heard]
    return "\n".join([*head, "", *body]) + "\n"


def _head(match: Match) -> Iterator[str]:
    yield FIRST
    yield f"game: {match.game.title}"
    yield f"rules: {match.game.version}"
    if match.start.position:
        yield "position:"
        yield from (f"| {line}".rstrip() for line in match.start.position.split("\n"))
    else:
        yield f"scenario: {match.start.scenario}"
        yield from (f"option {key}: {value}" for key, value in match.start.options.items())
    if match.start.opened:
        yield f"opened: {match.start.opened}"
    yield f"dice: sha256 {match.dice.hash}" if match.dice else f"dice: {BY_HAND}"


def _body(match: Match) -> Iterator[str]:
    heading = ""
    for entry in match.log:
        if entry.heading != heading and entry.actor != DICE:
            heading = entry.heading
            yield f"# {heading}"
        yield f"{entry.actor}: {entry.order}"
        for news in (each.in_full() for each in entry.news):
            yield f"    # {news.says}" + (f" ({news.rule})" if news.rule else "")


def _foot(match: Match, secret: bool) -> Iterator[str]:
    if match.over:
        yield f"result: {match.result}"
    yield f"ends: {match.g.fingerprint()}"
    if match.dice and (match.over or secret):
        yield f"secret: {match.dice.secret}"


def read(text: str, begin: Callable[[str, Start], Match]) -> Match:
    """Replay a record; `begin` sets a game up by its title. BadRecord names the line."""
    try:
        lines = [(n, line.strip()) for n, line in enumerate(within(text, SIZE), 1)]
    except TooMuch as error:
        raise BadRecord(error.line or 1, error.says) from None
    lines = [(n, line) for n, line in lines if line and not line.startswith("#")]
    if not lines or lines[0][1] != FIRST:
        raise BadRecord(1, f"this is no record: it does not begin with “{FIRST}”")
    rest = iter(lines)
    head, start, n = _heading(rest)
    try:
        match = begin(head["game"], start)
    except ValueError as error:
        raise BadRecord(n, str(error)) from None
    ended = False
    for n, line in rest:
        try:
            ended = _follow(match, line, ended)
        except ValueError as error:
            rules, now = head.get("rules", "unknown"), str(match.game.version)
            told = "" if rules == now else f" (rules version {rules}, now {now})"
            raise BadRecord(n, f"{error}{told}", match) from None
    return match


def _heading(lines: Iterator[tuple[int, str]]) -> tuple[dict[str, str], Start, int]:
    """What the heading says, how the game began, and the line that ends the heading."""
    head: dict[str, str] = {}
    options: dict[str, str] = {}
    position: list[str] = []
    n, _ = next(lines)
    for n, line in lines:
        if line.startswith("|"):
            position.append(line.removeprefix("|").removeprefix(" "))
            continue
        try:
            key, value = _parted(line)
        except ValueError as error:
            raise BadRecord(n, str(error)) from None
        option = key.removeprefix("option ")
        told = head if option == key else options
        if option in told:
            raise BadRecord(n, f"{key}: is told twice")
        if told is head and key not in HEADING:
            raise BadRecord(n, f"no {key!r} in a heading; there are {', '.join(HEADING)}")
        told[option] = value
        if key == "dice":
            if value != BY_HAND and not PUBLISHED.fullmatch(line):
                raise BadRecord(n, f"dice: are {BY_HAND}, or sha256 and a hash")
            if "game" not in head:
                raise BadRecord(n, "the heading has no line game:")
            opened = head.get("opened", "0")
            if not opened.isdecimal() or len(opened) > len(str(ORDERS)):
                raise BadRecord(n, "opened: tells how many orders came with a record")
            start = Start(head.get("scenario", ""), options, "\n".join(position), int(opened))
            return head, start, n
    raise BadRecord(n, "the heading has no line dice:")


def _parted(line: str) -> tuple[str, str]:
    key, colon, value = line.partition(":")
    if not colon:
        raise ValueError(f"{line!r} is neither a heading nor an order")
    return key.strip(), value.strip()


def _follow(match: Match, line: str, ended: bool) -> bool:
    """Carry one line of the body out; has the record told its end?"""
    key, value = _parted(line)
    if key == "secret":
        match.dice = Dice(value)
    elif key == "result":
        if match.result != value:
            raise ValueError(f"the replay ends otherwise: {match.result!r}")
    elif key == "ends":
        if match.g.fingerprint() != value:
            raise ValueError("the replay ends in another position")
        return True
    elif ended:
        raise ValueError("an order stands after the end of the record")
    elif value == COVERED:
        raise ValueError("the record is one side's, and this order was covered from it")
    else:
        _order(match, key, value)
    return ended


def _order(match: Match, actor: str, order: str) -> None:
    if order != CONCEDE and actor != match.actor:
        whose = f"it is {match.actor}'s decision" if match.actor else "the game is over"
        raise ValueError(f"{actor} gives an order, but {whose}")
    if len(order) > ORDER:
        raise ValueError(f"an order has {ORDER:,} characters at the most")
    if len(match.log) >= ORDERS:
        raise ValueError(f"a record has {ORDERS:,} orders at the most")
    match.play(order, by=actor)


def published(text: str) -> str:
    """The hash of the dice secret as the record's heading published it; "" if by hand."""
    found = (PUBLISHED.fullmatch(line.strip()) for line in text.split("\n"))
    return next((hash[1] for hash in found if hash), "")


def whole(text: str) -> bool:
    """Does the record tell its end? One that was cut short does not."""
    return any(re.match(r"\s*ends\s*:", line) for line in text.split("\n"))


def audit(match: Match, hash: str) -> list[str]:
    """What is wrong with a finished game's dice; empty when every roll is as it must be."""
    if match.dice is None:
        return ["the record does not tell the secret of its dice"]
    if match.dice.hash != hash:
        return ["the secret is not the one whose hash was published at the start"]
    return [
        f"order {place + 1}: {entry.order}, but the dice say otherwise"
        for place, entry in rolls(match)
        if entry.order != f"roll {match.dice.roll(place)}"
    ]


def rolls(match: Match) -> list[tuple[int, Entry]]:
    """The rolls of the match's own dice; those that came with an opened record are not theirs."""
    own = list(enumerate(match.log))[match.start.opened :]
    return [(place, entry) for place, entry in own if entry.actor == DICE]
