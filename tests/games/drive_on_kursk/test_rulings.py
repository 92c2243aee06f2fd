"""RULINGS.md: numbered without a gap, each under a section of the book, each with its test."""

import re
from pathlib import Path

from kursk import library

GAME = library.game("drive_on_kursk")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in (GAME.folder / "RULINGS.md").read_text("utf-8").splitlines()
    if line.startswith("| A-")
]


def test_rulings_are_numbered_without_a_gap() -> None:
    assert [row[0] for row in ROWS] == [f"A-{n:02}" for n in range(1, len(ROWS) + 1)]
    assert len(ROWS) >= 59


def test_every_ruling_is_complete_and_names_a_section() -> None:
    for row in ROWS:
        assert len(row) == 6 and all(row), row[0]
        assert row[1] in GAME.ledger, row[0]


def test_every_ruling_has_the_test_it_names() -> None:
    text = "".join(path.read_text("utf-8") for path in sorted(Path(__file__).parent.glob("*.py")))
    tests = set(re.findall(r"def (test_\w+)", text))
    assert [row[0] for row in ROWS if row[5].strip("`") not in tests] == []
