"""What the greedy bot makes of a position that any player can read."""

import pytest

from kursk import bots, library
from kursk.bots.front import Front
from kursk.bots.seat import Seat
from kursk.core.hexes import scan
from kursk.core.match import Match
from kursk.games.drive_on_kursk import GAME
from kursk.testing import play
from tests.games.battle_for_kursk.helpers import battle
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


@pytest.mark.parametrize(
    ("side", "points", "vote"),
    [
        ("german", 90, "no"),  # a turn will not save him, and alone he pays for it
        ("german", 177, "yes"),
        ("german", 150, "yes"),
        ("german", 200, "no"),
        ("soviet", 182, "yes"),
        ("soviet", 250, "no"),
        ("soviet", 100, "no"),
    ],
)
def test_a_turn_is_called_for_where_it_may_better_the_result(
    side: str, points: int, vote: str
) -> None:
    match = drive_on_kursk("a 3009 panzer", phase="extra turn", turn=7, vp=points, last_turn=7)
    if side == "soviet":
        match.play("vote no")
    assert match.actor == side
    assert decision(match) == f"vote {vote}"


def test_what_it_remembers_through_a_phase_changes_no_legal_order_into_another() -> None:
    """A player who remembers gives orders that are open, and comes to an end like one who does
    not.
    """
    match = library.start("drive_on_kursk", secret="memory")
    match.roll()
    keeps = {side: bots.bot("greedy", side) for side in match.game.sides}
    asked = 0
    while match.g.turn == 1 and asked < 200:
        match.roll()
        order = keeps[match.actor].choose(Seat(match, match.actor))
        assert match.why_not(order) is None
        match.play(order)
        asked += 1
    assert match.g.turn == 2


# -- Battle for Kursk --------------------------------------------------------------------------


def test_moscow_is_not_left_to_a_panzer_corps() -> None:
    board = library.game("battle_for_kursk").board
    moscow = board.grid.name[board.places["Moscow"].hex]
    match = battle_for_kursk(f"r5@{moscow} g41@1807", "movement", "russian", real=True)
    assert after_the_phase(match)["r5"] == moscow


def answering(units: str, die: int, hexes: dict[str, list[str]]) -> Match:
    """A battle in 1813 that the bot has to answer for, or to pay for."""
    match = battle_for_kursk(units, "combat", hexes=hexes)
    attackers = ",".join(sorted(c.id for c in match.g.roster if c.id in ("a", "b", "c")))
    return battle(match, f"attack 1813 with {attackers}", die)


def test_a_garrison_is_in_its_city_before_the_tanks_are() -> None:
    """5.0, 8.0: armour comes twice in a turn."""
    board = library.game("battle_for_kursk").board
    majors = board.grid.names(board.hexes["major city"])
    match = battle_for_kursk("g59@2222 r5gt@2717", "movement", "german", real=True)
    assert after_the_phase(match)["g59"] in majors


def test_the_german_does_not_stand_still() -> None:
    match = battle_for_kursk("g59@2022 g48@2116 r5gt@2420", "posture", "german", real=True)
    assert decision(match) != "posture pause"


CITY = {"1813": ["major city"]}


@pytest.mark.parametrize("strength", [6, 8, 12, 14])
def test_a_full_unit_holds_its_city_however_big_the_step(strength: int) -> None:
    attack, defence = (f"{n}/{n // 2}" for n in (3 * strength, strength))
    match = answering(f"a:infantry:{attack}@1713 d:army:{defence}@1813", 3, CITY)
    assert list(match.orders()) == ["accept", "stand"]
    assert decision(match) == "stand"


def test_a_last_step_does_not_hold_a_city() -> None:
    match = answering("a:infantry:20/10@1713 d-:army:12/6@1813", 3, CITY)
    assert list(match.orders()) == ["accept", "stand"]
    assert decision(match) == "accept"


def test_moscow_is_held_by_whoever_can() -> None:
    board = library.game("battle_for_kursk").board
    moscow = board.places["Moscow"].hex
    beside = board.grid.name[next(scan(board.grid.around(1 << moscow)))]
    name = board.grid.name[moscow]
    units = f"a:panzer:36/18@{beside} d:tank:12/6@{name}"
    match = battle(battle_for_kursk(units, "combat", real=True), f"attack {name} with a", 4)
    assert list(match.orders()) == ["accept", "stand"]
    assert decision(match) == "stand"


@pytest.mark.parametrize(
    ("units", "paid"),
    [
        ("a:infantry:6/3@1713 b:infantry:8/4@1712 c:infantry:8/4@1714", "b"),
        ("a:infantry:4/2@1713 b:infantry:4/2@1712 c:panzer:20/10@1714", "a,b"),
        ("a:infantry:7/4@1713 b:infantry:7/3@1712 c:infantry:12/6@1714", "b"),
    ],
)
def test_an_exchange_is_paid_without_a_step_too_many(units: str, paid: str) -> None:
    """9.3: 4 points are due; a step of 3 and another would be more than it takes."""
    match = answering(f"{units} d:army:8/4@1813", 5, {})
    play(match, next(iter(match.orders())))
    assert match.prompt == "Choose steps worth 4 strength points or more."
    assert decision(match) == f"lose {paid}"


# -- the end of Drive on Kursk -------------------------------------------------------------------

RING = "1ss 3413\n2ss 3614\ngd 3616\n3ss 3417\n2pz 3216\n4pz 3214\n"


def test_who_cannot_be_fed_in_the_last_turn_leaves_his_city_to_nobody() -> None:
    """6.9: with him it would fall; nobody comes any more to take it."""
    match = drive_on_kursk(
        f"{RING}t9 3415\nr180 3415", side="soviet", phase="movement", turn=7, map="real"
    )
    assert "3415" not in after_the_phase(match).values()


def test_before_the_last_turn_he_stays() -> None:
    match = drive_on_kursk(
        f"{RING}t9 3415\nr180 3415", side="soviet", phase="movement", turn=6, map="real"
    )
    assert "3415" in after_the_phase(match).values()


def test_a_raider_runs_along_the_edge() -> None:
    """4.6: every hex of it is worth ten."""
    match = drive_on_kursk(
        "t9 3005\na 5020 panzer", side="soviet", phase="movement", turn=7, map="real"
    )
    order = decision(match)
    assert sum(word.endswith("00") for word in order.split()) > 2


def test_a_vote_counts_what_the_end_will_remove() -> None:
    """4.10, 6.9: 177 points and a corps in a pocket are a victory already."""
    pocket = "d 3010 rifle-corps 14\na 3009 panzer 20,10\nb 3111 panzer 20,10\nc 2911 panzer 20,10"
    match = drive_on_kursk(pocket, phase="extra turn", turn=7, vp=179, last_turn=7)
    assert decision(match) == "vote no"
    alone = drive_on_kursk("a 3009 panzer", phase="extra turn", turn=7, vp=179, last_turn=7)
    assert decision(alone) == "vote yes"
