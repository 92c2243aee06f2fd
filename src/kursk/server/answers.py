"""The referee's answers for the page.

Whatever is answered to a side is asked of the match as it knows it, `match.known_to(side)`.
"""

from typing import Any

import msgspec

from kursk.core.hexes import scan
from kursk.core.match import Match
from kursk.core.paths import Reach
from kursk.core.why import fighting
from kursk.server.whatif import promise


class Target(msgspec.Struct):
    """A hex that may be attacked, and by how much at the most."""

    hex: str
    units: int
    column: str  # of the table; "" where the game has no odds for it
    promise: int  # 2 good, 1 even, 0 poor


def targets(match: Match, side: str) -> list[Target]:
    """What the side that decides may attack, each with all that can be brought against it."""
    if not fighting(match):
        return []
    foes = 0
    for other, hexes in match.g.held.items():
        foes |= hexes if other != side else 0
    names = [match.g.grid.name[hex] for hex in scan(foes)]
    return [target for hex in names if (target := _target(match, side, hex))]


def _target(match: Match, side: str, hex: str) -> Target | None:
    attacks = [order for order in match.orders(hex) if " with " in order]
    if not attacks:
        return None
    order = max(attacks, key=_force)
    receipt = match.receipt(order, side)
    if receipt is None:
        return Target(hex, _force(order), "", 0)
    return Target(hex, _force(order), receipt.column, promise(receipt))


def _force(attack: str) -> int:
    """How many units an attack names."""
    return attack.partition(" with ")[2].split()[0].count(",") + 1


def visible(match: Match) -> list[str]:
    """The units on the map that can be named: others lie covered."""
    return [id for unit in match.g.on_map() if (id := match.g.unit(unit).id)]


def ways(match: Match, unit: str) -> dict[str, dict[str, Any]]:
    """Where a unit can go: by kind of movement, hex -> points spent and path."""
    return {kind: _way(match, found) for kind, found in match.reach(unit).items()}


def _way(match: Match, found: Reach) -> dict[str, Any]:
    names = match.g.grid.name
    return {
        names[hex]: {
            "cost": str(cost),
            "path": [names[step] for step in found.path(hex)],
            "stop": bool(found.halts >> hex & 1),
        }
        for hex, cost in found.costs().items()
    }


def overlay(match: Match, kind: str, side: str) -> dict[str, list[str]]:
    """Hexes to wash: enemy zones, supply, control, what the enemy could attack."""
    game, g = match.game, match.g
    enemies = [each for each in game.sides if each != side]
    if kind == "zones":
        return {each: g.grid.names(game.zones(g, each)) for each in enemies}
    if kind == "control":
        return {each: g.grid.names(hexes) for each, hexes in g.control.items()}
    if kind == "supply":
        cut: dict[str, list[str]] = {}
        for unit in visible(match):
            number = g.roster.find(unit)
            supply = game.supply(g, number)
            if supply and not supply.supplied:
                cut.setdefault(g.side_of(number), []).append(g.grid.name[g.at[number]])
        return cut
    if kind == "threat":
        reached = 0
        for unit in visible(match):
            number = g.roster.find(unit)
            if g.side_of(number) in enemies:
                for found in game.reach(g, number).values():
                    reached |= g.grid.around(found.hexes | 1 << g.at[number])
        return {"threat": [g.grid.name[hex] for hex in scan(reached)]}
    raise ValueError(f"no overlay {kind!r}: zones, control, supply or threat")
