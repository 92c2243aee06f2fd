"""Records: a match as readable text, which alone replays it on any machine."""

from collections.abc import Callable, Iterator

from kursk.core.dice import Dice
from kursk.core.flow import DICE, IllegalOrder
from kursk.core.match import Match, Start

FIRST = "Kursk record, format 1"


class BadRecord(ValueError):
    """A record that cannot be followed; `match` is as far as it could be."""

    def __init__(self, line: int, says: str, match: Match | None = None) -> None:
        self.line, self.says, self.match = line, says, match
        super().__init__(f"line {line}: {says}")


def write(match: Match, secret: bool = False) -> str:
    """The record. The secret of the dice is told when the game is over, or on demand."""
    return "\n".join([*_head(match), "", *_body(match), *_foot(match, secret)]) + "\n"


def _head(match: Match) -> Iterator[str]:
    yield FIRST
    yield f"game: {match.game.title}"
    yield f"rules: {match.game.version}"
    if match.start.position:
        yield "position:"
        yield from (f"| {line}".rstrip() for line in match.start.position.splitlines())
    else:
        yield f"scenario: {match.start.scenario}"
        yield from (f"option {key}: {value}" for key, value in match.start.options.items())
    yield f"dice: sha256 {match.dice.hash}" if match.dice else "dice: by hand"


def _body(match: Match) -> Iterator[str]:
    heading = ""
    for entry in match.log:
        if entry.heading != heading and entry.actor != DICE:
            heading = entry.heading
            yield f"# {heading}"
        yield f"{entry.actor}: {entry.order}"
        for news in entry.news:
            yield f"    # {news.says}" + (f" ({news.rule})" if news.rule else "")


def _foot(match: Match, secret: bool) -> Iterator[str]:
    if match.over:
        yield f"result: {match.result}"
    yield f"ends: {match.g.fingerprint()}"
    if match.dice and (match.over or secret):
        yield f"secret: {match.dice.secret}"


def read(text: str, begin: Callable[[str, Start], Match]) -> Match:
    """Replay a record; `begin` sets a game up by its title. BadRecord names the line."""
    lines = [(n, line.strip()) for n, line in enumerate(text.splitlines(), 1)]
    lines = [(n, line) for n, line in lines if line and not line.startswith("#")]
    if not lines or lines[0][1] != FIRST:
        raise BadRecord(1, f"this is no record: it does not begin with “{FIRST}”")
    head: dict[str, str] = {}
    options: dict[str, str] = {}
    position: list[str] = []
    match: Match | None = None
    for n, line in lines[1:]:
        if line.startswith("|") and match is None:
            position.append(line.removeprefix("|").removeprefix(" "))
            continue
        key, colon, value = (part.strip() for part in line.partition(":"))
        if not colon:
            raise BadRecord(n, f"{line!r} is neither a heading nor an order", match)
        if match is None and key.startswith("option "):
            options[key.removeprefix("option ")] = value
        elif match is None:
            head[key] = value
            if key == "dice":
                start = Start(head.get("scenario", ""), options, "\n".join(position))
                match = _begin(n, head, start, begin)
        elif key == "secret":
            match.dice = Dice(value)
        elif key == "result":
            if match.result != value:
                raise BadRecord(n, f"the replay ends otherwise: {match.result!r}", match)
        elif key == "ends":
            if match.g.fingerprint() != value:
                told = f"rules version {head.get('rules')}, now {match.game.version}"
                raise BadRecord(n, f"the replay ends in another position ({told})", match)
        else:
            _order(n, match, key, value)
    if match is None:
        raise BadRecord(lines[-1][0], "the heading has no line dice:")
    return match


def _begin(
    n: int, head: dict[str, str], start: Start, begin: Callable[[str, Start], Match]
) -> Match:
    if "game" not in head:
        raise BadRecord(n, "the heading has no line game:")
    try:
        return begin(head["game"], start)
    except ValueError as error:
        raise BadRecord(n, str(error)) from None


def _order(n: int, match: Match, actor: str, order: str) -> None:
    if order != "concede" and actor != match.actor:
        whose = f"it is {match.actor}'s decision" if match.actor else "the game is over"
        raise BadRecord(n, f"{actor} gives an order, but {whose}", match)
    try:
        match.play(order, by=actor)
    except IllegalOrder as error:
        raise BadRecord(n, str(error), match) from None


def published(text: str) -> str:
    """The hash of the dice secret as the record's heading published it; "" if by hand."""
    for line in text.splitlines():
        if line.startswith("dice: sha256 "):
            return line.removeprefix("dice: sha256 ").strip()
    return ""


def audit(match: Match, hash: str) -> list[str]:
    """What is wrong with a finished game's dice; empty when every roll is as it must be."""
    if match.dice is None:
        return ["the record does not tell the secret of its dice"]
    if match.dice.hash != hash:
        return ["the secret is not the one whose hash was published at the start"]
    faults = []
    for place, entry in enumerate(match.log):
        if entry.actor == DICE and entry.order != f"roll {match.dice.roll(place)}":
            faults.append(f"order {place + 1}: {entry.order}, but the dice say otherwise")
    return faults
