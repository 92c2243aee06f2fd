"""What is printed round a map that the map file itself does not say.

A game may keep a `caption.toml` beside its map:

    subtitle = "The German summer offensive"
    km = 10                    # across a hex
    north = 17                 # degrees that true north lies right of the map's up
    [values]                   # what places are worth, by name or by kind
    Kursk = "40"
    [legend]                   # a line or two for a kind in the legend
    forest = ["1 / 2 MP", "1 left"]
    [draw]                     # how a kind of the game's own is drawn: see kursk.draw.faces
    depression = "slope"
"""

import tomllib
from pathlib import Path
from typing import Literal

import msgspec


class Caption(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    subtitle: str = ""
    km: float = 0
    north: float | None = None
    values: dict[str, str] = {}
    legend: dict[str, tuple[str, ...]] = {}
    about: str = ""  # what the lines of the legend tell
    draw: dict[str, Literal["slope", "spikes", "dashes", "double"]] = {}
    original: bool = False  # the map was made for this game: there is no printed one


def read_caption(path: Path) -> Caption:
    """The caption file of a map; ValueError says which key is wrong."""
    try:
        return msgspec.convert(tomllib.loads(path.read_text("utf-8")), Caption)
    except (msgspec.ValidationError, tomllib.TOMLDecodeError) as error:
        raise ValueError(f"{path.name}: {error}") from None


def caption_of(folder: Path) -> Caption:
    """The caption of a game's folder; an empty one where it has none."""
    path = folder / "data" / "caption.toml"
    return read_caption(path) if path.exists() else Caption()
