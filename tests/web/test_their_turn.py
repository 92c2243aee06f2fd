"""The other side's turn is shown, not told afterwards; and it can be looked up later."""

import re

from playwright.sync_api import expect

from kursk import library
from kursk.core.flow import DICE
from tests.web import situations
from tests.web.player import Mouse
from tests.web.screens import sit, tab, their_turn


def test_it_is_shown_by_sector_one_move_after_the_other(mouse: Mouse) -> None:
    their_turn(mouse)
    page = mouse.page
    turn = page.get_by_role("region", name="The other side’s turn")
    expect(mouse.prompt).to_contain_text(re.compile(r"Sector \d of \d: .+ · move \d+ of \d+"))
    expect(turn.get_by_role("listitem").filter(has_text="→").first).to_be_visible()
    before = turn.locator("ul > li").count()
    mouse.page.keyboard.press("ArrowRight")  # a step is one move
    expect(turn.locator("ul > li")).to_have_count(before + 1)
    shafts = mouse.map.locator("path.way")
    expect(shafts.first).to_be_attached()  # ways stay
    page.keyboard.press("Escape")  # to the digest
    expect(turn).to_have_count(0)
    expect(mouse.digest).to_contain_text("Turn 1 · Soviet")
    expect(shafts.first).to_be_attached()  # thin, until one goes on
    mouse.button("Go on")
    expect(shafts).to_have_count(0)


def test_what_they_did_can_be_looked_up_after_one_went_on(mouse: Mouse) -> None:
    text = situations.played("drive_on_kursk", "quick", situations.THEIRS_IS_DONE)
    sit(mouse, record=text, players={"german": "human", "soviet": "greedy"})
    mouse.button("Go on")
    mouse.page.reload()  # days later
    mouse.sits_down()
    mouse.button("Go on")
    tab(mouse, "Log")
    mouse.button("Since your last turn")
    expect(mouse.digest).to_contain_text("Their battles")


def test_the_log_is_searched_and_a_line_shows_its_moment(mouse: Mouse) -> None:
    text = situations.played("drive_on_kursk", "quick", situations.THEIRS_IS_DONE)
    sit(mouse, record=text, players={"german": "human", "soviet": "greedy"})
    mouse.button("Go on")
    tab(mouse, "Log")
    panel = mouse.page.get_by_role("tabpanel", name="Log")
    told = [news.says for entry in library.load(text).log for news in entry.news]
    retreat = next(says for says in told if " retreats to " in says)
    panel.get_by_role("searchbox", name="Search the log").fill(retreat[-12:-1])
    line = panel.get_by_role("listitem").filter(has_text=retreat.split(" retreats")[0])
    expect(line.last).to_be_visible()
    says = line.last.get_by_text(retreat[:-6])
    says.click(position={"x": 20, "y": 8}, force=True)  # anywhere on the line
    expect(mouse.prompt).to_contain_text(retreat[:-1])
    expect(mouse.page.get_by_role("slider", name="Moment")).to_be_visible()


def test_battles_are_rows_the_newest_first(mouse: Mouse) -> None:
    text = situations.played("drive_on_kursk", "quick", situations.THEIRS_IS_DONE)
    sit(mouse, record=text, players={"german": "human", "soviet": "greedy"})
    mouse.button("Go on")
    tab(mouse, "Battles")
    rows = mouse.page.get_by_role("tabpanel", name="Battles").get_by_role(
        "button", name=re.compile(r"against .+, \d:\d die \d [A-Z]+")
    )
    log = library.load(text).log
    newest = max(n for n, entry in enumerate(log) if entry.order.startswith("attack "))
    roll = next(entry for entry in log[newest:] if entry.actor == DICE)
    die, _, result = roll.news[0].says.partition(",")[0].partition(": ")
    for told in (log[newest].order.split()[1], f"die{die}", result):
        expect(rows.first).to_contain_text(told)
