"""8.6: German mechanized units may move from one enemy zone straight into another."""

from collections.abc import Iterator

from kursk.core.counters import Unit
from kursk.core.flow import Refusal
from kursk.core.hexes import Hex, Hexes
from kursk.core.menu import Menu
from kursk.core.orders import ids
from kursk.core.paths import Reach, reach
from kursk.core.rules import Rules
from kursk.core.rules import barred as forbidden
from kursk.games.drive_on_kursk import routes
from kursk.games.drive_on_kursk.ground import across_deep_water, going
from kursk.games.drive_on_kursk.pieces import mobility
from kursk.games.drive_on_kursk.stacking import full, size
from kursk.games.drive_on_kursk.state import GERMAN, SOVIET, State, zone
from kursk.games.drive_on_kursk.victory import enter

barred = Rules()  # what keeps a unit from infiltrating at all


@barred.rule("8.6", "Only German mechanized units infiltrate.")
def not_german_mech(g: State, unit: Unit) -> bool:
    return g.side_of(unit) != GERMAN or mobility(g.unit(unit)) != "mech"


@barred.rule("8.6", "All infiltration comes before any other move of the phase.")
def too_late(g: State, unit: Unit) -> bool:
    return g.moving and routes.on_the_move(g, unit)


@barred.rule("8.6", "It did not begin the phase in an enemy zone.")
def not_in_zone(g: State, unit: Unit) -> bool:
    return not routes.began_in_zone(g, unit)


@barred.rule("8.6", "It did not begin the phase in supply.")
def not_supplied(g: State, unit: Unit) -> bool:
    return routes.began_unsupplied(g, unit)


@barred.rule("10.2", "Its move in this phase is over.")
def has_moved(g: State, unit: Unit) -> bool:
    return bool(g.moved >> unit & 1)


closed = Rules()  # hexes into which units may not infiltrate


@closed.rule("10.2", "That hex is not adjacent.")
def too_far(g: State, units: tuple[Unit, ...]) -> Hexes:
    return g.grid.all & ~g.grid.around(1 << g.at[units[0]])


@closed.rule("10.7", "An enemy stands there.")
def enemies(g: State, units: tuple[Unit, ...]) -> Hexes:
    return g.held[SOVIET]


@closed.rule("8.6", "No enemy zone reaches there; an ordinary move will do.")
def no_zone(g: State, units: tuple[Unit, ...]) -> Hexes:
    return g.grid.all & ~zone(g, SOVIET)


@closed.rule("8.6", "That is a Soviet fortification, whoever holds it now.")
def forts(g: State, units: tuple[Unit, ...]) -> Hexes:
    return g.board.hexes["fort soviet"]


@closed.rule("8.6", "That city is under Soviet control.")
def cities(g: State, units: tuple[Unit, ...]) -> Hexes:
    return g.board.hexes["city"] & g.control[SOVIET]


@closed.rule("8.6", "A major river or a lake lies between.")
def water(g: State, units: tuple[Unit, ...]) -> Hexes:
    return across_deep_water(g.board, g.at[units[0]])


@closed.rule("7.2", "The hex cannot hold them.")
def no_room(g: State, units: tuple[Unit, ...]) -> Hexes:
    return full(g, GERMAN, sum(size(g, unit) for unit in units))


def refused(g: State, units: tuple[Unit, ...], hex: Hex) -> Refusal | None:
    """8.6: one hex, and there the move ends; points are not counted (A-27)."""
    for unit in units:
        if rule := barred.broken(g, unit):
            return Refusal(rule.cite, rule.says, (g.unit(unit).id,))
    ids = tuple(g.unit(unit).id for unit in units)
    if len({g.at[unit] for unit in units}) > 1:
        return Refusal("10.4", "They did not begin the phase together.", ids)
    return forbidden(g, hex, closed.bars(g, units), ids)


def open_to(g: State, units: tuple[Unit, ...]) -> Hexes:
    for unit in units:
        if barred.broken(g, unit):
            return 0
    return g.grid.all & ~closed.union(g, units)


def orders(g: State, units: tuple[Unit, ...]) -> Menu:
    """8.6: alone or together, to the same hex or to different ones."""
    names = g.grid.names(open_to(g, units))
    return Menu().each(names, lambda name: f"infiltrate {ids(g, units)} {name}")


def ways(g: State, unit: Unit) -> Iterator[tuple[str, Reach]]:
    """8.6: the hexes open to a unit; the points are those that the ground would cost it."""
    if hexes := open_to(g, (unit,)):
        ground = going(g.board, GERMAN, "mech")
        shut, left = g.grid.all & ~hexes, routes.points(g, unit, False)
        found = reach(
            ground, g.at[unit], left, closed=shut, halts=hexes, first=routes.guaranteed(g, unit)
        )
        yield "infiltrate", found


def infiltrate(g: State, units: tuple[Unit, ...], hex: Hex) -> None:
    origin = g.at[units[0]]
    for unit in units:
        g.place(unit, hex)
        g.moved |= 1 << unit
        g.infiltrated |= 1 << unit
    enter(g, hex, GERMAN)
    names = (g.grid.name[origin], g.grid.name[hex])
    way = f"from {names[0]} to {names[1]}."
    verb = "infiltrates" if len(units) == 1 else "infiltrate"
    own = f"{g.called(*units)} {verb} {way}"
    g.say(f"Germans infiltrate {way}", "8.6", (origin, hex), of=GERMAN, own=own)
