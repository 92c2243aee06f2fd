"""§Recovery: who recovers from disruption, and when; never without supply."""

from kursk.games.coatney_kursk.allocation import attacked
from kursk.games.coatney_kursk.state import GERMAN, RUSSIAN, State, has, recover
from kursk.games.coatney_kursk.supply import in_supply


def down(g: State, side: str) -> list[int]:
    return [unit for unit in g.on_map(side) if g.disrupted >> unit & 1]


def before_combat(g: State) -> None:
    """§Sequence G3: Russians who are no Guards, unless they are being attacked again."""
    hexes = attacked(g)
    for unit in down(g, RUSSIAN):
        if has(g, unit, "guards"):
            continue
        if hexes >> g.at[unit] & 1:
            g.attacked |= 1 << unit
        elif in_supply(g, unit):
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
