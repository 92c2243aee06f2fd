"""Every game accounts for every section of its rulebook."""

from pathlib import Path

import pytest

from kursk import library
from kursk.core import rules

TESTS = Path(__file__).parent.parent / "games"

every_game = pytest.mark.parametrize("title", library.titles())


@every_game
def test_every_citation_is_in_the_ledger(title: str) -> None:
    """A chapter ("5") stands for its sections; modules open with theirs."""
    game = library.game(title)
    strangers = {
        number: places
        for number, places in rules.citations(game.folder).items()
        if number not in game.ledger
        and not any(section.startswith(f"{number}.") for section in game.ledger)
    }
    assert not strangers


@every_game
def test_every_enforced_section_is_cited(title: str) -> None:
    game = library.game(title)
    cited = rules.citations(game.folder)
    assert [s for s in enforced(title) if s not in cited] == []


@every_game
def test_every_enforced_section_is_named_by_a_test(title: str) -> None:
    tested = rules.tested(TESTS / title, library.game(title).ledger)
    assert [s for s in enforced(title) if s not in tested] == []


def enforced(title: str) -> list[str]:
    ledger = library.game(title).ledger
    return [number for number, section in ledger.items() if section.status == "enforced"]
