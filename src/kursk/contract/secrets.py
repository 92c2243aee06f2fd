"""The contract on secrets: nothing that a side is shown or answered depends on what is hidden.

Everything that the server answers is asked here, for either side and for a stranger, of the true
position and of others that the side cannot tell from it.
"""

import random
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from kursk.contract.moments import Clause, menu, mutated, sample
from kursk.contract.wander import Moment
from kursk.core.flow import Sealed, deciding
from kursk.core.match import Match
from kursk.core.outlook import condition, ending
from kursk.core.state import State
from kursk.core.why import why_not
from kursk.server.answers import overlay, targets, visible, ways
from kursk.server.replay import Played
from kursk.server.room import Room
from kursk.server.scene import past, scene
from kursk.server.seats import seated

OVERLAYS = ("zones", "control", "supply", "threat")


def otherwise(match: Match, side: str, chance: random.Random) -> Match:
    """The match as it might be, for all that a side knows."""
    twin = match.copy()
    twin.g = match.game.shuffled(match.g, side, chance)
    return twin


def everyone(match: Match) -> tuple[str, ...]:
    return (*match.game.sides, "")


def shuffles(found: Iterable[Moment]) -> Iterator[str]:
    """Where counters are covered, GAME.shuffled exchanges them; else nothing was tested."""
    chance = random.Random(5)
    covered = False
    for moment in found:
        for side in everyone(moment.match):
            covered |= not all(c.id for c in moment.match.known_to(side).g.roster)
            if otherwise(moment.match, side, chance).g != moment.match.g:
                return
    if covered:
        yield "counters are covered, but GAME.shuffled exchanges nothing"


def known(moment: Moment, chance: random.Random) -> Iterator[str]:
    """A side knows the same, whatever is hidden; all that it is answered follows from that."""
    match = moment.match
    for side in everyone(match):
        mine = match.known_to(side)
        for _ in range(3):
            twin = otherwise(match, side, chance)
            for fault in twin.check():
                yield f"GAME.shuffled makes a bad position: {fault}"
            other = twin.known_to(side)
            if told := differing(other.g, mine.g):
                yield f"{_who(side)} can tell by {told} what is hidden"
            if twin.told(side) != match.told(side):
                yield f"{_who(side)} can tell by the log what is hidden"
        again = mine.known_to(side)
        if told := differing(again.g, mine.g):
            yield f"{_who(side)}, asked what it knows, knows another {told}"
        if mine.view(side) != match.view(side):
            yield f"{_who(side)} sees another view of the position it knows"


def differing(one: State, other: State) -> str:
    """The first field in which two positions differ."""
    facts, others = one.facts(), other.facts()
    if one.roster.counters != other.roster.counters:
        return "the counters"
    return next((name for name in facts if facts[name] != others[name]), "")


def _who(side: str) -> str:
    return side or "a stranger"


def answered(moment: Moment, chance: random.Random) -> Iterator[str]:
    """No answer of the server depends on what is hidden."""
    if chance.randrange(5):
        return  # there are many questions
    match = moment.match
    for side in everyone(match):
        orders = sample(menu(match), 3, chance)
        orders += mutated(match, orders[:1], chance)
        expected = answers(match, side, orders)
        for question, answer in answers(otherwise(match, side, chance), side, orders).items():
            if answer != expected[question]:
                yield f"{_who(side)} can tell by {question} what is hidden"


def answers(match: Match, side: str, orders: list[str]) -> dict[str, Any]:
    """What `server.api` answers to a side, question by question."""
    mine = match.known_to(side)
    nobody: Any = None
    played = Played({}, [], [], [], [], "")
    room = Room(nobody, "", match, played, seated({}), nobody, nobody)
    found: dict[str, Any] = {
        "the match": msgspec.json.encode(scene(room, side, (side,))),
        "its past": msgspec.json.encode(past(room, side, (side,), match, 0)),
    }
    for unit in visible(mine)[::9]:  # of all of them the threat knows
        found[f"reach {unit}"] = ways(mine, unit)
    for kind in OVERLAYS:
        found[kind] = overlay(mine, kind, side)
    for order in orders:
        found[f"odds {order}"] = mine.receipt(order, side)
    if match.actor != side:
        return found
    found["targets"] = targets(mine, side)
    for unit in mine.able()[:3]:
        found[f"orders {unit}"] = list(mine.orders(unit))
    for unit in [unit for unit in mine.able() if unit in visible(mine)][:1]:
        found[f"the condition of {unit}"] = condition(mine, [unit])
        for hex in mine.g.grid.names(mine.g.grid.all)[:: len(mine.g.grid.name) // 3]:
            found[f"why {unit} is not in {hex}"] = why_not(mine, [unit], hex)
        for kind, reach in mine.reach(unit).items():
            for end in list(reach.costs())[-1:]:
                way = [mine.g.grid.name[step] for step in reach.path(end)]
                found[f"the end of {kind} {unit}"] = ending(mine, [unit], kind, way)
    for order in orders:
        found[f"why {order}"] = mine.why_not(order)
    return found


def law(moment: Moment, chance: random.Random) -> Iterator[str]:
    """The law is the true position's; whoever decides can tell it from what he knows."""
    match = moment.match
    if match.actor not in match.game.sides:
        return
    mine, offered = match.known_to(match.actor), menu(match)
    if list(mine.orders()[:500]) != offered[:500] or mine.able() != match.able():
        yield f"{match.actor} is offered what does not follow from what it knows"
    if mine.prompt != match.prompt:
        yield f"the prompt tells {match.actor} what is hidden: {match.prompt}"
    for unit in sample(match.able(), 3, chance):
        if list(mine.orders(unit)) != list(match.orders(unit)):
            yield f"the orders about {unit} do not follow from what is known"
    orders = sample(offered, 6, chance)
    for order in (*orders, *mutated(match, orders, chance)):
        if mine.why_not(order) != match.why_not(order):
            yield f"{order} is refused for what {match.actor} does not know"


def learned(moment: Moment, chance: random.Random) -> Iterator[str]:
    """What an order brings is told the same, unless something is learned."""
    match = moment.match
    if match.actor not in match.game.sides:
        return
    twin = otherwise(match, match.actor, chance)
    for order in sample(menu(match), 2, chance):
        after, other = match.copy(), twin.copy()
        after.play(order)
        other.play(order)
        side, found = match.actor, after.g.learned
        if not match.g.learned == found == other.g.learned:
            continue
        if other.told(side)[-1] != after.told(side)[-1] or other.view(side) != after.view(side):
            says = f"{order} tells {side} what was hidden, and can be taken back: raise g.learned"
            yield says


def sealed(moment: Moment, chance: random.Random) -> Iterator[str]:
    """A sealed choice is told to nobody before it is revealed."""
    match, decision = moment.match, deciding(moment.match.g)
    if not isinstance(decision, Sealed) or len(decision.chosen) + 1 == len(decision.sides):
        return
    first = match.copy()
    first.play(menu(match)[0])
    for order in menu(match):
        twin = match.copy()
        twin.play(order)
        for side in {*everyone(match)} - {match.actor}:
            if twin.told(side)[-1][2:] != ("", ()):
                yield f"{_who(side)} hears of {order}"
            if differing(twin.known_to(side).g, first.known_to(side).g):
                yield f"{_who(side)} knows of {order}"
            if twin.view(side) != first.view(side):
                yield f"{_who(side)} sees {order}"


CLAUSES: tuple[Clause, ...] = (known, answered, law, learned, sealed)
