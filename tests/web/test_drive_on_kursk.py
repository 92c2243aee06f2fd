"""Drive on Kursk on the page: deployment, sealed plans, a battle across the curtain, a turn."""

import re

from playwright.sync_api import expect

from tests.web.player import Mouse


def test_deployment(mouse: Mouse) -> None:
    mouse.begin("Drive on Kursk", "Historical", German="You", Soviet="Greedy bot")
    card = mouse.page.get_by_role("region", name="Deployment")
    expect(card).to_contain_text("66 units not placed yet")
    done = card.get_by_role("button", name="All stand ready")
    box = mouse.page.get_by_role("textbox", name="Type an order")
    box.fill("done")
    box.press("Enter")
    refused = mouse.page.get_by_role("alert").filter(has=mouse.page.get_by_role("button"))
    expect(refused.get_by_role("button", name=re.compile(r"^Rule 3\."))).to_be_visible()
    unit = mouse.scene["able"][0]
    order = mouse.offered(unit)[0]
    box.fill(order)
    box.press("Enter")
    expect(card).to_contain_text("65 units not placed yet")
    mouse.button("Undo the last order")
    expect(card).to_contain_text("66 units not placed yet")
    mouse.button("Place the rest for me", card)
    expect(card).to_contain_text("Every unit has its place", timeout=30_000)
    expect(card).to_contain_text("All conditions hold.")
    expect(done).to_be_enabled()
    done.click()
    expect(card).to_be_hidden()
    mouse.comes_true(lambda: mouse.scene["view"]["phase"] != "Deployment")


def test_a_battle_across_the_curtain(mouse: Mouse) -> None:
    """Both sides at one screen: sealed plans, an attack, the defender's choice,
    the air force, the die."""
    mouse.begin("Drive on Kursk", "Quick", German="You", Soviet="A friend here")
    mouse.lift_curtain("Soviet")
    expect(mouse.page.get_by_text("will not see what you choose")).to_be_visible()
    mouse.do("plan fight-move")
    mouse.lift_curtain("German")
    expect(mouse.page.get_by_role("contentinfo")).not_to_contain_text("Soviet fight-move")
    mouse.do("plan fight-move")
    mouse.press("2411")
    odds = mouse.page.get_by_role("table", name="The odds, line by line")
    expect(odds.get_by_role("row", name=re.compile("^Fortification"))).to_contain_text("3L")
    mouse.button("Attack 2411")
    mouse.lift_curtain("Soviet")
    expect(mouse.page.get_by_role("heading", name=re.compile("^Have a retreat"))).to_be_visible()
    mouse.do("pass")
    mouse.lift_curtain("German")
    expect(
        mouse.page.get_by_role("heading", name=re.compile("^Commit the Luftwaffe"))
    ).to_be_visible()
    mouse.do("support")
    expect(mouse.page.get_by_role("img", name=re.compile("^Rolled [1-6]$")).first).to_be_attached()
    assert any(order["actor"] == "dice" for order in mouse.asks("/log"))


def test_a_turn_against_a_bot(mouse: Mouse) -> None:
    """Move, fight, and the bot answers: the second turn is reached."""
    mouse.begin("Drive on Kursk", "Quick", German="You", Soviet="Greedy bot")
    mouse.waits()
    mouse.do("plan move-fight")
    assert mouse.scene["view"]["phase"] == "Movement"
    for unit in ("1ss", "2ss"):
        mouse.do(nearest_to_the_front(mouse, unit))
    mouse.do("end")
    assert mouse.scene["view"]["phase"] == "Combat"
    mouse.press("2411")
    expect(mouse.attack).to_be_visible()
    mouse.button("Attack 2411")
    mouse.plays_on(until=lambda: mouse.scene["view"]["turn"] == "2")
    expect(mouse.page.get_by_role("banner")).to_contain_text("Turn 2")


def nearest_to_the_front(mouse: Mouse, unit: str) -> str:
    """The longest move on offer."""
    moves = [order for order in mouse.offered(unit) if order.startswith(f"move {unit} ")]
    return max(moves, key=lambda order: (order.count(" "), order))
