"""Panzer Keil, both movement phases: into the planned battles, and else to where it is best."""

from collections.abc import Iterator

from kursk.bots.advice.panzer_keil.assault import Battle
from kursk.bots.advice.panzer_keil.plan import Plan
from kursk.bots.front import FAR
from kursk.bots.general import BEST, Piece
from kursk.bots.greedy import Scores
from kursk.core.hexes import Hex, scan
from kursk.games.panzer_keil.stacking import LIMIT
from kursk.games.panzer_keil.tables import SIZES


class Marches(Plan):
    def chance(self, piece: Piece, hex: Hex) -> float:
        if not self.front.foe_zone >> hex & 1 or not piece.fights:
            return 0.0
        if self.view.phase == "Mechanized movement":
            return 0.0
        targets = self.grid.around(1 << hex) & self.front.foes
        punch = self.punch(piece.id)
        return max(self.help(t, self.others(piece, t), punch) for t in scan(targets))

    def others(self, piece: Piece, target: Hex) -> float:
        beside = self.weight[target]
        return beside - self.punch(piece.id) if self.grid.touch(piece.hex, target) else beside

    def glance(self, factor: int, drive: float, hex: Hex) -> float:
        value = self.ground(factor, drive, self.front.own.get(hex, 0.0), hex)
        value += self.bare >> hex & 1
        if hex in self.prizes:
            value += self.weights["points"] * self.prizes[hex]
        if self.front.foe_zone >> hex & 1 and self.view.phase != "Mechanized movement":
            targets = scan(self.grid.around(1 << hex) & self.front.foes)
            helps = (self.help(t, self.weight[t], factor) for t in targets)
            value += self.weights["attack"] * max(helps)
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
        free = [piece.id for piece in found if piece.id not in bound]
        yield from self.each(free, lambda id: self.ways(self.pieces[id]))
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
        promise = self.promises(piece.factor, piece.drive)
        for verb, reach in self.seat.reach(piece.id).items():
            toll = self.weights["forced"] if verb == "march" else 0.0
            for hex in scan(reach.hexes):
                if not size or self.room(hex) >= size:
                    found.append((promise[hex] + toll, verb, hex, reach))
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
