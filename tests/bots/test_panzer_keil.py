"""What greedy makes of small positions of Panzer Keil."""

from kursk import bots
from kursk.bots.advice.panzer_keil.assault import escapes
from kursk.core.match import Match
from kursk.games.panzer_keil import GAME
from tests.games.panzer_keil.helpers import fight, position

GRID = GAME.board.grid


def decision(match: Match) -> str:
    return bots.decide(match, match.actor, "greedy", "1")


def played(match: Match, phase: str) -> list[str]:
    """What it orders until the phase is over."""
    given = []
    while match.view().phase == phase:
        given.append(decision(match))
        match.play(given[-1])
    return given


def test_units_of_two_hexes_close_in_on_one_enemy_from_both_sides() -> None:
    match = position("a:division@2022 b:division@2017 d:guards@2020", "movement")
    played(match, "Movement")
    where = match.g.grid
    stands = [match.g.at[match.g.roster.find(id)] for id in "ab"]
    assert all(where.touch(stand, where.find("2020")) for stand in stands)
    assert len(set(stands)) == 2


def test_tigers_tanks_and_infantry_attack_as_a_wedge() -> None:
    match = position("503@2021 6pz@2021 7pg1@2021 d:guards@2020", "combat")
    assert decision(match) == "attack 2020 with 503,6pz,7pg1 keil 503,6pz,7pg1"


def test_guns_fire_at_what_will_be_attacked() -> None:
    units = "3pz@2021 3pg1@2021 3pg2@2021 d:rifle@2020 57a@0844 e:guards@0843"
    assert decision(position(units, "support")).startswith("support 2020 south 4")


def test_in_an_exchange_it_pays_enough_or_as_little_as_can_be() -> None:
    units = "a:panzer:4@2021 b:grenadiers:2@2021 c:grenadiers:6@1921 d:rifle:4@2020"
    match = fight(position(units, "combat"), "attack 2020 with a,b,c", 2)  # 4:1, EX
    assert decision(match) in ("lose c", "lose a")
    units = "a:grenadiers:2@2021 b:grenadiers:1@2021 d:rifle:2@2020 e:rifle_regiment:1@2020"
    match = fight(position(units, "combat"), "attack 2020 with a,b", 6)  # 1:1, EX
    assert decision(match) == "lose a,b"


def test_who_is_shut_in_by_zones_has_no_way_back() -> None:
    shut = GRID.set(("2019", "2021")) | GRID.around(GRID.set(("2019", "2021")))
    assert escapes(GRID, GRID.find("2020"), shut) == 0
    one = GRID.set(("2021",)) | GRID.around(GRID.set(("2021",)))
    assert escapes(GRID, GRID.find("2020"), one) == 2
