"""§Panzerkeil: the wedge: who may form it, where it points, when it is lost."""

from collections.abc import Iterable

from kursk.core.counters import Unit
from kursk.core.flow import Refusal
from kursk.core.hexes import OFF, Hex
from kursk.core.orders import own_unit
from kursk.games.coatney_kursk.state import GERMAN, State, has, panzerkorps

RULE = "§Panzerkeil"
POINTS = ("E", "SE", "SW", "W", "NW", "NE")  # by the side of a hex


def companions(g: State, korps: Unit) -> list[Unit]:
    """The undisrupted Tigers and Ferdinands that stand with a panzerkorps."""
    return [
        unit
        for unit in g.pile(g.at[korps])
        if (has(g, unit, "tiger") or has(g, unit, "ferdinand")) and not g.disrupted >> unit & 1
    ]


def eligible(g: State, korps: Unit) -> bool:
    """An undisrupted panzerkorps that has Tigers of its own, or Tigers or Ferdinands with it."""
    if g.at[korps] == OFF or not panzerkorps(g, korps) or g.disrupted >> korps & 1:
        return False
    return has(g, korps, "tigers") or bool(companions(g, korps))


def wedges(g: State) -> list[Unit]:
    """The korps that carry a marker."""
    return [g.roster.number[id] for id in g.wedges]


def facing(g: State, korps: Unit) -> int:
    """The side of its hex at which a wedge points."""
    return g.grid.side(g.at[korps], g.grid.find(g.wedges[g.roster[korps].id]))


def pointing(g: State) -> dict[str, str]:
    """The units of wedges, each with the mark that tells where it points."""
    return {
        g.roster[unit].id: f"wedge {POINTS[facing(g, korps)]}"
        for korps in wedges(g)
        if eligible(g, korps)  # in the middle of a battle one may have lost it
        for unit in (korps, *companions(g, korps))
    }


def form(g: State, korps: Unit, toward: Hex) -> None:
    id = g.roster[korps].id
    verb = "turns" if id in g.wedges else "forms a Panzerkeil"
    g.wedges[id] = g.grid.name[toward]
    g.say(f"{g.called(korps)} {verb} toward {g.grid.name[toward]}.", RULE, (g.at[korps], toward))


def dissolve(g: State, korps: Unit) -> None:
    del g.wedges[g.roster[korps].id]
    hexes = (g.at[korps],) if g.at[korps] != OFF else ()
    g.say(f"{g.called(korps)} is no longer a Panzerkeil.", RULE, hexes)


def check_wedges(g: State) -> None:
    """A korps that is disrupted or gone, or that has parted from its Tigers, has no wedge."""
    for korps in wedges(g):
        if not eligible(g, korps):
            dissolve(g, korps)


def carried(g: State, korps: Unit, origin: Hex, step: int) -> None:
    """The marker of a korps that has moved: it points on, till its owner turns it."""
    id, here = g.roster[korps].id, g.at[korps]
    if id not in g.wedges or here == OFF:
        return
    old = g.grid.find(g.wedges[id])
    sides = (step, g.grid.side(origin, old) if g.grid.touch(origin, old) else step, *range(6))
    ahead = next(there for n in sides if (there := g.grid.beyond(here, n)) != OFF)
    g.wedges[id] = g.grid.name[ahead]


def refused_facing(g: State, id: str, name: str) -> Refusal | None:
    """What is wrong with pointing a wedge at a hex."""
    unit = own_unit(g, id, GERMAN)
    if unit is None:
        return Refusal(RULE, f"The German has no unit {id} on the map.")
    if not panzerkorps(g, unit):
        return Refusal(RULE, f"{id} is no panzerkorps.", (id,))
    hex = g.grid.cell.get(name)
    if hex is None or not g.grid.touch(g.at[unit], hex):
        return Refusal(RULE, f"{name} is not next to {id}.", (id,))
    return None


def refused_wedge(g: State, id: str, name: str) -> Refusal | None:
    """§Panzerkeil: what is wrong with forming one."""
    if why := refused_facing(g, id, name):
        return why
    korps = g.roster.find(id)
    if g.disrupted >> korps & 1:
        return Refusal(RULE, f"{id} is disrupted.", (id,))
    if not eligible(g, korps):
        return Refusal(RULE, f"{id} has no Tigers or Ferdinands with it.", (id,))
    return None


def leads(g: State, korps: Unit, attackers: Iterable[Unit]) -> bool:
    """Does a wedge attack as one: with its Tigers or Ferdinands, unless it has its own?"""
    attackers = set(attackers)
    if korps not in attackers or not eligible(g, korps):
        return False
    return has(g, korps, "tigers") or any(unit in attackers for unit in companions(g, korps))


def strikes(g: State, targets: tuple[Hex, ...], attackers: tuple[Unit, ...]) -> list[Unit]:
    """The wedges that attack through the side at which they point."""
    return [
        korps
        for korps in wedges(g)
        if leads(g, korps, attackers) and g.grid.find(g.wedges[g.roster[korps].id]) in targets
    ]


def turned_on(g: State, korps: Unit, origins: Iterable[Hex]) -> int:
    """The columns of an attack on a wedge: front and front flanks -1, a rear flank 0, rear +1."""
    front = facing(g, korps)
    around = {(g.grid.side(g.at[korps], origin) - front) % 6 for origin in origins}
    if 3 in around:
        return 1
    return 0 if around & {2, 4} else -1


def breaks_through(g: State, unit: Unit) -> bool:
    """§DE: is it still part of a Panzerkeil?"""
    return g.at[unit] != OFF and any(g.at[korps] == g.at[unit] for korps in wedges(g))


def spearhead(g: State, attackers: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """§DE: the units of Panzerkeile that attack, and have not had their second attack."""
    found: list[Unit] = []
    for korps in wedges(g):
        if leads(g, korps, attackers):
            hex = g.at[korps]
            found += [
                unit
                for unit in attackers
                if g.at[unit] == hex
                and (unit == korps or has(g, unit, "tiger") or has(g, unit, "ferdinand"))
            ]
    return tuple(unit for unit in found if not g.broken >> unit & 1)
