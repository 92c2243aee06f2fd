"""A real browser at a real server: Debian's chromium, or the one that Playwright brought."""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect

from tests.server.conftest import Server
from tests.web.player import Fingers, Keyboard, Mouse

PATIENCE = 90_000  # milliseconds; a machine may be busy, and six maps may be drawn first
expect.set_options(timeout=PATIENCE)

QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

DESKTOP: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}


def browser_path(playwright: Playwright) -> str:
    """The system's chromium where there is one; else Playwright's own; else nothing."""
    system = shutil.which("chromium") or shutil.which("chromium-browser")
    own = playwright.chromium.executable_path
    return system or (own if Path(own).exists() else "")


def launch(playwright: Playwright) -> dict[str, Any]:
    return {"executable_path": browser_path(playwright), "args": QUIET}


@pytest.fixture(scope="session")
def browser_type_launch_args(playwright: Playwright) -> dict[str, Any]:
    if not browser_path(playwright):
        pytest.skip("no browser: install chromium, or run `playwright install chromium`")
    return launch(playwright)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("kursk"))
    server.start()
    yield server
    server.kill()


def arrive(
    browser: Browser, url: str, device: dict[str, Any] = DESKTOP, scheme: Any = "light"
) -> BrowserContext:
    """A visitor with a browser of his own; the other side's orders are shown at once."""
    context = browser.new_context(
        base_url=url, color_scheme=scheme, reduced_motion="reduce", **device
    )
    context.set_default_timeout(PATIENCE)
    settings = json.dumps({"speed": "fast"})
    context.add_init_script(
        "try { localStorage.getItem('kursk.settings') ?? "
        f"localStorage.setItem('kursk.settings', {settings!r}) }} catch {{}}"
    )
    return context


Visit = Callable[..., Page]


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Visit]:
    contexts: list[BrowserContext] = []

    def come(device: dict[str, Any] = DESKTOP, scheme: str = "light") -> Page:
        context = arrive(browser, server.url, device, scheme)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", complain)
        return page

    yield come
    for context in contexts:
        context.close()


def complain(error: Exception) -> None:
    raise AssertionError(f"the page broke: {getattr(error, 'stack', error)}")


@pytest.fixture
def mouse(visit: Visit) -> Mouse:
    return Mouse(visit())


@pytest.fixture
def keyboard(visit: Visit) -> Keyboard:
    return Keyboard(visit())


@pytest.fixture
def fingers(visit: Visit) -> Fingers:
    return Fingers(visit(PHONE))
