"""The games on the shelf: found by folder, started, loaded, set up."""

from functools import cache
from importlib import import_module
from pathlib import Path

from msgspec.structs import replace

from kursk import games
from kursk.core import position, record
from kursk.core.dice import Dice
from kursk.core.game import Game
from kursk.core.match import Match, Start

SHELF = Path(__file__).parent / "games"


@cache
def titles() -> tuple[str, ...]:
    """The games on the shelf."""
    return tuple(title for title in folders() if not title.startswith("_"))


@cache
def folders() -> dict[str, Path]:
    """Every folder under `games` that holds a game: the template of new ones, too."""
    inits = (init for shelf in games.__path__ for init in Path(shelf).glob("*/__init__.py"))
    found = (init.parent for init in inits if "GAME" in init.read_text("utf-8"))
    return {folder.name: folder for folder in sorted(found, key=lambda folder: folder.name)}


@cache
def game(title: str) -> Game:
    """A game by its title, such as "skirmish"."""
    if title not in folders():
        raise ValueError(f"no game {title!r}; there are {', '.join(titles())}")
    found: Game = import_module(f"kursk.games.{title}").GAME
    return found


def start(
    title: str, scenario: str = "", options: dict[str, str] | None = None, secret: str = ""
) -> Match:
    """A new match. With a secret the dice roll by it; without, they are ordered by hand."""
    match = begin(title, Start(scenario, options or {}))
    match.dice = Dice(secret) if secret else None
    return match


def begin(title: str, how: Start) -> Match:
    """A match from its start: a scenario with options, or a position file."""
    book = game(title)
    if how.position:
        match = position.set_up(book, how.position)
        match.start = replace(match.start, opened=how.opened)
        return match
    scenario = how.scenario or next(iter(book.scenarios))
    if scenario not in book.scenarios:
        raise ValueError(f"no scenario {scenario!r}; there are {', '.join(book.scenarios)}")
    for key, value in how.options.items():
        if key not in book.options:
            known = ", ".join(book.options) or "none"
            raise ValueError(f"no option {key!r}; there are {known}")
        if value not in book.options[key]:
            raise ValueError(f"option {key} is one of {', '.join(book.options[key])}")
    options = {key: how.options.get(key, values[0]) for key, values in book.options.items()}
    start = replace(how, scenario=scenario, options=options)
    return Match(book, book.setup(scenario, options), start)


def load(text: str) -> Match:
    """A match from its record; record.BadRecord says where it stops making sense."""
    return record.read(text, begin)


def set_up(text: str) -> Match:
    """A match from a position file; position.BadPosition names the key at fault."""
    try:
        book = game(position.parse(text).game)
    except position.BadPosition:
        raise
    except ValueError as error:
        raise position.BadPosition(f"game: {error}") from None
    return position.set_up(book, text)
