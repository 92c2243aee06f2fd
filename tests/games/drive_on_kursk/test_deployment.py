"""3: set-up and hex control."""

import pytest

from kursk import library
from kursk.core.match import Match
from kursk.core.position import BadPosition
from kursk.games.drive_on_kursk import GAME
from kursk.games.drive_on_kursk.deployment import quick_start
from kursk.games.drive_on_kursk.state import zone
from kursk.testing import play, refused, where
from tests.games.drive_on_kursk.helpers import position, state


def start(scenario: str = "historical") -> Match:
    return library.start("drive_on_kursk", scenario)


def soviet() -> Match:
    """The German has deployed."""
    return play(start(), "auto", "done")


def boxed(match: Match, box: str, side: str) -> list[str]:
    g = match.g
    return [g.unit(u).id for u, b in enumerate(g.box) if b == box and g.side_of(u) == side]


# -- 3.1-3.3, 3.9: what lies where before anybody decides ------------------------------------


def test_3_1_the_first_piles_know_no_stacking_limit() -> None:
    match = start()
    assert match.check() == []
    assert len(match.g.pile(match.g.grid.find("5713"))) == 5


def test_3_1_a_player_places_only_his_own_units() -> None:
    match = start()
    assert match.actor == "german"
    assert refused(match, "place r212 5916").rule == "3.1"


def test_3_1_one_player_after_the_other_the_german_first() -> None:
    match = start()
    assert match.actor == "german"
    play(match, "auto", "done")
    assert match.actor == "soviet"


def test_3_2_the_german_piles() -> None:
    match = start()
    assert len(boxed(match, "gambit", "german")) == 15
    assert boxed(match, "conditional", "german") == ["5ss", "17pz", "23pz", "8pz"]
    assert boxed(match, "turn 3", "german") == ["19pz"]
    assert {where(match, id) for id in ("1ss", "2ss", "3ss")} == {"1907"}
    for unit in match.g.on_map("german"):
        counter = match.g.unit(unit)
        assert where(match, counter.id) == counter.setup.partition("-")[0]


def test_3_3_the_soviet_piles() -> None:
    match = start()
    assert len(boxed(match, "conditional", "soviet")) == 42
    assert len(boxed(match, "turn 2", "soviet") + boxed(match, "turn 4", "soviet")) == 5
    for unit in match.g.on_map("soviet"):
        counter = match.g.unit(unit)
        assert where(match, counter.id) == counter.setup.partition("-")[0]
        assert bool(state(match).reserve >> unit & 1) == counter.setup.endswith("-R")


def test_3_3_9_1_reserves_lie_face_down_in_eight_stacks() -> None:
    match = start()
    reserves = match.view("german").tracks["reserves"]
    assert len(reserves) == 8
    for hex in reserves:
        assert {seen.unit for seen in match.view("german").stacks[hex]} == {""}


def test_9_1_four_rifle_divisions_are_no_reserves_whatever_their_backs_say() -> None:
    match = start()
    for id in ("r309", "r325", "r348", "r354"):
        assert not state(match).reserve >> match.g.roster.find(id) & 1


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_3_9_the_game_begins_with_60_points_on_turn_1(scenario: str) -> None:
    view = start(scenario).view("german")
    assert (view.tracks["vp"], view.turn) == (60, "1")


# -- 3.4: the German deployment ----------------------------------------------------------------


def offered(match: Match, unit: str) -> set[str]:
    return {order.split()[2] for order in match.orders(unit)}


def test_3_4_the_ss_may_stay_or_go_one_hex_together_or_apart() -> None:
    """E-05."""
    match = start()
    around = {"1907", "1807", "1808", "1906", "1908", "2007", "2008"}
    assert offered(match, "1ss") == around
    play(match, "place 1ss 1908", "place 2ss 1908", "place 3ss 2007")
    assert (where(match, "1ss"), where(match, "2ss"), where(match, "3ss")) == (
        "1908",
        "1908",
        "2007",
    )


def test_3_4_third_condition_piles_do_not_mix() -> None:
    """E-06: 1908 is for the one group or for the other."""
    match = play(start(), "place 1ss 1908")
    why = refused(match, "place 6pz 1908")
    assert (why.rule, why.hexes) == ("3.4", ("1908",))
    match = play(start(), "place 6pz 1908")
    assert refused(match, "place 1ss 1908").rule == "3.4"


def test_3_4_fourth_condition_range_is_counted_from_the_hex_next_door() -> None:
    """E-07: 1503-3."""
    match = start()
    for hex in ("1504", "1505", "1506"):
        assert match.why_not(f"place 355 {hex}") is None
    assert refused(match, "place 355 1507").rule == "3.4"


def test_3_4_range_is_counted_in_any_direction() -> None:
    found = offered(start(), "355")
    assert {"1803", "1203", "1500", "1704", "1305"} <= found


def test_3_4_first_condition_no_hex_is_over_stacked() -> None:
    why = refused(start(), "done")
    assert why.rule == "3.4"
    assert why.says == "Over-stacked: 2903, 4314, 4316, 4409, 4821, 5317 and 1 more."
    assert "5713" in why.hexes


def test_3_4_stacking_holds_where_a_unit_is_placed() -> None:
    match = play(start(), *(f"place {id} 5813" for id in ("321", "339", "110")))
    assert refused(match, "place 134 5813").rule == "7.2"


def test_3_4_3_8_second_condition_the_front_is_covered_belgorod_too() -> None:
    match = play(start(), "auto")
    assert match.why_not("done") is None
    play(match, "place 168 2112", "place 106 1912", "place 320 1912")
    why = refused(match, "done")
    assert (why.rule, why.hexes) == ("3.4", ("1814",))
    assert why.says == "No unit and no zone of yours covers the front at 1814."
    bare = refused(position("355 1503", phase="deployment"), "done").hexes
    assert len(bare) == 84 and "2113" in bare


def test_3_4_an_enemy_zone_does_not_count_against_the_cover() -> None:
    """T-135: an empty fort in German and in Soviet zones alike."""
    match = soviet()
    play(match, "auto")
    g = state(match)
    empty = g.board.hexes["soviet front"] & ~g.held["soviet"]
    assert empty & zone(g, "soviet") & zone(g, "german")
    assert match.why_not("done") is None


def test_3_4_3_8_the_german_stays_on_his_side() -> None:
    """E-08: 1713 is German, 1714 Soviet."""
    match = start()
    assert refused(match, "place 39 1714").rule == "3.8"
    assert match.why_not("place 39 1713") is None


def test_3_4_once_play_begins_nobody_need_hold_the_front() -> None:
    match = library.start("drive_on_kursk")
    play(match, "plan move-move", "plan move-move")
    way = next(order for order in match.orders("321") if order.endswith("6010"))
    play(match, way)
    assert match.check() == []


def test_3_4_the_soviet_may_watch() -> None:
    match = play(start(), "place 1ss 1908")
    assert match.told("soviet")[-1][2] == "place 1ss 1908"
    assert {seen.unit for seen in match.view("soviet").stacks["1907"]} == {"2ss", "3ss"}


def test_3_4_auto_keeps_what_was_placed_by_hand() -> None:
    match = play(start(), "place 1ss 1908", "auto")
    assert where(match, "1ss") == "1908"
    assert match.why_not("done") is None


def test_3_4_auto_mends_a_spoilt_deployment() -> None:
    match = start()
    for id in ("168", "106", "320"):
        play(match, next(o for o in match.orders(id) if "2113" not in o and "191" not in o))
    play(match, "auto")
    assert match.why_not("done") is None


# -- 3.5: the Soviet deployment ------------------------------------------------------------------


def test_3_5_reserves_stay() -> None:
    why = refused(soviet(), "place t1 5819")
    assert (why.rule, why.units) == ("3.5", ("t1",))


def test_3_5_nobody_joins_a_reserve() -> None:
    """T-136."""
    assert refused(soviet(), "place g14 1418").rule == "3.5"


def test_3_5_the_same_conditions_on_the_soviet_side() -> None:
    match = soviet()
    assert refused(match, "done").rule == "3.4"
    assert refused(match, "place r19 1713").rule == "3.8"
    assert refused(match, "place fz115 3720").rule == "3.4"
    play(match, "auto")
    assert match.why_not("done") is None


def test_3_5_only_the_westernmost_line_must_be_covered() -> None:
    """A-10: the belts behind it hold nobody in many places."""
    match = play(soviet(), "auto")
    g = state(match)
    belts = g.board.hexes["fort soviet"] & ~g.board.hexes["soviet front"]
    assert belts & ~g.held["soviet"] & ~zone(g, "soviet")
    assert match.why_not("done") is None


def test_3_5_the_german_does_not_see_it() -> None:
    match = soviet()
    before = match.view("german")
    play(match, "place g14 1515", "place g14 1415", "top g14", "auto")
    assert match.told("german")[-1][2:] == ("", ())
    assert match.view("german").stacks == before.stacks
    tops = {pile[0].side for pile in match.view("german").stacks.values() if pile[0].unit}
    assert tops == {"german"}
    play(match, "done")
    assert match.view("german").stacks["1415"][0].unit == "g48"


def test_9_2_a_reserve_next_to_a_german_wakes_before_turn_1() -> None:
    """A-12: without VP."""
    match = soviet()
    g = match.g
    g.place(g.roster.find("4pz"), g.grid.find("5819"))
    g.own(g.grid.find("5819"), "german")
    play(match, "auto", "done")
    assert "5820" not in match.view("german").tracks["reserves"]
    assert len(match.view("german").tracks["reserves"]) == 7
    assert state(match).vp == 60


# -- the quick start -----------------------------------------------------------------------------


def test_3_4_3_5_the_quick_start_is_a_legal_deployment() -> None:
    quick, by_hand = start("quick"), play(soviet(), "auto", "done")
    for id, hex in quick_start().items():
        assert where(quick, id) == where(by_hand, id) == hex
    assert quick.actor == "soviet"
    assert quick.where()[-1][0] == "Order of phases"


# -- 3.10: control -------------------------------------------------------------------------------


def test_3_10_control_flips_the_instant_an_enemy_enters_any_number_of_times() -> None:
    match = position("a 3010 panzer\nr 3020 rifle", phase="movement")
    hex = match.g.grid.find("3011")
    assert match.g.owner(hex) == "soviet"
    play(match, "move a 3011 3010")
    assert match.g.owner(hex) == "german"
    match = position("r 3012 rifle\na 3003 panzer", phase="movement", side="soviet")
    match.g.own(hex, "german")
    play(match, "move r 3011")
    assert match.g.owner(hex) == "soviet"


def test_3_10_a_zone_changes_nothing() -> None:
    match = position("a 3010 panzer\nr 3020 rifle", phase="movement")
    play(match, "move a 3011 3012")
    assert match.g.owner(match.g.grid.find("3013")) == "soviet"
    assert match.g.owner(match.g.grid.find("3111")) == "soviet"


def test_3_10_every_hex_has_an_owner() -> None:
    """A-08."""
    g = start().g
    assert g.control["german"] | g.control["soviet"] == g.grid.all
    assert not g.control["german"] & g.control["soviet"]


def test_bad_positions_name_what_is_wrong() -> None:
    with pytest.raises(BadPosition, match=r"units.r.at: 3010 holds the enemy a"):
        position("a 3010 panzer\nr 3010 rifle")


def test_9_1_in_the_set_up_a_counter_with_an_r_is_in_reserve() -> None:
    match = position("t1 5820\nr 5820 rifle", side="soviet", phase="deployment")
    assert refused(match, "place t1 5819").rule == "3.5"
    assert match.why_not("auto") is None
    for order in match.orders():
        assert match.why_not(order) is None, order
