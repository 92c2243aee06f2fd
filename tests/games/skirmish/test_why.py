"""Why a unit cannot end in a hex, what would help, and how it would stand at the end of a way."""

from kursk.core.outlook import condition, ending
from kursk.core.why import WhyNot, why_not
from kursk.testing import position


def why(units: str, unit: str, hex: str, phase: str = "movement") -> WhyNot:
    found = why_not(position("skirmish", units, phase=phase, side="blue"), [unit], hex)
    assert found is not None and found.hex == hex
    return found


def test_3_1_out_of_range_names_the_clicked_hex_with_cost_and_points() -> None:
    found = why("b1@0301 r1@0808", "b1", "0306")
    assert found.refusal.rule == "3.1"
    assert found.refusal.says.startswith("0306 is 5 points away by the cheapest way")
    assert found.refusal.says.endswith("has 3.")
    assert found.helps[0].says == "Go as far as 0304 (3 points) and on from there later."


def test_3_5_a_zone_on_the_way_is_named_and_whose_it_is() -> None:
    found = why("b5@0502 r1@0504", "b5", "0505")
    assert found.refusal.rule == "3.5"
    assert found.more == (
        "It is the zone of 1st Red Battalion in 0504. The way round is 6 points; there are 5."
    )
    assert found.helps[0].says == "With no enemy in 0504 it is 3 points away."
    assert found.helps[0].hexes == ("0504",)


def test_3_4_an_enemy_in_the_hex_is_the_reason_however_far_it_is() -> None:
    found = why("b1@0301 r1@0808", "b1", "0808")
    assert (found.refusal.rule, found.refusal.says) == ("3.4", "An enemy stands there.")
    assert found.helps == ()


def test_3_4_where_no_way_leads_it_is_told_what_stops_the_straight_one() -> None:
    found = why("b1@0101 r1@0102 r2@0201 r3@0202", "b1", "0808")
    assert found.refusal.says == "An enemy stands there."
    assert found.more == "No way leads to 0808; the straight one is stopped in 0102."


def test_3_4_an_enemy_in_reach_is_answered_with_where_to_go_and_the_odds_there() -> None:
    found = why("b1@0301 r1@0304", "b1", "0304")
    assert found.refusal.rule == "3.4"
    assert found.helps[0].order.startswith("move b1 ")
    assert "an attack from there is" in found.helps[0].says


def test_1_3_a_full_hex_says_who_could_leave() -> None:
    found = why("b1@0301 b2@0302 b3@0302 r1@0808", "b1", "0302")
    assert found.refusal.rule == "1.3"
    assert [each.says for each in found.helps] == [
        "If 2nd Blue Battalion leaves, there is room.",
        "If 3rd Blue Battalion leaves, there is room.",
    ]


def test_3_7_who_has_moved_is_told_so_wherever_it_is_sent() -> None:
    assert why("b1@0301+moved r1@0808", "b1", "0302").refusal.rule == "3.7"
    assert why("b1@0301+moved r1@0808", "b1", "0808").refusal.rule == "3.7"


def test_5_1_an_enemy_that_is_not_adjacent_answers_too() -> None:
    match = position("skirmish", "b1@0301 r1@0306", phase="combat", side="blue")
    found = why_not(match, [], "0306")
    assert found is not None and found.order == "attack 0306 with b1"
    assert found.more == "1st Blue Battalion in 0301 is 5 hexes away."


def test_what_can_be_done_is_not_asked_about() -> None:
    match = position("skirmish", "b1@0301 r1@0808", phase="movement", side="blue")
    assert why_not(match, ["b1"], "0302") is None
    assert why_not(match, [], "0505") is None


def test_3_5_4_1_the_end_of_a_way_tells_points_stop_supply_and_targets() -> None:
    match = position("skirmish", "b5@0602 r1@0504", phase="movement", side="blue")
    found = ending(match, ["b5"], "move", ["0503"])
    assert (found.cost, found.points, found.left) == ("1", "5", "4")
    assert found.stop is not None and found.stop.rule == "3.5"
    assert found.whose == "It is the zone of 1st Red Battalion in 0504."
    assert found.supply is not None and found.supply.supplied
    assert found.supply.path[0] == "0503"
    assert [shot.hex for shot in found.shots] == ["0504"]


def test_4_1_the_condition_of_a_unit_tells_its_points_and_its_supply() -> None:
    match = position("skirmish", "b5@0602 r1@0504", phase="movement", side="blue")
    found = condition(match, ["b5"])
    assert [(kind.verb, kind.points) for kind in found.kinds] == [("move", "5")]
    assert found.supply is not None and found.supply.rule == "4.1"
