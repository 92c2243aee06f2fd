"""The contract on a game's files: the ledger, the map, the counters, what the page is told."""

import csv
import re
from collections.abc import Iterator
from pathlib import Path

from kursk import bots, library
from kursk.core import mapcheck, record, rules
from kursk.core.board import PROVENANCE, Board
from kursk.core.game import Game
from kursk.draw.caption import Caption, caption_of
from kursk.draw.counters import branch
from kursk.draw.legend import kinds
from kursk.server.cards import Card, card
from kursk.server.charts import charts_of


def tests_of(game: Game) -> Path | None:
    """Where a game's tests are, in a checkout."""
    folder = game.folder.parents[3] / "tests" / "games" / game.title
    return folder if folder.is_dir() else None


def gaps(title: str) -> Iterator[str]:
    """Every section of the rulebook is accounted for."""
    game = library.game(title)
    tests = tests_of(game)
    named = rules.tested(tests, game.ledger) if tests else None
    for number, says in rules.gaps_in(game.ledger, rules.citations(game.folder), named).items():
        yield f"{number} {says}"


def facts(title: str) -> Iterator[str]:
    """GAME names fields that the state has, sides that the counters have, and itself."""
    game = library.game(title)
    if game.title != game.folder.name:
        yield f"GAME.title is {game.title!r}, but the folder {game.folder.name!r}"
    fields = set(game.state.__struct_fields__)
    for kind in ("tracks", "marks"):
        for name in getattr(game, kind):
            if game.fields.get(name, name) not in fields:
                yield f"GAME.{kind}: the state has no field {name!r}"
    for name in game.areas:
        if name not in game.tracks:
            yield f"GAME.areas: {name!r} is not among the tracks"
    for like, counter in game.likes.items():
        if counter.side not in game.sides:
            yield f"GAME.likes: {like} is of no side of the game: {counter.side!r}"
    for counter in game.roster:
        if counter.side not in game.sides:
            yield f"counters.csv: {counter.id} is of no side of the game: {counter.side!r}"


def phases(title: str) -> Iterator[str]:
    """Every phase can be set up on an empty map."""
    game = library.game(title)
    if not game.phases:
        yield "GAME.phases is empty: a position file could begin nowhere"
    for phase in game.phases:
        for side in game.sides:
            match = library.set_up(f'game = "{title}"\nphase = "{phase}"\nside = "{side}"')
            if not match.over and not match.orders():
                yield f"{phase}: {side} has no order to give on an empty map"


def map_(title: str) -> Iterator[str]:
    """The map has no fault, and all that lies on it can be drawn."""
    game = library.game(title)
    text = (game.folder / "data" / "map.toml").read_text("utf-8")
    yield from mapcheck.check(text, game.roster)
    caption = caption_of(game.folder)
    named = game.board.file.kinds.get("places", ())  # a place has its name on the map
    areas = (*game.board.file.areas, *card(title).areas)
    drawn = {*kinds(game.board, caption), *named, *areas}
    for kind in _laid(game.board):
        if kind not in drawn:
            yield (
                f"{kind!r} cannot be drawn: give it a drawing in caption.toml, "
                "or name it among the areas of about.toml"
            )
    for kind in (*caption.legend, *caption.draw):
        if kind != "clear" and kind not in (
            *game.board.hexes,
            *game.board.sides,
            *game.board.lines,
        ):
            yield f"caption.toml: the map has no kind {kind!r}"
    yield from _valued(game.board, caption)


def _kinds(board: Board) -> tuple[str, ...]:
    return (*board.hexes, *board.sides, *board.lines)


def _laid(board: Board) -> Iterator[str]:
    """The kinds that lie somewhere on a map."""
    yield from (kind for kind, hexes in board.hexes.items() if hexes)
    for table in (board.sides, board.lines):
        yield from (kind for kind, sides in table.items() if any(sides))


def _valued(board: Board, caption: Caption) -> Iterator[str]:
    places = board.places.values()
    for name in caption.values:
        if not any(name in (place.name, place.kind) for place in places):
            yield f"caption.toml: no place is called, or is, {name!r}"


def glyphs(title: str) -> Iterator[str]:
    """Every type of counter can be drawn."""
    game = library.game(title)
    for counter in (*game.roster, *game.likes.values()):
        try:
            branch(counter.type)
        except ValueError as error:
            yield f"{counter.id}: {error}"


def markers(title: str) -> Iterator[str]:
    """markers.csv: what else is on the printed sheet, each under its section."""
    game = library.game(title)
    path = game.folder / "data" / "markers.csv"
    if not path.exists():
        return
    for row in csv.DictReader(path.read_text("utf-8").splitlines()):
        if row["provenance"] not in PROVENANCE:
            yield f"markers.csv: {row['id']}: provenance {row['provenance']!r} is unknown"
        if row["side"] not in ("", *game.sides):
            yield f"markers.csv: {row['id']} is of no side of the game: {row['side']!r}"
        for number in rules.numbers(row["rule"]):
            if number not in game.ledger:
                yield f"markers.csv: {row['id']}: the ledger has no section {number}"


def about(title: str) -> Iterator[str]:
    """What a game says of itself is whole, and fits it."""
    game, told = library.game(title), card(title)
    for key in ("line", "source", "scale", "length", "reconstructed"):
        if not getattr(told, key):
            yield f"about.toml: {key} is missing"
    if not 1 <= told.weight <= 5:
        yield "about.toml: weight is 1 to 5"
    if told.picture not in game.board.grid.cell:
        yield f"about.toml: picture: no hex {told.picture!r} on the map"
    for name in {*told.marks} ^ {*game.marks, *game.shown}:
        yield f"about.toml: marks: {name!r} is not in both, here and GAME.marks"
    for kind in told.areas:
        if kind not in _kinds(game.board):
            yield f"about.toml: areas: the map has no kind {kind!r}"
    for kind in game.board.file.areas:
        if kind not in told.areas:
            yield f"about.toml: areas: {kind!r} is missing, and would be told as ground"
    if told.turns and game.turns and tuple(turn.turn for turn in told.turns) != game.turns:
        yield "about.toml: turns are not those of GAME.turns"
    yield from _words(game, told)
    yield from _scales(game, told)
    yield from _charts(title)


def _words(game: Game, told: Card) -> Iterator[str]:
    source = "".join(path.read_text("utf-8") for path in game.folder.glob("*.py"))
    for order in told.words:
        if not all(re.search(rf"\b{re.escape(word)}\b", source) for word in order.split()):
            yield f"about.toml: words: there is no order {order!r}"


def _scales(game: Game, told: Card) -> Iterator[str]:
    tracks = library.start(game.title).view().tracks
    for name in told.strip:
        if name not in tracks:
            yield f"about.toml: strip: the view has no track {name!r}"
    for scale in told.victory:
        for name in (scale.track, *scale.when):
            if name not in tracks:
                yield f"about.toml: victory: the view has no track {name!r}"
        ends = [band.to for band in scale.bands]
        if ends != sorted(ends) or ends[-1:] != [scale.high]:
            yield f"about.toml: victory: the bands of {scale.title} do not rise to {scale.high}"
        for band in scale.bands:
            if band.side not in ("", *game.sides):
                yield f"about.toml: victory: {band.says}: there is no side {band.side!r}"


def _charts(title: str) -> Iterator[str]:
    for chart in charts_of(title):
        width = len(chart.columns) - (not chart.rolled)
        if not chart.rows or any(len(row.cells) != width for row in chart.rows):
            yield f"about.toml: charts: {chart.name} has rows of different lengths, or none"
        if chart.rolled and not chart.provenance:
            yield f"tables.toml: {chart.name} does not say where it comes from"


def rulings(title: str) -> Iterator[str]:
    """RULINGS.md: numbered without a gap, each under a section of the book, with its test."""
    game = library.game(title)
    path, tests = game.folder / "RULINGS.md", tests_of(game)
    if not path.exists():
        return
    lines = [line for line in path.read_text("utf-8").splitlines() if line.startswith("| A-")]
    text = "".join(file.read_text("utf-8") for file in sorted(tests.glob("*.py"))) if tests else ""
    written = set(re.findall(r"def (test_\w+)", text))
    for number, line in enumerate(lines, 1):
        row = [cell.strip() for cell in line.strip("|").split("|")]
        if row[0] != f"A-{number:02}":
            yield f"RULINGS.md: {row[0]} should be A-{number:02}"
        if len(row) != 6 or not all(row):
            yield f"RULINGS.md: {row[0]} has not all of its six cells"
            continue
        if row[1] not in game.ledger:
            yield f"RULINGS.md: {row[0]}: the ledger has no section {row[1]}"
        if tests and row[5].strip("`") not in written:
            yield f"RULINGS.md: {row[0]}: there is no test {row[5]}"


def playthroughs(title: str) -> Iterator[str]:
    """A whole game is on record, and replays word for word."""
    game = library.game(title)
    if not tests_of(game):
        return
    texts = {
        path.name: path.read_text("utf-8")
        for path in sorted((game.folder.parents[3] / "tests" / "playthroughs").glob("*.txt"))
    }
    mine = {name: text for name, text in texts.items() if f"\ngame: {title}\n" in text}
    if not mine:
        yield "no game of it is recorded in tests/playthroughs"
    for name, text in mine.items():
        match = library.load(text)
        if not match.over:
            yield f"{name} does not go to the end"
        if record.write(match).splitlines() != text.splitlines():
            yield f"{name} replays with other words"
        yield from (f"{name}: {fault}" for fault in record.audit(match, record.published(text)))


def advice(title: str) -> Iterator[str]:
    """A bot can be advised."""
    if bots.usual(title) == bots.CHANCE:
        yield f"there is no kursk.bots.advice.{title}: only chance can play it"


CLAUSES = {
    "gaps": gaps,
    "game": facts,
    "phases": phases,
    "map": map_,
    "glyphs": glyphs,
    "markers": markers,
    "about": about,
    "rulings": rulings,
    "playthroughs": playthroughs,
    "advice": advice,
}
