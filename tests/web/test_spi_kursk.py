"""Kursk 1980 on the page: modes, the Gun Segment, a combat paid two ways, an overrun, reserves."""

import re

from playwright.sync_api import expect

from tests.web.player import Mouse
from tests.web.screens import sit

HERE = {"German": "You", "Soviet": "A friend here"}


def file(phase: str, side: str, units: str, more: str = "") -> str:
    lines = [line.split("@") for line in units.split()]
    placed = [
        f'{id} = {{ at = "{place.split("+")[0]}", marks = {place.split("+")[1:]} }}'
        for id, place in lines
    ]
    head = f'game = "spi_kursk"\nside = "{side}"\nphase = "{phase}"\n[set]\nlenient = true\n{more}'
    return "\n".join([head, "[units]", *placed])


def news(mouse: Mouse) -> str:
    log = mouse.asks("/log", side="german")
    return " ".join(told["says"] for entry in log for told in entry["news"])


def pay(mouse: Mouse) -> str:
    """The first of the small menu that asks for a retreat or a step."""
    mouse.waits()
    expect(mouse.choices().first).to_be_visible()
    order = mouse.offered()[0]
    mouse.do(order)
    return order


def test_a_headquarters_chooses_its_mode(mouse: Mouse) -> None:
    mouse.begin("Kursk 1980", "July", **HERE)
    mouse.waits()
    expect(mouse.prompt).to_contain_text("Choose the modes")
    before = mouse.asks()["seq"]
    mouse.take("c48")
    mouse.button(f"Mode {mouse.called('c48')} assault")
    mouse.settled(before)
    stacks = mouse.scene["view"]["stacks"]
    marks = {seen["unit"]: seen.get("marks", []) for pile in stacks.values() for seen in pile}
    assert "assault" in marks["gd"] and "assault" in marks["c48"]


def test_guns_suppress_and_a_combat_is_paid_by_hexes_and_steps(mouse: Mouse) -> None:
    attackers = "gd@2240+mobile lah@2340+mobile dr@2340+mobile tot@2340+mobile"
    defenders = "gc22@2239+static gc23@2239+static at27@2239+static a6g@2236+static"
    sit(mouse, position=file("guns", "german", f"{attackers} {defenders}"))
    mouse.waits()
    mouse.send(["at27"], "2240")
    mouse.comes_true(lambda: "fires on" in news(mouse))
    mouse.do("end")
    mouse.waits()
    tag = mouse.map.locator("[data-column='2239']")  # its column, told as briefly as it goes
    expect(tag).to_have_text(re.compile(r"^[≤≥]?\d+(-\d+)?$"))
    expect(tag).to_have_class(re.compile("even"))
    mouse.do("attack 2239 with gd,lah,dr,tot")
    mouse.waits()
    assert mouse.actor == "soviet"  # 9.62: a hex at the most, and the table gives three or more
    assert pay(mouse).startswith("retreat")
    assert pay(mouse).startswith("lose")
    while "Step losses" in mouse.scene["heading"] and mouse.actor == "soviet":
        pay(mouse)
    mouse.waits()
    if "Retreat" in mouse.scene["heading"]:  # the attackers pay, too; they stand
        stand = mouse.page.get_by_role("button", name=re.compile("^Stand"))
        mouse.push(stand.last)
        mouse.comes_true(lambda: "Retreat" not in mouse.scene["heading"])
    said = news(mouse)
    assert "mechanized units -2" in said and "retreat to" in said and "loses a step" in said


def test_an_overrun(mouse: Mouse) -> None:
    units = "gd@2240+mobile r213@2239+static a7g@2236+static"
    sit(mouse, position=file("movement", "german", units))
    mouse.waits()
    mouse.send(["gd"], "2239")
    mouse.comes_true(lambda: "fought at" in news(mouse))
    mouse.waits()
    while "Movement" not in mouse.scene["heading"]:  # two columns to the left, and both may pay
        pay(mouse)
        mouse.waits()
    said = news(mouse)
    assert "overrun of" in said and "shift -" in said
    assert (mouse.hex_of("gd") == "2239") == ("advance to" in said)


def test_a_reserve_is_activated_for_a_point(mouse: Mouse) -> None:
    units = "a5gt@3433+static+reserve t18@3433+static"
    sit(mouse, position=file("activation", "soviet", units))
    mouse.waits()
    mouse.do("activate a5gt")
    mouse.comes_true(lambda: mouse.scene["view"]["tracks"]["victory points"]["soviet"] == 14)
