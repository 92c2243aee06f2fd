"""A whole game, told in tests/playthroughs/coatney_kursk.txt."""

from pathlib import Path

from kursk import library

TEXT = Path(__file__).parents[2] / "playthroughs" / "coatney_kursk.txt"


def test_scale_the_playthrough_comes_to_its_end() -> None:
    match = library.load(TEXT.read_text("utf-8"))
    assert match.over and match.game.title == "coatney_kursk"
