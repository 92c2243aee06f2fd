"""4.10, 6.9: extra turns and the end of the game."""

import pytest

from kursk.core.match import Match
from kursk.testing import play, refused, where
from tests.games.drive_on_kursk.helpers import EAST, WEST, position, state


def voting(turn: int = 7, vp: int = 100) -> Match:
    return position("a 3010 panzer\nr 3020 rifle", phase="extra turn", turn=turn, vp=vp)


def test_4_10_both_vote_unseen() -> None:
    match = voting()
    before = match.view("soviet")
    assert match.actor == "german"
    assert refused(match, "end").rule == "4.10"
    play(match, "vote yes")
    assert match.actor == "soviet"
    assert match.told("soviet")[-1][2:] == ("", ())
    assert match.view("soviet").tracks == before.tracks


def test_4_10_two_yes_play_on_at_no_price() -> None:
    match = play(voting(), "vote yes", "vote yes")
    assert (match.g.turn, state(match).vp, match.over) == (8, 100, False)


def test_4_10_two_no_end_the_game() -> None:
    match = play(voting(), "vote no", "vote no")
    assert match.over and match.result == "Soviet wins: 100 VP (4.2)"


def test_4_10_the_german_alone_pays_two_dice() -> None:
    match = play(voting(), "vote yes", "vote no", "roll 3", "roll 4")
    assert (match.g.turn, state(match).vp) == (8, 93)


def test_4_10_the_soviet_alone_gives_two_dice() -> None:
    match = play(voting(), "vote no", "vote yes", "roll 3", "roll 4")
    assert (match.g.turn, state(match).vp) == (8, 107)


def test_4_10_4_2_the_price_may_cost_the_game() -> None:
    """T-114."""
    match = play(voting(vp=8), "vote yes", "vote no", "roll 4", "roll 5")
    assert match.over and match.result.startswith("Soviet wins")


def test_4_10_after_turn_8_it_is_three_dice() -> None:
    """T-115."""
    match = play(voting(turn=8), "vote no", "vote yes", "roll 3", "roll 5", "roll 6")
    assert (match.g.turn, state(match).vp) == (9, 114)


def test_4_10_after_turn_9_there_is_no_vote() -> None:
    """T-117."""
    match = position(
        "a 3010 panzer\nr 3020 rifle", phase="movement", side="soviet", turn=9, last_turn=9
    )
    play(match, "end", "end")
    assert match.over


def test_4_10_the_vote_comes_after_turn_7_and_not_before() -> None:
    for turn, title in ((6, "Order of phases"), (7, "Extra turn")):
        match = position("a 3010 panzer\nr 3020 rifle", phase="movement", side="soviet", turn=turn)
        play(match, "end", "end")
        assert match.where()[-1][0] == title


# -- 6.9 -----------------------------------------------------------------------------------------


def test_6_9_unsupplied_units_are_eliminated_with_their_points() -> None:
    match = position(
        "a 3010 panzer\nr 3020 rifle\nt 3021 tank-corps",
        phase="end",
        control={"german": EAST},
    )
    assert (where(match, "r"), where(match, "t"), where(match, "a")) == ("dead", "dead", "3010")
    assert state(match).vp == 64


def test_6_9_it_is_said_why_and_by_which_rule() -> None:
    match = position(
        "a 3010 panzer\nr 3020 rifle", phase="extra turn", turn=7, control={"german": EAST}
    )
    play(match, "vote no", "vote no")
    (line,) = [news for news in match.log[-1].news if "eliminated" in news.says]
    assert line.says == "r is eliminated, out of supply at the end: +1 VP."
    assert line.rule == "6.9, 4.7"


def test_6_9_soviets_go_first_and_may_free_a_german() -> None:
    """T-120: cut-off Soviets cut a German off; when they are gone he is in supply."""
    around = ["2909", "2910", "3009", "3011", "3109", "3110"]
    ring = "\n".join(f"q{hex} {hex} rifle" for hex in around)
    match = position(f"a 3010 panzer\n{ring}", phase="end", control={"german": EAST})
    assert where(match, "a") == "3010"
    assert state(match).vp == 66


def test_6_9_then_the_germans_still_cut_off() -> None:
    """Supplied Soviets cut him off: he goes."""
    around = ["2909", "2910", "3009", "3011", "3109", "3110"]
    ring = "\n".join(f"q{hex} {hex} rifle" for hex in around)
    match = position(f"a 3010 panzer\n{ring}", phase="end")
    assert where(match, "a") == "dead"
    assert state(match).vp == 56
    assert match.g.owner(match.g.grid.find("3010")) == "soviet"


@pytest.mark.parametrize(("hex", "points"), [("3010", 1), ("3509", 10)])
def test_6_9_the_hex_passes_to_the_other_side_with_its_points(hex: str, points: int) -> None:
    """T-121."""
    match = position(
        f"a {hex} infantry", phase="end", hexes={hex: ["town"]}, control={"soviet": WEST}
    )
    assert state(match).vp == 60 - 2 - points


def test_6_9_ground_gained_from_soviets_counts_before_the_germans_are_checked() -> None:
    """The cut-off garrison of a city falls, and the way through the city is open."""
    rows = [row for row in range(10, 61) if row != 31]
    line = "\n".join(f"i{row} {row}05 infantry" for row in rows)
    match = position(
        f"a 3110 panzer\nr 3105 rifle\n{line}",
        phase="end",
        hexes={"3105": ["city"]},
        control={"german": EAST},
    )
    assert where(match, "r") == "dead"
    assert match.g.owner(match.g.grid.find("3105")) == "german"
    assert where(match, "a") == "3110"
    assert state(match).vp == 60 + 1 + 10


def test_6_9_reserves_are_tested_and_lgov_is_supplied() -> None:
    """A-53."""
    match = position(
        "a 2010 panzer\nt 3020 tank-corps reserve\nr 3509 rifle",
        phase="end",
        control={"german": EAST},
    )
    assert (where(match, "t"), where(match, "r")) == ("dead", "3509")


def test_6_9_only_at_the_very_end() -> None:
    match = position("a 3010 panzer\nr 3020 rifle", phase="movement", control={"german": EAST})
    play(match, "end", "end", "end", "end")
    assert where(match, "r") == "3020"
