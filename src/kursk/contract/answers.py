"""The contract on answers: the referee's, a receipt's, what the page is told, what a bot says."""

import random
import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import msgspec

from kursk import bots
from kursk.contract.moments import Clause, menu, sample
from kursk.contract.wander import Moment
from kursk.core.flow import DICE, Roll, deciding
from kursk.core.match import Match
from kursk.core.rules import numbers
from kursk.core.tables import Receipt
from kursk.server.cards import card
from kursk.server.charts import charts_of


def referee(moment: Moment, chance: random.Random) -> Iterator[str]:
    """The referee answers at any moment."""
    match, g = moment.match, moment.match.g
    for unit in g.on_map()[::7]:
        id = g.unit(unit).id
        for kind, reach in match.reach(id).items():
            if kind not in match.game.kinds:
                yield f"{kind} is not among the kinds of movement of GAME.kinds"
            if any(reach.path(hex)[-1] != hex for hex in reach.costs()):
                yield f"the reach of {id} has a hex without a way to it"
        supply = match.supply(id)
        if supply is None:
            continue
        if not supply.says or not set(numbers(supply.rule)) <= match.game.ledger.keys():
            yield f"the supply of {id} is told without a rule of the ledger"
        if supply.supplied and supply.path and supply.path[0] != g.at[unit]:
            yield f"the supply of {id} begins elsewhere"
    for side in match.game.sides:
        match.zones(side)


def fresh(moment: Moment, chance: random.Random) -> Iterator[str]:
    """Every answer is the same when nothing is known: no derived fact is stale."""
    if chance.randrange(2):
        return  # every question is asked three times
    match = moment.match.copy()
    answers(match)  # so that much is known
    first = decision = deciding(match.g)
    for _ in range(5):  # to the next decision of this kind, or nearly
        match.play(chance.choice([order for order in match.orders() if order != "end"] or ["end"]))
        decision = deciding(match.g)
        if decision is None:
            return
        if type(decision) is type(first):
            break
    found, forgetful = answers(match), match.copy()
    forgetful.g.recount()
    for question, answer in answers(forgetful).items():
        if answer != found[question]:
            orders = ", ".join(entry.order for entry in match.log[len(moment.match.log) :])
            yield (
                f"after {orders}, {question} is another when it is worked out anew: a derived "
                "fact is stale; set g.known = {} where what it depends on changes"
            )
            return


def answers(match: Match) -> dict[str, Any]:
    """What a match answers, by the question."""
    g = match.g
    found: dict[str, Any] = {
        "the menu": match.orders()[:300],
        "who is able": match.able(),
        "the prompt": match.prompt,
    }
    for side in match.game.sides:
        found[f"the view of {side}"] = match.view(side)
        found[f"the zone of {side}"] = match.zones(side)
    for unit in g.on_map()[::9]:
        id = g.unit(unit).id
        found[f"the supply of {id}"] = match.supply(id)
        reach = match.reach(id).items()
        found[f"the reach of {id}"] = {kind: found.costs() for kind, found in reach}
    for order in found["the menu"][:20]:
        found[f"the receipt of {order}"] = match.receipt(order)
    return found


def receipts(moment: Moment, chance: random.Random) -> Iterator[str]:
    """What a receipt promises is what the battle brings."""
    match = moment.match
    for order in sample(menu(match), 12, chance):
        told = match.receipt(order)
        if told is None:
            continue
        for what in ("outcomes", "cases"):
            chances = [Fraction(each.chance) for each in getattr(told, what)]
            if chances and sum(chances) != 1:
                yield f"{order}: the chances of its {what} come to {sum(chances)}"
        columns = [line for line in told.shifts if not line.label.startswith("Die")]
        shifts = sum(int(line.value) for line in columns)
        if shifts != told.net:
            yield f"{order}: its shifts come to {shifts:+}, its net is {told.net:+}"
        yield from _fought(moment, order, told, chance)


def _fought(moment: Moment, order: str, told: Receipt, chance: random.Random) -> Iterator[str]:
    """Where the dice follow at once, the news of them name the result of the receipt."""
    twin, total = moment.match.copy(), 0
    twin.play(order)
    while isinstance(roll := deciding(twin.g), Roll) and len(roll.faces) < roll.dice:
        face = chance.randint(1, 6)
        total += face
        last = len(roll.faces) + 1 == roll.dice
        news = twin.play(f"roll {face}")
        if last:
            break
    else:
        return
    wanted = [each.result for each in told.outcomes if total in each.rolls or not each.rolls]
    words = set(re.findall(r"[\w+/-]+", " ".join(each.says for each in news)))
    named = words & codes(twin.game.title)
    if named and not any(result.partition(",")[0] in named for result in wanted):
        says = f"{order}, {total} rolled: the receipt says {' or '.join(wanted)}"
        yield f"{says}, the news {' '.join(named)}"


@cache
def codes(title: str) -> set[str]:
    """The results of a game's tables."""
    tables = [chart for chart in charts_of(title) if chart.rolled]
    return {cell for chart in tables for row in chart.rows for cell in row.cells}


def shown(moment: Moment, chance: random.Random) -> Iterator[str]:
    """The page can show each side's view, and says what there is to do."""
    match, game = moment.match, moment.match.game
    for side in ("", *game.sides):
        view = match.view(side)
        try:
            msgspec.json.encode(view)
        except TypeError as error:
            yield f"the view of {side or 'both'} cannot be sent: {error}"
        for box in view.boxes.keys() - {*game.boxes}:
            yield f"GAME.boxes has no {box!r}"
        told = card(game.title)
        for track in (*told.strip, *(scale.track for scale in told.victory)):
            if track not in view.tracks:
                yield f"the view of {side or 'both'} has no track {track!r}"
    if match.actor != DICE and not match.prompt:
        yield f"{match.actor} is not told what there is to do: write a prompt"
    if not match.where():
        yield "no frame of the stack has a title"


def advice(moment: Moment, chance: random.Random) -> Iterator[str]:
    """What the best bot orders may be ordered."""
    match = moment.match
    if match.actor in match.game.sides:
        name = bots.usual(match.game.title)
        order = bots.decide(match, match.actor, name, "contract")
        if why := match.why_not(order):
            yield f"{name} orders {order}, which is refused: {why}"


CLAUSES: tuple[Clause, ...] = (referee, fresh, receipts, shown, advice)
