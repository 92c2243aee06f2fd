"""5.1, A4.0: stacking."""

from collections.abc import Iterable
from functools import lru_cache

from kursk.core.counters import Roster, Unit
from kursk.core.hexes import Hex, Hexes
from kursk.core.state import derived
from kursk.games.panzer_keil.state import State
from kursk.games.panzer_keil.tables import SIZES

LIMIT = SIZES["limit"]


@lru_cache(16)
def sizes(roster: Roster) -> tuple[int, ...]:
    """A4.0: a division or corps is two, a battalion nothing, anything else one."""
    return tuple(SIZES.get(unit.size, 0) for unit in roster)


def size(g: State, unit: Unit) -> int:
    return sizes(g.roster)[unit]


def load(g: State, hex: Hex) -> int:
    """2.2.2, 5.1.2: what stands in a hex; markers do not count, nor which side lies up."""
    size = sizes(g.roster)
    return sum([size[unit] for unit in g.pile(hex)])


def fits(g: State, group: Iterable[Unit], hex: Hex) -> bool:
    """5.1.1: is there room in a hex for these, who are not there yet?"""
    coming = sum(size(g, unit) for unit in group if g.at[unit] != hex)
    return not coming or load(g, hex) + coming <= LIMIT


@derived
def loads(g: State) -> dict[Hex, int]:
    return {hex: load(g, hex) for hex in g.piles}


def full_for(g: State, side: str, room: int) -> Hexes:
    """5.1.1: the hexes of a side that have not so much room."""
    if not room:
        return 0
    return sum(
        1 << hex
        for hex, taken in loads(g).items()
        if taken + room > LIMIT and g.side_of(g.piles[hex][0]) == side
    )


def overfull(g: State, side: str) -> list[Hex]:
    """5.1.3: the hexes of a side that break the limit."""
    return [
        hex
        for hex, taken in sorted(loads(g).items())
        if taken > LIMIT and g.side_of(g.piles[hex][0]) == side
    ]
