"""Panzer Keil: shell the weak point, mass there, break it; the Soviet holds, then throws back.

Everything is reckoned in German points: what the German gains the Soviet loses.
"""

from collections.abc import Iterator
from functools import cached_property

from kursk.bots import greedy
from kursk.bots.advice.panzer_keil_assault import Assault, Battle, escapes
from kursk.bots.front import FAR, Front, Prospects, expected
from kursk.bots.general import BEST, General, Piece, remembered
from kursk.bots.greedy import Scores
from kursk.bots.seat import Seat
from kursk.core.counters import Counter
from kursk.core.hexes import Hex, Hexes, scan
from kursk.core.tables import Receipt
from kursk.core.view import Seen
from kursk.games.panzer_keil.odds import ROUGH
from kursk.games.panzer_keil.stacking import LIMIT
from kursk.games.panzer_keil.state import GERMAN, SOVIET, foe, values
from kursk.games.panzer_keil.tables import CRT, LOSSES, SCENARIOS, SIZES, TOWNS

WEIGHTS = {
    "points": 1.0,  # points of places taken on the way
    "drive": 0.25,  # a hex nearer to the goal, for a mechanized unit
    "drive on foot": 0.12,
    "attack": 1.2,  # what a unit adds to the best battle it can join
    "battle": 1.5,  # what a battle is worth, beside units and points
    "risk": 1.0,  # what the enemy's best battle against the hex may cost
    "held": 0.3,  # of the points of a hex that may be won or lost in battle
    "ground": 0.7,  # a hex gained or lost in battle
    "garrison": 0.5,  # of the points of a town, for a garrison that is strong enough
    "enough": 8.0,  # factors for that
    "freed": 0.6,  # of the points of a place that an enemy hex makes nobody's
    "abandon": 1.0,  # of what a hex is worth, when it is left to the enemy without a fight
    "factor": 0.15,  # a factor lost, beside the points for the unit
    "leak": 0.3,  # a point that lies open to an enemy who slips through
    "kept": 0.1,  # a point of a place that no enemy can come next to
    "bare": 0.03,  # a hex that does
    "starve": 0.25,  # an enemy factor that is cut off
    "pocket": 0.6,  # a stack that raiders could cut off
    "cut off": -5.0,  # to stand out of supply
    "march": -0.2,  # what a move must bring at the least
    "forced": -1.5,  # to be exhausted by a march
    "effort": -0.1,  # a factor bound in an attack
    "tired": -0.15,  # a mechanized unit that attacks has no second move
    "detour": 0.3,  # a hex farther from the goal, for a battle
    "guard": 0.35,  # of what the line loses by a unit that leaves it for a battle
    "air": -0.25,  # a marker flies once a turn
    "shaken": 0.5,  # of what a battle may bring, when its defender is disrupted
    "disrupted": 0.8,  # a unit that is
}
SIDES: dict[str, dict[str, float]] = {  # where the sides differ: the German must get on
    GERMAN: {
        "ground": 2.0,
        "effort": -0.03,
        "tired": -0.1,
        "risk": 0.3,
        "attack": 2.0,
        "pocket": 0.2,
        "kept": 2.0,
        "freed": 1.2,
        "disrupted": 0.3,
        "guard": 0.15,
    },  # fmt: skip
    SOVIET: {},
}
LAST = {  # of the last turn: units and towns count, ground does not
    "ground": 0.2,
    "drive": 0.02,
    "drive on foot": 0.01,
    "detour": 0.0,
    "kept": 3.0,
    "freed": 2.0,
    "risk": 0.6,
}
SHARE = (1.0, 0.45, 0.2, 0.05)  # of a place that so many enemy hexes could make nobody's
WALL = "The northern wall"  # where positions count, and nothing else
AIMED = 10.0  # a hex that is to be attacked is shelled before any other
TIM = "3528"  # in the south its fall ends the game
POSITION = 4.0  # points of a position in the north, where positions are all that counts
RESULTS = {  # as a battle looks from afar
    "AL2": -1.0, "AL": -0.7, "A2D": -0.45, "A1D": -0.35, "A2": -0.15, "A1": -0.1, "C": 0.0,
    "EX": 0.25, "D1": 0.5, "D2": 0.6, "D1D": 0.65, "D2D": 0.75, "DL": 1.0, "DL2": 1.1,
}  # fmt: skip


def turns(name: str) -> int:
    return next(scenario.turns for scenario in SCENARIOS.values() if scenario.name == name)


class Advice(General):
    sizes = {30: 12.0, 20: 9.0, 10: 6.0, 4: 3.0, 1: 1.0}
    reach = (1.0, 0.35, 0.15)
    alarm = {20: 6, 5: 4, 1: 2}
    raid = 9
    prospect = Prospects(CRT, RESULTS)

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat, foe(seat.side))
        south = self.view.tracks["scenario"] != WALL
        self.turn = int(self.view.turn)
        self.weights = dict(WEIGHTS)
        if south:
            self.weights |= SIDES[seat.side]
            if self.turn >= turns(self.view.tracks["scenario"]):
                self.weights |= LAST
        self.dug: Hexes = self.grid.set(self.view.tracks["positions"])
        self.strong: Hexes = self.grid.set(self.view.tracks["reinforced"])
        self.mine |= self.front.held  # 5.4.1: more units in it do not make a place one's own

    def recall(self, before: greedy.Advice) -> Hexes:
        """What was planned for the phase stands."""
        for plan in ("planned", "aims"):
            if plan in before.__dict__:
                self.__dict__[plan] = before.__dict__[plan]
        return super().recall(before)

    # -- what is decided -------------------------------------------------------------------

    def options(self) -> Iterator[Scores]:
        match self.view.phase:
            case "Support attacks":
                yield self.shelling()
                yield {"end": 0.0}
            case "Movement" | "Mechanized movement":
                yield from self.moves()
            case "Combat" if self.seat.why_not("end") is None:
                yield self.attacks()
                yield {"end": 0.0}
            case "Advance after combat":
                yield self.scored(self.seat.orders())
                yield {"end": 0.0}
            case _:
                yield self.scored(self.seat.orders())

    def score(self, order: str) -> float:
        match order.split():
            case ["resolve", "all"] | ["end"]:
                return 0.0
            case ["resolve" | "swap", *_]:
                return -1.0
            case ["air" | "pass"]:
                return self.flight(order)
            case ["lose", ids] if self.view.phase == "Exchange":
                return self.exchange(ids.split(","))
            case ["lose" | "remove", ids]:
                return -sum(self.pieces[id].loss for id in ids.split(","))
            case ["retreat", ids, *names]:
                return self.retreat(ids.split(","), [self.grid.find(name) for name in names])
            case ["advance", ids, *names]:
                way = [self.grid.find(name) for name in names]
                gains = [self.gain(self.pieces[id], way) for id in ids.split(",")]
                return sum(gains) + self.weights["ground"]
        return 0.0

    # -- what stands where -----------------------------------------------------------------

    @cached_property
    def worth(self) -> dict[Hex, int]:
        """A16.1, A16.4, A15.2: what the German gets for a hex."""
        if self.view.tracks["scenario"] == WALL:
            return {hex: int(POSITION) for hex in scan(self.dug & self.board.hexes["north"])}
        area = self.grid.all
        if self.view.tracks["scenario"] == "Prokhorovka":
            area = self.board.hexes["south"]
        found = {self.grid.find(name): points for name, points in TOWNS.items()}
        sources = self.board.hexes["german source"] | self.board.hexes["soviet source"]
        found |= dict.fromkeys(scan(sources), 2)
        if self.view.tracks["scenario"] == "Prokhorovka" and self.side == SOVIET:
            found[self.grid.find(TIM)] = 40
        return {hex: points for hex, points in found.items() if area >> hex & 1}

    @cached_property
    def pieces(self) -> dict[str, Piece]:
        return {
            seen.unit: self.piece(seen, self.grid.find(name))
            for name, stack in self.view.stacks.items()
            for seen in stack
        }

    @remembered
    def piece(self, seen: Seen, hex: Hex) -> Piece:
        counter = self.seat.counter(seen.unit)
        attack, defence = values(counter, seen.step)
        mech = "mech" in counter.flags
        shaken = bool({"disrupted", "repulsed"} & set(seen.marks))
        prices = LOSSES[counter.side]
        kind = "infantry_regiment" if "infantry-regiment" in counter.flags else ""
        points = abs(prices[kind or ("mech" if mech else "foot")])
        points += prices.get("guards", 0) * ("guards" in counter.flags)
        loss = points + self.weights["factor"] * (attack + defence)
        drive = self.weights["drive" if mech else "drive on foot"]
        factor = (defence + 1) // 2 if shaken else defence
        return Piece(seen.unit, seen.side, hex, factor, drive, loss, not shaken, seen.marks)

    @remembered
    def punch(self, id: str) -> int:
        """The attack of a unit."""
        return values(self.seat.counter(id), self.seat.seen[id].step)[0]

    @cached_property
    def weight(self) -> dict[Hex, float]:
        """The attack that stands next to each enemy hex already."""
        return {
            target: sum(
                self.punch(seen.unit)
                for hex in scan(self.grid.around(1 << target) & self.front.held)
                for seen in self.view.stacks[self.grid.name[hex]]
                if self.pieces[seen.unit].fights
            )
            for target in self.front.foe
        }

    def strength(self, name: str) -> float:
        """The defence of a hex; Soviets on foot in a reinforced position count twice."""
        total, hex = 0, self.grid.find(name)
        for seen in self.view.stacks[name]:
            flags = self.seat.counter(seen.unit).flags
            twice = self.strong >> hex & 1 and seen.side == SOVIET
            twice = twice and not {"mech", "cavalry"} & flags
            total += self.pieces[seen.unit].factor * (2 if twice else 1)
        return float(total)

    @cached_property
    def front(self) -> Front:
        found: dict[str, dict[Hex, float]] = {self.side: {}, self.other: {}}
        for name, stack in self.view.stacks.items():
            found[stack[0].side][self.grid.find(name)] = self.strength(name)
        share = 0.55 if self.side == GERMAN else 0.9  # of its defence a stack attacks with
        return Front(
            self.grid, found[self.side], found[self.other], tuple(share * n for n in self.reach)
        )

    def price(self, side: str) -> float:
        return 0.6 if side == SOVIET else 0.35

    def cover(self, hex: Hex, side: str) -> int:
        """9.5.1, A8.4.3: rough ground is a column, a position about one more."""
        rough = any(self.board.hexes[kind] >> hex & 1 for kind in ROUGH)
        return -int(rough) - int(side == SOVIET and bool(self.dug >> hex & 1))

    @cached_property
    def strongholds(self) -> Hexes:
        return sum(1 << hex for hex, points in self.worth.items() if points >= 5)

    @cached_property
    def supply(self) -> dict[str, Hexes]:
        return {side: self.board.hexes[f"{side} source"] for side in (GERMAN, SOVIET)}

    def linked(self, held: Hexes, gone: Hexes) -> Hexes:
        """6.1: where a unit is in supply."""
        return self.front.supplied(held, self.supply[self.side], gone)

    def starving(self, held: Hexes) -> Hexes:
        return self.front.starved(held, self.supply[self.other])

    @cached_property
    def goals(self) -> dict[int, Hexes]:
        """The Soviet first throws the invader out; he has no other goal while one is there."""
        if self.side == GERMAN:
            return super().goals
        intruders = self.front.foes & ~self.board.hexes["german control"]
        return {10: intruders} if intruders else {}

    @remembered
    def freed(self, target: Hex) -> float:
        """5.4.1: the points of places that are nobody's for the zone of this enemy hex; where
        others do the same, a part of them.
        """
        beside = self.grid.around(1 << target) | 1 << target
        ours = (self.front.held | self.grid.around(self.front.held)) & beside & self.valued
        total = 0.0
        for hex in scan(ours):
            others = (self.grid.around(1 << hex) & self.front.foes & ~(1 << target)).bit_count()
            total += self.worth[hex] * SHARE[min(others, 3)]
        return total

    def stake(self, target: Hex) -> float:
        return super().stake(target) + self.weights["freed"] * self.freed(target)

    def comers(self, held: Hexes) -> Hexes:
        """Where enemies stand, or could come to stand, if the line is held so."""
        through = sum(self.front.raids(held, self.raid)) | self.front.foes
        return through | self.grid.around(through) & ~held

    @remembered
    def leak(self, held: Hexes) -> float:
        """5.4.1: and the places next to which raiders could stand: they would be nobody's."""
        there, kept = self.comers(held), 0.0
        for hex in scan(self.valued & (held | self.mine) & ~there):
            spoilt = (self.grid.around(1 << hex) & there).bit_count()
            kept += self.worth[hex] * SHARE[min(spoilt, 3)]
        return super().leak(held) - self.weights["kept"] * kept

    # -- the plan --------------------------------------------------------------------------

    def counter(self, id: str) -> Counter:
        return self.seat.counter(id)

    def defence(self, target: Hex) -> float:
        """What a hex defends with; before the guns have spoken, what they may leave of it."""
        strength = self.front.foe[target]
        return 0.6 * strength if self.view.phase == "Support attacks" else strength

    @remembered
    def die(self, target: Hex) -> int:
        """A9.1: the rows of a position."""
        stack = self.view.stacks[self.grid.name[target]]
        dug = self.side == GERMAN and self.dug >> target & 1
        on_foot = (not {"mech", "cavalry"} & self.counter(seen.unit).flags for seen in stack)
        return -1 if dug and any(on_foot) else 0

    def strain(self, force: list[Piece]) -> float:
        tanks = sum(p.drive == self.weights["drive"] and "attacked" not in p.marks for p in force)
        effort = self.weights["effort"] * sum(self.punch(p.id) for p in force)
        return effort + self.weights["tired"] * tanks

    @remembered
    def detour(self, id: str, stand: Hex) -> float:
        """What it costs to be led away from the goal, and from what the unit guards."""
        piece = self.pieces[id]
        if stand == piece.hex:
            return 0.0
        away = self.weights["detour"] * max(0.0, self.far(stand) - self.far(piece.hex))
        if self.guards(id):
            away += self.weights["guard"] * max(0.0, -self.after(piece, stand))
        return away

    @remembered
    def guards(self, id: str) -> bool:
        """Is the line worse without the unit?"""
        return self.line(self.without(self.pieces[id])) < self.line(self.front.held) - 0.5

    def assault(self) -> list[Battle]:
        able, reach = set(self.seat.able()), dict[str, Hexes]()
        guns = self.view.phase == "Support attacks"
        for piece in self.pieces.values():
            if piece.side == self.side and piece.fights:
                own = 1 << piece.hex
                if guns or piece.id in able:
                    own |= self.seat.reach(piece.id)["move"].hexes
                if own & self.front.foe_zone:
                    reach[piece.id] = own & self.front.foe_zone
        return Assault(self, self.front.held, reach).battles(self.front.foes)

    @cached_property
    def planned(self) -> list[Battle]:
        """Who attacks what this turn."""
        return self.assault()

    @cached_property
    def aims(self) -> dict[Hex, float]:
        """What is worth shelling."""
        return {battle.target: battle.worth for battle in self.assault()}

    # -- support ---------------------------------------------------------------------------

    def shelling(self) -> Scores:
        """7.2: as many points as can be, first on what is to be attacked, then where a disrupted
        defender would help most.
        """
        best: dict[str, str] = {}
        for order in self.seat.orders():
            if order != "end" and self.steady(self.grid.find(order.split()[1])):
                key = " ".join(order.split()[1:3])
                if key not in best or _shots(order) > _shots(best[key]):
                    best[key] = order
        found = {}
        for order in best.values():
            target = self.grid.find(order.split()[1])
            receipt = self.seat.receipt(order)
            if receipt is not None:
                hits = expected(receipt, {"-": 0.0, "D": 1.0, "1D": 1.2})
                aimed = self.aims.get(target, 0.0)
                found[order] = hits * (AIMED + aimed if aimed else self.softened(target))
        return {order: worth for order, worth in found.items() if worth > 0.05}

    def steady(self, target: Hex) -> bool:
        """Is anybody there whom guns could still disrupt?"""
        stack = self.view.stacks[self.grid.name[target]]
        return any(self.pieces[seen.unit].fights for seen in stack)

    def softened(self, target: Hex) -> float:
        """How much better a battle is against half the defence."""
        against, shift = self.front.foe[target], self.cover(target, self.other)
        near = self.weight[target] + 0.5 * self.gathering(target)
        less, more = (self.prospect(near, part, shift) for part in (against, against / 2))
        return self.stake(target) * (more - less) + self.weights["shaken"] * more

    def gathering(self, target: Hex) -> float:
        """The attack that can still come up to a hex: mechanized units two or three hexes away."""
        ring = self.grid.within(target, 3) & ~self.grid.within(target, 1) & self.front.held
        return float(
            sum(
                self.punch(seen.unit)
                for hex in scan(ring)
                for seen in self.view.stacks[self.grid.name[hex]]
                if self.pieces[seen.unit].drive == self.weights["drive"]
            )
        )

    # -- movement --------------------------------------------------------------------------

    def chance(self, piece: Piece, hex: Hex) -> float:
        targets = self.grid.around(1 << hex) & self.front.foes
        if not targets or not piece.fights or self.view.phase == "Mechanized movement":
            return 0.0
        punch = self.punch(piece.id)
        return max(self.help(t, self.others(piece, t), punch) for t in scan(targets))

    def others(self, piece: Piece, target: Hex) -> float:
        beside = self.weight[target]
        return beside - self.punch(piece.id) if self.grid.touch(piece.hex, target) else beside

    @remembered
    def glance(self, factor: int, drive: float, hex: Hex) -> float:
        value = self.ground(factor, drive, self.front.own.get(hex, 0.0), hex)
        value += self.bare >> hex & 1
        if not self.mine >> hex & 1:
            value += self.weights["points"] * self.worth.get(hex, 0)
        if self.view.phase != "Mechanized movement":
            targets = scan(self.grid.around(1 << hex) & self.front.foes)
            helps = (self.help(t, self.weight[t], factor) for t in targets)
            value += self.weights["attack"] * max(helps, default=0.0)
        return value

    def moves(self) -> Iterator[Scores]:
        """Whoever is nearest to the enemy first; reinforcements come in at once."""
        able = self.seat.able()
        coming = [id for id in able if id not in self.pieces]
        for id in coming:
            yield self.arrivals(id)
        found = sorted(
            (self.pieces[id] for id in able if id in self.pieces),
            key=lambda piece: (self.front.near.get(piece.hex, FAR), -piece.factor, piece.id),
        )
        bound: set[str] = set()
        if self.view.phase == "Movement":
            for battle in self.planned:
                bound |= battle.stands.keys()
                yield from self.closing_in(battle, set(able))
        found = [piece for piece in found if piece.id not in bound]
        yield from self.each([piece.id for piece in found], lambda id: self.ways(self.pieces[id]))
        if self.seat.why_not("end") is None:
            yield {"end": 0.0}
        else:
            yield {order: 1.0 for piece in found for order in self.clearing(piece)}

    def closing_in(self, battle: Battle, able: set[str]) -> Iterator[Scores]:
        """Everybody to where the plan has him attack from."""
        for id, stand in battle.stands.items():
            if id in able and self.pieces[id].hex != stand:
                reach = self.seat.reach(id).get("move")
                if reach is not None and reach.hexes >> stand & 1:
                    order = f"move {id} {' '.join(self.grid.name[s] for s in reach.path(stand))}"
                    if self.seat.why_not(order) is None:
                        yield {order: 1.0}

    def arrivals(self, id: str) -> Scores:
        """8.6: as near to the goal as can be, where there is room."""
        size = SIZES[self.seat.counter(id).size]
        scores = {}
        for order in self.seat.orders(id):
            hex = self.grid.find(order.split()[-1])
            if self.room(hex) >= size:
                scores[order] = 100.0 - self.far(hex)
        return scores

    def room(self, hex: Hex) -> int:
        stack = self.view.stacks.get(self.grid.name[hex], ())
        return LIMIT - sum(SIZES[self.seat.counter(seen.unit).size] for seen in stack)

    def clearing(self, piece: Piece) -> list[str]:
        """5.1.3: a way out of a hex that holds too much."""
        if self.room(piece.hex) >= 0:
            return []
        orders = (o for o in self.seat.orders(piece.id) if o.startswith("move"))
        return [o for o in orders if not o.endswith("off") and self._fits(piece, o)][:1]

    def _fits(self, piece: Piece, order: str) -> bool:
        hex = self.grid.find(order.split()[-1])
        return self.room(hex) >= SIZES[self.seat.counter(piece.id).size]

    def ways(self, piece: Piece) -> Scores:
        """The best of the few hexes in reach that promise most and have room."""
        size = SIZES[self.seat.counter(piece.id).size]
        found = []
        for verb, reach in self.seat.reach(piece.id).items():
            toll = self.weights["forced"] if verb == "march" else 0.0
            for hex in scan(reach.hexes):
                if not size or self.room(hex) >= size:
                    hope = self.glance(piece.factor, piece.drive, hex) + toll
                    found.append((hope, verb, hex, reach))
        scores: Scores = {}
        for _, verb, hex, reach in sorted(found, key=lambda f: f[:3], reverse=True)[:BEST]:
            way = reach.path(hex)
            order = f"{verb} {piece.id} {' '.join(self.grid.name[step] for step in way)}"
            toll = self.weights["forced"] if verb == "march" else 0.0
            scores[order] = self.gain(piece, way) + self.weights["march"] + toll
        for order, worth in sorted(scores.items(), key=lambda s: (-s[1], s[0])):
            if worth > 0 and self.seat.why_not(order) is None:
                return {order: worth}
        return {}

    # -- combat ----------------------------------------------------------------------------

    def attacks(self) -> Scores:
        """Against the hexes that look best: all that can, stack by stack, and wedges."""
        fought = self.grid.set(self.view.tracks["fought"])
        found = []
        for target in scan(self.front.foes & ~fought):
            shift = self.cover(target, self.other) + 1
            if self.weight[target]:
                guess = self.prospect(self.weight[target], self.front.foe[target], shift)
                found.append((guess * self.stake(target), target))
        scores: Scores = {}
        for _, target in sorted(found, reverse=True)[: 2 * BEST]:
            scores |= self.battles(target)
        return scores

    def battles(self, target: Hex) -> Scores:
        scores: Scores = {}
        for order in self.orders_against(target):
            if order not in scores and (receipt := self.seat.receipt(order)):
                scores[order] = self.battle(receipt, target, order.split()[3].split(","))
        return scores

    def orders_against(self, target: Hex) -> Iterator[str]:
        """What is offered, and of each army group or front the strongest few."""
        name = self.grid.name[target]
        offered = list(self.seat.orders(name))
        yield from offered
        whole = [o for o in offered if o.count(",") > 1 and " keil " not in o]
        for order in whole:
            ids = sorted(order.split()[3].split(","), key=lambda id: (-self.punch(id), id))
            for count in range(2, len(ids)):
                few = f"attack {name} with {','.join(ids[:count])}"
                if self.seat.why_not(few) is None:
                    yield few

    def battle(self, receipt: Receipt, target: Hex, ids: list[str]) -> float:
        """The mean worth of a battle for the attacker."""
        force = [self.pieces[id] for id in ids]
        return expected(receipt, self.results(target, force, self.front.held)) + self.strain(force)

    def results(self, target: Hex, force: list[Piece], held: Hexes) -> dict[str, float]:
        """What each result is worth to the attacker of a hex, if he stands so round it."""
        stack = [self.pieces[seen.unit] for seen in self.view.stacks[self.grid.name[target]]]
        lost, cheap = sorted(p.loss for p in stack), sorted(p.loss for p in force)
        shaken = self.weights["disrupted"] * len(force)
        struck = self.weights["disrupted"] * len(stack)
        ground = self.weights["ground"] * self.nearness(target)
        ground += self.weights["freed"] * self.freed(target)
        ground += self.weights["held"] * self.worth.get(target, 0)
        free = escapes(self.grid, target, held | self.grid.around(held))
        one, two = sum(lost[: 1 - min(free, 1)]), sum(lost[: 2 - free])
        return {
            "AL2": -sum(cheap[:2]) - shaken,
            "AL": -cheap[0] - shaken,
            "A2D": -shaken - 0.3,
            "A1D": -shaken,
            "A2": -0.5,
            "A1": -0.3,
            "C": 0.0,
            "EX": self.bargain(target, force)[0],
            "D1": ground + one,
            "D2": 1.3 * ground + two,
            "D1D": ground + struck + one,
            "D2D": 1.3 * ground + struck + two,
            "DL": 1.3 * ground + struck + sum(lost[: 3 - free]),
            "DL2": 1.3 * ground + struck + sum(lost[: 4 - free]),
        }

    @remembered
    def nearness(self, target: Hex) -> float:
        """Ground on the way to a goal is worth more than elsewhere."""
        return min(max(1.3 - 0.1 * self.far(target), 0.3), 1.5)

    def bargain(self, target: Hex, force: list[Piece]) -> tuple[float, list[str]]:
        """9.6: what an exchange brings: the cheapest who outweigh the defenders, or just one."""
        stack = [self.pieces[seen.unit] for seen in self.view.stacks[self.grid.name[target]]]
        against, price, given = self.strength(self.grid.name[target]), 0, list[Piece]()
        for piece in sorted(force, key=lambda p: (p.loss / max(self.punch(p.id), 1), p.id)):
            if price < against:
                given.append(piece)
                price += self.punch(piece.id)
        least = min(force, key=lambda p: (p.loss, p.id))
        gain = sum(p.loss for p in stack) + self.weights["ground"] - sum(p.loss for p in given)
        if price < against or gain < -least.loss:
            return -least.loss, [least.id]
        return gain, [p.id for p in given]

    def flight(self, order: str) -> float:
        """A6.2: how much better the battle becomes."""
        receipt, passing = self.seat.receipt(order), self.seat.receipt("pass")
        if order == "pass" or receipt is None or passing is None:
            return 0.0
        target = self.pieces[passing.defence[0].label].hex
        force = [self.pieces[line.label] for line in passing.attack]
        worths = self.results(target, force, self.front.held)
        change = expected(receipt, worths) - expected(passing, worths)
        return (change if force[0].side == self.side else -change) + self.weights["air"]

    def exchange(self, ids: list[str]) -> float:
        """9.6: who is given up; the target is what all who are offered stand next to."""
        among = {id for order in self.seat.orders() for id in order.split()[1].split(",")}
        force = [self.pieces[id] for id in among]
        loss = -sum(self.pieces[id].loss for id in ids)
        targets = self.front.foes
        for piece in force:
            targets &= self.grid.around(1 << piece.hex)
        if not targets or force[0].hex in self.front.foe:
            return loss
        best = max(self.bargain(target, force) for target in scan(targets))[1]
        return loss + 100.0 * (set(ids) == set(best))

    # -- retreats --------------------------------------------------------------------------

    def retreat(self, ids: list[str], way: list[Hex]) -> float:
        """One's own to where they do most good, the enemy's to where they do least."""
        group, end = [self.pieces[id] for id in ids], way[-1]
        if group[0].side == self.side:
            return sum(self.gain(piece, way) for piece in group) + 0.01 * len(group)
        helped = -self.cover(end, self.other) + 0.1 * (end in self.front.foe)
        toll = -self.weights["points"] * self.worth.get(end, 0)
        return (0.3 * self.far(end) - helped + toll) * len(group)


def _shots(order: str) -> tuple[int, bool]:
    words = order.split()
    return int(words[3]), len(words) > 4
