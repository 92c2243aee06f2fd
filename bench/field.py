"""The ground of the benchmark: the map of Drive on Kursk, or one like it, and two positions."""

import random

from kursk import library
from kursk.core.board import Board, Entry, MapFile, read_map
from kursk.core.counters import Counter, Roster
from kursk.core.hexes import Grid, Hex, Numbering, scan
from kursk.core.state import State

KINDS: dict[str, tuple[str, ...]] = {
    "hexes": ("forest", "hills", "swamp"),
    "sides": ("river", "major river"),
    "lines": ("road",),
}
A_SIDE = 100


def board() -> Board:
    """28 by 51 hexes."""
    path = library.SHELF / "drive_on_kursk" / "data" / "map.toml"
    return read_map(path) if path.exists() else made_up()


def made_up() -> Board:
    """A country by chance: woods and hills, rivers that run down the map, roads across it."""
    numbering = Numbering((10, 60), (0, 27), north="high", provenance="reconstructed")
    grid, chance = Grid(numbering), random.Random(1943)
    names = list(grid.cell)
    chance.shuffle(names)
    ground = {"forest": names[:200], "hills": names[200:400], "swamp": names[400:450]}
    rivers = {"river": (3, 8, 17, 22), "major river": (12,)}
    return Board(
        MapFile(
            title="A country by chance",
            grid=numbering,
            kinds=KINDS,
            hexes=tuple(_entry(kind, " ".join(hexes)) for kind, hexes in ground.items()),
            sides=tuple(
                _entry(kind, " ".join(f"{row}{c:02}/{row}{c + 1:02}" for row in range(10, 61)))
                for kind, columns in rivers.items()
                for c in columns
            ),
            lines=tuple(_entry("road", along=f"{row}00-{row}27") for row in range(12, 60, 6)),
        )
    )


def _entry(kind: str, at: str = "", along: str = "") -> Entry:
    return Entry(kind=kind, provenance="reconstructed", at=at, along=along)


def positions(board: Board) -> dict[str, State]:
    """A hundred units a side: drawn up along a front, and after some days of fighting."""
    grid, chance = board.grid, random.Random(1943)
    column = {hex: int(name[2:]) for name, hex in grid.cell.items()}
    front = {hex: 13 + (grid.spot[hex][0] % 7 > 3) for hex in grid.name}
    west = [hex for hex in grid.name if 0 <= front[hex] - column[hex] < 3]
    east = [hex for hex in grid.name if 0 < column[hex] - front[hex] < 4]
    opening = _position(board, chance.sample(west, A_SIDE), chance.sample(east, A_SIDE))
    mixed = chance.sample([hex for hex in grid.name if abs(column[hex] - 15) < 7], 2 * A_SIDE)
    mixed.sort(key=lambda hex: column[hex] + chance.uniform(-3, 3))
    return {"opening": opening, "mid-game": _position(board, mixed[:A_SIDE], mixed[A_SIDE:])}


def _position(board: Board, german: list[Hex], soviet: list[Hex]) -> State:
    g = State(board=board, roster=roster(2 * A_SIDE), control={"german": 0, "soviet": 0})
    for unit, hex in enumerate((*german, *soviet)):
        g.place(unit, hex)
    for side in g.control:
        for hex in scan(g.held[side]):
            g.own(hex, side)
    return g


def roster(count: int) -> Roster:
    return Roster(
        Counter(
            id=f"u{n}",
            name=f"Unit {n}",
            side="german" if n < count // 2 else "soviet",
            type="armour" if n % 3 == 0 else "infantry",
            strengths=("6", "3"),
            moves="10" if n % 3 == 0 else "6",
        )
        for n in range(count)
    )


def crowd(board: Board) -> State:
    """250 counters on the map, for copying."""
    hexes = sorted(board.grid.name)
    g = State(board=board, roster=roster(250), control={"german": 0, "soviet": 0})
    for unit in range(250):
        g.place(unit, hexes[unit // 2 * 5])
    return g
