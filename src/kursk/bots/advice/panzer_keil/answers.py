"""Panzer Keil: what is asked in the midst of a battle: air, losses, retreats."""

from kursk.bots.advice.panzer_keil.battles import Battles
from kursk.bots.front import expected
from kursk.core.hexes import Hex, scan


class Answers(Battles):
    def flight(self, order: str) -> float:
        """A6.2: how much better the battle becomes."""
        receipt, passing = self.seat.receipt(order), self.seat.receipt("pass")
        if order == "pass" or receipt is None or passing is None:
            return 0.0
        target = self.pieces[passing.defence[0].label].hex
        force = [self.pieces[line.label] for line in passing.attack]
        worths = self.results(target, force, self.front.held)
        change = expected(receipt, worths) - expected(passing, worths)
        return (change if force[0].side == self.side else -change) + self.weights["air"]

    def exchange(self, ids: list[str]) -> float:
        """9.6: who is given up; the target is what all who are offered stand next to."""
        among = {id for order in self.seat.orders() for id in order.split()[1].split(",")}
        force = [self.pieces[id] for id in among]
        loss = -sum(self.pieces[id].loss for id in ids)
        targets = self.front.foes
        for piece in force:
            targets &= self.grid.around(1 << piece.hex)
        if not targets or force[0].hex in self.front.foe:
            return loss
        best = max(self.bargain(target, force) for target in scan(targets))[1]
        return loss + 100.0 * (set(ids) == set(best))

    def retreat(self, ids: list[str], way: list[Hex]) -> float:
        """One's own to where they do most good, the enemy's to where they do least."""
        group, end = [self.pieces[id] for id in ids], way[-1]
        if group[0].side == self.side:
            return sum(self.gain(piece, way) for piece in group) + 0.01 * len(group)
        helped = -self.cover(end, self.other) + 0.1 * (end in self.front.foe)
        toll = -self.weights["points"] * self.worth.get(end, 0)
        return (0.3 * self.far(end) - helped + toll) * len(group)
