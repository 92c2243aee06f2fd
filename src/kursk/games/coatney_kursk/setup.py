"""§Historical Setup, §Free Setup: where units stand before the first turn."""

from functools import partial

from kursk.core.counters import Unit
from kursk.core.flow import DONE, Decision, Done, Frame, Phase, Refusal
from kursk.core.hexes import OFF, Hex, Hexes, scan
from kursk.core.menu import Menu
from kursk.games.coatney_kursk.panzerkeil import check_wedges
from kursk.games.coatney_kursk.stacking import full_for
from kursk.games.coatney_kursk.state import (
    AIR_BASE,
    COMING,
    GERMAN,
    SIDES,
    UNPLACED,
    State,
    attack_factor,
    foe,
    home,
    towns,
)
from kursk.games.coatney_kursk.tables import STARTS


def before_play(g: State) -> None:
    """Cities and towns belong to the side of the start line on which they lie."""
    g.control = {side: towns(g) & home(g, side) for side in SIDES}


def deploy(g: State, free: bool) -> None:
    """§Historical Setup: all units where they are printed, infantry entrenched, wedges formed;
    §Free Setup: tank units wait.
    """
    for unit, counter in enumerate(g.roster):
        start = STARTS[counter.id]
        if start.area == "entry":
            g.remove(unit, COMING)
        elif start.area == "air":
            if g.air:
                g.remove(unit, AIR_BASE)
        elif free and "armour" in counter.flags:
            g.remove(unit, UNPLACED)
        else:
            g.place(unit, g.grid.find(start.hex))
            g.entrenched |= (start.entrenched == "yes") << unit
            if start.wedge and not free:
                g.wedges[counter.id] = start.wedge


def wandering(g: State) -> list[Unit]:
    """§Historical Setup: the units marked N or S that are on the map."""
    return [
        unit
        for unit in g.on_map(GERMAN)
        if (start := STARTS.get(g.unit(unit).id)) and start.area.startswith("setup")
    ]


def area(g: State, unit: Unit) -> Hexes:
    """§Historical Setup: N on and north of row M, S south of it, on the own side."""
    return g.board.hexes[STARTS[g.unit(unit).id].area] & ~g.held[foe(g.side_of(unit))]


def room(g: State, unit: Unit, hexes: Hexes) -> Hexes:
    """Where there is room for a unit; its own hex aside."""
    hexes &= ~(1 << g.at[unit]) if g.at[unit] != OFF else -1
    taken = hexes & g.held[g.side_of(unit)]
    return hexes & ~sum(1 << hex for hex in scan(taken) if full_for(g, unit, hex))


def spell(g: State, unit: Unit, hex: Hex) -> str:
    return f"place {g.unit(unit).id} {g.grid.name[hex]}"


class Deployment(Phase):
    """§Historical Setup: the German places his N and S units; they stand where they might."""

    rule = "§Historical Setup"
    title = "Set-up"
    phase = "setup"
    usage = "place UNIT HEX | end"
    asks = "Place your N and S units as you like, then end: they stand well as they are."

    def able(self, g: State) -> list[str]:
        empty = g.grid.all & ~g.held[GERMAN]  # where there is room for anybody
        return [
            g.unit(unit).id
            for unit in wandering(g)
            if area(g, unit) & empty or room(g, unit, area(g, unit))
        ]

    def offers(self, g: State, about: str) -> Menu:
        menu = Menu()
        for unit in wandering(g):
            if about in ("", g.unit(unit).id):
                menu.each(room(g, unit, area(g, unit)), partial(spell, g, unit))
        return menu

    def refused(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["place", id, name]:
                unit = g.roster.number.get(id, OFF)
                if unit not in wandering(g):
                    return Refusal(self.rule, f"{id} is not marked N or S: it stands as printed.")
                return refused_place(g, unit, name, area(g, unit), self.rule)
        return self.unread(g, order)

    def carry_out(self, g: State, order: str) -> None:
        _, id, name = order.split()
        put(g, g.roster.find(id), g.grid.find(name), self.rule)

    def close(self, g: State) -> Frame | None:
        check_wedges(g)
        return None


def refused_place(g: State, unit: Unit, name: str, hexes: Hexes, rule: str) -> Refusal | None:
    id, hex = g.unit(unit).id, g.grid.cell.get(name)
    if hex is None:
        return Refusal(rule, f"There is no hex {name} on this map.")
    if not hexes >> hex & 1:
        return Refusal(rule, f"{name} is outside the area of {id}.", (id,), (name,))
    if hex == g.at[unit]:
        return Refusal(rule, f"{id} is there.", (id,), (name,))
    if full_for(g, unit, hex):
        return Refusal("§Stacking", f"{name} has no room for {id}.", (id,), (name,))
    return None


def put(g: State, unit: Unit, hex: Hex, rule: str) -> None:
    g.place(unit, hex)
    g.say(f"{g.called(unit)} is placed in {g.name_of(hex)}.", rule, (hex,))


# -- the free set-up ----------------------------------------------------


def unplaced(g: State, side: str) -> list[Unit]:
    return [u for u, box in enumerate(g.box) if box == UNPLACED and g.side_of(u) == side]


def next_ones(g: State, side: str) -> list[Unit]:
    """§Free Setup: the largest of a side that are left; among equals the owner chooses."""
    left = unplaced(g, side)
    most = max((attack_factor(g, unit) for unit in left), default=0)
    return [unit for unit in left if attack_factor(g, unit) == most]


def own_ground(g: State, unit: Unit) -> Hexes:
    side = g.side_of(unit)
    return home(g, side) & ~g.held[foe(side)]


class FreeSetup(Decision):
    """§Free Setup: tank units, the largest first, in turn; the German begins."""

    rule = "§Free Setup"
    title = "Free set-up"
    phase = "free setup"
    usage = "place UNIT HEX | auto"

    def prompt(self, g: State) -> str:
        return f"Place {g.called(*next_ones(g, g.side)[:1])} or an equal; auto: as history had it."

    def able(self, g: State) -> list[str]:
        return [g.unit(unit).id for unit in next_ones(g, g.side)]

    def orders(self, g: State, about: str = "") -> Menu:
        menu = Menu()
        for unit in next_ones(g, g.side):
            if about in ("", g.unit(unit).id):
                menu.each(room(g, unit, own_ground(g, unit)), partial(spell, g, unit))
        return menu if about else menu.add("auto")

    def refusal(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["auto"]:
                return None
            case ["place", id, name]:
                unit = g.roster.number.get(id, OFF)
                if unit not in unplaced(g, g.side):
                    return Refusal(self.rule, f"{id} is none of your tank units to be placed.")
                if unit not in next_ones(g, g.side):
                    return Refusal(self.rule, f"{id} is not among the largest left.", (id,))
                return refused_place(g, unit, name, own_ground(g, unit), self.rule)
        return self.unread(g, order)

    def play(self, g: State, order: str) -> Done | None:
        if order == "auto":
            unit = next_ones(g, g.side)[0]
            put(g, unit, self.usual(g, unit), self.rule)
        else:
            _, id, name = order.split()
            put(g, g.roster.find(id), g.grid.find(name), self.rule)
        if unplaced(g, foe(g.side)):
            g.side = foe(g.side)
        return None if unplaced(g, g.side) else DONE

    def usual(self, g: State, unit: Unit) -> Hex:
        """Where it stood in 1943, or as near as there is room."""
        start = STARTS.get(g.unit(unit).id)
        goal = g.grid.find(start.hex) if start else next(scan(own_ground(g, unit)))
        open_ = room(g, unit, own_ground(g, unit))
        return min(scan(open_), key=lambda hex: (g.grid.distance(goal, hex), hex))


def opens_freely(g: State) -> bool:
    """Is anything left to be placed freely?"""
    return any(unplaced(g, side) for side in SIDES)
