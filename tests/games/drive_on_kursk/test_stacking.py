"""7: stacking."""

import pytest

from kursk.core.position import BadPosition
from kursk.games.drive_on_kursk.stacking import fits, overfull
from tests.games.drive_on_kursk.helpers import play, position, refused, state, where


def test_7_4_three_german_units_whatever_their_steps() -> None:
    position("a 3010 panzer\nb 3010 infantry reduced\nc 3010 infantry")
    with pytest.raises(BadPosition, match="over-stacked"):
        position("\n".join(f"{id} 3010 infantry reduced" for id in "abcd"))


def test_7_5_three_soviet_corps_or_nine_divisions() -> None:
    position("a 3010 tank-corps\nb 3010 tank-corps\nc 3010 rifle\nd 3010 rifle\ne 3010 rifle")
    position("\n".join(f"{id} 3010 rifle" for id in "abcdefghi"))
    with pytest.raises(BadPosition, match="over-stacked"):
        position("a 3010 tank-corps\nb 3010 tank-corps\nc 3010 tank-corps\nd 3010 rifle")


def test_2_8_7_5_brigades_and_fortified_zones_count_as_divisions() -> None:
    """A-05."""
    match = position("a 3010 tank-corps\nb 3010 tank-corps\nc 3010 brigade\nd 3010 fz\ne 3011 fz")
    g = state(match)
    assert fits(g, (g.roster.find("e"),), g.grid.find("3010"))
    match = position(
        "a 3010 tank-corps\nb 3010 tank-corps\nc 3010 brigade\nd 3010 fz\nf 3010 rifle\ne 3011 fz"
    )
    g = state(match)
    assert not fits(g, (g.roster.find("e"),), g.grid.find("3010"))


def test_7_2_a_full_hex_may_not_even_be_passed() -> None:
    """T-028, A-25."""
    full = "a 3011 panzer\nb 3011 panzer\nc 3011 panzer"
    match = position(f"{full}\nd 3010 panzer", phase="movement")
    assert refused(match, "move d 3011 3012").rule == "7.2"
    play(match, "move a 3111", "move d 3011 3012")
    assert where(match, "d") == "3012"


def test_7_2_any_number_may_pass_one_after_the_other() -> None:
    match = position(
        "a 3009 panzer\nb 3009 panzer\nc 3109 panzer\nd 3109 panzer\ne 2909 panzer",
        phase="movement",
    )
    for id, end in zip("abcde", ("3011", "3110", "2910", "3011", "3110"), strict=True):
        play(match, f"move {id} 3010 {end}")
        assert where(match, id) == end


def test_7_2_units_that_began_together_may_part() -> None:
    match = position("a 3010 panzer\nb 3010 panzer", phase="movement")
    play(match, "move a 3011", "move b 3009")
    assert (where(match, "a"), where(match, "b")) == ("3011", "3009")


def test_7_2_at_the_end_of_a_phase_the_owner_eliminates_what_is_too_much() -> None:
    """T-111, A-44: four corps in a hex; the German gains three."""
    match = position(
        "a 3010 tank-corps\nb 3010 tank-corps\nc 3010 tank-corps\nd 3011 tank-corps",
        phase="movement",
        side="soviet",
    )
    match.g.place(match.g.roster.find("d"), match.g.grid.find("3010"))
    assert overfull(state(match)) == 1 << match.g.grid.find("3010")
    play(match, "end")
    assert match.actor == "soviet"
    assert refused(match, "end").rule == "7.2"
    assert set(match.orders()) == {f"remove {id}" for id in "abcd"}
    play(match, "remove b")
    assert where(match, "b") == "dead"
    assert state(match).vp == 63
    assert match.check() == []


def test_7_2_reinforcements_keep_the_limits() -> None:
    match = position(
        "19pz turn-3\na 3000 panzer\nb 3000 panzer\nc 3000 panzer", phase="arrivals", turn=3
    )
    assert refused(match, "enter 19pz 3000").rule == "7.2"
    play(match, "enter 19pz 3100")
