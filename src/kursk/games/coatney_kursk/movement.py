"""§Operational Movement: factors, the bonus, zones on the way; and the Panthers' die."""

import random
from functools import cache, lru_cache, partial

from kursk.core.board import Board
from kursk.core.counters import Unit
from kursk.core.flow import Frame, Phase, Refusal, Roll
from kursk.core.hexes import Hex, Hexes, Sides, nth
from kursk.core.menu import Menu
from kursk.core.moving import Moving
from kursk.core.orders import hexes_in, no_hex, no_unit, way
from kursk.core.paths import Going, Reach, walk
from kursk.core.rules import Bar
from kursk.core.state import derived
from kursk.games.coatney_kursk.lines import shut
from kursk.games.coatney_kursk.panzerkeil import carried, check_wedges, form, refused_facing, wedges
from kursk.games.coatney_kursk.stacking import crowded
from kursk.games.coatney_kursk.state import (
    GERMAN,
    SECOND,
    State,
    bits,
    bracketed_only,
    disrupt,
    eliminate,
    enter,
    foe,
    has,
    level,
    limber,
)
from kursk.games.coatney_kursk.supply import in_supply
from kursk.games.coatney_kursk.zones import one_hex_bars, steady_zone, zone

RULE = "§Operational Movement"
BONUS = "§Movement Bonus"


@cache
def open_ground(board: Board, armour: bool) -> Going:
    """§Operational Movement, §River: a hex costs 1; tanks pay 1 more to cross a river."""
    river = board.sides["river"]
    return Going(board.grid, lambda hex, side: 1 + (armour and river[side] >> hex & 1))


@lru_cache(64)
def going(board: Board, armour: bool, walls: Sides) -> Going:
    return open_ground(board, armour).without(walls)


def ground(g: State, unit: Unit) -> Going:
    return going(g.board, has(g, unit, "armour"), shut(g, g.side_of(unit)))


def factors(g: State, unit: Unit) -> int:
    """§Operational Movement, §Blitzkrieg: the OMF, one less in the second impulse."""
    return max(0, int(g.unit(unit).moves) - (g.impulse == SECOND))


def bonus(g: State, unit: Unit) -> int:
    """§Movement Bonus, §Panthers: 2 for the Axis, 3 for the Russian, 1 for the Panthers."""
    if has(g, unit, "panther"):
        return 1
    return 2 if g.side_of(unit) == GERMAN else 3


@derived
def enemies(g: State, side: str) -> Hexes:
    """§Brackets: hexes with an enemy, unless it is a [ ] unit alone, which is overrun."""
    alone = [hex for hex in bracketed_only(g, foe(side)) if len(g.piles[hex]) == 1]
    return g.held[foe(side)] & ~bits(alone)


def exposed(g: State, unit: Unit) -> Hexes:
    """§Movement Bonus: zones of undisrupted armies and korps where no other friend stands."""
    side, here = g.side_of(unit), g.at[unit]
    friends = g.held[side]
    if len(g.pile(here)) == 1:
        friends &= ~(1 << here)
    return steady_zone(g, foe(side)) & ~friends


def moving(g: State, unit: Unit, march: bool = False) -> Moving:
    """§Operational Movement, §Zones of Control, §Movement Bonus: a unit's move, hex by hex."""
    side, here = g.side_of(unit), g.at[unit]
    closed = [Bar(RULE, "An enemy stands in {hex}.", enemies(g, side))]
    if march:
        says = "With the bonus {unit} may not enter {hex}, in the zone of an undisrupted enemy."
        closed.append(Bar(BONUS, says, exposed(g, unit)))
    return Moving(
        ground(g, unit),
        here,
        factors(g, unit) + (bonus(g, unit) if march else 0),
        rule=BONUS if march else RULE,
        closed=tuple(closed),
        halts=(Bar("§Zones of Control", "{unit} must stop in {hex}, an enemy zone.",
                   zone(g, foe(side))),),
        later=one_hex_bars(g, side, here),
    )  # fmt: skip


def ways(g: State, unit: Unit) -> dict[str, Reach]:
    """Where a unit may go by its factors, and how much farther with the bonus."""
    plain = moving(g, unit).reach()
    found = {"move": plain}
    if not exposed(g, unit) >> g.at[unit] & 1:
        farther = moving(g, unit, march=True).reach()
        farther.hexes &= ~plain.hexes
        found["march"] = farther
    return found


def can_move(g: State, unit: Unit) -> bool:
    """Is there a hex to which a unit may step?"""
    side, here = g.side_of(unit), g.at[unit]
    near = g.grid.around(1 << here) & ~enemies(g, side)
    if factors(g, unit) and near & ~zone(g, foe(side)) & ~g.board.hexes[f"fort {foe(side)}"]:
        return True
    for n, walls in enumerate(shut(g, side)):
        near &= ~(walls & g.grid.shift(1 << here, (n + 3) % 6))
    for bar in one_hex_bars(g, side, here):
        near &= ~bar.hexes
    if not factors(g, unit):
        near &= ~exposed(g, unit) if not exposed(g, unit) >> here & 1 else 0
    return bool(near)


def refused_unit(g: State, id: str) -> Refusal | None:
    """§Disrupted Units, §Blitzkrieg: who may not move."""
    if why := no_unit(g, [id], g.side, RULE):
        return why
    unit = g.roster.find(id)
    if g.disrupted >> unit & 1:
        return Refusal("§Disrupted Units", f"{id} is disrupted.", (id,))
    if g.done >> unit & 1:
        return Refusal("§Blitzkrieg", f"{id} has moved or attacked in the first impulse.", (id,))
    if g.moved >> unit & 1:
        return Refusal(RULE, f"{id} has moved.", (id,))
    return None


def refused_way(g: State, id: str, names: list[str], march: bool) -> Refusal | None:
    unit = g.roster.find(id)
    if why := no_hex(g, names, RULE):
        return why
    if march and exposed(g, unit) >> g.at[unit] & 1:
        says = f"{id} would leave the zone of an undisrupted enemy with the bonus."
        return Refusal(BONUS, says, (id,))
    path = [g.at[unit], *hexes_in(g, names)]
    for here, there in zip(path, path[1:], strict=False):
        if g.grid.touch(here, there) and shut(g, g.side)[g.grid.side(there, here)] >> there & 1:
            says = f"{g.grid.name[there]} is an enemy line: it has to be attacked and taken."
            return Refusal("§Fortification Lines", says, (id,), (g.grid.name[there],))
    why = moving(g, unit, march).refusal(g, [id], names)
    if why and not march and refused_way(g, id, names, march=True) is None:
        says = f"{id} has {factors(g, unit)} movement factors: the way takes its bonus."
        instead = "With the bonus it gets there: then it may not attack."
        return Refusal(why.rule, says, (id,), (), instead, f"march {id} {' '.join(names)}")
    return why


class Movement(Phase):
    """§Operational Movement, §Sequence G2, §Sequence R2: each unit once, one at a time."""

    rule = "§Operational Movement"
    title = "Movement"
    phase = "movement"
    usage = "move UNIT HEX… | march UNIT HEX… | face UNIT HEX | end"

    def prompt(self, g: State) -> str:
        if g.impulse == SECOND:
            return "Move units that have neither moved nor attacked, one factor less; then end."
        return "Move your units, then end: attacks are allocated next."

    def free(self, g: State) -> list[Unit]:
        stuck = g.disrupted | g.done | g.moved
        return [unit for unit in g.on_map(g.side) if not stuck >> unit & 1]

    def turning(self, g: State) -> list[Unit]:
        """§Panzerkeil: a wedge that has moved may be turned."""
        return [unit for unit in wedges(g) if g.side == GERMAN and g.moved >> unit & 1]

    def able(self, g: State) -> list[str]:
        able = [unit for unit in self.free(g) if can_move(g, unit)]
        return [g.unit(unit).id for unit in sorted({*able, *self.turning(g)})]

    def offers(self, g: State, about: str) -> Menu:
        menu = Menu()
        for unit in self.free(g):
            if about in ("", g.unit(unit).id):
                for verb, found in ways(g, unit).items():
                    menu.each(found.hexes, partial(spell, g, verb, unit, found))
        for unit in self.turning(g):
            if about in ("", g.unit(unit).id):
                menu.add(*faced(g, unit))
        return menu

    def draw(self, g: State, chance: random.Random) -> str:
        """Any unit that has a way, and any of its ways; or the end."""
        waiting = self.free(g)
        while (number := chance.randrange(len(waiting) + 1)) < len(waiting):
            unit = waiting.pop(number)
            open_ = [(verb, found) for verb, found in ways(g, unit).items() if found.hexes]
            if open_:
                verb, found = chance.choice(open_)
                hex = nth(found.hexes, chance.randrange(found.hexes.bit_count()))
                return spell(g, verb, unit, found, hex)
        return "end"

    def refused(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["move" | "march" as verb, id, *names] if names:
                return refused_unit(g, id) or refused_way(g, id, names, verb == "march")
            case ["face", id, name]:
                return refused_face(g, id, name, g.moved)
        return self.unread(g, order)

    def carry_out(self, g: State, order: str) -> Frame | None:
        match order.split():
            case ["face", id, name]:
                form(g, g.roster.find(id), g.grid.find(name))
            case [verb, id, *names]:
                return carry(g, g.roster.find(id), hexes_in(g, names), verb == "march")
        return None

    def close(self, g: State) -> None:
        check_wedges(g)


def spell(g: State, verb: str, unit: Unit, found: Reach, hex: Hex) -> str:
    return f"{verb} {g.unit(unit).id} {way(g, found.path(hex))}"


def faced(g: State, unit: Unit) -> list[str]:
    """The sides to which a wedge may be turned."""
    now = g.wedges[g.unit(unit).id]
    near = g.grid.names(g.grid.around(1 << g.at[unit]))
    return [f"face {g.unit(unit).id} {name}" for name in near if name != now]


def refused_face(g: State, id: str, name: str, moved: int) -> Refusal | None:
    """§Panzerkeil: a wedge turns when it is formed, and after its own move or advance."""
    if why := refused_facing(g, id, name):
        return why
    if id not in g.wedges:
        return Refusal("§Panzerkeil", f"{id} is no Panzerkeil.", (id,))
    if not moved >> g.roster.find(id) & 1:
        return Refusal("§Panzerkeil", f"{id} may turn only after its own move or advance.", (id,))
    return None


def carry(g: State, unit: Unit, path: list[Hex], march: bool) -> Frame | None:
    """§Operational Movement: hex after hex; lines and towns are taken, [ ] units overrun."""
    origin, hungry = g.at[unit], not in_supply(g, unit)
    cost = walk(ground(g, unit), [origin, *path], factors(g, unit) + bonus(g, unit))
    g.spent[g.unit(unit).id] = int(cost or 0)
    g.moved |= 1 << unit
    with_bonus = ""
    if march:
        g.marched |= 1 << unit
        with_bonus = ", with its bonus: it may not attack in this turn"
    level(g, unit, "§Entrenchment")
    limber(g, unit)
    told = f"{g.called(unit)} moves to {g.name_of(path[-1])}{with_bonus}."
    g.say(told, BONUS if march else RULE, (origin, path[-1]))
    if has(g, unit, "panther"):
        return PantherMove(unit, tuple(path), march, hungry)
    settle(g, unit, travel(g, unit, path), hungry)
    return None


def travel(g: State, unit: Unit, path: list[Hex]) -> bool:
    """Into one hex after the other; was any of them too full?"""
    tight = False
    for hex in path:
        origin = g.at[unit]
        for other in g.pile(hex):
            if g.side_of(other) != g.side_of(unit):
                eliminate(g, other, "§Brackets")
        g.place(unit, hex)
        enter(g, hex, g.side_of(unit))
        tight |= crowded(g, g.pile(hex))
        carried(g, unit, origin, g.grid.side(origin, hex))
    return tight


def settle(g: State, unit: Unit, tight: bool, hungry: bool = False) -> None:
    """§Stacking, §Supply: who came through too full a hex, or moved without supply."""
    if tight:
        disrupt(g, unit, "§Stacking")
    if hungry:
        disrupt(g, unit, "§Supply")


class PantherMove(Frame):
    """§Panthers: half the die, rounded up, is what the brigade could go."""

    rule = "§Panthers"
    title = "The Panthers' die"
    unit: int
    path: tuple[int, ...]
    march: bool
    hungry: bool

    def read(self, g: State) -> None:
        points = (g.rolled[0] + 1) // 2 + self.march - (g.impulse == SECOND)
        here, ways = g.at[self.unit], ground(g, self.unit)
        far = len(self.path)
        while far and walk(ways, [here, *self.path[:far]], points) is None:
            far -= 1
        tight = travel(g, self.unit, list(self.path[:far]))
        if far == len(self.path):
            g.say(f"{g.rolled[0]}: {g.called(self.unit)} keeps going.", self.rule)
        else:
            hex = g.at[self.unit]
            says = f"{g.rolled[0]}: {g.called(self.unit)} breaks down in {g.name_of(hex)}."
            g.say(says, self.rule, (hex,))
            disrupt(g, self.unit, self.rule)
        settle(g, self.unit, tight, self.hungry)

    steps = (Roll(), read)
