"""11: who commands whom; lines of supply and of communication."""

from collections.abc import Iterable
from functools import lru_cache

from kursk.core.counters import Roster, Unit
from kursk.core.game import Supply
from kursk.core.hexes import OFF, Hex, Hexes, scan
from kursk.core.paths import trace
from kursk.core.state import derived, units
from kursk.games.spi_kursk.ground import beside, network, reached, within
from kursk.games.spi_kursk.pieces import is_hq, kinds, superior
from kursk.games.spi_kursk.state import State, foe
from kursk.games.spi_kursk.tables import COMMAND, TOGETHER
from kursk.games.spi_kursk.zones import enemy_zone, open_lines

NONE: Unit = -1  # no headquarters


# -- command -----------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def printed_hq(roster: Roster) -> tuple[Unit, ...]:
    """11.11: the headquarters printed for each counter; a headquarters is its own."""
    return tuple(
        number if "hq" in counter.flags else roster.number.get(counter.more.get("hq", ""), NONE)
        for number, counter in enumerate(roster)
    )


def hq_of(g: State, unit: Unit) -> Unit:
    """11.11, 11.12, 11.16: the headquarters that a unit is subordinated to now."""
    id = g.unit(unit).id
    if id in g.attached:
        return g.roster.find(g.attached[id])
    if id in g.parts:
        return hq_of(g, g.roster.find(g.parts[id]))
    return printed_hq(g.roster)[unit]


def alternate(g: State, unit: Unit) -> bool:
    """11.12, 11.16: in alternate subordination, by itself or with its division."""
    id = g.unit(unit).id
    return id in g.attached or g.parts.get(id) in g.attached


@lru_cache(maxsize=32)
def printed_under(roster: Roster) -> tuple[int, ...]:
    """11.11: by counter: the units printed under it, if it is a headquarters."""
    found = [0] * len(roster)
    for unit, hq in enumerate(printed_hq(roster)):
        if hq not in (NONE, unit):
            found[hq] |= 1 << unit
    return tuple(found)


def led_by(g: State, hq: Unit) -> int:
    """11.11, 11.12, 11.16: the units that are subordinated to a headquarters now."""
    bits, number = printed_under(g.roster)[hq], g.roster.number
    for id, to in g.attached.items():
        bits = bits | 1 << number[id] if number[to] == hq else bits & ~(1 << number[id])
    for id, whole in g.parts.items():
        bits |= (hq_of(g, number[whole]) == hq) << number[id]
    return bits


@lru_cache(maxsize=32)
def armies(roster: Roster) -> tuple[frozenset[str], ...]:
    """11.12: the armies or fronts whose headquarters serve a unit."""
    found = []
    for counter in roster:
        mine = superior(counter)
        found.append(frozenset({mine, *TOGETHER.get(mine, ())}))
    return tuple(found)


@lru_cache(maxsize=32)
def allied(roster: Roster) -> tuple[int, ...]:
    """11.12, 11.31: by counter: the headquarters of its army (German) or front (Soviet)."""
    lords, found = [n for n, counter in enumerate(roster) if "hq" in counter.flags], []
    for number, counter in enumerate(roster):
        of = printed_hq(roster)[number]
        mine = armies(roster)[of if of != NONE else number]
        found.append(
            sum(
                1 << hq
                for hq in lords
                if roster[hq].side == counter.side and mine & armies(roster)[hq]
            )
        )
    return tuple(found)


def army_of(g: State, unit: Unit) -> int:
    """11.12, 11.16: those headquarters, for a Kampfgruppe by its division."""
    whole = g.parts.get(g.unit(unit).id)
    return allied(g.roster)[unit if whole is None else g.roster.find(whole)]


def same_army(g: State, unit: Unit, hq: Unit) -> bool:
    """11.12, 11.31: do they belong to one army (German) or one front (Soviet)?"""
    return bool(army_of(g, unit) >> hq & 1)


@derived
def headquarters(g: State, side: str) -> tuple[Unit, ...]:
    """A side's headquarters on the map."""
    known = kinds(g.roster)
    return tuple(unit for unit in units(known.hq & known.of(side)) if g.at[unit] != OFF)


# -- lines -------------------------------------------------------------------------------------


@derived
def ways_home(g: State, side: str) -> Hexes:
    """11.31: the roads and railways that lead to the side's own edges."""
    return network(g.board, g.board.hexes[f"{side} source"], open_lines(g, side))


@derived
def fed(g: State, side: str) -> Hexes:
    """11.31: where a headquarters is in supply."""
    return within(g.board, ways_home(g, side), open_lines(g, side), COMMAND["supply_hq"])


@derived
def callers(g: State, side: str, hex: Hex) -> int:
    """11.31, 11.4: the headquarters of a side that a line reaches from a hex."""
    found = reached(g.board, hex, open_lines(g, side), COMMAND["communication"])
    return sum(1 << hq for hq in headquarters(g, side) if found >> g.at[hq] & 1)


@derived
def supplied(g: State, side: str) -> int:
    """11.31: the headquarters of a side that are in supply."""
    return sum(1 << hq for hq in headquarters(g, side) if fed(g, side) >> g.at[hq] & 1)


def in_communication(g: State, unit: Unit) -> bool:
    """11.4: headquarters and independent units need none; nor does a unit that has no HQ."""
    if g.independent >> unit & 1 or is_hq(g, unit):
        return True
    hq = hq_of(g, unit)
    return hq == NONE or bool(callers(g, g.side_of(unit), g.at[unit]) >> hq & 1)


def serving(g: State, unit: Unit) -> int:
    """11.31: the headquarters that a unit reaches and may draw supply from, if they have it."""
    found, hq = callers(g, g.side_of(unit), g.at[unit]), hq_of(g, unit)
    if g.independent >> unit & 1 or hq == NONE:
        return found
    return found & (army_of(g, unit) | 1 << hq)


def in_supply(g: State, unit: Unit) -> bool:
    """11.31, 11.33: by way of a headquarters that is itself in supply. Partisans need none."""
    if needs_none(g, unit):
        return True
    side = g.side_of(unit)
    if is_hq(g, unit):
        return bool(supplied(g, side) >> unit & 1)
    return bool(serving(g, unit) & supplied(g, side))


def needs_none(g: State, unit: Unit) -> bool:
    """15.1: partisans; and invented units where their side has no headquarters at all."""
    if kinds(g.roster).partisan >> unit & 1:
        return True
    return hq_of(g, unit) == NONE and not headquarters(g, g.side_of(unit))


def judge(g: State, these: Iterable[Unit]) -> None:
    """11.52: supply and communication of these units, for as long as the rules say."""
    for unit in these:
        bit = 1 << unit
        g.unsupplied = g.unsupplied & ~bit if in_supply(g, unit) else g.unsupplied | bit
        g.cutoff = g.cutoff & ~bit if in_communication(g, unit) else g.cutoff | bit


# -- the referee's answer ------------------------------------------------------------------------


def supply_of(g: State, unit: Unit) -> Supply:
    """11.31, 11.33, 11.4: a unit's lines as they run now, or what there is in their way."""
    side = g.side_of(unit)
    if kinds(g.roster).partisan >> unit & 1:
        return Supply(True, "15.1", "Partisans need no supply.")
    if needs_none(g, unit):
        return Supply(True, "11.31", "It has no headquarters, and its side has none on the map.")
    linked = "" if in_communication(g, unit) else f" {_unlinked(g, unit)}"
    if is_hq(g, unit):
        if not in_supply(g, unit):
            says = f"No road or railway to a friendly edge within {COMMAND['supply_hq']} hexes."
            return Supply(False, "11.31", f"{says}{_shut(g, unit)}")
        path = _path(g, unit, ways_home(g, side))
        return Supply(True, "11.31", f"A way home in {len(path) - 1} hexes.", path)
    if in_supply(g, unit):
        hq = min(
            units(serving(g, unit) & supplied(g, side)),
            key=lambda hq: (hq != hq_of(g, unit), g.grid.distance(g.at[hq], g.at[unit])),
        )
        path = _path(g, unit, 1 << g.at[hq])
        return Supply(True, "11.31", f"In supply by way of {g.called(hq)}.{linked}", path)
    if found := list(units(serving(g, unit))):
        return Supply(False, "11.33", f"{g.called(found[0])} is out of supply.{linked}")
    says = f"No headquarters that serves it within {COMMAND['supply_unit']} hexes."
    return Supply(False, "11.31", f"{says}{_shut(g, unit)}{linked}")


def _unlinked(g: State, unit: Unit) -> str:
    hq = hq_of(g, unit)
    if g.at[hq] == OFF:
        return f"Out of communication: {g.called(hq)} is not on the map (12.3)."
    return f"Out of communication with {g.called(hq)} (11.4)."


def _shut(g: State, unit: Unit) -> str:
    side = g.side_of(unit)
    near = beside(g.board, 1 << g.at[unit]) & ~open_lines(g, side)
    if not near:
        return ""
    told = ", ".join(f"{g.grid.name[hex]} ({_bar(g, side, hex)})" for hex in scan(near))
    return f" Closed beside it: {told} (11.32)."


def _bar(g: State, side: str, hex: Hex) -> str:
    if g.held[foe(side)] >> hex & 1:
        return "enemy unit"
    return "enemy zone" if enemy_zone(g, side) >> hex & 1 else "closed"


def _path(g: State, unit: Unit, goals: Hexes) -> tuple[Hex, ...]:
    """A shortest line; where a lake lies in its way, it is told without the way."""
    path = trace(g.grid, 1 << g.at[unit], goals, open_lines(g, g.side_of(unit)) | goals)
    return path or (g.at[unit],)
