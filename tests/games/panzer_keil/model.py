"""The rulebook a second time, told plainly and slowly, to compare the game with.

Nothing here is the game's: hexes are pairs of numbers, counters are read from the file, the
tables are typed in. A field is a random position; each function answers one question about it.
"""

import csv
import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from heapq import heappop, heappush
from pathlib import Path

import msgspec

from kursk.core.match import Match
from tests.games.panzer_keil.helpers import position

Hex = tuple[int, int]
COUNTERS = Path(__file__).parents[3] / "src/kursk/games/panzer_keil/data/counters.csv"
COLUMNS, ROWS = range(2, 11), range(9, 19)  # where the units of a field stand
WEST = (501, 901, 105, 114, 124, 130, 136, 147, 450, 1450, 1750, 1950)
EAST = (3805, 3812, 3818, 3823, 3828, 3833, 3837, 3841, 3846, 2850, 3650)
SOURCES = {"german": WEST, "soviet": EAST}
GROUND = {"clear": (1, 1), "hills": (2, 1), "forest": (3, 2), "swamp": (4, 3), "town": (1, 1)}
SIZE = {"corps": 2, "division": 2, "brigade": 1, "regiment": 1, "battalion": 0}
CRT = """
AL2 AL2 AL2 AL  A2D A1D A1  C   EX  D1
AL2 AL2 AL  A2D A1D A1  C   EX  D1  D2
AL2 AL  AL  A1D A1  C   EX  D1  D2  D1D
AL  AL  A2D A2  C   EX  D1  D2  D1D D2D
AL  A2D A1D A1  EX  D1  D1D D1D D2D D2D
A2D A2D A2  C   D1  D1D D2D D2D DL  DL
A2D A1D A1  EX  D2  D2D D2D DL  DL  DL2
A1D A2  C   D1  D1D DL  DL  DL  DL2 DL2
"""
GUNS = {
    "new": "---- ---- ---- ---D --DD -DDD DDD1 DD11 DD11",
    "old": "----- ----- ----- ----D ---DD --DD1 DD111 D1111",
}


class Unit(msgspec.Struct):
    id: str
    side: str
    group: str
    strengths: list[tuple[int, int]]
    moves: list[int]
    size: int
    flags: set[str]
    at: Hex = (0, 0)
    back: bool = False
    disrupted: bool = False
    oos: bool = False
    moved: bool = False

    @property
    def mech(self) -> bool:
        return "mech" in self.flags

    @property
    def attack(self) -> int:
        return self.strengths[self.back][0]

    @property
    def defence(self) -> int:
        return self.strengths[self.back][1]

    @property
    def points(self) -> int:
        return self.moves[self.back]


def counters() -> Iterator[Unit]:
    with COUNTERS.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            pairs = [pair.split("/") for pair in row["strengths"].split()]
            yield Unit(
                row["id"],
                row["side"],
                row["group"],
                [(int(a), int(b)) for a, b in pairs],
                [int(n) for n in row["moves"].split()],
                SIZE[row["size"]],
                set(row["flags"].split()),
            )


# -- hexes ---------------------------------------------------------------------------------------


def name(hex: Hex) -> str:
    return f"{hex[0]:02}{hex[1]:02}"


@cache
def beside(hex: Hex) -> list[Hex]:
    """2.1.1: even columns stand half a hex south."""
    c, r = hex
    low = r if c % 2 == 0 else r - 1
    near = [(c, r - 1), (c, r + 1), *((c + x, low + y) for x in (-1, 1) for y in (0, 1))]
    return [(x, y) for x, y in near if 1 <= x <= 38 and 1 <= y <= 50]


def distance(a: Hex, b: Hex) -> int:
    across = abs(a[0] - b[0])
    down = abs((2 * a[1] + (a[0] % 2 == 0)) - (2 * b[1] + (b[0] % 2 == 0)))
    return across + max(0, (down - across) // 2)


class Field:
    """A random position: crowded, with every kind of ground, hexside, marker and mark."""

    def __init__(self, seed: int) -> None:
        self.chance = chance = random.Random(seed)
        self.version = chance.choice(("new", "old"))
        self.turn = chance.choice((1, 2, 3, 6, 10))
        self.zones_kept = chance.random() < 0.8
        self.strict = chance.random() < 0.3
        self.werther = chance.random() < 0.2
        self.ground: dict[Hex, str] = {}
        self.forts: dict[Hex, str] = {}
        self.sides: dict[frozenset[Hex], set[str]] = {}
        for hex in [(c, r) for c in range(1, 13) for r in range(7, 21)]:
            self.ground[hex] = chance.choice(("clear", "clear", "hills", "forest", "swamp", "town"))
            if chance.random() < 0.3:
                self.forts[hex] = chance.choice(("fort soviet", "reinforced"))
            for there in beside(hex):
                kinds = {"road": 0.25, "river": 0.15, "lake": 0.04}
                self.sides[frozenset((hex, there))] = {
                    kind for kind, often in kinds.items() if chance.random() < often
                }
        self.units = self._units(chance.choice((8, 20, 45)))
        self.zones = {side: self._zone(side) for side in SOURCES}
        self.holding = {
            side: {unit.at for unit in self.units if unit.side == side} for side in SOURCES
        }

    def _units(self, many: int) -> list[Unit]:
        chance, found = self.chance, list[Unit]()
        pool = list(counters())
        chance.shuffle(pool)
        for unit in pool[:many]:
            unit.at = (chance.choice(COLUMNS), chance.choice(ROWS))
            here = [other for other in found if other.at == unit.at]
            if any(o.side != unit.side for o in here) or sum(o.size for o in here) + unit.size > 3:
                continue
            unit.back = unit.mech and chance.random() < 0.3
            unit.disrupted = chance.random() < 0.2
            unit.oos = chance.random() < 0.15
            unit.moved = chance.random() < 0.2
            found.append(unit)
        return found

    def match(self, phase: str, side: str) -> Match:
        def word(unit: Unit) -> str:
            marks = ("disrupted", "oos", *(("moved",) if phase in ("movement",) else ()))
            told = "".join(f"+{mark}" for mark in marks if getattr(unit, mark))
            return f"{unit.id}{'-' * unit.back}@{name(unit.at)}{told}"

        hexes = {
            name(hex): [k for k in (kind, self.forts.get(hex, "")) if k and k != "clear"]
            for hex, kind in self.ground.items()
        }
        for hex in (h for h in self.ground if int(name(h)) in (*WEST, *EAST)):
            hexes[name(hex)].append("german source")
        sides = {"/".join(map(name, sorted(pair))): kinds for pair, kinds in self.sides.items()}
        return position(
            " ".join(map(word, self.units)),
            phase,
            side,
            turn=self.turn,
            hexes=hexes,
            sides={pair: sorted(kinds) for pair, kinds in sides.items() if kinds},
            version=self.version,
            disrupted_zones=self.zones_kept,
            strict_odds=self.strict,
            scenario="werther" if self.werther else "campaign",
        )

    # -- the map ---------------------------------------------------------------------------------

    def between(self, a: Hex, b: Hex) -> set[str]:
        return self.sides.get(frozenset((a, b)), set())

    def near(self, hex: Hex) -> list[Hex]:
        """5.2.1, 8.5.2: round it, but not over a lake."""
        return [there for there in beside(hex) if "lake" not in self.between(hex, there)]

    def fort(self, hex: Hex) -> str:
        """A15.4: where Werther failed again normal positions are gone, reinforced ones normal."""
        kind = self.forts.get(hex, "")
        if self.werther:
            return "fort soviet" if kind == "reinforced" else ""
        return kind

    @property
    def early(self) -> bool:
        return self.version == "new" and self.turn <= 2

    # -- units -----------------------------------------------------------------------------------

    def held(self, side: str) -> set[Hex]:
        return self.holding[side]

    def pile(self, hex: Hex) -> list[Unit]:
        return [unit for unit in self.units if unit.at == hex]

    def zone(self, side: str) -> set[Hex]:
        return self.zones[side]

    def _zone(self, side: str) -> set[Hex]:
        """5.2"""
        found = {unit.at for unit in self.units if unit.side == side}
        for unit in self.units:
            if unit.side == side and (self.zones_kept or not unit.disrupted):
                found |= set(self.near(unit.at))
        return found

    def enemy_zone(self, side: str) -> set[Hex]:
        return self.zone(other(side))

    def supplied(self, side: str) -> set[str]:
        """6.1: from each source on, hex by hex; a unit's own hex need not be open."""
        steady = {u.at for u in self.units if u.side == side and not u.disrupted}
        bad, foes = self.enemy_zone(side) - steady, self.held(other(side))
        starts = [(number // 100, number % 100) for number in SOURCES[side]]
        path = {hex for hex in starts if hex not in bad and hex not in foes}
        todo = list(path)
        while todo:
            for there in self.near(todo.pop()):
                if there not in path and there not in bad and there not in foes:
                    path.add(there)
                    todo.append(there)
        return {
            unit.id
            for unit in self.units
            if unit.side == side and (unit.at in path or path & set(self.near(unit.at)))
        }

    # -- movement --------------------------------------------------------------------------------

    def step(self, unit: Unit, a: Hex, b: Hex) -> Fraction:
        """8.2, A7.1, A8.3, A14.3"""
        kinds = self.between(a, b)
        ground = self.ground.get(b, "clear")
        if "road" in kinds:
            paid = Fraction(1) if self.early or "river" in kinds else Fraction(1, 2)
        else:
            paid = Fraction(GROUND[ground][0 if unit.mech else 1] + ("river" in kinds))
        if unit.side == "german" and self.fort(b):
            paid += 2 if unit.mech else 1
        return paid

    def still(self, unit: Unit) -> bool:
        """8.1.1, 8.5.1, A14.2: who does not move (any more)."""
        if unit.moved or unit.disrupted:
            return True
        if unit.side == "soviet" and self.version == "new" and self.turn == 1:
            return all(distance(unit.at, hex) > 4 for hex in self.held("german"))
        return False

    def stuck(self, unit: Unit) -> bool:
        """8.4.4: nowhere to step."""
        zone, foes = self.enemy_zone(unit.side), self.held(other(unit.side))
        ways = [hex for hex in self.near(unit.at) if hex not in foes]
        return not [hex for hex in ways if unit.at not in zone or hex not in zone]

    def full(self, unit: Unit) -> set[Hex]:
        """5.1.3: where those who will stay leave no room."""
        stays: dict[Hex, int] = {}
        for each in self.units:
            if each.side == unit.side and (self.still(each) or self.stuck(each)):
                stays[each.at] = stays.get(each.at, 0) + each.size
        return {h for h, n in stays.items() if unit.size and n + unit.size > 3} - {unit.at}

    def spread(self, unit: Unit, seeds: dict[Hex, Fraction], limit: int) -> dict[Hex, Fraction]:
        """8.2, 8.4.1: from hexes with points already spent, as far as the limit carries."""
        zone, foes = self.enemy_zone(unit.side), self.held(other(unit.side))
        best: dict[Hex, Fraction] = {}
        queue = sorted((cost, hex) for hex, cost in seeds.items())
        while queue:
            cost, here = heappop(queue)
            if here in best:
                continue
            best[here] = cost
            if here in zone:
                continue
            for there in self.near(here):
                paid = cost + self.step(unit, here, there)
                if there not in foes and paid <= limit and there not in best:
                    heappush(queue, (paid, there))
        return best

    def moves(self, unit: Unit) -> tuple[dict[Hex, Fraction], set[Hex]]:
        """8.2, 8.4, 8.5.3: hexes and their cost; and those that only the minimum move reaches."""
        zone, foes = self.enemy_zone(unit.side), self.held(other(unit.side))
        leaving = unit.at in zone
        firsts = [h for h in self.near(unit.at) if h not in foes and not (leaving and h in zone)]
        seeds = {h: self.step(unit, unit.at, h) + leaving for h in firsts}
        found = self.spread(unit, {h: c for h, c in seeds.items() if c <= unit.points}, unit.points)
        found.pop(unit.at, None)
        return found, {h for h in firsts if seeds[h] > unit.points}

    def march(self, unit: Unit) -> set[Hex]:
        """8.3: what only a forced march reaches."""
        if self.early or not unit.mech or unit.back or unit.oos or unit.disrupted:
            return set()
        near, _ = self.moves(unit)
        zone = self.enemy_zone(unit.side)
        seeds = {hex: Fraction(0) for hex in near if hex not in zone}
        far = self.spread(unit, seeds, unit.moves[1])
        return set(far) - set(near) - {unit.at}

    # -- combat ----------------------------------------------------------------------------------

    def halved(self, unit: Unit, target: Hex) -> bool:
        marsh = self.ground.get(unit.at) == "swamp"
        return "river" in self.between(unit.at, target) or marsh or unit.oos

    def strength(self, attackers: list[Unit], target: Hex, keil: set[str]) -> int:
        """9.2, A9.3.3"""
        total, halves = 0, dict[Hex, int]()
        for unit in attackers:
            value = unit.attack * (2 if unit.id in keil else 1)
            if self.halved(unit, target):
                halves[unit.at] = halves.get(unit.at, 0) + value
            else:
                total += value
        return total + sum(value // 2 for value in halves.values())

    def resistance(self, units: list[Unit], attacker: str) -> int:
        """9.2.5, A8.4.1"""
        whole = half = 0
        for unit in units:
            twice = attacker == "german" and self.fort(unit.at) == "reinforced" and dug_in(unit)
            value = unit.defence * (2 if twice else 1)
            if unit.disrupted:
                half += value
            else:
                whole += value
        return whole + -(-half // 2)

    def combat(self, attackers: list[Unit], target: Hex, keil: set[str]) -> dict[str, int]:
        """9.3, 9.4, 9.5, A9.1: how many faces of the die bring each result."""
        defenders, side = self.pile(target), attackers[0].side
        a, d = self.strength(attackers, target, keil), self.resistance(defenders, side)
        if a >= d:
            ratio = a // d  # n:1
        else:
            low = -(-d // a) if self.strict else d // a
            ratio = 2 - low  # 1:1 is 1, 1:2 is 0, 1:3 is -1
        clear = self.ground.get(target, "clear") == "clear"
        if clear:
            ours = any(map(armoured, attackers))
            theirs = any(map(armoured, defenders))
            dry = [
                unit
                for unit in attackers
                if "river" not in self.between(unit.at, target)
                and self.ground.get(unit.at) != "swamp"
            ]
            ratio += (any(map(armoured, dry)) and not theirs) - (theirs and not ours)
        column = min(9, max(0, ratio + 2 if clear else ratio + 1))
        dug = side == "german" and self.fort(target) and any(map(dug_in, defenders))
        rows = [line.split() for line in CRT.split("\n") if line]
        found: dict[str, int] = {}
        for face in range(1, 7):
            result = rows[face - bool(dug)][column]
            found[result] = found.get(result, 0) + 1
        return found

    # -- support ---------------------------------------------------------------------------------

    def spotters(self, side: str, who: str, target: Hex) -> list[Unit]:
        """7.1, A6.4.1, A6.4.2"""
        return [
            unit
            for unit in self.units
            if unit.side == side and not unit.disrupted and not unit.oos
            if unit.at in beside(target) and (side == "soviet" or unit.group == who)
        ]

    def guns(self, side: str, who: str, target: Hex, points: int, air: bool) -> dict[str, int]:
        """7.3.1, A6, A14.1"""
        by = self.spotters(side, who, target)
        hill = any(self.ground.get(unit.at) == "hills" for unit in by)
        net = int(hill or air) - (side == "german" and bool(self.fort(target)))
        first = side == "german" and self.turn == 1 and self.version == "new"
        rows = GUNS[self.version].split()
        found: dict[str, int] = {}
        for face in range(1, 7):
            row = rows[min(len(rows) - 1, max(0, face + net + first))]
            result = {"1": "D" if first else "1D"}.get(row[points - 1], row[points - 1])
            found[result] = found.get(result, 0) + 1
        return found

    # -- retreats --------------------------------------------------------------------------------

    def retreats(self, group: list[Unit], distance_: int, battle: Hex) -> set[tuple[Hex, ...]]:
        """9.7.2, 9.7.4: the ways of so many hexes with room at their end; 9.7.3 is not told."""
        side = group[0].side
        shut = self.enemy_zone(side) | self.held(other(side)) | {group[0].at}
        ways: list[tuple[Hex, ...]] = [(group[0].at,)]
        for _ in range(distance_):
            ways = [(*w, h) for w in ways for h in self.near(w[-1]) if h not in shut | set(w)]
        need = sum(unit.size for unit in group)
        room = [
            way[1:]
            for way in ways
            if not need or sum(unit.size for unit in self.pile(way[-1])) + need <= 3
        ]
        far = max((distance(way[-1], battle) for way in room), default=0)
        return {way for way in room if distance_ == 1 or distance(way[-1], battle) == far}


def other(side: str) -> str:
    return "soviet" if side == "german" else "german"


def armoured(unit: Unit) -> bool:
    return bool({"armour", "armour-effect"} & unit.flags)


def dug_in(unit: Unit) -> bool:
    return unit.side == "soviet" and not unit.mech and "cavalry" not in unit.flags
