"""§Recovery: who recovers from disruption, and when; never without supply."""

from kursk.core.hexes import Hexes
from kursk.core.state import units
from kursk.games.coatney_kursk.allocation import attacked
from kursk.games.coatney_kursk.state import GERMAN, RUSSIAN, State, bits, has, recover
from kursk.games.coatney_kursk.supply import in_supply


def down(g: State, side: str) -> list[int]:
    return [unit for unit in g.on_map(side) if g.disrupted >> unit & 1]


def before_combat(g: State) -> None:
    """§Sequence G3: Russians who are no Guards, unless they are being attacked again."""
    g.attacked |= attacked_again(g)
    for unit in down(g, RUSSIAN):
        waits = g.attacked >> unit & 1 or has(g, unit, "guards")
        if not waits and in_supply(g, unit):
            recover(g, unit, "§Recovery")


def attacked_again(g: State) -> int:
    """§Recovery: disrupted Russians, no Guards, on whom an attack is allocated."""
    hexes = attacked(g)
    found = [unit for unit in down(g, RUSSIAN) if hexes >> g.at[unit] & 1]
    return bits([unit for unit in found if not has(g, unit, "guards")])


def spared(g: State, hexes: Hexes) -> None:
    """§Sequence G4: who is not attacked after all recovers now, as step G3 would have had it."""
    for unit in units(g.attacked):
        if hexes >> g.at[unit] & 1:
            g.attacked &= ~(1 << unit)
            if in_supply(g, unit):
                recover(g, unit, "§Recovery")


def germans(g: State) -> None:
    """§Sequence G8: all Germans in supply."""
    for unit in down(g, GERMAN):
        if in_supply(g, unit):
            recover(g, unit, "§Recovery")


def guards(g: State) -> None:
    """§Sequence R8: the Guards in supply."""
    for unit in down(g, RUSSIAN):
        if has(g, unit, "guards") and in_supply(g, unit):
            recover(g, unit, "§Recovery")
