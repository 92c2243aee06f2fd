"""What a decision offers: counted at once, put into words when somebody looks.

    menu = Menu()
    menu.each(found.hexes, lambda hex: f"move {id} {way(hex)}")
    menu.add("end")

A menu is a sequence of orders. Its length is known without a single order being written, and
one order can be drawn from it without the others.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Self, TypeVar, overload

from kursk.core.hexes import Hexes, nth, scan

T = TypeVar("T")


class Menu(Sequence[str]):
    """Orders to choose from."""

    def __init__(self, *orders: str) -> None:
        self._ends: list[int] = []  # by part: how many orders there are up to its end
        self._parts: list[tuple[Any, Callable[[Any], str] | None]] = []
        self.add(*orders)

    def add(self, *orders: str) -> Self:
        """Orders that are words already."""
        return self._put(orders, len(orders), None)

    def each(self, over: Hexes | Sequence[T], order: Callable[[Any], str]) -> Self:
        """An order for each member of a set of hexes, lowest first, or of a sequence."""
        return self._put(over, over.bit_count() if isinstance(over, int) else len(over), order)

    def more(self, other: "Menu") -> Self:
        """All that another menu offers."""
        for (members, order), end, begin in zip(
            other._parts, other._ends, [0, *other._ends], strict=False
        ):
            self._put(members, end - begin, order)
        return self

    def _put(self, members: Any, count: int, order: Callable[[Any], str] | None) -> Self:
        if count:
            self._ends.append(len(self) + count)
            self._parts.append((members, order))
        return self

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def __iter__(self) -> Iterator[str]:
        for members, order in self._parts:
            listed = scan(members) if isinstance(members, int) else members
            yield from map(order, listed) if order else map(str, listed)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [self[n] for n in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        index %= len(self)
        part = bisect_right(self._ends, index)
        members, order = self._parts[part]
        number = index - (self._ends[part - 1] if part else 0)
        member = nth(members, number) if isinstance(members, int) else members[number]
        return order(member) if order else str(member)

    def __repr__(self) -> str:
        return f"<Menu: {len(self)} orders>"


def listed(orders: Iterable[str]) -> Sequence[str]:
    """Orders as a sequence, whatever they came as."""
    return orders if isinstance(orders, Sequence) else tuple(orders)
