"""Battles as a player meets them: what may be attacked, odds at every choice, what came of it."""

import re

import pytest
from playwright.sync_api import expect

from tests.web import situations
from tests.web.player import Mouse
from tests.web.screens import sit, tab


@pytest.fixture
def attacking(mouse: Mouse) -> Mouse:
    sit(mouse, record=situations.opening(), players={"soviet": "greedy"})
    return mouse


def test_the_panel_lists_what_may_be_attacked(attacking: Mouse) -> None:
    tab(attacking, "Battles")
    attacking.button(re.compile("^4116 up to 4 units ≤ 5:1"))
    expect(attacking.attack).to_contain_text("4116")


def test_before_the_die_every_choice_shows_its_odds(attacking: Mouse) -> None:
    attacking.press("4116")
    attacking.button("Attack 4116")
    support = attacking.page.get_by_role("button", name=re.compile("^Commit the Luftwaffe"))
    alone = attacking.page.get_by_role("button", name=re.compile("^Pass"))
    expect(support).to_contain_text("6:1")
    expect(alone).to_contain_text("5:1")
    odds = attacking.page.get_by_role("region", name="The odds")
    alone.hover()
    expect(odds).to_contain_text("The odds · Pass")
    expect(odds.get_by_role("row", name=re.compile("^Luftwaffe"))).to_contain_text("0")
    support.hover()
    expect(odds.get_by_role("row", name=re.compile("^Luftwaffe"))).to_contain_text("1R")


def test_an_advance_is_made_on_the_map(mouse: Mouse) -> None:
    sit(mouse, record=situations.breach(), players={"soviet": "greedy"})
    expect(mouse.prompt).to_contain_text("must advance into 2411")
    expect(mouse.choices()).to_have_count(0)
    mouse.take("gd")
    mouse.aim("2411")
    expect(mouse.way).to_contain_text("Advance to 2411")
    mouse.press("2411")
    mouse.comes_true(lambda: mouse.hex_of("gd") == "2411")


def test_the_log_and_the_list_call_counters_by_name(mouse: Mouse) -> None:
    sit(mouse, record=situations.breach(), players={"soviet": "greedy"})
    told = "11th Panzer Division, Panzer Grenadier Division Grossdeutschland, 167th Infantry"
    for name in ("Log", "Battles"):
        tab(mouse, name)
        expect(mouse.page.get_by_role("tabpanel", name=name)).to_contain_text(told)


def test_announced_battles_are_numbered_and_told_one_by_one(mouse: Mouse) -> None:
    sit(mouse, game="battle_for_kursk", scenario="campaign", players={"russian": "greedy"})
    mouse.do("posture engage")
    mouse.plays_on(until=lambda: "announcing" in mouse.scene["heading"])
    for hex in ("1302", "1912", "1706"):  # with two left nothing resolves itself
        mouse.press(hex)
        mouse.button(f"Attack {hex}")
        mouse.comes_true(lambda: mouse.up_to_date())
    badges = mouse.map.locator(".badge")
    expect(badges).to_have_count(3)
    mouse.do("end")
    mouse.do("resolve 1302")
    mouse.waits()
    tab(mouse, "Battles")
    panel = mouse.page.get_by_role("tabpanel", name="Battles")
    first = panel.get_by_role("listitem").filter(has_text="1302").last
    expect(first).to_contain_text(re.compile("Fought at|does not take place"))
    expect(badges).to_have_count(2)


SUDZHA = """
game = "battle_for_kursk"
turn = "1"
side = "german"
phase = "resolution"
set.battles = ["attack 2015 with g48", "attack 1302 with g59"]
[hexes]
"2015" = ["fort russian"]
[units]
g48 = { at = "1915" }
g59 = { at = "1303" }
r3sh = { at = "1302" }
r40 = { at = "2015", marks = ["reduced"] }
"""


def test_the_bar_shows_what_a_defender_in_a_fort_may_make_of_a_result(mouse: Mouse) -> None:
    sit(mouse, position=SUDZHA, players={"russian": "greedy"})
    choice = mouse.page.get_by_role("button", name=re.compile("^Resolve 2015"))
    expect(choice.get_by_role("img")).to_have_attribute(
        "aria-label", re.compile("^DR or EX 17%, NE 33%")
    )
    choice.hover()
    odds = mouse.page.get_by_role("region", name="The odds")
    expect(odds).to_contain_text("or fights on in the fort: it is eliminated, the attacker")
