"""What one side may know. Everything that leaves the engine for a side is made from this."""

from typing import Any

import msgspec


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
