"""§Sequence G4, §Sequence R3: battle after battle, and the second attacks of Panzerkeile."""

from collections.abc import Sequence

from kursk.core.counters import Unit
from kursk.core.flow import DONE, Decision, Done, Frame, Refusal
from kursk.core.hexes import Hex, Hexes, scan
from kursk.core.menu import Menu
from kursk.core.orders import ids, no_unit
from kursk.core.state import units
from kursk.games.coatney_kursk.allocation import (
    attacked,
    refused_odds,
    refused_reach,
    refused_targets,
    spell,
    targets,
    void,
    waiting,
)
from kursk.games.coatney_kursk.battle import Battle
from kursk.games.coatney_kursk.odds import TOP, named, reckon
from kursk.games.coatney_kursk.recovery import spared
from kursk.games.coatney_kursk.state import RUSSIAN, Attack, State, bits, read_attack
from kursk.games.coatney_kursk.support import obliges


class Resolution(Frame):
    """§General Rule: until every allocated attack has been resolved or cancelled."""

    rule = "§General Rule"
    phase = "resolution"

    def each(self, g: State) -> Frame | None:
        for name, attack in waiting(g).items():
            if void(g, attack):
                g.battles = without(g, name)
                g.say(f"There is nothing left to attack in {name}.", self.rule, attack.targets)
        if g.breaking:
            self.repeat()
            return Breakthrough()
        if not g.battles:
            return None
        self.repeat()
        return NextBattle()

    def close(self, g: State) -> None:
        g.claims, g.stormed, g.attacked = {}, 0, 0

    steps = (each, close)


def without(g: State, name: str) -> tuple[str, ...]:
    return tuple(battle for battle in g.battles if battle.split()[1] != name)


def refused_press(g: State, attack: Attack) -> Refusal | None:
    """§Pressed Attack!: not where the worst case falls below 1:5."""
    odds, rule = reckon(g, attack), "§Pressed Attack!"
    if odds.column >= TOP:
        return Refusal(rule, "No die is rolled: there is nothing to press.")
    if odds.worst < 0:
        return Refusal(rule, f"At the worst the attack would be at {named(odds.worst)}.")
    return None


def refused_cancel(g: State, name: str) -> Refusal | None:
    """§General Rule: the Axis may cancel what no other attack requires; the Russian nothing."""
    if g.side == RUSSIAN:
        return Refusal("§General Rule", "Russian attacks, once allocated, are never cancelled.")
    hexes = set(name.split(","))
    for other, claimed in g.claims.items():
        if other != name and hexes & set(claimed.split(",")):
            says = f"The attack on {other} requires the one on {name}."
            return Refusal("§General Rule", says, (), tuple(sorted(hexes)))
    return None


class NextBattle(Decision):
    """§General Rule, §Pressed Attack!: one after the other, as the attacker likes."""

    rule = "§General Rule"
    title = "Combat"
    phase = "resolution"
    usage = "resolve HEX | press HEX | cancel HEX"
    small = True

    def prompt(self, g: State) -> str:
        return f"Choose the next battle: {', '.join(waiting(g))}."

    def able(self, g: State) -> list[str]:
        return []

    def drops(self, g: State) -> dict[str, str]:
        return {name: f"cancel {name}" for name in waiting(g) if refused_cancel(g, name) is None}

    def standing(self, g: State) -> dict[str, str]:
        return {"in order": f"resolve {next(iter(waiting(g)))}"}

    def orders(self, g: State, about: str = "") -> Sequence[str]:
        menu = Menu()
        for name, attack in waiting(g).items():
            if about in ("", *name.split(",")):
                menu.add(f"resolve {name}")
                if refused_press(g, attack) is None:
                    menu.add(f"press {name}")
                if refused_cancel(g, name) is None:
                    menu.add(f"cancel {name}")
        return menu

    def refusal(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["resolve" | "press" | "cancel" as verb, name]:
                attack = waiting(g).get(name)
                if attack is None:
                    return Refusal(self.rule, f"No attack on {name} waits.")
                if verb == "press":
                    return refused_press(g, attack)
                return refused_cancel(g, name) if verb == "cancel" else None
            case ["attack" | "end" | "drop", *_]:
                says = "The attacks are allocated, and each is resolved."
                return Refusal(self.rule, says, (), (), f"Waiting: {', '.join(waiting(g))}.")
        return self.unread(g, order)

    def play(self, g: State, order: str) -> Done:
        verb, name = order.split()
        attack = waiting(g)[name]
        g.battles = without(g, name)
        if verb == "cancel":
            g.claims = {other: claimed for other, claimed in g.claims.items() if other != name}
            g.say(f"The attack on {name} is cancelled.", self.rule, attack.targets)
            spared(g, bits(attack.targets))
            return DONE
        return Done(fight(g, attack, verb == "press"))


def fight(g: State, attack: Attack, pressed: bool) -> Battle:
    g.stormed |= bits(attack.targets)
    return Battle(attack.targets, attack.attackers, pressed)


class Breakthrough(Decision):
    """§DE: the panzers of a Panzerkeil attack once more: on their own, or in an attack that
    waits.
    """

    rule = "§DE"
    title = "Breakthrough"
    usage = (
        "attack HEX with UNIT,UNIT | press HEX with UNIT,UNIT | join HEX with UNIT,UNIT | decline"
    )

    def prompt(self, g: State) -> str:
        return f"{g.called(*units(g.breaking))}: attack once more, or decline."

    def parties(self, g: State) -> list[tuple[Unit, ...]]:
        """The units that break through, by hex."""
        stacks: dict[Hex, list[Unit]] = {}
        for unit in units(g.breaking):
            stacks.setdefault(g.at[unit], []).append(unit)
        return [tuple(stack) for stack in stacks.values()]

    def options(self, g: State) -> list[str]:
        found = []
        for party in self.parties(g):
            near = g.grid.around(1 << g.at[party[0]])
            for hex in scan(near & targets(g, g.side) & ~attacked(g)):
                attack = Attack((hex,), party)
                if self.refused_attack(g, attack) is None:
                    found.append(spell(g, attack))
                    if refused_press(g, attack) is None:
                        found.append(spell(g, attack).replace("attack", "press", 1))
            for name, other in waiting(g).items():
                if self.refused_join(g, other, party) is None:
                    found.append(f"join {name} with {ids(g, party)}")
        return found

    def able(self, g: State) -> list[str]:
        named_ = {id for order in self.options(g) for id in order.split()[3].split(",")}
        return [counter.id for counter in g.roster if counter.id in named_]

    def orders(self, g: State, about: str = "") -> Sequence[str]:
        if not about:
            return Menu(*self.options(g), "decline")
        words = ((order, order.replace(",", " ").split()) for order in self.options(g))
        return Menu(*(order for order, said in words if about in said))

    def refusal(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["decline"]:
                return None
            case ["attack" | "press" as verb, where, "with", who]:
                why = refused_targets(g, g.side, where.split(",")) or self.refused_units(g, who)
                if why:
                    return why
                attack = read_attack(g, order)
                why = self.refused_attack(g, attack)
                return why or (refused_press(g, attack) if verb == "press" else None)
            case ["join", name, "with", who]:
                other = waiting(g).get(name)
                if other is None:
                    return Refusal(self.rule, f"No initial attack on {name} waits to be joined.")
                if why := self.refused_units(g, who):
                    return why
                return self.refused_join(g, other, read_attack(g, order).attackers)
        return self.unread(g, order)

    def refused_units(self, g: State, who: str) -> Refusal | None:
        if why := no_unit(g, who.split(","), g.side, self.rule):
            return why
        for id in who.split(","):
            if not g.breaking >> g.roster.find(id) & 1:
                return Refusal(self.rule, f"{id} does not break through.", (id,))
        return None

    def refused_attack(self, g: State, attack: Attack) -> Refusal | None:
        return (
            refused_reach(g, attack, self.rule)
            or refused_odds(g, attack)
            or self.refused_support(g, attack)
        )

    def refused_support(self, g: State, attack: Attack) -> Refusal | None:
        """§General Rule: what supports the target must have been attacked in this step, too."""
        if debt := obliges(g, attack) & ~self.struck(g):
            names = tuple(g.grid.names(debt))
            says = f"{', '.join(names)} would have to be attacked as well."
            return Refusal("§General Rule", says, (), names)
        return None

    def struck(self, g: State) -> Hexes:
        return g.stormed | attacked(g)

    def refused_join(self, g: State, other: Attack, party: tuple[Unit, ...]) -> Refusal | None:
        joining = Attack(other.targets, party)
        whole = Attack(other.targets, (*other.attackers, *party))
        return (
            refused_reach(g, joining, self.rule)
            or refused_odds(g, whole)
            or self.refused_support(g, joining)
        )

    def play(self, g: State, order: str) -> Done:
        if order == "decline":
            g.breaking = 0
            return DONE
        verb, name, _, _ = order.split()
        attack = read_attack(g, order)
        g.breaking &= ~bits(attack.attackers)
        g.broken |= bits(attack.attackers)
        where = " and ".join(g.name_of(hex) for hex in attack.targets)
        required = (g.claims.get(name, ""), *g.grid.names(obliges(g, attack)))
        g.claims[name] = ",".join(filter(None, required))
        if verb == "join":
            whole = Attack(attack.targets, (*waiting(g)[name].attackers, *attack.attackers))
            g.battles = tuple(spell(g, whole) if b.split()[1] == name else b for b in g.battles)
            g.say(f"{g.called(*attack.attackers)} joins the attack on {where}.", self.rule)
            return DONE
        g.say(f"{g.called(*attack.attackers)} breaks through to {where}.", self.rule)
        return Done(fight(g, attack, verb == "press"))
