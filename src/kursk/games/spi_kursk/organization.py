"""14: breakdown and recombination; 18.37: reserves activated in the Organization Phase."""

from functools import lru_cache
from itertools import combinations

from kursk.core.counters import Roster, Unit
from kursk.core.flow import Refusal
from kursk.core.hexes import OFF, Hex
from kursk.core.menu import Menu
from kursk.core.orders import own_unit
from kursk.games.spi_kursk.by_units import ByUnits
from kursk.games.spi_kursk.fog import covered
from kursk.games.spi_kursk.lines import hq_of, judge
from kursk.games.spi_kursk.losses import forget
from kursk.games.spi_kursk.pieces import kinds
from kursk.games.spi_kursk.reserves import activate, could_activate, refused_activation, waiting
from kursk.games.spi_kursk.stacking import load, too_much
from kursk.games.spi_kursk.state import (
    BROKEN,
    GERMAN,
    SOVIET,
    State,
    ids,
    mode,
    ordered_mode,
    present,
    set_mode,
    steps,
)
from kursk.games.spi_kursk.tables import BREAKDOWN, COMMAND
from kursk.games.spi_kursk.zones import enemy_zone

FULL = 2  # 14.32: the steps of a rifle division


# -- what stands for what ------------------------------------------------------------------------


def is_division(g: State, unit: Unit) -> bool:
    """14.11: a four-step German infantry division."""
    counter = g.unit(unit)
    kind = counter.side == GERMAN and counter.type == "infantry" and counter.size == "division"
    return kind and counter.steps == BREAKDOWN["german_steps"]


def is_corps(g: State, unit: Unit) -> bool:
    """14.31: a Soviet rifle corps."""
    counter = g.unit(unit)
    return counter.side == SOVIET and counter.type == "infantry" and counter.size == "corps"


@lru_cache(maxsize=32)
def wholes(roster: Roster) -> int:
    """14.11, 14.31: what can be broken down at all."""
    return (
        sum(
            1 << unit
            for unit, counter in enumerate(roster)
            if counter.type == "infantry" and counter.size in ("division", "corps")
        )
        & ~kinds(roster).breakdown
    )


def free_pair(g: State) -> tuple[Unit, ...]:
    """14.11: two Kampfgruppen that stand for no division now."""
    return next((pair for pair in pairs(g.roster) if all(g.at[unit] == OFF for unit in pair)), ())


def substitutes(g: State, corps: Unit) -> tuple[Unit, ...]:
    """14.31: the three divisions of a rifle corps, where they are at hand."""
    found = divisions(g.roster).get(g.unit(corps).id, ())
    return tuple(unit for unit in found if g.at[unit] == OFF and not g.box[unit])


@lru_cache(maxsize=32)
def divisions(roster: Roster) -> dict[str, tuple[Unit, ...]]:
    found: dict[str, tuple[Unit, ...]] = {}
    for unit, counter in enumerate(roster):
        if corps := counter.more.get("parent"):
            found[corps] = (*found.get(corps, ()), unit)
    return found


@lru_cache(maxsize=32)
def pairs(roster: Roster) -> tuple[tuple[Unit, ...], ...]:
    """14.11: the Kampfgruppen, two by two."""
    named = [counter.id[:-1] for counter in roster if counter.size == "kampfgruppe"]
    return tuple(
        tuple(roster.find(f"{name}{half}") for half in "ab") for name in dict.fromkeys(named)
    )


def broken_down(g: State) -> set[str]:
    """14.12: the divisions that Kampfgruppen stand for."""
    return set(g.parts.values())


# -- breakdown -----------------------------------------------------------------------------------


def refused_breakdown(g: State, id: str, full: list[str] | None) -> Refusal | None:
    """14.11, 14.12, 14.14, 14.31, 11.53: what may be broken down now."""
    unit = own_unit(g, id, g.side)
    if unit is None:
        return Refusal("14.14", f"The {g.side.capitalize()} side has no unit {id} on the map.")
    if g.reserve >> unit & 1:
        return Refusal("18.31", f"{id} is in reserve.", (id,))
    if g.cutoff >> unit & 1:
        return Refusal("11.53", f"{id} is out of communication.", (id,))
    if is_division(g, unit):
        if full:
            return Refusal("14.11", "Kampfgruppen have two steps each.", (id,))
        return _refused_division(g, unit) or _refused_room(g, unit, free_pair(g))
    if is_corps(g, unit):
        return _refused_corps(g, unit, full) or _refused_room(g, unit, substitutes(g, unit))
    says = f"{id} is neither a four-step infantry division nor a rifle corps."
    return Refusal("14.11" if g.side == GERMAN else "14.31", says, (id,))


def _refused_division(g: State, unit: Unit) -> Refusal | None:
    id, hq = g.unit(unit).id, hq_of(g, unit)
    if g.lost[unit]:
        return Refusal(
            "14.11", f"{id} has lost steps: only whole divisions are broken down.", (id,)
        )
    mine = [part for part in broken_down(g) if hq_of(g, g.roster.find(part)) == hq]
    if len(mine) >= COMMAND["broken_down_in_a_corps"]:
        return Refusal("14.12", "Two divisions of the corps are broken down.", (id,))
    if len(broken_down(g)) >= COMMAND["broken_down_in_all"] or not free_pair(g):
        most = COMMAND["broken_down_in_all"]
        return Refusal("14.12", f"{most} divisions at the most are broken down.", (id,))
    return None


def _refused_corps(g: State, unit: Unit, full: list[str] | None) -> Refusal | None:
    id = g.unit(unit).id
    if steps(g, unit) < 2:
        return Refusal("14.32", f"{id} has one step, and cannot be broken down.", (id,))
    found = substitutes(g, unit)
    if len(found) < BREAKDOWN["rifle_corps_divisions"]:
        return Refusal("14.31", f"The divisions of {id} are not at hand.", (id,))
    if full is not None and (
        len(set(full)) != len(full)
        or not set(full) <= set(ids(g, found))
        or len(full) != full_divisions(g, unit)
    ):
        count = full_divisions(g, unit)
        among = ", ".join(ids(g, found))
        says = f"{id} gives {count} divisions of two steps; name {count} of {among}."
        return Refusal("14.32", says, (id,))
    return None


def _refused_room(g: State, unit: Unit, parts: tuple[Unit, ...]) -> Refusal | None:
    """14.14: the parts stay in the hex."""
    others = tuple(each for each in g.pile(g.at[unit]) if each != unit)
    if too_much(load(g, (*others, *parts))):
        name = g.grid.name[g.at[unit]]
        return Refusal("14.14", f"Its parts have no room in {name}.", (g.unit(unit).id,), (name,))
    return None


def full_divisions(g: State, corps: Unit) -> int:
    """14.32: a corps of n steps gives n + 1 of them, one or two to each division."""
    return steps(g, corps) + 1 - int(BREAKDOWN["rifle_corps_divisions"])


def inherit(g: State, parent: Unit, part: Unit, hex: Hex) -> None:
    """14.14: a part stands where the whole stood, in its mode and under its headquarters."""
    id, bit = g.unit(part).id, 1 << part
    g.place(part, hex)
    set_mode(g, part, ordered_mode(g, parent))
    if g.unit(parent).id in g.attached:
        g.attached[id] = g.attached[g.unit(parent).id]
    for mark in ("disrupted", "unsupplied", "railed"):
        if getattr(g, mark) >> parent & 1:
            setattr(g, mark, getattr(g, mark) | bit)


def break_down(g: State, unit: Unit, full: list[str]) -> None:
    hex, division = g.at[unit], is_division(g, unit)
    parts = free_pair(g) if division else substitutes(g, unit)
    whole = full or list(ids(g, parts[: full_divisions(g, unit)]))
    for part in parts:
        inherit(g, unit, part, hex)
        if division:
            g.parts[g.unit(part).id] = g.unit(unit).id
            g.lost[part] = 0
        else:
            g.lost[part] = 0 if g.unit(part).id in whole else FULL - 1
    g.remove(unit, BROKEN)
    attached = g.attached.get(g.unit(unit).id)
    forget(g, unit)
    if attached and division:
        g.attached[g.unit(unit).id] = attached  # its Kampfgruppen stay under that headquarters
        for part in parts:
            g.attached.pop(g.unit(part).id, None)
    judge(g, list(parts))
    rule = "14.11" if division else "14.31"
    g.say(f"{g.called(unit)} is broken down into {g.called(*parts)}.", rule, (hex,))


# -- recombination -------------------------------------------------------------------------------


def refused_recombination(g: State, named: list[str], into: str) -> Refusal | None:
    """14.14, 14.15, 14.35, 14.36, 11.53: parts of one hex, out of enemy zones."""
    found = [own_unit(g, id, g.side) for id in named]
    together = "14.15" if g.side == GERMAN else "14.36"
    for id, unit in zip(named, found, strict=True):
        if unit is None:
            return Refusal("14.14", f"The {g.side.capitalize()} side has no unit {id} on the map.")
        if named.count(id) > 1:
            return Refusal("14.14", f"{id} is named twice.", (id,))
        if not kinds(g.roster).breakdown >> unit & 1:
            return Refusal(together, f"{id} is no part of a unit.", (id,))
        if g.cutoff >> unit & 1:
            return Refusal("11.53", f"{id} is out of communication.", (id,))
    parts = [unit for unit in found if unit is not None]
    hex = g.at[parts[0]]
    if any(g.at[unit] != hex for unit in parts):
        return Refusal(together, "They are not in one hex.", tuple(named))
    if enemy_zone(g, g.side) >> hex & 1:
        return Refusal("14.14", "Not in an enemy zone.", tuple(named), (g.grid.name[hex],))
    if g.side == GERMAN:
        pair = len(parts) == 2 and len({g.parts.get(id, id) for id in named}) == 1
        if into or not pair:
            return Refusal("14.15", "Two Kampfgruppen of one division recombine.", tuple(named))
        return None
    return _refused_corps_of(g, parts, named, into)


def _refused_corps_of(g: State, parts: list[Unit], named: list[str], into: str) -> Refusal | None:
    corps = g.roster.number.get(into)
    if corps is None or not is_corps(g, corps) or g.box[corps] != BROKEN:
        return Refusal("14.36", f"{into or 'Nothing'} is no rifle corps that is broken down.")
    if len(parts) not in BREAKDOWN["recombine"]:
        return Refusal("14.35", "Two or three divisions make a corps.", tuple(named))
    if len({hq_of(g, unit) for unit in (*parts, corps)}) > 1:
        return Refusal("14.36", "They are not of one headquarters.", tuple(named))
    total = recombined(g, parts)
    if not 1 <= total <= g.unit(corps).steps:
        most = g.unit(corps).steps
        return Refusal("14.36", f"It would have {total} steps: 1 to {most}.", tuple(named))
    others = tuple(unit for unit in g.pile(g.at[parts[0]]) if unit not in parts)
    if too_much(load(g, (*others, corps))):
        return Refusal("7.0", "The corps has no room there.", tuple(named))
    return None


def recombined(g: State, parts: list[Unit]) -> int:
    """14.35: the total of their steps, less one."""
    return sum(steps(g, unit) for unit in parts) + int(BREAKDOWN["recombine_steps"])


def recombine(g: State, parts: list[Unit], into: str) -> None:
    whole = g.roster.find(into or g.parts[g.unit(parts[0]).id])
    hex, german = g.at[parts[0]], g.side == GERMAN
    total = sum(steps(g, unit) for unit in parts) if german else recombined(g, parts)
    modes = {mode(g, unit) for unit in parts}
    first = ordered_mode(g, parts[0])
    unsupplied = any(g.unsupplied >> unit & 1 for unit in parts)
    for unit in parts:
        g.remove(unit, "")
        g.lost[unit] = 0
        forget(g, unit)
        g.parts.pop(g.unit(unit).id, None)
    g.place(whole, hex)
    g.lost[whole] = g.unit(whole).steps - total
    set_mode(g, whole, first)
    if "disrupted" in modes:
        g.disrupted |= 1 << whole
    if unsupplied:
        g.unsupplied |= 1 << whole
    judge(g, [whole])
    rule = "14.15" if german else "14.35"
    g.say(f"{g.called(*parts)} make up {g.called(whole)}.", rule, (hex,))


# -- the phase -----------------------------------------------------------------------------------


def breakdowns(g: State, unit: Unit) -> Menu:
    """14.11, 14.31: how a unit may be broken down."""
    id, division = g.unit(unit).id, is_division(g, unit)
    if g.cutoff >> unit & 1 or refused_breakdown(g, id, None):
        return Menu()
    count = full_divisions(g, unit)
    if division or count in (0, BREAKDOWN["rifle_corps_divisions"]):
        return Menu(f"break {id}")
    whole = combinations(ids(g, substitutes(g, unit)), count)
    return Menu(*(f"break {id} {','.join(each)}" for each in whole))


def recombinations(g: State, unit: Unit) -> Menu:
    """14.15, 14.35: what a part may make up, with others of its hex that come after it."""
    hex, menu = g.at[unit], Menu()
    if (enemy_zone(g, g.side) | ~g.held[g.side]) >> hex & 1 or g.cutoff >> unit & 1:
        return menu
    known = kinds(g.roster).breakdown & ~g.cutoff
    others = [each for each in sorted(g.pile(hex)) if each > unit and known >> each & 1]
    into = [""] if g.side == GERMAN else ids(g, broken_corps(g, hq_of(g, unit)))
    for count in BREAKDOWN["recombine"] if others and into else ():
        for rest in combinations(others, count - 1):
            named = list(ids(g, (unit, *rest)))
            for corps in into:
                if not refused_recombination(g, named, corps):
                    menu.add(f"recombine {','.join(named)}" + (f" into {corps}" if corps else ""))
    return menu


def broken_corps(g: State, hq: Unit) -> list[Unit]:
    """14.36: the rifle corps of a headquarters that are broken down."""
    return [u for u, box in enumerate(g.box) if box == BROKEN and is_corps(g, u)
            and hq_of(g, u) == hq]  # fmt: skip


def named_in(order: str) -> list[str]:
    return order.replace(",", " ").split()[1:]


class Organization(ByUnits):
    """4.26: breakdown, recombination, and Soviet reserves for a point each."""

    covered = covered
    rule = "4.26"
    title = "Organization"
    phase = "organization"
    usage = "break UNIT | recombine UNIT,UNIT… [into CORPS] | activate HQ | end"
    asks = "Break units down or recombine them, then end."

    def free(self, g: State) -> list[Unit]:
        """Divisions and corps, parts, and headquarters in reserve that could be paid for."""
        these = kinds(g.roster).breakdown | wholes(g.roster)
        found = [unit for unit in present(g, g.side) if these >> unit & 1]
        return found + (waiting(g) if g.side == SOVIET and could_activate(g) else [])

    def of(self, g: State, unit: Unit) -> Menu:
        known = kinds(g.roster)
        if known.hq >> unit & 1:
            return Menu(f"activate {g.unit(unit).id}")
        return recombinations(g, unit) if known.breakdown >> unit & 1 else breakdowns(g, unit)

    def offers(self, g: State, about: str) -> Menu:
        """A part may be named after others of its hex, and a corps that it makes up last."""
        unit = g.roster.number.get(about)
        parts = kinds(g.roster).breakdown
        if unit is None or g.at[unit] != OFF and not parts >> unit & 1:
            return super().offers(g, about)
        near = "" if g.at[unit] == OFF else g.grid.name[g.at[unit]]
        return Menu(*(order for order in super().offers(g, near) if about in named_in(order)))

    def able(self, g: State) -> list[str]:
        named = {id for order in self.offers(g, "") for id in named_in(order)}
        return [counter.id for counter in g.roster if counter.id in named]

    def refused(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["break", id]:
                return refused_breakdown(g, id, None)
            case ["break", id, full]:
                return refused_breakdown(g, id, full.split(","))
            case ["recombine", named]:
                return refused_recombination(g, named.split(","), "")
            case ["recombine", named, "into", into]:
                return refused_recombination(g, named.split(","), into)
            case ["activate", id] if g.side == SOVIET:
                return refused_activation(g, id)
        return self.unread(g, order)

    def carry_out(self, g: State, order: str) -> None:
        match order.split():
            case ["break", id, *full]:
                named = full[0].split(",") if full else []
                break_down(g, g.roster.find(id), named)
            case ["recombine", named, *into]:
                parts = [g.roster.find(id) for id in named.split(",")]
                recombine(g, parts, into[1] if into else "")
            case ["activate", id]:
                activate(g, id, "18.37")
