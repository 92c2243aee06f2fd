"""What the page and the command line are told of the game."""

from kursk.cli.ledger import rules
from kursk.core.rules import BASIS
from kursk.games.spi_kursk import GAME
from kursk.server.shelf import worded


def test_3_1_every_section_says_what_it_rests_on() -> None:
    found = {part for section in GAME.ledger.values() for part in section.basis.split(", ")}
    assert found == set(BASIS)
    assert GAME.ledger["9.91"].basis == "chart"
    assert GAME.ledger["8.11"].basis == "designed"
    assert GAME.ledger["9.55"].basis == "inferred"


def test_3_1_the_page_is_told_with_the_words_of_a_section() -> None:
    assert worded(GAME.ledger["8.31"])["says"].endswith("[chart]")
    assert worded(GAME.ledger["8.32"])["says"].endswith("[inferred]")


def test_3_1_the_command_line_tells_it(capsys: object) -> None:
    from _pytest.capture import CaptureFixture

    assert isinstance(capsys, CaptureFixture)
    rules("spi_kursk", "6.7")
    assert "rests on: designed" in capsys.readouterr().out
