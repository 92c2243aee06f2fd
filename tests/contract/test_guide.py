"""The guide for authors names every key of a game's files, and every clause of the contract."""

import re
from pathlib import Path

import pytest

from kursk.contract import MOMENTS, files, whole
from kursk.core.board import Entry, MapFile
from kursk.core.counters import Counter
from kursk.core.hexes import Numbering
from kursk.core.rules import Section
from kursk.core.tables import Table
from kursk.draw.caption import Caption
from kursk.server.cards import Card, Mark, Scale

GUIDE = (Path(__file__).parents[2] / "docs" / "adding-a-game.md").read_text("utf-8")


def named(heading: str) -> set[str]:
    """The words in the first cells of the table under a heading."""
    _, _, rest = GUIDE.partition(f"\n{heading}\n")
    part = re.split(r"\n##+ ", rest)[0]
    cells = re.findall(r"^\|([^|]*)\|", part, re.M)[2:]
    return {word for cell in cells for word in re.findall(r"`([^`]+)`", cell)}


@pytest.mark.parametrize(
    ("heading", "struct"),
    [
        ("### counters.csv", Counter),
        ("### map.toml", MapFile),
        ("### map.toml: grid", Numbering),
        ("### map.toml: entries", Entry),
        ("### tables.toml", Table),
        ("### about.toml", Card),
        ("### about.toml: victory", Scale),
        ("### about.toml: marks", Mark),
        ("### caption.toml", Caption),
    ],
)
def test_every_key_is_in_the_guide(heading: str, struct: type) -> None:
    assert named(heading) == set(struct.__struct_encode_fields__)  # type: ignore[attr-defined]


def test_every_key_of_the_ledger_is_in_the_guide() -> None:
    assert named("### rules.toml") == set(Section.__struct_fields__) - {"number"}


def test_every_clause_is_in_the_guide() -> None:
    clauses = {clause.__name__ for clause in (whole.ends, *whole.CLAUSES, *MOMENTS)}
    assert named("## The contract") == clauses | {"shuffles", *files.CLAUSES}
