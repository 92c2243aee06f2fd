"""§Combat Table: what results do, and what is declared before and after the die."""

import pytest

from tests.games.coatney_kursk.helpers import (
    battle,
    marked,
    play,
    position,
    refused,
    rule,
    says,
    where,
)

ONE = "a:korps:{}/5@I7 d:army:3/4@J8"


# -- the results ------------------------------------------------------------------------


def test_combat_table_a_dash_is_nothing() -> None:
    match = battle(position(ONE.format(2), "allocation"), "attack J8 with a", "decline", "roll 4")
    assert not marked(match, "a") and not marked(match, "d")
    assert match.phase == "movement"


def test_de_all_defenders_are_eliminated() -> None:
    units = "a:korps:24/5@I7 d:army@J8 e:army@J8"
    match = battle(position(units, "allocation"), "attack J8 with a", "decline", "roll 6")
    assert where(match, "d") == where(match, "e") == "eliminated"


def test_ad_the_attackers_are_disrupted() -> None:
    units = "a:korps:2/5@I7 b:korps:2/5@I8 d:army@J8"
    match = battle(position(units, "allocation"), "attack J8 with a,b", "decline", "roll 2")
    assert marked(match, "a") and marked(match, "b") and not marked(match, "d")


def test_ae_attackers_worth_the_defence_and_none_too_many() -> None:
    """6 and 3 against 9: 1:1, a 1 is AE; against 4 the 6 must go."""
    match = position("a:korps:6/5@I7 b:korps:3/5@I7 d:army:3/9@J8", "allocation")
    battle(match, "attack J8 with a,b", "decline", "roll 1")
    assert where(match, "a") == where(match, "b") == "eliminated"
    units = "a:korps:2/5@I7 b:korps:1/5@I7 c:korps:1/5@I7 d:army:1/2@J8"
    match = position(units, "allocation", hexes={"J8": ["hill"]}, sides={"I7/J8": ["river"]})
    battle(match, "attack J8 with a,b,c", "decline", "roll 1")
    assert set(match.orders()) == {"lose a,b", "lose a,c"}
    assert rule(match, "lose b,c") == "§AE" and rule(match, "lose a,b,c") == "§AE"


def test_ae_the_six_must_be_lost_where_the_three_is_not_enough() -> None:
    """9 to 4, pressed by the Russian: a 1 is read in 1:1."""
    match = position("a:army:6/5@J8 b:army:3/5@J8 d:korps@I8", "allocation", "russian")
    battle(match, "attack I8 with a,b", "decline", "roll 1", verb="press")
    assert match.forced == "lose a" and rule(match, "lose b") == "§AE"


def test_d_each_defender_may_withdraw_or_stay() -> None:
    match = position("a:korps:8/5@I7 d:army@J8 e:army@J8", "allocation")
    battle(match, "attack J8 with a", "decline", "roll 4")
    assert marked(match, "d") and marked(match, "e") and match.actor == "russian"
    play(match, "stay e", "retreat d K8 L9")
    assert where(match, "d") == "L9" and where(match, "e") == "J8"
    assert match.phase == "movement"  # no advance while one stays


def test_d_an_emptied_hex_may_be_advanced_into() -> None:
    match = position("a:korps:4/5@I7 d:army@J8", "allocation")
    battle(match, "attack J8 with a", "decline", "roll 4", "retreat d K8", "advance a J8")
    assert where(match, "a") == "J8"


def test_dn_the_attacker_picks_how_far_and_the_defender_the_way() -> None:
    match = position("a:korps:8/5@I7 d:army@J8", "allocation")
    battle(match, "attack J8 with a", "decline", "roll 6")
    assert match.actor == "german" and list(match.orders()) == ["drive 2", "drive 1", "drive 0"]
    play(match, "drive 2")
    assert match.actor == "russian"
    assert all(len(order.split()) == 4 for order in match.orders("d"))


def test_dn_example_after_one_hex_on_d1_at_most_one_more() -> None:
    """The worked example of the sheet."""
    match = position("a:korps:8/5@I7 d:army@J8", "allocation")
    battle(match, "attack J8 with a", "decline", "roll 3", "drive 1")
    assert {len(order.split()) - 2 for order in match.orders("d")} == {1, 2}
    assert rule(match, "retreat d K8 L9 M9") == "§Dn"
    assert rule(match, "stay d") == "§Dn"


def test_dn_no_hexes_on_d2_leaves_them_disrupted_where_they_are() -> None:
    match = position("a:korps:8/5@I7 d:army@J8", "allocation")
    battle(match, "attack J8 with a", "decline", "roll 6", "drive 0")
    assert where(match, "d") == "J8" and marked(match, "d") and match.phase == "movement"


def test_dn_no_hexes_on_d1_they_may_still_go_one() -> None:
    match = position("a:korps:8/5@I7 d:army@J8", "allocation")
    battle(match, "attack J8 with a", "decline", "roll 3", "drive 0")
    goals = {"retreat d J9", "retreat d K7", "retreat d K8"}
    assert set(match.orders("d")) == {*goals, "stay d"}


def test_dn_disrupted_units_beside_others_retreat_by_their_own_reading() -> None:
    match = position("a:korps:16/5@I7 d:army@J8+disrupted e:army@J8", "allocation")
    battle(match, "attack J8 with a", "decline", "roll 4", "drive 2")
    lengths = {id: {len(order.split()) - 2 for order in match.orders(id)} for id in ("d", "e")}
    assert lengths == {"d": {2}, "e": {1, 2}}


# -- X ----------------------------------------------------------------------------------


def test_x_defenders_go_with_attackers_worth_their_factors() -> None:
    match = position("a:korps:5/5@I7 b:korps:3/5@I7 d:army:3/4@J8 e:army:3/3@J8", "allocation")
    battle(match, "attack J8 with a,b", "decline", "roll 3")
    assert set(match.orders()) == {"exchange d,e for a,b", "decline"}
    play(match, "exchange d,e for a,b")
    assert {where(match, id) for id in "abde"} == {"eliminated"}


def test_x_the_line_is_paid_first_and_who_cannot_pay_has_a_dash() -> None:
    """5 against a disrupted army of 4 on the first line, 1:1: the 6 are not to be had."""
    match = position("a:korps:5/5@I8 d:guards:3/4@J9+disrupted",
                     "allocation", real=True)  # fmt: skip
    battle(match, "attack J9 with a", "decline", "roll 3")
    assert "The attacker cannot pay for an exchange." in says(match)
    match = position("a:korps:6/5@I8 d:guards:3/4@J9+disrupted", "allocation", real=True)
    battle(match, "attack J9 with a", "decline", "roll 2", "exchange d for a")
    assert where(match, "a") == where(match, "d") == "eliminated"
    assert match.view().tracks["lines"]["russian"].count("J9") == 0


def test_x_a_line_on_which_a_unit_survives_stands() -> None:
    """6 of attackers pay 2 for the line and 4 for one army; the other suffers D."""
    units = "a:korps:6/5@I8 g:korps:1/5@I8 d:guards:3/4@J9+disrupted e:guards:3/2@J9+disrupted"
    match = battle(position(units, "allocation", real=True), "attack J9 with a,g", "decline",
                   "roll 3", "exchange d for a")  # fmt: skip
    assert where(match, "d") == "eliminated" and where(match, "e") == "J9"
    play(match, "stay e")
    assert "J9" in match.view().tracks["lines"]["russian"]


def test_x_artillery_does_not_pay() -> None:
    match = position(
        "a:army:6/4@J8 g:artillery@J8+emplaced d:korps:3/7@I8", "allocation", "russian"
    )
    battle(match, "attack I8 with a,g", "decline", "roll 3")
    assert "The attacker cannot pay for an exchange." in says(match)
    assert where(match, "a") == "J8" and not marked(match, "d")


def test_x_may_be_declined() -> None:
    match = position("a:korps:4/5@I7 d:army@J8", "allocation")
    battle(match, "attack J8 with a", "decline", "roll 3", "decline")
    assert where(match, "d") == "J8" and not marked(match, "d")


def test_x_of_three_the_largest_set_that_can_be_paid() -> None:
    """4 to 11: of 5, 4 and 2 the 4 must go, neither more nor less."""
    match = position("a:korps:4/5@I7 d:army:3/5@J8 e:army@J8 f:army:3/2@J8", "allocation")
    battle(match, "attack J8 with a", "decline", "roll 5")
    assert set(match.orders()) == {"exchange e for a", "decline"}
    assert rule(match, "exchange f for a") == "§X"
    match = position("a:korps:6/5@I7 b:korps:5/5@I7 d:army:3/5@J8 e:army@J8", "allocation")
    battle(match, "attack J8 with a,b", "decline", "roll 3")  # 11 to 9: all of both sides
    assert set(match.orders()) == {"exchange d,e for a,b", "decline"}


def test_x_a_survivor_is_disrupted_and_may_withdraw() -> None:
    """Guns in the attack raise the odds but do not pay: 3 pays for the 2, not for the 4."""
    units = "a:army:3/4@J8 g:artillery@J8+emplaced d:korps:3/4@I8 e:division:2/2@I8"
    match = position(units, "allocation", "russian")
    battle(match, "attack I8 with a,g", "decline", "roll 3", "exchange e for a")
    assert where(match, "e") == "eliminated" and marked(match, "d")
    assert "stay d" in match.orders("d")


# -- No Retreat!, forced exchange, pressed attack ---------------------------------------


def test_no_retreat_is_always_asked_before_the_die() -> None:
    match = position("a:korps:8/5@I7 d:army@J8 e:army@J8", "allocation")
    battle(match, "attack J8 with a")
    assert match.actor == "russian"
    assert set(match.orders()) == {"stand d", "stand e", "stand d,e", "decline"}
    assert rule(match, "stand a") == "§No Retreat!"


def test_no_retreat_d1_is_d_without_withdrawal_and_d2_is_de() -> None:
    match = position("a:korps:8/5@I7 d:army@J8", "allocation")
    battle(match, "attack J8 with a", "stand d", "roll 3", "decline")
    assert where(match, "d") == "J8" and marked(match, "d") and match.phase == "movement"
    match = position("a:korps:8/5@I7 d:army@J8", "allocation")
    battle(match, "attack J8 with a", "stand d", "roll 6")
    assert where(match, "d") == "eliminated"


def test_no_retreat_for_one_of_two() -> None:
    match = position("a:korps:16/5@I7 d:army@J8 e:army@J8", "allocation")
    battle(match, "attack J8 with a", "stand d", "roll 6")
    assert where(match, "d") == "eliminated" and where(match, "e") == "J8"
    play(match, "drive 1")
    assert match.actor == "russian" and match.able() == ["e"]


def test_no_retreat_a_unit_that_stands_does_not_withdraw_on_d() -> None:
    match = position("a:korps:8/5@I7 d:army@J8", "allocation")
    battle(match, "attack J8 with a", "stand d", "roll 2", "decline")
    assert match.phase == "movement" and marked(match, "d")


def test_forced_exchange_the_german_decides_after_the_die() -> None:
    """3:1 with 12 on 4, a 2 is D: he may pay 6 and eliminate 4."""
    match = position("a:korps:6/5@I7 b:korps:6/5@I8 d:army@J8", "allocation")
    battle(match, "attack J8 with a,b", "stand d", "roll 2")
    assert match.actor == "german" and set(match.orders()) == {"force", "decline"}
    play(match, "force")
    assert set(match.orders()) == {"exchange d for a", "exchange d for b", "decline"}
    play(match, "exchange d for a", "advance b J8")
    assert where(match, "d") == "eliminated" and where(match, "b") == "J8"


def test_forced_exchange_only_against_no_retreat_and_only_if_it_can_be_paid() -> None:
    match = position("a:korps:12/5@I7 d:army@J8", "allocation")
    battle(match, "attack J8 with a", "decline", "roll 2")
    assert match.actor == "russian"  # D: he may withdraw
    match = position("a:korps:4/5@I7 b:korps:1/5@I7 d:army@J8", "allocation")
    battle(match, "attack J8 with a,b", "stand d", "roll 4")  # 1:1, D: 6 are due, 5 there
    assert match.phase == "movement" and marked(match, "d")


def test_forced_exchange_the_russian_decides_before_the_die() -> None:
    match = position("a:army:8/4@J8 d:korps@I8", "allocation", "russian")
    battle(match, "attack I8 with a", "stand d")
    assert match.actor == "russian" and set(match.orders()) == {"force", "decline"}


def test_forced_exchange_makes_ae_of_ad() -> None:
    match = position("a:army:4/4@J8 d:korps@I8", "allocation", "russian")
    battle(match, "attack I8 with a", "stand d", "force", "roll 2")
    assert where(match, "a") == "eliminated"


def test_forced_exchange_that_the_russian_cannot_pay_is_a_dash() -> None:
    match = position("a:army:4/4@J8 d:korps@I8", "allocation", "russian")
    battle(match, "attack I8 with a", "stand d", "force", "roll 4")  # D: 6 are due
    assert where(match, "d") == "I8" and not marked(match, "d")


@pytest.mark.parametrize(("die", "due"), [(3, "4"), (2, "6")])
def test_forced_exchange_d1_at_par_d_for_one_and_a_half(die: int, due: str) -> None:
    match = position("a:korps:4/5@I7 b:korps:2/5@I7 c:korps:2/5@I8 d:army@J8", "allocation")
    battle(match, "attack J8 with a,b,c", "stand d", f"roll {die}", "force")
    assert ("exchange d for a" in match.orders()) == (due == "4")
    assert rule(match, "exchange d for b,c") == ("" if due == "4" else "§X")


def test_forced_exchange_x_costs_twice() -> None:
    """8 to 4 across a river: 3:2, a 2 is X, and 8 are due."""
    sides = {"I7/J8": ["river"], "I8/J8": ["river"]}
    units = "a:korps:6/5@I7 b:korps:2/5@I8 d:army:3/4@J8"
    match = position(units, "allocation", sides=sides)
    battle(match, "attack J8 with a,b", "stand d", "roll 2", "force")
    assert set(match.orders()) == {"exchange d for a,b", "decline"}


def test_forced_exchange_others_in_the_hex_take_the_result() -> None:
    match = position("a:korps:16/5@I7 d:army@J8 e:army@J8", "allocation")
    battle(match, "attack J8 with a", "stand d", "roll 3", "force", "exchange d for a", "drive 1")
    assert where(match, "d") == where(match, "a") == "eliminated"
    assert match.able() == ["e"]


@pytest.mark.parametrize(("die", "result"), [(5, "D2"), (2, "X"), (4, "D2"), (1, "AD")])
def test_pressed_attack_better_and_worse_by_a_column(die: int, result: str) -> None:
    match = position("a:korps:8/5@I7 d:army@J8", "allocation")
    battle(match, "attack J8 with a", "decline", f"roll {die}", verb="press")
    assert any(line.startswith(f"{die}: {result},") for line in says(match))


def test_pressed_attack_two_columns_down_for_the_russian() -> None:
    match = position("a:army:8/4@J8 d:korps@I8", "allocation", "russian")
    battle(match, "attack I8 with a", "decline", "roll 2", verb="press")
    assert any(line.startswith("2: AD,") for line in says(match))  # read at 1:1


@pytest.mark.parametrize(
    ("side", "attack", "wanted"),
    [("german", 1, ""), ("russian", 1, "§Pressed Attack!"), ("russian", 2, "")],
)
def test_pressed_attack_not_where_it_may_fall_below_1_5(
    side: str, attack: int, wanted: str
) -> None:
    """German 1:4 and Russian 1:3 may be pressed, Russian 1:4 may not."""
    defence = 4 if attack == 1 else 6
    mine, yours = ("korps", "army") if side == "german" else ("army", "korps")
    units = f"a:{mine}:{attack}/5@I8 d:{yours}:3/{defence}@J8"
    match = play(position(units, "allocation", side), "attack J8 with a", "end")
    assert rule(match, "press J8") == wanted


def test_pressed_attack_is_declared_before_no_retreat() -> None:
    match = position("a:korps:8/5@I7 d:army@J8", "allocation")
    battle(match, "attack J8 with a", verb="press")
    assert match.actor == "russian" and "pressed" in match.prompt
    assert rule(match, "press J8") == "§Pressed Attack!"


# -- surrounded, disrupted again --------------------------------------------------------


def test_surrounded_d1_is_d_and_d2_is_de() -> None:
    """J8 attacked from I7 and K8: each bars three of its six sides."""
    units = "a:korps:4/5@I7 b:korps:4/5@K8 d:army@J8"
    match = battle(position(units, "allocation"), "attack J8 with a,b", "decline", "roll 3")
    assert where(match, "d") == "J8" and marked(match, "d") and match.phase == "movement"
    match = battle(position(units, "allocation"), "attack J8 with a,b", "decline", "roll 6")
    assert where(match, "d") == "eliminated"


def test_disrupted_units_lose_their_entrenchment_when_disrupted_again() -> None:
    units = "a:korps:8/5@I7 ga6@J8+disrupted+entrenched"
    match = battle(position(units, "allocation"), "attack J8 with a", "decline", "roll 4")
    assert marked(match, "ga6") and not marked(match, "ga6", "entrenched")
    units = "a:korps:9/5@I7 ga6@J8+entrenched"
    match = battle(position(units, "allocation"), "attack J8 with a", "decline", "roll 3")
    assert marked(match, "ga6") and marked(match, "ga6", "entrenched")


def test_entrenchment_is_lost_by_attacking_moving_and_retreating() -> None:
    match = position("a:korps:4/5@I7+entrenched d:army@J8+entrenched", "allocation")
    battle(match, "attack J8 with a", "decline", "roll 5")  # 4 to 5: 1:2, D1
    assert not marked(match, "a", "entrenched")
    play(match, "drive 1", "retreat d K8")
    assert not marked(match, "d", "entrenched")
    match = position("a:korps@I7+entrenched", "movement")
    assert not marked(play(match, "move a I6"), "a", "entrenched")


def test_supply_hungry_attackers_are_disrupted_after_the_combat() -> None:
    units = "a:korps:5/5@I7 b:division:4/5@K8 d:army@J8 e:army@L9"
    match = battle(position(units, "allocation"), "attack J8 with a,b", "decline", "roll 2")
    play(match, "decline")  # 2:1, a column lower 3:2: X
    assert marked(match, "b") and not marked(match, "a")


def test_x_a_wrong_exchange_is_refused_in_words() -> None:
    match = position("a:korps:5/5@I7 b:korps:3/5@I7 d:army:3/4@J8 e:army:3/3@J8", "allocation")
    battle(match, "attack J8 with a,b", "decline", "roll 3")
    assert "as large as it can be" in refused(match, "exchange d for a").says
