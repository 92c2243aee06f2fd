"""6: supply. On the blank map the German is fed from column 00, the Soviet from column 27."""

from kursk.core.game import Supply
from kursk.core.match import Match
from kursk.testing import play
from tests.games.drive_on_kursk.helpers import EAST, WEST, position, state

LGOV = "3509"


def supply(match: Match, unit: str) -> Supply:
    found = match.supply(unit)
    assert found is not None
    return found


def ring(hex: str, like: str) -> str:
    """Six units around a hex."""
    grid = position("", phase="plan").g.grid
    around = [grid.name[near] for near in grid.neighbours(grid.find(hex))]
    return "\n".join(f"q{name} {name} {like}" for name in around)


def test_6_2_6_3_a_path_of_any_length_to_the_own_edge() -> None:
    match = position("a 3026 panzer\nr 5001 rifle")
    assert supply(match, "a").supplied
    assert match.g.grid.name[supply(match, "a").path[-1]] in WEST
    assert supply(match, "r").supplied


def test_6_3_enemy_units_and_zones_stop_the_path() -> None:
    match = position(f"a 3010 panzer\n{ring('3010', 'rifle')}")
    assert (supply(match, "a").supplied, supply(match, "a").rule) == (False, "6.3")
    rows = "\n".join(f"w{row} {row}05 rifle" for row in range(10, 61, 2))
    match = position(f"a 3010 panzer\n{rows}")  # the odd rows lie in their zones
    assert not supply(match, "a").supplied


def test_6_3_8_2_a_friendly_unit_cancels_a_zone_in_its_hex() -> None:
    """T-031: the one gap in the wall, 3105, lies in two zones."""
    rows = "\n".join(f"w{row} {row}05 rifle" for row in range(10, 61) if row != 31)
    assert not supply(position(f"a 3010 panzer\n{rows}"), "a").supplied
    chain = "b 3105 infantry\nc 3104 infantry\nd 3106 infantry"
    assert supply(position(f"a 3010 panzer\n{chain}\n{rows}"), "a").supplied


def test_6_4_paths_cross_any_ground_and_water() -> None:
    swamp = {f"30{column:02}": ["swamp"] for column in range(27)}
    sides = {"3001/3002": ["lake"], "3002/3003": ["major river"]}
    assert supply(position("a 3010 panzer", hexes=swamp, sides=sides), "a").supplied


def test_6_4_an_empty_enemy_city_closes_the_path() -> None:
    """T-033: the gap in the wall is a city."""
    rows = [row for row in range(10, 61) if row not in (30, 31, 32)]
    wall = "\n".join(f"w{row} {row}05 rifle" for row in rows)
    town = {"3105": ["city"], "3005": ["city"], "3205": ["city"]}
    units = f"a 3110 panzer\nb 3005 infantry\nc 3205 infantry\n{wall}"
    open_ = position(units, hexes=town, control={"german": ["3105"]})
    assert supply(open_, "a").supplied
    units = units.replace("b 3005", "b 3009").replace("c 3205", "c 3209")
    shut = position(units, hexes=town, control={"soviet": ["3005", "3105", "3205"]})
    assert not supply(shut, "a").supplied


def test_6_4_what_is_wrong_is_told_where_every_source_is_lost() -> None:
    match = position("a 3010 panzer\nr 4020 rifle", control={"soviet": WEST})
    found = match.supply("a")
    assert found is not None and not found.supplied
    assert (found.rule, found.says) == (
        "6.4",
        "Paths lead to the west edge, but the enemy controls it: "
        "3100, 3000, 2900, 3300, 3200, 2800 and 45 more.",
    )


def test_6_3_a_unit_on_its_edge_has_a_path_of_one_hex() -> None:
    found = position("a 3000 panzer\nr 3001 rifle").supply("a")
    assert found is not None
    assert found.says == "A path of 1 hex leads to the west edge."


def test_6_4_a_source_in_enemy_hands_is_none_until_it_is_retaken() -> None:
    match = position("a 3001 panzer", phase="movement", control={"soviet": WEST})
    assert not supply(match, "a").supplied
    play(match, "move a 3000")
    assert supply(match, "a").supplied


def test_6_5_nobody_dies_of_it() -> None:
    match = position("a 3010 panzer", phase="movement", control={"soviet": WEST})
    play(match, "end", "end")
    assert state(match).vp == 60
    assert len(match.g.on_map("german")) == 1


def test_6_8_a_captured_source_serves_nobody() -> None:
    """E-15."""
    match = position("r 3000 rifle\na 3010 panzer", control={"german": EAST})
    assert not supply(match, "r").supplied
    assert match.g.owner(match.g.grid.find("3000")) == "soviet"


def test_6_10_lgov_feeds_the_soviets_in_it() -> None:
    match = position(f"r {LGOV} rifle\n{ring(LGOV, 'infantry')}")
    assert (supply(match, "r").supplied, supply(match, "r").rule) == (True, "6.10")


def test_6_10_not_those_next_to_it() -> None:
    units = "\n".join(
        line for line in ring("3510", "infantry").splitlines() if not line.startswith("q3509")
    )
    match = position(f"r 3510 rifle\n{units}\ng 3508 infantry\nh 3408 infantry\ni 3608 infantry")
    assert not supply(match, "r").supplied


def test_6_10_once_taken_it_feeds_no_more() -> None:
    match = position(f"r {LGOV} rifle\n{ring(LGOV, 'infantry')}", lgov_cut=True)
    assert not supply(match, "r").supplied


def test_6_10_a_german_who_enters_cuts_it_for_good() -> None:
    match = position("a 3508 panzer\nr 3520 rifle", phase="movement")
    play(match, f"move a {LGOV} 3510")
    assert state(match).lgov_cut
