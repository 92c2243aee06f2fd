"""Facts that are worked out once a position."""

from collections.abc import Callable

from kursk import library
from kursk.core.state import State, derived


def test_a_derived_fact_is_worked_out_once_and_again_after_a_change() -> None:
    asked: list[str] = []

    @derived
    def held(g: State, side: str) -> int:
        asked.append(side)
        return g.held[side]

    g = library.start("skirmish").g
    before = held(g, "blue")
    assert held(g, "blue") == before
    assert asked == ["blue"]

    twin = g.copy()
    assert held(twin, "blue") == before
    assert asked == ["blue"], "a copy shares what is known"

    twin.place(g.roster.find("b1"), g.grid.find("0101"))
    assert held(twin, "blue") == twin.held["blue"] != before
    assert held(g, "blue") == before, "the original is not disturbed"
    changes: tuple[Callable[[State], object], ...] = (
        lambda g: g.remove(0, "dead"),
        lambda g: g.reduce(1),
        lambda g: g.own(g.grid.find("0808"), "blue"),
    )
    for change in changes:
        held(g, "red")
        change(g)
        assert not g.known
