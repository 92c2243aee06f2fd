"""9.3: step losses, and how an attacker chooses his."""

from kursk.core.choices import Losses
from kursk.core.flow import DONE, Done, Frame, Refusal
from kursk.core.hexes import OFF
from kursk.core.orders import units_in
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


class AttackerLoss(InTurn, Losses):
    """9.3: AL, one step of one attacker; supporters count among them."""

    rule = "9.3"
    title = "Attacker loss"
    usage = "lose UNIT"
    asks = "Choose the unit that loses a step."
    alone = "AL takes one step, not more."
    units: tuple[int, ...]

    def open(self, g: State) -> list[int]:
        return [unit for unit in self.units if g.at[unit] != OFF]

    def strange(self, g: State, id: str) -> Refusal:
        return Refusal("9.3", f"{id} does not attack in this battle.")

    def play(self, g: State, order: str) -> Done | None:
        lose_step(g, g.roster.find(order.split()[1]))
        return DONE


class ExchangeLosses(AttackerLoss):
    """9.3: EX, at least as many strength points as the defender's step was worth."""

    title = "Exchange"
    usage = "lose UNIT,UNIT"
    alone = ""
    due: int

    def prompt(self, g: State) -> str:
        return f"Choose steps worth {self.due} strength points or more."

    def play(self, g: State, order: str) -> Done | None:
        for unit in units_in(g, order.split()[1]):
            self.due -= lose_step(g, unit)
        return DONE if self.due <= 0 else None
