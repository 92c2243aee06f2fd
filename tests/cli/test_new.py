"""`kursk new` writes a game that is whole."""

import runpy
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kursk import bots, library
from kursk.cli import making
from kursk.cli.reading import Mistake
from kursk.core import record
from tests.cli.conftest import Kursk
from tests.shelves import shelf

LONG = "the_march_on_the_town_of_orel"


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Path]:
    """A checkout with a new game in it, of the longest title and name, on the shelf."""
    making.written(LONG, "The march on the town of Orel", tmp_path)
    with shelf(tmp_path):
        yield tmp_path


def test_a_new_game_is_on_the_shelf_under_its_name(made: Path) -> None:
    assert LONG in library.titles()
    assert (
        library.game(LONG).name == library.game(LONG).board.title == "The march on the town of Orel"
    )
    left = [
        path.name
        for path in made.rglob("*")
        if path.is_file() and "emplate" in path.name + path.read_text("utf-8")
    ]
    assert left == ["about.toml"], "only its source tells where it comes from"


def test_a_new_game_plays_to_the_end_by_its_own_advice(made: Path) -> None:
    match = library.start(LONG, secret="Orel")
    assert bots.usual(LONG) == "sergeant"
    while not match.over:
        match.roll()
        if not match.over:
            match.play(bots.decide(match, match.actor, "greedy", "Orel"))
    assert "(2.3)" in match.result or "(2.4)" in match.result


def test_a_new_game_has_no_faults(made: Path, kursk: Kursk) -> None:
    said = kursk("check", LONG)
    assert (said.code, said.out) == (0, f"{LONG}: no faults\n")


def test_its_playthrough_replays(made: Path) -> None:
    text = (made / "tests" / "playthroughs" / f"{LONG}.txt").read_text("utf-8")
    match = library.load(text)
    assert match.over and record.write(match).splitlines() == text.splitlines()


def test_its_tests_pass(made: Path) -> None:
    run = 0
    for path in sorted((made / "tests" / "games" / LONG).glob("test_*.py")):
        for name, test in runpy.run_path(str(path)).items():
            if name.startswith("test_"):
                test()
                run += 1
    assert run > 20


def test_it_is_written_in_the_style_of_the_project(made: Path) -> None:
    ours = 'lint.isort.known-first-party=["kursk"]'  # as ruff sees by itself in a checkout
    for words in (["check", "--config", ours], ["format", "--check"]):
        config = ["--config", str(making.ROOT / "pyproject.toml"), "--no-cache", str(made)]
        ruff = [sys.executable, "-m", "ruff", *words, *config]
        done = subprocess.run(ruff, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("title", "name", "told"),
    [
        ("March", "", "small letters"),
        ("to orel", "", "small letters"),
        ("class", "", "small letters"),
        ("../orel", "", "small letters"),
        ("skirmish", "", "src/kursk/games/skirmish stands there already"),
        ("orel", 'The "march"', "without quotes"),
        ("orel", "m" * 31, "1 to 30 letters"),
    ],
)
def test_a_bad_name_is_told_in_one_line_and_nothing_is_written(
    title: str, name: str, told: str, kursk: Kursk
) -> None:
    said = kursk("new", title, *(["--name", name] if name else []))
    assert said.code == 2 and told in said.err and said.err.count("\n") == 1
    assert not (making.ROOT / "tests" / "games" / "orel").exists()


def test_without_a_checkout_there_is_nowhere_to_write(
    kursk: Kursk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(making, "ROOT", tmp_path)
    assert "into a checkout of the project" in kursk("new", "orel").err


def test_the_command_says_what_it_wrote_and_what_comes_next(
    kursk: Kursk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    written: list[str] = []
    monkeypatch.setattr(making, "written", lambda title, name, root: written.append(title))
    said = kursk("new", "orel")
    assert written == ["orel"] and said.code == 0
    assert "src/kursk/games/orel\n" in said.out and "kursk play" in said.out


def test_a_title_becomes_a_name(tmp_path: Path) -> None:
    making.written("march_on_orel", "", tmp_path)
    text = (tmp_path / "src/kursk/games/march_on_orel/__init__.py").read_text("utf-8")
    assert 'name = "March on Orel"' in text
    with pytest.raises(Mistake, match="stands there already"):
        making.written("march_on_orel", "", tmp_path)
