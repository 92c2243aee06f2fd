"""9.0, 9.1, A9.2, A9.3: the combat phase, one combat after the other."""

from collections.abc import Iterator

from kursk.core.counters import Unit
from kursk.core.flow import Frame, Phase, Refusal
from kursk.core.hexes import Hex, scan
from kursk.core.menu import Menu
from kursk.core.orders import ids, no_unit, units_in
from kursk.games.panzer_keil.battle import Battle
from kursk.games.panzer_keil.odds import Attack, attack_value
from kursk.games.panzer_keil.state import State, attack, defence, foe, group, is_disrupted
from kursk.games.panzer_keil.tables import GROUPS
from kursk.games.panzer_keil.zones import around, lake_between

KEIL = ("tiger", "keil-tank", "keil-infantry")  # A9.3.1
MEMBERS = {
    "tiger": "a Tiger battalion",
    "keil-tank": "a tank regiment",
    "keil-infantry": "a motorized or mechanized infantry regiment",
}


def ready(g: State, side: str, target: Hex) -> list[Unit]:
    """9.1.2, 9.1.4, 9.1.6, 9.1.7: a side's units that can attack a hex, of each stack any."""
    near = around(g, 1 << target) & g.held[side]
    return [
        unit
        for hex in scan(near)
        for unit in g.piles[hex]
        if not g.attacked >> unit & 1 and not is_disrupted(g, unit)
    ]


def wedge(g: State, units: list[Unit]) -> tuple[Unit, ...]:
    """A9.3.1: the strongest Panzer Keil that these units of one hex can form."""
    best = []
    for flag in KEIL:
        able = [unit for unit in units if flag in g.unit(unit).flags]
        if not able:
            return ()
        best.append(max(able, key=lambda unit: (attack(g, unit), defence(g, unit), -unit)))
    return tuple(best)


def read_attack(g: State, order: str) -> Attack:
    """The attack that an order announces; the order has been found in order."""
    words = order.split()
    attackers, keil = (
        units_in(g, words[words.index(key) + 1]) if key in words else () for key in ("with", "keil")
    )
    return Attack(g.grid.find(words[1]), attackers, keil)


class Combat(Phase):
    """9.0: attacks are free, and each is resolved before the next is announced."""

    rule = "9.0"
    title = "Combat"
    phase = "combat"
    usage = "attack HEX with UNIT,UNIT… | attack HEX with UNIT,UNIT… keil UNIT,UNIT,UNIT | end"
    asks = "Attack, or end the phase."

    def targets(self, g: State) -> list[Hex]:
        """9.1.2, 9.1.5: enemy hexes next to one's own that were not attacked yet."""
        return list(scan(g.held[foe(g.side)] & ~g.fought & around(g, g.held[g.side])))

    def offers(self, g: State, about: str) -> Menu:
        menu = Menu()
        for target in self.targets(g):
            every = about in ("", g.grid.name[target])
            if every or about in g.roster.number:
                menu.add(*(o for o in attacks(g, target) if every or about in _named(o)))
        return menu

    def able(self, g: State) -> list[str]:
        found = {id for target in self.targets(g) for o in attacks(g, target) for id in _named(o)}
        return [counter.id for counter in g.roster if counter.id in found]

    def refused(self, g: State, order: str) -> Refusal | None:
        return refused_attack(g, order, g.side) if is_attack(order) else self.unread(g, order)

    def carry_out(self, g: State, order: str) -> Frame:
        battle = read_attack(g, order)
        return Battle(battle.target, battle.attackers, battle.keil)

    def close(self, g: State) -> None:
        g.attacked = g.fought = 0


def attacks(g: State, target: Hex) -> Iterator[str]:
    """What is offered against a hex: all of an army group or front, a hex of them, each alone."""
    able = ready(g, g.side, target)
    name = g.grid.name[target]
    told: set[tuple[Unit, ...]] = set()
    for who in dict.fromkeys(group(g, unit) for unit in able):
        all_ = [unit for unit in able if group(g, unit) == who]
        stacks: dict[Hex, list[Unit]] = {}
        for unit in all_:
            stacks.setdefault(g.at[unit], []).append(unit)
        keil = max((wedge(g, stack) for stack in stacks.values()), key=len)
        for units in (all_, *stacks.values(), *([unit] for unit in all_)):
            some = tuple(units)
            if some in told:
                continue
            told.add(some)
            start = f"attack {name} with {ids(g, some)}"
            if attack_value(g, Attack(target, some), some):
                yield start
            if keil and set(keil) <= set(some):
                yield f"{start} keil {ids(g, keil)}"


def _named(order: str) -> list[str]:
    return order.split()[3].split(",")


def is_attack(order: str) -> bool:
    match order.split():
        case ["attack", _, "with", _] | ["attack", _, "with", _, "keil", _]:
            return True
    return False


def refused_attack(g: State, order: str, side: str) -> Refusal | None:
    """9.1, A9.2, A9.3: what is wrong with an attack."""
    words = order.split()
    members = words[5].split(",") if len(words) > 5 else []
    return _refused(g, side, words[1], words[3].split(","), members)


def _refused(
    g: State, side: str, name: str, front: list[str], members: list[str]
) -> Refusal | None:
    target = g.grid.cell.get(name)
    if target is None or not g.held[foe(side)] >> target & 1:
        return Refusal("9.1.2", f"There is no enemy unit in {name}.")
    if g.fought >> target & 1:
        says = f"{name} was attacked in this phase; all attacks on a hex are one."
        return Refusal("9.1.5", says, (), (name,))
    if why := no_unit(g, front, side, "9.1.3"):
        return why
    units = tuple(g.roster.find(id) for id in front)
    for unit in units:
        if why := _refused_unit(g, unit, target):
            return why
    groups = list(dict.fromkeys(group(g, unit) for unit in units))
    if len(groups) > 1:
        names = " and ".join(GROUPS[who]["name"] for who in groups)
        return Refusal("A9.2", f"Units of {names} do not attack together.", tuple(front))
    if members and (why := refused_keil(g, front, members)):
        return why
    keil = tuple(g.roster.find(id) for id in members)
    if not attack_value(g, Attack(target, units, keil), units):
        return Refusal("9.2", "Their strength together comes to nothing.", tuple(front))
    return None


def _refused_unit(g: State, unit: Unit, target: Hex) -> Refusal | None:
    id, name = g.unit(unit).id, g.grid.name[target]
    if g.attacked >> unit & 1:
        return Refusal("9.1.6", f"{id} has attacked in this phase.", (id,))
    if is_disrupted(g, unit):
        return Refusal("9.1.7", f"{id} is disrupted: it cannot attack.", (id,))
    if not g.grid.touch(g.at[unit], target):
        return Refusal("9.1.2", f"{id} is not next to {name}.", (id,), (name,))
    if lake_between(g, g.at[unit], target):
        return Refusal("9.1.7", f"A lake parts {id} from {name}.", (id,), (name,))
    return None


def refused_keil(g: State, front: list[str], members: list[str]) -> Refusal | None:
    """A9.3.1, A9.3.2: one of each of three kinds, in one hex, all against the same target."""
    if outside := [id for id in members if id not in front]:
        says = f"{outside[0]} is of the Keil and must attack with it."
        return Refusal("A9.3.2", says)
    units = [g.roster.find(id) for id in members]
    if len({g.at[unit] for unit in units}) > 1:
        return Refusal("A9.3.1", "A Keil is formed in one hex.", tuple(members))
    missing = [f for f in KEIL if not any(f in g.unit(unit).flags for unit in units)]
    if missing or len(units) != len(KEIL):
        what = ", ".join(MEMBERS[flag] for flag in missing) or "no more than these"
        whole = ", ".join(MEMBERS.values())
        says = f"A Keil is {whole}, one of each; here: {what} is wanted."
        return Refusal("A9.3.1", says, tuple(members))
    return None
