"""What can be wrong with a map that reads well: islands, broken rivers, units set up nowhere.

Board refuses a map that it cannot lay out. These checks come after it: `faults` are certainly
wrong, `doubts` may be meant. Every message names the entry and the hex.
"""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from kursk.core.board import BadMap, Board, Entry, parse_map
from kursk.core.counters import Roster
from kursk.core.hexes import Grid, Hex, Hexes, scan

Side = frozenset[Hex]  # a hexside: the two hexes that it parts
AN_ID = {"RRCC": r"\d{4}", "CCRR": r"\d{4}", "AC": r"[A-Z]+\d+"}


def check(text: str, roster: Roster | None = None, source: str = "map.toml") -> list[str]:
    """Every fault of a map file, whether it can be laid out or not."""
    try:
        return faults(parse_map(text, source), roster)
    except BadMap as error:
        return error.faults


def faults(board: Board, roster: Roster | None = None) -> list[str]:
    """What is certainly wrong with a map, and with where a roster sets up on it."""
    return [
        *_unknown_kinds(board),
        *_one_sided(board),
        *_broken_rivers(board),
        *_barred(board),
        *_islands(board),
        *(_setup(board, roster) if roster else ()),
    ]


def doubts(board: Board) -> list[str]:
    """What may be meant, but often is a slip."""
    return [*_empty_kinds(board), *_loose_ends(board)]


# -- faults ----------------------------------------------------------------------------------


def _unknown_kinds(board: Board) -> Iterator[str]:
    """A slip in the lists at the head of a map would quietly do nothing."""
    file = board.file
    for key, group in (*(("alone", group) for group in file.alone), ("areas", file.areas)):
        for kind in group:
            if kind not in board.hexes:
                yield f"{key}: {kind!r} is not a kind of hexes"
    for kind in file.barred:
        if kind not in board.hexes and kind not in board.sides:
            yield f"barred: {kind!r} is not a kind of hexes or sides"


def _one_sided(board: Board) -> Iterator[str]:
    """A kind lies on hexsides (3415/3314) or on faces of hexes (3415>3314), not on both."""
    both = {e.kind for e in board.file.sides if "/" in e.at}
    for entry in board.file.sides:
        face = next((word for word in entry.at.split() if ">" in word), "")
        if face and entry.kind in both:
            yield (
                f"{_title(entry)}: {face} lies on one hex only, other {entry.kind} sides on both; "
                f"write {face.replace('>', '/')}"
            )


def _broken_rivers(board: Board) -> Iterator[str]:
    """Entries of one name are one river: they join, or each runs off the map."""
    grid = board.grid
    rivers: dict[str, dict[Side, Entry]] = {}
    for entry in board.file.sides:
        if entry.name and ">" not in entry.at:
            for pair in entry.at.split():
                side = frozenset(grid.find(name) for name in pair.split("/"))
                rivers.setdefault(entry.name, {})[side] = entry
    for sides in rivers.values():
        *others, longest = sorted(_parts(grid, set(sides)), key=len)
        for part in others:
            if not (_runs_off(grid, part) and _runs_off(grid, longest)):
                first = next(side for side in sides if side in part)
                pair = "/".join(sorted(grid.name[hex] for hex in first))
                yield f"{_title(sides[first])}: {pair} does not join the rest of it"


def _corners(grid: Grid, side: Side) -> list[Side]:
    """The corners at the ends of a hexside, each as three hexes; one fewer at the map's edge."""
    a, b = side
    return [side | {third} for third in scan(grid.around(1 << a) & grid.around(1 << b))]


def _parts(grid: Grid, sides: set[Side]) -> list[set[Side]]:
    """The sides, parted into those that hang together corner to corner."""
    at: dict[Side, list[Side]] = {}
    for side in sides:
        for corner in _corners(grid, side):
            at.setdefault(corner, []).append(side)
    parts = []
    left = set(sides)
    while left:
        part, front = set(), [left.pop()]
        while front:
            side = front.pop()
            part.add(side)
            near = {s for corner in _corners(grid, side) for s in at[corner]} & left
            left -= near
            front += near
        parts.append(part)
    return parts


def _runs_off(grid: Grid, part: set[Side]) -> bool:
    return any(len(_corners(grid, side)) < 2 for side in part)


def _shut(board: Board) -> Hexes:
    shut = 0
    for kind in board.file.barred:
        shut |= board.hexes.get(kind, 0)
    return shut


def _barred(board: Board) -> Iterator[str]:
    """No place lies and no line runs where nothing may go."""
    shut = _shut(board)
    for place in board.places.values():
        if shut >> place.hex & 1:
            where = board.grid.name[place.hex]
            yield f"{place.kind} {place.name}: nothing may enter {where}, {_kinds(board, where)}"
    for entry in board.file.lines:
        way = board.spelled(entry.along)
        for name in way:
            if shut >> board.grid.find(name) & 1:
                yield f"{_title(entry)}: nothing may enter {name}, {_kinds(board, name)}"
        for a, b in pairwise(way):
            for kind in board.between(board.grid.find(a), board.grid.find(b)):
                if kind in board.file.barred:
                    yield f"{_title(entry)}: nothing may cross {a}/{b}, {kind}"


def _islands(board: Board) -> Iterator[str]:
    """Every hex that may be entered can be reached from every other."""
    left = board.grid.all & ~_shut(board)
    islands = []
    while left:
        island = _flood(board, left & -left, left)
        islands.append(island)
        left &= ~island
    for island in sorted(islands, key=int.bit_count)[:-1]:
        names = board.grid.names(island)
        which = " ".join(names[:6]) + (f" and {len(names) - 6} more" if len(names) > 6 else "")
        yield f"no way leads from the rest of the map to {which}"


def _flood(board: Board, start: Hexes, through: Hexes) -> Hexes:
    walls = [board.sides[kind] for kind in board.file.barred if kind in board.sides]
    seen = front = start
    while front:
        near = 0
        for side in range(6):
            leaving = front
            for wall in walls:
                leaving &= ~wall[side]
            near |= board.grid.shift(leaving, side)
        front = near & through & ~seen
        seen |= front
    return seen


def _setup(board: Board, roster: Roster) -> Iterator[str]:
    """A set-up that begins with a hex id names a hex of the map, and one that can be entered."""
    shut = _shut(board)
    for counter in roster:
        found = re.match(AN_ID[board.grid.numbering.ids], counter.setup)
        if not found:
            continue
        name = found.group()
        if name not in board.grid.cell:
            yield f"counter {counter.id}: it sets up at {name}, and the map has no such hex"
        elif shut >> board.grid.find(name) & 1:
            yield (
                f"counter {counter.id}: it sets up at {name}, {_kinds(board, name)}, "
                "which nothing may enter"
            )


# -- doubts ----------------------------------------------------------------------------------


def _empty_kinds(board: Board) -> Iterator[str]:
    used = {
        "hexes": {kind for kind, hexes in board.hexes.items() if hexes},
        "sides": {kind for kind, sides in board.sides.items() if any(sides)},
        "lines": {kind for kind, sides in board.lines.items() if any(sides)},
        "places": {place.kind for place in board.places.values()},
    }
    for group, kinds in board.file.kinds.items():
        for kind in kinds:
            if kind not in used.get(group, ()) and kind not in board.file.spare:
                yield f"kinds: {kind!r} is listed under {group}, but the map has none"


def _loose_ends(board: Board) -> Iterator[str]:
    """A road or railway ends at another, at a place, or at the edge of the map."""
    grid = board.grid
    passed = Counter(name for entry in board.file.lines for name in {*board.spelled(entry.along)})
    places = {place.hex for place in board.places.values()}
    for entry in board.file.lines:
        way = board.spelled(entry.along)
        for name in {way[0]: 0, way[-1]: 0}:
            hex = grid.find(name)
            inland = grid.around(1 << hex).bit_count() == 6
            if passed[name] < 2 and hex not in places and inland:
                yield f"{_title(entry)}: it ends at {name}, where no place and no other line is"


def _title(entry: Entry) -> str:
    return f"{entry.kind} {entry.name}".strip()


def _kinds(board: Board, name: str) -> str:
    return " and ".join(k for k in board.at(board.grid.find(name)) if k in board.file.barred)
