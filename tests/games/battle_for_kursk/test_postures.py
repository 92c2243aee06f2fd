"""12.0: postures: the one-box rule, markers, secrecy, Emergency Reaction, history."""

import random
from itertools import product

import pytest

from kursk import library
from kursk.core.match import Match
from kursk.games.battle_for_kursk.postures import TRACK, price
from kursk.games.battle_for_kursk.tables import TURNS
from kursk.testing import play, refused, rule, says
from tests.games.battle_for_kursk.helpers import position, state

UNITS = "g59@1013 r48@2513"


def choosing(german: str = "reposition", russian: str = "reposition", markers: int = 0) -> Match:
    return position(
        UNITS,
        "posture",
        previous={"german": german, "russian": russian},
        offensives={"german": markers, "russian": markers},
    )


def chosen(german: str, russian: str, markers: int = 0, turn: str = "2") -> Match:
    """After the reveal: from engage everything is free."""
    match = position(
        UNITS,
        "posture",
        turn=turn,
        previous={"german": "engage", "russian": "engage"},
        offensives={"german": markers, "russian": markers},
    )
    return play(match, f"posture {german}", f"posture {russian}")


def test_12_0_four_boxes_from_pause_to_engage() -> None:
    assert TRACK == ("pause", "reposition", "deploy", "engage")


@pytest.mark.parametrize(
    ("previous", "wanted"), [(p, w) for p, w in product(range(4), range(4)) if w <= p + 1]
)
def test_12_0_same_lower_or_one_box_higher_is_free(previous: int, wanted: int) -> None:
    assert price(TRACK[previous], TRACK[wanted]) == 0


@pytest.mark.parametrize(
    ("previous", "wanted", "markers"),
    [("pause", "deploy", 1), ("pause", "engage", 2), ("reposition", "engage", 1)],
)
def test_12_0_each_box_beyond_the_first_takes_a_marker(
    previous: str, wanted: str, markers: int
) -> None:
    assert price(previous, wanted) == markers
    match = choosing(previous, markers=markers - 1)
    assert rule(match, f"posture {wanted}") == "12.0"
    assert f"posture {wanted}" not in list(match.orders())
    match = play(choosing(previous, markers=markers), f"posture {wanted}", "posture pause")
    assert state(match).offensives["german"] == 0
    assert state(match).posture["german"] == wanted


def test_12_0_turn_a_the_russian_may_deploy_but_not_engage() -> None:
    match = play(library.start("battle_for_kursk", "campaign"), "posture pause")
    assert match.actor == "russian"
    assert rule(match, "posture deploy") == "" and rule(match, "posture engage") == "12.0"


def test_12_0_from_pause_one_marker_does_not_reach_engage() -> None:
    match = choosing("pause", markers=1)
    assert "takes 2 Offensive markers; German has 1" in refused(match, "posture engage").says


def test_12_0_from_engage_down_to_pause_is_free() -> None:
    assert list(choosing("engage").orders()) == [f"posture {posture}" for posture in TRACK]


def test_12_0_only_the_four_postures_can_be_chosen() -> None:
    assert rule(choosing(), "posture attack") == "12.0"
    assert rule(choosing(), "move g59 1113") == "8.0"


def test_12_0_choices_are_secret_until_both_are_made() -> None:
    match = play(choosing("engage"), "posture deploy")
    assert match.actor == "russian"
    for side in ("russian", ""):
        assert "deploy" not in str(match.view(side).tracks["posture"])
        assert match.told(side)[-1][2] == ""
    assert match.told("german")[-1][2] == "posture deploy"
    assert state(match).offensives == {"german": 0, "russian": 0}
    play(match, "posture pause")
    assert match.view("russian").tracks["posture"] == {"german": "deploy", "russian": "pause"}


def test_12_0_spending_is_not_shown_before_the_reveal() -> None:
    match = play(choosing("reposition", markers=2), "posture engage")
    assert match.view("russian").tracks["offensives"]["german"]["available"] == 2
    play(match, "posture reposition")
    assert match.view("russian").tracks["offensives"]["german"]["available"] == 1


def test_12_0_a_pending_choice_is_all_that_is_hidden() -> None:
    match = play(choosing("engage"), "posture deploy")
    seen: set[str] = set()
    for seed in range(20):
        twin = match.copy()
        twin.g = match.game.shuffled(match.g, "russian", random.Random(seed))
        assert twin.view("russian") == match.view("russian")
        assert list(twin.orders()) == list(match.orders())
        told = [news.says for news in twin.play("posture pause")]
        seen.update(line for line in told if line.startswith("German posture"))
    assert seen == {f"German posture: {posture}." for posture in TRACK}
    own = match.game.shuffled(match.g, "german", random.Random(1))
    assert own == match.g, "nothing is hidden from the German himself"


def test_12_0_after_the_reveal_nothing_can_be_taken_back() -> None:
    assert chosen("pause", "pause").undoable == 0


# -- the phases a posture opens --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("posture", "phases"),
    [
        ("pause", ["replacement"]),
        ("reposition", ["replacement", "movement"]),
        ("deploy", ["replacement", "armour and rail", "movement"]),
        ("engage", ["replacement", "armour and rail", "combat", "movement"]),
    ],
)
@pytest.mark.parametrize("side", ["german", "russian"])
def test_12_0_the_phases_each_posture_opens(posture: str, phases: list[str], side: str) -> None:
    """On turn 7 each posture leaves both sides steps, and there are units to take them."""
    other = "russian" if side == "german" else "german"
    postures = {side: posture, other: "pause"}
    units = "g4-@1012 g6-@1014 g7-@1016 g48-@1018"
    match = position(
        f"{units} g47-@1020 r48-@2513 r60-@2515 r13-@2517 r70-@2519 r65-@2521 r38-@2509 r2t-@2507"
        " r1t-@2505 r5gt-@2503 r4t-@2501",
        "posture",
        turn="7",
        previous={"german": "engage", "russian": "engage"},
    )
    play(match, f"posture {postures['german']}", f"posture {postures['russian']}")
    seen: list[str] = []
    while match.phase != "posture":
        if match.g.side == side and match.phase not in seen:
            seen.append(match.phase)
        play(match, "end" if match.why_not("end") is None else match.orders()[0])
    assert seen == phases


def test_12_0_on_reposition_there_is_neither_rail_nor_armour_phase_nor_combat() -> None:
    match = chosen("reposition", "reposition")
    assert match.phase == "movement"
    assert rule(match, "rail g59 1012") == "12.0"
    assert rule(match, "attack 2513 with g59") == "12.0"
    assert "On reposition" in refused(match, "attack 2513 with g59").says


def test_12_0_a_phase_that_the_posture_shuts_is_refused_by_the_posture() -> None:
    """In the next phase that is open, be it the enemy's."""
    shut = {"german": "pause", "russian": "engage"}
    for phase, order in (
        ("combat", "attack 2513 with g59"),
        ("movement", "move g59 1012"),
        ("armour and rail", "rail g59 1012"),
    ):
        match = position("g59@1013 r48@2513", phase, posture=shut)
        assert (match.phase, state(match).side) == ("armour and rail", "russian")
        why = refused(match, order)
        assert (why.rule, why.says) == ("12.0", f"On pause the German side has no {phase} phase.")


def test_9_0_12_0_an_open_phase_is_not_refused_by_the_posture() -> None:
    match = position("g59@1013 r48@2513", "movement")
    assert rule(match, "attack 2513 with g59") == "9.0"
    assert rule(match, "rail g59 1012") == "8.1"
    assert rule(match, "move r48 2613") == "8.0"


# -- Emergency Reaction ----------------------------------------------------------------------------


def test_12_0_emergency_reaction_against_engage() -> None:
    match = chosen("engage", "pause", markers=1)
    assert (match.actor, sorted(match.orders())) == ("russian", ["decline", "react"])
    play(match, "react")
    assert state(match).posture == {"german": "engage", "russian": "reposition"}
    assert state(match).offensives == {"german": 1, "russian": 0}


def test_12_0_emergency_reaction_is_open_to_either_side() -> None:
    match = play(chosen("pause", "engage", markers=1), "react")
    assert state(match).posture["german"] == "reposition"


def test_12_0_emergency_reaction_may_be_declined() -> None:
    match = play(chosen("engage", "pause", markers=1), "decline")
    assert state(match).posture["russian"] == "pause"
    assert state(match).offensives["russian"] == 1


@pytest.mark.parametrize(
    ("german", "russian", "markers"),
    [("deploy", "pause", 3), ("engage", "reposition", 3), ("pause", "pause", 3),
     ("engage", "pause", 0), ("engage", "engage", 3)],
)  # fmt: skip
def test_12_0_no_emergency_reaction_otherwise(german: str, russian: str, markers: int) -> None:
    match = chosen(german, russian, markers)
    assert rule(match, "react") == "12.0"


def test_12_0_after_a_reaction_the_posture_is_reposition_for_replacements_and_next_turn() -> None:
    match = play(chosen("engage", "pause", markers=1, turn="6"), "react")
    while match.g.facts()["points"] == {} or match.g.side != "russian":
        if match.phase == "posture":
            break
        play(match, "end" if match.why_not("end") is None else match.orders()[0])
    assert any("Russian replacements: infantry +4, armour +3." in line for line in says(match))
    while match.phase != "posture":
        play(match, "end" if match.why_not("end") is None else match.orders()[0])
    assert state(match).previous == {"german": "engage", "russian": "reposition"}


# -- history ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["campaign", "short"])
def test_12_0_history_is_legal_and_takes_three_markers(scenario: str) -> None:
    """German one on turn 5, Russian one on turn 2 and one on turn 5."""
    match = library.start("battle_for_kursk", scenario, {"postures": "history"})
    paid: dict[tuple[str, str], int] = {}
    while not match.over:
        if match.phase == "posture":
            turn = match.game.turn_name(match.g.turn)
            before, offered = state(match).offensives, []
            for side in ("german", "russian"):
                assert match.actor == side
                offered.append(list(match.orders()))
                play(match, offered[-1][0])
            was = TURNS[match.game.turn_number(turn) - 1].history
            assert offered == [[f"posture {was['german']}"], [f"posture {was['russian']}"]]
            for side, have in state(match).offensives.items():
                if have != before[side]:
                    paid[turn, side] = before[side] - have
        play(match, "end" if match.why_not("end") is None else match.orders()[0])
    assert paid == {("5", "german"): 1, ("2", "russian"): 1, ("5", "russian"): 1}


def test_12_0_under_history_other_postures_are_refused() -> None:
    match = library.start("battle_for_kursk", "campaign", {"postures": "history"})
    assert "History runs: pause it was" in refused(match, "posture reposition").says


def test_12_0_under_history_nobody_reacts() -> None:
    match = position(
        UNITS, "posture", history=True, turn="2",
        previous={"german": "engage", "russian": "reposition"},
        offensives={"german": 3, "russian": 3},
    )  # fmt: skip
    play(match, "posture pause", "posture engage")
    assert rule(match, "react") == "12.0"


def test_12_0_under_history_who_cannot_pay_goes_as_far_as_he_can() -> None:
    match = position(
        UNITS, "posture", history=True, turn="5",
        previous={"german": "pause", "russian": "reposition"},
        offensives={"german": 0, "russian": 0},
    )  # fmt: skip
    assert list(match.orders()) == ["posture reposition"]
    assert list(play(match, "posture reposition").orders()) == ["posture deploy"]


def test_12_0_a_marker_spent_on_the_track_cites_the_track() -> None:
    match = choosing("pause", markers=1)
    play(match, "posture deploy", "posture pause")
    spent = [n.rule for entry in match.log for n in entry.news if "expends" in n.says]
    assert spent == ["12.0"]
