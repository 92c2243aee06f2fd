"""After the computer's turn: what has changed, and where."""

import re

from playwright.sync_api import expect

from tests.web.player import Mouse
from tests.web.screens import digest


def test_where_the_front_moved_is_told_without_asking(mouse: Mouse) -> None:
    digest(mouse)
    told = mouse.page.get_by_role("region", name="Their turn")
    expect(told).to_contain_text("Turn 1 · Soviet")
    ground = told.get_by_role("button", name=re.compile("^Go to hex"))
    expect(ground.first).to_be_visible()
    hex = ground.first.inner_text()
    mouse.push(ground.first)  # the line leads to its place
    expect(mouse.page.get_by_role("heading", name=re.compile(f"^{hex} "))).to_be_visible()
    mouse.button("Go on", told)
    expect(told).to_have_count(0)


def test_it_goes_when_you_act(mouse: Mouse) -> None:
    digest(mouse)
    told = mouse.page.get_by_role("region", name="Their turn")
    mouse.button(re.compile("^Move, then fight"))
    expect(told).to_have_count(0)
