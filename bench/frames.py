"""How fluently the map is dragged and zoomed: python -m bench.frames [--phone] [GAME…]. Every game
begins with all its counters; the hand drags to and fro, then the wheel turns in and out. Without a
graphics card the browser paints by itself, so that a figure is a lower limit.
"""

import argparse
import math
import shutil
from typing import Any

import msgspec
from playwright.sync_api import Browser, Page, sync_playwright

from bench.trip import served
from kursk import library

PATIENCE = 120_000  # milliseconds
STROKES = 60
DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
WATCH = """() => {
  const times = (window.times = [])
  const tick = (now) => { times.push(now); window.ticking = requestAnimationFrame(tick) }
  requestAnimationFrame(tick)
}"""
STOP = "() => { cancelAnimationFrame(window.ticking); return window.times }"


class Fluency(msgspec.Struct):
    """Frames a second on average, and milliseconds of the slowest in twenty and of the worst."""

    rate: float
    slow: float
    worst: float


def fluency(times: list[float]) -> Fluency:
    gaps = sorted(b - a for a, b in zip(times, times[1:], strict=False))
    if not gaps:
        return Fluency(0.0, math.inf, math.inf)
    return Fluency(1000 * len(gaps) / sum(gaps), gaps[int(len(gaps) * 0.95)], gaps[-1])


def drag(page: Page, x: float, y: float, far: float) -> None:
    page.mouse.move(x, y)
    page.mouse.down()
    for n in range(STROKES):
        turn = 4 * math.pi * n / STROKES
        page.mouse.move(x + far * math.sin(turn), y + 0.6 * far * math.sin(turn / 2))
    page.mouse.up()


def zoom(page: Page, x: float, y: float, _: float) -> None:
    page.mouse.move(x, y)
    for n in range(STROKES):
        page.mouse.wheel(0, 60 if (n // 15) % 2 else -60)


def watched(
    browser: Browser, url: str, title: str, device: dict[str, Any]
) -> tuple[int, Fluency, Fluency]:
    """How many counters there are, and how the map follows a drag and the wheel."""
    page = browser.new_page(base_url=url, **device)
    page.set_default_timeout(PATIENCE)
    match = page.request.post("/api/matches", data={"game": title}).json()["id"]
    page.goto(f"/#/play/{match}")
    page.locator("[role=application][aria-busy=false]").wait_for()
    lift = page.get_by_role("dialog").get_by_role("button")  # games that seal a choice
    if lift.count():
        lift.first.click()
    scene = page.request.get(f"/api/matches/{match}").json()
    counters = sum(len(stack) for stack in scene["view"]["stacks"].values())
    page.wait_for_timeout(2000)  # the small map comes after the large one
    box = page.locator("[role=application]").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    found = []
    for gesture in (drag, zoom):
        page.evaluate(WATCH)
        gesture(page, x, y, min(260, box["width"] / 3))
        found.append(fluency(page.evaluate(STOP)))
        page.wait_for_timeout(500)
    page.close()
    return counters, found[0], found[1]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.frames", description=__doc__)
    parser.add_argument("games", nargs="*", default=list(library.titles()))
    parser.add_argument("--phone", action="store_true", help="on a phone, two pixels to a unit")
    chosen = parser.parse_args()
    with sync_playwright() as playwright, served() as url:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        print(f"{'':24}{'counters':>9}{'dragging':>33}{'zooming':>33}")
        print(f"{'':33}" + f"{'a second':>11}{'slow, ms':>11}{'worst':>11}" * 2)
        for title in chosen.games:
            device = PHONE if chosen.phone else DESK
            counters, dragged, zoomed = watched(browser, url, title, device)
            cells = (*msgspec.structs.astuple(dragged), *msgspec.structs.astuple(zoomed))
            print(f"{title:24}{counters:>9}" + "".join(f"{cell:>11.0f}" for cell in cells))
        browser.close()


if __name__ == "__main__":
    main()
