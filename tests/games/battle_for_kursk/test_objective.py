"""12.1: the Strategic Objective."""

from typing import Any

import pytest

from kursk.core.match import Match
from kursk.testing import play, rule, says
from tests.games.battle_for_kursk.helpers import position, state

UNITS = "g59@1013 r48@2513"
KIEV, KURSK, VITEBSK, GOMEL = "1217", "2113", "1203", "1311"


def turn(name: str, german: str, russian: str, units: str = UNITS, **more: Any) -> Match:
    """A turn from the choice of postures; everything is free from engage."""
    match = position(
        units, "posture", turn=name, real=True,
        previous={"german": "engage", "russian": "engage"}, **more,
    )  # fmt: skip
    return play(match, f"posture {german}", f"posture {russian}")


def finish_turn(match: Match) -> Match:
    while match.phase != "posture":
        play(match, "end" if match.why_not("end") is None else match.orders()[0])
    return match


def test_12_1_before_he_engages_a_german_on_deploy_may_move_it() -> None:
    match = turn("B", "deploy", "pause")
    assert match.actor == "german" and match.phase == "objective"
    play(match, "objective 2206")
    assert state(match).objective == "2206"


def test_12_1_to_any_other_city_east_of_the_start_line_major_or_not() -> None:
    match = turn("B", "deploy", "pause")
    goals = {order.split()[1] for order in match.orders() if order != "keep"}
    east = match.g.board.hexes["city"] | match.g.board.hexes["major city"]
    east &= ~match.g.board.hexes["german control"]
    assert goals == set(match.g.grid.names(east)) - {KURSK}
    assert rule(match, "objective 2010") == "12.1", "Orel lies west of the line"
    assert rule(match, f"objective {KURSK}") == "12.1"
    assert rule(match, "objective 2013") == "12.1"
    assert rule(match, "objective 9999") == "12.1"


def test_12_1_he_may_leave_it_where_it_is() -> None:
    match = play(turn("B", "deploy", "pause"), "keep")
    assert state(match).objective == KURSK


@pytest.mark.parametrize("posture", ["pause", "reposition", "engage"])
def test_12_1_only_on_deploy(posture: str) -> None:
    match = turn("B", posture, "pause")
    assert rule(match, "objective 2206") == "12.1"


def test_12_1_on_every_deploy_turn_until_he_engages() -> None:
    """Deploy on B, pause on C, deploy on D: it may be moved both times."""
    match = play(turn("B", "deploy", "pause"), "objective 2206")
    play(finish_turn(match), "posture pause", "posture pause")
    play(finish_turn(match), "posture reposition", "posture pause")
    match = turn("D", "deploy", "pause", objective="2206")
    play(match, f"objective {KURSK}")
    assert state(match).objective == KURSK


def test_12_1_the_posture_before_the_game_does_not_count_as_engaging() -> None:
    """The campaign starts with the German's previous posture on engage."""
    match = position(UNITS, "posture", turn="A", real=True)
    assert state(match).previous["german"] == "engage"
    play(match, "posture pause", "posture pause")
    assert not state(match).locked
    match = play(turn("C", "deploy", "pause"), "objective 2206")
    assert state(match).objective == "2206"


def test_12_1_the_first_german_engage_fixes_it() -> None:
    match = turn("B", "engage", "pause")
    assert state(match).locked and state(match).objective == KURSK
    match = turn("C", "deploy", "pause", locked=True)
    assert rule(match, "objective 2206") == "12.1"


def test_12_1_once_fixed_it_stays_german_after_turn_1() -> None:
    match = turn("1", "deploy", "engage", locked=True)
    assert (state(match).objective, state(match).objective_side) == (KURSK, "german")


def test_12_1_no_german_engage_by_turn_1_and_it_is_kiev_and_russian() -> None:
    for posture in ("pause", "reposition", "deploy"):
        match = turn("1", posture, "reposition")
        assert (state(match).objective, state(match).objective_side) == (KIEV, "russian")
    match = turn("1", "engage", "reposition")
    assert (state(match).objective, state(match).objective_side) == (KURSK, "german")


def test_12_1_not_before_turn_1() -> None:
    match = turn("D", "pause", "engage")
    assert state(match).objective_side == "german"


def test_12_1_a_russian_who_engages_on_turn_1_fixes_it_in_kiev() -> None:
    match = turn("1", "deploy", "engage")
    assert (state(match).objective, state(match).locked) == (KIEV, True)
    assert rule(match, f"objective {VITEBSK}") == "12.1"


def test_12_1_a_russian_who_deploys_on_turn_1_may_move_it() -> None:
    match = turn("1", "deploy", "deploy")
    assert (match.actor, match.phase) == ("russian", "objective")
    goals = {order.split()[1] for order in match.orders() if order != "keep"}
    board = match.g.board
    west = (board.hexes["city"] | board.hexes["major city"]) & board.hexes["west of dniepr"]
    assert goals == (set(match.g.grid.names(west)) | {VITEBSK, GOMEL}) - {KIEV}
    assert rule(match, "objective 1919") == "12.1", "Poltava is east of the Dniepr"
    play(match, f"objective {GOMEL}")
    assert state(match).objective == GOMEL


def test_12_1_he_may_go_on_so_on_later_deploy_turns() -> None:
    moved: dict[str, Any] = {"objective_side": "russian", "deployed": True}
    match = turn("3", "pause", "deploy", objective=GOMEL, **moved)
    play(match, f"objective {KIEV}")
    assert state(match).objective == KIEV
    match = turn("3", "pause", "engage", objective=GOMEL, **moved)
    assert state(match).locked
    match = turn("4", "pause", "deploy", objective=GOMEL, locked=True, **moved)
    assert rule(match, f"objective {KIEV}") == "12.1"


def test_12_1_without_deploy_on_turn_1_it_stays_in_kiev() -> None:
    match = turn("1", "pause", "reposition")
    assert not state(match).deployed
    match = turn("2", "pause", "deploy", objective=KIEV, objective_side="russian")
    assert rule(match, f"objective {VITEBSK}") == "12.1"


def test_12_1_a_russian_engage_before_turn_1_does_not_fix_it() -> None:
    """Engage on C, no German engage, both deploy on turn 1: he may move it."""
    match = turn("C", "pause", "engage")
    assert not state(match).locked
    match = play(turn("1", "deploy", "deploy"), f"objective {VITEBSK}")
    assert state(match).objective == VITEBSK


def test_12_1_occupying_it_scores_at_once() -> None:
    match = position("g48@2012 r48@2513", "movement", real=True, locked=True)
    play(match, "move g48 2113")
    assert (state(match).scored, state(match).objective) == ("german", "")
    assert match.view().tracks["score"]["Strategic Objective"] == -1


def test_12_1_passing_through_is_enough() -> None:
    match = play(position("g48@2012 r48@2513", "movement", real=True), "move g48 2113 2213")
    assert state(match).scored == "german"


def test_12_1_the_other_side_does_not_score_there() -> None:
    match = play(position("r48@2213 g59@1013", "movement", "russian", real=True), "move r48 2113")
    assert state(match).scored == ""


def test_12_1_control_of_the_empty_hex_is_not_enough() -> None:
    """Kiev is Russian, but nobody stands there when the marker turns over."""
    match = turn("1", "pause", "reposition", control={"russian": [KIEV]})
    assert (state(match).scored, state(match).objective) == ("", KIEV)


def test_12_1_a_unit_that_stands_there_already_scores_at_once() -> None:
    match = turn("1", "pause", "reposition", f"{UNITS} r60@{KIEV}")
    assert state(match).scored == "russian"
    match = play(turn("B", "deploy", "pause", f"{UNITS} g48@2206"), "objective 2206")
    assert state(match).scored == "german"


def test_12_1_once_scored_it_is_kept() -> None:
    """The city is lost again; the point is not."""
    match = position("g48@2012 r48@2313", "movement", real=True, locked=True)
    play(match, "move g48 2113 2013", "end")
    assert match.actor == "russian"
    while match.phase != "movement":
        play(match, "end" if match.why_not("end") is None else match.orders()[0])
    play(match, "move r48 2213 2113")
    assert match.g.owner(match.g.grid.find(KURSK)) == "russian"
    assert match.view().tracks["score"]["Strategic Objective"] == -1


def test_12_1_once_scored_it_is_off_the_map() -> None:
    match = turn("1", "deploy", "deploy", scored="german", objective="")
    assert state(match).objective == "" and state(match).objective_side == "german"
    assert not any("Kiev" in line for line in says(match))


def test_12_1_an_advance_scores_too() -> None:
    match = position("g2ss@2012 r48-@2113", "combat", real=True, locked=True, turn="B")
    play(
        match, "attack 2113 with g2ss", "end", "resolve 2113", "roll 5", "lose g2ss", "advance g2ss"
    )
    assert state(match).scored == "german"
