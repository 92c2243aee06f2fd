"""Kursk (1980): choose where to press, mass there, spare steps, and wake reserves in time.

A point of victory counts one; everything else is measured by that.
"""

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from kursk.bots import greedy
from kursk.bots.front import distances
from kursk.bots.general import remembered
from kursk.bots.greedy import Scores
from kursk.bots.seat import Seat
from kursk.core.board import Board
from kursk.core.counters import Counter
from kursk.core.hexes import Hex, Hexes, scan
from kursk.core.paths import Reach
from kursk.core.tables import Receipt
from kursk.core.view import Seen
from kursk.games.spi_kursk.ground import CHART
from kursk.games.spi_kursk.odds import FACES, LAST, numbers
from kursk.games.spi_kursk.stacking import LIMIT
from kursk.games.spi_kursk.state import GERMAN, SOVIET, foe
from kursk.games.spi_kursk.tables import (
    CRT,
    OBJECTIVES,
    SCENARIOS,
    TERRAIN,
    column,
    step_modifier,
)
from kursk.games.spi_kursk.victory import worth

WEIGHTS = {
    "step": 0.1,  # a step, beside its share of the points that the unit is worth
    "hurt": 0.7,  # the attacker's own steps, for a side that is not winning
    "dear": 1.5,  # and for one that is
    "ground": 0.8,  # a hex that is emptied, next to a goal; less farther away
    "objective": 0.5,  # of what an objective is worth, when its hex is emptied
    "gun": 0.4,  # a gun that is caught with the stack
    "effort": 0.004,  # a point of Attack Strength bound in an attack
    "commit": 0.03,  # guns, points and air are not spent for nothing
    "drive": 0.3,  # a hex nearer to a goal
    "attack": 2.0,  # what a unit adds to the best battle that it can join
    "risk": 0.09,  # a point of enemy strength next to a hex
    "cover": 0.25,  # a column of cover
    "driven": 0.3,  # a hex given up
    "disrupted": 0.5,
    "hold": 0.4,  # of the worth of an objective that a retreat gives up
    "leak": 0.5,  # of the worth of an objective that nobody else holds
    "battery": 0.6,  # a stack at the front that a headquarters can give points to
}
JUDGE = {  # what a position promises beyond its points
    "worn": 0.5,  # of the worth of a unit that has lost its steps
    "promise": 0.3,  # of the worth of an objective round which one is the stronger
    "cut off": 0.3,
    "disrupted": 0.1,
}
WON = 10  # 18.42: points that make a victory
NEARBY = 3  # hexes: who is so near to an objective may hold it or take it
LOCAL, WATCH = 3, 7  # hexes: near an enemy; near enough to an objective to threaten it
RAID = 0.1  # the worth of a battle for which a headquarters leaves its Static mode
GARRISON = 6  # steps that hold an objective
EXPOSED = {0: 9.0, 1: 5.0, 2: 1.5, 3: 1.0, 4: 0.4}  # a headquarters, by hexes from an enemy
ESCORT = 8  # the strength of who keeps it safe
UNLIKELY = 0.2  # of what a unit adds to a battle that is not worth fighting yet
PULL = 0.3  # of what a battle is worth, for each that goes there
FALLS_BACK = 1  # hexes that a defender is expected to give
DEEP = 12  # hexes from a goal: ground so far away is worth nothing by itself
SHARE = 0.6  # of a unit's worth that is counted step by step, the rest when it is gone
MOST_LEVELS = 3  # of barrage that are expected
GUNS = ("anti-tank", "artillery")
NUMBERS = re.compile(r"attacker (\d|–), defender (\d|–)")


def expected(receipt: Receipt) -> list[tuple[float, int, int]]:
    """How often attacker and defender have to pay which numbers."""
    found = []
    for outcome in receipt.outcomes:
        told = NUMBERS.search(outcome.follows)
        assert told is not None
        mine, theirs = (0 if word == "–" else int(word) for word in told.groups())
        found.append((float(Fraction(outcome.chance)), mine, theirs))
    return found


class Target(NamedTuple):
    """What is known of an enemy hex."""

    steps: int
    step: float  # what one of them is worth
    whole: float  # what all of it is worth, on top of its steps
    shift: int  # columns
    prize: float  # what the hex is worth
    firm: bool  # an objective is not given up while there are steps

    def result(self, step: float, mine: int, theirs: int) -> float:
        """9.51: what a pair of numbers is worth: the defender falls back and pays the rest."""
        lost = min(max(0, theirs - (0 if self.firm else FALLS_BACK)), self.steps)
        gone = lost >= self.steps
        value = self.step * lost + self.whole * gone
        if gone or theirs and not self.firm:
            value += self.prize * (1.0 if mine < 2 else 0.5)
        return value - step * max(mine - 0.5, 0.0)

    def battle(self, strength: float, levels: int, step: float) -> float:
        """The mean worth of an attack with so much."""
        return mean(self, min(max(column(int(strength)) + self.shift + levels, 0), LAST), step)


@lru_cache(maxsize=8192)
def mean(target: Target, at: int, step: float) -> float:
    """The mean worth of an attack in a column."""
    faces = cells(at, step_modifier(target.steps))
    return sum(target.result(step, *face) for face in faces) / len(faces)


@lru_cache(maxsize=512)
def cells(at: int, die: int) -> tuple[tuple[int, int], ...]:
    """The numbers of the six faces in a column."""
    return tuple(numbers(CRT.result(at, face + die), 0) for face in FACES)


def points(counter: Counter) -> float:
    """18.41: what a unit is worth to its enemy; three rifle divisions make a point."""
    division = counter.side == SOVIET and counter.type == "infantry" and counter.size == "division"
    return 1 / 3 if division else float(worth(counter))


def load(counters: list[Counter]) -> int:
    """7.0: the Stacking Points of a hex."""
    return sum(int(counter.more["stack"]) for counter in counters)


@cache
def covers(board: Board) -> dict[Hex, int]:
    """5.7: columns that the ground gives a defender; entrenchments of any scenario."""
    kinds = [(TERRAIN[kind].shift, board.hexes[kind]) for kind in (*CHART, "major city", "swamp")]
    forts = board.hexes["fort german"] | board.hexes["fort soviet"]
    return {
        hex: (forts >> hex & 1) - sum(shift for shift, hexes in kinds if hexes >> hex & 1)
        for hex in board.grid.name
    }


@cache
def objectives(board: Board, scenario: str) -> dict[Hex, int]:
    """18.41: the objectives of the scenario, and what they are worth."""
    start, found = board.hexes[SCENARIOS[scenario].control], {}
    for goal in OBJECTIVES:
        hex = board.grid.find(goal.hex)
        if (goal.side == SOVIET) == bool(start >> hex & 1):
            found[hex] = goal.points
    return found


def level(counter: Counter) -> tuple[int, int]:
    """13.44: the barrage that a unit brings, and how far."""
    if counter.type == "artillery":
        return int(counter.more.get("level", "0").split()[0]), 1
    return int(counter.more.get("artillery") or 0), 2


class Advice(greedy.Advice):
    weights = WEIGHTS
    judge = JUDGE
    trials = {"captain": (0, 5), "marshal": (0, 15)}
    doctrines = ("bold", "strike", "drive", "spare", "shut")

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self.view, self.grid, self.board = seat.view, seat.grid, seat.board
        self.side, self.other = seat.side, foe(seat.side)
        self.looked: dict[Hex, tuple[object, Scores]] = {}  # at attacks, and what it saw there

    def recall(self, before: greedy.Advice) -> Hexes:
        """What lies in the enemy's lines is known already, as long as he has not stirred; and what
        a battle is worth, where nobody near it has."""
        changed = super().recall(before)
        assert isinstance(before, Advice)
        self.looked = before.looked
        if self.hostile == before.hostile and self.mine == before.mine:
            for known in ("to_enemy", "goals", "far", "targets"):
                if known in before.__dict__:
                    self.__dict__[known] = before.__dict__[known]
        return changed

    def options(self) -> Iterator[Scores]:
        match self.view.phase:
            case "Movement" | "Mechanized Movement":
                yield from self.each(sorted(self.seat.able(), key=self.rank), self.ways)
                yield {"end": 0.0}
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
            case ["lose" | "remove", id]:
                return self.spare(id)
            case ["advance", id]:
                return -1.0 if "hq" in self.seat.counter(id).flags else 1.0
        return 0.0

    # -- what stands where -----------------------------------------------------------------

    @cached_property
    def held(self) -> dict[str, Hexes]:
        return {side: self.grid.set(self.seat.hexes(side)) for side in (self.side, self.other)}

    @cached_property
    def hostile(self) -> dict[str, tuple[Seen, ...]]:
        stacks = self.view.stacks
        return {name: stack for name, stack in stacks.items() if stack[0].side == self.other}

    def stack(self, hex: Hex) -> tuple[Seen, ...]:
        return self.view.stacks.get(self.grid.name[hex], ())

    @cached_property
    def masses(self) -> dict[Hex, float]:
        """The attack strength in each hex; a covered counter counts as a division."""
        cell = self.grid.cell
        return {
            cell[name]: sum(map(self.strength, stack)) for name, stack in self.view.stacks.items()
        }

    def mass(self, hex: Hex, side: str) -> float:
        return self.masses.get(hex, 0.0) if self.held[side] >> hex & 1 else 0.0

    @remembered
    def around(self, hex: Hex, side: str, hexes: int = 1) -> float:
        """The attack strength of a side that is so near to a hex."""
        near = self.grid.within(hex, hexes) & self.held[side]
        return sum(self.masses[there] for there in scan(near))

    def strength(self, seen: Seen) -> float:
        if not seen.unit:
            return 6.0
        counter = self.seat.counter(seen.unit)
        return 0.0 if counter.type in GUNS else float(counter.factor(seen.step))

    def cover(self, hex: Hex) -> int:
        return covers(self.board)[hex]

    @cached_property
    def worth(self) -> dict[Hex, int]:
        return objectives(self.board, self.view.tracks["scenario"])

    @cached_property
    def mine(self) -> Hexes:
        return self.grid.set(self.view.control[self.side])

    @cached_property
    def goals(self) -> Hexes:
        """What there is to take; and what is one's own and the enemy has come near to."""
        hexes = 0
        for hex in self.worth:
            if not self.mine >> hex & 1 or self.to_enemy.get(hex, 99) <= LOCAL:
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

    @cached_property
    def targets(self) -> dict[Hex, Target]:
        return {hex: self.target(hex) for hex in scan(self.held[self.other])}

    def target(self, hex: Hex) -> Target:
        """What an attack on a hex would meet, and what it would bring."""
        steps, worth, guns = 0, 0.0, 0
        for seen in self.stack(hex):
            if not seen.unit:
                steps, worth = steps + 3, worth + 1
                continue
            counter = self.seat.counter(seen.unit)
            guns += counter.type in GUNS
            steps += 0 if counter.type in GUNS else counter.steps - seen.step
            worth += points(counter)
        marks = [seen.marks for seen in self.stack(hex)]
        mode = -all("static" in each for each in marks) + any("disrupted" in each for each in marks)
        near = max(0.0, 1 - self.far.get(hex, 99) / DEEP)
        prize = self.weights["ground"] * near + self.weights["objective"] * self.worth.get(hex, 0)
        steps = max(1, steps)
        return Target(
            steps,
            self.weights["step"] + SHARE * worth / steps,
            (1 - SHARE) * worth + self.weights["gun"] * guns,
            mode - self.cover(hex),
            prize,
            hex in self.worth,
        )

    def levels(self, hex: Hex) -> int:
        """13.44: the barrage that may be brought to bear on a hex."""
        return min(self.barrage.get(hex, 0), MOST_LEVELS)

    @cached_property
    def barrage(self) -> dict[Hex, int]:
        found: dict[Hex, int] = {}
        for id, seen in self.seat.seen.items():
            levels, reach = level(self.seat.counter(id)) if seen.side == self.side else (0, 0)
            if levels:
                near = self.grid.within(self.grid.find(self.seat.where[id]), reach)
                for hex in scan(near & self.held[self.other]):
                    found[hex] = found.get(hex, 0) + levels
        return found

    @cached_property
    def hurt(self) -> float:
        """What a step of one's own is worth in an attack, on average."""
        return self.weights["dear" if self.ahead else "hurt"] * (
            0.4 if self.side == GERMAN else 0.25
        )

    @cached_property
    def ahead(self) -> bool:
        """18.42: would the side win if the game ended now?"""
        balance: int = self.view.tracks["balance"]
        return (balance if self.side == GERMAN else -balance) >= WON

    def features(self) -> dict[str, float]:
        """Steps lost by units that are still there, and who is the stronger round each objective;
        the enemy's misery, less one's own."""
        found = dict.fromkeys(JUDGE, 0.0)
        for stack in self.view.stacks.values():
            sign = -1 if stack[0].side == self.side else 1
            for seen in stack:
                found["cut off"] += sign * bool({"unsupplied", "cutoff"} & set(seen.marks))
                found["disrupted"] += sign * ("disrupted" in seen.marks)
                if seen.unit and seen.step:
                    counter = self.seat.counter(seen.unit)
                    found["worn"] += sign * points(counter) * seen.step / counter.steps
        for hex, value in self.worth.items():
            own, other = (self.around(hex, side, NEARBY) for side in (self.side, self.other))
            share = own / (own + other) if own + other else float(self.mine >> hex & 1)
            found["promise"] += value * (share - (self.mine >> hex & 1))
        return found

    # -- modes -----------------------------------------------------------------------------

    def modes(self) -> Scores:
        """10.11: for each headquarters the mode that suits the strength round its units."""
        scores: Scores = {}
        for hq, units in self.commands.items():
            wanted = self.wanted(units)
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

    def wanted(self, units: list[str]) -> str:
        """10.2: Assault to break in, Mobile to go far, Static to hold."""
        near = [id for id in units if self.near_enemy(id) <= LOCAL]
        if not near:
            return "mobile"
        fast = sum("mech" in self.seat.counter(id).flags for id in units) * 2 >= len(units)
        touching = any(self.near_enemy(id) <= 1 for id in near)
        round_: Hexes = 0
        for id in near:
            round_ |= self.grid.within(self.grid.find(self.seat.where[id]), 2)
        best = max((self.massed[hex] for hex in scan(round_ & self.held[self.other])), default=0.0)
        if best < RAID:
            return "mobile" if fast and not touching else "static"
        return "mobile" if fast and not touching else "assault"

    @cached_property
    def massed(self) -> dict[Hex, float]:
        """The worth of an attack on each enemy hex by all that is near to it."""
        return {
            hex: target.battle(self.around(hex, self.side, 2), self.levels(hex), self.hurt)
            for hex, target in self.targets.items()
        }

    # -- movement --------------------------------------------------------------------------

    def rank(self, id: str) -> int:
        """Those who fight go first, headquarters last."""
        counter = self.seat.counter(id)
        return 2 if "hq" in counter.flags else int(counter.type in GUNS)

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
        if "moved" in seen.marks or "static" in seen.marks and "hq" not in counter.flags:
            return {}
        if self.to_enemy.get(here, 99) <= 1 and "hq" not in counter.flags:
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
                scores[order] = self.battle(receipt, target) if receipt else 0.4
        return scores

    def best_move(self, id: str, here: Hex, hexes: Hexes, reach: dict[str, Reach]) -> Scores:
        stay = self.place(id, here, here)
        best, top = here, stay + 0.25
        for hex in scan(hexes):
            if (value := self.place(id, hex, here)) > top:
                best, top = hex, value
        if best == here:
            return {}
        way = " ".join(self.grid.name[step] for step in reach["move"].path(best))
        return {f"move {id} {way}": top - stay}

    def place(self, id: str, hex: Hex, here: Hex) -> float:
        """What it is worth to have a unit in a hex."""
        counter, away = self.seat.counter(id), self.to_enemy.get(hex, 99)
        if "hq" in counter.flags:
            return self.command_post(id, counter, hex, away)
        if counter.type in GUNS:
            friends = any(seen.unit != id for seen in self.stack(hex) if seen.side == self.side)
            return -0.3 * away + 2.0 * friends - (4.0 if away <= 1 and not friends else 0.0)
        value = -self.weights["drive"] * self.far.get(hex, 99) + self.weights["cover"] * self.cover(
            hex
        )
        if hex in self.worth and not self.guarded(hex, id):
            taken = 0.3 if self.goals >> hex & 1 else 0.0
            near = self.weights["leak"] if self.mine >> hex & 1 and away <= WATCH else 0.0
            value += max(taken, near) * self.worth[hex]
        if away == 1:
            value += self.weights["attack"] * self.adds(id, counter, hex, here)
            enemies = self.around(hex, self.other)
            value -= self.weights["risk"] * max(0.0, enemies - 12)
        return value

    def guarded(self, hex: Hex, id: str) -> bool:
        """Do others hold a hex already, with steps enough?"""
        others = [s.unit for s in self.stack(hex) if s.unit not in ("", id) and s.side == self.side]
        kept = (self.seat.counter(o).steps - self.seat.seen[o].step for o in others)
        return sum(kept) >= GARRISON

    def adds(self, id: str, counter: Counter, hex: Hex, here: Hex) -> float:
        """What a unit adds to the best battle that it can join from a hex."""
        own, best = self.strength(self.seat.seen[id]), 0.0
        for there in scan(self.grid.around(1 << hex) & self.held[self.other]):
            target, levels = self.targets[there], self.levels(there)
            others = self.around(there, self.side) - own * self.grid.touch(here, there)
            more = target.battle(others + own, levels, self.hurt)
            more -= target.battle(others, levels, self.hurt)
            likely = 1.0 if self.massed[there] >= RAID else UNLIKELY
            best = max(best, likely * (more + PULL * max(0.0, self.massed[there])))
        return best

    def command_post(self, id: str, counter: Counter, hex: Hex, away: int) -> float:
        """13.31: near its units, and behind those at the front if it has points to give."""
        units = self.commands.get(id, [])
        spread = [self.grid.distance(hex, self.grid.find(self.seat.where[u])) for u in units]
        value = -0.1 * sum(spread) / max(1, len(spread)) - 1.0 * max(0, max(spread, default=0) - 6)
        front = self.grid.within(hex, 1) & self.held[self.side]
        front &= self.grid.around(self.held[self.other])
        stacks = sum(self.masses[there] > ESCORT for there in scan(front))
        safe = away > 1 and (self.mass(hex, self.side) >= ESCORT or stacks > 1)
        value -= EXPOSED.get(away, 0.0) * (0.2 if safe else 1.0)
        return value + self.weights["battery"] * min(stacks, 2) * bool(
            counter.more.get("artillery")
        )

    # -- combat ----------------------------------------------------------------------------

    def attacks(self) -> Scores:
        scores: Scores = {}
        near: Hexes = 0
        for id in self.seat.able():
            near |= self.grid.around(1 << self.grid.find(self.seat.where[id]))
        for target in scan(near & self.held[self.other]):
            sight = self.sight(target)
            if target not in self.looked or self.looked[target][0] != sight:
                self.looked[target] = sight, self.attacks_on(target)
            scores |= self.looked[target][1]
        return scores

    def sight(self, target: Hex) -> object:
        """All that attacks on a hex are judged by."""
        near = scan(self.grid.around(1 << target) & self.held[self.side])
        stacks = tuple((hex, self.stack(hex)) for hex in near)
        return stacks, self.stack(target), self.targets[target], self.levels(target), self.hurt

    def attacks_on(self, target: Hex) -> Scores:
        scores: Scores = {}
        menu = list(self.seat.orders(self.grid.name[target]))
        menu.sort(key=lambda order: (-order.count(","), order))
        for order in menu[:6]:
            if receipt := self.seat.receipt(order):
                effort = self.weights["effort"] * float(receipt.totals[0])
                value = self.battle(receipt, target, self.levels(target)) - effort
                scores[order] = value
        return scores

    def battle(self, receipt: Receipt, hex: Hex, levels: int = 0) -> float:
        """The mean worth of a battle for the attacker, if so much barrage is added."""
        target = self.targets[hex]
        if levels:
            at = min(CRT.columns.index(receipt.column) + levels, LAST)
            return mean(target, at, self.hurt)
        return sum(p * target.result(self.hurt, a, d) for p, a, d in expected(receipt))

    def gain(self, order: str) -> float:
        """What a commitment adds to the combat in hand, for either side."""
        without, with_ = self.seat.receipt("fight"), self.seat.receipt(order)
        if without is None or with_ is None:
            return 0.0
        better = 0.0
        for sign, receipt in ((-1, without), (1, with_)):
            better += sign * sum(p * (0.5 * d - 0.4 * a) for p, a, d in expected(receipt))
        label = without.defence[0].label
        defending = label in self.seat.seen and self.seat.seen[label].side == self.side
        return (-better if defending else better) - self.weights["commit"]

    def retreat(self, start: str, way: list[str]) -> float:
        """9.51: steps are saved by hexes; objectives are held while there are steps."""
        here, end = self.grid.find(start), self.grid.find(way[-1])
        own = [self.seat.counter(s.unit) for s in self.stack(here) if s.unit]
        step = self.weights["step"] + sum(map(points, own)) / max(1, sum(c.steps for c in own))
        value = 2.0 * step * len(way) - self.weights["driven"]
        value -= self.weights["disrupted"] * (len(way) > 1)
        value -= self.weights["hold"] * self.worth.get(here, 0)
        value -= self.weights["gun"] * sum(counter.type in GUNS for counter in own)
        there = [self.seat.counter(s.unit) for s in self.stack(end) if s.unit]
        if load([*own, *there]) > LIMIT:  # 7.22: somebody would be lost
            value -= step + min(map(points, own))
        return value + 0.05 * self.to_enemy.get(end, 0) + 0.1 * self.cover(end)

    def spare(self, id: str) -> float:
        """9.52: steps of those who have many of them first, headquarters last."""
        counter = self.seat.counter(id)
        left = counter.steps - self.seat.seen[id].step
        return 1.0 - points(counter) / left**2 - 0.02 * counter.factor(0) / counter.steps
