"""The sheet a second time, told plainly and slowly, to compare the game with.

Nothing here is the game's: hexes are pairs of numbers, counters are read from the file, the
lines are typed in. A field is a random position; each function answers one question about it.
"""

import csv
import random
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from math import ceil
from pathlib import Path

import msgspec

from kursk.core.match import Match
from tests.games.coatney_kursk.helpers import position

Hex = tuple[int, int]  # row and column, both from 1
COUNTERS = Path(__file__).parents[3] / "src/kursk/games/coatney_kursk/data/counters.csv"
ROWS, COLUMNS = range(1, 24), range(1, 17)
LADDER = [(1, 5), (1, 4), (1, 3), (1, 2), (1, 1), (3, 2), (2, 1), (3, 1), (4, 1), (5, 1), (7, 1)]
LATER = {  # the lines behind the first
    "german": "D5 E5 F6 G6 H6",
    "russian": "I10 J10 K9 K8 K7 K6 L6 M6 N7 O6 P7 O7 O8 O9 O10 P11 Q11 J11 K10 L10 L9 L8 L7 M7 "
    "N8 N9 N10 N11 O11 P12",
}


class Unit(msgspec.Struct):
    id: str
    side: str
    attack: int
    defence: int
    moves: int
    flags: set[str]
    at: Hex = (0, 0)
    disrupted: bool = False
    entrenched: bool = False
    emplaced: bool = False


def name(hex: Hex) -> str:
    return f"{chr(64 + hex[0])}{hex[1]}"


def hexed(text: str) -> Hex:
    return ord(text[0]) - 64, int(text[1:])


def foe(side: str) -> str:
    return "russian" if side == "german" else "german"


@cache
def touching(hex: Hex) -> tuple[Hex, ...]:
    """All six neighbours, on the map or not; rows A, C, E are shoved east."""
    row, n = hex
    west = n if row % 2 else n - 1
    return (
        (row, n - 1), (row, n + 1), (row - 1, west), (row - 1, west + 1), (row + 1, west),
        (row + 1, west + 1),
    )  # fmt: skip


def on_map(hex: Hex) -> bool:
    return hex[0] in ROWS and hex[1] in COLUMNS


@cache
def near(hex: Hex) -> tuple[Hex, ...]:
    return tuple(other for other in touching(hex) if on_map(other))


@cache
def distance(a: Hex, b: Hex) -> int:
    down = abs(a[0] - b[0])
    along = abs(2 * a[1] + a[0] % 2 - 2 * b[1] - b[0] % 2)
    return down + max(0, along - down) // 2


@cache
def counters() -> tuple[dict[str, str], ...]:
    with COUNTERS.open(encoding="utf-8", newline="") as file:
        return tuple(row for row in csv.DictReader(file) if row["type"] != "air")


class Field:
    """A random position: units close together, on ground and behind lines by chance."""

    def __init__(self, seed: int) -> None:
        chance = random.Random(seed)
        top, left = chance.choice([(1, 1), (4, 4), (8, 6), (9, 12), (14, 5), (18, 1), (19, 11)])
        self.hexes = [(top + r, left + c) for r, c in product(range(5), range(5))]
        self.ground = {
            hex: chance.choice(["forest", "swamp", "hill", "major city"])
            for hex in self.hexes
            if chance.random() < 0.4
        }
        pairs = [(a, b) for a in self.hexes for b in near(a) if b in self.hexes and a < b]
        self.rivers = {frozenset(pair) for pair in pairs if chance.random() < 0.15}
        self.lines: dict[Hex, str] = {}  # whose
        self.faces: dict[tuple[Hex, Hex], str] = {}  # front or flank, from the line to a neighbour
        for hex in self.hexes:
            if chance.random() < 0.3:
                self.lines[hex] = chance.choice(["german", "russian"])
                for other in near(hex):
                    self.faces[hex, other] = chance.choice(["front", "flank", "behind"])
        self.units = list(self._units(chance))
        held = {unit.at: unit.side for unit in self.units}
        self.taken = {
            hex
            for hex, side in self.lines.items()
            if (held[hex] != side if hex in held else chance.random() < 0.3)
        }
        self.wedges = {
            unit.id: chance.choice(near(unit.at))
            for unit in self.units
            if {"panzer", "korps"} <= unit.flags and self.eligible(unit) and chance.random() < 0.7
        }

    def _units(self, chance: random.Random) -> Iterator[Unit]:
        sides: dict[Hex, str] = {}
        piles: dict[Hex, int] = {}
        made: set[str] = set()
        tigers = [row for row in counters() if {"tiger", "ferdinand"} & {*row["flags"].split()}]
        for row in chance.sample(counters(), 16) + tigers:
            hex = chance.choice(self.hexes)
            if sides.setdefault(hex, row["side"]) != row["side"] or piles.get(hex, 0) > 2:
                continue
            if row["id"] in made:
                continue
            piles[hex] = piles.get(hex, 0) + 1
            flags = set(row["flags"].split())
            attack, defence = row["strengths"].split("/")
            unit = Unit(
                row["id"], row["side"], int(attack), int(defence), int(row["moves"]), flags, hex,
                disrupted=chance.random() < 0.25,
                entrenched="foot" in flags and chance.random() < 0.4,
                emplaced="artillery" in flags and chance.random() < 0.5,
            )  # fmt: skip
            made.add(unit.id)
            yield unit

    def match(self, phase: str, side: str) -> Match:
        words = []
        for unit in self.units:
            marks = [m for m in ("disrupted", "entrenched", "emplaced") if getattr(unit, m)]
            words.append("+".join((f"{unit.id}@{name(unit.at)}", *marks)))
        hexes: dict[str, list[str]] = {}
        for hex, kind in self.ground.items():
            hexes.setdefault(name(hex), []).append(kind)
        for hex, owner in self.lines.items():
            hexes.setdefault(name(hex), []).append(f"fort {owner}")
        sides: dict[str, list[str]] = {}
        for a, b in map(tuple, self.rivers):
            sides[f"{name(a)}/{name(b)}"] = ["river"]
        for (hex, other), face in self.faces.items():
            if face != "behind":
                kind = "fort" if face == "front" else "flank"
                sides[f"{name(hex)}>{name(other)}"] = [f"{kind} {self.lines[hex]}"]
        return position(
            " ".join(words), phase, side, hexes=hexes, sides=sides,
            taken=sorted(map(name, self.taken)),
            wedges={id: name(hex) for id, hex in self.wedges.items()},
        )  # fmt: skip

    # -- what lies where -----------------------------------------------------------------------

    def pile(self, hex: Hex) -> list[Unit]:
        return [unit for unit in self.units if unit.at == hex]

    def held(self, side: str) -> set[Hex]:
        return {unit.at for unit in self.units if unit.side == side}

    def active(self, hex: Hex, side: str) -> bool:
        return self.lines.get(hex) == side and hex not in self.taken

    def later(self, hex: Hex) -> bool:
        return name(hex) in LATER[self.lines[hex]].split()

    def face(self, hex: Hex, from_: Hex) -> str:
        return self.faces.get((hex, from_), "behind")

    def eligible(self, korps: Unit) -> bool:
        if korps.disrupted:
            return False
        with_it = [
            u for u in self.pile(korps.at) if {"tiger", "ferdinand"} & u.flags and not u.disrupted
        ]
        return "tigers" in korps.flags or bool(with_it)

    # -- zones of control and supply ---------------------------------------------------------------

    def reaches(self, unit_at: Hex, hex: Hex, side: str) -> bool:
        """Not into a line of the other side from its front."""
        return not (self.active(hex, foe(side)) and self.face(hex, unit_at) == "front")

    def holders(self, side: str, hex: Hex) -> set[Hex]:
        """The hexes of those by whom a side controls a hex."""
        beside = [
            u for u in self.units
            if u.side == side and hex in near(u.at) and self.reaches(u.at, hex, side)
        ]  # fmt: skip
        strong = {u.at for u in beside if {"army", "korps"} & u.flags}
        divisions = [u.at for u in beside if "division" in u.flags and not u.disrupted]
        return strong | (set(divisions) if len(divisions) > 1 else set())

    def zone(self, side: str) -> set[Hex]:
        return {hex for u in self.units for hex in near(u.at) if self.holders(side, hex)}

    def exposed(self, side: str, hex: Hex) -> bool:
        """§Movement Bonus: next to an undisrupted army or korps of a side."""
        return any(
            u.side == side and {"army", "korps"} & u.flags and not u.disrupted
            and hex in near(u.at) and self.reaches(u.at, hex, side)
            for u in self.units
        )  # fmt: skip

    def walled(self, here: Hex, there: Hex, side: str) -> bool:
        """An enemy first-line hex is not entered where it has strength."""
        if not self.active(there, foe(side)) or self.later(there):
            return False
        face = self.face(there, here)
        return face == "front" or face == "flank" and side == "russian"

    def supplied(self, unit: Unit) -> bool:
        side, danger = unit.side, self.zone(foe(unit.side))
        enemies = self.held(foe(side))

        def open_(hex: Hex) -> bool:
            friends = [
                u for u in self.pile(hex)
                if u.side == side and ("brackets" not in u.flags or u.emplaced)
            ]  # fmt: skip
            return hex not in enemies and (hex not in danger or bool(friends))

        if not open_(unit.at):
            return False
        seen, front = {unit.at}, [unit.at]
        while front:
            hex = front.pop()
            ends = (hex[1] == 1, hex[0] == 23) if side == "german" else (hex[1] == 16, hex[0] == 1)
            if any(ends):
                return True
            for other in near(hex):
                if other not in seen and open_(other) and not self.walled(hex, other, side):
                    seen.add(other)
                    front.append(other)
        return False

    # -- movement ----------------------------------------------------------------------------------

    def enterable(self, hex: Hex, side: str) -> bool:
        enemies = [unit for unit in self.pile(hex) if unit.side != side]
        alone = len(enemies) == 1 and "brackets" in enemies[0].flags and not enemies[0].emplaced
        return not enemies or alone

    def moves(self, unit: Unit, march: bool) -> dict[Hex, int]:
        """Where a unit gets, and for how many factors."""
        side, other, danger = unit.side, foe(unit.side), self.zone(foe(unit.side))
        friends = {u.at for u in self.units if u.side == side and u is not unit}
        points = unit.moves
        if march:
            points += 1 if "panther" in unit.flags else 2 if side == "german" else 3
            if self.exposed(other, unit.at) and unit.at not in friends:
                return {}
        found, front = {unit.at: 0}, [unit.at]
        while front:
            hex = min(front, key=found.__getitem__)
            front.remove(hex)
            if hex in danger and hex != unit.at:
                continue
            for there in near(hex):
                wet = frozenset((hex, there)) in self.rivers
                cost = found[hex] + 1 + (wet and "armour" in unit.flags)
                if cost > points or found.get(there, 99) <= cost:
                    continue
                if not self.enterable(there, side) or self.walled(hex, there, side):
                    continue
                if march and self.exposed(other, there) and there not in friends:
                    continue
                if hex == unit.at and {hex, there} <= danger and there not in friends:
                    same = self.holders(other, hex) & self.holders(other, there)
                    if same or wet or self.crosses(hex, there):
                        continue
                found[there] = cost
                front.append(there)
        return {hex: cost for hex, cost in found.items() if hex != unit.at}

    def crosses(self, a: Hex, b: Hex) -> bool:
        return any(
            self.active(x, side) and self.face(x, y) == "front"
            for x, y in ((a, b), (b, a))
            for side in ("german", "russian")
        )

    # -- combat ------------------------------------------------------------------------------------

    def line_factors(self, hex: Hex, side: str, origins: Iterable[Hex]) -> int:
        if not self.active(hex, side):
            return 0
        if self.later(hex) and hex not in self.held(side):
            return 0
        faces = {self.face(hex, origin) for origin in origins}
        if "behind" in faces:
            return 0
        if "flank" in faces:
            return 1 if side == "german" and not self.later(hex) else 0
        return 1 if self.later(hex) else 2

    def worth(self, hex: Hex) -> int:
        units = self.pile(hex)
        foot = [unit for unit in units if "foot" in unit.flags]
        total = sum(unit.defence + unit.entrenched for unit in units)
        kind = self.ground.get(hex)
        if kind == "forest" and foot or kind == "hill" and units:
            total += 1
        if kind == "major city":
            total += min(2, sum(unit.defence for unit in foot))
        return total

    def defence(self, targets: list[Hex], attackers: list[Unit]) -> int:
        side, origins = foe(attackers[0].side), {u.at for u in attackers}
        return sum(self.worth(hex) + self.line_factors(hex, side, origins) for hex in targets)

    def shift(self, targets: list[Hex], attackers: list[Unit]) -> int:
        total = sum(unit.attack for unit in attackers)
        wet = [u for u in attackers if any(frozenset((u.at, t)) in self.rivers for t in targets)]
        dry = total - sum(unit.attack for unit in wet)
        found = -1 if wet and not 2 * dry > total else 0
        found -= not all(map(self.supplied, attackers))
        units = [unit for hex in targets for unit in self.pile(hex)]
        found += bool(units) and not any(map(self.supplied, units))
        found += bool(units) and all(unit.disrupted for unit in units)
        found += sum(self.leads(u, attackers) and self.wedges[u.id] in targets
                     for u in attackers if u.id in self.wedges)  # fmt: skip
        for unit in units:
            if unit.id in self.wedges:
                found += self.turned_on(unit, {u.at for u in attackers if u.at in near(unit.at)})
        return found

    def leads(self, korps: Unit, attackers: list[Unit]) -> bool:
        mates = [u for u in attackers if u.at == korps.at and {"tiger", "ferdinand"} & u.flags]
        return "tigers" in korps.flags or any(not unit.disrupted for unit in mates)

    def turned_on(self, korps: Unit, origins: set[Hex]) -> int:
        """By how far an attacker's hex lies from the one at which the wedge points."""
        front = self.wedges[korps.id]
        far = max(distance(front, origin) for origin in origins)
        opposite = [o for o in origins if not {*near(o)} & {front, *near(front)} - {korps.at}]
        if far == 2 and opposite:
            return 1
        return 0 if far == 2 else -1

    def column(self, targets: list[Hex], attackers: list[Unit]) -> int:
        total, against = sum(u.attack for u in attackers), self.defence(targets, attackers)
        if total < against:
            base = 5 - ceil(against / total)
        elif total >= 8 * against:  # 8:1, 9:1 and so on lie past the table, one after the other
            base = len(LADDER) + total // against - 8
        else:
            base = max(n for n, (a, d) in enumerate(LADDER) if total * d >= against * a)
        return base + self.shift(targets, attackers)

    # -- who must be attacked as well ------------------------------------------------------------

    def owed(self, targets: list[Hex], attackers: list[Unit]) -> set[Hex]:
        side = attackers[0].side
        found: set[Hex] = set()
        for unit, target in product(attackers, targets):
            for hex in {*near(unit.at)} & {*near(target)}:
                if hex not in targets and self.supports(side, unit.at, target, hex):
                    found.add(hex)
        return found

    def supports(self, side: str, origin: Hex, target: Hex, hex: Hex) -> bool:
        here = [unit for unit in self.pile(hex) if unit.side != side]
        if side == "russian":
            korps = [unit for unit in here if "korps" in unit.flags]
            if self.pile(target) and any(not unit.disrupted for unit in korps):
                return True
            lines = [h for h in (target, hex) if self.active(h, "german") and not self.later(h)]
            manned = any("korps" in unit.flags for h in (target, hex) for unit in self.pile(h))
            strong = self.line_factors(hex, "german", [origin])
            return len(lines) == 2 and not manned and strong > 0
        armies = [unit for unit in here if "army" in unit.flags and not unit.disrupted]
        if not armies or not self.pile(target):
            return False
        if self.active(hex, "russian") and self.face(hex, origin) == "front":
            return True
        return any(
            self.active(line, "russian")
            and self.face(line, origin) == "front"
            and self.face(line, hex) == "behind"
            for line in {*near(hex)} & {*near(origin)}
        )

    # -- retreats ----------------------------------------------------------------------------------

    def steps(
        self, unit: Unit, here: Hex, targets: list[Hex], origins: set[Hex]
    ) -> tuple[list[Hex], bool]:
        """§Tactical Retreats: where one step may lead, and whether one would lead off the map."""
        side, other = unit.side, foe(unit.side)
        origins = {o for o in origins if o in near(unit.at)} or origins
        danger, found, off = self.zone(other), [], False
        for there in touching(here):
            if any(distance(there, t) <= distance(here, t) for t in targets):
                continue
            if any(distance(there, o) < distance(here, o) for o in origins):
                continue
            barred = here == unit.at and any(distance(there, o) < 2 for o in origins)
            if not on_map(there):
                off |= not barred
                continue
            if there in self.held(other) or self.walled(here, there, side):
                continue
            friend = there in self.held(side) or self.active(there, side)
            if there in danger and not friend:
                continue
            if barred and not self.sheltered(side, here, there, danger):
                continue
            found.append(there)
        best = [t for t in found if all(distance(t, o) > distance(here, o) for o in origins)]
        return best or found, off

    def sheltered(self, side: str, here: Hex, there: Hex, danger: set[Hex]) -> bool:
        """Into an own line hex that no zone reaches, or behind one."""
        if self.active(there, side) and there not in danger:
            return True
        return any(
            self.active(line, side) and line not in danger and self.face(line, there) == "behind"
            for line in {*near(here)} & {*near(there)}
        )

    # -- advances ----------------------------------------------------------------------------------

    def advances(
        self, unit: Unit, target: Hex, worth: int, route: set[Hex], eliminated: bool
    ) -> set[tuple[Hex, ...]]:
        """§Tactical Advances: of one who has attacked, into the empty hex and on from there, where
        two hexes are open to tanks and cavalry; nobody has gone before him."""
        side, danger = unit.side, self.zone(foe(unit.side))
        tank = "armour" in unit.flags
        free, quick = tank or eliminated, tank or "cavalry" in unit.flags
        found: set[tuple[Hex, ...]] = set()
        if not self.walled(unit.at, target, side) and (free or self.zoned(unit, target) is None):
            found.add((target,))
            halted = not free and target in danger
            if quick and not halted and not (tank and self.slow(unit.at, target)):
                for there in near(target):
                    open_ = there != unit.at and there not in self.held(foe(side))
                    paid = there in route or unit.attack >= worth
                    stopped = self.walled(target, there, side) or tank and self.slow(target, there)
                    if open_ and paid and not stopped:
                        found.add((target, there))
        if not worth:  # then others have paid, though nobody is there
            for there in {*near(target)} & {*near(unit.at)}:
                barred = side == "russian" and self.walled(unit.at, there, side)
                if not self.pile(there) and not barred and self.zoned(unit, there) is None:
                    found.add((there,))
        return found

    def slow(self, here: Hex, there: Hex) -> bool:
        rough = self.ground.get(there) in ("forest", "swamp")
        return rough or frozenset((here, there)) in self.rivers

    def zoned(self, unit: Unit, there: Hex) -> str | None:
        """What forbids a step from zone to zone."""
        here, other = unit.at, foe(unit.side)
        mates = {u.at for u in self.units if u.side == unit.side}
        if not {here, there} <= self.zone(other) or there in mates:
            return None
        if self.holders(other, here) & self.holders(other, there):
            return "the same enemy"
        wet = frozenset((here, there)) in self.rivers
        return "a river or a line" if wet or self.crosses(here, there) else None
