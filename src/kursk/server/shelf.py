"""The games as the start screen shows them: `data/about.toml`, and their charts.

An installation notes what each tells (server/install.py): the shelf is there before a game is read.
"""

import asyncio
import hashlib
import logging
from collections import Counter
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from litestar import Router, get
from litestar.params import FromPath

from kursk import bots, library
from kursk.bots.temper import temperaments
from kursk.core.game import Game
from kursk.core.rules import Section
from kursk.server import drawn
from kursk.server.cards import Card
from kursk.server.charts import Chart, charts_of, sound_card
from kursk.server.known import known_game, known_title
from kursk.server.notes import noted

log = logging.getLogger(__name__)


class GameInfo(msgspec.Struct):
    title: str
    name: str
    about: str
    sides: tuple[str, ...]
    scenarios: dict[str, str]
    options: dict[str, tuple[str, ...]]
    bots: dict[str, str]  # the weakest first, with what each is like
    temperaments: dict[str, str]  # that a bot may have in this game, with their words
    card: Card
    sources: dict[str, dict[str, int]]  # how much of map and counters comes from where
    supply: bool  # has the game such a thing?


def info(title: str) -> GameInfo:
    """As the installation has noted it, unless the game or the bots have changed since."""
    try:
        return msgspec.json.decode(note(title).read_bytes(), type=GameInfo)
    except (OSError, msgspec.DecodeError):  # there is none, or only half of one
        return read(title)


def note(title: str) -> Path:
    return drawn.INSTALLED / f"{title} shelf {drawn.sources(title)} {minds()}.json"


@cache
def minds() -> str:
    """A digest of all that bots are made of. To ask them who plays a game is to read it."""
    digest = hashlib.sha256()
    for path in sorted(Path(bots.__file__).parent.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def read(title: str) -> GameInfo:
    game = library.game(title)
    return GameInfo(
        title, game.name, game.about, game.sides, game.scenarios, game.options,
        bots.described(title), temperaments(title), sound_card(title), _sources(game),
        type(game).supply is not Game.supply,
    )  # fmt: skip


def _sources(game: Game) -> dict[str, dict[str, int]]:
    file = game.board.file
    entries = (*file.hexes, *file.sides, *file.lines, *file.places)
    return {
        "map": dict(Counter(entry.provenance for entry in entries)),
        "counters": dict(Counter(counter.provenance for counter in game.roster)),
    }


# -- asked by the page -----------------------------------------------------------------------


@get("/games", sync_to_thread=True)
def games() -> list[GameInfo]:
    return listed()


def listed() -> list[GameInfo]:
    """All games; one that cannot be read is left out, and the others go on working."""
    found = []
    for title in library.titles():
        try:
            found.append(info(title))
        except Exception as error:  # whatever it is: `kursk check` says more
            log.warning("%s is left out: %s", title, error)
    return found


@get("/games/{title:str}")
async def one_game(title: FromPath[str]) -> GameInfo:
    """Whoever asks for one alone is about to begin: the game is read while he chooses."""
    told = await asyncio.to_thread(info, known_title(title))
    asyncio.get_running_loop().run_in_executor(None, warm, title)
    return told


def warm(title: str) -> None:
    with suppress(ValueError):  # whoever begins is told what is wrong with it
        library.start(title)


@get("/games/{title:str}/charts", sync_to_thread=True)
def charts(title: FromPath[str]) -> list[Chart]:
    """The game's charts, with who says so."""
    known_title(title)
    return charts_of(title) if sound_card(title).charts else []


@get("/games/{title:str}/rules", sync_to_thread=True)
def rules(title: FromPath[str]) -> dict[str, Any]:
    """The ledger, for the rule chips of the page."""
    return noted(title, "rules", ledger)


def ledger(title: str) -> dict[str, Any]:
    return {n: worded(section) for n, section in known_game(title).ledger.items()}


def worded(section: Section) -> dict[str, Any]:
    """A section as the page shows it: where the book is not at hand, with what it rests on."""
    told: dict[str, Any] = msgspec.to_builtins(section)
    if section.basis:
        told["says"] = f"{section.says} [{section.basis}]"
    return told


@get("/games/{title:str}/counters", sync_to_thread=True)
def counters(title: FromPath[str]) -> dict[str, Any]:
    return noted(title, "counters", roster)


def roster(title: str) -> dict[str, Any]:
    return {counter.id: msgspec.to_builtins(counter) for counter in known_game(title).roster}


router = Router("/api", route_handlers=[games, one_game, charts, rules, counters])
