"""The server dies and comes back: the page says so, goes on, and nothing is lost."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.server.conftest import Server
from tests.web.conftest import arrive
from tests.web.player import Mouse


@pytest.fixture
def mortal(tmp_path: Path) -> Server:
    server = Server(tmp_path)
    server.start()
    return server


def test_the_server_stops_though_a_page_is_open(browser: Browser, mortal: Server) -> None:
    context = arrive(browser, mortal.url)
    player = Mouse(context.new_page())
    player.begin("Skirmish", Blue="You", Red="A friend here")
    assert mortal.process
    mortal.process.terminate()
    mortal.process.wait(timeout=15)  # it does not wait until the page is closed
    player.lift_curtain("Blue")
    expect(player.prompt.get_by_text("The connection is lost")).to_be_visible()
    mortal.start()
    expect(player.prompt.get_by_text("The connection is lost")).to_be_hidden()
    context.close()
    mortal.kill()


def test_a_game_goes_on_after_the_server_was_killed(browser: Browser, mortal: Server) -> None:
    context = arrive(browser, mortal.url)
    player = Mouse(context.new_page())
    player.begin("Skirmish", Blue="You", Red="A friend here")
    player.lift_curtain("Blue")
    player.do("press")
    player.lift_curtain("Red")
    mortal.kill()
    expect(player.prompt.get_by_text("The connection is lost")).to_be_visible()
    mortal.start()
    expect(player.prompt.get_by_text("The connection is lost")).to_be_hidden()
    player.do("hold")  # the page that was open plays on
    player.waits()
    moved = player.offered("b5" if player.actor == "blue" else "r5")[0]
    player.do(moved)
    mortal.kill()
    mortal.start()
    player.page.reload()  # and so does one that comes anew
    player.waits()
    assert player.hex_of(moved.split()[1]) == moved.split()[-1]
    expect(player.page.get_by_role("button", name=re.compile("^Undo: "))).to_be_enabled()
    player.page.goto("/")
    expect(player.page.get_by_role("link", name="Continue Skirmish", exact=True)).to_be_visible()
    context.close()
    mortal.kill()


def test_a_game_whose_log_cannot_be_followed_is_shown_up_to_there(
    browser: Browser, mortal: Server
) -> None:
    context = arrive(browser, mortal.url)
    player = Mouse(context.new_page())
    player.begin("Skirmish", Blue="You", Red="A friend here")
    for side, choice in (("Blue", "press"), ("Red", "hold")):
        player.lift_curtain(side)
        player.do(choice)
    mortal.kill()
    with closing(sqlite3.connect(mortal.folder / "kursk.db")) as database:
        database.execute("UPDATE orders SET \"order\" = 'march' WHERE seq = 2")
        database.commit()
    mortal.start()
    player.page.reload()
    player.lift_curtain("Red")  # whose choice it was that is not understood any more
    expect(player.prompt).to_contain_text("This game stops here.")
    expect(player.prompt).to_contain_text(
        "The game can be followed up to order 1. Order 2, “march”, cannot: "
    )
    expect(player.page.get_by_role("button", name=re.compile("^Undo( |:)")).first).to_be_disabled()
    context.close()
    mortal.kill()
