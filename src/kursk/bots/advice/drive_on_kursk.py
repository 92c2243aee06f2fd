"""Drive on Kursk: mass at the weak point, keep the line closed, trade factors for points.

Everything is reckoned in victory points. A battle is worth what its results are worth, a place
what it is worth to stand there: what it may win, what it may lose, and what it keeps shut.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property

from kursk.bots import greedy
from kursk.bots.advice.drive_on_kursk_end import Fate
from kursk.bots.front import Prospects, expected
from kursk.bots.general import BEST, General, Piece, remembered
from kursk.bots.greedy import Scores
from kursk.bots.seat import Seat
from kursk.core.board import Board
from kursk.core.hexes import Hex, Hexes, scan
from kursk.core.tables import Receipt
from kursk.core.view import Seen
from kursk.games.drive_on_kursk.ending import DICE
from kursk.games.drive_on_kursk.ground import BUILT, NATURAL
from kursk.games.drive_on_kursk.pieces import elite, mobility
from kursk.games.drive_on_kursk.reserves import price
from kursk.games.drive_on_kursk.state import GERMAN, KURSK, LGOV, SOVIET, foe
from kursk.games.drive_on_kursk.tables import COMBAT, TERRAIN

WEIGHTS = {
    "points": 1.0,  # victory points taken on the way
    "drive": 0.3,  # a hex nearer to the goal, for a mechanized unit
    "drive on foot": 0.1,
    "attack": 1.0,  # what a unit adds to the best battle it can join
    "battle": 1.0,  # what a battle is worth, beside factors and points
    "risk": 1.0,  # what the enemy's best battle against the hex may cost
    "held": 0.3,  # of the points of a hex that may be won or lost in battle
    "ground": 0.4,  # a hex gained or lost in battle
    "garrison": 0.5,  # of the points of a city, for a garrison that is strong enough
    "enough": 36.0,  # factors for that
    "abandon": 1.0,  # of what a hex is worth, when it is left to the enemy without a fight
    "factor": 0.12,  # a factor lost, beside the points for the unit
    "toll": 0.33,  # a factor lost in a bloodbath, the unit's points included
    "leak": 0.25,  # a point that lies open to an enemy who slips through
    "bare": 0.025,  # a hex that does
    "starve": 0.1,  # an enemy factor that is cut off
    "pocket": 0.3,  # a stack that raiders could cut off
    "cut off": -4.0,  # to stand out of supply
    "again": 0.6,  # of the battles there are, as many are there for the second fight
    "effort": -0.012,  # a factor bound in an attack cannot be used elsewhere
    "march": -0.3,  # what a move must bring at the least
    "Luftwaffe": -0.3,  # it flies once a turn
    "threat": 0.055,  # an enemy factor near a reserve
    "stay": 0.15,  # a factor that is kept on the map for a turn more
    "end": 1.0,  # of what the end will remove (6.9), in the last turn; before, half for each turn
    "bet": 1.0,  # of that, when votes are cast
    "raid": 1.0,  # ways are drawn out to take more points
    "last": 0.0,  # of all fears, in the last player turn of all
}
PRICE = {SOVIET: 0.37, GERMAN: 0.22}  # a factor that is lost with its unit, points included
HOPE = 15.0  # the points that another turn may bring to who plays for them
FEARS = ("risk", "garrison", "abandon", "leak", "bare", "pocket", "cut off", "drive")
LATE = 2.0  # what an open line counts for in the last turn
SHIFTS = {  # 11.9: what the order of phases does for the first fight, and for the second
    GERMAN: {"move-fight": (0,), "fight-move": (1,), "fight-fight": (2, 0)},
    SOVIET: {"move-fight": (-1,), "fight-move": (0,), "fight-fight": (1, 0)},
}
PLAN = {  # what an order of phases is worth beside its battles; the Soviet must mend his line
    GERMAN: {"move-fight": 0.0, "fight-move": 4.0, "fight-fight": 0.0},
    SOVIET: {"move-fight": 0.0, "fight-move": 50.0, "fight-fight": 0.0},
}
REACH = {True: 4, False: 2}  # hexes from which units are massed for a battle, mechanized or not
RESULTS = {"DE": 1.0, "BB": 0.45, "DR": 0.5, "AS": 0.0, "AL1": -0.3}  # as a battle looks from afar


@cache
def worth(board: Board) -> dict[Hex, int]:
    """4.4, 4.6: the points of each hex that has some."""
    grid, found = board.grid, dict.fromkeys(scan(board.hexes["town"]), 1)
    found |= dict.fromkeys(scan(board.hexes["city"]), 10)
    found |= {grid.find(KURSK): 40, grid.find(LGOV): 10}
    for where, points in (("east", 3), ("west", 10)):
        for hex in scan(grid.edge(where)):
            found[hex] = found.get(hex, 0) + points
    return found


@cache
def cover(board: Board, side: str) -> dict[Hex, int]:
    """11.8: the columns a defender gains in each hex (left is minus)."""
    kinds = {kind: board.hexes[kind] for kind in (*NATURAL, *BUILT)}
    kinds["own fort"], kinds["enemy fort"] = (board.hexes[f"fort {s}"] for s in (side, foe(side)))
    return {
        hex: sum(TERRAIN[kind].shift for kind, hexes in kinds.items() if hexes >> hex & 1)
        for hex in board.grid.name
    }


class Advice(General):
    weights = WEIGHTS
    sizes = {40: 14.0, 10: 7.0, 3: 3.0, 1: 2.0}
    reach = (1.0, 0.3, 0.15)
    alarm = {10: 6}
    raid = 12
    prospect = Prospects(COMBAT, RESULTS)
    trials = {"captain": (0, 4), "marshal": (5, 5)}
    doctrines = ("bold", "shut", "strike", "drive", "spare", "pocket")
    by_stack = ("known", "strength", "toll")

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat, foe(seat.side))
        self.turn = int(self.view.turn)
        self.left: int = self.view.tracks["last turn"] - self.turn

    def suited(self, weights: Mapping[str, float]) -> Mapping[str, float]:
        """After the last player turn of all nothing can go wrong any more."""
        if not self.closing:
            return weights
        return {**weights, **{fear: weights["last"] * weights[fear] for fear in FEARS}}

    @cached_property
    def closing(self) -> bool:
        """5.1: is this the last player turn, as far as one knows?"""
        return self.side == SOVIET and self.left < 1 and self.seat.mine

    # -- what is decided -------------------------------------------------------------------

    def options(self) -> Iterator[Scores]:
        match self.view.phase:
            case "Movement":
                yield from self.moves()
            case "Combat":
                yield self.attacks()
                yield {"end": 0.0}
            case "Reinforcements":
                for unit in self.seat.able():
                    yield self.scored(self.seat.orders(unit))
                yield {"end": 0.0}
            case "Deployment" | "Units of the Gambit" | "Reserves of the Gambit":
                yield {"auto": 0.0} if self.seat.why_not("done") else {"done": 0.0}
            case _:
                yield self.scored(self.seat.orders())

    def openings(self) -> list[str]:
        return [order for order in self.seat.orders() if order.startswith("plan ")]

    def score(self, order: str) -> float:
        match order.split():
            case ["plan", plan]:
                return self.plan(plan)
            case ["no", "gambit"]:
                return 1.0
            case ["vote", vote]:
                return float((vote == "yes") == self.plays_on())
            case ["withdraw", id]:
                return self.withdrawal(id)
            case ["activate", name]:
                return self.activation(self.grid.find(name))
            case ["enter", _, name]:
                return 100.0 - self.far(self.grid.find(name))
            case ["convert" | "pass" | "support"]:
                return self.commitment(order)
            case ["lose" | "remove", id]:
                return -self.pieces[id].loss
            case ["retreat" | "displace" | "advance", ids, *names]:
                way = [self.grid.find(name) for name in names]
                return sum(self.gain(self.pieces[id], way) for id in ids.split(","))
        return 0.0

    # -- what stands where -----------------------------------------------------------------

    @cached_property
    def worth(self) -> dict[Hex, int]:
        return worth(self.board)

    @cached_property
    def pieces(self) -> dict[str, Piece]:
        return {piece.id: piece for name in self.view.stacks for piece in self.known(name)}

    @remembered
    def known(self, name: str) -> list[Piece]:
        """The units in a hex, as far as they can be told."""
        hex, stack = self.grid.find(name), self.view.stacks[name]
        return [self.piece(seen, hex) for seen in stack if seen.unit]

    @remembered
    def piece(self, seen: Seen, hex: Hex) -> Piece:
        counter = self.seat.counter(seen.unit)
        kind, left = mobility(counter), counter.factor(seen.step)
        last = seen.step + 1 == counter.steps
        step = left if last else left - counter.factor(seen.step + 1)
        drive = {
            "mech": self.weights["drive"],
            "foot": self.weights["drive on foot"],
            "static": -99.0,
        }[kind]
        loss = self.weights["factor"] * step + self.points(seen) * last
        return Piece(seen.unit, seen.side, hex, left, drive, loss, kind != "static", seen.marks)

    def points(self, seen: Seen) -> float:
        """4.7, 4.8: what goes with a unit; a covered counter is taken for a common division."""
        if not seen.unit:
            return 1.0 if seen.side == SOVIET else 2.5
        counter = self.seat.counter(seen.unit)
        if counter.side == SOVIET:
            return 3.0 if counter.size == "corps" else 1.0
        return 5.0 if elite(counter) else 4.0 if mobility(counter) == "mech" else 2.0

    @cached_property
    def usual(self) -> float:
        """What a covered counter of the enemy may have in factors."""
        factors = [c.factor(0) for c in self.seat.roster if c.side == self.other]
        return sum(factors) / len(factors)

    @remembered
    def strength(self, name: str) -> float:
        stack = self.view.stacks[name]
        return sum(self.pieces[s.unit].factor if s.unit else self.usual for s in stack)

    @remembered
    def toll(self, name: str) -> float:
        """What goes with the stack in a hex."""
        return sum(map(self.points, self.view.stacks[name]))

    def cover(self, hex: Hex, side: str) -> int:
        return cover(self.board, side)[hex]

    @cached_property
    def strongholds(self) -> Hexes:
        """4.4: the cities, and Lgov."""
        return self.board.hexes["city"] | 1 << self.grid.find(LGOV)

    def linked(self, held: Hexes, gone: Hexes) -> Hexes:
        """6.3: where a unit is in supply."""
        edge, cities = self.supply
        return self.front.supplied(held, edge, cities | gone)

    @property
    def holdings(self) -> Hexes:
        """4.4, 6.4: who has a hex without points counts for nothing, nor for supply."""
        return self.mine & self.valued

    @cached_property
    def supply(self) -> tuple[Hexes, Hexes]:
        """6.3, 6.4: where supply comes from, and through which cities it does not."""
        edge = self.grid.edge("west" if self.side == GERMAN else "east")
        return edge & self.mine, self.board.hexes["city"] & ~self.mine

    @cached_property
    def goals(self) -> dict[int, Hexes]:
        """The Soviet first throws the invader out; he has no other goal while one is there."""
        if self.side == GERMAN:
            return super().goals
        intruders = self.front.foes & ~self.board.hexes["german control"]
        return {40: intruders} if intruders else {}

    def starving(self, held: Hexes) -> Hexes:
        """6.3, 6.9: out of supply a unit is worth half, and at the end nothing."""
        return self.front.starved(held, *self.enemy_supply)

    @cached_property
    def enemy_supply(self) -> tuple[Hexes, Hexes]:
        """6.3, 6.4: where the enemy's supply comes from, and through which cities it does not."""
        edge = self.grid.edge("east" if self.side == GERMAN else "west")
        return edge & ~self.mine, self.board.hexes["city"] & self.mine

    def ways(self, piece: Piece) -> Scores:
        """11.3: fortified zones stay where they are."""
        return super().ways(piece) if piece.fights else {}

    def recall(self, before: greedy.Advice) -> Hexes:
        """Facts are kept; but everybody is asked again: who was content misses too much here."""
        changed = super().recall(before)
        self.content, self.settled = {}, set()
        if self.soon:
            self.__dict__["_line"] = {}  # what is at stake in it has moved
        return changed

    def leak(self, held: Hexes) -> float:
        """4.6: the Soviet moves last; who breaks through in the end is not driven out again."""
        return (LATE if self.left < 1 else 1.0) * super().leak(held)

    def price(self, side: str) -> float:
        return PRICE[side]

    # -- the end ---------------------------------------------------------------------------

    @cached_property
    def fate(self) -> Fate:
        """6.9: what each stack and its hex are worth to who loses them."""
        stakes: dict[str, dict[Hex, float]] = {self.side: {}, self.other: {}}
        for name, stack in self.view.stacks.items():
            hex, side = self.grid.find(name), stack[0].side
            held = bool(self.mine >> hex & 1) == (side == self.side)
            ground = self.worth.get(hex, 0) if held else 0
            stakes[side][hex] = self.toll(name) + ground
        fed = 1 << self.grid.find(LGOV) if self.view.tracks["Lgov supplies"] else 0
        own, foe = stakes[self.side], stakes[self.other]
        return Fate(self.front, own, foe, self.supply, fed)

    @cached_property
    def soon(self) -> float:
        """How near the end is, as a share of what it brings; the Soviet has the last word."""
        late: float = self.weights["end"] * 0.5 ** max(0, self.left)
        return late * (1.0 if self.side == SOVIET else 0.7)

    def keeps(self, held: Hexes, starving: Hexes) -> float:
        """6.9: and what the end will make of it. A city that is left is lost all the same, but
        for the last player turn: nobody comes to take it then.
        """
        value = super().keeps(held, starving)
        if not self.soon:
            return value
        ours = held if self.closing else held | self.front.held & self.strongholds
        return value + self.soon * (self.fate.starved(starving) - self.fate.doomed(ours))

    def gain(self, piece: Piece, way: Sequence[Hex]) -> float:
        """6.9: who goes from a hex that will be lost with him saves his part of it."""
        value = super().gain(piece, way)
        doomed = self.soon and self.closing and not self.fed >> piece.hex & 1
        if doomed and self.without(piece) == self.front.held:
            stack = self.view.stacks[self.grid.name[piece.hex]]
            value += self.soon * self.worth.get(piece.hex, 0) / len(stack)
        return value

    @cached_property
    def fed(self) -> Hexes:
        """6.3: where one's own units are in supply."""
        return self.linked(self.front.held, 0)

    @cached_property
    def final(self) -> float:
        """6.9: the points when those out of supply have been removed: the Soviets first."""
        points: float = self.view.tracks["vp"]
        cut_off = self.front.held & ~self.fed & ~self.fate.fed
        won = self.fate.starved(self.starving(self.front.held))
        lost = sum(self.fate.own[h] for h in scan(cut_off))
        if self.side == GERMAN:
            return points + won - (0.5 if won else 1.0) * lost
        return points - (0.5 if lost else 1.0) * won + lost

    # -- combat ----------------------------------------------------------------------------

    @cached_property
    def stacks(self) -> dict[Hex, list[Piece]]:
        """Those who can attack, by hex."""
        found: dict[Hex, list[Piece]] = {}
        for piece in self.pieces.values():
            spent = {"attacked", "reserve"} & set(piece.marks)
            if piece.side == self.side and piece.fights and not spent:
                found.setdefault(piece.hex, []).append(piece)
        for stack in found.values():
            stack.sort(key=lambda piece: (-piece.factor, piece.id))
        return found

    def attacks(self) -> Scores:
        """The battles that look best, each with few attackers and with many."""
        found = []
        for target in scan(self.front.foes):
            beside = [self.stacks[h] for h in self.grid.neighbours(target) if h in self.stacks]
            beside.sort(key=lambda stack: -sum(piece.factor for piece in stack))
            total = sum(piece.factor for stack in beside for piece in stack)
            shift = self.cover(target, self.other) + 1
            if beside and (guess := self.prospect(total, self.front.foe[target], shift)):
                found.append((guess, target, beside))
        scores: Scores = {}
        looked = 0
        for _, target, beside in sorted(found, key=lambda f: f[:2], reverse=True):
            battles = self.battles(target, beside)
            scores |= battles
            looked += bool(battles)
            if looked == BEST:
                break
        return scores

    def battles(self, target: Hex, beside: list[list[Piece]]) -> Scores:
        """Stack by stack, or a unit from each stack and then more, until all take part."""
        scores: Scores = {}
        ranks = max(map(len, beside))
        deep = [piece for stack in beside for piece in stack]
        wide = [stack[rank] for rank in range(ranks) for stack in beside if rank < len(stack)]
        for row in (deep, wide):
            for count in range(1, len(row) + 1):
                force = row[:count]
                ids = ",".join(sorted(piece.id for piece in force))
                order = f"attack {self.grid.name[target]} with {ids}"
                if order not in scores and (receipt := self.seat.receipt(order)):
                    scores[order] = self.battle(receipt, target, force)
        return scores

    def battle(self, receipt: Receipt, target: Hex, force: list[Piece]) -> float:
        """The mean worth of a battle for the attacker, who must advance if he can (11.14)."""
        results = self.results(target, min(piece.loss for piece in force))
        if self.soon:
            saved = self.soon * self.relief(target)
            for result in ("DE", "BB", "DR"):
                results[result] += saved
        value = expected(receipt, results)
        value += min(0.0, max(self.after(piece, target) for piece in force))
        return value + self.weights["effort"] * sum(piece.factor for piece in force)

    @remembered
    def relief(self, target: Hex) -> float:
        """6.9: what is saved from the end if a hex is taken."""
        return max(0.0, self.fate.relief(target))

    def results(self, target: Hex, step: float) -> dict[str, float]:
        """What each result is worth to the attacker of a hex, whose cheapest step is known."""
        stack = self.view.stacks[self.grid.name[target]]
        factors, dead = self.strength(self.grid.name[target]), stack
        if stack[0].side == GERMAN:  # 11.18: only a step each, unless it was the last
            factors, dead = factors / 2, tuple(seen for seen in stack if seen.step)
        kill = sum(map(self.points, dead)) + self.weights["factor"] * factors
        defends = stack[0].side == self.side
        ground = self.weights["ground"]
        if bool(self.mine >> target & 1) == defends:
            ground += self.worth.get(target, 0)
        return {
            "DE": kill + ground,
            "BB": kill + ground - self.weights["toll"] * factors,
            "DR": ground + 0.15 * kill,
            "AS": 0.0,
            "AL1": -step,
        }

    def commitment(self, order: str) -> float:
        """11.10, 11.20: how much better the battle becomes."""
        receipt, passing = self.seat.receipt(order), self.seat.receipt("pass")
        if order == "pass" or receipt is None or passing is None:
            return 0.0
        target = self.pieces[passing.defence[0].label].hex
        worths = self.results(target, 2.0)
        change = expected(receipt, worths) - expected(passing, worths)
        if target in self.front.own:
            change = -change
        return change + (self.weights["Luftwaffe"] if order == "support" else 0.0)

    # -- the larger decisions --------------------------------------------------------------

    def plan(self, plan: str) -> float:
        """5.3: strike first where the units stand ready, else mass them; or do it twice."""
        if plan not in SHIFTS[self.side]:
            return 0.0
        moved = plan == "move-fight"
        shifts = SHIFTS[self.side][plan]
        first = self.strikes(shifts[0], moved)
        again = self.weights["again"] * self.strikes(shifts[1], False) if len(shifts) > 1 else 0.0
        return PLAN[self.side][plan] + first + again

    def strikes(self, shift: int, moved: bool) -> float:
        """What all battles together promise, the best first, each unit in one of them."""
        free = [piece for stack in self.stacks.values() for piece in stack]
        value = 0.0
        for target in sorted(self.front.foe, key=lambda hex: (-self.stake(hex), hex)):
            columns = self.cover(target, self.other) + shift
            force: list[Piece] = []
            best = 0.0
            near = [p for p in free if self.grid.distance(p.hex, target) <= self.stride(p, moved)]
            for piece in sorted(near, key=lambda p: (-p.factor, p.id)):
                total = sum(p.factor for p in (*force, piece))
                hope = self.stake(target) * self.prospect(total, self.front.foe[target], columns)
                if hope > best or not best:
                    force, best = [*force, piece], hope
            if best > 0:
                value += best
                free = [piece for piece in free if piece not in force]
        return value

    def stride(self, piece: Piece, moved: bool) -> int:
        """From how far away a unit can join a battle."""
        return 1 if not moved else 1 + REACH[piece.drive == self.weights["drive"]]

    def plays_on(self) -> bool:
        """4.2, 4.10: is a turn worth its price, since it may better the result?"""
        points: float = self.view.tracks["vp"]
        points += self.weights["bet"] * (self.final - points)
        goals = (280,) if self.view.tracks["gambit"] else (155, 181)  # a draw, a win
        hope = HOPE - 3.5 * DICE[self.turn]
        if self.side == GERMAN:
            return any(points < goal <= points + hope for goal in goals)
        return any(points - hope < goal <= points for goal in goals)

    def withdrawal(self, id: str) -> float:
        """4.5: a die of points for a division; late, or when it is worn, that is a bargain."""
        points = 3.5 + 3.0 * elite(self.seat.counter(id))
        piece = self.pieces[id]
        points -= self.weights["stay"] * self.left * piece.factor
        return points + self.line(self.without(piece)) - self.line(self.front.held)

    def activation(self, hex: Hex) -> float:
        """9.2, 4.9: a reserve is called up when the enemy is near, before he is upon it."""
        near = scan(self.grid.within(hex, 4) & self.front.foes)
        return self.weights["threat"] * sum(self.front.foe[h] for h in near) - price(self.turn)
