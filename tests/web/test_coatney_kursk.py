"""Kursk, corps and armies, on the page: attacks that oblige, No Retreat!, a breakthrough."""

from playwright.sync_api import expect

from tests.web.player import Mouse
from tests.web.screens import sit

FRIENDS = {"German": "You", "Russian": "A friend here"}
NORTH = """
game = "coatney_kursk"
side = "german"
phase = "allocation"
[units]
pk47 = { at = "I7" }
pk46 = { at = "I6" }
a13 = { at = "J8" }
a70 = { at = "J7" }
"""
WEDGE = """
game = "coatney_kursk"
map = "blank"
side = "german"
phase = "allocation"
[set]
wedges = { pk47 = "J8" }
[units]
pk47 = { at = "I7" }
tiger505 = { at = "I7" }
tc9 = { at = "J8" }
tc19 = { at = "L8" }
"""


def test_an_attack_obliges_to_another_and_a_pressed_one_meets_no_retreat(mouse: Mouse) -> None:
    sit(mouse, position=NORTH)
    mouse.waits()
    mouse.do("attack J8 with pk47")
    assert mouse.scene["view"]["prompt"].startswith("Attack J7 as well")
    assert "end" not in mouse.offered()
    mouse.do("attack J7 with pk46")
    mouse.do("end")
    mouse.waits()
    mouse.do("press J8")
    mouse.waits()
    expect(mouse.prompt).to_contain_text("No Retreat! orders")
    odds = mouse.page.get_by_role("tabpanel", name="Now")
    expect(odds).to_contain_text("Pressed: 4 to 6 are read in 1:1, 1 to 3 in 1:3")
    mouse.do("stand a13")
    mouse.waits()
    told = [news["says"] for entry in mouse.asks("/log", side="german") for news in entry["news"]]
    assert any("pressed" in says for says in told)
    assert "No Retreat! for 13th Army." in told


def test_a_panzerkeil_breaks_through(mouse: Mouse) -> None:
    sit(mouse, position=WEDGE)
    mouse.waits()
    mouse.do("attack J8 with pk47,tiger505")
    mouse.do("end")
    mouse.waits()
    mouse.do("resolve J8")
    mouse.waits()
    mouse.do("advance pk47 J8 K8")
    mouse.waits()
    mouse.do("advance tiger505 J8 K8")
    mouse.waits()
    mouse.do("stay")
    mouse.waits()
    expect(mouse.prompt).to_contain_text("attack once more")
    mouse.do("attack L8 with pk47,tiger505")
    mouse.waits()
    gone = {seen["unit"] for seen in mouse.asks(side="german")["view"]["boxes"]["eliminated"]}
    assert gone == {"tc9", "tc19"}


def test_the_free_set_up_goes_back_and_forth(mouse: Mouse) -> None:
    mouse.begin("Kursk: Corps and Armies", "Free", **FRIENDS)
    mouse.waits()
    mouse.do("end")
    mouse.waits()
    assert mouse.scene["able"] == ["ss2"]
    card = mouse.page.get_by_role("region", name="Free set-up")
    mouse.button("II SS Panzerkorps", card)
    mouse.aim("I7")
    mouse.press("I7")
    mouse.comes_true(lambda: mouse.actor == "russian")
    mouse.waits()
    assert set(mouse.scene["able"]) == {"gta3", "ta1", "gta5"}
    mouse.do("auto")
    mouse.waits()
    assert mouse.scene["able"] == ["pk48"] and mouse.hex_of("ss2") == "I7"
