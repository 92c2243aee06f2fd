"""4.0: the sequence of play, the turn track, fortifications."""

import pytest

from kursk import library
from kursk.core.match import Match
from kursk.games.battle_for_kursk.forts import active
from kursk.testing import play, rule, says
from tests.games.battle_for_kursk.helpers import position, state

FULL = ["replacement", "armour and rail", "combat", "movement"]


def next_order(match: Match) -> str:
    return "end" if match.why_not("end") is None else match.orders()[0]


def test_4_0_turns_a_to_d_then_1_to_8_then_the_count() -> None:
    match = library.start("battle_for_kursk", "campaign")
    turns = []
    while not match.over:
        name = match.game.turn_name(match.g.turn)
        if match.phase == "posture":
            turns.append(name) if name not in turns else None
            play(match, "posture pause")
        else:
            play(match, next_order(match))
    assert turns == [*"ABCD", *"12345678"]
    assert "victory" in match.result


def test_4_0_german_phases_come_before_russian_ones() -> None:
    """Turn 6: both engage, and both have steps to use."""
    match = position(
        "g59-@1013 g48-@1015 r48-@2513 r2t-@2515 r60-@2517 r1t-@2519",
        "posture",
        turn="4",
        previous={"german": "engage", "russian": "engage"},
    )
    play(match, "posture engage", "posture engage")
    seen: list[tuple[str, str]] = []
    while match.phase != "posture":
        moment = (match.g.side, match.phase)
        if moment not in seen:
            seen.append(moment)
        play(match, next_order(match))
    german = [phase for side, phase in seen if side == "german"]
    assert seen == [("german", p) for p in german] + [("russian", p) for p in FULL]
    assert german[-3:] == FULL[1:]
    assert match.game.turn_name(match.g.turn) == "5"


def test_4_0_a_phase_is_finished_before_the_next_begins() -> None:
    match = position("g59@1013 r48@2513", "armour and rail")
    assert rule(match, "attack 2513 with g59") == "9.0"
    assert rule(match, "replace g59") == "10.0"
    assert rule(match, "posture pause") == "12.0"
    assert rule(match, "dance") == "8.1"


def test_4_0_armour_and_infantry_on_rails_move_in_phase_3_and_all_in_phase_5() -> None:
    match = position("g59@1013 g6@1113 g48@1015", "armour and rail", sides={"1113/1213": ["rail"]})
    assert set(match.able()) == {"g6", "g48"}
    play(match, "move g48 1115", "end", "end")
    assert set(match.able()) == {"g59", "g6", "g48"}


def advance_to(turn: str, offensives: dict[str, int]) -> Match:
    """From the last movement phase of the turn before."""
    names = [*"ABCD", *"12345678"]
    before = names[names.index(turn) - 1]
    match = position(
        "g59@1013 r48@2513",
        "movement",
        "russian",
        turn=before,
        offensives=offensives,
        posture={"german": "pause", "russian": "reposition"},
    )
    return play(match, "end")


def test_4_0_offensive_markers_come_at_the_start_of_the_turn() -> None:
    assert state(advance_to("C", {"german": 0, "russian": 0})).offensives == {
        "german": 1, "russian": 0,
    }  # fmt: skip
    assert state(advance_to("1", {"german": 0, "russian": 0})).offensives == {
        "german": 1, "russian": 1,
    }  # fmt: skip


def test_4_0_never_more_than_three_markers() -> None:
    match = advance_to("4", {"german": 3, "russian": 2})
    assert state(match).offensives == {"german": 3, "russian": 3}


def test_4_0_12_0_a_marker_that_came_this_turn_pays_for_a_jump() -> None:
    match = advance_to("C", {"german": 0, "russian": 0})
    assert state(match).previous["german"] == "pause"
    play(match, "posture deploy", "posture pause")
    assert state(match).posture["german"] == "deploy"
    assert state(match).offensives["german"] == 0


@pytest.mark.parametrize(
    ("turn", "side", "hex", "is_active"),
    [
        ("A", "russian", "1301", True),  # Moscow Belt
        ("B", "russian", "2112", False),  # Kursk, first belt
        ("C", "russian", "2112", True),
        ("C", "russian", "2113", False),  # second belt
        ("D", "russian", "2113", True),
        ("D", "russian", "2213", False),  # Steppe Front
        ("1", "russian", "2213", True),
        ("4", "german", "1309", False),  # Panther
        ("5", "german", "1309", True),
        ("8", "russian", "1301", True),
        ("8", "german", "1301", False),
    ],
)
def test_4_0_forts_become_active_with_their_turn_and_stay_so(
    turn: str, side: str, hex: str, is_active: bool
) -> None:
    match = position("g59@1013", "movement", turn=turn, real=True)
    assert bool(active(state(match), side) >> match.g.grid.find(hex) & 1) == is_active


def test_4_0_the_start_of_a_turn_is_told() -> None:
    match = advance_to("C", {"german": 0, "russian": 0})
    told = says(match)
    assert "Turn C, 3 May 1943." in told and "Active: Kursk first belt." in told
    assert "German Offensive markers: 1." in told and "Mud." in told


def test_4_0_housekeeping_hands_the_posture_on() -> None:
    match = advance_to("C", {"german": 0, "russian": 0})
    assert state(match).previous == {"german": "pause", "russian": "reposition"}
    assert state(match).posture == {}


def test_3_4_markers_are_no_units() -> None:
    """The objective lies in Kursk, and a unit stands there all the same."""
    match = play(position("r48@2213 g59@1013", "movement", "russian", real=True), "move r48 2113")
    assert state(match).objective == "2113"
    assert match.check() == []
