"""Template: go for the towns, attack where it pays."""

from fractions import Fraction

from kursk.bots import greedy

WORTH = {"DL": 1.0, "EX": 0.1, "NE": 0.0, "AL": -1.0}


class Advice(greedy.Advice):
    def score(self, order: str) -> float:
        match order.split():
            case ["move", unit, *way]:
                return self.far(self.seat.where[unit]) - self.far(way[-1])
            case ["attack", *_] if odds := self.seat.receipt(order):
                return sum(
                    float(Fraction(each.chance)) * WORTH[each.result] for each in odds.outcomes
                )
            case ["lose", unit]:
                return -float(self.seat.counter(unit).factor(self.seat.seen[unit].step))
            case ["advance", _]:
                return 0.5
        return 0.0

    def far(self, hex: str) -> int:
        """The way to the next town that the side does not control; whoever has one stays."""
        grid, mine = self.seat.grid, self.seat.view.control[self.seat.side]
        towns = {grid.name[place.hex] for place in self.seat.board.places.values()}
        ways = [grid.distance(grid.find(hex), grid.find(town)) for town in towns.difference(mine)]
        return 0 if hex in towns else min(ways, default=0)
