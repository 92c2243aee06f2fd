"""The pictures of a tileset: one plain hex or dot a kind, as a PNG file."""

import struct
import zlib
from math import cos, hypot, pi, sin

Colour = tuple[int, int, int]

# The first word that a kind's name contains gives its colour.
COLOURS: dict[str, Colour] = {
    "control": (120, 110, 160),
    "source": (230, 160, 40),
    "entry": (240, 200, 60),
    "front": (200, 60, 50),
    "fort": (110, 60, 50),
    "line": (200, 60, 50),
    "forest": (110, 150, 80),
    "wood": (110, 150, 80),
    "swamp": (110, 170, 170),
    "marsh": (110, 170, 170),
    "sea": (120, 170, 220),
    "lake": (60, 110, 190),
    "river": (50, 110, 180),
    "hill": (190, 150, 90),
    "rough": (170, 150, 120),
    "height": (220, 195, 150),
    "city": (170, 60, 50),
    "town": (200, 120, 90),
    "village": (210, 160, 130),
    "rail": (50, 50, 50),
    "road": (140, 100, 60),
}
PLAIN: Colour = (150, 90, 150)


def colours(kinds: list[str]) -> list[Colour]:
    """A colour a kind; of kinds that would look alike each is darker than the last."""
    seen: dict[Colour, int] = {}
    found = []
    for kind in kinds:
        base = next((colour for word, colour in COLOURS.items() if word in kind), PLAIN)
        shade = 0.82 ** seen.setdefault(base, 0)
        seen[base] += 1
        found.append((int(base[0] * shade), int(base[1] * shade), int(base[2] * shade)))
    return found


def picture(groups: list[tuple[str, ...]], width: int, height: int) -> bytes:
    """All tiles in a row. The first group fills its hex; of the others each has its own dot."""
    kinds = [kind for group in groups for kind in group]
    rows = [bytearray() for _ in range(height)]
    tints = dict(zip(kinds, colours(kinds), strict=True))
    for number, group in enumerate(groups):
        angle = 2 * pi * number / max(1, len(groups) - 1)
        dot = (width / 2 + 17 * sin(angle), height / 2 - 17 * cos(angle))
        for kind in group:
            ink, clear = bytes((*tints[kind], 255)), bytes(4)
            for y, row in enumerate(rows):
                for x in range(width):
                    inside = (
                        hypot(x + 0.5 - dot[0], y + 0.5 - dot[1]) < 5
                        if number
                        else _in_hex(x + 0.5, y + 0.5, width, height)
                    )
                    row += ink if inside else clear
    return _png(rows, len(kinds) * width)


def _in_hex(x: float, y: float, width: int, height: int) -> bool:
    """The longer measure of a tile is its hex from point to point."""
    dx, dy = abs(x - width / 2), abs(y - height / 2)
    if width > height:
        dx, dy, width, height = dy, dx, height, width
    return dy <= height / 2 - dx * (height / 2) / width


def _png(rows: list[bytearray], width: int) -> bytes:
    head = struct.pack(">IIBBBBB", width, len(rows), 8, 6, 0, 0, 0)
    pixels = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in ((b"IHDR", head), (b"IDAT", pixels), (b"IEND", b""))
    )
