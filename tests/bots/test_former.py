"""Former players: they judge as they judged in their day."""

from importlib import import_module
from pathlib import Path

import pytest

from kursk import library
from kursk.bots.former import GREEDY_1, Former, formers
from kursk.bots.greedy import Scores
from kursk.bots.seat import Seat

# The first turn and more of matches that greedy-1 played when it was greedy. Each file is called
# by its game and the number of its dice.
PLAYED = sorted((Path(__file__).parent / "greedy-1").glob("*.txt"))


class Again(Former):
    """A former player who is told what he ordered, and gives that, if it is still among the best.

    Between equals his dice chose; they fall otherwise if he is asked more often, or less.
    """

    gave = ""

    def _best(self, scores: Scores) -> str:
        top = max(scores.values())
        assert scores.get(self.gave) == top, f"{self.gave} is not among the best"
        return self.gave


@pytest.mark.parametrize("file", PLAYED, ids=lambda file: file.stem)
def test_greedy_1_plays_as_it_did(file: Path) -> None:
    title, _, number = file.stem.rpartition("-")
    match = library.start(title, secret=f"tune {number}")
    players = {side: Again(side) for side in match.game.sides}
    asked = 0
    for order in file.read_text().splitlines():
        if match.actor in players and not match.forced:
            player, asked = players[match.actor], asked + 1
            player.gave = order
            player.choose(Seat(match, match.actor))
        match.play(order)
    assert asked > 50


@pytest.mark.parametrize("title", GREEDY_1)
def test_a_former_player_weighs_nothing_that_is_not_weighed_today(title: str) -> None:
    advice = import_module(f"kursk.bots.advice.{title}")
    assert GREEDY_1[title].keys() <= advice.WEIGHTS.keys()
    assert formers(title) == ("greedy-1",)


def test_other_games_have_none() -> None:
    assert formers("skirmish") == ()
