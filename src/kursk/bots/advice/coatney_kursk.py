"""Kursk, corps and armies: strike where the line gives way, with all that this obliges to.

A victory city decides the game; its worth is in points of this table, and so is everything else.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property

from kursk.bots.front import Prospects
from kursk.bots.general import BEST, General, Piece, remembered
from kursk.bots.greedy import Scores
from kursk.bots.seat import Seat
from kursk.core.board import Board
from kursk.core.hexes import Hex, Hexes, scan
from kursk.core.tables import Receipt
from kursk.core.view import Seen
from kursk.games.coatney_kursk.state import GERMAN, RUSSIAN, foe
from kursk.games.coatney_kursk.tables import COMBAT, LAST_TURN

WEIGHTS = {
    "points": 0.5,  # cities taken on the way
    "drive": 0.5,  # a hex nearer to the goal
    "attack": 1.2,  # what a unit adds to the best battle it can join
    "battle": 1.0,  # what a battle is worth, beside factors and cities
    "risk": 0.8,  # what the enemy's best battle against the hex may cost
    "held": 0.3,  # of the worth of a city that may be won or lost in battle
    "ground": 1.0,  # a hex gained or lost in battle
    "line": 0.6,  # a line hex, beside the ground
    "garrison": 0.3,  # of the worth of a city, for a garrison that is strong enough
    "enough": 8.0,  # factors for that
    "abandon": 1.0,  # of what a hex is worth, when it is left to the enemy without a fight
    "factor": 0.35,  # a factor lost
    "leak": 0.25,  # the worth of a city that lies open to an enemy who slips through
    "bare": 0.03,  # a hex that does
    "starve": 0.15,  # an enemy factor that is cut off
    "pocket": 0.3,  # a unit that raiders could cut off
    "cut off": -3.0,  # to stand without supply
    "effort": -0.05,  # a factor bound in an attack cannot be used elsewhere
    "march": -0.2,  # what a move must bring at the least
    "together": 6.0,  # Tigers and Ferdinands with a panzerkorps
    "crowd": -6.0,  # a hex too full: disruption
    "disrupt": 0.12,  # an enemy factor disrupted
    "exchange": 0.1,  # what an exchange must bring at the least
    "german risk": 0.5,  # of the risk: who attacks against time must dare
    "german drive": 2.0,  # and get on
}
SIDES: dict[str, dict[str, float]] = {  # where the sides differ
    GERMAN: {"garrison": 0.7, "enough": 7.0},
    RUSSIAN: {"garrison": 1.2, "enough": 14.0, "risk": 1.2, "drive": 0.5, "attack": 1.4},
}
WAYS = {  # what loses nothing if it is always done; the others lose matches
    GERMAN: ("bold", "drive", "strike"),
    RUSSIAN: ("spare", "bold", "drive"),
}
JUDGE = {  # what a position promises beyond the cities taken and lost, in cities
    "own factors": 0.01,
    "foe factors": -0.01,
    "own cut off": -0.05,
    "foe cut off": 0.05,
    "promise": 0.025,
}
CITIES = {
    "Kursk": 30, "Orel": 25, "Kharkov": 20, "Bryansk": 20, "Tula": 15, "Voronezh": 15,
    "Konotop": 12, "Poltava": 12,
}  # fmt: skip
RESULTS = {"DE": 1.0, "D2": 0.8, "D1": 0.6, "D": 0.35, "X": 0.25, "-": 0.0, "AD": -0.25, "AE": -0.8}
PRICE = {GERMAN: 1.2, RUSSIAN: 0.8}  # the Russian has more of everything
FREE = re.compile(r"Must be attacked as well: ([^(]+) \(")


@cache
def ground(board: Board) -> dict[Hex, int]:
    """What ground gives a defender, in columns (left is minus)."""
    rough = board.hexes["forest"] | board.hexes["hill"] | board.hexes["major city"]
    return {hex: -int(rough >> hex & 1) for hex in board.grid.name}


class Advice(General):
    weights = WEIGHTS
    sizes = {25: 8.0, 15: 4.0, 12: 2.0}
    reach = (1.0, 0.4)
    alarm = {12: 5}
    raid = 6
    prospect = Prospects(COMBAT, RESULTS)
    swing = 1.0
    judge = JUDGE
    trials = {"captain": (0, 9), "marshal": (0, 36)}

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat, foe(seat.side))
        self.weights = {**WEIGHTS, **SIDES[seat.side]}
        self.doctrines = WAYS[seat.side]
        self.tracks = self.view.tracks
        self.last = self.view.turn == str(LAST_TURN)
        self.lines = {s: self.grid.set(self.tracks["lines"][s]) for s in (GERMAN, RUSSIAN)}

    def suited(self, weights: Mapping[str, float]) -> Mapping[str, float]:
        """What the German dares."""
        if self.side == RUSSIAN:
            return weights
        dared = {name: weights[name] * weights[f"german {name}"] for name in ("risk", "drive")}
        return {**weights, **dared}

    # -- what is decided -------------------------------------------------------------------

    def options(self) -> Iterator[Scores]:
        match self.view.phase:
            case "Movement":
                yield from self.moves()
            case "Attack allocation":
                yield self.allocation()
                yield {"end": 0.0}
            case "Set-up":
                yield {"end": 0.0}
            case "Free set-up":
                yield {"auto": 0.0}
            case _:
                yield self.scored(list(self.seat.orders()))

    def score(self, order: str) -> float:
        match order.split():
            case ["entrench", "all"] | ["claim"]:
                return 50.0
            case ["entrench", _]:
                return 40.0
            case ["emplace", id]:
                return 2.0 if self.front.near.get(self.pieces[id].hex, 0) == 1 else -1.0
            case ["limber" | "dissolve" | "eliminate", *_]:
                return -1.0
            case ["wedge" | "face", id, name]:
                now = self.pointing(self.tracks["panzerkeile"].get(id, ""))
                return self.pointing(name) - now - 0.1
            case ["rebuild", id, name]:
                return 10.0 + self.value(id) - 0.1 * self.far(self.grid.find(name))
            case ["strike", name, "with", ids]:
                return self.strike(name) - 0.3 * ids.count(",")
            case ["intercept", *_]:
                return 0.5
            case ["resolve" | "press" | "attack" | "join", *_]:
                return self.fight(order)
            case ["cancel", name]:
                return 0.6 if self.worth_of(f"resolve {name}") < -1.0 else -1.0
            case ["stand", *_]:
                return self.stand(order)
            case ["force"]:
                return -1.0
            case ["exchange", out, "for", ids]:
                return self.exchange(out, ids)
            case ["lose", ids]:
                return -sum(self.value(id) for id in ids.split(","))
            case ["drive", hexes]:
                return float(hexes)
            case ["retreat", id, *names]:
                return self.fall_back(id, names)
            case ["advance", id, *names]:
                return self.follow(id, names)
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
        counter = self.seat.counter(seen.unit)
        attack, defence = map(int, counter.strengths[0].split("/"))
        drive = self.weights["drive"] * (0.4 if {"tiger", "ferdinand"} & counter.flags else 1.0)
        fights = not {"disrupted", "marched", "done"} & set(seen.marks)
        loss = self.weights["factor"] * PRICE[seen.side] * (attack + defence) / 2
        return Piece(seen.unit, seen.side, hex, (attack + defence + 1) // 2, drive, loss, fights,
                     seen.marks)  # fmt: skip

    def attack_of(self, id: str) -> int:
        return int(self.seat.counter(id).strengths[0].split("/")[0])

    def value(self, id: str) -> float:
        attack, defence = map(int, self.seat.counter(id).strengths[0].split("/"))
        return self.weights["factor"] * PRICE[self.seat.counter(id).side] * (attack + defence) / 2

    def price(self, side: str) -> float:
        return self.weights["factor"] * PRICE[side]

    def strength(self, name: str) -> float:
        return sum(self.pieces[seen.unit].factor for seen in self.view.stacks[name])

    def cover(self, hex: Hex, side: str) -> int:
        return ground(self.board)[hex] - int(self.lines[side] >> hex & 1)

    @cached_property
    def worth(self) -> dict[Hex, int]:
        return {self.board.places[name].hex: points for name, points in CITIES.items()
                if name in self.board.places}  # fmt: skip

    @cached_property
    def strongholds(self) -> Hexes:
        return sum(1 << hex for hex in self.worth)

    def linked(self, held: Hexes, gone: Hexes) -> Hexes:
        return self.front.supplied(held, self.board.hexes[f"{self.side} source"], gone)

    def starving(self, held: Hexes) -> Hexes:
        return self.front.starved(held, self.board.hexes[f"{self.other} source"])

    def crowded(self, id: str, hex: Hex) -> bool:
        """§Stacking: would the unit be one too many?"""
        stack = self.view.stacks.get(self.grid.name[hex], ())
        flags = [self.seat.counter(seen.unit).flags for seen in stack if seen.unit != id]
        flags.append(self.seat.counter(id).flags)
        if self.side == RUSSIAN:
            return len(flags) > 3 or sum("artillery" not in each for each in flags) > 2
        korps = [each for each in flags if "korps" in each]
        return len(flags) > 3 or len(korps) > 2 or sum("panzer" in each for each in korps) > 1

    def escorts(self, id: str, hex: Hex) -> float:
        """§Panzerkeil: Tigers and Ferdinands belong with a panzerkorps, and it with them."""
        flags = self.seat.counter(id).flags
        stack = self.view.stacks.get(self.grid.name[hex], ())
        others = [self.seat.counter(seen.unit).flags for seen in stack if seen.unit != id]
        if {"tiger", "ferdinand"} & flags:
            return self.weights["together"] * any({"korps", "panzer"} <= each for each in others)
        return 0.0

    # -- movement --------------------------------------------------------------------------

    def ways(self, piece: Piece) -> Scores:
        """§Movement Bonus: who marches does not attack."""
        found = []
        if piece.id not in self.seat.able():
            return {}
        promise = self.promises(piece.factor, piece.drive)
        for verb, reach in self.seat.reach(piece.id).items():
            found += [(promise[hex], verb, hex, reach) for hex in scan(reach.hexes)]
        scores: Scores = {}
        home = self.escorts(piece.id, piece.hex)
        for _, verb, hex, reach in sorted(found, key=lambda f: f[:3], reverse=True)[: 2 * BEST]:
            way = reach.path(hex)
            order = f"{verb} {piece.id} {' '.join(self.grid.name[step] for step in way)}"
            value = self.gain(piece, way) + self.weights["march"]
            if verb == "march":
                value -= self.weights["attack"] * self.chance(piece, hex)
            if any(self.crowded(piece.id, step) for step in way):
                value += self.weights["crowd"]
            scores[order] = value + self.escorts(piece.id, hex) - home
        for order, worth in sorted(scores.items(), key=lambda s: (-s[1], s[0])):
            if worth > 0 and self.seat.why_not(order) is None:
                return {order: worth}
        return {}

    # -- attacks ---------------------------------------------------------------------------

    @cached_property
    def attacked(self) -> set[str]:
        """The hexes that are attacked already."""
        return {n for order in self.tracks["battles"] for n in order.split()[1].split(",")}

    @cached_property
    def free(self) -> list[Piece]:
        taken = " ".join(self.tracks["battles"]).replace(",", " ").split()
        mine = [p for p in self.pieces.values() if p.side == self.side and p.fights]
        mine = [p for p in mine if p.id not in taken and "fought" not in p.marks]
        return sorted(mine, key=lambda piece: (-self.attack_of(piece.id), piece.id))

    @cached_property
    def targets(self) -> list[Hex]:
        lines = self.lines[self.other] & self.grid.around(self.front.held)
        hexes = (self.front.foes | lines) & ~self.front.held
        return [hex for hex in scan(hexes) if self.grid.name[hex] not in self.attacked]

    def allocation(self) -> Scores:
        """What is owed first; else the battle that looks best, with all that it obliges to."""
        why = self.seat.why_not("end")
        if why is not None:
            for name in why.hexes:
                if found := self.answer(name, set(), self.attacked | set(why.hexes)):
                    return {found[0]: 1.0}
            return dict.fromkeys(self.seat.orders(), 1.0)
        scores: Scores = {}
        for target in self.targets:
            beside = [p for p in self.free if self.grid.touch(p.hex, target)]
            total = sum(self.attack_of(p.id) for p in beside)
            if total < self.front.foe.get(target, 1.0):
                continue
            for order in self.groups(target, beside):
                worth = self.plan(order, target)
                if worth > 0:
                    scores[order] = worth
        return scores

    def groups(self, target: Hex, beside: Sequence[Piece]) -> Iterator[str]:
        """The strongest alone, then more and more."""
        for count in range(1, len(beside) + 1):
            front = ",".join(piece.id for piece in beside[:count])
            yield f"attack {self.grid.name[target]} with {front}"

    def plan(self, order: str, target: Hex) -> float:
        """A battle's worth, with those it obliges to; below nothing: it is not to be had."""
        receipt = self.seat.receipt(order)
        if receipt is None or self.seat.why_not(order) is not None:
            return -1.0
        worth = self.battle(receipt, [target])
        used = set(order.split()[3].split(","))
        owed = self.claims(receipt)
        for name in sorted(owed):
            found = self.answer(name, used, self.attacked | owed | {self.grid.name[target]})
            if found is None:
                return -1.0
            worth += found[1]
            used |= set(found[0].split()[3].split(","))
        return worth

    def claims(self, receipt: Receipt) -> set[str]:
        """§General Rule: what a battle obliges to attack as well, as the receipt tells."""
        found = FREE.search(receipt.note)
        return set(found[1].split(", ")) - self.attacked if found else set()

    def answer(self, name: str, used: set[str], closed: set[str]) -> tuple[str, float] | None:
        """The best battle against a hex that is owed, which obliges to nothing new."""
        hex, best = self.grid.find(name), None
        beside = [p for p in self.free if self.grid.touch(p.hex, hex) and p.id not in used]
        for order in self.groups(hex, beside):
            receipt = self.seat.receipt(order)
            if receipt is None or self.seat.why_not(order) or self.claims(receipt) - closed:
                continue
            worth = self.battle(receipt, [hex])
            if best is None or worth > best[1]:
                best = (order, worth)
        return best

    def battle(self, receipt: Receipt, hexes: Sequence[Hex]) -> float:
        """The mean worth of a battle for the attacker."""
        defence = float(receipt.totals[1])
        own = float(receipt.totals[0])
        mine, yours = self.price(self.side), self.price(self.other)
        factors = sum(self.front.foe.get(hex, 0.0) for hex in hexes)
        kill = yours * factors
        win = 0.0
        for hex in hexes:
            city = 0 if self.mine >> hex & 1 else self.worth.get(hex, 0)
            line = self.weights["line"] * (self.lines[self.other] >> hex & 1)
            win += self.weights["ground"] + line + self.weights["held"] * city + self.toward(hex)
        down = self.weights["disrupt"] * factors
        values = {
            "DE": kill + win,
            "D2": (kill if self.trapped(hexes) else down) + win,
            "D1": down + 0.7 * win,
            "D": down,
            "X": max(0.0, kill - mine * defence),
            "-": 0.0,
            "AD": -0.12 * own,
            "AE": -mine * min(own, defence),
        }
        mean = sum(
            float(Fraction(outcome.chance)) * values[outcome.result.split(",")[0]]
            for outcome in receipt.outcomes
        )
        return mean + self.weights["effort"] * own

    def toward(self, hex: Hex) -> float:
        """How much nearer to a goal the hex is than the side's units next to it."""
        near = [self.far(there) for there in scan(self.grid.around(1 << hex) & self.front.held)]
        return (
            self.weights["drive"] * max(0.0, min(near, default=0.0) - self.far(hex))
            if near
            else 0.0
        )

    def trapped(self, hexes: Sequence[Hex]) -> bool:
        """§Surrounded: no hex behind that is free of zones."""
        shut = self.front.held | self.grid.around(self.front.held)
        return all(not self.grid.around(1 << hex) & ~shut for hex in hexes)

    def worth_of(self, order: str) -> float:
        receipt = self.seat.receipt(order)
        names = order.split()[1].split(",")
        return self.battle(receipt, [self.grid.find(n) for n in names]) if receipt else -9.0

    def fight(self, order: str) -> float:
        """Battles in the order of what they promise; second attacks if they promise anything."""
        worth = self.worth_of(order)
        if order.startswith(("resolve", "press")) and " with " not in order:
            return 20.0 + worth
        return worth

    def pointing(self, name: str) -> float:
        """§Panzerkeil: at an enemy, the better the battle the better."""
        hex = self.grid.cell.get(name, -1)
        if hex < 0 or not self.front.foes >> hex & 1:
            return 0.0
        return 1.0 + self.prospect(self.front.weight[hex], self.front.foe[hex], 0)

    # -- in a battle -----------------------------------------------------------------------

    def chances(self, order: str) -> dict[str, float]:
        receipt = self.seat.receipt(order)
        found: dict[str, float] = {}
        for outcome in receipt.outcomes if receipt else ():
            result = outcome.result.split(",")[0]
            found[result] = found.get(result, 0.0) + float(Fraction(outcome.chance))
        return found

    def stand(self, order: str) -> float:
        """§No Retreat!: what D1 would cost is saved, what D2 would spare is lost."""
        ids = order.split()[1].split(",")
        chance = self.chances(order)
        hexes = {self.pieces[id].hex for id in ids}
        place = sum(
            self.weights["held"] * self.worth.get(hex, 0) + self.weights["ground"]
            + self.weights["line"] * (self.lines[self.side] >> hex & 1)
            for hex in hexes
        )  # fmt: skip
        lost = sum(self.value(id) for id in ids)
        guns = sum(self.value(id) for id in ids if "emplaced" in self.pieces[id].marks)
        return chance.get("D1", 0.0) * (place + guns) - chance.get("D2", 0.0) * lost

    def exchange(self, out: str, ids: str) -> float:
        won = sum(self.value(id) for id in out.split(",")) if out != "line" else 0.5
        hexes = {self.pieces[id].hex for id in out.split(",")} if out != "line" else set()
        won += sum(self.weights["held"] * self.worth.get(hex, 0) for hex in hexes)
        return won - sum(self.value(id) for id in ids.split(",")) - self.weights["exchange"]

    def fall_back(self, id: str, names: list[str]) -> float:
        """Where it stands better; on D it stays unless that is much better."""
        piece, hex = self.pieces[id], self.grid.find(names[-1])
        return self.ground(piece.factor, 0.0, self.front.own.get(hex, 0.0), hex) - 1.5

    def follow(self, id: str, names: list[str]) -> float:
        piece = self.pieces[id]
        way = [self.grid.find(name) for name in names]
        value = self.gain(piece, way) + self.weights["ground"] + self.escorts(id, way[-1])
        tight = any(self.crowded(id, step) for step in way)
        return value + (self.weights["crowd"] if tight else 0.0)

    def strike(self, name: str) -> float:
        """§Airpower: at foot soldiers in the open, next to one's own."""
        stack = [seen for seen in self.view.stacks[name] if "entrenched" not in seen.marks]
        hex = self.grid.find(name)
        near = bool(self.grid.around(1 << hex) & self.front.held)
        return 0.4 * len(stack) + near
