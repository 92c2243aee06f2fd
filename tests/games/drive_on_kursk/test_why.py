"""Why a unit cannot end in a hex: road mode, infiltration, zones; see kursk.core.why."""

from kursk.core.match import Match
from kursk.core.outlook import condition
from kursk.core.why import why_not
from kursk.testing import position


def moving(units: str) -> Match:
    return position("drive_on_kursk", units, phase="movement", side="german")


def test_10_19_a_kind_that_is_not_open_says_why() -> None:
    match = moving("2ss@2008 g67@2009")
    found = {kind.verb: kind for kind in condition(match, ["2ss"]).kinds}
    assert list(found) == ["move", "road", "infiltrate"]
    assert found["move"].hexes > 0
    assert found["road"].hexes == 0 and found["road"].refusal is not None
    assert found["road"].refusal.rule == "10.19"


def test_10_1_what_only_a_road_reaches_is_offered_as_help() -> None:
    match = moving("2ss@2008 g67@4720")
    by_road = match.reach("2ss")["road"].hexes & ~match.reach("2ss")["move"].hexes
    far = match.g.grid.names(by_road)[0]
    found = why_not(match, ["2ss"], far, "move")
    assert found is not None and found.hex == far and found.refusal.rule == "10.1"
    assert any(each.order.startswith("road 2ss ") for each in found.helps)


def test_8_1_the_hex_behind_a_zone_is_told_with_the_zone_and_whose_it_is() -> None:
    found = why_not(moving("2ss@2108 g67@2411"), ["2ss"], "2713")
    assert found is not None and found.hex == "2713"
    assert (found.refusal.rule, found.refusal.hexes[0]) == ("8.1", "2410")
    assert found.more.startswith("It is the zone of 67th Guards Rifle Division in 2411.")
    assert [each.says for each in found.helps] == [
        "By road it gets there: 9 points.",
        "With no enemy in 2411 it is 8 points away.",
    ]


def test_10_7_an_enemy_in_reach_tells_where_to_go_and_the_odds_from_there() -> None:
    found = why_not(moving("2ss@2108 g67@2410"), ["2ss"], "2410")
    assert found is not None and found.refusal.rule == "10.7"
    assert found.helps[0].order == "move 2ss 2209 2309"
    assert found.helps[0].says.endswith("an attack from there is 5:1, alone.")
