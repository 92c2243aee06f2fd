"""What the documents say about the command line is so."""

import re
import shlex
from pathlib import Path

import pytest

from kursk.cli import app, main
from kursk.cli.ask import QUESTIONS
from kursk.library import set_up

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def examples() -> list[tuple[str, str, str]]:
    """Every `$ kursk …` of the documents, with the output shown under it."""
    found = []
    for document in DOCUMENTS:
        for block in re.findall(r"```console\n(.*?)```", document.read_text("utf-8"), re.S):
            for part in block.split("$ kursk ")[1:]:
                command, _, shown = part.partition("\n")
                found.append((document.name, command, shown))
    return found


@pytest.mark.parametrize(("document", "command", "shown"), examples())
def test_an_example_does_what_the_document_shows(
    document: str,
    command: str,
    shown: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(ROOT)
    main(shlex.split(command))
    out = capsys.readouterr().out
    wanted = [
        r"(.*\n)*" if line == "..." else re.escape(line) + r"\n" for line in shown.splitlines()
    ]
    assert re.fullmatch("".join(wanted), out), f"{document}: kursk {command} prints\n{out}"


def test_there_are_examples() -> None:
    assert len(examples()) > 10


def test_every_command_is_documented() -> None:
    text = (ROOT / "docs" / "command-line.md").read_text("utf-8")
    commands = [name for name in app if not name.startswith("-")]
    assert "play" in commands and "ask" in commands
    assert [name for name in commands if f"kursk {name}" not in text] == []


def test_every_question_is_documented() -> None:
    text = (ROOT / "docs" / "command-line.md").read_text("utf-8")
    assert [name for name in QUESTIONS if not re.search(rf"\| `{name}[ `]", text)] == []


def test_the_position_of_the_notation_can_be_set_up() -> None:
    (text,) = re.findall(r"```toml\n(.*?)```", (ROOT / "docs/notation.md").read_text("utf-8"), re.S)
    match = set_up(text)
    assert match.g.turn == 3 and len(match.g.on_map()) == 3
    assert match.why_not("attack 0304 with b1,b2") is None
