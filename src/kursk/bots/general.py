"""What a player looks at in any game of zones and stacks: places, the line, the weak point.

A game's advice sets the weights and says what stands where and what it is worth; how units are
moved follows from that. Every weight is in the currency of the game's points.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import ClassVar

import msgspec

from kursk.bots import greedy
from kursk.bots.front import FAR, Front, Prospects, distances
from kursk.bots.greedy import Scores
from kursk.bots.seat import Seat
from kursk.core.hexes import Hex, Hexes, scan

BEST = 6  # hexes in a unit's reach that are looked at closely


class Piece(msgspec.Struct, frozen=True):
    """A unit on the map that the side knows."""

    id: str
    side: str
    hex: Hex
    factor: int
    drive: float  # how much it is drawn to the goals
    loss: float  # what its next step is worth
    fights: bool = True  # may it attack at all?
    marks: tuple[str, ...] = ()


class General(greedy.Advice):
    weights: ClassVar[Mapping[str, float]]
    sizes: ClassVar[Mapping[int, float]]  # how far, in hexes, a goal of so many points is felt
    reach: ClassVar[tuple[float, ...]]  # what a unit counts for in a battle 1, 2, … hexes away
    raid: ClassVar[int]  # steps that an enemy makes behind an open line
    prospect: ClassVar[Prospects]

    def __init__(self, seat: Seat, other: str) -> None:
        super().__init__(seat)
        self.view, self.grid, self.board = seat.view, seat.grid, seat.board
        self.side, self.other = seat.side, other
        self.mine: Hexes = self.grid.set(self.view.control[self.side])

    @cached_property
    def worth(self) -> Mapping[Hex, int]:
        """What the control of a hex is worth, for those that are worth something."""
        raise NotImplementedError

    @cached_property
    def pieces(self) -> Mapping[str, Piece]:
        """One's own units, and those of the enemy that are known."""
        raise NotImplementedError

    @cached_property
    def safe(self) -> Hexes:
        """Where one's own units are supplied."""
        raise NotImplementedError

    def strength(self, name: str) -> float:
        """The factors in a hex, guessed where they are covered."""
        raise NotImplementedError

    def cover(self, hex: Hex, side: str) -> int:
        """The columns by which a hex helps a side that defends it (left is minus)."""
        raise NotImplementedError

    @cached_property
    def front(self) -> Front:
        found: dict[str, dict[Hex, float]] = {self.side: {}, self.other: {}}
        for name, stack in self.view.stacks.items():
            found[stack[0].side][self.grid.find(name)] = self.strength(name)
        return Front(self.grid, found[self.side], found[self.other], self.reach)

    # -- goals -----------------------------------------------------------------------------

    @cached_property
    def goals(self) -> dict[int, Hexes]:
        """The hexes worth having that the side does not control, by what they are worth."""
        found: dict[int, Hexes] = {}
        for hex, points in self.worth.items():
            if not self.mine >> hex & 1:
                size = max(size for size in self.sizes if size <= points)
                found[size] = found.get(size, 0) | 1 << hex
        return found

    def far(self, hex: Hex) -> float:
        """How far the next goal is, a big one being felt from farther away."""
        return min(
            (distances(self.grid, hexes)[hex] - self.sizes[n] for n, hexes in self.goals.items()),
            default=0.0,
        )

    # -- places ----------------------------------------------------------------------------

    def risk(self, hex: Hex, strength: float) -> float:
        """What the enemy's next attack costs on average; bare ground he has for nothing."""
        attack = self.front.pressure.get(hex, 0.0)
        if not attack:
            return 0.0
        stake = self.weights["ground"] + self.weights["held"] * self.worth.get(hex, 0)
        if not strength:
            return stake * self.weights["abandon"]
        stake += self.weights["factor"] * strength
        return stake * self.prospect(attack, strength, self.cover(hex, self.side))

    def chance(self, piece: Piece, hex: Hex) -> float:
        """What a unit in a hex adds to the best battle it can join: mass at the weak point."""
        best = 0.0
        for target in scan(self.grid.around(1 << hex) & self.front.foes if piece.fights else 0):
            others = self.front.weight(target)
            if self.grid.touch(piece.hex, target):
                others -= piece.factor
            against, shift = self.front.foe[target], self.cover(target, self.other)
            stake = self.weights["battle"] + self.weights["factor"] * against
            stake += self.weights["held"] * self.worth.get(target, 0)
            less = self.prospect(others, against, shift) if others > 0 else 0.0
            more = self.prospect(others + piece.factor, against, shift)
            best = max(best, stake * (more - less))
        return best

    def place(self, piece: Piece, hex: Hex) -> float:
        """What it is worth to have a unit in a hex."""
        rest = self.front.own.get(hex, 0.0) - (piece.factor if hex == piece.hex else 0)
        value = self.weights["risk"] * (self.risk(hex, rest) - self.risk(hex, rest + piece.factor))
        value += self.weights["attack"] * self.chance(piece, hex)
        value -= piece.drive * self.far(hex)
        return value if self.safe >> hex & 1 else value + self.weights["cut off"]

    # -- the line --------------------------------------------------------------------------

    @cached_property
    def valued(self) -> Hexes:
        return sum(1 << hex for hex in self.worth)

    def leak(self, held: Hexes) -> float:
        """What lies open if the line is held so: points, and a little for bare ground."""
        bare = self.front.open_to_foe(held, self.raid) & ~self.front.foes
        points = sum(self.worth[hex] for hex in scan(bare & self.valued & self.mine))
        return self.weights["leak"] * points + self.weights["bare"] * bare.bit_count()

    @cached_property
    def leaks(self) -> float:
        """The line as it is."""
        return self.leak(self.front.held)

    def after(self, piece: Piece, hex: Hex) -> float:
        """How much better the line is shut when a unit has gone to a hex."""
        alone = self.front.own[piece.hex] <= piece.factor
        left = self.front.held & ~(1 << piece.hex) if alone else self.front.held
        return self.leaks - self.leak(left | 1 << hex)

    def gain(self, piece: Piece, way: Sequence[Hex]) -> float:
        """What a way is worth to a unit, against staying where it is."""
        taken = sum(self.worth.get(hex, 0) for hex in way if not self.mine >> hex & 1)
        value = self.place(piece, way[-1]) - self.place(piece, piece.hex)
        return value + self.weights["points"] * taken + self.after(piece, way[-1])

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
        bare = self.front.open_to_foe(self.front.held, self.raid)
        found = []
        for verb, reach in self.seat.reach(piece.id).items():
            for hex in scan(reach.hexes):
                value = self.place(piece, hex) + (bare >> hex & 1)  # there it may stop a leak
                if not self.mine >> hex & 1:
                    value += self.weights["points"] * self.worth.get(hex, 0)
                found.append((value, verb, hex, reach))
        scores: Scores = {}
        for _, verb, hex, reach in sorted(found, key=lambda f: f[:3], reverse=True)[:BEST]:
            way = reach.path(hex)
            order = f"{verb} {piece.id} {' '.join(self.grid.name[step] for step in way)}"
            if self.seat.why_not(order) is None:
                scores[order] = self.gain(piece, way) + self.weights["march"]
        return scores
