"""What would be if: a battle of any stacks, and who of a side's units is in danger.

All of it is asked of the match as a side knows it, with somebody about to attack in it; the
receipts are those of the engine.
"""

import re
from collections.abc import Mapping
from fractions import Fraction

import msgspec

from kursk.core.flow import Refusal
from kursk.core.hexes import scan
from kursk.core.match import Match
from kursk.core.tables import Receipt

GRIM = 3  # to one: the odds from which a unit is in danger


class WhatIf(msgspec.Struct):
    """A battle that is not fought: its odds, or why it cannot be."""

    order: str
    receipt: Receipt | None = None
    refusal: Refusal | None = None


class Danger(msgspec.Struct):
    """A hex of one's own in danger: by whom, at which odds; or who in it will starve."""

    hex: str
    units: list[str]
    odds: str = ""  # the best column against it, of those who stand next to it now
    attackers: list[str] = []
    cut: str = ""  # why its units are out of supply, as things stand
    rule: str = ""


def fighting(known: Match, side: str) -> Match:
    """The match with a side about to attack; ValueError says why it cannot be."""
    return Match(known.game, known.game.about_to_attack(known.g, side), known.start)


def battle(known: Match, side: str, hex: str, units: Mapping[str, str]) -> WhatIf:
    """A battle of units, each put into the hex that is named for it; those of `side` attack."""
    twin = known.copy()
    for id, name in units.items():
        _put(twin, id, name)
    force = [id for id in units if twin.g.side_of(twin.g.roster.find(id)) == side]
    order = f"attack {hex} with {','.join(force)}"
    match = fighting(twin, side)
    receipt = match.game.receipt(match.g, order, side) if force else None
    if receipt is None:
        return WhatIf(order, refusal=match.why_not(order))
    return WhatIf(order, receipt)


def _put(match: Match, id: str, name: str) -> None:
    g = match.g
    if id not in g.roster.number:
        raise ValueError(f"there is no unit {id!r}")
    if name and name not in g.grid.cell:
        raise ValueError(f"there is no hex {name!r}")
    unit = g.roster.find(id)
    if not name:
        g.remove(unit, g.box[unit] or match.game.boxes[0])
    elif g.at[unit] != g.grid.cell[name]:
        g.place(unit, g.grid.cell[name])


def dangers(known: Match, side: str) -> list[Danger]:
    """The hexes of a side that the enemy next to them could attack at grim odds, and those whose
    units are out of supply as things stand. Of covered enemies nothing is assumed."""
    found: dict[str, Danger] = {}
    g = known.g
    for foe in known.game.sides:
        if foe == side:
            continue
        try:
            match = fighting(known, foe)
        except ValueError:
            continue  # in this position nobody could attack
        for hex in scan(g.held.get(side, 0)):
            if danger := _attacked(match, foe, g.grid.name[hex]):
                found[danger.hex] = danger
    for unit in g.on_map(side):
        supply = known.game.supply(g, unit) if g.unit(unit).id else None
        if supply and not supply.supplied:
            name = g.grid.name[g.at[unit]]
            danger = found.setdefault(name, Danger(name, []))
            danger.cut, danger.rule = supply.says, supply.rule
    for danger in found.values():
        pile = g.pile(g.grid.cell[danger.hex])
        danger.units = [g.unit(unit).id for unit in pile if g.unit(unit).id]
    return [found[hex] for hex in sorted(found)]


def _attacked(match: Match, foe: str, hex: str) -> Danger | None:
    """The most that can be brought against a hex, if that is grim."""
    forces = [_force(order) for order in match.orders(hex) if " with " in order]
    named = sorted({id for force in forces for id in force if id})
    for force in (named, max((f for f in forces if all(f)), key=len, default=[])):
        order = f"attack {hex} with {','.join(force)}"
        receipt = match.game.receipt(match.g, order, foe) if force else None
        if receipt:
            return Danger(hex, [], receipt.column, force) if is_grim(receipt) else None
    return None


def _force(attack: str) -> list[str]:
    words = attack.partition(" with ")[2].split()
    return words[0].split(",") if words else [""]


def is_grim(receipt: Receipt) -> bool:
    """Three to one or better for the attacker; where a table has no odds, but numbers for both
    sides ("1/3"), three for the defender on average."""
    odds = ratio(receipt)
    return odds >= GRIM if odds is not None else paid(receipt)[1] >= GRIM


def promise(receipt: Receipt) -> int:
    """What an attack promises: 2 from three to one, 1 from one to one, else 0; where a table has
    numbers for both sides, by whether the defender pays half as much again, or as much."""
    odds = ratio(receipt)
    if odds is not None:
        return 2 if odds >= GRIM else 1 if odds >= 1 else 0
    ours, theirs = paid(receipt)
    return 2 if theirs * 2 > ours * 3 else 1 if theirs >= ours > 0 else 0


def ratio(receipt: Receipt) -> Fraction | None:
    odds = re.search(r"(\d+):(\d+)", receipt.column)
    return Fraction(int(odds[1]), int(odds[2])) if odds else None


def paid(receipt: Receipt) -> tuple[Fraction, Fraction]:
    """What attacker and defender pay on average, where results are numbers for both."""
    ours, theirs = Fraction(0), Fraction(0)
    for outcome in receipt.outcomes:
        if numbers := re.fullmatch(r"(\d+)[/M](\d+)", outcome.result):
            ours += int(numbers[1]) * Fraction(outcome.chance)
            theirs += int(numbers[2]) * Fraction(outcome.chance)
    return ours, theirs
