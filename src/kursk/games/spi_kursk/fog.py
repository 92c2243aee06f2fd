"""16.1: limited intelligence, an option."""

import random
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from kursk.core.counters import Counter, Roster, Unit
from kursk.core.game import Game
from kursk.core.hexes import OFF, scan
from kursk.core.state import exchange
from kursk.core.view import cover, unsealed
from kursk.core.view import covered as lying
from kursk.core.worlds import dealt, uncover, unnamed
from kursk.games.spi_kursk.lines import printed_hq
from kursk.games.spi_kursk.pieces import kinds, stack_points
from kursk.games.spi_kursk.state import MODES, SIDES, State, foe, open_to, present, set_mode


def sees(g: State, unit: Unit, side: str) -> bool:
    """16.1: of a stack that is not next to him a player sees the top unit only."""
    return open_to(g, unit, side) or g.pile(g.at[unit])[-1] == unit


def other_sees(g: State, unit: Unit) -> bool:
    return sees(g, unit, foe(g.side_of(unit)))


def covered(self: Any, g: State, order: str) -> bool:
    """16.1: an order is kept from the other side where it names what that side does not see."""
    if not g.limited:
        return False
    if order.startswith("mode "):
        return True
    named = (g.roster.number.get(word) for word in re.split(r"[ ,]", order)[1:])
    return any(unit is not None and not other_sees(g, unit) for unit in named)


# -- the position as a side knows it ---------------------------------------------------------------

Looks = tuple[str, str, str]  # of a covered counter: its side, its type, its stacking points
PUBLIC = ("disrupted", "reserve")  # zones and sleeping formations can be told from the map


def known_to(game: Game, g: State, side: str) -> State:
    """16.1: what lies under the top of a far stack is nameless; far steps and modes are unknown.

    What can be told from the map stays: how much a hex holds, and where zones lie.
    """
    twin = unsealed(g, side)
    if not g.limited:
        return twin
    enemies = [foe(side)] if side else list(SIDES)
    far = [u for each in enemies for u in present(g, each) if not open_to(g, u, side)]
    hidden = [unit for unit in far if not sees(g, unit, side)]
    twin = cover(game, twin, hidden, (), PUBLIC)
    outside = {}
    for hex, pile in twin.piles.items():
        for old, new in zip(g.piles[hex], pile, strict=True):
            if new != old:
                outside[new] = pattern(g, old)
    if outside:
        twin.roster = veiled(g.roster, tuple(outside[number] for number in sorted(outside)))
    twin.known = {}
    for unit in far:
        twin.lost[unit] = 0
        if unit not in hidden:
            set_mode(twin, unit, "")
    strangers = {g.unit(unit).id for unit in far}
    for track in ("attached", "spent", "suppressed"):
        told = {id: v for id, v in getattr(twin, track).items() if id not in strangers}
        setattr(twin, track, told)
    return twin


def pattern(g: State, unit: Unit) -> Counter:
    """What the map tells of a covered counter."""
    known, counter = kinds(g.roster), g.unit(unit)
    plain = known.combat & ~known.fortified
    type_ = "infantry" if plain >> unit & 1 else counter.type
    more = {"class": "I", "stack": counter.more.get("stack", "0")}
    strengths = ("1",) if plain >> unit & 1 else ("0",)
    return Counter("", "a covered counter", counter.side, type_, strengths, more=more)


@lru_cache(maxsize=32)
def _veiled(roster: Roster, nameless: tuple[Looks, ...]) -> Roster:
    return roster.with_covered(
        Counter("", "a covered counter", side, type_, ("1",) if type_ == "infantry" else ("0",),
                more={"class": "I", "stack": stack})
        for side, type_, stack in nameless
    )  # fmt: skip


def veiled(roster: Roster, nameless: tuple[Counter, ...]) -> Roster:
    """The roster with covered counters at its end; made once for the same ones."""
    return _veiled(roster, tuple(map(looks, nameless)))


def looks(counter: Counter) -> Looks:
    return counter.side, counter.type, counter.more["stack"]


# -- worlds ----------------------------------------------------------------------------------------


def imagined(game: Game, known: State, side: str, chance: random.Random) -> State:
    """16.1: whoever looks like it from afar may lie there, with any steps left, in any mode."""
    if not known.limited:
        return known
    places: dict[Looks, list[Unit]] = {}
    for unit in unnamed(known):
        places.setdefault(looks(known.unit(unit)), []).append(unit)
    alike: dict[Looks, list[Unit]] = {}
    for each in SIDES:
        for unit in lying(known, each):
            alike.setdefault(looks(pattern(known, unit)), []).append(unit)
    who: dict[Unit, Unit] = {}
    for kind, units in alike.items():
        who |= dealt(places.get(kind, ()), units, chance)
    world = uncover(game, known, who)
    _anyhow(world, side, chance)
    return world


def _anyhow(g: State, side: str, chance: random.Random) -> None:
    """16.1: of units afar neither the steps nor the mode are known."""
    for unit in g.on_map(foe(side)):
        if not open_to(g, unit, side):
            g.lost[unit] = chance.randrange(g.unit(unit).steps)
            if not kinds(g.roster).partisan >> unit & 1:
                set_mode(g, unit, chance.choice(MODES))


# -- what might be otherwise -----------------------------------------------------------------------


def shuffled(g: State, side: str, chance: random.Random, marks: tuple[str, ...]) -> State:
    """A copy in which what a side does not see is otherwise.

    Where zones lie, which hexes hold how much and who waits in reserve can be told from the
    map, and stays.
    """
    if not g.limited:
        return g.copy()
    alike: dict[tuple[int, ...], list[Unit]] = {}
    for unit in _movable(g, side):
        alike.setdefault(_outside(g, unit), []).append(unit)
    who: dict[Unit, Unit] = {}
    for hidden in alike.values():
        who.update(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))
    twin = exchange(g, who, marks)
    back = {g.unit(other).id: g.unit(unit).id for unit, other in who.items()}
    twin.spent = {back.get(id, id): cost for id, cost in g.spent.items()}
    twin.suppressed = {back.get(id, id): points for id, points in g.suppressed.items()}
    _anyhow(twin, side, chance)
    return twin


def _movable(g: State, side: str) -> Iterator[Unit]:
    """Counters that a side does not see, and that nothing else names."""
    tied = kinds(g.roster).hq | kinds(g.roster).partisan
    named = {*g.attached, *g.parts, *g.parts.values()}
    for hex in scan(g.held[foe(side)]):
        for unit in g.pile(hex):
            if not tied >> unit & 1 and g.unit(unit).id not in named and not sees(g, unit, side):
                yield unit


def _outside(g: State, unit: Unit) -> tuple[int, ...]:
    known = kinds(g.roster)
    sets = (known.anti_tank, known.artillery, known.fortified, known.combat, g.disrupted)
    waits = printed_hq(g.roster)[unit] if g.reserve >> unit & 1 else OFF
    return (stack_points(g.roster)[unit], waits, *(bits >> unit & 1 for bits in sets))
