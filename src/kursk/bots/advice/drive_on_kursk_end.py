"""Drive on Kursk, 6.9: who is out of supply at the end is removed, and his hex is lost.

So long before the end it matters who will be: a city in a pocket falls without a battle. Here is
what a line is worth for that, to both sides.
"""

from collections.abc import Mapping

import msgspec

from kursk.bots.front import Front
from kursk.core.hexes import Hex, Hexes, members

LOST = (0.55, 0.75, 0.88)  # of what is at stake, if one link is missing in the chain, two, three
USUAL = 2.0  # the points of a stack that has just come to a hex


class Fate(msgspec.Struct):
    """What the end would bring, as things stand. At stake is what each stack is worth, its hex
    included.
    """

    front: Front
    own: Mapping[Hex, float]
    foe: Mapping[Hex, float]
    supply: tuple[Hexes, Hexes]  # its sources, and what bars the way to them
    fed: Hexes = 0  # Lgov, as long as it feeds its garrison
    links: dict[Hexes, Hexes] = {}  # where supply comes to, by the chain
    lost: dict[tuple[Hexes, Hexes], float] = {}  # and by who is not part of it

    def doomed(self, held: Hexes) -> float:
        """What one's own stacks will lose: all that is at stake where they are cut off, and less
        where few links of the chain are missing, so that it pays to add one.
        """
        chain = held & (self.front.foe_zone | self.fed)  # elsewhere it needs nobody
        if chain not in self.links:
            sources = self.supply[0] | self.fed & chain
            self.links[chain] = self.front.grid.flood(sources, self.through(chain))
        cut_off = held & ~self.links[chain]
        if not cut_off:
            return 0.0
        if (chain, cut_off) not in self.lost:
            self.lost[chain, cut_off] = self.missing(chain, cut_off)
        return self.lost[chain, cut_off]

    @property
    def free(self) -> Hexes:
        """Where supply could come through, were there no zones."""
        return self.front.grid.all & ~(self.front.foes | self.supply[1])

    def through(self, chain: Hexes) -> Hexes:
        """Where it does, with a chain through the enemy's zones."""
        return self.free & ~(self.front.foe_zone & ~chain) | self.fed & chain

    def missing(self, chain: Hexes, left: Hexes) -> float:
        """What those will lose who are not part of the chain."""
        grid, free, through = self.front.grid, self.free, self.through(chain)
        linked, value = self.links[chain], 0.0
        for share in LOST:
            linked |= grid.around(linked) & free
            linked = grid.flood(linked, through | linked)
            value += share * sum([self.own.get(hex, USUAL) for hex in members(left & linked)])
            left &= ~linked
            if not left:
                return value
        return value + sum([self.own.get(hex, USUAL) for hex in members(left)])

    def starved(self, gone: Hexes) -> float:
        """What the enemy's stacks that are cut off are worth."""
        return sum([self.foe[hex] for hex in members(gone & ~self.fed)])

    def relief(self, target: Hex) -> float:
        """What is saved if the enemy is thrown out of a hex and one's own go there."""
        front = self.front
        foe = {hex: strength for hex, strength in front.foe.items() if hex != target}
        after = Front(front.grid, front.own, foe, front.reach)
        held = front.held | 1 << target
        then = Fate(after, {**self.own, target: 0.0}, self.foe, self.supply, self.fed)
        return self.doomed(front.held) - then.doomed(held)
