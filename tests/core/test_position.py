"""Position files: set up, written again, and every malformed key in one line."""

import pytest

from kursk import library
from kursk.core import position
from kursk.core.match import Match
from kursk.core.position import BadPosition

PLAIN = """
game = "skirmish"
turn = 4
side = "red"
phase = "combat"

[set]
half = 2
fog = false
stance = { blue = "hold", red = "press" }
fought = ["0305", "0101"]

[hexes]
"0305" = ["hill"]
"0402" = []

[sides]
"0304/0305" = []
"0202/0203" = ["river", "road"]

[control]
red = ["0303", "0304"]

[units]
r5 = { at = "0304" }
r1 = { at = "0304", marks = ["reduced", "attacked"] }
b1 = { at = "0303", lost = 1 }
b2 = { box = "dead" }
x  = { at = "0802", like = "tanks", side = "red", strength = [9, 4] }
y  = { at = "0203", like = "b4" }
"""


def set_up(text: str = PLAIN) -> Match:
    return library.set_up(text)


def hex(match: Match, name: str) -> int:
    return match.g.grid.find(name)


def test_the_moment() -> None:
    match = set_up()
    assert (match.g.turn, match.g.side, match.phase, match.actor) == (4, "red", "combat", "red")


def test_units_where_they_are_told_bottom_to_top() -> None:
    match = set_up()
    g, find = match.g, match.g.roster.find
    assert g.pile(hex(match, "0304")) == (find("r5"), find("r1"))
    assert g.lost[find("r1")] == 1 and g.lost[find("b1")] == 1
    assert g.box[find("b2")] == "dead"
    assert len(g.on_map()) == 5, "only these are on the map"


def test_invented_counters_follow_their_pattern() -> None:
    g = set_up().g
    x, y = g.unit(g.roster.find("x")), g.unit(g.roster.find("y"))
    assert (x.side, x.type, x.strengths, x.moves) == ("red", "armour", ("9", "4"), "5")
    assert (y.side, y.type, y.strengths, y.name) == ("blue", "infantry", ("2",), "y")


def test_tracks_areas_and_marks() -> None:
    match = set_up()
    tracks = {name: getattr(match.g, name) for name in match.game.tracks}
    assert tracks["half"] == 2 and tracks["fog"] is False
    assert tracks["stance"] == {"blue": "hold", "red": "press"}
    assert tracks["fought"] == match.g.grid.set(["0305", "0101"])
    assert getattr(match.g, "attacked") == 1 << match.g.roster.find("r1")  # noqa: B009


def test_the_map_is_changed_where_the_file_says_so() -> None:
    board = set_up().g.board
    at = board.grid.find
    assert board.at(at("0305")) == ["hill", "red control"]
    assert board.at(at("0402")) == ["blue control"] and board.place_at(at("0402")) is None
    assert board.between(at("0304"), at("0305")) == []
    assert board.between(at("0202"), at("0203")) == ["river"]


def test_control_is_the_scenarios_but_for_what_is_named() -> None:
    g = set_up().g
    assert [g.owner(g.grid.find(n)) for n in ("0303", "0302", "0308")] == ["red", "blue", "red"]


def test_a_blank_map() -> None:
    match = set_up('game = "skirmish"\nphase = "movement"\nmap = "blank"\nunits.b1.at = "0204"')
    assert match.g.board.hexes["wood"] == 0 and not match.g.board.places
    assert match.actor == "blue", "the first side, if none is named"
    assert 'map = "blank"' in position.write(match)


def test_written_and_set_up_again_it_is_the_same() -> None:
    match = set_up()
    text = position.write(match)
    again = library.set_up(text)
    assert again.g == match.g
    assert position.write(again) == text


def test_the_order_of_a_pile_is_kept() -> None:
    text = position.write(set_up())
    assert text.index('"r5" =') < text.index('"r1" =')


def test_the_order_in_which_choices_were_made_does_not_show() -> None:
    other = PLAIN.replace('{ blue = "hold", red = "press" }', '{ red = "press", blue = "hold" }')
    assert other != PLAIN and position.write(set_up(other)) == position.write(set_up())


def test_a_phase_that_is_nobodys_is_written_without_a_side() -> None:
    match = library.start("skirmish")
    text = position.write(match)
    assert "side" not in text
    again = library.set_up(text)
    assert again.phase == "initiative" and position.write(again) == text
    assert again.g == match.g


def test_after_some_orders_it_is_written_as_it_stands() -> None:
    match = library.start("skirmish", options={"fog": "off"})
    for order in ("press", "hold", "move b6 0204 0205", "move b5 0403"):
        match.play(order)
    again = library.set_up(position.write(match))
    assert again.g.at == match.g.at
    assert again.g.control == match.g.control and again.why_not("move b5 0404") is not None


def test_a_game_that_is_over_is_written_with_its_result() -> None:
    match = set_up()
    match.play("concede")
    text = position.write(match)
    assert 'result = "Blue wins: red gives up (6.3)"\n' in text and "phase" not in text
    again = library.set_up(text)
    assert again.over and again.result == match.result and again.g == match.g
    assert position.write(again) == text


def malformed(old: str, new: str) -> str:
    assert old in PLAIN
    with pytest.raises(BadPosition) as caught:
        library.set_up(PLAIN.replace(old, new, 1))
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('game = "skirmish"', 'game = "chess"', "game: no game 'chess'; there are "),
        ('game = "skirmish"', "", "game: it is missing"),
        ('phase = "combat"', "", "phase: it is missing; the game has initiative, movement"),
        ('phase = "combat"', 'phase = "tea"', "phase: no 'tea'; the game has initiative, mo"),
        ('phase = "combat"', 'phase = "combat"\nresult = "Red wins"', "phase: there is none when"),
        ("turn = 4", "turn = ", "Invalid value (at line 3, column 8)"),
        ("turn = 4", 'turn = "May"', "turn: the game has no turn 'May'"),
        ("turn = 4", "turn = 0", "turn: the game has no turn '0'"),
        ("turn = 4", "trun = 4", "trun: no such key; known: game, phase, side, turn, "),
        ("turn = 4", "turn = " + "9" * 5000, "Exceeds the limit (4300 digits)"),
        ("turn = 4", "turn = " + "[" * 9000, "maximum recursion depth exceeded"),
        ('side = "red"', 'side = "green"', "side: 'green' is none of blue, red"),
        ('side = "red"', 'map = "moon"', "map: 'moon'; leave it out, or say blank"),
        ("half = 2", "vp = 2", "set.vp: the game has fog, stance, half, fought"),
        ("half = 2", 'half = "two"', "set.half: Expected `int`, got `str`"),
        ('fought = ["0305", "0101"]', 'fought = ["0909"]', "set.fought: no hex 0909 on this map"),
        ('fought = ["0305", "0101"]', "fought = 7", "set.fought: Expected `array`, got `int`"),
        ('"0305" = ["hill"]', '"0909" = ["hill"]', "hexes.0909: no hex 0909 on this map"),
        ('"0305" = ["hill"]', '"0305" = ["lake"]', "hexes.0305: no 'lake' here; known: wood"),
        ('"0305" = ["hill"]', '"0305" = "hill"', "hexes.0305: Expected `array`, got `str`"),
        ('"0305" = ["hill"]', '"0305" = ["wood", "hill"]', "hexes.0305: a hex has one at the m"),
        ('"0304/0305" = []', '"0304/0307" = []', "sides.0304/0307: 0304 and 0307 do not touch"),
        ('"0304/0305" = []', '"0304" = []', "sides.0304: '0304' is not a hexside"),
        ('"0304/0305" = []', '"0304/0305" = ["wall"]', "sides.0304/0305: no 'wall' on a hexs"),
        ('red = ["0303", "0304"]', 'green = ["0303"]', "control.green: no such side"),
        (
            'red = ["0303", "0304"]',
            'red = ["0303"]\nblue = ["0304", "0303"]',
            "control.blue: 0303 is named for red already",
        ),
        ('red = ["0303", "0304"]', 'red = ["0999"]', "control.red: no hex 0999 on this map"),
        ("r5 = {", "r9 = {", "units.r9: no such counter; for an invented one say like"),
        ('r5 = { at = "0304" }', "r5 = { }", "units.r5: say at = a hex, or box = a box"),
        ('r5 = { at = "0304" }', 'r5 = { at = "0304", box = "dead" }', "units.r5: say at = a hex"),
        ('r5 = { at = "0304" }', 'r5 = { at = "0909" }', "units.r5.at: no hex 0909 on this map"),
        ('r5 = { at = "0304" }', 'r5 = { at = "0303" }', "units.b1.at: 0303 holds the enemy r5"),
        (
            'r5 = { at = "0304" }',
            'r5 = { hex = "0304" }',
            "units.r5.hex: no such key; known: at, box, like, side, strength, lost, marks",
        ),
        ('box = "dead"', 'box = "moon"', "units.b2.box: no 'moon'; the game has dead"),
        ('"attacked"]', '"tired"]', "units.r1.marks: no 'tired'; the game has reduced, moved"),
        ("lost = 1", "lost = 2", "units.b1: it has not so many steps to lose"),
        ("lost = 1", "lost = -1", "units.b1: it has not so many steps to lose"),
        ("x  = {", '"x y" = {', "units.x y: a name is one word without commas, and no hex"),
        ("x  = {", '"x,y" = {', "units.x,y: a name is one word without commas, and no hex"),
        ("x  = {", '"" = {', "units.: a name is one word without commas, and no hex"),
        ("x  = {", '"0101" = {', "units.0101: a name is one word without commas, and no hex"),
        ('like = "tanks"', 'like = "ships"', "units.x.like: no 'ships'; known: infantry, tanks"),
        ('side = "red", ', 'side = "green", ', "units.x.side: 'green' is none of blue, red"),
        ("strength = [9, 4]", 'strength = ["much"]', "units.x.strength: 'much' is no strength"),
        ("strength = [9, 4]", 'strength = ["²"]', "units.x.strength: '²' is no strength"),
        ("strength = [9, 4]", "strength = [0]", "units.x.strength: '0' is no strength"),
        ('r5 = { at = "0304" }', 'r5 = { at = "0304", strength = [9] }', "units.r5.strength: th"),
        ('r5 = { at = "0304" }', 'r5 = { at = "0304", side = "blue" }', "units.r5.side: the count"),
        ("r5 = {", 'r6 = { at = "0304" }\nr5 = {', "units: 0304 holds more than two counters"),
        ('y  = { at = "0203"', 'b3 = { at = "0203"', "units.b3: the game has a counter of this"),
        ("half = 2", "half = 1_000_001", "set.half: numbers go from -1,000,000 to 1,000,000"),
        ("half = 2", "half = inf", "set.half: numbers go from -1,000,000 to 1,000,000"),
        ("half = 2", "half = { a.a.a.a.a.a.a = 2 }", "set.half.a.a.a.a.a.a.a: it goes deeper th"),
        ("turn = 4", "a." * 64 + "a.b = 4", "line 3: it has 65 points; 64 at the most"),
        ("x  = {", "x" * 81 + " = {", "units: 'xxxxxxxxxxxxxxxxxxxx'… has 81 characters; 80 at"),
        ("x  = {", "x" * 41 + " = {", f"units.{'x' * 41}: a name has 40 characters at the most"),
        ("strength = [9, 4]", f"strength = {[9] * 13}", "units.x.strength: a counter has 12 ste"),
        ("strength = [9, 4]", f"strength = ['{'9' * 21}']", "units.x.strength: '999999999999999"),
    ],
)
def test_a_malformed_key_gets_one_line_that_names_it(old: str, new: str, says: str) -> None:
    assert malformed(old, new).startswith(says)


@pytest.mark.parametrize("character", ["\\u001b", "\\u0000", "\\u007f", "\\u009b", "\\u202e"])
@pytest.mark.parametrize("old", ["x  = {", 'like = "tanks"', 'phase = "combat"'])
def test_no_text_of_a_position_holds_a_control_character(old: str, character: str) -> None:
    key = f'"x{character}" = {{' if old.startswith("x") else ""
    new = key or old.replace('"', f'"{character}', 1)
    assert "holds a control character" in malformed(old, new)


def test_what_is_too_long_is_told_by_its_length() -> None:
    wide, high = "turn = 4" + " " * 20_000, "\n" * 200_000
    assert malformed("turn = 4", wide) == "line 3: it has 20,008 characters; 20,000 at the most"
    assert malformed("turn = 4", high).endswith(" characters; 200,000 at the most")
    text = malformed("turn = 4", f'result = "{"x" * 1_001}"')
    assert text == "result: 'xxxxxxxxxxxxxxxxxxxx'… has 1,001 characters; 1,000 at the most"


def test_an_army_beyond_all_measure_is_refused() -> None:
    many = "".join(f'n{n} = {{ box = "dead", like = "tanks" }}\n' for n in range(1_000))
    assert "units: there are 1,006; 1,000 at the most" in malformed("x  = {", many + "x  = {")
