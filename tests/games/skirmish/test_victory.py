"""6: control and victory."""

import pytest

from kursk import library
from kursk.core.match import Match


def standing(units: str, phase: str = "movement", turn: int = 1, extra: str = "") -> Match:
    return library.set_up(f"""
        game = "skirmish"
        phase = "{phase}"
        turn = {turn}
        side = "blue"
        set.fog = false
        {extra}
        [units]
        {units}
    """)


BOTH = 'b5 = { at = "0404" }\nr1 = { at = "0808" }'


def test_6_1_a_side_controls_what_it_enters() -> None:
    match = standing(BOTH)
    news = match.play("move b5 0405 0406")
    owner = {name: match.g.owner(match.g.grid.find(name)) for name in ("0405", "0406", "0407")}
    assert owner == {"0405": "blue", "0406": "blue", "0407": "red"}
    assert news[0].says == "Blue takes Brod." and news[0].rule == "6.1"
    assert match.view().tracks["towns"] == {"blue": 2, "red": 1}


def test_6_1_entering_ones_own_hex_is_no_news() -> None:
    news = standing(BOTH).play("move b5 0403 0402")
    assert len(news) == 1


def test_6_1_no_hex_has_two_owners() -> None:
    match = standing(BOTH)
    assert match.check() == []
    match.g.control["blue"] |= match.g.control["red"]
    assert match.check() == ["a hex has two owners (6.1)"]


@pytest.mark.parametrize(
    ("control", "result"),
    [
        ('control.blue = ["0405"]', "Blue wins: 2 towns to 1 (6.1)"),
        ("", "Red wins: 2 towns to 1 (6.1)"),
        ('control.red = ["0402"]', "Red wins: 3 towns to 0 (6.1)"),
    ],
)
def test_6_1_after_the_last_turn_more_towns_win(control: str, result: str) -> None:
    match = standing(BOTH, "combat", 6, f"set.half = 2\n{control}")
    match.play("end")
    assert match.over and match.result == result


def test_6_1_as_many_each_is_a_draw() -> None:
    match = standing(BOTH, "combat", 6, 'set.half = 2\nhexes."0507" = []')
    match.play("end")
    assert match.result == "Draw: 1 towns each (6.1)"


def test_6_2_a_side_without_units_has_lost_at_once() -> None:
    match = standing('b1 = { at = "0304" }\nr6 = { at = "0305" }', "combat")
    for order in ("attack 0305 with b1", "roll 5"):
        match.play(order)
    assert match.actor == "red"
    match.play("stand")
    match.play("lose r6")
    assert match.over and match.result == "Blue wins: red has no unit left (6.2)"


def test_6_2_the_attacker_may_lose_so_too() -> None:
    match = standing('b6 = { at = "0304" }\nr6 = { at = "0305" }', "combat")
    for order in ("attack 0305 with b6", "roll 1", "lose b6"):
        match.play(order)
    assert match.result == "Red wins: blue has no unit left (6.2)"


@pytest.mark.parametrize("phase", ["initiative", "movement", "combat"])
@pytest.mark.parametrize(("side", "winner"), [("blue", "Red"), ("red", "Blue")])
def test_6_3_a_side_may_give_up_at_any_time(phase: str, side: str, winner: str) -> None:
    match = standing(BOTH, phase)
    match.play("concede", by=side)
    assert match.over and match.result == f"{winner} wins: {side} gives up (6.3)"
