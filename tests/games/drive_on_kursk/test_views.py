"""7.3: what each side may know."""

import random

from kursk.games.drive_on_kursk import GAME
from kursk.testing import play
from tests.games.drive_on_kursk.helpers import position, state

FIELD = """
a 3001 panzer
b 3001 infantry reduced
x 3020 rifle
y 3020 tank-corps
z 4020 rifle
w 4020 rifle
v 4020 tank-corps
"""


def test_7_3_of_an_enemy_stack_the_top_counter_and_the_height_are_seen() -> None:
    """A-34."""
    match = position(FIELD)
    assert [seen.unit for seen in match.view("german").stacks["4020"]] == ["v", "", ""]
    assert [seen.unit for seen in match.view("soviet").stacks["4020"]] == ["v", "w", "z"]
    assert [seen.unit for seen in match.view("soviet").stacks["3001"]] == ["b", ""]
    assert [seen.unit for seen in match.view("").stacks["3001"]] == ["b", ""]


def test_7_3_a_covered_counter_shows_no_marks() -> None:
    match = position(FIELD.replace("infantry reduced", "infantry") + "\nc 3001 infantry")
    hidden = match.view("soviet").stacks["3001"][1:]
    assert {(seen.unit, seen.step, seen.marks) for seen in hidden} == {("", 0, ())}


def test_7_3_the_dead_lie_open() -> None:
    match = position(FIELD + "\nd dead rifle")
    assert [seen.unit for seen in match.view("german").boxes["dead"]] == ["d"]


def test_7_3_what_is_hidden_may_be_otherwise_and_nobody_can_tell() -> None:
    match = position(FIELD, phase="movement")
    changed = False
    for seed in range(10):
        twin = GAME.shuffled(state(match), "german", random.Random(seed))
        assert GAME.known_to(twin, "german") == GAME.known_to(state(match), "german")
        assert GAME.check(twin) == []
        changed |= twin != match.g
    assert changed


def test_7_3_a_soviet_plan_and_a_pending_vote_are_shuffled_too() -> None:
    match = play(position(FIELD, phase="plan", side="soviet"), "plan fight-fight")
    plans = {
        GAME.shuffled(state(match), "german", random.Random(n)).plan["soviet"] for n in range(20)
    }
    assert len(plans) == 4
    assert GAME.shuffled(state(match), "soviet", random.Random(1)).plan == state(match).plan
    match = play(position(FIELD, phase="extra turn", turn=7), "vote yes")
    votes = {
        GAME.shuffled(state(match), "soviet", random.Random(n)).stack[-1].chosen for n in range(20)
    }
    assert votes == {("vote yes",), ("vote no",)}


def test_7_3_a_stack_in_motion_is_shuffled_with_what_it_spent() -> None:
    match = position(FIELD + "\nu 3001 panzer\nq 5001 panzer\np 5001 panzer", phase="movement")
    play(match, "move a,b,u 3002")
    twins = [GAME.shuffled(state(match), "soviet", random.Random(n)) for n in range(20)]
    assert {twin.parent for twin in twins} != {state(match).parent}
    for twin in twins:
        moved = {twin.unit(unit).id for unit in twin.pile(twin.grid.find("3002"))}
        assert moved == set(twin.parent[0]) == set(twin.spent)
