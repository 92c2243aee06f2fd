"""Drive on Kursk on the page: deployment, sealed plans, a battle across the curtain, a turn."""

import re

from playwright.sync_api import expect

from tests.web import situations
from tests.web.player import Mouse
from tests.web.screens import sit


def test_deployment(mouse: Mouse) -> None:
    mouse.begin("Drive on Kursk", "Historical", German="You", Soviet="Sergeant")
    card = mouse.page.get_by_role("region", name="Deployment")
    expect(card).to_contain_text("66 units not placed yet")
    done = mouse.page.get_by_role("button", name="All stand ready")
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
    mouse.undo()
    expect(card).to_contain_text("66 units not placed yet")
    mouse.button("Place the rest for me")
    expect(card).to_contain_text("Every unit has its place", timeout=30_000)
    expect(card).to_contain_text("All conditions hold.")
    expect(done).to_be_enabled()
    done.click()
    expect(card).to_be_hidden()
    mouse.comes_true(lambda: mouse.scene["view"]["phase"] != "Deployment")


def test_a_unit_is_set_up_by_hand(mouse: Mouse) -> None:
    """A press takes it up, a drag takes it along; where it may not stand it is told why."""
    sit(mouse, game="drive_on_kursk", scenario="historical", players={"soviet": "greedy"})
    expect(mouse.prompt).to_contain_text("Drag each unit")
    mouse.press(mouse.hex_of("5pz"))
    expect(mouse.prompt).to_contain_text("Place 5th Panzer Division. Click a marked hex")
    mouse.page.keyboard.press("Escape")
    home = mouse.hex_of("5pz")
    places = [order.split()[-1] for order in mouse.offered("5pz")]
    near = min((hex for hex in places if hex != home), key=lambda hex: gap(mouse, home, hex))
    far = min((hex for hex in near_by(mouse, home) if hex not in places), default="")
    if far:
        carry(mouse, home, far)
        expect(mouse.why).to_contain_text(f"Why not {far}?")
    carry(mouse, home, near)
    mouse.comes_true(lambda: mouse.hex_of("5pz") == near)


def gap(mouse: Mouse, one: str, other: str) -> float:
    here, there = (mouse.hexes["hexes"][hex] for hex in (one, other))
    return float(abs(here["x"] - there["x"]) + abs(here["y"] - there["y"]))


def near_by(mouse: Mouse, hex: str) -> list[str]:
    """The hexes around, next but two."""
    pitch = min(gap(mouse, hex, other) for other in mouse.hexes["hexes"] if other != hex)
    near = 3.5 * pitch
    return [other for other in mouse.hexes["hexes"] if 0 < gap(mouse, hex, other) < near]


def carry(mouse: Mouse, start: str, goal: str) -> None:
    mouse.page.mouse.move(*mouse.reach(start))
    mouse.page.mouse.down()
    mouse.page.mouse.move(*mouse.where(goal), steps=6)
    mouse.page.mouse.up()


def test_a_unit_may_be_taken_up_where_another_could_go(mouse: Mouse) -> None:
    """A press on a unit of ours aims at its hex; if the unit was meant, it is one press away."""
    sit(mouse, record=situations.opening("move-fight"), players={"soviet": "greedy"})
    able = mouse.scene["able"]
    moves = (order for order in mouse.offered("7pz") if order.startswith("move "))
    goals = {order.split()[-1] for order in moves}
    other = next(unit for unit in able if mouse.hex_of(unit) in goals and unit != "7pz")
    mouse.take("7pz")
    mouse.aim(mouse.hex_of(other))
    mouse.button(mouse.called(other), mouse.way)
    expect(mouse.prompt).to_contain_text(f"Move {mouse.called(other)}")
    expect(mouse.way).to_be_hidden()


def test_a_stack_is_taken_up_together(mouse: Mouse) -> None:
    sit(mouse, record=situations.opening("move-fight"), players={"soviet": "greedy"})
    mouse.press("1907")
    expect(mouse.prompt).to_contain_text("marked hex")
    mouse.page.keyboard.down("Shift")
    mouse.press("1907")
    mouse.page.keyboard.up("Shift")
    expect(mouse.prompt).to_contain_text("and 2 more")


def test_a_move_is_a_move_unless_something_else_is_chosen(mouse: Mouse) -> None:
    """Infiltration is open to a panzer division too, but it is not what a press means."""
    sit(mouse, record=situations.opening("move-fight"), players={"soviet": "greedy"})
    verbs = {order.split()[0] for order in mouse.offered("9pz")}
    assert verbs >= {"move", "infiltrate"}
    mouse.take("9pz")
    expect(mouse.prompt).to_contain_text("Move 9th Panzer Division")
    kinds = mouse.page.get_by_role("group", name="Kind of movement")
    mouse.push(kinds.get_by_role("button", name=re.compile("^Infiltrate")))
    expect(mouse.prompt).to_contain_text("Infiltrate 9th Panzer Division")


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
    mouse.press("4116")
    odds = mouse.page.get_by_role("table", name="The odds, line by line")
    expect(odds.get_by_role("row", name=re.compile("^Fortification"))).to_contain_text("3L")
    mouse.button("Attack 4116")
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
    mouse.begin("Drive on Kursk", "Quick", German="You", Soviet="Sergeant")
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
