"""Worlds that may be: a whole position drawn from what a side knows, never from the true one.

A position as a side knows it has nameless counters where covered ones lie, and the units that
lie covered in the box COVERED. A game says which of these may be which (`Game.imagine`); here
they are put there, and choices made unseen are made anew.
"""

import random
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from kursk.core.counters import Unit
from kursk.core.flow import Sealed
from kursk.core.state import State, units

if TYPE_CHECKING:
    from kursk.core.game import Game

S = TypeVar("S", bound=State)


def resealed(g: S, chance: random.Random) -> S:
    """A copy in which whoever has chosen unseen has chosen something."""
    world = g.copy()
    for n, frame in enumerate(g.stack):
        if isinstance(frame, Sealed) and "" in frame.chosen:
            chosen = tuple(
                order or chance.choice(list(frame.choices(world, side)))
                for side, order in zip(frame.sides, frame.chosen, strict=False)
            )
            world.stack[n] = replace(frame, chosen=chosen)
    return world


def unnamed(g: State) -> range:
    """The nameless counters of a position as a side knows it."""
    return range(len(g.roster.named), len(g.roster))


def dealt(places: Iterable[Unit], among: Iterable[Unit], chance: random.Random) -> dict[Unit, Unit]:
    """By nameless counter, who lies there: any of these units, where all are alike."""
    hands = list(among)
    chance.shuffle(hands)
    return dict(zip(places, hands, strict=False))


def uncover(game: "Game", g: S, who: Mapping[Unit, Unit]) -> S:
    """A copy in which each nameless counter is the unit that it was dealt."""
    world = g.copy()
    count = len(g.roster.named)
    world.roster = g.roster.named
    for place, unit in who.items():
        world.at[unit], world.box[unit] = g.at[place], g.box[place]
    del world.at[count:], world.box[count:], world.lost[count:]
    for hex in {g.at[place] for place in who if g.at[place] >= 0}:
        world.piles[hex] = tuple(who.get(unit, unit) for unit in g.piles[hex])
    for mark in game.marks:
        if (marked := getattr(g, mark)) >> count:
            setattr(world, mark, sum(1 << unit for unit in {who.get(u, u) for u in units(marked)}))
    world.recount()
    return world
