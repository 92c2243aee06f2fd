"""§Supply: lines to the edges."""

from kursk.core.match import Match
from tests.games.coatney_kursk.helpers import marked, play, position, rule


def fed(match: Match, id: str) -> bool:
    found = match.supply(id)
    assert found is not None and found.rule == "§Supply" and found.says
    return found.supplied


def test_supply_germans_from_west_and_south_russians_from_east_and_north() -> None:
    match = position("k55@J8 a13@T3", "movement")
    assert fed(match, "k55") and fed(match, "a13")
    path = match.supply("k55").path  # type: ignore[union-attr]
    assert match.g.board.hexes["german source"] >> path[-1] & 1


RING = "p:army@I6 q:army@I9 r:army@L8 s:army@L9 t:army@J5 u:army@J10"


def test_supply_not_through_enemies_or_their_zones() -> None:
    assert not fed(position(f"k55@J8 {RING}", "movement"), "k55")


def test_supply_a_friend_opens_its_hex_but_not_one_in_brackets() -> None:
    """Korps all round; the one way out leads over J9 and J10, in their zones."""
    ring = "p:korps@I6 q:korps@I9 r:korps@L8 s:korps@L9 t:korps@J5"
    assert not fed(position(f"a13@J8 {ring} u:korps@J10", "movement"), "a13")
    way = "a70@J9 a48@J10"
    assert fed(position(f"a13@J8 {ring} u:korps@L10 {way}", "movement"), "a13")
    guns = "art4@J9 art2@J10"
    match = position(f"a13@J8 {ring} u:korps@L10 {guns}", "movement")
    assert not fed(match, "a13")


def test_supply_artillery_alone_beside_an_enemy_has_none() -> None:
    assert not fed(position("art4@J8 k55@I8", "movement"), "art4")
    assert fed(position("art4@J8 tc9@J8 k55@I8", "movement"), "art4")
    assert fed(position("art4@J8+emplaced k55@I8", "movement"), "art4")


def test_supply_zones_do_not_reach_into_an_own_line() -> None:
    """A German korps before the line does not starve who stands on it."""
    match = position("art4@J8 k55@I7", "movement", real=True)
    assert fed(match, "art4")


def test_supply_through_enemy_lines_from_behind_but_not_from_the_front() -> None:
    """A German behind the Russian line may trace out through it."""
    assert fed(position("k55@L10", "movement", real=True), "k55")
    # a Russian before the German line may not trace in through its front; the way round is long
    assert fed(position("a13@K3", "movement", "russian", real=True), "a13")


def test_supply_corners_serve_both_sides() -> None:
    match = position("k55@W16 a13@A1", "movement")
    assert fed(match, "k55") and fed(match, "a13")


def test_supply_who_has_moved_without_it_does_not_attack() -> None:
    match = position(f"pd4@J8 {RING} c:korps@A1", "movement")
    play(match, "move pd4 J7", "end")
    assert marked(match, "pd4") and rule(match, "attack I6 with pd4") == "§Disrupted Units"
