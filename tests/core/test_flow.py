"""Frames, decisions, dice and sealed choices, on sequences made up for the purpose."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from kursk.core import flow
from kursk.core.flow import (
    DONE,
    Decision,
    Done,
    Frame,
    IllegalOrder,
    Refusal,
    Roll,
    Sealed,
    deciding,
    where,
)


class Ask(Decision):
    """Asks for yes, no, more, deeper or instead."""

    rule = "2.1"
    title = "Ask"
    who: str = "blue"

    def actor(self, g: Any) -> str:
        return self.who

    def orders(self, g: Any, about: str = "") -> Iterator[str]:
        return iter(("yes", "deeper", "instead", "more", "move b,a", "hit a"))

    def play(self, g: Any, order: str) -> Frame | Done | None:
        g.said.append(f"{self.who} {order}")
        match order:
            case "deeper":
                return Ask(who="red")
            case "instead":
                return Done(Ask(who="green"))
            case "more":
                return None
        return DONE


class Round(Frame):
    rule = "2"
    title = "Round"

    def begin(self, g: Any) -> None:
        g.said.append("begin")

    def maybe(self, g: Any) -> Frame | None:
        return Ask(who="red") if g.wanted else None

    steps = (begin, Ask(), maybe)


class Campaign(Frame):
    left: int = 2

    def again(self, g: Any) -> Frame | None:
        if not self.left:
            return None
        self.left -= 1
        self.repeat()
        return Round()

    steps = (again,)


class Vow(Sealed):
    rule = "5.4"
    then: bool = False

    def choices(self, g: Any, side: str) -> tuple[str, ...]:
        return (f"{side} press", f"{side} hold")

    def reveal(self, g: Any, chosen: dict[str, str]) -> Frame | None:
        g.said.append(chosen)
        return Ask() if self.then else None


def game(*stack: Frame, wanted: bool = False) -> SimpleNamespace:
    roster = [SimpleNamespace(id=id) for id in "abc"]
    g = SimpleNamespace(stack=list(stack), result="", said=[], rolled=(), wanted=wanted, verbs={})
    g.roster = roster
    flow.run(g)
    return g


def actor(g: Any) -> str:
    decision = deciding(g)
    return decision.actor(g) if decision else ""


def test_steps_are_carried_out_in_order_until_somebody_decides() -> None:
    g = game(Round(), wanted=True)
    assert g.said == ["begin"] and actor(g) == "blue"
    flow.play(g, "yes")
    assert actor(g) == "red"
    flow.play(g, "yes")
    assert actor(g) == "" and deciding(g) is None
    assert g.said == ["begin", "blue yes", "red yes"]


def test_a_step_may_return_nothing() -> None:
    g = game(Round())
    flow.play(g, "yes")
    assert not g.stack


def test_a_step_repeats_itself() -> None:
    g = game(Campaign())
    flow.play(g, "yes")
    flow.play(g, "yes")
    assert g.said == ["begin", "blue yes"] * 2 and not g.stack


def test_a_decision_goes_on_or_calls_or_gives_way() -> None:
    g = game(Ask())
    flow.play(g, "more")
    assert actor(g) == "blue"
    flow.play(g, "deeper")
    assert actor(g) == "red", "an interrupt: the other side decides in the middle"
    flow.play(g, "yes")
    assert actor(g) == "blue", "and then the decision goes on"
    flow.play(g, "instead")
    assert actor(g) == "green" and len(g.stack) == 1
    flow.play(g, "yes")
    assert not g.stack


def test_a_result_ends_everything_at_once() -> None:
    class End(Frame):
        def over(self, g: Any) -> None:
            g.result = "Blue wins"

        steps = (over, Ask())

    g = game(Campaign(), End())
    assert g.stack == []
    refused = flow.refusal(g, "yes")
    assert refused is not None and str(refused) == "The game is over: Blue wins"


def test_frames_of_a_copy_are_its_own() -> None:
    g = game(Campaign(), Roll(dice=2))
    twin = SimpleNamespace(**{**g.__dict__, "stack": g.stack[:], "said": []})
    before = repr(g.stack)
    flow.play(twin, "roll 3")
    flow.play(twin, "roll 4")
    flow.play(twin, "yes")
    assert repr(g.stack) == before
    assert Round.steps[1] == Ask(), "nor is the template touched"


def test_dice_are_an_actor() -> None:
    g = game(Roll(dice=2))
    assert actor(g) == "dice"
    assert list(g.stack[-1].orders(g)) == [f"roll {face}" for face in range(1, 7)]
    flow.play(g, "roll 2")
    assert actor(g) == "dice"
    flow.play(g, "roll 6")
    assert g.rolled == (2, 6) and not g.stack
    assert flow.refusal(game(Roll()), "roll 7") is not None


def test_a_die_is_no_counter_of_that_number() -> None:
    g = game(Roll())
    g.roster = [SimpleNamespace(id="6")]
    assert g.stack[-1].able(g) == []


def test_sealed_choices_are_revealed_together() -> None:
    g = game(Vow(sides=("blue", "red"), then=True))
    assert actor(g) == "blue"
    assert g.stack[-1].covered(g, "blue press")
    assert flow.refusal(g, "red press") is not None
    flow.play(g, "blue press")
    assert g.said == [] and actor(g) == "red"
    flow.play(g, "red hold")
    assert g.said == [{"blue": "blue press", "red": "red hold"}]
    assert actor(g) == "blue" and isinstance(g.stack[-1], Ask)


def test_sealed_choices_may_lead_nowhere() -> None:
    g = game(Vow(sides=("blue",)))
    flow.play(g, "blue hold")
    assert not g.stack


def test_an_order_is_open_or_refused_with_the_rule_of_its_decision() -> None:
    g = game(Ask())
    assert flow.refusal(g, "yes") is None
    refused = flow.refusal(g, "no")
    assert refused == Refusal("2.1", "“no” is not among the orders open now.")


def test_dice_are_rolled_under_the_rule_of_whoever_asks_for_them() -> None:
    class Battle(Frame):
        rule = "11.2"
        steps = (Roll(),)

    g = game(Battle())
    assert flow.rule(g) == "11.2" and flow.rule(game()) == ""
    refused = flow.refusal(g, "roll 7")
    assert refused is not None and refused.rule == "11.2"


def test_units_named_by_an_order_can_be_given_one() -> None:
    g = game(Ask())
    assert g.stack[-1].able(g) == ["a", "b"]
    assert not g.stack[-1].covered(g, "yes")
    assert g.stack[-1].prompt(g) == "Ask"


def test_the_moment_is_a_breadcrumb_of_titles_and_rules() -> None:
    assert where(game(Campaign())) == [("Round", "2"), ("Ask", "2.1")]


def test_a_refusal_reads_as_a_sentence() -> None:
    refused = Refusal("3.4", "An enemy stands there.", instead="Attack him.")
    assert str(refused) == "An enemy stands there. (3.4) Attack him."
    assert str(Refusal("3.4", "No.")) == "No. (3.4)"
    illegal = IllegalOrder("move a 0101", refused)
    assert str(illegal) == f"move a 0101: {refused}"
    assert illegal.refusal is refused and illegal.order == "move a 0101"


def test_a_game_has_to_say_what_a_decision_does() -> None:
    g = game(Decision())
    for unsaid in (
        lambda: g.stack[-1].actor(g),
        lambda: g.stack[-1].orders(g),
        lambda: g.stack[-1].play(g, "x"),
        lambda: Sealed(sides=("a",)).choices(g, "a"),
        lambda: Sealed(sides=("a",)).reveal(g, {}),
    ):
        with pytest.raises(NotImplementedError):
            unsaid()
