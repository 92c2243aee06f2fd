"""§Fortification Lines: which hexes count, toward whom, and how much."""

from collections.abc import Iterable
from functools import cache

from kursk.core.hexes import Hex, Hexes, Sides
from kursk.core.state import derived
from kursk.games.coatney_kursk.state import GERMAN, State, foe
from kursk.games.coatney_kursk.tables import LINES, Line, printed

FRONT, FLANK, BEHIND = "front", "flank", "behind"


@cache
def _belt(line: str) -> Hexes:
    """The hexes of a line as the map has it."""
    return printed().groups[f"fort {line.split()[0].lower()}", line]


@cache
def _behind_the_first(side: str) -> Hexes:
    """The hexes of a side's second and third lines."""
    owner = side.capitalize()
    later = (name for name in LINES if name.startswith(owner) and name != f"{owner} first line")
    return sum(_belt(name) for name in later)


@cache
def line_at(hex: Hex, side: str) -> Line:
    """The line to which a side's line hex belongs; one set up by hand is of the first."""
    owner = side.capitalize()
    for name, line in LINES.items():
        if name.startswith(owner) and _belt(name) >> hex & 1:
            return line
    return LINES[f"{owner} first line"]


def active(g: State, side: str) -> Hexes:
    """§Fortification Lines: a side's line hexes, but for those it has lost."""
    return g.board.hexes[f"fort {side}"] & ~g.taken


def first_line(g: State, side: str) -> Hexes:
    """The active hexes of the first line."""
    return active(g, side) & ~_behind_the_first(side)


def held_lines(g: State, side: str) -> Hexes:
    """The line hexes that a side holds: its own that are active, and those it has taken."""
    return active(g, side) | g.board.hexes[f"fort {foe(side)}"] & g.taken


def bearing(g: State, hex: Hex, side: str, from_: Hex) -> str:
    """Where a neighbour lies from a side's line hex: before it, beside it or behind it."""
    across = g.grid.side(hex, from_)
    if g.board.sides[f"fort {side}"][across] >> hex & 1:
        return FRONT
    return FLANK if g.board.sides[f"flank {side}"][across] >> hex & 1 else BEHIND


def faces(g: State, hex: Hex, side: str, from_: Hex) -> bool:
    """Is this an active line hex of the side whose front is toward that neighbour?"""
    return bool(active(g, side) >> hex & 1) and bearing(g, hex, side, from_) == FRONT


def line_factors(g: State, hex: Hex, side: str, origins: Iterable[Hex]) -> int:
    """§German Lines, §Russian Lines: the factors of a line hex against attackers from there.

    One attacker behind it, and it has none; one beside it, and it has what it has there. The
    lines behind the first need a unit of their owner.
    """
    if not active(g, side) >> hex & 1:
        return 0
    line = line_at(hex, side)
    if line.needs_unit and not g.held[side] >> hex & 1:
        return 0
    seen = {bearing(g, hex, side, origin) for origin in origins}
    if BEHIND in seen:
        return line.behind
    return line.flank if FLANK in seen else line.front


@derived
def shut(g: State, side: str) -> Sides:
    """§Fortification Lines: the sides of first-line hexes that the enemy of `side` holds shut.

    An active one has to be attacked and taken where it has strength: a Russian one in front, a
    German one in front and beside.
    """
    other = foe(side)
    hexes = first_line(g, other)
    front, flank = g.board.sides[f"fort {other}"], g.board.sides[f"flank {other}"]
    both = other == GERMAN
    a, b, c, d, e, f = ((x | y if both else x) & hexes for x, y in zip(front, flank, strict=True))
    return (a, b, c, d, e, f)


def crosses(g: State, here: Hex, there: Hex) -> bool:
    """Does a step cross the front of an active line hex, of whichever side?"""
    return any(
        faces(g, here, side, there) or faces(g, there, side, here) for side in ("german", "russian")
    )
