"""What games share: phases, choices, ways refused, frames begun in the middle, answers."""

from typing import Any

import pytest

from kursk import library
from kursk.core import flow
from kursk.core.flow import Decision, Done, Frame
from kursk.core.hexes import OFF
from kursk.games.skirmish.movement import moving, reachable
from kursk.games.skirmish.sequence import GameTurn
from kursk.testing import position, refused


def test_a_frame_begins_at_a_step_by_its_name() -> None:
    assert GameTurn.upto("second").next == 2
    assert GameTurn.past("Initiative") == GameTurn.upto("first")
    with pytest.raises(ValueError, match="no one step 'third'; it has Initiative, first"):
        GameTurn.upto("third")


class Ask(Decision):
    def actor(self, g: Any) -> str:
        return "blue"

    def orders(self, g: Any, about: str = "") -> tuple[str, ...]:
        return ("yes", "no")

    def play(self, g: Any, order: str) -> Done:
        return Done(answer=order)


class Caller(Frame):
    answer: str = ""

    def ask(self, g: Any) -> Frame:
        return Ask()

    def hear(self, g: Any) -> None:
        g.say(f"It was {self.answer}.")
        if self.answer == "no":
            self.leave()

    def agreed(self, g: Any) -> None:
        g.say("Agreed.")

    steps = (ask, hear, agreed)


@pytest.mark.parametrize(
    ("order", "says"), [("yes", ["It was yes.", "Agreed."]), ("no", ["It was no."])]
)
def test_a_decision_answers_its_caller_who_may_leave(order: str, says: list[str]) -> None:
    g = library.start("skirmish").g
    g.stack = [Caller()]
    flow.run(g)
    before = g.copy()
    flow.play(g, order)
    assert [news.says for news in g.news] == says and not g.stack
    assert before.stack[0].answer == "", "a copy shares the caller"


def walking() -> Any:
    return position("skirmish", "b1@0304 r1@0306 r6@0808", phase="movement", side="blue")


def test_a_way_is_refused_by_what_reach_was_told() -> None:
    """Every hex next to one in reach is in reach itself, or refused with a rule."""
    match = walking()
    unit = match.g.roster.find("b1")
    found = reachable(match.g, unit)
    way = moving(match.g, unit)
    for hex, name in match.g.grid.name.items():
        if found.hexes >> hex & 1:
            names = [match.g.grid.name[step] for step in found.path(hex)]
            assert way.refusal(match.g, ("b1",), names) is None
            for side in range(6):
                there = match.g.grid.beyond(hex, side)
                if there != OFF and not found.hexes >> there & 1 and there != found.start:
                    assert way.refusal(match.g, ("b1",), [*names, match.g.grid.name[there]])
        elif hex != found.start:
            assert way.refusal(match.g, ("b1",), [name]), name


@pytest.mark.parametrize(
    ("order", "rule", "says"),
    [
        ("move", "2.2", "“move” cannot be read: UNIT is missing. (2.2) Say: move UNIT HEX…"),
        ("move b1", "2.2", "“move b1” cannot be read: HEX is missing. (2.2) Say: move UNIT HEX…"),
        ("end it", "2.2", "“end it” cannot be read: “it” is one word too many. (2.2) Say: end"),
        (
            "move b1, b2 0404",
            "2.2",
            "The list cannot be read: it has commas and no blanks, as a,b,c.",
        ),
        (
            "move b1,,b2 0404",
            "2.2",
            "The list cannot be read: it has commas and no blanks, as a,b,c.",
        ),
        ("move ,b2 0404", "2.2", "The list cannot be read: it has commas and no blanks, as a,b,c."),
        ("fly b1 0404", "2.2", "“fly b1 0404” is not among the orders open now. (2.2) Now: move"),
        ("move b9 0404", "2.2", "You have no unit b9 on the map."),
        ("move b1 9999", "1.1", "There is no hex 9999 on this map."),
        ("move b1 0305 0405", "3.5", "b1 must stop in 0305, next to an enemy."),
        ("move b1 0808", "3.1", "0304 and 0808 do not touch."),
    ],
)
def test_orders_are_refused_in_the_same_words(order: str, rule: str, says: str) -> None:
    why = refused(walking(), order)
    assert why.rule == rule and str(why).startswith(says)
