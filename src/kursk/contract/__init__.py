"""What every game must do, whatever its rules.

The contract is made of clauses. A clause is a function that looks at a game's files, at a whole
game played by chance, or at a moment of one, and yields the faults that it finds, a line each.
`kursk check` looks at a few games, `tests/contract` at many.
"""

import random
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from kursk import library
from kursk.contract import answers, files, moments, secrets, whole
from kursk.contract.wander import Trouble, game_by_chance, picked

ENOUGH = 1000  # orders of games by chance, for a first look
LONG = 300  # orders of a game that are looked at one by one
FEW = 3  # faults of one clause that are told: more of the same help nobody
MOMENTS = (*moments.CLAUSES, *answers.CLAUSES, *secrets.CLAUSES)


def faults(title: str) -> Iterator[str]:
    """What a first look finds: at a few games by chance, at more of them where they are short."""
    count: Counter[str] = Counter()
    for clause, fault in _every(title):
        count[clause] += 1
        if count[clause] <= FEW:
            yield f"{clause}: {fault}"


def _every(title: str) -> Iterator[tuple[str, str]]:
    try:
        library.game(title)
    except Exception as error:
        yield "import", told(error)
        return
    for name, clause in files.CLAUSES.items():
        yield from _found(name, clause, title)
    try:
        orders = sum(len(game_by_chance(title, seed).moments) for seed in (0, 1))
    except Exception as error:
        yield "begins", told(error)
        return
    count = min(max(2, 2 * ENOUGH // orders), 20)
    games = []
    for seed in range(count):
        games.append(game := game_by_chance(title, seed))
        if game.trouble:
            yield "ends", game.last.fault(told(game.trouble))
        else:
            yield from _found("ends", whole.ends, game)
        for over in whole.CLAUSES:
            yield from _found(over.__name__, over, game.moments[:LONG])
    each = count if count > 2 else 1  # long games have many kinds of decisions
    sample = picked(games, each)
    yield from _found("shuffles", secrets.shuffles, sample)
    for at in MOMENTS:
        for number, moment in enumerate(sample):
            for name, fault in _found(at.__name__, at, moment, random.Random(number)):
                yield name, moment.fault(fault)


def _found(
    name: str, clause: Callable[..., Iterator[str]], *about: Any
) -> Iterator[tuple[str, str]]:
    """The faults that a clause finds; that it breaks down is one, too."""
    try:
        yield from ((name, fault) for fault in clause(*about))
    except Exception as error:
        yield name, told(error)


def told(error: Exception) -> str:
    """An error in a line: what it is, and where in the game's own source it comes from."""
    if isinstance(error, Trouble):
        return error.says
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if "/games/" in frame.filename.replace("\\", "/")]
    frame = (own or frames)[-1]
    where = f"{frame.filename.replace(chr(92), '/').rpartition('/')[2]}:{frame.lineno}"
    return f"{type(error).__name__}: {' '.join(str(error).split())} ({where})"
