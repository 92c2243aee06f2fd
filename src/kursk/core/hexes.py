"""Grids as the rulebooks number them, and sets of hexes as Python ints: bit n is cell n."""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

import msgspec

from kursk.core import twin
from kursk.core.twin import twinned

Hex = int  # the number of a cell
Hexes = int  # a set of cells
Sides = tuple[Hexes, Hexes, Hexes, Hexes, Hexes, Hexes]  # by direction: the hexes it leads out of

OFF: Hex = -1  # not on the map
FAR = 1 << 30  # farther than any map is wide
ONE = ord("1")
NO_SIDES: Sides = (0, 0, 0, 0, 0, 0)


@twinned
def scan(hexes: Hexes) -> Iterator[Hex]:
    """Yield the members of a set, lowest first."""
    while hexes:
        low = hexes & -hexes
        yield low.bit_length() - 1
        hexes ^= low


@twinned
def members(hexes: Hexes) -> list[Hex]:
    """The members of a set, lowest first."""
    return list(scan(hexes))


@twinned
def nth(hexes: Hexes, n: int) -> Hex:
    """The member of a set with n lower ones; IndexError if there are not so many."""
    if not 0 <= n < hexes.bit_count():
        raise IndexError("the set has not so many members")
    hex, width = 0, hexes.bit_length()
    while width > 1:  # in which half?
        half = width // 2
        low = hexes & ((1 << half) - 1)
        if n < (count := low.bit_count()):
            hexes, width = low, half
        else:
            hexes, width, hex, n = hexes >> half, width - half, hex + half, n - count
    return hex


@twinned
def places(at: list[Hex], units: int) -> Hexes:
    """Where the units of a set stand, by a list of where each does; who is off the map is not."""
    hexes = 0
    for unit in scan(units):
        if at[unit] >= 0:
            hexes |= 1 << at[unit]
    return hexes


def lowest(hexes: Hexes) -> Hex:
    """The lowest member of a set; OFF if it has none."""
    return (hexes & -hexes).bit_length() - 1


def only(hex: Hex) -> Hexes:
    """The set of this one hex."""
    return 1 << hex


class Numbering(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a printed map numbers its hexes; the `[grid]` of a map file.

    Lines are the straight rows (or straight columns) of the map. Every second line is shoved
    half a hex: east where rows are straight, south where columns are.
    """

    rows: tuple[int | str, int | str]  # first and last; letters where the map has letters
    columns: tuple[int, int]
    straight: str = "rows"  # or "columns"
    shoved: str = "odd"  # which lines are shoved: "odd" or "even", by their printed number
    north: str = "low"  # "low": row numbers grow southward, "high": they grow northward
    ids: str = "RRCC"  # or "CCRR", "AC" (letters, then the column)
    provenance: str = ""
    missing: tuple[str, ...] = ()  # hexes of the rectangle that are not on the map

    def __post_init__(self) -> None:
        for key, value, known in (
            ("straight", self.straight, ("rows", "columns")),
            ("shoved", self.shoved, ("odd", "even")),
            ("north", self.north, ("low", "high")),
            ("ids", self.ids, ("RRCC", "CCRR", "AC")),
        ):
            if value not in known:
                raise ValueError(f"grid: {key} is {value!r}; it must be one of {', '.join(known)}")
        if self.ids == "AC" and not all(str(row).isalpha() for row in self.rows):
            raise ValueError("grid: ids AC need lettered rows")
        if row_number(self.rows[1]) < row_number(self.rows[0]) or self.columns[1] < self.columns[0]:
            raise ValueError("grid: rows and columns are given as [lowest, highest]")

    def name(self, row: int, column: int) -> str:
        if self.ids == "AC":
            return f"{_letters(row)}{column}"
        parts = (row, column) if self.ids == "RRCC" else (column, row)
        return f"{parts[0]:02}{parts[1]:02}"

    def hexes(self) -> Iterator[tuple[str, int, int]]:
        """Every hex as (id, line counted from north or west, half-widths along the line)."""
        first, last = row_number(self.rows[0]), row_number(self.rows[1])
        for row in range(first, last + 1):
            down = row - first if self.north == "low" else last - row
            for column in range(self.columns[0], self.columns[1] + 1):
                name = self.name(row, column)
                if name in self.missing:
                    continue
                across = column - self.columns[0]
                if self.straight == "rows":
                    yield name, down, 2 * across + ((row % 2 == 1) == (self.shoved == "odd"))
                else:
                    yield name, across, 2 * down + ((column % 2 == 1) == (self.shoved == "odd"))


class Grid:
    """The hexes of one map, and which touch which.

    Cells lie in a skewed layout, so that every neighbour is one constant shift and no line
    is special. Each line begins half a cell further left than the one before; two spare cells
    a line catch that, and whatever would wrap round the edge. Cell 0 is spare too.
    """

    def __init__(self, numbering: Numbering) -> None:
        self.numbering = numbering
        self.pointed = numbering.straight == "rows"  # hexes with a point up
        spots = {name: (line, along) for name, line, along in numbering.hexes()}
        odd = min((along - line) % 2 for line, along in spots.values())
        skew = {name: (along - line - odd) // 2 for name, (line, along) in spots.items()}
        self.width = width = max(along for _, along in spots.values()) // 2 + 3
        first = min(skew[name] + width * line for name, (line, _) in spots.items())
        self.cell = {name: skew[name] + width * spots[name][0] - first + 1 for name in spots}
        self.name = {cell: name for name, cell in self.cell.items()}
        self.spot = {self.cell[name]: spot for name, spot in spots.items()}
        self.size = max(self.name) + 1  # cells, spare ones included
        self.all: Hexes = self.set(spots)
        self._edges: dict[str, Hexes] = {}
        self.twin = twin.grid(self.all, width)
        self.steps = (1, width, width - 1, -1, -width, 1 - width)  # the opposite is three on
        # Straight columns run the other way round, since their lines lie west to east.
        self.directions = (
            ("E", "SE", "SW", "W", "NW", "NE")
            if self.pointed
            else ("S", "SE", "NE", "N", "NW", "SW")
        )

    def __reduce__(self) -> tuple[type["Grid"], tuple[Numbering]]:
        return Grid, (self.numbering,)

    # -- names ---------------------------------------------------------------------------

    def find(self, name: str) -> Hex:
        """The cell of a hex id; ValueError if the map has no such hex."""
        try:
            return self.cell[name]
        except KeyError:
            raise ValueError(f"no hex {name} on this map") from None

    def set(self, names: Iterable[str]) -> Hexes:
        """The set of the hexes of these names."""
        digits = bytearray(b"0") * self.size  # of a number, the highest first
        try:
            for hex in map(self.cell.__getitem__, names):
                digits[~hex] = ONE
        except KeyError as error:
            raise ValueError(f"no hex {error.args[0]} on this map") from None
        return int(digits, 2)

    def names(self, hexes: Hexes) -> list[str]:
        """The names of a set of hexes, in order."""
        return sorted(map(self.name.__getitem__, members(hexes)))

    def printed(self, hexes: Hexes) -> "HexSet":
        return HexSet(self, hexes)

    # -- geometry ------------------------------------------------------------------------

    def shift(self, hexes: Hexes, side: int) -> Hexes:
        """The set, moved one hex in a direction; what leaves the map is gone."""
        step = self.steps[side]
        return (hexes << step if step > 0 else hexes >> -step) & self.all

    def around(self, hexes: Hexes) -> Hexes:
        """Every hex that touches a member of the set."""
        up, down, width = hexes << 1, hexes >> 1, self.width
        return (up | down | (hexes | down) << width | (hexes | up) >> width) & self.all

    def flood(self, start: Hexes, through: Hexes) -> Hexes:
        """Every hex joined to `start` by a path that stays in `through`."""
        if self.twin is not None:
            return self.twin.flood(start, through)
        width, less = self.width, self.width - 1
        through &= self.all
        front = start & through
        dry = through ^ front
        while front:
            pairs = front | front >> 1
            front = (pairs | pairs << 1 | pairs << width | pairs >> less) & dry
            dry ^= front
        return through ^ dry

    def layers(self, start: Hexes, through: Hexes, most: int = FAR) -> list[Hexes]:
        """What is joined to `start` by paths that stay in `through`: its own hexes there, those
        one step on, two steps on, and so forth; at most so many sets, and no empty one.
        """
        if self.twin is not None:
            return self.twin.layers(start, through, most)
        layer, found = start & through & self.all, list[Hexes]()
        while layer and len(found) < most:
            found.append(layer)
            through &= ~layer
            layer = self.around(layer) & through
        return found

    def neighbours(self, hex: Hex) -> list[Hex]:
        """The hexes next to one."""
        return members(self.around(1 << hex))

    def beyond(self, hex: Hex, side: int) -> Hex:
        """The hex across a side, or OFF."""
        there = hex + self.steps[side]
        return there if there in self.name else OFF

    def side(self, a: Hex, b: Hex) -> int:
        """The direction from a to its neighbour b; ValueError if they do not touch."""
        try:
            return self.steps.index(b - a)
        except ValueError:
            raise ValueError(f"{self.name[a]} and {self.name[b]} do not touch") from None

    def touch(self, a: Hex, b: Hex) -> bool:
        """Are these two neighbours?"""
        return b - a in self.steps

    def distance(self, a: Hex, b: Hex) -> int:
        """How many steps one hex is from another."""
        (line_a, along_a), (line_b, along_b) = self.spot[a], self.spot[b]
        lines = abs(line_a - line_b)
        return lines + max(0, abs(along_a - along_b) - lines) // 2

    def within(self, hex: Hex, radius: int) -> Hexes:
        """Every hex at most so far away."""
        hexes = 1 << hex
        for _ in range(radius):
            hexes |= self.around(hexes)
        return hexes

    def ring(self, hex: Hex, radius: int) -> Hexes:
        """Every hex exactly so far away."""
        inner = self.within(hex, radius - 1) if radius else 0
        return self.within(hex, radius) & ~inner

    def edge(self, where: str) -> Hexes:
        """The outermost hexes on one edge: "north", "south", "west" or "east"."""
        if where not in self._edges:
            self._edges[where] = self._edge(where)
        return self._edges[where]

    def _edge(self, where: str) -> Hexes:
        lines = where in ("north", "south") if self.pointed else where in ("west", "east")
        if lines:
            wanted = [spot[0] for spot in self.spot.values()]
            line = min(wanted) if where in ("north", "west") else max(wanted)
            return sum(1 << cell for cell, spot in self.spot.items() if spot[0] == line)
        ends: dict[int, tuple[int, Hex]] = {}
        sign = 1 if where in ("west", "north") else -1
        for cell, (line, along) in self.spot.items():
            if line not in ends or sign * along < sign * ends[line][0]:
                ends[line] = (along, cell)
        return sum(1 << cell for _, cell in ends.values())

    def sides_of(self, hexes: Hexes) -> Sides:
        """All six sides of every hex in the set, seen from inside."""
        return (hexes, hexes, hexes, hexes, hexes, hexes)

    def both(self, sides: Sides) -> Sides:
        """The same hexsides, seen from either hex."""
        a, b, c, d, e, f = sides
        s = self.shift
        return (a | s(d, 3), b | s(e, 4), c | s(f, 5), d | s(a, 0), e | s(b, 1), f | s(c, 2))


@lru_cache(64)
def beside(grid: Grid, hexes: Hexes) -> Hexes:
    """`grid.around` of a set that is asked about again and again: where a side stands."""
    return grid.around(hexes)


@lru_cache(64)
def joined(grid: Grid, start: Hexes, through: Hexes) -> Hexes:
    """`grid.flood` of sets that few orders change: where a side draws its supply from, and by
    which hexes."""
    return grid.flood(start, through)


class HexSet:
    """A set of hexes for people: iterates over ids, prints as a map."""

    def __init__(self, grid: Grid, hexes: Hexes) -> None:
        self.grid, self.hexes = grid, hexes

    def __iter__(self) -> Iterator[str]:
        return iter(self.grid.names(self.hexes))

    def __len__(self) -> int:
        return self.hexes.bit_count()

    def __contains__(self, name: str) -> bool:
        return bool(self.hexes >> self.grid.find(name) & 1)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HexSet) and self.hexes == other.hexes

    def __hash__(self) -> int:
        return hash(self.hexes)

    def __repr__(self) -> str:
        return f"HexSet({' '.join(self)})"

    def __str__(self) -> str:
        return picture(self.grid, lambda hex: "#" if self.hexes >> hex & 1 else ".")


def picture(grid: Grid, mark: Callable[[Hex], str], cell_width: int = 2) -> str:
    """A map in text, one mark to a hex; half a hex is half a cell's width (or one line)."""
    marks = {hex: mark(hex)[: cell_width - 1] for hex in grid.name}
    lines: dict[int, dict[int, str]] = {}
    half = max(1, cell_width // 2)
    for hex, (line, along) in grid.spot.items():
        if grid.pointed:
            lines.setdefault(line, {})[along * half] = marks[hex]
        else:
            lines.setdefault(along, {})[line * cell_width] = marks[hex]
    text = []
    for row in sorted(lines):
        out = ""
        for column, sign in sorted(lines[row].items()):
            out = out.ljust(column) + sign
        text.append(out.rstrip())
    return "\n".join(text)


def row_number(row: int | str) -> int:
    """A row's number: letters count A = 1 … Z = 26, AA = 27 …"""
    if isinstance(row, int):
        return row
    number = 0
    for letter in row.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def _letters(row: int) -> str:
    letters = ""
    while row:
        row, rest = divmod(row - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters
