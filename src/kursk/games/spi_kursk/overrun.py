"""6: overruns."""

from fractions import Fraction
from typing import Any, ClassVar

from kursk.core.flow import Frame, Refusal
from kursk.core.hexes import OFF, Hex, Hexes, scan
from kursk.core.paths import told
from kursk.games.spi_kursk.battle import Battle, go
from kursk.games.spi_kursk.lines import judge
from kursk.games.spi_kursk.losses import eliminate
from kursk.games.spi_kursk.movement import Group, halves, only_partisans, pay, ways
from kursk.games.spi_kursk.odds import opening_strength
from kursk.games.spi_kursk.pieces import is_gun, kinds
from kursk.games.spi_kursk.reserves import alarm
from kursk.games.spi_kursk.state import State, foe, ids, mode
from kursk.games.spi_kursk.tables import COSTS, LEAST, MODES
from kursk.games.spi_kursk.zones import enemy_zone

COST: int = COSTS["overrun"]


def price(g: State, group: Group, hex: Hex) -> Fraction | None:
    """6.0, 6.3: the hex and three points; never the price of leaving a zone."""
    step = ways(g, group).step(g.at[group[0]], hex)
    return None if step is None else Fraction(step) + COST


def strikers(g: State, group: Group) -> Group:
    """6.1, 6.2: those of a stack that may overrun."""
    able = (kinds(g.roster).armour | kinds(g.roster).mechanized) & g.mobile
    return tuple(unit for unit in group if able >> unit & 1)


def refused_group(g: State, group: Group) -> Refusal | None:
    """6.1, 6.2, 6.3: Mobile armour, mechanized units and heavy tank destroyers."""
    able = kinds(g.roster).armour | kinds(g.roster).mechanized
    for unit in group:
        id, now = g.unit(unit).id, mode(g, unit)
        if g.halted >> unit & 1:
            return Refusal("6.6", f"{id} has failed in an overrun: its move is over.", (id,))
        if not now or not MODES[now].overrun:
            named = now.capitalize() or "no known"
            return Refusal("6.1", f"{id} is in {named} mode: Mobile units overrun.", (id,))
        if not able >> unit & 1:
            says = f"{id} is neither armour nor mechanized nor a heavy tank destroyer."
            return Refusal("6.2", says, (id,))
    if opening_strength(g, group) < LEAST:
        return Refusal("6.3", f"An overrun takes {LEAST} attack points.", ids(g, group))
    return None


def refused_target(g: State, group: Group, hex: Hex) -> Refusal | None:
    """6.2, 6.7: an enemy hex next to the stack, and what lies between and in it."""
    named, name, here = ids(g, group), g.grid.name[hex], g.at[group[0]]
    if not g.grid.touch(here, hex):
        return Refusal("6.2", f"{name} is not next to them.", named, (name,))
    if not g.held[foe(g.side)] >> hex & 1:
        return Refusal("6.2", f"There is no enemy in {name}.", named, (name,))
    if only_partisans(g) >> hex & 1:
        return Refusal("15.5", f"Only partisans are in {name}: say clear.", named, (name,))
    if g.overrun >> hex & 1:
        return Refusal("6.7", f"{name} has been overrun in this phase.", named, (name,))
    water = {"lake", "major river"} & set(g.board.between(here, hex))
    if water:
        return Refusal("6.7", f"Not across a {min(water)} hexside.", named, (name,))
    if g.board.hexes["major city"] >> hex & 1:
        return Refusal("6.7", f"{g.name_of(hex)} is a major city.", named, (name,))
    return None


def refused_overrun(g: State, group: Group, hex: Hex) -> Refusal | None:
    if why := refused_group(g, group) or refused_target(g, group, hex):
        return why
    cost, had = price(g, group, hex), Fraction(halves(g, group), 2)
    if cost is None or cost > had:
        paid = f"It costs {told(cost or 0)} points, {COST} of them for the overrun"
        says = f"{paid}; there are {told(had)}."
        return Refusal("6.0", says, ids(g, group), (g.grid.name[hex],))
    return None


def overruns(g: State, group: Group) -> Hexes:
    """What a stack may overrun now."""
    near = g.grid.around(1 << g.at[group[0]]) & g.held[foe(g.side)]
    if not near or refused_group(g, group):
        return 0
    return sum(1 << hex for hex in scan(near) if not refused_overrun(g, group, hex))


class Overrun(Frame):
    """6.4, 6.5, 6.6, 6.9: resolved at once; the stack enters the emptied hex and may go on."""

    rule = "6.4"
    title = "Overrun"
    order: str
    group: tuple[int, ...] = ()
    target: int = OFF
    bare: bool = False  # 6.9: only guns

    def begin(self, g: State) -> None:
        _, named, name = self.order.split()
        self.target = g.grid.find(name)
        self.group = tuple(g.roster.find(id) for id in named.split(","))
        cost = price(g, self.group, self.target)
        assert cost is not None
        pay(g, self.group, cost)
        g.overrun |= 1 << self.target
        g.retreated = 0
        pile = g.pile(self.target)
        judge(g, list(pile))  # 11.52: on the spot
        g.say(
            f"{g.called(*self.group)}: overrun of {g.name_of(self.target)}.", "6.2", (self.target,)
        )
        alarm(g)
        self.bare = all(is_gun(g, unit) for unit in pile)
        if self.bare:
            for unit in pile:
                eliminate(g, unit, "6.9")

    def fight(self, g: State) -> Frame | None:
        return None if self.bare else Clash(self.order)

    def enter(self, g: State) -> None:
        """6.5, 6.6: into the hex if it is empty; else, or in another zone, the move is over."""
        left = tuple(unit for unit in self.group if g.at[unit] != OFF)
        emptied = self.target not in g.piles
        gone = any(g.at[unit] != g.at[left[0]] for unit in left) if left else True
        if left and emptied and not g.retreated and not gone:
            go(g, left, self.target)
            if not enemy_zone(g, g.side) >> self.target & 1:
                g.moved &= ~sum(1 << unit for unit in left)
                return
        else:
            g.halted |= sum(1 << unit for unit in left)
        g.moved |= sum(1 << unit for unit in left)

    steps = (begin, fight, enter)


class Clash(Battle):
    """6.4: as in a combat, two columns to the left, without guns and air."""

    rule = "6.4"

    steps: ClassVar[tuple[Any, ...]] = (
        Battle.reckon, Battle.roll, Battle.read, Battle.defender_pays, Battle.attacker_pays,
        Battle.disclosed,
    )  # fmt: skip
