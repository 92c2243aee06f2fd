"""Golden games: whole records that must replay word for word."""

from pathlib import Path

import pytest

from kursk import library
from kursk.core import record

FOLDER = Path(__file__).parent.parent / "playthroughs"
FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("title", library.titles())
def test_every_game_has_a_playthrough(title: str) -> None:
    assert any(f"\ngame: {title}\n" in path.read_text("utf-8") for path in FILES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_playthrough_replays_word_for_word(path: Path) -> None:
    text = path.read_text("utf-8")
    match = library.load(text)
    assert match.over, "a playthrough goes to the end"
    assert record.write(match).splitlines() == text.splitlines()
    assert record.audit(match, record.published(text)) == []
