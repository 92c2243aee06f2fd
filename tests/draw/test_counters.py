"""Counters: a glyph for every type, a stripe for every formation, steps and marks."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from kursk.core.counters import Counter, read_counters
from kursk.core.view import Seen
from kursk.draw import write
from kursk.draw.counters import back, branch, cover, face, glyph_table, palette, stripes
from kursk.draw.fonts import NARROW, text_width
from kursk.draw.position import MARKS, Table, above, below, marks_of
from kursk.draw.svg import document
from kursk.draw.theme import Theme
from tests.draw.boards import GAMES, PRINTED, roster

LIGHT = Theme("light")
FILES = sorted(GAMES.glob("*/data/counters.csv"))


def parse(drawn: str) -> ElementTree.Element:
    return ElementTree.fromstring(f"<g>{drawn}</g>")


def words(drawn: str) -> list[str]:
    return [element.text or "" for element in parse(drawn).iter("text")]


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.parts[-3])
def test_every_type_and_size_of_every_game_can_be_drawn(file: Path) -> None:
    for counter in read_counters(file):
        branch(counter.type)
        assert not counter.size or counter.size in glyph_table()["sizes"], counter.id
        for theme in ("light", "dark"):
            drawn = [word.strip("()[]") for word in words(face(counter, Theme(theme)))]
            assert counter.strengths[0] in drawn


def test_types_of_the_games_to_come_have_glyphs() -> None:
    for type_ in ("cavalry", "artillery", "anti-tank", "headquarters", "tiger", "partisan"):
        assert branch(type_) in glyph_table()["glyphs"]
    with pytest.raises(ValueError, match="no glyph for the unit type 'elephants'"):
        branch("elephants")


@pytest.mark.parametrize("name", PRINTED)
def test_no_two_formations_of_a_side_share_a_stripe(name: str) -> None:
    given = stripes(roster(name))
    for side in {side for side, _ in given}:
        own = [stripe for (whose, _), stripe in given.items() if whose == side]
        assert len(set(own)) == len(own), side


def unit(**more: object) -> Counter:
    plain = {"id": "x", "name": "X", "side": "german", "type": "armour", "strengths": ("18", "9")}
    return Counter(**(plain | more))  # type: ignore[arg-type]  # fields by name


def test_steps_show_as_discs_and_rings() -> None:
    counter = unit()
    full = [c.get("fill") for c in parse(face(counter, LIGHT)).iter("circle")]
    less = [c.get("fill") for c in parse(face(counter, LIGHT, step=1)).iter("circle")]
    assert full == ["#ffffff", "#ffffff"]
    assert less == ["#ffffff", "none"]
    assert words(face(counter, LIGHT, step=1))[-1] == "9"
    assert 'stroke-opacity="0.24"' in face(counter, LIGHT, step=1)  # the hatch
    assert 'stroke-opacity="0.24"' not in face(counter, LIGHT)


@pytest.mark.parametrize(
    ("strength", "moves", "steps"),
    [("10", "10", 4), ("14", "10", 6), ("18", "10", 8), ("12", "8", 5), ("8", "5", 4)],
)
def test_many_steps_stay_clear_of_the_strength(strength: str, moves: str, steps: int) -> None:
    drawn = parse(face(unit(strengths=(strength,) * steps, moves=moves), LIGHT))
    discs = [(float(disc.get("cx", 0)), float(disc.get("r", 0))) for disc in drawn.iter("circle")]
    assert len(discs) == steps
    texts = {each.text: each for each in drawn.iter("text")}
    size = float(texts[strength].get("font-size", "0"))
    edge = 8.4 + text_width(strength, NARROW, size, 700)
    assert size > 0 and min(at - r for at, r in discs) >= edge


def test_small_counters_keep_strength_and_movement_alone() -> None:
    counter = unit(label="LAH", size="division", moves="8")
    assert words(face(counter, LIGHT)) == ["LAH", "18", "8"]
    assert words(face(counter, LIGHT, small=True)) == ["18", "8"]


def test_factors_of_units_without_zones_are_enclosed() -> None:
    for flag, drawn in (("parentheses", "(18)"), ("brackets", "[18]")):
        assert drawn in words(face(unit(flags=frozenset({flag})), LIGHT))


def test_guards_have_their_box_reversed() -> None:
    reds = LIGHT.counters["soviet"]
    plain = face(unit(side="soviet", type="infantry"), LIGHT)
    guards = face(unit(side="soviet", type="infantry", flags=frozenset({"guards"})), LIGHT)
    assert reds["guards box"] in guards and reds["guards box"] not in plain


def test_the_back_is_the_reduced_unit_or_a_cover() -> None:
    assert words(back(unit(), LIGHT))[-1] == "9"
    one = unit(strengths=("4",))
    assert back(one, LIGHT) == cover("german", LIGHT)
    assert words(cover("soviet", LIGHT)) == []


def test_a_covered_counter_tells_its_side_alone() -> None:
    table = Table(roster("drive_on_kursk"), LIGHT)
    assert table.face(Seen("soviet"), False) == cover("soviet", LIGHT)
    assert palette("russian") == palette("soviet") != palette("german")


def test_a_stack_shows_three_and_tells_of_more() -> None:
    table = Table(roster("drive_on_kursk"), LIGHT)
    units = [c for c in roster("drive_on_kursk") if c.side == "german"][:5]
    seen = tuple(Seen(c.side, c.id) for c in units)
    drawn = words(table.stack((0, 0), seen, {}, False))
    assert drawn[-1] == "5"
    assert drawn[-3] == units[0].label  # the top counter is drawn last
    assert units[4].label not in drawn
    assert "5" not in words(table.stack((0, 0), seen[:3], {}, False))[-1:]


def test_each_mark_has_its_own_shape() -> None:
    shapes = {mark: below({mark}) + above({mark}, LIGHT) for mark in set(MARKS.values())}
    assert len(set(shapes.values())) == 5
    assert all(shapes.values())
    assert marks_of(("moved", "out of supply", "hungry")) == {"done", "no supply"}


def test_control_characters_reach_neither_drawing_nor_print(tmp_path: Path) -> None:
    odd = Counter(
        "x\x1b]0;\x07", "\u202ename\x00", "german", "infantry", ("4",), label="a\x9bb\x01"
    )
    svg = document(48, 48, face(odd, LIGHT), name=odd.name)
    assert svg.isprintable() and "a\ufffdb\ufffd" in svg
    for suffix in ("svg", "png", "pdf"):
        write(svg, tmp_path / f"odd.{suffix}")
    ElementTree.parse(tmp_path / "odd.svg")
