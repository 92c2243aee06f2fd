"""Battle for Kursk: choose the moment, strike together with support, give no city away.

A major city is a victory point, and counts ten here; everything else is measured by that.
"""

from collections.abc import Iterator, Mapping
from functools import cache, cached_property

from kursk.bots import greedy
from kursk.bots.front import Prospects, distances, expected
from kursk.bots.general import BEST, General, Piece, remembered
from kursk.bots.greedy import Scores
from kursk.bots.seat import Seat
from kursk.core.board import Board
from kursk.core.counters import Counter
from kursk.core.hexes import Hex, Hexes, scan
from kursk.core.tables import Receipt
from kursk.core.view import Seen
from kursk.games.battle_for_kursk.postures import price
from kursk.games.battle_for_kursk.state import GERMAN, MARKERS, RUSSIAN, foe
from kursk.games.battle_for_kursk.tables import CRT, POSTURES, SHIFT, TURNS

WEIGHTS = {
    "points": 1.0,  # cities taken on the way
    "drive": 0.35,  # a hex nearer to the goal
    "attack": 1.2,  # what a unit adds to the best battle it can join
    "battle": 1.0,  # what a battle is worth, beside factors and cities
    "risk": 1.0,  # what the enemy's best battle against the hex may cost
    "held": 0.3,  # of the worth of a city that may be won or lost in battle
    "ground": 0.8,  # a hex gained or lost in battle
    "garrison": 0.4,  # of the worth of a major city, for a garrison that is strong enough
    "enough": 8.0,  # factors for that
    "abandon": 1.0,  # of what a hex is worth, when it is left to the enemy without a fight
    "factor": 0.25,  # a factor lost
    "unit": 1.0,  # a unit lost for good, beside its factors
    "driven": 0.3,  # an enemy driven back
    "leak": 0.3,  # the worth of a city that lies open to an enemy who slips through
    "bare": 0.03,  # a hex that does
    "starve": 0.1,  # an enemy factor that is cut off
    "pocket": 0.0,  # a unit that raiders could cut off: who minds that here, attacks too little
    "cut off": -3.0,  # to stand out of communication
    "effort": -0.04,  # a factor bound in an attack cannot be used elsewhere
    "march": -0.2,  # what a move must bring at the least
    "marker": -1.2,  # an Offensive marker spent
    "city": 0.5,  # of the worth of a city, to stand fast in it
    "german step": 3.0,  # a replacement that a posture brings, or takes
    "russian step": 0.6,
    "pause": -5.0,  # to stand still for a turn
    "alarm": 3.0,  # hexes from which an enemy threatens a major city
    "raid": 1.0,  # ways are drawn out to take more cities
    "last": 0.0,  # of all fears, in the last player turn of all
}
SIDES = {  # what a side sees otherwise: the one has cities to lose, the other no time
    GERMAN: {
        "drive": 0.0,
        "leak": 1.0,
        "bare": 0.06,
        "garrison": 1.2,
        "enough": 4.0,
        "alarm": 9.0,
    },
    RUSSIAN: {"risk": 0.2, "marker": -0.5},
}
POSTURE = {"reposition": 2.5, "deploy": 3.5, "engage": 3.5}  # the use of its phases
RESULTS = {"DE": 1.0, "DRL": 0.8, "EX": 0.5, "DR": 0.5, "NE": 0.0, "AL": -0.4}  # from afar
FEARS = ("risk", "garrison", "abandon", "leak", "bare", "effort", "march")
LATE = 3.0  # what an open line counts for in the last turn
BATTLES = 4  # that a side can hope to fight in a turn


@cache
def ground(board: Board) -> dict[Hex, int]:
    """9.2: the columns that terrain gives a defender (left is minus); forts come and go."""
    kinds = ("forest", "rough", "major city")
    return {
        hex: sum(SHIFT[kind] for kind in kinds if board.hexes[kind] >> hex & 1)
        for hex in board.grid.name
    }


def leads(counter: Counter) -> bool:
    """9.2.1: armour and Shock lead Offensives."""
    return bool({"armour", "shock"} & counter.flags)


class Advice(General):
    weights = WEIGHTS
    sizes = {100: 0.0, 10: 6.0, 2: 3.0}
    reach = (1.0, 0.3)
    alarm: Mapping[int, float] = {100: 12, 10: 3}
    raid = 7
    prospect = Prospects(CRT, RESULTS)
    swing, point = 1.0, 10.0
    trials = {"captain": (5, 5), "marshal": (10, 20)}
    doctrines = ("bold", "strike", "shut", "spare", "drive", "pocket")

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat, foe(seat.side))
        self.weights = {**self.weights, **SIDES[self.side]}
        self.tracks = self.view.tracks
        self.last = self.view.turn == TURNS[-1].turn

    def suited(self, weights: Mapping[str, float]) -> Mapping[str, float]:
        """4.0: after the last player turn of all nothing can go wrong any more."""
        self.alarm = {**self.alarm, 10: weights["alarm"]}
        if not (self.last and self.side == RUSSIAN and self.seat.mine):
            return weights
        return {**weights, **{fear: weights["last"] * weights[fear] for fear in FEARS}}

    # -- what is decided -------------------------------------------------------------------

    def options(self) -> Iterator[Scores]:
        match self.view.phase:
            case "Movement" | "Armour and rail movement":
                yield from self.moves()
            case "Combat: announcing battles":
                yield self.attacks()
                yield {"end": 0.0}
            case "Exchange":
                yield {self.payment(): 0.0}
            case _:
                yield self.scored(self.seat.orders())

    def openings(self) -> list[str]:
        """12.0: to pause looks well for a turn and its reply; that the Russian is short of time
        nobody sees who looks no farther, so that he keeps to what usually pays.
        """
        if self.side == RUSSIAN:
            return []
        return [order for order in self.seat.orders() if order.startswith("posture ")]

    def score(self, order: str) -> float:
        match order.split():
            case ["auto"]:
                return 1.0
            case ["posture", posture]:
                return self.posture(posture)
            case ["react"]:
                return 1.0  # to stand still while the enemy engages costs more than a marker
            case ["objective", name]:
                return self.near(self.tracks["objective"]["hex"]) - self.near(name) - 2
            case ["replace", id]:
                piece = self.pieces[id]
                return 30.0 + piece.factor - self.front.near.get(piece.hex, 0)
            case ["rebuild" | "return", _, name]:
                return 10.0 - 0.1 * self.far(self.grid.find(name))
            case ["reduce" | "lose", id]:
                return -self.pieces[id].loss
            case ["resolve", name]:
                receipt = self.seat.receipt(order)
                return self.battle(receipt, self.grid.find(name)) if receipt else 0.0
            case ["stand" | "exchange" as answer]:
                return self.answer(answer)
            case ["retreat", _, *names]:
                return self.drive_off(names[-1])
            case ["advance", id]:
                return self.gain(self.pieces[id], [self.vacated()])
        return 0.0

    # -- what stands where -----------------------------------------------------------------

    @cached_property
    def pieces(self) -> dict[str, Piece]:
        return {
            seen.unit: self.piece(seen, self.grid.find(name))
            for name, stack in self.view.stacks.items()
            for seen in stack
        }

    @remembered
    def piece(self, seen: Seen, hex: Hex) -> Piece:
        (_, loss), *_ = self.bill(seen)
        factor = self.seat.counter(seen.unit).factor(seen.step)
        return Piece(seen.unit, seen.side, hex, factor, self.weights["drive"], loss)

    def bill(self, seen: Seen) -> list[tuple[int, float]]:
        """9.3: the steps that a unit has left, one after the other: its points, and what the
        loss of them is felt to be; with the last the unit goes."""
        counter = self.seat.counter(seen.unit)
        steps = [counter.factor(0) - counter.factor(1), counter.factor(1)][seen.step :]
        pains = [self.weights["factor"] * points for points in steps]
        pains[-1] += self.weights["unit"]
        return list(zip(steps, pains, strict=True))

    def strength(self, name: str) -> float:
        return self.pieces[self.view.stacks[name][0].unit].factor

    def cover(self, hex: Hex, side: str) -> int:
        fort = self.grid.name[hex] in self.tracks["active forts"][side]
        return ground(self.board)[hex] + SHIFT["fort"] * fort

    @cached_property
    def worth(self) -> dict[Hex, int]:
        """5.0: a point counts ten, Moscow the game; a city is a base for replacements."""
        found = dict.fromkeys(scan(self.board.hexes["city"]), 2)
        found |= dict.fromkeys(scan(self.board.hexes["major city"]), 10)
        if moscow := self.board.places.get("Moscow"):
            found[moscow.hex] = 100
        if name := self.tracks["objective"]["hex"]:
            found[self.grid.find(name)] = found.get(self.grid.find(name), 0) + 10
        return found

    @cached_property
    def strongholds(self) -> Hexes:
        """5.0: the major cities; Moscow is one."""
        return self.board.hexes["major city"]

    def linked(self, held: Hexes, gone: Hexes) -> Hexes:
        """10.0: where a unit is in communication; a friend does not open an enemy zone."""
        border = self.board.hexes[f"{self.side} border"]
        return border | self.front.supplied(0, border, self.theirs | gone)

    @cached_property
    def theirs(self) -> Hexes:
        """The cities that the enemy controls."""
        return self.grid.set(self.view.control[self.other])

    def starving(self, held: Hexes) -> Hexes:
        """9.2, 10.2: out of communication a unit fights worse and gets no replacements."""
        border = self.board.hexes[f"{self.other} border"]
        return self.front.starved(held, border, self.mine | self.grid.around(held))

    def leak(self, held: Hexes) -> float:
        """5.0: the Russian moves last; what lies open then is lost."""
        return (LATE if self.last else 1.0) * super().leak(held)

    def alike(self, before: General) -> bool:
        """9.2: forts come and go with the units in them."""
        forts = "active forts"
        return super().alike(before) and self.tracks[forts] == before.view.tracks[forts]

    def near(self, name: str) -> float:
        """12.1: how far the side's units are from a city, and how well it is held."""
        hex = self.grid.find(name)
        return distances(self.grid, self.front.held)[hex] + self.front.foe.get(hex, 0.0) / 5

    # -- combat ----------------------------------------------------------------------------

    @cached_property
    def announced(self) -> list[str]:
        """The units and the hexes of the battles that wait to be resolved."""
        return " ".join(self.tracks["battles"]).replace(",", " ").split()

    @cached_property
    def markers(self) -> int:
        """9.2.1: the Offensive markers that are not promised to a battle yet."""
        available: int = self.tracks["offensives"][self.side]["available"]
        return available - self.announced.count("offensive")

    @cached_property
    def free(self) -> list[Piece]:
        """Those who take part in no battle yet, the strongest first."""
        taken = self.announced
        mine = [piece for piece in self.pieces.values() if piece.side == self.side]
        mine.sort(key=lambda piece: (-piece.factor, piece.id))
        return [piece for piece in mine if piece.id not in taken]

    def attacks(self) -> Scores:
        """The battles that look best, each with few attackers and with many."""
        found = []
        for target, against in self.front.foe.items():
            if self.grid.name[target] in self.announced:
                continue
            beside = [piece for piece in self.free if self.grid.touch(piece.hex, target)]
            total = sum(piece.factor for piece in beside)
            guess = self.prospect(total, against, self.cover(target, self.other) + 1)
            if beside and guess:
                found.append((guess, target, beside))
        scores: Scores = {}
        for _, target, beside in sorted(found, key=lambda f: f[:2], reverse=True)[: 2 * BEST]:
            for order in self.battles(target, beside):
                if (hope := self.hope(order, target)) is not None:
                    scores[order] = hope + self.marker * ("offensive" in order)
        return scores

    @remembered
    def hope(self, order: str, target: Hex) -> float | None:
        """What a battle promises, for the factors that it binds; None if it cannot be fought."""
        receipt = self.seat.receipt(order)
        if receipt is None:
            return None
        return self.battle(receipt, target) + self.weights["effort"] * float(receipt.totals[0])

    def recall(self, before: greedy.Advice) -> Hexes:
        """9.1: while battles are announced nothing moves; what they promise stays the same."""
        changed = super().recall(before)
        if not changed:
            self.keep(before, "hope")
        return changed

    def battles(self, target: Hex, beside: list[Piece]) -> Iterator[str]:
        """The strongest alone, then more and more; 9.2.1: with support, where there is any."""
        for count in range(1, len(beside) + 1):
            front = beside[:count]
            order = f"attack {self.grid.name[target]} with {','.join(p.id for p in front)}"
            yield order
            if self.markers < 1:
                continue
            for lead in (piece for piece in front if leads(self.seat.counter(piece.id))):
                behind = [piece.id for piece in self.free if self.supports(piece, lead, target)]
                if behind:
                    yield f"{order} offensive {lead.id} support {','.join(behind)}"

    def supports(self, piece: Piece, lead: Piece, target: Hex) -> bool:
        """9.2.1: behind the lead unit, and of its colour."""
        behind = self.grid.touch(piece.hex, lead.hex) and not self.grid.touch(piece.hex, target)
        colours = {self.seat.counter(each.id).more.get("colour") for each in (piece, lead)}
        return behind and len(colours) == 1

    def battle(self, receipt: Receipt, target: Hex) -> float:
        """The mean worth of a battle for the attacker."""
        against = self.pieces[receipt.defence[0].label]
        step = min(self.pieces[line.label].loss for line in receipt.attack)
        win = self.weights["ground"] + self.worth.get(target, 0) * (not self.mine >> target & 1)
        kill = self.weights["factor"] * against.factor + self.weights["unit"]
        driven = kill if self.trapped(target) else self.weights["driven"]
        hit = max(driven, min(kill, driven + against.loss))
        worths = {"NE": 0.0, "AL": -step, "DR": driven, "DRL": hit, "EX": hit, "DE": kill}
        worths["EX"] -= max(step, self.weights["factor"] * (against.factor + 1) / 2)
        for result in ("DR", "DRL", "EX", "DE"):
            worths[result] += win
        return expected(receipt, worths)

    def trapped(self, target: Hex) -> bool:
        """9.3: a defender with no way of two hexes out of all zones is lost."""
        shut = self.front.held | self.front.foes | self.grid.around(self.front.held)
        return not self.grid.ring(target, 2) & ~shut

    def answer(self, answer: str) -> float:
        """9.3: a city is worth a step; and a step that is lost anyway shall cost the enemy one."""
        mine = (piece for piece in self.pieces.values() if piece.side == self.side)
        piece = next(piece for piece in mine if any(self.seat.orders(piece.id)))
        lost_anyway = "accept DRL" in self.view.prompt
        if answer == "exchange":
            return self.weights["factor"] * piece.factor - (0.0 if lost_anyway else piece.loss)
        if self.seat.seen[piece.id].step == 1:
            return -piece.loss  # the city goes with the last step
        return self.weights["city"] * self.worth[piece.hex] - piece.loss

    def payment(self) -> str:
        """9.3: the steps that are missed least and come to what the exchange costs."""
        due = next(int(word) for word in self.view.prompt.split() if word.isdigit())
        cheapest: dict[int, tuple[float, tuple[str, ...]]] = {0: (0.0, ())}  # by points, up to due
        for order in self.seat.orders():
            id = order.split()[1]
            for paid, (pain, ids) in list(cheapest.items()):
                for points, more in self.bill(self.seat.seen[id]):
                    paid, pain, ids = min(due, paid + points), pain + more, (*ids, id)
                    if paid not in cheapest or (pain, ids) < cheapest[paid]:
                        cheapest[paid] = (pain, ids)
        return f"lose {','.join(cheapest[due][1])}"

    def drive_off(self, name: str) -> float:
        """9.3: the enemy is led away from cover, cities and friends; off the map at best."""
        if name == "off":
            return 5.0
        hex = self.grid.find(name)
        friends = (self.grid.around(1 << hex) & self.front.foes).bit_count()
        return self.cover(hex, self.other) - 0.2 * friends - 0.3 * self.worth.get(hex, 0)

    def vacated(self) -> Hex:
        """The hex that one attacker may advance into, as the prompt says."""
        words = (word.strip("().") for word in self.view.prompt.split())
        return next(self.grid.cell[word] for word in words if word in self.grid.cell)

    # -- postures --------------------------------------------------------------------------

    @cached_property
    def marker(self) -> float:
        """4.0: what a marker costs: nothing if another comes that could not be kept."""
        rich = self.tracks["offensives"][self.side]["available"] == MARKERS
        return 0.0 if rich or self.last else self.weights["marker"]

    def posture(self, posture: str) -> float:
        """12.0: engage when the battles are there, else keep ready; standing still is nothing."""
        steps = sum(POSTURES[posture].change(self.side))
        use = POSTURE.get(posture, self.weights["pause"])
        value = use + self.weights[f"{self.side} step"] * steps
        value += self.marker * price(self.tracks["previous posture"][self.side], posture)
        if posture == "engage":
            best: Scores = {}
            for order, worth in self.attacks().items():
                target = order.split()[1]
                best[target] = max(best.get(target, 0.0), worth)
            value += sum(sorted(best.values(), reverse=True)[:BATTLES])
        return value
