"""5.3: movement by rail."""

from functools import cache

from kursk.core.board import Board
from kursk.core.counters import Unit
from kursk.core.flow import Refusal
from kursk.core.hexes import Hex, Hexes, scan
from kursk.core.paths import Going, Reach, reach
from kursk.core.state import derived
from kursk.games.spi_kursk.ground import double_tracks, tracks
from kursk.games.spi_kursk.movement import Group
from kursk.games.spi_kursk.pieces import kinds
from kursk.games.spi_kursk.reserves import alarm
from kursk.games.spi_kursk.stacking import SAYS, crowding, full, load
from kursk.games.spi_kursk.state import GERMAN, State, foe, ids
from kursk.games.spi_kursk.tables import RAIL
from kursk.games.spi_kursk.zones import enemy_zone


@cache
def railway(board: Board) -> Going:
    """5.33: along a track every hex counts one."""

    def step(hex: Hex, way: int) -> int | None:
        return 1 if {"rail", "double rail"} & set(board.along(hex, way)) else None

    return Going(board.grid, step)


@cache
def double_links(board: Board) -> frozenset[tuple[Hex, Hex]]:
    """5.33: the pairs of hexes that a double track joins."""
    return frozenset(
        (hex, board.grid.beyond(hex, way))
        for way, hexes in enumerate(board.lines["double rail"])
        for hex in scan(hexes)
    )


def limit(g: State, path: list[Hex]) -> int:
    """5.33: 20 hexes of single track, 30 of double track, 25 of any mix."""
    doubled = double_links(g.board)
    links = list(zip(path, path[1:], strict=False))
    double = sum(link in doubled for link in links)
    if double == len(links):
        return RAIL["double"]
    return RAIL["mixed"] if double else RAIL["single"]


def capacity(g: State, hex: Hex) -> int:
    """5.38, 5.39: units that may use a hex in a Player-Turn."""
    double = double_tracks(g.board) >> hex & 1
    return RAIL["units_double"] if double else RAIL["units_single"]


def worn(g: State) -> Hexes:
    """5.38, 5.39: the hexes whose track has carried all it can."""
    if not g.rails:
        return 0
    full_ = (g.grid.cell[n] for n, used in g.rails.items() if used >= capacity(g, g.grid.cell[n]))
    return sum(1 << hex for hex in full_)


def open_track(g: State, side: str) -> Hexes:
    """5.34: friendly-controlled, free of enemies, partisans and enemy zones."""
    shut = g.held[foe(side)] | enemy_zone(g, side)
    return tracks(g.board) & g.control[side] & ~shut


def refused_entraining(g: State, unit: Unit) -> Refusal | None:
    """5.31, 5.32: on a track, outside enemy zones, in supply, and not moved yet."""
    id, side, hex = g.unit(unit).id, g.side_of(unit), g.at[unit]
    name = g.grid.name[hex]
    if kinds(g.roster).partisan >> unit & 1:
        return Refusal("5.31", "Partisans do not move by rail.", (id,))
    if not tracks(g.board) >> hex & 1:
        return Refusal("5.31", f"No railway runs through {name}.", (id,), (name,))
    if g.spent.get(id) or g.moved >> unit & 1:
        return Refusal("5.32", f"{id} has moved in this phase.", (id,))
    if enemy_zone(g, side) >> hex & 1:
        return Refusal("5.31", f"{id} starts in an enemy zone.", (id,), (name,))
    if g.unsupplied >> unit & 1:
        return Refusal("5.31", f"{id} is out of supply.", (id,))
    if not open_track(g, side) >> hex & 1:
        return Refusal("5.34", f"{name} is not a friendly-controlled hex.", (id,), (name,))
    if worn(g) >> hex & 1:
        return overused(g, hex)
    return None


def overused(g: State, hex: Hex) -> Refusal:
    most, name = capacity(g, hex), g.grid.name[hex]
    rule = "5.39" if most == RAIL["units_double"] else "5.38"
    return Refusal(rule, f"{most} units have used the track in {name}.", (), (name,))


def by_rail(g: State, unit: Unit) -> Reach:
    """5.33, 5.35: where a train can take a unit; each hex by its shortest way."""
    return _trains(g, unit, worn(g))


@derived
def _trains(g: State, unit: Unit, worn: Hexes) -> Reach:
    side = g.side_of(unit)
    shut = g.grid.all & ~open_track(g, side) | worn
    passing = full(g, side, load(g, (unit,)))
    found = reach(railway(g.board), g.at[unit], RAIL["double"], closed=shut, passing=passing)
    single = reach(railway(g.board), g.at[unit], RAIL["single"], closed=shut, passing=passing)
    near = single.hexes
    far = found.hexes & ~near
    keep = found.hexes & near
    while far:
        low = far & -far
        hex = low.bit_length() - 1
        far ^= low
        path = [g.at[unit], *found.path(hex)]
        if len(path) - 1 <= limit(g, path):
            keep |= low
    found.hexes = keep
    return found


def refused_train(g: State, group: Group, names: list[str]) -> Refusal | None:
    """5.31, 5.33, 5.34, 5.35, 5.38, 5.39: one unit, along an open track, as far as it goes."""
    named = ids(g, group)
    if len(group) > 1:
        return Refusal("5.31", "Units go by rail one at a time.", named)
    unit, side = group[0], g.side_of(group[0])
    if why := refused_entraining(g, unit):
        return why
    path = [g.at[unit], *(g.grid.cell[name] for name in names)]
    for here, there in zip(path, path[1:], strict=False):
        pair = (g.grid.name[here], g.grid.name[there])
        if not g.grid.touch(here, there):
            return Refusal("5.31", f"{pair[0]} and {pair[1]} do not touch.", named, pair)
        if railway(g.board).step(here, there) is None:
            return Refusal("5.35", f"No railway joins {pair[0]} and {pair[1]}.", named, pair)
        if not open_track(g, side) >> there & 1:
            says = f"{pair[1]} is not friendly, or an enemy, partisans or an enemy zone is there."
            return Refusal("5.34", says, named, (pair[1],))
        if worn(g) >> there & 1:
            return overused(g, there)
    most = limit(g, path)
    if len(names) > most:
        return Refusal("5.33", f"{len(names)} hexes; on such track a train goes {most}.", named)
    if path[-1] == path[0] or len(set(path)) < len(path):
        return Refusal("5.33", "A train goes through no hex twice.", named)
    if rule := crowding(g, group, path[-1]):
        return Refusal(rule, f"{names[-1]}: {SAYS[rule]}.", named, (names[-1],))
    return None


def entrain(g: State, unit: Unit, way: list[Hex]) -> None:
    origin = g.at[unit]
    for hex in (origin, *way):
        name = g.grid.name[hex]
        g.rails[name] = g.rails.get(name, 0) + 1
    g.place(unit, way[-1])
    g.railed |= 1 << unit
    says = f"{g.called(unit)}: by rail to {g.name_of(way[-1])}."
    g.say(says, "5.31", (origin, way[-1]))
    if g.side_of(unit) == GERMAN:
        alarm(g, way)
