"""11.1, 11.3–11.7: which attacks may be declared."""

from functools import lru_cache

from kursk.core.counters import Roster
from kursk.core.flow import Refusal
from kursk.core.hexes import Hex
from kursk.core.orders import own_unit
from kursk.games.drive_on_kursk.pieces import mobility
from kursk.games.drive_on_kursk.state import State, foe


@lru_cache(16)
def statics(roster: Roster) -> int:
    """11.3: the fortified zones, as a set."""
    return sum(1 << n for n, unit in enumerate(roster) if unit.id and mobility(unit) == "static")


def ready(g: State, side: str) -> int:
    """9.2, 11.3, 11.4: fortified zones and sleeping reserves never attack; the rest once."""
    return g.afield[side] & ~(g.attacked | g.reserve | statics(g.roster))


def attackable(g: State, hex: Hex) -> bool:
    """11.4, 11.12: a unit is attacked once in a phase, unless it retreated onto others.

    So somebody in the hex must not have defended yet, and whoever has must have come in by a
    retreat since (A-49, A-50). A sleeping reserve takes no part in combat (9.2).
    """
    fresh = False
    for unit in g.pile(hex):
        if g.reserve >> unit & 1:
            return False
        if not g.defended >> unit & 1:
            fresh = True
        elif not g.retreated >> unit & 1:
            return False
    return fresh


def refused_attack(g: State, name: str, ids: list[str], side: str) -> Refusal | None:
    """Why a side may not attack a hex with these units; None if it may."""
    return refused_target(g, name, side) or refused_attackers(g, name, ids, side)


def refused_target(g: State, name: str, side: str) -> Refusal | None:
    """9.2, 11.1, 11.4, 11.5, 11.6: one hex, with enemies in it, all of them together."""
    if "," in name:
        hexes = tuple(name.split(","))
        return Refusal("11.5", "An attack has one hex for its target, not several.", (), hexes)
    if name in g.roster.number:
        return Refusal("11.6", "All units of a hex defend together: attack the hex.", (name,))
    if name not in g.grid.cell:
        return Refusal("11.1", f"There is no hex {name} on this map.")
    target = g.grid.cell[name]
    if not g.held[foe(side)] >> target & 1:
        return Refusal("11.1", f"There is no enemy in {name}.", (), (name,))
    if any(g.reserve >> unit & 1 for unit in g.pile(target)):
        says = f"The reserve in {name} takes no part in combat until it is activated."
        return Refusal("9.2", says, (), (name,))
    if not attackable(g, target):
        says = f"The units in {name} have been attacked in this phase already."
        return Refusal("11.4", says, (), (name,))
    return None


def refused_attackers(g: State, name: str, ids: list[str], side: str) -> Refusal | None:
    """11.1, 11.3, 11.4, 11.5, 11.7, 9.2: who may take part."""
    if len(set(ids)) < len(ids):
        twice = next(id for id in ids if ids.count(id) > 1)
        return Refusal("11.7", f"{twice} is named twice; its strength counts once.", (twice,))
    for id in ids:
        unit = own_unit(g, id, side)
        if unit is None:
            return Refusal("11.1", f"The {side} side has no unit {id} on the map.")
        if mobility(g.unit(unit)) == "static":
            return Refusal("11.3", f"{id} is a fortified zone: it only defends.", (id,))
        if g.reserve >> unit & 1:
            return Refusal("9.2", f"{id} is in reserve and takes no part in combat.", (id,))
        if g.attacked >> unit & 1:
            return Refusal("11.4", f"{id} has attacked in this phase already.", (id,))
    target = g.grid.cell[name]
    far = [id for id in ids if not g.grid.touch(g.at[g.roster.find(id)], target)]
    if not far:
        return None
    says = f"{far[0]} is not next to {name}."
    if len(far) < len(ids):
        return Refusal("11.5", f"All attackers must touch the hex: {says}", (far[0],), (name,))
    return Refusal("11.1", says, (far[0],), (name,))
