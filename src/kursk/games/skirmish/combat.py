"""5: combat."""

from collections.abc import Sequence
from fractions import Fraction

from kursk.core.choices import OneHex, OneUnit
from kursk.core.flow import DONE, Decision, Done, Frame, Phase, Refusal, Roll
from kursk.core.hexes import Hex, Hexes, scan
from kursk.core.menu import Menu
from kursk.core.odds import GUESS, Possible, picks, plain, reckon
from kursk.core.odds import receipt as odds_in_words
from kursk.core.orders import no_unit, read_attack
from kursk.core.rules import Rules
from kursk.core.tables import Line, Receipt
from kursk.core.view import covered
from kursk.games.skirmish.state import State, called, foe, full, show, zone
from kursk.games.skirmish.supply import supplied
from kursk.games.skirmish.tables import COMBAT, LADDER, RESULTS
from kursk.games.skirmish.victory import eliminate, enter, lose_step

shifts = Rules()  # columns to the right


@shifts.rule("5.3", "Defender in a wood, on a hill or in a town")
def ground(g: State, target: Hex, attackers: tuple[int, ...]) -> int:
    shelter = g.board.hexes["wood"] | g.board.hexes["hill"] | g.board.hexes["town"]
    return -1 if shelter >> target & 1 else 0


@shifts.rule("5.3", "All attackers across the river")
def river(g: State, target: Hex, attackers: tuple[int, ...]) -> int:
    return -1 if all("river" in g.board.between(g.at[u], target) for u in attackers) else 0


@shifts.rule("5.3", "Attacker presses")
def pressing(g: State, target: Hex, attackers: tuple[int, ...]) -> int:
    return 1 if g.stance.get(g.side) == "press" else 0


@shifts.rule("5.3", "Defender holds")
def holding(g: State, target: Hex, attackers: tuple[int, ...]) -> int:
    return -1 if g.stance.get(foe(g.side)) == "hold" else 0


def attack_strength(g: State, unit: int) -> Fraction:
    """4.2: half without supply, and fractions count."""
    strength = Fraction(g.factor(unit))
    return strength if supplied(g, g.side_of(unit)) >> g.at[unit] & 1 else strength / 2


def receipt(g: State, target: Hex, attackers: tuple[int, ...]) -> Receipt:
    """5.2: the odds, as far as the defenders are known."""
    known = [unit for unit in g.pile(target) if g.unit(unit).id]
    hidden = len(g.pile(target)) - len(known)
    attack = sum((attack_strength(g, unit) for unit in attackers), Fraction(0))
    applied = shifts.values(g, target, attackers)
    cases = [
        Possible(f"defence {defence}", chance, reckon(LADDER, attack, defence, applied))
        for defence, chance in _defences(g, known, hidden).items()
    ]
    unknown = [Line("a covered counter", "?", "1.4")] * hidden
    return odds_in_words(
        cases,
        LADDER,
        COMBAT,
        attack=[_attacker(g, unit) for unit in attackers],
        defence=[*(Line(g.unit(unit).id, str(g.factor(unit)), "5.2") for unit in known), *unknown],
        follows=RESULTS,
        note=GUESS if len(cases) > 1 else "",
    )


def _attacker(g: State, unit: int) -> Line:
    strength = attack_strength(g, unit)
    if strength == g.factor(unit):
        return Line(g.unit(unit).id, plain(strength), "5.2")
    return Line(g.unit(unit).id, plain(strength), "4.2", "unsupplied: half")


def seen_by(g: State, unit: int, side: str) -> bool:
    return not g.fog or g.side_of(unit) == side or bool(g.shown >> unit & 1)


def _defences(g: State, known: list[int], hidden: int) -> dict[int, Fraction]:
    """1.4: every defence that may lie in the hex, the weakest first, and how likely it is.

    Any of the enemy's covered counters may be there, each as likely as another.
    """
    base = sum(g.factor(unit) for unit in known)
    if not hidden:
        return {base: Fraction(1)}
    ways = picks([(g.factor(unit),) for unit in covered(g, foe(g.side))], hidden)
    every = sum(ways.values())
    return {base + more: Fraction(n, every) for (more,), n in sorted(ways.items())}


class Combat(Phase):
    rule = "5.1"
    title = "Combat"
    phase = "combat"
    usage = "attack HEX with UNIT,UNIT | end"
    asks = "Attack, or end the phase."

    def able(self, g: State) -> list[str]:
        near = g.grid.around(g.held[foe(g.side)] & ~g.fought)
        return [g.unit(unit).id for unit in ready(g) if near >> g.at[unit] & 1]

    def offers(self, g: State, about: str) -> Menu:
        menu = Menu()
        for target in scan(g.held[foe(g.side)] & ~g.fought):
            name = g.grid.name[target]
            able = [g.unit(unit).id for unit in ready(g) if g.grid.touch(g.at[unit], target)]
            groups = [[id] for id in able] + ([able] if len(able) > 1 else [])
            for group in groups:
                if about in ("", name, *group):
                    menu.add(f"attack {name} with {','.join(group)}")
        return menu

    def refused(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["attack", name, "with", ids]:
                return refused_attack(g, name, ids.split(","))
        return self.unread(g, order)

    def carry_out(self, g: State, order: str) -> Frame:
        return Battle(*read_attack(g, order))

    def close(self, g: State) -> None:
        g.attacked, g.fought = 0, 0


def ready(g: State) -> list[int]:
    """5.1: the units of the moving side that have not attacked in this phase."""
    return [unit for unit in g.on_map(g.side) if not g.attacked >> unit & 1]


def refused_attack(g: State, name: str, ids: list[str]) -> Refusal | None:
    target = g.grid.cell.get(name, -1)
    if target < 0 or not g.held[foe(g.side)] >> target & 1:
        return Refusal("5.1", f"There is no enemy in {name}.")
    if g.fought >> target & 1:
        return Refusal("5.1", f"{name} has been attacked in this phase.", (), (name,))
    if why := no_unit(g, ids, g.side, "5.1"):
        return why
    for id in ids:
        unit = g.roster.find(id)
        if g.attacked >> unit & 1:
            return Refusal("5.1", f"{id} has attacked in this phase.", (id,))
        if not g.grid.touch(g.at[unit], target):
            return Refusal("5.1", f"{id} is not next to {name}.", (id,), (name,))
    return None


class Battle(Frame):
    """5.2, 5.4: reveal, reckon, roll, and apply."""

    rule = "5.2"
    title = "Battle"
    target: Hex
    attackers: tuple[int, ...]
    column: int = 0

    def reveal(self, g: State) -> None:
        g.attacked |= sum(1 << unit for unit in self.attackers)
        g.fought |= 1 << self.target
        for hex in {self.target, *(g.at[unit] for unit in self.attackers)}:
            show(g, hex)

    def reckon(self, g: State) -> None:
        odds = receipt(g, self.target, self.attackers)
        self.column = COMBAT.columns.index(odds.column)
        with_ = g.called(*self.attackers)
        name = g.grid.name[self.target]
        attack = "attack" if len(self.attackers) > 1 else "attacks"
        g.say(f"{with_} {attack} {name} at {odds.column}.", "5.2", (self.target,))

    def apply(self, g: State) -> Frame | None:
        result = COMBAT.result(self.column, g.rolled[0])
        column, defenders = COMBAT.columns[self.column], g.pile(self.target)
        fought = g.battle(self.target, self.attackers, defenders, column, result)
        says = f"{g.rolled[0]}: {result}, {RESULTS[result]}."
        g.say(says, "5.4", (self.target,), fought=fought)
        match result:
            case "AL":
                return Losses(g.side, self.attackers)
            case "EX":
                return Exchange(self.target, self.attackers)
            case "DR":
                return Answer(self.target)
            case "DE":
                for unit in g.pile(self.target):
                    eliminate(g, unit)
        return None

    def advance(self, g: State) -> Frame | None:
        able = tuple(u for u in self.attackers if g.at[u] >= 0)
        return Advance(g.side, able, self.target) if able and self.target not in g.piles else None

    steps = (reveal, reckon, Roll(), apply, advance)


class Exchange(Frame):
    """5.5: the defender's step goes first."""

    rule = "5.5"
    target: Hex
    attackers: tuple[int, ...]

    def defender(self, g: State) -> Frame:
        return Losses(foe(g.side), g.pile(self.target))

    def attacker(self, g: State) -> Frame:
        return Losses(g.side, self.attackers)

    steps = (defender, attacker)


class Losses(OneUnit):
    rule = "5.5"
    title = "Losses"
    verb = "lose"
    usage = "lose UNIT"
    asks = "Choose the unit that loses a step."

    def chosen(self, g: State, unit: int) -> Done:
        lose_step(g, unit)
        return DONE


class Answer(Decision):
    """5.6: the defender decides in the middle of the attacker's turn."""

    rule = "5.6"
    title = "Retreat or stand"
    usage = "retreat | stand"
    small = True
    asks = "Retreat, or stand and lose a step."
    target: Hex

    def actor(self, g: State) -> str:
        return foe(g.side)

    def orders(self, g: State, about: str = "") -> Sequence[str]:
        return ("retreat", "stand")

    def play(self, g: State, order: str) -> Done:
        side, pile = foe(g.side), g.pile(self.target)
        return Done(Losses(side, pile) if order == "stand" else Retreats(side, pile[::-1]))


def open_to(g: State, unit: int) -> Hexes:
    """5.7: where a unit may retreat."""
    side, near = g.side_of(unit), g.grid.around(1 << g.at[unit])
    return near & ~g.held[foe(side)] & ~zone(g, foe(side)) & ~full(g, side)


class Retreats(Frame):
    """5.7: one unit after the other."""

    rule = "5.7"
    side: str
    waiting: tuple[int, ...]

    def each(self, g: State) -> Frame | None:
        if not self.waiting:
            return None
        unit, *rest = self.waiting
        self.waiting = tuple(rest)
        self.repeat()
        if open_to(g, unit):
            return Retreat(self.side, unit)
        eliminate(g, unit)
        return None

    steps = (each,)


class Retreat(OneHex):
    rule = "5.7"
    title = "Retreat"
    verb = "retreat"
    usage = "retreat UNIT HEX"

    def prompt(self, g: State) -> str:
        return f"Choose the hex to which {g.called(self.unit)} retreats."

    def open(self, g: State) -> Hexes:
        return open_to(g, self.unit)

    def chosen(self, g: State, hex: Hex) -> Done:
        g.place(self.unit, hex)
        enter(g, hex, self.side)
        g.say(f"{called(g, self.unit, self.side)} retreats.", "5.7", (hex,))
        return DONE


class Advance(OneUnit):
    rule = "5.8"
    title = "Advance"
    verb, words = "advance", ("stay",)
    usage = "advance UNIT | stay"
    target: Hex

    def prompt(self, g: State) -> str:
        return f"One unit may advance into {g.grid.name[self.target]}."

    def chosen(self, g: State, unit: int) -> Done:
        g.place(unit, self.target)
        g.say(f"{g.called(unit)} advances.", "5.8", (self.target,))
        enter(g, self.target, g.side)
        return DONE
