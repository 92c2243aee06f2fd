"""A whole game by two greedy players, to be read in tests/playthroughs/spi_kursk.txt.

Where the rules or the wording have changed on purpose, write it again:
`python -m tests.games.spi_kursk.test_playthrough`.
"""

from pathlib import Path

from kursk import bots, library
from kursk.core import record
from kursk.core.flow import DICE
from kursk.core.match import Match

FILE = Path(__file__).parents[2] / "playthroughs" / "spi_kursk.txt"


def played() -> Match:
    match = library.start("spi_kursk", "may", secret="prokhorovka")
    while not match.over:
        if match.actor == DICE:
            match.roll()
        else:
            match.play(bots.decide(match, match.actor, "greedy", f"{len(match.log)}"))
    return match


def test_4_12_the_playthrough_shows_most_of_the_rules() -> None:
    match = library.load(FILE.read_text("utf-8"))
    verbs = {entry.order.split()[0] for entry in match.log}
    shown = {"mode", "move", "overrun", "suppress", "attack", "barrage", "retreat", "lose"}
    assert shown | {"advance", "place"} <= verbs
    told = {news.rule for entry in match.log for news in entry.news}
    assert {"6.2", "9.22", "9.61", "9.68", "10.32", "13.15", "15.2", "18.21", "18.41"} <= told
    assert match.over and match.result


if __name__ == "__main__":
    FILE.write_text(record.write(played()), "utf-8")
