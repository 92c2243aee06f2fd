"""Orders good and bad, taken back, copied and saved, in any sequence that can be thought of."""

import random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from hypothesis.stateful import run_state_machine_as_test as run

from kursk import library
from kursk.contract.wander import Wanderer, begin
from kursk.core import record
from kursk.core.flow import IllegalOrder
from kursk.core.match import Match

seeds = st.integers(0, 2**32)


class Table(RuleBasedStateMachine):
    """People at a table: they play, err, take back, look ahead, and leave for the night."""

    title: str
    match: Match

    @initialize(seed=st.integers(0, 99))
    def sit_down(self, seed: int) -> None:
        self.match = begin(self.title, seed)

    @precondition(lambda self: not self.match.over)
    @rule(seed=seeds)
    def play(self, seed: int) -> None:
        self.match.play(Wanderer(seed).order(self.match))

    @precondition(lambda self: not self.match.over)
    @rule(seed=seeds)
    def play_several(self, seed: int) -> None:
        wanderer = Wanderer(seed)
        for _ in range(8):
            if not self.match.over:
                self.match.play(wanderer.order(self.match))

    @rule(seed=seeds)
    def err(self, seed: int) -> None:
        g, chance = self.match.g, random.Random(seed)
        words = ["move", "attack", "with", "end", *chance.sample(list(g.roster.number), 2)]
        order = " ".join(chance.choices([*words, *chance.sample(list(g.grid.cell), 3)], k=3))
        before = g.fingerprint()
        if self.match.why_not(order) is None:
            self.match.copy().play(order)
        else:
            with pytest.raises(IllegalOrder):
                self.match.play(order)
        assert self.match.g.fingerprint() == before

    @precondition(lambda self: self.match.undoable)
    @rule()
    def take_back_and_play_again(self) -> None:
        after = self.match.g.fingerprint()
        order = self.match.undo()
        assert self.match.why_not(order) is None
        self.match.play(order)
        assert self.match.g.fingerprint() == after

    @precondition(lambda self: self.match.undoable)
    @rule()
    def take_back(self) -> None:
        self.match.undo()

    @rule(seed=seeds)
    def look_ahead(self, seed: int) -> None:
        twin, wanderer = self.match.copy(), Wanderer(seed)
        before = self.match.g.fingerprint()
        for _ in range(5):
            if not twin.over:
                twin.play(wanderer.order(twin))
        assert self.match.g.fingerprint() == before

    @rule()
    def leave_and_come_back(self) -> None:
        again = library.load(record.write(self.match))
        assert again.g.fingerprint() == self.match.g.fingerprint()
        self.match = again

    @invariant()
    def all_is_well(self) -> None:
        assert self.match.check() == []
        assert self.match.over or self.match.orders()


@pytest.mark.parametrize("title", library.titles())
def test_a_table_of_players(title: str) -> None:
    at_table = type("Table", (Table,), {"title": title})
    few = settings(max_examples=8, stateful_step_count=25, derandomize=True, deadline=None)
    run(at_table, settings=few)
