"""The fonts of the sheet, and how wide a text runs in them.

SVG names the published families first, so that a reader who has them gets them; the files
here (subsets, OFL) serve PNG, PDF and measuring.
"""

import struct
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "fonts"
SERIF, SANS, NARROW = "serif", "sans", "narrow"
FAMILIES = {
    SERIF: "'Source Serif 4','Kursk Serif',Georgia,serif",
    SANS: "'IBM Plex Sans','Kursk Sans',system-ui,sans-serif",
    NARROW: "'Barlow Condensed','Arial Narrow',sans-serif",
}
_STEMS = {SERIF: "source-serif-4", SANS: "ibm-plex-sans", NARROW: "barlow-condensed"}


def font_files() -> list[Path]:
    return sorted(FOLDER.glob("*.ttf"))


@cache
def font_file(family: str, weight: int = 400, italic: bool = False) -> Path:
    """The file nearest in weight; italics exist for the serif alone."""
    if italic and family == SERIF:
        return FOLDER / "source-serif-4-400-italic.ttf"
    weights = sorted(int(p.stem.split("-")[-2]) for p in FOLDER.glob(f"{_STEMS[family]}*normal*"))
    best = min(weights, key=lambda w: abs(w - weight))
    return FOLDER / f"{_STEMS[family]}-{best}-normal.ttf"


@cache
def _advances(file: Path) -> dict[int, float]:
    """Width of every character, in ems: read from the tables cmap, hmtx, hhea and head."""
    data = file.read_bytes()
    count = struct.unpack(">H", data[4:6])[0]
    tables = {}
    for i in range(count):
        tag, _, start, _ = struct.unpack(">4sIII", data[12 + 16 * i : 28 + 16 * i])
        tables[tag.decode()] = start
    em = struct.unpack(">H", data[tables["head"] + 18 : tables["head"] + 20])[0]
    wide = struct.unpack(">H", data[tables["hhea"] + 34 : tables["hhea"] + 36])[0]

    def advance(glyph: int) -> float:
        at = tables["hmtx"] + 4 * min(glyph, wide - 1)
        return float(struct.unpack(">H", data[at : at + 2])[0] / em)

    widths = {}
    cmap = tables["cmap"]
    for i in range(struct.unpack(">H", data[cmap + 2 : cmap + 4])[0]):
        start = cmap + struct.unpack(">I", data[cmap + 8 + 8 * i : cmap + 12 + 8 * i])[0]
        if struct.unpack(">H", data[start : start + 2])[0] != 4:
            continue
        segments = struct.unpack(">H", data[start + 6 : start + 8])[0] // 2
        row = 2 * segments
        at = start + 14
        for k in range(segments):
            (last,) = struct.unpack(">H", data[at + 2 * k : at + 2 * k + 2])
            first_at = at + row + 2 + 2 * k
            (first,) = struct.unpack(">H", data[first_at : first_at + 2])
            (delta,) = struct.unpack(">H", data[first_at + row : first_at + row + 2])
            shift_at = first_at + 2 * row
            (shift,) = struct.unpack(">H", data[shift_at : shift_at + 2])
            for code in range(first, min(last, 0xFFFE) + 1):
                if shift:
                    glyph_at = shift_at + shift + 2 * (code - first)
                    (glyph,) = struct.unpack(">H", data[glyph_at : glyph_at + 2])
                    glyph = (glyph + delta) % 65536 if glyph else 0
                else:
                    glyph = (code + delta) % 65536
                widths[code] = advance(glyph)
        break
    return widths


def text_width(
    text: str, family: str, size: float, weight: int = 400, italic: bool = False, spread: float = 0
) -> float:
    """How wide a text runs; `spread` is extra room after each letter."""
    widths = _advances(font_file(family, weight, italic))
    return sum(widths.get(ord(c), 0.55) for c in text) * size + spread * len(text)
