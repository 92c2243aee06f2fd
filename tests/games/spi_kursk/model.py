"""The rules of zones, movement, trains, lines and odds once more, hex by hex, in the plainest way.

Nothing of the engine is asked but the spelling of runs on the map: the charts are written out, the
map and the counters are read from their files. `test_model` compares it with the engine.
"""

import csv
import heapq
import tomllib
from collections import deque
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any

import kursk.games
from kursk.games.spi_kursk.tables import printed

DATA = Path(kursk.games.__file__).parent / "spi_kursk" / "data"
MAP: dict[str, Any] = tomllib.loads((DATA / "map.toml").read_text("utf-8"))
TABLES: dict[str, Any] = tomllib.loads((DATA / "tables.toml").read_text("utf-8"))
ROWS = csv.DictReader((DATA / "counters.csv").read_text("utf-8").splitlines())
COUNTERS = {row["id"]: row for row in ROWS}
HEXES = {f"{column:02}{row:02}" for column in range(1, 39) for row in range(1, 52)}
FOE = {"german": "soviet", "soviet": "german"}


def round_(name: str) -> list[str]:
    """The neighbours of a hex; even columns lie half a hex south."""
    column, row = int(name[:2]), int(name[2:])
    low = row if column % 2 == 0 else row - 1
    near = [(column, row - 1), (column, row + 1)]
    near += [(column + side, low + down) for side in (-1, 1) for down in (0, 1)]
    return [f"{c:02}{r:02}" for c, r in near if f"{c:02}{r:02}" in HEXES]


NEAR = {name: round_(name) for name in sorted(HEXES)}


def _laid() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for entry in (*MAP["hexes"], *MAP["places"]):
        hexes = printed().spelled(entry["at"])
        for key in (entry["is"], f"{entry['is']}: {entry.get('name', '')}"):
            found.setdefault(key, set()).update(hexes)
    return found


def _sides() -> dict[tuple[str, str], set[str]]:
    """By a hex and the hex beyond: what lies on its side of the hexside."""
    found: dict[tuple[str, str], set[str]] = {}
    for entry in MAP["sides"]:
        for word in entry["at"].split():
            a, b = word.replace("/", ">").split(">")
            for pair in [(a, b)] if ">" in word else [(a, b), (b, a)]:
                found.setdefault(pair, set()).add(entry["is"])
    return found


def _lines() -> dict[tuple[str, str], set[str]]:
    found: dict[tuple[str, str], set[str]] = {}
    for entry in MAP["lines"]:
        way = printed().spelled(entry["along"])
        for a, b in zip(way, way[1:], strict=False):
            found.setdefault((a, b), set()).add(entry["is"])
            found.setdefault((b, a), set()).add(entry["is"])
    return found


GROUND, SIDES, LINES = _laid(), _sides(), _lines()
COST = {"forest": (1, 2), "hills": (2, 3), "swamp": (3, 5)}  # the rest of the chart costs 1
SHIFT = {"forest": 1, "hills": 2, "major city": 3, "city": 1}
LADDER = (1, 6, 10, 14, 18, 23, 29, 36, 43, 50, 57, 64, 72)


def forts(scenario: str, side: str) -> set[str]:
    """18.16: May counts the first belts, July all but Hagen, August all."""
    found: set[str] = set()
    for key, hexes in GROUND.items():
        kind, _, name = key.partition(": ")
        counts = name.startswith("first") if scenario == "may" else name != "Hagen"
        if kind == f"fort {side}" and name and (counts or scenario == "august"):
            found |= hexes
    return found


FORTS = {(s, side): forts(s, side) for s in ("may", "july", "august") for side in FOE}


def step(scenario: str, side: str, second: bool, a: str, b: str) -> Fraction | None:
    """5.13, 5.14, 5.15, 5.7: half by road, else the dearest ground and the river on top."""
    between = SIDES.get((a, b), set())
    if "lake" in between:
        return None
    if "road" in LINES.get((a, b), ()):
        return Fraction(1, 2)
    dearest = max([1, *(cost[second] for kind, cost in COST.items() if b in GROUND[kind])])
    if b in FORTS[scenario, side]:
        dearest = max(dearest, 1 + second)
    if b in FORTS[scenario, FOE[side]]:
        dearest = max(dearest, 2)
    river = ("river" in between) + ("major river" in between) * (2 + second)
    return Fraction(dearest + river)


class Model:
    """A position: by unit, where it stands, the steps it has lost and its marks."""

    def __init__(
        self, units: dict[str, tuple[str, int, frozenset[str]]], scenario: str,
        attached: dict[str, str], parts: dict[str, str], control: dict[str, set[str]],
    ) -> None:  # fmt: skip
        self.units, self.scenario, self.control = units, scenario, control
        self.attached, self.parts = attached, parts
        self.piles: dict[str, list[str]] = {}
        for id, (hex, _, _) in units.items():
            self.piles.setdefault(hex, []).append(id)

    # -- what a unit is -----------------------------------------------------------------------

    def side(self, id: str) -> str:
        return COUNTERS[id]["side"]

    def type(self, id: str) -> str:
        return COUNTERS[id]["type"]

    def hex(self, id: str) -> str:
        return self.units[id][0]

    def marked(self, id: str, mark: str) -> bool:
        return mark in self.units[id][2]

    def gun(self, id: str) -> bool:
        return self.type(id) in ("anti-tank", "artillery")

    def fights(self, id: str) -> bool:
        return not self.gun(id) and self.type(id) not in ("headquarters", "partisan")

    def mode(self, id: str) -> str:
        if self.marked(id, "disrupted"):
            return "disrupted"
        return next((m for m in ("assault", "mobile", "static") if self.marked(id, m)), "")

    def of(self, side: str) -> list[str]:
        return [id for id in self.units if self.side(id) == side]

    def held(self, side: str) -> set[str]:
        return {self.hex(id) for id in self.of(side)}

    def fits(self, ids: Iterable[str]) -> bool:
        these = list(ids)
        guns = [self.type(id) for id in these]
        room = sum(int(COUNTERS[id]["stack"]) for id in these) <= 6
        return room and guns.count("anti-tank") < 2 and guns.count("artillery") < 2

    # -- zones and movement -------------------------------------------------------------------

    def zone(self, side: str) -> set[str]:
        """8.11, 8.12"""
        exert = [i for i in self.of(side) if self.fights(i) and self.type(i) != "fortified"]
        return {
            near
            for id in exert
            for near in NEAR[self.hex(id)]
            if not self.marked(id, "disrupted")
            and "lake" not in SIDES.get((self.hex(id), near), ())
        }

    def allowance(self, id: str) -> int:
        """5.23 to 5.28"""
        points = int(COUNTERS[id]["moves"])
        points //= {"mobile": 1, "assault": 2, "static": 2}.get(self.mode(id), 100)
        return points // 2 if self.marked(id, "unsupplied") or self.marked(id, "cutoff") else points

    def reach(self, id: str, eased: bool) -> set[str]:
        """5.11, 7.21, 8.21, 8.31, 8.32, 16.2"""
        side, start = self.side(id), self.hex(id)
        second = COUNTERS[id]["class"] == "II"
        zone, enemies = self.zone(FOE[side]), self.held(FOE[side])
        points = Fraction(self.allowance(id))
        if start in zone:
            points -= 1 if eased and start in FORTS[self.scenario, side] else 2
        best, queue = {start: Fraction(0)}, [(Fraction(0), start)]
        while queue:
            spent, here = heapq.heappop(queue)
            if here in zone and here != start:
                continue
            for there in NEAR[here]:
                cost = step(self.scenario, side, second, here, there)
                if cost is None or there in enemies or (start in zone and there in zone):
                    continue
                if spent + cost <= points and spent + cost < best.get(there, points + 1):
                    best[there] = spent + cost
                    heapq.heappush(queue, (spent + cost, there))
        return {hex for hex in best if hex != start and self.fits([id, *self.piles.get(hex, ())])}

    def trains(self, id: str) -> set[str]:
        """5.33, 5.34, 5.35: every way on open track, none twice through a hex."""
        side, start = self.side(id), self.hex(id)
        shut = self.zone(FOE[side]) | self.held(FOE[side])
        found: set[str] = set()
        ways: list[tuple[tuple[str, ...], int]] = [((start,), 0)]  # and how much of it is double
        while ways:
            way, double = ways.pop()
            for there in NEAR[way[-1]]:
                track = LINES.get((way[-1], there), set()) & {"rail", "double rail"}
                if not track or there in way or there in shut or there not in self.control[side]:
                    continue
                twice = double + ("double rail" in track)
                limit = 30 if twice == len(way) else 25 if twice else 20
                if len(way) <= limit and self.fits([id, *self.piles.get(there, ())]):
                    found.add(there)
                if len(way) < (30 if twice == len(way) else 25):
                    ways.append(((*way, there), twice))
        return found

    # -- lines --------------------------------------------------------------------------------

    def open(self, side: str) -> set[str]:
        """11.32, 8.33"""
        zone, enemies = self.zone(FOE[side]), self.held(FOE[side])
        mine = {self.hex(id) for id in self.of(side) if self.fights(id)}
        return {hex for hex in HEXES if hex not in enemies and (hex not in zone or hex in mine)}

    def within(self, start: str, through: set[str], hexes: int) -> set[str]:
        found = {start: 0}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            for there in NEAR[here] if found[here] < hexes else ():
                lake = "lake" in SIDES.get((here, there), ())
                if there in through and there not in found and not lake:
                    found[there] = found[here] + 1
                    queue.append(there)
        return set(found)

    def ways_home(self, side: str) -> set[str]:
        through = self.open(side)
        edge = GROUND[f"{side} source"] & through
        found = {hex for hex in edge if any((hex, near) in LINES for near in NEAR[hex])}
        queue = deque(found)
        while queue:
            here = queue.popleft()
            for there in NEAR[here]:
                if (here, there) in LINES and there in through and there not in found:
                    found.add(there)
                    queue.append(there)
        return found

    def hq(self, id: str) -> str:
        if self.type(id) == "headquarters":
            return id
        if id in self.attached:
            return self.attached[id]
        return self.hq(self.parts[id]) if id in self.parts else COUNTERS[id]["hq"]

    def armies(self, id: str) -> set[str]:
        own = id if self.type(id) == "headquarters" else COUNTERS[self.parts.get(id, id)]["hq"]
        army = COUNTERS[own]["formation"].split(",")[0]
        return {army, *TABLES["together"].get(army, ())}

    def lines(self, side: str) -> dict[str, tuple[bool, bool]]:
        """11.31, 11.33, 11.4: by unit: in supply, in communication."""
        through, home = self.open(side), self.ways_home(side)
        staffs = [id for id in self.of(side) if self.type(id) == "headquarters"]
        fed = [id for id in staffs if self.within(self.hex(id), through, 8) & home]
        found = {}
        for id in self.of(side):
            if self.type(id) == "partisan":
                found[id] = True, True
            elif id in staffs:
                found[id] = id in fed, True
            else:
                free = self.marked(id, "independent")
                near = self.within(self.hex(id), through, 7)
                called = [hq for hq in staffs if self.hex(hq) in near]
                serve = [
                    h for h in called
                    if free or h == self.hq(id) or self.armies(h) & self.armies(id)
                ]  # fmt: skip
                found[id] = bool(set(serve) & set(fed)), free or self.hq(id) in called
        return found

    # -- odds ---------------------------------------------------------------------------------

    def strength(self, id: str) -> int:
        return max(0, int(COUNTERS[id]["strengths"].split()[0]) - 2 * self.units[id][1])

    def attack_strength(self, id: str) -> int:
        return self.strength(id) // (2 if self.marked(id, "unsupplied") else 1)

    def hexside(self, target: str, origin: str) -> int:
        kinds, owner = SIDES.get((target, origin), set()), self.side(self.piles[target][0])
        tooth = self.scenario != "may" and f"dragontooth {owner}" in kinds
        river = ("river" in kinds) + 2 * ("major river" in kinds)
        return river + ("depression" in kinds) + tooth

    def own_way(self, id: str) -> bool:
        """In independent command or alternate subordination."""
        attached = id in self.attached or self.parts.get(id) in self.attached
        return attached or self.marked(id, "independent")

    def net(
        self, target: str, force: list[str], guns: list[str], barrage: list[str], integrity: bool
    ) -> int:
        """9.93, 10.21, 5.7: columns to the right."""
        stack = self.piles[target]
        right = -sum(shift for kind, shift in SHIFT.items() if target in GROUND[kind])
        right -= any(target in FORTS[self.scenario, side] for side in FOE)
        right -= min(self.hexside(target, self.hex(id)) for id in [*force, *guns])
        modes = {self.mode(id) for id in stack}
        right += 1 if "disrupted" in modes else -1 if modes == {"static"} else 0
        plain = {self.hq(i) for i in stack if not self.own_way(i) and self.type(i) != "partisan"}
        apart = sum(map(self.own_way, stack))
        parts = any("breakdown" in COUNTERS[id]["flags"].split() for id in stack)
        if len(plain) > 1:
            right += 2
        elif len(stack) > 1 and (parts or 0 < apart < len(stack)):
            right += 1
        right += 2 * all(self.marked(id, "unsupplied") for id in stack)
        soft = [COUNTERS[i]["class"] == "I" or self.type(i) == "headquarters" for i in stack]
        right -= bool(guns) and all(soft)
        right += sum(max(0, 2 - self.units[id][1]) for id in barrage)
        return right + (integrity and {"lah", "dr", "tot"} <= set(force))

    def odds(
        self, target: str, force: list[str], guns: list[str], barrage: list[str], integrity: bool
    ) -> tuple[int, int, str, int, list[tuple[int, int]]]:
        """Strength, shift, column, what is added to the die, and what each face brings."""
        stack = self.piles[target]
        total = sum(map(self.attack_strength, force)) + sum(map(self.strength, guns))
        net = self.net(target, force, guns, barrage, integrity)
        at = min(max(sum(total >= least for least in LADDER) + net, 0), len(LADDER))
        steps = sum(
            len(COUNTERS[i]["strengths"].split()) - self.units[i][1]
            for i in stack
            if not self.gun(i)
        )
        die = sum(steps >= least for least in (2, 3, 5, 7, 10)) - 2
        mine = {self.mode(id) for id in [*force, *guns]}
        theirs = {self.mode(id) for id in stack}
        m = (mine == {"assault"} and theirs == {"static"}) - (mine == theirs == {"mobile"})
        found = []
        for face in range(1, 7):
            cell = TABLES["combat"]["rows"][str(face + die)][at]
            numbers = cell.replace("M", "/").split("/")
            both = [0 if n == "-" else max(0, int(n) + (m if "M" in cell else 0)) for n in numbers]
            found.append((both[0], both[1]))
        return total, net, TABLES["combat"]["columns"][at], die, found
