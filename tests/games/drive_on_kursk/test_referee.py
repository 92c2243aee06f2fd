"""What a referee asks, and what a position file may leave unsaid."""

from typing import Any

import pytest

from kursk.core.position import BadPosition, write
from kursk.games.drive_on_kursk.pieces import movement_factor
from kursk.library import set_up
from kursk.testing import play, refused, says, where
from tests.games.drive_on_kursk.helpers import position, state

# -- reach -------------------------------------------------------------------------------------


@pytest.mark.parametrize("mark", ["moved", "reserve", "pinned"])
def test_9_2_9_7_10_2_who_may_not_move_reaches_nothing(mark: str) -> None:
    match = position(f"a 3010 tank-corps {mark}\nb 2010 rifle", side="soviet", phase="movement")
    assert match.reach("a") == {}
    assert set(match.reach("b")) == {"move", "road"}


def test_10_19_a_unit_under_way_keeps_to_its_mode() -> None:
    match = position("a 3010 panzer\nb 2010 panzer", phase="movement")
    assert set(play(match, "move a 3011").reach("a")) == {"move"}
    assert set(play(match, "road b 2011").reach("b")) == {"road"}


def test_8_6_infiltration_is_part_of_what_a_unit_reaches() -> None:
    units = "a 3010 panzer\ni 3010 infantry\nr 3011 rifle"
    match = position(units, phase="movement", hexes={"3110": ["swamp"]})
    find, found = match.g.grid.find, match.reach("a")["infiltrate"]
    assert {match.g.grid.name[hex]: cost for hex, cost in found.costs().items()} == {
        "2910": 1,
        "3110": 5,
    }
    assert found.path(find("3110")) == (find("3110"),)
    assert "infiltrate" not in match.reach("i")


@pytest.mark.parametrize(
    ("side", "phase"), [("german", "combat"), ("soviet", "combat"), ("soviet", "movement")]
)
def test_8_6_infiltration_is_part_of_it_outside_the_units_own_movement_too(
    side: str, phase: str
) -> None:
    """Asked at another time, a unit reaches what it would if its movement phase began now."""
    units = "a 3010 panzer\nb 3005 panzer\ni 3010 infantry\nr 3011 rifle\ns 4020 rifle"
    match = position(units, side=side, phase=phase)
    if phase == "movement":
        play(match, "move s 4021")
    found = match.reach("a")["infiltrate"].costs()
    assert {match.g.grid.name[hex] for hex in found} == {"2910", "3110"}
    assert "infiltrate" not in match.reach("b"), "it stands in no zone"
    assert "infiltrate" not in match.reach("i")


# -- a phase under way ---------------------------------------------------------------------------


def test_7_2_a_stack_may_come_back_to_the_hex_it_left() -> None:
    match = position("a 3010 panzer\nb 3010 panzer\nc 3010 panzer", phase="movement")
    play(match, "move a,b,c 3011 3010")
    assert where(match, "a") == "3010"


def test_4_2_a_move_ends_where_the_points_fall_to_zero() -> None:
    match = position("s 3001 rifle", side="soviet", phase="movement", vp=5)
    play(match, "move s 3000 2900")
    assert match.result.startswith("Soviet wins")
    assert (where(match, "s"), state(match).vp) == ("3000", -5)
    assert says(match)[-1] == "s: 3001 to 3000."


def test_8_6_10_19_a_unit_marked_as_moved_does_not_hide_how_the_others_began() -> None:
    units = "m 2010 panzer moved\na 3010 panzer\nr 3011 rifle\nb 4010 panzer"
    match = position(units, phase="movement")
    assert match.why_not("infiltrate a 3110") is None
    assert match.why_not("road b 4009") is None
    assert refused(match, "move m 2011").rule == "10.2"


def test_8_6_a_file_may_say_that_others_have_moved() -> None:
    match = position("a 3010 panzer\nr 3011 rifle\nb 4010 panzer", phase="movement", moving=True)
    assert refused(match, "infiltrate a 3110").says.startswith("All infiltration comes before")
    assert match.why_not("road b 4009") is None


# -- what a position file need not say -------------------------------------------------------------


def test_6_10_lgov_in_german_hands_is_cut_for_good() -> None:
    units = "s 3511 rifle\ng 3610 panzer\nh 3410 panzer\nj 3413 panzer\nk 3613 panzer"
    match = position(units, side="soviet", phase="movement", control={"german": ["3509"]})
    assert state(match).lgov_cut


@pytest.mark.parametrize(("turn", "result"), [(7, "Soviet wins"), (8, "Soviet wins")])
def test_4_10_two_noes_end_the_game_after_turn_7_and_after_turn_8(turn: int, result: str) -> None:
    match = play(position("a 3010 panzer", phase="extra turn", turn=turn), "vote no", "vote no")
    assert match.result.startswith(result)


def test_4_10_a_file_written_before_the_dice_are_rolled_asks_for_the_votes_anew() -> None:
    match = position("a 3010 panzer", phase="extra turn", turn=7)
    again = set_up(write(play(match, "vote yes", "vote no")))
    assert play(again, "vote no", "vote no").result.startswith("Soviet wins")


def test_4_10_after_turn_9_nobody_is_asked() -> None:
    match = position("a 3010 panzer", phase="extra turn", turn=9, vp=181)
    assert match.result == "German wins: 181 VP (4.2)"


@pytest.mark.parametrize(("gambit", "counters"), [(False, 1), (True, 2)])
def test_11_10_a_game_turn_begins_with_all_luftwaffe_counters(gambit: bool, counters: int) -> None:
    for side, phase in (("soviet", "plan"), ("german", "plan"), ("german", "player turn")):
        match = position("a 3010 panzer", side=side, phase=phase, gambit=gambit)
        assert state(match).air == counters


def test_9_2_4_9_with_the_gambit_no_unit_is_in_reserve() -> None:
    units = "t 3510 tank-corps reserve"
    match = position(units, side="soviet", phase="reserves", gambit=True)
    assert refused(match, "activate 3510").rule == "9.2"
    assert list(match.orders()) == ["end"]


def test_9_5_as_the_turn_begins_the_map_says_who_is_free() -> None:
    match = position("5ss conditional", phase="arrivals", turn=4, control={"german": ["3509"]})
    assert state(match).entitled == 2
    play(match, "enter 5ss 3000")


def test_9_6_as_the_turn_begins_the_map_says_how_many_are_free() -> None:
    held: dict[str, Any] = {"side": "soviet", "phase": "arrivals", "control": {"german": ["3415"]}}
    match = position("gt3 conditional\nr71 conditional", turn=4, **held)
    assert state(match).triggers == ("kursk",)
    late = position("gt3 conditional", turn=4, number=2, **held)
    assert state(late).triggers == ()
    assert refused(late, "enter gt3 3027").says.startswith("No conditional unit is free")


def test_5_2_the_number_of_the_phase_is_not_called_like_the_phase() -> None:
    """Files of before say `phase`, and are read as ever."""
    plan = {"german": "fight-fight", "soviet": "move-move"}
    match = position("a 3010 panzer", plan=plan, number=2)
    assert state(match).phase == 2
    text = write(match)
    assert 'phase = "combat"\n' in text and "\nnumber = 2\n" in text and "\nphase = 2" not in text
    old = set_up(text.replace("number = 2", "phase = 2"))
    assert old.g == match.g and write(old) == text


def test_5_2_where_the_plan_has_one_such_phase_it_is_that_one() -> None:
    plan = {"german": "move-fight", "soviet": "move-move"}
    assert state(position("a 3010 panzer", plan=plan, number=1)).phase == 2


@pytest.mark.parametrize(
    ("tracks", "says"),
    [
        ({"plan": {"german": "fight"}}, "set.plan: german fight"),
        ({"plan": {"axis": "move-move"}}, "set.plan: axis move-move"),
        ({"triggers": ["orel"]}, "set.triggers: no 'orel'"),
        ({"number": 3}, "set.number: 3 is not between 1 and 2"),
        ({"air": 2}, "set.air: 2 is not between 0 and 1"),
        ({"last_turn": 10}, "set.last_turn: 10"),
        ({"entitled": 5}, "set.entitled: 5"),
        ({"turn": 10}, "turn: 10 is not between 1 and 9"),
        ({"vp": 0}, "set.vp: 0; with no points left the Soviet has won"),
        ({"triggered": 10}, "set.triggered: 10"),
        ({"entered": -1}, "set.entered: -1"),
        ({"withdrawn": -1}, "set.withdrawn: -1"),
        ({"parent": [["a", "ghost"]]}, "set.parent: no unit 'ghost'"),
        ({"spent": {"ghost": 1}}, "set.spent: no unit 'ghost'"),
        ({"spent": {"a": -1}}, "set.spent: a -1; points spent are 0 or more"),
        ({"group": {"ghost": "1907-1"}}, "set.group: no unit 'ghost'"),
        ({"group": {"a": "1907"}}, "set.group: a '1907'; say a hex and a range, 1907-1"),
        ({"group": {"a": "9999-1"}}, "set.group: a '9999-1'"),
        ({"group": {"a": "1907-R"}}, "set.group: a '1907-R'"),
    ],
)
def test_5_1_a_track_that_no_game_could_show_is_named(tracks: dict[str, Any], says: str) -> None:
    with pytest.raises(BadPosition, match=f"^{says}"):
        position("a 3010 panzer", **tracks)


@pytest.mark.parametrize("unit", ["t turn-2 tank-corps reserve", "a 3010 panzer reserve"])
def test_9_1_only_soviets_on_the_map_are_in_reserve(unit: str) -> None:
    with pytest.raises(BadPosition, match=r"^units: . cannot be in reserve.*9\.1"):
        position(unit)


def test_5_4_a_soviet_order_of_phases_that_a_file_leaves_out_is_a_neutral_one() -> None:
    match = position("a 3010 panzer\nr 3020 rifle", phase="plan", plan={})
    play(match, "plan move-fight", "end", "end")
    assert says(match)[-1] == "The Soviet order of phases is fight-move."
    assert (match.actor, match.phase) == ("soviet", "combat")


def test_11_12_who_has_retreated_has_been_attacked() -> None:
    """So a hex in which nobody else stands is attacked no second time."""
    match = position("a 3010 panzer\nr 3011 rifle retreated")
    assert refused(match, "attack 3011 with a").rule == "11.4"
    assert match.receipt("attack 3011 with a") is None


def test_10_19_a_road_mark_tells_of_a_unit_in_motion_only() -> None:
    match = position("a 3010 panzer road\nr 3011 rifle\nb 4010 panzer road", phase="movement")
    assert set(match.reach("a")) == {"move", "infiltrate"}
    assert set(match.reach("b")) == {"move", "road"}
    for order in match.orders():
        assert match.why_not(order) is None, order


def test_4_2_a_game_that_is_over_can_be_set_up_again() -> None:
    match = position("s 3001 rifle", side="soviet", phase="movement", vp=5)
    play(match, "move s 3000")
    again = set_up(write(match))
    assert (again.result, again.check()) == (match.result, [])
    assert state(again).vp == -5


@pytest.mark.parametrize(
    ("like", "factor"),
    [
        ("panzer", 8),
        ("panzer-grenadier", 8),
        ("panzergrenadier", 8),
        ("infantry", 4),
        ("paratroop", 4),
        ("mountain", 4),
        ("rifle", 4),
        ("airborne", 4),
        ("tank", 8),
        ("mech", 8),
        ("motorized", 8),
        ("fortified-zone", 2),
    ],
)
def test_2_7_2_10_units_like_those_of_the_rulebook(like: str, factor: int) -> None:
    counter = position(f"a 3010 {like}").g.roster[-1]
    assert movement_factor(counter) == factor


# -- answers that help -------------------------------------------------------------------------


def test_6_3_what_cuts_a_unit_off_is_named() -> None:
    match = position("a 3010 rifle\nb 3009 panzer\nc 3011 panzer")
    found = match.supply("a")
    assert found is not None
    assert found.says == (
        "Enemy units, zones or cities close every path: 3109, 3110, 3009, 3011, 2909, 2910."
    )


def test_9_3_with_the_gambit_19th_panzer_is_no_reinforcement() -> None:
    match = position("19pz turn-3", phase="arrivals", turn=3, gambit=True)
    assert refused(match, "enter 19pz 3000").says.startswith("With the Gambit")


def test_8_6_11_14_orders_that_go_too_far_are_told_how_far_they_may() -> None:
    match = position("a 3010 panzer\nr 3011 rifle", phase="movement")
    assert refused(match, "infiltrate a 3110 3210").rule == "8.6"
    match = position("a 3009 panzer 20,10\nr 3010 rifle 1")
    play(match, "attack 3010 with a", "roll 1")
    why = refused(match, "advance a 3010 3011 3012")
    assert (why.rule, why.says) == ("11.14", "An advance goes two hexes at the most.")
