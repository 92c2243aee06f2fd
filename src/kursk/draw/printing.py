"""Print and play: the map cut into pages at true scale, and double-sided counter sheets.

A printed hex is 19.5 mm across, so that counters of half an inch fit. Pages overlap by a
strip to glue on; crop marks stand at the corners of what each page is to keep. The backs of
counters are mirrored, so that they fall behind their fronts when turned on the long edge.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from kursk.core.board import Board
from kursk.core.counters import Roster
from kursk.draw.caption import Caption
from kursk.draw.counters import UNIT, back, face, stripes
from kursk.draw.drawings import PLAIN, map_svg
from kursk.draw.geometry import HEX
from kursk.draw.svg import document, group, moved
from kursk.draw.theme import Theme

if TYPE_CHECKING:
    from kursk.draw.pdf import Pages

MM = 72 / 25.4
PAPERS = {"A4": (210 * MM, 297 * MM), "Letter": (8.5 * 72.0, 11 * 72.0)}
BORDER = 12 * MM  # what a printer leaves white
OVERLAP = 8 * MM
HEX_MM = 19.5
COUNTER_MM = 12.7
GAP_MM = 2.4


def _paper(name: str) -> tuple[float, float]:
    if name not in PAPERS:
        raise ValueError(f"no paper {name!r}; there are {', '.join(PAPERS)}")
    return PAPERS[name]


def _pages() -> "Pages":
    from kursk.draw.pdf import Pages  # slow to import, and seldom needed

    return Pages()


def print_map(
    board: Board,
    path: Path | str,
    paper: str = "A4",
    hex_mm: float = HEX_MM,
    caption: Caption = PLAIN,
) -> int:
    """The map sheet as PDF pages at true scale; returns how many."""
    wide, high = _paper(paper)
    pages = _pages()
    name = pages.keep(map_svg(board, caption=caption))
    by = hex_mm * MM / HEX
    total_wide, total_high = (side * by for side in pages.size(name))
    room_wide, room_high = wide - 2 * BORDER, high - 2 * BORDER
    columns = _count(total_wide, room_wide)
    rows = _count(total_high, room_high)
    for row in range(rows):
        for column in range(columns):
            pages.page(wide, high)
            x = BORDER - column * (room_wide - OVERLAP)
            top = high - BORDER + row * (room_high - OVERLAP)
            window = (BORDER, BORDER, room_wide, room_high)
            pages.place(name, x, top - total_high, by, window)
            _crop(pages, BORDER, BORDER, room_wide, room_high)
            place = f"{board.title}: row {row + 1} of {rows}, page {column + 1} of {columns}"
            told = f"{place}. A hex is {hex_mm:g} mm; print at 100 %. Overlap 8 mm."
            pages.words(BORDER + 14, BORDER / 2 - 2, told)
    Path(path).write_bytes(pages.done())
    return rows * columns


def _count(length: float, room: float) -> int:
    count = 1
    while room + (count - 1) * (room - OVERLAP) < length:
        count += 1
    return count


def _crop(pages: "Pages", x: float, y: float, wide: float, high: float) -> None:
    """Marks outside the corners of what a page keeps."""
    long, off = 6 * MM, 1.5 * MM
    for cx, sx in ((x, -1), (x + wide, 1)):
        for cy, sy in ((y, -1), (y + high, 1)):
            pages.line(cx + sx * off, cy, cx + sx * (off + long), cy)
            pages.line(cx, cy + sy * off, cx, cy + sy * (off + long))


def print_counters(
    roster: Roster, path: Path | str, paper: str = "A4", counter_mm: float = COUNTER_MM
) -> int:
    """Counters to cut: a page of fronts, then a page of their backs; returns the pages."""
    wide, high = _paper(paper)
    step = (counter_mm + GAP_MM) * MM
    apart = UNIT * (counter_mm + GAP_MM) / counter_mm
    columns = int((wide - 2 * BORDER) // step)
    rows = int((high - 2 * BORDER - 6 * MM) // step)
    theme = Theme("light")
    given = stripes(roster)
    units = list(roster)
    pages = _pages()
    count = 0
    left = (wide - columns * step) / 2
    for start in range(0, len(units), rows * columns):
        part = units[start : start + rows * columns]
        for behind in (False, True):
            drawn = ""
            for i, counter in enumerate(part):
                row, column = divmod(i, columns)
                if behind:
                    column = columns - 1 - column
                stripe = given.get((counter.side, counter.formation))
                card = (back if behind else face)(counter, theme, stripe)
                drawn += group(card, transform=moved(column * apart, row * apart))
            svg = document(columns * apart, rows * apart, drawn)
            name = pages.keep(svg)
            pages.page(wide, high)
            by = counter_mm * MM / UNIT
            _, tall = pages.size(name)
            pages.place(name, left + GAP_MM * MM / 2, high - BORDER - tall * by, by)
            side = "backs" if behind else "fronts"
            sheet = start // (rows * columns) + 1
            told = f"Counters, sheet {sheet}, {side}. {counter_mm:g} mm; "
            told += "print at 100 %, turn on the long edge."
            pages.words(BORDER, BORDER / 2, told)
            count += 1
    Path(path).write_bytes(pages.done())
    return count
