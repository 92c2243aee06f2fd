"""Looking back and thinking ahead, without a look at the docs."""

import re

from playwright.sync_api import expect

from tests.web import situations
from tests.web.player import Mouse
from tests.web.screens import sit

DEEP = situations.heading("Turn 3. Blue: Combat")


def third_turn(player: Mouse) -> None:
    """Blue is to fight in turn 3 of Skirmish; red is a bot."""
    text = situations.played("skirmish", "meeting", DEEP)
    sit(player, record=text, players={"blue": "human", "red": "greedy"})
    player.waits()


def test_go_back_two_turns_and_try_another_attack(mouse: Mouse) -> None:
    third_turn(mouse)
    before, game = mouse.scene["seq"], mouse.match
    mouse.button("Menu")
    mouse.button("Replay")
    replay = mouse.page.get_by_role("region", name="Replay")
    mouse.button("One turn back", replay)
    mouse.button("One turn back", replay)
    mouse.button("One turn back", replay)
    expect(replay).to_contain_text("Turn 1")
    mouse.button("One battle on", replay)
    mouse.button("One order back", replay)
    expect(replay).to_contain_text("Turn 1. Blue: Combat")
    mouse.button("Try from here", replay)
    mouse.button("Try it")
    expect(mouse.page.get_by_text("Trying out · not the game")).to_be_visible()
    expect(mouse.page).to_have_title(re.compile("^Trying out, not the game"))
    mouse.sits_down()
    expect(mouse.prompt).to_contain_text("not the game")
    attack = next(order for order in mouse.offered() if order.startswith("attack"))
    mouse.do(attack)
    mouse.button("Compare")
    compared = mouse.page.get_by_role("table").filter(has_text="Happened")
    expect(compared).to_contain_text("Blue steps lost")
    mouse.pick(mouse.page.get_by_role("radio", name="What happened"))
    expect(mouse.prompt).to_contain_text("Turn 1.")
    mouse.pick(mouse.page.get_by_role("radio", name="Both"))
    mouse.button("Back to the game")
    mouse.sits_down()
    assert (mouse.match, mouse.scene["seq"]) == (game, before)
    expect(mouse.page.get_by_text("not the game")).to_have_count(0)


def test_orders_of_a_try_are_taken_over_into_the_game(mouse: Mouse) -> None:
    third_turn(mouse)
    game, seq = mouse.match, mouse.scene["seq"]
    attack = next(order for order in mouse.offered() if order.startswith("attack"))
    mouse.button("Menu")
    mouse.button("Try things out")
    mouse.button("Try it")
    expect(mouse.page.get_by_text("Trying out · not the game")).to_be_visible()
    mouse.sits_down()
    mouse.do(attack)
    mouse.button(re.compile("^Take \\d+ orders? over$"))
    planned = mouse.page.get_by_role("region", name="Planned orders")
    expect(planned).to_be_visible()
    mouse.sits_down()
    assert (mouse.match, mouse.scene["seq"]) == (game, seq)
    mouse.button("Give the first", planned)
    mouse.settled(seq)
    told = mouse.asks("/log", side="blue", after=str(seq))
    assert told[0]["order"] == attack


def test_a_hint_is_told_with_reasons_and_can_be_followed(mouse: Mouse) -> None:
    third_turn(mouse)
    mouse.page.keyboard.press("y")
    hint = mouse.page.get_by_role("region", name="A hint")
    expect(hint).to_contain_text("The bot greedy would")
    seq = mouse.scene["seq"]
    mouse.button("Do it", hint)
    mouse.settled(seq)
    expect(hint).to_have_count(0)


def test_units_in_danger_are_marked_and_listed(mouse: Mouse) -> None:
    text = situations.played("drive_on_kursk", "quick", situations.SECOND_TURN)
    sit(mouse, record=text, players={"german": "human", "soviet": "human"})
    mouse.lift_curtain("German")
    mouse.page.keyboard.press("x")
    listed = mouse.page.get_by_role("region", name="In danger")
    side = mouse.scene["side"]
    found = mouse.asks("/dangers", side=side)
    expect(listed).to_contain_text(f"In danger: {len(found) or 'nobody'}")
    expect(mouse.page.locator("[data-danger]")).to_have_count(len(found))


def test_statistics_tell_losses_and_points_with_tables(mouse: Mouse) -> None:
    text = situations.played("skirmish", "meeting", situations.never)
    sit(mouse, record=text)
    mouse.button("Statistics", mouse.page.get_by_role("dialog", name="The game is over"))
    account = mouse.asks("/account", side="blue")
    losses = mouse.page.get_by_role("table", name="Losses by turn")
    expect(losses.get_by_role("row")).to_have_count(len(account["turns"]) + 1)
    expect(mouse.page.get_by_role("heading", name="Luck")).to_be_visible()


def test_the_rulebook_is_searched_and_a_chip_opens_it(mouse: Mouse) -> None:
    third_turn(mouse)
    mouse.push(mouse.page.get_by_role("tab", name="Rules"))
    rules = mouse.page.get_by_role("group", name="The rules")
    expect(rules.get_by_text("In force: you decide")).to_be_visible()
    mouse.page.get_by_role("searchbox", name="Find in the rules").fill("river")
    expect(mouse.page.get_by_role("status").filter(has_text="rule")).to_be_visible()
    expect(rules.locator("mark").first).to_have_text(re.compile("river", re.I))
    mouse.push(mouse.page.get_by_role("tab", name="Now"))
    mouse.push(mouse.prompt.get_by_role("button", name=re.compile("^Rule ")))
    mouse.button("In the rulebook")
    expect(rules.locator("article:focus")).to_contain_text("§5.1")


def test_the_full_stop_ends_the_phase_and_the_title_tells_your_turn(mouse: Mouse) -> None:
    third_turn(mouse)
    expect(mouse.page).to_have_title(re.compile("^● Your turn"))
    seq = mouse.scene["seq"]
    mouse.page.keyboard.press(".")
    mouse.confirms(seq)
    mouse.settled(seq)


def test_the_calculator_reckons_any_battle(mouse: Mouse) -> None:
    third_turn(mouse)
    mouse.button("Menu")
    mouse.button("Battle calculator")
    odds = mouse.page.get_by_role("region", name="The odds")
    mouse.pick(mouse.page.get_by_role("radio", name="On an empty map"))
    mouse.page.get_by_role("combobox", name="Hex that is attacked").fill("0405")
    mouse.page.keyboard.press("Tab")
    while (out := mouse.page.get_by_role("button", name=re.compile("^Leave .* out$"))).count():
        out.first.click()
    mouse.page.get_by_role("combobox", name="Add an attacker").select_option("b5")
    mouse.page.get_by_role("combobox", name="Add a defender").select_option("r1")
    expect(odds.get_by_role("row", name="Attack 5")).to_be_visible()
    expect(odds.get_by_role("row", name="Defence 3")).to_be_visible()


def test_statistics_tell_the_turning_points_and_lead_there(mouse: Mouse) -> None:
    text = situations.played("skirmish", "meeting", situations.never)
    sit(mouse, record=text)
    mouse.button("Statistics", mouse.page.get_by_role("dialog", name="The game is over"))
    turning = mouse.page.get_by_role("region", name="Turning points")
    rows = turning.get_by_role("listitem")
    expect(rows.first).to_contain_text(re.compile(r"Turn \d+ · "))
    mouse.push(turning.get_by_role("button", name=re.compile("^Show")).first)
    expect(mouse.page.get_by_role("slider", name="Moment")).to_be_visible()
    expect(
        mouse.page.get_by_role("button", name=re.compile("a turning point")).first
    ).to_be_attached()
