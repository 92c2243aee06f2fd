"""Maps go to Tiled and come back, from the command line."""

import json
from pathlib import Path

import pytest

from kursk import library, tiled
from kursk.core.board import read_map

from .conftest import Kursk

MAP = library.SHELF / "skirmish" / "data" / "map.toml"


@pytest.mark.parametrize("what", ["skirmish", str(MAP)])
@pytest.mark.parametrize("ending", ["tmx", "tmj"])
def test_a_map_goes_out_and_comes_back(
    kursk: Kursk, tmp_path: Path, what: str, ending: str
) -> None:
    sheet, back = tmp_path / f"skirmish.{ending}", tmp_path / "map.toml"
    assert kursk("map", "export", what, "--out", str(sheet)) == (0, f"{sheet} written\n", "")
    said = kursk("map", "import", str(sheet), "--out", str(back))
    file = read_map(MAP).file
    entries = len((*file.hexes, *file.sides, *file.lines, *file.places))
    assert said == (0, f"{back} written, 0 of {entries} entries edited in Tiled\n", "")
    assert tiled.settled(read_map(back).file) == tiled.settled(file)
    assert kursk("map", "check", str(back)).code == 0
    assert kursk("map", str(back)).out == kursk("map", "skirmish").out


def test_what_was_edited_is_counted(kursk: Kursk, tmp_path: Path) -> None:
    sheet, back = tmp_path / "skirmish.tmj", tmp_path / "map.toml"
    kursk("map", "export", "skirmish", "--out", str(sheet))
    edited = json.loads(sheet.read_text("utf-8"))
    edited["layers"][0]["data"][0] = 1
    sheet.write_text(json.dumps(edited), "utf-8")
    assert "written, 1 of" in kursk("map", "import", str(sheet), "--out", str(back)).out
    assert 'note = "edited in Tiled"' in back.read_text("utf-8")


def test_faults_of_a_sheet_are_told_and_nothing_is_written(kursk: Kursk, tmp_path: Path) -> None:
    sheet, back = tmp_path / "skirmish.tmj", tmp_path / "map.toml"
    kursk("map", "export", "skirmish", "--out", str(sheet))
    edited = json.loads(sheet.read_text("utf-8"))
    edited["layers"][0]["data"][0] = 99
    sheet.write_text(json.dumps(edited), "utf-8")
    said = kursk("map", "import", str(sheet), "--out", str(back))
    assert said == (1, "0101: layer 'wood, hill' has an unknown tile there\n", "")
    assert not back.exists()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("export", "chess", "--out", "x.tmx"), "kursk: no game 'chess'; there are "),
        (("export", "nowhere.toml", "--out", "x.tmx"), "kursk: nowhere.toml: No such file"),
        (("export", "skirmish", "--out", "x.png"), "kursk: x.png: a Tiled map ends in one of"),
        (("export", "skirmish", "--out", "no/x.tmx"), "kursk: no/x.tmx: No such file"),
        (("import", "nowhere.tmx", "--out", "m.toml"), "kursk: nowhere.tmx: No such file"),
    ],
)
def test_mistakes_are_told_in_a_line(
    kursk: Kursk,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    says: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    said = kursk("map", *words)
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith(says) and said.err.count("\n") == 1
