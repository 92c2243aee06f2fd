"""What one side may know."""

from kursk import library
from kursk.core.match import Match
from kursk.core.view import Seen

FOG = """
game = "skirmish"
phase = "movement"
side = "blue"
turn = 3
[units]
b1 = { at = "0303", marks = ["reduced", "moved"] }
b5 = { at = "0303" }
r1 = { at = "0306" }
r2 = { at = "0406", marks = ["shown"] }
r3 = { box = "dead" }
"""


def fog() -> Match:
    return library.set_up(FOG)


def test_covered_counters_have_a_side_and_nothing_else() -> None:
    stacks = fog().view("red").stacks
    assert stacks["0303"] == (Seen("blue"), Seen("blue"))
    assert stacks["0306"] == (Seen("red", "r1"),)
    assert fog().view("blue").stacks["0306"] == (Seen("red"),)
    assert fog().view("blue").stacks["0406"] == (Seen("red", "r2", 0, ("shown",)),)


def test_a_side_sees_its_own_counters_top_first_with_steps_and_marks() -> None:
    top, bottom = fog().view("blue").stacks["0303"]
    assert top == Seen("blue", "b5")
    assert bottom == Seen("blue", "b1", 1, ("moved",))


def test_counters_off_the_map_lie_in_their_boxes() -> None:
    assert fog().view("red").boxes == {"dead": (Seen("red", "r3"),)}


def test_everybody_knows_the_moment_but_only_the_actor_is_prompted() -> None:
    mine, yours, ours = (fog().view(side) for side in ("blue", "red", ""))
    assert mine.prompt == "Move your units, then end the phase." and not yours.prompt
    for view in (mine, yours, ours):
        assert (view.game, view.turn, view.phase) == ("skirmish", "3", "Movement")
        assert (view.actor, view.rule, view.result) == ("blue", "2.2", "")
        assert "0101" in view.control["blue"] and "0108" in view.control["red"]
    assert ours.stacks["0303"] == (Seen("blue"), Seen("blue"))
    assert ours.side == "" and ours.tracks["towns"] == {"blue": 1, "red": 2}


def test_when_the_game_is_over_nobody_acts() -> None:
    match = fog()
    match.play("concede", by="red")
    view = match.view("blue")
    assert (view.actor, view.prompt, view.rule, view.phase) == ("", "", "", "")
    assert view.result == "Blue wins: red gives up (6.3)"
