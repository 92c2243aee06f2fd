"""5: the sequence of play."""

import pytest

from kursk import library
from kursk.core.match import Match
from kursk.testing import play, refused
from tests.games.drive_on_kursk.helpers import position, state


def quick() -> Match:
    return library.start("drive_on_kursk")


def titles(match: Match) -> list[str]:
    return [title for title, _ in match.where()]


def test_5_1_orders_then_german_then_soviet_then_the_next_turn() -> None:
    match = quick()
    seen = []
    for order in ("plan fight-move", "plan move-fight", "end", "end", "end", "end", "end"):
        seen.append((match.actor, titles(match)[-1]))
        play(match, order)
    assert seen == [
        ("soviet", "Order of phases"),
        ("german", "Order of phases"),
        ("german", "Movement"),
        ("german", "Combat"),
        ("soviet", "Reserve activation"),
        ("soviet", "Combat"),
        ("soviet", "Movement"),
    ]
    assert match.g.turn == 2
    assert (match.actor, titles(match)[-1]) == ("soviet", "Order of phases")


def test_5_1_nothing_is_done_out_of_its_step() -> None:
    match = quick()
    assert refused(match, "move t1 5821").rule == "5.3"
    play(match, "plan fight-move", "plan move-fight")
    assert refused(match, "attack 4119 with 78").rule == "5.1"
    play(match, "end")
    assert refused(match, "move 78 4320").rule == "5.1"


@pytest.mark.parametrize(
    ("order", "rule"),
    [
        ("attack 3011 with a", "5.1"),
        ("plan fight-fight", "5.4"),
        ("withdraw a", "4.5"),
        ("activate 3011", "9.2"),
        ("enter 19pz 3000", "9.3"),
        ("vote yes", "4.10"),
        ("support", "11.10"),
    ],
)
def test_5_1_an_order_out_of_step_is_told_where_it_belongs(order: str, rule: str) -> None:
    match = position("a 3010 panzer\nr 3011 rifle\n19pz turn-3", phase="movement", turn=3)
    assert refused(match, order).rule == rule
    match = position("a 3010 panzer\nr 3011 rifle", phase="combat")
    for move in ("move a 3009", "road a 3009", "infiltrate a 3110"):
        assert refused(match, move).rule == "5.1"


@pytest.mark.parametrize(
    ("phase", "order", "rule", "says", "instead"),
    [
        ("combat", "attack 3011 a", "11.1", "“with” is missing", "attack HEX with UNIT,UNIT"),
        ("combat", "attack 3011 with", "11.1", "UNIT,UNIT is missing", "attack HEX with UNIT,UNIT"),
        ("combat", "attack 3011 with a b", "11.1", "“b” is one word too many", "attack HEX with"),
        ("combat", "attack 3011 with a, b", "11.1", "commas and no blanks", ""),
        ("movement", "move a", "10.2", "HEX is missing", "move UNIT,UNIT HEX…"),
        ("movement", "move a, b 3009", "10.2", "commas and no blanks", ""),
        ("movement", "infiltrate a", "10.2", "HEX is missing", "infiltrate UNIT,UNIT HEX"),
        ("movement", "end it", "10.2", "“it” is one word too many", "end"),
        ("arrivals", "enter 19pz", "9.3", "HEX is missing", "enter UNIT HEX"),
        ("withdrawals", "withdraw", "4.5", "UNIT is missing", "withdraw UNIT"),
        ("deployment", "place a", "3.4", "HEX is missing", "place UNIT HEX"),
    ],
)
def test_5_1_of_a_malformed_order_it_is_said_what_is_malformed(
    phase: str, order: str, rule: str, says: str, instead: str
) -> None:
    """It is not blamed on the phase."""
    units = "a 3010 panzer\nb 3010 panzer\n2ss 3005\nr 3011 rifle\n19pz turn-3"
    why = refused(position(units, phase=phase, turn=5), order)
    assert why.rule == rule and says in why.says, why
    assert why.instead.startswith(f"Say: {instead}" if instead else "")


def test_5_1_9_4_a_soviet_looks_under_his_own_number() -> None:
    match = position("t10 turn-2\na 3010 panzer", phase="arrivals", side="soviet", turn=3)
    assert refused(match, "enter t10").rule == "9.4"


@pytest.mark.parametrize("order", ["attack 3011 with b", "move b 3009", "end"])
def test_5_1_11_2_in_a_battle_what_it_asks_for_comes_first(order: str) -> None:
    match = position("a 3009 infantry 20,10\nb 3009 infantry\nd 3010 rifle 5\nr 3110 rifle")
    play(match, "attack 3010 with a", "roll 6")
    why = refused(match, order)
    assert why.rule == "11.12" and why.instead == "Now: retreat UNIT,UNIT HEX"


@pytest.mark.parametrize(
    ("plan", "phases"),
    [
        ("move-fight", ["Movement", "Combat"]),
        ("fight-move", ["Combat", "Movement"]),
        ("move-move", ["Movement", "Movement"]),
        ("fight-fight", ["Combat", "Combat"]),
    ],
)
def test_5_2_5_3_four_orders_of_phases(plan: str, phases: list[str]) -> None:
    match = play(quick(), "plan move-move", f"plan {plan}")
    seen = []
    while match.actor == "german":
        seen.append(titles(match)[-1])
        play(match, "end")
    assert seen == phases


@pytest.mark.parametrize(
    ("plan", "headings"),
    [
        ("fight-fight", ["Combat, first phase (11.1)", "Combat, second phase (11.1)"]),
        ("move-move", ["Movement, first phase (10.2)", "Movement, second phase (10.2)"]),
        ("fight-move", ["Combat (11.1)", "Movement (10.2)"]),
    ],
)
def test_5_3_two_phases_of_a_kind_are_told_apart(plan: str, headings: list[str]) -> None:
    match = play(quick(), "plan move-fight", f"plan {plan}")
    seen = []
    while match.actor == "german":
        seen.append(match.heading())
        play(match, "end")
    assert seen == [f"Turn 1. German: {heading}" for heading in headings]


def test_5_3_there_are_no_others() -> None:
    assert refused(quick(), "plan fight").rule == "5.3"
    assert refused(quick(), "plan move-fight-move").rule == "5.3"


def test_5_4_the_soviet_chooses_first_and_covers_it() -> None:
    """E-14."""
    match = play(quick(), "plan fight-move")
    assert match.told("german")[-1][2] == ""
    assert "soviet" not in match.view("german").tracks["plan"]
    assert "soviet" not in match.view("").tracks["plan"]
    assert match.view("soviet").tracks["plan"]["soviet"] == "fight-move"


def test_5_4_the_german_declares_openly() -> None:
    match = play(quick(), "plan fight-move", "plan move-move")
    assert match.told("soviet")[-1][2] == "plan move-move"
    assert match.view("soviet").tracks["plan"]["german"] == "move-move"


def test_5_4_neither_can_change() -> None:
    match = play(quick(), "plan fight-move", "plan move-move")
    assert refused(match, "plan fight-fight").rule == "5.4"


def test_5_4_the_cover_is_lifted_as_the_soviet_turn_begins() -> None:
    match = play(quick(), "plan fight-move", "plan move-move", "end")
    assert "soviet" not in match.view("german").tracks["plan"]
    play(match, "end")
    assert match.view("german").tracks["plan"]["soviet"] == "fight-move"
    assert match.undoable == 0


def test_5_4_one_turn_does_not_bind_the_next() -> None:
    match = play(quick(), "plan move-move", "plan move-move", "end", "end", "end", "end", "end")
    assert state(match).plan == {}
    play(match, "plan move-move", "plan fight-fight")


def test_5_1_nine_turns_at_the_most() -> None:
    match = position(
        "a 3010 panzer\nr 3020 rifle", phase="plan", side="soviet", turn=8, last_turn=8
    )
    play(match, "plan move-move", "plan move-move", "end", "end", "end", "end", "end")
    play(match, "vote yes", "vote yes")
    play(match, "plan move-move", "plan move-move", "end", "end", "end", "end", "end")
    assert match.over and match.g.turn == 9


def test_5_1_what_is_done_may_be_taken_back_until_somebody_learns_of_it() -> None:
    match = position("a 3010 panzer\nr 3020 rifle", phase="movement")
    play(match, "move a 3011")
    assert match.undo() == "move a 3011"


def test_5_2_what_the_start_of_a_player_turn_brings() -> None:
    """A-18: triggers and withdrawals; the order revealed, triggers, activations."""
    match = position(
        "a 3010 panzer\nr 2020 rifle reserve", phase="plan", turn=5, control={"german": ["3509"]}
    )
    play(match, "plan move-move")
    german = [news.rule for news in match.log[-1].news]
    assert german == ["5.4", "9.5"]
    assert titles(match)[-1] == "Withdrawals"
    state(match).plan["soviet"] = "fight-fight"
    play(match, "end", "end", "end")
    assert [news.rule for news in match.log[-1].news] == ["5.4", "9.6"]
    assert titles(match)[-1] == "Reserve activation"
