"""The referee answers every question, for people and for programs."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from kursk.cli import main
from kursk.cli.ask import QUESTIONS
from kursk.core import position, record
from kursk.library import set_up, start, titles

from .conftest import BROD, Kursk

LEGAL = "attack 0405 with b1,b5"


def answer(kursk: Kursk, *words: str, typed: str = "", code: int = 0) -> Any:
    said = kursk("ask", *words, "--json", typed=typed)
    assert said.code == code, said.err
    return json.loads(said.out)


def test_reach_gives_points_and_a_path(kursk: Kursk, brod: str) -> None:
    found = answer(kursk, brod, "reach", "b1")
    assert found["unit"] == "b1"
    assert found["reach"]["move"]["0403"] == {"points": "1/2", "path": ["0403"]}
    assert found["reach"]["move"]["0402"] == {"points": "1", "path": ["0403", "0402"]}
    assert "0405" not in found["reach"]["move"]  # an enemy stands there


def test_supply_of_one_and_of_all(kursk: Kursk, brod: str) -> None:
    one = answer(kursk, brod, "supply", "b1")["supply"]
    assert [(row["unit"], row["supplied"], row["rule"]) for row in one] == [("b1", True, "4.1")]
    assert one[0]["path"][0] == "0404" and one[0]["path"][-1].endswith("01")
    everybody = answer(kursk, brod, "supply")["supply"]
    assert [row["unit"] for row in everybody] == ["b1", "b5", "r1", "x1"]


def test_supply_says_what_is_cut_off(kursk: Kursk) -> None:
    ring = {"r1": "0201", "r2": "0202", "r3": "0203", "r4": "0104", "r5": "0103"}
    units = "\n".join(f'{id} = {{ at = "{hex}" }}' for id, hex in ring.items())
    text = f'game="skirmish"\nphase="movement"\nside="blue"\n[units]\nb1 = {{at="0301"}}\n{units}'
    found = answer(kursk, "-", "supply", typed=text.replace('at="0301"', 'at="0302"'))
    blue = found["supply"][0]
    assert blue["unit"] == "b1" and blue["supplied"] is True
    cut = text.replace('at="0301"', 'at="0302"') + '\nr6 = { at = "0401" }\n'
    blue = answer(kursk, "-", "supply", "b1", typed=cut)["supply"][0]
    assert blue["supplied"] is False and blue["path"] == []
    assert "NOT supplied" in kursk("ask", "-", "supply", "b1", typed=cut).out


def test_zoc_is_a_list_of_hexes(kursk: Kursk, brod: str) -> None:
    found = answer(kursk, brod, "zoc", "red")
    assert found["side"] == "red"
    assert {"0404", "0405", "0505"} <= set(found["hexes"])


def test_orders_of_everybody_and_of_one(kursk: Kursk, brod: str) -> None:
    found = answer(kursk, brod, "orders")
    assert (found["actor"], found["rule"]) == ("blue", "5.1")
    assert LEGAL in found["orders"] and "end" in found["orders"]
    assert answer(kursk, brod, "orders", "0505")["orders"][0] == "attack 0505 with b1"


def test_why_is_legal_or_a_rule(kursk: Kursk, brod: str) -> None:
    assert answer(kursk, brod, "why", LEGAL) == {"order": LEGAL, "legal": True, "refusal": None}
    found = answer(kursk, brod, "why", "attack 0405 with b2", code=1)
    assert not found["legal"]
    assert found["refusal"] == {"rule": "5.1", "says": "You have no unit b2 on the map."}


def test_why_takes_words_without_quotes(kursk: Kursk, brod: str) -> None:
    assert kursk("ask", brod, "why", *LEGAL.split()).out == "legal\n"


def test_odds_are_the_receipt(kursk: Kursk, brod: str) -> None:
    found = answer(kursk, brod, "odds", LEGAL)
    assert (found["odds"], found["net"], found["column"]) == ("2:1", -2, "1:2")
    assert [line["rule"] for line in found["shifts"]] == ["5.3"] * 4
    assert {row["result"]: row["chance"] for row in found["outcomes"]} == {
        "AL": "1/2",
        "NE": "1/3",
        "DR": "1/6",
    }


def test_play_gives_a_position_that_can_be_asked_again(kursk: Kursk, brod: str) -> None:
    after = kursk("ask", brod, "play", LEGAL, "roll 1", "lose b5")
    assert after.code == 0
    found = answer(kursk, "-", "why", LEGAL, typed=after.out, code=1)
    assert found["refusal"]["says"].startswith("0405")
    found = answer(kursk, brod, "play", LEGAL, "roll 1", "lose b5")
    assert [entry["order"] for entry in found["log"]] == [LEGAL, "roll 1", "lose b5"]
    assert found["log"][2]["news"][0]["says"] == "Blue Tank Company is reduced."
    assert set_up(found["position"]).g.lost[4] == 1
    assert found["phase_begun"] and found["result"] == ""


def test_play_rolls_what_is_not_fixed_by_the_seed(kursk: Kursk, brod: str) -> None:
    once = kursk("ask", brod, "play", LEGAL, "--seed", "s").out
    assert once == kursk("ask", brod, "play", LEGAL, "--seed", "s").out
    assert "# dice: roll " in once
    rolls = {kursk("ask", brod, "play", LEGAL, "--seed", str(n)).out for n in range(20)}
    assert len(rolls) > 1


def test_play_says_when_it_stops_inside_a_battle(kursk: Kursk, brod: str) -> None:
    assert "begins the phase anew" in kursk("ask", brod, "play", LEGAL, "roll 1").out
    assert not answer(kursk, brod, "play", LEGAL, "roll 1")["phase_begun"]


def test_play_says_when_half_of_a_secret_choice_is_lost(kursk: Kursk) -> None:
    begun = 'game = "skirmish"\nphase = "initiative"\n'
    assert answer(kursk, "-", "play", "press", "hold", typed=begun)["phase_begun"]
    assert not answer(kursk, "-", "play", "press", typed=begun)["phase_begun"]
    assert "begins the phase anew" in kursk("ask", "-", "play", "press", typed=begun).out


def test_play_takes_a_roll_with_blanks(kursk: Kursk, brod: str) -> None:
    found = answer(kursk, brod, "play", LEGAL, "  roll  1 ")
    assert [entry["order"] for entry in found["log"]] == [LEGAL, "roll 1"]


def test_what_is_left_when_a_game_is_over(kursk: Kursk, brod: str) -> None:
    over = kursk("ask", brod, "play", "concede").out
    result = "Red wins: blue gives up (6.3)"
    assert kursk("ask", "-", "show", typed=over).out.startswith(f"{result}\n\n0101")
    assert kursk("ask", "-", "orders", typed=over).out == f"{result}\n"
    assert kursk("ask", "-", "why", "end", typed=over).out == f"The game is over: {result}\n"


def test_play_to_the_end(kursk: Kursk, brod: str) -> None:
    found = answer(kursk, brod, "play", "concede")
    assert found["result"] == "Red wins: blue gives up (6.3)" and found["actor"] == ""


def test_orders_of_what_has_none(kursk: Kursk, brod: str) -> None:
    assert kursk("ask", brod, "orders", "r1").out == "Nothing can be ordered of r1.\n"


def test_reach_stands_in_columns(kursk: Kursk) -> None:
    text = """
        game = "drive_on_kursk"
        phase = "movement"
        map = "blank"
        [units]
        1ss = { at = "3010" }
        r1 = { at = "3011", like = "rifle" }
    """
    lines = kursk("ask", "-", "reach", "1ss", typed=text).out.splitlines()
    assert {line[:11].rstrip() for line in lines} == {"infiltrate", "move"}
    assert {line.index(" ", 11) for line in lines} == {15}


def test_show_goes_round_a_hex_where_the_map_is_larger_than_the_screen(
    kursk: Kursk, brod: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("LINES", "12")
    out = kursk("ask", brod, "show", "0404").out
    assert "(b5/5)2 [r1/3]" in out and "0101" not in out
    assert max(map(len, out.splitlines())) <= 40 and len(out.splitlines()) <= 12
    assert kursk("ask", brod, "show", "9999").code == 2


def test_show_draws_everything_as_text(kursk: Kursk, brod: str) -> None:
    out = kursk("ask", brod, "show").out
    assert "(b5/5)2 [r1/3]" in out and "[x1/2]" in out and "0808" in out
    found = answer(kursk, brod, "show")
    assert set(found["stacks"]) == {"0404", "0405", "0505"}
    stance = {"blue": "press", "red": "hold"}
    assert found["tracks"] == {"fog": False, "stance": stance, "half": 1, "fought": []}


def test_a_record_can_be_asked_too(kursk: Kursk, tmp_path: Path) -> None:
    match = start("skirmish", secret="s")
    match.play("press")
    file = tmp_path / "game.kursk"
    file.write_text(record.write(match), "utf-8")
    assert answer(kursk, str(file), "orders")["actor"] == "red"


@pytest.mark.parametrize("title", titles())
def test_every_game_answers_every_question_in_both_forms(
    kursk: Kursk, tmp_path: Path, title: str
) -> None:
    match = start(title)
    file = str(tmp_path / "start.toml")
    Path(file).write_text(position.write(match), "utf-8")
    unit = match.g.on_map()[0]
    name, hex = match.g.unit(unit).id, match.g.grid.name[match.g.at[unit]]
    order = next(iter(match.orders()))
    asked: dict[str, list[str]] = {
        "reach": [name],
        "supply": [name],
        "zoc": [match.game.sides[0]],
        "orders": [],
        "why": [order],
        "play": [order, "--seed", "s"],
        "show": [hex],
    }
    assert set(QUESTIONS) - set(asked) == {"odds"}  # an attack is needed for that
    for question, about in asked.items():
        said = kursk("ask", file, question, *about)
        assert (said.code, said.err) == (0, "") and said.out.strip(), question
        assert answer(kursk, file, question, *about), question


# -- mistakes ------------------------------------------------------------------------------

GOOD = BROD.read_text("utf-8")
BAD = {
    "no TOML": ("game = \n", "line 1"),
    "nothing": ("", "game"),
    "no phase": (GOOD.replace('phase = "combat"', ""), "phase"),
    "unknown game": (GOOD.replace('"skirmish"', '"chess"'), "game:"),
    "unknown phase": (GOOD.replace('"combat"', '"tea"'), "phase:"),
    "unknown side": (GOOD.replace('side  = "blue"', 'side = "green"'), "side:"),
    "unknown turn": (GOOD.replace("turn  = 2", 'turn = "July"'), "turn:"),
    "unknown map": (GOOD.replace("turn  = 2", 'map = "moon"'), "map:"),
    "unknown key": (GOOD.replace("turn  = 2", 'weather = "mud"'), "weather"),
    "unknown track": (GOOD.replace("fog    =", "mist ="), "set.mist"),
    "track of the wrong kind": (GOOD.replace("false", '"perhaps"'), "set.fog"),
    "unknown hex": (GOOD.replace('b1 = { at = "0404" }', 'b1 = { at = "0909" }'), "units.b1.at"),
    "neither hex nor box": (GOOD.replace('b1 = { at = "0404" }', "b1 = {}"), "units.b1"),
    "unknown box": (GOOD.replace('b1 = { at = "0404" }', 'b1 = { box = "x" }'), "units.b1.box"),
    "unknown counter": (GOOD.replace("r1 =", "r9 ="), "units.r9"),
    "in two places": (GOOD.replace("r1 =", "b1 ="), "line 14"),
    "beside an enemy": (GOOD.replace('r1 = { at = "0405"', 'r1 = { at = "0404"'), "units.r1.at"),
    "over-full stack": (GOOD + 'b2 = { at = "0404" }\n', "0404"),
    "unknown like": (GOOD.replace('"tanks"', '"boats"'), "units.x1.like"),
    "unknown side of a unit": (GOOD.replace('side = "red"', 'side = "pink"'), "units.x1.side"),
    "unknown mark": (GOOD.replace('"reduced"', '"tired"'), "units.x1.marks"),
    "too many steps": (GOOD.replace("marks", "lost = 5, marks").replace('"reduced"', ""), "x1"),
    "unknown hex in control": (GOOD + '[control]\nblue = ["9999"]\n', "control.blue"),
    "unknown side in control": (GOOD + '[control]\npink = ["0101"]\n', "control.pink"),
    "unknown ground": (GOOD + '[hexes]\n"0101" = ["lava"]\n', "0101"),
    "ground nowhere": (GOOD + '[hexes]\n"9999" = ["wood"]\n', "9999"),
    "hexside that is none": (GOOD + '[sides]\n"0101/0808" = ["river"]\n', "0101"),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_position_gets_one_line_that_names_the_key(kursk: Kursk, kind: str) -> None:
    text, key = BAD[kind]
    said = kursk("ask", "-", "orders", typed=text)
    assert (said.code, said.out) == (2, "")
    assert said.err.count("\n") == 1 and key in said.err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["reach"], "which unit?"),
        (["reach", "b9"], "b9"),
        (["reach", "b2"], "b2 is not on the map"),
        (["supply", "zz"], "zz"),
        (["zoc"], "which side?"),
        (["zoc", "green"], "green"),
        (["orders", "b9"], "b9"),
        (["why"], "which order?"),
        (["odds"], "which order?"),
        (["odds", "end"], "no attack"),
        (["orders", "--out", "x.svg"], "--out is for show"),
        (["odds", "attack 0101 with b1"], "There is no enemy in 0101. (5.1)"),
        (["play"], "which orders?"),
        (["play", "attack 0101 with b1"], "attack 0101 with b1: There is no enemy in 0101. (5.1)"),
        (["play", LEGAL, "roll 7"], "roll 7"),
        (["play", "fly"], "fly"),
        (["dance"], "dance"),
    ],
)
def test_a_wrong_question_gets_one_line(
    kursk: Kursk, brod: str, words: list[str], says: str
) -> None:
    said = kursk("ask", brod, *words)
    assert (said.code, said.out) == (2, "")
    assert said.err.count("\n") == 1 and says in said.err


def test_a_file_that_is_not_there_or_not_text(kursk: Kursk, tmp_path: Path) -> None:
    assert kursk("ask", "nowhere.toml", "show").err.startswith("kursk: nowhere.toml: ")
    (tmp_path / "blob").write_bytes(b"\xff\xfe\x00")
    assert "not text" in kursk("ask", str(tmp_path / "blob"), "show").err
    assert "not text" in kursk("ask", "-", "show", typed=b"# \xff").err
    assert kursk("ask", str(tmp_path), "show").code == 2


@pytest.mark.parametrize("begin", ["", "\ufeff", "\ufeff\n"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_files_of_other_editors(kursk: Kursk, tmp_path: Path, begin: str, end: str) -> None:
    game = record.write(start("skirmish"))
    for text, order in ((GOOD, LEGAL), (game, "press")):
        edited = (begin + text.replace("\n", end)).encode()
        (tmp_path / "edited").write_bytes(edited)
        assert kursk("ask", str(tmp_path / "edited"), "why", order).out == "legal\n"
        assert kursk("ask", "-", "why", order, typed=edited).out == "legal\n"


def test_a_terminal_that_lacks_letters_gets_question_marks(
    brod: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(printed, "ascii"))
    assert main(["ask", brod, "why", "dance"]) == 1
    assert printed.getvalue().startswith(b"?dance? is not among")


def test_a_full_disk_gets_one_line(
    brod: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Full(io.StringIO):
        def write(self, _: str) -> int:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("sys.stdout", Full())
    assert main(["ask", brod, "show"]) == 2
    assert capsys.readouterr().err == "kursk: the answer: No space left on device\n"


def test_why_answers_no_with_its_exit_code(kursk: Kursk, brod: str) -> None:
    assert kursk("ask", brod, "why", LEGAL).code == 0
    refused = kursk("ask", brod, "why", "attack 0506 with b1")
    assert refused == (1, "There is no enemy in 0506. (5.1)\n", "")


SHUT = """
game = "battle_for_kursk"
map = "blank"
turn = "2"
side = "german"
phase = "combat"
set.posture = { german = "reposition" }
[units]
g59 = { at = "1013" }
r48 = { at = "2513" }
"""


def test_a_phase_that_does_not_take_place_is_told(kursk: Kursk) -> None:
    said = kursk("ask", "-", "orders", "g59", typed=SHUT)
    assert said.code == 0 and "move g59 1014" in said.out
    assert said.err == (
        "kursk: phase combat: On reposition the German side has no combat phase. (12.0) "
        "The game stands at Turn 2. German: Movement (8.0).\n"
    )


def test_a_phase_that_has_become_the_other_sides_is_told(kursk: Kursk) -> None:
    paused = SHUT.replace("reposition", "pause").replace('"combat"', '"movement"')
    paused = paused.replace('pause"', 'pause", russian = "reposition"')
    assert "stands at Turn 2. Russian: Movement" in kursk("ask", "-", "show", typed=paused).err


def test_a_phase_that_takes_place_needs_no_word(kursk: Kursk) -> None:
    assert kursk("ask", "-", "show", typed=SHUT.replace("reposition", "engage")).err == ""
