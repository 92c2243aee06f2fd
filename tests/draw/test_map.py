"""Maps: every hex numbered once, names clear of one another, curves on their hexsides."""

import re
from math import ceil, hypot
from xml.etree import ElementTree

import pytest
from msgspec import structs

from kursk.core.board import Board
from kursk.core.hexes import OFF, scan
from kursk.core.view import Seen, View
from kursk.draw import Caption, counters_svg, drawings, map_svg, position_svg
from kursk.draw.areas import area
from kursk.draw.geometry import SIDE, Layout, Point, hashed
from kursk.draw.ink import meet
from kursk.draw.labels import Labels, counter_box
from kursk.draw.lines import Lines
from kursk.draw.paint import over, under
from kursk.draw.plan import Plan, plan
from kursk.draw.rivers import streams
from kursk.draw.sheet import provenance
from kursk.draw.svg import SQUARE, squares
from kursk.draw.theme import Theme
from tests.draw.boards import PRINTED, board, roster

ALL = (*PRINTED, "lettered", "skirmish")
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module", params=ALL)
def named(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def labels(name: str) -> Labels:
    return plan(board(name)).labels


def test_every_hex_is_numbered_once_inside_itself(named: str) -> None:
    layout = Layout(board(named).grid)
    found = labels(named).numbers
    assert sorted(label.text for label in found) == sorted(layout.grid.cell)
    for label in found:
        (box,) = label.boxes
        middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
        assert layout.grid.name[layout.hex_at(*middle)] == label.text


def test_labels_do_not_meet(named: str) -> None:
    found = labels(named)
    boxes = [
        (label.text, box)
        for label in (*found.names, *found.numbers, *found.rivers, *found.regions)
        for box in label.boxes
    ]
    boxes.sort(key=lambda item: item[1][0])
    for i, (text, box) in enumerate(boxes):
        for other, there in boxes[i + 1 :]:
            if there[0] >= box[2]:
                break
            # The letters of one curved name may touch, not those of two names.
            assert text == other or not meet(box, there), (text, other)


def test_names_and_numbers_keep_off_counters(named: str) -> None:
    layout = Layout(board(named).grid)
    squares = [counter_box(layout, hex) for hex in layout.centre]
    found = labels(named)
    for label in (*found.names, *found.numbers):
        for box in label.boxes:
            assert not any(meet(box, square) for square in squares), label.text


def test_every_place_the_rules_know_has_its_name(named: str) -> None:
    places = board(named).places.values()
    known = {p.name.lower() for p in places if p.kind in board(named).hexes}
    assert known <= {label.text.lower() for label in labels(named).names}


def _off_segment(p: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    t = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy)
    t = max(0.0, min(1.0, t))
    return hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy)


def test_rivers_stay_on_their_hexsides(named: str) -> None:
    layout = Layout(board(named).grid)
    for river in streams(board(named), layout):
        corners = [layout.point(corner) for corner in river.corners]
        sides = list(zip(corners, corners[1:], strict=False))
        for point in river.curve:
            off = min(_off_segment(point, a, b) for a, b in sides)
            assert off <= SIDE / 8 + 2.2, (river.name, off)


def test_every_river_side_is_drawn(named: str) -> None:
    layout = Layout(board(named).grid)
    drawn = set()
    for river in streams(board(named), layout):
        drawn |= {frozenset(pair) for pair in zip(river.corners, river.corners[1:], strict=False)}
    for kind in ("river", "major river", "lake"):
        sides = board(named).sides.get(kind, (0,) * 6)
        for side in range(6):
            for hex in scan(sides[side]):
                assert frozenset(layout.side(hex, side)) in drawn


def test_lines_cross_the_sides_they_use_and_no_others(named: str) -> None:
    layout = Layout(board(named).grid)
    lines = Lines(board(named), layout)
    for style, curves in lines.curves.items():
        crossed = set()
        for curve in curves:
            hexes = [layout.hex_at(*point) for point in curve]
            steps = zip(hexes, hexes[1:], strict=False)
            crossed |= {frozenset(s) for s in steps if s[0] != s[1] and OFF not in s}
        wanted = {
            frozenset((hex, layout.grid.beyond(hex, side)))
            for hex, sides in lines.exits[style].items()
            for side in sides
        }
        assert crossed == wanted, style


def test_terrain_fills_its_hexes_and_leaves_others(named: str) -> None:
    layout = Layout(board(named).grid)
    for kind in ("forest", "hills", "swamp", "marsh", "rough", "wood"):
        hexes = board(named).hexes.get(kind, 0)
        if not hexes:
            continue
        shapes = area(layout, hexes, 21)
        for hex, centre in layout.centre.items():
            assert _inside(centre, shapes) == bool(hexes >> hex & 1), (kind, layout.grid.name[hex])


def _inside(point: Point, shapes: list[list[Point]]) -> bool:
    x, y = point
    crossings = 0
    for shape in shapes:
        for (ax, ay), (bx, by) in zip(shape, shape[1:] + shape[:1], strict=True):
            if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
                crossings += 1
    return crossings % 2 == 1


def test_hex_under_a_point(named: str) -> None:
    layout = Layout(board(named).grid)
    for hex, (x, y) in layout.centre.items():
        dx, dy = (hashed(hex, 1) - 0.5) * 36, (hashed(hex, 2) - 0.5) * 36
        assert layout.hex_at(x, y) == layout.hex_at(x + dx, y + dy) == hex
    assert layout.hex_at(-100, -100) == OFF


# -- whole drawings ------------------------------------------------------------------------


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_map_is_a_few_paths_a_square_without_filters(named: str, theme: str) -> None:
    svg = map_svg(board(named), theme)
    root = ElementTree.fromstring(svg)
    used = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert used <= {"svg", "title", "g", "path", "rect", "circle", "text"}
    drawn = plan(board(named))
    layers = under(drawn, Theme(theme)) + over(drawn, Theme(theme))
    kinds = {*re.findall(r'<path d="[^"]*" ([^>]*)', layers)}
    assert len(kinds) < 50
    sheet = ceil(drawn.layout.width / SQUARE) * ceil(drawn.layout.height / SQUARE)
    assert layers.count("<path") < 50 + 15 * sheet


def test_small_marks_are_cut_into_squares_and_none_is_lost() -> None:
    marks = ["M10 10L20 20", "M300 10l5 5", "M20.5 255L20 260", "M-3 4h2"]
    assert squares("".join(marks)) == [marks[3], marks[0] + marks[2], marks[1]]
    assert squares("") == []


def test_the_same_bytes_twice(named: str) -> None:
    first = map_svg(board(named), "dark")
    board.cache_clear()
    assert map_svg(board(named), "dark") == first


def test_the_sheet_says_what_is_reconstructed() -> None:
    svg = map_svg(board("drive_on_kursk"))
    assert "This is not the printed map" in svg
    assert "reconstructed" in svg
    stated = ["Every entry of this map is as the rulebook states."]
    assert provenance(board("skirmish"), Caption()) == stated
    drawn = provenance(board("drive_on_kursk"), Caption(original=True))
    assert drawn == ["The map was drawn for this game."]


def test_values_and_legend_come_from_the_caption() -> None:
    caption = Caption("July", 10, 17, values={"city": "10"}, legend={"forest": ("1 / 2",)})
    svg = map_svg(board("drive_on_kursk"), caption=caption)
    for words in (">July<", ">10 km a hex<", "rotate(17)", ">1 / 2<"):
        assert words in svg
    assert svg.count(">10<") >= 5  # five cities


def everything(name: str) -> View:
    """All counters of a game, one to a hex."""
    hexes = sorted(board(name).grid.cell)
    stacks: dict[str, tuple[Seen, ...]] = {
        hexes[i * 2]: (Seen(counter.side, counter.id, marks=("moved",) if i % 9 == 0 else ()),)
        for i, counter in enumerate(roster(name))
    }
    return View(name, "", "1", "", "", "", "", stacks, {}, {"german": tuple(hexes[:40])}, {})


def test_when_counters_move_the_map_below_them_is_not_drawn_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn_up: list[Board] = []

    def counted(of: Board, values: dict[str, str], draw: dict[str, str]) -> Plan:
        drawn_up.append(of)
        return plan(of, values, draw)

    monkeypatch.setattr(drawings, "plan", counted)
    board.cache_clear()
    fresh = board("drive_on_kursk")
    view = everything("drive_on_kursk")
    first = position_svg(fresh, roster("drive_on_kursk"), view)
    moved = structs.replace(view, stacks=dict(list(view.stacks.items())[1:]))
    again = position_svg(fresh, roster("drive_on_kursk"), moved)
    assert first != again
    assert len(drawn_up) == 1


def test_washes_lie_under_what_is_printed() -> None:
    name = "drive_on_kursk"
    svg = position_svg(board(name), roster(name), everything(name), control=True)
    wash = svg.index('fill-opacity="0.12"')
    assert svg.index('stroke-opacity="0.36"') < wash < svg.index(">KURSK<")


def test_counter_sheet_shows_every_counter() -> None:
    for name in PRINTED:
        svg = counters_svg(roster(name), title="Test")
        told = [int(n) for n in re.findall(r">(\d+) counters", svg)]
        assert sum(told) == len(roster(name))
