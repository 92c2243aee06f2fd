"""A whole game by two simple players, to be read in tests/playthroughs/skirmish.txt.

Where the rules or the wording have changed on purpose, write it again:
`python tests/games/skirmish/test_playthrough.py`.
"""

from pathlib import Path

from kursk import library
from kursk.core import record
from kursk.core.match import Match

FILE = Path(__file__).parents[2] / "playthroughs" / "skirmish.txt"


def decide(match: Match) -> str:
    """Press and hold by turns, go for the nearest town of the enemy, attack at two to one."""
    ways = {"2.1": stance, "2.2": move, "5.1": attack, "5.6": answer}
    return ways.get(match.rule, first)(match)


def first(match: Match) -> str:
    return match.orders()[0]


def stance(match: Match) -> str:
    return "press" if (match.g.turn % 2 == 1) == (match.actor == "blue") else "hold"


def move(match: Match) -> str:
    g, grid = match.g, match.g.grid
    wanted = [p.hex for p in g.board.places.values() if g.owner(p.hex) != match.actor]
    for unit in match.able():
        here = g.at[g.roster.find(unit)]

        def far(hex: int) -> int:
            return min((grid.distance(hex, town) for town in wanted), default=0)

        best = min(match.orders(unit), key=lambda order: far(grid.find(order.split()[-1])))
        if far(grid.find(best.split()[-1])) < far(here):
            return best
    return "end"


def attack(match: Match) -> str:
    for order in match.orders():
        receipt = match.receipt(order)
        if receipt is not None and receipt.column.removeprefix("≤ ") in ("2:1", "3:1", "4:1"):
            return order
    return "end"


def answer(match: Match) -> str:
    return "stand" if match.g.turn % 2 else "retreat"


def playthrough() -> str:
    match = library.start("skirmish", secret="the bridge at Brod")
    while not match.over:
        match.roll()
        if not match.over:
            match.play(decide(match))
    return record.write(match)


def test_the_game_goes_as_written() -> None:
    assert playthrough().splitlines() == FILE.read_text("utf-8").splitlines()


if __name__ == "__main__":
    FILE.write_text(playthrough(), "utf-8")
