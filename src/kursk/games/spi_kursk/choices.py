"""9.62, 9.63: what the sides may make of a result, told before the die is rolled."""

from kursk.core.counters import Unit
from kursk.games.spi_kursk.pieces import kinds
from kursk.games.spi_kursk.retreat import compelled, longest, most
from kursk.games.spi_kursk.state import State, foe, mode
from kursk.games.spi_kursk.tables import INTERCEPTION


def choices(g: State, force: tuple[Unit, ...], stack: tuple[Unit, ...], air: bool) -> str:
    """How either side may pay its number, and the Air Points that may still come against it."""
    told = [paid(g, "defenders", stack, False), paid(g, "attackers", force, True)]
    if air and g.air_war and (points := g.air.get(foe(g.side_of(force[0])), 0)):
        most_ = min(points, int(INTERCEPTION["per_combat"]))
        told.append(f"The defenders may answer with Air Points, {most_} at the most (17.22).")
    return " ".join(each for each in told if each)


def paid(g: State, who: str, units: tuple[Unit, ...], attacking: bool) -> str:
    """9.51: in hexes, as far as mode and kind allow, and in steps."""
    known = kinds(g.roster)
    if any(not mode(g, unit) and not known.partisan >> unit & 1 for unit in units):
        return ""  # 16.1: not known from afar
    limit = most(g, units, attacking)
    must = compelled(g, units, attacking)
    way = limit if attacking else longest(g, units, limit)  # an attacker's depends on the defender
    if not way:
        another = ", and one step more, since they must and cannot (9.68)" if must else ""
        how = "have no way back" if limit else "do not retreat"
        return f"The {who} {how}: they pay in steps{another} (9.66)."
    limit = way
    hexes = "one hex" if limit == 1 else f"{limit} hexes"
    how = "must retreat one hex at the least and may" if must else "may"
    lost = any(known.guns >> unit & 1 for unit in units)
    guns = ", at a loss to their guns (9.64, 9.65)" if lost else ""
    return f"The {who} {how} retreat up to {hexes}{guns}; the rest is steps (9.62)."
