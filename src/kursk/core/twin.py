"""The compiled twin of what `hexes` and `paths` spend their time in, where one was built.

It gives the same answers sooner and is never needed: Python's version is the reference.
`KURSK_TWIN=off` in the environment plays without it.
"""

import os
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

SOURCE = Path(__file__).with_name("twin.c")


def _built() -> Any:
    """The twin, if it was built from the source that lies here, and is wanted."""
    if os.environ.get("KURSK_TWIN") == "off":
        return None
    try:
        from kursk.core import _twin
    except ImportError:
        return None
    return _twin if sha256(SOURCE.read_bytes()).hexdigest() == _twin.SOURCE else None


if TYPE_CHECKING:
    from kursk.core import _twin
else:
    _twin = _built()

IN_USE = _twin is not None
REFERENCE: dict[str, Callable[..., Any]] = {}  # Python's version of what the twin replaces


def twinned(function: F) -> F:
    """The twin's function of the same name, where there is one."""
    REFERENCE[function.__name__] = function
    twin: F = getattr(_twin, function.__name__, function)
    return twin


def grid(all: int, width: int) -> "_twin.Grid | None":
    """The twin of a grid; None: there is none, or the map is too large for it."""
    try:
        return _twin.Grid(all, width) if IN_USE else None
    except OverflowError:
        return None


def going(grid: "_twin.Grid | None", costs: list[dict[int, int]]) -> "_twin.Going | None":
    """The twin of what steps cost; None: there is none, or a step is too dear for it."""
    try:
        return _twin.Going(grid, costs) if grid is not None else None
    except OverflowError:
        return None
