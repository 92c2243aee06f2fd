"""A whole game by two simple players, to be read in tests/playthroughs/battle_for_kursk.txt.

Where the rules or the wording have changed on purpose, write it again:
`python -m tests.games.battle_for_kursk.test_playthrough`.
"""

from collections.abc import Callable
from pathlib import Path

from kursk import library
from kursk.core import record
from kursk.core.match import Match
from kursk.games.battle_for_kursk.losses import step_value
from kursk.games.battle_for_kursk.tables import CRT
from tests.games.battle_for_kursk.helpers import state

FILE = Path(__file__).parents[2] / "playthroughs" / "battle_for_kursk.txt"

# The German strikes on turn 1, then holds; the Russian answers, and strikes from turn 2.
PLANS = {
    "german": "engage reposition pause deploy engage reposition deploy engage",
    "russian": "pause engage engage reposition engage engage deploy engage",
}
MOST_MOVES = 8  # in a phase, so that the game can be read


def decide(match: Match) -> str:
    ways: dict[str, Callable[[Match], str]] = {
        "steps": lambda match: "auto",
        "posture": posture,
        "reaction": lambda match: "react",
        "replacement": replace,
        "armour and rail": move,
        "movement": move,
        "combat": announce,
        "resolution": fight,
    }
    return ways[match.phase](match)


def posture(match: Match) -> str:
    """The plan, or as far towards it as the track and the markers allow."""
    wanted = PLANS[match.actor].split()[match.g.turn - 5]
    return (
        f"posture {wanted}" if f"posture {wanted}" in (all_ := list(match.orders())) else all_[-1]
    )


def to_the_enemy(match: Match, hex: int) -> int:
    """How far the nearest enemy is."""
    g = match.g
    other = "russian" if match.actor == "german" else "german"
    return min(g.grid.distance(hex, g.at[unit]) for unit in g.on_map(other))


def replace(match: Match) -> str:
    """Strengthen units at the front first; what must go, goes from the rear."""
    orders = [order for order in match.orders() if order != "end"]
    g = match.g

    def front(order: str) -> tuple[int, str]:
        words = order.split()
        hex = g.grid.find(words[2]) if words[2:] else g.at[g.roster.find(words[1])]
        far = to_the_enemy(match, hex)
        return (-far if words[0] == "reduce" else far), order

    return min(orders, key=front)


def move(match: Match) -> str:
    """Reserves go for the nearest major city of the enemy, a few of them."""
    g, grid, side = state(match), match.g.grid, match.actor
    if g.moved.bit_count() >= MOST_MOVES:
        return "end"
    other = "russian" if side == "german" else "german"
    wanted = [p.hex for p in g.board.places.values() if p.kind == "major city"]
    wanted = [hex for hex in wanted if g.control[other] >> hex & 1]

    def far(hex: int) -> int:
        return min((grid.distance(hex, city) for city in wanted), default=0)

    able = [g.roster.find(id) for id in match.able()]
    reserves = [unit for unit in able if to_the_enemy(match, g.at[unit]) > 1]
    for unit in sorted(reserves, key=lambda unit: (far(g.at[unit]), unit)):
        orders = list(match.orders(g.unit(unit).id))
        best = min(orders, key=lambda order: (far(grid.find(order.split()[-1])), len(order), order))
        if far(grid.find(best.split()[-1])) < far(g.at[unit]):
            return best
    return "end"


def announce(match: Match) -> str:
    """Whatever stands at 3:1 or better; or at 2:1 by an Offensive."""
    best, order = 1, "end"
    for offered in match.orders():
        if offered == "end":
            continue
        found = match.receipt(offered)
        assert found is not None
        rung = CRT.columns.index(found.column) if found.column in CRT.columns else -1
        if rung + ("offensive" in offered) > best:
            best, order = rung + ("offensive" in offered), offered
    return order


def fight(match: Match) -> str:
    """Stand where one can, exchange in a fort, pay with the cheapest step, and advance."""
    orders = list(match.orders())
    verbs = {order.split()[0] for order in orders}
    if "stand" in verbs and state(match).lost[_defender(match)] == 0:
        return "stand"
    if "exchange" in verbs:
        return "exchange"
    if "lose" in verbs:
        return min(orders, key=lambda order: step_value(state(match), _unit(match, order)))
    return orders[0]


def _unit(match: Match, order: str) -> int:
    return match.g.roster.find(order.split()[1])


def _defender(match: Match) -> int:
    unit: int = match.g.stack[-1].unit
    return unit


def playthrough() -> str:
    match = library.start("battle_for_kursk", secret="the tigers are burning")
    while not match.over:
        match.roll()
        if not match.over:
            match.play(decide(match))
    return record.write(match)


def test_the_game_goes_as_written() -> None:
    assert playthrough().splitlines() == FILE.read_text("utf-8").splitlines()


if __name__ == "__main__":
    FILE.write_text(playthrough(), "utf-8")
