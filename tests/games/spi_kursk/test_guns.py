"""13: guns."""

from tests.games.spi_kursk.helpers import (
    lost,
    play,
    position,
    receipt,
    refused,
    rule,
    says,
    shift,
    state,
    where,
)

TWO = "i:infantry:10@1010+mobile a:panzer:12@1010+mobile"
DEFENDER = "d:rifle_corps@1009+mobile"


# -- the Gun Segment ------------------------------------------------------------------------------


def test_13_11_the_side_not_moving_fires_at_the_next_hex() -> None:
    match = position(f"{TWO} g:artillery@1009+static", "guns")
    assert match.actor == "soviet"
    assert rule(match, "suppress 1011 by g") == "13.11"
    play(match, "suppress 1010 by g", "end")
    assert match.actor == "german"


def test_13_12_and_13_13_full_on_infantry_half_on_class_ii() -> None:
    match = position(f"{TWO} g:artillery@1009+static", "guns")
    play(match, "suppress 1010 by g", "end")
    assert state(match).suppressed == {"i": 6, "a": 3}


def test_13_14_anti_tank_guns_hit_armour_and_half_mechanized() -> None:
    units = (
        "a:panzer@1010+mobile m:grenadier@1010+mobile "
        "i:infantry@1010+mobile g:anti-tank@1009+static"
    )
    match = play(position(units, "guns"), "suppress 1010 by g", "end")
    assert state(match).suppressed == {"a": 4, "m": 2}
    foot = position(
        "i:infantry@1010+mobile g:anti-tank@1009+static a:panzer@1111+mobile "
        "h:artillery@1009+static",
        "guns",
    )
    assert rule(foot, "suppress 1010 by g") == "13.14"


def test_13_15_suppression_is_spread_and_stays() -> None:
    units = f"i:infantry:4@1010+mobile j:infantry:5@1010+mobile g:artillery@1009+static {DEFENDER}"
    match = play(position(units, "guns"), "suppress 1010 by g", "end")
    assert match.prompt.startswith("Suppression of 6 on infantry in 1010")
    assert rule(match, "bear i 5 j 1") == "13.15"
    assert rule(match, "bear i 4") == "13.15"
    play(match, "bear i 1 j 5")
    assert state(match).suppressed == {"i": 1, "j": 5}
    found = receipt(match, "attack 1009 with i,j")
    assert found.totals[0] == "3"
    assert [line.value for line in found.attack if line.label == "suppression"] == ["-6"]


def test_13_15_no_class_below_zero() -> None:
    units = "i:infantry:4@1010+mobile g:artillery@1009+static"
    match = play(position(units, "guns"), "suppress 1010 by g", "end")
    assert state(match).suppressed == {"i": 4}


def test_13_16_several_guns_on_a_hex_each_once() -> None:
    units = f"{TWO} g:artillery@1009+static h:artillery@1110+static"
    match = play(position(units.replace("1110", "1111"), "guns"), "suppress 1010 by g")
    assert rule(match, "suppress 1010 by g") == "13.16"
    play(match, "suppress 1010 by h", "end")
    assert state(match).suppressed == {"i": 10, "a": 6}


def test_13_46_disrupted_guns_do_not_fire() -> None:
    match = position(f"{TWO} g:artillery@1009+static+disrupted h:artillery@1111+static", "guns")
    assert rule(match, "suppress 1010 by g") == "13.46"


# -- points of German headquarters ----------------------------------------------------------------


HQ = "c:corps@1011+mobile"


def test_13_31_points_reach_a_hex_with_a_combat_unit_next_to_the_headquarters() -> None:
    units = f"{HQ} a:panzer@1010+mobile {DEFENDER}"
    match = position(units, "first combat")
    assert rule(match, "attack 1009 with a barrage c 1") == ""
    far = position(units.replace("1011", "1012"), "first combat")
    assert rule(far, "attack 1009 with a barrage c 1") == "13.31"


def test_13_32_each_point_once_in_a_phase() -> None:
    units = f"{HQ} a:panzer@1010+mobile {DEFENDER}"
    match = position(units, "first combat", artillery={"c": 1})
    assert rule(match, "attack 1009 with a barrage c 2") == "13.32"
    assert rule(match, "attack 1009 with a barrage c") == "13.32"


def test_13_33_a_point_is_strength_two_and_a_level() -> None:
    match = position(f"{HQ} a:panzer@1010+mobile {DEFENDER}", "first combat")
    found = receipt(match, "attack 1009 with a join c 3 barrage c 2")
    assert found.totals[0] == "20"
    assert shift(found, "Levels") == 2
    fired = position(
        "c:corps@1011+static i:infantry@1010+static x:tank_corps@1009+mobile", "guns", "soviet"
    )
    play(fired, "suppress 1009 by c anti-tank 2", "end")
    assert state(fired).suppressed == {"x": 4}


# -- in an attack ---------------------------------------------------------------------------------


TANKS = "t:tank_corps@1010+mobile g:anti-tank@1010+mobile b:artillery@1010+mobile"
FOE = "d:infantry@1009+mobile"


def test_13_21_an_anti_tank_unit_adds_its_strength() -> None:
    match = position(f"{TANKS} {FOE}", "first combat", "soviet")
    assert receipt(match, "attack 1009 with t join g").totals[0] == "14"
    play(match, "attack 1009 with t", "join g")
    assert "invented" not in says(match)
    assert rule(match, "join g") == "9.12"


def test_13_21_and_9_13_in_assault_it_joins_an_attack_in_each_segment() -> None:
    tanks = "t:tank_corps@1010+assault g:anti-tank@1010+assault+earlier"
    match = position(f"{tanks} {FOE}", "second combat", "soviet")
    assert rule(match, "attack 1009 with t join g") == ""
    match = position(f"{tanks} {FOE}".replace("assault", "mobile"), "second combat", "soviet")
    assert rule(match, "attack 1009 with t join g") == "9.14"


def test_13_21_and_9_34_it_joins_no_attack_across_a_lake() -> None:
    units = f"t:tank_corps@1010+mobile g:anti-tank@0910+mobile {FOE}"
    lake = {"0910/1009": ["lake"]}
    match = position(units, "first combat", "soviet", sides=lake)
    assert rule(match, "attack 1009 with t join g") == "9.34"


def test_13_31_and_9_34_points_join_no_attack_across_a_lake() -> None:
    units = "c:corps@1010+mobile a:panzer@1010+mobile b:panzer@1109+mobile d:rifle_corps@1009"
    lake = {"1009/1010": ["lake"]}
    match = position(units, "first combat", sides=lake)
    assert rule(match, "attack 1009 with b join c 1") == "9.34"
    assert rule(match, "attack 1009 with b barrage c 1") == ""
    shore = position(f"{units} e:panzer@1110+mobile", "first combat", sides=lake)
    assert rule(shore, "attack 1009 with b join c 1") == ""


def test_13_22_not_alone_and_not_for_the_minimum() -> None:
    match = position(
        f"b:tank_brigade@1010+mobile g:anti-tank@1010+mobile {FOE}", "first combat", "soviet"
    )
    assert rule(match, "attack 1009 with g") == "13.22"
    assert rule(match, "attack 1009 with b join g") == "9.17"


def test_13_24_against_infantry_and_headquarters_only_one_left() -> None:
    match = position(f"{TANKS} {FOE}", "first combat", "soviet")
    assert shift(receipt(match, "attack 1009 with t join g"), "Anti-tank") == -1
    mixed = position(f"{TANKS} {FOE} e:tiger@1009+mobile", "first combat", "soviet")
    assert shift(receipt(mixed, "attack 1009 with t join g"), "Anti-tank") == 0
    assert shift(receipt(match, "attack 1009 with t"), "Anti-tank") == 0


def test_3_3_and_13_41_artillery_next_to_the_target_barrages() -> None:
    match = position(f"{TANKS} {FOE}", "first combat", "soviet")
    assert shift(receipt(match, "attack 1009 with t barrage b"), "Levels") == 2
    far = position(f"{TANKS} {FOE} h:artillery@1012+mobile", "first combat", "soviet")
    assert rule(far, "attack 1009 with t barrage h") == "13.41"
    assert rule(far, "attack 1009 with t barrage g") == "13.41"


def test_13_42_an_artillery_unit_barrages_once() -> None:
    match = position(
        TANKS.replace("b:artillery@1010+mobile", "b:artillery@1010+mobile+fired") + f" {FOE}",
        "first combat",
        "soviet",
    )
    assert rule(match, "attack 1009 with t barrage b") == "13.42"
    fresh = position(f"{TANKS} {FOE}", "first combat", "soviet")
    assert rule(fresh, "attack 1009 with t barrage b barrage b") == "13.42"
    assert rule(fresh, "attack 1009 with t join g join g") == "9.12"


def test_13_43_a_level_less_for_a_step_lost() -> None:
    match = position(
        f"t:tank_corps@1010+mobile b-:artillery@1010+mobile {FOE}", "first combat", "soviet"
    )
    assert shift(receipt(match, "attack 1009 with t barrage b"), "Levels") == 1


def test_13_45_barraging_artillery_takes_no_losses() -> None:
    match = position(f"{TANKS} {FOE}", "first combat", "soviet")
    play(match, "attack 1009 with t", "barrage b", "fight", "roll 6")
    play(match, "stand", "stand")
    assert lost(match, "b") == 0 or where(match, "b") == "eliminated"
    assert lost(match, "t") > 0 or where(match, "t") == "eliminated"


def test_13_46_guns_attack_in_assault_or_mobile_mode_only() -> None:
    match = position(
        f"t:tank_corps@1010+mobile b:artillery@1010+static {FOE}", "first combat", "soviet"
    )
    assert refused(match, "attack 1009 with t barrage b").rule == "13.46"
