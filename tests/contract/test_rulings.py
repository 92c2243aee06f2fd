"""RULINGS.md: numbered without a gap, each under a section of the book, each with its test."""

import re
from pathlib import Path

import pytest

from kursk import library

TESTS = Path(__file__).parents[1] / "games"
RULED = [title for title in library.titles() if (library.SHELF / title / "RULINGS.md").exists()]


def rulings(title: str) -> list[list[str]]:
    text = (library.SHELF / title / "RULINGS.md").read_text("utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| A-")]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


@pytest.mark.parametrize("title", RULED)
def test_rulings_are_numbered_without_a_gap(title: str) -> None:
    rows = rulings(title)
    assert rows
    assert [row[0] for row in rows] == [f"A-{n:02}" for n in range(1, len(rows) + 1)]


@pytest.mark.parametrize("title", RULED)
def test_every_ruling_is_complete_and_names_a_section(title: str) -> None:
    for row in rulings(title):
        assert len(row) == 6 and all(row), row[0]
        assert row[1] in library.game(title).ledger, row[0]


@pytest.mark.parametrize("title", RULED)
def test_every_ruling_has_the_test_it_names(title: str) -> None:
    text = "".join(path.read_text("utf-8") for path in sorted((TESTS / title).glob("*.py")))
    tests = set(re.findall(r"def (test_\w+)", text))
    assert [row[0] for row in rulings(title) if row[5].strip("`") not in tests] == []
