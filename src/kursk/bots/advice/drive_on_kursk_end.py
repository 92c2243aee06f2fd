"""Drive on Kursk, 6.9: who is out of supply at the end is removed, and his hex is lost.

So long before the end it matters who will be: a city in a pocket falls without a battle. Here is
what a line is worth for that, to both sides.
"""

from collections.abc import Mapping

import msgspec

from kursk.bots.front import Front
from kursk.core.hexes import Hex, Hexes, scan

LOST = (0.0, 0.55, 0.75, 0.88)  # of what is at stake, if so many links are missing in the chain
USUAL = 2.0  # the points of a stack that has just come to a hex


class Fate(msgspec.Struct):
    """What the end would bring, as things stand. Sources and what bars the way to them go by
    side; at stake is what each stack is worth, its hex included.
    """

    front: Front
    own: Mapping[Hex, float]
    foe: Mapping[Hex, float]
    supply: tuple[Hexes, Hexes]
    enemy_supply: tuple[Hexes, Hexes]
    fed: Hexes = 0  # Lgov, as long as it feeds its garrison

    def doomed(self, held: Hexes) -> float:
        """What one's own stacks will lose: all that is at stake where they are cut off, and less
        where few links of the chain are missing, so that it pays to add one.
        """
        grid, front = self.front.grid, self.front
        sources, barred = self.supply
        free = grid.all & ~front.foes & ~barred
        through = free & ~(front.foe_zone & ~held) | self.fed & held
        linked, left, value = grid.flood(sources | self.fed & held, through), held, 0.0
        for share in LOST:
            value += share * sum([self.own.get(hex, USUAL) for hex in scan(left & linked)])
            left &= ~linked
            if not left:
                return value
            linked |= grid.around(linked) & free
            linked = grid.flood(linked, through | linked)
        return value + sum([self.own.get(hex, USUAL) for hex in scan(left)])

    def starved(self, held: Hexes) -> float:
        """What the enemy's stacks that are cut off are worth."""
        gone = self.front.starved(held, *self.enemy_supply) & ~self.fed
        return sum([self.foe[hex] for hex in scan(gone)])

    def relief(self, target: Hex) -> float:
        """What is saved if the enemy is thrown out of a hex and one's own go there."""
        front = self.front
        foe = {hex: strength for hex, strength in front.foe.items() if hex != target}
        after = Front(front.grid, front.own, foe, front.reach)
        held = front.held | 1 << target
        then = Fate(after, {**self.own, target: 0.0}, self.foe, *self._ways())
        return self.doomed(front.held) - then.doomed(held)

    def _ways(self) -> tuple[tuple[Hexes, Hexes], tuple[Hexes, Hexes], Hexes]:
        return self.supply, self.enemy_supply, self.fed
