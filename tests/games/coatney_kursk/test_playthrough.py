"""A whole game by two greedy players, to be read in tests/playthroughs/coatney_kursk.txt.

Where the rules or the wording have changed on purpose, write it again:
`python -m tests.games.coatney_kursk.test_playthrough`.
"""

from pathlib import Path

from kursk import bots, library
from kursk.core import record
from kursk.core.flow import DICE
from kursk.core.match import Match

FILE = Path(__file__).parents[2] / "playthroughs" / "coatney_kursk.txt"


def played() -> Match:
    match = library.start("coatney_kursk", secret="ponyri")
    while not match.over:
        if match.actor == DICE:
            match.roll()
        else:
            match.play(bots.decide(match, match.actor, "greedy", f"{len(match.log)}"))
    return match


def test_scale_the_playthrough_shows_most_of_the_rules() -> None:
    match = library.load(FILE.read_text("utf-8"))
    verbs = {entry.order.split()[0] for entry in match.log}
    assert {"wedge", "move", "march", "attack", "resolve", "drive", "retreat", "advance"} <= verbs
    told = {news.rule for entry in match.log for news in entry.news}
    assert {"§DE", "§Dn", "§D", "§AD", "§Recovery", "§Fortification Lines"} <= told
    assert match.over and not match.result.startswith("Draw")


if __name__ == "__main__":
    FILE.write_text(record.write(played()), "utf-8")
