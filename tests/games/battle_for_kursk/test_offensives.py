"""9.2.1: Offensives, and combat example 3."""

from itertools import combinations, product
from typing import Any

from kursk.core.match import Match
from kursk.testing import play, receipt, refused, rule, says, shift, strength, where
from tests.games.battle_for_kursk.helpers import battle, position, state

# The lead g48 in 1713 (blue); blue units behind it in 1613 and 1612, a violet one in 1614.
FRONT = "d:army:8/4@1813 g48@1713"
BEHIND = "g2ss@1613 g3@1612 g57@1614"


def ready(units: str, markers: int = 1, **more: Any) -> Match:
    side = more.pop("side", "german")
    return position(units, "combat", side, offensives={side: markers}, **more)


def test_9_2_1_each_supporter_shifts_a_column() -> None:
    match = ready(f"{FRONT} {BEHIND}")
    plain = receipt(match, "attack 1813 with g48")
    one = receipt(match, "attack 1813 with g48 offensive g48 support g2ss")
    two = receipt(match, "attack 1813 with g48 offensive g48 support g2ss,g3")
    assert [found.column for found in (plain, one, two)] == ["1:1", "2:1", "3:1"]
    assert shift(two, "Offensive") == 2


def test_9_2_1_supporters_add_no_strength() -> None:
    match = ready(f"{FRONT} {BEHIND}")
    assert receipt(match, "attack 1813 with g48 offensive g48 support g2ss").totals == ("12", "8")


def test_9_2_1_only_armour_or_shock_leads() -> None:
    match = ready("d:army:8/4@1813 g52@1713 g2ss@1613")
    assert rule(match, "attack 1813 with g52 offensive g52 support g2ss") == "9.2.1"
    match = ready("d:infantry@1813 r4sh@1713 r20@1613", side="russian")
    assert rule(match, "attack 1813 with r4sh offensive r4sh support r20") == ""
    match = ready("d:infantry@1813 r11g@1713 r31@1613", side="russian")
    assert rule(match, "attack 1813 with r11g offensive r11g support r31") == ""


def test_9_2_1_the_lead_attacks_itself() -> None:
    match = ready(f"{FRONT} g11@1712 {BEHIND}")
    assert rule(match, "attack 1813 with g11 offensive g48 support g2ss") == "9.2.1"


def test_9_2_1_a_marker_must_be_available() -> None:
    match = ready(f"{FRONT} {BEHIND}", markers=0)
    assert rule(match, "attack 1813 with g48 offensive g48 support g2ss") == "9.2.1"
    assert not any("offensive" in order for order in match.orders())


def test_9_2_1_a_marker_serves_one_battle() -> None:
    units = f"{FRONT} {BEHIND} e:army:8/4@1820 g47@1720 g46@1620"
    match = play(ready(units), "attack 1813 with g48 offensive g48 support g2ss")
    assert rule(match, "attack 1820 with g47 offensive g47 support g46") == "9.2.1"
    match = play(ready(units, 2), "attack 1813 with g48 offensive g48 support g2ss")
    assert rule(match, "attack 1820 with g47 offensive g47 support g46") == ""


def test_9_2_1_a_supporter_is_not_next_to_the_defender() -> None:
    match = ready(f"{FRONT} g2ss@1712")
    assert rule(match, "attack 1813 with g48 offensive g48 support g2ss") == "9.2.1"
    assert rule(match, "attack 1813 with g48,g2ss") == ""


def test_9_2_1_offered_supporters_are_those_that_may_support() -> None:
    """g2ss is next to the defender, g57 violet, g3 right."""
    match = ready(f"{FRONT} g2ss@1712 g3@1612 g57@1614")
    led = [order for order in match.orders() if "offensive g48" in order]
    assert led == [
        "attack 1813 with g48 offensive g48 support g3",
        "attack 1813 with g48,g2ss offensive g48 support g3",
    ]


def subsets(ids: tuple[str, ...]) -> list[tuple[str, ...]]:
    return [group for n in range(1, len(ids) + 1) for group in combinations(ids, n)]


def test_9_0_9_2_1_every_battle_that_may_be_announced_is_offered() -> None:
    """Every group, and for each lead in it every set of its supporters."""
    match = ready(f"{FRONT} g2ss@1712 g3@1612 g11@1613 g59@1814")
    front, behind = ("g59", "g48", "g2ss"), ("g3", "g11")
    legal = set()
    for group, back in product(subsets(front), subsets(behind)):
        order = f"attack 1813 with {','.join(group)}"
        legal.add(order)
        legal |= {f"{order} offensive {lead} support {','.join(back)}" for lead in group}
    legal = {order for order in legal if match.why_not(order) is None}
    assert len(legal) == 7 + 4 * 3 + 4, "g3 and g11 are behind g48, g3 alone behind g2ss"
    assert sorted(match.orders("1813")) == sorted(legal)


def test_9_2_1_a_supporter_is_next_to_the_lead_not_to_another_attacker() -> None:
    """g2ss in 1711 touches g11 in 1712, but not the lead in 1713."""
    match = ready(f"{FRONT} g11@1712 g2ss@1711")
    assert rule(match, "attack 1813 with g48,g11 offensive g48 support g2ss") == "9.2.1"


def test_9_2_1_a_supporter_has_the_colour_of_the_lead() -> None:
    match = ready(f"{FRONT} {BEHIND}")
    assert rule(match, "attack 1813 with g48 offensive g48 support g57") == "9.2.1"


def test_9_2_1_an_invented_unit_is_plain_unless_it_is_like_a_counter() -> None:
    match = ready(f"{FRONT} a:panzer@1613 b:g3@1612")
    why = refused(match, "attack 1813 with g48 offensive g48 support a")
    assert why.says == "a is plain, the lead unit g48 is blue."
    assert rule(match, "attack 1813 with g48 offensive g48 support b") == ""


def test_3_3_9_2_1_4th_panzer_army_and_kempf_support_each_other() -> None:
    match = ready(f"{FRONT} g3@1613")
    assert rule(match, "attack 1813 with g48 offensive g48 support g3") == ""


def test_9_2_1_attackers_at_the_front_may_have_any_colour() -> None:
    match = ready(f"{FRONT} g57@1712 g2ss@1613")
    assert rule(match, "attack 1813 with g48,g57 offensive g48 support g2ss") == ""


def test_9_0_9_2_1_a_supporter_is_in_no_other_battle() -> None:
    units = f"{FRONT} g2ss@1612 e:army:4/2@1611"
    match = play(ready(units), "attack 1611 with g2ss")
    assert rule(match, "attack 1813 with g48 offensive g48 support g2ss") == "9.0"
    match = play(ready(units), "attack 1813 with g48 offensive g48 support g2ss")
    assert rule(match, "attack 1611 with g2ss") == "9.0"


def test_9_2_1_no_shift_goes_beyond_6_1() -> None:
    """5:1 and three supporters."""
    match = ready("d:army:2/1@1813 g48-@1713 g11@1712 g2ss@1613 g3@1612 g42@1614")
    found = receipt(match, "attack 1813 with g48,g11 offensive g48 support g2ss,g3,g42")
    assert (found.odds, found.net, found.column) == ("6:1", 3, "6:1")
    match = ready("d:army:2/1@1813 g48-@1713 g42@1712 g2ss@1613 g3@1612 g11@1614")
    found = receipt(match, "attack 1813 with g48,g42 offensive g48 support g2ss,g3,g11")
    assert (found.odds, found.net, found.column) == ("5:1", 3, "6:1")


def test_9_2_1_the_marker_is_expended_once_the_battle_is_over() -> None:
    match = ready(f"{FRONT} {BEHIND}", 2)
    play(match, "attack 1813 with g48 offensive g48 support g2ss", "end", "resolve 1813")
    assert state(match).offensives["german"] == 2
    play(match, "roll 1")
    assert state(match).offensives["german"] == 1


def test_9_1_9_2_1_the_marker_is_expended_even_if_the_attack_is_called_off() -> None:
    match = ready("d:army:24/12@1813 g48-@1713 g2ss@1613")
    play(match, "attack 1813 with g48 offensive g48 support g2ss", "end", "resolve 1813")
    assert match.phase == "movement"
    assert state(match).offensives["german"] == 0


def test_9_2_1_supporters_may_be_taken_as_losses() -> None:
    match = ready("d:army:16/8@1813 g48@1713 g2ss@1613")
    battle(match, "attack 1813 with g48 offensive g48 support g2ss", 1)
    assert sorted(match.orders()) == ["lose g2ss", "lose g48"]
    play(match, "lose g2ss")
    assert (strength(match, "g2ss"), strength(match, "g48")) == (7, 12)


def test_9_2_1_supporters_do_not_advance() -> None:
    match = ready("d-:army:8/4@1813 g48@1713 g2ss@1613")
    battle(match, "attack 1813 with g48 offensive g48 support g2ss", 6)
    assert sorted(match.orders()) == ["advance g48", "stay"]
    assert rule(match, "advance g2ss") == "9.2.1"
    assert rule(match, "advance d") == "9.0"


def test_9_2_1_supporters_do_not_count_for_the_river() -> None:
    match = ready(f"{FRONT} {BEHIND}", sides={"1713/1813": ["river"]})
    found = receipt(match, "attack 1813 with g48 offensive g48 support g2ss")
    assert shift(found, "All attackers across a river") == -1


def test_7_2_9_2_1_a_supporter_in_communication_is_enough() -> None:
    """Zones lie on every hex round g48 in 1113; g2ss in 1012 stands on its own border."""
    match = ready("d:army:8/4@1213 g48@1113 g2ss@1012 x:army@1014 y:army@1111")
    alone = receipt(match, "attack 1213 with g48")
    led = receipt(match, "attack 1213 with g48 offensive g48 support g2ss")
    assert shift(alone, "No attacker") == -1
    assert shift(led, "No attacker") == 0


def test_9_2_1_an_offensive_without_supporters_is_legal_and_idle() -> None:
    match = ready(f"{FRONT} {BEHIND}")
    assert rule(match, "attack 1813 with g48 offensive g48") == ""
    assert receipt(match, "attack 1813 with g48 offensive g48").net == 0
    assert "attack 1813 with g48 offensive g48" not in set(match.orders())


# -- combat example 3 ------------------------------------------------------------------------------


def bryansk() -> Match:
    """Two Russians of 16 across the Desna from Bryansk, where a German of 8 stands."""
    units = "g55@1809 r2t@1909 r48@1810 r65-@1910 r60-@2009"
    return ready(units, side="russian", real=True)


def test_9_2_combat_example_3_major_city_and_river_call_it_off() -> None:
    found = receipt(bryansk(), "attack 1809 with r2t,r48")
    assert (found.totals, found.odds, found.net) == (("16", "8"), "2:1", -2)
    assert shift(found, "Defender in a major city") == -1
    assert shift(found, "All attackers across a river") == -1
    assert found.column == "no battle"


def test_9_2_1_combat_example_3_an_offensive_restores_2_1() -> None:
    match = bryansk()
    order = "attack 1809 with r2t,r48 offensive r2t support r65,r60"
    found = receipt(match, order)
    assert (found.odds, found.net, found.column) == ("2:1", 0, "2:1")
    battle(match, order, 1)
    assert state(match).offensives["russian"] == 0
    assert where(match, "g55") == "1809"


def test_9_2_1_support_needs_an_offensive() -> None:
    match = position("g48@1713 g59@1613 d:army@1813", "combat", offensives={"german": 1})
    assert rule(match, "attack 1813 with g48 support g59") == "9.2.1"


def test_9_2_1_an_offensive_is_announced_with_its_lead_and_supporters() -> None:
    match = position("g48@1713 g2ss@1613 d:army@1813", "combat", offensives={"german": 1})
    play(match, "attack 1813 with g48 offensive g48 support g2ss")
    assert (
        "48th Panzer Corps will attack 1813, an Offensive led by 48th Panzer Corps, "
        "supported by 2nd SS Panzer Corps."
    ) in says(match)


def test_9_2_1_a_sides_markers_are_its_own() -> None:
    """The mover's Offensive takes nothing from what the other side may hope for."""
    units = "g48@1713 g2ss@1613 t:tank@1813 u:tank@1913"
    match = position(units, "combat", offensives={"german": 1, "russian": 1})
    counter = "attack 1713 with t offensive t support u"
    asked = match.receipt(counter, "russian")
    play(match, "attack 1813 with g48 offensive g48 support g2ss")
    assert asked is not None and match.receipt(counter, "russian") == asked
    assert shift(asked, "Offensive") == 1
