"""6: overruns."""

from typing import Any

from kursk.core.match import Match
from tests.games.spi_kursk.helpers import (
    lost,
    marked,
    mode,
    play,
    position,
    receipt,
    refused,
    rule,
    says,
    shift,
    state,
    where,
)

PZ = "a:panzer:30/28/26/24@1010+mobile"


def ready(defender: str, attacker: str = PZ, **more: Any) -> Match:
    return position(f"{attacker} {defender}", lenient=True, **more)


def left(match: Match, id: str) -> float:
    return 10 - state(match).spent.get(id, 0) / 2


def test_6_0_three_points_on_top_of_the_hex() -> None:
    match = ready("d:rifle:3@1009+mobile", spent={"a": 8})
    play(match, "overrun a 1009", "roll 1", "stand", "stand")
    assert (where(match, "a"), left(match, "a")) == ("1009", 2)
    poor = ready("d:rifle:3@1009+mobile", spent={"a": 14})
    assert rule(poor, "overrun a 1009") == "6.0"


def test_6_1_only_mobile_units_overrun() -> None:
    match = ready("d:rifle:3@1009+mobile", PZ.replace("mobile", "assault"))
    assert rule(match, "overrun a 1009") == "6.1"


def test_6_2_armour_and_mechanized_units_of_one_hex() -> None:
    foot = position("a:infantry@1010+mobile d:rifle:3@1009+mobile")
    assert rule(foot, "overrun a 1009") == "6.2"
    far = ready("d:rifle:3@1008+mobile")
    assert rule(far, "overrun a 1008") == "6.2"
    apart = ready("b:panzer@1110+mobile d:rifle:3@1009+mobile")
    assert rule(apart, "overrun a,b 1009") == "5.17"


def test_6_2_those_of_a_stack_that_can_are_offered_together() -> None:
    units = "c47@1010+mobile 2pz@1010+mobile 9pz@1010+mobile d:rifle@1009+static"
    match = position(units)
    assert "overrun 2pz,9pz 1009" in match.orders()
    assert "overrun 2pz,9pz 1009" in match.orders("9pz")
    assert not [order for order in match.orders("c47") if order.startswith("overrun")]


def test_6_2_and_13_27_heavy_tank_destroyers_overrun() -> None:
    match = position("td656@1010+mobile d:rifle:3@1009+mobile", lenient=True)
    assert rule(match, "overrun td656 1009") == ""


def test_6_3_six_attack_points_and_no_price_for_the_zone() -> None:
    weak = ready("d:rifle:3@1009+mobile", "a:panzer:5@1010+mobile")
    assert rule(weak, "overrun a 1009") == "6.3"
    match = ready("d:rifle:3@1009+mobile e:rifle@0911+static")
    play(match, "overrun a 1009")
    assert state(match).spent["a"] == 8


def test_6_4_two_columns_to_the_left() -> None:
    match = ready("d:tank_corps@1009+assault")
    found = receipt(match, "overrun a 1009")
    assert (found.odds, shift(found, "Overrun"), found.column) == ("29-35", -2, "18-22")
    play(match, "overrun a 1009", "roll 3")
    assert match.prompt.startswith("A result of 2")


def test_6_4_and_11_52_the_supply_of_the_defender_is_judged_on_the_spot() -> None:
    match = position(f"{PZ} t3@1009+assault")
    found = receipt(match, "overrun a 1009")
    assert (shift(found, "Defenders out"), found.column) == (2, "29-35")
    assert not marked(match, "t3", "unsupplied")
    play(match, "overrun a 1009")
    assert marked(match, "t3", "unsupplied")
    assert "29-35, shift +0: fought at 29-35, die +0." in says(match)


def test_6_4_invented_units_of_a_side_without_headquarters_need_no_supply() -> None:
    match = play(position(f"{PZ} d:tank_corps@1009+assault"), "overrun a 1009")
    assert "29-35, shift -2: fought at 18-22, die +0." in says(match)
    match = position(f"{PZ} d:tank_corps@1009+assault h:army@3030+static")
    assert shift(receipt(match, "overrun a 1009"), "Defenders out") == 2


def test_6_5_driven_out_is_disrupted_and_the_stack_goes_on() -> None:
    match = ready("d:tank_corps@1009+mobile")
    play(match, "overrun a 1009", "roll 1", "retreat 1009 1008 1007")
    if match.actor == "german":
        play(match, "stand")
    assert mode(match, "d") == "disrupted"
    assert where(match, "a") == "1009"
    assert rule(match, "move a 1109") == ""


def test_6_5_in_another_zone_only_by_another_overrun() -> None:
    match = ready("d:rifle:3@1009+mobile e:rifle:3@1008+mobile")
    play(match, "overrun a 1009", "roll 1", "stand", "stand")
    assert rule(match, "move a 1109") == "8.21"
    assert rule(match, "overrun a 1008") == ""


def test_6_6_who_fails_stays_and_moves_no_more() -> None:
    strong = "a:panzer:30/28/26/24/22/20/18/16@1010+mobile"
    match = ready("d:tank_corps:9/8/7/6/5/4@1009+static", strong)
    play(match, "overrun a 1009", "roll 6", "stand", "stand")
    assert where(match, "a") == "1010" and lost(match, "a") > 0
    assert rule(match, "overrun a 1009") == "6.6"
    assert rule(match, "move a 1011") == "8.21"


def test_6_7_once_a_phase_and_not_across_or_into() -> None:
    again = ready("d:rifle:3@1009+mobile", overrun=["1009"])
    assert rule(again, "overrun a 1009") == "6.7"
    river = ready("d:rifle:3@1009+mobile", sides={"1010/1009": ["major river"]})
    assert rule(river, "overrun a 1009") == "6.7"
    city = ready("d:rifle:3@1009+mobile", hexes={"1009": ["major city"]})
    assert rule(city, "overrun a 1009") == "6.7"


def test_6_9_guns_alone_are_lost_without_a_die() -> None:
    match = ready("g:artillery@1009+static h:anti-tank@1009+static")
    play(match, "overrun a 1009")
    assert where(match, "g") == where(match, "h") == "eliminated"
    assert where(match, "a") == "1009"


def test_6_9_a_headquarters_alone_defends_as_a_step() -> None:
    match = ready("h:army@1009+static")
    assert receipt(match, "overrun a 1009").totals[1] == "1 step"


def test_5_82_overruns_after_combat() -> None:
    match = position(f"{PZ} d:rifle:3@1009+mobile", "mechanized", lenient=True)
    assert rule(match, "overrun a 1009") == ""


def test_15_5_partisans_are_not_overrun() -> None:
    match = position("a:panzer@0510+mobile p1@0509")
    assert refused(match, "overrun a 0509").rule == "15.5"
