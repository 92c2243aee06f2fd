"""11.1–11.7: the combat phase.

`Combat` waits for attacks, `attack 2210 with 1ss,2ss`, until `end`; which may be declared is in
`attacks`. Each is fought out at once in `battle`: the odds are in `odds` (`odds.receipt_for`
answers for any attack, from what a side may know), their shifts in `shifts`, what follows in
`losses`, `retreat` and `advance`.
"""

import random
from functools import partial

from kursk.core.counters import Unit
from kursk.core.flow import Frame, Phase, Refusal
from kursk.core.hexes import Hex, Hexes, nth, scan
from kursk.core.menu import Menu
from kursk.core.orders import ids, read_attack
from kursk.core.state import units
from kursk.games.drive_on_kursk.attacks import attackable, ready, refused_attack
from kursk.games.drive_on_kursk.battle import Battle
from kursk.games.drive_on_kursk.fog import Topping
from kursk.games.drive_on_kursk.state import State, foe, of_two
from kursk.games.drive_on_kursk.steps import out_of_step


class Combat(Topping, Phase):
    """11.1: attacking is voluntary; battles are fought one after the other, in any order."""

    rule = "11.1"
    title = "Combat"
    phase = "combat"
    usage = "attack HEX with UNIT,UNIT | top UNIT | end"
    asks = "Attack a hex next to your units, or end the phase."

    def titled(self, g: State) -> str:
        return of_two(g, self.title)

    def offers(self, g: State, about: str) -> Menu:
        """Against each hex: every attacker alone, every stack, and all together.

        Any other choice of attackers may be ordered as well (11.5).
        """
        menu, unit = Menu(), g.roster.number.get(about)
        for target in scan(targets(g)):
            forces = groups(g, target)
            if unit is not None:
                forces = [group for group in forces if unit in group]
            if not about or unit is not None or about == g.grid.name[target]:
                menu.each(forces, partial(_spell, g, target))
        return menu.add(f"top {about}") if unit is not None and buried(g, unit) else menu

    def draw(self, g: State, chance: random.Random) -> str:
        """Any target, and any who can be put together against it; or the end."""
        open_ = targets(g)
        number = chance.randrange(open_.bit_count() + 1)
        if number == open_.bit_count():
            return "end"
        target = nth(open_, number)
        return _spell(g, target, chance.choice(groups(g, target)))

    def able(self, g: State) -> list[str]:
        near = g.grid.around(targets(g))
        return [g.unit(unit).id for unit in units(ready(g, g.side)) if near >> g.at[unit] & 1]

    def refused(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["attack", name, "with", named]:
                return refused_attack(g, name, named.split(","), g.side)
        return out_of_step(g, order) or self.unread(g, order)

    def close(self, g: State) -> None:
        g.attacked = g.defended = g.retreated = 0  # 11.4: the next phase begins afresh

    def carry_out(self, g: State, order: str) -> Frame:
        return Battle(*read_attack(g, order))


def _spell(g: State, target: Hex, group: tuple[Unit, ...]) -> str:
    return f"attack {g.grid.name[target]} with {ids(g, group)}"


def buried(g: State, unit: Unit) -> bool:
    """7.3: does the unit of the side whose turn it is lie under another?"""
    return g.side_of(unit) == g.side and g.at[unit] >= 0 and g.pile(g.at[unit])[-1] != unit


def targets(g: State) -> Hexes:
    """11.1, 11.4: the enemy's hexes that somebody can attack."""
    hexes = g.held[foe(g.side)] & g.grid.around(g.places(ready(g, g.side)))
    for hex in scan(hexes & g.places(g.reserve | g.defended)):  # in all others all are fresh
        if not attackable(g, hex):
            hexes ^= 1 << hex
    return hexes


def groups(g: State, target: Hex) -> list[tuple[Unit, ...]]:
    """11.5: who may be put together against a hex: each alone, stack by stack, all."""
    able = ready(g, g.side)
    piles = [
        tuple(unit for unit in g.pile(hex) if able >> unit & 1)
        for hex in scan(g.grid.around(1 << target) & g.held[g.side])
    ]
    every = tuple(unit for pile in piles for unit in pile)
    singles = [(unit,) for unit in every]
    whole = [pile for pile in piles if len(pile) > 1]
    together = [every] if every not in (*singles, *whole) and every else []
    return [*singles, *whole, *together]
