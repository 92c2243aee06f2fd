"""The start screen: every game in sight, filters, your side in one click, your games."""

import re

from playwright.sync_api import expect

from tests.web.player import Mouse


def test_games_are_found_by_length_and_weight(mouse: Mouse) -> None:
    page = mouse.page
    page.goto("/")
    shelf = page.get_by_role("region", name="Games", exact=True)
    expect(shelf.get_by_role("article")).to_have_count(6)
    mouse.pick(page.get_by_role("group", name="Weight").get_by_role("radio", name="Light"))
    expect(shelf.get_by_role("heading")).to_have_text(["Battle for Kursk", "Skirmish"])
    expect(page.get_by_role("status").filter(has_text="2 of 6 shown")).to_be_visible()
    mouse.pick(page.get_by_role("group", name="Length").get_by_role("radio", name="Up to 1 h"))
    expect(shelf.get_by_role("heading")).to_have_text(["Skirmish"])
    page.reload()  # the address keeps it
    expect(shelf.get_by_role("heading")).to_have_text(["Skirmish"])
    mouse.pick(page.get_by_role("group", name="Weight").get_by_role("radio", name="Heavy"))
    mouse.button("Show all")
    expect(shelf.get_by_role("article")).to_have_count(6)


def test_a_side_is_chosen_in_one_click_and_enter_begins(mouse: Mouse) -> None:
    page = mouse.page
    page.goto("/")
    mouse.button("Play Skirmish")
    form = page.get_by_role("dialog", name="Skirmish")
    expect(form.get_by_role("button", name="Begin")).to_be_focused()
    mouse.pick(form.get_by_role("radio", name=re.compile("^Red")))
    expect(form.get_by_role("status")).to_contain_text("You are the Red against the sergeant")
    page.keyboard.press("Enter")
    mouse.sits_down()
    page.goto("/")
    mine = page.get_by_role("region", name="Your games")
    expect(mine).to_contain_text("Red against the sergeant")
    mine.get_by_role("link", name="Continue Skirmish").click()
    mouse.sits_down()


def test_the_map_comes_while_one_makes_up_his_mind(mouse: Mouse) -> None:
    page = mouse.page
    page.goto("/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    with page.expect_response(re.compile("skirmish/map.svg.*layer=over")):
        mouse.button("Play Skirmish")
    mouse.button("Begin", page.get_by_role("dialog", name="Skirmish"))
    mouse.sits_down()
    assert len([url for url in asked if "layer=over" in url]) == 1, "and it comes once"


def test_two_at_one_screen_are_asked_which_game(mouse: Mouse) -> None:
    page = mouse.page
    page.goto("/")
    mouse.button("Two at one screen")
    mouse.button(re.compile("^Panzer Keil"), page.get_by_role("dialog", name="Two at one screen"))
    form = page.get_by_role("dialog", name="Panzer Keil")
    expect(form.get_by_role("radio", name=re.compile("^Both"))).to_be_checked()
    expect(form.get_by_role("radio", name=re.compile("^Sergeant"))).to_be_disabled()
    expect(form.get_by_role("status")).to_contain_text("Two people at this screen")


def test_your_games_are_renamed_and_deleted(mouse: Mouse) -> None:
    page = mouse.page
    page.goto("/")
    for _ in range(2):
        begun = {"game": "skirmish", "players": {"blue": "human", "red": "random"}}
        assert page.request.post("/api/matches", data=begun).ok
    page.reload()
    yours = page.get_by_role("region", name="Your games")
    expect(yours.get_by_role("listitem")).to_have_count(2)
    expect(yours.get_by_role("listitem").first).to_contain_text("Your turn")
    expect(yours.get_by_role("listitem").first).to_contain_text("Blue against the random")
    first = yours.get_by_role("listitem").first
    first.locator("summary").click()
    mouse.button("Rename", first)
    first.get_by_role("textbox", name="Name of the game").fill("The bridge")
    mouse.button("Save", first)
    expect(yours.get_by_role("heading", name="The bridge")).to_be_visible()
    bridge = yours.get_by_role("listitem").filter(has_text="The bridge")
    bridge.locator("summary").click()
    mouse.button("Delete", bridge)
    mouse.button("Delete it", page.get_by_role("dialog", name="Delete The bridge?"))
    expect(yours.get_by_role("listitem")).to_have_count(1)
    expect(yours.get_by_role("heading", name="The bridge")).to_be_hidden()


def test_options_are_called_as_people_write_them(mouse: Mouse) -> None:
    mouse.page.goto("/")
    mouse.button(re.compile("^Play Kursk 1980"))
    expect(mouse.page.get_by_role("combobox", name="SS integrity")).to_be_attached()
    mouse.button("Cancel")
    mouse.button(re.compile("^Play Panzer Keil"))
    expect(mouse.page.get_by_role("radio", name=re.compile("^Northern wall"))).to_be_attached()
