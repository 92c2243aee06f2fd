"""Everything by keys alone: not one event of a mouse."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.player import Keyboard
from tests.web.screens import sit
from tests.web.situations import AGAINST_CHANCE, blue_moves

WATCH = """
for (const kind of ['pointerdown', 'mousedown', 'mousemove', 'touchstart', 'wheel'])
  addEventListener(kind, (event) => event.isTrusted && (window.mice = (window.mice ?? 0) + 1), true)
"""


@pytest.fixture
def hands_off(keyboard: Keyboard) -> Keyboard:
    keyboard.page.add_init_script(WATCH)
    return keyboard


def no_mouse(player: Keyboard) -> bool:
    return not player.page.evaluate("() => window.mice ?? 0")


def test_a_turn_of_skirmish(hands_off: Keyboard) -> None:
    player = hands_off
    player.begin("Skirmish", Blue="You", Red="Random bot")
    player.do("press")
    player.waits()
    player.plays_on(until=lambda: player.scene["view"]["phase"] == "Movement")
    player.key("n")
    expect(player.prompt).to_contain_text(re.compile(r"^\s*Move "))
    player.do(player.offered("b5")[0])
    player.do("end")
    assert player.scene["view"]["phase"] == "Combat"
    player.plays_on(until=lambda: player.scene["view"]["turn"] == "2")
    assert no_mouse(player)


def test_arrows_walk_the_map_and_are_spoken(hands_off: Keyboard) -> None:
    player = hands_off
    sit(player, record=blue_moves(), players=AGAINST_CHANCE)
    player.go_to("0402")
    voice = player.page.get_by_role("status").first  # the way tells of itself, in another
    expect(voice).to_contain_text("0402")
    player.key("ArrowRight")
    expect(voice).to_contain_text("0403")
    player.key("ArrowLeft", "Enter")
    expect(player.prompt).to_contain_text(player.called("b5"))
    player.key("ArrowLeft")
    expect(voice).to_contain_text(re.compile(r"0401.*Costs"))
    player.key("Enter")
    expect(voice).to_contain_text("Enter moves there")
    player.key("Escape", "Escape")
    expect(player.way).to_be_hidden()
    player.key("Enter")
    player.go_to("0801")
    player.key("?")
    assert no_mouse(player)


def test_why_not_undo_panels_and_typed_orders(hands_off: Keyboard) -> None:
    player = hands_off
    sit(player, record=blue_moves(), players=AGAINST_CHANCE)
    player.press("0402")
    player.go_to("0808")
    player.key("?")
    expect(player.why.get_by_role("button", name=re.compile(r"^Rule 3\."))).to_be_visible()
    player.key("Escape")
    expect(player.why).to_be_hidden()
    player.key("Escape", "/")
    order = player.offered("b5")[0]
    player.page.keyboard.type(order)
    player.key("Enter")
    player.comes_true(lambda: player.hex_of("b5") == order.split()[-1])
    player.key("Escape", "Backspace")
    player.comes_true(lambda: player.hex_of("b5") == "0402")
    for key, panel in zip("blkoi", ("Battles", "Log", "Rules", "Forces", "Now"), strict=True):
        player.key(key)
        expect(player.page.get_by_role("tabpanel", name=panel)).to_be_visible()
    player.key("F1")
    expect(player.page.get_by_role("dialog", name="Keys")).to_be_visible()
    player.key("Escape")
    expect(player.page.get_by_role("dialog", name="Keys")).to_be_hidden()
    assert no_mouse(player)


def test_plans_and_an_attack_in_drive_on_kursk(hands_off: Keyboard) -> None:
    player = hands_off
    players = {"german": "human", "soviet": "random"}
    sit(player, game="drive_on_kursk", scenario="quick", players=players)
    player.waits()
    player.do("plan fight-move")
    player.do("attack 2411 with 11pz,gd")
    player.waits()
    player.plays_on(until=lambda: player.scene["view"]["phase"] == "Movement")
    player.key("n")
    expect(player.prompt).to_contain_text(re.compile(r"^\s*Move "))
    assert no_mouse(player)
