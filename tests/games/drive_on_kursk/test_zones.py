"""8: zones of control."""

from typing import Any

import pytest

from kursk.core.match import Match
from kursk.testing import play, refused, where
from tests.games.drive_on_kursk.helpers import WEST, position, state


def moving(units: str, **more: Any) -> Match:
    return position(units, phase="movement", **more)


# German a in 3010, in the zone of r; 3109 and 3110 lie in the zones of r and s.
FACING = "a 3010 panzer\nr 3011 rifle\ns 3209 rifle"


def test_8_1_a_zone_is_the_six_hexes_around_whatever_the_ground() -> None:
    sides = {"3010/3011": ["major river"], "3010/3110": ["lake"]}
    match = position("r 3010 rifle", hexes={"3011": ["swamp"], "3009": ["city"]}, sides=sides)
    assert match.zones("soviet") == ["2909", "2910", "3009", "3011", "3109", "3110"]


def test_8_1_whoever_enters_a_zone_stops() -> None:
    match = moving("a 3010 panzer\nr 3013 rifle")
    why = refused(match, "move a 3011 3012 3112")
    assert why.rule == "8.1"
    play(match, "move a 3011 3012")
    assert refused(match, "move a 3112").rule == "10.2"


def test_8_2_every_unit_has_a_zone_supplied_or_not_reserve_or_not() -> None:
    match = moving("a 3010 panzer\nf 3014 fz reserve", control={"soviet": WEST})
    assert "3013" in match.zones("soviet")
    assert refused(match, "move a 3011 3012 3013 3113").rule == "8.1"


def test_8_2_a_friend_in_the_hex_does_not_lift_the_zone_for_movement() -> None:
    match = moving("a 3010 panzer\nb 3012 infantry\nr 3013 rifle")
    assert refused(match, "move a 3011 3012 3112").rule == "8.1"


def test_8_4_out_of_a_zone_first_to_a_free_hex_then_into_the_next() -> None:
    """T-018."""
    match = moving("a 3010 infantry\nr 3011 rifle\ns 3007 rifle")
    assert refused(match, "move a 3110").rule == "8.4"
    play(match, "move a 3009 3008")
    assert where(match, "a") == "3008"
    assert refused(match, "move a 3108").rule == "10.2"


def test_8_4_the_way_round_into_a_zone_next_door_is_offered() -> None:
    match = moving("a 3010 infantry\nr 3011 rifle")
    ways = {order.split()[-1]: order for order in match.orders("a")}
    assert len(ways["3110"].split()) > 3
    assert match.why_not(ways["3110"]) is None


def test_8_4_8_6_infiltration_is_proposed_only_to_those_who_may() -> None:
    units = "a 3010 panzer\ni 3010 infantry\nr 3011 rifle"
    match = position(units, phase="movement")
    assert refused(match, "move a 3110").order == "infiltrate a 3110"
    assert refused(match, "move i 3110").instead == ""
    assert refused(match, "move a,i 3110").instead == ""


def test_8_5_zones_are_mutual_and_do_not_add_up() -> None:
    match = moving("a 3010 panzer\nr 3012 rifle\ns 2912 rifle\nt 3112 rifle")
    assert "3011" in match.zones("soviet")
    play(match, "move a 3011")
    assert {"3012", "2911", "3110"} <= set(match.zones("german"))
    assert state(match).spent == {"a": 1}


# -- 8.6: infiltration ---------------------------------------------------------------------------


def test_8_6_supplied_german_mech_goes_from_zone_to_zone_and_stops() -> None:
    match = moving(FACING)
    play(match, "infiltrate a 3110")
    assert where(match, "a") == "3110"
    assert refused(match, "move a 3210").rule == "10.2"
    assert refused(match, "infiltrate a 3109").rule == "10.2"


@pytest.mark.parametrize("like", ["infantry", "para", "mountain"])
def test_8_6_not_for_other_germans(like: str) -> None:
    assert refused(moving(FACING.replace("panzer", like)), "infiltrate a 3110").rule == "8.6"


def test_8_6_not_for_soviets() -> None:
    match = moving("t 3010 tank-corps\na 3011 panzer", side="soviet")
    assert refused(match, "infiltrate t 3110").rule == "8.6"


def test_8_6_only_from_a_zone_and_in_supply_as_the_phase_begins() -> None:
    match = moving("a 3009 panzer\nr 3011 rifle")
    assert refused(match, "infiltrate a 3010").rule == "8.6"
    match = moving(FACING, control={"soviet": WEST})
    assert refused(match, "infiltrate a 3110").says == "It did not begin the phase in supply."


def test_8_6_supply_counts_as_the_phase_begins_and_not_later() -> None:
    """A-24: b is cut off since a left, but was in supply as the phase began."""
    rows = [row for row in range(10, 61) if row not in (29, 30, 31)]
    wall = "\n".join(f"w{row} {row}07 rifle" for row in rows)
    units = f"b 3008 panzer\na 3007 panzer\nc 3006 panzer\n{wall}\nx 2906 rifle\ny 2908 rifle"
    match = moving(units)
    play(match, "infiltrate a 3107")
    supply = match.supply("b")
    assert supply is not None and not supply.supplied
    play(match, "infiltrate b 3009")


def test_8_6_never_into_a_soviet_fort_whoever_holds_it() -> None:
    """T-021."""
    match = moving(FACING, hexes={"3110": ["fort soviet"]}, control={"german": ["3110"]})
    assert refused(match, "infiltrate a 3110").rule == "8.6"


def test_8_6_into_a_german_fort_that_the_soviets_took() -> None:
    """T-022."""
    match = moving(FACING, hexes={"3110": ["fort german"]}, control={"soviet": ["3110"]})
    play(match, "infiltrate a 3110")


def test_8_6_not_into_a_soviet_city_but_into_an_own_one() -> None:
    """T-024."""
    match = moving(FACING, hexes={"3110": ["city"]}, control={"soviet": ["3110"]})
    assert refused(match, "infiltrate a 3110").rule == "8.6"
    match = moving(FACING, hexes={"3110": ["city"]}, control={"german": ["3110"]})
    play(match, "infiltrate a 3110")


@pytest.mark.parametrize("water", ["major river", "lake"])
def test_8_6_not_across_a_major_river_or_lake(water: str) -> None:
    match = moving(FACING, sides={"3010/3110": [water]})
    assert refused(match, "infiltrate a 3110").rule == "8.6"


def test_8_6_across_a_river_into_a_swamp_points_are_not_counted() -> None:
    """A-27: 5 + 1 points and more would not stop it."""
    ground = {"3110": ["swamp", "city"]}
    match = moving(
        FACING, hexes=ground, sides={"3010/3110": ["river"]}, control={"german": ["3110"]}
    )
    play(match, "infiltrate a 3110")


def test_8_6_not_into_an_enemy_nor_beyond_the_next_hex_nor_out_of_zones() -> None:
    match = moving(FACING)
    assert refused(match, "infiltrate a 3011").rule == "10.7"
    assert refused(match, "infiltrate a 3210").rule == "10.2"
    assert refused(match, "infiltrate a 3009").rule == "8.6"


def test_8_6_units_of_a_hex_go_together_or_apart() -> None:
    match = moving("a 3010 panzer\nb 3010 panzer\nc 3010 panzer\nr 3011 rifle\ns 3209 rifle")
    play(match, "infiltrate a,b 3110", "infiltrate c 3109")
    assert [where(match, id) for id in "abc"] == ["3110", "3110", "3109"]


def test_8_6_in_both_phases_of_move_move() -> None:
    """T-025."""
    match = moving(FACING)
    play(match, "infiltrate a 3110", "end", "infiltrate a 3109")
    assert where(match, "a") == "3109"


def test_8_6_before_all_other_moves() -> None:
    """T-027."""
    match = moving(FACING + "\nb 2001 panzer")
    play(match, "move b 2002")
    assert refused(match, "infiltrate a 3110").says.startswith("All infiltration comes before")


def test_8_6_stacking_holds() -> None:
    match = moving(FACING + "\nb 3110 infantry\nc 3110 infantry\nd 3110 infantry")
    assert refused(match, "infiltrate a 3110").rule == "7.2"
