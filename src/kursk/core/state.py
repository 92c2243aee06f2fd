"""Where everything stands. One flat, cheap-to-copy record; each game adds its own tracks.

Units are known by their number in the roster, sets of units and sets of hexes are ints.
`place`, `remove`, `reduce` and `own` are the only ways to change what lies on the map.
"""

from collections.abc import Callable, Iterable
from functools import wraps
from hashlib import sha256
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar, cast

import msgspec

from kursk.core.board import Board
from kursk.core.counters import Counter, Roster, Unit
from kursk.core.forms import Verbs
from kursk.core.hexes import OFF, Grid, Hex, Hexes, members, places

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

NO_GRID = cast(Grid, None)  # until the board is known
NOT_FACTS = ("board", "roster", "grid", "news", "known", "afield", "piled", "touched")


class Fought(msgspec.Struct, frozen=True):
    """A battle in a line: who fought whom, on which column, and what the die made of it."""

    hex: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    column: str
    result: str


class News(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Something that happened, as a line of the log."""

    says: str
    rule: str = ""
    hexes: tuple[str, ...] = ()
    to: str = ""  # the one side that hears it; empty: everybody
    of: str = ""  # the side whose doing it was, if others hear less of it
    own: str = ""  # and what it hears itself
    fought: Fought | None = None  # the battle of which this is the result
    points: int = 0  # by which it moves the victory track, where that is told at once

    def heard_by(self, side: str) -> "News | None":
        """The news as a side hears it; None if it does not. Side "" hears what everybody does."""
        if self.to not in ("", side):
            return None
        return self.in_full() if self.of and self.of == side else self._plainly(self.says)

    def in_full(self) -> "News":
        """The news as the referee tells it, and as it stands in a record."""
        return self._plainly(self.own or self.says)

    def _plainly(self, says: str) -> "News":
        return News(says, self.rule, self.hexes, self.to, fought=self.fought, points=self.points)


class State(msgspec.Struct, kw_only=True, eq=False):
    """A position. A game adds its tracks, sets of units and sets of hexes."""

    verbs: ClassVar[Verbs] = {}  # what is said of an order of another moment: `data/verbs.toml`

    board: Board
    roster: Roster
    turn: int = 1
    side: str = ""  # whose player turn it is
    stack: list[Any] = []  # flow.Frame, the sequence of play in progress
    at: list[Hex] = []  # by unit
    box: list[str] = []  # by unit: where it is while off the map
    lost: list[int] = []  # by unit: steps lost
    piles: dict[Hex, tuple[Unit, ...]] = {}  # by hex, bottom to top
    held: dict[str, Hexes] = {}  # by side: the hexes with its units
    control: dict[str, Hexes] = {}  # by side
    rolled: tuple[int, ...] = ()  # the last dice
    learned: int = 0  # how often a side has discovered what was hidden
    result: str = ""  # how the game ended
    news: list[News] = []  # what the order in hand has brought about
    known: dict[Any, Any] = {}  # what `derived` facts were worked out; replaced at each change
    grid: Grid = NO_GRID  # the board's
    afield: dict[str, int] = {}  # by side: its units on the map, as a set; follows from `at`
    piled: dict[Any, dict[Any, Hexes]] = {}  # what `by_pile` facts were worked out
    touched: Hexes = 0  # where piles have changed since

    if TYPE_CHECKING:  # msgspec does it

        def __copy__(self) -> Self: ...

    def __post_init__(self) -> None:
        self.grid = self.board.grid
        if not self.at:
            count = len(self.roster)
            self.at, self.box, self.lost = [OFF] * count, [""] * count, [0] * count
            self.held = {counter.side: 0 for counter in self.roster}
        if not self.afield:
            self.recount()

    def copy(self) -> Self:
        """A position of its own; frames are shared, since flow copies them before use."""
        g = self.__copy__()
        g.stack, g.at, g.box, g.lost = self.stack[:], self.at[:], self.box[:], self.lost[:]
        g.piles, g.held, g.control = self.piles.copy(), self.held.copy(), self.control.copy()
        g.afield, g.news = self.afield.copy(), self.news[:]
        return g

    # -- asking --------------------------------------------------------------------------

    def unit(self, unit: Unit) -> Counter:
        """The counter of a unit."""
        return self.roster.counters[unit]

    def side_of(self, unit: Unit) -> str:
        """The side of a unit."""
        return self.roster.sides[unit]

    def called(self, *units: Unit) -> str:
        """Units as people name them: in the log and in prompts. Orders name them by id."""
        counters = self.roster.counters
        return ", ".join([counters[unit].name for unit in units])

    def name_of(self, hex: Hex) -> str:
        """A hex as people call it: by its place, if it has one."""
        found, name = self.board.place_at(hex), self.grid.name[hex]
        return f"{found.name} ({name})" if found else name

    def pile(self, hex: Hex) -> tuple[Unit, ...]:
        """The units in a hex, bottom to top."""
        return self.piles.get(hex, ())

    def places(self, units: int) -> Hexes:
        """The hexes of a set of units; of those that are on the map."""
        return places(self.at, units)

    def factor(self, unit: Unit) -> int:
        """The printed strength of the side that lies up."""
        return self.roster.counters[unit].factor(self.lost[unit])

    def steps_left(self, unit: Unit) -> int:
        """The steps that a unit can still lose: none once it is off the map."""
        return self.roster[unit].steps - self.lost[unit] if self.at[unit] != OFF else 0

    def owner(self, hex: Hex) -> str:
        """The side that controls a hex, if any."""
        return next((side for side, hexes in self.control.items() if hexes >> hex & 1), "")

    def on_map(self, side: str = "") -> list[Unit]:
        """The units on the map (of one side), in the order of the roster."""
        if side:
            return members(self.afield.get(side, 0))
        return [unit for unit, hex in enumerate(self.at) if hex != OFF]

    def boxed(self, box: str, side: str = "") -> list[Unit]:
        """The units in a box off the map (of one side), in the order of the roster."""
        if box not in self.box:
            return []
        sides = self.roster.sides
        return [u for u, there in enumerate(self.box) if there == box and side in ("", sides[u])]

    # -- changing ------------------------------------------------------------------------

    def place(self, unit: Unit, hex: Hex) -> None:
        """Put a unit on top of whatever lies in a hex."""
        self._lift(unit)
        self.known = {}
        self.at[unit], self.box[unit] = hex, ""
        side, here, piles = self.roster.sides[unit], 1 << hex, self.piles
        piles[hex] = (*piles[hex], unit) if hex in piles else (unit,)
        self.held[side] |= here
        self.afield[side] |= 1 << unit
        self.touched |= here

    def place_all(self, units: Iterable[Unit], hex: Hex) -> None:
        """Put units on top of whatever lies in a hex, one on the other."""
        for unit in units:
            self.place(unit, hex)

    def remove(self, unit: Unit, box: str) -> None:
        """Take a unit off the map, into a box."""
        self._lift(unit)
        self.known = {}
        self.at[unit], self.box[unit] = OFF, box
        self.afield[self.roster.sides[unit]] &= ~(1 << unit)

    def _lift(self, unit: Unit) -> None:
        hex = self.at[unit]
        if hex == OFF:
            return
        pile = self.piles[hex]
        self.touched |= 1 << hex
        if len(pile) > 1:
            self.piles[hex] = tuple([other for other in pile if other != unit])
        else:
            del self.piles[hex]
            self.held[self.roster.sides[unit]] &= ~(1 << hex)

    def reduce(self, unit: Unit, steps: int = 1) -> bool:
        """Take steps from a unit; False if it had no more, and so is dead."""
        self.known = {}
        if self.at[unit] != OFF:
            self.touched |= 1 << self.at[unit]
        self.lost[unit] += steps
        return self.lost[unit] < self.roster[unit].steps

    def own(self, hex: Hex, side: str) -> None:
        """Give control of a hex to a side."""
        self.known, here = {}, 1 << hex
        for other, hexes in self.control.items():
            if hexes & here:
                self.control[other] = hexes ^ here
        self.control[side] |= here

    def recount(self) -> None:
        """Forget all that was worked out: units have been moved about by other means."""
        self.known, self.piled, self.touched = {}, {}, 0
        self.afield = dict.fromkeys(self.roster.sides, 0)
        for unit, hex in enumerate(self.at):
            if hex != OFF:
                self.afield[self.roster.sides[unit]] |= 1 << unit

    def say(
        self,
        says: str,
        rule: str = "",
        hexes: Iterable[Hex] = (),
        to: str = "",
        of: str = "",
        own: str = "",
        fought: Fought | None = None,
        points: int = 0,
    ) -> None:
        """Tell everybody, or one side (`to`); the side whose doing it was (`of`) may hear it in
        other words (`own`), that name what is covered."""
        names = tuple([self.grid.name[hex] for hex in hexes])
        more = (of, own) if own != says else ("", "")
        self.news.append(News(says, rule, names, to, *more, fought, points))

    def battle(
        self, hex: Hex, attackers: Iterable[Unit], defenders: Iterable[Unit], column: str,
        result: str,
    ) -> Fought:  # fmt: skip
        """A battle as the log tells it: to be said with its result, when both forces are known."""
        ours, theirs = (
            tuple([self.roster.counters[unit].id for unit in units])
            for units in (attackers, defenders)
        )
        return Fought(self.grid.name[hex], ours, theirs, column, result)

    def finish(self, result: str) -> None:
        """The game is over; nothing further is asked of anybody."""
        self.result = result

    # -- comparing -----------------------------------------------------------------------

    def facts(self) -> dict[str, Any]:
        """Everything that can change, but for the news of the moment."""
        names = self.__struct_fields__
        return {n: getattr(self, n) for n in names if n not in NOT_FACTS}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.facts() == other.facts()

    def __ne__(self, other: object) -> bool:
        return not self == other  # a struct would compare by identity

    def fingerprint(self) -> str:
        """A short hash of the position; the same on every machine."""
        return sha256(_canonical(self.facts()).encode()).hexdigest()[:16]


def derived(rule: F) -> F:
    """A fact that follows from where units stand and who controls what: worked out once.

    Copies of a position share what is known of it, until one of them changes.
    """

    @wraps(rule)
    def asked(g: Any, *about: Any) -> Any:
        known, key = g.known, (asked, about)  # by this name it can be pickled
        fact = known.get(key, known)
        if fact is known:
            known[key] = fact = rule(g, *about)
        return fact

    return cast(F, asked)


def by_pile(rule: Callable[[Any, tuple[Unit, ...]], T]) -> Callable[[Any], dict[T, Hexes]]:
    """What piles have in common: the hexes by what a rule says of the pile in each.

    It is asked again only of piles that have changed.
    """

    @wraps(rule)
    def asked(g: Any) -> dict[T, Hexes]:
        if g.touched:
            changed = [(hex, g.piles[hex]) for hex in members(g.touched) if hex in g.piles]
            g.piled = {
                each: _told(each.__wrapped__, g, changed, g.touched, found)
                for each, found in g.piled.items()
            }
            g.touched = 0
        if asked not in g.piled:
            found: dict[T, Hexes] = _told(rule, g, g.piles.items(), 0, {})
            g.piled = {**g.piled, asked: found}  # copies share the old one
        known: dict[T, Hexes] = g.piled[asked]
        return known

    return asked


def _told(
    rule: Callable[..., T],
    g: State,
    piles: Iterable[tuple[Hex, tuple[Unit, ...]]],
    touched: Hexes,
    before: dict[T, Hexes],
) -> dict[T, Hexes]:
    found = before.copy()
    for told, hexes in before.items():
        if gone := hexes & touched:
            found[told] = hexes ^ gone
            if gone == hexes:
                del found[told]
    for hex, pile in piles:
        told = rule(g, pile)
        found[told] = found.get(told, 0) | 1 << hex
    return found


def _canonical(value: Any) -> str:
    if isinstance(value, msgspec.Struct):
        fields = {name: getattr(value, name) for name in value.__struct_fields__}
        return type(value).__name__ + _canonical(fields)
    if isinstance(value, dict):
        pairs = sorted((_canonical(key), _canonical(item)) for key, item in value.items())
        return "{" + ",".join(f"{key}:{item}" for key, item in pairs) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join(map(_canonical, value)) + "]"
    if isinstance(value, set | frozenset):
        return "{" + ",".join(sorted(map(_canonical, value))) + "}"
    return repr(value)


units = members  # a set of units is an int, as one of hexes is


S = TypeVar("S", bound=State)


def exchange(g: S, who: dict[Unit, Unit], marks: Iterable[str] = ()) -> S:
    """A copy in which units have changed places: each key stands where its value stood."""
    twin = g.copy()
    for unit, other in who.items():
        twin.at[unit], twin.box[unit], twin.lost[unit] = g.at[other], g.box[other], g.lost[other]
    twin.recount()
    back = {other: unit for unit, other in who.items()}
    twin.piles = {
        hex: tuple(back.get(unit, unit) for unit in pile) for hex, pile in g.piles.items()
    }
    for mark in marks:
        marked = (back.get(unit, unit) for unit in units(getattr(g, mark)))
        setattr(twin, mark, sum(1 << unit for unit in marked))
    return twin
