"""What games share: phases, choices, ways refused, frames begun in the middle, answers."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from kursk import library
from kursk.core import flow
from kursk.core.choices import Losses
from kursk.core.flow import Decision, Done, Frame, Phase, Refusal, Sealed
from kursk.core.forms import read_verbs
from kursk.core.game import Game
from kursk.core.hexes import OFF, beside, joined
from kursk.core.menu import Menu
from kursk.core.odds import Possible, listed, picks, receipt, reckon
from kursk.core.orders import own_unit, placing, sets
from kursk.core.position import BadPosition, among
from kursk.core.rules import Because, Rule
from kursk.core.tables import Ladder, Line, Table
from kursk.core.words import few, nearest
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


class Yes(Decision):
    usage = "yes | no | maybe UNIT"
    asks = "Well?"
    title = "A question"


class ForRed(Yes):
    side = "red"
    asks = ""


class OfOne(Yes):
    side: str


def test_a_decision_says_by_name_who_is_asked_and_what() -> None:
    g = walking().g
    assert [ask.actor(g) for ask in (Yes(), ForRed(), OfOne("red"))] == ["blue", "red", "red"]
    assert Yes().prompt(g) == "Well?" and ForRed().prompt(g) == "A question"


class Vote(Sealed):
    usage = "vote yes | vote no"


def test_usage_offers_what_it_has_in_full() -> None:
    g = walking().g
    assert Yes().orders(g) == ("yes", "no") and Yes().orders(g, "b1") == ()
    assert Yes().refusal(g, "no") is None
    assert "maybe" in str(Yes().refusal(g, "maybe"))
    votes = Vote(sides=("blue", "red"))
    assert list(votes.choices(g, "blue")) == ["vote yes", "vote no"]


class Planting(Phase):
    usage = "plant | done"
    last = "done"
    trees: int = 0

    def offers(self, g: Any, about: str) -> Menu:
        return Menu("plant")

    def unfinished(self, g: Any) -> Refusal | None:
        return None if self.trees else Refusal("", "Plant one first.")

    def carry_out(self, g: Any, order: str) -> None:
        self.trees += 1


def test_a_phase_has_its_own_last_word() -> None:
    g = walking().g
    g.stack = [Planting()]
    assert list(g.stack[-1].orders(g)) == ["plant"]
    assert str(flow.refusal(g, "done")) == "Plant one first."
    flow.play(g, "plant")
    assert list(g.stack[-1].orders(g)) == ["plant", "done"]
    assert flow.refusal(g, "end") is not None
    flow.play(g, "done")
    assert not g.stack


class Price(Losses):
    rule = "5.5"

    def open(self, g: Any) -> list[int]:
        return [unit for unit in g.on_map("blue") if g.steps_left(unit)]


class Single(Price):
    alone = "One only."


def test_losses_are_of_those_who_are_there_and_of_the_steps_they_have() -> None:
    g = position("skirmish", "b1@0304 b2-@0305 r1@0808", phase="movement", side="blue").g
    price = Price()
    assert list(price.orders(g)) == ["lose b1", "lose b2"]
    assert list(price.orders(g, "b2")) == ["lose b2"]
    assert price.refusal(g, "lose b1,b2,b1") is None
    assert str(price.refusal(g, "lose b2,b2")) == "b2 has not so many steps left. (5.5)"
    assert str(price.refusal(g, "lose r1")) == "r1 is not among those to choose from. (5.5)"
    assert "UNIT,UNIT is missing" in str(price.refusal(g, "lose"))
    assert str(Single().refusal(g, "lose b1,b2")) == "One only. (5.5)"


def test_units_are_placed_where_each_may_go() -> None:
    g = position("skirmish", "b1@0304 b2@0305 r1@0808", phase="movement", side="blue").g
    units, corner = g.on_map("blue"), g.grid.set(("0101", "0102"))

    def open_(unit: int) -> int:
        return corner if unit == units[0] else g.grid.set(("0102",))

    every = ["enter b1 0101", "enter b1 0102", "enter b2 0102"]
    assert sorted(placing(g, "enter", units, open_, "")) == every
    assert sorted(placing(g, "enter", units, open_, "b2")) == every[2:]
    assert sorted(placing(g, "enter", units, open_, "0102")) == every[1:]
    assert not placing(g, "enter", units, open_, "r1")


def test_many_names_are_told_in_few_words() -> None:
    g = walking().g
    assert few(["a", "b"]) == "a, b" and few("abcdefgh").endswith("e, f and 2 more")
    here, near = g.grid.find("0304"), g.grid.set(("0306", "0305"))
    assert nearest(g, here, near) == "0305, 0306"
    assert nearest(g, here, near, lambda hex: "shut").startswith("0305 (shut), ")
    assert nearest(g, here, 0) == ""


def test_one_own_unit_every_choice_of_some_and_steps_that_are_left() -> None:
    g = position("skirmish", "b1@0304 b2-@0305 r1@0808", phase="movement", side="blue").g
    b1, b2 = g.on_map("blue")
    assert own_unit(g, "b1", "blue") == b1
    assert own_unit(g, "b1", "red") is own_unit(g, "b9", "blue") is None
    assert list(sets((b1, b2))) == [(b1,), (b2,), (b1, b2)]
    assert (g.steps_left(b1), g.steps_left(b2)) == (2, 1)
    g.remove(b1, "dead")
    assert g.steps_left(b1) == 0


def test_hexes_are_called_by_their_places() -> None:
    g = library.start("battle_for_kursk").g
    kursk = g.board.places["Kursk"].hex
    assert g.name_of(kursk) == f"Kursk ({g.grid.name[kursk]})"
    bare = next(hex for hex in g.grid.name if g.board.place_at(hex) is None)
    assert g.name_of(bare) == g.grid.name[bare]


def test_a_track_names_what_is_known() -> None:
    among("plan", ["a"], ("", "a"))
    with pytest.raises(BadPosition, match="set.plan: no 'c'; there are a, b"):
        among("plan", ["a", "c"], ("", "a", "b"))
    with pytest.raises(BadPosition, match="there are the counters"):
        among("parts", ["c"], map(str, range(30)))


def test_patterns_of_invented_counters_are_a_table(tmp_path: Path) -> None:
    likes = library.game("skirmish").likes
    assert list(likes) == ["infantry", "tanks"] and likes["tanks"].strengths == ("5", "2")

    class Bare(Game):
        folder = tmp_path

    assert Bare().likes == {}


def test_orders_of_another_moment_are_a_table(tmp_path: Path) -> None:
    path = tmp_path / "verbs.toml"
    path.write_text('move = ["3.1", "Not now."]\n')
    assert read_verbs(path) == {"move": ("3.1", "Not now.")}
    for broken in ('move = "3.1"', "move ="):
        path.write_text(broken)
        with pytest.raises(ValueError, match=r"verbs\.toml: "):
            read_verbs(path)
    assert library.game("drive_on_kursk").state.verbs["support"][0] == "11.10"


def test_counters_that_are_alike_are_counted_and_not_listed() -> None:
    counters = [(1, 4), (1, 4), (3, 9), (1, 2)]  # what each fills, and its factors
    for most in (None, 4, 3):
        for count in range(1, 5):
            chosen = (map(sum, zip(*some, strict=True)) for some in combinations(counters, count))
            sums = Counter(map(tuple, chosen))
            listed = {key: n for key, n in sums.items() if most is None or key[0] <= most}
            assert picks(counters, count, most) == listed, (count, most)
    assert picks(counters, 0) == {(0, 0): 1}


def test_a_number_says_why() -> None:
    shift = Because(2, "fight-fight")
    assert (shift + 1, f"{shift:+}", shift.why) == (3, "+2", "fight-fight")
    rule = Rule("11.9", "Order of phases", lambda: shift)
    lines = (
        Line("Order of phases", "+2", "11.9", "fight-fight"),
        Line("Order of phases", "-1", "11.9"),
    )
    assert listed([(rule, shift), (rule, -1)]) == lines


def test_a_hidden_defence_is_told_as_a_guess() -> None:
    table = Table(("1:1", "2:1"), {"1": ("a", "b")}, "rulebook")
    ladder = Ladder(table.columns)
    weak, strong = (reckon(ladder, 4, defence) for defence in (2, 4))
    cases = [Possible("weak", Fraction(1, 4), weak), Possible("strong", Fraction(3, 4), strong)]
    told = receipt(cases, ladder, table, (), (), {})
    assert (told.totals, told.odds, told.column) == (("4", "≥ 2"), "≤ 2:1", "≤ 2:1")
    assert [case.chance for case in told.cases] == ["1/4", "3/4"]
    alone = [Possible("", Fraction(1), weak)]
    assert receipt(alone, ladder, table, (), (), {}).totals == ("4", "2")
    assert receipt(alone, ladder, table, (), (), {}, hidden=True).totals == ("4", "≥ 2")


def test_units_off_the_map_are_found_by_their_box() -> None:
    g = position("skirmish", "b1@0304 r1@0808", phase="movement", side="blue").g
    b1, r1 = g.on_map()
    g.remove(b1, "dead")
    g.remove(r1, "dead")
    assert (g.boxed("dead"), g.boxed("dead", "red"), g.boxed("pool")) == ([b1, r1], [r1], [])


def test_sets_that_are_asked_about_again_are_as_the_grid_has_them() -> None:
    grid = library.game("skirmish").board.grid
    one, all_but = grid.set(["0304"]), grid.all & ~grid.set(["0305", "0404"])
    for _ in range(2):
        assert beside(grid, one) == grid.around(one)
        assert joined(grid, one, all_but) == grid.flood(one, all_but)
