"""§Sequence A: reinforcements come in, and tank factors bring back what was lost."""

from kursk.core.counters import Unit
from kursk.core.flow import Frame, Phase, Refusal
from kursk.core.hexes import OFF, Hex, scan
from kursk.core.menu import Menu
from kursk.games.coatney_kursk.stacking import full_for
from kursk.games.coatney_kursk.state import (
    COMING,
    ELIMINATED,
    GERMAN,
    RUSSIAN,
    State,
    attack_factor,
    enter,
    has,
)
from kursk.games.coatney_kursk.tables import DEPOTS, ENTRY, STARTS
from kursk.games.coatney_kursk.zones import zone


def due(g: State) -> list[Unit]:
    """§Reinforcements: those whose turn has come, or came before they found a place; others that
    a position has put among them come at once.
    """
    waiting = [unit for unit, box in enumerate(g.box) if box == COMING and g.at[unit] == OFF]
    starts = {unit: STARTS.get(g.unit(unit).id) for unit in waiting}
    return [u for u, start in starts.items() if not start or g.turn >= int(start.turn or 0)]


def way_in(g: State, unit: Unit) -> Hex | None:
    """§Reinforcements: Tula; if the enemy is there or it is full, the nearest hex of the north
    edge that has room and lies in no enemy zone; of two as near, the eastern one.
    """
    tula = g.grid.find(ENTRY)
    edge = g.grid.edge("north") & ~zone(g, GERMAN) | 1 << tula
    open_ = [hex for hex in scan(edge & ~g.held[GERMAN]) if not full_for(g, unit, hex)]
    return min(open_, key=lambda hex: (g.grid.distance(tula, hex), -hex), default=None)


def lost_tanks(g: State) -> list[Unit]:
    """§Replacements: eliminated tank units; mechanized ones never come back."""
    return [u for u, box in enumerate(g.box) if box == ELIMINATED and has(g, u, "tank")]


def depots(g: State, unit: Unit) -> list[Hex]:
    """§Replacements: Tula and Voronezh, while they are Russian and have room."""
    hexes = [g.grid.find(name) for name in DEPOTS]
    return [h for h in hexes if g.control[RUSSIAN] >> h & 1 and not full_for(g, unit, h)]


class Arrivals(Frame):
    """§Sequence A: replacements and reinforcements open the turn."""

    rule = "§Sequence A"
    title = "Arrivals"

    def factor(self, g: State) -> None:
        g.side = RUSSIAN
        g.pool += 1

    def reinforcements(self, g: State) -> None:
        for unit in due(g):
            hex = way_in(g, unit)
            if hex is None:
                g.say(f"{g.called(unit)} finds no way in.", "§Reinforcements")
                continue
            g.place(unit, hex)
            enter(g, hex, RUSSIAN)
            says = f"{g.called(unit)} comes in at {g.name_of(hex)}."
            g.say(says, "§Reinforcements", (hex,))

    def replacements(self, g: State) -> Frame:
        return Replacements()

    def end(self, g: State) -> None:
        g.side = ""

    steps = (factor, reinforcements, replacements, end)


class Replacements(Phase):
    """§Replacements: a tank factor a turn, which may be saved up."""

    rule = "§Replacements"
    title = "Replacements"
    phase = "arrivals"
    lone = True
    usage = "rebuild UNIT HEX | end"

    def prompt(self, g: State) -> str:
        factors = "factor" if g.pool == 1 else "factors"
        return f"{g.pool} tank {factors} saved: bring a tank unit back, or save on."

    def open(self, g: State) -> list[Unit]:
        return [u for u in lost_tanks(g) if attack_factor(g, u) <= g.pool and depots(g, u)]

    def able(self, g: State) -> list[str]:
        return [g.unit(unit).id for unit in self.open(g)]

    def offers(self, g: State, about: str) -> Menu:
        menu = Menu()
        for unit in self.open(g):
            id = g.unit(unit).id
            if about in ("", id):
                menu.add(*(f"rebuild {id} {g.grid.name[hex]}" for hex in depots(g, unit)))
        return menu

    def refused(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["rebuild", id, name]:
                return self.fault(g, id, name)
        return self.unread(g, order)

    def fault(self, g: State, id: str, name: str) -> Refusal | None:
        unit = g.roster.number.get(id)
        if unit is None or g.box[unit] != ELIMINATED or g.side_of(unit) != RUSSIAN:
            return Refusal(self.rule, f"{id} is no eliminated Russian unit.")
        if not has(g, unit, "tank"):
            return Refusal(self.rule, f"{id} is no tank unit: it cannot be replaced.", (id,))
        if (price := attack_factor(g, unit)) > g.pool:
            return Refusal(self.rule, f"{id} takes {price} factors; {g.pool} are saved.", (id,))
        if name not in DEPOTS:
            return Refusal(self.rule, f"Tank units come back at {' or '.join(DEPOTS)}.", (id,))
        if g.grid.find(name) not in depots(g, unit):
            return Refusal(self.rule, f"{name} is not Russian, or has no room.", (id,), (name,))
        return None

    def carry_out(self, g: State, order: str) -> None:
        _, id, name = order.split()
        unit, hex = g.roster.find(id), g.grid.find(name)
        g.pool -= attack_factor(g, unit)
        g.place(unit, hex)
        g.say(f"{g.called(unit)} comes back at {g.name_of(hex)}.", self.rule, (hex,))
