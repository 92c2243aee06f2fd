"""What is printed round a map that the map file itself does not say.

A game may keep a `caption.toml` beside its map:

    subtitle = "The German summer offensive"
    km = 10                    # across a hex
    north = 17                 # degrees that true north lies right of the map's up
    [values]                   # what places are worth, by name or by kind
    Kursk = "40"
    [legend]                   # a line or two for a kind in the legend
    forest = ["1 / 2 MP", "1 left"]
"""

import tomllib
from pathlib import Path

import msgspec


class Caption(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    subtitle: str = ""
    km: float = 0
    north: float | None = None
    values: dict[str, str] = {}
    legend: dict[str, tuple[str, ...]] = {}
    about: str = ""  # what the lines of the legend tell


def read_caption(path: Path) -> Caption:
    """The caption file of a map; ValueError says which key is wrong."""
    try:
        return msgspec.convert(tomllib.loads(path.read_text("utf-8")), Caption)
    except (msgspec.ValidationError, tomllib.TOMLDecodeError) as error:
        raise ValueError(f"{path.name}: {error}") from None
