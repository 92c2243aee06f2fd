"""What a player looks at in any game of zones and stacks: places, the line, the weak point.

A game's advice sets the weights and says what stands where and what it is worth; how units are
moved follows from that. Every weight is in the currency of the game's points.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial, wraps
from typing import Any, ClassVar, TypeVar

import msgspec

from kursk.bots import greedy
from kursk.bots.front import FAR, Front, Prospects, distances
from kursk.bots.greedy import Scores
from kursk.bots.seat import Seat
from kursk.core.hexes import Hex, Hexes, members, scan

NEARBY = 3  # hexes: who is so near to a place may hold it or take it
BEST = 6  # hexes in a unit's reach that are looked at closely


Answer = TypeVar("Answer")


def remembered(ask: Callable[..., Answer]) -> Callable[..., Answer]:
    """A question that is asked many times in one decision, and worked out once."""

    name = f"_{ask.__name__}"

    @wraps(ask)
    def answer(advice: Any, *about: Any) -> Answer:
        try:
            known: dict[Any, Answer] = advice.__dict__[name]
        except KeyError:
            known = advice.__dict__[name] = {}
        found = known.get(about)
        if found is None:
            known[about] = found = ask(advice, *about)
        return found

    return answer


class Table(dict[Any, float]):
    """What things are worth; each is worked out when it is first looked up."""

    def __init__(self, ask: Callable[[Any], float]) -> None:
        super().__init__()
        self.ask = ask

    def __missing__(self, about: Any) -> float:
        self[about] = found = self.ask(about)
        return found


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
    weights: Mapping[str, float]  # of the game, or of the side that plays it
    sizes: ClassVar[Mapping[int, float]]  # how far, in hexes, a goal of so many points is felt
    reach: ClassVar[tuple[float, ...]]  # what a unit counts for in a battle 1, 2, … hexes away
    alarm: Mapping[int, float]  # how near an enemy threatens a stronghold of so many points
    raid: ClassVar[int]  # steps that an enemy makes behind an open line
    prospect: ClassVar[Prospects]
    point: ClassVar[float] = 1.0  # what a point of the game counts in weights
    by_stack: ClassVar[tuple[str, ...]] = ()  # questions about the stack in a hex, and no more

    def __init__(self, seat: Seat, other: str) -> None:
        super().__init__(seat)
        self.view, self.grid, self.board = seat.view, seat.grid, seat.board
        self.side, self.other = seat.side, other
        self.mine: Hexes = self.grid.set(self.view.control[self.side])
        self.same: set[str] = set()  # hexes with the stacks that they had before

    def recall(self, before: greedy.Advice) -> Hexes:
        """What an enemy who has not stirred can do is known already; what the line lets through,
        too, while control is the same; and what places promise, away from what has changed.
        """
        changed = super().recall(before)
        self.keep(before, "piece")
        old = before.seat.view.stacks
        self.same = {name for name, stack in self.view.stacks.items() if old.get(name) == stack}
        for ask in self.by_stack:
            answers = before.__dict__.get(f"_{ask}", {}).items()
            self.__dict__[f"_{ask}"] = {on: told for on, told in answers if on[0] in self.same}
        if not isinstance(before, General) or not self.alike(before):
            return changed
        self.front.near, self.front.pressure = before.front.near, before.front.pressure
        self.risks.update(before.risks)
        self.keep(before, "help")
        if self.holdings != before.holdings:
            return changed
        self.away.update(before.away)
        self.keep(before, "leak", "line")
        if self.safe != before.safe:
            return changed
        near = self.grid.around(changed)
        near |= changed | self.grid.around(near) | self.bare ^ before.bare
        again = members(near)
        for unit, known in before.__dict__.get("_promises", {}).items():
            table = self.promises(*unit)
            table.update(known)
            for hex in again:
                table.pop(hex, None)
        return changed

    def keep(self, before: greedy.Advice, *asked: str) -> None:
        """These questions have the answers that they had before."""
        for ask in asked:
            self.__dict__[f"_{ask}"] = before.__dict__.setdefault(f"_{ask}", {})

    def alike(self, before: "General") -> bool:
        """Are the enemy and the ground as they were?"""
        return self.front.foe == before.front.foe and self.worth == before.worth

    @cached_property
    def worth(self) -> Mapping[Hex, int]:
        """What the control of a hex is worth, for those that are worth something."""
        raise NotImplementedError

    @cached_property
    def prizes(self) -> Mapping[Hex, int]:
        """Those of them that the side does not control: what it is worth to take one."""
        return {hex: points for hex, points in self.worth.items() if not self.mine >> hex & 1}

    @property
    def holdings(self) -> Hexes:
        """The ground one controls, as far as that counts for anything."""
        return self.mine

    @cached_property
    def pieces(self) -> Mapping[str, Piece]:
        """One's own units, and those of the enemy that are known."""
        raise NotImplementedError

    @cached_property
    def safe(self) -> Hexes:
        """Where one's own units are supplied."""
        return self.linked(self.front.held, 0)

    def strength(self, name: str) -> float:
        """The factors in a hex, guessed where they are covered."""
        raise NotImplementedError

    def price(self, side: str) -> float:
        """What a factor of a side is worth when it is lost with its unit."""
        return self.weights["factor"]

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
        for hex, points in self.prizes.items():
            size = max(size for size in self.sizes if size <= points)
            found[size] = found.get(size, 0) | 1 << hex
        return found

    @cached_property
    def away(self) -> Table:
        """How far the next goal is from a hex, a big one being felt from farther away."""
        goals = [(distances(self.grid, goals), self.sizes[n]) for n, goals in self.goals.items()]
        return Table(lambda hex: min([far[hex] - size for far, size in goals], default=0.0))

    def far(self, hex: Hex) -> float:
        return self.away[hex]

    # -- places ----------------------------------------------------------------------------

    @cached_property
    def risks(self) -> Table:
        """What the enemy's next attack on so much strength in a hex costs on average."""
        return Table(lambda stand: self.risk(*stand))

    def risk(self, hex: Hex, strength: float) -> float:
        """The same; bare ground he has for nothing."""
        attack = self.front.pressure.get(hex, 0.0)
        if not attack:
            return 0.0
        stake = self.weights["ground"] + self.weights["held"] * self.worth.get(hex, 0)
        if not strength:
            return stake * self.weights["abandon"]
        stake += self.price(self.side) * strength
        return stake * self.prospect(attack, strength, self.cover(hex, self.side))

    @cached_property
    def strongholds(self) -> Hexes:
        """Places that are held to the last, and in time."""
        raise NotImplementedError

    def garrison(self, hex: Hex, strength: float) -> float:
        """What so many factors are worth in a stronghold that the enemy has come near to."""
        points = self.worth[hex]
        if self.front.near.get(hex, FAR) > self.alarm[max(n for n in self.alarm if n <= points)]:
            return 0.0
        return self.weights["garrison"] * points * min(1.0, strength / self.weights["enough"])

    def chance(self, piece: Piece, hex: Hex) -> float:
        """What a unit in a hex adds to the best battle it can join: mass at the weak point."""
        if not self.front.foe_zone >> hex & 1 or not piece.fights:
            return 0.0
        targets = self.grid.around(1 << hex) & self.front.foes
        return max([self.help(t, self.others(piece, t), piece.factor) for t in members(targets)])

    def others(self, piece: Piece, target: Hex) -> float:
        """What stands next to an enemy hex without the unit."""
        beside = self.front.weight[target]
        return beside - piece.factor if self.grid.touch(piece.hex, target) else beside

    @remembered
    def help(self, target: Hex, others: float, factor: int) -> float:
        """How much better a battle is for so many factors more."""
        against, shift = self.front.foe[target], self.cover(target, self.other)
        less = self.prospect(others, against, shift) if others > 0 else 0.0
        more = self.prospect(others + factor, against, shift)
        return self.stake(target) * (more - less)

    def stake(self, target: Hex) -> float:
        """What is to be won in an enemy hex."""
        value = self.weights["battle"] + self.price(self.other) * self.front.foe[target]
        return value + self.weights["held"] * self.worth.get(target, 0)

    def place(self, piece: Piece, hex: Hex) -> float:
        """What it is worth to have a unit in a hex."""
        rest = self.front.own.get(hex, 0.0) - (piece.factor if hex == piece.hex else 0)
        value = self.weights["attack"] * self.chance(piece, hex)
        return value + self.ground(piece.factor, piece.drive, rest, hex)

    def ground(self, factor: int, drive: float, rest: float, hex: Hex) -> float:
        """What so many factors are worth in a hex, beside the rest of the stack, unless they
        attack.
        """
        value = -drive * self.away[hex]
        if hex in self.front.pressure:
            less = self.risks[hex, rest] - self.risks[hex, rest + factor]
            value += self.weights["risk"] * less
        if self.strongholds >> hex & 1:
            value += self.garrison(hex, rest + factor) - self.garrison(hex, rest)
        return value if self.safe >> hex & 1 else value + self.weights["cut off"]

    @remembered
    def promises(self, factor: int, drive: float) -> Table:
        """What each hex promises at first sight to such a unit that comes from elsewhere."""
        return Table(partial(self.glance, factor, drive))

    def glance(self, factor: int, drive: float, hex: Hex) -> float:
        value = self.ground(factor, drive, self.front.own.get(hex, 0.0), hex)
        value += self.bare >> hex & 1  # there it may stop a leak
        if hex in self.prizes:
            value += self.weights["points"] * self.prizes[hex]
        if not self.front.foe_zone >> hex & 1:
            return value
        targets = members(self.grid.around(1 << hex) & self.front.foes)
        helps = [self.help(t, self.front.weight[t], factor) for t in targets]
        return value + self.weights["attack"] * max(helps)

    # -- the line --------------------------------------------------------------------------

    @cached_property
    def valued(self) -> Hexes:
        return sum(1 << hex for hex in self.worth)

    @remembered
    def leak(self, held: Hexes) -> float:
        """What lies open if the line is held so: points, a little for bare ground, and those
        whom raiders could cut off; the nearer the worse.
        """
        value, raids = 0.0, self.front.raids(held, self.raid)
        if raids:
            raids[0] &= ~self.front.foes  # from where they set out
        prizes, worth = self.valued & self.mine, self.worth
        a_point, a_hex = self.weights["leak"], self.weights["bare"]
        for step, bare in enumerate(raids):
            if open_ := bare & prizes:
                points = sum([worth[hex] for hex in members(open_)])
                value += a_point * points * (1 - step / self.raid)
            value += a_hex * bare.bit_count()
        gone = sum(raids)
        alone = held & ~self.linked(held, gone) if gone else 0
        return value + self.weights["pocket"] * alone.bit_count()

    @cached_property
    def bare(self) -> Hexes:
        """Where the enemy may come through the line as it is."""
        return sum(self.front.raids(self.front.held, self.raid))

    def linked(self, held: Hexes, gone: Hexes) -> Hexes:
        """Where units are supplied if the line is held so, but some ground is gone."""
        raise NotImplementedError

    def starving(self, held: Hexes) -> Hexes:
        """The enemies who are cut off if the line is held so."""
        raise NotImplementedError

    @remembered
    def line(self, held: Hexes) -> float:
        """What a line is worth."""
        return self.keeps(held, self.starving(held))

    def keeps(self, held: Hexes, starving: Hexes) -> float:
        """What a line is worth for those whom it cuts off, less what it lets through."""
        foe = self.front.foe
        starved = sum([foe[hex] for hex in members(starving)])
        return self.weights["starve"] * starved - self.leak(held)

    @cached_property
    def now(self) -> float:
        """What the line is worth as it is."""
        return self.line(self.front.held)

    def after(self, piece: Piece, hex: Hex) -> float:
        """How much better the line is when a unit has gone to a hex."""
        return self.line(self.without(piece) | 1 << hex) - self.now

    def without(self, piece: Piece) -> Hexes:
        """The line when a unit has left it."""
        alone = self.front.own[piece.hex] <= piece.factor
        return self.front.held & ~(1 << piece.hex) if alone else self.front.held

    def gain(self, piece: Piece, way: Sequence[Hex]) -> float:
        """What a way is worth to a unit, against staying where it is."""
        prizes = self.prizes
        taken = sum([prizes[hex] for hex in way if hex in prizes])
        value = self.place(piece, way[-1]) - self.stay(piece.id)
        return value + self.weights["points"] * taken + self.after(piece, way[-1])

    @remembered
    def stay(self, id: str) -> float:
        """What it is worth to have a unit where it is."""
        return self.place(self.pieces[id], self.pieces[id].hex)

    def features(self) -> Mapping[str, float]:
        """Factors, and whom the lines let through or cut off: one's own less the enemy's."""
        own, foe = sum(self.front.own.values()), sum(self.front.foe.values())
        cut_off = self.front.held & ~self.safe
        starving = self.starving(self.front.held)
        return {
            "own factors": own,
            "foe factors": foe,
            "own cut off": float(cut_off.bit_count()),
            "foe cut off": float(starving.bit_count()),
            "promise": sum(
                worth * (self.share(hex) - (self.mine >> hex & 1))
                for hex, worth in self.worth.items()
            ),
        }

    def share(self, hex: Hex) -> float:
        """What part of the strength near a place is one's own; of none, who holds it has all."""
        near = self.grid.within(hex, NEARBY)
        own = sum(self.front.own[there] for there in scan(near & self.front.held))
        foe = sum(self.front.foe[there] for there in scan(near & self.front.foes))
        return own / (own + foe) if own + foe else float(self.mine >> hex & 1)

    def standing(self) -> float:
        """What both armies and the line promise beyond the points, in the game's points."""
        if self.judge:
            return super().standing()
        armies = sum(self.front.own.values()) * self.price(self.side)
        armies -= sum(self.front.foe.values()) * self.price(self.other)
        lost = (self.front.held & ~self.safe).bit_count() * self.weights["cut off"]
        return (armies + lost + self.line(self.front.held)) / self.point

    # -- movement --------------------------------------------------------------------------

    def moves(self) -> Iterator[Scores]:
        """Whoever is nearest to the enemy first; each goes where it does most good."""
        able = sorted(
            (self.pieces[id] for id in self.seat.able()),
            key=lambda piece: (self.front.near.get(piece.hex, FAR), -piece.factor, piece.id),
        )
        yield from self.each([piece.id for piece in able], lambda id: self.ways(self.pieces[id]))
        yield {"end": 0.0}

    def ways(self, piece: Piece) -> Scores:
        """The best of the few hexes in reach that promise most, with all that hangs on them."""
        found, reach = [], self.seat.reach(piece.id)
        promise = self.promises(piece.factor, piece.drive)
        for verb, ways in reach.items():
            found += [(promise[hex], verb, hex) for hex in members(ways.hexes)]
        scores: Scores = {}
        for _, verb, hex in sorted(found, reverse=True)[:BEST]:
            way = reach[verb].path(hex)
            worth = self.gain(piece, way) + self.weights["march"]
            if worth > 0:
                scores[f"{verb} {piece.id} {' '.join([self.grid.name[h] for h in way])}"] = worth
        for order, worth in sorted(scores.items(), key=lambda s: (-s[1], s[0])):
            if self.seat.why_not(order) is None:
                return {self.raid_on(piece, order) if self.weights.get("raid") else order: worth}
        return {}

    def raid_on(self, piece: Piece, order: str) -> str:
        """The way drawn out, from one hex that is worth something to the next, as long as no
        rule refuses it and it pays.
        """
        verb, id, *names = order.split()
        way = [self.grid.find(name) for name in names]
        value = self.gain(piece, way)
        while True:
            beside = self.grid.around(1 << way[-1]) & self.valued & ~self.mine & ~self.front.foes
            nexts = [hex for hex in scan(beside) if hex not in way and hex != piece.hex]
            nexts.sort(key=lambda hex: (-self.worth[hex], hex))
            for hex in nexts:
                longer = f"{order} {self.grid.name[hex]}"
                if self.seat.why_not(longer) is None and self.gain(piece, [*way, hex]) > value:
                    order, way = longer, [*way, hex]
                    value = self.gain(piece, way)
                    break
            else:
                return order
