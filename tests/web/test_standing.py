"""Questions that matter: an answer once for all, shown, stopped; battles withdrawn one by one."""

import re

from playwright.sync_api import expect

from tests.web import situations
from tests.web.player import Mouse, Player
from tests.web.screens import sit


def attack(player: Player, order: str) -> None:
    """Order an attack behind the scenes: the map is not what is tried here."""
    scene = player.scene
    data = {"order": order, "seq": scene["seq"], "side": scene["side"]}
    answer = player.page.request.post(f"/api/matches/{player.match}/orders", data=data)
    assert answer.ok, answer.text()


def orders(player: Player) -> list[str]:
    return [told["order"] for told in player.asks("/log", side="german")]


def test_an_answer_once_for_all_is_shown_and_stopped(mouse: Mouse) -> None:
    players = {"german": "human", "soviet": "greedy"}
    sit(mouse, record=situations.opening(), players=players)
    page = mouse.page
    attack(mouse, "attack 4116 with 20pz")
    page.get_by_text("Do not ask me again").click()
    mouse.button("Always: Pass")
    held = page.get_by_role("region", name="Standing answers")
    expect(held).to_contain_text("Luftwaffe")
    expect(held).to_contain_text("in this turn")
    mouse.button("For the whole game: Luftwaffe")
    expect(held).to_contain_text("in this game")
    assert orders(mouse).count("pass") >= 1
    page.reload()  # it is kept with the seat
    mouse.sits_down()
    expect(held).to_contain_text("Luftwaffe")
    mouse.button("Ask me again: Luftwaffe")
    expect(held).to_have_count(0)


def test_announced_battles_are_withdrawn_one_by_one_and_fought_in_order(mouse: Mouse) -> None:
    players = {"german": "random", "russian": "human"}
    sit(mouse, game="battle_for_kursk", scenario="short", players=players)
    mouse.waits()
    mouse.do("auto")
    mouse.waits()
    mouse.do("posture engage")
    mouse.plays_on(until=lambda: "announc" in mouse.scene["heading"], most=60)
    battles: list[str] = []
    while len(battles) < 3:
        order = next(
            order for unit in mouse.scene["able"] for order in mouse.offered(unit)
            if "offensive" not in order and order.startswith("attack ")
        )  # fmt: skip
        attack(mouse, order)
        battles.append(order.split()[1])
    announced = mouse.page.get_by_role("region", name="Announced")
    expect(announced.get_by_role("button", name=re.compile("^Withdraw"))).to_have_count(3)
    mouse.button(f"Withdraw {battles[1]}")
    expect(announced.get_by_role("button", name=re.compile("^Withdraw"))).to_have_count(2)
    expect(announced).not_to_contain_text(battles[1])
    mouse.do("end")
    mouse.page.get_by_text("Do not ask me again").click()
    mouse.button("Always: In order")
    mouse.comes_true(lambda: f"resolve {battles[0]}" in log(mouse))
    mouse.plays_on(until=lambda: "Combat" not in mouse.scene["heading"], most=20)
    assert f"resolve {battles[1]}" not in log(mouse)


def log(player: Player) -> list[str]:
    return [told["order"] for told in player.asks("/log", side="russian")]
