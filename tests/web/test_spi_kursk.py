"""Kursk 1980 on the page: modes, the Gun Segment, a combat paid two ways, an overrun, reserves."""

from playwright.sync_api import expect

from tests.web.player import Mouse

HERE = {"German": "You", "Soviet": "A friend here"}


def file(phase: str, side: str, units: str, more: str = "") -> str:
    lines = [line.split("@") for line in units.split()]
    placed = [
        f'{id} = {{ at = "{place.split("+")[0]}", marks = {place.split("+")[1:]} }}'
        for id, place in lines
    ]
    head = f'game = "spi_kursk"\nside = "{side}"\nphase = "{phase}"\n[set]\nlenient = true\n{more}'
    return "\n".join([head, "[units]", *placed])


def test_a_headquarters_chooses_its_mode(mouse: Mouse) -> None:
    mouse.begin("Kursk 1980", "July", **HERE)
    mouse.waits()
    expect(mouse.prompt).to_contain_text("Choose the modes")
    mouse.do("mode c48 assault")
    stacks = mouse.scene["view"]["stacks"]
    marks = {seen["unit"]: seen.get("marks", []) for pile in stacks.values() for seen in pile}
    assert "assault" in marks["gd"] and "assault" in marks["c48"]


def test_guns_suppress_and_a_combat_is_paid_by_hexes_and_steps(mouse: Mouse) -> None:
    units = "gd@2240+mobile gc22@2239+mobile at27@2239+mobile a6g@2236+mobile"
    mouse.open_file(file("guns", "german", units), **HERE)
    mouse.waits()
    mouse.do("suppress 2240 by at27")
    mouse.do("end")
    mouse.waits()
    mouse.do("attack 2239 with gd")
    mouse.plays_on(until=lambda: "Retreat" in mouse.scene["heading"], most=6)
    assert mouse.actor == "soviet"
    mouse.do(next(order for order in mouse.offered() if len(order.split()) == 3))
    mouse.plays_on(until=lambda: "Segment" in mouse.scene["heading"], most=12)
    log = [news["says"] for entry in mouse.asks("/log", side="german") for news in entry["news"]]
    assert any("retreat to" in says for says in log)


def test_an_overrun(mouse: Mouse) -> None:
    units = "gd@2240+mobile at27@2239+static a6g@2236+mobile"
    mouse.open_file(file("movement", "german", units), **HERE)
    mouse.waits()
    mouse.do("overrun gd 2239")
    mouse.comes_true(lambda: mouse.hex_of("gd") == "2239")


def test_a_reserve_is_activated_for_a_point(mouse: Mouse) -> None:
    units = "a5gt@3433+static+reserve t18@3433+static"
    mouse.open_file(file("activation", "soviet", units), **HERE)
    mouse.waits()
    mouse.do("activate a5gt")
    mouse.comes_true(lambda: mouse.scene["view"]["tracks"]["victory points"]["soviet"] == 14)
