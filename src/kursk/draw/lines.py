"""Roads and railways.

A line crosses a hexside at its middle and bends toward the centre; it passes through the
centre only at a place, a junction or an end. Where a road and a railway share a side, each
keeps to its own hand. At the map's edge a line runs on to the outer side.
"""

from math import hypot

from kursk.core.board import Board
from kursk.core.hexes import OFF, Hex, scan
from kursk.draw.geometry import Layout, Point, normals, path, resample
from kursk.draw.theme import width

ASIDE = 5.5  # how far each moves where a road and a railway share a side
SAMPLES = 9

Side = frozenset[Hex]
Node = Side | Hex | tuple[Hex, int]  # a crossing of a side, a centre, a way off the map


def style(kind: str) -> str:
    """How a kind of line is drawn; games name their roads as they like ("road 1/3")."""
    if "rail" in kind:
        return "double rail" if "double" in kind else "rail"
    minor = ("minor", "track", "secondary", "1/3", "dirt")
    return "minor road" if any(word in kind for word in minor) else "road"


class Lines:
    """The lines of a board as curves, by the style they are drawn in."""

    def __init__(self, board: Board, layout: Layout) -> None:
        self.board, self.layout = board, layout
        self.places = {place.hex for place in board.places.values()}
        self.exits: dict[str, dict[Hex, set[int]]] = {}
        for kind, sides in board.lines.items():
            exits = self.exits.setdefault(style(kind), {})
            for side in range(6):
                for hex in scan(sides[side]):
                    exits.setdefault(hex, set()).add(side)
        self._drop("minor road", "road")
        self._drop("rail", "double rail")
        self.rails = self._union("rail", "double rail")
        self.roads = self._union("road", "minor road")
        self.aside = self._asides()
        self.curves = {name: self._curves(name) for name in self.exits}

    def _drop(self, lesser: str, greater: str) -> None:
        """Where two of a sort share a side, the greater alone is drawn."""
        for hex, sides in self.exits.get(lesser, {}).items():
            sides -= self.exits.get(greater, {}).get(hex, set())

    def _union(self, *names: str) -> dict[Hex, set[int]]:
        """Every side by which lines of these styles leave each hex."""
        out: dict[Hex, set[int]] = {}
        for name in names:
            for hex, sides in self.exits.get(name, {}).items():
                out.setdefault(hex, set()).update(sides)
        return out

    def _beyond(self, hex: Hex, side: int) -> Side:
        return frozenset((hex, self.board.grid.beyond(hex, side)))

    # -- two lines on one side -------------------------------------------------------------

    def _asides(self) -> dict[tuple[str, Side], Point]:
        """How far each line moves along a side that both use: hand in hand from hex to hex."""
        shared = {
            hex: both
            for hex in self.layout.centre
            if (both := self.rails.get(hex, set()) & self.roads.get(hex, set()))
        }
        out: dict[tuple[str, Side], Point] = {}
        hand: dict[Side, tuple[Hex, int]] = {}  # the hex whose left hand (1) the rail keeps to
        for first in shared:
            for side in shared[first]:
                if self._beyond(first, side) in hand:
                    continue
                hand[self._beyond(first, side)] = (first, 1)
                todo = [(first, side)]
                while todo:
                    hex, at = todo.pop()
                    from_hex, left = hand[self._beyond(hex, at)]
                    left = left if from_hex == hex else -left
                    for here, leaving, keeps in (
                        (hex, at, left),
                        (self.board.grid.beyond(hex, at), (at + 3) % 6, -left),
                    ):
                        if here in self.places:
                            continue  # the lines meet there and may part on either hand
                        for other in shared.get(here, set()) - {leaving}:
                            key = self._beyond(here, other)
                            if key not in hand:
                                # leaving by one side on the left is coming in on the right
                                hand[key] = (here, -keeps)
                                todo.append((here, other))
        for key, (hex, left) in hand.items():
            a, b = (self.layout.point(c) for c in self._side_between(hex, key))
            long = hypot(b[0] - a[0], b[1] - a[1])
            by = left * ASIDE / long
            along = ((b[0] - a[0]) * by, (b[1] - a[1]) * by)
            for name in ("rail", "double rail"):
                out[name, key] = along
            for name in ("road", "minor road"):
                out[name, key] = (-along[0], -along[1])
        return out

    def _side_between(self, hex: Hex, key: Side) -> tuple[tuple[int, int], tuple[int, int]]:
        (other,) = key - {hex}
        return self.layout.side(hex, self.board.grid.side(hex, other))

    # -- curves ----------------------------------------------------------------------------

    def _curves(self, name: str) -> list[list[Point]]:
        """The pieces within hexes, put end to end into long strokes."""
        pieces: list[tuple[Node, Node, list[Point]]] = []
        for hex, sides in sorted(self.exits[name].items()):
            pieces += self._within(name, hex, sorted(sides))
        at: dict[Node, list[int]] = {}
        for i, (a, b, _) in enumerate(pieces):
            at.setdefault(a, []).append(i)
            at.setdefault(b, []).append(i)
        used: set[int] = set()
        strokes = []
        for start in sorted(range(len(pieces)), key=lambda i: self._inner(pieces[i], at)):
            if start in used:
                continue
            used.add(start)
            a, b, points = pieces[start]
            if len(at[a]) == 2 and len(at[b]) != 2:
                a, b, points = b, a, points[::-1]
            stroke = list(points)
            while len(at[b]) == 2:
                ahead = [i for i in at[b] if i not in used]
                if not ahead:
                    break
                used.add(ahead[0])
                c, d, more = pieces[ahead[0]]
                stroke += (more if c == b else more[::-1])[1:]
                b = d if c == b else c
            strokes.append(stroke)
        return strokes

    @staticmethod
    def _inner(piece: tuple[Node, Node, list[Point]], at: dict[Node, list[int]]) -> bool:
        return len(at[piece[0]]) == 2 and len(at[piece[1]]) == 2

    def _within(
        self, name: str, hex: Hex, sides: list[int]
    ) -> list[tuple[Node, Node, list[Point]]]:
        crossings: list[tuple[Node, Point, Point]] = []  # node, point, one step inward
        for side in sides:
            key = self._beyond(hex, side)
            crossings.append((key, *self._crossing(name, hex, side)))
        # What other lines of the sort do here decides too: they meet in the centre.
        all_sides = (self.rails if "rail" in name else self.roads)[hex]
        alone = len(sides) == len(all_sides) and hex not in self.places
        if len(sides) == 1 and alone:
            outer = self._way_out(hex, sides[0])
            if outer is not None:
                crossings.append(((hex, outer), *self._crossing(name, hex, outer)))
        if len(crossings) == 2 and alone:
            (a, p, p_in), (b, q, q_in) = crossings
            return [(a, b, _bend(p, p_in, q_in, q))]
        centre = self.layout.centre[hex]
        return [(a, hex, _bend(p, p_in, centre, centre)) for a, p, p_in in crossings]

    def _crossing(self, name: str, hex: Hex, side: int) -> tuple[Point, Point]:
        x, y = self.layout.middle(hex, side)
        cx, cy = self.layout.centre[hex]
        dx, dy = self.aside.get((name, self._beyond(hex, side)), (0.0, 0.0))
        inward = ((cx - x) * 0.58, (cy - y) * 0.58)
        return (x + dx, y + dy), (x + dx + inward[0], y + dy + inward[1])

    def _way_out(self, hex: Hex, side: int) -> int | None:
        """The outer side by which a line that comes in by `side` leaves the map."""
        for turn in (3, 2, 4):
            if self.board.grid.beyond(hex, (side + turn) % 6) == OFF:
                return (side + turn) % 6
        return None


def _bend(a: Point, a_in: Point, b_in: Point, b: Point) -> list[Point]:
    out = []
    for step in range(SAMPLES + 1):
        t = step / SAMPLES
        u = 1 - t
        w = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
        out.append(
            (
                w[0] * a[0] + w[1] * a_in[0] + w[2] * b_in[0] + w[3] * b[0],
                w[0] * a[1] + w[1] * a_in[1] + w[2] * b_in[1] + w[3] * b[1],
            )
        )
    return out


def strokes_path(curves: list[list[Point]]) -> str:
    return "".join(path(curve) for curve in curves)


def ties(curves: list[list[Point]], more: float = 0) -> str:
    """The sleepers of a railway: short strokes across it at even steps."""
    half = (width("tie") + more) / 2
    out = []
    for curve in curves:
        points = resample(curve, width("tie step"))
        for (x, y), (nx, ny) in list(zip(points, normals(points), strict=True))[1:-1]:
            out.append(path([(x - nx * half, y - ny * half), (x + nx * half, y + ny * half)]))
    return "".join(out)
