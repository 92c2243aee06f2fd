"""16.1: limited intelligence, an option."""

import random
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from kursk.core.counters import Unit
from kursk.core.hexes import OFF, scan
from kursk.core.state import exchange
from kursk.core.view import Seen, View
from kursk.games.spi_kursk.lines import printed_hq
from kursk.games.spi_kursk.pieces import kinds, stack_points
from kursk.games.spi_kursk.state import MODES, State, foe, open_to, set_mode


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


def veiled(g: State, side: str, view: View) -> View:
    """16.1: steps and modes of what is not next to a player are not told."""
    if not g.limited:
        return view
    stacks = {
        name: tuple(_veil(g, seen, side) for seen in pile) for name, pile in view.stacks.items()
    }
    told = dict(view.tracks)
    for track in ("attached", "suppressed"):
        shown = {id: v for id, v in told[track].items() if open_to(g, g.roster.find(id), side)}
        told[track] = shown
    return msgspec.structs.replace(view, stacks=stacks, tracks=told)


def _veil(g: State, seen: Seen, side: str) -> Seen:
    if not seen.unit or open_to(g, g.roster.find(seen.unit), side):
        return seen
    return Seen(seen.side, seen.unit)


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
    for unit in twin.on_map(foe(side)):
        if not open_to(twin, unit, side):
            twin.lost[unit] = chance.randrange(twin.unit(unit).steps)
            if not kinds(twin.roster).partisan >> unit & 1:
                set_mode(twin, unit, chance.choice(MODES))
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
