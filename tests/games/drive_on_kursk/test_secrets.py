"""3.5, 7.3: whatever a side is answered is worked out from what it knows."""

import random

import pytest

from kursk.core.match import Match
from kursk.games.drive_on_kursk import GAME
from kursk.games.drive_on_kursk.stacking import size
from kursk.library import start
from kursk.testing import play
from tests.games.drive_on_kursk.helpers import position, state

# In 3010 lie three corps, so that the hex is full; in 3110 a corps and two divisions.
STACKS = """
a 2002 panzer
s 3009 rifle
c1 3010 tank-corps
c2 3010 tank-corps
c3 3010 tank-corps
d1 3110 rifle
d2 3110 rifle
c4 3110 tank-corps
"""


def reached(match: Match, unit: str) -> set[str]:
    return {match.g.grid.name[hex] for hex in match.reach(unit)["move"].costs()}


def test_7_3_reach_does_not_tell_the_enemy_which_covered_stacks_are_full() -> None:
    match = position(STACKS, phase="movement", side="soviet")
    assert not {"3010"} & reached(match, "s") and "3110" in reached(match, "s")
    assert not {"3010"} & reached(match.known_to("soviet"), "s")
    for side in ("german", ""):
        assert {"3010", "3110"} <= reached(match.known_to(side), "s")


def test_7_3_a_stack_that_must_be_full_is_known_to_be() -> None:
    """7.5: nine counters of whatever size are nine thirds of a corps at the least."""
    nine = "".join(f"k{n} 3010 rifle\n" for n in range(9))
    match = position(f"a 2002 panzer\ns 3009 rifle\n{nine}", phase="movement", side="soviet")
    assert "3010" not in reached(match.known_to("german"), "s")


def test_7_3_what_is_hidden_may_be_of_another_size() -> None:
    g = state(position(STACKS, phase="movement", side="soviet"))
    full = {
        sum(size(twin, unit) for unit in twin.pile(twin.grid.find("3010")))
        for seed in range(20)
        for twin in [GAME.shuffled(g, "german", random.Random(seed))]
    }
    assert full == {5, 7, 9}


def test_7_3_covered_counters_are_nameless_and_numbered_by_where_they_lie() -> None:
    g = state(position(STACKS, phase="movement", side="soviet").known_to("german"))
    assert g.roster.find("c1") in g.roster.number.values()
    assert g.box[g.roster.find("c1")] == "covered" and g.at[g.roster.find("c1")] < 0
    lower = g.pile(g.grid.find("3010"))[:-1]
    assert [g.unit(unit).id for unit in lower] == ["", ""]
    assert [g.side_of(unit) for unit in lower] == ["soviet", "soviet"]


@pytest.mark.parametrize("side", ["german", ""])
def test_3_5_nothing_tells_where_the_soviet_deploys(side: str) -> None:
    match = play(start("drive_on_kursk", "historical"), "auto", "done")
    before = match.known_to(side)
    play(match, "auto")
    after = match.known_to(side)
    assert after.g == before.g and after.view(side) == before.view(side)
    assert after.zones("soviet") == before.zones("soviet") != match.zones("soviet")
    with pytest.raises(ValueError, match="not on the map"):
        after.reach("g48")


def test_3_5_the_soviet_himself_sees_where_he_stands() -> None:
    match = play(start("drive_on_kursk", "historical"), "auto", "done", "auto")
    assert match.known_to("soviet").zones("soviet") == match.zones("soviet")


def test_3_5_3_10_a_town_that_is_taken_in_the_set_up_is_not_told() -> None:
    match = position(
        "x reserve tank-corps\n1ss 1907",
        side="soviet",
        phase="reserve placement",
        hexes={"3016": ["town"]},
        control={"german": ["3016"]},
    )
    before = match.known_to("german")
    play(match, "place x 3016")
    assert match.known_to("german").g == before.g
    assert match.told("german")[-1][2:] == ("", ())
    assert [news.says for news in match.told("soviet")[-1][3]] == ["Soviet takes 3016: -1 VP."]


def test_3_7_reserves_of_the_gambit_are_placed_unseen() -> None:
    match = start("drive_on_kursk", "gambit")
    play(match, "auto", "auto", "done", "auto", "done")
    before = match.known_to("german")
    play(match, "auto")
    assert match.known_to("german").g == before.g
    assert match.zones("soviet") != before.zones("soviet")


def test_7_3_a_side_reads_the_names_of_its_own_units() -> None:
    text = "a 3009 panzer\nb 3009 panzer\nc 4009 panzer\nd 4009 panzer\nr 4010 rifle"
    match = position(text, phase="movement")
    play(match, "infiltrate c,d 4109", "move a,b 3008")
    assert [told(match, side, -2) for side in ("german", "soviet", "")] == [
        "c, d infiltrate from 4009 to 4109.",
        "Germans infiltrate from 4009 to 4109.",
        "Germans infiltrate from 4009 to 4109.",
    ]
    assert told(match, "german", -1) == "b, a: 3009 to 3008."
    assert told(match, "soviet", -1) == told(match, "", -1) == "b and 1 more: 3009 to 3008."


def told(match: Match, side: str, entry: int) -> str:
    return match.told(side)[entry][3][-1].says
