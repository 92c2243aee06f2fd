"""8.1: rail movement of infantry, and movement example 1."""

from typing import Any

from kursk.core.match import Match
from kursk.testing import goals, play, rule, where
from tests.games.battle_for_kursk.helpers import position

LINE = ["1413", "1513", "1613", "1713", "1813", "1913", "2013"]
RAILS = {f"{a}/{b}": ["rail"] for a, b in zip(LINE, LINE[1:], strict=False)}


def rails(
    units: str, side: str = "german", sides: dict[str, list[str]] | None = None, **more: Any
) -> Match:
    return position(units, "armour and rail", side, sides={**RAILS, **(sides or {})}, **more)


def test_8_1_infantry_goes_along_the_line_at_a_point_a_hex() -> None:
    match = rails("a:infantry@1413", hexes={"1513": ["forest"], "1613": ["marsh"]})
    reach = match.reach("a")["rail"]
    assert reach.cost(match.g.grid.find("1813")) == 4
    play(match, "rail a 1513 1613 1713 1813")
    assert where(match, "a") == "1813"


def test_8_1_not_farther_than_its_allowance() -> None:
    assert rule(rails("a:infantry@1413"), "rail a 1513 1613 1713 1813 1913") == "8.1"


def test_8_1_never_off_the_line() -> None:
    match = rails("a:infantry@1413")
    assert rule(match, "rail a 1513 1512") == "8.1"
    assert goals(match, "a") == {"1513", "1613", "1713", "1813"}


def test_8_1_two_rail_hexes_without_a_line_between_them_are_not_joined() -> None:
    match = rails("a:infantry@1613", sides={"1512/1612": ["rail"]})
    assert rule(match, "rail a 1612") == "8.1"


def test_8_1_shock_is_infantry() -> None:
    match = rails("a:shock@2413", "russian", sides={"2313/2413": ["rail"]})
    assert goals(match, "a") == {"2313"}


def test_8_1_infantry_off_the_line_or_across_the_start_line_stays() -> None:
    match = rails("a:infantry@1411 b:army@1413 c:army@2313", "russian")
    assert match.able() == []
    assert rule(match, "rail b 1513") == "8.1"
    assert rule(match, "rail c 2213") == "8.1"
    assert rule(rails("a:infantry@1411"), "move a 1412") == "8.1"


def test_8_1_once_begun_it_may_cross_the_start_line() -> None:
    """In row 13 the line runs between 1813 and 1913."""
    match = rails("a:infantry@1713")
    play(match, "rail a 1813 1913 2013")
    assert where(match, "a") == "2013"


def test_8_1_next_time_it_must_begin_on_its_own_side_again() -> None:
    match = rails("a:infantry@1913")
    assert match.able() == []
    assert rule(match, "rail a 1813") == "8.1"


def test_8_1_armour_moves_in_this_phase_but_not_by_rail() -> None:
    match = rails("a:panzer@1413", hexes={"1513": ["forest"]})
    assert rule(match, "rail a 1513") == "8.1"
    assert match.reach("a")["move"].cost(match.g.grid.find("1513")) == 2


def test_8_1_in_the_movement_phase_a_railway_helps_nobody() -> None:
    match = position(
        "a:infantry@1413", "movement", sides=RAILS, hexes={"1513": ["forest"], "1613": ["forest"]}
    )
    assert match.reach("a")["move"].cost(match.g.grid.find("1613")) == 4
    assert rule(match, "rail a 1513") == "8.1"


def test_8_1_infantry_that_went_by_rail_moves_again_in_the_movement_phase() -> None:
    match = rails("a:infantry@1413 r:army@2500")
    play(match, "rail a 1513", "end", "end", "move a 1512")
    assert where(match, "a") == "1512"


def test_8_1_a_major_river_costs_a_train_one_point() -> None:
    match = rails("a:infantry@1413", sides={"1413/1513": ["rail", "major river"]})
    assert match.reach("a")["rail"].cost(match.g.grid.find("1513")) == 1


def test_8_1_8_3_a_train_stops_in_an_enemy_zone_and_may_start_in_one() -> None:
    match = rails("a:infantry@1413 r:army@1312 s:army@1712")
    assert rule(match, "rail a 1513 1613 1713 1813") == "8.3"
    play(match, "rail a 1513 1613 1713")
    assert where(match, "a") == "1713"


def test_8_1_8_2_2_a_train_passes_friends_and_ends_on_none() -> None:
    match = rails("a:infantry@1413 b:infantry@1513")
    assert rule(match, "rail a 1513") == "8.2.2"
    assert goals(match, "a") == {"1613", "1713", "1813"}


def test_8_1_rails_run_through_enemy_cities() -> None:
    match = rails("a:infantry@1413", hexes={"1513": ["city"]}, control={"russian": ["1513"]})
    play(match, "rail a 1513 1613")
    assert match.g.owner(match.g.grid.find("1513")) == "german"


# -- movement example 1 --------------------------------------------------------------------------


def example(units: str) -> Match:
    return position(units, "armour and rail", "russian", real=True)


def test_8_1_movement_example_1_50th_army_goes_four_hexes() -> None:
    match = play(example("r50@1907"), "rail r50 1906 2005 2004 2103")
    assert where(match, "r50") == "2103"


def test_8_1_movement_example_1_50th_army_stops_short_of_an_occupied_hex() -> None:
    match = example("r50@1907 r49@2103")
    assert rule(match, "rail r50 1906 2005 2004 2103") == "8.2.2"
    assert match.reach("r50")["rail"].cost(match.g.grid.find("2004")) == 3
    play(match, "rail r50 1906 2005 2004")


def test_8_1_movement_example_1_63rd_army_west_for_four() -> None:
    match = example("r63@2201 g56@2104 r1g@1803")
    assert match.reach("r63")["rail"].cost(match.g.grid.find("1801")) == 4
    play(match, "rail r63 2101 2001 1901 1801")


def test_8_1_movement_example_1_63rd_army_south_west_meets_the_56th() -> None:
    """2103 lies in the zone of the 56th, and beyond it the next hex is occupied."""
    match = example("r63@2201 g56@2104 r49@2004")
    assert rule(match, "rail r63 2102 2103 2004") == "8.3"
    play(match, "rail r63 2102 2103")


def test_8_1_movement_example_1_63rd_army_towards_tula_stops_after_two() -> None:
    match = example("r63@2201 g56@2104")
    assert rule(match, "rail r63 2202 2203 2204") == "8.3"
    play(match, "rail r63 2202 2203")
