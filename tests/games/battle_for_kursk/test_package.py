"""What the package shows to the outside: scenarios, positions, the referee's answers."""

import re
from pathlib import Path
from typing import Any

import pytest

from kursk import library
from kursk.core import position as positions
from tests.games.battle_for_kursk.helpers import position, rule, state


def test_a_newcomer_is_offered_the_short_scenario() -> None:
    game = library.game("battle_for_kursk")
    assert list(game.scenarios) == ["short", "campaign"]
    assert game.options == {"mud": ("scripted", "die"), "postures": ("free", "history")}


def test_a_view_shows_everything_that_lies_open() -> None:
    view = library.start("battle_for_kursk", "campaign").view("german")
    assert view.turn == "A" and view.tracks["date"] == "18 March 1943" and view.tracks["mud"]
    assert view.tracks["offensives"]["german"] == {"available": 0, "expended": 3}
    assert view.tracks["objective"]["hex"] == "2113"
    assert "1301" in view.tracks["active forts"]["russian"]
    assert sum(map(len, view.stacks.values())) == 101


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"units": "a:infantry@1813 b:infantry@1813"}, "1813 holds more than one unit"),
        ({"units": "a:infantry:1/0@1813"}, "a needs a full and a reduced strength"),
        ({"units": "a:infantry:4@1813"}, "a needs a full and a reduced strength"),
        ({"offensives": {"german": 4}}, "at most three Offensive markers"),
        ({"objective": "9999"}, "no hex 9999"),
        ({"battles": ["attack 1813 with g59"]}, "battles: attack 1813 with g59"),
    ],
)
def test_a_position_that_cannot_be_is_told_so(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(positions.BadPosition, match=says):
        position(**{"units": "g59@1013", "phase": "movement", **changes})


def test_a_unit_in_the_sea_is_told_so() -> None:
    with pytest.raises(positions.BadPosition, match="2526 is open sea"):
        position("g59@2526", "movement", real=True)


def test_a_position_can_begin_with_battles_announced() -> None:
    match = position("g48@1713 d:army@1813", "resolution", battles=["attack 1813 with g48"])
    assert list(match.orders()) == ["resolve 1813"]
    assert rule(match, "resolve 1814") == "9.0"


def test_the_position_of_the_guide_can_be_set_up() -> None:
    guide = Path(__file__).parents[3] / "docs" / "battle_for_kursk.md"
    (text,) = re.findall(r"```toml\n(.*?)```", guide.read_text("utf-8"), re.DOTALL)
    match = library.set_up(text)
    found = match.receipt("attack 1813 with g48 offensive g48 support g2ss")
    assert found is not None
    assert (found.odds, found.net, found.column) == ("3:1", -2, "1:1")


def test_reach_has_both_ways_of_moving() -> None:
    match = position("g59@1413 g48@1513", "movement", sides={"1413/1513": ["rail"]})
    assert set(match.reach("g59")) == {"move", "rail"}
    assert set(match.reach("g48")) == {"move"}


def test_communication_is_the_supply_of_this_game() -> None:
    match = position("g59@1413", "movement")
    supply = match.supply("g59")
    assert supply is not None and supply.supplied
    assert supply.says == "In communication with the blue border."


def test_the_game_has_no_rule_for_giving_up() -> None:
    match = position("g59@1413", "movement")
    assert match.game.concede(state(match), "german") == ""
