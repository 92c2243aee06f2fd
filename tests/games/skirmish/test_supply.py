"""4: supply."""

from kursk import library
from kursk.core.match import Match


def standing(units: str) -> Match:
    head = 'game = "skirmish"\nphase = "combat"\nmap = "blank"\n[set]\nfog = false'
    return library.set_up(f"{head}\n[units]\n{units}")


RING = """
b1 = { at = "0404" }
r1 = { at = "0402" }
r2 = { at = "0406" }
r3 = { at = "0204" }
r4 = { at = "0604" }
"""


def supplied(match: Match, unit: str) -> bool:
    supply = match.supply(unit)
    assert supply is not None and supply.rule == "4.1"
    return supply.supplied


def test_4_1_a_path_leads_home() -> None:
    match = standing('b1 = { at = "0404" }\nr1 = { at = "0805" }')
    supply = match.supply("b1")
    assert supply is not None and supply.supplied
    names = [match.g.grid.name[hex] for hex in supply.path]
    assert names[0] == "0404" and names[-1].endswith("01") and len(names) == 4
    assert supplied(match, "r1")


def test_4_1_enemies_and_their_zones_close_the_way() -> None:
    match = standing(RING)
    supply = match.supply("b1")
    assert supply is not None and not supply.supplied and not supply.path
    assert supply.says == (
        "Enemies or their zones close every way home: 0304, 0305, 0403, 0405, 0504, 0505."
    )


def test_4_1_ones_own_units_cancel_a_zone_in_their_hex() -> None:
    one, other = 'b2 = { at = "0504" }\n', 'b3 = { at = "0503" }\n'
    assert supplied(standing(RING + one + other), "b1")
    assert not supplied(standing(RING + one), "b1")


def test_4_1_a_unit_beside_an_enemy_is_not_cut_off_by_its_own_hex() -> None:
    assert supplied(standing('b1 = { at = "0303" }\nr1 = { at = "0304" }'), "b1")


def test_4_2_an_unsupplied_unit_attacks_with_half_and_fractions_count() -> None:
    match = standing(RING + 'r5 = { at = "0405" }')
    receipt = match.receipt("attack 0405 with b1")
    assert receipt is not None
    (line,) = receipt.attack
    assert (line.value, line.rule, line.note) == ("1.5", "4.2", "unsupplied: half")
    assert receipt.totals == ("1.5", "5") and receipt.odds == "1:4"


def test_4_2_a_supplied_unit_attacks_with_all_it_has() -> None:
    match = standing('b1 = { at = "0304" }\nr6 = { at = "0305" }')
    receipt = match.receipt("attack 0305 with b1")
    assert receipt is not None and receipt.totals == ("3", "1")
    assert (receipt.attack[0].rule, receipt.odds) == ("5.2", "3:1")
