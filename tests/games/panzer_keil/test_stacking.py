"""5.1, A4: stacking."""

import pytest

from kursk.core.position import BadPosition
from kursk.testing import play, refused, rule, where
from tests.games.panzer_keil.helpers import position


@pytest.mark.parametrize(
    "units",
    ["a:rifle@2020 b:rifle_regiment@2020", "3pz@2020 3pg1@2020 3pg2@2020 503@2020 51pa@2020"],
)
def test_a4_0_three_to_a_hex_a_division_two_a_battalion_nothing(units: str) -> None:
    assert position(units, "combat").check() == []


def test_a4_0_5_1_1_two_divisions_are_too_many() -> None:
    with pytest.raises(BadPosition, match="more than 3"):
        position("r24@2020 r111@2020", "combat", "soviet")
    with pytest.raises(BadPosition, match="more than 3"):
        position("t3@2020 r111@2020", "combat", "soviet")


def test_5_1_2_markers_do_not_count() -> None:
    assert position("r24@2020+disrupted+oos r167a@2020+disrupted", "combat", "soviet").check() == []


def test_5_1_3_a_unit_passes_through_a_full_hex_but_does_not_stop_there() -> None:
    match = position("r24@2020 r167a@2020 r167b@2022 3pz@0606", "movement", "soviet")
    play(match, "move r24 2019 2018", "move r167a 2019 2018")
    match = position("r24@2020+moved r167a@2020+moved r167b@2022 3pz@0606", "movement", "soviet")
    assert refused(match, "move r167b 2021 2020").rule == "5.1.3"
    play(match, "move r167b 2021 2020 2019")


def test_5_1_3_a_full_hex_may_be_entered_while_somebody_can_still_leave_it() -> None:
    match = position("r24@2020 r111@2022 3pz@0606", "movement", "soviet")
    play(match, "move r111 2021 2020")
    why = refused(match, "end")
    assert why.rule == "5.1.3" and why.hexes == ("2020",)
    assert "end" not in list(match.orders())
    play(match, "move r24 2019", "end")
    assert where(match, "r24") == "2019" and where(match, "r111") == "2020"


def test_5_1_3_two_divisions_that_stand_together_when_movement_ends() -> None:
    match = position("r24@2020 r111@2020 3pz@0606", "movement", "soviet")
    assert refused(match, "end").rule == "5.1.3"
    play(match, "move r24 2021")
    assert rule(match, "end") == ""


def test_5_1_3_exhausted_units_count_as_others() -> None:
    match = position("t3-@2020 r111@2020 3pz@0606", "movement", "soviet")
    assert refused(match, "end").rule == "5.1.3"


def test_5_1_4_where_nobody_can_leave_the_owner_removes_units() -> None:
    match = position("r24@2020+disrupted r111@2020+disrupted 3pz@0606", "movement", "soviet")
    play(match, "end")
    assert match.actor == "soviet" and set(match.orders()) == {"remove r24", "remove r111"}
    assert refused(match, "remove 3pz").rule == "5.1.4"
    play(match, "remove r24")
    assert where(match, "r24") == "removed" and match.phase == "combat"


def test_5_1_4_units_that_were_removed_score_nothing() -> None:
    match = position("r24@2020+disrupted r111@2020+disrupted 3pz@0606", "movement", "soviet")
    before = match.game.points(match.g)
    play(match, "end", "remove r24")
    assert match.game.points(match.g) == before


def test_5_1_4_where_nobody_finds_room_to_stop_the_phase_can_end() -> None:
    # In a marsh a unit on foot goes one hex, and those round 2020 are full to the end of the phase.
    marsh = {f"{c:02}{r:02}": ["swamp"] for c in range(17, 24) for r in range(17, 24)}
    ring = zip(("2019", "2021", "1920", "1921", "2120", "2121"), "abcdef", strict=True)
    full = " ".join(f"{a}:infantry@{h}+moved {a}r:regiment@{h}+moved" for h, a in ring)
    match = position(f"255@2020+moved 75@2020 {full} r24@3030", "movement", hexes=marsh)
    assert list(match.orders()) == ["end"]
    play(match, "end", "remove 75")
    assert match.phase == "combat"


def test_5_1_3_mechanized_movement_ends_within_the_limit_too() -> None:
    match = position("t3@2020 t6@2022 3pz@0606", "mechanized", "soviet")
    play(match, "move t6 2021 2020")
    assert refused(match, "end").rule == "5.1.3"


def test_a4_0_battalions_stack_freely() -> None:
    match = position("3pz@2020 3pg1@2020 3pg2@2020 503@2021 r24@0606", "movement")
    assert rule(match, "move 503 2020") == ""
    assert refused(position("3pz@2020+moved 3pg1@2020+moved 3pg2@2020+moved 11pz@2021 r24@0606",
                            "movement"), "move 11pz 2020").rule == "5.1.3"  # fmt: skip
