"""16.1: limited intelligence."""

from kursk.core.counters import Counter
from kursk.core.view import Seen
from kursk.games.spi_kursk.announce import refused_attacker
from kursk.games.spi_kursk.fog import veiled
from tests.games.spi_kursk.helpers import play, position, state

STACK = "rc15@3030+static rc29-@3030+static"


def test_16_1_only_the_top_of_a_stack_that_is_not_near() -> None:
    match = position(f"{STACK} 2pz@3034+mobile", limited=True)
    assert match.view("german").stacks["3030"] == (Seen("soviet", "rc29"), Seen("soviet"))
    own = match.view("soviet").stacks["3030"]
    assert [(seen.unit, seen.step) for seen in own] == [("rc29", 1), ("rc15", 0)]


def test_16_1_next_to_it_all_is_seen_and_the_move_cannot_be_taken_back() -> None:
    match = position(f"{STACK} 2pz@3034+mobile", limited=True)
    play(match, "move 2pz 3033 3032 3031")
    seen = match.view("german").stacks["3030"]
    assert [(each.unit, each.step) for each in seen] == [("rc29", 1), ("rc15", 0)]
    assert match.undoable == 0


def test_16_1_without_the_option_all_lies_open() -> None:
    match = position(f"{STACK} 2pz@3034+mobile")
    assert [seen.unit for seen in match.view("german").stacks["3030"]] == ["rc29", "rc15"]


def test_16_1_modes_are_told_to_their_own_side_only() -> None:
    match = position("c47@1010 2pz@1010 x:rifle@2020+static", "command", limited=True)
    play(match, "mode c47 assault")
    assert match.told("soviet")[-1][2:] == ("", ())
    assert match.told("german")[-1][2] == "mode c47 assault"
    assert match.view("soviet").stacks["1010"][0].marks == ()


def test_16_1_what_lies_covered_here_is_no_other_there() -> None:
    """Two positions may have as many covered counters of a side, and others."""
    roster = position(STACK).g.roster
    kinds = [
        Counter("", "a covered counter", "soviet", type, ("0",), more={"class": "I", "stack": "1"})
        for type in ("infantry", "armour")
    ]
    infantry, armour = (veiled(roster, (counter,)) for counter in kinds)
    assert (infantry[-1].type, armour[-1].type) == ("infantry", "armour")


def test_16_1_no_odds_of_an_attack_by_a_unit_whose_mode_is_not_known() -> None:
    far = position("x:rifle@2020+assault 2pz@2021+mobile 7pz@3034+mobile", limited=True)
    g = state(far.known_to("german"))
    g.assault = 0  # as if it stood afar
    why = refused_attacker(g, g.roster.find("x"))
    assert why is not None and why.rule == "16.1"
