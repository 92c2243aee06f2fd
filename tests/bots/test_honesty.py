"""No bot sees more than its side: whatever is hidden may be otherwise, and it decides the same."""

import random

import pytest

from kursk import bots
from kursk.bots.former import FORMER
from kursk.core.match import Match
from tests.games.battle_for_kursk.helpers import position as battle_for_kursk
from tests.games.drive_on_kursk.helpers import position as drive_on_kursk

EVERY = [*bots.BOTS, *FORMER]
ARMIES = """
1ss 2109
2ss 2109
gd 2208
2pz 2307
r15 2210
r49 2210
r52 2210
r212 2309
r112 2309
r180 2309
t9 2511
"""


def twins(match: Match, side: str) -> list[Match]:
    """The match, and some in which all that the side cannot see has been exchanged."""
    found = [match]
    for seed in range(4):
        twin = match.copy()
        twin.g = match.game.shuffled(match.g, side, random.Random(seed))
        found.append(twin)
    assert any(twin.g != match.g for twin in found), "nothing was hidden, so nothing was tested"
    return found


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("phase", ["plan", "movement", "combat"])
def test_covered_stacks_of_drive_on_kursk_change_nothing(name: str, phase: str) -> None:
    match = drive_on_kursk(ARMIES, phase=phase, turn=3, map="real")
    if match.actor == "soviet":
        match.play("plan fight-move")  # 5.4: covered, too
    side = match.actor
    orders = {bots.decide(twin, side, name, "honest") for twin in twins(match, side)}
    assert len(orders) == 1


@pytest.mark.parametrize("name", EVERY)
def test_the_other_sides_posture_changes_nothing(name: str) -> None:
    units = "g48@2116 g2ss@2117 r48@2115 r5gt@2214"
    match = battle_for_kursk(units, "posture", "german", real=True)
    match.play("posture engage")
    side = match.actor
    orders = {bots.decide(twin, side, name, "honest") for twin in twins(match, side)}
    assert len(orders) == 1


@pytest.mark.parametrize("name", EVERY)
def test_the_same_seed_gives_the_same_order(name: str) -> None:
    match = drive_on_kursk(ARMIES, phase="movement", turn=3, map="real")
    assert len({bots.decide(match.copy(), match.actor, name, "again") for _ in range(2)}) == 1
