"""Panzer Keil: what stands where, what it is worth, and what the line keeps."""

from collections.abc import Mapping
from functools import cached_property

from kursk.bots.advice.panzer_keil.weights import (
    JUDGE,
    LAST,
    POSITION,
    RESULTS,
    SHARE,
    SIDES,
    TIM,
    WALL,
    WEIGHTS,
)
from kursk.bots.front import Front, Prospects
from kursk.bots.general import General, Piece, remembered
from kursk.bots.seat import Seat
from kursk.core.counters import Counter
from kursk.core.hexes import Hex, Hexes, scan
from kursk.core.view import Seen
from kursk.games.panzer_keil.odds import ROUGH
from kursk.games.panzer_keil.state import GERMAN, SOVIET, foe, values
from kursk.games.panzer_keil.tables import CRT, LOSSES, SCENARIOS, TOWNS


def turns(name: str) -> int:
    return next(scenario.turns for scenario in SCENARIOS.values() if scenario.name == name)


class Ground(General):
    weights = WEIGHTS
    judge = JUDGE
    trials = {"captain": (0, 9), "marshal": (0, 27)}
    doctrines = ("drive", "strike", "shut")
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
        # 5.4.1: more units in it do not make a place one's own
        self.mine |= self.grid.set(seat.hexes(self.side))

    def counter(self, id: str) -> Counter:
        return self.seat.counter(id)

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

    def features(self) -> Mapping[str, float]:
        """A16.1: only what the German occupies counts; what is nobody's is not the Soviet's."""
        sign, taken = (1 if self.side == GERMAN else -1), self.grid.set(self.view.control[GERMAN])
        promise = 0.0
        for hex, worth in self.worth.items():
            german = self.share(hex) if self.side == GERMAN else 1 - self.share(hex)
            promise += sign * worth * (german - (taken >> hex & 1))
        if self.view.tracks["scenario"] == WALL:
            promise /= POSITION
        return {**super().features(), "promise": promise}

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
