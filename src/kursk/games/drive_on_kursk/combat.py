"""11.1–11.7: the combat phase.

`Combat` waits for attacks, `attack 2210 with 1ss,2ss`, until `end`. Each is fought out at once in
`battle`: the odds are in `odds` (`receipt_for` answers for any attack, from what a side may know),
their shifts in `shifts`, what follows in `losses`, `retreat` and `advance`.
"""

import random
from functools import lru_cache, partial

from kursk.core.counters import Roster, Unit
from kursk.core.flow import Frame, Phase, Refusal, deciding
from kursk.core.hexes import Hex, Hexes, nth, scan
from kursk.core.menu import Menu
from kursk.core.orders import ids, own_unit, read_attack
from kursk.core.state import units
from kursk.core.tables import Receipt
from kursk.games.drive_on_kursk.battle import Battle, Commitment
from kursk.games.drive_on_kursk.odds import receipt
from kursk.games.drive_on_kursk.pieces import mobility
from kursk.games.drive_on_kursk.reinforcements import out_of_step
from kursk.games.drive_on_kursk.stacking import Topping
from kursk.games.drive_on_kursk.state import State, foe, of_two


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


# -- which attacks may be declared ---------------------------------------------------------------


@lru_cache(16)
def statics(roster: Roster) -> int:
    """11.3: the fortified zones, as a set."""
    return sum(1 << n for n, unit in enumerate(roster) if unit.id and mobility(unit) == "static")


def ready(g: State, side: str) -> int:
    """9.2, 11.3, 11.4: fortified zones and sleeping reserves never attack; the rest once."""
    return g.afield[side] & ~(g.attacked | g.reserve | statics(g.roster))


def attackable(g: State, hex: Hex) -> bool:
    """11.4, 11.12: a unit is attacked once in a phase, unless it retreated onto others.

    So somebody in the hex must not have defended yet, and whoever has must have come in by a
    retreat since (A-49, A-50). A sleeping reserve takes no part in combat (9.2).
    """
    fresh = False
    for unit in g.pile(hex):
        if g.reserve >> unit & 1:
            return False
        if not g.defended >> unit & 1:
            fresh = True
        elif not g.retreated >> unit & 1:
            return False
    return fresh


def refused_attack(g: State, name: str, ids: list[str], side: str) -> Refusal | None:
    """Why a side may not attack a hex with these units; None if it may."""
    return refused_target(g, name, side) or refused_attackers(g, name, ids, side)


def refused_target(g: State, name: str, side: str) -> Refusal | None:
    """9.2, 11.1, 11.4, 11.5, 11.6: one hex, with enemies in it, all of them together."""
    if "," in name:
        hexes = tuple(name.split(","))
        return Refusal("11.5", "An attack has one hex for its target, not several.", (), hexes)
    if name in g.roster.number:
        return Refusal("11.6", "All units of a hex defend together: attack the hex.", (name,))
    if name not in g.grid.cell:
        return Refusal("11.1", f"There is no hex {name} on this map.")
    target = g.grid.cell[name]
    if not g.held[foe(side)] >> target & 1:
        return Refusal("11.1", f"There is no enemy in {name}.", (), (name,))
    if any(g.reserve >> unit & 1 for unit in g.pile(target)):
        says = f"The reserve in {name} takes no part in combat until it is activated."
        return Refusal("9.2", says, (), (name,))
    if not attackable(g, target):
        says = f"The units in {name} have been attacked in this phase already."
        return Refusal("11.4", says, (), (name,))
    return None


def refused_attackers(g: State, name: str, ids: list[str], side: str) -> Refusal | None:
    """11.1, 11.3, 11.4, 11.5, 11.7, 9.2: who may take part."""
    if len(set(ids)) < len(ids):
        twice = next(id for id in ids if ids.count(id) > 1)
        return Refusal("11.7", f"{twice} is named twice; its strength counts once.", (twice,))
    for id in ids:
        unit = own_unit(g, id, side)
        if unit is None:
            return Refusal("11.1", f"The {side} side has no unit {id} on the map.")
        if mobility(g.unit(unit)) == "static":
            return Refusal("11.3", f"{id} is a fortified zone: it only defends.", (id,))
        if g.reserve >> unit & 1:
            return Refusal("9.2", f"{id} is in reserve and takes no part in combat.", (id,))
        if g.attacked >> unit & 1:
            return Refusal("11.4", f"{id} has attacked in this phase already.", (id,))
    target = g.grid.cell[name]
    far = [id for id in ids if not g.grid.touch(g.at[g.roster.find(id)], target)]
    if not far:
        return None
    says = f"{far[0]} is not next to {name}."
    if len(far) < len(ids):
        return Refusal("11.5", f"All attackers must touch the hex: {says}", (far[0],), (name,))
    return Refusal("11.1", says, (far[0],), (name,))


# -- the odds ------------------------------------------------------------------------------------


def receipt_for(g: State, order: str) -> Receipt | None:
    """The odds of an order, as far as the position tells; None if it is not about an attack.

    Before a battle that is `attack HEX with UNIT,UNIT`; while its forces lie open, any of
    the choices offered, `support` and `convert` with what they change.
    """
    decision = deciding(g)
    if isinstance(decision, Commitment) and order in decision.orders(g):
        air, called = order == "support", decision.called or order == "convert"
        return receipt(g, decision.target, decision.attackers, air, called)
    match order.split():
        case ["attack", name, "with", ids]:
            first = g.roster.number.get(ids.split(",")[0])
            if first is None or refused_attack(g, name, ids.split(","), g.side_of(first)):
                return None
            return receipt(g, *read_attack(g, order))
    return None
