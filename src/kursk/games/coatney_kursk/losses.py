"""§AE, §X, §Forced Exchange: what attackers lose, and what they exchange it for."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from kursk.core.counters import Unit
from kursk.core.flow import DONE, Decision, Done, Refusal
from kursk.core.hexes import OFF
from kursk.core.menu import Menu
from kursk.core.orders import ids
from kursk.games.coatney_kursk.odds import strength
from kursk.games.coatney_kursk.state import State, attack_factor, eliminate, has

Units = tuple[Unit, ...]


def payers(g: State, attackers: Units) -> Units:
    """§Artillery Korps: all attackers but artillery can be lost."""
    return tuple(u for u in attackers if g.at[u] != OFF and not has(g, u, "artillery"))


def spare(g: State, units: Units, due: int) -> bool:
    """Could one of the units be left out, and the rest still be enough?"""
    total = strength(g, units)
    return any(total - attack_factor(g, unit) >= due for unit in units)


def payments(g: State, units: Units, due: int) -> Iterator[Units]:
    """Every way to pay so many factors with no unit too many."""
    for count in range(1, len(units) + 1):
        for group in combinations(units, count):
            if strength(g, group) >= due and not spare(g, group, due):
                yield group


class AttackersLost(Decision):
    """§AE: attackers worth the defence factors, as the attacker likes, and none too many."""

    rule = "§AE"
    title = "Attackers eliminated"
    usage = "lose UNIT,UNIT…"
    lone = small = True
    among: Units
    due: int

    def prompt(self, g: State) -> str:
        return f"Choose attackers worth {self.due} factors, none too many."

    def able(self, g: State) -> list[str]:
        units = {unit for group in payments(g, self.among, self.due) for unit in group}
        return [g.unit(unit).id for unit in sorted(units)]

    def orders(self, g: State, about: str = "") -> Sequence[str]:
        found = list(payments(g, self.among, self.due))
        number = g.roster.number.get(about, -1)
        found = [group for group in found if not about or number in group]
        return Menu().each(found, lambda group: f"lose {ids(g, group)}")

    def refusal(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["lose", who]:
                return refused_payment(g, self.rule, who.split(","), self.among, self.due)
        return self.unread(g, order)

    def play(self, g: State, order: str) -> Done:
        for id in order.split()[1].split(","):
            eliminate(g, g.roster.find(id), self.rule)
        return DONE


def refused_payment(
    g: State, rule: str, names: list[str], among: Units, due: int
) -> Refusal | None:
    able = [g.unit(unit).id for unit in among]
    for n, id in enumerate(names):
        if id not in able:
            return Refusal(rule, f"{id} cannot be lost here.", (), (), f"Open: {', '.join(able)}.")
        if id in names[:n]:
            return Refusal(rule, f"{id} is named twice.", (id,))
    units = tuple(g.roster.find(id) for id in names)
    if strength(g, units) < due:
        return Refusal(rule, f"{strength(g, units)} factors are not enough; {due} are due.")
    if spare(g, units, due):
        return Refusal(rule, "One of them can be left out.")
    return None


class Prize(Decision):
    """§X, §Forced Exchange: defenders for attackers, as large as it can be, or none at all.

    `prices` has for each defender that can be had what it costs, in halves of a factor; `line`,
    in halves too, is paid before them.
    """

    rule = "§X"
    title = "Exchange"
    usage = "exchange UNIT,UNIT for UNIT,UNIT | exchange line for UNIT,UNIT | decline"
    small = True
    targets: tuple[int, ...]
    among: Units
    line: int
    prices: tuple[tuple[Unit, int, int], ...]  # defender, price, modified factors

    def prompt(self, g: State) -> str:
        where = " and ".join(g.name_of(hex) for hex in self.targets)
        return f"Exchange attackers for defenders in {where}, or let it be."

    def deals(self, g: State) -> list[tuple[Units, int]]:
        """The defenders that may be taken out, with what they cost: the most factors."""
        return best_deals(strength(g, self.among), self.line, self.prices)

    def able(self, g: State) -> list[str]:
        units = set()
        for out, due in self.deals(g):
            units |= {*out, *(unit for group in payments(g, self.among, due) for unit in group)}
        return [g.unit(unit).id for unit in sorted(units)]

    def orders(self, g: State, about: str = "") -> Sequence[str]:
        number = g.roster.number.get(about, -1)
        found = [
            (out, group)
            for out, due in self.deals(g)
            for group in payments(g, self.among, due)
            if not about or number in out or number in group
        ]
        menu = Menu().each(found, lambda deal: spell(g, *deal))
        return menu if about else menu.add("decline")

    def refusal(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["decline"]:
                return None
            case ["exchange", out, "for", who]:
                return self.refused(g, [] if out == "line" else out.split(","), who.split(","))
        return self.unread(g, order)

    def refused(self, g: State, out: list[str], who: list[str]) -> Refusal | None:
        wanted = {g.roster.number.get(id, -1) for id in out}
        for units, due in self.deals(g):
            if wanted == set(units) and len(out) == len(units):
                return refused_payment(g, self.rule, who, self.among, due)
        open_ = " or ".join(ids(g, units) or "line" for units, _ in self.deals(g))
        says = "An exchange is as large as it can be, the line first."
        return Refusal(self.rule, says, (), (), f"Open: {open_}.")

    def play(self, g: State, order: str) -> Done:
        if order == "decline":
            g.say("The attacker does without an exchange.", self.rule, self.targets)
            return DONE
        _, out, _, who = order.split()
        g.exchanged = True
        for id in [*(out.split(",") if out != "line" else []), *who.split(",")]:
            eliminate(g, g.roster.find(id), self.rule)
        return DONE


def spell(g: State, out: Units, group: Units) -> str:
    return f"exchange {ids(g, out) or 'line'} for {ids(g, group)}"


def best_deals(
    purse: int, line: int, prices: tuple[tuple[Unit, int, int], ...]
) -> list[tuple[Units, int]]:
    """§X: of all sets of defenders that can be paid, those with the most factors.

    With nobody there the line alone is paid for. Nothing: not even one can be paid.
    """
    if not prices:
        return [((), (line + 1) // 2)] if 0 < line <= 2 * purse else []
    found: dict[int, list[tuple[Units, int]]] = {}
    for count in range(1, len(prices) + 1):
        for group in combinations(prices, count):
            due = (line + sum(price for _, price, _ in group) + 1) // 2
            if due <= purse:
                size = sum(factors for _, _, factors in group)
                found.setdefault(size, []).append((tuple(unit for unit, _, _ in group), due))
    return found[max(found)] if found else []
