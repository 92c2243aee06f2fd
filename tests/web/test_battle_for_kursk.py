"""Battle for Kursk on the page: replacements, sealed postures, battles announced and fought."""

from playwright.sync_api import expect

from tests.web.player import Mouse
from tests.web.screens import sit


def test_a_turn_at_one_screen(mouse: Mouse) -> None:
    mouse.begin("Battle for Kursk", "Short", German="You", Russian="A friend here")
    mouse.waits()
    expect(mouse.prompt).to_contain_text("17 infantry and 8 armour steps left")
    mouse.do("auto")
    mouse.plays_on(until=lambda: mouse.scene["view"]["turn"] == "2", most=120)


def test_postures_are_sealed_and_battles_announced(mouse: Mouse) -> None:
    players = {"german": "random", "russian": "human"}
    sit(mouse, game="battle_for_kursk", scenario="short", players=players)
    mouse.waits()
    mouse.do("auto")
    mouse.waits()
    expect(mouse.page.get_by_text("will not see what you choose")).to_be_visible()
    mouse.do("posture engage")
    mouse.plays_on(until=lambda: "announc" in mouse.scene["heading"], most=60)
    order = a_battle(mouse)
    target = order.split()[1]
    mouse.press(target)
    expect(mouse.page.get_by_role("table", name="The odds, line by line")).to_be_visible()
    mouse.do(order)
    mouse.push(mouse.page.get_by_role("tab", name="Battles"))
    announced = mouse.page.get_by_role("tabpanel", name="Battles")
    expect(announced.get_by_role("heading", name="Announced")).to_be_visible()
    expect(announced.get_by_role("button", name=f"Go to hex {target}")).to_be_visible()
    mouse.do("end")
    mouse.plays_on(until=lambda: "Combat" not in mouse.scene["heading"], most=40)
    assert any(order["actor"] == "dice" for order in mouse.asks("/log", side="russian"))


def a_battle(mouse: Mouse) -> str:
    """An attack that will take place: its odds are not below the table."""
    for unit in mouse.scene["able"]:
        for order in mouse.offered(unit):
            odds = mouse.asks("/odds", side="russian", order=order)
            if odds["column"] != "no battle" and "offensive" not in order:
                return order
    raise AssertionError("nobody can be attacked")
