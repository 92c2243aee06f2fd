"""4: combat."""

from kursk.core.choices import OneUnit
from kursk.core.flow import DONE, Done, Frame, Phase, Refusal, Roll
from kursk.core.hexes import Hex, scan
from kursk.core.menu import Menu
from kursk.core.odds import Odds, known, receipt, reckon
from kursk.core.orders import ids, no_unit, read_attack
from kursk.core.rules import Rules
from kursk.core.tables import Line, Receipt
from kursk.games._template.movement import enter
from kursk.games._template.state import State, foe, lose_step
from kursk.games._template.tables import COMBAT, LADDER, RESULTS

shifts = Rules()  # columns to the right


@shifts.rule("4.3", "Defender in a wood or a town")
def ground(g: State, target: Hex, attackers: tuple[int, ...]) -> int:
    return -1 if (g.board.hexes["wood"] | g.board.hexes["town"]) >> target & 1 else 0


@shifts.rule("4.3", "All attackers across the river")
def river(g: State, target: Hex, attackers: tuple[int, ...]) -> int:
    return -1 if all("river" in g.board.between(g.at[u], target) for u in attackers) else 0


def odds(g: State, target: Hex, attackers: tuple[int, ...]) -> Odds:
    """4.2: what a battle is fought with, and its receipt tells."""
    attack = sum(g.factor(unit) for unit in attackers)
    defence = sum(g.factor(unit) for unit in g.pile(target))
    return reckon(LADDER, attack, defence, shifts.values(g, target, attackers))


def itemised(g: State, target: Hex, attackers: tuple[int, ...]) -> Receipt:
    """4.2: the odds item by item, before anybody commits himself."""
    attack, defence = (
        [Line(g.unit(unit).id, str(g.factor(unit)), "4.2") for unit in units]
        for units in (attackers, g.pile(target))
    )
    cases = known(odds(g, target, attackers))
    return receipt(cases, LADDER, COMBAT, attack, defence, RESULTS)


def ready(g: State, target: Hex) -> list[int]:
    """4.1: the units that may attack a hex."""
    near = g.grid.around(1 << target)
    units = g.on_map(g.side)
    return [unit for unit in units if near >> g.at[unit] & 1 and not g.attacked >> unit & 1]


def targets(g: State) -> list[Hex]:
    """4.1: the hexes with an enemy that have not been attacked in this phase."""
    return list(scan(g.held[foe(g.side)] & ~g.fought))


class Combat(Phase):
    rule = "4.1"
    title = "Combat"
    phase = "combat"
    usage = "attack HEX with UNIT,UNIT | end"
    asks = "Attack, or end the phase."

    def able(self, g: State) -> list[str]:
        units = {unit for target in targets(g) for unit in ready(g, target)}
        return [g.unit(unit).id for unit in sorted(units)]

    def offers(self, g: State, about: str) -> Menu:
        menu = Menu()
        for target in targets(g):
            name, units = g.grid.name[target], ready(g, target)
            groups = [[unit] for unit in units] + ([units] if len(units) > 1 else [])
            for group in groups:
                if about in ("", name, *(g.unit(unit).id for unit in group)):
                    menu.add(f"attack {name} with {ids(g, group)}")
        return menu

    def refused(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["attack", name, "with", listed]:
                return refused_attack(g, name, listed.split(","))
        return self.unread(g, order)

    def carry_out(self, g: State, order: str) -> Frame:
        return Battle(*read_attack(g, order))

    def close(self, g: State) -> None:
        g.attacked, g.fought = 0, 0


def refused_attack(g: State, name: str, listed: list[str]) -> Refusal | None:
    target = g.grid.cell.get(name, -1)
    if target < 0 or not g.held[foe(g.side)] >> target & 1:
        return Refusal("4.1", f"There is no enemy in {name}.")
    if g.fought >> target & 1:
        return Refusal("4.1", f"{name} has been attacked in this phase.", (), (name,))
    if why := no_unit(g, listed, g.side, "4.1"):
        return why
    for id in listed:
        unit = g.roster.find(id)
        if g.attacked >> unit & 1:
            return Refusal("4.1", f"{id} has attacked in this phase.", (id,))
        if not g.grid.touch(g.at[unit], target):
            return Refusal("4.1", f"{id} is not next to {name}.", (id,), (name,))
    return None


class Battle(Frame):
    """4.2, 4.4: reckon, roll, apply, advance."""

    rule = "4.2"
    title = "Battle"
    target: Hex
    attackers: tuple[int, ...]
    column: int = 0

    def reckon(self, g: State) -> None:
        g.attacked |= sum(1 << unit for unit in self.attackers)
        g.fought |= 1 << self.target
        self.column = odds(g, self.target, self.attackers).column
        attack = "attack" if len(self.attackers) > 1 else "attacks"
        at = f"{g.grid.name[self.target]} at {LADDER.name(self.column)}"
        g.say(f"{g.called(*self.attackers)} {attack} {at}.", "4.2", (self.target,))

    def apply(self, g: State) -> Frame | None:
        result = COMBAT.result(self.column, g.rolled[0])
        column, defenders = COMBAT.columns[self.column], g.pile(self.target)
        fought = g.battle(self.target, self.attackers, defenders, column, result)
        says = f"{g.rolled[0]}: {result}, {RESULTS[result]}."
        g.say(says, "4.4", (self.target,), fought=fought)
        if result in ("DL", "EX"):
            for unit in g.pile(self.target):
                lose_step(g, unit)
        return Losses(g.side, self.attackers) if result in ("AL", "EX") else None

    def advance(self, g: State) -> Frame | None:
        left = tuple(unit for unit in self.attackers if g.at[unit] >= 0)
        return Advance(g.side, left, self.target) if left and not g.pile(self.target) else None

    steps = (reckon, Roll(), apply, advance)


class Losses(OneUnit):
    rule = "4.4"
    title = "Losses"
    verb = "lose"
    usage = "lose UNIT"
    asks = "Choose the unit that loses a step."

    def chosen(self, g: State, unit: int) -> Done:
        lose_step(g, unit)
        return DONE


class Advance(OneUnit):
    rule = "4.5"
    title = "Advance"
    verb, words = "advance", ("stay",)
    usage = "advance UNIT | stay"
    target: Hex

    def prompt(self, g: State) -> str:
        return f"One unit may advance into {g.grid.name[self.target]}."

    def chosen(self, g: State, unit: int) -> Done:
        enter(g, unit, self.target)
        g.say(f"{g.called(unit)} advances.", "4.5", (self.target,))
        return DONE
