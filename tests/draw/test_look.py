"""The tokens: everything can be read, and the sides told apart, whatever one's eyes."""

import pytest

from kursk.draw.counters import NAMED, pattern_ink
from kursk.draw.theme import THEMES, Theme, contrast, luminance, rgb, tokens

GROUNDS = ("paper", "halo", "forest", "hill", "swamp", "rough", "ground")


def grounds(theme: Theme) -> dict[str, str]:
    return {name: theme[name] for name in GROUNDS} | {
        f"height {i}": colour for i, colour in enumerate(theme.heights)
    }


@pytest.mark.parametrize("name", THEMES)
def test_names_and_numbers_read_on_every_ground(name: str) -> None:
    theme = Theme(name)
    for ground, colour in grounds(theme).items():
        for text in ("name", "number"):
            assert contrast(theme[text], colour) >= 4.5, (text, ground)


@pytest.mark.parametrize("name", THEMES)
def test_coloured_names_read_on_their_halo_and_ground(name: str) -> None:
    theme = Theme(name)
    for text in ("river name", "star", "ink", "ink2"):
        assert contrast(theme[text], theme["halo"]) >= 4.5, text
        assert contrast(theme[text], theme["paper"]) >= 4.5, text
    for text, ground in (("forest name", "forest"), ("hill name", "hill"), ("swamp name", "swamp")):
        assert contrast(theme[text], theme[ground]) >= 4.5, text
    assert contrast(theme["sea name"], theme["sea"]) >= 4.5


@pytest.mark.parametrize("name", THEMES)
def test_lines_stand_off_every_height(name: str) -> None:
    theme = Theme(name)
    lines = ("river", "bank", "minor road", "rail", "fort soviet", "fort german", "start line")
    edge = "road case" if name == "light" else "road"
    for line in (*lines, edge, "hachure"):
        for band, colour in enumerate(theme.heights):
            assert contrast(theme[line], colour) >= 3, (line, band)


@pytest.mark.parametrize("name", THEMES)
def test_interface_text_and_edges(name: str) -> None:
    look = tokens()["interface"][name]
    for ground in ("chrome", "panel", "raised", "sunk"):
        for text in ("ink", "ink2", "ink3"):
            assert contrast(look[text], look[ground]) >= 4.5, (text, ground)
        assert contrast(look["edge"], look[ground]) >= 3, ground
    for text in ("link", "red", "green"):
        assert contrast(look[text], look[f"{text} ground"]) >= 4.5, text
    assert contrast(look["primary text"], look["primary"]) >= 4.5
    gold = tokens()["gold"]
    assert contrast(gold["text"], gold["gold"]) >= 4.5
    assert contrast(gold["gold"], gold["casing"]) >= 3


def bodies(theme: Theme, side: str) -> dict[str, str]:
    parts = ("infantry", "mech", "static", "ss", "luftwaffe")
    return {part: c for part, c in theme.counters[side].items() if part in parts}


@pytest.mark.parametrize("name", THEMES)
def test_counters_read(name: str) -> None:
    theme = Theme(name)
    for side in ("german", "soviet"):
        colours = theme.counters[side]
        for part, body in bodies(theme, side).items():
            assert contrast(colours["text"], body) >= 4.5, (side, part)
            assert contrast(colours["stroke"], colours["box"]) >= 4.5
    soviet = theme.counters["soviet"]
    assert contrast(soviet["guards stroke"], soviet["guards box"]) >= 4.5


# Machado, Oliveira and Fernandes 2009, full severity, on linear light.
EYES = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "grey": ((0.2126, 0.7152, 0.0722),) * 3,
}


def lightness(colour: str, eyes: str) -> float:
    """L* as seen with these eyes."""
    linear = rgb(colour)
    r, g, b = (max(0.0, sum(m * c for m, c in zip(row, linear, strict=True))) for row in EYES[eyes])
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    return float(116 * y ** (1 / 3) - 16) if y > 0.008856 else 903.3 * y


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("name", THEMES)
def test_sides_told_apart_by_lightness_alone(name: str, eyes: str) -> None:
    theme = Theme(name)
    darkest_soviet = min(lightness(c, eyes) for c in bodies(theme, "soviet").values())
    lightest_german = max(lightness(c, eyes) for c in bodies(theme, "german").values())
    # A just noticeable difference is about 1; side by side on a board 10 is plain.
    assert darkest_soviet - lightest_german >= 10, (lightest_german, darkest_soviet)


@pytest.mark.parametrize("name", THEMES)
def test_text_polarity_repeats_the_side(name: str) -> None:
    theme = Theme(name)
    for body in bodies(theme, "german").values():
        assert luminance(theme.counters["german"]["text"]) > luminance(body)
    for body in bodies(theme, "soviet").values():
        assert luminance(theme.counters["soviet"]["text"]) < luminance(body)


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("name", THEMES)
def test_terrain_told_apart_from_clear_ground(name: str, eyes: str) -> None:
    # Fills are near in lightness on purpose; every kind has marks of its own that are not.
    theme = Theme(name)
    for mark, ground in (
        ("tree", "forest"),
        ("hachure", "hill"),
        ("swamp mark", "swamp"),
        ("rough mark", "rough"),
    ):
        apart = abs(lightness(theme[mark], eyes) - lightness(theme[ground], eyes))
        assert apart >= 14, (mark, apart)


def test_patterns_show_on_their_stripes() -> None:
    stripes = tokens()["counters"]["stripes"]
    for hue in (*stripes["german"], *stripes["soviet"], *NAMED.values()):
        assert contrast(pattern_ink(hue), hue) >= 3, hue


def test_stripes_of_a_side_differ() -> None:
    for side in ("german", "soviet"):
        colours = tokens()["counters"]["stripes"][side]
        assert len(set(colours)) == len(colours) == 7
    assert len(set(NAMED.values())) == len(NAMED)
