"""What the start screen and the panels show of a game."""

import re

import httpx
import pytest

from kursk import library
from kursk.server.cards import card
from kursk.server.crop import crop
from kursk.server.shelf import charts_of, info, said

TITLES = library.titles()


@pytest.mark.parametrize("title", TITLES)
def test_every_game_says_what_it_is(title: str) -> None:
    told = card(title)
    assert told.line and told.source and told.scale and told.length and told.reconstructed
    assert 1 <= told.weight <= 5
    assert told.picture in library.game(title).board.grid.cell


@pytest.mark.parametrize("title", TITLES)
def test_the_words_are_for_orders_of_the_game(title: str) -> None:
    source = "".join(p.read_text("utf-8") for p in library.game(title).folder.glob("*.py"))
    for order in card(title).words:
        assert all(re.search(rf"\b{re.escape(word)}\b", source) for word in order.split()), order


@pytest.mark.parametrize("title", TITLES)
def test_scales_are_drawn_from_tracks_of_the_game(title: str) -> None:
    tracks = library.start(title).view().tracks
    for scale in card(title).victory:
        assert scale.track in tracks
        assert set(scale.when) <= set(tracks)
        ends = [band.to for band in scale.bands]
        assert ends == sorted(ends) and ends[-1] == scale.high


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
