"""After the computer's turn: what has changed, and where."""

import re

from playwright.sync_api import expect

from tests.web.player import Keyboard, Mouse
from tests.web.screens import digest


def moved(mouse: Mouse) -> dict[str, set[str]]:
    """What one side held before the other's turn, and holds now."""
    log = mouse.asks("/log", side="german")
    last = max(told["seq"] for told in log if "Turn 1. German" in told["heading"])
    was = {*mouse.asks(side="german", at=str(last))["view"]["control"]["german"]}
    now = {*mouse.scene["view"]["control"]["german"]}
    return {"lost": was - now, "gained": now - was}


def test_where_the_front_moved_is_told_without_asking(mouse: Mouse) -> None:
    digest(mouse)
    told = mouse.page.get_by_role("region", name="Their turn")
    expect(told).to_contain_text("Turn 1 · Soviet")
    ground = told.get_by_role("button", name=re.compile("^Go to hex"))
    expect(ground.first).to_be_visible()
    for word, hexes in moved(mouse).items():  # all of it, and nothing else
        if hexes:
            line = told.locator("p").filter(has_text=f"{len(hexes)} {word}")
            assert {one.inner_text() for one in line.get_by_role("button").all()} == hexes
    expect(mouse.map.locator("path.front:not(.case)")).to_have_count(2)  # now, and before
    hex = ground.first.inner_text()
    mouse.push(ground.first)  # the line leads to its place
    expect(mouse.page.get_by_role("heading", name=re.compile(f"^{hex} "))).to_be_visible()
    mouse.button("Go on")
    expect(told).to_have_count(0)


def test_then_comes_the_question(keyboard: Keyboard) -> None:
    digest(keyboard)
    expect(keyboard.choices()).to_have_count(0)
    keyboard.key("Enter")
    expect(keyboard.digest).to_have_count(0)
    expect(keyboard.choices().first).to_contain_text("Move, then fight")
