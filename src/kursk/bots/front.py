"""The front as a player takes it in at a glance: who stands where, who is next to whom, what is
open. Hexes are the cells of the grid, sets of hexes are ints, strengths are in factors.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property, lru_cache

from kursk.core.hexes import Grid, Hex, Hexes, members, scan
from kursk.core.tables import Receipt, Table

FAR = 99  # farther than any map is wide


@lru_cache(maxsize=4096)
def share(chance: str) -> float:
    """A chance as a receipt says it, as a number."""
    return float(Fraction(chance))


@lru_cache(maxsize=64)
def distances(grid: Grid, goals: Hexes) -> Mapping[Hex, int]:
    """How far every hex is from the nearest of the goals."""
    found: dict[Hex, int] = {}
    for far, layer in enumerate(grid.layers(goals, grid.all)):
        found |= dict.fromkeys(scan(layer), far)
    return found


@lru_cache(maxsize=2048)
def rings(grid: Grid, hex: Hex, most: int) -> list[list[Hex]]:
    """The hexes one step from a hex, two steps, and so forth."""
    return [members(ring) for ring in grid.layers(1 << hex, grid.all, most + 1)[1:]]


def expected(receipt: Receipt, worths: Mapping[str, float]) -> float:
    """The mean worth of a battle; a result that was converted counts as what it became."""
    return sum(
        share(outcome.chance) * worths[outcome.result.rpartition(" ")[2]]
        for outcome in receipt.outcomes
    )


class Prospects:
    """How good a battle looks before anything is known of it but the odds, from 0 to 1.

    The columns of the table are joined by straight lines, so that every factor counts.
    """

    def __init__(self, table: Table, worths: Mapping[str, float]) -> None:
        self.even = table.columns.index("1:1")
        self.columns = [
            sum(float(chance) * worths[result] for result, chance in table.chances(n).items())
            for n in range(len(table.columns))
        ]

    def __call__(self, attack: float, defence: float, shift: int) -> float:
        ratio = attack / max(defence, 1.0)
        steps = ratio - 1 if ratio >= 1 else 1 - 1 / max(ratio, 0.1)
        column = min(max(self.even + steps + shift, 0.0), len(self.columns) - 1.0)
        low = min(int(column), len(self.columns) - 2)
        part = column - low
        return max(0.0, (1 - part) * self.columns[low] + part * self.columns[low + 1])


class Front:
    """Both sides' strengths by hex, as one side knows or guesses them."""

    def __init__(
        self, grid: Grid, own: dict[Hex, float], foe: dict[Hex, float], reach: tuple[float, ...]
    ) -> None:
        self.grid, self.own, self.foe = grid, own, foe
        self.reach = reach  # what a unit counts for at distance 1, 2, …
        self.held: Hexes = sum(1 << hex for hex in own)
        self.foes: Hexes = sum(1 << hex for hex in foe)
        self.foe_zone = grid.around(self.foes)
        self.reached = self.foe_zone | self.foes  # by the enemy as he stands

    @cached_property
    def near(self) -> Mapping[Hex, int]:
        """How far every hex is from the nearest enemy."""
        return distances(self.grid, self.foes)

    @cached_property
    def pressure(self) -> dict[Hex, float]:
        """What the enemy can bring to bear on each hex: his neighbours, and those behind."""
        found: dict[Hex, float] = {}
        for hex, strength in self.foe.items():
            for share, ring in zip(
                self.reach, rings(self.grid, hex, len(self.reach)), strict=False
            ):
                felt = share * strength
                for there in ring:
                    found[there] = found.get(there, 0.0) + felt
        return found

    @cached_property
    def weight(self) -> dict[Hex, float]:
        """What stands next to each enemy hex already."""
        return {
            target: sum(self.own[hex] for hex in scan(self.grid.around(1 << target) & self.held))
            for target in self.foe
        }

    def raids(self, held: Hexes, steps: int) -> list[Hexes]:
        """Where the enemy gets to without meeting a zone, step by step, if this is where one's
        own units stand.
        """
        through = self.grid.all & ~(held | self.grid.around(held))
        return self.grid.layers(self.reached, through, steps)

    def starved(self, held: Hexes, sources: Hexes, barred: Hexes = 0) -> Hexes:
        """The enemies cut off from their sources, if this is where one's own units stand."""
        through = self.grid.all & ~(held | barred | self.grid.around(held) & ~self.foes)
        return self.foes & ~self.grid.flood(sources, through)

    def supplied(self, held: Hexes, sources: Hexes, barred: Hexes = 0) -> Hexes:
        """Where own units can draw on the sources: not past enemies, nor through their zones
        unless a friend stands there.
        """
        through = self.grid.all & ~(self.foes | barred | self.foe_zone & ~held)
        linked = self.grid.flood(sources, through)
        return linked | self.grid.around(linked)
