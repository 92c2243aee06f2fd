"""Skirmish: go for the towns, stand together, attack at good odds."""

from fractions import Fraction

from kursk.bots import greedy
from kursk.bots.seat import Seat
from kursk.core.tables import Receipt

WORTH = {"DE": 3.0, "DR": 1.5, "EX": 0.2, "NE": 0.0, "AL": -1.5}


class Advice(greedy.Advice):
    mixes = True  # 2.1: press or hold, unseen

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self.grid = seat.grid
        self.foe = next(side for side in ("blue", "red") if side != seat.side)
        mine = set(seat.view.control[seat.side])
        towns = [seat.grid.name[p.hex] for p in seat.board.places.values() if p.kind == "town"]
        self.goals = [town for town in towns if town not in mine] or towns
        self.enemies = seat.hexes(self.foe)

    def openings(self) -> list[str]:
        orders = self.seat.orders()
        return list(orders) if "press" in orders else []

    def score(self, order: str) -> float:
        match order.split():
            case ["move", unit, *way]:
                here = self.seat.where[unit]
                return self.place(unit, way[-1]) - self.place(unit, here)
            case ["attack", *_]:
                receipt = self.seat.receipt(order)
                return expected(receipt) if receipt else -1.0
            case ["press"]:
                return 0.1 if self.ahead() >= 0 else -0.1
            case ["lose", unit]:
                return -float(self.seat.counter(unit).factor(self.seat.seen[unit].step))
            case ["stand"]:
                return 0.1
            case ["retreat", unit, hex]:
                return self.place(unit, hex)
            case ["advance", _]:
                return 0.5
        return 0.0

    def distance(self, a: str, b: str) -> int:
        return self.grid.distance(self.grid.find(a), self.grid.find(b))

    def place(self, unit: str, hex: str) -> float:
        """What it is worth to have a unit in a hex: near the next town, beside an enemy."""
        near = min((self.distance(hex, goal) for goal in self.goals), default=0)
        enemy = min((self.distance(hex, other) for other in self.enemies), default=9)
        shelter = bool(self.seat.board.hexes["town"] >> self.grid.find(hex) & 1)
        strong = self.seat.counter(unit).factor(self.seat.seen[unit].step) > 1
        return -near + shelter + (0.5 if enemy == 1 and strong else 0.0)

    def ahead(self) -> int:
        mine, theirs = (len(self.seat.hexes(side)) for side in (self.seat.side, self.foe))
        return mine - theirs


def expected(receipt: Receipt) -> float:
    """The mean worth of a battle's outcomes."""
    return sum(float(Fraction(o.chance)) * WORTH[o.result] for o in receipt.outcomes)
