"""What the greedy bot makes of a position that any player can read."""

from kursk import bots, library
from kursk.bots.front import Front
from kursk.core.match import Match
from kursk.games.drive_on_kursk import GAME
from tests.games.battle_for_kursk.helpers import position as battle_for_kursk
from tests.games.drive_on_kursk.helpers import position as drive_on_kursk

GRID = GAME.board.grid
KURSK = "3415"
PANZERS = "1ss 3411\n2ss 3411\n3ss 3411\ngd 3511\n"


def decision(match: Match) -> str:
    return bots.decide(match, match.actor, "greedy", "1")


def after_the_phase(match: Match) -> dict[str, str]:
    """Where the units of the side stand when it has ended its phase."""
    side, phase = match.actor, match.view().phase
    while match.actor == side and match.view().phase == phase:
        order = decision(match)
        stacks = match.view(side).stacks
        match.play(order)
        if order == "end":
            break
    return {seen.unit: hex for hex, stack in stacks.items() for seen in stack if seen.unit}


def front(own: str, foe: str) -> Front:
    ours, theirs = ({GRID.find(name): 4.0 for name in names.split()} for names in (own, foe))
    return Front(GRID, ours, theirs, (1.0,))


# -- the front ---------------------------------------------------------------------------------


def test_a_closed_line_lets_nobody_through_and_a_gap_does() -> None:
    line = [f"{row}10" for row in range(10, 61, 2)]
    rear = GRID.set(f"{row}05" for row in range(10, 61))
    assert not sum(front(" ".join(line), "3013").raids(GRID.set(line), 12)) & rear
    gap = [name for name in line if name not in ("3010", "3210", "3410")]
    assert sum(front(" ".join(gap), "3013").raids(GRID.set(gap), 12)) & rear


def test_raiders_come_as_far_as_their_steps() -> None:
    layers = list(front("6000", "1027").raids(GRID.set(["6000"]), 4))
    reached = sum(layers)
    assert len(layers) == 4
    assert reached == sum(dict.fromkeys(layers))  # each hex in one layer
    assert reached >> GRID.find("1023") & 1
    assert not reached >> GRID.find("1022") & 1


def test_an_enemy_in_a_ring_of_zones_starves() -> None:
    enemy, east = front("6000", "3009"), GRID.edge("east")
    ring = GRID.ring(GRID.find("3009"), 2)
    assert not enemy.starved(0, east)
    assert enemy.starved(ring, east) == enemy.foes


# -- Drive on Kursk ----------------------------------------------------------------------------


def test_a_battle_that_is_won_is_fought_and_a_hopeless_one_is_not() -> None:
    good = drive_on_kursk("a 3009 panzer 24,12\nd 3010 rifle 4")
    assert decision(good) == "attack 3010 with a"
    hopeless = drive_on_kursk("a 3009 infantry 8,4\nd 3010 rifle-corps 14\ne 3010 rifle-corps 14")
    assert decision(hopeless) == "end"


def test_as_many_attack_as_it_takes_and_no_more() -> None:
    match = drive_on_kursk("a 3009 panzer 40,20\nb 3009 panzer 40,20\nd 3010 rifle 4")
    assert decision(match) in ("attack 3010 with a", "attack 3010 with b")


def test_the_garrison_of_kursk_stays_when_panzers_are_near() -> None:
    units = PANZERS + f"t9 {KURSK}\nt19 {KURSK}\nr180 {KURSK}"
    match = drive_on_kursk(units, side="soviet", phase="movement", turn=4, map="real")
    stood = after_the_phase(match)
    assert [stood[id] for id in ("t9", "t19", "r180")] == [KURSK] * 3


def test_the_german_strikes_first_from_where_he_stands_ready() -> None:
    match = drive_on_kursk("a 3009 panzer 24,12\nd 3010 rifle 4", phase="plan")
    assert decision(match).startswith("plan fight")


# -- Battle for Kursk --------------------------------------------------------------------------


def test_moscow_is_not_left_to_a_panzer_corps() -> None:
    board = library.game("battle_for_kursk").board
    moscow = board.grid.name[board.places["Moscow"].hex]
    match = battle_for_kursk(f"r5@{moscow} g41@1807", "movement", "russian", real=True)
    assert after_the_phase(match)["r5"] == moscow
