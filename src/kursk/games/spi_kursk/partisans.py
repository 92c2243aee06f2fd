"""15: partisans."""

from collections.abc import Iterator
from fractions import Fraction

from kursk.core.counters import Unit
from kursk.core.flow import DONE, Decision, Done, Refusal
from kursk.core.hexes import OFF, Hex, Hexes, scan
from kursk.core.paths import told
from kursk.core.rules import Rules
from kursk.core.state import units
from kursk.games.spi_kursk.losses import eliminate
from kursk.games.spi_kursk.movement import (
    Group,
    engaged,
    halves,
    only_partisans,
    pay,
    surcharge,
    ways,
)
from kursk.games.spi_kursk.pieces import combat, kinds
from kursk.games.spi_kursk.reserves import alarm
from kursk.games.spi_kursk.state import GERMAN, SOVIET, State, home, ids
from kursk.games.spi_kursk.tables import PARTISANS, starts
from kursk.games.spi_kursk.victory import enter
from kursk.games.spi_kursk.zones import combat_hexes, enemy_zone

COST = 1  # 15.5: points on top of the hex


# -- clearing them away --------------------------------------------------------------------------


def price(g: State, group: Group, hex: Hex) -> Fraction | None:
    step = ways(g, group).step(g.at[group[0]], hex)
    return None if step is None else Fraction(step) + COST + surcharge(g, group)


def refused_clearing(g: State, group: Group, hex: Hex) -> Refusal | None:
    """15.5, 5.22, 8.32: a German combat unit enters the hex for a point more."""
    named, name = ids(g, group), g.grid.name[hex]
    if not only_partisans(g) >> hex & 1 or g.side != GERMAN:
        return Refusal("15.5", f"There are no enemy partisans alone in {name}.", named, (name,))
    if not g.grid.touch(g.at[group[0]], hex):
        return Refusal("5.11", f"{name} is not next to them.", named, (name,))
    if not any(combat(g, unit) for unit in group):
        return Refusal("15.5", "Only combat units remove partisans.", named, (name,))
    left = any(g.disengaged >> unit & 1 for unit in group) or engaged(g, group)
    if left and enemy_zone(g, g.side) >> hex & 1:
        says = "A unit that has left an enemy zone enters none in the same phase."
        return Refusal("8.32", says, named, (name,))
    cost, had = price(g, group, hex), Fraction(halves(g, group), 2)
    if cost is None:
        return Refusal("5.22", "Lake hexsides are impassable.", named, (name,))
    if cost > had:
        paid = f"It costs {told(cost)} points, {COST} of them for the partisans"
        says = f"{paid}; there are {told(had)}."
        return Refusal("15.5", says, named, (name,))
    return None


def clearings(g: State, group: Group) -> Hexes:
    """The partisans next to a stack that it may clear away now."""
    near = g.grid.around(1 << g.at[group[0]]) & only_partisans(g) if g.side == GERMAN else 0
    return sum(1 << hex for hex in scan(near) if not refused_clearing(g, group, hex))


def clear(g: State, group: Group, hex: Hex) -> None:
    cost = price(g, group, hex)
    assert cost is not None
    bits = sum(1 << unit for unit in group)
    if engaged(g, group):
        g.disengaged |= bits
    origin = g.at[group[0]]
    pay(g, group, cost)
    for unit in g.pile(hex):
        eliminate(g, unit, "15.5")
    for unit in group:
        g.place(unit, hex)
    enter(g, hex, group)
    if enemy_zone(g, g.side) >> hex & 1:
        g.moved |= bits
    g.say(f"{g.called(*group)}: to {g.name_of(hex)}.", "15.5", (origin, hex))
    alarm(g)


# -- placing them --------------------------------------------------------------------------------

away = Rules()  # hexes where no partisans are placed


@away.rule("15.2", "That is not German-controlled.")
def not_german(g: State) -> Hexes:
    return g.grid.all & ~g.control[GERMAN]


@away.rule("15.2", "That is not on the German side of the start line.")
def not_behind(g: State) -> Hexes:
    return g.grid.all & ~home(g, GERMAN)


@away.rule("15.2", "A German unit stands there.")
def held(g: State) -> Hexes:
    return g.held[GERMAN]


@away.rule("15.2", "A German combat unit stands next to it.")
def watched(g: State) -> Hexes:
    return g.grid.around(combat_hexes(g, GERMAN))


@away.rule("15.2", "Not in a major city.")
def cities(g: State) -> Hexes:
    return g.board.hexes["major city"]


def in_play(g: State) -> int:
    return sum(g.at[unit] != OFF for unit in units(kinds(g.roster).partisan))


def bands(g: State) -> list[Unit]:
    """The partisans that may still be placed."""
    return [unit for unit in units(kinds(g.roster).partisan) if g.at[unit] == OFF]


def grant(g: State) -> int:
    """15.31, 15.32, 15.33: this turn's allotment; what is above the maximum is lost."""
    due = PARTISANS["first"][g.scenario] if g.turn == 1 else PARTISANS["later"]
    return max(0, min(int(due), int(PARTISANS["most"][g.scenario]) - in_play(g)))


class Partisans(Decision):
    """15.2: behind the German lines, in the Soviet Administrative Phase."""

    rule = "15.2"
    title = "Partisans"
    phase = "partisans"
    usage = "place BAND HEX | auto | end"
    side = SOVIET

    def prompt(self, g: State) -> str:
        return f"Place up to {g.allotment} partisan bands behind the German lines, then end."

    def band(self, g: State) -> str:
        return g.unit(bands(g)[0]).id

    def open_(self, g: State) -> Hexes:
        return g.grid.all & ~away.union(g)

    def orders(self, g: State, about: str = "") -> Iterator[str]:
        if g.allotment > 0 and bands(g):
            id = self.band(g)
            for hex in scan(self.open_(g)):
                if about in ("", id, g.grid.name[hex]):
                    yield f"place {id} {g.grid.name[hex]}"
            if not about:
                yield "auto"
        if not about:
            yield "end"

    def able(self, g: State) -> list[str]:
        return [self.band(g)] if g.allotment > 0 and bands(g) and self.open_(g) else []

    def refusal(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["end"]:
                return None
            case ["auto"] if g.allotment > 0 and bands(g):
                return None
            case ["auto"]:
                return Refusal("15.33", "No more partisans may be placed.")
            case ["place", id, name]:
                return self._refused(g, id, name)
        return self.unread(g, order)

    def _refused(self, g: State, id: str, name: str) -> Refusal | None:
        if id not in ids(g, bands(g)):
            return Refusal("15.1", f"{id} is no partisan band that could be placed.")
        if g.allotment <= 0:
            limit = "15.33" if in_play(g) >= PARTISANS["most"][g.scenario] else "15.32"
            return Refusal(limit, "No more partisans may be placed.", (id,))
        hex = g.grid.cell.get(name)
        if hex is None:
            return Refusal("3.1", f"There is no hex {name} on this map.")
        for rule in away.against(hex, g):
            return Refusal(rule.cite, f"{name}: {rule.says}", (id,), (name,))
        return None

    def play(self, g: State, order: str) -> Done | None:
        match order.split():
            case ["end"]:
                return DONE
            case ["auto"]:
                for hex in counselled(g, self.open_(g) & ~g.held[SOVIET]):
                    if g.allotment > 0 and bands(g):
                        place(g, bands(g)[0], hex)
            case ["place", id, name]:
                place(g, g.roster.find(id), g.grid.find(name))
        return None if g.allotment > 0 and bands(g) and self.open_(g) else DONE


def place(g: State, unit: Unit, hex: Hex) -> None:
    g.place(unit, hex)
    g.lost[unit] = 0
    g.allotment -= 1
    g.say(f"{g.called(unit)} in {g.name_of(hex)}.", "15.2", (hex,))


def counselled(g: State, open_: Hexes) -> list[Hex]:
    """15.2: where automatic placement puts them: known bands' hexes, then woods on railways."""
    known = [g.grid.cell[row.hex] for row in starts(g.scenario) if row.status == "partisan"]
    first = [hex for hex in known if open_ >> hex & 1]
    area = open_ & g.board.hexes["partisan area"]
    track = g.board.lines["rail"][0] | g.board.lines["double rail"][0]
    rest = sorted(scan(area or open_), key=lambda hex: (not track >> hex & 1, hex))
    return first + [hex for hex in rest if hex not in first]
