"""What one side may know."""

import pytest

from kursk import library
from kursk.core.match import Match
from kursk.core.view import COVERED, Seen, cover, covered

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


def test_the_position_that_a_side_knows_is_a_position() -> None:
    known = fog().known_to("red").g
    b1, b5 = (known.roster.find(id) for id in ("b1", "b5"))
    assert [known.box[unit] for unit in (b1, b5)] == [COVERED, COVERED]
    assert known.lost[b1] == 1, "steps are lost openly"
    assert covered(known, "blue") == [b1, b5] and covered(known, "red") == []
    one, other = known.pile(known.grid.find("0303"))
    assert (one, other) == (len(fog().g.roster), len(fog().g.roster) + 1)
    assert known.called(one) == "a covered counter" and known.factor(one) == 0
    assert known.held == fog().g.held and known.on_map("blue") == [one, other]
    assert known.facts()["moved"] == 0, "whose mark it is would be told"


def test_the_referee_answers_a_side_from_what_it_knows() -> None:
    known = fog().known_to("red")
    assert known.zones("blue") == fog().zones("blue")
    assert known.reach("r1")["move"].costs() == fog().reach("r1")["move"].costs()
    with pytest.raises(ValueError, match="b1 is not on the map"):
        known.reach("b1")


def test_counters_may_be_covered_in_a_box_or_not_be_seen_to_be_there() -> None:
    match = fog()
    game, g = match.game, match.g
    b1, b5, r1, r3 = (g.roster.find(id) for id in ("b1", "b5", "r1", "r3"))
    known = cover(game, g, [b5, r3], [b1, r1], public=("moved",))
    assert game.view(known, "").boxes == {"dead": (Seen("red"),)}
    assert game.view(known, "").stacks["0303"] == (Seen("blue"),)
    assert "0306" not in game.view(known, "").stacks
    assert known.grid.names(known.held["red"]) == ["0406"]
    assert known.facts()["moved"] == 0, "of those who are not there no mark is told"
    known = cover(game, g, [b1], public=("moved",))
    assert known.facts()["moved"] == 1 << len(g.roster)
    assert cover(game, g, []) is g


def test_one_side_may_leave_a_hex_that_both_stand_in() -> None:
    """No game here has such a hex, but zones and supply would be told by it."""
    match = fog()
    b1, r1 = (match.g.roster.find(id) for id in ("b1", "r1"))
    match.g.place(r1, match.g.at[b1])
    known = cover(match.game, match.g, [], [r1])
    assert known.grid.names(known.held["red"]) == ["0406"]
    assert known.grid.names(known.held["blue"]) == ["0303"]
