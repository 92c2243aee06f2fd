"""The rulebook beside the board: our words, section by section, with where each is enforced."""

import ast
import re
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from kursk import library
from kursk.core.rules import Section, citations, numbers, tested
from kursk.server.charts import sound_card

TESTS = Path(__file__).parents[3] / "tests" / "games"  # in a checkout


class Paragraph(msgspec.Struct):
    """A section of the book."""

    number: str
    says: str
    status: str
    reason: str
    title: str  # what the sequence of play calls it; "" where it has no name
    places: list[str]  # of the program: "combat.py concentric"
    tests: int  # that name it


class Chapter(msgspec.Struct):
    number: str
    title: str
    sections: list[Paragraph]


@cache
def book(title: str) -> list[Chapter]:
    """The rulebook of a game, in the order of its sections."""
    game = library.game(title)
    cited, named = citations(game.folder), dict[str, list[str]]()
    if (TESTS / title).is_dir():
        named = tested(TESTS / title, game.ledger)
    titles, headings = _titles(game.folder), sound_card(title).chapters
    chapters: dict[str, Chapter] = {}
    for number, row in game.ledger.items():
        key = chapter_of(number)
        chapter = chapters.setdefault(key, Chapter(key, headings.get(key, ""), []))
        chapter.sections.append(
            Paragraph(
                number,
                _words(row),
                row.status,
                row.reason,
                titles.get(number, ""),
                _places(cited.get(number, [])),
                len(named.get(number, [])),
            )  # fmt: skip
        )
    return sorted(chapters.values(), key=lambda chapter: not chapter.number)  # the rest comes last


def chapter_of(number: str) -> str:
    """The chapter of a section: "11.9" is of 11; where sections have headings, there is one."""
    found = re.match(r"[A-Z]{0,2}\d+", number)
    return found[0] if found else ""


def _words(row: Section) -> str:
    return f"{row.says} [{row.basis}]" if row.basis else row.says


def _places(cited: list[str]) -> list[str]:
    """Where the program sees to it, without line numbers and repetitions."""
    return list(dict.fromkeys(re.sub(r":\d+", "", place) for place in cited))


def _titles(folder: Path) -> dict[str, str]:
    """What the sequence of play calls sections: the titles of frames."""
    titles: dict[str, str] = {}
    for path in sorted(folder.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                said = dict(_constants(node))
                if said.get("title"):
                    for number in numbers(said.get("rule", "")):
                        titles.setdefault(number, said["title"])
    return titles


def _constants(node: ast.ClassDef) -> list[tuple[str, Any]]:
    found = []
    for line in node.body:
        match line:
            case ast.Assign([ast.Name(name)], ast.Constant(str(value))):
                found.append((name, value))
    return found
