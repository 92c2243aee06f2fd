"""Lists, rules, maps and counters; and what every command does with a mistake."""

import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from kursk import library
from kursk.cli import app, ledger
from kursk.core import twin

from .conftest import Kursk

TITLES = library.titles()


@pytest.mark.parametrize("title", TITLES)
def test_every_game_is_listed_with_scenarios_and_phases(kursk: Kursk, title: str) -> None:
    game = library.game(title)
    assert f"{game.name}: " in kursk("games").out
    scenarios = kursk("scenarios", title).out
    assert all(name in scenarios for name in (*game.scenarios, *game.options))
    assert kursk("phases", title).out.split("\n")[:-1] == list(game.phases)


def test_the_version_says_whether_the_twin_is_in_use(
    kursk: Kursk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(twin, "IN_USE", True)
    assert kursk("--version").out == f"{metadata.version('kursk')} (with the compiled twin)\n"
    monkeypatch.setattr(twin, "IN_USE", False)
    assert "(without the compiled twin)" in kursk("--version").out


@pytest.mark.parametrize("title", TITLES)
def test_rules_prints_every_section(kursk: Kursk, title: str) -> None:
    said = kursk("rules", title)
    assert said.code == 0
    lines = said.out.splitlines()
    for number in library.game(title).ledger:
        assert any(line.startswith(f"{number} ") for line in lines), number


def test_rules_of_one_section(kursk: Kursk) -> None:
    out = kursk("rules", "skirmish", "5.3").out
    assert out.startswith("5.3 ") and "combat.py:" in out and "pressing" in out
    assert "has no section 9.9" in kursk("rules", "skirmish", "9.9").err


def test_gaps_are_marked_and_counted(
    kursk: Kursk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    tests = tmp_path / "skirmish"
    tests.mkdir()
    monkeypatch.setattr(ledger, "TESTS", tmp_path)
    numbers = [n for n, row in library.game("skirmish").ledger.items() if row.status == "enforced"]
    names = [f"def test_{number.replace('.', '_')}_x(): pass" for number in numbers]
    (tests / "test_all.py").write_text("\n".join(names), "utf-8")
    assert kursk("rules", "skirmish", "--gaps") == (0, "", "")
    assert "tested: test_all.py::test_5_3_x" in kursk("rules", "skirmish", "5.3").out
    (tests / "test_all.py").write_text("\n".join(names[1:]), "utf-8")
    said = kursk("rules", "skirmish", "--gaps")
    assert said.code == 1 and said.out.split()[0] == numbers[0] and "no test names it" in said.out
    assert "GAP: enforced, but no test names it" in kursk("rules", "skirmish", numbers[0]).out


def test_without_a_checkout_rules_says_so(
    kursk: Kursk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(ledger, "TESTS", tmp_path)
    assert "known only in a checkout" in kursk("rules", "skirmish").out
    assert kursk("rules", "skirmish", "--gaps").code == 0


@pytest.mark.parametrize("title", TITLES)
def test_maps_and_counters_as_text(kursk: Kursk, title: str) -> None:
    game = library.game(title)
    out = kursk("map", title).out
    assert all(name in out for name in game.board.grid.cell)
    listed = [line.split()[0] for line in kursk("counters", title).out.splitlines()]
    assert listed == [counter.id for counter in game.roster]


def test_map_check_of_all_of_one_and_of_a_file(kursk: Kursk, tmp_path: Path) -> None:
    said = kursk("map", "check")
    assert said.code == 0
    assert [line.split(":")[0] for line in said.out.splitlines()] == list(TITLES)
    assert kursk("map", "check", "skirmish").out.count("\n") == 1
    text = (library.SHELF / "skirmish" / "data" / "map.toml").read_text("utf-8")
    bad = tmp_path / "bad.toml"
    bad.write_text(text.replace("0204/0205", "0204/0808").replace('at = "0402"', 'at = "0999"'))
    said = kursk("map", "check", str(bad))
    assert said.code == 1 and "0808" in said.out and "0999" in said.out
    bad.write_text("title = ")
    assert kursk("map", "check", str(bad)).code == 1
    assert kursk("map", "check", "nowhere").code == 2


@pytest.mark.parametrize("command", [name for name in app if not name.startswith("-")])
def test_every_command_has_help_and_survives_nonsense(kursk: Kursk, command: str) -> None:
    said = kursk(command, "--help")
    assert said.code == 0 and f"kursk {command}" in said.out
    said = kursk(command, *(["x"] if command == "ask" else []), "--nonsense")
    assert said.code == 2 and said.err.count("\n") == 1 and "nonsense" in said.err


def test_an_unknown_command_and_an_unknown_game(kursk: Kursk) -> None:
    said = kursk("dance")
    assert said.code == 2 and said.err.count("\n") == 1 and "dance" in said.err
    for command in ("scenarios", "phases", "rules", "map", "counters"):
        said = kursk(command, "chess")
        assert said.code == 2 and "no game 'chess'" in said.err and said.err.count("\n") == 1


def test_the_installed_command_and_a_reader_who_has_seen_enough() -> None:
    command = [sys.executable, "-m", "kursk.cli", "map", "skirmish"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0 and "0808" in done.stdout
    cut = subprocess.run(
        f"'{sys.executable}' -m kursk.cli rules skirmish | head -n 1",
        shell=True, capture_output=True, text=True,
    )  # fmt: skip
    assert cut.stdout.startswith("1.1") and cut.stderr == ""


def test_maps_counters_and_positions_are_drawn(kursk: Kursk, tmp_path: Path, brod: str) -> None:
    for words in (["map", "skirmish"], ["counters", "skirmish"], ["ask", brod, "show"]):
        file = tmp_path / f"{words[0]}.svg"
        said = kursk(*words, "--out", str(file))
        assert said == (0, f"{file} written\n", "")
        assert file.read_text("utf-8").startswith("<svg")
    dark = tmp_path / "dark.svg"
    assert kursk("map", "skirmish", "--out", str(dark), "--theme", "dark").code == 0
    assert dark.read_text("utf-8") != (tmp_path / "map.svg").read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--out", "map.gif"], "map.gif: draw as .svg, .png or .pdf"),
        (["--out", "no/such/folder/map.svg"], "map.svg: No such file"),
        (["--out", "map.svg", "--theme", "pink"], "--theme pink"),
    ],
)
def test_a_drawing_that_cannot_be_written(
    kursk: Kursk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    said = kursk("map", "skirmish", *words)
    assert said.code == 2 and says in said.err and said.err.count("\n") == 1


def test_a_notebook_shows_a_match_as_its_side_sees_it() -> None:
    match = library.start("skirmish")
    drawn = match._repr_svg_()
    assert drawn.startswith("<svg") and drawn == match._repr_svg_()
    match.play("press")
    assert match._repr_svg_() != drawn  # red sees its own counters, and not blue's
