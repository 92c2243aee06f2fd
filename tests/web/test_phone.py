"""On a phone: a tap looks, a second tap does it."""

import re

from playwright.sync_api import expect

from tests.web.player import Fingers


def test_a_turn_of_skirmish(fingers: Fingers) -> None:
    fingers.begin("Skirmish", Blue="You", Red="Random bot")
    fingers.do("press")
    fingers.waits()
    fingers.plays_on(until=lambda: fingers.scene["view"]["phase"] == "Movement")
    goal = fingers.offered("b5")[0].split()[-1]
    fingers.take("b5")
    fingers.aim(goal)
    expect(fingers.way).to_contain_text(f"Move to {goal}")
    assert fingers.hex_of("b5") == "0402", "one tap only looks"
    fingers.press(goal)
    fingers.comes_true(lambda: fingers.hex_of("b5") == goal)
    fingers.button("Undo the last order")
    fingers.comes_true(lambda: fingers.hex_of("b5") == "0402")
    fingers.do("end")
    fingers.plays_on(until=lambda: fingers.scene["view"]["turn"] == "2")


def test_why_not(fingers: Fingers) -> None:
    fingers.begin("Skirmish", Blue="You", Red="Random bot")
    fingers.do("press")
    fingers.plays_on(until=lambda: fingers.scene["view"]["phase"] == "Movement")
    fingers.take("b5")
    expect(fingers.prompt).to_contain_text("marked hex")
    fingers.press("0808")
    expect(fingers.why).to_contain_text("Why not 0808?")


def test_a_long_press_only_looks(fingers: Fingers) -> None:
    fingers.begin("Skirmish", Blue="You", Red="Random bot")
    fingers.do("press")
    fingers.plays_on(until=lambda: fingers.scene["view"]["phase"] == "Movement")
    x, y = fingers.reach("0402")
    hand = fingers.page.context.new_cdp_session(fingers.page)
    hand.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    closely = fingers.page.get_by_role("tooltip")
    expect(closely).to_contain_text("Blue Tank Company")
    hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(closely).to_be_hidden()
    expect(fingers.prompt).not_to_contain_text("Blue Tank Company")
    fingers.take("b5")  # a tap takes it up


def test_an_attack_in_drive_on_kursk(fingers: Fingers) -> None:
    fingers.begin("Drive on Kursk", "Quick", German="You", Soviet="Random bot")
    fingers.waits()
    fingers.do("plan fight-move")
    fingers.press("2411")
    expect(fingers.attack).to_be_visible()
    odds = fingers.page.get_by_role("table", name="The odds, line by line")
    expect(odds.get_by_role("row", name=re.compile("^Fortification"))).to_contain_text("3L")
    fingers.button("Attack 2411")
    fingers.waits()
    fingers.plays_on(until=lambda: fingers.scene["view"]["phase"] == "Movement")


def test_panels_rise_and_sink(fingers: Fingers) -> None:
    fingers.begin("Battle for Kursk", "Short", German="Random bot", Russian="You")
    fingers.waits()
    for name in ("Log", "Charts", "Forces", "Battles"):
        fingers.push(fingers.page.get_by_role("tab", name=name))
        expect(fingers.page.get_by_role("tabpanel")).to_be_visible()
    fingers.button("Lower the panel")
    expect(fingers.page.get_by_role("tabpanel")).to_be_hidden()
    fingers.do("auto")


def test_nothing_is_wider_than_the_screen(fingers: Fingers) -> None:
    page = fingers.page
    wider = "() => document.documentElement.scrollWidth > innerWidth"
    page.goto("/")
    expect(page.get_by_role("article").first).to_be_visible()
    assert not page.evaluate(wider)
    fingers.begin("Drive on Kursk", "Quick", German="You", Soviet="Random bot")
    assert not page.evaluate(wider)
