"""4: victory points."""

from typing import Any

import pytest

from kursk import library
from kursk.core.match import Match
from kursk.games.drive_on_kursk.state import score
from kursk.games.drive_on_kursk.victory import eliminate, lose_step, verdict
from kursk.testing import lost, play, says, where
from tests.games.drive_on_kursk.helpers import WEST, position, state


def moving(units: str, **more: Any) -> Match:
    return position(units, phase="movement", **more)


def vp(match: Match) -> int:
    return state(match).vp


# -- 4.2: the count and the verdict --------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "gambit", "result"),
    [
        (180, False, "Draw"),
        (181, False, "German"),
        (155, False, "Draw"),
        (154, False, "Soviet"),
        (280, True, "German"),
        (279, True, "Soviet"),
        (181, True, "Soviet"),
    ],
)
def test_4_2_who_has_won(points: int, gambit: bool, result: str) -> None:
    match = position("", phase="end", vp=points, gambit=gambit)
    assert match.over
    assert match.result.startswith(result)
    assert verdict(state(match)) == match.result


def test_4_2_the_track_shows_the_total() -> None:
    """E-11."""
    assert position("", vp=184).view("soviet").tracks["vp"] == 184


def test_4_2_nothing_is_decided_before_the_last_turn() -> None:
    """E-12."""
    match = moving("a 3010 panzer\nr 3020 rifle", turn=5, vp=181)
    play(match, "end", "end", "end", "end")
    assert not match.over and match.g.turn == 6


def test_4_2_at_zero_the_soviet_wins_at_once() -> None:
    match = moving("r 3001 rifle\na 5000 panzer", side="soviet", vp=10)
    play(match, "move r 3000")
    assert match.over and match.result.startswith("Soviet wins")


def test_4_2_below_zero_is_as_good_as_zero() -> None:
    """A-45: a loss may jump over it."""
    match = moving("a 3010 panzer\nr 3020 rifle", vp=3)
    score(state(match), -40, "Kursk", "4.4")
    assert state(match).result.startswith("Soviet wins")


@pytest.mark.parametrize("side", ["german", "soviet"])
def test_4_2_either_side_may_concede_at_any_time(side: str) -> None:
    match = moving("a 3010 panzer\nr 3020 rifle")
    match.play("concede", by=side)
    winner = "Soviet" if side == "german" else "German"
    assert match.over and match.result.startswith(f"{winner} wins")


# -- 4.4, 4.6: places and edges ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hex", "kind", "points"),
    [("3012", "town", 1), ("3012", "city", 10), ("3509", "town", 10), ("3415", "city", 40)],
)
def test_4_4_towns_and_cities_gained_and_lost(hex: str, kind: str, points: int) -> None:
    """A-17: Lgov costs as much as it brings."""
    west = f"{hex[:2]}{int(hex[2:]) - 1:02}"
    match = moving(f"a {west} panzer\nr 5020 rifle", hexes={hex: [kind]})
    play(match, f"move a {hex}")
    assert vp(match) == 60 + points
    match = moving(
        f"r {west} rifle\na 5000 panzer",
        side="soviet",
        hexes={hex: [kind]},
        control={"german": [hex]},
    )
    play(match, f"move r {hex}")
    assert vp(match) == 60 - points


def test_4_4_every_change_counts() -> None:
    """T-106: Lgov is taken, lost and taken again."""
    match = moving("a 3508 panzer\nr 3511 rifle", hexes={"3509": ["town"]})
    play(match, "move a 3509")
    match.g.place(match.g.roster.find("a"), match.g.grid.find("3507"))
    play(match, "end", "end", "move r 3510 3509")
    assert [line for line in says(match) if "takes" in line] == [
        "German takes 3509: +10 VP.",
        "Soviet takes 3509: -10 VP.",
    ]
    assert vp(match) == 60


def test_4_4_supply_does_not_matter() -> None:
    match = moving("a 3011 panzer", hexes={"3012": ["town"]}, control={"soviet": WEST})
    play(match, "move a 3012")
    assert vp(match) == 61


def test_4_4_the_news_name_the_place() -> None:
    match = moving("a 3508 panzer\nr 2020 rifle", map="real")
    play(match, "move a 3509")
    assert "German takes Lgov: +10 VP." in says(match)


def test_4_6_edges() -> None:
    """T-109."""
    match = moving("a 4026 panzer\nr 2020 rifle")
    play(match, "move a 4027")
    assert vp(match) == 63
    match = moving("r 3001 rifle\na 2020 panzer", side="soviet")
    play(match, "move r 3000")
    assert vp(match) == 50


def test_4_6_lost_and_regained() -> None:
    match = moving("a 3001 panzer\nr 2020 rifle", control={"soviet": ["3000"]}, vp=50)
    play(match, "move a 3000")
    assert vp(match) == 60
    match = moving("r 4026 rifle\na 2020 panzer", side="soviet", control={"german": ["4027"]})
    play(match, "move r 4027")
    assert vp(match) == 57


def test_4_4_4_6_an_edge_hex_with_a_town_counts_twice() -> None:
    """A-59."""
    match = moving("a 4026 panzer\nr 2020 rifle", hexes={"4027": ["town"]})
    play(match, "move a 4027")
    assert vp(match) == 64


# -- 4.7, 4.8: units -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("like", "points"),
    [
        ("rifle", 1),
        ("brigade", 1),
        ("fz", 1),
        ("tank-corps", 3),
        ("rifle-corps", 3),
        ("infantry", -2),
        ("para", -3),
        ("mountain", -3),
        ("panzer", -4),
        ("grenadier", -4),
        ("panzer 26,13", -5),
    ],
)
def test_4_7_4_8_what_a_lost_unit_is_worth(like: str, points: int) -> None:
    match = position(f"u 3010 {like}")
    eliminate(state(match), match.g.roster.find("u"))
    assert vp(match) == 60 + points
    assert where(match, "u") == "dead"


def test_4_8_elite_goes_by_the_front_even_when_reduced() -> None:
    match = position("u 3010 panzer 26,13 reduced")
    lose_step(state(match), match.g.roster.find("u"))
    assert vp(match) == 55


def test_4_8_2_11_a_step_costs_nothing_and_the_second_is_the_end() -> None:
    match = position("u 3010 panzer")
    lose_step(state(match), match.g.roster.find("u"))
    assert (vp(match), lost(match, "u"), where(match, "u")) == (60, 1, "3010")
    lose_step(state(match), match.g.roster.find("u"))
    assert (vp(match), where(match, "u")) == (56, "dead")


def test_4_3_the_total_is_always_the_sum_of_its_parts() -> None:
    match = library.start("drive_on_kursk", secret="sum")
    assert match.check() == []
    state(match).vp += 1
    assert "do not add up" in match.check()[0]
