"""Maps as text files: what lies in hexes, on hexsides and along lines, and who says so.

A map file is TOML. Every entry carries its provenance, so that a player can see what a
rulebook states and what was reconstructed:

    [grid]      how the hexes are numbered (hexes.Numbering)
    [[hexes]]   is = "forest", at = "1108 1208-1210"
    [[sides]]   is = "river", name = "Seim", at = "3314/3415 3315/3415", in the order it flows;
                "3415>3314" is the side of one hex only: a fort's face, a cost in one direction
    [[lines]]   is = "rail", name = "Kursk - Belgorod", along = "3415 3314 3214"
    [[places]]  name = "Kursk", is = "city", at = "3415"

A run "1208-1210" is every hex of a line from the one to the other.
"""

import re
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from kursk.core.hexes import NO_SIDES, OFF, Grid, Hex, Hexes, Numbering, Sides, row_number, scan

PROVENANCE = ("rulebook", "geography", "history", "reconstructed")


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"kind": "is"}):
    """One entry of a map file. `at` and `along` are hex ids parted by blanks."""

    kind: str
    provenance: str
    name: str = ""
    at: str = ""
    along: str = ""  # lines only: hexes in order
    note: str = ""  # why so, for whoever corrects the map
    rule: str = ""  # the section that states it


class MapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A map file, key by key."""

    title: str
    grid: Numbering
    kinds: dict[str, tuple[str, ...]]  # which kinds the game knows: hexes, sides, lines, places
    version: int = 1
    alone: tuple[tuple[str, ...], ...] = ()  # kinds of which a hex has one at the most
    barred: tuple[str, ...] = ()  # kinds of hexes and sides that nothing enters or crosses
    spare: tuple[str, ...] = ()  # kinds that the rules know, though this map has none
    areas: tuple[str, ...] = ()  # kinds that are not ground: whose side, borders; they never go
    hexes: tuple[Entry, ...] = ()
    sides: tuple[Entry, ...] = ()
    lines: tuple[Entry, ...] = ()
    places: tuple[Entry, ...] = ()


class BadMap(ValueError):
    """A map that cannot be used; `faults` names every entry and hex at fault."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = list(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        return "\n".join(self.faults)


class Place(msgspec.Struct, frozen=True):
    """A hex with a name."""

    name: str
    kind: str
    hex: Hex
    provenance: str


class Board:
    """A map in use: sets of hexes by kind, hexsides and lines by kind and direction."""

    def __init__(self, file: MapFile) -> None:
        self.file = file
        self.title = file.title
        self.grid = Grid(file.grid)
        self.faults: list[str] = []
        self._spots = {n: (row, column) for n, row, column in _rows_and_columns(file.grid)}
        self.hexes: dict[str, Hexes] = dict.fromkeys(file.kinds.get("hexes", ()), 0)
        self.sides: dict[str, Sides] = dict.fromkeys(file.kinds.get("sides", ()), NO_SIDES)
        self.lines: dict[str, Sides] = dict.fromkeys(file.kinds.get("lines", ()), NO_SIDES)
        self.places: dict[str, Place] = {}
        self.groups: dict[tuple[str, str], Hexes] = {}  # by kind and name of the entry
        for entry in file.hexes:
            self._lay_hexes(entry)
        for entry in file.sides:
            self._lay_sides(entry)
        for entry in file.lines:
            self._lay_line(entry)
        for entry in file.places:
            self._lay_place(entry)
        self._check_alone()
        if self.faults:
            raise BadMap(self.faults)

    # -- asking --------------------------------------------------------------------------

    def at(self, hex: Hex) -> list[str]:
        """The kinds that lie in a hex, in the order the map file gives its kinds."""
        return [kind for kind, hexes in self.hexes.items() if hexes >> hex & 1]

    def on_side(self, hex: Hex, side: int) -> list[str]:
        """The kinds that lie on one side of a hex."""
        return [kind for kind, sides in self.sides.items() if sides[side] >> hex & 1]

    def between(self, a: Hex, b: Hex) -> list[str]:
        """What lies on the hexside between two neighbours."""
        return self.on_side(a, self.grid.side(a, b))

    def along(self, hex: Hex, side: int) -> list[str]:
        """The roads and railways that leave a hex by a side."""
        return [kind for kind, sides in self.lines.items() if sides[side] >> hex & 1]

    def place_at(self, hex: Hex) -> Place | None:
        """The named place in a hex, if there is one."""
        return next((place for place in self.places.values() if place.hex == hex), None)

    def provenance(self, hex: Hex) -> list[Entry]:
        """Every entry of the file that speaks of a hex: who says what lies there."""
        name = self.grid.name[hex]
        return [
            entry
            for entry in (*self.file.hexes, *self.file.sides, *self.file.lines, *self.file.places)
            if name in self.spelled(_bare(entry))
        ]

    def spelled(self, text: str) -> list[str]:
        """The hex ids of a text, runs written out: "1208-1210" is 1208, 1209, 1210."""
        ids = []
        for word in text.split():
            first, run, last = word.partition("-")
            ids += [self.grid.name[hex] for hex in self._run(first, last)] if run else [word]
        return ids

    # -- changing a copy -------------------------------------------------------------------

    def blank(self) -> "Board":
        """The same grid with nothing on it; areas stay."""
        areas = tuple(entry for entry in self.file.hexes if entry.kind in self.file.areas)
        return Board(msgspec.structs.replace(self.file, hexes=areas, sides=(), lines=(), places=()))

    def changed(
        self, hexes: Mapping[str, Collection[str]], sides: Mapping[str, Collection[str]]
    ) -> "Board":
        """A board on which these hexes and hexsides hold these kinds and nothing else.

        Areas stay: whose side of the front a hex lies on is not what lies in it. What is said of
        one face of a hexside comes to what is said of the whole.
        """
        board = Board(self.file)
        for name, kinds in hexes.items():
            try:
                board._put_in(name, kinds)
            except ValueError as error:
                raise ValueError(f"hexes.{name}: {error}") from None
        for change in (board._clear, board._put_on):
            for pair, kinds in sides.items():
                try:
                    change(pair, kinds)
                except ValueError as error:
                    raise ValueError(f"sides.{pair}: {error}") from None
        return board

    def _put_in(self, name: str, kinds: Collection[str]) -> None:
        hex = self.grid.find(name)
        for kind in self.hexes.keys() - self.file.areas:
            self.hexes[kind] &= ~(1 << hex)
        self.places = {k: p for k, p in self.places.items() if p.hex != hex}
        for kind in kinds:
            if kind not in self.hexes:
                raise ValueError(f"no {kind!r} here; known: {', '.join(self.hexes)}")
            self.hexes[kind] |= 1 << hex
        for group in self.file.alone:
            if len(set(group) & set(kinds)) > 1:
                raise ValueError(f"a hex has one at the most of {', '.join(group)}")

    def _faces(self, pair: str) -> tuple[Sides, Sides]:
        """What an entry speaks of, and the whole hexside: a face leaves the other one alone."""
        here = self._side(pair)
        both = self.grid.both(here)
        return (here if ">" in pair else both), both

    def _clear(self, pair: str, kinds: Collection[str]) -> None:
        faces, both = self._faces(pair)
        self.sides = {kind: _minus(sides, faces) for kind, sides in self.sides.items()}
        self.lines = {kind: _minus(sides, both) for kind, sides in self.lines.items()}

    def _put_on(self, pair: str, kinds: Collection[str]) -> None:
        faces, both = self._faces(pair)
        for kind in kinds:
            if kind in self.sides:
                self.sides[kind] = _plus(self.sides[kind], faces)
            elif kind in self.lines:
                self.lines[kind] = _plus(self.lines[kind], both)
            else:
                known = ", ".join((*self.sides, *self.lines))
                raise ValueError(f"no {kind!r} on a hexside; known: {known}")

    # -- laying out the file ---------------------------------------------------------------

    def _fault(self, entry: Entry, says: str) -> None:
        self.faults.append(f"{entry.kind} {entry.name}".strip() + f": {says}")

    def _known(self, entry: Entry, group: str) -> bool:
        if entry.provenance not in PROVENANCE:
            self._fault(entry, f"provenance {entry.provenance!r} is none of {PROVENANCE}")
        kinds = self.file.kinds.get(group, ())
        if entry.kind not in kinds:
            self._fault(entry, f"not a kind of {group}; the map lists {', '.join(kinds)}")
        elif group in ("hexes", "sides") and not entry.at:
            self._fault(entry, "it names no hex")
        return entry.kind in kinds

    def _run(self, first: str, last: str) -> list[Hex]:
        """A straight run along a line of the grid, or down the numbering across lines."""
        find, name = self.grid.find, self.grid.numbering.name
        for end in (first, last):
            find(end)  # says so if the map has no such hex
        (row, column), (row_b, column_b) = self._spots[first], self._spots[last]
        if row == row_b:
            step = 1 if column_b >= column else -1
            return [find(name(row, c)) for c in range(column, column_b + step, step)]
        if column == column_b:
            step = 1 if row_b >= row else -1
            return [find(name(r, column)) for r in range(row, row_b + step, step)]
        raise ValueError(f"{first}-{last} is not one row or one column")

    def _read(self, entry: Entry, text: str) -> Iterator[Hex]:
        for word in text.split():
            try:
                if "-" in word:
                    yield from self._run(*word.split("-", 1))
                else:
                    yield self.grid.find(word)
            except ValueError as error:
                self._fault(entry, str(error))

    def _lay_hexes(self, entry: Entry) -> None:
        if self._known(entry, "hexes"):
            for hex in self._read(entry, entry.at):
                if self.hexes[entry.kind] >> hex & 1:
                    self._fault(entry, f"{self.grid.name[hex]} is listed twice")
                self.hexes[entry.kind] |= 1 << hex
                group = (entry.kind, entry.name)
                self.groups[group] = self.groups.get(group, 0) | 1 << hex

    def _side(self, pair: str) -> Sides:
        mark = ">" if ">" in pair else "/"
        a, _, b = pair.partition(mark)
        if not b:
            raise ValueError(f"{pair!r} is not a hexside; write 3415/3314 or 3415>3314")
        hex = self.grid.find(a)
        side = self.grid.side(hex, self.grid.find(b))
        laid = [0] * 6
        laid[side] = 1 << hex
        return (laid[0], laid[1], laid[2], laid[3], laid[4], laid[5])

    def _lay_sides(self, entry: Entry) -> None:
        if not self._known(entry, "sides"):
            return
        for pair in entry.at.split():
            try:
                here = self._side(pair)
            except ValueError as error:
                self._fault(entry, str(error))
                continue
            laid = here if ">" in pair else self.grid.both(here)
            if any(a & b for a, b in zip(self.sides[entry.kind], laid, strict=True)):
                self._fault(entry, f"{pair} is listed twice")
            self.sides[entry.kind] = _plus(self.sides[entry.kind], laid)
        if entry.name and ">" not in entry.at:
            self._check_chain(entry)

    def _check_chain(self, entry: Entry) -> None:
        """A named river or front runs from side to side without a gap."""
        pairs = [pair.split("/") for pair in entry.at.split()]
        for one, other in zip(pairs, pairs[1:], strict=False):
            corner = {*one, *other}
            cells = [self.grid.cell.get(name, OFF) for name in corner]
            meet = len(cells) == 3 and all(
                self.grid.touch(a, b) for a in cells for b in cells if a != b
            )
            if not meet:
                self._fault(entry, f"{'/'.join(one)} and {'/'.join(other)} do not meet")

    def _lay_line(self, entry: Entry) -> None:
        if not self._known(entry, "lines"):
            return
        way = list(self._read(entry, entry.along))
        if len(way) < 2:
            self._fault(entry, "a line runs through two hexes at the least")
        for a, b in zip(way, way[1:], strict=False):
            if not self.grid.touch(a, b):
                self._fault(entry, f"{self.grid.name[a]} and {self.grid.name[b]} do not touch")
                continue
            laid = self.grid.both(self._side(f"{self.grid.name[a]}/{self.grid.name[b]}"))
            self.lines[entry.kind] = _plus(self.lines[entry.kind], laid)

    def _lay_place(self, entry: Entry) -> None:
        if not self._known(entry, "places"):
            return
        if not entry.name:
            self._fault(entry, f"the place at {entry.at} has no name")
        if entry.name in self.places:
            self._fault(entry, "there is another place of this name")
        if len(entry.at.split()) != 1:
            self._fault(entry, "a place lies in one hex")
        for hex in self._read(entry, entry.at):
            self.places[entry.name] = Place(entry.name, entry.kind, hex, entry.provenance)
            if entry.kind in self.hexes:
                self.hexes[entry.kind] |= 1 << hex

    def _check_alone(self) -> None:
        for kinds in self.file.alone:
            seen = 0
            for kind in kinds:
                for hex in scan(self.hexes.get(kind, 0) & seen):
                    self.faults.append(
                        f"{self.grid.name[hex]} has two of {', '.join(kinds)}: one is {kind}"
                    )
                seen |= self.hexes.get(kind, 0)


def _rows_and_columns(numbering: Numbering) -> Iterator[tuple[str, int, int]]:
    for row in range(row_number(numbering.rows[0]), row_number(numbering.rows[1]) + 1):
        for column in range(numbering.columns[0], numbering.columns[1] + 1):
            yield numbering.name(row, column), row, column


def _bare(entry: Entry) -> str:
    """The hexes that an entry names, its hexsides taken apart."""
    return f"{entry.at} {entry.along}".replace("/", " ").replace(">", " ")


def _plus(a: Sides, b: Sides) -> Sides:
    return (a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3], a[4] | b[4], a[5] | b[5])


def _minus(a: Sides, b: Sides) -> Sides:
    return (
        a[0] & ~b[0], a[1] & ~b[1], a[2] & ~b[2], a[3] & ~b[3], a[4] & ~b[4], a[5] & ~b[5]
    )  # fmt: skip


def parse_map(text: str, source: str = "map") -> Board:
    """Read a map file; BadMap says what is wrong, and where."""
    try:
        raw: dict[str, Any] = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadMap([f"{source}: {error}"]) from None
    try:
        file = msgspec.convert(raw, MapFile)
    except (msgspec.ValidationError, ValueError) as error:
        raise BadMap([f"{source}: {_named(str(error), raw)}"]) from None
    return Board(file)


def _named(says: str, raw: dict[str, Any]) -> str:
    """The entry at fault by its kind and name, instead of its number."""
    found = re.search(r" - at `\$\.(\w+)\[(\d+)\](\.\w+)?`", says)
    if not found:
        return says
    group, number, key = found.groups(default="")
    entry = raw[group][int(number)]
    which = [str(entry[k]) for k in ("is", "name", "at", "along") if k in entry]
    return (
        f"{says[: found.start()]} in [[{group}]] {', '.join(which)[:60]}{key and f' ({key[1:]})'}"
    )


def read_map(path: Path) -> Board:
    """The map of a game's file."""
    return parse_map(path.read_text("utf-8"), path.name)
