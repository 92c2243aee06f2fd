"""What a page lacks that has a scene already: the rest of the next one need not be sent.

Fields of the scene and of its view come anew where they changed. Of what the view tells by hex,
box or side, only the entries that changed come; null where there is none any more. For whom the
asker sits he knows already, and the curtain is for whoever comes to look.
"""

from typing import Any

from kursk.core.view import View
from kursk.server.room import Room
from kursk.server.scene import Scene, now, scene

BY_ENTRY = ("stacks", "boxes", "control")


def answer(room: Room, side: str, sides: tuple[str, ...], since: int | None) -> Any:
    """How things stand: what changed since the scene that the page has, or all of it."""
    old = room.scenes.get(side, {}).get(since) if since is not None else None
    if old is None:
        return scene(room, side, sides)
    return {"since": since, **between(old, now(room, side))}


def between(old: Scene, new: Scene) -> dict[str, Any]:
    return {**dict(_changed(old, new)), "view": view_between(old.view, new.view)}


def view_between(old: View, new: View) -> dict[str, Any]:
    return {
        name: _entries(getattr(old, name), value) if name in BY_ENTRY else value
        for name, value in _changed(old, new)
    }


def _changed(old: Any, new: Any) -> list[tuple[str, Any]]:
    pairs = ((name, getattr(old, name), getattr(new, name)) for name in new.__struct_fields__)
    return [(name, now) for name, was, now in pairs if was != now]


def _entries(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    changed = {key: value for key, value in new.items() if old.get(key) != value}
    return changed | {key: None for key in old if key not in new}
