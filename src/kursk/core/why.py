"""Why can this unit not end there, and what would help?

The answer is about the hex that was asked for. Its reason is the law's own: an order that fails
on nothing else is put to the decision, and its refusal is what is told. What would help is tried
out: on a copy without this enemy, with another kind of movement, with that friend gone.

Ask it of the match as a side knows it: `why_not(match.known_to(side), ["2ss"], "2412")`.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from kursk.core.counters import Unit
from kursk.core.flow import Refusal, deciding
from kursk.core.forms import forms
from kursk.core.hexes import Hex, scan
from kursk.core.match import Match
from kursk.core.orders import way
from kursk.core.paths import Points, Reach, told, trace

MANY = 3  # things that would help; more are not read


class Help(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that would make it possible, now or later."""

    says: str
    rule: str = ""
    order: str = ""  # that does it now
    hexes: tuple[str, ...] = ()


class WhyNot(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why units cannot do in a hex what somebody who points at it would like."""

    hex: str
    order: str  # that was put to the rules
    refusal: Refusal
    more: str = ""  # whose zone it is, what the way would cost
    helps: tuple[Help, ...] = ()


def why_not(match: Match, ids: Sequence[str], name: str, kind: str = "") -> WhyNot | None:
    """Why these units cannot go there, or attack there; None if they can, or nothing is meant.

    `kind` is the kind of movement that is meant, else the plain one.
    """
    g = match.g
    if name not in g.grid.cell or match.actor not in match.game.sides:
        return None
    goal, side = g.grid.cell[name], match.actor
    units = [g.roster.find(id) for id in ids]
    enemy = any(hexes >> goal & 1 for other, hexes in g.held.items() if other != side)
    if enemy and not marching(match, units) and (verb := fighting(match)):
        return _no_attack(match, verb, units, goal)
    units = units or [unit for unit in g.pile(goal) if g.side_of(unit) == side][:1]
    return _no_way(match, units, goal, kind) if units else None


def marching(match: Match, units: Sequence[Unit]) -> dict[str, Reach]:
    """Where units can go together now, by the kind of movement; the slowest decides."""
    verbs, g = kinds(match), match.g
    found: dict[str, Reach] = {}
    for unit in units:
        if g.at[unit] < 0:
            return {}
        for kind, reach in match.game.reach(g, unit).items():
            slowest = found.get(kind)
            if kind in verbs and (slowest is None or reach.points < slowest.points):
                found[kind] = reach
    return found


def kinds(match: Match) -> dict[str, bool]:
    """The kinds of movement that the decision has orders for: is the whole way named, or only
    where it ends?"""
    found: dict[str, bool] = {}
    decision = deciding(match.g)
    for form in forms(decision.usage) if decision and decision.usage else ():
        verb, *words = form.split()
        if len(words) > 1 and words[0].startswith("UNIT") and words[1].startswith("HEX"):
            found[verb] = found.get(verb, False) or "HEX…" in words
    return found


def fighting(match: Match) -> str:
    """The verb of an attack, where one may be ordered now."""
    decision = deciding(match.g)
    named = [form.split() for form in forms(decision.usage)] if decision else []
    return next((words[0] for words in named if words[2:3] == ["with"]), "")


# -- attacks -------------------------------------------------------------------------------------


def _no_attack(match: Match, verb: str, units: list[Unit], goal: Hex) -> WhyNot | None:
    """Units in hand are asked about; else those next to the hex, else the nearest."""
    g, name = match.g, match.g.grid.name[goal]
    if not units:
        own = g.on_map(match.actor)
        far = min((g.grid.distance(g.at[unit], goal) for unit in own), default=0)
        near = [unit for unit in own if g.grid.distance(g.at[unit], goal) == far]
        units = near if far == 1 else near[:1]
    ids = ",".join(g.unit(unit).id for unit in units)
    order = f"{verb} {name} with {ids}"
    refusal = match.why_not(order) if units else None
    if refusal is None:
        return None
    away = g.grid.distance(g.at[units[0]], goal)
    where = g.grid.name[g.at[units[0]]]
    more = f"{g.called(units[0])} in {where} is {away} hexes away." if away > 1 else ""
    helps = [*_instead(refusal)]
    could = [order for order in match.orders(name) if " with " in order]
    if could:
        best = max(could, key=lambda order: order.count(","))
        who = g.called(*(g.roster.find(id) for id in best.split()[3].split(",")))
        helps.append(Help(f"{who} can attack it.", refusal.rule, best))
    return WhyNot(name, order, refusal, more, tuple(helps[:MANY]))


# -- ways ----------------------------------------------------------------------------------------


class _Way(msgspec.Struct, frozen=True):
    """Units that are meant to go to a hex by a kind of movement."""

    match: Match
    units: tuple[Unit, ...]
    goal: Hex
    kind: str
    whole: bool  # its orders name the whole way
    found: Reach  # where they can go so

    @property
    def g(self) -> Any:
        return self.match.g

    def order(self, path: Sequence[Hex]) -> str:
        ids = ",".join(self.g.unit(unit).id for unit in self.units)
        return f"{self.kind} {ids} {way(self.g, path if self.whole else path[-1:])}"

    def law(self, path: Sequence[Hex]) -> Refusal | None:
        return self.match.why_not(self.order(path))

    def after(self, g: Any) -> Reach | None:
        """Where they could go in another position."""
        found = [self.match.game.reach(g, unit).get(self.kind) for unit in self.units]
        some = [reach for reach in found if reach is not None]
        return min(some, key=lambda reach: reach.points) if len(some) == len(found) else None


def _no_way(match: Match, units: list[Unit], goal: Hex, kind: str) -> WhyNot | None:
    g, start = match.g, match.g.at[units[0]]
    found, verbs = marching(match, units), kinds(match)
    kind = kind or next(
        (one for one in ("move", *found, *verbs) if one in (found or verbs)), "move"
    )
    whole = verbs.get(kind, True)
    straight = _straight(g, start, goal) if whole else (goal,)
    if kind not in found:  # they do not go at all, or not so
        order = f"{kind} {','.join(g.unit(unit).id for unit in units)} {way(g, straight)}"
        if (refusal := match.why_not(order)) is None:
            return None
        if kind not in verbs:
            refusal = msgspec.structs.replace(refusal, instead="")  # it lists other orders
        return _told(g, goal, order, refusal, "", _by_other_ways(found, kind, units, g, goal))
    asked = _Way(match, tuple(units), goal, kind, whole, found[kind])
    hexes = asked.found.hexes
    if goal == start or hexes:  # does something keep them from going anywhere?
        there = goal if hexes >> goal & 1 else next(scan(hexes), start)
        path = straight if there == start else asked.found.path(there)
        if refusal := asked.law(path):
            return _told(g, goal, asked.order(path), refusal, "", ())
    if goal == start or hexes >> goal & 1:
        return None
    return _shut(asked) or _halted(asked) or _too_far(asked) or _walled(asked, straight)


def _shut(asked: _Way) -> WhyNot | None:
    """Nobody may enter the hex, or nobody may stop in it: it is asked of a unit beside it."""
    g, goal = asked.g, asked.goal
    closed, halts, passing, *_ = asked.found.sets
    if not (closed | passing) >> goal & 1:
        return None
    beside = [hex for hex in g.grid.neighbours(goal) if not closed >> hex & 1]
    beside.sort(key=lambda hex: halts >> hex & 1)
    for hex in beside:
        twin = moved(asked.match, asked.units, hex)
        order = asked.order((goal,))
        refusal = twin.why_not(order)
        if refusal is not None:
            return _told(g, goal, order, refusal, "", _instead_of(asked, refusal))
    return None


def _instead_of(asked: _Way, refusal: Refusal) -> Iterator[Help]:
    """An enemy is there: where one could stand to attack him. A friend is: who should leave."""
    g, goal, side = asked.g, asked.goal, asked.match.actor
    name = g.grid.name
    if not g.held[side] >> goal & 1:
        near = [hex for hex in g.grid.neighbours(goal) if asked.found.hexes >> hex & 1]
        for hex in sorted(near, key=asked.found.cost)[:1]:
            twin = moved(asked.match, asked.units, hex)
            ids = ",".join(g.unit(unit).id for unit in asked.units)
            odds = twin.game.receipt(twin.g, f"attack {name[goal]} with {ids}", side)
            alone = f"; an attack from there is {odds.column}, alone" if odds else ""
            says = f"Go next to it, to {name[hex]} ({_points(asked.found.cost(hex))}){alone}."
            yield Help(says, "", asked.order(asked.found.path(hex)), (name[hex],))
        return
    for unit in g.pile(goal):
        twin = g.copy()
        twin.remove(unit, "")
        after = asked.after(twin)
        if after and after.hexes >> goal & 1:
            yield Help(f"If {g.called(unit)} leaves, there is room.", refusal.rule)


def _halted(asked: _Way) -> WhyNot | None:
    """In range, but something on the way stops the move, or bars its first step."""
    g, goal, found = asked.g, asked.goal, asked.found
    free = found.freed(halts=True)
    if not free.hexes >> goal & 1:
        return None
    path = _last_stop(asked) or free.path(goal)
    refusal = asked.law(path)
    if refusal is None:
        return None
    stops = [g.grid.cell[name] for name in refusal.hexes if name in g.grid.cell]
    at = next((hex for hex in stops if found.sets[1] >> hex & 1), path[-1])
    more = " ".join(each for each in (whose(asked.match, at), _around(asked)) if each)
    helps = [*_by_kind(asked), *_without(asked, at, refusal.rule)]
    return _told(g, goal, asked.order(path), refusal, more, helps)


def _last_stop(asked: _Way) -> tuple[Hex, ...]:
    """The way by a hex next to the goal that can be reached, and where the move ends."""
    g, found = asked.g, asked.found
    costs = {
        hex: found.cost(hex) + step
        for hex in g.grid.neighbours(asked.goal)
        if (found.hexes & found.sets[1]) >> hex & 1
        and (step := found.going.step(hex, asked.goal)) is not None
    }
    fit = [hex for hex, cost in costs.items() if cost <= found.points]
    return (*found.path(min(fit, key=lambda hex: costs[hex])), asked.goal) if fit else ()


def _too_far(asked: _Way) -> WhyNot | None:
    """There is a way, and the points do not suffice for it."""
    g, goal, found = asked.g, asked.goal, asked.found
    for free in (found.freed(points=True), found.freed(points=True, halts=True)):
        if free.hexes >> goal & 1:
            break
    else:
        return None
    path, cost = free.path(goal), free.cost(goal)
    refusal = asked.law(path)
    if refusal is None:
        return None
    name = g.grid.name
    who = g.called(*asked.units)
    more = ""
    if found.sets[1] & sum(1 << hex for hex in path[:-1]):  # stopped first, and too far besides
        more = f"And {name[goal]} is {_points(cost)} away; there are {told(found.points)}."
    else:
        has = told(found.points)
        says = f"{name[goal]} is {_points(cost)} away by the cheapest way; {who} has {has}."
        refusal = replace(refusal, says=says, hexes=(name[goal],))
    helps: list[Help] = list(_by_kind(asked))
    if on_way := [hex for hex in path if found.hexes >> hex & 1]:
        last = on_way[-1]
        says = f"Go as far as {name[last]} ({_points(found.cost(last))}) and on from there later."
        helps.append(Help(says, "", asked.order(found.path(last)), (name[last],)))
    return _told(g, goal, asked.order(path), refusal, more, helps)


def _walled(asked: _Way, straight: Sequence[Hex]) -> WhyNot | None:
    """No way leads there: whatever the law says of the straight one."""
    refusal = asked.law(straight)
    if refusal is None:
        return None
    goal = asked.g.grid.name[asked.goal]
    stops = "" if goal in refusal.hexes else ", ".join(refusal.hexes)
    more = f"No way leads to {goal}; the straight one is stopped in {stops}." if stops else ""
    return _told(asked.g, asked.goal, asked.order(straight), refusal, more, _by_kind(asked))


# -- what would help -----------------------------------------------------------------------------


def _by_kind(asked: _Way) -> Iterator[Help]:
    found = marching(asked.match, asked.units)
    yield from _by_other_ways(found, asked.kind, asked.units, asked.g, asked.goal)


def _by_other_ways(
    found: dict[str, Reach], kind: str, units: Sequence[Unit], g: Any, goal: Hex
) -> Iterator[Help]:
    """Another kind of movement leads there."""
    ids = ",".join(g.unit(unit).id for unit in units)
    for other, reach in found.items():
        if other != kind and reach.hexes >> goal & 1:
            says = f"By {other} it gets there: {_points(reach.cost(goal))}."
            yield Help(says, "", f"{other} {ids} {way(g, reach.path(goal))}")


def _around(asked: _Way) -> str:
    """What the way round would cost, where there is one."""
    free = asked.found.freed(points=True)
    if not free.hexes >> asked.goal & 1:
        return ""
    cost = _points(free.cost(asked.goal))
    return f"The way round is {cost}; there are {told(asked.found.points)}."


def _without(asked: _Way, at: Hex, rule: str) -> Iterator[Help]:
    """Which enemy next to the stop must go, so that the way is open?"""
    name = asked.g.grid.name
    for hex, twin in _emptied(asked.match, at):
        after = asked.after(twin)
        if after and after.hexes >> asked.goal & 1:
            cost = _points(after.cost(asked.goal))
            yield Help(f"With no enemy in {name[hex]} it is {cost} away.", rule, "", (name[hex],))


def whose(match: Match, at: Hex) -> str:
    """Whose zone a hex lies in: in words; "" where it is nobody's in particular."""
    g, side = match.g, match.actor
    foes = [other for other in match.game.sides if other != side]
    if not any(match.game.zones(g, foe) >> at & 1 for foe in foes):
        return ""
    for hex, twin in _emptied(match, at):
        if not any(match.game.zones(twin, foe) >> at & 1 for foe in foes):
            return f"It is the zone of {_who(g, hex)} in {g.grid.name[hex]}."
    near = [g.grid.name[hex] for hex, _ in _emptied(match, at)]
    return f"It is the zone of enemies in {' and '.join(near)}." if near else ""


def _emptied(match: Match, at: Hex) -> Iterator[tuple[Hex, Any]]:
    """The position without each of the enemy stacks next to a hex."""
    g, side = match.g, match.actor
    for hex in g.grid.neighbours(at):
        if any(g.side_of(unit) != side for unit in g.pile(hex)):
            twin = g.copy()
            for unit in g.pile(hex):
                twin.remove(unit, "")
            yield hex, twin


def _who(g: Any, hex: Hex) -> str:
    """The enemies in a hex, as far as they are known."""
    names = [g.unit(unit).name for unit in g.pile(hex) if g.unit(unit).id]
    return ", ".join(names) or "a covered unit"


# -- small things --------------------------------------------------------------------------------


def _told(
    g: Any, goal: Hex, order: str, refusal: Refusal, more: str, helps: Iterable[Help]
) -> WhyNot:
    """What the law says instead comes first, and is not said twice."""
    others = [each for each in helps if not each.order or each.order != refusal.order]
    first = _instead(refusal)
    return WhyNot(g.grid.name[goal], order, refusal, more, tuple([*first, *others][:MANY]))


def _instead(refusal: Refusal) -> list[Help]:
    return [Help(refusal.instead, "", refusal.order)] if refusal.instead else []


def moved(match: Match, units: Sequence[Unit], hex: Hex) -> Match:
    """The match as it were if the units stood there: to be asked, not played."""
    twin = match.copy()
    for unit in units:
        twin.g.place(unit, hex)
    return twin


def _straight(g: Any, start: Hex, goal: Hex) -> tuple[Hex, ...]:
    if start == goal:
        return tuple(g.grid.neighbours(goal)[:1])
    found = trace(g.grid, 1 << start, 1 << goal, g.grid.all)
    return found[1:] if found else (goal,)


def _points(cost: Points) -> str:
    return f"{told(cost)} point{'s' * (cost != 1)}"
