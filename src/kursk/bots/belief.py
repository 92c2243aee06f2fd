"""What a side believes of counters that it cannot see: worlds are drawn from what it knows."""

import random
import statistics

from kursk.bots.seat import Seat
from kursk.bots.thoughts import Belief

WORLDS = 12  # that are drawn
FEW = 12  # stacks that are told, the strongest first


def beliefs(seat: Seat, seed: str) -> tuple[Belief, ...]:
    """For each hex with covered enemies: how strong they may be."""
    covered = {
        hex: sum(not seen.unit for seen in stack)
        for hex, stack in seat.view.stacks.items()
        if stack[0].side != seat.side and not all(seen.unit for seen in stack)
    }
    if not covered:
        return ()
    known = set(seat.where)
    worlds = [seat.world(random.Random(f"{seed} belief {n}")).g for n in range(WORLDS)]
    found = []
    for hex, counters in covered.items():
        cell = seat.grid.cell[hex]
        factors = [
            sum(g.factor(unit) for unit in g.piles.get(cell, ()) if g.unit(unit).id not in known)
            for g in worlds
        ]
        mean = statistics.fmean(factors)
        found.append(Belief(hex, counters, round(mean, 1), min(factors), max(factors)))
    return tuple(sorted(found, key=lambda one: (-one.factors, one.hex))[:FEW])
