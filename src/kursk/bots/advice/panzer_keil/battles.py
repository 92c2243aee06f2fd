"""Panzer Keil, the combat phase: what a battle is worth, and with whom to fight it."""

from collections.abc import Iterator

from kursk.bots.advice.panzer_keil.assault import escapes
from kursk.bots.advice.panzer_keil.ground import Ground
from kursk.bots.front import expected
from kursk.bots.general import BEST, Piece, remembered
from kursk.bots.greedy import Scores
from kursk.core.hexes import Hex, Hexes, scan
from kursk.core.tables import Receipt


class Battles(Ground):
    def attacks(self) -> Scores:
        """Against the hexes that look best: all that can, stack by stack, and wedges."""
        fought = self.grid.set(self.view.tracks["fought"])
        found = []
        for target in scan(self.front.foes & ~fought):
            shift = self.cover(target, self.other) + 1
            if self.weight[target]:
                guess = self.prospect(self.weight[target], self.front.foe[target], shift)
                found.append((guess * self.stake(target), target))
        scores: Scores = {}
        for _, target in sorted(found, reverse=True)[: 2 * BEST]:
            scores |= self.battles(target)
        return scores

    def battles(self, target: Hex) -> Scores:
        scores: Scores = {}
        for order in self.orders_against(target):
            if order not in scores and (receipt := self.seat.receipt(order)):
                scores[order] = self.battle(receipt, target, order.split()[3].split(","))
        return scores

    def orders_against(self, target: Hex) -> Iterator[str]:
        """What is offered, and of each army group or front the strongest few."""
        name = self.grid.name[target]
        offered = list(self.seat.orders(name))
        yield from offered
        whole = [o for o in offered if o.count(",") > 1 and " keil " not in o]
        for order in whole:
            ids = sorted(order.split()[3].split(","), key=lambda id: (-self.punch(id), id))
            for count in range(2, len(ids)):
                few = f"attack {name} with {','.join(ids[:count])}"
                if self.seat.why_not(few) is None:
                    yield few

    def battle(self, receipt: Receipt, target: Hex, ids: list[str]) -> float:
        """The mean worth of a battle for the attacker."""
        force = [self.pieces[id] for id in ids]
        return expected(receipt, self.results(target, force, self.front.held)) + self.strain(force)

    def results(self, target: Hex, force: list[Piece], held: Hexes) -> dict[str, float]:
        """What each result is worth to the attacker of a hex, if he stands so round it."""
        stack = [self.pieces[seen.unit] for seen in self.view.stacks[self.grid.name[target]]]
        lost, cheap = sorted(p.loss for p in stack), sorted(p.loss for p in force)
        shaken = self.weights["disrupted"] * len(force)
        struck = self.weights["disrupted"] * len(stack)
        ground = self.weights["ground"] * self.nearness(target)
        ground += self.weights["freed"] * self.freed(target)
        ground += self.weights["held"] * self.worth.get(target, 0)
        free = escapes(self.grid, target, held | self.grid.around(held))
        one, two = sum(lost[: 1 - min(free, 1)]), sum(lost[: 2 - free])
        return {
            "AL2": -sum(cheap[:2]) - shaken,
            "AL": -cheap[0] - shaken,
            "A2D": -shaken - 0.3,
            "A1D": -shaken,
            "A2": -0.5,
            "A1": -0.3,
            "C": 0.0,
            "EX": self.bargain(target, force)[0],
            "D1": ground + one,
            "D2": 1.3 * ground + two,
            "D1D": ground + struck + one,
            "D2D": 1.3 * ground + struck + two,
            "DL": 1.3 * ground + struck + sum(lost[: 3 - free]),
            "DL2": 1.3 * ground + struck + sum(lost[: 4 - free]),
        }

    @remembered
    def nearness(self, target: Hex) -> float:
        """Ground on the way to a goal is worth more than elsewhere."""
        return min(max(1.3 - 0.1 * self.far(target), 0.3), 1.5)

    def bargain(self, target: Hex, force: list[Piece]) -> tuple[float, list[str]]:
        """9.6: what an exchange brings: the cheapest who outweigh the defenders, or just one."""
        stack = [self.pieces[seen.unit] for seen in self.view.stacks[self.grid.name[target]]]
        against, price, given = self.strength(self.grid.name[target]), 0, list[Piece]()
        for piece in sorted(force, key=lambda p: (p.loss / max(self.punch(p.id), 1), p.id)):
            if price < against:
                given.append(piece)
                price += self.punch(piece.id)
        least = min(force, key=lambda p: (p.loss, p.id))
        gain = sum(p.loss for p in stack) + self.weights["ground"] - sum(p.loss for p in given)
        if price < against or gain < -least.loss:
            return -least.loss, [least.id]
        return gain, [p.id for p in given]

    def strain(self, force: list[Piece]) -> float:
        tanks = sum(p.drive == self.weights["drive"] and "attacked" not in p.marks for p in force)
        effort = self.weights["effort"] * sum(self.punch(p.id) for p in force)
        return effort + self.weights["tired"] * tanks
