"""§General Rule: attacks that others oblige to: korps, armies behind lines, lines support."""

from collections.abc import Iterator

from kursk.core.hexes import Hex, Hexes, scan
from kursk.games.coatney_kursk.lines import BEHIND, active, bearing, faces, first_line, line_factors
from kursk.games.coatney_kursk.odds import origins
from kursk.games.coatney_kursk.state import GERMAN, RUSSIAN, Attack, State, has
from kursk.games.coatney_kursk.zones import steady

# Who stands so may be attacked alone only by those who are not next to both.


def obliges(g: State, attack: Attack) -> Hexes:
    """The hexes that must be attacked as well, by somebody, in the same step."""
    side = g.side_of(attack.attackers[0])
    claimed = _german if side == RUSSIAN else _russian
    found = 0
    for origin in origins(g, attack):
        for target in attack.targets:
            both = g.grid.around(1 << origin) & g.grid.around(1 << target)
            found |= sum(1 << hex for hex in claimed(g, origin, target, both))
    return found & ~sum(1 << hex for hex in attack.targets)


def _korps(g: State, hex: Hex) -> bool:
    return any(has(g, unit, "korps") for unit in g.pile(hex))


def _german(g: State, origin: Hex, target: Hex, both: Hexes) -> Iterator[Hex]:
    """§General Rule, §German Lines: undisrupted korps support units; lines without a korps
    support each other, and only each other.
    """
    if g.pile(target):
        yield from scan(both & steady(g, GERMAN))
    lines = first_line(g, GERMAN)
    if lines >> target & 1 and not _korps(g, target):
        for hex in scan(both & lines):
            if not _korps(g, hex) and line_factors(g, hex, GERMAN, (origin,)):
                yield hex


def _russian(g: State, origin: Hex, target: Hex, both: Hexes) -> Iterator[Hex]:
    """§General Rule, §Russian Lines: undisrupted armies on a line that faces the attacker, or
    directly behind one.
    """
    if g.pile(target):
        for hex in scan(both & steady(g, RUSSIAN)):
            if sheltered(g, hex, origin):
                yield hex


def sheltered(g: State, hex: Hex, origin: Hex) -> bool:
    """Is a hex on, or directly behind, an active Russian line that faces an attacker?"""
    if faces(g, hex, RUSSIAN, origin):
        return True
    between = g.grid.around(1 << hex) & g.grid.around(1 << origin) & active(g, RUSSIAN)
    return any(
        faces(g, line, RUSSIAN, origin) and bearing(g, line, RUSSIAN, hex) == BEHIND
        for line in scan(between)
    )
