"""Panzer Keil, support attacks: the guns fire first at what is to be attacked."""

from kursk.bots.advice.panzer_keil.plan import Plan
from kursk.bots.advice.panzer_keil.weights import AIMED
from kursk.bots.front import expected
from kursk.bots.greedy import Scores
from kursk.core.hexes import Hex, scan


class Guns(Plan):
    def shelling(self) -> Scores:
        """7.2: as many points as can be, first on what is to be attacked, then where a disrupted
        defender would help most.
        """
        best: dict[str, str] = {}
        for order in self.seat.orders():
            if order != "end" and self.steady(self.grid.find(order.split()[1])):
                key = " ".join(order.split()[1:3])
                if key not in best or _shots(order) > _shots(best[key]):
                    best[key] = order
        found = {}
        for order in best.values():
            target = self.grid.find(order.split()[1])
            receipt = self.seat.receipt(order)
            if receipt is not None:
                hits = expected(receipt, {"-": 0.0, "D": 1.0, "1D": 1.2})
                aimed = self.aims.get(target, 0.0)
                found[order] = hits * (AIMED + aimed if aimed else self.softened(target))
        return {order: worth for order, worth in found.items() if worth > 0.05}

    def steady(self, target: Hex) -> bool:
        """Is anybody there whom guns could still disrupt?"""
        stack = self.view.stacks[self.grid.name[target]]
        return any(self.pieces[seen.unit].fights for seen in stack)

    def softened(self, target: Hex) -> float:
        """How much better a battle is against half the defence."""
        against, shift = self.front.foe[target], self.cover(target, self.other)
        near = self.weight[target] + 0.5 * self.gathering(target)
        less, more = (self.prospect(near, part, shift) for part in (against, against / 2))
        return self.stake(target) * (more - less) + self.weights["shaken"] * more

    def gathering(self, target: Hex) -> float:
        """The attack that can still come up to a hex: mechanized units two or three hexes away."""
        ring = self.grid.within(target, 3) & ~self.grid.within(target, 1) & self.front.held
        return float(
            sum(
                self.punch(seen.unit)
                for hex in scan(ring)
                for seen in self.view.stacks[self.grid.name[hex]]
                if self.pieces[seen.unit].drive == self.weights["drive"]
            )
        )


def _shots(order: str) -> tuple[int, bool]:
    words = order.split()
    return int(words[3]), len(words) > 4
