"""Kinds of a game's own: hexsides and hexes drawn as its caption file says."""

from typing import get_args

import pytest

from kursk.core.board import Board, parse_map
from kursk.draw import Caption, map_svg
from kursk.draw.faces import DRAWINGS, face_curves, fills_of, strokes_of
from kursk.draw.geometry import Layout
from kursk.draw.legend import kinds
from kursk.draw.plan import plan

MAP = """
title = "Faces"
[grid]
rows = [1, 5]
columns = [1, 5]
straight = "{straight}"
[kinds]
hexes = ["fort soviet", "reinforced", "bog iron"]
sides = ["depression", "fort soviet"]
places = ["monastery"]
[[hexes]]
is = "fort soviet"
at = "0202 0303"
provenance = "rulebook"
[[hexes]]
is = "reinforced"
at = "0303"
provenance = "rulebook"
[[sides]]
is = "depression"
at = "0302>0303"
provenance = "rulebook"
[[places]]
is = "monastery"
name = "Optina"
at = "0404"
provenance = "rulebook"
"""


def board(straight: str = "rows") -> Board:
    return parse_map(MAP.replace("{straight}", straight))


@pytest.mark.parametrize("straight", ["rows", "columns"])
@pytest.mark.parametrize("drawing", ["slope", "spikes", "dashes"])
def test_a_face_lies_inside_its_own_hex_and_looks_out_of_it(straight: str, drawing: str) -> None:
    of = board(straight)
    layout, hex = Layout(of.grid), of.grid.find("0302")
    (curve,) = face_curves(of, layout, "depression", drawing)
    assert {layout.hex_at(x, y) for x, y in curve} == {hex}
    drawn = strokes_of([curve], drawing) + fills_of([curve], drawing)
    assert drawn and bool(fills_of([curve], drawing)) == (drawing == "spikes")


def test_a_second_line_lies_behind_the_first() -> None:
    of = board()
    layout, hex = Layout(of.grid), of.grid.find("0303")
    curves = face_curves(of, layout, "reinforced", "double")
    assert {layout.hex_at(x, y) for curve in curves for x, y in curve} == {hex}


def test_the_legend_has_every_kind_that_is_drawn() -> None:
    caption = Caption(draw={"depression": "slope", "reinforced": "double", "bog iron": "double"})
    assert list(kinds(board(), caption)) == ["clear", "fort soviet", "depression", "reinforced"]
    svg = map_svg(board(), caption=caption)
    assert ">Depression<" in svg and ">Reinforced<" in svg and ">Soviet fort<" in svg


def test_a_place_of_any_kind_keeps_its_name() -> None:
    assert ">Optina<" in map_svg(board())


def test_every_drawing_can_be_named_and_no_other() -> None:
    assert get_args(get_args(Caption.__annotations__["draw"])[1]) == DRAWINGS
    assert plan(board(), draw={}).faces == {}
