"""A position as text: two lines a hex, its id and ground above, its top counter below.

The first side's counters stand in (round) brackets, the other's in [square] ones, so that
they differ without colour too: (b5/5)2 is b5 with strength 5, the top one of two.
"""

from typing import NamedTuple

from rich.text import Text

from kursk.core.board import Board
from kursk.core.counters import Roster
from kursk.core.hexes import Hex, scan
from kursk.core.view import Seen, View

GROUND = {
    "forest": "f", "wood": "w", "hill": "^", "hills": "^", "rough": "r", "marsh": "~",
    "swamp": "~", "sea": "=", "lake": "=", "town": "o", "city": "O", "major city": "@",
}  # fmt: skip
BRACKETS = (("(", ")"), ("[", "]"))
COLOURS = ("bold cyan", "bold red")


class Window(NamedTuple):
    """As much of a map as fits: characters, and the hex to keep in the middle."""

    width: int
    height: int
    middle: str


class Piece(NamedTuple):
    text: str
    style: str


def ground(board: Board, hex: Hex) -> str:
    marks = [GROUND[kind] for kind in board.at(hex) if kind in GROUND]
    forts = any(kind.startswith("fort") for kind in board.at(hex))
    return "".join(marks) + ("#" if forts else "")


def counter_text(seen: tuple[Seen, ...], roster: Roster, sides: tuple[str, ...]) -> Piece:
    """The top counter of a stack, and of how many it is the top."""
    top, count = seen[0], str(len(seen)) if len(seen) > 1 else ""
    which = sides.index(top.side) % len(BRACKETS)
    left, right = BRACKETS[which]
    name = f"{top.unit}/{strength(top, roster)}" if top.unit else "?"
    return Piece(f"{left}{name}{right}{count}", COLOURS[which])


def strength(seen: Seen, roster: Roster) -> str:
    return roster[roster.find(seen.unit)].strengths[seen.step]


def text_map(
    board: Board, roster: Roster, view: View, sides: tuple[str, ...], window: Window | None = None
) -> Text:
    """The map with the counters of a view; a window keeps it to the size of a screen."""
    stacks = {name: counter_text(seen, roster, sides) for name, seen in view.stacks.items()}
    return _laid_out(board, stacks, cell_width(board, roster), window)


def blank_map(board: Board) -> Text:
    return _laid_out(board, {}, cell_width(board, None), None)


def cell_width(board: Board, roster: Roster | None) -> int:
    """Wide enough for any counter, so that the map stays as it is when they move; even."""
    ids = max(len(name + ground(board, hex)) for hex, name in board.grid.name.items())
    counters = [len(f"({c.id}/{max(c.strengths, key=len)})2") for c in roster or ()]
    return (max(ids, *counters, 0) + 2) // 2 * 2


def _laid_out(board: Board, stacks: dict[str, Piece], width: int, window: Window | None) -> Text:
    grid = board.grid
    lines: dict[int, list[tuple[int, Piece]]] = {}
    for hex, (line, along) in grid.spot.items():
        x, y = (along * width // 2, line * 2) if grid.pointed else (line * width, along)
        name = grid.name[hex]
        lines.setdefault(y, []).append((x, Piece(name + ground(board, hex), "dim")))
        if name in stacks:
            lines.setdefault(y + 1, []).append((x, stacks[name]))
    left, top, right, bottom = 0, 0, 1 << 30, max(lines) + 1
    if window is not None:
        line, along = grid.spot[grid.find(window.middle)]
        x, y = (along * width // 2, line * 2) if grid.pointed else (line * width, along)
        ends = [place + width for pieces in lines.values() for place, _ in pieces]
        left = max(0, min(x - window.width // 2, max(ends) - window.width))
        top = max(0, min(y - window.height // 2, bottom + 1 - window.height))
        right, bottom = left + window.width, min(bottom, top + window.height - 1)
    text = Text()
    for y in range(top, bottom + 1):
        text.append(_line(lines.get(y, []), left, right))
        text.append("\n")
    text.append(legend(board))
    return text


def _line(pieces: list[tuple[int, Piece]], left: int, right: int) -> Text:
    line = Text()
    for x, piece in sorted(pieces):
        if left <= x and x + len(piece.text) <= right:
            line.append(" " * (x - left - len(line)))
            line.append(piece.text, piece.style)
    return line


def legend(board: Board) -> str:
    found = [f"{GROUND[kind]} {kind}" for kind in board.hexes if kind in GROUND]
    forts = any(kind.startswith("fort") for kind in board.hexes)
    return "   ".join(found + (["# fortified"] if forts else []))


def about_hex(board: Board, roster: Roster, view: View, name: str) -> str:
    """Everything a view shows of one hex, in words."""
    hex = board.grid.find(name)
    place = board.place_at(hex)
    kinds = [kind for kind in board.at(hex) if not kind.startswith("height ")]
    lines = [f"{name}{f' {place.name}' if place else ''}: {', '.join(kinds) or 'clear'}"]
    for side, direction in enumerate(board.grid.directions):
        lies = board.on_side(hex, side) + board.along(hex, side)
        if lies:
            lines.append(f"  {direction:<2} {', '.join(lies)}")
    for owner, names in view.control.items():
        if name in names:
            lines.append(f"  controlled by {owner}")
    lines += [f"  {about_counter(seen, roster)}" for seen in view.stacks.get(name, ())]
    return "\n".join(lines)


def about_counter(seen: Seen, roster: Roster) -> str:
    if not seen.unit:
        return f"a covered {seen.side} counter"
    counter = roster[roster.find(seen.unit)]
    moves = f", moves {counter.moves}" if counter.moves else ""
    marks = f" ({', '.join(seen.marks)})" if seen.marks else ""
    return f"{seen.unit}: {counter.name}, strength {strength(seen, roster)}{moves}{marks}"


def middle_of(board: Board, names: list[str]) -> str:
    """The hex nearest to the middle of some hexes, or of the whole map."""
    grid = board.grid
    hexes = [grid.find(name) for name in names] or list(scan(grid.all))
    line = sum(grid.spot[hex][0] for hex in hexes) / len(hexes)
    along = sum(grid.spot[hex][1] for hex in hexes) / len(hexes)

    def off(hex: Hex) -> float:
        return abs(grid.spot[hex][0] - line) + abs(grid.spot[hex][1] - along)

    return grid.name[min(grid.spot, key=off)]
