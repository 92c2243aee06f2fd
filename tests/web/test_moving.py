"""Before a unit moves: how it stands, by which kinds of movement it goes, why not there, what a bot
would do, who is in danger, what the rules say; and that one's turn has come is told at once."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.fields import FIELDS, Field, takes
from tests.web.player import Mouse
from tests.web.screens import from_menu, tab


@pytest.mark.parametrize("field", [FIELDS["skirmish"]], ids=str)
def test_all_that_may_be_asked_is_answered(mouse: Mouse, field: Field) -> None:
    takes(mouse, field)
    it_is_your_turn(mouse)
    how_it_stands(mouse, field)
    kinds_of_movement(mouse, field)
    why_not(mouse, field)
    hint_and_danger(mouse)
    rulebook(mouse)
    battles_that_are_not_fought(mouse, field)
    statistics(mouse)
    high_contrast(mouse)


def it_is_your_turn(mouse: Mouse) -> None:
    expect(mouse.page).to_have_title(re.compile("^● Your turn"))
    icon = mouse.page.locator("link[rel=icon]")
    expect(icon).to_have_attribute("href", re.compile("^data:image/svg"))


def how_it_stands(mouse: Mouse, field: Field) -> None:
    mouse.take(field.mover)
    now = mouse.page.get_by_role("tabpanel", name="Now")
    for told in (
        "strength",
        "steps",
        re.compile("movement| pts"),
        re.compile("(In|Out of) supply"),
    ):
        expect(now).to_contain_text(told)
    supply = mouse.asks("/condition", side=field.side, units=field.mover)["supply"]
    expect(now).to_contain_text(supply["says"])
    if len(supply.get("path", [])) > 1:
        mouse.button("Show the way")
        expect(mouse.map.locator("path.trace").first).to_be_attached()


def kinds_of_movement(mouse: Mouse, field: Field) -> None:
    kinds = mouse.asks("/condition", side=field.side, units=field.mover)["kinds"]
    if len(kinds) < 2:
        expect(mouse.kinds).to_have_count(0)
        return
    for kind in reversed(kinds):  # the plain one comes last, and stays
        verb, refused = kind["verb"], kind.get("refusal")
        button = mouse.kinds.get_by_role("button", name=re.compile(f"^{verb}", re.I))
        mouse.push(button)
        if kind.get("hexes"):
            expect(button).to_contain_text(re.compile(r"\d+ hex"))
            expect(button).to_have_attribute("aria-pressed", "true")
        elif refused:
            refusal = mouse.page.get_by_role("status").filter(has_text=f"No {verb}: ")
            expect(refusal.get_by_role("button", name=re.compile("^Rule "))).to_be_visible()


def why_not(mouse: Mouse, field: Field) -> None:
    """The hex that was pressed is answered about, and what would help can be done."""
    mouse.press(field.target)
    expect(mouse.why).to_contain_text(f"Why not {field.target}?")
    expect(mouse.why.get_by_role("button", name=re.compile("^Rule ")).first).to_be_visible()
    mouse.page.keyboard.press("Escape")
    expect(mouse.why).to_be_hidden()


def hint_and_danger(mouse: Mouse) -> None:
    mouse.page.keyboard.press("y")
    hint = mouse.page.get_by_role("region", name="A hint")
    expect(hint).to_contain_text(re.compile("The bot .+ would", re.I))
    mouse.button("Thank you", hint)
    mouse.page.keyboard.press("x")
    danger = mouse.page.get_by_role("region", name="In danger")
    found = mouse.asks("/dangers", side=mouse.scene["side"])
    expect(danger).to_contain_text(f"In danger: {len(found) or 'nobody'}")
    expect(mouse.page.locator("[data-danger]")).to_have_count(len(found))
    mouse.page.keyboard.press("x")
    expect(danger).to_have_count(0)


def rulebook(mouse: Mouse) -> None:
    mouse.page.keyboard.press("k")
    rules = mouse.page.get_by_role("group", name="The rules")
    expect(rules.get_by_text("In force: you decide")).to_be_visible()
    mouse.page.get_by_role("searchbox", name="Find in the rules").fill("zone")
    expect(rules.locator("mark").first).to_have_text(re.compile("zone", re.I))
    where = rules.get_by_label("Where it is enforced")
    expect(where.filter(has_text="In the program").first).to_be_attached()
    tab(mouse, "Now")


def battles_that_are_not_fought(mouse: Mouse, field: Field) -> None:
    """The calculator begins with whoever stands there; anybody may be left out."""
    from_menu(mouse, "Battle calculator")
    mouse.page.get_by_role("combobox", name="Hex that is attacked").fill(field.target)
    mouse.page.keyboard.press("Tab")
    rows = mouse.page.get_by_role("region", name="The odds").get_by_role("row")
    first, *others = map(mouse.called, field.attackers)
    expect(rows.filter(has_text=first).first).to_be_visible()
    if others:
        mouse.button(f"Leave {others[0]} out")
        expect(rows.filter(has_text=others[0])).to_have_count(0)
        expect(rows.filter(has_text=first).first).to_be_visible()
    mouse.page.keyboard.press("Escape")


def statistics(mouse: Mouse) -> None:
    from_menu(mouse, "Statistics")
    for plot in ("Losses", "Points", "Ground"):
        heading = mouse.page.get_by_role("heading", name=plot, exact=True, level=3)
        expect(heading).to_be_visible()
        expect(mouse.page.get_by_role("table", name=f"{plot} by turn")).to_be_attached()
    mouse.page.keyboard.press("Escape")


def high_contrast(mouse: Mouse) -> None:
    """It reaches the map: the ground steps back."""
    ground = mouse.map.locator(".layer.under")
    expect(ground).to_have_css("opacity", "1")
    from_menu(mouse, "Settings")
    contrast = mouse.page.get_by_role("checkbox", name=re.compile("^High contrast"))
    contrast.check()
    expect(ground).to_have_css("opacity", "0.42")
    contrast.uncheck()
    mouse.button("Done")
