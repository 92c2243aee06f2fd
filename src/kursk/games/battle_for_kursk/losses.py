"""9.3: step losses, and how an attacker chooses his."""

from collections.abc import Iterator

from kursk.core.flow import DONE, Done, Frame, Refusal
from kursk.core.hexes import OFF
from kursk.games.battle_for_kursk.orders import InTurn
from kursk.games.battle_for_kursk.state import ELIMINATED, State, reduced


def step_value(g: State, unit: int) -> int:
    """9.3: what a unit's next step is worth, in printed strength points.

    A full unit that is turned over: the difference. A reduced one: all it has left.
    """
    counter = g.unit(unit)
    return counter.factor(1) if reduced(g, unit) else counter.factor(0) - counter.factor(1)


def remaining(g: State, unit: int) -> int:
    """The strength points a unit can still lose: none once it is off the map."""
    return g.factor(unit) if g.at[unit] != OFF else 0


def eliminate(g: State, unit: int, rule: str = "9.3") -> None:
    hex = g.at[unit]
    g.remove(unit, ELIMINATED)
    g.lost[unit] = 1
    g.say(f"{g.called(unit)} is eliminated.", rule, (hex,))


def lose_step(g: State, unit: int, rule: str = "9.3") -> int:
    """3.3, 9.3: a full unit is turned over, a reduced one goes to the box. Returns the points."""
    value = step_value(g, unit)
    if reduced(g, unit):
        eliminate(g, unit, rule)
    else:
        g.lost[unit] = 1
        g.say(f"{g.called(unit)} is reduced.", rule, (g.at[unit],))
    return value


def attacker_losses(g: State, units: tuple[int, ...], due: int) -> Frame | None:
    """9.3: the attacker pays at least `due`; where he has no more than that, he loses all."""
    if sum(remaining(g, unit) for unit in units) > due:
        return ExchangeLosses(units, due)
    for unit in units:
        while g.at[unit] != OFF:
            lose_step(g, unit)
    return None


class AttackerLoss(InTurn):
    """9.3: AL, one step of one attacker; supporters count among them."""

    rule = "9.3"
    title = "Attacker loss"
    lone = small = True
    usage = "lose UNIT"
    asks = "Choose the unit that loses a step."
    units: tuple[int, ...]

    def orders(self, g: State, about: str = "") -> Iterator[str]:
        ids = [g.unit(unit).id for unit in self.units if g.at[unit] != OFF]
        return (f"lose {id}" for id in ids if about in ("", id))

    def refusal(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["lose", ids]:
                return self.refused(g, ids.split(","))
        return self.unread(g, order)

    def refused(self, g: State, ids: list[str]) -> Refusal | None:
        if len(ids) > 1:
            return Refusal("9.3", "AL takes one step, not more.")
        return self.strange(g, ids)

    def strange(self, g: State, ids: list[str]) -> Refusal | None:
        here = [g.unit(unit).id for unit in self.units if g.at[unit] != OFF]
        for id in ids:
            if id not in here:
                return Refusal("9.3", f"{id} does not attack in this battle.")
        return None

    def play(self, g: State, order: str) -> Done | None:
        lose_step(g, g.roster.find(order.split()[1]))
        return DONE


class ExchangeLosses(AttackerLoss):
    """9.3: EX, at least as many strength points as the defender's step was worth."""

    title = "Exchange"
    usage = "lose UNIT,UNIT"
    due: int

    def prompt(self, g: State) -> str:
        return f"Choose steps worth {self.due} strength points or more."

    def refused(self, g: State, ids: list[str]) -> Refusal | None:
        if why := self.strange(g, ids):
            return why
        for id in ids:
            if ids.count(id) > 2 - g.lost[g.roster.find(id)]:
                return Refusal("9.3", f"{id} has not so many steps.", (id,))
        return None

    def play(self, g: State, order: str) -> Done | None:
        for id in order.split()[1].split(","):
            self.due -= lose_step(g, g.roster.find(id))
        return DONE if self.due <= 0 else None
