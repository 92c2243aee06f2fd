"""§General Rule: all attacks are allocated before the first is resolved."""

import random
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations

from kursk.core.counters import Unit
from kursk.core.flow import Phase, Refusal
from kursk.core.hexes import Hex, Hexes, nth, scan
from kursk.core.menu import Menu
from kursk.core.orders import ids, no_unit
from kursk.core.state import derived
from kursk.games.coatney_kursk.lines import first_line
from kursk.games.coatney_kursk.movement import factors
from kursk.games.coatney_kursk.odds import defence, line_worth, reckon, rung, strength
from kursk.games.coatney_kursk.state import Attack, State, bits, flagged, foe, has, read_attack, wet
from kursk.games.coatney_kursk.support import obliges

RULE = "§General Rule"
SAFE = 4  # a column from which no shifts lead below 1:5
FEW = 4  # so many attackers next to a hex are offered in every group


def waiting(g: State) -> dict[str, Attack]:
    """The attacks that are allocated and not yet resolved, by the name of their target."""
    return _waiting(g, g.battles)


@derived
def _waiting(g: State, battles: tuple[str, ...]) -> dict[str, Attack]:
    return {order.split()[1]: read_attack(g, order) for order in battles}


def committed(g: State) -> dict[Unit, str]:
    """The units that take part in them, with the target of theirs."""
    return {unit: name for name, attack in waiting(g).items() for unit in attack.attackers}


def attacked(g: State) -> Hexes:
    """The hexes that are the targets of allocated attacks."""
    return bits([hex for attack in waiting(g).values() for hex in attack.targets])


def targets(g: State, side: str) -> Hexes:
    """§Fortification Lines: enemies, and empty hexes of the enemy's first line."""
    return g.held[foe(side)] | first_line(g, foe(side)) & ~g.held[side]


# -- who may attack ----------------------------------------------------


def idle(g: State, unit: Unit) -> Refusal | None:
    """Why a unit may not attack at all."""
    id = g.unit(unit).id
    if g.disrupted >> unit & 1:
        return Refusal("§Disrupted Units", f"{id} is disrupted.", (id,))
    if g.done >> unit & 1:
        return Refusal("§Blitzkrieg", f"{id} has moved or attacked in the first impulse.", (id,))
    if g.marched >> unit & 1:
        return Refusal("§Movement Bonus", f"{id} has used its bonus, and may not attack.", (id,))
    if g.fought >> unit & 1:
        return Refusal(RULE, f"{id} has attacked.", (id,))
    if has(g, unit, "artillery") and not g.emplaced >> unit & 1:
        return Refusal("§Artillery Korps", f"{id} is on the road, not emplaced.", (id,))
    return None


def bogged(g: State, unit: Unit, hex: Hex) -> bool:
    """§River: a tank that has moved needs a factor to spare to attack across a river."""
    if not g.spent:
        return False
    spent = g.spent.get(g.unit(unit).id, 0)
    tired = spent and has(g, unit, "armour") and factors(g, unit) - spent < 1
    return bool(tired) and wet(g, g.at[unit], hex)


def refused_units(g: State, side: str, hexes: Sequence[Hex], names: list[str]) -> Refusal | None:
    """What is wrong with the attackers of some hexes."""
    if why := no_unit(g, names, side, RULE):
        return why
    units = [g.roster.find(id) for id in names]
    for unit in units:
        if why := idle(g, unit):
            return why
    return refused_reach(g, Attack(tuple(hexes), tuple(units)), RULE)


def refused_reach(g: State, attack: Attack, rule: str) -> Refusal | None:
    """All attackers are next to all the hexes, and can attack across what lies between."""
    for unit in attack.attackers:
        id = g.unit(unit).id
        for hex in attack.targets:
            name = g.grid.name[hex]
            if not g.grid.touch(g.at[unit], hex):
                return Refusal(rule, f"{id} is not next to {name}.", (id,), (name,))
            if bogged(g, unit, hex):
                says = f"{id} has no movement factor left to attack across the river."
                return Refusal("§River", says, (id,), (name,))
    return None


def refused_targets(g: State, side: str, names: list[str]) -> Refusal | None:
    known, taken = targets(g, side), attacked(g)
    for name in names:
        hex = g.grid.cell.get(name)
        if hex is None or not known >> hex & 1:
            return Refusal(RULE, f"There is no enemy and no enemy line to attack in {name}.")
        if names.count(name) > 1:
            return Refusal(RULE, f"{name} is named twice.", (), (name,))
        if taken >> hex & 1:
            return Refusal(RULE, f"{name} is attacked already, once a step.", (), (name,))
    return None


def refused_odds(g: State, attack: Attack) -> Refusal | None:
    """§Combat Table: below 1:5 an attack is not allowed."""
    for hex in attack.targets:
        if not g.pile(hex) and not line_worth(g, attack, hex):
            name = g.grid.name[hex]
            says = f"The line in {name} has no strength from there: it is just entered."
            return Refusal("§Fortification Lines", says, (), (name,))
    if rung(strength(g, attack.attackers), defence(g, attack)) >= SAFE:
        return None
    if (odds := reckon(g, attack)).column < 0:
        says = f"{odds.attack} against {odds.defence} is below 1:5."
        return Refusal("§Combat Table", says, tuple(g.unit(u).id for u in attack.attackers))
    return None


def refused_attack(g: State, order: str, side: str) -> Refusal | None:
    """What is wrong with an attack, the others that are allocated aside."""
    _, where, _, who = order.split()
    if why := refused_targets(g, side, where.split(",")):
        return why
    hexes = [g.grid.cell[name] for name in where.split(",")]
    if why := refused_units(g, side, hexes, who.split(",")):
        return why
    return refused_odds(g, read_attack(g, order))


# -- what is offered ----------------------------------------------------


def spell(g: State, attack: Attack) -> str:
    where = ",".join(g.grid.name[hex] for hex in attack.targets)
    return f"attack {where} with {ids(g, attack.attackers)}"


def groups(g: State, near: list[Unit]) -> Iterator[tuple[Unit, ...]]:
    """Few units in every combination; of many each alone, each stack, all of them."""
    if len(near) <= FEW:
        for count in range(1, len(near) + 1):
            yield from combinations(near, count)
        return
    stacks = stacked(g, near)
    found = [*((unit,) for unit in near), *map(tuple, stacks.values()), tuple(near)]
    yield from dict.fromkeys(found)


def ready(g: State) -> list[Unit]:
    taken = committed(g)
    guns = flagged(g.roster, "artillery") & ~g.emplaced
    out = g.disrupted | g.done | g.marched | g.fought | guns | bits(list(taken))
    return [unit for unit in g.on_map(g.side) if not out >> unit & 1]


def possible(g: State, wanted: Hexes) -> list[Attack]:
    """The attacks on some hexes that are offered: all the legal ones on one hex, or on two
    together.
    """
    stuck = g.done | g.marched | g.fought
    return _possible(g, g.side, g.battles, stuck, wanted)


@derived
def _possible(
    g: State, side: str, battles: tuple[str, ...], stuck: int, wanted: Hexes
) -> list[Attack]:
    grid, stacks = g.grid, stacked(g, ready(g))
    reached = grid.around(bits(list(stacks)))
    open_ = targets(g, side) & reached & ~attacked(g)
    two = grid.around(wanted) | grid.around(grid.around(wanted)) | wanted
    near = {hex: beside(g, stacks, hex) for hex in scan(open_ & two)}
    found = [
        Attack((hex,), group)
        for hex, units in near.items()
        if wanted >> hex & 1
        for group in groups(g, units)
    ]
    for one, other in combinations(near, 2):
        if (wanted >> one | wanted >> other) & 1 and grid.distance(one, other) <= 2:
            both = [unit for unit in near[one] if unit in near[other]]
            found += [Attack((one, other), tuple(both))] if both else []
    return [attack for attack in found if refused_odds(g, attack) is None]


def stacked(g: State, units: list[Unit]) -> dict[Hex, list[Unit]]:
    """Units by the hex in which they are."""
    stacks: dict[Hex, list[Unit]] = {}
    for unit in units:
        stacks.setdefault(g.at[unit], []).append(unit)
    return stacks


def beside(g: State, stacks: dict[Hex, list[Unit]], hex: Hex) -> list[Unit]:
    """Those who can strike at a hex."""
    near = g.grid.around(1 << hex)
    found = [unit for here in stacks if near >> here & 1 for unit in stacks[here]]
    return sorted(unit for unit in found if not bogged(g, unit, hex))


def owed(g: State) -> Hexes:
    """§General Rule: hexes that allocated attacks oblige to attack, and nobody attacks."""
    return _owed(g, g.battles)


@derived
def _owed(g: State, battles: tuple[str, ...]) -> Hexes:
    claimed = 0
    for attack in waiting(g).values():
        claimed |= obliges(g, attack)
    return claimed & ~attacked(g)


class Allocation(Phase):
    """§General Rule, §Sequence G2, §Sequence R2: an attack an order, and each may still be
    dropped; the end settles them, if all that they oblige to is attacked, too.
    """

    rule = "§General Rule"
    title = "Attack allocation"
    phase = "allocation"
    lone = True
    usage = "attack HEX with UNIT,UNIT | attack HEX,HEX with UNIT,UNIT | drop HEX | end"

    def prompt(self, g: State) -> str:
        if debt := owed(g):
            return f"Attack {', '.join(g.grid.names(debt))} as well, or drop an attack."
        return "Allocate all your attacks, then end: they are resolved after that."

    def asked(self, g: State) -> list[Attack]:
        """What is offered: where attacks are owed, only those, and none if one cannot be made."""
        if not (debt := owed(g)):
            return possible(g, g.grid.all)
        paying = possible(g, debt)
        payable = sum({1 << hex for attack in paying for hex in attack.targets})
        return [] if debt & ~payable else paying

    def able(self, g: State) -> list[str]:
        units = {unit for attack in self.asked(g) for unit in attack.attackers}
        return [g.unit(unit).id for unit in sorted(units)]

    def offers(self, g: State, about: str) -> Menu:
        found = self.asked(g)
        if about:
            unit, hex = g.roster.number.get(about, -1), g.grid.cell.get(about, -1)
            found = [a for a in found if unit in a.attackers or hex in a.targets]
        menu = Menu().each(found, partial(spell, g))
        drops = self.drops(g).items()
        return menu.add(*(drop for name, drop in drops if not about or about in name.split(",")))

    def drops(self, g: State) -> dict[str, str]:
        return {name: f"drop {name}" for name in waiting(g)}

    def orders(self, g: State, about: str = "") -> Sequence[str]:
        """Where nothing is left to attack the end comes before second thoughts."""
        if about or self.unfinished(g) or self.asked(g):
            return super().orders(g, about)
        return Menu("end", *self.offers(g, ""))

    def draw(self, g: State, chance: random.Random) -> str:
        """What is owed, if anything; else any hex and any who can attack it, or the end."""
        if owed(g):
            return chance.choice(self.orders(g))
        stacks = stacked(g, ready(g))
        open_ = targets(g, g.side) & g.grid.around(bits(list(stacks))) & ~attacked(g)
        number = chance.randrange(open_.bit_count() + 1)
        if number == open_.bit_count():
            return "end"
        hex = nth(open_, number)
        near = beside(g, stacks, hex)
        group = tuple(unit for unit in near if chance.random() < 0.6) or tuple(near)
        if not group or refused_odds(g, attack := Attack((hex,), group)):
            return "end"
        return spell(g, attack)

    def refused(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["attack", _, "with", who]:
                taken = committed(g)
                for id in who.split(","):
                    if (target := taken.get(g.roster.number.get(id, -1))) is not None:
                        return Refusal(RULE, f"{id} attacks {target}, once a step.", (id,))
                return refused_attack(g, order, g.side)
            case ["drop", name]:
                return None if name in waiting(g) else Refusal(RULE, f"Nobody attacks {name}.")
        return self.unread(g, order)

    def unfinished(self, g: State) -> Refusal | None:
        if debt := owed(g):
            names = tuple(g.grid.names(debt))
            says = f"{', '.join(names)} must be attacked as well: it supports what is attacked."
            return Refusal(RULE, says, (), names, "Attack it, or drop an attack.")
        return None

    def carry_out(self, g: State, order: str) -> None:
        match order.split():
            case ["drop", name]:
                g.battles = tuple(battle for battle in g.battles if battle.split()[1] != name)
            case _:
                g.battles = (*g.battles, order)
                attack = read_attack(g, order)
                where = " and ".join(g.name_of(hex) for hex in attack.targets)
                g.say(f"{g.called(*attack.attackers)} will attack {where}.", RULE, attack.targets)

    def close(self, g: State) -> None:
        g.claims = {
            name: ",".join(g.grid.names(obliges(g, attack))) for name, attack in waiting(g).items()
        }


def void(g: State, attack: Attack) -> bool:
    """Is there nothing left to attack?"""
    return not attack.attackers or defence(g, attack) == 0
