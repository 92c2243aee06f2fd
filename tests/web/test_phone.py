"""On a phone: a tap looks, a second tap does it."""

import re

from playwright.sync_api import expect

from tests.web.conftest import PHONE, Visit
from tests.web.player import Fingers
from tests.web.screens import sit, tab
from tests.web.situations import AGAINST_CHANCE, blue_moves, opening

LYING = {**PHONE, "viewport": {"width": 844, "height": 390}}


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
    fingers.undo()
    fingers.comes_true(lambda: fingers.hex_of("b5") == "0402")
    fingers.do("end")
    fingers.plays_on(until=lambda: fingers.scene["view"]["turn"] == "2")


def test_why_not(fingers: Fingers) -> None:
    sit(fingers, record=blue_moves(), players=AGAINST_CHANCE)
    fingers.take("b5")
    expect(fingers.prompt).to_contain_text("marked hex")
    fingers.press("0808")
    expect(fingers.why).to_contain_text("Why not 0808?")


def test_a_long_press_only_looks(fingers: Fingers) -> None:
    sit(fingers, record=blue_moves(), players=AGAINST_CHANCE)
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
    players = {"german": "human", "soviet": "random"}
    sit(fingers, record=opening(), players=players)
    fingers.press("2411")
    expect(fingers.attack).to_be_visible()
    odds = fingers.page.get_by_role("table", name="The odds, line by line")
    expect(odds.get_by_role("row", name=re.compile("^Fortification"))).to_contain_text("3L")
    fingers.button("Attack 2411")
    fingers.waits()
    fingers.plays_on(until=lambda: fingers.scene["view"]["phase"] == "Movement")


def test_panels_rise_and_sink(fingers: Fingers) -> None:
    players = {"german": "random", "russian": "human"}
    sit(fingers, game="battle_for_kursk", scenario="short", players=players)
    fingers.waits()
    for name in ("Log", "Rules", "Forces", "Battles"):
        fingers.push(fingers.page.get_by_role("tab", name=name))
        expect(fingers.page.get_by_role("tabpanel")).to_be_visible()
    fingers.button("Lower the panel")
    expect(fingers.page.get_by_role("tabpanel")).to_be_hidden()
    fingers.push(fingers.page.get_by_role("tab", name=re.compile("^Now")))
    fingers.do("auto")


def test_nothing_is_wider_than_the_screen(fingers: Fingers) -> None:
    page = fingers.page
    wider = "() => document.documentElement.scrollWidth > innerWidth"
    page.goto("/")
    expect(page.get_by_role("article").first).to_be_visible()
    assert not page.evaluate(wider)
    fingers.begin("Drive on Kursk", "Quick", German="You", Soviet="Random bot")
    assert not page.evaluate(wider)


def test_the_sheet_is_drawn_by_its_grip_between_three_stops(fingers: Fingers) -> None:
    page = fingers.page
    sit(fingers, record=opening(), players={"german": "human", "soviet": "random"})
    fingers.press("2411")
    expect(fingers.attack).to_be_visible()
    target = fingers.resting("2411")
    sheet = page.get_by_role("complementary").last.bounding_box()
    assert sheet and target[1] < sheet["y"], "the battle stays in sight above the sheet"
    assert sheet["height"] < 0.45 * 844, "and the map keeps half of the screen"
    lower = page.get_by_role("button", name="Lower the panel")
    x, y = sheet["x"] + sheet["width"] / 2, sheet["y"] + 12
    drag(fingers, (x, y), (x, 120))
    expect(fingers.attack.get_by_role("button").first).to_be_visible()
    fingers.comes_true(lambda: height(fingers) > 0.7 * 844)
    fingers.push(lower)
    fingers.comes_true(lambda: height(fingers) < 0.45 * 844)
    fingers.push(lower)
    expect(fingers.attack).to_be_hidden()
    expect(page.get_by_text("Attack", exact=True)).to_be_visible()  # and what is meant, with odds
    fingers.push(page.get_by_role("button", name="Raise the panel"))
    expect(fingers.attack).to_be_visible()


def test_the_whole_map_is_one_tap_away(visit: Visit) -> None:
    for device in (PHONE, LYING):
        fingers = Fingers(visit(device))
        sit(fingers, record=opening(), players={"german": "human", "soviet": "random"})
        fingers.button("Show the whole map")
        discs = fingers.map.locator("[data-disc]")
        expect(discs.first).to_be_attached()
        fingers.press("2411")  # pressed, the map comes nearer, and the panel tells what is there
        expect(discs).to_have_count(0)
        tab(fingers, "Now")
        expect(fingers.page.get_by_role("region", name="What is there")).to_be_visible()


def height(fingers: Fingers) -> float:
    box = fingers.page.get_by_role("complementary").last.bounding_box()
    return box["height"] if box else 0.0


def drag(fingers: Fingers, start: tuple[float, float], end: tuple[float, float]) -> None:
    hand = fingers.page.context.new_cdp_session(fingers.page)
    for kind, (x, y) in (
        ("touchStart", start),
        ("touchMove", (start[0], 300.0)),
        ("touchMove", end),
    ):
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    hand.detach()


def test_on_its_side_the_map_keeps_most_of_the_screen(visit: Visit) -> None:
    fingers = Fingers(visit(LYING))
    page = fingers.page
    sit(fingers, record=opening(), players={"german": "human", "soviet": "random"})
    corner = page.get_by_role("banner")  # no header, but what it tells
    expect(corner.get_by_text("Turn 1 · Combat")).to_be_in_viewport()
    expect(corner.get_by_text("60", exact=True)).to_be_in_viewport()
    fingers.press("2411")
    expect(fingers.attack).to_be_visible()
    panel = page.get_by_role("tabpanel").bounding_box()
    attack = fingers.attack.bounding_box()
    assert panel and attack and attack["y"] - panel["y"] < 20  # what is about to be done is first
    board = fingers.map.bounding_box()
    assert board and board["width"] > 0.55 * 844 and board["height"] > 0.85 * 390
    assert not page.evaluate("() => document.documentElement.scrollHeight > innerHeight")
    fingers.button("Lower the panel")
    expect(fingers.attack).to_be_hidden()
    rail = page.get_by_role("tablist", name="Panels").bounding_box()
    assert rail and rail["width"] < 70
    fingers.push(page.get_by_role("tab", name="Log"))
    expect(page.get_by_role("tabpanel")).to_be_visible()
    fingers.button("Menu")
    expect(page.get_by_role("navigation", name="Menu")).to_be_visible()
