"""The first board ever, from `kursk play` in an empty folder to a map that is painted:
python -m bench.first [GAME…]. There is what an installation prepares, and nobody hesitates on the
start screen. Medians of several times; the load of the machine is told with them.
"""

import argparse
import os
import re
import shutil
import time
from statistics import median

import msgspec
from playwright.sync_api import Browser, sync_playwright

from bench.trip import served
from kursk import library

PAINTED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
PATIENCE = 120_000  # milliseconds


class First(msgspec.Struct):
    """Seconds since `kursk play` was called."""

    open: float  # it says so
    shelf: float  # the games can be chosen from
    board: float  # the board is painted


def first(browser: Browser, title: str) -> First:
    name = library.game(title).name.partition(":")[0].strip()
    play = re.compile(rf"^Play {re.escape(name)}(:|$)")  # a long name is cut at its colon
    began = time.perf_counter()
    with served() as url:
        opened = time.perf_counter() - began
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.set_default_timeout(PATIENCE)
        page.goto(url)
        page.get_by_role("button", name=play).click()
        shelf = time.perf_counter() - began
        page.get_by_role("button", name="Begin", exact=True).click()
        page.locator("[role=application][aria-busy=false]").wait_for()
        page.evaluate(PAINTED)
        board = time.perf_counter() - began
        page.close()
    return First(opened, shelf, board)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.first", description=__doc__)
    parser.add_argument("games", nargs="*", default=list(library.titles()))
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        print(f"{'seconds':24}{'open':>8}{'shelf':>8}{'board':>8}")
        for title in chosen.games:
            found = [msgspec.structs.astuple(first(browser, title)) for _ in range(chosen.rounds)]
            middle = [median(times) for times in zip(*found, strict=True)]
            print(f"{title:24}{''.join(f'{seconds:>8.1f}' for seconds in middle)}")
        browser.close()
    if hasattr(os, "getloadavg"):
        print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")


if __name__ == "__main__":
    main()
