"""9.0, 9.3: one battle, from the odds to the advance."""

from collections.abc import Iterator

from kursk.core.choices import Named
from kursk.core.flow import DONE, Done, Frame, Refusal, Roll
from kursk.core.hexes import OFF, Hex
from kursk.games.battle_for_kursk.losses import AttackerLoss, attacker_losses, eliminate, lose_step
from kursk.games.battle_for_kursk.odds import NO_BATTLE, receipt
from kursk.games.battle_for_kursk.orders import InTurn
from kursk.games.battle_for_kursk.postures import spend
from kursk.games.battle_for_kursk.results import answers
from kursk.games.battle_for_kursk.retreat import retreat
from kursk.games.battle_for_kursk.state import Attack, State, foe, reduced
from kursk.games.battle_for_kursk.tables import CRT, RESULTS
from kursk.games.battle_for_kursk.victory import enter


class Battle(Frame):
    """9.0: reckon anew, roll, apply, advance; the Offensive marker goes whatever happens."""

    rule = "9.0"
    title = "Battle"
    target: Hex
    attackers: tuple[int, ...]
    lead: int
    supporters: tuple[int, ...]
    column: str = ""

    def reckon(self, g: State) -> None:
        """9.0, 9.1: odds at the moment of resolution; below 1:1 there is no attack."""
        attack = Attack(self.target, self.attackers, self.lead, self.supporters)
        odds = receipt(g, attack)
        self.column = odds.column
        who = g.called(*self.attackers)
        against = g.called(*g.pile(self.target))
        where = g.name_of(self.target)
        told = f"{odds.totals[0]} to {odds.totals[1]}, {odds.odds}, shift {odds.net:+}"
        g.say(f"{who} against {against} in {where}: {told}.", "9.0", (self.target,))
        if self.column == NO_BATTLE:
            g.say("Below 1:1: the attack does not take place.", "9.1", (self.target,))
        else:
            g.say(f"Fought at {self.column}.", "9.1", (self.target,))

    def roll(self, g: State) -> Frame | None:
        return Roll() if self.column != NO_BATTLE else None

    def apply(self, g: State) -> Frame | None:
        """9.3: the results."""
        if self.column == NO_BATTLE:
            return None
        result = CRT.result(CRT.columns.index(self.column), g.rolled[0])
        fought = g.battle(self.target, self.attackers, g.pile(self.target), self.column, result)
        says = f"{g.rolled[0]}: {result}, {RESULTS[result]}."
        g.say(says, "9.3", (self.target,), fought=fought)
        unit, units = g.pile(self.target)[0], self.attackers + self.supporters
        match result:
            case "AL":
                return AttackerLoss(units)
            case "DE":
                eliminate(g, unit)
            case "EX":
                return Exchange(unit, units)
            case "DR" | "DRL" if answers(g, unit, result):
                return Answer(unit, result, units)
            case "DR":
                return retreat(g, unit)
            case "DRL":
                return LossAndRetreat(unit)
        return None

    def advance(self, g: State) -> Frame | None:
        """9.0, 9.2.1: one attacker from the front; supporters stay where they are."""
        able = tuple(unit for unit in self.attackers if g.at[unit] != OFF)
        vacated = self.target not in g.piles
        return Advance(self.target, able, self.supporters) if able and vacated else None

    def expend(self, g: State) -> None:
        spend(g, g.side, int(self.lead != OFF), "9.2.1")

    steps = (reckon, roll, apply, advance, expend)


class LossAndRetreat(Frame):
    """9.3: DRL, a step first, then the retreat of what is left."""

    rule = "9.3"
    unit: int

    def loss(self, g: State) -> None:
        lose_step(g, self.unit)

    def falls_back(self, g: State) -> Frame | None:
        return retreat(g, self.unit) if g.at[self.unit] != OFF else None

    steps = (loss, falls_back)


class Exchange(Frame):
    """9.3: EX, the defender as in DRL; then the attacker pays for that step, and only for it."""

    rule = "9.3"
    unit: int
    attackers: tuple[int, ...]
    due: int = 0

    def loss(self, g: State) -> None:
        self.due = lose_step(g, self.unit)

    def falls_back(self, g: State) -> Frame | None:
        return retreat(g, self.unit) if g.at[self.unit] != OFF else None

    def price(self, g: State) -> Frame | None:
        return attacker_losses(g, self.attackers, self.due)

    steps = (loss, falls_back, price)


class Answer(InTurn):
    """9.3: a defender in a major city or an active fort of his own has a choice."""

    rule = "9.3"
    title = "The defender's choice"
    usage = "accept | stand | exchange"
    small = True
    unit: int
    result: str
    attackers: tuple[int, ...]

    def actor(self, g: State) -> str:
        return foe(g.side)

    def prompt(self, g: State) -> str:
        step = "its last step" if reduced(g, self.unit) else "a step"
        words = {
            "accept": f"accept {self.result}",
            "stand": f"stand fast for {step}",
            "exchange": "exchange in the fort",
        }
        return f"{g.called(self.unit)}: {', or '.join(words[o] for o in self.orders(g))}."

    def orders(self, g: State, about: str = "") -> Iterator[str]:
        if about in ("", g.unit(self.unit).id, g.grid.name[g.at[self.unit]]):
            yield "accept"
            yield from answers(g, self.unit, self.result)

    def refusal(self, g: State, order: str) -> Refusal | None:
        if order in ("accept", *answers(g, self.unit, self.result)):
            return None
        if order == "stand":
            return Refusal("9.3", "One stands fast in a major city, and only against DR.")
        if order == "exchange":
            return Refusal("9.3", "There is no active fort of the defender's here.")
        return self.unread(g, order)

    def play(self, g: State, order: str) -> Done:
        who = g.called(self.unit)
        if order == "stand":
            g.say(f"{who} stands fast.", "9.3", (g.at[self.unit],))
            lose_step(g, self.unit)
            return DONE
        if order == "exchange":
            g.say(f"{who} fights on in the fort: EX.", "9.3", (g.at[self.unit],))
            return Done(Exchange(self.unit, self.attackers))
        return Done(LossAndRetreat(self.unit) if self.result == "DRL" else retreat(g, self.unit))


class Advance(InTurn, Named):
    """9.0: at once, whatever the ground, the river or the mud."""

    rule = "9.0"
    title = "Advance after combat"
    verb, words = "advance", ("stay",)
    usage = "advance UNIT | stay"
    small = True
    target: Hex
    units: tuple[int, ...]
    supporters: tuple[int, ...]

    def prompt(self, g: State) -> str:
        return f"One attacker may advance into {g.name_of(self.target)}."

    def names(self, g: State) -> list[str]:
        return [g.unit(unit).id for unit in self.units]

    def beside(self, g: State, name: str) -> tuple[str, ...]:
        return (g.grid.name[self.target],)

    def strange(self, g: State, name: str) -> Refusal:
        where = (g.grid.name[self.target],)
        if name in (g.unit(unit).id for unit in self.supporters):
            says = f"{name} supports from behind the line, and does not advance."
            return Refusal("9.2.1", says, (name,), where)
        return Refusal("9.0", f"{name} did not attack from next to the hex, or is gone.", (), where)

    def chosen(self, g: State, named: int) -> Done:
        g.say(f"{g.called(named)} advances.", "9.0", (g.at[named], self.target))
        g.place(named, self.target)
        enter(g, self.target, g.side)
        return DONE
