"""9.81: one combat, from the odds to the advance."""

from collections.abc import Iterator
from typing import Any, ClassVar

from kursk.core.counters import Unit
from kursk.core.flow import DONE, Decision, Done, Frame, Refusal, Roll
from kursk.core.hexes import OFF, Hex
from kursk.games.spi_kursk.announce import read_attack
from kursk.games.spi_kursk.fog import covered
from kursk.games.spi_kursk.odds import defenders, fought_at, m_effect, numbers, receipt
from kursk.games.spi_kursk.reserves import alarm
from kursk.games.spi_kursk.retreat import Payment
from kursk.games.spi_kursk.stacking import SAYS, crowding
from kursk.games.spi_kursk.state import State, foe, ids
from kursk.games.spi_kursk.tables import CRT
from kursk.games.spi_kursk.victory import enter


class Battle(Frame):
    """9.81: reckon, roll; the defender pays, then the attacker; then he may advance."""

    rule = "9.81"
    title = "Combat"
    order: str
    mine: int = 0
    theirs: int = 0
    force: tuple[int, ...] = ()
    against: tuple[int, ...] = ()
    target: int = OFF

    def reckon(self, g: State) -> None:
        attack = read_attack(g, self.order)
        odds = receipt(g, attack)
        self.force, self.against, self.target = attack.force, defenders(g, attack), attack.target
        g.shown |= sum(1 << unit for unit in self.force + self.against)
        who, whom = g.called(*attack.force), g.called(*self.against)
        where = g.name_of(attack.target)
        g.say(f"{who} against {whom} in {where}: {odds.totals[0]}.", "9.21", (attack.target,))
        says = f"{odds.odds}, shift {odds.net:+}: fought at {odds.column}"
        die = fought_at(g, attack)[1]
        g.say(f"{says}, die {die:+}.", "9.22", (attack.target,))

    def roll(self, g: State) -> Frame:
        return Roll()

    def read(self, g: State) -> None:
        """9.43, 9.44: the cell, and what its M comes to."""
        attack = read_attack(g, self.order)
        at, die = fought_at(g, attack)
        cell = CRT.result(at, g.rolled[0] + die)
        self.mine, self.theirs = numbers(cell, m_effect(g, attack))
        says = f"attacker {self.mine or '–'}, defender {self.theirs or '–'}"
        fought = g.battle(attack.target, self.force, self.against, CRT.columns[at], cell)
        g.say(f"{g.rolled[0]}: {cell}, {says}.", "9.43", (attack.target,), fought=fought)

    def defender_pays(self, g: State) -> Frame:
        return Payment(foe(g.side), self.against, self.theirs, self.target, False, self.overrun)

    def attacker_pays(self, g: State) -> Frame:
        return Payment(g.side, self.force, self.mine, self.target, True, self.overrun)

    @property
    def overrun(self) -> bool:
        return self.order.startswith("overrun")

    def advance(self, g: State) -> Frame | None:
        """9.71: into the emptied hex, by attackers that are left and did not retreat."""
        able = tuple(unit for unit in self.force if g.at[unit] != OFF)
        vacated = self.target not in g.piles and not g.retreated
        return Advance(self.target, able) if able and vacated else None

    def disclosed(self, g: State) -> None:
        """16.1: the combat is over."""
        g.shown = 0

    steps: ClassVar[tuple[Any, ...]] = (
        reckon, roll, read, defender_pays, attacker_pays, advance, disclosed,
    )  # fmt: skip


class Advance(Decision):
    """9.71: free of cost, whatever the zones, within stacking; one unit after the other."""

    covered = covered
    rule = "9.71"
    title = "Advance after combat"
    usage = "advance UNIT | end"
    small = True
    target: Hex
    units: tuple[int, ...]

    def prompt(self, g: State) -> str:
        return f"Units that attacked may advance into {g.name_of(self.target)}; then end."

    def able(self, g: State) -> list[str]:
        open_ = [u for u in self.units if not crowding(g, (u,), self.target)]
        return sorted(ids(g, open_), key=g.roster.find)

    def orders(self, g: State, about: str = "") -> Iterator[str]:
        for id in self.able(g):
            if about in ("", id, g.grid.name[self.target]):
                yield f"advance {id}"
        if not about:
            yield "end"

    def refusal(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["end"]:
                return None
            case ["advance", id]:
                return self._refused(g, id)
        return self.unread(g, order)

    def _refused(self, g: State, id: str) -> Refusal | None:
        unit = g.roster.number.get(id)
        name = g.grid.name[self.target]
        if unit is not None and unit in self.units:
            why = crowding(g, (unit,), self.target)
            return Refusal(why, f"{name}: {SAYS[why]}.", (id,), (name,)) if why else None
        if unit is not None and g.fired >> unit & 1:
            return Refusal("9.72", f"{id} only barraged, and does not advance.", (id,), (name,))
        return Refusal("9.71", f"{id} did not take part, or is there already.", (), (name,))

    def play(self, g: State, order: str) -> Done | None:
        if order == "end":
            return DONE
        unit = g.roster.find(order.split()[1])
        go(g, (unit,), self.target)
        self.units = tuple(each for each in self.units if each != unit)
        return None if self.able(g) else DONE


def go(g: State, units: tuple[Unit, ...], hex: Hex) -> None:
    """9.71, 6.5: into a hex that has been emptied."""
    origin = g.at[units[0]]
    for unit in units:
        g.place(unit, hex)
    enter(g, hex, units)
    g.say(f"{g.called(*units)}: advance to {g.name_of(hex)}.", "9.71", (origin, hex))
    alarm(g)
