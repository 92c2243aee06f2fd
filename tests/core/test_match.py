"""A match, on the tutorial game: orders, undo and its barrier, views, the referee."""

import copy
import pickle
from collections.abc import Callable

import pytest

from kursk import library
from kursk.core.board import parse_map
from kursk.core.dice import Dice
from kursk.core.flow import IllegalOrder
from kursk.core.match import Match


def meeting(*orders: str, secret: str = "", **options: str) -> Match:
    match = library.start("skirmish", options=options, secret=secret)
    for order in orders:
        match.play(order)
    return match


BATTLE = """
game = "skirmish"
phase = "combat"
side = "blue"
[units]
b5 = { at = "0304" }
b1 = { at = "0303" }
r4 = { at = "0305" }
r1 = { at = "0807" }
"""


def test_where_a_match_stands() -> None:
    match = meeting()
    assert (match.actor, match.rule, match.phase) == ("blue", "2.1", "initiative")
    assert match.prompt.startswith("Press")
    assert match.where() == [("Skirmish", "2.3"), ("Turn", "2.2"), ("Initiative", "2.1")]
    assert match.heading() == "Turn 1. Initiative (2.1)"
    match = meeting("press", "hold")
    assert (match.actor, match.phase) == ("blue", "movement")
    assert match.heading() == "Turn 1. Blue: Movement (2.2)"


def test_orders_about_one_unit() -> None:
    match = meeting("press", "hold")
    narrowed = list(match.orders("b6"))
    assert narrowed and set(narrowed) == {o for o in match.orders() if o.startswith("move b6 ")}
    assert match.able() == ["b1", "b2", "b3", "b4", "b5", "b6"]


def test_an_illegal_order_changes_nothing_and_says_why() -> None:
    match = meeting("press", "hold")
    before = match.g.fingerprint()
    refusal = match.why_not("move b1 0309")
    assert refusal is not None and refusal.rule == "1.1"
    with pytest.raises(IllegalOrder, match="There is no hex 0309"):
        match.play("move b1 0309")
    assert match.g.fingerprint() == before and len(match.log) == 2


def test_no_order_at_all_is_none() -> None:
    with pytest.raises(IllegalOrder):
        library.start("skirmish").play("")


def test_blanks_in_an_order_do_not_matter() -> None:
    match = meeting("press", "hold")
    assert match.why_not("  move  b1   0302 ") is None
    match.play("  move  b1   0302 ")
    assert match.log[-1].order == "move b1 0302"


def test_only_whoever_decides_gives_orders() -> None:
    match = meeting()
    with pytest.raises(IllegalOrder, match="It is blue's decision, not red's"):
        match.play("press", by="red")
    match.play("press", by="blue")
    assert match.log[-1].actor == "blue"


def test_playing_returns_the_news() -> None:
    match = meeting("press")
    assert [news.says for news in match.play("hold")] == ["Blue presses, red holds."]
    assert match.log[-1].heading == "Turn 1. Initiative (2.1)"


def test_dice_roll_by_the_place_in_the_log() -> None:
    match = meeting("press", "press", secret="s")
    assert match.actor == "dice"
    match.roll()
    assert match.log[-1].order == f"roll {Dice('s').roll(2)}"
    assert match.actor in ("blue", "red")
    with pytest.raises(ValueError, match="this match has no dice; order roll 1 to roll 6"):
        meeting("press", "press").roll()


def test_orders_can_be_taken_back_one_after_the_other() -> None:
    match = meeting("press", "hold")
    start = match.g.fingerprint()
    match.play("move b1 0302")
    match.play("move b2 0404")
    assert match.undoable == 2
    assert match.undo() == "move b2 0404"
    assert match.undo() == "move b1 0302"
    assert match.g.fingerprint() == start and len(match.log) == 2
    match.play("move b1 0302")
    assert match.undoable == 1


def test_a_discovery_closes_undo() -> None:
    match = meeting("press")
    assert match.undoable == 1, "nothing is revealed yet"
    match.play("hold")
    assert match.undoable == 0
    with pytest.raises(ValueError, match="nothing can be taken back"):
        match.undo()


def test_a_die_closes_undo() -> None:
    match = library.set_up(BATTLE.replace('"skirmish"', '"skirmish"\nset.fog = false'))
    match.play("attack 0305 with b5")
    assert match.undoable == 1, "no die yet, and nothing was hidden"
    match.play("roll 1")
    assert match.undoable == 0


def test_showing_counters_closes_undo() -> None:
    match = library.set_up(BATTLE)
    match.play("attack 0305 with b5")
    assert match.undoable == 0


def test_the_other_sides_order_closes_undo() -> None:
    match = meeting("press", "hold", "move b1 0302", "end")
    match.play("end")
    assert match.undoable == 3 and match.actor == "red"
    match.play("move r1 0307")
    assert match.undoable == 1
    match.undo()
    assert match.undoable == 0 and match.actor == "red", "red's turn began with red's knowledge"


def test_only_so_many_orders_can_be_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kursk.core.match.REMEMBERED", 2)
    match = meeting("press", "hold", "move b1 0302", "move b2 0404", "move b5 0403")
    assert match.undoable == 2
    assert (match.undo(), match.undo()) == ("move b5 0403", "move b2 0404")
    assert match.undoable == 0 and len(match.log) == 3


def test_a_copy_goes_its_own_way() -> None:
    match = meeting("press", "hold", "move b1 0302")
    twin = match.copy()
    twin.play("move b2 0404")
    twin.undo()
    twin.undo()
    assert len(match.log) == 3 and match.undoable == 1
    assert match.g.grid.name[match.g.at[0]] == "0302"


def test_a_match_goes_on_from_a_stored_position() -> None:
    match, other = meeting("press", "hold", "move b1 0302"), meeting()
    other.resume(match.g, match.log[:])
    assert other.g.fingerprint() == match.g.fingerprint()
    assert other.undoable == 0 and other.actor == "blue"


def test_a_side_concedes_at_any_time() -> None:
    match = meeting("press")
    news = match.play("concede", by="blue")
    assert match.over and match.result == "Red wins: blue gives up (6.3)"
    assert [each.says for each in news] == [match.result]
    assert (match.actor, match.rule, match.phase, match.undoable) == ("", "", "", 0)
    assert match.prompt == match.result and match.heading() == "Turn 1. "
    assert list(match.orders()) == [] and match.able() == []
    with pytest.raises(IllegalOrder, match="The game is over"):
        match.play("concede", by="blue")


def test_the_dice_and_strangers_do_not_concede() -> None:
    match = meeting("press", "press")
    with pytest.raises(IllegalOrder, match="“concede” is not among the orders"):
        match.play("concede")
    with pytest.raises(IllegalOrder, match="not green's"):
        match.play("concede", by="green")


def test_the_log_as_each_side_may_read_it() -> None:
    match = meeting("press")
    assert match.told("blue") == [(1, "blue", "press", ())]
    assert match.told("red") == [(1, "blue", "", ())]
    match.play("hold")
    match.play("move b1 0302")
    assert match.told("blue")[-1][2] == "move b1 0302"
    number, actor, order, news = match.told("red")[-1]
    assert (number, actor, order) == (3, "blue", "")
    assert [each.says for each in news] == ["A blue counter moves from 0303 to 0302."]
    assert news[0].own == "", "nor is it sent along"
    own = match.told("blue")[-1][3]
    assert [each.says for each in own] == ["1st Blue Battalion moves from 0303 to 0302."]
    assert match.told("")[-1][3] == news


def test_news_to_one_side_are_heard_by_that_side_only() -> None:
    match = meeting("press", "hold")
    match.g.say("A whisper.", to="red")
    match.log.append(match.log[-1].__class__("blue", "end", "", False, tuple(match.g.news)))
    heard = {side: [n.says for n in match.told(side)[-1][3]] for side in ("", "blue", "red")}
    assert heard["blue"] == heard[""] and "A whisper." not in heard["blue"]
    assert "A whisper." in heard["red"]


def test_the_referee_answers() -> None:
    match = library.set_up(BATTLE)
    reach = match.reach("b5")["move"]
    assert reach.cost(match.g.grid.find("0303")) == 1
    supply = match.supply("b5")
    assert supply is not None and supply.supplied and supply.rule == "4.1"
    assert "0304" in match.zones("red")
    receipt = match.receipt("attack 0305 with b5")
    assert receipt is not None and receipt.totals[0] == "5"
    assert match.receipt("end") is None
    assert match.check() == []
    assert match.view("red").actor == "blue"


def test_the_referee_is_asked_about_nobody() -> None:
    match = library.set_up(BATTLE)
    with pytest.raises(ValueError, match="b2 is not on the map"):
        match.reach("b2")
    with pytest.raises(ValueError, match="no counter 'x9' in this game"):
        match.supply("x9")
    with pytest.raises(ValueError, match="no side 'green'; there are blue and red"):
        match.zones("green")


def test_whoever_may_concede_is_told_so() -> None:
    match = library.start("skirmish")
    assert match.why_not("concede") is None
    match.play("concede")
    assert match.why_not("concede") is not None


def test_the_referee_sees_what_is_covered() -> None:
    match = library.start("skirmish")
    match.play("press"), match.play("hold")
    match.play("move b5 0403 0404 0405"), match.play("end")
    order = "attack 0406 with b5"
    known, all_ = match.receipt(order), match.game.receipt(match.g, order, "blue")
    assert known is not None and all_ is not None
    assert known.odds.startswith("≤") and known.cases
    assert all_.odds == "1:1" and not all_.cases
    assert getattr(match.g, "fog"), "the match itself is as it was"  # noqa: B009 - a game's own field


def test_a_shallow_copy_is_a_copy_too() -> None:
    match = meeting("press", "hold")
    copy.copy(match).play("end")
    assert len(match.log) == 2 and match.phase == "movement"


def test_a_match_survives_pickling_with_all_that_was_worked_out() -> None:
    match = meeting("press", "hold", "move b1 0304", secret="brod")
    assert match.zones("red") and match.supply("b1") and list(match.orders())
    twin = pickle.loads(pickle.dumps(match))
    assert twin.g == match.g and twin.log == match.log
    assert (twin.undo(), match.undo()) == ("move b1 0304",) * 2
    assert list(twin.orders()) == list(match.orders())


def test_a_match_introduces_itself() -> None:
    match = meeting("press", "hold")
    assert repr(match) == "<Skirmish: Turn 1. Blue: Movement (2.2), 2 orders>"
    match.play("concede", by="red")
    assert repr(match) == "<Skirmish: Blue wins: red gives up (6.3), 3 orders>"


def test_a_side_that_is_none_may_know_nothing() -> None:
    match = meeting("press", "hold")
    questions: tuple[Callable[[str], object], ...] = (
        match.view,
        match.told,
        match.zones,
        lambda side: match.receipt("end", side),
    )
    for question in questions:
        with pytest.raises(ValueError, match="no side 'pink'; there are blue and red"):
            question("pink")


def test_an_order_after_the_end_is_refused_without_a_rule() -> None:
    match = meeting("press", "hold", "concede")
    assert str(match.why_not("end")) == "The game is over: Red wins: blue gives up (6.3)"


def faulty(happens: Callable[[], object]) -> Exception:
    with pytest.raises(ValueError) as caught:
        happens()
    return caught.value


@pytest.mark.parametrize(
    "happens",
    [
        lambda: meeting().play("dance"),
        lambda: library.load("Dear diary,"),
        lambda: library.set_up("units = 3"),
        lambda: parse_map("title = 1"),
    ],
)
def test_an_error_comes_home_from_another_process(happens: Callable[[], object]) -> None:
    error = faulty(happens)
    twin = pickle.loads(pickle.dumps(error))
    assert type(twin) is type(error) and str(twin) == str(error)


def test_supply_reads_as_what_it_is() -> None:
    supply = library.set_up(BATTLE).supply("b5")
    assert supply == library.set_up(BATTLE).supply("b5")
    assert repr(supply).startswith("Supply(supplied=True, rule='4.1', says='")


def test_reach_says_how_far_it_goes() -> None:
    match = meeting("press", "hold")
    reach = match.reach("b1")["move"]
    assert repr(reach) == f"<Reach: {len(reach.costs())} hexes>" and reach.costs()


# -- what nobody need be asked -----------------------------------------------------------------


def test_a_loss_that_one_unit_alone_can_pay_is_forced() -> None:
    match = library.set_up(BATTLE)
    assert match.forced is None, "a phase is ended by whoever plays it"
    match.play("attack 0305 with b5")
    assert match.forced is None, "dice are no question either, and have their own way"
    match.play("roll 5")
    assert list(match.orders()) == [match.forced] == ["lose r4"]
    match.play("lose r4")
    assert match.forced == "lose b5"


def test_a_loss_that_two_units_can_pay_is_asked_for() -> None:
    match = library.set_up(BATTLE.replace("0807", "0305").replace("0303", "0404"))
    for order in ("attack 0305 with b5,b1", "roll 1"):
        match.play(order)
    assert match.forced is None and list(match.orders()) == ["lose b5", "lose b1"]


def test_a_forced_order_after_a_die_cannot_be_taken_back() -> None:
    match = library.set_up(BATTLE)
    for order in ("attack 0305 with b5", "roll 5", "lose r4"):
        match.play(order)
    assert match.undoable == 0


def test_a_match_that_is_over_forces_nothing() -> None:
    assert meeting("concede").forced is None


def test_while_a_die_is_out_nobody_concedes_unnamed() -> None:
    match = library.set_up(BATTLE)
    match.play("attack 0305 with b5")
    why = match.why_not("concede")
    assert why is not None
    with pytest.raises(IllegalOrder) as caught:
        match.play("concede")
    assert caught.value.refusal == why
    assert match.why_not("concede", by="red") is None
    match.play("concede", by="red")
    assert match.over


def test_why_not_knows_whose_decision_it_is() -> None:
    match = meeting()
    why = match.why_not("press", by="red")
    assert why is not None and why.says == "It is blue's decision, not red's."
