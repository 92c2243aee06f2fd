"""Kursk (1980): choose where to press, mass there, spare steps, and wake reserves in time.

A point of victory counts one; everything else is measured by that.
"""

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property

from kursk.bots import greedy
from kursk.bots.front import distances
from kursk.bots.greedy import Scores
from kursk.bots.seat import Seat
from kursk.core.hexes import Hex, Hexes, scan
from kursk.core.paths import Reach
from kursk.core.tables import Receipt
from kursk.core.view import Seen
from kursk.games.spi_kursk.ground import CHART
from kursk.games.spi_kursk.state import GERMAN, SOVIET, foe
from kursk.games.spi_kursk.tables import OBJECTIVES, SCENARIOS, TERRAIN

WEIGHTS = {
    "hit": 0.55,  # a number that the defender has to pay
    "cost": 0.38,  # one that the attacker has to pay, for a side that is not winning
    "dear": 0.55,  # and for one that is
    "ground": 0.7,  # a hex that is emptied
    "objective": 0.5,  # of what an objective is worth, when its hex is emptied
    "effort": 0.004,  # a point of Attack Strength bound in an attack
    "commit": 0.05,  # guns, points and air are not spent for nothing
    "march": 0.3,  # a hex nearer to a goal
    "contact": 1.6,  # to stand next to an enemy who can be attacked
    "danger": 0.09,  # a point of enemy strength next to a hex
    "cover": 0.25,  # a column of cover
    "step": 1.0,  # a step that a retreat saves
    "driven": 0.6,  # a hex given up
    "disrupted": 0.7,
    "hold": 0.4,  # of the worth of an objective that a retreat gives up
}
PRESS, WAIT = 0.7, 1.6  # strength for each enemy step at which a side attacks: behind, ahead
WON = 10  # 18.42: points that make a victory
NEAR, LOCAL = 8, 3  # hexes
NUMBERS = re.compile(r"attacker (\d|–), defender (\d|–)")


def expected(receipt: Receipt) -> tuple[float, float, float]:
    """What attacker and defender have to pay on average, and how often the defender pays 2."""
    mine = theirs = often = 0.0
    for outcome in receipt.outcomes:
        found = NUMBERS.search(outcome.follows)
        assert found is not None
        a, d = (0 if word == "–" else int(word) for word in found.groups())
        chance = float(Fraction(outcome.chance))
        mine, theirs, often = mine + chance * a, theirs + chance * d, often + chance * (d > 1)
    return mine, theirs, often


class Advice(greedy.Advice):
    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self.view, self.grid, self.board = seat.view, seat.grid, seat.board
        self.side, self.other = seat.side, foe(seat.side)

    def options(self) -> Iterator[Scores]:
        match self.view.phase:
            case "Movement" | "Mechanized Movement":
                yield from self.moves()
            case "First Combat Segment" | "Second Combat Segment":
                yield self.attacks()
                yield {"end": 0.0}
            case "Partisans" | "Set-up":
                yield self.scored(w for w in ("auto", "end") if self.seat.why_not(w) is None)
            case "Organization":
                yield {"end": 0.0}
            case "Command":
                yield self.modes()
                yield {"end": 0.0}
            case _:
                yield self.scored(self.seat.orders())

    def score(self, order: str) -> float:
        match order.split():
            case ["auto"]:
                return 1.0
            case ["activate", hq]:
                return 3.0 - 0.4 * self.near_enemy(hq)
            case ["place", _, name]:
                return 5.0 - 0.05 * self.far[self.grid.find(name)]
            case ["suppress", name, *_]:
                return 0.1 + 0.1 * self.mass(self.grid.find(name), self.other)
            case ["join" | "barrage" | "air", *_]:
                return self.gain(order)
            case ["intercept", number]:
                return 0.1 if number == "4" else 0.0
            case ["retreat", start, *way]:
                return self.retreat(self.seat.where.get(start, start), way)
            case ["lose", id]:
                return self.spare(id)
            case ["advance", id]:
                return -1.0 if "hq" in self.seat.counter(id).flags else 1.0
        return 0.0

    # -- what stands where -----------------------------------------------------------------

    @cached_property
    def held(self) -> dict[str, Hexes]:
        return {side: self.grid.set(self.seat.hexes(side)) for side in (self.side, self.other)}

    def stack(self, hex: Hex) -> tuple[Seen, ...]:
        return self.view.stacks.get(self.grid.name[hex], ())

    def mass(self, hex: Hex, side: str) -> float:
        """The attack strength of a side in a hex; a covered counter counts as a division."""
        return sum(self.strength(seen) for seen in self.stack(hex) if seen.side == side)

    def strength(self, seen: Seen) -> float:
        if not seen.unit:
            return 6.0
        counter = self.seat.counter(seen.unit)
        if counter.type in ("anti-tank", "artillery"):
            return 0.0
        return float(counter.factor(seen.step))

    def steps(self, hex: Hex) -> float:
        found = (self.seat.counter(s.unit).steps - s.step if s.unit else 3 for s in self.stack(hex))
        return float(sum(found))

    def cover(self, hex: Hex) -> int:
        """5.7: columns that the ground gives a defender; entrenchments of any scenario."""
        kinds = (*CHART, "major city", "swamp")
        columns = sum(TERRAIN[k].shift for k in kinds if self.board.hexes[k] >> hex & 1)
        forts = (self.board.hexes["fort german"] | self.board.hexes["fort soviet"]) >> hex & 1
        return -columns + forts

    @cached_property
    def worth(self) -> dict[Hex, int]:
        """18.41: the objectives that are not the side's yet, or that the enemy wants."""
        start = self.board.hexes[SCENARIOS[self.view.tracks["scenario"]].control]
        found = {}
        for goal in OBJECTIVES:
            hex = self.grid.find(goal.hex)
            if (goal.side == SOVIET) == bool(start >> hex & 1):
                found[hex] = goal.points
        return found

    @cached_property
    def goals(self) -> Hexes:
        """What there is to take; and what is one's own and the enemy has come near to."""
        mine = self.grid.set(self.view.control[self.side])
        near = self.held[self.other]
        for _ in range(4):
            near |= self.grid.around(near)
        hexes = 0
        for goal in OBJECTIVES:
            hex = self.grid.find(goal.hex)
            wanted = goal.side == self.side and not mine >> hex & 1
            guarded = goal.side == self.other and mine >> hex & 1 and near >> hex & 1
            if (wanted or guarded) and hex in self.worth:
                hexes |= 1 << hex
        return hexes or self.held[self.other]

    @cached_property
    def far(self) -> Mapping[Hex, int]:
        return distances(self.grid, self.goals)

    @cached_property
    def to_enemy(self) -> Mapping[Hex, int]:
        return distances(self.grid, self.held[self.other])

    def near_enemy(self, id: str) -> int:
        return self.to_enemy.get(self.grid.find(self.seat.where[id]), 99)

    # -- modes -----------------------------------------------------------------------------

    def modes(self) -> Scores:
        """10.11: for each headquarters the mode that suits the strength round its units."""
        scores: Scores = {}
        for hq, units in self.commands.items():
            wanted = self.wanted(hq, units)
            if wanted not in self.seat.seen[hq].marks and "reserve" not in self.seat.seen[hq].marks:
                scores[f"mode {hq} {wanted}"] = 1.0
        return scores

    @cached_property
    def commands(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for id, seen in self.seat.seen.items():
            if seen.side != self.side:
                continue
            counter = self.seat.counter(id)
            if "hq" in counter.flags:
                found.setdefault(id, [])
            elif hq := self.view.tracks["attached"].get(id) or counter.more.get("hq"):
                found.setdefault(hq, []).append(id)
        return {hq: units for hq, units in found.items() if hq in self.seat.where}

    def wanted(self, hq: str, units: list[str]) -> str:
        near = [id for id in units if self.near_enemy(id) <= LOCAL]
        if not near:
            return "mobile"
        mine = sum(self.strength(self.seat.seen[id]) for id in near)
        enemies = 0
        for id in near:
            enemies |= self.grid.around(1 << self.grid.find(self.seat.where[id]))
        against = sum(
            self.steps(hex) + self.cover(hex) for hex in scan(enemies & self.held[self.other])
        )
        fast = sum("mech" in self.seat.counter(id).flags for id in units) * 2 >= len(units)
        if not against:
            return "mobile" if fast else "static"
        if mine < (WAIT if self.ahead else PRESS) * against:
            return "static"
        return "mobile" if fast and any(self.near_enemy(id) > 1 for id in near) else "assault"

    @cached_property
    def ahead(self) -> bool:
        """18.42: would the side win if the game ended now?"""
        balance: int = self.view.tracks["balance"]
        return (balance if self.side == GERMAN else -balance) >= WON

    @cached_property
    def cost(self) -> float:
        return WEIGHTS["dear" if self.ahead else "cost"]

    # -- movement --------------------------------------------------------------------------

    def moves(self) -> Iterator[Scores]:
        yield from self.each(self.seat.able(), self.ways)
        yield {"end": 0.0}

    def ways(self, id: str) -> Scores:
        """What is worth doing for a unit: to overrun, else to go where it is better."""
        seen, here = self.seat.seen[id], self.grid.find(self.seat.where[id])
        counter = self.seat.counter(id)
        fast = counter.type in ("armour", "mech infantry", "heavy armour")
        near = self.grid.around(1 << here) & self.held[self.other]
        if fast and near and "mobile" in seen.marks:
            scores = self.overruns(id)
            if max(scores.values(), default=0.0) > 0:
                return scores
        if "static" in seen.marks or "moved" in seen.marks:
            return {}
        if self.to_enemy.get(here, 99) <= 1 and counter.type != "headquarters":
            return {}
        if "move" in (reach := self.seat.reach(id)):
            return self.best_move(id, here, reach["move"].hexes, reach)
        return {}

    def overruns(self, id: str) -> Scores:
        scores: Scores = {}
        for order in self.seat.orders(id):
            if order.startswith("overrun "):
                receipt = self.seat.receipt(order)
                target = self.grid.find(order.split()[2])
                scores[order] = self.battle(receipt, target) - 0.5 if receipt else 0.4
        return scores

    def best_move(self, id: str, here: Hex, hexes: Hexes, reach: dict[str, Reach]) -> Scores:
        stay = self.place(id, here)
        best, top = here, stay + 0.25
        for hex in scan(hexes):
            if (value := self.place(id, hex)) > top:
                best, top = hex, value
        if best == here:
            return {}
        way = " ".join(self.grid.name[step] for step in reach["move"].path(best))
        return {f"move {id} {way}": top - stay}

    def place(self, id: str, hex: Hex) -> float:
        """What it is worth to have a unit in a hex."""
        counter, away = self.seat.counter(id), self.to_enemy.get(hex, 99)
        if "hq" in counter.flags:
            units = self.commands.get(id, [])
            spread = [self.grid.distance(hex, self.grid.find(self.seat.where[u])) for u in units]
            return -0.4 * max(spread, default=0) - (5.0 if away <= 1 else 0.8 if away == 2 else 0)
        if counter.type in ("anti-tank", "artillery"):
            friends = any(seen.unit != id for seen in self.stack(hex) if seen.side == self.side)
            return -0.3 * away + 2.0 * friends - (4.0 if away <= 1 and not friends else 0.0)
        value = -WEIGHTS["march"] * self.far.get(hex, 99) + WEIGHTS["cover"] * self.cover(hex)
        if hex in self.worth and self.goals >> hex & 1:
            value += 0.3 * self.worth[hex]
        around = self.grid.around(1 << hex)
        if foes := around & self.held[self.other]:
            mine = sum(self.mass(near, self.side) for near in scan(around)) + counter.factor(0)
            weakest = min(self.steps(foe) + self.cover(foe) for foe in scan(foes))
            value += WEIGHTS["contact"] * (mine >= weakest)
            value -= WEIGHTS["danger"] * max(
                0.0, sum(self.mass(f, self.other) for f in scan(foes)) - 12
            )
        return value

    # -- combat ----------------------------------------------------------------------------

    def attacks(self) -> Scores:
        scores: Scores = {}
        able = self.seat.able()
        near: Hexes = 0
        for id in able:
            near |= self.grid.around(1 << self.grid.find(self.seat.where[id]))
        for target in scan(near & self.held[self.other]):
            menu = list(self.seat.orders(self.grid.name[target]))
            menu.sort(key=lambda order: (-order.count(","), order))
            for order in menu[:6]:
                if receipt := self.seat.receipt(order):
                    effort = WEIGHTS["effort"] * float(receipt.totals[0])
                    scores[order] = self.battle(receipt, target) - effort
        return scores

    def battle(self, receipt: Receipt, target: Hex) -> float:
        """The mean worth of a battle for the attacker."""
        mine, theirs, often = expected(receipt)
        left = self.steps(target)
        won = often if left <= 2 or theirs >= left else 0.5 * often
        worth = WEIGHTS["ground"] + WEIGHTS["objective"] * self.worth.get(target, 0)
        return WEIGHTS["hit"] * min(theirs, left) - self.cost * mine + won * worth

    def gain(self, order: str) -> float:
        """What a commitment adds to the combat in hand, for either side."""
        without, with_ = self.seat.receipt("fight"), self.seat.receipt(order)
        if without is None or with_ is None:
            return 0.0
        a, b, _ = expected(without)
        c, d, _ = expected(with_)
        better = WEIGHTS["hit"] * (d - b) - self.cost * (c - a)
        defending = without.defence[0].label in self.seat.seen and (
            self.seat.seen[without.defence[0].label].side == self.side
        )
        return (-better if defending else better) - WEIGHTS["commit"]

    def retreat(self, start: str, way: list[str]) -> float:
        """9.51: steps are saved by hexes; objectives are held while there are steps."""
        here, end = self.grid.find(start), self.grid.find(way[-1])
        value = WEIGHTS["step"] * len(way) - WEIGHTS["driven"]
        value -= WEIGHTS["disrupted"] * (len(way) > 1)
        value -= WEIGHTS["hold"] * self.worth.get(here, 0)
        guns = ("anti-tank", "artillery")
        value -= sum(
            s.unit != "" and self.seat.counter(s.unit).type in guns for s in self.stack(here)
        )
        return value + 0.05 * self.to_enemy.get(end, 0) + 0.1 * self.cover(end)

    def spare(self, id: str) -> float:
        """9.52: steps of those who have many of them first, headquarters last."""
        counter = self.seat.counter(id)
        left = counter.steps - self.seat.seen[id].step
        if "hq" in counter.flags:
            return -9.0
        return 1.0 - 0.05 * counter.factor(0) - (2.0 if left == 1 else 0.0)
