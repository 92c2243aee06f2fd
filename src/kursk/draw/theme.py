"""The look: colours, widths and sizes, read from tokens.json, which the page reads too."""

import json
from functools import cache
from pathlib import Path
from typing import Any

THEMES = ("light", "dark")


@cache
def tokens() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(
        (Path(__file__).parent / "tokens.json").read_text("utf-8")
    )  # fmt: skip
    return loaded


class Theme:
    """One of the two looks. `theme["river"]` is a colour of the map."""

    def __init__(self, name: str) -> None:
        if name not in THEMES:
            raise ValueError(f"no theme {name!r}; there are {' and '.join(THEMES)}")
        self.name = name
        self.map: dict[str, Any] = tokens()["map"][name]
        self.heights: list[str] = self.map["heights"]
        self.counters: dict[str, Any] = tokens()["counters"][name]

    def __getitem__(self, token: str) -> str:
        return str(self.map[token])


def width(token: str) -> float:
    return float(tokens()["widths"][token])


def size(token: str) -> float:
    return float(tokens()["type"][token])


# -- measuring colour ------------------------------------------------------------------------


def rgb(colour: str) -> tuple[float, float, float]:
    """A colour "#rrggbb" as linear light, 0 to 1."""

    def linear(part: str) -> float:
        v = int(part, 16) / 255
        return v / 12.92 if v <= 0.04045 else float(((v + 0.055) / 1.055) ** 2.4)

    return linear(colour[1:3]), linear(colour[3:5]), linear(colour[5:7])


def luminance(colour: str) -> float:
    r, g, b = rgb(colour)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: str, b: str) -> float:
    """The contrast of two colours, 1 to 21, as the web's accessibility guidelines count it."""
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)
