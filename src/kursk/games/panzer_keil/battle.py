"""9.5, 9.6, 9.9, A6.2: one combat, from the air markers to the exhaustion of tanks."""

from collections.abc import Iterator

from kursk.core.counters import Unit
from kursk.core.flow import DONE, Decision, Done, Frame, Refusal, Roll
from kursk.core.hexes import OFF, Hex
from kursk.games.panzer_keil.advance import Advance
from kursk.games.panzer_keil.disruption import disrupt
from kursk.games.panzer_keil.exchange import Exchange
from kursk.games.panzer_keil.losses import losses
from kursk.games.panzer_keil.odds import Attack, heading, named, reckon
from kursk.games.panzer_keil.positions import assault
from kursk.games.panzer_keil.retreat import Retreats
from kursk.games.panzer_keil.state import (
    GERMAN,
    SOVIET,
    State,
    bits,
    box,
    exhaust,
    exhausted,
    foe,
    name_of,
)
from kursk.games.panzer_keil.tables import CRT, NEW, RESULTS
from kursk.games.panzer_keil.victory import tim_taken

ORDER = (SOVIET, GERMAN)  # A6.2.2: who declares first


def air_left(g: State, side: str) -> int:
    """A6.2.3: markers of this turn that are still unused; none in combat in the old version."""
    return max(0, box(g).air[side] - g.air.get(side, 0)) if g.version == NEW else 0


def may_fly(g: State, first: str = SOVIET) -> tuple[str, ...]:
    """A6.2.2: who may still put a marker to a combat, when the Soviet, or the German, is asked."""
    return tuple(side for side in ORDER[ORDER.index(first) :] if air_left(g, side))


class Battle(Frame):
    """9.5: air markers, the die, the result, the advance; then tanks are exhausted."""

    rule = "9.5"
    title = "Combat"
    target: Hex
    attackers: tuple[Unit, ...]
    keil: tuple[Unit, ...]
    defenders: tuple[Unit, ...] = ()
    air: tuple[str, ...] = ()  # the sides that have put an air marker to it
    answer: str = ""  # of the side that was asked for one
    worn: int = 0  # A10.2: Panthers that were exhausted before
    result: str = ""

    def attack(self) -> Attack:
        return Attack(self.target, self.attackers, self.keil, self.air)

    def announce(self, g: State) -> None:
        """9.1.1, 9.1.3, 9.1.6: who attacks what; each once, and each hex once."""
        self.defenders = g.pile(self.target)
        brigade = [u for u in self.attackers if "panther" in g.unit(u).flags]
        self.worn = bits([u for u in brigade if exhausted(g, u)])
        g.attacked |= bits(self.attackers)
        g.fought |= 1 << self.target
        odds = reckon(g, self.attack())
        wedge = " in a Panzer Keil" if self.keil else ""
        where, against = name_of(g, self.target), g.called(*self.defenders)
        told = f"{odds.totals[0]} to {odds.totals[1]}, {named(odds.steps)}"
        g.say(
            f"{g.called(*self.attackers)}{wedge} against {against} in {where}: {told}.",
            "9.3",
            (self.target, *{g.at[unit] for unit in self.attackers}),
        )

    def soviet_air(self, g: State) -> Frame | None:
        """A6.2.2: the Soviet declares first."""
        return self._asked(g, SOVIET)

    def german_air(self, g: State) -> Frame | None:
        """A6.2.2: the German answers, knowing what the Soviet has done."""
        self.heed(g)
        return self._asked(g, GERMAN)

    def _asked(self, g: State, side: str) -> Frame | None:
        if not air_left(g, side):
            return None
        return AirChoice(side, self.target, self.attackers, self.keil, self.air)

    def heed(self, g: State) -> None:
        self.air = (*self.air, self.answer) if self.answer else self.air
        self.answer = ""

    def apply(self, g: State) -> Frame | None:
        """9.6: the result is carried out at once."""
        odds, face = reckon(g, self.attack()), g.rolled[0]
        self.result = CRT.result(odds.column, face + odds.modifier)
        told = f"{face}{odds.modifier:+}" if odds.modifier else f"{face}"
        column = heading(g, self.target)[odds.column]
        fought = g.battle(self.target, self.attackers, self.defenders, column, self.result)
        says = f"{told}: {self.result}, {RESULTS[self.result]}."
        g.say(says, "9.6", (self.target,), fought=fought)
        if self.result == "C":
            return None
        if self.result == "EX":
            return Exchange(self.target, self.attackers, self.keil)
        units = self.attackers if self.result[0] == "A" else self.defenders
        return Outcome(units, self.result, self.target)

    def advance(self, g: State) -> Frame | None:
        """9.8, A8.4.4: if the hex was emptied; two hexes by the result, or if nobody is left."""
        able = tuple(unit for unit in self.attackers if g.at[unit] != OFF)
        if self.target in g.piles or not able:
            return None
        wiped_out = all(g.at[unit] == OFF for unit in self.defenders)
        far = 2 if wiped_out or self.result in ("D2", "D2D", "DL", "DL2") else 1
        if assault(g, g.side, 1 << self.target):
            far = 1
        return Advance(self.target, able, far)

    def exhaustion(self, g: State) -> None:
        """9.9, A10.2: every mechanized attacker, whatever came of it."""
        left = [unit for unit in self.attackers if g.at[unit] != OFF]
        tired = [unit for unit in left if exhaust(g, unit)]
        if tired:
            g.say(f"Exhausted: {g.called(*tired)}.", "9.9", {g.at[unit] for unit in tired})
        disrupt(g, (u for u in left if self.worn >> u & 1), "A10.2", attacker=True)
        tim_taken(g)

    steps = (announce, soviet_air, german_air, heed, Roll(), apply, advance, exhaustion)


class AirChoice(Decision):
    """A6.2.1, A6.2.3: one marker of a side at the most, before the die is rolled."""

    rule = "A6.2.2"
    title = "Air marker"
    usage = "air | pass"
    small = True
    side: str
    target: Hex
    attackers: tuple[Unit, ...]
    keil: tuple[Unit, ...]
    air: tuple[str, ...]

    def prompt(self, g: State) -> str:
        by = "+1 for you, who attack" if self.side == g.side else "-1 for the attacker"
        return f"Use an air marker at {name_of(g, self.target)} ({by}), or pass."

    def attack(self, order: str) -> Attack:
        """The attack as it will be after an answer."""
        air = (*self.air, self.side) if order == "air" else self.air
        return Attack(self.target, self.attackers, self.keil, air)

    def orders(self, g: State, about: str = "") -> Iterator[str]:
        return iter(("air", "pass") if about in ("", g.grid.name[self.target]) else ())

    def able(self, g: State) -> list[str]:
        return []

    def refusal(self, g: State, order: str) -> Refusal | None:
        return None if order in ("air", "pass") else self.unread(g, order)

    def play(self, g: State, order: str) -> Done:
        if order != "air":
            return DONE
        g.air = {**g.air, self.side: g.air.get(self.side, 0) + 1}
        who = self.side.capitalize()
        g.say(f"{who} tank destroyers attack from the air.", "A6.2.1", (self.target,))
        return Done(answer=self.side)


class Outcome(Frame):
    """9.6: losses first, of their owner's choice; then the others retreat, disrupted or not.

    By a result with a D at its end the other side leads the retreat.
    """

    rule = "9.6"
    title = "Result"
    units: tuple[Unit, ...]
    result: str
    target: Hex
    groups: tuple[tuple[Unit, ...], ...] = ()  # those of each hex, who retreat together

    def lose(self, g: State) -> Frame | None:
        if self.result[1] != "L":
            return None
        count = int(self.result[2:] or 1)
        return losses(g, g.side_of(self.units[0]), self.units, count, "9.6")

    def shake(self, g: State) -> None:
        """5.3.1: disruption comes at once; attackers get the attacker's marker."""
        self.units = tuple(unit for unit in self.units if g.at[unit] != OFF)
        origins = dict.fromkeys(g.at[unit] for unit in self.units)
        self.groups = tuple(tuple(u for u in self.units if g.at[u] == hex) for hex in origins)
        if self.result[1] == "L" or self.result[-1] == "D":
            disrupt(g, self.units, "9.6", attacker=self.result[0] == "A")

    def retreat(self, g: State) -> Frame | None:
        """9.7: hex by hex."""
        if not self.groups:
            return None
        here, *rest = self.groups
        self.groups = tuple(rest)
        self.repeat()
        own = g.side_of(self.units[0])
        led = self.result[1] == "L" or self.result[-1] == "D"
        distance = 2 if self.result[1] == "L" else int(self.result[1])
        return Retreats(here, distance, foe(own) if led else own, self.target)

    steps = (lose, shake, retreat)
