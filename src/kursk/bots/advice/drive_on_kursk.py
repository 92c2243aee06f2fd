"""Drive on Kursk: mass at the weak point, keep the line closed, trade factors for points.

Everything is reckoned in victory points. A battle is worth what its results are worth, a place
what it is worth to stand there: what it may win, what it may lose, and what it keeps shut.
"""

from collections.abc import Iterator
from functools import cache, cached_property

import msgspec

from kursk.bots import greedy
from kursk.bots.front import FAR, Front, Prospects, distances, expected
from kursk.bots.greedy import Scores
from kursk.bots.seat import Seat
from kursk.core.board import Board
from kursk.core.hexes import Hex, Hexes, scan
from kursk.core.tables import Receipt
from kursk.core.view import Seen
from kursk.games.drive_on_kursk.pieces import elite, mobility
from kursk.games.drive_on_kursk.shifts import BUILT, NATURAL
from kursk.games.drive_on_kursk.state import GERMAN, KURSK, LGOV, SOVIET, foe
from kursk.games.drive_on_kursk.tables import COMBAT, TERRAIN

WEIGHTS = {
    "points": 1.0,  # victory points taken on the way
    "goal": 0.3,  # a hex nearer to the goal, for a mechanized unit
    "goal on foot": 0.1,
    "attack": 1.0,  # what a unit adds to the best battle it can join
    "risk": 1.0,  # what the enemy's best battle against the hex may cost
    "leak": 0.25,  # a point that lies open to an enemy who slips through
    "supply": -4.0,  # to stand cut off
    "effort": -0.012,  # a factor bound in an attack cannot be used elsewhere
    "factor": 0.12,  # a factor lost, beside the points for the unit
    "ground": 0.4,  # a hex gained in battle
}
REACH = (1.0, 0.3, 0.15)  # what a unit counts for in a battle 1, 2, 3 hexes away, next turn
RESULTS = {"DE": 1.0, "BB": 0.45, "DR": 0.5, "AS": 0.0, "AL1": -0.3}  # before anything is known
SIZE = {40: 14.0, 10: 7.0, 3: 3.0, 1: 2.0}  # how far a goal of so many points is felt
RAID = 8  # steps that an enemy makes behind an open line
BEST = 6  # hexes, or battles, that are looked at closely


class Piece(msgspec.Struct, frozen=True):
    """A unit of one's own on the map."""

    id: str
    hex: Hex
    factor: int
    mobility: str
    loss: float  # what its next step is worth
    marks: tuple[str, ...]


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
    kinds |= {
        "own fort": board.hexes[f"fort {side}"],
        "enemy fort": board.hexes[f"fort {foe(side)}"],
    }
    return {
        hex: sum(TERRAIN[kind].shift for kind, hexes in kinds.items() if hexes >> hex & 1)
        for hex in board.grid.name
    }


prospect = Prospects(COMBAT, RESULTS)


class Advice(greedy.Advice):
    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self.side, self.grid, self.board = seat.side, seat.grid, seat.board
        self.other = foe(seat.side)
        self.view = seat.view
        self.worth = worth(seat.board)
        self.mine = self.grid.set(self.view.control[self.side])
        self.turn = int(self.view.turn)

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

    def score(self, order: str) -> float:
        match order.split():
            case ["plan", plan]:
                return self.plan(plan)
            case ["no", "gambit"]:
                return 1.0
            case ["vote", vote]:
                return 1.0 if (vote == "yes") == self.behind() else 0.0
            case ["withdraw", id]:
                return self.withdrawal(id)
            case ["activate", name]:
                return self.activation(self.grid.find(name))
            case ["enter", _, name]:
                return 20.0 - self.far(self.grid.find(name))
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
    def pieces(self) -> dict[str, Piece]:
        found = {}
        for name, stack in self.view.stacks.items():
            for seen in stack if stack[0].side == self.side else ():
                counter = self.seat.counter(seen.unit)
                kind = mobility(counter)
                left = counter.factor(seen.step)
                last = seen.step + 1 == counter.steps
                lost = left if last else left - counter.factor(seen.step + 1)
                found[seen.unit] = Piece(
                    seen.unit,
                    self.grid.find(name),
                    left,
                    kind,
                    WEIGHTS["factor"] * lost + self.price(seen) * last,
                    seen.marks,
                )
        return found

    def price(self, seen: Seen) -> float:
        """4.7, 4.8: the points that go with a unit; a covered counter is taken for a division."""
        if not seen.unit:
            return 1.0 if seen.side == SOVIET else 2.5
        counter = self.seat.counter(seen.unit)
        if counter.side == SOVIET:
            return 3.0 if counter.size == "corps" else 1.0
        return 5.0 if elite(counter) else 4.0 if mobility(counter) == "mech" else 2.0

    @cached_property
    def usual(self) -> float:
        """What a covered counter of the enemy may be worth in factors."""
        factors = [c.factor(0) for c in self.seat.roster if c.side == self.other]
        return sum(factors) / len(factors)

    def factors(self, seen: Seen) -> float:
        if not seen.unit:
            return self.usual
        return float(self.seat.counter(seen.unit).factor(seen.step))

    @cached_property
    def front(self) -> Front:
        strength: dict[str, dict[Hex, float]] = {self.side: {}, self.other: {}}
        for name, stack in self.view.stacks.items():
            total = sum(map(self.factors, stack))
            strength[stack[0].side][self.grid.find(name)] = total
        return Front(self.grid, strength[self.side], strength[self.other], REACH)

    # -- goals -----------------------------------------------------------------------------

    @cached_property
    def goals(self) -> dict[int, Hexes]:
        """The enemy's hexes by their points; for the Soviet also whoever stands on his soil."""
        found: dict[int, Hexes] = {}
        for hex, points in self.worth.items():
            if not self.mine >> hex & 1:
                size = max(size for size in SIZE if size <= points)
                found[size] = found.get(size, 0) | 1 << hex
        if self.side == SOVIET:
            intruders = self.front.foes & ~self.board.hexes["german control"]
            found = {40: found.get(40, 0) | intruders} if intruders else {}
        return {size: hexes for size, hexes in found.items() if hexes}

    def far(self, hex: Hex) -> float:
        """How far the next goal is, a big one being felt from farther away."""
        return min(
            (distances(self.grid, hexes)[hex] - SIZE[size] for size, hexes in self.goals.items()),
            default=0.0,
        )

    # -- places ----------------------------------------------------------------------------

    def risk(self, hex: Hex, strength: float) -> float:
        """What the enemy's attack on a hex so held would cost on average."""
        attack = self.front.pressure.get(hex, 0.0)
        if not attack or not strength:
            return 0.0
        stake = 0.5 + 0.3 * self.worth.get(hex, 0) + WEIGHTS["factor"] * strength
        return stake * prospect(attack, strength, cover(self.board, self.side)[hex])

    def chance(self, piece: Piece, hex: Hex) -> float:
        """What a unit in a hex adds to the best battle it can join: mass at the weak point."""
        if piece.mobility == "static":
            return 0.0
        best = 0.0
        for target in scan(self.grid.around(1 << hex) & self.front.foes):
            others = self.front.weight(target)
            if self.grid.touch(piece.hex, target):
                others -= piece.factor
            against, shift = self.front.foe[target], cover(self.board, self.other)[target]
            stake = 1.0 + 0.1 * against + 0.3 * self.worth.get(target, 0)
            more = prospect(others + piece.factor, against, shift)
            best = max(best, stake * (more - (prospect(others, against, shift) if others else 0.0)))
        return best

    def place(self, piece: Piece, hex: Hex) -> float:
        """What it is worth to have a unit in a hex."""
        rest = self.front.own.get(hex, 0.0) - (piece.factor if hex == piece.hex else 0)
        value = WEIGHTS["risk"] * (self.risk(hex, rest) - self.risk(hex, rest + piece.factor))
        value += WEIGHTS["attack"] * self.chance(piece, hex)
        value -= WEIGHTS["goal" if piece.mobility == "mech" else "goal on foot"] * self.far(hex)
        if not self.safe >> hex & 1:
            value += WEIGHTS["supply"]
        return value

    @cached_property
    def safe(self) -> Hexes:
        """6.3: where a unit is in supply."""
        edge = self.grid.edge("west" if self.side == GERMAN else "east")
        return self.front.supplied(edge & self.mine, self.board.hexes["city"] & ~self.mine)

    def leak(self, held: Hexes) -> float:
        """What lies open if the line is held so: points, and a little for bare ground."""
        bare = self.front.open_to_foe(held, RAID) & self.mine
        points = sum(self.worth[hex] for hex in scan(bare & self.valued))
        return WEIGHTS["leak"] * (points + 0.1 * bare.bit_count())

    @cached_property
    def valued(self) -> Hexes:
        return sum(1 << hex for hex in self.worth)

    @cached_property
    def leaks(self) -> float:
        return self.leak(self.front.held)

    def without(self, piece: Piece) -> Hexes:
        """Where one's own side stands when a unit has left."""
        alone = self.front.own[piece.hex] <= piece.factor
        return self.front.held & ~(1 << piece.hex) if alone else self.front.held

    def taken(self, way: list[Hex] | tuple[Hex, ...]) -> float:
        return sum(self.worth.get(hex, 0) for hex in way if not self.mine >> hex & 1)

    def gain(self, piece: Piece, way: list[Hex] | tuple[Hex, ...]) -> float:
        """What a unit's way is worth, against staying where it is."""
        held = self.without(piece) | 1 << way[-1]
        value = self.place(piece, way[-1]) - self.place(piece, piece.hex)
        return value + WEIGHTS["points"] * self.taken(way) + self.leaks - self.leak(held)

    # -- movement --------------------------------------------------------------------------

    def moves(self) -> Iterator[Scores]:
        """Whoever is nearest to the enemy first; each goes where it does most good."""
        able = sorted(
            (self.pieces[id] for id in self.seat.able()),
            key=lambda piece: (self.front.near.get(piece.hex, FAR), -piece.factor, piece.id),
        )
        for piece in able:
            if piece.mobility != "static":
                yield self.ways(piece)
        yield {"end": 0.0}

    def ways(self, piece: Piece) -> Scores:
        """The few best hexes in reach, with all that hangs on them."""
        here, found = self.place(piece, piece.hex), []
        bare = self.front.open_to_foe(self.front.held, RAID) & self.mine if self.leaks else 0
        for verb, reach in self.seat.reach(piece.id).items():
            for hex in scan(reach.hexes):
                value = self.place(piece, hex) - here
                if self.worth.get(hex) and not self.mine >> hex & 1:
                    value += WEIGHTS["points"] * self.worth[hex]
                value += bare >> hex & 1  # worth a closer look: it may stop a leak
                found.append((value, verb, hex, reach))
        scores: Scores = {}
        for value, verb, hex, reach in sorted(found, key=lambda f: f[:3], reverse=True)[:BEST]:
            if value > -1.0:
                way = reach.path(hex)
                words = " ".join(self.grid.name[step] for step in way)
                order = f"{verb} {piece.id} {words}"
                if self.seat.why_not(order) is None:
                    scores[order] = self.gain(piece, way) - 0.3
        return scores | self.infiltrations(piece)

    def infiltrations(self, piece: Piece) -> Scores:
        """8.6: panzers slip from one zone into the next."""
        if self.side != GERMAN or piece.mobility != "mech":
            return {}
        scores: Scores = {}
        for hex in self.grid.neighbours(piece.hex):
            order = f"infiltrate {piece.id} {self.grid.name[hex]}"
            if self.front.foe_zone >> hex & 1 and self.seat.why_not(order) is None:
                scores[order] = self.gain(piece, [hex]) - 0.3
        return scores

    # -- combat ----------------------------------------------------------------------------

    def ready(self, piece: Piece) -> bool:
        return piece.mobility != "static" and not {"attacked", "reserve"} & set(piece.marks)

    @cached_property
    def stacks(self) -> dict[Hex, list[Piece]]:
        """Those who can attack, by hex."""
        found: dict[Hex, list[Piece]] = {}
        for piece in self.pieces.values():
            if self.ready(piece):
                found.setdefault(piece.hex, []).append(piece)
        return found

    def attacks(self) -> Scores:
        """The battles that look best, each with few attackers and with many."""
        found = []
        for target in scan(self.front.foes):
            beside = [self.stacks[h] for h in self.grid.neighbours(target) if h in self.stacks]
            if beside:
                total = sum(piece.factor for stack in beside for piece in stack)
                shift = cover(self.board, self.other)[target] + 1
                found.append((prospect(total, self.front.foe[target], shift), target, beside))
        scores: Scores = {}
        looked = 0
        for guess, target, beside in sorted(found, key=lambda f: f[:2], reverse=True):
            battles = self.battles(target, beside) if guess > 0 and looked < BEST else {}
            looked += bool(battles)
            scores |= battles
        return scores

    def battles(self, target: Hex, beside: list[list[Piece]]) -> Scores:
        """Stack by stack, the strongest first, until all take part."""
        beside = sorted(beside, key=lambda stack: -sum(piece.factor for piece in stack))
        name, scores = self.grid.name[target], {}
        force: list[Piece] = []
        for stack in beside:
            force = [*force, *stack]
            order = f"attack {name} with {','.join(piece.id for piece in force)}"
            if receipt := self.seat.receipt(order):
                scores[order] = self.battle(receipt, target, force)
        return scores

    def battle(self, receipt: Receipt, target: Hex, force: list[Piece]) -> float:
        """The mean worth of a battle for the attacker."""
        value = expected(receipt, self.results(target, min(piece.loss for piece in force)))
        left = (self.leak(self.without(piece) | 1 << target) for piece in force)
        value += min(0.0, self.leaks - min(left))  # 11.14: somebody must advance
        return value + WEIGHTS["effort"] * sum(piece.factor for piece in force)

    def results(self, target: Hex, step: float) -> dict[str, float]:
        """What each result is worth to the attacker of a hex, whose cheapest step is known."""
        stack = self.view.stacks[self.grid.name[target]]
        attacker = foe(stack[0].side)
        factors = sum(map(self.factors, stack))
        kill = sum(map(self.price, stack)) + WEIGHTS["factor"] * factors
        if stack[0].side == GERMAN:  # 11.18: only a step, unless it was the last
            last = [seen for seen in stack if seen.step]
            kill = sum(map(self.price, last)) + WEIGHTS["factor"] * factors / 2
            factors /= 2
        ours = attacker == self.side
        ground = WEIGHTS["ground"] + self.worth.get(target, 0) * (self.mine >> target & 1 != ours)
        toll = (WEIGHTS["factor"] + (0.2 if attacker == GERMAN else 0.22)) * factors
        return {
            "DE": kill + ground,
            "BB": kill + ground - toll,
            "DR": ground + 0.15 * kill,
            "AS": 0.0,
            "AL1": -step,
        }

    def commitment(self, order: str) -> float:
        """11.10, 11.20: how much better the battle becomes; the Luftwaffe flies once a turn."""
        receipt, passing = self.seat.receipt(order), self.seat.receipt("pass")
        if order == "pass" or receipt is None or passing is None:
            return 0.0
        target = next(
            self.grid.find(name)
            for name, stack in self.view.stacks.items()
            if {seen.unit for seen in stack} >= {line.label for line in passing.defence[:1]}
        )
        worths = self.results(target, 2.0)
        change = expected(receipt, worths) - expected(passing, worths)
        ours = self.front.own.get(target) is None
        return (change if ours else -change) - (0.3 if order == "support" else 0.0)

    # -- the larger decisions --------------------------------------------------------------

    def plan(self, plan: str) -> float:
        """5.3: who is in contact attacks at once, with the bonus that brings."""
        if self.side == SOVIET:
            return float(plan == "fight-move")
        good = sum(max(0.0, value) for value in self.attacks().values())
        import os

        return float(plan == os.environ.get("PLAN", "fight-fight"))

    def behind(self) -> bool:
        """4.2, 4.10: another turn can only help who is not winning."""
        points, goal = self.view.tracks["vp"], 280 if self.view.tracks["gambit"] else 181
        return bool(points < goal) == (self.side == GERMAN)

    def withdrawal(self, id: str) -> float:
        """4.5: a die of points for a division; late, or when it is worn, that is a bargain."""
        counter, piece = self.seat.counter(id), self.pieces[id]
        points = 3.5 + 3.0 * elite(counter)
        left = self.view.tracks["last turn"] - self.turn
        return points - left * 0.15 * piece.factor

    def activation(self, hex: Hex) -> float:
        """9.2, 4.9: a reserve is called up when the enemy is near, before he is upon it."""
        threat = sum(
            strength
            for there, strength in self.front.foe.items()
            if self.grid.distance(hex, there) <= 4
        )
        return threat / 12 - max(0, 8 - self.turn)
