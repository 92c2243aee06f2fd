"""What the page is told of a match: only what the asking side may know.

Whatever is answered here is asked of `match.known_to(side)`.
"""

from itertools import islice
from typing import Any

import msgspec

from kursk.core.flow import deciding as waiting
from kursk.core.hexes import scan
from kursk.core.match import Match
from kursk.core.paths import Reach
from kursk.core.tables import Receipt
from kursk.core.view import View
from kursk.server.room import Room

FEW = 60  # menus up to this size are sent whole
WEIGHED = 12  # and the odds of their orders with them, up to this size
WORDS = ("end", "done", "auto", "pass", "stay", "keep")  # of one word, in any game


class Scene(msgspec.Struct):
    """A moment of a match for one side."""

    id: str
    seq: int
    game: str
    scenario: str
    side: str
    sides: tuple[str, ...]  # those the asker sits for
    players: dict[str, str]
    view: View
    heading: str
    where: list[tuple[str, str]]
    deciding: bool  # it is the asker's side that decides
    prompt: str
    rule: str
    able: list[str]  # units that can act
    choices: list[str]  # all orders, where they are few
    words: list[str]  # the orders of one word that are open: what ends or settles a phase
    sealed: bool  # the choice stays unseen by the other side
    undoable: int
    curtain: bool  # the two sides see different things
    odds: dict[str, Receipt]  # of the choices in a battle that is under way


def scene(
    room: Room, side: str, sides: tuple[str, ...], past: Match | None = None, at: int = 0
) -> Scene:
    """The present, or the past as it was after order `at`."""
    truth = past or room.match
    match = truth.known_to(side)
    deciding = past is None and bool(side) and match.actor == side
    few = list(islice(match.orders(), FEW + 1)) if deciding else []
    mine = bool(match.log) and match.log[-1].actor == side
    return Scene(
        id=room.id,
        seq=at if past else room.seq,
        game=match.game.title,
        scenario=match.start.scenario,
        side=side,
        sides=sides,
        players=room.players,
        view=match.view(side),
        heading=match.heading(),
        where=match.where(),
        deciding=deciding,
        prompt=match.prompt if deciding or match.over else "",
        rule=match.rule,
        able=match.able() if deciding else [],
        choices=few if len(few) <= FEW else [],
        words=[word for word in WORDS if match.why_not(word) is None] if deciding else [],
        sealed=bool(few) and len(few) <= FEW and sealed(match, few),
        undoable=match.undoable if past is None and mine else 0,
        curtain=hides(truth),
        odds=prospects(match, few, side),
    )


def sealed(match: Match, orders: list[str]) -> bool:
    """Is whatever is chosen kept from the other side?"""
    decision = waiting(match.g)
    return decision is not None and all(decision.covered(match.g, order) for order in orders)


def prospects(match: Match, orders: list[str], side: str) -> dict[str, Receipt]:
    """What each of a few choices would lead to: support given, a retreat converted, a battle
    fought next. An attack that is still being put together is asked about order by order."""
    if len(orders) > WEIGHED or any(" with " in order for order in orders):
        return {}
    receipts = {order: match.receipt(order, side) for order in orders}
    return {order: receipt for order, receipt in receipts.items() if receipt}


class Target(msgspec.Struct):
    """A hex that may be attacked, and by how much at the most."""

    hex: str
    units: int
    column: str  # of the table; "" where the game has no odds for it


def targets(match: Match, side: str) -> list[Target]:
    """What the side that decides may attack, each with all that can be brought against it."""
    stacks = match.view(side).stacks.items()
    foes = [hex for hex, stack in stacks if any(seen.side != side for seen in stack)]
    return [target for hex in foes if (target := _target(match, side, hex))]


def _target(match: Match, side: str, hex: str) -> Target | None:
    attacks = [order for order in match.orders(hex) if " with " in order]
    if not attacks:
        return None
    order = max(attacks, key=_force)
    receipt = match.receipt(order, side)
    return Target(hex, _force(order), receipt.column if receipt else "")


def _force(attack: str) -> int:
    """How many units an attack names."""
    return attack.partition(" with ")[2].split()[0].count(",") + 1


def hides(match: Match) -> bool:
    """Do the two sides see different things just now?"""
    one, other = (match.view(side) for side in match.game.sides[:2])
    return (one.stacks, one.boxes, one.tracks) != (other.stacks, other.boxes, other.tracks)


def visible(match: Match, side: str) -> list[str]:
    """The units on the map that a side can name."""
    stacks = match.view(side).stacks.values()
    return [seen.unit for stack in stacks for seen in stack if seen.unit]


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
        for unit in visible(match, side):
            number = g.roster.find(unit)
            supply = game.supply(g, number)
            if supply and not supply.supplied:
                cut.setdefault(g.side_of(number), []).append(g.grid.name[g.at[number]])
        return cut
    if kind == "threat":
        reached = 0
        for unit in visible(match, side):
            number = g.roster.find(unit)
            if g.side_of(number) in enemies:
                for found in game.reach(g, number).values():
                    reached |= g.grid.around(found.hexes | 1 << g.at[number])
        return {"threat": [g.grid.name[hex] for hex in scan(reached)]}
    raise ValueError(f"no overlay {kind!r}: zones, control, supply or threat")
