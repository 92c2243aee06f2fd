"""10.0: replacements, the return of units that left the map, and steps taken away."""

from collections.abc import Iterator
from functools import partial

from kursk.core.choices import Named
from kursk.core.flow import DONE, Done, Frame, Phase, Refusal
from kursk.core.hexes import OFF, Hex, Hexes
from kursk.core.menu import Menu
from kursk.core.orders import own_unit, placing
from kursk.core.state import derived
from kursk.games.battle_for_kursk.communication import border, communicating
from kursk.games.battle_for_kursk.losses import lose_step
from kursk.games.battle_for_kursk.orders import InTurn
from kursk.games.battle_for_kursk.state import (
    ELIMINATED,
    KINDS,
    OFF_MAP,
    RUSSIAN,
    State,
    box,
    cities,
    colour,
    enemy_zone,
    kind,
    place,
    reduced,
    taken,
)
from kursk.games.battle_for_kursk.tables import POSTURES, Steps
from kursk.games.battle_for_kursk.victory import enter


def due(g: State, side: str) -> Steps:
    """10.0, 10.6, 12.0: the steps of the track and of the posture, netted for each kind."""
    listed = box(g).replacements[side]
    change = POSTURES[g.posture[side]].change(side)
    return listed[0] + change[0], listed[1] + change[1]


def linked(g: State, side: str) -> Hexes:
    """10.2, 10.3: where units can be restored: in communication, and in Moscow regardless."""
    moscow = place(g, "Moscow") if side == RUSSIAN else 0
    return communicating(g, side) | moscow


def places(g: State, side: str) -> Hexes:
    """10.2, 10.3: where a unit may come in: empty border hexes out of enemy zones, and empty
    cities of one's own that are in communication (Moscow even if it is not)."""
    edge = border(g, side) & ~enemy_zone(g, side)
    towns = cities(g) & g.control[side] & linked(g, side)
    return (edge | towns) & ~taken(g) & ~g.board.hexes["sea"]


def nearest(g: State, unit: int) -> Hexes:
    """10.7: of those places, the ones closest to a unit of the same colour, in plain hexes."""
    return _nearest(g, g.side_of(unit), colour(g, unit))


@derived
def _nearest(g: State, side: str, hue: str) -> Hexes:
    open_ = places(g, side)
    family = g.places(sum(1 << unit for unit in g.on_map(side) if colour(g, unit) == hue))
    if not family:
        return open_
    while open_ and not family & open_:
        family |= g.grid.around(family)
    return family & open_


def affords(g: State, unit: int) -> bool:
    """10.5: infantry points for infantry and Shock, armour points for armour."""
    return g.points[kind(g, unit)] > 0


class ReplacementPhase(Frame):
    """10.0, 10.6: what comes first, then what is taken away."""

    rule = "10.0"
    phase = "replacement"

    def receive(self, g: State) -> None:
        if not g.points:  # a position file may have set them
            g.points = dict(zip(KINDS, due(g, g.side), strict=True))
        infantry, armour = (g.points[which] for which in KINDS)
        who = g.side.capitalize()
        g.say(f"{who} replacements: infantry {infantry:+}, armour {armour:+}.", "10.6")

    def positive(self, g: State) -> Frame | None:
        decision = Replacements()
        return decision if decision.anything(g) else None

    def lose_rest(self, g: State) -> None:
        """10.4, 10.5: what is not used, or finds no unit, is lost."""
        g.points = {which: min(steps, 0) for which, steps in g.points.items()}
        g.rebuilt = 0

    def negative(self, g: State) -> Frame | None:
        decision = NegativeReplacements()
        if not any(decision.orders(g)):
            return None
        self.repeat()
        return decision

    def end(self, g: State) -> None:
        g.points = {}

    steps = (receive, positive, lose_rest, negative, end)


class Replacements(InTurn, Phase):
    rule = "10.0"
    title = "Replacements"
    phase = "replacement"
    usage = "replace UNIT | rebuild UNIT HEX | return UNIT HEX | end"

    def prompt(self, g: State) -> str:
        left = ", ".join(f"{which} {max(0, steps)}" for which, steps in g.points.items())
        back = g.boxed(OFF_MAP, g.side)
        also = f" {len(back)} to come back on the map." if back else ""
        return f"Steps left: {left}.{also} Restore or rebuild units, then end the phase."

    def restorable(self, g: State) -> list[int]:
        """10.0, 10.1: reduced units that a step can reach and that did not come in now."""
        near = linked(g, g.side)
        return [
            unit
            for unit in g.on_map(g.side)
            if reduced(g, unit)
            and not g.rebuilt >> unit & 1
            and affords(g, unit)
            and near >> g.at[unit] & 1
        ]

    def coming(self, g: State) -> Iterator[tuple[str, int]]:
        """9.3, 10.0: the units that can come in, and the verb of the order."""
        for unit in g.boxed(ELIMINATED, g.side):
            if affords(g, unit) and nearest(g, unit):
                yield "rebuild", unit
        for unit in g.boxed(OFF_MAP, g.side):
            if nearest(g, unit):
                yield "return", unit

    def anything(self, g: State) -> bool:
        return bool(self.restorable(g)) or any(True for _ in self.coming(g))

    def able(self, g: State) -> list[str]:
        units = (*self.restorable(g), *(unit for _, unit in self.coming(g)))
        return [g.unit(unit).id for unit in sorted(units)]

    def offers(self, g: State, about: str) -> Menu:
        names = [g.unit(unit).id for unit in self.restorable(g)]
        menu = Menu(*(f"replace {id}" for id in names if about in ("", id)))
        for verb, unit in self.coming(g):
            menu.more(placing(g, verb, [unit], partial(nearest, g), about))
        return menu

    def unfinished(self, g: State) -> Refusal | None:
        """9.3: the units that must come back now, since there is room."""
        waiting = [g.unit(u).id for u in g.boxed(OFF_MAP, g.side) if nearest(g, u)]
        if not waiting:
            return None
        says = f"{waiting[0]} left the map and comes back in this phase."
        return Refusal("9.3", says, tuple(waiting), (), "Say: return UNIT HEX")

    def refused(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["replace", id]:
                return refused_replacement(g, id)
            case ["rebuild", id, name]:
                return refused_rebuilding(g, id, name)
            case ["return", id, name]:
                return refused_arrival(g, id, name, OFF_MAP, "9.3")
        return self.unread(g, order)

    def carry_out(self, g: State, order: str) -> Done | None:
        match order.split():
            case ["replace", id]:
                unit = g.roster.find(id)
                restore(g, unit)
                pay(g, unit)
            case ["rebuild", id, name]:
                unit = g.roster.find(id)
                pay(g, unit)
                g.lost[unit] = 1
                g.rebuilt |= 1 << unit
                arrive(g, unit, g.grid.find(name), "10.0")
            case ["return", id, name]:
                arrive(g, g.roster.find(id), g.grid.find(name), "9.3")
        return None if self.anything(g) else DONE


def restore(g: State, unit: int) -> None:
    """3.3, 10.0: a reduced unit is turned over to its full side."""
    g.lost[unit] = 0
    g.say(f"{g.called(unit)} is at full strength.", "10.0", (g.at[unit],))


def pay(g: State, unit: int) -> None:
    which = kind(g, unit)
    g.points = {**g.points, which: g.points[which] - 1}


def arrive(g: State, unit: int, hex: Hex, rule: str) -> None:
    g.place(unit, hex)
    g.say(f"{g.called(unit)} arrives in {g.name_of(hex)}.", rule, (hex,))
    enter(g, hex, g.side)


def _no_points(g: State, unit: int) -> Refusal | None:
    if affords(g, unit):
        return None
    id = g.unit(unit).id
    return Refusal("10.5", f"No {kind(g, unit)} step is left for {id}.", (id,))


def refused_replacement(g: State, id: str) -> Refusal | None:
    """10.0, 10.1, 10.2, 10.5: may this unit be turned to its full side?"""
    unit = own_unit(g, id, g.side)
    if unit is None:
        return Refusal("10.0", f"The {g.side.capitalize()} side has no unit {id} on the map.")
    if not reduced(g, unit):
        return Refusal("10.0", f"{id} is at full strength.", (id,))
    if g.rebuilt >> unit & 1:
        return Refusal("10.1", f"{id} was rebuilt in this phase: one step at a time.", (id,))
    if not linked(g, g.side) >> g.at[unit] & 1:
        rule = "10.2" if g.side == RUSSIAN else "10.3"
        return Refusal(rule, f"{id} is not in communication.", (id,), (g.grid.name[g.at[unit]],))
    return _no_points(g, unit)


def refused_rebuilding(g: State, id: str, name: str) -> Refusal | None:
    """10.0, 10.5: may this unit be taken from the box, and come in here?"""
    why = refused_arrival(g, id, name, ELIMINATED, "10.0")
    return why or _no_points(g, g.roster.find(id))


def refused_arrival(g: State, id: str, name: str, which: str, rule: str) -> Refusal | None:
    """10.2, 10.3, 10.7: may this unit come in here?"""
    unit = g.roster.number.get(id)
    if unit is None or g.side_of(unit) != g.side or g.box[unit] != which or g.at[unit] != OFF:
        who = () if unit is None else (id,)
        return Refusal(rule, f"The {g.side.capitalize()} side has no {which} unit {id}.", who)
    hex = g.grid.cell.get(name)
    where = "10.2" if g.side == RUSSIAN else "10.3"
    if hex is None:
        return Refusal(where, f"There is no hex {name} on this map.")
    if not places(g, g.side) >> hex & 1:
        return Refusal(where, _fault(g, hex), (id,), (name,))
    near = nearest(g, unit)
    if not near >> hex & 1:
        says = f"{id} comes in as close as it can to a unit of its colour."
        open_ = ", ".join(g.grid.names(near))
        return Refusal("10.7", says, (id,), (name,), f"Open: {open_}.")
    return None


def _fault(g: State, hex: Hex) -> str:
    """10.2, 10.3: why a hex is no place to come in."""
    side, name = g.side, g.grid.name[hex]
    if g.pile(hex):
        return f"{name} is occupied."
    if border(g, side) >> hex & 1:
        return f"{name} is in an enemy zone."
    if not cities(g) >> hex & 1:
        return f"{name} is neither a city nor on the {side.capitalize()} border."
    if not g.control[side] >> hex & 1:
        return f"{g.name_of(hex)} is not under {side.capitalize()} control."
    return f"{g.name_of(hex)} is not in communication."


class NegativeReplacements(InTurn, Named):
    """10.6: the owner chooses whose steps go; a reduced unit is eliminated by it."""

    rule = "10.6"
    title = "Steps taken away"
    lone = True
    phase = "replacement"
    verb = "reduce"
    usage = "reduce UNIT"

    def prompt(self, g: State) -> str:
        owed = ", ".join(f"{which} {-n}" for which, n in g.points.items() if n < 0)
        return f"Choose units in communication that lose steps: {owed}."

    def names(self, g: State) -> list[str]:
        near = communicating(g, g.side)
        owing = (u for u in g.on_map(g.side) if g.points[kind(g, u)] < 0)
        return [g.unit(unit).id for unit in owing if near >> g.at[unit] & 1]

    def unread(self, g: State, order: str) -> Refusal:
        if order.partition(" ")[0] in ("replace", "rebuild", "return"):
            says = "What comes in has come in; now steps are taken away."
            return Refusal("10.6", says, instead=f"Now: {self.usage}")
        return super().unread(g, order)

    def strange(self, g: State, name: str) -> Refusal:
        unit = own_unit(g, name, g.side)
        if unit is None:
            return Refusal("10.6", f"The {g.side.capitalize()} side has no unit {name} on the map.")
        if g.points[kind(g, unit)] >= 0:
            return Refusal("10.6", f"No {kind(g, unit)} step is owed.", (name,))
        says = f"{name} is not in communication: its steps cannot be sent away."
        return Refusal("10.6", says, (name,))

    def chosen(self, g: State, named: int) -> Done:
        lose_step(g, named, "10.6")
        which = kind(g, named)
        g.points = {**g.points, which: g.points[which] + 1}
        return DONE
