"""Two people far apart, each with a browser of his own, and one who watches."""

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from kursk import library
from tests.web.conftest import PHONE, Visit
from tests.web.player import Mouse


def invites(page: Page, game: str, side: str = "") -> str:
    """Begin a game against a friend by link; the link."""
    page.goto("/")
    page.get_by_role("button", name=re.compile(f"^Play {game}( anew)?$")).click()
    form = page.get_by_role("dialog", name=game)
    if side:
        form.get_by_role("radio", name=re.compile(f"^{side}")).check(force=True)
    form.get_by_role("radio", name=re.compile("^A friend by link")).check(force=True)
    form.get_by_role("textbox", name="Your name").fill("Anna")
    form.get_by_role("button", name="Begin").click()
    seats = page.get_by_role("dialog", name="Seats and links")
    link = seats.get_by_role("textbox", name=re.compile("^Play ")).input_value()
    expect(seats.get_by_role("button", name="Copy")).to_be_focused()
    expect(seats.get_by_role("img")).to_be_visible()  # the code to scan
    seats.get_by_role("button", name="Done").click()
    return link


def joins(page: Page, link: str, name: str) -> None:
    page.goto(link)
    page.get_by_role("textbox", name="Your name").fill(name)
    assert "join" not in page.url, "the secret leaves the address at once"
    page.get_by_role("button", name=re.compile("^(Sit down|Watch)")).click()
    expect(page.get_by_role("application")).to_have_attribute("aria-busy", "false")


def api(page: Page, path: str, **query: Any) -> Any:
    id = page.url.split("/play/")[1].split("/")[0]
    return page.request.get(f"/api/matches/{id}{path}", params=query).json()


def seq(page: Page) -> int:
    return int(page.locator(".screen").get_attribute("data-seq") or 0)


def orders(page: Page) -> list[str]:
    """Orders open to whoever sits here, if he is asked."""
    side = page.locator(".screen").get_attribute("data-side") or ""
    scene = api(page, "", side=side)
    if not scene["deciding"]:
        return []
    offered = scene["choices"] or scene["words"]
    for unit in scene["able"][:1] if not offered else []:
        offered = api(page, "/orders", side=side, about=unit)
    return list(offered)


def types(page: Page, order: str) -> None:
    box = page.get_by_role("textbox", name="Type an order")
    box.fill(order)
    box.press("Enter")


def order_for(page: Page, given: int) -> str:
    """What somebody orders who wants to see the turn end: first what is offered first, twice,
    then whatever ends a phase."""
    offered = orders(page)
    side = page.locator(".screen").get_attribute("data-side") or ""
    words = api(page, "", side=side)["words"]
    quick = next((word for word in ("end", "auto") if word in words), "")
    return quick if quick and given >= FIRST else offered[0]


def turn(page: Page) -> int:
    return int(
        api(page, "", side=page.locator(".screen").get_attribute("data-side"))["view"]["turn"]
    )


def at_least(page: Page, order: int) -> None:
    """The page has come as far as an order, or farther."""
    page.wait_for_function(
        "order => Number(document.querySelector('.screen').dataset.seq) >= order", arg=order
    )


FIRST = 2  # orders that somebody gives before he ends his phases
MOST = 80  # orders of a turn


@pytest.mark.parametrize("title", library.titles())
def test_two_play_a_turn_by_link_and_see_each_others_orders(
    visit: Visit, title: str, request: pytest.FixtureRequest
) -> None:
    """Each order is typed by whoever is asked, and appears at the other's; halfway one of them is
    cut off while the other plays on, and comes back to where the game is."""
    anna, marta = visit(), visit()
    name = library.game(title).name
    joins(marta, invites(anna, name if len(name) <= 24 else name.split(":")[0]), "Marta")
    given, waits, first, missed = {anna: 0, marta: 0}, [], turn(anna), 0
    while turn(anna) == first:
        here, there = (anna, marta) if orders(anna) else (marta, anna)
        before, cut = seq(here), not missed and min(given.values()) > 0
        if cut:
            there.context.set_offline(True)
        types(here, order_for(here, given[here]))
        at_least(here, before + 1)
        begun = time.perf_counter()
        if cut:
            missed = seq(here) - before
            there.context.set_offline(False)
        at_least(there, seq(here))
        if not cut:
            waits.append(time.perf_counter() - begun)
        given[here] += 1
        assert sum(given.values()) < MOST
    assert min(given.values()) > 0 and missed
    told = "seconds until the other page had an order, at most", f"{max(waits):.2f}"
    request.node.user_properties.append(told)
    for page in (anna, marta):
        told = api(page, "", side=page.locator(".screen").get_attribute("data-side"))
        at_least(page, told["seq"])
        shown = page.locator(".screen")
        expect(shown).to_have_attribute("data-seq", str(told["seq"]))
    assert api(anna, "/people")["seats"][1]["there"]


NOTED = """
window.noted = []
window.away = false
Object.defineProperty(document, 'hidden', { get: () => window.away })
window.Notification = class {
  static permission = 'granted'
  static requestPermission = async () => 'granted'
  constructor(title, about) { window.noted.push([title, about.body]) }
}
"""


def test_who_looks_elsewhere_is_told_once_a_turn_by_the_browser(visit: Visit) -> None:
    anna, marta = visit(), visit()
    anna.add_init_script(NOTED)
    joins(marta, invites(anna, "Skirmish"), "Marta")
    anna.get_by_role("button", name="Chat").click()
    anna.get_by_role("checkbox", name="Tell me when it is my turn").check()
    anna.get_by_role("button", name="Close the chat").click()
    types(anna, "hold")
    at_least(anna, 1)
    assert anna.evaluate("noted") == [], "who looks at it sees it"
    anna.evaluate("away = true")
    types(marta, "hold")
    at_least(marta, 2)
    while api(anna, "", side="blue")["view"]["actor"] != "blue":
        before = seq(marta)
        types(marta, "end")
        at_least(marta, before + 1)
    anna.wait_for_function("noted.length")
    told = anna.evaluate("noted")
    assert len(told) == 1 and told[0][0] == "Your turn: Skirmish"
    assert told[0][1].startswith("Turn 1.")
    expect(anna).to_have_title(re.compile("Your turn"))
    before = seq(anna)
    types(anna, "end")  # he decides again, in the same turn
    at_least(anna, before + 1)
    assert len(anna.evaluate("noted")) == 1


def test_talk_watch_take_back_and_once_more(visit: Visit) -> None:
    anna, marta, jonas = visit(), visit(), visit(PHONE)
    joins(marta, invites(anna, "Skirmish"), "Marta")
    expect(anna.get_by_role("list", name="Players")).to_contain_text("Marta")
    expect(anna.get_by_role("list", name="Players")).to_contain_text("there")

    anna.get_by_role("button", name="Menu").click()
    anna.get_by_role("button", name="Seats and links").click()
    seats = anna.get_by_role("dialog", name="Seats and links")
    watch = seats.get_by_role("region", name="Watch")
    watch.get_by_role("button", name="Make a link").click()
    link = watch.get_by_role("textbox", name="Watch").input_value()
    seats.get_by_role("button", name="Done").click()
    joins(jonas, link, "Jonas")
    expect(anna.get_by_role("button", name=re.compile("^1 watches"))).to_be_visible()
    expect(jonas.get_by_role("button", name="Chat")).to_have_count(0)

    anna.get_by_role("button", name="Chat").click()
    anna.get_by_role("textbox", name="Write to Marta").fill("I come by 0404.")
    anna.get_by_role("button", name="Send").click()
    expect(anna.get_by_role("log")).to_contain_text("I come by 0404.")
    anna.get_by_role("button", name="Close the chat").click()
    marta.get_by_role("button", name="Chat, 1 new").click()
    expect(marta.get_by_role("log")).to_contain_text("I come by")
    marta.get_by_role("log").get_by_role("button", name="0404").click()
    marta.get_by_role("button", name="Close the chat").click()

    types(anna, "press")
    expect(marta.locator(".screen")).to_have_attribute("data-seq", "1")
    types(marta, "press")  # and a die
    expect(anna.locator(".screen")).to_have_attribute("data-seq", "3")
    marta.get_by_role("button", name="Menu").click()
    marta.get_by_role("button", name="Ask to take back").click()
    marta.get_by_role("button", name="Ask Anna").click()
    bar = anna.get_by_role("region", name="A request to take back")
    expect(bar).to_contain_text("Marta asks to take back an order")
    expect(bar).to_contain_text("A die was rolled since")
    bar.get_by_role("button", name="Allow").click()
    for page in (anna, marta, jonas):
        expect(page.locator(".screen")).to_have_attribute("data-seq", "5")
    expect(bar).to_have_count(0)

    marta.context.set_offline(True)
    types(marta, "hold")  # it cannot be given
    marta.context.set_offline(False)
    types(marta, "hold")
    expect(anna.locator(".screen")).to_have_attribute("data-seq", "6")
    expect(marta.locator(".screen")).to_have_attribute("data-seq", "6")

    Mouse(marta).button("Menu")
    marta.get_by_role("button", name="Give up").click()
    marta.get_by_role("dialog", name="Give the game up?").get_by_role(
        "button", name="Give up"
    ).click()
    old = anna.url
    anna.get_by_role("button", name="Again, sides exchanged").click()
    expect(anna).not_to_have_url(old)
    marta.get_by_role("button", name="To the rematch").click()
    expect(marta.locator(".screen")).to_have_attribute("data-side", "blue")
    expect(anna.locator(".screen")).to_have_attribute("data-side", "red")


def test_a_link_that_was_taken_back_says_so_and_a_second_guest_may_watch(visit: Visit) -> None:
    anna, marta, third = visit(), visit(), visit()
    link = invites(anna, "Skirmish")
    joins(marta, link, "Marta")
    third.goto(link)
    expect(third.get_by_text("Somebody sits there already.")).to_be_visible()
    third.get_by_role("button", name="Watch").click()
    expect(third.get_by_role("application")).to_have_attribute("aria-busy", "false")
    anna.get_by_role("button", name=re.compile("^1 watches")).click()
    seats = anna.get_by_role("dialog", name="Seats and links")
    seats.get_by_role("button", name="Free the seat").click()
    anna.get_by_role("button", name="Free it").click()
    expect(seats.get_by_text("Waits for a friend")).to_be_visible()
    third.goto("/")
    third.goto(link)
    expect(third.get_by_text("This link was taken back. Ask for a new one.")).to_be_visible()


def test_a_link_that_leads_nowhere_leads_to_the_start(visit: Visit) -> None:
    page = visit()
    page.goto("/#/join/" + "x" * 22)
    expect(page.get_by_role("heading", name="This link leads nowhere")).to_be_visible()
    page.get_by_role("link", name="To the start").click()
    expect(page.get_by_role("heading", name="Games", exact=True)).to_be_visible()
