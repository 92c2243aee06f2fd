"""9.7: retreats."""

from typing import Any

import pytest

from kursk.core.match import Match
from kursk.testing import play, refused, rule, where
from tests.games.panzer_keil.helpers import fight, position, through

# The defender in 2020 and the attacker in 2021: 2019, 1920 and 2120 are out of his zone.


def struck(extra: str = "", die: int = 4, attack: int = 12, **more: Any) -> Match:
    """A defender of 4 at 3 to 1: 4 is D1, which he leads, 5 D1D, 6 D2D; at 2 to 1, 6 is D2."""
    units = f"a:infantry:{attack}@2021 d:rifle:4@2020 {extra}"
    match = position(units, "combat", **more)
    return fight(match, "attack 2020 with a", die)


def ways(match: Match) -> set[str]:
    return {order.split(" ", 2)[2] for order in match.orders()}


def test_9_7_9_7_1_any_way_that_is_open() -> None:
    assert ways(struck()) == {"2019", "1920", "2120"}


def test_9_7_2_not_onto_an_enemy_nor_into_his_zone() -> None:
    match = struck("b:infantry@2018 c:infantry@1822")
    assert refused(match, "retreat d 2021").rule == "9.7.2"
    assert refused(match, "retreat d 1921").rule == "9.7.2"
    assert refused(match, "retreat d 2019").rule == "9.7.2"
    assert ways(match) == {"1920", "2120"}


def test_9_7_2_a_friend_does_not_open_an_enemy_zone() -> None:
    match = struck("b:infantry@2018 f:rifle_regiment@2019")
    assert refused(match, "retreat d 2019").rule == "9.7.2"


def test_9_7_2_not_over_a_lake() -> None:
    match = struck(sides={"2020/2019": ["lake"]})
    assert refused(match, "retreat d 2019").rule == "9.7.2" and ways(match) == {"1920", "2120"}


def test_9_7_2_not_off_the_map() -> None:
    match = position("a:infantry:12@2002 d:rifle:4@2001", "combat")
    fight(match, "attack 2001 with a", 4)
    assert ways(match) == {"1901", "2101"}


def test_a15_0_nor_out_of_the_area_in_use() -> None:
    match = position("a:infantry:12@2028 d:rifle:4@2027", "combat", scenario="prokhorovka")
    fight(match, "attack 2027 with a", 4)
    assert ways(match) == {"1927", "2127"}
    assert refused(match, "retreat d 2026").rule == "A15.0"


def test_9_7_3_past_a_full_hex_to_the_next() -> None:
    full = "f:rifle@2019 g:rifle_regiment@2019"
    match = struck(f"{full} b:infantry@1819 c:infantry@2219")  # 1920 and 2120 lie in zones
    assert ways(match) == {"2019 2018"}
    play(match, "retreat d 2019 2018")
    assert where(match, "d") == "2018"


def test_9_7_1_9_7_3_by_any_of_the_full_hexes() -> None:
    full = " ".join(f"{a}:rifle@{h} {a}r:rifle_regiment@{h}" for a, h in (("f", 2019), ("g", 1920)))
    match = struck(f"{full} c:infantry@2219")  # 2120 lies in a zone
    for way in ("2019 1919", "1920 1919"):
        assert rule(match, f"retreat d {way}") == ""
    assert refused(match, "retreat d 2019 2019").rule == "9.7.1"
    assert refused(match, "retreat d 2019 2018 2017").rule == "9.7"
    play(match, "retreat d 1920 1919")
    assert where(match, "d") == "1919"


def test_9_7_3_a_full_hex_is_no_end_where_another_is_open() -> None:
    match = struck("f:rifle@2019 g:rifle_regiment@2019")
    assert ways(match) == {"1920", "2120"}
    assert refused(match, "retreat d 2019").rule == "9.7.3"


def test_9_7_3_beyond_a_full_hex_is_not_back_to_where_one_came_from() -> None:
    # From 2020 only 2019 is open, and from there only 1920, which is full and leads nowhere.
    shores = "2020/1920 2020/2120 2019/2018 2019/1919 2019/2119 2019/2120"
    shores += " 1920/1919 1920/1819 1920/1820"
    full = "f:rifle@1920 g:rifle_regiment@1920"
    match = struck(full, die=6, attack=8, sides={side: ["lake"] for side in shores.split()})
    assert where(match, "d") == "eliminated"  # 9.7.5: one short, and it is alone


def test_9_7_4_two_hexes_lead_as_far_away_as_can_be() -> None:
    match = struck(die=6, attack=8)  # D2
    grid = match.g.grid
    ends = {way.split()[-1] for way in ways(match)}
    assert {grid.distance(grid.find("2020"), grid.find(end)) for end in ends} == {2}
    assert refused(match, "retreat d 2019 1920").rule == "9.7.4"


def test_9_7_4_where_there_is_no_better_the_nearer_hex_will_do() -> None:
    # 2019 and 1920 lie open, and beyond them nothing but lakes.
    shores = "2019/2018 2019/1919 2019/2119 2019/2120 1920/1919 1920/1819 1920/1820 2020/2120"
    match = struck(die=6, attack=8, sides={side: ["lake"] for side in shores.split()})
    assert ways(match) == {"2019 1920", "1920 2019"}


def test_9_7_4_attackers_measure_from_the_hex_of_the_battle() -> None:
    match = position("a:infantry:4@2021 d:rifle:4@2020", "combat")
    fight(match, "attack 2020 with a", 3)  # A2
    grid = match.g.grid
    ends = {way.split()[-1] for way in ways(match)}
    assert {grid.distance(grid.find("2020"), grid.find(end)) for end in ends} == {3}


def test_9_7_a_stack_goes_together_or_apart() -> None:
    match = position("a:infantry:12@2021 d:rifle:3@2020 e:rifle_regiment:1@2020", "combat")
    fight(match, "attack 2020 with a", 4)
    assert "retreat d,e 2019" in list(match.orders())
    play(match, "retreat e 1920", "retreat d 2120")
    assert (where(match, "d"), where(match, "e")) == ("2120", "1920")


def test_9_7_4_together_they_stop_no_nearer_than_each_could_get_alone() -> None:
    # D2; every hex two away from 2020 holds a division, and so has room for one regiment.
    regiments = " ".join(f"{id}:rifle_regiment:1@2020" for id in "def")
    grid = position("d:rifle@2020", "combat").g.grid
    ring = grid.names(grid.ring(grid.find("2020"), 2))
    friends = [hex for hex in ring if not grid.touch(grid.find(hex), grid.find("2021"))]
    full = " ".join(f"x{hex}:rifle@{hex}" for hex in friends if hex != "2022")
    match = position(f"a:infantry:6@2021 {regiments} {full}", "combat")
    fight(match, "attack 2020 with a", 6)  # 2:1
    assert refused(match, "retreat d,e,f 1920 2019").rule == "9.7.4"
    assert {way.split()[-1] for way in ways(match)} <= set(friends)
    play(match, *("retreat d 2019 2018", "retreat e 2019 2119"))
    assert refused(match, "retreat f 2019 2018").rule == "9.7.3"


def test_9_7_3_nobody_goes_beyond_a_hex_where_he_finds_room_by_himself() -> None:
    # D1; each of the three hexes behind has room for one of the two, none for both.
    friends = "x:rifle@2019 y:rifle@1920 z:rifle@2120"
    units = f"a:infantry:12@2021 d:rifle_regiment:2@2020 e:rifle_regiment:2@2020 {friends}"
    match = position(units, "combat")
    fight(match, "attack 2020 with a", 4)
    assert refused(match, "retreat d,e 2019 2018").instead == "One at a time they find room."
    through(match, "retreat d 2019")
    assert ways(match) == {"1920", "2120"}


def test_9_7_5_three_regiments_one_hex_short_lose_one() -> None:
    # D2; from 2020 only 2019 is open, and every hex beyond it lies in a German zone.
    regiments = " ".join(f"r{n}x:rifle_regiment:1@2020" for n in (1, 2, 3))
    foes = "b:infantry@1819 c:infantry@2219 e:infantry@2017"
    units = f"a:infantry:6@2021 {regiments} {foes}"
    match = position(units, "combat")
    fight(match, "attack 2020 with a", 6)  # 2:1
    assert match.actor == "soviet" and "9.7.5" in match.prompt
    play(match, "lose r2x")
    through(match, next(iter(match.orders())))
    left = {where(match, id) for id in ("r1x", "r3x")}
    assert where(match, "r2x") == "eliminated" and left == {"2019"}


def test_9_7_5_those_who_are_short_may_part_and_none_stays_behind() -> None:
    regiments = " ".join(f"r{n}x:rifle_regiment:1@2020" for n in (1, 2, 3))
    foes = "b:infantry@1819 c:infantry@2219 e:infantry@2017"
    match = position(f"a:infantry:6@2021 {regiments} {foes}", "combat")
    fight(match, "attack 2020 with a", 6, "lose r2x")
    through(match, "retreat r1x 2019")
    assert where(match, "r1x") == where(match, "r3x") == "2019"


def test_9_7_5_a_lone_unit_is_lost_by_any_shortfall() -> None:
    foes = "b:infantry@1819 c:infantry@2219 e:infantry@2017"
    match = struck(foes, die=6, attack=8)
    assert where(match, "d") == "eliminated"


def test_9_7_5_a_stack_that_cannot_stir_loses_one_and_stays() -> None:
    foes = "b:infantry@2018 c:infantry@1820 e:infantry@2220"
    units = f"a:infantry:12@2021 d:rifle:3@2020 f:rifle_regiment:1@2020 {foes}"
    match = position(units, "combat")
    fight(match, "attack 2020 with a", 4)  # D1
    assert match.actor == "soviet"
    play(match, "lose f")
    assert (
        where(match, "d") == "2020" and match.where()[-1][0] == "Combat"
    )  # nothing to advance into


def test_9_7_5_the_owner_chooses_even_when_the_enemy_leads() -> None:
    foes = "b:infantry@2018 c:infantry@1820 e:infantry@2220"
    units = f"a:infantry:12@2021 d:rifle:3@2020 f:rifle_regiment:1@2020 {foes}"
    match = position(units, "combat")
    fight(match, "attack 2020 with a", 5)  # D1D
    assert match.actor == "soviet" and set(match.orders()) == {"lose d", "lose f"}


def test_5_1_4_9_7_3_retreats_never_break_the_limit() -> None:
    full = " ".join(f"f{n}:rifle@{hex}" for n, hex in enumerate(("2019", "1920", "2120")))
    match = struck(full)
    through(match, next(iter(match.orders())))
    assert match.check() == [] and where(match, "d") not in ("2019", "1920", "2120")


@pytest.mark.parametrize("die", [1, 2])
def test_9_7_attackers_from_several_hexes_retreat_hex_by_hex(die: int) -> None:
    match = position("a:infantry:2@2021 b:infantry:2@2019 d:rifle:4@2020", "combat")
    fight(match, "attack 2020 with a,b", die)  # A2D, A1D
    assert match.actor == "soviet"
    first = next(iter(match.orders())).split()[1]
    through(match, next(iter(match.orders())))
    assert next(iter(match.orders())).split()[1] != first


def test_9_7_where_no_zone_parts_the_attackers_each_retreats_once() -> None:
    match = position(
        "a:regiment:2@2021 b:regiment:2@1921 d:rifle:4@2020+disrupted",
        "combat",
        disrupted_zones=False,
    )
    fight(match, "attack 2020 with a,b", 2, "retreat a 1921")  # 4 to 2: A1
    assert {order.split()[1] for order in match.orders()} == {"b"}
    play(match, "retreat b 1821")
    assert (where(match, "a"), where(match, "b")) == ("1921", "1821") and match.phase == "combat"
