"""9.6: the exchange: first the attacker gives units up, then the defender as much as that."""

from collections.abc import Iterator

from kursk.core.counters import Unit
from kursk.core.flow import Done, Frame, Refusal
from kursk.core.hexes import Hex
from kursk.core.orders import ids, sets
from kursk.games.panzer_keil.losses import Choosing
from kursk.games.panzer_keil.odds import Attack, attack_value, defence_value, doubled
from kursk.games.panzer_keil.state import State, defence, foe, is_disrupted
from kursk.games.panzer_keil.victory import eliminate

FEW = 6  # attackers of whom every choice is offered
MANY = 12  # defenders of whom one choice is offered


class Exchange(Frame):
    """9.6: EX."""

    rule = "9.6"
    title = "Exchange"
    target: Hex
    attackers: tuple[Unit, ...]
    keil: tuple[Unit, ...]

    def attacker(self, g: State) -> Frame:
        return GiveUp(g.side, self.attackers, self.target, self.keil)

    steps = (attacker,)


class GiveUp(Choosing):
    """9.6: the attacker gives up at least one unit, of his choice."""

    rule = "9.6"
    title = "Exchange"
    asks = "Exchange: give up one of the attackers, or more; the defender loses as much."
    target: Hex
    keil: tuple[Unit, ...]

    def offered(self, g: State) -> Iterator[tuple[Unit, ...]]:
        if len(self.among) <= FEW:
            yield from sets(self.among)
            return
        yield from ((unit,) for unit in self.among)
        yield self.among

    def wrong(self, g: State, chosen: tuple[Unit, ...]) -> Refusal | None:
        return None

    def play(self, g: State, order: str) -> Done:
        """9.6: what is given up is valued as it attacked, before it goes."""
        chosen = self.taken(g, order)
        battle = Attack(self.target, self.among, self.keil)
        price = attack_value(g, battle, chosen)
        defenders = g.pile(self.target)
        whole = defence_value(g, battle, defenders)
        most = best(g, battle, defenders, price)
        answer = Answer(foe(self.side), defenders, self.target, self.among, self.keil, most)
        for unit in chosen:
            eliminate(g, unit, "9.6")
        if price >= whole:
            for unit in defenders:
                eliminate(g, unit, "9.6")
            return Done()
        g.say(f"The attacker gives up {price}, the defender loses {most}.", "9.6", (self.target,))
        if not most:
            return Done()
        return Done(answer)


def worths(g: State, battle: Attack, units: tuple[Unit, ...]) -> dict[int, tuple[Unit, ...]]:
    """9.6: what can be given up, by its value; one choice of each, however many units there are.

    Whole strengths and the halves of disrupted units are added apart, as 9.2.5 has it.
    """
    found: dict[tuple[int, int], tuple[Unit, ...]] = {(0, 0): ()}
    for unit in units:
        value = defence(g, unit) * (2 if doubled(g, battle, unit) else 1)
        shaken = is_disrupted(g, unit)
        for (whole, half), some in list(found.items()):
            key = (whole, half + value) if shaken else (whole + value, half)
            found.setdefault(key, (*some, unit))
    return {defence_value(g, battle, some): some for some in found.values() if some}


def best(g: State, battle: Attack, defenders: tuple[Unit, ...], price: int) -> int:
    """9.6: the most defence that can be given for a price without paying more."""
    return max((v for v in worths(g, battle, defenders) if v <= price), default=0)


class Answer(Choosing):
    """9.6: the defender gives up units worth as much as he can without exceeding the price."""

    rule = "9.6"
    title = "Exchange"
    target: Hex
    attackers: tuple[Unit, ...]
    keil: tuple[Unit, ...]
    due: int

    def prompt(self, g: State) -> str:
        return f"Exchange: give up units with a defence of {self.due}."

    def _value(self, g: State, chosen: tuple[Unit, ...]) -> int:
        """The attackers that are gone have no hex; the side that attacks is all that counts."""
        return defence_value(g, Attack(self.target, self.attackers, self.keil), chosen)

    def offered(self, g: State) -> Iterator[tuple[Unit, ...]]:
        if len(self.among) > MANY:
            battle = Attack(self.target, self.attackers, self.keil)
            return iter((worths(g, battle, self.among)[self.due],))
        return (some for some in sets(self.among) if self._value(g, some) == self.due)

    def wrong(self, g: State, chosen: tuple[Unit, ...]) -> Refusal | None:
        value = self._value(g, chosen)
        if value == self.due:
            return None
        says = f"{ids(g, chosen)} have a defence of {value}; it is {self.due} that must go."
        return Refusal("9.6", says)

    def play(self, g: State, order: str) -> Done:
        for unit in self.taken(g, order):
            eliminate(g, unit, "9.6")
        return Done()
