"""8.0: movement over land; movement examples 1 and 2 on the game's own map."""

from typing import Any

import pytest

from kursk.core.match import Match
from kursk.core.paths import walk
from kursk.games.battle_for_kursk.movement import overland
from kursk.testing import goals, play, refused, rule, where
from tests.games.battle_for_kursk.helpers import position, state

WATER = {"1713/1813": ["major river"], "1712/1812": ["river"]}


def spent(match: Match, unit: str, way: str) -> int:
    """What a way costs on land: the points of the cheapest way to its end."""
    reach = match.reach(unit)["move"]
    return int(reach.cost(match.g.grid.find(way)))


def moving(units: str, side: str = "german", **more: Any) -> Match:
    return position(units, "movement", side, **more)


def test_8_0_a_unit_moves_hex_by_hex_within_its_allowance() -> None:
    match = moving("a:infantry@1413")
    assert rule(match, "move a 1513 1613 1713 1813 1913") == "8.0"
    assert rule(match, "move a 1513 1713") == "8.0"
    play(match, "move a 1513 1613 1713 1813")
    assert where(match, "a") == "1813"


def test_8_0_a_unit_moves_once_a_phase() -> None:
    match = play(moving("a:infantry@1413 b:infantry@1513"), "move a 1412")
    assert rule(match, "move a 1411") == "8.0"
    assert match.able() == ["b"]


def test_8_0_moving_is_optional() -> None:
    match = play(moving("a:infantry@1413", "russian", turn="8"), "end")
    assert where(match, "a") == "1413"


def test_8_0_every_kind_of_unit_moves_in_the_movement_phase() -> None:
    match = moving("a:infantry@1413 b:panzer@1613", "german")
    assert set(match.able()) == {"a", "b"}


def test_8_0_only_the_side_whose_phase_it_is() -> None:
    match = moving("a:infantry@1413 r:army@1813")
    assert rule(match, "move r 1812") == "8.0"
    assert rule(match, "move nobody 1812") == "8.0"


@pytest.mark.parametrize(
    ("kind", "cost"),
    [("open", 1), ("city", 1), ("major city", 1), ("forest", 2), ("rough", 2), ("marsh", 6)],
)
def test_8_0_costs_of_the_ground(kind: str, cost: int) -> None:
    match = moving("a:panzer@1713", hexes={"1813": [] if kind == "open" else [kind]})
    assert spent(match, "a", "1813") == cost


def test_8_0_marsh_takes_the_whole_allowance_from_the_start() -> None:
    match = moving("a:panzer@1613", hexes={"1813": ["marsh"]})
    assert "takes all 6 points" in refused(match, "move a 1713 1813").says
    play(match, "move a 1713")
    assert "1813" in goals(moving("a:panzer@1713", hexes={"1813": ["marsh"]}), "a")


def test_8_0_out_of_a_marsh_a_unit_moves_as_from_anywhere() -> None:
    match = moving("a:panzer@1713", hexes={"1713": ["marsh"]})
    assert spent(match, "a", "1813") == 1


def test_8_0_a_river_costs_nothing() -> None:
    match = moving("a:infantry@1712", sides=WATER)
    assert spent(match, "a", "1812") == 1


def test_8_0_a_major_river_takes_a_full_allowance() -> None:
    match = moving("a:guards@1713", "russian", sides=WATER, hexes={"1813": ["forest"]})
    play(match, "move a 1813")
    assert where(match, "a") == "1813"


def test_8_0_with_less_than_the_full_allowance_there_is_no_crossing() -> None:
    match = moving("a:guards@1613", "russian", sides=WATER)
    assert rule(match, "move a 1713 1813") == "8.0"


def test_8_0_after_crossing_a_major_river_the_move_is_over() -> None:
    match = moving("a:panzer@1713", sides=WATER)
    why = refused(match, "move a 1813 1913")
    assert (why.rule, why.says) == ("8.0", "1913 costs 1 point; a has spent 6 of its 6.")


def test_8_0_the_sea_is_never_entered() -> None:
    match = moving("g29@2525", real=True)
    assert rule(match, "move g29 2526") == "8.0"
    assert "2526" not in goals(match, "g29")


def test_8_2_1_no_unit_enters_a_hex_with_an_enemy() -> None:
    match = moving("a:panzer@1713 r:army@1813")
    assert rule(match, "move a 1813") == "8.2.1"


def test_8_2_2_a_unit_passes_a_friend_but_does_not_join_it() -> None:
    match = moving("a:infantry@1713 b:infantry@1813")
    assert rule(match, "move a 1813") == "8.2.2"
    play(match, "move a 1813 1913")
    assert where(match, "a") == "1913"


def test_8_2_2_8_3_11_1_passing_is_suggested_only_where_it_can_be_done() -> None:
    friends = "a:infantry@1713 b:infantry@1813"
    assert refused(moving(friends), "move a 1813").instead == "It may pass through."
    assert refused(moving(f"{friends} r:army@1913"), "move a 1813").instead == "", "a zone"
    assert refused(moving(friends, mud=True), "move a 1813").instead == "", "one hex in mud"


def test_8_2_2_no_offered_move_ends_on_a_friend() -> None:
    match = moving("a:panzer@1713 b:infantry@1813 c:infantry@1812")
    assert not goals(match, "a") & {"1813", "1812"}
    assert "1913" in goals(match, "a")


def test_8_3_an_enemy_zone_ends_the_move_and_leaving_one_is_free() -> None:
    match = moving("a:panzer@1713 r:army@1813")
    assert rule(match, "move a 1714 1715") == "8.3"
    assert rule(match, "move a 1613 1513") == ""


def test_8_3_no_offered_move_runs_through_a_zone() -> None:
    match = moving("a:panzer@1513 r:army@1813")
    zone = set(match.zones("russian"))
    for order in match.orders("a"):
        assert not set(order.split()[2:-1]) & zone, order
    assert {"1713", "1712"} <= goals(match, "a")


def test_8_0_nobody_moves_in_other_phases() -> None:
    match = position("a:panzer@1713 r:army@1813", "combat")
    assert rule(match, "move a 1613") == "8.0"


# -- movement example 1: the Russian armour and rail phase ---------------------------------------


def example_1() -> Match:
    return position("r63@2201 g56@2104 r1g@1803", "armour and rail", "russian", real=True)


def test_8_1_movement_example_1_armour_pays_for_forest_along_a_railway() -> None:
    """1903 open, 1904 forest: three points, though the railway runs there."""
    match = example_1()
    assert spent(match, "r1g", "1904") == 3
    assert rule(match, "rail r1g 1903") == "8.1"


def test_8_1_movement_example_1_a_river_costs_nothing() -> None:
    """2005 lies across the Ugra."""
    assert spent(example_1(), "r1g", "2005") == 4


def test_8_1_movement_example_1_no_further_forest_with_one_point_left() -> None:
    match = example_1()
    assert spent(match, "r1g", "1502") == 4
    assert "costs 2 points; r1g has spent 4 of its 5" in (
        refused(match, "move r1g 1703 1603 1502 1402").says
    )


# -- movement example 2: 5th Guards round the 52nd Corps -----------------------------------------


def example_2(start: str = "2115") -> Match:
    return position(f"r5gt@{start} g52@1715", "movement", "russian", real=True)


@pytest.mark.parametrize("way", ["1915 1815", "1816 1716"])
def test_8_3_movement_example_2_the_zone_of_the_52nd_stops_it(way: str) -> None:
    match = example_2("1916")
    assert rule(match, f"move r5gt {way} 1816") == "8.3"
    play(match, f"move r5gt {way}")
    assert where(match, "r5gt") == way.split()[1]


def test_8_3_movement_example_2_open_city_and_forest_to_the_last_point() -> None:
    """2015, 1916, 1917: one each; forest 1816 over the Psel: two; 1716, beside the 52nd: one."""
    match, way = example_2(), "2015 1916 1917 1816 1716"
    path = [match.g.grid.find(name) for name in f"2115 {way}".split()]
    ways, points = overland(state(match), match.g.roster.find("r5gt"))
    assert points == 6
    assert [walk(ways, path[:n], points) for n in range(2, 7)] == [1, 2, 3, 5, 6]
    assert "1716" in match.zones("german")
    play(match, f"move r5gt {way}")
    assert where(match, "r5gt") == "1716"


def test_8_3_movement_example_2_marsh_takes_all_six() -> None:
    match = example_2("1818")
    assert spent(match, "r5gt", "1718") == 6
    assert rule(example_2("1919"), "move r5gt 1818 1718") == "8.0"


def test_8_3_movement_example_2_through_sumy_with_two_points_left() -> None:
    """From 2213 Sumy is four away. Into a zone it stops; by the other way both points serve."""
    match = position("r5gt@2213 g2i@1715", "movement", "russian", real=True)
    assert spent(match, "r5gt", "1915") == 4
    assert rule(match, "move r5gt 2113 2013 1914 1915 1815 1714") == "8.3"
    match = position("r5gt@2213", "movement", "russian", real=True)
    assert spent(match, "r5gt", "1715") == 6
