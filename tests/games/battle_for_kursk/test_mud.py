"""11.0: mud, by the track or by a die."""

from typing import Any

import pytest

from kursk import library
from kursk.core.match import Match
from kursk.games.battle_for_kursk.tables import TURNS
from kursk.testing import goals, play, rule, where
from tests.games.battle_for_kursk.helpers import position, state

RAILS = {"1413/1513": ["rail"], "1513/1613": ["rail"]}


def mud_by_turn(mud: str, die: int) -> dict[str, bool]:
    """A game in which both sides pause from A to 8: which turns were mud?"""
    match = library.start("battle_for_kursk", "campaign", {"mud": mud})
    found = {}
    while not match.over:
        if match.actor == "dice":
            match.play(f"roll {die}")
        elif match.phase == "posture":
            found[match.game.turn_name(match.g.turn)] = bool(state(match).mud)
            play(match, "posture pause", "posture pause")
        elif match.why_not("end") is None:
            match.play("end")
        else:
            match.play(match.orders()[0])
    return found


def test_11_0_turns_a_c_and_7_are_mud() -> None:
    found = mud_by_turn("scripted", 6)
    assert [turn for turn, mud in found.items() if mud] == ["A", "C", "7"]
    assert list(found) == [turn.turn for turn in TURNS]


@pytest.mark.parametrize(
    ("die", "turns"),
    [(1, "A B C 6 7 8"), (2, "A B 7 8"), (3, "A 8"), (4, ""), (6, "")],
)
def test_11_3_mud_by_a_die(die: int, turns: str) -> None:
    found = mud_by_turn("die", die)
    assert [turn for turn, mud in found.items() if mud] == turns.split()


def test_11_0_a_position_on_turn_a_is_mud_unless_it_says_otherwise() -> None:
    for turn in ("A", "C", "7"):
        assert state(position("g48@1413", "movement", turn=turn)).mud
    assert not state(position("g48@1413", "movement", turn="B")).mud
    assert not state(position("g48@1413", "movement", turn="A", mud=False)).mud
    assert not state(position("g48@1413", "movement", turn="A", mud_rule="die")).mud


def test_11_3_a_position_before_postures_rolls_the_die() -> None:
    match = position("g48@1413", "posture", turn="B", mud_rule="die")
    assert match.actor == "dice"
    assert state(play(match, "roll 2")).mud and match.phase == "posture"
    match = position("g48@1413", "posture", turn="B", mud_rule="die")
    assert not state(play(match, "roll 3")).mud


def test_11_3_no_die_is_rolled_on_turns_d_to_5() -> None:
    match = library.start("battle_for_kursk", "short", {"mud": "die"})
    play(match, "auto")
    assert match.phase == "posture"


def test_11_3_the_die_is_rolled_before_postures_are_chosen() -> None:
    match = library.start("battle_for_kursk", "campaign", {"mud": "die"})
    assert match.actor == "dice"
    play(match, "roll 3")
    assert (match.phase, state(match).mud) == ("posture", True)
    assert match.view("german").tracks["mud"] is True


def test_3_4_without_the_option_no_die_but_in_battle() -> None:
    match = library.start("battle_for_kursk", "campaign")
    assert match.phase == "posture" and state(match).mud


def bog(units: str, phase: str = "movement", **more: Any) -> Match:
    return position(units, phase, mud=True, **more)


def test_11_1_in_mud_a_unit_moves_one_hex() -> None:
    match = bog("a:panzer@1713 b:infantry@1913")
    assert rule(match, "move a 1613 1513") == "11.1"
    assert goals(match, "a") == {"1613", "1612", "1712", "1813", "1714", "1614"}


def test_11_1_one_hex_in_each_phase() -> None:
    match = play(bog("a:panzer@1713 r:army@2513", "armour and rail"), "move a 1613", "end", "end")
    play(match, "move a 1513")
    assert where(match, "a") == "1513"


def test_11_1_trains_run_as_ever() -> None:
    match = bog("a:infantry@1413", "armour and rail", sides=RAILS)
    play(match, "rail a 1513 1613")
    assert where(match, "a") == "1613"


@pytest.mark.parametrize(
    "ground", [{"sides": {"1713/1813": ["major river"]}}, {"hexes": {"1813": ["marsh"]}}]
)
def test_11_1_one_hex_is_one_hex_over_river_and_into_marsh(ground: dict[str, Any]) -> None:
    match = play(bog("a:infantry@1713", **ground), "move a 1813")
    assert where(match, "a") == "1813"


def test_11_1_zones_and_stacking_hold_in_mud_too() -> None:
    match = bog("a:panzer@1713 b:infantry@1712 r:army@1813")
    assert rule(match, "move a 1712") == "8.2.2"
    assert rule(match, "move a 1813") == "8.2.1"
