"""Bots against each other: the same dice, both sides, kept results, honest figures."""

from pathlib import Path

import pytest

from kursk.cli.ladder import Fought, Pairing, fight, gain, interval, share, table

from .conftest import Kursk

PAIRING = Pairing("skirmish", "meeting", (("fog", "on"),), "greedy", "random", "dice 1")


def fought(first: str, second: str, seed: str, winner: str, points: float) -> Fought:
    pairing = Pairing("skirmish", "meeting", (), first, second, seed)
    return Fought(pairing, 1, winner, points, "", 100, (0.1, 0.2))


def test_the_same_pairing_is_the_same_game() -> None:
    one, again = fight(PAIRING), fight(PAIRING)
    assert (one.result, one.orders, one.points) == (again.result, again.orders, again.points)
    assert one.winner == {"B": "first", "R": "second", "D": ""}[one.result[0]]


def test_each_two_bots_play_both_sides_of_the_same_dice(kursk: Kursk) -> None:
    said = kursk("ladder", "skirmish", "greedy,random", "--games", "2", "--processes", "1")
    assert "greedy against random: 4 games, 2 of each side" in said.out
    assert "greedy blue, random red: " in said.out and "random blue, greedy red: " in said.out
    assert "s a player turn" in said.out


def test_a_ladder_goes_on_where_it_was_stopped(kursk: Kursk, tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    words = ("ladder", "skirmish", "greedy,random", "--processes", "1", "--into", str(file))
    kursk(*words, "--games", "1")
    first = file.read_bytes()
    file.write_bytes(first + b'{"pairing": {"ga')  # the power failed
    kursk(*words, "--games", "2")
    assert file.read_bytes().startswith(first) and len(file.read_bytes().splitlines()) == 4
    played = file.read_bytes()
    kursk(*words, "--games", "2")
    assert file.read_bytes() == played, "nothing is played twice"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ("skirmish", "greedy,marx"),
            "no bot marx for skirmish; there are recruit, sergeant, captain, marshal, greedy",
        ),
        (("skirmish", "greedy"), "two bots at the least"),
        (("skirmish", "--games", "0"), "one pair at the least"),
        (("chess",), "no game"),
        (("skirmish", "--scenario", "x"), "no scenario 'x'"),
    ],
)
def test_a_mistake_is_told_in_a_line(kursk: Kursk, words: tuple[str, ...], says: str) -> None:
    said = kursk("ladder", *words)
    assert said.code == 2 and says in said.err


def test_a_foreign_file_is_refused_and_left_alone(kursk: Kursk, tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Marta,\n")
    said = kursk("ladder", "skirmish", "--games", "1", "--into", str(file))
    assert said.code == 2 and "line 1 is no result of a ladder" in said.err
    assert file.read_text() == "Dear Marta,\n"


def test_the_gain_is_half_the_difference_on_the_same_dice() -> None:
    games = [fought("a", "b", "1", "first", 30), fought("b", "a", "1", "first", 10)]
    assert gain(games, "1", "a") == 10 and gain(games, "1", "b") == -10
    said = table(games, ("german", "soviet"))
    assert "a wins 50% (9% to 91%), a draw counts half" in said
    assert "a is better by 10.0 points on the same dice" in said
    assert "a german, b soviet: 1 won, 0 drawn, 0 lost; points 30.0" in said


def test_intervals_are_of_95_percent() -> None:
    assert interval([1.0, 3.0]) == "2.0 ± 2.0" and interval([7.0]) == "7.0"
    assert share(20, 20) == "100% (84% to 100%)" and share(0, 20) == "0% (0% to 16%)"
