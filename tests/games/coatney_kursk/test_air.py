"""§Airpower: the option."""

import pytest

from kursk import library
from tests.games.coatney_kursk.helpers import marked, play, position, rule, where

AIR = "lf4@air lf6@air aa2@air aa5@air aa16@air"


def test_airpower_is_off_unless_wanted() -> None:
    match = library.start("coatney_kursk")
    assert "air" not in match.view().boxes
    match = library.start("coatney_kursk", options={"air": "on"})
    assert len(match.view().boxes["air"]) == 5


def test_airpower_strikes_after_movement_and_before_allocation() -> None:
    match = position(f"{AIR} k55@K4 a13@K8", "movement", air=True)
    play(match, "end")
    assert match.phase == "air"
    play(match, "end")
    assert match.phase == "allocation"


def test_airpower_range_from_a_supplied_town() -> None:
    """Nine hexes from the nearest German town there is nothing to strike."""
    match = position(f"{AIR} k55@K4 a13@K8 a70@K16", "air", air=True)
    assert "strike K8 with lf4" in match.orders()
    assert rule(match, "strike K16 with lf4") == "§Airpower"
    assert rule(match, "strike K9 with lf4") == "§Airpower"


@pytest.mark.parametrize(("die", "down"), [(3, False), (4, True), (5, True), (6, True)])
def test_airpower_a_die_for_each_unit(die: int, down: bool) -> None:
    match = position(f"{AIR} k55@K4 a13@K8", "air", air=True)
    play(match, "strike K8 with lf4", "decline", f"roll {die}")
    assert marked(match, "a13") == down


def test_airpower_d_star_spares_armour_the_entrenched_forest_and_lines() -> None:
    for unit in ("ta2@K8", "a13@K8+entrenched"):
        match = position(f"{AIR} k55@K4 {unit}", "air", air=True)
        play(match, "strike K8 with lf4", "decline", "roll 4")
        assert not marked(match, unit.split("@")[0])
    match = position(f"{AIR} k55@K4 a13@K8", "air", air=True, hexes={"K8": ["forest"]})
    assert not marked(play(match, "strike K8 with lf4", "decline", "roll 4"), "a13")
    match = position(f"{AIR} k55@K4 a13@J8", "air", air=True, real=True)
    assert not marked(play(match, "strike J8 with lf4", "decline", "roll 5"), "a13")


def test_airpower_from_the_top_of_the_stack_and_in_place() -> None:
    match = position(f"{AIR} k55@K4 a13@K8 a70@K8", "air", air=True)
    play(match, "strike K8 with lf4", "decline", "roll 6")
    assert marked(match, "a70") and not marked(match, "a13")
    play(match, "roll 6")
    assert where(match, "a13") == "K8" and marked(match, "a13")


def test_airpower_germans_fly_together_russians_alone() -> None:
    match = position(f"{AIR} k55@K4 a13@K8", "air", air=True)
    play(match, "strike K8 with lf4,lf6", "decline", "roll 3")
    assert marked(match, "a13")
    match = position(f"{AIR} k55@K4 a13@K8", "air", "russian", air=True)
    assert rule(match, "strike K4 with aa2,aa5") == "§Airpower"


def test_airpower_once_a_turn() -> None:
    match = position(f"{AIR} k55@K4 a13@K8", "air", air=True)
    play(match, "strike K8 with lf4", "decline", "roll 1")
    assert rule(match, "strike K8 with lf4") == "§Airpower"


def test_airpower_interception_shoots_down_for_two_player_turns() -> None:
    match = position(f"{AIR} k55@K4 a13@K8", "air", air=True)
    play(match, "strike K8 with lf4", "intercept aa2", "roll 6")
    assert where(match, "lf4") == "shot down" and not marked(match, "a13")
    while match.g.side != "russian":
        match.play("end")
    assert where(match, "lf4") == "shot down"
    while match.g.side != "german":
        match.play("end")
    assert where(match, "lf4") == "air"


def test_airpower_strikes_are_announced_openly_before_the_enemy_intercepts() -> None:
    match = position(f"{AIR} k55@K4 a13@K8", "air", air=True)
    play(match, "strike K8 with lf4")
    assert match.actor == "russian" and not match.log[-1].covered
    assert match.log[-1].news and not any(news.to for news in match.log[-1].news)
    assert "K8" in match.view("russian").prompt


def test_airpower_interception_may_fail_or_turn_them_back() -> None:
    match = position(f"{AIR} k55@K4 a13@K8", "air", air=True)
    play(match, "strike K8 with lf4", "intercept aa2", "roll 3", "roll 6")
    assert marked(match, "a13")
    match = position(f"{AIR} k55@K4 a13@K8", "air", air=True)
    play(match, "strike K8 with lf4", "intercept aa2", "roll 4")
    assert not marked(match, "a13") and where(match, "lf4") == "air"
    match = position(f"{AIR} k55@K4 a13@K8", "air", "russian", air=True)
    play(match, "strike K4 with aa2", "intercept lf4,lf6", "roll 4")
    assert where(match, "aa2") == "shot down"


def test_airpower_rudel_destroys_a_tank_corps_with_a_6() -> None:
    match = position(f"{AIR} k55@K4 tc9@K8", "air", air=True)
    play(match, "strike K8 with lf6", "decline", "roll 6")
    assert where(match, "tc9") == "eliminated"
    match = position(f"{AIR} k55@K4 tc9@K8", "air", air=True)
    play(match, "strike K8 with lf4", "decline", "roll 6")
    assert where(match, "tc9") == "K8" and marked(match, "tc9")
