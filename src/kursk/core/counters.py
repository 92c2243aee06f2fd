"""Counters: the pieces of a game, as a table that people can read and correct.

One CSV a game, `data/counters.csv`. The columns below are the same for all; a column that a
game adds of its own is kept in `more`, by its heading.
"""

import csv
import io
from collections.abc import Iterable, Iterator
from functools import cache, cached_property, lru_cache
from pathlib import Path

import msgspec

from kursk.core.board import PROVENANCE

Unit = int  # the number of a counter in its roster


class Counter(msgspec.Struct, frozen=True):
    """A counter as it is printed."""

    id: str  # what orders call it: 1ss, 19pz
    name: str  # what people call it: 1st SS Panzer "Leibstandarte"
    side: str
    type: str  # the branch, as the glyph table knows it: infantry, armour, …
    strengths: tuple[str, ...]  # one a step, full first, as printed: ("26", "13"), ("0/3",)
    moves: str = ""  # as printed, or one a step: "8 4"; empty where the counter carries none
    size: str = ""  # division, corps, army, …
    formation: str = ""
    label: str = ""  # the few letters on the counter; else the id
    setup: str = ""  # hex, hex and range, or box, as printed
    arrives: str = ""  # turn or condition
    flags: frozenset[str] = frozenset()
    provenance: str = "reconstructed"
    note: str = ""
    more: dict[str, str] = {}

    @property
    def steps(self) -> int:
        """How many steps it has at full strength."""
        return len(self.strengths)

    def moves_at(self, step: int) -> str:
        """The movement printed on the side that lies up at a step."""
        printed = self.moves.split() or [""]
        return printed[min(step, len(printed) - 1)]

    def factor(self, step: int) -> int:
        """The (last) strength at a step; step 0 is full strength."""
        return _last(self.strengths[step])


@cache
def _last(printed: str) -> int:
    """The last of the numbers on a counter, which are apart by a stroke."""
    return int(printed.rpartition("/")[2])


class BadCounters(ValueError):
    """A counter file that cannot be used; says which line and column."""


class Roster:
    """All counters of a game, in order; a unit is known by its number, or its id."""

    def __init__(self, counters: Iterable[Counter]) -> None:
        self.counters = tuple(counters)
        self._named: Roster | None = None
        self.number = {counter.id: n for n, counter in enumerate(self.counters)}
        ids = [counter.id for counter in self.counters]
        if twice := next((id for id in ids if ids.count(id) > 1), ""):
            raise BadCounters(f"two counters have the id {twice}")

    @property
    def named(self) -> "Roster":
        """The same without covered counters."""
        return self._named or self

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """By unit, its side."""
        return tuple(counter.side for counter in self.counters)

    @cached_property
    def units_of(self) -> dict[str, tuple[Unit, ...]]:
        """By side, its units; under "" all there are."""
        sides = dict.fromkeys(self.sides)
        numbers = range(len(self.counters))
        found = {side: tuple(n for n in numbers if self.sides[n] == side) for side in sides}
        return {"": tuple(numbers), **found}

    def __len__(self) -> int:
        return len(self.counters)

    def __getitem__(self, unit: Unit) -> Counter:
        return self.counters[unit]

    def __iter__(self) -> Iterator[Counter]:
        return iter(self.counters)

    def find(self, id: str) -> Unit:
        """The number of a counter; ValueError if the game has no such counter."""
        try:
            return self.number[id]
        except KeyError:
            raise ValueError(f"no counter {id!r} in this game") from None

    def with_more(self, counters: Iterable[Counter]) -> "Roster":
        """These counters, and others after them."""
        return Roster((*self.counters, *counters))

    def with_nameless(self, sides: Iterable[str]) -> "Roster":
        """Further counters of which no more is known than their sides; no id leads to them. All
        who ask for the same ones share this roster."""
        return _with_nameless(self, tuple(sides))

    def with_covered(self, counters: Iterable[Counter]) -> "Roster":
        """Further counters that have no id."""
        twin = Roster(())
        twin.number, twin.counters = self.number, (*self.counters, *counters)
        twin._named = self.named
        return twin


@lru_cache(256)  # what is known of a roster is known of it after the next order too
def _with_nameless(roster: Roster, sides: tuple[str, ...]) -> Roster:
    return roster.with_covered(map(nameless, sides))


@cache
def nameless(side: str) -> Counter:
    """A covered counter, as the other side sees it."""
    return Counter("", "a covered counter", side, "", ("0",))


def parse_counters(text: str, source: str = "counters.csv") -> Roster:
    """The counters of a table; ValueError names the line."""
    known = set(Counter.__struct_fields__)
    counters = []
    rows = csv.DictReader(io.StringIO(text))
    for need in ("id", "name", "side", "type", "strengths"):
        if need not in (rows.fieldnames or ()):
            raise BadCounters(f"{source}: there is no column {need!r}")
    for row in rows:
        where = f"{source}, line {rows.line_num}"
        if None in row or None in row.values():
            raise BadCounters(f"{where}: the row has not as many cells as the heading")
        for need in ("id", "name", "side", "type", "strengths"):
            if not row[need]:
                raise BadCounters(f"{where}: {need} is empty")
        if row.get("provenance", "reconstructed") not in PROVENANCE:
            raise BadCounters(f"{where}: provenance {row['provenance']!r} is unknown")
        fields: dict[str, object] = {key: row[key] for key in row if key in known}
        fields["strengths"] = row["strengths"].split()
        fields["flags"] = row.get("flags", "").split()
        fields["more"] = {key: value for key, value in row.items() if key not in known}
        counters.append(msgspec.convert(fields, Counter))
    try:
        return Roster(counters)
    except BadCounters as error:
        raise BadCounters(f"{source}: {error}") from None


def read_counters(path: Path) -> Roster:
    """The counters of a game's file."""
    return parse_counters(path.read_text("utf-8"), path.name)
