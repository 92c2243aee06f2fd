"""The bot that plays its plans out first: it knows no more than others, and repeats itself."""

import random

import pytest

from kursk import bots, library
from kursk.bots.doctrine import DOCTRINES
from kursk.bots.former import Former
from kursk.bots.greedy import advice_for
from kursk.bots.marshal import Marshal
from kursk.bots.plan import Plan
from kursk.bots.search import Thought, best, race, rivals
from kursk.bots.seat import Seat
from kursk.bots.trial import Dice, play_out
from kursk.core.match import Match

STEADY, STRIKE = Plan(), Plan("", "strike")


def begun(title: str, secret: str = "plans", orders: int = 0) -> Match:
    """A match some way into the game, where a side is asked."""
    match = library.start(title, secret=secret)
    while len(match.log) < orders or match.forced or match.actor == "dice":
        match.roll()
        match.play(bots.decide(match, match.actor, "greedy", f"{secret} {len(match.log)}"))
    return match


# -- what is preferred -----------------------------------------------------------------------


def test_who_cannot_show_a_gain_plays_as_greedy_does() -> None:
    scattered = Thought(STRIKE, [9.0, -8.0, 1.0])
    assert best([scattered, Thought(STEADY, [0.0] * 3)], STEADY) == STEADY
    assert best([Thought(STRIKE, [5.0])], STEADY) == STEADY  # one world is luck


def test_a_clear_gain_is_taken() -> None:
    assert best([Thought(STRIKE, [3.0, 4.0, 2.0]), Thought(STEADY, [0.0] * 3)], STEADY) == STRIKE


def test_the_worse_half_drops_out_after_each_world() -> None:
    seat = Seat(begun("skirmish", orders=2), "blue")
    plans = [Plan("", name) for name in DOCTRINES]
    thoughts = race(seat, plans, 20, "race")
    assert [len(t.gains) for t in thoughts if t.plan == STEADY][0] in (1, 2)
    assert sum(len(t.gains) > 1 for t in thoughts) <= 1 + (len(plans) + 1) // 2


def test_trials_allow_as_many_rivals_as_can_be_seen_twice() -> None:
    """Two trials show one world only; four show one rival on two."""
    assert [rivals(trials) for trials in (0, 2, 4, 5, 10)] == [0, 0, 1, 2, 4]
    seat = Seat(begun("skirmish", orders=2), "blue")
    assert [t.gains for t in race(seat, [STEADY, STRIKE], 3, "few")] == [[]]


def test_the_russian_of_battle_for_kursk_does_not_race_postures() -> None:
    """12.0: a pause looks well for a turn and its reply; that time is short nobody sees."""
    match, found = library.start("battle_for_kursk", secret="postures"), dict[str, list[str]]()
    while len(found) < 2:
        match.roll()
        if match.view(match.actor).phase == "Posture selection":
            found[match.actor] = advice_for(Seat(match, match.actor)).openings()
        match.play(match.forced or bots.decide(match, match.actor, "greedy", "postures"))
    assert found["russian"] == [] and "posture engage" in found["german"]


# -- trials ----------------------------------------------------------------------------------


def test_a_die_falls_by_its_battle_not_by_its_place() -> None:
    match = library.start("skirmish")
    one, other = Dice("a"), Dice("a")
    first = [one.roll(match) for _ in range(20)]
    assert first == [other.roll(match) for _ in range(20)]
    assert set(first) == {1, 2, 3, 4, 5, 6}
    another = Dice("b")
    assert [another.roll(match) for _ in range(20)] != first


def test_a_trial_ends_with_the_reply_and_leaves_the_match_alone() -> None:
    match = begun("skirmish", orders=4)
    before = len(match.log)
    world = Seat(match, match.actor).world(random.Random(1))
    after = play_out(world, match.actor, STEADY, "trial")
    assert after.over or after.g.turn <= match.g.turn + 1
    assert len(after.log) > before == len(match.log)


# -- the bot ---------------------------------------------------------------------------------


@pytest.mark.parametrize("title", ["skirmish", "battle_for_kursk"])
def test_the_same_seed_decides_the_same(title: str) -> None:
    match = begun(title)
    seat = Seat(match, match.actor)
    assert Marshal("m").choose(seat) == Marshal("m").choose(seat)


def test_it_decides_the_same_whatever_is_hidden() -> None:
    for number in range(6):
        match = begun("skirmish", f"hidden {number}", orders=6)
        side, game = match.actor, match.game
        twin = match.copy()
        twin.g = game.shuffled(match.g, side, random.Random(number))
        orders = [Marshal("m").choose(Seat(each, side)) for each in (match, twin)]
        assert orders[0] == orders[1]


def test_a_whole_game_is_played() -> None:
    match = library.start("skirmish", secret="whole")
    players = {side: Marshal(side) for side in match.game.sides}
    while not match.over:
        match.roll()
        if match.actor:
            order = match.forced or players[match.actor].choose(Seat(match, match.actor))
            assert match.why_not(order) is None
            match.play(order)
    assert match.result


def test_a_plan_outlives_its_bot_by_its_note() -> None:
    bot = Marshal("m")
    bot.moment, bot.plan = "3 german", STRIKE
    again = Marshal("m")
    again.note = bot.note
    assert (again.moment, again.plan) == ("3 german", STRIKE)
    assert again.policy.doctrine == DOCTRINES["strike"]
    again.note = "nonsense"
    assert again.plan == STEADY


def test_a_doctrine_changes_what_is_weighed_and_nothing_else() -> None:
    weights = {"risk": 2.0, "drive": 1.0}
    assert DOCTRINES["bold"].applied(weights) == {"risk": 1.0, "drive": 1.0}
    assert DOCTRINES["steady"].applied(weights) == weights


def test_a_captain_makes_plans_in_every_game() -> None:
    """With its weights in a table that a doctrine can weigh otherwise, and ways worth a trial."""
    for title in library.titles():
        if title != "skirmish":  # there it plans what is chosen unseen, and no more
            advice = advice_for(Seat(library.start(title, secret="plans"), first(title)))
            weighed = [
                DOCTRINES[way].factors.keys() & advice.weights.keys() for way in advice.doctrines
            ]
            assert weighed and all(weighed), title
            assert rivals(advice.trials["captain"][1]) > 0


def first(title: str) -> str:
    return library.game(title).sides[0]


def test_trials_that_are_left_show_more_worlds() -> None:
    seat = Seat(begun("skirmish", orders=2), "blue")
    thoughts = race(seat, [STEADY, STRIKE], 12, "left")  # 4 for one rival on two worlds
    assert len(thoughts[0].gains) in (3, 6)  # 3 when it gained nothing on the first


def test_the_german_of_corps_and_armies_dares_more_than_his_former_self() -> None:
    match = library.start("coatney_kursk")
    for side, part in (("german", 0.5), ("russian", 1.0)):
        seat = Seat(match, side)
        now, then = (advice_for(seat, weighs).weights for weighs in (None, Former("1").weighs))
        assert now["risk"] == part * then["risk"]


def test_it_tells_what_it_weighed() -> None:
    match = begun("skirmish")
    found = bots.decided(match, match.actor, "captain", "told")
    assert found.thoughts and len(found.thoughts.weighed) == 2
    assert any(str(plan).startswith("Press.") for plan in found.thoughts.weighed)
