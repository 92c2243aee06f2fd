"""Every screen of the page, and the way to it. `python -m tests.web.screens` takes their pictures.

With names of screens, only those: `python -m tests.web.screens board attack`.
"""

import io
import re
import sys
import tempfile
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect, sync_playwright

from kursk.library import titles
from tests.server.conftest import Server
from tests.web import situations
from tests.web.conftest import DESKTOP, PHONE, arrive, launch
from tests.web.player import Fingers, Mouse, Player

FOLDER = Path(__file__).parents[2] / "docs" / "screens"
DEVICES: tuple[tuple[dict[str, Any], str, type[Player]], ...] = (
    (DESKTOP, "", Mouse),
    (PHONE, "-phone", Fingers),
    ({**PHONE, "viewport": {"width": 844, "height": 390}}, "-phone-wide", Fingers),
)
LARGEST = 600_000  # bytes of a picture
GUESTS = count(1)  # nobody may have the name of another

Screen = Callable[[Player], None]
SCREENS: dict[str, Screen] = {}


def screen(way: Screen) -> Screen:
    SCREENS[way.__name__.replace("_", "-")] = way
    return way


def sit(player: Player, way: str = "", **wanted: Any) -> None:
    """Begin a match behind the scenes, and open it."""
    answer = player.page.request.post("/api/matches", data=wanted)
    assert answer.ok, answer.text()
    player.page.goto("about:blank")
    player.page.goto(f"/#/play/{answer.json()['id']}{way}")
    player.sits_down()


def tab(player: Player, name: str) -> None:
    player.push(player.page.get_by_role("tab", name=name))


def second_turn(player: Player, **seats: str) -> None:
    text = situations.played("drive_on_kursk", "quick", situations.SECOND_TURN)
    sit(player, record=text, players={"german": "human", "soviet": "greedy", **seats})


@screen
def start(player: Player) -> None:
    player.page.goto("/")
    expect(player.page.get_by_role("article")).to_have_count(len(titles()))
    player.page.wait_for_load_state("networkidle")


@screen
def new_game(player: Player) -> None:
    start(player)
    player.button(re.compile("^Play Drive on Kursk"))


@screen
def about(player: Player) -> None:
    start(player)
    player.button(re.compile("^About Drive on Kursk"))


@screen
def open_file(player: Player) -> None:
    start(player)
    player.button("Open a file")
    text = "Kursk record, format 1\ngame: skirmish\nscenario: meeting\n"
    player.page.get_by_role("textbox", name="Or paste it").fill(text)


@screen
def settings(player: Player) -> None:
    start(player)
    player.button("Settings")


@screen
def board(player: Player) -> None:
    """Movement, a panzer division in hand."""
    sit(player, record=situations.opening("move-fight"), players={"soviet": "greedy"})
    unit = player.scene["able"][0]
    for wish in ("gd", "gdpz", "1ss", "2ss"):
        if wish in player.scene["able"]:
            unit = wish
    player.take(unit)


@screen
def attack(player: Player) -> None:
    sit(player, record=situations.opening(), players={"soviet": "greedy"})
    player.press("4116")
    expect(player.attack).to_be_visible()


@screen
def battle(player: Player) -> None:
    """The last choice before the die, with the odds of each."""
    attack(player)
    player.button("Attack 4116")
    player.page.get_by_role("button", name=re.compile("^Commit the Luftwaffe")).wait_for()


@screen
def contrast(player: Player) -> None:
    """High contrast."""
    prefer(player, speed="fast", contrast=True)
    attack(player)


@screen
def why_not(player: Player) -> None:
    sit(player, game="skirmish", players={"red": "random"})
    player.do("press")
    player.plays_on(until=lambda: player.scene["view"]["phase"] == "Movement")
    player.take("b5")
    player.press("0808")
    expect(player.why).to_be_visible()


@screen
def sealed_choice(player: Player) -> None:
    text = situations.played("battle_for_kursk", "short", situations.POSTURES)
    sit(player, record=text, players={"russian": "human", "german": "greedy"})
    player.choices().first.wait_for()


@screen
def curtain(player: Player) -> None:
    sit(player, game="skirmish")
    expect(player.curtain).to_be_visible()


@screen
def deployment(player: Player) -> None:
    sit(player, game="drive_on_kursk", scenario="historical", players={"soviet": "greedy"})
    player.page.get_by_role("region", name="Deployment").wait_for()


@screen
def log(player: Player) -> None:
    second_turn(player)
    tab(player, "Log")


@screen
def charts(player: Player) -> None:
    second_turn(player)
    tab(player, "Rules")
    player.pick(player.page.get_by_role("radio", name="Charts"))
    player.page.get_by_role("heading", name="Turn record").wait_for()


@screen
def rulebook(player: Player) -> None:
    second_turn(player)
    tab(player, "Rules")
    player.page.get_by_role("searchbox", name="Find in the rules").fill("supply")
    expect(player.page.get_by_role("article").first).to_be_visible()


def from_menu(player: Player, name: str) -> None:
    player.button("Menu")
    player.button(name, player.page.get_by_role("navigation", name="Menu"))


@screen
def trying(player: Player) -> None:
    """A try beside the game, with a hint and whoever is in danger."""
    second_turn(player)
    player.waits()
    from_menu(player, "Try things out")
    player.button("Try it")
    expect(player.page.get_by_text("Trying out · not the game")).to_be_visible()
    player.sits_down()
    from_menu(player, "What would you do?")
    player.page.get_by_role("region", name="A hint").wait_for()
    player.page.keyboard.press("x")
    player.page.get_by_role("region", name="In danger").wait_for()
    player.button("Compare")
    player.page.get_by_role("columnheader", name="Happened").wait_for()


@screen
def statistics(player: Player) -> None:
    text = situations.played("skirmish", "meeting", situations.never)
    sit(player, record=text)
    player.button("Statistics", player.page.get_by_role("dialog", name="The game is over"))
    player.page.get_by_role("heading", name="Luck").wait_for()


@screen
def calculator(player: Player) -> None:
    second_turn(player)
    player.waits()
    from_menu(player, "Battle calculator")
    odds = player.page.get_by_role("region", name="The odds")
    expect(odds).to_be_visible()


@screen
def forces(player: Player) -> None:
    second_turn(player)
    tab(player, "Forces")


@screen
def zones(player: Player) -> None:
    """Overlays, and a hex looked at."""
    text = situations.played("battle_for_kursk", "short", situations.RUSSIAN_MOVES)
    sit(player, record=text, players={"russian": "human", "german": "greedy"})
    if isinstance(player, Fingers):
        player.button("What the map shows")
    player.button(re.compile("^Enemy zones"))


@screen
def replay(player: Player) -> None:
    second_turn(player)
    player.button("Menu")
    player.button("Replay")
    slider = player.page.get_by_role("slider", name="Moment")
    slider.wait_for()
    player.button("One order back")


@screen
def menu(player: Player) -> None:
    second_turn(player)
    player.button("Menu")


@screen
def keys(player: Player) -> None:
    menu(player)
    player.button("Keys")


@screen
def lesson(player: Player) -> None:
    start(player)
    player.button(re.compile("Learn by playing.+ten minutes"))
    player.page.get_by_role("complementary", name="The guide").wait_for()
    player.sits_down()


def prefer(player: Player, **kept: object) -> None:
    """Settings, as somebody would have left them."""
    player.page.goto("/")
    player.page.evaluate(
        "kept => localStorage.setItem('kursk.settings', JSON.stringify(kept))", kept
    )


@screen
def their_turn(player: Player) -> None:
    """The other side's turn is shown, and waits after its first move."""
    prefer(player, speed="slow")
    text = situations.played("drive_on_kursk", "quick", situations.LAST_PHASE)
    sit(player, record=text, players={"german": "human", "soviet": "greedy"})
    player.settle("end")
    player.button("Pause")
    expect(player.prompt).to_contain_text("The Soviet moves.")
    player.button("Step")
    player.page.get_by_role("region", name="The other side’s turn").locator("li.now").wait_for()


@screen
def digest(player: Player) -> None:
    text = situations.played("drive_on_kursk", "quick", situations.THEIRS_IS_DONE)
    sit(player, record=text, players={"german": "human", "soviet": "greedy"})
    player.digest.wait_for()


@screen
def overview(player: Player) -> None:
    """The whole map: the front, discs of strength, the chief places."""
    second_turn(player)
    player.waits()
    player.button("Show the whole map")
    player.map.locator("[data-disc]").first.wait_for(state="attached")


@screen
def sign_in(player: Player) -> None:
    start(player)
    player.button("Sign in")
    player.page.get_by_role("dialog", name="You").wait_for()


@screen
def account(player: Player) -> None:
    """Signed in: mail, password, one's data."""
    sign_in(player)
    dialog = player.page.get_by_role("dialog", name="You")
    dialog.get_by_text("New account").click()
    name = f"Anna {next(GUESTS)}"
    dialog.get_by_label("Name").fill(name)
    dialog.get_by_label("Password").fill("correct horse")
    dialog.get_by_label("Password").press("Enter")
    player.page.get_by_role("dialog", name=name).wait_for()


@screen
def delete_data(player: Player) -> None:
    account(player)
    player.button("Delete my data…")
    player.page.get_by_role("dialog", name="Delete all that is yours?").wait_for()


@screen
def standing(player: Player) -> None:
    """A small question, and how not to be asked it again."""
    battle(player)
    player.page.get_by_text("Do not ask me again").click()


@screen
def game_over(player: Player) -> None:
    text = situations.played("skirmish", "meeting", situations.never)
    sit(player, record=text)
    player.page.get_by_role("dialog", name="The game is over").wait_for()


# -- pictures -------------------------------------------------------------------------------


def smaller(picture: bytes) -> bytes:
    """The same with a palette, where Pillow is there to make one."""
    try:
        from PIL import Image
    except ImportError:
        return picture
    for colours in (256, 128, 64):
        out = io.BytesIO()
        image = Image.open(io.BytesIO(picture)).convert("RGB")
        image.quantize(colours, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
        if out.tell() < LARGEST:
            break
    return out.getvalue()


def take(page: Page, file: Path) -> None:
    page.evaluate("() => document.fonts.ready")
    page.wait_for_load_state("networkidle") if "play" not in page.url else None
    page.wait_for_timeout(1500)  # the small map comes after the large one
    file.write_bytes(smaller(page.screenshot(animations="disabled")))


def main(names: list[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = playwright.chromium.launch(**launch(playwright))
        for scheme in ("light", "dark"):
            for device, kind, hand in DEVICES:
                for name in names or SCREENS:
                    context = arrive(browser, server.url, device, scheme)
                    player = hand(context.new_page())
                    try:
                        SCREENS[name](player)
                    except Exception as error:
                        print(f"{name}{kind}-{scheme}: {error}", file=sys.stderr)
                    take(player.page, FOLDER / f"{name}{kind}-{scheme}.png")
                    context.close()
        browser.close()
        server.kill()


if __name__ == "__main__":
    main(sys.argv[1:])
