"""9.2.1: Offensives: a lead unit, and supporters behind the line."""

from kursk.core.flow import Refusal
from kursk.core.hexes import Hex
from kursk.core.orders import own_unit
from kursk.games.battle_for_kursk.state import ARMOUR, State, colour, kind


def leads(g: State, unit: int) -> bool:
    """9.2.1: armour or Shock."""
    return kind(g, unit) == ARMOUR or "shock" in g.unit(unit).flags


def behind(g: State, lead: int, target: Hex) -> list[int]:
    """9.2.1: who could support: next to the lead, not next to the defender, of its colour."""
    near = g.grid.around(1 << g.at[lead]) & ~g.grid.around(1 << target) & ~(1 << target)
    return [
        unit
        for unit in g.on_map(g.side_of(lead))
        if near >> g.at[unit] & 1 and colour(g, unit) == colour(g, lead)
    ]


def available(g: State, side: str) -> int:
    """9.2.1: the markers that no announced battle of that side has taken."""
    announced = g.battles if side == g.side else ()
    return g.offensives[side] - sum("offensive" in order.split() for order in announced)


def refused_offensive(
    g: State, side: str, target: Hex, attackers: list[str], lead: str, supporters: list[str]
) -> Refusal | None:
    """9.2.1: what is wrong with an Offensive, in a battle that is otherwise in order."""
    if lead not in attackers:
        return Refusal("9.2.1", f"{lead} cannot lead: the lead unit is one of the attackers.")
    if not leads(g, g.roster.find(lead)):
        return Refusal("9.2.1", f"{lead} is neither armour nor Shock, and cannot lead.", (lead,))
    if available(g, side) < 1:
        return Refusal("9.2.1", f"The {side.capitalize()} side has no Offensive marker available.")
    for id in supporters:
        if why := _refused_supporter(g, side, target, lead, id):
            return why
    return None


def _refused_supporter(g: State, side: str, target: Hex, lead: str, id: str) -> Refusal | None:
    unit, leader = own_unit(g, id, side), g.roster.find(lead)
    if unit is None:
        return Refusal("9.2.1", f"The {side.capitalize()} side has no unit {id} on the map.")
    if g.grid.touch(g.at[unit], target):
        name = g.grid.name[target]
        says = f"{id} is next to {name}; supporters stand behind the line."
        return Refusal("9.2.1", says, (id,), (name,), "It may attack itself.")
    if not g.grid.touch(g.at[unit], g.at[leader]):
        return Refusal("9.2.1", f"{id} is not next to the lead unit {lead}.", (id, lead))
    if colour(g, unit) != colour(g, leader):
        says = f"{id} is {colour(g, unit)}, the lead unit {lead} is {colour(g, leader)}."
        return Refusal("9.2.1", says, (id, lead))
    return None
