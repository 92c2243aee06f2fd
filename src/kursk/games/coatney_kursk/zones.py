"""§Zones of Control: units' influence on the hexes next to them."""

from kursk.core.hexes import Hex, Hexes, scan
from kursk.core.rules import Bar
from kursk.core.state import derived, units
from kursk.games.coatney_kursk.lines import active, crosses
from kursk.games.coatney_kursk.state import State, flagged, foe, hexes_of, wet


@derived
def strong(g: State, side: str) -> Hexes:
    """The hexes of a side's armies or korps; who has ( ) or [ ] is neither."""
    return hexes_of(g, side, flagged(g.roster, "army", "korps"))


@derived
def steady(g: State, side: str) -> Hexes:
    """The hexes of a side's undisrupted armies or korps."""
    return hexes_of(g, side, flagged(g.roster, "army", "korps") & ~g.disrupted)


@derived
def divisions(g: State, side: str) -> dict[Hex, int]:
    """How many undisrupted German divisions stand where."""
    found: dict[Hex, int] = {}
    for unit in units(g.afield.get(side, 0) & flagged(g.roster, "division") & ~g.disrupted):
        found[g.at[unit]] = found.get(g.at[unit], 0) + 1
    return found


def _reached(g: State, hexes: Hexes, side: str) -> list[Hexes]:
    """By direction, what lies next to hexes; not into an enemy line from its front."""
    other = foe(side)
    fronts, lines, shift = g.board.sides[f"fort {other}"], active(g, other), g.grid.shift
    return [shift(hexes, n) & ~(fronts[(n + 3) % 6] & lines) for n in range(6)]


@derived
def _next_to(g: State, hexes: Hexes, side: str) -> Hexes:
    a, b, c, d, e, f = _reached(g, hexes, side)
    return a | b | c | d | e | f


@derived
def zone(g: State, side: str) -> Hexes:
    """§Zones of Control: the hexes that a side's units control.

    Those next to an army or a korps, disrupted or not, and those next to two undisrupted
    divisions, which may stand apart.
    """
    hexes = _next_to(g, strong(g, side), side)
    count = divisions(g, side)
    if sum(count.values()) > 1:
        once = twice = 0
        for hex, number in count.items():
            near = _next_to(g, 1 << hex, side)
            twice |= near if number > 1 else near & once
            once |= near
        hexes |= twice
    return hexes


@derived
def steady_zone(g: State, side: str) -> Hexes:
    """§Movement Bonus: the hexes next to undisrupted armies and korps."""
    return _next_to(g, steady(g, side), side)


def holders(g: State, side: str, hex: Hex) -> Hexes:
    """The hexes of those by whom a side controls a hex."""
    near = g.grid.around(1 << hex)
    found = sum(
        1 << e for e in scan(near & strong(g, side)) if _next_to(g, 1 << e, side) >> hex & 1
    )
    pair = {e: n for e, n in divisions(g, side).items() if near >> e & 1}
    pair = {e: n for e, n in pair.items() if _next_to(g, 1 << e, side) >> hex & 1}
    if sum(pair.values()) > 1:
        found |= sum(1 << e for e in pair if not found >> e & 1)
    return found


@derived
def one_hex_bars(g: State, side: str, here: Hex) -> tuple[Bar, ...]:
    """§Zones of Control: where the first step out of an enemy zone may not lead.

    Into a zone of the same enemy, or into a zone over a river or the front of a line. Onto a
    friendly unit it always may. Such a step into a zone is the whole move, since a zone stops.
    """
    other = foe(side)
    danger = zone(g, other)
    if not danger >> here & 1:
        return ()
    same = over = 0
    mine = holders(g, other, here)
    for there in scan(g.grid.around(1 << here) & danger & ~g.held[side]):
        if holders(g, other, there) & mine:
            same |= 1 << there
        elif wet(g, here, there) or crosses(g, here, there):
            over |= 1 << there
    rule = "§Zones of Control"
    return (
        Bar(rule, "{hex} and the hex that {unit} leaves are in the zone of the same enemy.", same),
        Bar(rule, "From zone to zone {unit} crosses no river and no line: {hex}.", over),
    )
