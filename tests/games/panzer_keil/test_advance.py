"""9.8, A8.4.4: advance after combat."""

from typing import Any

import pytest

from kursk.core.match import Match
from kursk.testing import play, refused, rule, where
from tests.games.panzer_keil.helpers import fight, owner, position


def taken(die: int, extra: str = "", attack: int = 12, retreat: str = "2019", **more: Any) -> Match:
    """The hex 2020 is emptied: at 3 to 1, 4 D1, 5 D1D, 6 D2D; at 2 to 1, 6 D2."""
    units = f"a:infantry:{attack}@2021 d:rifle:4@2020 {extra}"
    match = position(units, "combat", **more)
    return fight(match, "attack 2020 with a", die, f"retreat d {retreat}")


def test_9_8_optional_and_only_for_those_who_attacked() -> None:
    match = taken(4, "b:infantry@1921")
    assert refused(match, "advance b 2020").rule == "9.8"
    play(match, "end")
    assert where(match, "a") == "2021"


def test_9_8_1_into_the_hex_that_was_emptied_whatever_the_ground_and_zone() -> None:
    match = taken(
        4, "e:rifle@1919", hexes={"2020": ["swamp"]}, sides={"2020/2021": ["river"]}, attack=32
    )
    assert refused(match, "advance a 2121").rule == "9.8.1"
    play(match, "advance a 2020")
    assert where(match, "a") == "2020"


@pytest.mark.parametrize(
    ("die", "attack", "retreat", "far"),
    [(4, 12, "2019", 1), (5, 12, "2019", 1), (6, 12, "2019 2018", 2), (6, 8, "2019 2018", 2)],
)
def test_9_8_2_as_far_as_the_result_says(die: int, attack: int, retreat: str, far: int) -> None:
    match = taken(die, attack=attack, retreat=retreat)
    assert (rule(match, "advance a 2020 1920") == "") is (far == 2)
    if far == 1:
        assert refused(match, "advance a 2020 1920").rule == "9.8.2"


def test_9_8_2_two_hexes_when_all_are_eliminated() -> None:
    foes = "b:infantry@2018 c:infantry@1820 e:infantry@2220"
    match = position(f"a:infantry:12@2021 d:rifle:4@2020 {foes}", "combat")
    fight(match, "attack 2020 with a", 4)  # D1, and nowhere to go
    assert where(match, "d") == "eliminated" and rule(match, "advance a 2020 1920") == ""


def test_9_8_2_in_any_direction_through_zones_but_not_onto_enemies_or_over_lakes() -> None:
    match = taken(
        6, "e:rifle@1919 f:rifle@2120", retreat="2019 2018", sides={"2020/1921": ["lake"]}
    )
    assert rule(match, "advance a 2020 1920") == ""  # next to an enemy
    assert refused(match, "advance a 2020 2120").rule == "9.8.2"
    assert refused(match, "advance a 2020 1921").rule == "9.8.2"
    assert refused(match, "advance a 2020 2018").rule == "9.8.2"


def test_9_8_2_an_advance_is_no_movement_positions_cost_nothing() -> None:
    match = position(
        "3pz@2021 d:rifle:1@2020 r24@0505", "combat", hexes={"1920": ["swamp", "fort soviet"]}
    )
    fight(match, "attack 2020 with 3pz", 5)  # 5:1: D2D
    play(match, "retreat d 2019 2018", "advance 3pz 2020 1920")
    assert where(match, "3pz") == "1920"


def test_9_8_3_any_number_within_the_limit() -> None:
    units = "a:infantry:6@2021 b:infantry:6@1921 c:regiment@1921 d:rifle:4@2020"
    match = position(units, "combat")
    fight(match, "attack 2020 with a,b,c", 4, "retreat d 2019")
    assert refused(match, "advance a,b 2020").rule == "9.8.3"
    play(match, "advance a,c 2020")
    assert refused(match, "advance b 2020").rule == "9.8.3"
    assert refused(match, "advance a 2020").rule == "9.8"


def test_9_8_3_through_a_full_hex_to_the_second() -> None:
    units = "a:infantry:6@2021 b:infantry:6@1921 d:rifle:4@2020"
    match = position(units, "combat")
    fight(match, "attack 2020 with a,b", 6, "retreat d 2019 2018")
    play(match, "advance a 2020", "advance b 2020 2120")
    assert where(match, "b") == "2120"


def test_a8_4_4_into_a_position_one_hex_only() -> None:
    match = taken(6, attack=12, hexes={"2020": ["fort soviet"]}, retreat="2019")
    assert refused(match, "advance a 2020 1920").rule == "A8.4.4"


def test_a8_4_4_the_defender_still_goes_two() -> None:
    match = position("a:infantry:16@2021 d:rifle:4@2020", "combat", hexes={"2020": ["fort soviet"]})
    fight(match, "attack 2020 with a", 6)  # 4:1, read as 5: D2D
    play(match, "retreat d 2019 2018")
    assert refused(match, "advance a 2020 1920").rule == "A8.4.4"
    play(match, "advance a 2020")


def test_a8_4_4_whoever_defends_in_it() -> None:
    match = position("a:infantry:24@2021 t:tanks:4@2020", "combat", hexes={"2020": ["fort soviet"]})
    fight(match, "attack 2020 with a", 5)
    play(match, "retreat t 2019 2018")
    assert refused(match, "advance a 2020 1920").rule == "A8.4.4"


def test_a8_4_soviets_who_attack_a_position_advance_two() -> None:
    match = position(
        "a:rifle:12@2021 d:infantry:4@2020", "combat", "soviet", hexes={"2020": ["fort soviet"]}
    )
    fight(match, "attack 2020 with a", 6, "retreat d 2019 2018")
    assert rule(match, "advance a 2020 1920") == ""


def test_5_4_9_8_who_advances_passes_through() -> None:
    match = taken(6, retreat="2019 2018")
    play(match, "advance a 2020 2121")
    assert owner(match, "2021") == "german" and owner(match, "2120") == "german"
