"""8.6, 8.7, A7.2, A12.0: reinforcements, and how they come by rail."""

from functools import cache, partial

from kursk.core.board import Board
from kursk.core.counters import Roster, Unit
from kursk.core.flow import Refusal
from kursk.core.hexes import Hex, Hexes, scan
from kursk.core.menu import Menu
from kursk.core.orders import hexes_in, no_hex, way
from kursk.core.paths import Going, Reach, reach
from kursk.games.panzer_keil.movement import can_leave, closed, crowded
from kursk.games.panzer_keil.state import GERMAN, REINFORCEMENTS, SOVIET, State, area, name_of
from kursk.games.panzer_keil.tables import LIMITS, Reinforcement
from kursk.games.panzer_keil.tables import REINFORCEMENTS as LISTED
from kursk.games.panzer_keil.victory import enter
from kursk.games.panzer_keil.zones import border, enemy_zone


@cache
def _by_unit() -> dict[str, Reinforcement]:
    return {id: group for group in LISTED for id in group.units}


def listed(g: State, unit: Unit) -> Reinforcement | None:
    """A12.0: the group with which a unit comes."""
    return _by_unit().get(g.unit(unit).id)


@cache
def _all_listed(roster: Roster) -> tuple[Unit, ...]:
    return tuple(unit for unit, counter in enumerate(roster) if counter.id in _by_unit())


def due(g: State, unit: Unit) -> bool:
    """8.6.1, A12.0: on its turn or any later one; those of turn 9 sooner, once released."""
    group = listed(g, unit)
    if group is None or g.box[unit] != REINFORCEMENTS:
        return False
    return g.turn >= int(group.turn) or group.early and g.released


def waiting(g: State) -> list[Unit]:
    """A12.0: who may come in now. Only Soviets do."""
    if g.side != SOVIET:
        return []
    return [unit for unit in _all_listed(g.roster) if g.box[unit] and due(g, unit)]


def entries(g: State, unit: Unit) -> Hexes:
    """8.6.3, 8.6.4: the listed hexes without an enemy unit; a turn after all of them were found
    taken, the nearest hexes of the edge that are free.
    """
    group = listed(g, unit)
    if group is None:
        return 0
    named = g.grid.set(group.entry) & area(g)
    free = named & ~g.held[GERMAN]
    if free or not g.delayed >> unit & 1:
        return free
    rim, layer = border(g.grid) & area(g), named
    for _ in g.grid.name:
        if found := layer & rim & ~g.held[GERMAN]:
            return found
        layer |= g.grid.around(layer)
    return 0


def delays(g: State) -> None:
    """8.6.4: who has found every hex of its entry taken waits a turn."""
    g.delayed = 0
    for unit in waiting(g):
        group = listed(g, unit)
        if group and not g.grid.set(group.entry) & area(g) & ~g.held[GERMAN]:
            g.delayed |= 1 << unit


def _room(g: State, unit: Unit, hex: Hex) -> bool:
    """5.1.3, 8.6.2: who can move on may enter a full hex; who must stay needs room."""
    if not crowded(g, unit, False) >> hex & 1:
        return True
    stuck = enemy_zone(g, SOVIET) >> hex & 1
    return not stuck and bool(g.grid.around(1 << hex) & ~closed.union(g, SOVIET))


# -- rail ----------------------------------------------------------------------------------------


@cache
def _railways(board: Board) -> Going:
    return Going(board.grid, lambda hex, side: 1 if "rail" in board.along(hex, side) else None)


def too_near(g: State) -> Hexes:
    """8.7.3: no train comes within three hexes of an enemy unit."""
    hexes = g.held[GERMAN]
    for _ in range(LIMITS["rail_enemy"][g.version]):
        hexes |= g.grid.around(hexes)
    return hexes


def hexes_by_rail(g: State) -> int:
    """A7.2, OA7.2: any number; 25 in the old version."""
    return int(LIMITS["rail_hexes"][g.version]) or len(g.grid.name)


def by_rail(g: State, unit: Unit, start: Hex) -> Reach:
    """8.7.2: along the line, and off it nowhere."""
    return reach(
        _railways(g.board),
        start,
        hexes_by_rail(g),
        closed=closed.union(g, SOVIET) | too_near(g),
        passing=crowded(g, unit, False),
    )


def entrains(g: State, unit: Unit) -> bool:
    """8.6.5, 8.7.4, A7.2: its group may, and there is a train left."""
    group = listed(g, unit)
    return group is not None and group.rail and g.railed < int(LIMITS["rail_units"][g.version])


# -- orders --------------------------------------------------------------------------------------


def menu(g: State, about: str) -> Menu:
    found = Menu()
    for unit in waiting(g):
        id, only = g.unit(unit).id, g.grid.all
        if about in g.grid.cell:
            only = 1 << g.grid.cell[about]
        elif about not in ("", id):
            continue
        open_ = entries(g, unit)
        room = sum(1 << hex for hex in scan(open_ & only) if _room(g, unit, hex))
        found.each(room, partial(_entering, g, id))
        for start in scan(open_ & ~too_near(g) if entrains(g, unit) else 0):
            rails = by_rail(g, unit, start)
            found.each(rails.hexes & only, partial(_railing, g, id, start, rails))
    return found


def _entering(g: State, id: str, hex: Hex) -> str:
    return f"enter {id} {g.grid.name[hex]}"


def _railing(g: State, id: str, start: Hex, found: Reach, hex: Hex) -> str:
    return f"rail {id} {way(g, (start, *found.path(hex)))}"


def refused_entry(g: State, id: str, name: str) -> Refusal | None:
    """8.6.1, 8.6.3, 8.6.4, A12.0: who comes when, and where."""
    unit = g.roster.number.get(id)
    if unit is None or g.box[unit] != REINFORCEMENTS or g.side != SOVIET:
        return Refusal("A12.0", f"{id} is no reinforcement that waits to enter.")
    group = listed(g, unit)
    if group is None:
        return Refusal("A12.0", f"{id} is in no group of reinforcements.", (id,))
    if not due(g, unit):
        return Refusal("8.6.1", f"{id} comes on turn {group.turn} or later.", (id,))
    if why := no_hex(g, [name], "8.6.1"):
        return why
    hex, open_ = g.grid.cell[name], entries(g, unit)
    if g.held[GERMAN] >> hex & 1:
        return Refusal("8.6.3", f"An enemy unit stands in {name}.", (id,), (name,))
    if not open_:
        return Refusal("8.6.4", f"Enemies stand in every entry of {id}: it waits a turn.", (id,))
    if not open_ >> hex & 1:
        there = ", ".join(g.grid.names(open_))
        return Refusal("A12.0", f"{id} enters at {there}.", (id,), (name,))
    if not _room(g, unit, hex):
        says = f"{name} has no room for {id}, and it could not move on."
        return Refusal("5.1.3", says, (id,), (name,))
    return None


def refused_rail(g: State, id: str, names: list[str]) -> Refusal | None:
    """8.7: what is wrong with a way by rail; its first hex is where the unit enters."""
    unit = g.roster.number.get(id)
    if unit is None or g.box[unit] != REINFORCEMENTS:
        return Refusal("8.7.1", f"{id} does not enter now, and only who enters goes by rail.")
    why = refused_entry(g, id, names[0])
    if why and why.rule != "5.1.3":
        return why
    group = listed(g, unit)
    if group is None or not group.rail:
        return Refusal("A12.0", f"{id} may not come by rail.", (id,))
    if not entrains(g, unit):
        return Refusal("A7.2", f"{g.railed} units have gone by rail this turn.", (id,))
    return no_hex(g, names, "8.7.2") or _refused_line(g, unit, hexes_in(g, names))


def _refused_line(g: State, unit: Unit, line: list[Hex]) -> Refusal | None:
    id, name, near = g.unit(unit).id, g.grid.name, too_near(g)
    for here, there in zip(line, line[1:], strict=False):
        pair = (name[here], name[there])
        if not g.grid.touch(here, there):
            return Refusal("8.7.2", f"{pair[0]} and {pair[1]} do not touch.", (id,), pair)
        if "rail" not in g.board.along(here, g.grid.side(here, there)):
            return Refusal("8.7.2", f"No railway joins {pair[0]} and {pair[1]}.", (id,), pair)
    for hex in line:
        if near >> hex & 1:
            says = f"{name[hex]} lies within three hexes of an enemy unit."
            return Refusal("8.7.3", says, (id,), (name[hex],))
        for rule in closed.against(hex, g, SOVIET):
            return Refusal(rule.cite, f"{name[hex]}: {rule.says}", (id,), (name[hex],))
    if len(line) - 1 > hexes_by_rail(g):
        return Refusal("OA7.2", f"By rail a unit goes {hexes_by_rail(g)} hexes at the most.", (id,))
    if line[-1] == line[0] or crowded(g, unit, False) >> line[-1] & 1:
        says = f"{name[line[-1]]} has no room for {id} when the phase ends."
        if line[-1] == line[0]:
            return Refusal("8.7.2", f"{id} would come back to where it entered.", (id,))
        return Refusal("5.1.3", says, (id,), (name[line[-1]],))
    return None


def come(g: State, unit: Unit, hex: Hex) -> None:
    """8.6.1, 8.6.2: it stands in its hex and has its whole move, but none in an enemy zone."""
    g.place(unit, hex)
    enter(g, hex, SOVIET)
    g.entered |= 1 << unit
    if enemy_zone(g, SOVIET) >> hex & 1 or not can_leave(g, unit):
        g.moved |= 1 << unit
    g.known = {}
    g.say(f"{g.called(unit)} enters at {name_of(g, hex)}.", "8.6.1", (hex,))


def entrain(g: State, unit: Unit, line: list[Hex]) -> None:
    """8.7.2: rail takes the whole movement phase."""
    for hex in line:
        g.place(unit, hex)
        enter(g, hex, SOVIET)
    g.entered |= 1 << unit
    g.moved |= 1 << unit
    g.railed += 1
    g.known = {}
    says = f"{g.called(unit)} comes by rail from {g.grid.name[line[0]]} to {name_of(g, line[-1])}."
    g.say(says, "8.7.2", (line[0], line[-1]))
