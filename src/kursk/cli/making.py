"""A new game, written from the template: all that a game has, under a name of its own."""

import keyword
import re
from pathlib import Path

from kursk.cli.reading import Mistake

ROOT = Path(__file__).parents[3]  # of a checkout
PLACES = (
    "src/kursk/games/{}",
    "src/kursk/bots/advice/{}.py",
    "tests/games/{}",
    "tests/playthroughs/{}.txt",
)
TEMPLATE, CALLED = "_template", "Template"
SMALL = ("and", "at", "for", "in", "of", "on", "the", "to")


def new(title: str, /, *, name: str = "") -> None:
    """Write a new game, which can be played, checked and changed at once.

    Parameters
    ----------
    title
        What commands and records call it: small letters, as march_on_orel.
    name
        What people call it; without it the title in words.
    """
    written(title, name, ROOT)
    print("\n".join(place.format(title) for place in PLACES))
    print(f"Play it: kursk play. Check it: kursk check {title}. Then change it, rule by rule:")
    print("docs/adding-a-game.md says what each file is for.")


def written(title: str, name: str, root: Path) -> None:
    """The files of a new game, in a checkout of the project."""
    if not (ROOT / "tests" / "games" / TEMPLATE).is_dir():
        raise Mistake("a new game is written into a checkout of the project, and this is none")
    if not re.fullmatch(r"[a-z][a-z0-9_]{1,29}", title) or keyword.iskeyword(title):
        raise Mistake(f"{title}: a title is 2 to 30 small letters, digits and _: march_on_orel")
    name = name or _in_words(title)
    if not re.fullmatch(r"[^\"\\\x00-\x1f]{1,30}", name):
        raise Mistake(f"--name {name}: a name is 1 to 30 letters, without quotes")
    for place in PLACES:
        if (root / place.format(title)).exists():
            raise Mistake(f"{place.format(title)} stands there already")
    for place in PLACES:
        for path in _files(ROOT / place.format(TEMPLATE)):
            inside = path.relative_to(ROOT / place.format(TEMPLATE))
            text = path.read_text("utf-8").replace(TEMPLATE, title).replace(CALLED, name)
            copy = root / place.format(title) / inside
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(text, "utf-8")


def _files(place: Path) -> list[Path]:
    if place.is_file():
        return [place]
    return [path for path in place.rglob("*") if path.is_file() and path.suffix != ".pyc"]


def _in_words(title: str) -> str:
    words = [word if word in SMALL else word.capitalize() for word in title.split("_")]
    return " ".join(words).strip()
