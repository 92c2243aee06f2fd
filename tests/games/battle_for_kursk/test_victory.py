"""5.0: Moscow, victory points, levels."""

from typing import Any

import pytest

from kursk.core.match import Match
from kursk.games.battle_for_kursk.victory import band, points, score
from kursk.testing import play, where
from tests.games.battle_for_kursk.helpers import battle, position, state

# The major cities that were Russian again by November 1943.
NINE = ["2010", "1809", "1404", "2118", "1919", "2423", "1924", "1922", "1217"]


def last_turn(units: str, **more: Any) -> Match:
    """The Russian's last movement phase, ended: the game is over."""
    match = position(units, "movement", "russian", turn="8", real=True, **more)
    return play(match, "end")


def test_5_0_moscow_ends_the_game_at_once() -> None:
    match = play(position("g48@2102 r48@2513", "movement", real=True), "move g48 2201")
    assert match.over and match.result == "German victory: Moscow has fallen (5.0)"


def test_5_0_moscow_in_passing_is_enough() -> None:
    match = play(position("g48@2102 r48@2513", "movement", real=True), "move g48 2201 2301")
    assert match.over and "Moscow" in match.result
    assert where(match, "g48") == "2201"


def test_5_0_moscow_by_an_advance_on_turn_b() -> None:
    match = position("g48@2102 g2ss@2101 r48-@2201", "combat", turn="B", real=True)
    battle(match, "attack 2201 with g48,g2ss", 6)
    play(match, "advance g48")
    assert match.over and "Moscow" in match.result


def test_5_0_a_position_with_moscow_in_german_hands_is_over() -> None:
    held = position("g48@2201 r48@2513", "movement", real=True)
    left = position("g48@2301 r48@2513", "movement", real=True, control={"german": ["2201"]})
    for match in (held, left):
        assert match.over and match.result == "German victory: Moscow has fallen (5.0)"


def test_5_0_a_city_put_into_its_hex_is_moscow_and_open_ground_is_not() -> None:
    city = {"2201": ["major city", "fort russian"]}
    for real in (True, False):
        match = position("g48@2102 r48@2513", "movement", hexes=city, real=real)
        assert play(match, "move g48 2201").over
    match = position("g48@2102 r48@2513", "movement")
    assert not play(match, "move g48 2201").over


def test_5_0_a_russian_in_moscow_ends_nothing() -> None:
    match = play(position("r48@2102 g59@1013", "movement", "russian", real=True), "move r48 2201")
    assert not match.over


def test_5_0_a_point_for_each_russian_major_city_in_the_west() -> None:
    match = position("g59@1013", "movement", real=True, control={"russian": ["2010", "2116"]})
    assert dict(score(state(match)))["Russian major cities west of the Start Line"] == 1
    assert points(state(match)) == 1, "Belgorod is a city, not a major one"


def test_5_0_a_point_for_each_german_major_city_in_the_east() -> None:
    match = position("g59@1013", "movement", real=True, control={"german": ["2113", "2206"]})
    assert points(state(match)) == -2


def test_5_0_the_strategic_objective_counts_for_its_side() -> None:
    german = position("g59@1013", "movement", real=True, scored="german", objective="")
    russian = position("g59@1013", "movement", real=True, scored="russian", objective="")
    assert (points(state(german)), points(state(russian))) == (-1, 1)


@pytest.mark.parametrize(
    ("german", "russian", "total"), [(2, 1, 1), (1, 2, -1), (1, 1, 0), (0, 0, 0)]
)
def test_5_0_a_point_for_fewer_units_eliminated(german: int, russian: int, total: int) -> None:
    dead = [f"x{n}:infantry@eliminated" for n in range(german)]
    dead += [f"y{n}:army@eliminated" for n in range(russian)]
    assert points(state(position(" ".join(dead), "movement"))) == total


def test_5_0_a_rebuilt_unit_does_not_count_as_eliminated() -> None:
    match = position("g59@eliminated", "replacement", points={"infantry": 1, "armour": 0})
    assert points(state(match)) == 1
    play(match, "rebuild g59 1013")
    assert points(state(match)) == 0


def test_5_0_history_was_a_strategic_victory_with_ten_points() -> None:
    match = last_turn("r48@2513 g59@eliminated", control={"russian": NINE}, objective="2113")
    assert match.result == "Russian strategic victory: +10 points (5.0)"


@pytest.mark.parametrize(
    ("total", "winner", "level"),
    [
        (12, "russian", "strategic"),
        (10, "russian", "strategic"),
        (9, "russian", "operational"),
        (7, "russian", "operational"),
        (6, "german", "operational"),
        (4, "german", "operational"),
        (3, "german", "strategic"),
        (0, "german", "strategic"),
        (-4, "german", "strategic"),
    ],
)
def test_5_0_levels_of_victory(total: int, winner: str, level: str) -> None:
    assert (band(total).winner, band(total).level) == (winner, level)


def test_5_0_seven_points_are_russian_and_six_german() -> None:
    seven = last_turn("r48@2513", control={"russian": NINE[:7]})
    six = last_turn("r48@2513", control={"russian": NINE[:6]})
    assert seven.result == "Russian operational victory: +7 points (5.0)"
    assert six.result == "German operational victory: +6 points (5.0)"


def test_5_0_the_count_is_itemised() -> None:
    match = last_turn("r48@2513 g59@eliminated", control={"russian": NINE})
    told = [news.says for news in match.log[-1].news if news.rule == "5.0"]
    assert told == [
        "Russian major cities west of the Start Line: +9.",
        "German major cities east of the Start Line: +0.",
        "Strategic Objective: +0.",
        "Fewer units eliminated: +1.",
    ]
