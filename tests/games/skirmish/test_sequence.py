"""2: the turn."""

import pytest

from kursk import library
from kursk.core.match import Match
from kursk.core.position import BadPosition, write


def started(*orders: str) -> Match:
    match = library.start("skirmish")
    for order in orders:
        match.play(order)
    return match


def pass_turn(match: Match) -> None:
    for order in ("hold", "hold", "end", "end", "end", "end"):
        match.play(order)


@pytest.mark.parametrize(
    ("choices", "first"),
    [(("press", "hold"), "blue"), (("hold", "press"), "red"), (("hold", "hold"), "blue")],
)
def test_2_1_who_goes_first(choices: tuple[str, str], first: str) -> None:
    match = started(*choices)
    assert (match.g.side, match.actor, match.phase) == (first, first, "movement")


@pytest.mark.parametrize(("roll", "first"), [(1, "blue"), (3, "blue"), (4, "red"), (6, "red")])
def test_2_1_a_die_decides_between_two_who_press(roll: int, first: str) -> None:
    match = started("press", "press", f"roll {roll}")
    assert match.actor == first
    assert match.log[-1].news[0].says == f"{roll}: {first} goes first."


def test_2_1_if_both_hold_red_goes_first_on_even_turns() -> None:
    match = started()
    pass_turn(match)
    match.play("hold")
    match.play("hold")
    assert match.g.turn == 2 and match.actor == "red"


def test_2_1_nobody_sees_a_choice_before_both_are_made() -> None:
    one, other = started("press"), started("hold")
    assert one.view("red") == other.view("red") and one.told("red") == other.told("red")
    one.play("hold")
    assert one.view("red").tracks["stance"] == {"blue": "press", "red": "hold"}
    assert one.log[-1].news[0].says == "Blue presses, red holds."


def test_2_1_a_choice_is_press_or_hold() -> None:
    match = started()
    assert list(match.orders()) == ["press", "hold"]
    refusal = match.why_not("wait")
    assert refusal is not None and refusal.rule == "2.1"


def test_2_2_a_side_moves_then_fights_then_the_other() -> None:
    match = started("press", "hold")
    seen = []
    for _ in range(4):
        seen.append((match.actor, match.phase))
        match.play("end")
    assert seen == [
        ("blue", "movement"),
        ("blue", "combat"),
        ("red", "movement"),
        ("red", "combat"),
    ]
    assert match.phase == "initiative" and match.view().tracks["stance"] == {}


@pytest.mark.parametrize(
    "order", ["move r1 0307", "move x1 0307", "attack 0305 with b1", "move b1"]
)
def test_2_2_in_its_movement_a_side_moves_its_own(order: str) -> None:
    refusal = started("press", "hold").why_not(order)
    assert refusal is not None and refusal.rule == "2.2"


def test_2_3_the_game_lasts_six_turns() -> None:
    match = started()
    for turn in range(1, 7):
        assert match.g.turn == turn and not match.over
        pass_turn(match)
    assert match.over and match.result.endswith("(6.1)")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("turn = 7", "turn: 7; a game has 6"),
        ("[set]\nhalf = 99", "set.half: 99; it is 1 or 2"),
        ('[set]\nstance = { blue = "dance" }', "set.stance: blue dance; a side has press or hold"),
        ('[set]\nstance = { green = "hold" }', "set.stance: green hold"),
    ],
)
def test_2_1_2_2_2_3_a_track_that_no_game_could_show_is_named(line: str, says: str) -> None:
    with pytest.raises(BadPosition, match=f"^{says}"):
        library.set_up(f'game = "skirmish"\nphase = "movement"\n{line}')


def test_2_1_a_file_written_before_the_die_is_rolled_asks_for_the_choices_anew() -> None:
    again = library.set_up(write(started("press", "press")))
    assert (again.phase, again.actor) == ("initiative", "blue")
    assert again.view("blue").tracks["stance"] == {}
