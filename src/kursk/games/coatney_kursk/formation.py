"""§Sequence G1, §Sequence R1: entrenching, Panzerkeile, emplacing artillery."""

from kursk.core.counters import Unit
from kursk.core.flow import Phase, Refusal
from kursk.core.menu import Menu
from kursk.core.orders import no_unit
from kursk.games.coatney_kursk.panzerkeil import dissolve, eligible, form, refused_wedge, wedges
from kursk.games.coatney_kursk.state import GERMAN, State, flagged, has, limber

ENTRENCH, ARTILLERY = "§Entrenchment", "§Artillery Korps"


def diggers(g: State) -> list[Unit]:
    """§Entrenchment: undisrupted infantry that is not entrenched."""
    able = flagged(g.roster, "foot") & ~g.disrupted & ~g.entrenched
    return [unit for unit in g.on_map(g.side) if able >> unit & 1]


def guns(g: State, emplaced: bool) -> list[Unit]:
    """§Artillery Korps: the undisrupted ones, emplaced or on the road."""
    able = flagged(g.roster, "artillery") & ~g.disrupted
    able &= g.emplaced if emplaced else ~g.emplaced
    return [unit for unit in g.on_map(g.side) if able >> unit & 1]


def entrench(g: State, unit: Unit) -> None:
    g.known = {}
    g.entrenched |= 1 << unit
    g.say(f"{g.called(unit)} entrenches.", ENTRENCH, (g.at[unit],))


class Formation(Phase):
    """§Sequence G1, §Sequence R1: before anybody moves."""

    rule = "§Sequence G1, §Sequence R1"
    title = "Entrenchment and formation"
    phase = "formation"
    lone = True
    usage = (
        "entrench UNIT | entrench all | wedge UNIT HEX | dissolve UNIT | emplace UNIT | "
        "limber UNIT | end"
    )

    def prompt(self, g: State) -> str:
        if g.side == GERMAN:
            return "Entrench infantry, form Panzerkeile and point them; then end."
        return "Entrench armies and emplace artillery; then end."

    def able(self, g: State) -> list[str]:
        units = {*diggers(g), *guns(g, True), *guns(g, False)}
        if g.side == GERMAN:
            units |= {*wedges(g), *(u for u in g.on_map(GERMAN) if eligible(g, u))}
        return [g.unit(unit).id for unit in sorted(units)]

    def offers(self, g: State, about: str) -> Menu:
        digging = [f"entrench {g.unit(unit).id}" for unit in diggers(g)]
        orders = [*digging, *self._wedges(g)]
        orders += [f"emplace {g.unit(unit).id}" for unit in guns(g, False)]
        orders += [f"limber {g.unit(unit).id}" for unit in guns(g, True)]
        if len(digging) > 1:
            orders.append("entrench all")
        return Menu(*(order for order in orders if not about or order.split()[1] == about))

    def _wedges(self, g: State) -> list[str]:
        if g.side != GERMAN:
            return []
        orders = [f"dissolve {id}" for id in g.wedges]
        for unit in g.on_map(GERMAN):
            if eligible(g, unit):
                id = g.unit(unit).id
                near = g.grid.names(g.grid.around(1 << g.at[unit]))
                orders += [f"wedge {id} {name}" for name in near if g.wedges.get(id) != name]
        return orders

    def refused(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["entrench", "all"]:
                return None
            case ["entrench", id]:
                return no_unit(g, [id], g.side, ENTRENCH) or self._no_digger(g, id)
            case ["wedge", id, name] if g.side == GERMAN:
                return refused_wedge(g, id, name)
            case ["wedge" | "dissolve", *_] if g.side != GERMAN:
                return Refusal("§Panzerkeil", "Only the German forms a Panzerkeil, in his turn.")
            case ["dissolve", id]:
                return None if id in g.wedges else Refusal("§Panzerkeil", f"{id} is no Panzerkeil.")
            case ["emplace" | "limber" as verb, id]:
                return no_unit(g, [id], g.side, ARTILLERY) or self._no_gun(g, verb, id)
        return self.unread(g, order)

    def _no_digger(self, g: State, id: str) -> Refusal | None:
        unit = g.roster.find(id)
        if not has(g, unit, "foot"):
            return Refusal(ENTRENCH, f"Only infantry entrenches; {id} is none.", (id,))
        if g.disrupted >> unit & 1:
            return Refusal(ENTRENCH, f"{id} is disrupted.", (id,))
        if g.entrenched >> unit & 1:
            return Refusal(ENTRENCH, f"{id} is entrenched.", (id,))
        return None

    def _no_gun(self, g: State, verb: str, id: str) -> Refusal | None:
        unit = g.roster.find(id)
        if not has(g, unit, "artillery"):
            return Refusal(ARTILLERY, f"{id} is no artillery korps.", (id,))
        if g.disrupted >> unit & 1:
            return Refusal(ARTILLERY, f"{id} is disrupted.", (id,))
        if bool(g.emplaced >> unit & 1) == (verb == "emplace"):
            now = "emplaced" if verb == "emplace" else "on the road"
            return Refusal(ARTILLERY, f"{id} is {now}.", (id,))
        return None

    def carry_out(self, g: State, order: str) -> None:
        match order.split():
            case ["entrench", "all"]:
                for unit in diggers(g):
                    entrench(g, unit)
            case ["entrench", id]:
                entrench(g, g.roster.find(id))
            case ["wedge", id, name]:
                form(g, g.roster.find(id), g.grid.find(name))
            case ["dissolve", id]:
                dissolve(g, g.roster.find(id))
            case ["emplace", id]:
                unit = g.roster.find(id)
                g.known = {}
                g.emplaced |= 1 << unit
                g.say(f"{g.called(unit)} is emplaced.", ARTILLERY, (g.at[unit],))
            case ["limber", id]:
                limber(g, g.roster.find(id))
                g.say(f"{g.called(g.roster.find(id))} takes to the road.", ARTILLERY)
