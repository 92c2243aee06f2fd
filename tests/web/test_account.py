"""Signing up, in and out; mail when it is one's turn; deleting one's data; a delay to watch."""

import re
import threading
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.conftest import Server
from tests.server.test_letters import Office
from tests.web.conftest import DESKTOP, PHONE, arrive
from tests.web.test_axe import AXE, violations

PASSWORD = "correct horse"


@pytest.fixture(scope="module")
def office() -> Iterator[Office]:
    with Office() as office:
        served = threading.Thread(target=office.serve_forever, args=(0.05,))
        served.start()
        yield office
        office.shutdown()
        served.join()


@pytest.fixture(scope="module")
def posted(office: Office, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that writes mail."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KURSK_SMTP", f"smtp://127.0.0.1:{office.server_address[1]}")
        patch.setenv("KURSK_MAIL", "kursk@example.org")
        server = Server(tmp_path_factory.mktemp("posted"))
        server.start()
    yield server
    server.kill()


@pytest.fixture(params=["desk", "phone"])
def page(request: pytest.FixtureRequest, browser: Browser, posted: Server) -> Iterator[Page]:
    context = arrive(browser, posted.url, PHONE if request.param == "phone" else DESKTOP)
    yield context.new_page()
    context.close()


def clean(page: Page) -> None:
    """axe finds nothing, in light colours and in dark ones."""
    if not AXE.exists():
        return
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        page.locator(f"html[data-theme={scheme}]").wait_for()
        assert violations(page) == []


def test_a_guest_makes_an_account_is_written_to_and_is_forgotten(
    page: Page, posted: Server, office: Office
) -> None:
    phone = bool(page.viewport_size and page.viewport_size["width"] < 500)
    name = "Anna by phone" if phone else "Anna at a desk"
    page.goto("/")
    begun = {"game": "skirmish", "players": {"blue": "human", "red": "random"}}
    assert page.request.post("/api/matches", data=begun).ok
    page.reload()
    page.get_by_role("button", name="Sign in").click()
    dialog = page.get_by_role("dialog", name="You")
    dialog.get_by_text("New account").click()
    expect(dialog).to_contain_text("Nobody needs an account to play")
    clean(page)
    dialog.get_by_label("Name").fill(name)  # and by the keyboard alone from here
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    mine = page.get_by_role("dialog", name=name)
    expect(mine).to_contain_text("One game")

    address = f"{name.split()[-1]}@example.org"
    mine.get_by_label("Mail address").fill(address)
    mine.get_by_role("button", name="Write to me").click()
    expect(mine).to_contain_text(f"A letter is on its way to {address}")
    mine.get_by_role("button", name="Change the password").click()
    clean(page)
    (key,) = re.findall(r"#/mail/[\w-]{22}", office.letters[-1].get_content())
    page.goto("about:blank")
    page.goto(f"/{key}")
    expect(page.get_by_role("heading", name="Is this address yours?")).to_be_visible()
    assert key not in page.url
    clean(page)
    page.get_by_role("button", name="It is mine").click()
    page.get_by_role("link", name="To the start").click()
    page.get_by_role("button", name=name).click()
    expect(mine).to_contain_text(f"Once a turn to {address}")

    mine.get_by_role("button", name="Sign out", exact=True).click()
    expect(dialog.get_by_role("status")).to_have_text("You are signed out.")
    dialog.get_by_label("Name").fill(name)
    dialog.get_by_label("Password").fill("wrong horse")
    dialog.get_by_role("button", name="Sign in").click()
    expect(dialog.get_by_role("alert")).to_have_text("The name or the password is wrong.")
    dialog.get_by_label("Password").fill(PASSWORD)
    dialog.get_by_role("button", name="Sign in").click()
    expect(mine).to_contain_text("One game")

    mine.get_by_role("button", name="Delete my data…").click()
    ask = page.get_by_role("dialog", name="Delete all that is yours?")
    clean(page)
    ask.get_by_role("button", name="Keep it").click()
    mine.get_by_role("button", name="Delete my data…").click()
    ask.get_by_label("Your password").fill(PASSWORD)
    ask.get_by_role("button", name="Delete it").click()
    expect(dialog.get_by_role("status")).to_have_text("Your data are deleted.")
    dialog.get_by_role("button", name="Done").click()
    expect(page.get_by_role("region", name="Your games")).to_have_count(0)
    assert page.request.get("/api/me").json()["name"] == ""


def test_the_host_lets_who_watches_see_it_later(page: Page) -> None:
    asked = {"game": "skirmish", "players": {"blue": "human", "red": "link"}}
    page.goto("/")
    id = page.request.post("/api/matches", data=asked).json()["id"]
    page.goto("about:blank")
    page.goto(f"/#/play/{id}/seats")
    seats = page.get_by_role("dialog", name="Seats and links")
    seats.get_by_label("They see it").select_option("10 minutes later")
    expect(seats.get_by_label("They see it")).to_have_value("10 minutes later")
    people = page.request.get(f"/api/matches/{id}/people?side=blue").json()
    assert people["delay"] == {"orders": 0, "minutes": 10}
    clean(page)
