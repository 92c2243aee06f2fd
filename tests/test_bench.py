"""The benchmark compares like with like, and the soak finds what is wrong."""

import pytest

from bench import field, plain
from bench.__main__ import Sides
from bench.soak import soak
from kursk import library
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
    monkeypatch.setattr(Match, "orders", lambda self, about="": iter(()))
    assert "has no order to give" in soak("skirmish", 1)[2]
