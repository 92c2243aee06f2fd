"""What the start screen and the panels show of a game."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest

from kursk import library
from kursk.bots import temper
from kursk.cli.making import written
from kursk.server import drawn
from kursk.server.cards import card
from kursk.server.charts import charts_of, said, sound_card
from kursk.server.crop import crop
from kursk.server.install import TELLS, prepare
from kursk.server.notes import noted
from kursk.server.pictures import hexes_of
from kursk.server.shelf import info, listed, note, read
from tests.shelves import shelf

TITLES = library.titles()


@pytest.fixture
def orel(tmp_path: Path) -> Iterator[Path]:
    """The data of a new game, on the shelf beside ours."""
    written("orel", "", tmp_path)
    with shelf(tmp_path):
        yield tmp_path / "src/kursk/games/orel/data"
    for remembered in (card, sound_card):
        remembered.cache_clear()


@pytest.mark.parametrize(
    ("stands", "wrote", "told"),
    [
        ("weight = 1", "wait = 1", "orel/about.toml: Object contains unknown field `wait`"),
        ("line = ", "line = =", "orel/about.toml: Invalid value (at line 2, column 8)"),
        ("combat = ", "combats = ", "orel/about.toml: charts: there is no table 'combats'"),
    ],
)
def test_a_card_that_does_not_fit_says_so_in_a_line(
    orel: Path, stands: str, wrote: str, told: str
) -> None:
    about = orel / "about.toml"
    about.write_text(about.read_text("utf-8").replace(stands, wrote, 1), "utf-8")
    found = {game.title: game for game in listed()}
    assert set(found) == {"orel", *TITLES}
    assert found["orel"].card.line == told and not found["orel"].card.charts
    assert hexes_of("orel")["hexes"], "it can be played all the same"


def test_a_game_that_cannot_be_read_is_left_out(
    orel: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (orel / "map.toml").write_text("title = ", "utf-8")
    assert [game.title for game in listed()] == list(TITLES)
    assert "orel is left out: map.toml: Invalid value" in caplog.text


def test_what_the_installation_noted_is_told_without_reading_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawn, "INSTALLED", tmp_path)
    prepare("skirmish")
    told = read("skirmish")
    with monkeypatch.context() as shut:
        shut.setattr(library, "game", lambda title: pytest.fail(f"{title} is read"))
        shut.setattr(temper, "import_module", lambda name: pytest.fail(f"{name} is read"))
        assert info("skirmish") == told
    note("skirmish").write_bytes(note("skirmish").read_bytes().replace(b"Skirmish", b"Scuffle"))
    assert info("skirmish").name == "Scuffle"
    with monkeypatch.context() as newer:
        newer.setattr("kursk.server.shelf.minds", lambda: "newer bots")
        assert info("skirmish") == told
    note("skirmish").write_bytes(b'{"title":"skirm')  # the power failed
    assert info("skirmish") == told
    monkeypatch.setattr(drawn, "sources", lambda title: "newer")
    assert info("skirmish") == told


def test_what_a_board_asks_of_a_game_is_noted_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted.cache_clear()
    monkeypatch.setattr(drawn, "INSTALLED", tmp_path)
    prepare("skirmish")
    told = {what: msgspec.json.encode(tell("skirmish")) for what, tell in TELLS.items()}
    with monkeypatch.context() as shut:
        shut.setattr(library, "game", lambda title: pytest.fail(f"{title} is read"))
        for what, tell in TELLS.items():
            assert msgspec.json.encode(noted("skirmish", what, tell)) == told[what]
    noted.cache_clear()
    monkeypatch.setattr(drawn, "sources", lambda title: "newer")
    assert "newly told" in noted("skirmish", "rules", lambda title: {"newly told": title})
    noted.cache_clear()


@pytest.mark.parametrize("title", TITLES)
def test_the_charts_are_whole_and_say_who_says_so(title: str) -> None:
    charts = charts_of(title)
    assert charts[0].rolled and charts[0].provenance
    for chart in charts:
        width = len(chart.columns) - (0 if chart.rolled else 1)
        assert chart.rows and all(len(row.cells) == width for row in chart.rows)


def test_the_charts_are_those_the_battles_are_fought_with(visitor: httpx.Client) -> None:
    charts = {one["name"]: one for one in visitor.get("/games/drive_on_kursk/charts").json()}
    combat = charts["combat"]
    column = combat["columns"].index("2:1")
    assert [row["cells"][column] for row in combat["rows"]] == ["DE", "BB", "DR", "DR", "DR", "DR"]
    assert combat["provenance"] == "rulebook" and combat["rule"] == "12.2"
    assert "retreat" in combat["results"]["DR"]


def test_a_reconstructed_table_says_so(visitor: httpx.Client) -> None:
    charts = {one["name"]: one for one in visitor.get("/games/battle_for_kursk/charts").json()}
    assert charts["crt"]["provenance"] == "reconstructed"
    rows = {row["label"]: row for row in charts["turns"]["rows"]}
    assert "replacements" in rows["A"]["guessed"]
    assert "replacements" not in rows["1"]["guessed"]


def test_a_game_that_is_not_there_has_no_charts(visitor: httpx.Client) -> None:
    assert visitor.get("/games/chess/charts").status_code == 404


def test_turns_and_their_dates_come_from_the_track() -> None:
    turns = info("battle_for_kursk").card.turns
    assert (turns[0].turn, turns[0].date) == ("A", "18 March 1943")
    assert len(turns) == 12


def test_values_are_told_as_people_read_them() -> None:
    assert said([1, -2]) == "1, −2"
    assert said({"german": [0, 1], "russian": 2}) == "german 0, 1; russian 2"
    assert said(True) == "yes"


def test_a_card_is_a_small_window_on_the_map(visitor: httpx.Client) -> None:
    whole = visitor.get("/games/drive_on_kursk/map.svg").text
    part = visitor.get("/games/drive_on_kursk/card.svg", params={"width": 360, "height": 284}).text
    assert 'viewBox="' in part and len(part) < len(whole) / 2
    assert visitor.get("/games/skirmish/card.svg", params={"width": 9}).status_code == 400


def test_a_window_keeps_what_shows_in_it_and_drops_the_rest() -> None:
    drawn = (
        '<path d="M10 10L20 10L20 20ZM900 900L910 900ZM5 5m1 1l2 2z" fill="a"/>'
        '<path d="M900 10L950 10" fill="b"/>'
        '<text x="15" y="15">near</text><text x="900" y="15">far</text>'
    )
    cut = crop(drawn, (0, 0, 100, 100))
    assert cut == (
        '<path d="M10 10L20 10L20 20ZM5 5m1 1l2 2z" fill="a"/><text x="15" y="15">near</text>'
    )


def test_a_shape_around_the_window_still_fills_it() -> None:
    ring = '<path d="M-500 -500L0 -600L500 -500L500 500L0 600L-500 500Z" fill="a"/>'
    cut = crop(ring, (0, 0, 100, 100))
    corners = re.findall(r"-?\d+ -?\d+", cut)
    assert {"-500 -500", "500 -500", "500 500", "-500 500"} <= set(corners)
