"""9.0: the combat phase. All battles are announced before any is resolved."""

import random
from collections.abc import Iterator
from functools import partial

from kursk.core.choices import Named
from kursk.core.flow import Done, Frame, Phase, Refusal
from kursk.core.hexes import OFF, Hex, scan
from kursk.core.menu import Menu
from kursk.core.orders import ids, own_unit, sets
from kursk.games.battle_for_kursk.battle import Battle
from kursk.games.battle_for_kursk.offensives import available, behind, leads, refused_offensive
from kursk.games.battle_for_kursk.orders import InTurn
from kursk.games.battle_for_kursk.state import Attack, State, foe, read_attack


def committed(g: State) -> dict[int, str]:
    """9.0: the units that take part in announced battles, with the hex of theirs.

    Attackers and supporters; a defender stands in the hex that is attacked.
    """
    taken = {}
    for order in g.battles:
        attack = read_attack(g, order)
        for unit in attack.units:
            taken[unit] = g.grid.name[attack.target]
    return taken


def attacked(g: State) -> list[str]:
    """The hexes of the announced battles."""
    return [order.split()[1] for order in g.battles]


class Combat(InTurn, Phase):
    """9.0: announce the battles, one order each, then end: nothing can be changed after. Until
    then each may be dropped.
    """

    rule = "9.0"
    title = "Combat: announcing battles"
    phase = "combat"
    usage = "attack HEX with UNIT,UNIT [offensive UNIT] [support UNIT,UNIT] | drop HEX | end"
    asks = "Announce all your battles, then end: they cannot be changed afterwards."

    def able(self, g: State) -> list[str]:
        """Whoever stands next to a defender, or could support somebody who does."""
        found: set[int] = set()
        for target in targets(g):
            near, able = forces(g, target)
            found.update(near, *able.values())
        return [g.unit(unit).id for unit in sorted(found)]

    def offers(self, g: State, about: str) -> Menu:
        menu = Menu()
        for target in targets(g):
            if not about or about == g.grid.name[target]:
                menu.each(list(attacks(g, target)), partial(spell, g))
            elif about in g.roster.number:
                unit = g.roster.number[about]
                mine = [attack for attack in attacks(g, target) if unit in attack.units]
                menu.each(mine, partial(spell, g))
        return menu.add(f"drop {about}") if about in attacked(g) else menu

    def drops(self, g: State) -> dict[str, str]:
        return {name: f"drop {name}" for name in attacked(g)}

    def draw(self, g: State, chance: random.Random) -> str:
        """A target, any who can attack it, and perhaps any Offensive; or the end."""
        open_ = targets(g)
        number = chance.randrange(len(open_) + 1)
        if number == len(open_):
            return "end"
        near, able = forces(g, open_[number])
        group = _some(chance, near)
        leading = [lead for lead in group if able.get(lead)]
        choice = chance.randrange(len(leading) + 1)
        if choice == len(leading):
            return spell(g, Attack(open_[number], group))
        lead = leading[choice]
        return spell(g, Attack(open_[number], group, lead, _some(chance, able[lead])))

    def refused(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["drop", name]:
                says = f"No battle in {name} is announced."
                return None if name in attacked(g) else Refusal("9.0", says)
        return refused_attack(g, order, g.side)

    def carry_out(self, g: State, order: str) -> None:
        if order.startswith("drop "):
            name = order.removeprefix("drop ")
            g.battles = tuple(battle for battle in g.battles if battle.split()[1] != name)
            g.say(f"The attack on {g.name_of(g.grid.find(name))} is dropped.", "9.0")
            return
        g.battles = (*g.battles, order)
        attack = read_attack(g, order)
        who = f"{g.called(*attack.attackers)} will attack {g.name_of(attack.target)}"
        if attack.lead == OFF:
            g.say(f"{who}.", "9.0", (attack.target,))
        else:
            behind = f", supported by {g.called(*attack.supporters)}" if attack.supporters else ""
            led = f"an Offensive led by {g.called(attack.lead)}"
            g.say(f"{who}, {led}{behind}.", "9.2.1", (attack.target,))

    def close(self, g: State) -> Frame | None:
        return Resolution() if g.battles else None


def targets(g: State) -> list[Hex]:
    """9.0: the defenders with somebody free beside them who are not attacked yet."""
    front = g.places(g.afield[g.side] & ~sum(1 << unit for unit in committed(g)))
    under_attack = g.grid.set(attacked(g))
    return list(scan(g.held[foe(g.side)] & g.grid.around(front) & ~under_attack))


def forces(g: State, target: Hex) -> tuple[list[int], dict[int, list[int]]]:
    """9.0, 9.2.1: who can attack a hex, and behind each who could lead an Offensive, who
    could support it."""
    busy = committed(g)
    hexes = g.grid.around(1 << target) & g.held[g.side]
    near = sorted(unit for hex in scan(hexes) for unit in g.pile(hex) if unit not in busy)
    if not available(g, g.side):
        return near, {}
    return near, {
        lead: [unit for unit in behind(g, lead, target) if unit not in busy]
        for lead in near
        if leads(g, lead)
    }


def attacks(g: State, target: Hex) -> Iterator[Attack]:
    """Every group that can attack a hex, alone and in every Offensive that one of it can lead."""
    near, able = forces(g, target)
    for group in sets(near):
        yield Attack(target, group)
        for lead in group:
            for support in sets(able.get(lead, [])):
                yield Attack(target, group, lead, support)


def spell(g: State, attack: Attack) -> str:
    """An attack as it is ordered."""
    order = f"attack {g.grid.name[attack.target]} with {ids(g, attack.attackers)}"
    if attack.lead == OFF:
        return order
    return f"{order} offensive {g.unit(attack.lead).id} support {ids(g, attack.supporters)}"


def _some(chance: random.Random, units: list[int]) -> tuple[int, ...]:
    """Any group, each as likely as another."""
    chosen = chance.randrange(1, 1 << len(units))
    return tuple(unit for n, unit in enumerate(units) if chosen >> n & 1)


def refused_attack(g: State, order: str, side: str) -> Refusal | None:
    """9.0, 9.2.1: what is wrong with the announcement of a battle."""
    words = order.split()
    if any("" in word.split(",") for word in words):
        return Combat().unread(g, order)
    match words:
        case ["attack", name, "with", front]:
            return _refused_front(g, side, name, front.split(","), [])
        case ["attack", name, "with", front, "offensive", lead]:
            return _refused_whole(g, side, name, front.split(","), lead, [])
        case ["attack", name, "with", front, "offensive", lead, "support", back]:
            return _refused_whole(g, side, name, front.split(","), lead, back.split(","))
        case ["attack", _, "with", _, "support", _]:
            return Refusal("9.2.1", "Units support an Offensive, and that has a lead unit.")
    return Combat().unread(g, order)


def _refused_whole(
    g: State, side: str, name: str, front: list[str], lead: str, back: list[str]
) -> Refusal | None:
    why = _refused_front(g, side, name, front, back)
    return why or refused_offensive(g, side, g.grid.find(name), front, lead, back)


def _refused_front(
    g: State, side: str, name: str, front: list[str], back: list[str]
) -> Refusal | None:
    target = g.grid.cell.get(name)
    if target is None or not g.held[foe(side)] >> target & 1:
        return Refusal("9.0", f"There is no enemy unit in {name}.")
    if name in attacked(g):
        says = f"A battle in {name} is announced already; a unit defends once a phase."
        return Refusal("9.0", says, (), (name,))
    taken = committed(g)
    for id in (*front, *back):
        unit = own_unit(g, id, side)
        if unit is None:
            return Refusal("9.0", f"The {side.capitalize()} side has no unit {id} on the map.")
        if (*front, *back).count(id) > 1:
            return Refusal("9.0", f"{id} is named twice; it takes part once.", (id,))
        if unit in taken:
            says = f"{id} takes part in the battle in {taken[unit]}; one battle a phase."
            return Refusal("9.0", says, (id,), (taken[unit],))
    for id in front:
        if not g.grid.touch(g.at[g.roster.find(id)], target):
            return Refusal("9.0", f"{id} is not next to {name}.", (id,), (name,))
    return None


class Resolution(Frame):
    """9.0: until every announced battle has been fought."""

    rule = "9.0"
    phase = "resolution"

    def each(self, g: State) -> Frame | None:
        if not g.battles:
            return None
        self.repeat()
        return NextBattle()

    steps = (each,)


class NextBattle(InTurn, Named):
    """9.0: one battle after the other, in the order the attacker likes."""

    rule = "9.0"
    title = "Combat: resolving battles"
    phase = "resolution"
    verb = "resolve"
    usage = "resolve HEX"
    lone = small = True

    def prompt(self, g: State) -> str:
        return f"Choose the next battle: {', '.join(attacked(g))}."

    def names(self, g: State) -> list[str]:
        return attacked(g)

    def beside(self, g: State, name: str) -> list[str]:
        return next(o for o in g.battles if o.split()[1] == name).replace(",", " ").split()

    def standing(self, g: State) -> dict[str, str]:
        return {"in order": f"resolve {attacked(g)[0]}"}

    def strange(self, g: State, name: str) -> Refusal:
        return Refusal("9.0", f"No battle in {name} waits.")

    def unread(self, g: State, order: str) -> Refusal:
        if order.partition(" ")[0] in ("attack", "end"):
            says = "The battles are announced: they cannot be changed, and all are fought."
            return Refusal("9.0", says, (), (), f"Waiting: {', '.join(attacked(g))}.")
        return super().unread(g, order)

    def chosen(self, g: State, named: Hex) -> Done:
        attack = announced(g, name := g.grid.name[named])
        g.battles = tuple(battle for battle in g.battles if battle.split()[1] != name)
        return Done(Battle(attack.target, attack.attackers, attack.lead, attack.supporters))


def announced(g: State, name: str) -> Attack:
    """The battle that has been announced for a hex."""
    return next(read_attack(g, order) for order in g.battles if order.split()[1] == name)
