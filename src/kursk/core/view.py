"""What one side may know. Everything that leaves the engine for a side is made from this."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from kursk.core import flow
from kursk.core.hexes import OFF
from kursk.core.state import State, units

if TYPE_CHECKING:
    from kursk.core.game import Game


class Seen(msgspec.Struct, frozen=True, omit_defaults=True):
    """A counter as one side sees it. A covered counter has no unit, only its side."""

    side: str
    unit: str = ""  # the id, or empty where the counter is covered
    step: int = 0  # 0 = full strength
    marks: tuple[str, ...] = ()  # moved, attacked, out of supply, reserve, …


class View(msgspec.Struct, frozen=True):
    """A position as one side sees it, or as both do (side "")."""

    game: str
    side: str
    turn: str
    phase: str
    actor: str  # who decides now; "dice" while a die is out, "" when the game is over
    prompt: str
    rule: str
    stacks: dict[str, tuple[Seen, ...]]  # by hex, top counter first
    boxes: dict[str, tuple[Seen, ...]]  # off the map: turn boxes, pools, the dead
    control: dict[str, tuple[str, ...]]  # by side, the hexes it controls
    tracks: dict[str, Any]  # victory points, plans, markers: by the game's own names
    result: str = ""  # how the game ended


def look(
    game: "Game", g: State, side: str, tracks: dict[str, Any], hides: Callable[[int], bool]
) -> View:
    """The view of a side, from whom `hides` says which counters are covered."""
    marked = {mark: set(units(getattr(g, mark))) for mark in game.marks}

    def seen(unit: int) -> Seen:
        if hides(unit):
            return Seen(g.side_of(unit))
        marks = tuple(mark for mark, these in marked.items() if unit in these)
        return Seen(g.side_of(unit), g.unit(unit).id, g.lost[unit], marks)

    boxes: dict[str, list[Seen]] = {}
    for unit, box in enumerate(g.box):
        if g.at[unit] == OFF and box:
            boxes.setdefault(box, []).append(seen(unit))
    decision = flow.deciding(g)
    actor = decision.actor(g) if decision else ""
    return View(
        game=game.title,
        side=side,
        turn=game.turn_name(g.turn),
        phase=next((frame.title for frame in reversed(g.stack) if frame.title), ""),
        actor=actor,
        prompt=decision.prompt(g) if decision and actor == side else "",
        rule=flow.rule(g),
        stacks={
            g.grid.name[hex]: tuple(seen(unit) for unit in reversed(pile))
            for hex, pile in sorted(g.piles.items())
        },
        boxes={box: tuple(sorted(these, key=str)) for box, these in sorted(boxes.items())},
        control={owner: tuple(g.grid.names(hexes)) for owner, hexes in g.control.items()},
        tracks=tracks,
        result=g.result,
    )
