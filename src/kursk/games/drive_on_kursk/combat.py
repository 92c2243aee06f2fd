"""11.1–11.7: the combat phase.

`Combat` waits for attacks, `attack 2210 with 1ss,2ss`, until `end`; which may be declared is in
`attacks`. Each is fought out at once in `battle`: the odds are in `odds` (`odds.receipt_for`
answers for any attack, from what a side may know), their shifts in `shifts`, what follows in
`losses`, `retreat` and `advance`.
"""

from collections.abc import Iterator

from kursk.core.counters import Unit
from kursk.core.flow import DONE, Decision, Done, Frame, Refusal
from kursk.core.hexes import Hex, Hexes, scan
from kursk.games.drive_on_kursk.attacks import attackable, read_attack, ready, refused_attack
from kursk.games.drive_on_kursk.battle import Battle
from kursk.games.drive_on_kursk.fog import refused_top, top
from kursk.games.drive_on_kursk.state import State, foe
from kursk.games.drive_on_kursk.steps import out_of_step


class Combat(Decision):
    """11.1: attacking is voluntary; battles are fought one after the other, in any order."""

    rule = "11.1"
    title = "Combat"
    phase = "combat"

    def actor(self, g: State) -> str:
        return g.side

    def prompt(self, g: State) -> str:
        return "Attack a hex next to your units, or end the phase."

    def orders(self, g: State, about: str = "") -> Iterator[str]:
        """Against each hex: every attacker alone, every stack, and all together.

        Any other choice of attackers may be ordered as well (11.5).
        """
        for target in scan(targets(g)):
            name = g.grid.name[target]
            for group in groups(g, target):
                ids = [g.unit(unit).id for unit in group]
                if about in ("", name, *ids):
                    yield f"attack {name} with {','.join(ids)}"
        if about in g.roster.number and buried(g, g.roster.find(about)):
            yield f"top {about}"
        if not about:
            yield "end"

    def able(self, g: State) -> list[str]:
        near = g.grid.around(targets(g))
        return [
            g.unit(unit).id
            for unit in g.on_map(g.side)
            if near >> g.at[unit] & 1 and ready(g, unit)
        ]

    def refusal(self, g: State, order: str) -> Refusal | None:
        if order == "end":
            return None
        match order.split():
            case ["attack", name, "with", ids]:
                return refused_attack(g, name, ids.split(","), g.side)
            case ["top", id]:
                return refused_top(g, g.side, id)
        if why := out_of_step(g, order):
            return why
        says = f"“{order}” is no order for a combat phase."
        return Refusal("11.1", says, instead="Say attack HEX with UNIT,UNIT or end.")

    def play(self, g: State, order: str) -> Frame | Done | None:
        if order == "end":
            g.attacked = g.defended = g.retreated = 0  # 11.4: the next phase begins afresh
            return DONE
        if order.startswith("top "):
            top(g, g.roster.find(order.removeprefix("top ")))
            return None
        return Battle(*read_attack(g, order))

    def covered(self, g: State, order: str) -> bool:
        """7.3: how a player lays his own stacks is his affair."""
        return order.startswith("top ")


def buried(g: State, unit: Unit) -> bool:
    """7.3: does the unit of the side whose turn it is lie under another?"""
    return g.side_of(unit) == g.side and g.at[unit] >= 0 and g.pile(g.at[unit])[-1] != unit


def targets(g: State) -> Hexes:
    """11.1, 11.4: the enemy's hexes that somebody can attack."""
    front = 0
    for unit in g.on_map(g.side):
        if ready(g, unit):
            front |= 1 << g.at[unit]
    hexes = 0
    for hex in scan(g.held[foe(g.side)] & g.grid.around(front)):
        if attackable(g, hex):
            hexes |= 1 << hex
    return hexes


def groups(g: State, target: Hex) -> list[tuple[Unit, ...]]:
    """11.5: who may be put together against a hex: each alone, stack by stack, all."""
    piles = [
        tuple(unit for unit in g.pile(hex) if ready(g, unit))
        for hex in scan(g.grid.around(1 << target) & g.held[g.side])
    ]
    every = tuple(unit for pile in piles for unit in pile)
    singles = [(unit,) for unit in every]
    whole = [pile for pile in piles if len(pile) > 1]
    together = [every] if every not in (*singles, *whole) and every else []
    return [*singles, *whole, *together]
