"""What every game on the shelf must do, whatever its rules: see kursk.contract.

Ten games by chance, from first order to last; then a sample of moments from them, looked at
more closely. `KURSK_SEEDS=500` plays longer; `python -m bench.soak GAME` longer still.
"""

import os
import random
from collections.abc import Callable, Iterator

import pytest

from kursk import library
from kursk.contract import MOMENTS, files, secrets, whole
from kursk.contract.moments import Clause
from kursk.contract.wander import game_by_chance, moments

SEEDS = range(int(os.environ.get("KURSK_SEEDS", "10")))
GAMES, EACH = min(4, len(SEEDS)), 4  # moments: from so many games, so many decisions of each kind

# The template of new games is played, too. What lies next to the test changes last.
every_game = pytest.mark.parametrize("title", library.folders())


def by_name(clause: object) -> str:
    return getattr(clause, "__name__", str(clause))


@pytest.mark.parametrize("clause", files.CLAUSES.values(), ids=files.CLAUSES)
@every_game
def test_files(title: str, clause: Callable[[str], Iterator[str]]) -> None:
    assert list(clause(title)) == []


@pytest.mark.parametrize("seed", SEEDS[::-1])  # what follows looks at the first games again
@every_game
def test_random_play_comes_to_an_end(title: str, seed: int) -> None:
    assert list(whole.ends(game_by_chance(title, seed))) == []


@pytest.mark.parametrize("clause", whole.CLAUSES, ids=by_name)
@pytest.mark.parametrize("seed", SEEDS[:2])
@every_game
def test_whole_games(title: str, seed: int, clause: Callable[[whole.Game], Iterator[str]]) -> None:
    assert list(clause(game_by_chance(title, seed).moments)) == []


@pytest.mark.parametrize("clause", MOMENTS, ids=by_name)
@every_game
def test_moments(title: str, clause: Clause) -> None:
    for number, moment in enumerate(moments(title, GAMES, EACH)):
        found = list(clause(moment, random.Random(number)))
        assert found == [], moment.fault(found[0])


@every_game
def test_what_is_hidden_is_shuffled(title: str) -> None:
    assert list(secrets.shuffles(moments(title, GAMES, EACH))) == []
