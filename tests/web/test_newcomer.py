"""Somebody who has never seen the page plays: with the mouse, small game first, to its end."""

import random
import re

from playwright.sync_api import expect

from tests.web.player import Mouse, Player


def test_a_game_begins_in_two_clicks(mouse: Mouse) -> None:
    mouse.page.goto("/")
    mouse.button("Play Skirmish")
    mouse.button("Begin")
    mouse.sits_down()
    expect(mouse.page.get_by_role("heading", level=1)).to_have_text("Skirmish")
    expect(mouse.page.get_by_text("will not see what you choose")).to_be_visible()


def test_skirmish_is_played_to_its_end_against_a_bot(mouse: Mouse) -> None:
    mouse.begin("Skirmish", Blue="You", Red="Random bot")
    chance = random.Random(43)
    for _ in range(400):
        mouse.waits()
        if not mouse.actor:
            break
        mouse.do(likely(mouse, chance))
    over = mouse.page.get_by_role("dialog", name="The game is over")
    expect(over).to_contain_text(mouse.scene["view"]["result"].split(" (")[0])
    mouse.button("Replay", over)
    expect(mouse.page.get_by_role("slider", name="Moment")).to_be_visible()


def likely(player: Player, chance: random.Random) -> str:
    """What somebody in a hurry would do: fight where he can, move two units, then go on."""
    scene = player.scene
    orders: list[str] = player.offered()
    attacks = [order for order in orders if order.startswith("attack ")]
    if attacks:
        return chance.choice(attacks)
    if "end" in orders and (chance.random() < 0.4 or not scene["able"]):
        return "end"
    if not orders or "end" in orders:
        moves = player.offered(chance.choice(scene["able"])) if scene["able"] else []
        return chance.choice(moves or ["end"])
    return chance.choice(orders)


def test_the_lesson_helps_whoever_chose_otherwise(mouse: Mouse) -> None:
    mouse.page.goto("/")
    mouse.button(re.compile("^First turn of Drive on Kursk"))
    guide = mouse.page.get_by_role("complementary", name="The guide")
    mouse.button("Go on")
    mouse.sits_down()
    mouse.do("plan move-fight")
    expect(guide).to_contain_text("You chose otherwise")
    mouse.undo()
    mouse.choices().first.wait_for()
    mouse.do("plan fight-move")
    expect(guide).to_contain_text("Attack 2411")


def test_the_lesson_leads_through_a_first_turn(mouse: Mouse) -> None:
    mouse.page.goto("/")
    mouse.button(re.compile("^Learn by playing A guided"))
    guide = mouse.page.get_by_role("complementary", name="The guide")
    expect(guide).to_contain_text("1 of 9")
    mouse.button("Go on")
    expect(guide).to_contain_text("sealed choice")
    mouse.sits_down()
    mouse.do("press")
    expect(guide).to_contain_text("Move to the bridge")
    mouse.waits()
    mouse.send(["b2"], "0405")
    expect(guide).to_contain_text("Bring the tanks up")
