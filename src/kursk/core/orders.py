"""Orders as people type them: read once, and refused in the same words by every game."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, combinations
from typing import Any, TypeVar

from kursk.core.counters import Unit
from kursk.core.flow import Refusal
from kursk.core.hexes import OFF, Hex, Hexes
from kursk.core.menu import Menu

T = TypeVar("T")


def own_unit(g: Any, id: str, side: str) -> Unit | None:
    """A side's unit on the map."""
    unit: Unit | None = g.roster.number.get(id)
    on_map = unit is not None and g.at[unit] != OFF and g.side_of(unit) == side
    return unit if on_map else None


def no_unit(g: Any, ids: Sequence[str], side: str, rule: str) -> Refusal | None:
    """Is each of these a unit of the side on the map, named once?"""
    for id in ids:
        if own_unit(g, id, side) is None:
            return Refusal(rule, f"You have no unit {id} on the map.")
    for n, id in enumerate(ids):
        if id in ids[:n]:
            return Refusal(rule, f"{id} is named twice.", (id,))
    return None


def no_hex(g: Any, names: Sequence[str], rule: str) -> Refusal | None:
    """Is each of these a hex of the map?"""
    unknown = next((name for name in names if name not in g.grid.cell), None)
    return None if unknown is None else Refusal(rule, f"There is no hex {unknown} on this map.")


def units_in(g: Any, ids: str) -> tuple[Unit, ...]:
    """The units of a list, `a,b,c`, which has been checked."""
    return tuple(g.roster.number[id] for id in ids.split(","))


def hexes_in(g: Any, names: Sequence[str]) -> list[Hex]:
    """The hexes of a way, which has been checked."""
    return [g.grid.cell[name] for name in names]


def read_attack(g: Any, order: str) -> tuple[Hex, tuple[Unit, ...]]:
    """The target and the units of `attack HEX with a,b,c`, which has been checked."""
    _, name, _, ids = order.split()
    return g.grid.cell[name], units_in(g, ids)


def sets(among: Sequence[T]) -> Iterator[tuple[T, ...]]:
    """Every choice of one or more, small ones first."""
    return chain.from_iterable(combinations(among, n) for n in range(1, len(among) + 1))


def ids(g: Any, units: Sequence[Unit]) -> str:
    """Units as an order lists them."""
    counters = g.roster.counters
    return ",".join([counters[unit].id for unit in units])


def way(g: Any, hexes: Sequence[Hex]) -> str:
    """Hexes as an order lists them."""
    return " ".join(map(g.grid.name.__getitem__, hexes))


def count_of(word: str) -> int:
    """A number as an order says it, of three digits at the most; -1 where a word is none."""
    plain = word.isascii() and word.isdigit() and len(word) <= 3
    return int(word) if plain else -1


def placing(
    g: Any, verb: str, units: Iterable[Unit], open_: Callable[[Unit], Hexes], about: str
) -> Menu:
    """`enter UNIT HEX`: each of these units, and every hex that is open to it."""
    menu = Menu()
    hexes = 1 << g.grid.cell[about] if about in g.grid.cell else g.grid.all
    for unit in units:
        id = g.unit(unit).id
        if about in ("", id) or about in g.grid.cell:
            menu.each(open_(unit) & hexes, partial(_into, g, f"{verb} {id}"))
    return menu


def _into(g: Any, opening: str, hex: Hex) -> str:
    return f"{opening} {g.grid.name[hex]}"
