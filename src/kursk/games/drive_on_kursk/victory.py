"""3.10, 4: control of hexes and victory points."""

from kursk.core.counters import Unit
from kursk.core.hexes import Hex, scan
from kursk.games.drive_on_kursk.pieces import corps, elite, mobility
from kursk.games.drive_on_kursk.points import score as score
from kursk.games.drive_on_kursk.reserves import wake
from kursk.games.drive_on_kursk.state import DEAD, GERMAN, KURSK, LGOV, SOVIET, State
from kursk.games.drive_on_kursk.supply import edge


def worth(g: State, hex: Hex) -> list[tuple[int, str, str]]:
    """4.4, 4.6: what control of a hex is worth to the German: points, what for, rule.

    An edge hex with a town counts as both (A-59).
    """
    name, found = g.grid.name[hex], []
    place = g.board.place_at(hex)
    called = place.name if place else name
    if g.board.hexes["city"] >> hex & 1:
        found.append((40 if name == KURSK else 10, called, "4.4"))
    if g.board.hexes["town"] >> hex & 1:
        found.append((10 if name == LGOV else 1, called, "4.4"))
    if edge(g.grid, SOVIET) >> hex & 1:
        found.append((3, f"east edge {name}", "4.6"))
    if edge(g.grid, GERMAN) >> hex & 1:
        found.append((10, f"west edge {name}", "4.6"))
    return found


def gain(g: State, hex: Hex, side: str) -> None:
    """3.10: a side takes control of a hex, with the points that brings, whatever its supply."""
    if g.control[side] >> hex & 1:
        return
    g.own(hex, side)
    if side == GERMAN and g.grid.name[hex] == LGOV:
        g.lgov_cut = True  # 6.10
    sign = 1 if side == GERMAN else -1
    for points, called, rule in worth(g, hex):
        score(g, sign * points, f"{side.capitalize()} takes {called}", rule, hex)


def enter(g: State, hex: Hex, side: str) -> None:
    """3.10: control flips the instant a unit of the other side enters; a zone is not enough.

    A German who comes next to a reserve wakes it in the same instant (9.2).
    """
    gain(g, hex, side)
    if side == GERMAN:
        wake(g)


def value(g: State, unit: Unit) -> int:
    """4.7, 4.8: what the loss of a unit adds to the German total."""
    counter = g.unit(unit)
    if counter.side == SOVIET:
        return 3 if corps(counter) else 1
    if elite(counter):
        return -5
    if mobility(counter) == "mech":
        return -4
    return -3 if counter.type in ("airborne", "mountain") else -2


def eliminate(g: State, unit: Unit) -> None:
    """2.11, 4.7, 4.8: a unit without steps goes to the dead pile, and is scored (A-44)."""
    hex, counter = g.at[unit], g.unit(unit)
    g.lost[unit] = counter.steps - 1
    g.remove(unit, DEAD)
    g.reserve &= ~(1 << unit)
    rule = "4.7" if counter.side == SOVIET else "4.8"
    score(g, value(g, unit), f"{counter.name} is eliminated", rule, hex)


def lose_step(g: State, unit: Unit) -> None:
    """2.11: a full two-step unit is reduced; any other is eliminated. Only that scores."""
    if g.lost[unit] + 1 < g.unit(unit).steps:
        g.reduce(unit)
        g.say(f"{g.unit(unit).name} is reduced.", "2.11", (g.at[unit],))
    else:
        eliminate(g, unit)


def reckoned(g: State) -> int:
    """4.3: the points that the map and the dead pile explain."""
    shown = g.board.hexes["city"] | g.board.hexes["town"]
    shown |= edge(g.grid, GERMAN) | edge(g.grid, SOVIET)
    held = sum(points for hex in scan(shown & g.control[GERMAN]) for points, _, _ in worth(g, hex))
    dead = sum(value(g, unit) for unit, box in enumerate(g.box) if box == DEAD)
    return held + dead


def verdict(g: State) -> str:
    """4.2: who has won at the end of the last game turn."""
    if g.gambit:
        return f"German wins: {g.vp} VP (4.2)" if g.vp >= 280 else f"Soviet wins: {g.vp} VP (4.2)"
    if g.vp > 180:
        return f"German wins: {g.vp} VP (4.2)"
    return f"Draw: {g.vp} VP (4.2)" if g.vp >= 155 else f"Soviet wins: {g.vp} VP (4.2)"
