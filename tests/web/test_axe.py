"""axe finds nothing against any screen, light or dark, on a desk or in a hand."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route

from tests.web.conftest import DESKTOP, PHONE, Visit
from tests.web.player import Fingers, Mouse, Player
from tests.web.screens import SCREENS

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"

pytestmark = pytest.mark.skipif(not AXE.exists(), reason="axe-core is not here: npm ci in web/")


# The drawings are hidden from those whom axe speaks for. To paint a map takes longer than all that
# is looked at here, so an empty one of the same size comes in its place; and so for the pictures
# of the shelf, but on its own screen.
MAPS, PICTURES = re.compile(r"/map\.svg"), re.compile(r"/(map|card)\.svg")
EMPTY: dict[str, str] = {}


def empty(route: Route) -> None:
    url = route.request.url
    if url not in EMPTY:
        begins = re.match("<svg[^>]*>", route.fetch().text())
        assert begins, url
        EMPTY[url] = f"{begins[0]}</svg>"
    route.fulfill(body=EMPTY[url], content_type="image/svg+xml")


# Nor does axe look at the counters on the map: it would walk over every part of each.
LOOK = """async () => {
  const drawn = [...document.querySelectorAll('[role=application] svg')]
  const maps = drawn.filter((one) => !one.parentElement.closest('svg'))
  const empty = maps.map((map) => map.cloneNode(false))
  maps.forEach((map, n) => map.replaceWith(empty[n]))
  try {
    const context = {exclude: ['[role=application] svg']}
    return await axe.run(context, {resultTypes: ['violations']})
  } finally {
    empty.forEach((one, n) => one.replaceWith(maps[n]))
  }
}"""


def violations(page: Page) -> list[str]:
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    page.wait_for_function("() => document.getAnimations().every(a => a.playState != 'running')")
    found: dict[str, Any] = page.evaluate(LOOK)
    return [
        f"{fault['id']}: {node['target']} {node['failureSummary']}"
        for fault in found["violations"]
        for node in fault["nodes"]
    ]


@pytest.mark.parametrize("device", ["desk", "phone"])
@pytest.mark.parametrize("name", SCREENS)
def test_axe_finds_nothing(visit: Visit, name: str, device: str) -> None:
    player: Player = Fingers(visit(PHONE)) if device == "phone" else Mouse(visit(DESKTOP))
    player.page.route(MAPS if name == "start" else PICTURES, empty)
    SCREENS[name](player)
    assert violations(player.page) == [], "in light colours"
    player.page.emulate_media(color_scheme="dark")
    player.page.locator("html[data-theme=dark]").wait_for()
    assert violations(player.page) == [], "in dark colours"
    player.page.unroute_all(behavior="ignoreErrors")  # a picture may still be on its way
