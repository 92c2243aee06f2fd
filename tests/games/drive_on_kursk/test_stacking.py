"""7: stacking."""

import pytest

from kursk.contract.wander import play_out
from kursk.games.drive_on_kursk.stacking import fits, overfull
from kursk.testing import play, refused, where
from tests.games.drive_on_kursk.helpers import position, state

FOUR = "".join(f"{id} 3010 tank-corps 9\n" for id in "abcd")


def test_7_4_three_german_units_whatever_their_steps() -> None:
    text = "a 3010 panzer\nb 3010 infantry reduced\nc 3010 infantry\n"
    assert not overfull(state(position(text)))
    assert overfull(state(position(text + "d 3010 infantry reduced")))


def test_7_5_three_soviet_corps_or_nine_divisions() -> None:
    corps = "a 3010 tank-corps\nb 3010 tank-corps\n"
    for text in (
        corps + "c 3010 rifle\nd 3010 rifle\ne 3010 rifle",
        "\n".join(f"{id} 3010 rifle" for id in "abcdefghi"),
        corps + "c 3010 tank-corps",
    ):
        assert not overfull(state(position(text)))
        assert overfull(state(position(text + "\nz 3010 rifle")))


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
    match = position(FOUR, phase="movement", side="soviet")
    play(match, "end")
    assert match.actor == "soviet"
    assert refused(match, "end").rule == "7.2"
    assert set(match.orders()) == {f"remove {id}" for id in "abcd"}
    play(match, "remove b")
    assert where(match, "b") == "dead"
    assert state(match).vp == 63
    assert match.check() == []


def test_7_2_and_at_the_end_of_a_battle() -> None:
    match = position(FOUR + "e 5005 rifle 8\nf 5006 infantry")
    play(match, "attack 5005 with f", "roll 5")
    assert (match.actor, match.rule) == ("soviet", "7.2")
    play(match, "remove d")
    assert match.phase == "combat" and match.actor == "german"


@pytest.mark.parametrize("phase", ["end", "extra turn"])
def test_7_2_before_the_points_are_counted(phase: str) -> None:
    match = play(position(FOUR, phase=phase, turn=7), "remove a")
    assert where(match, "a") == "dead" and state(match).vp == 63


def test_7_2_who_stands_too_many_may_go_elsewhere_in_time() -> None:
    match = position(FOUR, phase="movement", side="soviet")
    play(match, "move a 3011", "end")
    assert match.rule != "7.2" and where(match, "a") == "3011"


def test_7_2_7_3_the_odds_against_an_over_stacked_hex_are_told() -> None:
    """Of four corps the German sees one; no three of the others would be allowed there."""
    match = position(FOUR + "f 3009 panzer 60,30")
    known = match.receipt("attack 3010 with f", "german")
    assert known is not None and known.totals == ("60", "≥ 36")
    true = match.game.receipt(match.g, "attack 3010 with f", "german")
    assert true is not None and true.totals == ("60", "36")


@pytest.mark.parametrize("seed", range(3))
def test_7_2_in_play_no_hex_ever_holds_too_much(seed: int) -> None:
    for match, _ in play_out("drive_on_kursk", seed):
        g = state(match)
        assert g.deploying or not overfull(g)


def test_7_2_reinforcements_keep_the_limits() -> None:
    match = position(
        "19pz turn-3\na 3000 panzer\nb 3000 panzer\nc 3000 panzer", phase="arrivals", turn=3
    )
    assert refused(match, "enter 19pz 3000").rule == "7.2"
    play(match, "enter 19pz 3100")
