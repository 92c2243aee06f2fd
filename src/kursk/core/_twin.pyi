from collections.abc import Iterator

from kursk.core.hexes import Hex, Hexes, Sides

SOURCE: str

def scan(hexes: Hexes, /) -> Iterator[Hex]: ...
def members(hexes: Hexes, /) -> list[Hex]: ...
def nth(hexes: Hexes, n: int, /) -> Hex: ...

class Grid:
    def __new__(cls, all: Hexes, width: int, /) -> Grid: ...
    def flood(self, start: Hexes, through: Hexes, /) -> Hexes: ...

class Going:
    def __new__(cls, grid: Grid, costs: list[dict[Hex, int]], /) -> Going: ...
    def reach(
        self,
        start: Hex,
        limit: int,
        closed: Hexes,
        halts: Hexes,
        passing: Hexes,
        later: Hexes,
        first: Sides,
        /,
    ) -> Ways: ...

class Ways:
    hexes: Hexes
    def cost(self, hex: Hex, /) -> int: ...
    def path(self, hex: Hex, /) -> tuple[Hex, ...]: ...
