"""Battle for Kursk: choose the moment, strike together with support, give no city away.

A major city is a victory point, and counts ten here; everything else is measured by that.
"""

from collections.abc import Iterable, Iterator
from functools import cache, cached_property

import msgspec

from kursk.bots import greedy
from kursk.bots.front import FAR, Front, Prospects, distances, expected
from kursk.bots.greedy import Scores
from kursk.bots.seat import Seat
from kursk.core.board import Board
from kursk.core.hexes import Hex, Hexes, scan
from kursk.core.tables import Receipt
from kursk.games.battle_for_kursk.postures import price
from kursk.games.battle_for_kursk.state import GERMAN, foe
from kursk.games.battle_for_kursk.tables import CRT, POSTURES, SHIFT

WEIGHTS = {
    "points": 1.0,  # cities taken on the way
    "goal": 0.35,  # a hex nearer to the goal
    "attack": 1.2,  # what a unit adds to the best battle it can join
    "risk": 1.0,  # what the enemy's best battle against the hex may cost
    "leak": 0.3,  # a city that lies open to an enemy who slips through
    "cut off": -3.0,  # to stand out of communication
    "effort": -0.04,  # a factor bound in an attack cannot be used elsewhere
    "factor": 0.25,  # a factor lost
    "unit": 1.0,  # a unit lost for good, beside its factors
    "ground": 0.8,  # a hex gained in battle
    "marker": -1.2,  # an Offensive marker spent
    "step": -0.6,  # a replacement forgone by a posture
}
REACH = (1.0, 0.3)  # what a unit counts for in a battle 1, 2 hexes away, next turn
RESULTS = {"DE": 1.0, "DRL": 0.8, "EX": 0.5, "DR": 0.5, "NE": 0.0, "AL": -0.4}
SIZE = {100: 0.0, 10: 6.0, 2: 3.0}  # how far a goal of such worth is felt
RAID = 5  # steps that an enemy makes behind an open line
BEST = 6  # hexes, or battles, that are looked at closely


class Piece(msgspec.Struct, frozen=True):
    """A unit on the map, of either side."""

    id: str
    side: str
    hex: Hex
    factor: int
    step: int  # the factors of its next step
    last: bool
    colour: str
    leads: bool
    moved: bool

    @property
    def loss(self) -> float:
        return WEIGHTS["factor"] * self.step + WEIGHTS["unit"] * self.last


@cache
def ground(board: Board) -> dict[Hex, int]:
    """9.2: the columns that terrain gives a defender (left is minus); forts come and go."""
    kinds = ("forest", "rough", "major city")
    return {
        hex: sum(SHIFT[kind] for kind in kinds if board.hexes[kind] >> hex & 1)
        for hex in board.grid.name
    }


prospect = Prospects(CRT, RESULTS)


class Advice(greedy.Advice):
    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self.side, self.other = seat.side, foe(seat.side)
        self.grid, self.board, self.view = seat.grid, seat.board, seat.view
        self.tracks = seat.view.tracks
        self.mine = self.grid.set(self.view.control[self.side])

    # -- what is decided -------------------------------------------------------------------

    def options(self) -> Iterator[Scores]:
        match self.view.phase:
            case "Movement" | "Armour and rail movement":
                yield from self.moves()
            case "Combat: announcing battles":
                yield self.attacks()
                yield {"end": 0.0}
            case _:
                yield self.scored(self.seat.orders())

    def score(self, order: str) -> float:
        match order.split():
            case ["auto"]:
                return 1.0
            case ["posture", posture]:
                return self.posture(posture)
            case ["react"]:
                return 1.0  # to stand still while the enemy engages is worse than a marker gone
            case ["objective", name]:
                return self.reachable(self.tracks["objective"]["hex"]) - self.reachable(name) - 2
            case ["replace", id]:
                return 3.0 + self.pieces[id].factor - 0.5 * self.front.near[self.pieces[id].hex]
            case ["rebuild" | "return", _, name]:
                return 3.0 - 0.1 * self.far(self.grid.find(name))
            case ["reduce" | "lose", id]:
                return -self.pieces[id].loss
            case ["resolve", name]:
                receipt = self.seat.receipt(order)
                return self.battle(receipt, self.grid.find(name)) if receipt else 0.0
            case ["stand" | "exchange" | "accept"]:
                return self.answer(order)
            case ["retreat", _, *names]:
                return self.drive_off(names[-1])
            case ["advance", id]:
                return self.gain(self.pieces[id], self.vacated()) + 0.5
        return 0.0

    # -- what stands where -----------------------------------------------------------------

    @cached_property
    def pieces(self) -> dict[str, Piece]:
        found = {}
        for name, stack in self.view.stacks.items():
            for seen in stack:
                counter = self.seat.counter(seen.unit)
                left, last = counter.factor(seen.step), seen.step + 1 == counter.steps
                found[seen.unit] = Piece(
                    id=seen.unit,
                    side=seen.side,
                    hex=self.grid.find(name),
                    factor=left,
                    step=left if last else left - counter.factor(seen.step + 1),
                    last=last,
                    colour=counter.more.get("colour", ""),
                    leads=bool({"armour", "shock"} & counter.flags),
                    moved="moved" in seen.marks,
                )
        return found

    @cached_property
    def at(self) -> dict[Hex, Piece]:
        return {piece.hex: piece for piece in self.pieces.values()}

    @cached_property
    def front(self) -> Front:
        strength: dict[str, dict[Hex, float]] = {self.side: {}, self.other: {}}
        for piece in self.pieces.values():
            strength[piece.side][piece.hex] = piece.factor
        return Front(self.grid, strength[self.side], strength[self.other], REACH)

    def cover(self, hex: Hex, side: str) -> int:
        fort = self.grid.name[hex] in self.tracks["active forts"][side]
        return ground(self.board)[hex] + SHIFT["fort"] * fort

    @cached_property
    def worth(self) -> dict[Hex, int]:
        """5.0: a point counts ten. Other cities bring replacements and keep roads open."""
        found = dict.fromkeys(scan(self.board.hexes["city"]), 2)
        found |= dict.fromkeys(scan(self.board.hexes["major city"]), 10)
        found[self.board.places["Moscow"].hex] = 100
        if name := self.tracks["objective"]["hex"]:
            found[self.grid.find(name)] = found.get(self.grid.find(name), 0) + 10
        return found

    # -- goals -----------------------------------------------------------------------------

    @cached_property
    def goals(self) -> dict[int, Hexes]:
        """The enemy's cities by their worth."""
        found: dict[int, Hexes] = {}
        for hex, points in self.worth.items():
            if not self.mine >> hex & 1:
                size = max(size for size in SIZE if size <= points)
                found[size] = found.get(size, 0) | 1 << hex
        return found

    def far(self, hex: Hex) -> float:
        """How far the next goal is, a big one being felt from farther away."""
        return min(
            (distances(self.grid, hexes)[hex] - SIZE[size] for size, hexes in self.goals.items()),
            default=0.0,
        )

    def reachable(self, name: str) -> float:
        """12.1: how far the side's units are from a city, and how well it is held."""
        hex = self.grid.find(name)
        return distances(self.grid, self.front.held)[hex] + self.front.foe.get(hex, 0.0) / 5

    # -- places ----------------------------------------------------------------------------

    def risk(self, hex: Hex, strength: float) -> float:
        """What the enemy's attack on a hex so held would cost on average."""
        attack = self.front.pressure.get(hex, 0.0)
        if not attack:
            return 0.0
        stake = 0.5 + 0.3 * self.worth.get(hex, 0) + WEIGHTS["factor"] * strength
        return stake * prospect(attack, strength, self.cover(hex, self.side))

    def chance(self, piece: Piece, hex: Hex) -> float:
        """What a unit in a hex adds to the best battle it can join: mass at the weak point."""
        best = 0.0
        for target in scan(self.grid.around(1 << hex) & self.front.foes):
            others = self.front.weight(target)
            if self.grid.touch(piece.hex, target):
                others -= piece.factor
            against, shift = self.front.foe[target], self.cover(target, self.other)
            stake = 1.0 + 0.2 * against + 0.3 * self.worth.get(target, 0)
            more = prospect(others + piece.factor, against, shift)
            best = max(best, stake * (more - (prospect(others, against, shift) if others else 0.0)))
        return best

    def place(self, piece: Piece, hex: Hex) -> float:
        """What it is worth to have a unit in a hex."""
        value = -WEIGHTS["risk"] * self.risk(hex, piece.factor)
        value += WEIGHTS["attack"] * self.chance(piece, hex)
        value -= WEIGHTS["goal"] * self.far(hex)
        if self.mine >> hex & 1:
            value += 0.1 * self.worth[hex] if self.front.near.get(hex, FAR) < RAID else 0.0
        if not self.linked >> hex & 1:
            value += WEIGHTS["cut off"]
        return value

    @cached_property
    def linked(self) -> Hexes:
        """10.0: where a unit is in communication."""
        border = self.board.hexes[f"{self.side} border"]
        towns = self.grid.set(self.view.control[self.other])
        return border | self.front.supplied(border, towns | self.front.foe_zone)

    def leak(self, held: Hexes) -> float:
        """What lies open if the line is held so: cities, and a little for bare ground."""
        bare = self.front.open_to_foe(held, RAID)
        points = sum(self.worth[hex] for hex in scan(bare & self.mine))
        return WEIGHTS["leak"] * (points + 0.1 * bare.bit_count())

    @cached_property
    def leaks(self) -> float:
        return self.leak(self.front.held)

    def gain(self, piece: Piece, way: Iterable[Hex]) -> float:
        """What a unit's way is worth, against staying where it is."""
        *_, end = path = list(way)
        taken = sum(self.worth.get(hex, 0) for hex in path if not self.mine >> hex & 1)
        held = self.front.held & ~(1 << piece.hex) | 1 << end
        value = self.place(piece, end) - self.place(piece, piece.hex)
        return value + WEIGHTS["points"] * taken + self.leaks - self.leak(held)

    # -- movement --------------------------------------------------------------------------

    def moves(self) -> Iterator[Scores]:
        """Whoever is nearest to the enemy first; each goes where it does most good."""
        able = sorted(
            (self.pieces[id] for id in self.seat.able()),
            key=lambda piece: (self.front.near.get(piece.hex, FAR), -piece.factor, piece.id),
        )
        for piece in able:
            yield self.ways(piece)
        yield {"end": 0.0}

    def ways(self, piece: Piece) -> Scores:
        """The few best hexes in reach, with all that hangs on them."""
        here, found = self.place(piece, piece.hex), []
        bare = self.front.open_to_foe(self.front.held, RAID)
        for verb, reach in self.seat.reach(piece.id).items():
            for hex in scan(reach.hexes):
                value = self.place(piece, hex) - here
                if not self.mine >> hex & 1:
                    value += self.worth.get(hex, 0)
                value += bare >> hex & 1  # worth a closer look: it may stop a leak
                found.append((value, verb, hex, reach))
        scores: Scores = {}
        for _, verb, hex, reach in sorted(found, key=lambda f: f[:3], reverse=True)[:BEST]:
            way = reach.path(hex)
            order = f"{verb} {piece.id} {' '.join(self.grid.name[step] for step in way)}"
            if self.seat.why_not(order) is None:
                scores[order] = self.gain(piece, way) - 0.2
        return scores

    # -- combat ----------------------------------------------------------------------------

    @cached_property
    def free(self) -> list[Piece]:
        """Those who take part in no battle yet."""
        taken = " ".join(self.tracks["battles"]).replace(",", " ").split()
        return [p for p in self.pieces.values() if p.side == self.side and p.id not in taken]

    def attacks(self) -> Scores:
        """The battles that look best, each with few attackers and with many."""
        found = []
        for target in scan(self.front.foes):
            beside = [piece for piece in self.free if self.grid.touch(piece.hex, target)]
            total = sum(piece.factor for piece in beside)
            shift = self.cover(target, self.other) + 1
            if beside:
                found.append((prospect(total, self.front.foe[target], shift), target, beside))
        scores: Scores = {}
        for _, target, beside in sorted(found, key=lambda f: f[:2], reverse=True)[: 2 * BEST]:
            for order in self.battles(target, beside):
                if receipt := self.seat.receipt(order):
                    scores[order] = self.battle(receipt, target, "offensive" in order)
                    scores[order] += WEIGHTS["effort"] * float(receipt.totals[0])
        return scores

    def battles(self, target: Hex, beside: list[Piece]) -> Iterator[str]:
        """The strongest first, then more and more; with support where an Offensive brings it."""
        beside = sorted(beside, key=lambda piece: (-piece.factor, piece.id))
        name, fresh = self.grid.name[target], [p for p in self.free if p not in beside]
        for count in range(1, len(beside) + 1):
            order = f"attack {name} with {','.join(piece.id for piece in beside[:count])}"
            yield order
            for lead in (piece for piece in beside[:count] if piece.leads):
                behind = [
                    piece.id
                    for piece in fresh
                    if piece.colour == lead.colour and self.grid.touch(piece.hex, lead.hex)
                ]
                if behind:
                    yield f"{order} offensive {lead.id} support {','.join(behind)}"

    def battle(self, receipt: Receipt, target: Hex, offensive: bool = False) -> float:
        """The mean worth of a battle for the attacker."""
        piece = self.at[target]
        names = [line.label for line in receipt.attack]
        step = min(self.pieces[name].loss for name in names)
        win = WEIGHTS["ground"] + self.worth.get(target, 0) * (not self.mine >> target & 1)
        kill = WEIGHTS["factor"] * piece.factor + WEIGHTS["unit"]
        driven = kill if self.trapped(target) else 0.3
        worths = {
            "NE": 0.0,
            "AL": -step,
            "DR": win + driven,
            "DRL": win + max(driven, piece.loss),
            "EX": win + max(driven, piece.loss) - max(step, WEIGHTS["factor"] * piece.step),
            "DE": win + kill,
        }
        left = min(
            self.leak(self.front.held & ~(1 << self.pieces[n].hex) | 1 << target) for n in names
        )
        risk = min(0.0, 0.5 * (self.leaks - left))
        return expected(receipt, worths) + WEIGHTS["marker"] * offensive + 0 * risk

    def trapped(self, target: Hex) -> bool:
        """9.3: a defender with no way of two hexes out of all zones is lost."""
        held = self.front.held | self.front.foes
        ways = self.grid.ring(target, 2) & ~held & ~self.grid.around(self.front.held)
        return not ways

    def answer(self, order: str) -> float:
        """9.3: a city is worth a step; and a step that is lost anyway shall cost the enemy one."""
        piece = self.pieces[self.view.prompt.partition(":")[0]]
        if order == "stand":
            return 5.0 if not piece.last else -1.0
        if order == "exchange":
            return 1.0 if "DRL" in self.view.prompt or not piece.last else -1.0
        return 0.0

    def drive_off(self, name: str) -> float:
        """9.3: the enemy is led away from cover, cities and friends; off the map at best."""
        if name == "off":
            return 5.0
        hex = self.grid.find(name)
        friends = self.grid.around(1 << hex) & self.front.foes
        value = self.cover(hex, self.other) - 0.2 * friends.bit_count()
        return value - (2.0 if hex in self.worth else 0.0)

    def vacated(self) -> list[Hex]:
        """The hex that one attacker may advance into."""
        names = (word.strip("().") for word in self.view.prompt.split())
        return [next(self.grid.cell[name] for name in names if name in self.grid.cell)]

    # -- postures --------------------------------------------------------------------------

    def posture(self, posture: str) -> float:
        """12.0: engage when the battles are there, else keep ready; standing still is nothing."""
        change = POSTURES[posture].change(self.side)
        markers = price(self.tracks["previous posture"][self.side], posture)
        value = WEIGHTS["marker"] * markers - WEIGHTS["step"] * sum(change)
        value += {"pause": 0.0, "reposition": 2.5, "deploy": 3.5, "engage": 3.5}[posture]
        if posture == "engage":
            best: dict[str, float] = {}
            for order, worth in self.attacks().items():
                target = order.split()[1]
                best[target] = max(best.get(target, 0.0), worth)
            value += sum(sorted(best.values(), reverse=True)[:4])
        return value
