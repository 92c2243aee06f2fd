"""9.5, 9.6, 9.9: results."""

from typing import Any

import pytest

from kursk.core.match import Match
from kursk.testing import play, refused, rule, where
from tests.games.panzer_keil.helpers import fight, marks, position, state

# Attackers in 2021, the defender in 2020. At 3 to 1 in the clear the faces of the die give
# A1, C, EX, D1, D1D, D2D; at 2 to 1 A1D, A1, C, EX, D1, D2; at 1 to 1 A2D, A1D, A2, A1, C, EX.


def odds(attack: int, defence: int = 4, extra: str = "", **more: Any) -> Match:
    units = f"a:infantry:{attack}@2021 d:rifle:{defence}@2020 {extra}"
    return position(units, "combat", **more)


def test_9_5_the_result_is_carried_out_at_once() -> None:
    match = fight(odds(12), "attack 2020 with a", 4)
    assert match.actor == "soviet" and match.where()[-1][0] == "Retreat"


def test_9_6_a2d_the_defender_leads_the_attackers_two_hexes_back_and_they_are_disrupted() -> None:
    match = fight(odds(4), "attack 2020 with a", 1)
    assert match.actor == "soviet" and marks(match, "a") == {"attacked", "repulsed"}
    play(match, "retreat a 2022 2023")
    assert where(match, "a") == "2023" and match.actor == "german"


def test_9_6_a1d_one_hex() -> None:
    match = fight(odds(8), "attack 2020 with a", 1)
    assert match.actor == "soviet"
    play(match, "retreat a 2022")
    assert marks(match, "a") == {"attacked", "repulsed"}


def test_9_6_a2_the_attacker_leads_himself_and_is_not_disrupted() -> None:
    match = fight(odds(4), "attack 2020 with a", 3)
    assert match.actor == "german"
    play(match, "retreat a 2022 2023")
    assert marks(match, "a") == {"attacked"} and where(match, "a") == "2023"


def test_9_6_a1_one_hex() -> None:
    match = fight(odds(4), "attack 2020 with a", 4)
    assert match.actor == "german"
    play(match, "retreat a 1922")
    assert marks(match, "a") == {"attacked"}


def test_9_6_c_nothing_happens() -> None:
    match = fight(odds(4), "attack 2020 with a", 5)
    assert match.phase == "combat" and where(match, "a") == "2021" and where(match, "d") == "2020"


def test_9_6_al_one_attacker_of_his_owners_choice_is_lost_the_others_as_a2d() -> None:
    match = odds(1, 4, "b:regiment:1@1921 c:regiment:1@2121")
    fight(match, "attack 2020 with a,b", 1)  # 2 to 4, 1:2: AL
    assert match.actor == "german" and set(match.orders()) == {"lose a", "lose b"}
    assert refused(match, "lose c").rule == "9.6" and refused(match, "lose a,b").rule == "9.6"
    play(match, "lose b")
    assert where(match, "b") == "eliminated" and match.actor == "soviet"
    assert "repulsed" in marks(match, "a")


def test_9_6_al2_two_attackers_are_lost() -> None:
    match = odds(1, 12, "b:regiment:1@1921 c:regiment:1@2121")
    fight(match, "attack 2020 with a,b,c", 1)  # 3 to 12
    assert set(match.orders()) == {"lose a,b", "lose a,c", "lose b,c"}
    play(match, "lose a,c")
    assert match.actor == "soviet" and where(match, "b") == "1921"


def test_9_6_al2_a_lone_attacker_is_lost_and_nothing_retreats() -> None:
    match = fight(odds(1, 9), "attack 2020 with a", 1)
    assert where(match, "a") == "eliminated" and match.phase == "combat"


def test_9_6_d1_the_defender_leads_himself_one_hex() -> None:
    match = fight(odds(12), "attack 2020 with a", 4)
    assert match.actor == "soviet"
    play(match, "retreat d 2019")
    assert marks(match, "d") == set() and match.where()[-1][0] == "Advance after combat"


def test_9_6_d2_two_hexes() -> None:
    match = fight(odds(8), "attack 2020 with a", 6)
    assert match.actor == "soviet" and refused(match, "retreat d 2019").rule == "9.7"
    play(match, "retreat d 2019 2018")
    assert marks(match, "d") == set()


def test_9_6_d1d_the_attacker_leads_him_and_he_is_disrupted() -> None:
    match = fight(odds(12), "attack 2020 with a", 5)
    assert match.actor == "german"
    play(match, "retreat d 2120")
    assert marks(match, "d") == {"disrupted"} and where(match, "d") == "2120"


def test_9_6_d2d_combat_example_3_two_hexes_led_by_the_attacker() -> None:
    units = "a:infantry@2120 b:division@2021 d:rifle@2020"
    match = position(units, "combat", sides={"2120/2020": ["river"]})
    fight(match, "attack 2020 with a,b", 6)
    assert match.actor == "german"
    play(match, "retreat d 1920 1919")
    assert marks(match, "d") == {"disrupted"}


def test_9_6_9_8_2_combat_example_3_both_advance_two_hexes_and_the_tanks_are_exhausted() -> None:
    units = "a:infantry@2120 b:division@2021 d:rifle@2020"
    match = position(units, "combat", sides={"2120/2020": ["river"]})
    fight(match, "attack 2020 with a,b", 6, "retreat d 1920 1919")
    play(match, "advance b 2020 2019", "advance a 2020 1921")
    assert (where(match, "a"), where(match, "b")) == ("1921", "2019")
    assert marks(match, "b") == {"attacked", "exhausted"} and marks(match, "a") == {"attacked"}


def test_9_6_dl_one_defender_of_his_owners_choice_is_lost_the_others_as_d2d() -> None:
    match = odds(30, 4, "e:rifle_regiment:1@2020")
    fight(match, "attack 2020 with a", 5)  # 6:1
    assert match.actor == "soviet" and set(match.orders()) == {"lose d", "lose e"}
    play(match, "lose e")
    assert match.actor == "german" and marks(match, "d") == {"disrupted"}


def test_9_6_dl_a_lone_defender_is_lost_and_two_hexes_are_open() -> None:
    match = fight(odds(24), "attack 2020 with a", 5)
    assert where(match, "d") == "eliminated"
    assert rule(match, "advance a 2020 2019") == ""


def test_9_6_dl2_two_defenders_are_lost() -> None:
    units = "a:infantry:40@2021 d:rifle_regiment@2020 e:rifle_regiment@2020 f:rifle_regiment@2020"
    match = position(units, "combat")
    fight(match, "attack 2020 with a", 6)
    assert set(match.orders()) == {"lose d,e", "lose d,f", "lose e,f"}
    play(match, "lose d,e")
    assert marks(match, "f") == {"disrupted"}


def test_9_6_dl2_against_one_defender_the_rest_is_ignored() -> None:
    match = fight(odds(40), "attack 2020 with a", 6)
    assert where(match, "d") == "eliminated" and match.where()[-1][0] == "Advance after combat"


# -- exchange ------------------------------------------------------------------------------------


def exchange(units: str, with_: str, die: int, **more: Any) -> Match:
    match = position(units, "combat", **more)
    return fight(match, f"attack 2020 with {with_}", die)


def test_9_6_ex_example_who_gives_up_2_against_3_and_4_takes_nothing_with_him() -> None:
    units = "a:infantry:2@2021 b:infantry:19@2120 d:rifle:4@2020 e:rifle_regiment:3@2020"
    match = exchange(units, "a,b", 3)  # 21 to 7
    assert match.actor == "german"
    play(match, "lose a")
    assert (where(match, "a"), where(match, "d"), where(match, "e")) == (
        "eliminated",
        "2020",
        "2020",
    )
    assert match.phase == "combat"


def test_9_6_ex_as_much_as_all_defenders_takes_all() -> None:
    units = "a:infantry:7@2021 b:infantry:14@2120 d:rifle:4@2020 e:rifle_regiment:3@2020"
    match = exchange(units, "a,b", 3)
    play(match, "lose a")
    assert where(match, "d") == where(match, "e") == "eliminated"
    assert rule(match, "advance b 2020 2019") == ""  # two hexes, for nobody is left


def test_9_6_ex_the_attacker_gives_up_at_least_one() -> None:
    match = exchange("a:infantry:12@2021 d:rifle:4@2020", "a", 3)
    assert list(match.orders()) == ["lose a"] and match.forced == "lose a"
    assert refused(match, "end").rule == "9.6"


def test_9_6_ex_the_defender_gives_as_much_as_he_can_without_exceeding_it() -> None:
    units = (
        "a:infantry:3@2021 b:infantry:11@2120 "
        "d:rifle_regiment:1@2020 e:rifle_regiment:2@2020 f:rifle_regiment:4@2020"
    )
    match = exchange(units, "a,b", 4)  # 14 to 7
    play(match, "lose a")
    assert match.actor == "soviet" and list(match.orders()) == ["lose d,e"]
    assert refused(match, "lose e").rule == "9.6" and refused(match, "lose f").rule == "9.6"


def test_9_6_ex_he_chooses_among_equals() -> None:
    units = (
        "a:infantry:2@2021 b:infantry:10@2120 "
        "d:rifle_regiment:2@2020 e:rifle_regiment:2@2020 f:rifle_regiment:2@2020"
    )
    match = exchange(units, "a,b", 4)
    play(match, "lose a")
    assert set(match.orders()) == {"lose d", "lose e", "lose f"}


def test_9_6_ex_values_are_those_of_the_battle() -> None:
    units = "a:infantry:6@2021 b:infantry:15@2120 d:rifle:3@2020"
    match = exchange(units, "a,b", 4, sides={"2021/2020": ["river"]})  # 3 + 15 to 3, 6:1: D2D
    assert where(match, "d") == "2020"
    match = position(
        "a:infantry:4@2021 b:infantry:10@2120 d:rifle:3@2020", "combat",
        hexes={"2020": ["fort soviet", "reinforced"]},
    )  # fmt: skip
    fight(match, "attack 2020 with a,b", 5)  # 14 to 6, 2:1, read as 4: EX
    play(match, "lose a")
    assert where(match, "d") == "2020"  # doubled it is 6, more than 4


def test_9_6_ex_a_keil_is_given_up_with_its_double_strength() -> None:
    units = "503@2021 6pz@2021 7pg1@2021 d:rifle:7@2020"
    match = position(units, "combat", hexes={"2020": ["forest"]})
    fight(match, "attack 2020 with 503,6pz,7pg1 keil 503,6pz,7pg1", 6)  # 20 to 7, 2:1: EX
    play(match, "lose 503")
    assert where(match, "d") == "eliminated"


# -- exhaustion ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "result"), [(2, "C"), (6, "D2D")])
def test_9_9_mechanized_attackers_are_exhausted_whatever_comes_of_it(die: int, result: str) -> None:
    match = position("x:panzer:12@2021 d:rifle@2020 t:tanks@2525", "combat",
                     hexes={"2020": ["forest"]})  # fmt: skip
    fight(match, "attack 2020 with x", die)
    while match.phase != "combat" or match.where()[-1][0] != "Combat":
        match.play("end" if match.why_not("end") is None else next(iter(match.orders())))
    assert "exhausted" in marks(match, "x")


def test_9_9_units_on_foot_never_are() -> None:
    match = fight(odds(4), "attack 2020 with a", 5)
    assert marks(match, "a") == {"attacked"}


def test_2_2_1_9_9_only_mechanized_units_turn_over() -> None:
    match = fight(position("3pz@2021 d:rifle@2020", "combat"), "attack 2020 with 3pz", 3)  # C
    assert marks(match, "3pz") == {"attacked", "exhausted"}


def test_a10_2_an_exhausted_panther_that_attacks_is_disrupted() -> None:
    match = position("51pa-@2021 d:rifle:2@2020", "combat")
    fight(match, "attack 2020 with 51pa", 3)  # 2 to 2, by armour 2:1: C
    assert marks(match, "51pa") == {"attacked", "exhausted", "repulsed"}


def test_a10_2_a_fresh_one_is_only_exhausted() -> None:
    match = position("52pa@2021 d:rifle:4@2020", "combat")
    fight(match, "attack 2020 with 52pa", 3)
    assert marks(match, "52pa") == {"attacked", "exhausted"}


def test_a10_1_a10_2_a_panther_that_moved_is_exhausted_and_pays_for_attacking() -> None:
    match = position("51pa@2022 d:rifle:2@2020", "movement")
    play(match, "move 51pa 2021", "end")
    fight(match, "attack 2020 with 51pa", 3)
    assert "repulsed" in marks(match, "51pa")


def test_9_1_5_a_retreated_unit_defends_again_where_it_stands() -> None:
    match = position("a:infantry:12@2021 b:infantry:6@2018 d:rifle@2020 e:rifle@2525", "combat")
    fight(match, "attack 2020 with a", 5)
    play(match, "retreat d 2120", "end")
    assert state(match).fought == 1 << state(match).grid.find("2020")
    assert refused(match, "attack 2120 with b").rule == "9.1.2"


def test_9_6_ex_a_hex_full_of_battalions_takes_no_time() -> None:
    crowd = " ".join(f"b{n}:503@2021" for n in range(30))
    match = position(f"{crowd} a:rifle:120@2020", "combat", "soviet")
    fight(match, "attack 2021 with a", 6)  # 120 to 60, less a column for armour: EX
    play(match, "lose a")
    assert where(match, "b0") == "eliminated"


def test_9_6_ex_one_choice_is_offered_of_very_many() -> None:
    crowd = " ".join(f"b{n}:503@2021" for n in range(30))
    match = position(f"{crowd} a:rifle:31@2020 c:rifle:89@1921", "combat", "soviet")
    fight(match, "attack 2021 with a,c", 6)
    play(match, "lose a")
    (offered,) = match.orders()
    assert len(offered.split(",")) == 15  # 30 of the 31
    assert refused(match, "lose b0").rule == "9.6"
