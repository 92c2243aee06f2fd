"""What every game on the shelf must do, whatever its rules.

Twenty games by chance, from first order to last; then a sample of moments from them, looked at
more closely. `KURSK_SEEDS=500` plays longer; `python -m bench.soak GAME` longer still.
"""

import os
import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice

import pytest

from bench.wander import Wanderer, play_out
from kursk import library
from kursk.core import position, record
from kursk.core.flow import DICE, IllegalOrder, deciding
from kursk.core.match import REMEMBERED, Match
from kursk.core.rules import numbers
from kursk.core.view import View

TITLES = library.titles()
SEEDS = range(int(os.environ.get("KURSK_SEEDS", "20")))
MENU = 20_000  # more orders than any menu is read to

every_game = pytest.mark.parametrize("title", TITLES)
every_seed = pytest.mark.parametrize("seed", SEEDS)


# -- whole games -------------------------------------------------------------------------------


@every_game
@every_seed
def test_random_play_comes_to_an_end(title: str, seed: int) -> None:
    """No dead end, no runaway, no broken invariant; and the record alone tells it all."""
    match = played_out(title, seed)
    assert match.over and match.result
    text = record.write(match)
    again = library.load(text)
    assert again.log == match.log
    assert record.write(again) == text


def played_out(title: str, seed: int) -> Match:
    *_, (match, _) = play_out(title, seed)
    return match


@every_game
@pytest.mark.parametrize("seed", SEEDS[:4])
def test_the_orders_alone_lead_through_the_same_positions(title: str, seed: int) -> None:
    prints = [match.g.fingerprint() for match, _ in play_out(title, seed)]
    match = played_out(title, seed)
    again = library.begin(title, match.start)
    assert again.g.fingerprint() == prints[0]
    for entry, fingerprint in zip(match.log, prints[1:], strict=True):
        again.play(entry.order, by=entry.actor)
        assert again.g.fingerprint() == fingerprint


@every_game
@pytest.mark.parametrize("seed", SEEDS[:4])
def test_copies_share_nothing_and_the_same_order_has_the_same_outcome(
    title: str, seed: int
) -> None:
    outcome = ""
    for match, order in play_out(title, seed):
        assert outcome in ("", match.g.fingerprint()), "one order, two outcomes"
        if not order:
            break
        before, told = match.g.fingerprint(), match.log[:]
        twin = match.copy()
        twin.play(order)
        outcome = twin.g.fingerprint()
        assert (match.g.fingerprint(), match.log) == (before, told), "a copy shares something"


@every_game
@pytest.mark.parametrize("seed", SEEDS[:4])
def test_undo_reaches_back_to_the_last_die_discovery_or_other_side(title: str, seed: int) -> None:
    learned: list[int] = []
    prints: list[str] = []
    forced: list[bool] = []  # by order: nobody was asked
    for match, _ in play_out(title, seed):
        learned.append(match.g.learned)
        prints.append(match.g.fingerprint())
        forced.append(match.forced is not None)
        open_ = 0
        for number in range(len(match.log), 0, -1):
            actor = match.log[number - 1].actor
            discovered = learned[number] != learned[number - 1]
            if actor == DICE or actor != match.log[-1].actor or discovered:
                break
            open_ += 1
        open_ = min(open_, REMEMBERED)
        while open_ and forced[len(match.log) - open_]:
            open_ -= 1
        assert match.undoable == open_
        twin = match.copy()
        for back in range(min(open_, 3)):
            twin.undo()
            assert twin.g.fingerprint() == prints[-2 - back]


@every_game
@pytest.mark.parametrize("seed", SEEDS[:4])
def test_news_name_no_counter_that_their_hearer_cannot_see(title: str, seed: int) -> None:
    known: dict[str, set[str]] = {}  # by side, what it saw before the order
    for match, _ in play_out(title, seed):
        for side in match.game.sides if match.log else ():
            covered = {id.lower() for id in ids(match) - shown(match.view(side)) - known[side]}
            _, actor, order, news = match.told(side)[-1]
            text = " ".join([order if actor != side else "", *(each.says for each in news)])
            assert not covered & set(re.findall(r"[\w/-]+", text.lower())), text
        known = {side: shown(match.view(side)) for side in match.game.sides}


def ids(match: Match) -> set[str]:
    """The counters in play. A bare number of one or two digits may be many things in a text."""
    g = match.g
    units = (u for u in range(len(g.roster)) if g.at[u] >= 0 or g.box[u])
    return {id for u in units if not re.fullmatch(r"\d{1,2}", id := g.unit(u).id)}


def shown(view: View) -> set[str]:
    return {seen.unit for pile in (*view.stacks.values(), *view.boxes.values()) for seen in pile}


# -- moments -----------------------------------------------------------------------------------


@cache
def moments(title: str) -> tuple[Match, ...]:
    """Decisions of every kind that come up in six games: of each kind eight at the most."""
    chance = random.Random(1943)
    found: dict[str, list[Match]] = {}
    met: Counter[str] = Counter()
    for seed in SEEDS[:6]:
        for match, order in play_out(title, seed):
            kind = type(deciding(match.g)).__name__
            kept, place = found.setdefault(kind, []), chance.randrange(met[kind] + 1)
            met[kind] += 1
            if order and len(kept) < 8:
                kept.append(match.copy())
            elif order and place < 8:  # so that each moment is as likely kept as another
                kept[place] = match.copy()
    return tuple(match for kept in found.values() for match in kept)


def sample(orders: list[str], most: int, chance: random.Random) -> list[str]:
    return chance.sample(orders, min(most, len(orders)))


@cache
def menu(match: Match) -> list[str]:
    """All that is offered at a moment, which nobody changes."""
    return list(islice(match.orders(), MENU))


def named(match: Match, order: str) -> list[str]:
    """The counters that an order names; a die is no counter of that number."""
    if match.actor == DICE:
        return []
    return [word for word in re.split(r"[ ,]", order) if word in match.g.roster.number]


def mutated(match: Match, orders: list[str], chance: random.Random) -> Iterator[str]:
    """Orders like those offered, but for a word: most of them are against some rule."""
    units, hexes = list(match.g.roster.number), list(match.g.grid.cell)
    for order in orders:
        words = order.split()
        yield " ".join(words[:-1])
        yield f"{order} {chance.choice(hexes)}"
        yield f"{order} {words[-1]}"
        yield f"x{order}"
        for n, word in enumerate(words):
            other = words[:]
            if word in match.g.grid.cell:
                other[n] = chance.choice(hexes)
            elif all(part in match.g.roster.number for part in word.split(",")):
                other[n] = chance.choice((f"{word},{word}", f"{word},{chance.choice(units)}"))
                yield " ".join(other)
                other[n] = chance.choice(units)
            else:
                other[n] = chance.choice(("move", "attack", "end", "roll", "with", "0", "…"))
            yield " ".join(other)
    yield from ("end", "pass", "roll 1", "roll 7", "move", "attack", "attack with", "…")
    unit, hex = chance.choice(units), chance.choice(hexes)
    yield from (f"move {unit} {hex}", f"attack {hex} with {unit}", f"move {unit}", f"{unit} {hex}")


@every_game
def test_offered_orders_are_unique_and_accepted(title: str) -> None:
    chance = random.Random(1)
    for match in moments(title):
        offered = menu(match)
        assert offered and len(offered) == len(set(offered))
        for order in sample(offered, 60, chance):
            assert match.why_not(order) is None, order
        for order in sample(offered, 4, chance):
            twin = match.copy()
            twin.play(order)
            assert twin.check() == [], order
            assert twin.over or twin.orders(), f"{order} leads nowhere"


@every_game
def test_menus_about_a_unit_hold_all_that_names_it_and_nothing_else(title: str) -> None:
    chance = random.Random(2)
    for match in moments(title):
        offered = menu(match)
        able = match.able()
        everybody = {unit for order in offered for unit in named(match, order)}
        assert set(able) == everybody and len(able) == len(everybody)
        assert len(offered) < MENU
        for unit in sample(able, 3, chance):
            about = list(match.orders(unit))
            assert len(about) == len(set(about)) and all(unit in named(match, o) for o in about)
            assert {order for order in offered if unit in named(match, order)} <= set(about)
            assert all(match.why_not(order) is None for order in sample(about, 20, chance))


@every_game
def test_orders_not_offered_are_refused_with_a_rule_or_can_be_played(title: str) -> None:
    chance = random.Random(3)
    for match in moments(title):
        offered = menu(match)
        for order in mutated(match, sample(offered, 8, chance), chance):
            if " ".join(order.split()) in offered:
                continue
            refusal = match.why_not(order)
            if refusal is None:
                twin = match.copy()
                twin.play(order)
                assert twin.check() == [], order
                continue
            cited = numbers(refusal.rule)
            assert cited and set(cited) <= match.game.ledger.keys(), f"{order}: {refusal}"
            assert refusal.says.strip() and "\n" not in refusal.says
            assert set(refusal.units) <= match.g.roster.number.keys()
            assert set(refusal.hexes) <= match.g.grid.cell.keys()
            with pytest.raises(IllegalOrder):
                match.copy().play(order)


@every_game
def test_a_path_is_accepted_just_where_its_goal_is_offered(title: str) -> None:
    chance = random.Random(4)
    for match in moments(title):
        moves = [order.split() for order in menu(match) if order.startswith("move ")]
        moves = [words for words in moves if all(w in match.g.grid.cell for w in words[2:])]
        for who in sample(sorted({words[1] for words in moves if words[2:]}), 6, chance):
            goals = {words[-1] for words in moves if words[1] == who}
            start = match.g.at[match.g.roster.find(who.split(",")[0])]
            if start >= 0:
                walk_about(match, who, start, goals, chance)


def walk_about(match: Match, who: str, start: int, goals: set[str], chance: random.Random) -> None:
    """A random walk, one hex at a time: where it may end, the menu offers to go."""
    grid = match.g.grid
    for _ in range(4):
        path = [start]
        for _ in range(5):
            path.append(chance.choice(grid.neighbours(path[-1])))
            order = f"move {who} " + " ".join(grid.name[hex] for hex in path[1:])
            if match.why_not(order) is not None or path[-1] == start:
                continue
            assert grid.name[path[-1]] in goals, order
            twin = match.copy()
            twin.play(order)
            assert twin.check() == [], order


@every_game
def test_a_position_written_and_set_up_again_is_the_same(title: str) -> None:
    phases = set()
    for match in moments(title):
        decision = deciding(match.g)
        if decision is None or not decision.phase:
            continue
        phases.add(decision.phase)
        text = position.write(match)
        again = library.set_up(text)
        assert position.write(again) == text
        assert again.phase == match.phase
        passing = ("stack", "learned", "rolled")
        facts, others = match.g.facts(), again.g.facts()
        assert {k: v for k, v in facts.items() if k not in passing} == {
            k: v for k, v in others.items() if k not in passing
        }
    assert phases and phases <= library.game(title).phases.keys()


@every_game
def test_every_phase_can_be_set_up_on_an_empty_map(title: str) -> None:
    game = library.game(title)
    for phase in game.phases:
        for side in game.sides:
            match = library.set_up(f'game = "{title}"\nphase = "{phase}"\nside = "{side}"')
            assert match.over or match.orders(), f"{phase}: {side} has no order to give"


@every_game
def test_a_side_may_concede_where_the_rules_have_such_a_thing(title: str) -> None:
    for match in moments(title)[::3]:
        for side in match.game.sides:
            twin = match.copy()
            if result := match.game.concede(match.g, side):
                twin.play("concede", by=side)
                assert twin.over and twin.result == result and twin.undoable == 0
            else:
                with pytest.raises(IllegalOrder):
                    twin.play("concede", by=side)


@every_game
def test_a_match_half_played_is_saved_and_goes_on(title: str) -> None:
    for match in moments(title)[::4]:
        again = library.load(record.write(match))
        assert again.g.fingerprint() == match.g.fingerprint() and again.log == match.log
        order = Wanderer(6).order(match)
        assert again.copy().play(order) == match.copy().play(order)


@every_game
def test_the_referee_answers_at_any_moment(title: str) -> None:
    for match in moments(title)[::2]:
        g = match.g
        for unit in g.on_map()[::7]:
            for reach in match.reach(g.unit(unit).id).values():
                assert all(reach.path(hex)[-1] == hex for hex in reach.costs())
            supply = match.supply(g.unit(unit).id)
            if supply is not None:
                assert set(numbers(supply.rule)) <= match.game.ledger.keys() and supply.says
                assert not supply.supplied or not supply.path or supply.path[0] == g.at[unit]
        for side in match.game.sides:
            match.zones(side)
