"""9.5, 9.6: how a force pays."""

from typing import Any

from kursk import bots
from kursk.core.match import Match
from tests.games.spi_kursk.helpers import (
    fight,
    lost,
    marked,
    mode,
    play,
    position,
    refused,
    rule,
    says,
    strength,
    where,
)


def soviet_hit(defender: str, die: int, strength: int = 40, **more: Any) -> Match:
    """A German attack from 1010 on Soviets in 1009; 36-42 in the open."""
    match = position(f"a:panzer:{strength}@1010+assault {defender}", "first combat", **more)
    return fight(match, "attack 1009 with a", die)


def german_hit(defender: str, die: int, strength: int = 40, **more: Any) -> Match:
    match = position(
        f"x:tank_corps:{strength}@1010+assault {defender}", "first combat", "soviet", **more
    )
    return fight(match, "attack 1009 with x", die)


MOBILE = "d:tank_corps@1009+mobile"


# -- steps -----------------------------------------------------------------------------------------


def test_9_51_paid_partly_by_retreat_and_partly_by_steps() -> None:
    match = soviet_hit(MOBILE, 1)  # 1M4
    play(match, "retreat 1009 1008")
    assert (where(match, "d"), lost(match, "d")) == ("1008", 3)


def test_9_61_a_stack_is_named_by_its_top_unit_or_by_its_hex() -> None:
    match = soviet_hit(MOBILE, 1)
    by_unit = [order for order in match.orders() if order.startswith("retreat")]
    assert by_unit and {order.split()[1] for order in by_unit} == set(match.able())
    assert all(match.why_not(order) is None for order in by_unit)
    id = match.able()[0]
    play(match, f"retreat {id} 1008")
    assert where(match, id) == "1008"


def test_9_62_a_soviet_mobile_defender_retreats_two_at_the_most() -> None:
    match = soviet_hit(MOBILE, 1)
    assert rule(match, "retreat 1009 1008 1007 1006") == "9.62"
    play(match, "retreat 1009 1008 1007")
    assert lost(match, "d") == 2


def test_9_62_a_german_mobile_defender_retreats_three() -> None:
    units = "d:infantry@1009+mobile"
    match = german_hit(units, 1)
    play(match, "retreat 1009 1008 1007 1006")
    assert (where(match, "d"), lost(match, "d")) == ("1006", 1)
    assert where(play(german_hit(units, 1), "stand"), "d") == "eliminated"
    between = play(german_hit(units, 1), "retreat 1009 1008 1007")
    assert lost(between, "d") == 2


def test_9_62_static_one_and_assault_by_side() -> None:
    static = german_hit("d:infantry@1009+static", 4)
    assert rule(static, "retreat 1009 1008 1007") == "9.62"
    assault = german_hit("d:infantry@1009+assault", 1)
    assert rule(assault, "retreat 1009 1008 1007") == ""
    soviet = soviet_hit("d:tank_corps@1009+assault", 1)
    assert rule(soviet, "retreat 1009 1008 1007") == "9.62"


def test_9_52_the_owner_spreads_his_losses() -> None:
    match = soviet_hit("d:tank_corps@1009+static e:tank_corps@1009+static", 4)
    play(match, "stand", "lose d")
    assert refused(match, "lose a").rule == "9.52"
    play(match, "lose e")
    assert lost(match, "d") == 1 and lost(match, "e") >= 1


def test_9_52_artillery_takes_none_while_others_are_left() -> None:
    match = soviet_hit(
        "d:tank_corps@1009+static e:tank_corps@1009+static g:artillery@1009+static", 4
    )
    play(match, "stand")
    assert rule(match, "lose g") == "9.52"


def test_9_53_a_step_is_two_points() -> None:
    match = german_hit("d:infantry@1009+assault", 4)  # 2/3
    play(match, "stand")
    assert (lost(match, "d"), strength(match, "d")) == (3, 2)


def test_9_54_a_rifle_division_of_three_has_one_left() -> None:
    match = soviet_hit("d:rifle@1009+mobile", 6, 6)
    play(match, "stand")
    assert (lost(match, "d"), strength(match, "d")) == (1, 1)


def test_9_55_guns_go_with_the_last_of_the_others() -> None:
    match = soviet_hit("d:rifle:3/1@1009+static g:artillery@1009+static", 1)
    play(match, "stand")
    assert where(match, "g") == "eliminated"
    alone = soviet_hit("g:artillery@1009+static", 6, 6)
    play(alone, "stand")
    assert (where(alone, "g"), lost(alone, "g")) == ("1009", 1)


def test_13_26_a_step_of_an_anti_tank_unit_pays_for_two() -> None:
    units = "d:tank_corps@1009+static g:anti-tank@1009+static"
    match = soviet_hit(units, 4)  # one left: 29-35, row 4
    due = int(match.prompt.split("result of ")[1][0])
    play(match, "stand", "lose g")
    assert lost(match, "d") == due - 2
    assert where(match, "g") == "eliminated"


# -- retreats --------------------------------------------------------------------------------------


def test_9_61_the_whole_force_retreats_once() -> None:
    units = "a:panzer@1010+assault b:panzer@1109+assault d:tank_corps:9/8/7/6/5/4/3/2/1@1009+static"
    match = fight(position(units, "first combat", hexes={"1009": ["major city"]}),
                  "attack 1009 with a,b", 6)  # fmt: skip
    play(match, "stand")
    play(match, "retreat 1010 1011")
    assert refused(match, "stand").rule == "9.61"
    play(match, "retreat 1109 1209")
    assert (where(match, "a"), where(match, "b")) == ("1011", "1209")


def test_9_63_disrupted_defenders_must_retreat() -> None:
    match = soviet_hit("d:tank_corps@1009+mobile+disrupted", 6, 6)
    assert rule(match, "stand") == "9.63"
    play(match, "retreat 1009 1008")
    assert (where(match, "d"), lost(match, "d")) == ("1008", 0)


def test_9_63_a_hyphen_obliges_to_nothing() -> None:
    hard = {"1009": ["hills", "major city"]}
    match = soviet_hit("d:tank_corps:9/8/7/6/5/4/3/2/1@1009+mobile+disrupted", 6, 6, hexes=hard)
    assert where(match, "d") == "1009" and lost(match, "d") == 0


def test_9_68_must_and_cannot_is_another_step() -> None:
    ring = "b:infantry@0908+static c:infantry@1108+static e:infantry@1007+static"
    match = soviet_hit(f"d:tank_corps@1009+mobile+disrupted {ring}", 6, 6)
    assert (where(match, "d"), lost(match, "d")) == ("1009", 2)
    assert "They must retreat and cannot: another step is lost." in says(match)
    assert marked(match, "d", "disrupted")


def test_9_68_and_10_31_two_hexes_disrupt() -> None:
    far = play(soviet_hit(MOBILE, 1), "retreat 1009 1008 1007")
    near = play(soviet_hit(MOBILE, 1), "retreat 1009 1008")
    assert (mode(far, "d"), mode(near, "d")) == ("disrupted", "mobile")


def test_9_64_an_anti_tank_unit_that_retreats_is_lost() -> None:
    match = soviet_hit("d:tank_corps@1009+mobile g:anti-tank@1009+mobile", 6)
    play(match, "retreat 1009 1008")
    assert (where(match, "d"), where(match, "g")) == ("1008", "eliminated")


def test_9_65_artillery_loses_a_step_a_hex() -> None:
    units = "d:tank_corps@1009+mobile g:artillery@1009+mobile"
    one = play(soviet_hit(units, 1), "retreat 1009 1008")
    assert lost(one, "g") == 1
    two = play(soviet_hit(units, 1), "retreat 1009 1008 1007")
    assert where(two, "g") == "eliminated"


def test_9_66_any_open_way_that_ends_as_far_as_it_is_long() -> None:
    match = soviet_hit(MOBILE, 1)
    assert rule(match, "retreat 1009 1008 0909") == "9.66"
    assert rule(match, "retreat 1009 1010") == "9.66"
    ends = {order.split()[-1] for order in match.orders() if order.startswith("retreat")}
    assert {"1007", "0908", "1108"} <= ends
    held = soviet_hit(f"{MOBILE} e:infantry@1007+static", 1)
    assert rule(held, "retreat 1009 1008") == "9.66"
    friend = soviet_hit(f"{MOBILE} e:infantry@1007+static f:rifle@1008+static", 1)
    assert rule(friend, "retreat 1009 1008") == ""


def test_9_66_a_hex_that_cannot_be_made_is_a_step_and_forts_stay() -> None:
    match = soviet_hit("d:tank_corps@1009+mobile f:fortified_area@1009+mobile", 6)
    assert match.why_not("retreat 1009 1008") is not None


def test_9_67_attackers_do_not_retreat_into_the_hex_attacked() -> None:
    match = soviet_hit("d:rifle:3@1009+assault", 3, 20)
    play(match, "retreat 1009 1008")
    assert rule(match, "retreat 1010 1009") == "9.67"


# -- stacking --------------------------------------------------------------------------------------


def test_7_21_checked_where_a_move_ends_and_passing_is_free() -> None:
    full = "b:panzer@1009+mobile c:panzer@1009+mobile e:panzer@1009+mobile"
    match = position(f"a:panzer@1010+mobile {full}")
    assert rule(match, "move a 1009") == "7.0"
    assert rule(match, "move a 1009 1008") == ""


def test_7_0_7_11_7_12_7_13_and_7_14_six_points() -> None:
    whole = ("c:rifle_corps@1009 d:tank_corps@1009 b:tank_brigade@1009 g:anti-tank@1009 "
             "h:artillery@1009")  # fmt: skip
    assert position(whole, side="soviet")
    match = position(f"{whole} e:tank_brigade@1010+mobile", side="soviet")
    assert rule(match, "move e 1009") == "7.0"


def test_7_23_one_anti_tank_and_one_artillery_unit() -> None:
    match = position("g:artillery@1009+mobile h:artillery@1010+mobile", side="soviet")
    assert rule(match, "move h 1009") == "7.23"


def test_7_22_over_the_limit_they_go_a_hex_farther() -> None:
    friends = " ".join(
        f"{hex[:2]}{hex[2:]}{n}:rifle_corps@{hex}+static"
        for hex in ("1008", "0909", "1109", "0910", "1110")
        for n in "ab"
    ).replace("1008a:", "ua:")
    match = soviet_hit(f"d:tank_corps@1009+static {friends}", 6, 6)
    ends = {order.split()[-1] for order in match.orders() if order.startswith("retreat")}
    assert ends and not ends & {"1008", "0909", "1109"}
    end = min(ends)
    play(match, next(order for order in match.orders() if order.endswith(end)))
    assert where(match, "d") == end
    assert mode(match, "d") == "disrupted"  # 9.68: it has retreated two hexes


def test_7_22_where_none_is_farther_those_that_came_lose_the_excess() -> None:
    """All round 1009 are two hexes of full stacks; only 1010 is the enemy's."""
    near, far = ("1008", "0909", "1109"), ("0908", "1007", "1108", "0807", "1207")
    full = {*near, *far, "0809", "1209", "0808", "1208", "0907", "1107", "0810", "1210", "1006"}
    friends = " ".join(f"f{hex}{n}:rifle_corps@{hex}+static" for hex in sorted(full) for n in "ab")
    match = soviet_hit(f"d:tank_corps@1009+static e:tank_brigade@1009+static {friends}", 6, 6)
    order = next(order for order in match.orders() if order.endswith("1008"))
    play(match, order)
    assert match.prompt.startswith("1008 holds too much")
    assert refused(match, "remove f1008a").rule == "7.22"
    play(match, "remove d")
    play(match, "remove e")
    assert where(match, "f1008a") == "1008"


def test_7_22_greedy_spares_the_headquarters() -> None:
    full = ("1008", "0909", "1109", "0908", "1007", "1108", "0807", "1207", "0809", "1209", "0808",
            "1208", "0907", "1107", "0810", "1210", "1006")  # fmt: skip
    friends = " ".join(
        f"f{hex}:rifle_corps@{hex}+static g{hex}:tank_brigade@{hex}+static" for hex in full
    )
    match = soviet_hit(f"d:army@1009+static e:tank_brigade@1009+static {friends}", 6, 20)
    play(match, next(order for order in match.orders() if order.endswith("1008")))
    for seed in "123456":
        assert bots.decide(match, "soviet", "greedy", seed) == "remove e"
