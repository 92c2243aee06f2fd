"""A game that `kursk new` wrote is on the page as it is: nothing else had to be told of it."""

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from kursk.cli import making
from tests.server.conftest import Server
from tests.web.conftest import arrive, complain
from tests.web.player import Mouse
from tests.web.test_newcomer import likely


@pytest.fixture
def orel(tmp_path: Path) -> Iterator[Server]:
    """The server of a checkout with a new game in it; of the others only Skirmish is there."""
    others = shutil.ignore_patterns("*_kursk", "panzer_keil", "__pycache__")
    kursk = tmp_path / "src" / "kursk"
    shutil.copytree(making.ROOT / "src" / "kursk", kursk, symlinks=True, ignore=others)
    making.written("march_on_orel", "", tmp_path)
    (tmp_path / "data").mkdir()
    server = Server(tmp_path / "data", tmp_path / "src")
    server.start()
    yield server
    server.kill()


def test_a_new_game_is_played_on_the_page_to_its_end(browser: Browser, orel: Server) -> None:
    with arrive(browser, orel.url) as context:
        page = context.new_page()
        page.on("pageerror", complain)
        mouse, chance = Mouse(page), random.Random(43)
        mouse.begin("March on Orel", German="You", Soviet="Sergeant")
        expect(page.get_by_role("heading", level=1)).to_have_text("March on Orel")
        for _ in range(200):
            mouse.waits()
            if not mouse.actor:
                break
            mouse.do(likely(mouse, chance))
        over = page.get_by_role("dialog", name="The game is over")
        expect(over).to_contain_text(mouse.scene["view"]["result"].split(" (")[0])
