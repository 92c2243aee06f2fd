"""11.17, 11.18, 11.21: what a battle costs."""

from kursk.core.choices import Losses
from kursk.core.counters import Unit
from kursk.core.flow import DONE, Done, Frame, Refusal
from kursk.core.hexes import Hex
from kursk.core.orders import units_in
from kursk.games.drive_on_kursk.odds import counted, strength
from kursk.games.drive_on_kursk.pieces import mobility
from kursk.games.drive_on_kursk.state import InBattle, State
from kursk.games.drive_on_kursk.victory import lose_step


def strike(g: State, defenders: tuple[Unit, ...]) -> None:
    """11.18, 11.21: every defender loses a step, those with only one first.

    So Soviet defenders are all gone, and Germans at full strength stay where they are (A-52).
    """
    for unit in sorted(defenders, key=g.steps_left):
        if not g.result:
            lose_step(g, unit)


def next_step(g: State, unit: Unit) -> int:
    """11.21: the factors that go with a unit's next step."""
    counter, lost = g.unit(unit), g.lost[unit] + 1
    return g.factor(unit) - (counter.factor(lost) if lost < counter.steps else 0)


class Choice(InBattle, Losses):
    """The attacker names the units that lose a step: `lose UNIT,UNIT`."""

    attackers: tuple[Unit, ...]

    def open(self, g: State) -> list[Unit]:
        return [unit for unit in self.attackers if g.steps_left(unit)]

    def strange(self, g: State, id: str) -> Refusal:
        unit = g.roster.number.get(id)
        if unit is not None and mobility(g.unit(unit)) == "static":
            says = f"{id} is a fortified zone: it takes no part in an attack or its losses."
            return Refusal("11.3", says, (id,))
        return Refusal(self.rule, f"{id} is not among the attackers.", (id,))


class LoseOne(Choice):
    """11.17: one unit of a Soviet attacker's choice, one step of a German's."""

    rule = "11.17"
    title = "Attacker loses one"
    usage = "lose UNIT"
    asks = "Choose the attacker that loses a step."
    alone = "One unit loses one step, no more."

    def play(self, g: State, order: str) -> Done:
        lose_step(g, g.roster.find(order.removeprefix("lose ")))
        return DONE


def losing_one(g: State, attackers: tuple[Unit, ...]) -> Frame | None:
    """11.17: there is nothing to choose where one unit attacked."""
    if len(attackers) > 1:
        return LoseOne(attackers)
    lose_step(g, attackers[0])
    return None


class Bloodbath(Frame):
    """11.21: the defenders' losses first, then as many factors of the attackers' or more."""

    rule = "11.21"
    title = "Bloodbath"
    target: Hex
    attackers: tuple[Unit, ...]
    out: int

    def defender(self, g: State) -> Frame | None:
        """11.21: units that retreated in are lost too, and so they count (A-31)."""
        defenders = g.pile(self.target)
        due = strength(g, defenders, self.out, next_step)
        strike(g, defenders)
        if g.result:
            return None
        g.say(f"The attacker must lose {due} factors at the least.", "11.21", (self.target,))
        left = tuple(unit for unit in self.attackers if g.steps_left(unit))
        if strength(g, left, self.out) > due:
            return Toll(self.attackers, self.out, due)
        for unit in self.attackers:  # nobody can lose more than he has
            while g.steps_left(unit) and not g.result:
                lose_step(g, unit)
        return None

    steps = (defender,)


class Toll(Choice):
    """11.21: steps or whole units until the total is reached, or passed (A-33)."""

    rule = "11.21"
    title = "Bloodbath"
    out: int
    due: int
    supplied: int = 0  # factors given up so far
    pooled: int = 0  # and those of units out of supply, before halving

    def prompt(self, g: State) -> str:
        owed = self.due - counted(self.supplied, self.pooled)
        return f"Lose {owed} more factors, a step at a time."

    def play(self, g: State, order: str) -> Done | None:
        for unit in units_in(g, order.split()[1]):
            if self.out >> unit & 1:
                self.pooled += next_step(g, unit)
            else:
                self.supplied += next_step(g, unit)
            lose_step(g, unit)
            if g.result:
                return DONE
        return DONE if counted(self.supplied, self.pooled) >= self.due else None
