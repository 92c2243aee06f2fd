"""Panzer Keil on the page: guns, a wedge, led retreats, reinforcements, a second move."""

from playwright.sync_api import expect

from tests.web.player import Mouse
from tests.web.screens import sit

HEAD = 'game = "panzer_keil"\nturn = 3\n'

# Guns on Soviets next to the panzers, who then strike as a wedge; tanks behind them follow.
ASSAULT = (
    HEAD
    + """side = "german"
phase = "support"
[units]
503  = { at = "2445" }
6pz  = { at = "2445" }
7pg1 = { at = "2445" }
11pz = { at = "2347" }
g375 = { at = "2545" }
r24  = { at = "3040" }
"""
)

# Three regiments against a reinforced position: by every face the enemy leads some of them back.
REPULSE = (
    HEAD
    + """side = "german"
phase = "combat"
[units]
57a = { at = "2342" }
57b = { at = "2342" }
57c = { at = "2342" }
g51 = { at = "2341" }
r167a = { at = "2341" }
"""
)

ARRIVAL = (
    HEAD
    + """side = "soviet"
phase = "movement"
[units]
ga6 = { box = "reinforcements" }
r24 = { at = "3040" }
3pz = { at = "1744" }
"""
)


def both(mouse: Mouse, text: str) -> None:
    sit(mouse, position=text)
    mouse.waits()


def test_guns_a_wedge_a_led_retreat_and_a_second_move(mouse: Mouse) -> None:
    both(mouse, ASSAULT)
    expect(mouse.prompt).to_contain_text("Allot support points")
    mouse.do("support 2545 south 4")
    mouse.do("end")
    mouse.waits()
    mouse.plays_on(until=lambda: "Movement" in mouse.scene["heading"], most=6)
    mouse.do("end")
    mouse.waits()
    mouse.press("2545")
    expect(mouse.attack).to_be_visible()
    mouse.push(mouse.attack.get_by_role("checkbox"))
    expect(mouse.page.get_by_text("Panzer Keil: double").first).to_be_visible()
    before = mouse.asks()["seq"]
    mouse.button("Attack 2545")
    mouse.settled(before)
    mouse.plays_on(until=lambda: "Mechanized" in mouse.scene["heading"], most=20)
    log = mouse.asks("/log", side="german")
    assert any("keil" in entry["order"] for entry in log)
    mouse.do(next(order for order in mouse.offered("11pz") if order.endswith("2348")))
    assert mouse.hex_of("11pz") == "2348"


def test_attackers_are_led_back_by_the_enemy(mouse: Mouse) -> None:
    both(mouse, REPULSE)
    mouse.do("attack 2341 with 57a,57b,57c")
    mouse.plays_on(until=lambda: "Retreat" in mouse.scene["heading"], most=6)
    assert mouse.actor == "soviet"
    assert mouse.scene["view"]["prompt"].startswith("Retreat the enemy's")
    expect(mouse.prompt).to_contain_text("Retreat")
    order, before = mouse.offered()[-1], mouse.asks()["seq"]
    typed = mouse.page.get_by_role("textbox", name="Type an order")
    typed.fill(order)
    typed.press("Enter")
    mouse.settled(before)
    _, ids, *way = order.split()
    assert {mouse.hex_of(id) for id in ids.split(",")} == {way[-1]}


def test_reinforcements_come_in(mouse: Mouse) -> None:
    both(mouse, ARRIVAL)
    expect(mouse.prompt).to_contain_text("6th Guards Airborne Division may enter")
    before = mouse.asks()["seq"]
    typed = mouse.page.get_by_role("textbox", name="Type an order")
    typed.fill("enter ga6 3837")
    typed.press("Enter")
    mouse.settled(before)
    assert mouse.hex_of("ga6") == "3837"


def test_two_clicks_from_the_shelf_to_the_guns(mouse: Mouse) -> None:
    mouse.begin("Panzer Keil")
    mouse.waits()
    expect(mouse.prompt).to_contain_text("Army Group South 36")
