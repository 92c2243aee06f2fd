"""3.2, 3.3: what kind of unit a counter is. Kinds are sets of units, worked out once a roster."""

from functools import lru_cache

import msgspec

from kursk.core.counters import Counter, Roster, Unit
from kursk.games.spi_kursk.state import State

ARMOUR = ("armour", "heavy armour", "tank destroyer")


class Kinds(msgspec.Struct, frozen=True):
    combat: int  # an Attack Strength, or a fortified area
    hq: int
    anti_tank: int
    artillery: int
    fortified: int
    partisan: int
    second: int  # 5.12: class II
    armour: int  # 13.14, 13.27: heavy tank destroyers among them
    mechanized: int
    flagged: int  # 5.81: moves in the Mechanized Movement Phase
    breakdown: int
    ss_corps: int
    guns: int
    german: int
    soviet: int

    def of(self, side: str) -> int:
        return self.german if side == "german" else self.soviet


@lru_cache(maxsize=32)
def kinds(roster: Roster) -> Kinds:
    def all_(is_it: object) -> int:
        assert callable(is_it)
        return sum(1 << unit for unit, counter in enumerate(roster) if is_it(counter))

    anti_tank = all_(lambda c: c.type == "anti-tank")
    artillery = all_(lambda c: c.type == "artillery")
    return Kinds(
        combat=all_(_fights),
        hq=all_(lambda c: "hq" in c.flags),
        anti_tank=anti_tank,
        artillery=artillery,
        fortified=all_(lambda c: c.type == "fortified"),
        partisan=all_(lambda c: "partisan" in c.flags),
        second=all_(lambda c: c.more.get("class") == "II"),
        armour=all_(lambda c: c.type in ARMOUR),
        mechanized=all_(lambda c: c.type == "mech infantry"),
        flagged=all_(lambda c: "mech" in c.flags),
        breakdown=all_(lambda c: "breakdown" in c.flags),
        ss_corps=all_(lambda c: "ss-corps" in c.flags),
        guns=anti_tank | artillery,
        german=all_(lambda c: c.side == "german"),
        soviet=all_(lambda c: c.side == "soviet"),
    )


def _fights(counter: Counter) -> bool:
    """3.2, 13.27: units with an Attack Strength are combat units, and so are fortified areas."""
    if counter.type == "fortified":
        return True
    guns = counter.type in ("anti-tank", "artillery", "air")
    return not guns and counter.factor(0) > 0


def combat(g: State, unit: Unit) -> bool:
    return bool(kinds(g.roster).combat >> unit & 1)


def is_hq(g: State, unit: Unit) -> bool:
    """12.1: class II, one step, no Attack Strength, two Stacking Points."""
    return bool(kinds(g.roster).hq >> unit & 1)


def is_gun(g: State, unit: Unit) -> bool:
    return bool(kinds(g.roster).guns >> unit & 1)


def second_class(g: State, unit: Unit) -> bool:
    """5.12: class II; everything else is infantry."""
    return bool(kinds(g.roster).second >> unit & 1)


@lru_cache(maxsize=32)
def stack_points(roster: Roster) -> tuple[int, ...]:
    """7.11, 7.12, 7.13, 7.14: the Stacking Points of each counter."""
    return tuple(int(counter.more.get("stack") or 0) for counter in roster)


@lru_cache(maxsize=32)
def allowances(roster: Roster) -> tuple[int, ...]:
    """3.2: the Movement Allowance printed on each counter."""
    return tuple(int(counter.moves or 0) for counter in roster)


@lru_cache(maxsize=32)
def rooted(roster: Roster) -> int:
    """5.11, 15.1: the counters that never move."""
    return sum(1 << unit for unit, points in enumerate(allowances(roster)) if not points)


def superior(counter: Counter) -> str:
    """11.12: the army (German) or front (Soviet)."""
    return counter.formation.partition(",")[0]


def strength(g: State, unit: Unit) -> int:
    """9.53, 9.54: Attack Strength, or a gun's modifier: two less for each step lost."""
    return g.factor(unit)


def level(g: State, unit: Unit) -> int:
    """13.43: an artillery unit's Level, one less for each step lost."""
    levels = g.unit(unit).more.get("level", "").split()
    return int(levels[g.lost[unit]]) if g.lost[unit] < len(levels) else 0
