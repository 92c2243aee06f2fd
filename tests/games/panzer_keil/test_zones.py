"""5.2, 5.3, 5.4: zones of control, disruption, who occupies what."""

import pytest

from kursk.core.match import Match
from kursk.testing import play, receipt, refused, where
from tests.games.panzer_keil.helpers import fight, marks, owner, position, state


@pytest.mark.parametrize("unit", ["3pz", "3pz-", "57a", "503", "167", "mant"])
def test_5_2_every_unit_controls_its_hex_and_the_six_round_it(unit: str) -> None:
    match = position(f"{unit}@2020 r24@0606", "movement")
    assert set(match.zones("german")) == {
        "2020", "2019", "2021", "1920", "1921", "2120", "2121"
    }  # fmt: skip


def test_5_2_1_a_lake_stops_a_zone_a_river_does_not() -> None:
    match = position(
        "3pz@2020 r24@0606",
        "movement",
        sides={"2020/2019": ["lake"], "2020/2021": ["river"]},
    )
    zone = match.zones("german")
    assert "2019" not in zone and "2021" in zone


def test_5_2_2_zones_bear_on_supply_movement_and_retreat() -> None:
    match = position("3pz@2020 r24@2022 57a@1818", "movement")
    assert refused(match, "move 3pz 2021 2020").rule == "8.4.1"
    assert "2021" in match.zones("soviet")


def test_5_2_disrupted_units_keep_their_zones_unless_the_option_takes_them() -> None:
    units = "3pz@2020+disrupted r24@0606"
    assert len(position(units, "movement").zones("german")) == 7
    assert position(units, "movement", disrupted_zones=False).zones("german") == ["2020"]
    stack = "3pz@2020+disrupted 3pg1@2020 r24@0606"
    assert len(position(stack, "movement", disrupted_zones=False).zones("german")) == 7


# -- disruption ----------------------------------------------------------------------------------


def test_5_3_1_5_3_2_only_those_who_are_hit_are_disrupted() -> None:
    match = position("167@2020 57a@2020 r24@2021 r111@2121", "combat")
    fight(match, "attack 2021 with 167", 1)  # 3 to 4, 1:1: A2D
    assert match.actor == "soviet" and marks(match, "57a") == set()
    assert marks(match, "167") >= {"repulsed"}


def test_5_3_3_a_second_disruption_changes_nothing() -> None:
    match = position("3pz@2020+repulsed r24@2021", "support", "soviet")
    play(match, "support 2020 central 4", "end", "roll 5")
    assert marks(match, "3pz") == {"repulsed"}


def disrupted() -> Match:
    return position("3pz@2020+disrupted r24@2021", "movement")


def test_5_3_4_a_disrupted_unit_makes_no_support_attack_possible() -> None:
    match = position("3pz@2020+disrupted r24@2021", "support")
    assert refused(match, "support 2021 south 1").rule == "7.1"


def test_5_3_4_a_disrupted_unit_neither_moves_nor_attacks() -> None:
    assert refused(disrupted(), "move 3pz 2019").rule == "8.5.1"
    assert refused(play(disrupted(), "end"), "attack 2021 with 3pz").rule == "9.1.7"


def test_5_3_4_a_disrupted_unit_defends_with_half() -> None:
    match = position("167@2020 r24@2021+disrupted", "combat")
    assert receipt(match, "attack 2021 with 167").totals == ("3", "2")


def test_5_3_5_3_1_a_support_attack_disrupts_at_once() -> None:
    match = position("3pz@2020 r24@2021", "support")
    play(match, "support 2021 south 4", "end", "roll 4")
    assert marks(match, "r24") == {"disrupted"}


# -- control -------------------------------------------------------------------------------------


def test_5_4_by_a_unit_by_a_zone_and_by_who_passed_last() -> None:
    match = position("3pz@2530 r24@0640", "movement")
    assert owner(match, "2530") == owner(match, "2531") == "german"
    assert owner(match, "2535") == "soviet"  # as the map has it
    play(match, "move 3pz 2529 2528 2527 2526")
    assert owner(match, "2529") == "german"  # passed through, and out of every zone
    assert owner(match, "2530") == "german" and owner(match, "2524") == "soviet"


def test_5_4_1_where_both_have_a_claim_nobody_does() -> None:
    match = position("3pz@2020 r24@2022", "movement")
    assert owner(match, "2021") == ""
    match = position("3pz@2020 r24@2021", "movement")
    assert owner(match, "2020") == "" and owner(match, "2021") == ""


def test_5_4_1_belgorod_is_nobodys_at_the_start() -> None:
    from kursk import library

    match = library.start("panzer_keil", "campaign")
    assert owner(match, "2446") == "" and owner(match, "2702") == "german"
    assert owner(match, "2325") == "soviet"


def test_5_4_a_retreat_passes_through_hexes_too() -> None:
    match = position("t3@2020 57a@2530 167@2021", "combat", "soviet", control={"soviet": ["2023"]})
    fight(match, "attack 2021 with t3", 5)  # 6 to 4, 1:1, armour 2:1, 5: D1
    play(match, "retreat 167 2022")
    assert (
        where(match, "167") == "2022"
        and state(match).owner(state(match).grid.find("2022")) == "german"
    )
