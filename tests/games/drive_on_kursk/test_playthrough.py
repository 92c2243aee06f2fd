"""A whole game by two simple players, to be read in tests/playthroughs/drive_on_kursk.txt.

Where the rules or the wording have changed on purpose, write it again:
`python -m tests.games.drive_on_kursk.test_playthrough`.
"""

from collections.abc import Callable
from pathlib import Path

from kursk import library
from kursk.core import record
from kursk.core.match import Match
from kursk.games.drive_on_kursk.pieces import mobility
from kursk.games.drive_on_kursk.tables import COMBAT
from tests.games.drive_on_kursk.helpers import state

FILE = Path(__file__).parents[2] / "playthroughs" / "drive_on_kursk.txt"

# The German breaks the line, then drives on; the Soviet stands, then strikes back.
PLANS = {
    "german": "fight-move fight-move fight-fight move-fight move-fight fight-move move-fight",
    "soviet": "fight-move move-move fight-move fight-move fight-fight fight-move move-fight",
}
BY_HAND = {  # the armour moves up before the rest is deployed
    "german": ["place 1ss 2008", "place 2ss 2008", "place 3ss 2008", "place 6pz 1810"],
    "soviet": ["place gc17 4018", "place ga18 4018", "place gc24 2116"],
}
MOST_MOVES, MOST_ATTACKS = 8, 5  # in a phase, so that the game can be read
KURSK = "3415"


def decide(match: Match) -> str:
    ways: dict[str, Callable[[Match], str]] = {
        "declaration": lambda match: "no gambit",
        "deployment": deploy,
        "plan": plan,
        "withdrawals": withdraw,
        "reserves": activate,
        "arrivals": arrive,
        "movement": move,
        "extra turn": vote,
    }
    if match.phase == "combat" and match.rule == "11.1":
        return attack(match)
    return ways.get(match.phase, in_battle)(match)


def deploy(match: Match) -> str:
    for order in BY_HAND[match.actor]:
        _, id, hex = order.split()
        if match.g.at[match.g.roster.find(id)] != match.g.grid.find(hex):
            return order
    return "done" if match.why_not("done") is None else "auto"


def plan(match: Match) -> str:
    turn = min(match.g.turn, 7)
    return f"plan {PLANS[match.actor].split()[turn - 1]}"


def withdraw(match: Match) -> str:
    """On the last turn, what is worn out and can go."""
    worn = [o for o in match.orders() if o != "end" and match.g.lost[_unit(match, o)]]
    return worn[0] if worn and match.g.turn >= 7 else "end"


def activate(match: Match) -> str:
    """Reserves are called up when a German is within four hexes, or late when they are cheap."""
    g = match.g
    for order in match.orders():
        if order != "end":
            hex = g.grid.find(order.split()[1])
            if g.turn > 4 or min(g.grid.distance(hex, g.at[u]) for u in g.on_map("german")) < 5:
                return order
    return "end"


def arrive(match: Match) -> str:
    """By the hex nearest to Kursk."""
    orders = [order for order in match.orders() if order != "end"]
    return min(orders, key=lambda order: (_to_kursk(match, order.split()[2]), order), default="end")


def move(match: Match) -> str:
    """Mechanized units that are not engaged: the German goes for Kursk, the Soviet for him."""
    g = state(match)
    if _moved(match) >= MOST_MOVES:
        return "end"
    near = g.grid.around(g.held["german" if match.actor == "soviet" else "soviet"])
    for id in match.able():
        unit = g.roster.find(id)
        engaged = near >> g.at[unit] & 1
        if engaged or mobility(g.unit(unit)) != "mech" or id in g.spent:
            continue
        best = min(match.orders(id), key=lambda order: _wish(match, order))
        if _worth(match, best.split()[-1]) < _worth(match, g.grid.name[g.at[unit]]):
            return best
    return "end"


def _wish(match: Match, order: str) -> tuple[int, int, str]:
    """Near the goal first, then with as many as can come along."""
    return _worth(match, order.split()[-1]), -order.count(","), order


def _moved(match: Match) -> int:
    """The moves of this phase."""
    count = 0
    for entry in reversed(match.log):
        if not entry.order.startswith(("move", "road", "infiltrate")):
            break
        count += 1
    return count


def _worth(match: Match, hex: str) -> int:
    """How far from where a side wants to be."""
    if match.actor == "german":
        return _to_kursk(match, hex)
    g = match.g
    spear = min(g.on_map("german"), key=lambda unit: _to_kursk(match, g.grid.name[g.at[unit]]))
    return max(1, g.grid.distance(g.grid.find(hex), g.at[spear]))


def _to_kursk(match: Match, hex: str) -> int:
    grid = match.g.grid
    return grid.distance(grid.find(hex), grid.find(KURSK))


def attack(match: Match) -> str:
    """The best odds there are, from what can be seen; nothing below 3:1, or 2:1 in despair."""
    least = COMBAT.columns.index("3:1" if match.actor == "german" else "2:1")
    if _attacks(match) >= MOST_ATTACKS:
        return "end"
    best = (least - 1, 0, "end")
    for order in match.orders():
        found = match.receipt(order) if order != "end" else None
        if found is not None:
            column = COMBAT.columns.index(found.column.removeprefix("≤ "))
            best = max(best, (column, -_to_kursk(match, order.split()[1]), order))
    return best[2]


def _attacks(match: Match) -> int:
    """The attacks of this phase."""
    here = match.heading().split(":")[0]
    count = 0
    for entry in reversed(match.log):
        if not entry.heading.startswith(here) or entry.order == "end":
            break
        count += entry.order.startswith("attack")
    return count


def in_battle(match: Match) -> str:
    """Take what is offered first, but keep forts, use the air, and pay with the cheapest."""
    orders = list(match.orders())
    for wanted in ("convert", "support"):
        if wanted in orders:
            return wanted
    if orders[0].startswith("advance"):
        return min(
            orders, key=lambda order: (order == "end", _to_kursk(match, _last(order)), order)
        )
    return orders[0]


def _last(order: str) -> str:
    word = order.split()[-1]
    return word if word.isdigit() and len(word) == 4 else KURSK


def vote(match: Match) -> str:
    """Each side wants to go on while it does not like the score."""
    behind = state(match).vp < 181
    return "vote yes" if behind == (match.actor == "german") else "vote no"


def _unit(match: Match, order: str) -> int:
    return match.g.roster.find(order.split()[1])


def playthrough() -> str:
    match = library.start("drive_on_kursk", "open", secret="the heights of Ponyri")
    while not match.over:
        match.roll()
        if not match.over:
            match.play(decide(match))
    return record.write(match)


def test_the_game_goes_as_written() -> None:
    assert playthrough().splitlines() == FILE.read_text("utf-8").splitlines()


if __name__ == "__main__":
    FILE.write_text(playthrough(), "utf-8")
