"""Whole games of two programs, to be read in tests/playthroughs/panzer_keil*.txt.

Where the rules or the wording have changed on purpose, write them again:
`python -m tests.games.panzer_keil.test_playthrough`.
"""

import random
from pathlib import Path

from kursk import library
from kursk.core import record
from kursk.core.flow import DICE
from kursk.core.match import Match

FOLDER = Path(__file__).parents[2] / "playthroughs"
GAMES = {  # file -> scenario, options
    "panzer_keil": ("northern-wall", {"version": "new"}),
    "panzer_keil_old": ("prokhorovka", {"version": "old"}),
}
MOST = 6  # orders of a side in a phase, so that the game can be read


def played(scenario: str, options: dict[str, str]) -> Match:
    """Some orders in each phase, by chance; attacks only where they are not hopeless."""
    match = library.start("panzer_keil", scenario, options, secret="ponyri")
    chance, given, phase = random.Random(1943), 0, ("", "")
    while not match.over:
        if match.actor == DICE:
            match.roll()
            continue
        if match.forced is not None:
            match.play(match.forced)
            continue
        now = (match.actor, match.phase)
        given, phase = (given + 1 if now == phase else 0), now
        if given >= MOST and match.why_not("end") is None:
            match.play("end")
        else:
            match.play(chance.choice(match.orders()))
    return match


def test_9_0_the_playthroughs_are_these_games() -> None:
    for name, (scenario, options) in GAMES.items():
        text = (FOLDER / f"{name}.txt").read_text("utf-8")
        assert record.write(played(scenario, options)) == text


if __name__ == "__main__":
    for name, (scenario, options) in GAMES.items():
        (FOLDER / f"{name}.txt").write_text(record.write(played(scenario, options)), "utf-8")
