"""10, 11: subordination and modes, in the Administrative Phase."""

from functools import partial

from kursk.core.counters import Unit
from kursk.core.flow import Refusal
from kursk.core.hexes import OFF
from kursk.core.menu import Menu
from kursk.core.orders import own_unit
from kursk.core.state import units
from kursk.games.spi_kursk.by_units import ByUnits
from kursk.games.spi_kursk.fog import covered
from kursk.games.spi_kursk.lines import (
    NONE,
    army_of,
    callers,
    hq_of,
    in_communication,
    in_supply,
    judge,
    led_by,
    printed_hq,
    same_army,
)
from kursk.games.spi_kursk.pieces import is_hq, kinds
from kursk.games.spi_kursk.state import GERMAN, MODES, State, ids, ordered_mode, present, set_mode
from kursk.games.spi_kursk.tables import COMMAND

ALONE = ("mobile", "static")  # 10.12: the modes of independent units


def private(g: State) -> str:
    """16.1: whom news of command are told: the side itself, where intelligence is limited."""
    return g.side if g.limited else ""


# -- limits --------------------------------------------------------------------------------------


def kampfgruppen(g: State) -> int:
    return sum(g.at[g.roster.find(id)] != OFF for id in g.parts)


def most_independent(g: State, side: str) -> int:
    """11.15, 14.13: nine and five; one less for every three Kampfgruppen in play."""
    limit: int = COMMAND[f"independent_{side}"]
    if side == GERMAN:
        limit -= kampfgruppen(g) // COMMAND["kampfgruppen_that_cost_one_independent"]
    return max(0, limit)


def independents(g: State, side: str) -> list[Unit]:
    known = kinds(g.roster)
    return [unit for unit in units(g.independent & known.of(side)) if g.at[unit] != OFF]


# -- modes ---------------------------------------------------------------------------------------


def subordinates(g: State, hq: Unit) -> list[Unit]:
    """10.11: the units that take the mode of a headquarters."""
    under = led_by(g, hq) & ~(g.independent | g.cutoff)
    return [unit for unit in units(under) if g.at[unit] != OFF]


def command_mode(g: State, hq: Unit, name: str) -> None:
    """10.11, 10.15: a headquarters and all its units in communication."""
    for unit in (hq, *subordinates(g, hq)):
        set_mode(g, unit, name)
    g.say(f"{g.called(hq)}: {name.capitalize()}.", "10.11", (g.at[hq],), private(g))


def follow(g: State, unit: Unit) -> None:
    """10.11, 10.12, 10.13: a unit takes its headquarters' mode; without one it leaves Assault."""
    hq = hq_of(g, unit)
    if (g.independent | g.cutoff) >> unit & 1:
        if ordered_mode(g, unit) == "assault":
            set_mode(g, unit, "mobile")
    elif hq != NONE:
        set_mode(g, unit, ordered_mode(g, hq))


def judge_all(g: State, side: str) -> None:
    """11.52, 10.11, 10.13: as the phase reaches it; modes follow from what is found."""
    these = present(g, side)
    judge(g, these)
    for unit in these:
        follow(g, unit)


def recover(g: State, side: str) -> None:
    """10.32, 10.33: Disruption Removal: by communication or by supply, as they run now."""
    for unit in units(g.disrupted & kinds(g.roster).of(side)):
        linked, free = in_communication(g, unit), g.independent >> unit & 1
        if not linked and not in_supply(g, unit):
            continue
        g.known = {}
        g.disrupted &= ~(1 << unit)
        hq = hq_of(g, unit)
        if free or not linked or hq == NONE:
            set_mode(g, unit, "static")
        else:
            set_mode(g, unit, ordered_mode(g, hq))
        g.say(f"{g.called(unit)} recovers.", "10.32", (g.at[unit],))


def _attaching(g: State, id: str, hq: Unit) -> str:
    return f"attach {id} {g.unit(hq).id}"


# -- the decision --------------------------------------------------------------------------------


class Command(ByUnits):
    """10.11, 11.12: units change their command, headquarters choose modes; units follow at once."""

    covered = covered
    rule = "10.11"
    title = "Command"
    phase = "command"
    usage = "mode HQ MODE | attach UNIT HQ | independent UNIT | restore UNIT | end"
    asks = "Choose the modes of your headquarters; attach units or let them go alone; then end."

    def free(self, g: State) -> list[Unit]:
        out = g.reserve | kinds(g.roster).partisan
        return units(g.afield[g.side] & ~out)

    def of(self, g: State, unit: Unit) -> Menu:
        menu, id = Menu(), g.unit(unit).id
        led, alone = is_hq(g, unit), g.independent >> unit & 1
        if led or alone:
            now = ordered_mode(g, unit)
            menu.add(*(f"mode {id} {name}" for name in (MODES if led else ALONE) if name != now))
        if led or id in g.parts:
            return menu
        menu.each(attachable(g, unit), partial(_attaching, g, id))
        if not alone and not refused_number(g, id):
            menu.add(f"independent {id}")
        if alone or id in g.attached:
            menu.add(f"restore {id}")
        return menu

    def offers(self, g: State, about: str) -> Menu:
        menu, hq = super().offers(g, about), own_unit(g, about, g.side)
        if hq is not None and is_hq(g, hq):  # those that may come under it
            joining = [u for u in self.free(g) if hq in attachable(g, u) and not is_hq(g, u)]
            for unit in joining:
                if g.unit(unit).id not in g.parts:
                    menu.add(f"attach {g.unit(unit).id} {about}")
        return menu

    def able(self, g: State) -> list[str]:
        """Who has a mode to choose, or can change its command."""
        known, full = kinds(g.roster), bool(refused_number(g, ""))
        return [
            g.unit(unit).id
            for unit in self.free(g)
            if (known.hq | g.independent) >> unit & 1
            or g.unit(unit).id not in g.parts
            and (not full or g.unit(unit).id in g.attached or attachable(g, unit))
        ]

    def unfinished(self, g: State) -> Refusal | None:
        """14.13: Kampfgruppen may have lowered the limit; then some must be returned."""
        count, most = len(independents(g, g.side)), most_independent(g, g.side)
        if count <= most:
            return None
        says = f"{count} units are independent, and {most} may be: restore {count - most}."
        return Refusal("14.13", says, ids(g, independents(g, g.side)))

    def refused(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["mode", id, name]:
                return refused_mode(g, id, name)
            case ["attach", id, hq]:
                return refused_attachment(g, id, hq)
            case ["independent", id]:
                return refused_independence(g, id)
            case ["restore", id]:
                return refused_return(g, id)
        return self.unread(g, order)

    def carry_out(self, g: State, order: str) -> None:
        match order.split():
            case ["mode", id, name]:
                unit = g.roster.find(id)
                if is_hq(g, unit):
                    command_mode(g, unit, name)
                else:
                    set_mode(g, unit, name)
                    says = f"{g.called(unit)}: {name.capitalize()}."
                    g.say(says, "10.12", (g.at[unit],), private(g))
            case [_, id, *_]:
                self._change(g, g.roster.find(id), order)

    def _change(self, g: State, unit: Unit, order: str) -> None:
        """11.12, 11.13, 11.14: and the changed unit is judged again (4.21)."""
        id = g.unit(unit).id
        g.attached.pop(id, None)
        g.independent &= ~(1 << unit)
        match order.split():
            case ["attach", _, hq]:
                g.attached[id] = hq
                says, rule = (
                    f"{g.called(unit)} is attached to {g.called(g.roster.find(hq))}.",
                    "11.12",
                )
            case ["independent", _]:
                g.independent |= 1 << unit
                says, rule = f"{g.called(unit)} is in independent command.", "11.13"
            case _:
                says, rule = f"{g.called(unit)} returns to its headquarters.", "11.14"
        g.say(says, rule, (g.at[unit],), private(g))
        judge(g, [unit])
        follow(g, unit)


# -- refusals ------------------------------------------------------------------------------------


def refused_subject(g: State, id: str) -> Refusal | None:
    """11.11, 11.16: whose subordination can be changed at all."""
    unit = own_unit(g, id, g.side)
    if unit is None:
        return Refusal("11.11", f"The {g.side.capitalize()} side has no unit {id} on the map.")
    if is_hq(g, unit):
        return Refusal("11.11", f"{id} is a headquarters, and its own command.", (id,))
    if g.reserve >> unit & 1:
        return Refusal("18.31", f"{id} is in reserve, and stays with its formation.", (id,))
    if id in g.parts:
        return Refusal("11.16", f"{id} stays under the headquarters of its division.", (id,))
    if kinds(g.roster).partisan >> unit & 1:
        return Refusal("15.1", "Partisans are under nobody's command.", (id,))
    return None


def refused_attachment(g: State, id: str, to: str) -> Refusal | None:
    """11.12: another headquarters of the same army or front, by a line of communication."""
    if why := refused_subject(g, id):
        return why
    unit, hq = g.roster.find(id), own_unit(g, to, g.side)
    if hq is None or not is_hq(g, hq):
        return Refusal(
            "11.12", f"The {g.side.capitalize()} side has no headquarters {to} on the map."
        )
    if g.reserve >> hq & 1:
        return Refusal("18.31", f"{to} is in reserve.", (to,))
    if hq_of(g, unit) == hq and not g.independent >> unit & 1:
        return Refusal("11.12", f"{id} is under {to} already.", (id,))
    if home_hq(g, unit) == hq:
        return Refusal("11.14", f"{to} is its own headquarters: say restore {id}.", (id,))
    if not same_army(g, unit, hq):
        return Refusal("11.12", f"{id} and {to} are not of one army or front.", (id, to))
    if not callers(g, g.side, g.at[unit]) >> hq & 1:
        return Refusal("11.12", f"No line of communication runs from {id} to {to}.", (id, to))
    return None


def attachable(g: State, unit: Unit) -> list[Unit]:
    """11.12: the headquarters that a unit may be attached to now."""
    own = 1 << home_hq(g, unit) if home_hq(g, unit) != NONE else 0
    now = 1 << hq_of(g, unit) if g.unit(unit).id in g.attached else 0
    reached = callers(g, g.side_of(unit), g.at[unit])
    return list(units(reached & army_of(g, unit) & ~(own | now | g.reserve)))


def home_hq(g: State, unit: Unit) -> Unit:
    """11.11: the headquarters printed for a unit."""
    return printed_hq(g.roster)[unit]


def refused_independence(g: State, id: str) -> Refusal | None:
    """11.13: once, and within the limit."""
    if why := refused_subject(g, id):
        return why
    unit = g.roster.find(id)
    if g.independent >> unit & 1:
        return Refusal("11.13", f"{id} is independent already.", (id,))
    return refused_number(g, id)


def refused_number(g: State, id: str) -> Refusal | None:
    """11.15, 14.13: as many as may be."""
    most = most_independent(g, g.side)
    if len(independents(g, g.side)) >= most:
        rule = "14.13" if most < COMMAND[f"independent_{g.side}"] else "11.15"
        return Refusal(rule, f"{most} units at the most are in independent command.", (id,))
    return None


def refused_return(g: State, id: str) -> Refusal | None:
    """11.14: both states end at the owner's wish."""
    if why := refused_subject(g, id):
        return why
    if id not in g.attached and not g.independent >> g.roster.find(id) & 1:
        return Refusal("11.14", f"{id} is under its own headquarters.", (id,))
    return None


def refused_mode(g: State, id: str, name: str) -> Refusal | None:
    """10.11, 10.12, 11.53: headquarters choose for their units; independents for themselves."""
    unit = own_unit(g, id, g.side)
    if unit is None:
        return Refusal("10.11", f"The {g.side.capitalize()} side has no unit {id} on the map.")
    if name not in MODES:
        return Refusal("10.11", f"There is no mode {name}: assault, mobile or static.")
    if g.reserve >> unit & 1:
        return Refusal("18.31", f"{id} is in reserve, and stays Static.", (id,))
    if is_hq(g, unit):
        return None
    if g.independent >> unit & 1:
        if name not in ALONE:
            return Refusal("10.12", f"{id} is independent: Mobile or Static.", (id,))
        return None
    if g.cutoff >> unit & 1:
        return Refusal("11.53", f"{id} is out of communication, and keeps its mode.", (id,))
    return Refusal("10.11", f"{id} takes the mode of its headquarters.", (id,))
