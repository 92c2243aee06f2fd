"""The annotated games of the docs: each record can be followed to the end that is told."""

from pathlib import Path

import pytest

from kursk import library

DOCS = Path(__file__).parents[1] / "docs"
ENDS = {
    "coatney_kursk": "German victory, worth one game",
    "battle_for_kursk": "Russian strategic victory: +10 points",
    "drive_on_kursk": "Soviet wins: 120 VP",
}


@pytest.mark.parametrize("title", ENDS)
def test_an_annotated_game_can_be_followed_to_its_end(title: str) -> None:
    match = library.load((DOCS / "games" / f"{title}.txt").read_text("utf-8"))
    assert match.game.title == title
    assert match.over and match.g.result.startswith(ENDS[title])


def test_every_record_is_annotated() -> None:
    assert {path.stem for path in (DOCS / "games").iterdir()} == set(ENDS)
