"""The contract on moments: what is offered, refused, written down and answered."""

import random
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from kursk import library
from kursk.contract.wander import Moment, Wanderer
from kursk.core import position, record
from kursk.core.flow import DICE, IllegalOrder, deciding
from kursk.core.match import Match
from kursk.core.rules import numbers

MENU = 50_000  # more orders than any menu is read to

Clause = Callable[[Moment, random.Random], Iterator[str]]


def sample(orders: list[str], most: int, chance: random.Random) -> list[str]:
    return chance.sample(orders, min(most, len(orders)))


@lru_cache(maxsize=300)
def menu(match: Match) -> list[str]:
    """All that is offered at a moment, which nobody changes."""
    return list(match.orders()[:MENU])


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


# -- what may be ordered -----------------------------------------------------------------------


def offers(moment: Moment, chance: random.Random) -> Iterator[str]:
    """What is offered is offered once, may be ordered, and leads on."""
    match, offered = moment.match, menu(moment.match)
    if not offered or len(offered) > len(set(offered)):
        yield "an order is offered twice" if offered else "nothing is offered"
    if len(offered) == MENU:
        yield f"there are {MENU} orders to choose from, or more"
    for order in sample(offered, 60, chance):
        if why := match.why_not(order):
            yield f"{order} is offered, but refused: {why}"
    for order in sample(offered, 3, chance):
        if match.why_not(order) is None:
            twin = match.copy()
            twin.play(order)
            if not twin.over and not twin.orders():
                yield f"{order} leads nowhere: {twin.actor} has no order to give"
            yield from _played(moment, order)


def _played(moment: Moment, order: str) -> Iterator[str]:
    """A legal order leads to a sound position."""
    twin = moment.match.copy()
    twin.play(order)
    for fault in twin.check():
        yield f"{order} leads to a bad position: {fault}"


def able(moment: Moment, chance: random.Random) -> Iterator[str]:
    """Who is able is who is named in the menu; about a unit there is all that names it.
    A short menu is the whole one, a long one is none."""
    match, offered, found = moment.match, menu(moment.match), moment.match.able()
    everybody = {unit for order in offered for unit in named(match, order)}
    if set(found) != everybody or len(found) != len(everybody):
        one = next(iter(everybody ^ set(found)), "a unit twice")
        yield f"able() and the orders disagree about {one}"
    if (decision := deciding(match.g)) and offered:
        whole, none = (decision.few(match.g, len(offered) - less) for less in (0, 1))
        if none or whole != offered:
            yield "few() and the orders disagree"
    for unit in sample(found, 3, chance):
        about = list(match.orders(unit))
        if len(about) > len(set(about)):
            yield f"about {unit} an order is offered twice"
        if strange := [order for order in about if unit not in named(match, order)]:
            yield f"about {unit} there is {strange[0]}"
        mine = {order for order in offered if unit in named(match, order)}
        if missing := mine.difference(about):
            yield f"about {unit} there is no {min(missing)}, which is offered"
        for order in sample(about, 20, chance):
            if why := match.why_not(order):
                yield f"{order} is offered about {unit}, but refused: {why}"


def refusals(moment: Moment, chance: random.Random) -> Iterator[str]:
    """What is not offered is refused with a rule, or can be played."""
    match, offered = moment.match, menu(moment.match)
    for order in mutated(match, sample(offered, 8, chance), chance):
        if " ".join(order.split()) in offered:
            continue
        why = match.why_not(order)
        if why is None:
            yield from _played(moment, order)
            continue
        cited = numbers(why.rule)
        if not cited or not set(cited) <= match.game.ledger.keys():
            yield f"{order} is refused without a rule of the ledger: {why}"
        if not why.says.strip() or "\n" in why.says:
            yield f"{order} is refused, but not in one line"
        strange = [unit for unit in why.units if unit not in match.g.roster.number]
        strange += [hex for hex in why.hexes if hex not in match.g.grid.cell]
        if strange:
            yield f"{order} is refused with {strange[0]}, which is nowhere"
        try:
            match.copy().play(order)
        except IllegalOrder:
            continue
        yield f"{order} is refused, but can be played"


def ways(moment: Moment, chance: random.Random) -> Iterator[str]:
    """A way is accepted just where its goal is offered."""
    match = moment.match
    moves = [order.split() for order in menu(match) if order.startswith("move ")]
    moves = [words for words in moves if all(w in match.g.grid.cell for w in words[2:])]
    if not any(words[2:] for words in moves):
        return
    idle = {match.g.unit(unit).id for unit in match.g.on_map(match.actor)} - {*match.able()}
    movers = sorted({words[1] for words in moves if words[2:]})
    for who in (*sample(movers, 6, chance), *sample(sorted(idle), 3, chance)):
        goals = {words[-1] for words in moves if words[1] == who}
        start = match.g.at[match.g.roster.find(who.split(",")[0])]
        if start >= 0:
            yield from _walks(moment, who, start, goals, chance)


def _walks(
    moment: Moment, who: str, start: int, goals: set[str], chance: random.Random
) -> Iterator[str]:
    """Random walks, one hex at a time: where one may end, the menu offers to go."""
    match, grid = moment.match, moment.match.g.grid
    for _ in range(4):
        path = [start]
        for _ in range(5):
            path.append(chance.choice(grid.neighbours(path[-1])))
            order = f"move {who} " + " ".join(grid.name[hex] for hex in path[1:])
            if match.why_not(order) is not None or path[-1] == start:
                continue
            if grid.name[path[-1]] not in goals:
                yield f"{order} is accepted, but {grid.name[path[-1]]} not offered"
            yield from _played(moment, order)


def concedes(moment: Moment, chance: random.Random) -> Iterator[str]:
    """A side may concede at any time, and has not won then."""
    match = moment.match
    for side in match.game.sides:
        result, twin = match.game.concede(match.g, side), match.copy()
        try:
            twin.play("concede", by=side)
        except IllegalOrder as error:
            yield f"{side} may concede, but is refused: {error.refusal}"
            continue
        won = match.game.winner(twin.g) in ("", side)
        if won or not twin.over or twin.result != result or twin.undoable:
            yield f"{side} concedes, and the result is {twin.result!r}"


# -- what is written down ----------------------------------------------------------------------


def positions(moment: Moment, chance: random.Random) -> Iterator[str]:
    """A position written down and set up again is the same, with the phase it stands in."""
    match, decision = moment.match, deciding(moment.match.g)
    if decision is None or not decision.phase:
        return
    if decision.phase not in match.game.phases:
        yield f"GAME.phases has no {decision.phase!r}"
        return
    text = position.write(match)
    again = position.set_up(match.game, text)
    if position.write(again) != text or again.phase != match.phase:
        yield "the position written down and set up again is written otherwise"
    facts, others = match.g.facts(), again.g.facts()
    for name in facts.keys() - {"learned", "rolled", "stack"}:
        if facts[name] != others[name]:
            yield f"set up again, {name} is {others[name]!r} and not {facts[name]!r}"
    stack, other = ([_told(frame) for frame in g.stack] for g in (match.g, again.g))
    if stack != other:
        yield f"set up again, the stack is {' '.join(other)}, not {' '.join(stack)}"


def _told(frame: Any) -> str:
    """A frame in words: which step comes next."""
    return f"{type(frame).__name__}({frame.next})"


def saved(moment: Moment, chance: random.Random) -> Iterator[str]:
    """A match half played is saved, and goes on."""
    if chance.randrange(4):
        return  # to follow a record takes its time
    match = moment.match
    again = library.load(record.write(match))
    if again.g.fingerprint() != match.g.fingerprint() or again.log != match.log:
        yield "the record of a match half played replays otherwise"
        return
    order = Wanderer(6).order(match)
    if again.copy().play(order) != match.copy().play(order):
        yield f"after its record was read again, {order} brings other news"


CLAUSES: tuple[Clause, ...] = (offers, able, refusals, ways, concedes, positions, saved)
