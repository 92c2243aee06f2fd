"""Somebody asks why: a hex that cannot be reached, an enemy too far away, a kind of movement."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.player import Mouse
from tests.web.screens import sit

BRIDGE = """game = "skirmish"
phase = "{phase}"
side = "blue"
map = "blank"
[units]
b5 = {{ at = "0502" }}
b1 = {{ at = "0602" }}
r1 = {{ at = "0504", marks = ["shown"] }}
r2 = {{ at = "0807" }}
"""
ROADS = """game = "drive_on_kursk"
phase = "movement"
side = "german"
[units]
2ss = { at = "2108" }
r212 = { at = "2411" }
"""


def test_a_newcomer_finds_out_why_a_unit_cannot_reach_a_hex_and_what_would_help(
    mouse: Mouse,
) -> None:
    sit(mouse, position=BRIDGE.format(phase="movement"), players={"blue": "human", "red": "random"})
    mouse.take("b5")
    expect(mouse.prompt).to_contain_text("marked hex")
    mouse.press("0505")
    expect(mouse.why).to_contain_text("Why not 0505?")
    expect(mouse.why).to_contain_text("must stop in 0404")
    expect(mouse.why).to_contain_text("the zone of 1st Red Battalion in 0504")
    expect(mouse.why).to_contain_text("What would help")
    expect(mouse.why).to_contain_text("With no enemy in 0504 it is 3 points away")
    mouse.press("0807")
    expect(mouse.why).to_contain_text("Why not 0807?")
    expect(mouse.why).to_contain_text("An enemy stands there")
    mouse.press("0108")
    expect(mouse.why).to_contain_text(re.compile(r"0108 is \d+ points away.*has 5"))
    mouse.push(mouse.why.get_by_role("button", name=re.compile("^Go as far as ")))
    expect(mouse.why).to_be_hidden()
    expect(mouse.way).to_contain_text(re.compile("of 5 points used"))
    expect(mouse.way).to_contain_text("supply")


# a position, a unit, a hex that is too far for it, what its points are, and how far it is
FAR = {
    "drive_on_kursk": ('[units]\n2ss = { at = "2108" }', "2ss", "2118", "17", "8"),
    "panzer_keil": ('turn = 3\n[units]\n11pz = { at = "2347" }', "11pz", "0949", "11", "8"),
    "coatney_kursk": ('[units]\npk46 = { at = "I6" }', "pk46", "C3", "7", "4"),
    "spi_kursk": ('[units]\ngd = { at = "2240", marks = ["mobile"] }', "gd", "0740", "12", "10"),
    "battle_for_kursk": ('[units]\ng2ss = { at = "1819" }', "g2ss", "1923", "9", "6"),
}


@pytest.mark.parametrize("title", FAR)
def test_a_far_hex_answers_with_its_cost_and_how_far_one_may_go(mouse: Mouse, title: str) -> None:
    units, unit, hex, cost, points = FAR[title]
    head = f'game = "{title}"\nside = "german"\nphase = "movement"\n'
    sit(mouse, position=head + units)
    mouse.waits()
    mouse.take(unit)
    mouse.press(hex)
    expect(mouse.why).to_contain_text(f"Why not {hex}?")
    expect(mouse.why).to_contain_text(f"{hex} is {cost} points away by the cheapest way")
    expect(mouse.why).to_contain_text(f"{mouse.called(unit)} has {points}.")
    mouse.push(mouse.why.get_by_role("button", name=re.compile("^Go as far as ")))
    expect(mouse.way).to_contain_text("supply")


def test_a_way_into_a_zone_tells_what_is_lost_and_whose_zone_it_is(mouse: Mouse) -> None:
    sit(mouse, position=BRIDGE.format(phase="movement"), players={"blue": "human", "red": "random"})
    mouse.take("b5")
    expect(mouse.page.get_by_text("In supply")).to_be_visible()
    mouse.aim("0403")
    expect(mouse.way).to_contain_text("cannot be spent")
    expect(mouse.way).to_contain_text("the zone of 1st Red Battalion in 0504")
    expect(mouse.way).to_contain_text(re.compile(r"Next to\s+0504\s+\d:\d, alone"))


def test_in_combat_enemies_wear_their_column_and_the_far_ones_answer(mouse: Mouse) -> None:
    sit(
        mouse,
        position=BRIDGE.replace("0602", "0503").format(phase="combat"),
        players={"blue": "human", "red": "random"},
    )
    tag = mouse.page.locator("[data-column='0504']")
    expect(tag).to_have_text(re.compile(r"\d:\d"))
    expect(mouse.page.locator("[data-column]")).to_have_count(1)
    mouse.page.keyboard.press("t")
    expect(tag).to_be_hidden()
    mouse.page.keyboard.press("t")
    expect(tag).to_be_visible()
    mouse.press("0807")
    expect(mouse.why).to_contain_text("Why not 0807?")
    expect(mouse.why).to_contain_text(re.compile(r"is \d hexes away"))


def test_kinds_of_movement_are_apart_and_an_empty_one_says_why(mouse: Mouse) -> None:
    sit(mouse, position=ROADS, players={"german": "human", "soviet": "random"})
    mouse.take("2ss")
    move = mouse.kinds.get_by_role("button", name=re.compile("^Move"))
    road = mouse.kinds.get_by_role("button", name=re.compile("^Road"))
    expect(move).to_have_attribute("aria-pressed", "true")
    mouse.push(mouse.kinds.get_by_role("button", name=re.compile("^Infiltrate")))
    expect(mouse.page.get_by_text("It did not begin the phase in an enemy zone.")).to_be_visible()
    expect(move).to_have_attribute("aria-pressed", "true")
    mouse.push(road)
    expect(road).to_have_attribute("aria-pressed", "true")
    expect(move).to_have_attribute("aria-pressed", "false")
