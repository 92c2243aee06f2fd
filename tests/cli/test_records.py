"""Replaying and auditing records."""

from pathlib import Path

import pytest

from kursk.core import record
from kursk.library import start

from .conftest import Kursk


@pytest.fixture
def played() -> str:
    """A record in which two dice were rolled."""
    match = start("skirmish", secret="brod")
    for order in ("press", "press"):
        match.play(order)
    match.roll()
    for order in ("move b5 0403 0404 0405", "end", "attack 0406 with b5"):
        match.play(order)
    match.roll()
    match.play("concede")
    return record.write(match)


@pytest.fixture
def file(tmp_path: Path, played: str) -> str:
    (tmp_path / "game.kursk").write_text(played, "utf-8")
    return str(tmp_path / "game.kursk")


def test_replay_tells_everything_with_its_rules(kursk: Kursk, file: str) -> None:
    said = kursk("replay", file)
    assert said.code == 0
    assert "Turn 1. Blue: Movement (2.2)\n    4  blue: move b5 0403 0404 0405\n" in said.out
    assert "Blue Tank Company attacks 0406 at 2:1. (5.2)" in said.out
    assert said.out.endswith("gives up (6.3)\n")


def test_replay_of_a_side_hides_what_it_did_not_know(kursk: Kursk, file: str) -> None:
    assert "    4  blue: (covered)\n" in kursk("replay", file, "--side", "red").out
    assert "    4  blue: move b5" in kursk("replay", file, "--side", "blue").out


def test_replay_at_a_moment_shows_the_map(kursk: Kursk, file: str) -> None:
    assert "[r1/3]" in kursk("replay", file, "--at", "0").out
    out = kursk("replay", file, "--at", "4", "--side", "red").out
    assert "(?)" in out and "b5" not in out and "[r1/3]" in out
    assert "wins" in kursk("replay", file, "--at", "8").out
    assert "0 orders" not in kursk("replay", file, "--at", "99").err
    assert kursk("replay", file, "--at", "99").code == 2
    assert kursk("replay", file, "--at", "x").code == 2


def test_replay_of_a_damaged_record_tells_what_comes_before(kursk: Kursk, played: str) -> None:
    said = kursk("replay", "-", typed=played.replace("blue: end", "blue: dance"))
    assert said.code == 2 and "move b5" in said.out
    line = played.splitlines().index("blue: end") + 1
    assert said.err.count("\n") == 1 and f"line {line}: dance" in said.err


def test_what_is_no_record(kursk: Kursk, brod: str) -> None:
    for command in ("replay", "verify"):
        said = kursk(command, brod)
        assert said.code == 2 and "line 1" in said.err and said.err.count("\n") == 1
    assert kursk("replay", "nowhere").code == 2


def test_replay_of_a_side_that_is_none(kursk: Kursk, file: str) -> None:
    assert "no side 'pink'" in kursk("replay", file, "--side", "pink").err


def test_verify_accepts_honest_dice(kursk: Kursk, file: str) -> None:
    said = kursk("verify", file)
    assert said.code == 0 and "All 2 rolls follow from the secret" in said.out


def test_verify_reads_standard_input(kursk: Kursk, played: str) -> None:
    assert kursk("verify", "-", typed=played).code == 0


def test_verify_finds_another_secret(kursk: Kursk, played: str) -> None:
    said = kursk("verify", "-", typed=played.replace("secret: brod", "secret: other"))
    assert said.code == 1 and "not the one whose hash was published" in said.out


def test_verify_finds_a_roll_that_was_chosen(kursk: Kursk) -> None:
    match = start("skirmish", secret="brod")
    for order in ("press", "press"):
        match.play(order)
    assert match.dice is not None
    match.play(f"roll {match.dice.roll(2) % 6 + 1}")
    said = kursk("verify", "-", typed=record.write(match, secret=True))
    assert said.code == 1 and "order 3" in said.out


def test_verify_without_secret_or_dice(kursk: Kursk, played: str) -> None:
    untold = "".join(x for x in played.splitlines(True) if not x.startswith("secret"))
    assert kursk("verify", "-", typed=untold).code == 1
    by_hand = record.write(start("skirmish"))
    said = kursk("verify", "-", typed=by_hand)
    assert said.code == 1 and "by hand" in said.out


def test_verify_of_a_damaged_record(kursk: Kursk, played: str) -> None:
    said = kursk("verify", "-", typed=played.replace("blue: end", "blue: dance"))
    line = played.splitlines().index("blue: end") + 1
    assert said.code == 1 and f"line {line}: dance" in said.out


def test_a_record_that_was_cut_short(kursk: Kursk, played: str) -> None:
    lines = played.splitlines(True)
    cut = "".join(lines[: lines.index("blue: end\n")] + lines[-1:])
    said = kursk("verify", "-", typed=cut)
    assert said.code == 1 and "it was cut short after 4 orders" in said.out
    assert "the same end" not in said.out
    said = kursk("replay", "-", typed=cut)
    assert said.code == 2 and "    4  blue: move b5" in said.out
    assert said.err == "kursk: -: it was cut short after 4 orders\n"
