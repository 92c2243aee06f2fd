"""5: combat."""

import pytest

from kursk import library
from kursk.core.match import Match
from kursk.core.tables import Receipt

# 0304 and 0305 touch, and so do 0204, 0205, 0404 and 0405 with 0305: all on an empty map.
OPEN = """
b1 = { at = "0304" }
r1 = { at = "0305" }
r6 = { at = "0808" }
"""


def battle(units: str = OPEN, extra: str = "", side: str = "blue") -> Match:
    return library.set_up(f"""
        game = "skirmish"
        phase = "combat"
        side = "{side}"
        map = "blank"
        set.fog = false
        {extra}
        [units]
        {units}
    """)


def odds(match: Match, order: str) -> Receipt:
    receipt = match.receipt(order)
    assert receipt is not None
    return receipt


def refused(match: Match, order: str) -> str:
    refusal = match.why_not(order)
    return refusal.rule if refusal else ""


def play(match: Match, *orders: str) -> Match:
    for order in orders:
        match.play(order)
    return match


def where(match: Match, unit: str) -> str:
    number = match.g.roster.find(unit)
    return match.g.grid.name.get(match.g.at[number], match.g.box[number])


def strength(match: Match, unit: str) -> int:
    return match.g.factor(match.g.roster.find(unit))


# -- who attacks whom --------------------------------------------------------------------------


def test_5_1_units_attack_one_hex_together() -> None:
    match = battle(OPEN + 'b2 = { at = "0404" }')
    assert list(match.orders()) == [
        "attack 0305 with b1",
        "attack 0305 with b2",
        "attack 0305 with b1,b2",
        "end",
    ]
    assert odds(match, "attack 0305 with b1,b2").totals == ("6", "3")
    assert list(match.orders("b2")) == ["attack 0305 with b2", "attack 0305 with b1,b2"]
    assert len(list(match.orders("0305"))) == 3


@pytest.mark.parametrize(
    ("order", "says"),
    [
        ("attack 0306 with b1", "There is no enemy in 0306."),
        ("attack 9999 with b1", "There is no enemy in 9999."),
        ("attack 0808 with b1", "b1 is not next to 0808."),
        ("attack 0305 with b1,b1", "b1 is named twice."),
        ("attack 0305 with r6", "You have no unit r6 on the map."),
        ("attack 0305 with b9", "You have no unit b9 on the map."),
        ("attack 0305", "“attack 0305” cannot be read: “with” is missing."),
        ("attack 0305 b1", "“attack 0305 b1” cannot be read: “with” is missing before “b1”."),
        ("attack 0305 with", "“attack 0305 with” cannot be read: UNIT,UNIT is missing."),
        (
            "attack 0305 with b1 b2",
            "“attack 0305 with b1 b2” cannot be read: “b2” is one word too many.",
        ),
    ],
)
def test_5_1_only_with_units_next_to_an_enemy(order: str, says: str) -> None:
    refusal = battle().why_not(order)
    assert refusal is not None and (refusal.rule, refusal.says) == ("5.1", says)


def test_5_1_a_unit_and_a_hex_once_a_phase() -> None:
    match = battle(OPEN + 'b2 = { at = "0404" }\nr2 = { at = "0204" }')
    play(match, "attack 0305 with b1", "roll 4")
    refusal = match.why_not("attack 0204 with b1")
    assert refusal is not None and refusal.says == "b1 has attacked in this phase."
    refusal = match.why_not("attack 0305 with b2")
    assert refusal is not None and refusal.says == "0305 has been attacked in this phase."
    assert list(match.orders()) == ["end"]


def test_5_1_nobody_has_to_attack() -> None:
    assert play(battle(), "end").actor == "red"


# -- the odds ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attack", "defence", "ratio", "column"),
    [
        (3, 3, "1:1", "1:1"),
        (5, 3, "1:1", "1:1"),
        (6, 3, "2:1", "2:1"),
        (2, 3, "1:2", "1:2"),
        (1, 3, "1:3", "1:2"),
        (13, 3, "4:1", "4:1"),
        (30, 3, "10:1", "4:1"),
    ],
)
def test_5_2_odds_are_rounded_for_the_defender_and_held_to_the_table(
    attack: int, defence: int, ratio: str, column: str
) -> None:
    match = battle(f"""
        a = {{ at = "0304", like = "infantry", strength = [{attack}] }}
        d = {{ at = "0305", like = "infantry", side = "red", strength = [{defence}] }}
    """)
    receipt = odds(match, "attack 0305 with a")
    assert (receipt.odds, receipt.column) == (ratio, column)


def test_5_2_all_defenders_count() -> None:
    match = battle(OPEN + 'r5 = { at = "0305" }')
    receipt = odds(match, "attack 0305 with b1")
    assert [line.label for line in receipt.defence] == ["r1", "r5"]
    assert receipt.totals == ("3", "8")


def test_5_2_shifts_come_before_the_odds_are_held() -> None:
    match = battle(
        'a = { at = "0304", like = "infantry", strength = [6] }\nr6 = { at = "0305" }',
        'hexes."0305" = ["hill"]',
    )
    receipt = odds(match, "attack 0305 with a")
    assert (receipt.odds, receipt.net, receipt.column) == ("6:1", -1, "4:1")


def test_5_2_the_battle_is_fought_at_the_odds_of_the_receipt() -> None:
    match = battle(OPEN + 'b2 = { at = "0404" }')
    news = match.play("attack 0305 with b1,b2")
    assert news[-1].says == "1st Blue Battalion, 2nd Blue Battalion attack 0305 at 2:1."
    assert news[-1].rule == "5.2"
    assert match.actor == "dice" and match.rule == "5.2"


@pytest.mark.parametrize(
    ("extra", "label", "shift"),
    [
        ('hexes."0305" = ["wood"]', "Defender in a wood, on a hill or in a town", "-1"),
        ('hexes."0305" = ["hill"]', "Defender in a wood, on a hill or in a town", "-1"),
        ('hexes."0305" = ["town"]', "Defender in a wood, on a hill or in a town", "-1"),
        ('hexes."0304" = ["wood"]', "Defender in a wood, on a hill or in a town", "+0"),
        ('sides."0304/0305" = ["river"]', "All attackers across the river", "-1"),
        ('set.stance = { blue = "press" }', "Attacker presses", "+1"),
        ('set.stance = { red = "press" }', "Attacker presses", "+0"),
        ('set.stance = { red = "hold" }', "Defender holds", "-1"),
        ('set.stance = { blue = "hold" }', "Defender holds", "+0"),
    ],
)
def test_5_3_shifts(extra: str, label: str, shift: str) -> None:
    receipt = odds(battle(extra=extra), "attack 0305 with b1")
    shifts = {line.label: line.value for line in receipt.shifts}
    assert len(shifts) == 4, "those that do not count are listed too"
    assert shifts[label] == shift and receipt.net == int(shift)
    assert {line.rule for line in receipt.shifts} == {"5.3"}


def test_5_3_one_attacker_on_the_defenders_bank_is_enough() -> None:
    match = battle(OPEN + 'b2 = { at = "0404" }', 'sides."0304/0305" = ["river"]')
    assert odds(match, "attack 0305 with b1").net == -1
    assert odds(match, "attack 0305 with b1,b2").net == 0


# -- the table ---------------------------------------------------------------------------------

RESULTS = {
    "1:2": "AL AL AL NE NE DR",
    "1:1": "AL AL NE NE EX DR",
    "2:1": "AL NE EX DR DR DR",
    "3:1": "NE EX DR DR DR DE",
    "4:1": "EX DR DR DR DE DE",
}


@pytest.mark.parametrize("roll", range(1, 7))
@pytest.mark.parametrize("column", RESULTS)
def test_5_4_the_combat_table(column: str, roll: int) -> None:
    attack, defence = column.split(":")
    match = battle(f"""
        a = {{ at = "0304", like = "infantry", strength = [{attack}, 1] }}
        d = {{ at = "0305", like = "infantry", side = "red", strength = [{defence}, 1] }}
        r6 = {{ at = "0808" }}
    """)
    news = play(match, "attack 0305 with a").play(f"roll {roll}")
    assert news[0].says.startswith(f"{roll}: {RESULTS[column].split()[roll - 1]},")
    assert news[0].rule == "5.4"


def test_5_4_nothing_happens() -> None:
    match = play(battle(), "attack 0305 with b1", "roll 4")
    assert match.phase == "combat" and match.actor == "blue"
    assert strength(match, "b1") == strength(match, "r1") == 3


def test_5_4_the_chances_of_a_receipt_are_those_of_the_table() -> None:
    receipt = odds(battle(), "attack 0305 with b1")
    assert {x.result: (x.chance, x.rolls) for x in receipt.outcomes} == {
        "AL": ("1/3", (1, 2)),
        "NE": ("1/3", (3, 4)),
        "EX": ("1/6", (5,)),
        "DR": ("1/6", (6,)),
    }


# -- losses ------------------------------------------------------------------------------------


def test_5_5_the_owner_chooses_who_loses_a_step() -> None:
    match = battle(OPEN + 'b5 = { at = "0404" }\nr5 = { at = "0305" }')
    play(match, "attack 0305 with b1,b5", "roll 1")
    assert match.actor == "blue" and list(match.orders()) == ["lose b1", "lose b5"]
    play(match, "lose b5")
    assert (strength(match, "b5"), strength(match, "b1")) == (2, 3)
    assert match.phase == "combat"


def test_5_5_only_units_of_the_battle_lose() -> None:
    match = play(battle(OPEN + 'b5 = { at = "0404" }'), "attack 0305 with b1", "roll 1")
    assert list(match.orders()) == ["lose b1"]
    assert refused(match, "lose b5") == "5.5"


def test_5_5_in_an_exchange_the_defender_loses_first() -> None:
    match = play(battle(), "attack 0305 with b1", "roll 5")
    assert match.actor == "red"
    play(match, "lose r1")
    assert match.actor == "blue"
    play(match, "lose b1")
    assert strength(match, "r1") == strength(match, "b1") == 1


def test_5_5_the_last_step_removes_the_unit() -> None:
    match = battle(OPEN + 'b4 = { at = "0404" }')
    play(match, "attack 0305 with b4", "roll 1", "lose b4")
    assert where(match, "b4") == "dead"
    assert match.log[-1].news[0].says == "4th Blue Battalion is eliminated."


def test_5_5_a_reduced_unit_is_removed_too() -> None:
    match = battle(
        OPEN.replace('"0305" }', '"0305", marks = ["reduced"] }') + 'b5 = { at = "0404" }'
    )
    play(match, "attack 0305 with b1,b5", "roll 1", "lose r1")
    assert where(match, "r1") == "dead"


def test_5_5_after_the_defender_is_gone_the_attacker_loses_still() -> None:
    match = battle(OPEN.replace("r1", "r4"))
    play(match, "attack 0305 with b1", "roll 5")
    play(match, "lose r4")
    assert where(match, "r4") == "dead" and match.actor == "blue"
    play(match, "lose b1")
    assert list(match.orders()) == ["advance b1", "stay"]


# -- retreats ----------------------------------------------------------------------------------


def retreating(units: str = OPEN) -> Match:
    return play(battle(units), "attack 0305 with b1", "roll 6")


def test_5_6_the_defender_retreats_or_stands() -> None:
    match = retreating()
    assert match.actor == "red" and list(match.orders()) == ["retreat", "stand"]
    assert match.rule == "5.6"


def test_5_6_whoever_stands_loses_a_step_and_holds_the_hex() -> None:
    match = play(retreating(), "stand", "lose r1")
    assert strength(match, "r1") == 1 and where(match, "r1") == "0305"
    assert match.actor == "blue" and match.phase == "combat"


def test_5_7_a_retreat_is_one_hex_and_never_beside_an_enemy() -> None:
    match = play(retreating(), "retreat")
    assert list(match.orders()) == ["retreat r1 0205", "retreat r1 0306", "retreat r1 0405"]
    assert match.prompt == "Choose the hex to which 1st Red Battalion retreats."
    play(match, "retreat r1 0306")
    assert where(match, "r1") == "0306"
    assert match.log[-1].news[-1].says == "1st Red Battalion retreats."


def test_5_7_never_into_a_full_hex() -> None:
    match = play(retreating(OPEN + 'r2 = { at = "0306" }\nr3 = { at = "0306" }'), "retreat")
    assert list(match.orders()) == ["retreat r1 0205", "retreat r1 0405"]


def test_5_7_each_defender_goes_its_own_way_the_top_one_first() -> None:
    match = battle(OPEN + 'r4 = { at = "0305" }')
    play(match, "attack 0305 with b1", "roll 6", "retreat")
    assert {order.split()[1] for order in match.orders()} == {"r4"}
    play(match, "retreat r4 0205")
    assert {order.split()[1] for order in match.orders()} == {"r1"}
    play(match, "retreat r1 0405")
    assert (where(match, "r4"), where(match, "r1")) == ("0205", "0405")


def test_5_7_with_nowhere_to_go_a_unit_is_lost() -> None:
    match = retreating(OPEN + 'b2 = { at = "0206" }\nb3 = { at = "0406" }')
    news = match.play("retreat")
    assert where(match, "r1") == "dead" and news[-1].says == "1st Red Battalion is eliminated."
    assert match.rule == "5.8", "and the hex is empty"


# -- advance -----------------------------------------------------------------------------------


def test_5_8_one_attacker_may_advance_into_an_emptied_hex() -> None:
    match = battle(OPEN + 'b5 = { at = "0404" }')
    play(match, "attack 0305 with b1,b5", "roll 5", "retreat", "retreat r1 0306")
    assert list(match.orders()) == ["advance b1", "advance b5", "stay"]
    assert match.prompt == "One unit may advance into 0305."
    assert list(match.orders("b5")) == ["advance b5"]
    play(match, "advance b5")
    assert where(match, "b5") == "0305" and where(match, "b1") == "0304"
    assert match.phase == "combat"


def test_5_8_or_stay() -> None:
    match = play(retreating(), "retreat", "retreat r1 0306", "stay")
    assert where(match, "b1") == "0304" and match.phase == "combat"


def test_5_8_nobody_advances_where_the_defender_stood() -> None:
    match = play(retreating(), "stand", "lose r1")
    assert refused(match, "advance b1") == "5.1"


def test_5_8_after_an_elimination() -> None:
    match = battle("""
        a = { at = "0304", like = "infantry", strength = [12] }
        r1 = { at = "0305" }
        r4 = { at = "0305" }
        r6 = { at = "0808" }
    """, 'set.stance = { blue = "press" }')  # fmt: skip
    play(match, "attack 0305 with a", "roll 6")
    assert where(match, "r1") == where(match, "r4") == "dead"
    assert list(match.orders()) == ["advance a", "stay"]
