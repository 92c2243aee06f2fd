"""A battle in every game: whom one may attack and how well, whom not and why; what is asked on the
way to the die, once or once for all; and what the die said, of which battle."""

import re

import pytest
from playwright.sync_api import expect

from kursk.core import record
from tests.web.fields import ALL, Field, asks_something_small, takes
from tests.web.player import Mouse
from tests.web.screens import sit, tab

ANNOUNCED = ("battle_for_kursk", "coatney_kursk")  # all battles, before any is fought


@pytest.mark.parametrize("field", ALL, ids=str)
def test_a_battle_is_understood_before_it_is_fought(mouse: Mouse, field: Field) -> None:
    takes(mouse, field, field.fights, foe="human")
    mouse.waits()
    tag = mouse.page.locator(f"[data-column='{field.target}']")
    expect(tag).to_have_text(re.compile(r"\d"))
    mouse.take(field.attackers[0])  # one's own unit shows whom it could attack
    expect(mouse.map.locator("path.mine")).to_have_count(1)
    mouse.page.keyboard.press("Escape")
    mouse.press(field.target)
    expect(mouse.attack).to_be_visible()
    rows = mouse.page.get_by_role("table", name="The odds, line by line").get_by_role("row")
    for unit in field.attackers:
        expect(rows.filter(has_text=mouse.called(unit)).first).to_be_visible()
    mouse.do(field.attack)
    if field.title in ANNOUNCED:
        announced_and_withdrawn(mouse, field)
    fought(mouse)
    die = mouse.page.get_by_role("region", name="The last die")
    expect(die).to_contain_text(field.target)


def announced_and_withdrawn(mouse: Mouse, field: Field) -> None:
    tab(mouse, "Battles")
    announced = mouse.page.get_by_role("region", name="Announced")
    expect(announced).to_contain_text(mouse.called(field.attackers[0]))
    mouse.button(f"Withdraw {field.target}")
    expect(announced).to_have_count(0)
    tab(mouse, "Now")
    mouse.do(field.attack)


def fought(mouse: Mouse) -> None:
    """On to the die."""
    for _ in range(20):
        mouse.waits()
        if any(told["actor"] == "dice" for told in mouse.asks("/log")):
            return
        mouse.do(mouse.least())
    raise AssertionError("no die fell")


@pytest.mark.parametrize("field", ALL, ids=str)
def test_a_small_question_is_answered_once_for_all(mouse: Mouse, field: Field) -> None:
    """What it is about comes into the view; the answer is shown, changed, and stopped."""
    match = asks_something_small(field)
    side, kind = match.actor, match.kind
    players = {each: "human" if each == side else "random" for each in (field.side, field.foe)}
    sit(mouse, record=record.write(match), players=players)
    mouse.comes_true(lambda: in_view(mouse, field.target))
    mouse.page.get_by_text("Do not ask me again").click()
    mouse.push(mouse.page.get_by_role("button", name=re.compile("^Always: ")).first)
    mouse.waits()
    standing = mouse.page.get_by_role("region", name="Standing answers")
    expect(standing).to_contain_text(kind)
    mouse.button(f"For the whole game: {kind}")
    expect(standing).to_contain_text("in this game")
    mouse.button(f"Ask me again: {kind}")
    expect(standing).to_have_count(0)


def in_view(mouse: Mouse, hex: str) -> bool:
    (x, y), box = mouse.where(hex), mouse.map.bounding_box()
    assert box
    across, down = (x - box["x"]) / box["width"], (y - box["y"]) / box["height"]
    return 0.1 < across < 0.9 and 0.1 < down < 0.9
