"""What the board offers besides playing: odds, undo, why not, overlays, the past, typed orders."""

import math
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web import situations
from tests.web.player import Mouse
from tests.web.screens import sit
from tests.web.situations import AGAINST_CHANCE

BROD = Path(__file__).parents[2] / "docs" / "examples" / "brod.toml"  # blue is about to attack


@pytest.fixture
def at_brod(mouse: Mouse) -> Mouse:
    sit(mouse, position=BROD.read_text("utf-8"), players=AGAINST_CHANCE)
    return mouse


@pytest.fixture
def moving(mouse: Mouse) -> Mouse:
    """Blue moves, at Brod."""
    text = BROD.read_text("utf-8").replace('phase = "combat"', 'phase = "movement"')
    sit(mouse, position=text, players=AGAINST_CHANCE)
    return mouse


def test_a_position_is_opened_and_the_receipt_of_an_attack_read(mouse: Mouse) -> None:
    mouse.open_file(BROD.read_text("utf-8"), Blue="You", Red="Random bot")
    mouse.press("0405")
    odds = mouse.page.get_by_role("table", name="The odds, line by line")
    expect(odds.get_by_role("row", name="Attack 8")).to_be_visible()
    expect(odds.get_by_role("row", name="Odds before shifts 2:1")).to_be_visible()
    mouse.push(mouse.attack.get_by_role("button", pressed=True).first)
    expect(odds.get_by_role("row", name="Attack 8")).to_be_hidden()
    mouse.button("Cancel")
    expect(mouse.attack).to_be_hidden()


def test_an_attack_is_carried_out_and_its_die_shown(at_brod: Mouse) -> None:
    at_brod.do("attack 0405 with b1,b5")
    expect(at_brod.page.get_by_role("img", name=re.compile("^Rolled [1-6]$")).first).to_be_visible()
    at_brod.push(at_brod.page.get_by_role("tab", name="Log"))
    panel = at_brod.page.get_by_role("tabpanel", name="Log")
    expect(panel.get_by_role("button", name="Show the moment after order 1")).to_be_visible()


def test_undo_takes_back_one_order_or_all(moving: Mouse) -> None:
    page, home = moving.page, moving.hex_of("b5")
    one = page.get_by_role("button", name=re.compile(r"^Undo(: | \(nothing)"))
    everything = page.get_by_role("button", name="Undo all orders of this phase")
    expect(one).to_be_disabled()
    away = moving.offered("b5")[0]
    moving.do(away)
    expect(one).to_have_accessible_name(f"Undo: {moving.called('b5')} to {moving.hex_of('b5')}")
    one.click()
    moving.comes_true(lambda: moving.hex_of("b5") == home)
    expect(one).to_be_disabled()
    moving.do(away)
    moving.do(moving.offered("b1")[0])
    everything.click()
    moving.comes_true(lambda: moving.hex_of("b5") == home)
    expect(one).to_be_disabled()


def test_what_was_taken_back_can_be_done_again(moving: Mouse) -> None:
    page, home = moving.page, moving.hex_of("b5")
    away = moving.offered("b5")[0]
    again = page.get_by_role("button", name=re.compile("^Redo"))
    place = again.bounding_box()
    moving.do(away)
    expect(again).to_be_disabled()
    moving.undo()
    moving.comes_true(lambda: moving.hex_of("b5") == home)
    expect(again).to_have_accessible_name(f"Redo: {moving.called('b5')} to {away.split()[-1]}")
    assert again.bounding_box() == place, "undo and redo stay where they are"
    again.click()
    moving.comes_true(lambda: moving.hex_of("b5") == away.split()[-1])
    expect(again).to_be_disabled()
    page.keyboard.press("Control+z")
    moving.comes_true(lambda: moving.hex_of("b5") == home)
    expect(again).to_be_enabled()
    page.keyboard.press("Control+y")
    moving.comes_true(lambda: moving.hex_of("b5") == away.split()[-1])


def test_lingering_over_a_stack_shows_it_closely(moving: Mouse) -> None:
    x, y = moving.reach(moving.hex_of("b5"))
    moving.page.mouse.move(x, y)
    closely = moving.page.get_by_role("tooltip")
    expect(closely).to_contain_text("Blue Tank Company")
    expect(closely).to_contain_text("Blue control")
    moving.page.mouse.move(x + 300, y)
    expect(closely).to_be_hidden()


def test_why_not_where_the_enemy_stands(moving: Mouse) -> None:
    moving.take("b1")
    expect(moving.prompt).to_contain_text("marked hex")
    enemy = next(
        hex for hex, stack in moving.scene["view"]["stacks"].items() if stack[0]["side"] == "red"
    )
    moving.press(enemy)
    expect(moving.why).to_contain_text(f"Why not {enemy}?")
    expect(moving.why).to_contain_text("An enemy stands there.")
    expect(moving.why).to_contain_text("Go next to it")


def test_why_not_names_the_rule(moving: Mouse) -> None:
    moving.take("b1")
    expect(moving.prompt).to_contain_text("marked hex")
    moving.press("0801")
    expect(moving.why).to_contain_text("Why not 0801?")
    rule = moving.why.get_by_role("button", name=re.compile(r"^Rule 3\.\d$"))
    rule.click()
    expect(moving.page.locator(":popover-open")).to_contain_text("§3.")
    moving.page.keyboard.press("Escape")
    moving.button("Close", moving.why)
    expect(moving.why).to_be_hidden()


def test_the_end_of_a_phase_is_guarded(moving: Mouse) -> None:
    moving.button("End Movement")
    sure = moving.page.get_by_role("dialog", name="End Movement?")
    expect(sure).to_contain_text("could still act")
    moving.button("Not yet", sure)
    assert moving.scene["view"]["phase"] == "Movement"
    moving.do("end")
    assert moving.scene["view"]["phase"] == "Combat"


def test_a_way_is_drawn_step_by_step(moving: Mouse) -> None:
    moving.take("b5")
    ways = moving.asks("/reach", side="blue", unit="b5")["move"]
    goal = next(hex for hex, way in ways.items() if len(way["path"]) == 2)
    moving.page.keyboard.down("Shift")
    for hex in ways[goal]["path"]:
        moving.press(hex)
    moving.page.keyboard.up("Shift")
    expect(moving.way).to_contain_text("your own way")
    moving.button(f"Move to {goal}")
    moving.comes_true(lambda: moving.hex_of("b5") == goal)


def test_orders_can_be_typed(moving: Mouse) -> None:
    box = moving.page.get_by_role("textbox", name="Type an order")
    box.fill("move b5 0808")
    box.press("Enter")
    refused = moving.page.get_by_role("alert").filter(has_text="do not touch")
    expect(refused.get_by_role("button", name="Rule 3.1")).to_be_visible()
    order = moving.offered("b5")[0]
    box.fill(order)
    box.press("Enter")
    expect(box).to_have_value("")
    expect(refused).to_be_hidden()
    assert moving.hex_of("b5") == order.split()[-1]


def test_the_order_of_battle(moving: Mouse) -> None:
    moving.push(moving.page.get_by_role("tab", name="Forces"))
    table = moving.page.get_by_role("tabpanel", name="Forces").get_by_role("table")
    name = moving.called("b5")
    expect(table.get_by_role("row", name=name)).to_contain_text("5")
    moving.page.get_by_role("searchbox", name="Search units").fill("no such unit")
    expect(moving.page.get_by_text("No counter fits.")).to_be_visible()
    moving.page.get_by_role("searchbox", name="Search units").fill(name)
    moving.button(re.compile(f"^Go to {name} in"))
    expect(moving.prompt).to_contain_text(name)


def drawn(player: Mouse) -> int:
    """How much lies on the map."""
    return player.map.locator("svg path, svg use").count()


@pytest.mark.parametrize("name", ["Enemy zones", "Threat", "Control", "Hide counters"])
def test_overlays_and_hidden_counters(moving: Mouse, name: str) -> None:
    before = drawn(moving)
    tool = moving.page.get_by_role("button", name=re.compile(f"^{name}"))
    tool.click()
    expect(tool).to_have_attribute("aria-pressed", "true")
    moving.comes_true(lambda: drawn(moving) != before)
    tool.click()
    moving.comes_true(lambda: drawn(moving) == before)


def test_units_out_of_supply_are_marked(mouse: Mouse) -> None:
    text = BROD.read_text("utf-8").replace('b5 = { at = "0404" }', 'b5 = { at = "0808" }')
    text += 'r2 = { at = "0807" }\nr3 = { at = "0708" }\nr4 = { at = "0707" }\n'
    sit(mouse, position=text, players=AGAINST_CHANCE)
    before = drawn(mouse)
    mouse.button(re.compile("^Supply"))
    mouse.comes_true(lambda: drawn(mouse) != before)


def test_go_to_a_hex_a_place_or_a_unit(moving: Mouse) -> None:
    for wanted, hex in (("0802", "0802"), ("brod", "0405"), ("b5", moving.hex_of("b5"))):
        moving.page.keyboard.press("g")
        moving.page.get_by_role("textbox", name="A hex, a place or a unit").fill(wanted)
        moving.button("Go")
        panel = moving.page.get_by_role("tabpanel")
        expect(panel.get_by_role("heading", name=re.compile(f"^{hex}"))).to_be_visible()
    moving.page.keyboard.press("g")
    moving.page.get_by_role("textbox", name="A hex, a place or a unit").fill("atlantis")
    moving.button("Go")
    expect(moving.page.get_by_role("alert")).to_contain_text("called “atlantis”")


def test_the_past_is_replayed(moving: Mouse) -> None:
    here = moving.hex_of("b5")
    order = moving.offered("b5")[0]
    moving.do(order)
    moving.push(moving.page.get_by_role("tab", name="Log"))
    moving.button("Replay")
    slider = moving.page.get_by_role("slider", name="Moment")
    expect(slider).to_have_value("0")
    expect(moving.page.get_by_role("button", name="End Movement")).to_be_hidden()
    moving.push(moving.page.get_by_role("tab", name="Now"))
    moving.press(here)
    panel = moving.page.get_by_role("tabpanel")
    expect(panel.get_by_role("button", name=re.compile(moving.called("b5")))).to_be_visible()
    slider.fill("1")
    expect(panel.get_by_role("button", name=re.compile(moving.called("b5")))).to_be_hidden()
    moving.button("To the present")
    expect(moving.page.get_by_role("button", name="End Movement")).to_be_visible()


def test_charts_mark_the_column_of_the_attack(at_brod: Mouse) -> None:
    at_brod.press("0405")
    expect(at_brod.attack).to_be_visible()
    at_brod.push(at_brod.page.get_by_role("tab", name="Rules"))
    at_brod.pick(at_brod.page.get_by_role("radio", name="Charts"))
    live = at_brod.page.get_by_role("columnheader", name=re.compile("the column of the attack"))
    expect(live).to_have_text(re.compile("^1:2"))


@pytest.mark.parametrize("title", ["panzer_keil", "coatney_kursk", "spi_kursk"])
def test_charts_are_shown_though_rows_begin_alike(mouse: Mouse, title: str) -> None:
    sit(mouse, game=title)
    mouse.waits()
    charts = mouse.page.request.get(f"/api/games/{title}/charts").json()
    mouse.push(mouse.page.get_by_role("tab", name="Rules"))
    mouse.pick(mouse.page.get_by_role("radio", name="Charts"))
    panel = mouse.page.get_by_role("tabpanel")
    expect(panel.get_by_role("table")).to_have_count(len(charts))
    rows = panel.get_by_role("table").last.locator("tbody tr:not(.note)")
    expect(rows).to_have_count(len(charts[-1]["rows"]))


def test_the_map_is_dragged_without_styling_its_parts_anew(moving: Mouse) -> None:
    """A cursor is inherited: on the map itself it would touch each of its ten thousand parts."""
    cursor = "it => getComputedStyle(it).cursor"
    part, glass = moving.map.locator("svg path").first, moving.map.locator(".glass")
    x, y = moving.heart()
    moving.page.mouse.move(x, y)
    moving.page.mouse.down()
    moving.page.mouse.move(x + 40, y + 40)
    assert (glass.evaluate(cursor), part.evaluate(cursor)) == ("grabbing", "auto")
    moving.page.mouse.up()
    assert (glass.evaluate(cursor), part.evaluate(cursor)) == ("grab", "auto")


def test_colours_change_with_one_press(moving: Mouse) -> None:
    moving.button("Dark colours")
    expect(moving.page.locator("html")).to_have_attribute("data-theme", "dark")
    moving.button("Light colours")
    expect(moving.page.locator("html")).to_have_attribute("data-theme", "light")


def test_a_disc_of_the_whole_map_tells_what_is_in_it(mouse: Mouse) -> None:
    sit(mouse, record=situations.opening(), players={"soviet": "greedy"})
    page = mouse.page
    page.keyboard.press("f")  # wherever the focus is
    discs = mouse.map.locator("[data-disc]")
    expect(discs.first).to_be_attached()
    middle = 650.0, 450.0  # tools lie over the map's edges
    boxes = [(box, each) for each in discs.all() if (box := each.bounding_box())]
    centres = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box, _ in boxes]
    point = min(centres, key=lambda at: math.dist(at, middle))
    disc = boxes[centres.index(point)][1]
    page.mouse.move(*point)
    inside = page.get_by_role("region", name="What is there")
    expect(inside).to_contain_text("strength")
    expect(disc.locator(".ring")).to_be_attached()
    units = inside.get_by_role("button").count()
    assert units
    page.mouse.down()
    page.mouse.up()  # pressed, the map comes nearer, and the panel still tells
    expect(mouse.map.locator("[data-disc]")).to_have_count(0)
    expect(inside.get_by_role("button")).to_have_count(units)
    mouse.push(inside.get_by_role("button").first)
    expect(inside).to_have_count(0)
