"""The benchmark compares like with like, and the soak finds what is wrong."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bench import field, plain
from bench.__main__ import KINDS, WITHOUT, Worker, lines
from bench.kernels import Sides
from bench.lines import Asked, Timed, answer, in_place, through_a_match
from bench.soak import soak
from kursk import bots, library
from kursk.bots.greedy import GreedyBot
from kursk.bots.recruit import Recruit
from kursk.core.board import Board
from kursk.core.match import Match


@pytest.mark.parametrize("board", [field.board(), field.made_up()], ids=lambda board: board.title)
@pytest.mark.parametrize("moment", ["opening", "mid-game"])
def test_both_ways_give_the_same_answers(board: Board, moment: str) -> None:
    g = field.positions(board)[moment]
    assert len(board.grid.name) == 28 * 51
    assert len(g.on_map("german")) == len(g.on_map("soviet")) == 100
    Sides(g, plain.PlainMap(board)).compare()


def test_a_crowd_has_250_counters() -> None:
    assert len(field.crowd(field.made_up()).on_map()) == 250


@pytest.mark.parametrize("title", library.titles())
def test_every_game_is_timed_in_all_ways(title: str) -> None:
    assert {f"{kind} {title}" for kind in KINDS} <= set(lines([title]))


def test_a_game_in_place_is_the_game_through_a_match() -> None:
    for number in range(3):
        orders = through_a_match("skirmish", number, False)
        assert in_place("skirmish", number, False) == orders > 20


def test_without_the_twin_a_worker_plays_the_same_games() -> None:
    worker = Worker(WITHOUT, 1)
    assert worker.ask("twin", type=bool) is False
    for line in ("match skirmish", "menus skirmish mix"):
        here = answer(Asked(line, 4, 2))
        assert isinstance(here, Timed) and here.orders == worker.ask(line, 4, 2).orders
    timed, moves = worker.beside_chess("place skirmish", 4, 2)
    assert timed.rate > 0 and moves > 0
    worker.close()
    assert worker.process.returncode == 0


def test_a_soak_tells_seed_order_and_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    assert soak("skirmish", 7)[2] == ""
    check = library.game("skirmish").check
    seen: list[int] = []

    def fails_at_last(g: object) -> list[str]:
        seen.append(1)
        return ["the bridge is gone"] if len(seen) == 20 else check(g)

    monkeypatch.setattr(library.game("skirmish"), "check", fails_at_last)
    seed, number, fault = soak("skirmish", 7)
    assert (seed, number) == (7, 19)
    assert fault.startswith("order 20 (") and fault.endswith("the bridge is gone")


def test_a_soak_tells_a_dead_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "orders", lambda self, about="": ())
    assert "has no order to give" in soak("skirmish", 1)[2]


def test_a_soak_says_how_far_it_is_and_stopped_it_keeps_its_tally() -> None:
    words = "-m bench.soak skirmish --games 9000 --processes 1 --every 2"
    with subprocess.Popen(
        [sys.executable, *words.split()], stdout=subprocess.PIPE, text=True
    ) as played:
        assert played.stdout is not None
        assert played.stdout.readline().startswith("skirmish: 2 games, ")
        played.send_signal(signal.SIGTERM)
        *_, stopped, tally = played.stdout.read().splitlines()
    assert stopped == "stopped"
    assert tally.startswith("skirmish: ") and " 0 failed, " in tally and "orders/s" in tally
    assert played.returncode == 1


@pytest.mark.parametrize("level", bots.LEVELS)
def test_a_soak_of_bots_tells_what_goes_wrong(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert soak("skirmish", 3, level)[2] == ""
    monkeypatch.setattr(GreedyBot, "choose", lambda self, seat: "dance")
    monkeypatch.setattr(Recruit, "choose", lambda self, seat: "dance")
    seed, number, fault = soak("skirmish", 3, level)
    assert (seed, number) == (3, 0)
    assert fault.startswith("order 1 (") and ": IllegalOrder: dance: " in fault


def test_a_soak_plays_on_from_what_its_file_keeps(tmp_path: Path) -> None:
    words = ["-m", "bench.soak", "skirmish", "--levels", "recruit,sergeant", "--processes", "1"]
    into = tmp_path / "soak.jsonl"
    for games in (1, 2):
        told = subprocess.run(
            [sys.executable, *words, "--games", str(games), "--into", str(into)],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert told.stdout.splitlines()[-1].startswith(f"skirmish, sergeant: {games} games, ")
        assert len(into.read_bytes().splitlines()) == 2 * games
