"""Menus: counted at once, worded when looked at."""

import random

import pytest

from kursk import library
from kursk.core.menu import Menu, listed
from kursk.core.playout import play_on


def test_a_menu_is_a_sequence_of_its_parts() -> None:
    menu = Menu("begin").each(0b1010, lambda hex: f"go {hex}").each("ab", str.upper).add("end")
    assert list(menu) == ["begin", "go 1", "go 3", "A", "B", "end"]
    assert [menu[n] for n in range(len(menu))] == list(menu)
    assert menu[-1] == "end" and menu[1:3] == ["go 1", "go 3"]
    assert "go 3" in menu and "go 2" not in menu


def test_an_empty_menu_offers_nothing() -> None:
    assert not Menu() and list(Menu().each(0, str).add()) == []
    with pytest.raises(IndexError):
        Menu("end")[1]


def test_no_order_is_worded_before_somebody_looks() -> None:
    def never(member: object) -> str:
        raise AssertionError("worded")

    menu = Menu().each(0b111, never).each((1, 2), never).add("end")
    assert len(menu) == 6 and menu[5] == "end"


def test_menus_can_be_joined() -> None:
    both = Menu("a").more(Menu("b").each(0b11, lambda hex: f"c{hex}")).add("d")
    assert list(both) == ["a", "b", "c0", "c1", "d"] and both[2] == "c0"


def test_orders_that_come_as_an_iterator_are_listed() -> None:
    assert listed(iter(("a", "b"))) == ("a", "b")
    assert listed(menu := Menu("a")) is menu


def test_a_drawn_order_is_legal_and_played_without_a_second_check() -> None:
    match = library.start("skirmish", secret="brod")
    chance = random.Random(7)
    for _ in range(40):
        order = match.draw(chance)
        assert match.why_not(order) is None
        match.play(order)


def test_playing_on_by_chance_ends_the_game() -> None:
    match = library.start("skirmish")
    g = play_on(match.g.copy(), random.Random(1))
    assert g.result and not g.stack
    until = play_on(match.g.copy(), random.Random(1), lambda g: g.turn == 2)
    assert until.turn == 2 and until.stack
