"""Many names in few words: the first of them, or the nearest."""

from collections.abc import Callable, Sequence
from typing import Any

from kursk.core.hexes import Hex, Hexes, scan

FEW = 6  # names that an answer lists


def few(names: Sequence[str]) -> str:
    """The first of many names, and how many there are besides."""
    more = f" and {len(names) - FEW} more" if len(names) > FEW else ""
    return ", ".join(names[:FEW]) + more


def nearest(g: Any, hex: Hex, hexes: Hexes, why: Callable[[Hex], str] | None = None) -> str:
    """The nearest of some hexes, each with why it is told: those that close a unit in, say."""
    near = sorted(scan(hexes), key=lambda there: g.grid.distance(hex, there))
    return few([g.grid.name[there] + (f" ({why(there)})" if why else "") for there in near])
