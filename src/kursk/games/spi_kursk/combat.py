"""4.23: the Combat Phase: the Gun Segment, then two segments of attacks."""

from collections.abc import Iterator
from itertools import chain

from kursk.core.counters import Unit
from kursk.core.flow import DONE, Decision, Done, Frame, Refusal
from kursk.core.hexes import Hex, Hexes, scan
from kursk.core.orders import sets
from kursk.core.state import units
from kursk.games.spi_kursk.announce import (
    parts,
    read_attack,
    refused_air,
    refused_attack,
    refused_attacker,
    refused_support,
    supporters,
)
from kursk.games.spi_kursk.battle import Battle
from kursk.games.spi_kursk.fog import covered
from kursk.games.spi_kursk.ground import beside
from kursk.games.spi_kursk.guns import GunSegment, spend_points
from kursk.games.spi_kursk.lines import judge
from kursk.games.spi_kursk.odds import fed_strength, opening_strength
from kursk.games.spi_kursk.pieces import kinds
from kursk.games.spi_kursk.reserves import alarm
from kursk.games.spi_kursk.state import State, foe, ids, present
from kursk.games.spi_kursk.tables import INTERCEPTION, LEAST
from kursk.games.spi_kursk.zones import combat_hexes

SEGMENTS = ("First Combat Segment", "Second Combat Segment")


# -- what is offered -----------------------------------------------------------------------------


def attackers(g: State) -> list[Unit]:
    """9.11: the units that may attack in this segment, and stand next to an enemy."""
    near = beside(g.board, g.held[foe(g.side)] & ~g.fought) & combat_hexes(g, g.side)
    known = kinds(g.roster)
    able = known.combat & known.of(g.side) & ~g.attacked & ~g.railed & ~g.reserve & ~g.disrupted
    found = [
        u for u in units(able & (g.assault | g.mobile)) if g.at[u] >= 0 and near >> g.at[u] & 1
    ]
    return [unit for unit in found if not refused_attacker(g, unit)]


def stacks(g: State, target: Hex, able: list[Unit]) -> list[tuple[Unit, ...]]:
    """The stacks round a target, each with those of its units that may attack."""
    round_ = beside(g.board, 1 << target)
    by_hex: dict[Hex, tuple[Unit, ...]] = {}
    for unit in able:
        if round_ >> g.at[unit] & 1:
            by_hex[g.at[unit]] = (*by_hex.get(g.at[unit], ()), unit)
    return [by_hex[hex] for hex in sorted(by_hex)]


def groups(g: State, target: Hex, able: list[Unit]) -> Iterator[tuple[Unit, ...]]:
    """Any whole stacks together, and any unit alone, with the points that an attack takes."""
    whole = stacks(g, target, able)
    told = set()
    alone = ((unit,) for stack in whole for unit in stack)
    for group in chain((tuple(chain.from_iterable(each)) for each in sets(whole)), alone):
        if group not in told and opening_strength(g, group) >= LEAST:
            told.add(group)
            yield group


class Segment(Decision):
    """9.12, 9.13, 9.16: attacks one by one, each fought before the next is declared."""

    covered = covered
    rule = "9.11"
    usage = "attack HEX with UNIT,UNIT… | end"
    asks = "Attack hex by hex, then end the segment."

    def targets(self, g: State, able: list[Unit]) -> Hexes:
        near = 0
        for unit in able:
            near |= 1 << g.at[unit]
        return beside(g.board, near) & g.held[foe(g.side)] & ~g.fought

    def orders(self, g: State, about: str = "") -> Iterator[str]:
        able = attackers(g)
        for target in scan(self.targets(g, able)):
            name = g.grid.name[target]
            for group in groups(g, target, able):
                named = ids(g, group)
                if about in ("", name, *named):
                    yield f"attack {name} with {','.join(named)}"
        if not about:
            yield "end"

    def able(self, g: State) -> list[str]:
        open_, found = attackers(g), set()
        for target in scan(self.targets(g, open_)):
            round_ = [unit for stack in stacks(g, target, open_) for unit in stack]
            if sum(fed_strength(g, unit) for unit in round_) >= LEAST:
                found.update(round_)
        return list(ids(g, sorted(found)))

    def refusal(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["end"]:
                return None
            case ["attack", _, "with", named, *_] if "" not in named.split(","):
                return refused_attack(g, order, g.side)
        return self.unread(g, order)

    def play(self, g: State, order: str) -> Done | Frame | None:
        if order == "end":
            return DONE
        attack = read_attack(g, order)
        g.attacked |= sum(1 << unit for unit in attack.force)
        g.fought |= 1 << attack.target
        g.say(
            f"{g.called(*attack.attackers)} attack {g.name_of(attack.target)}.",
            "9.11",
            (attack.target,),
        )
        alarm(g)
        for unit in attack.barrage:
            g.fired |= 1 << unit
        for kind, given in (("anti-tank", attack.gun_points), ("artillery", attack.barrage_points)):
            for hq, points in given:
                spend_points(g, hq, kind, points)
        if attack.air:
            g.air[g.side] -= attack.air
        return declared(g, order)


def declared(g: State, order: str) -> Frame:
    """9.81: is there anything more to commit, on either side?"""
    attack = read_attack(g, order)
    free_air = g.air_war and g.air[g.side] and not attack.air
    if free_air or any(supporters(g, g.side, attack.target)):
        return Support(order)
    return answered(g, order)


def answered(g: State, order: str) -> Frame:
    return AirDefence(order) if g.air_war and g.air[foe(g.side)] else Battle(order)


class FirstSegment(Segment):
    title = SEGMENTS[0]
    phase = "first combat"


class SecondSegment(Segment):
    title = SEGMENTS[1]
    phase = "second combat"


class Support(Decision):
    """13.21, 13.41, 17.22: what the attacker commits to an attack that he has declared."""

    covered = covered
    rule = "9.81"
    title = "Guns and air for an attack"
    usage = "join GUN | join HQ N | barrage GUN | barrage HQ N | air N | fight"
    small = True
    order: str

    def prompt(self, g: State) -> str:
        target = g.name_of(read_attack(g, self.order).target)
        return f"Commit guns, points or air to the attack on {target}, then fight."

    def orders(self, g: State, about: str = "") -> Iterator[str]:
        attack = read_attack(g, self.order)
        for order in supporters(g, g.side, attack.target):
            if about in ("", order.split()[1], self.order.split()[1]) and not self._said(order):
                yield order
        if about:
            return
        if g.air_war and not attack.air:
            most = min(g.air[g.side], INTERCEPTION["per_combat"])
            yield from (f"air {number}" for number in range(1, most + 1))
        yield "fight"

    def _said(self, order: str) -> bool:
        """A headquarters says once how many of its points it gives."""
        said = [(verb, id) for verb, id, _ in parts(self.order.split()[4:]) or ()]
        return tuple(order.split()[:2]) in said

    def refusal(self, g: State, order: str) -> Refusal | None:
        attack = read_attack(g, self.order)
        match order.split():
            case ["fight"]:
                return None
            case ["join" | "barrage" as verb, id]:
                why = refused_support(g, g.side, attack.target, verb, id, "")
                return why or self._twice(order)
            case ["join" | "barrage" as verb, id, number]:
                why = refused_support(g, g.side, attack.target, verb, id, number)
                return why or self._twice(order)
            case ["air", _] if attack.air:
                return Refusal("17.22", "Air Points have been allocated to this attack.")
            case ["air", "0"]:
                return Refusal("17.22", "Without Air Points, just fight.")
            case ["air", number]:
                return refused_air(g, g.side, number)
        return self.unread(g, order)

    def _twice(self, order: str) -> Refusal | None:
        if not self._said(order):
            return None
        verb, id, *_ = order.split()
        return Refusal("13.32", f"{verb} {id} has been said.", (id,))

    def play(self, g: State, order: str) -> Done | None:
        if order == "fight":
            return Done(answered(g, self.order))
        match order.split():
            case ["air", number]:
                g.air[g.side] -= int(number)
                g.say(f"{number} Air Points for the attack.", "17.22")
            case [verb, id, number]:
                kind = "anti-tank" if verb == "join" else "artillery"
                spend_points(g, g.roster.find(id), kind, int(number))
                g.say(f"{g.called(g.roster.find(id))} gives {number} {kind} points.", "13.32")
            case ["join", id]:
                unit = g.roster.find(id)
                g.attacked |= 1 << unit
                g.say(f"{g.called(unit)} joins the attack.", "13.21")
            case [_, id]:
                unit = g.roster.find(id)
                g.fired |= 1 << unit
                g.say(f"{g.called(unit)} barrages.", "13.41")
        self.order = f"{self.order} {order}"
        attack = read_attack(g, self.order)
        more = g.air_war and g.air[g.side] and not attack.air
        if more or any(not self._said(each) for each in supporters(g, g.side, attack.target)):
            return None
        return Done(answered(g, self.order))


class AirDefence(Decision):
    """17.22: the defender allocates Air Points after the attacker."""

    rule = "17.22"
    title = "Air defence"
    usage = "air N | fight"
    small = True
    order: str

    def actor(self, g: State) -> str:
        return foe(g.side)

    def prompt(self, g: State) -> str:
        target = g.name_of(read_attack(g, self.order).target)
        return f"Defend {target} with Air Points, or let them fight."

    def orders(self, g: State, about: str = "") -> Iterator[str]:
        if about:
            return
        most = min(g.air[foe(g.side)], INTERCEPTION["per_combat"])
        yield from (f"air {number}" for number in range(1, most + 1))
        yield "fight"

    def refusal(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["fight"]:
                return None
            case ["air", "0"]:
                return Refusal("17.22", "Without Air Points, just fight.")
            case ["air", number]:
                return refused_air(g, foe(g.side), number)
        return self.unread(g, order)

    def play(self, g: State, order: str) -> Done:
        if order == "fight":
            return Done(Battle(self.order))
        number = order.split()[1]
        g.air[foe(g.side)] -= int(number)
        g.say(f"{number} Air Points against it.", "17.22")
        return Done(Battle(f"{self.order} against {number}"))


class CombatPhase(Frame):
    """4.23, 9.11: guns, then two segments; what was done in it is forgotten at its end."""

    rule = "4.23"

    def begin(self, g: State) -> None:
        """11.52: defending stacks are judged as the phase begins."""
        judge(g, present(g, foe(g.side)))

    def guns(self, g: State) -> Frame | None:
        segment = GunSegment()
        return segment if next(segment.orders(g)) != "end" else None

    def first(self, g: State) -> Frame:
        return FirstSegment()

    def between(self, g: State) -> None:
        g.earlier, g.attacked, g.fought = g.attacked, 0, 0

    def second(self, g: State) -> Frame:
        return SecondSegment()

    def end(self, g: State) -> None:
        g.attacked = g.earlier = g.fired = g.fought = 0
        g.suppressed, g.suppression, g.antitank, g.artillery = {}, {}, {}, {}

    steps = (begin, guns, first, between, second, end)
